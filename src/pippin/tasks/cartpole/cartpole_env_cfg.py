"""Cartpole with managers. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

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
from pippin.tasks.cartpole import mdp
from pippin.utils import configclass

CART = SceneEntityCfg("robot", joint_names=["slider_to_cart"])
POLE = SceneEntityCfg("robot", joint_names=["cart_to_pole"])


@configclass
class CartpoleSceneCfg(InteractiveSceneCfg):
    """A cart with a pole, on a plane."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg(size=(100.0, 100.0)))
    robot: ArticulationCfg = robots.CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    dome_light = AssetBaseCfg(prim_path="/World/DomeLight", spawn=DomeLightCfg(color=(0.9, 0.9, 0.9), intensity=500.0))


@configclass
class ActionsCfg:
    """A force on the cart."""

    joint_effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=["slider_to_cart"], scale=100.0)


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Positions and velocities of both joints."""

        joint_pos_rel = ObservationTermCfg(func=mdp.joint_pos_rel)
        joint_vel_rel = ObservationTermCfg(func=mdp.joint_vel_rel)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin."""

    reset_cart_position = EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={"asset_cfg": CART, "position_range": (-1.0, 1.0), "velocity_range": (-0.5, 0.5)},
    )
    reset_pole_position = EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={
            "asset_cfg": POLE,
            "position_range": (-0.25 * math.pi, 0.25 * math.pi),
            "velocity_range": (-0.25 * math.pi, 0.25 * math.pi),
        },
    )


@configclass
class RewardsCfg:
    """An upright pole, and little motion."""

    alive = RewardTermCfg(func=mdp.is_alive, weight=1.0)
    terminating = RewardTermCfg(func=mdp.is_terminated, weight=-2.0)
    pole_pos = RewardTermCfg(func=mdp.joint_pos_target_l2, weight=-1.0, params={"asset_cfg": POLE, "target": 0.0})
    cart_vel = RewardTermCfg(func=mdp.joint_vel_l1, weight=-0.01, params={"asset_cfg": CART})
    pole_vel = RewardTermCfg(func=mdp.joint_vel_l1, weight=-0.005, params={"asset_cfg": POLE})


@configclass
class TerminationsCfg:
    """The cart leaves its range, or time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    cart_out_of_bounds = TerminationTermCfg(
        func=mdp.joint_pos_out_of_manual_limit, params={"asset_cfg": CART, "bounds": (-3.0, 3.0)}
    )


@configclass
class CartpoleEnvCfg(ManagerBasedRLEnvCfg):
    """Cartpole."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = CartpoleSceneCfg(num_envs=4096, env_spacing=4.0)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    events: Any = EventCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()

    def __post_init__(self) -> None:
        self.decimation = 2
        self.episode_length_s = 5
        self.viewer.eye = (8.0, 0.0, 5.0)
        self.sim.dt = 1 / 120
        self.sim.render_interval = self.decimation
