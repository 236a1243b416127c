"""Stacking cubes with Franka's Panda. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.assets import RigidObjectCfg
from pippin.envs.managers import EventTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.sim import UsdFileCfg
from pippin.sim.schemas import RigidBodyPropertiesCfg
from pippin.tasks.manipulation import stack_events
from pippin.tasks.manipulation import stack_mdp as mdp
from pippin.tasks.manipulation.reach_robots import ROBOT, franka_ik_action
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS
from pippin.tasks.manipulation.stack_env_cfg import StackEnvCfg
from pippin.utils import configclass

HOME = (0.0444, -0.1894, -0.1107, -2.5148, 0.0044, 2.3775, 0.6952, 0.0400, 0.0400)
"""Positions of the joints around which episodes begin [rad, m]."""


@configclass
class EventCfg:
    """Where episodes begin: the arm near its home, the cubes on part of the table, 0.1 m apart."""

    init_franka_arm_pose = EventTermCfg(
        func=stack_events.set_default_joint_pose, mode="reset", params={"default_pose": list(HOME)}
    )
    randomize_franka_joint_state = EventTermCfg(
        func=stack_events.randomize_joint_by_gaussian_offset,
        mode="reset",
        params={"mean": 0.0, "std": 0.02, "asset_cfg": SceneEntityCfg("robot")},
    )
    randomize_cube_positions = EventTermCfg(
        func=stack_events.randomize_object_pose,
        mode="reset",
        params={
            "pose_range": {"x": (0.4, 0.6), "y": (-0.10, 0.10), "z": (0.0203, 0.0203), "yaw": (-1.0, 1.0)},
            "min_separation": 0.1,
            "asset_cfgs": [SceneEntityCfg("cube_1"), SceneEntityCfg("cube_2"), SceneEntityCfg("cube_3")],
        },
    )


def block_cfg(number: int, color: str, x: float, y: float) -> RigidObjectCfg:
    """Describe a block of 4.7 cm on the table.

    Args:
        number: Its number among the cubes.
        color: "blue", "red" or "green".
        x: Its position [m].
        y: Its position [m].
    """
    return RigidObjectCfg(
        prim_path=f"{{ENV_REGEX_NS}}/Cube_{number}",
        init_state=RigidObjectCfg.InitialStateCfg(pos=(x, y, 0.0203)),
        spawn=UsdFileCfg(
            usd_path=f"{ISAAC_ASSETS}/Props/Blocks/{color}_block.usd",
            scale=(1.0, 1.0, 1.0),
            rigid_props=RigidBodyPropertiesCfg(
                solver_position_iteration_count=16,
                solver_velocity_iteration_count=1,
                max_angular_velocity=1000.0,
                max_linear_velocity=1000.0,
                max_depenetration_velocity=5.0,
                disable_gravity=False,
            ),
            semantic_tags=[("class", f"cube_{number}")],
        ),
    )


def _frame(body: str, name: str, z: float) -> FrameTransformerCfg.FrameCfg:
    return FrameTransformerCfg.FrameCfg(prim_path=f"{ROBOT}/{body}", name=name, offset=OffsetCfg(pos=(0.0, 0.0, z)))


@configclass
class FrankaCubeStackEnvCfg(StackEnvCfg):
    """Franka's Panda stacks cubes, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.events = EventCfg()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=["panda_joint.*"], scale=0.5, use_default_offset=True
        )
        self.actions.gripper_action = mdp.BinaryJointPositionActionCfg(
            asset_name="robot",
            joint_names=["panda_finger.*"],
            open_command_expr={"panda_finger_.*": 0.04},
            close_command_expr={"panda_finger_.*": 0.0},
        )
        self.gripper_joint_names = ["panda_finger_.*"]
        self.gripper_open_val = 0.04
        self.gripper_threshold = 0.005
        self.scene.cube_1 = block_cfg(1, "blue", 0.4, 0.0)
        self.scene.cube_2 = block_cfg(2, "red", 0.55, 0.05)
        self.scene.cube_3 = block_cfg(3, "green", 0.60, -0.1)
        self.scene.ee_frame = FrameTransformerCfg(
            prim_path=f"{ROBOT}/panda_link0",
            debug_vis=False,
            target_frames=[
                _frame("panda_hand", "end_effector", 0.1034),
                _frame("panda_rightfinger", "tool_rightfinger", 0.046),
                _frame("panda_leftfinger", "tool_leftfinger", 0.046),
            ],
        )


@configclass
class FrankaCubeStackIkAbsEnvCfg(FrankaCubeStackEnvCfg):
    """Franka's Panda stacks cubes, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=False)
        self.actions.arm_action.body_offset = None


@configclass
class FrankaCubeStackIkRelEnvCfg(FrankaCubeStackEnvCfg):
    """Franka's Panda stacks cubes, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=True)
