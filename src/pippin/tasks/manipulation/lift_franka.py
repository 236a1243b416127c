"""Lifting a cube with Franka's Panda. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.assets import RigidObjectCfg
from pippin.robots import released
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.sim import UsdFileCfg
from pippin.sim.schemas import RigidBodyPropertiesCfg
from pippin.tasks.manipulation import lift_mdp as mdp
from pippin.tasks.manipulation.lift_env_cfg import LiftEnvCfg
from pippin.tasks.manipulation.reach_robots import ROBOT, franka_ik_action
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS, make_playable
from pippin.utils import configclass


def cube_cfg() -> RigidObjectCfg:
    """Describe a cube of 5 cm on the table."""
    return RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Object",
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.5, 0.0, 0.055)),
        spawn=UsdFileCfg(
            usd_path=f"{ISAAC_ASSETS}/Props/Blocks/DexCube/dex_cube_instanceable.usd",
            scale=(0.8, 0.8, 0.8),
            rigid_props=RigidBodyPropertiesCfg(
                solver_position_iteration_count=16,
                solver_velocity_iteration_count=1,
                max_angular_velocity=1000.0,
                max_linear_velocity=1000.0,
                max_depenetration_velocity=5.0,
                disable_gravity=False,
            ),
        ),
    )


@configclass
class FrankaCubeLiftEnvCfg(LiftEnvCfg):
    """Franka's Panda lifts a cube, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
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
        self.commands.object_pose.body_name = "panda_hand"
        self.scene.object = cube_cfg()
        fingers = FrameTransformerCfg.FrameCfg(
            prim_path=f"{ROBOT}/panda_hand", name="end_effector", offset=OffsetCfg(pos=(0.0, 0.0, 0.1034))
        )
        self.scene.ee_frame = FrameTransformerCfg(
            prim_path=f"{ROBOT}/panda_link0", debug_vis=False, target_frames=[fingers]
        )


@configclass
class FrankaCubeLiftEnvCfg_PLAY(FrankaCubeLiftEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda lifts a cube, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaCubeLiftIkAbsEnvCfg(FrankaCubeLiftEnvCfg):
    """Franka's Panda lifts a cube, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=False)


@configclass
class FrankaCubeLiftIkRelEnvCfg(FrankaCubeLiftEnvCfg):
    """Franka's Panda lifts a cube, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=True)


@configclass
class FrankaCubeLiftIkAbsEnvCfg_PLAY(FrankaCubeLiftIkAbsEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda lifts a cube, by poses of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaCubeLiftIkRelEnvCfg_PLAY(FrankaCubeLiftIkRelEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda lifts a cube, by changes of the pose of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
