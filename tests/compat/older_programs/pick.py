"""Teleoperation and state machines for the older Isaac Lab: a Panda picks up a cube by differential inverse kinematics.

``PACKAGE`` is replaced by the package of the dialect.
"""

import argparse

from PACKAGE.app import AppLauncher

parser = argparse.ArgumentParser(description="Pick up a cube.")
AppLauncher.add_app_launcher_args(parser)
args_cli = parser.parse_args()
app_launcher = AppLauncher(args_cli)
simulation_app = app_launcher.app

# ruff: noqa: E402, T201
import PACKAGE.sim as sim_utils
import torch
from PACKAGE.assets import Articulation, ArticulationCfg, AssetBaseCfg, RigidObject, RigidObjectCfg
from PACKAGE.scene import InteractiveScene, InteractiveSceneCfg
from PACKAGE.utils import configclass
from PACKAGE.utils.math import compute_pose_error, matrix_from_quat, quat_inv, subtract_frame_transforms
from PACKAGE_assets import FRANKA_PANDA_HIGH_PD_CFG

from isaacsim.core.utils.torch.transformations import tf_combine

DOWNWARDS = (0.0, 1.0, 0.0, 0.0)
FINGER_TIPS = 0.1034
"""From the frame of the hand to between the fingertips [m]."""
OPEN, CLOSED = 0.04, 0.0


# The released gains leave out the inertia of the hand's drive, without which fingers lose what they grasp.
ROBOT = FRANKA_PANDA_HIGH_PD_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
ROBOT.actuators["panda_hand"].armature = 0.5
for name in ("panda_shoulder", "panda_forearm"):
    ROBOT.actuators[name].stiffness, ROBOT.actuators[name].damping, ROBOT.actuators[name].armature = 400.0, 80.0, 0.1


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A Panda and a cube on the ground."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=sim_utils.GroundPlaneCfg())
    robot: ArticulationCfg = ROBOT
    cube = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.CuboidCfg(
            size=(0.05, 0.05, 0.05),
            rigid_props=sim_utils.RigidBodyPropertiesCfg(solver_position_iteration_count=16),
            mass_props=sim_utils.MassPropertiesCfg(mass=0.1),
            collision_props=sim_utils.CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.5, 0.0, 0.025)),
    )


class Hand:
    """Moves the hands of all robots to poses in the frames of their bases."""

    def __init__(self, robot: Articulation) -> None:
        self.robot = robot
        self.arm, _ = robot.find_joints("panda_joint.*")
        self.fingers, _ = robot.find_joints(["panda_finger_joint1", "panda_finger_joint2"])
        self.body = robot.find_bodies("panda_hand")[0][0]
        self.row = self.body - 1 if robot.is_fixed_base else self.body

    def pose(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions and orientations."""
        root, hand = self.robot.data.root_state_w[:, :7], self.robot.data.body_state_w[:, self.body, :7]
        return subtract_frame_transforms(root[:, :3], root[:, 3:7], hand[:, :3], hand[:, 3:7])

    def move_towards(self, position: torch.Tensor, orientation: torch.Tensor) -> None:
        """Set joint targets by damped least squares."""
        jacobian = self.robot.root_physx_view.get_jacobians()[:, self.row, :, self.arm]
        to_base = matrix_from_quat(quat_inv(self.robot.data.root_state_w[:, 3:7]))
        jacobian = torch.cat([to_base @ jacobian[:, :3], to_base @ jacobian[:, 3:]], dim=1)
        error = torch.cat(compute_pose_error(*self.pose(), position, orientation, rot_error_type="axis_angle"), dim=1)
        transpose = jacobian.transpose(1, 2)
        damped = jacobian @ transpose + 0.01**2 * torch.eye(6, device=self.robot.device)
        change = (transpose @ torch.linalg.solve(damped, error.unsqueeze(-1))).squeeze(-1)
        self.robot.set_joint_position_target(self.robot.data.joint_pos[:, self.arm] + change, joint_ids=self.arm)

    def set_fingers(self, width: float) -> None:
        """Open or close all hands."""
        self.robot.set_joint_position_target(torch.tensor([width, width]), joint_ids=self.fingers)


def main() -> None:
    """Above the cube, down, grasp, up."""
    torch.manual_seed(0)
    sim = sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device=args_cli.device))
    scene = InteractiveScene(SceneCfg(num_envs=3, env_spacing=2.0))
    sim.reset()
    hand, cube = Hand(scene["robot"]), scene["cube"]
    assert isinstance(cube, RigidObject)
    state = cube.data.default_root_state.clone()
    state[:, :3] += scene.env_origins
    state[:, :2] += 0.2 * torch.rand(scene.num_envs, 2, device=sim.device) - 0.1
    cube.write_root_state_to_sim(state)
    scene.reset()
    start, _ = subtract_frame_transforms(
        hand.robot.data.root_pos_w, hand.robot.data.root_quat_w, cube.data.root_pos_w, cube.data.root_quat_w
    )
    down = torch.tensor(DOWNWARDS, device=sim.device).repeat(scene.num_envs, 1)
    back = torch.tensor([0.0, 0.0, -FINGER_TIPS], device=sim.device).repeat(scene.num_envs, 1)
    no_turn = torch.tensor([1.0, 0.0, 0.0, 0.0], device=sim.device).repeat(scene.num_envs, 1)
    for height, width, duration in ((0.15, OPEN, 120), (0.0, OPEN, 80), (0.0, CLOSED, 50), (0.3, CLOSED, 150)):
        above = start + torch.tensor([0.0, 0.0, height], device=sim.device)
        orientation, position = tf_combine(down, above, no_turn, back)
        for _ in range(duration):
            hand.move_towards(position, orientation)
            hand.set_fingers(width)
            scene.write_data_to_sim()
            sim.step(render=False)
            scene.update(sim.get_physics_dt())
    reached, _ = hand.pose()
    assert (reached - position).norm(dim=1).max() < 0.01
    lifted = (cube.data.root_pos_w - state[:, :3])[:, 2]
    print("lifted by", [round(value.item(), 1) for value in lifted], "m")


if __name__ == "__main__":
    main()
    simulation_app.close()
