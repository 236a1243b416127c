"""Write the configurations of motion generation that Pippin ships: ``src/pippin/robots/*_configs``.

Run it after a change of ``pippin.robots.authoring``: ``python tools/make_motion_configs.py [NAME ...]``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

import pippin.robots
from pippin.motion.robot_description import ToolFrame
from pippin.robots.authoring import SphereBounds, draft_robot, write_motion_configs
from pippin.utils.example_robots import example_robot_data

ROBOTS_FOLDER = Path(pippin.robots.__file__).parent


@dataclass(frozen=True)
class Arm:
    """What is chosen by hand for a robot.

    Attributes:
        urdf: Path of its URDF in example-robot-data.
        end_effector: Frame that targets are for.
        default_q: Default configuration [rad]; None lets the tool choose.
        held: Positions of joints that are held [m or rad].
        accelerations: Limits of acceleration [rad/s^2]; None for made-up ones.
        jerks: Limits of jerk [rad/s^3]; likewise.
        tool_frames: Frames beyond those of the URDF.
        bounds: What is asked of its spheres.
        subfolder: Folder; empty for the name of the robot in lower case.
    """

    urdf: str
    end_effector: str
    default_q: tuple[float, ...] | None = None
    held: dict[str, float] = field(default_factory=dict)
    accelerations: tuple[float, ...] | None = None
    jerks: tuple[float, ...] | None = None
    tool_frames: tuple[ToolFrame, ...] = ()
    bounds: SphereBounds = SphereBounds()
    subfolder: str = ""


FINE = SphereBounds(0.008, 0.006)
"""Bounds for robots whose links are some centimetres thick."""

UPRIGHT = (0.0, -1.6, 1.6, -1.57, -1.57, 0.0)
"""Default configuration of Universal Robots' arms: the upper arm up, the forearm ahead, the tool down."""

ARMS = {
    # Limits as in Franka's data sheet; its "ready" pose. Programs for Isaac Sim know the gripper by "right_gripper".
    "Franka": Arm(
        "panda_description/urdf/panda.urdf",
        "right_gripper",
        default_q=(0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785),
        held={"panda_finger_joint1": 0.04},
        accelerations=(15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0),
        jerks=(7500.0, 3750.0, 5000.0, 6250.0, 7500.0, 10000.0, 10000.0),
        tool_frames=(
            ToolFrame("right_gripper", "panda_hand", (0.0, 0.0, 0.1), (0.0, 0.0, 1.0, 0.0)),
            ToolFrame("panda_rightfingertip", "panda_rightfinger", (0.0, 0.0, 0.045), (0.0, 0.0, 1.0, 0.0)),
            ToolFrame("panda_leftfingertip", "panda_leftfinger", (0.0, 0.0, 0.045)),
        ),
    ),
    "Kinova_J2S6S200": Arm(
        "kinova_description/robots/kinova.urdf", "j2s6s200_end_effector", default_q=(0.0, 2.9, 1.3, -2.1, 1.4, 0.0)
    ),
    "SO100": Arm("so_arm_description/urdf/so100.urdf", "gripper", bounds=FINE),
    "SO101": Arm("so_arm_description/urdf/so101.urdf", "gripper_frame_link", held={"gripper": 0.3}, bounds=FINE),
    "Talos_Left_Arm": Arm("talos_data/robots/talos_left_arm.urdf", "wrist_left_ft_tool_link"),
    "UR10": Arm("ur_description/urdf/ur10_robot.urdf", "ee_link", default_q=UPRIGHT, subfolder="universal_robots/ur10"),
    "UR3": Arm("ur_description/urdf/ur3_robot.urdf", "ee_link", default_q=UPRIGHT, subfolder="universal_robots/ur3"),
    "UR5": Arm("ur_description/urdf/ur5_robot.urdf", "ee_link", default_q=UPRIGHT, subfolder="universal_robots/ur5"),
    "XArm7": Arm("xarm_description/urdf/xarm7.urdf", "link_eef", default_q=(0.0, -0.6, 0.0, 0.9, 0.0, 1.5, 0.0)),
    "Z1": Arm(
        "z1_description/urdf/z1.urdf",
        "gripperStator",
        default_q=(0.0, 1.4, -1.4, 0.5, 0.0, 0.0),
        held={"jointGripper": -0.5},
        bounds=SphereBounds(0.010, 0.010),
    ),
}


def main(names: list[str]) -> None:
    """Write the configurations of these robots, or of all."""
    for name in names or ARMS:
        arm = ARMS[name]
        draft = draft_robot(
            example_robot_data(arm.urdf),
            arm.end_effector,
            default_q=arm.default_q,
            held=arm.held,
            accelerations=arm.accelerations,
            jerks=arm.jerks,
            tool_frames=arm.tool_frames,
            bounds=arm.bounds,
        )
        write_motion_configs(draft, ROBOTS_FOLDER, name, arm.subfolder, arm.urdf)
        area = sum(draft.meshes[report.link].area for report in draft.reports)
        near = sum(draft.meshes[report.link].area * report.near for report in draft.reports) / area
        sys.stdout.write(
            f"{name}: {draft.model.num_coordinates} joints, {draft.model.num_spheres} spheres, {100.0 * near:.2f} % of "
            f"the surface within {1000.0 * draft.bounds.max_gap:.0f} mm, protrusion at most "
            f"{1000.0 * max(report.protrusion for report in draft.reports):.1f} mm, always touching {draft.touching}, "
            f"by default {draft.touching_by_default}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
