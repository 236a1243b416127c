"""A pole on the coupler of a linkage swings up, by torques on the crank. Values are Isaac Lab 3.0.0's."""

from __future__ import annotations

import math

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots import released as robots
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.tasks.fourbar_pole import mdp
from pippin.utils import configclass

CRANK = {"asset_cfg": SceneEntityCfg("robot", joint_names=["ground_to_crank"])}
POLE = {"asset_cfg": SceneEntityCfg("robot", joint_names=["coupler_to_pole"])}


def _begun(entity: dict[str, SceneEntityCfg], largest: float) -> EventTermCfg:
    """A joint within an angle of its default, at 0.5 rad/s at most."""
    ranges = {"position_range": (-largest, largest), "velocity_range": (-0.5, 0.5)}
    return EventTermCfg(func=mdp.reset_joints_by_offset, mode="reset", params={**entity, **ranges})


@configclass
class FourbarPoleSceneCfg(InteractiveSceneCfg):
    """A linkage with a pole, above a plane."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg(size=(100.0, 100.0)))
    robot: ArticulationCfg = robots.FOURBAR_POLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    dome_light = AssetBaseCfg(prim_path="/World/DomeLight", spawn=DomeLightCfg(color=(0.9, 0.9, 0.9), intensity=500.0))


@configclass
class ActionsCfg:
    """A torque on the crank."""

    joint_effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=["ground_to_crank"], scale=50.0)


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """The pole by its cosine and sine, as it turns all around, and the crank by its angle."""

        pole_cos = ObservationTermCfg(func=mdp.joint_pos_cos, params=POLE)
        pole_sin = ObservationTermCfg(func=mdp.joint_pos_sin, params=POLE)
        pole_vel = ObservationTermCfg(func=mdp.joint_vel_rel, params=POLE)
        crank_pos = ObservationTermCfg(func=mdp.joint_pos_rel, params=CRANK)
        crank_vel = ObservationTermCfg(func=mdp.joint_vel_rel, params=CRANK)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin. The loop is closed by an event here, and by the solver Kamino in Isaac Lab."""

    reset_crank_position = _begun(CRANK, 0.25 * math.pi)
    reset_pole_position = _begun(POLE, math.pi)
    close_linkage = EventTermCfg(func=mdp.close_linkage, mode="reset")


@configclass
class RewardsCfg:
    """Swing the pole up and hold it there, with little motion."""

    pole_upright = RewardTermCfg(
        func=mdp.pole_upright, weight=1.0, params={**POLE, "success_threshold": 0.9, "hold_time_s": 0.5}
    )
    pole_vel = RewardTermCfg(func=mdp.joint_vel_l1, weight=-0.01, params=POLE)
    crank_vel = RewardTermCfg(func=mdp.joint_vel_l1, weight=-0.05, params=CRANK)
    effort = RewardTermCfg(func=mdp.action_l2, weight=-0.01)


@configclass
class TerminationsCfg:
    """Episodes end by time."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class FourbarPoleSwingupEnvCfg(ManagerBasedRLEnvCfg):
    """Swing up a pole on the coupler of a linkage of four bars."""

    decimation = 2
    episode_length_s = 5.0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2)
    scene: FourbarPoleSceneCfg = FourbarPoleSceneCfg(num_envs=4096, env_spacing=4.0)
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    events: EventCfg = EventCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
