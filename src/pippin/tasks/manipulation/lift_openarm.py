"""Lifting a cube with OpenArm. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math

from pippin.envs.managers import SceneEntityCfg
from pippin.robots import released
from pippin.sensors import FrameTransformerCfg
from pippin.tasks.manipulation import lift_mdp as mdp
from pippin.tasks.manipulation.lift_env_cfg import LiftEnvCfg
from pippin.tasks.manipulation.lift_franka import cube_cfg
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.tasks.manipulation.scenes import make_playable
from pippin.utils import configclass

_ARM, _FINGERS = "openarm_joint.*", "openarm_finger_joint.*"


@configclass
class OpenArmCubeLiftEnvCfg(LiftEnvCfg):
    """One OpenArm lifts a cube, by targets of its joints, to places that are nearer than Franka's."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.OPENARM_UNI_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=[_ARM], scale=0.5, use_default_offset=True
        )
        self.actions.gripper_action = mdp.BinaryJointPositionActionCfg(
            asset_name="robot",
            joint_names=[_FINGERS],
            open_command_expr={_FINGERS: 0.044},
            close_command_expr={_FINGERS: 0.0},
        )
        policy = self.observations.policy
        for term in (policy.joint_pos, policy.joint_vel, self.rewards.joint_vel):
            term.params["asset_cfg"] = SceneEntityCfg("robot", joint_names=[_ARM, _FINGERS])
        self.rewards.reaching_object.weight = 1.1
        command = self.commands.object_pose
        command.body_name = "openarm_hand"
        command.ranges.pos_x, command.ranges.pos_y, command.ranges.pos_z = (0.2, 0.4), (-0.2, 0.2), (0.15, 0.4)
        command.ranges.pitch = (math.pi / 2, math.pi / 2)
        self.scene.object = cube_cfg()
        self.scene.object.init_state.pos = (0.4, 0.0, 0.055)
        self.scene.ee_frame = FrameTransformerCfg(
            prim_path=f"{ROBOT}/openarm_link0",
            debug_vis=False,
            target_frames=[
                FrameTransformerCfg.FrameCfg(prim_path=f"{ROBOT}/openarm_ee_tcp", name="end_effector"),
            ],
        )


@configclass
class OpenArmCubeLiftEnvCfg_PLAY(OpenArmCubeLiftEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """One OpenArm lifts a cube, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
