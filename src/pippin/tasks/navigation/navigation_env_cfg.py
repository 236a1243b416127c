"""ANYmal C goes to places on a plane, on top of a policy that walks. Values are those of Isaac Lab 2.3.2.

The walking policy is a file that Isaac Lab's servers have ("Policies/ANYmal-C/Blind/policy.pt"): name a folder with a
copy in ``PIPPIN_ASSETS_ROOT``, or set ``actions.pre_trained_policy_action.policy_path`` to one that was trained here
(``Isaac-Velocity-Flat-Anymal-C-v0``, exported by the play program).
"""

from __future__ import annotations

import math
from typing import Any

from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.sim import SimulationCfg
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS, make_playable
from pippin.tasks.navigation import mdp
from pippin.tasks.velocity.quadrupeds import AnymalCFlatEnvCfg
from pippin.utils import configclass

LOW_LEVEL_ENV_CFG = AnymalCFlatEnvCfg()
"""What the walking policy was trained with."""


@configclass
class EventCfg:
    """Where episodes begin: anywhere within half a metre, with any heading, at rest."""

    reset_base = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={"pose_range": {"x": (-0.5, 0.5), "y": (-0.5, 0.5), "yaw": (-3.14, 3.14)}, "velocity_range": {}},
    )


@configclass
class ActionsCfg:
    """Velocities for the walking policy."""

    pre_trained_policy_action: mdp.PreTrainedPolicyActionCfg = mdp.PreTrainedPolicyActionCfg(
        asset_name="robot",
        policy_path=f"{ISAAC_ASSETS}/IsaacLab/Policies/ANYmal-C/Blind/policy.pt",
        low_level_decimation=4,
        low_level_actions=LOW_LEVEL_ENV_CFG.actions.joint_pos,
        low_level_observations=LOW_LEVEL_ENV_CFG.observations.policy,
    )


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Velocity, uprightness, and the way to the goal."""

        base_lin_vel = ObservationTermCfg(func=mdp.base_lin_vel)
        projected_gravity = ObservationTermCfg(func=mdp.projected_gravity)
        pose_command = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "pose_command"})

    policy: PolicyCfg = PolicyCfg()


def _nearness(std: float) -> RewardTermCfg:
    params = {"std": std, "command_name": "pose_command"}
    return RewardTermCfg(func=mdp.position_command_error_tanh, weight=0.5, params=params)


@configclass
class RewardsCfg:
    """Be at the goal, turned as commanded, without falling."""

    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-400.0)
    position_tracking = _nearness(2.0)
    position_tracking_fine_grained = _nearness(0.2)
    orientation_tracking = RewardTermCfg(
        func=mdp.heading_command_error_abs, weight=-0.2, params={"command_name": "pose_command"}
    )


@configclass
class CommandsCfg:
    """A place within 3 m and a heading, for the whole episode."""

    pose_command = mdp.UniformPose2dCommandCfg(
        asset_name="robot",
        simple_heading=False,
        resampling_time_range=(8.0, 8.0),
        debug_vis=True,
        ranges=mdp.UniformPose2dCommandCfg.Ranges(pos_x=(-3.0, 3.0), pos_y=(-3.0, 3.0), heading=(-math.pi, math.pi)),
    )


@configclass
class TerminationsCfg:
    """Time is over, or the trunk touches the ground."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    base_contact = TerminationTermCfg(
        func=mdp.illegal_contact,
        params={"sensor_cfg": SceneEntityCfg("contact_forces", body_names="base"), "threshold": 1.0},
    )


@configclass
class NavigationEnvCfg(ManagerBasedRLEnvCfg):
    """Go to places."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = LOW_LEVEL_ENV_CFG.scene
    actions: Any = ActionsCfg()
    observations: Any = ObservationsCfg()
    events: Any = EventCfg()
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()

    def __post_init__(self) -> None:
        self.sim.dt = LOW_LEVEL_ENV_CFG.sim.dt
        self.sim.render_interval = LOW_LEVEL_ENV_CFG.decimation
        self.decimation = LOW_LEVEL_ENV_CFG.decimation * 10
        self.episode_length_s = self.commands.pose_command.resampling_time_range[1]
        if self.scene.height_scanner is not None:
            self.scene.height_scanner.update_period = (
                self.actions.pre_trained_policy_action.low_level_decimation * self.sim.dt
            )
        if self.scene.contact_forces is not None:
            self.scene.contact_forces.update_period = self.sim.dt


@configclass
class NavigationEnvCfg_PLAY(NavigationEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Go to places, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
