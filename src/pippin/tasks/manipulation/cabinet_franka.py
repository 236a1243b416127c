"""Opening a drawer with Franka's Panda. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.robots import released
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.tasks.manipulation import cabinet_mdp as mdp
from pippin.tasks.manipulation.cabinet_env_cfg import CabinetEnvCfg
from pippin.tasks.manipulation.reach_robots import ROBOT, franka_ik_action
from pippin.tasks.manipulation.scenes import make_playable
from pippin.utils import configclass


def _frame(link: str, name: str, z: float) -> FrameTransformerCfg.FrameCfg:
    """A point of a link, before it along z [m]."""
    return FrameTransformerCfg.FrameCfg(prim_path=f"{ROBOT}/{link}", name=name, offset=OffsetCfg(pos=(0.0, 0.0, z)))


@configclass
class FrankaCabinetEnvCfg(CabinetEnvCfg):
    """Franka's Panda opens a drawer, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=["panda_joint.*"], scale=1.0, use_default_offset=True
        )
        self.actions.gripper_action = mdp.BinaryJointPositionActionCfg(
            asset_name="robot",
            joint_names=["panda_finger.*"],
            open_command_expr={"panda_finger_.*": 0.04},
            close_command_expr={"panda_finger_.*": 0.0},
        )
        self.scene.ee_frame = FrameTransformerCfg(
            prim_path=f"{ROBOT}/panda_link0",
            debug_vis=False,
            target_frames=[
                _frame("panda_hand", "ee_tcp", 0.1034),
                _frame("panda_leftfinger", "tool_leftfinger", 0.046),
                _frame("panda_rightfinger", "tool_rightfinger", 0.046),
            ],
        )
        self.rewards.approach_gripper_handle.params["offset"] = 0.04
        self.rewards.grasp_handle.params["open_joint_pos"] = 0.04
        self.rewards.grasp_handle.params["asset_cfg"].joint_names = ["panda_finger_.*"]


@configclass
class FrankaCabinetEnvCfg_PLAY(FrankaCabinetEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda opens a drawer, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaCabinetIkAbsEnvCfg(FrankaCabinetEnvCfg):
    """Franka's Panda opens a drawer, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=False)


@configclass
class FrankaCabinetIkRelEnvCfg(FrankaCabinetEnvCfg):
    """Franka's Panda opens a drawer, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=True)


@configclass
class FrankaCabinetIkAbsEnvCfg_PLAY(FrankaCabinetIkAbsEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda opens a drawer, by poses of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaCabinetIkRelEnvCfg_PLAY(FrankaCabinetIkRelEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda opens a drawer, by changes of the pose of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
