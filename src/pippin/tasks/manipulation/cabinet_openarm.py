"""Opening the lower drawer of a smaller cabinet with OpenArm. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

from pippin.envs.managers import RewardTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.sim import PhysxCfg
from pippin.tasks.manipulation import cabinet_env_cfg as franka
from pippin.tasks.manipulation import cabinet_mdp as mdp
from pippin.tasks.manipulation import cabinet_version_3 as version_3
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.tasks.manipulation.scenes import make_playable, rotation
from pippin.utils import configclass

DRAWER = ["drawer_bottom_joint"]
"""Joint of the drawer that is opened."""

_FINGERS = "openarm_finger_joint.*"


@configclass
class CabinetSceneCfg(franka.CabinetSceneCfg):
    """A robot and a cabinet of three quarters of the size, with a frame at the handle of its lower drawer."""

    def __post_init__(self) -> None:
        spawn: Any = self.cabinet.spawn
        spawn.scale = (0.75, 0.75, 0.75)
        self.cabinet.init_state.pos = (0.7, 0.0, 0.3)
        self.cabinet.init_state.rot = rotation(yaw=math.pi)
        for actuator in self.cabinet.actuators.values():
            actuator.effort_limit, actuator.velocity_limit, actuator.effort_limit_sim = 87.0, 100.0, None
        self.cabinet_frame.target_frames = [
            FrameTransformerCfg.FrameCfg(
                prim_path="{ENV_REGEX_NS}/Cabinet/drawer_handle_bottom",
                name="drawer_handle_bottom",
                offset=OffsetCfg(pos=(0.222, 0.0, 0.005), rot=rotation(0.5 * math.pi, 0.0, -0.5 * math.pi)),
            )
        ]


@configclass
class ObservationsCfg(franka.ObservationsCfg):
    """What the policy sees."""

    def __post_init__(self) -> None:
        for term in (self.policy.cabinet_joint_pos, self.policy.cabinet_joint_vel):
            term.params["asset_cfg"] = SceneEntityCfg("cabinet", joint_names=DRAWER)


@configclass
class EventCfg(franka.EventCfg):
    """Random friction, most at the handle; episodes begin at the defaults, the robot's joints near theirs."""

    def __post_init__(self) -> None:
        self.cabinet_physics_material.params |= {
            "asset_cfg": SceneEntityCfg("cabinet", body_names="drawer_handle_bottom"),
            "static_friction_range": (2.25, 2.5),
            "dynamic_friction_range": (2.0, 2.25),
        }


@configclass
class RewardsCfg(franka.RewardsCfg):
    """Approach the handle, grasp it, open the drawer, with little motion."""

    def __post_init__(self) -> None:
        for term in (self.open_drawer_bonus, self.multi_stage_open_drawer):
            term.params["asset_cfg"] = SceneEntityCfg("cabinet", joint_names=DRAWER)


@configclass
class CabinetEnvCfg(franka.CabinetEnvCfg):
    """Open the lower drawer; a robot sets itself, its actions, the frames of its gripper, and its fingers' joints."""

    scene: Any = CabinetSceneCfg(num_envs=4096, env_spacing=2.0)
    observations: Any = ObservationsCfg()
    rewards: Any = RewardsCfg()
    events: Any = EventCfg()


def _frame(body: str, name: str, y: float, z: float) -> FrameTransformerCfg.FrameCfg:
    return FrameTransformerCfg.FrameCfg(prim_path=f"{ROBOT}/{body}", name=name, offset=OffsetCfg(pos=(0.0, y, z)))


@configclass
class OpenArmCabinetEnvCfg(CabinetEnvCfg):
    """One OpenArm opens a drawer, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.OPENARM_UNI_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=["openarm_joint.*"], scale=1.0, use_default_offset=True
        )
        self.actions.gripper_action = mdp.BinaryJointPositionActionCfg(
            asset_name="robot",
            joint_names=[_FINGERS],
            open_command_expr={_FINGERS: 0.044},
            close_command_expr={_FINGERS: 0.0},
        )
        self.scene.ee_frame = FrameTransformerCfg(
            prim_path=f"{ROBOT}/openarm_link0",
            debug_vis=False,
            target_frames=[
                _frame("openarm_ee_tcp", "ee_tcp", 0.0, -0.003),
                _frame("openarm_left_finger", "tool_leftfinger", -0.005, 0.075),
                _frame("openarm_right_finger", "tool_rightfinger", 0.005, 0.075),
            ],
        )
        self.rewards.approach_gripper_handle.params["offset"] = 0.04
        self.rewards.grasp_handle.params["open_joint_pos"] = 0.044
        self.rewards.grasp_handle.params["asset_cfg"].joint_names = [_FINGERS]


@configclass
class OpenArmCabinetEnvCfg_PLAY(OpenArmCabinetEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """One OpenArm opens a drawer, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class NewerOpenArmCabinetEnvCfg(OpenArmCabinetEnvCfg):
    """The task as Isaac Lab 3.0.0 releases it, where how far the drawer came is logged."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = PhysxCfg(bounce_threshold_velocity=0.01)
        for actuator in self.scene.cabinet.actuators.values():
            actuator.joint_effort_limit, actuator.joint_velocity_limit = 87.0, 100.0
            actuator.effort_limit = actuator.velocity_limit = None
        self.rewards.open_drawer_bonus = RewardTermCfg(
            func=version_3.open_drawer_bonus,
            weight=7.5,
            params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=DRAWER), "success_threshold": 0.3},
        )

    def play_mode(self) -> None:
        """Change the config for watching a policy: few robots, without noise."""
        super().play_mode()
        self.scene.env_spacing = 2.5
