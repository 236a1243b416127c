"""A Shadow hand that turns a cube to given orientations. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.assets import ArticulationCfg, RigidObjectCfg
from pippin.envs import mdp
from pippin.envs.managers import EventTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.markers import VisualizationMarkersCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.reorient.reorient_env import AllegroHandEnvCfg, cube_cfg, goal_cfg
from pippin.utils import configclass
from pippin.utils.noise import GaussianNoiseCfg, NoiseModelWithAdditiveBiasCfg

_JOINTS = {"WR": (1, 0), "FF": (3, 2, 1), "MF": (3, 2, 1), "RF": (3, 2, 1), "LF": (4, 3, 2, 1), "TH": (4, 3, 2, 1, 0)}
"""Numbers of the joints that are driven; the others follow by tendons."""

_PHYSX = PhysxCfg(bounce_threshold_velocity=0.2)
_MATERIAL = RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0)


@configclass
class ShadowHandEnvCfg(AllegroHandEnvCfg):
    """A Shadow hand: targets of 20 joints; joints, cube, goal and fingertips seen."""

    decimation = 2
    action_space = 20
    observation_space = 157
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics_material=_MATERIAL, physx=_PHYSX)
    robot_cfg: ArticulationCfg = released.SHADOW_HAND_2_CFG.replace(
        prim_path="/World/envs/env_.*/Robot",
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.5), joint_pos={".*": 0.0}),
    )
    actuated_joint_names: list[str] = [f"robot0_{part}J{index}" for part, ids in _JOINTS.items() for index in ids]
    fingertip_body_names: list[str] = [f"robot0_{finger}distal" for finger in ("ff", "mf", "rf", "lf", "th")]
    object_cfg: RigidObjectCfg = cube_cfg(position=(0.0, -0.39, 0.6), density=567.0, scale=1.0)
    goal_object_cfg: VisualizationMarkersCfg = goal_cfg(scale=1.0)
    success_tolerance: float = 0.1


def physics_of(asset: str, restitution: float = 1.0) -> dict[str, Any]:
    """Friction and restitution of an asset, new at most every 720 steps."""
    return {
        "func": mdp.randomize_rigid_body_material,
        "mode": "reset",
        "min_step_count_between_reset": 720,
        "params": {
            "asset_cfg": SceneEntityCfg(asset),
            "static_friction_range": (0.7, 1.3),
            "dynamic_friction_range": (1.0, 1.0),
            "restitution_range": (restitution, restitution),
            "num_buckets": 250,
        },
    }


_LOG_UNIFORM = {
    "stiffness_distribution_params": (0.75, 1.5),
    "damping_distribution_params": (0.3, 3.0),
    "operation": "scale",
    "distribution": "log_uniform",
}


@configclass
class EventCfg:
    """Hand, cube and gravity differ from one environment and episode to the next."""

    robot_physics_material = EventTermCfg(**physics_of("robot"))
    robot_joint_stiffness_and_damping = EventTermCfg(
        func=mdp.randomize_actuator_gains,
        mode="reset",
        min_step_count_between_reset=720,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=".*"), **_LOG_UNIFORM},
    )
    robot_joint_pos_limits = EventTermCfg(
        func=mdp.randomize_joint_parameters,
        mode="reset",
        min_step_count_between_reset=720,
        params={
            "asset_cfg": SceneEntityCfg("robot", joint_names=".*"),
            "lower_limit_distribution_params": (0.0, 0.01),
            "upper_limit_distribution_params": (0.0, 0.01),
            "operation": "add",
            "distribution": "gaussian",
        },
    )
    robot_tendon_properties = EventTermCfg(
        func=mdp.randomize_fixed_tendon_parameters,
        mode="reset",
        min_step_count_between_reset=720,
        params={"asset_cfg": SceneEntityCfg("robot", fixed_tendon_names=".*"), **_LOG_UNIFORM},
    )
    object_physics_material = EventTermCfg(**physics_of("object"))
    object_scale_mass = EventTermCfg(
        func=mdp.randomize_rigid_body_mass,
        mode="reset",
        min_step_count_between_reset=720,
        params={
            "asset_cfg": SceneEntityCfg("object"),
            "mass_distribution_params": (0.5, 1.5),
            "operation": "scale",
            "distribution": "uniform",
        },
    )
    reset_gravity = EventTermCfg(
        func=mdp.randomize_physics_scene_gravity,
        mode="interval",
        is_global_time=True,
        interval_range_s=(36.0, 36.0),
        params={
            "gravity_distribution_params": ([0.0, 0.0, 0.0], [0.0, 0.0, 0.4]),
            "operation": "add",
            "distribution": "gaussian",
        },
    )


def noise_and_bias(std: float, bias_std: float) -> NoiseModelWithAdditiveBiasCfg:
    """Noise of each step, and a bias that is drawn at each reset."""
    return NoiseModelWithAdditiveBiasCfg(
        noise_cfg=GaussianNoiseCfg(mean=0.0, std=std, operation="add"),
        bias_noise_cfg=GaussianNoiseCfg(mean=0.0, std=bias_std, operation="abs"),
    )


@configclass
class ShadowHandOpenAIEnvCfg(ShadowHandEnvCfg):
    """The same, with what cameras and gloves see for the policy, all for the critic, and random physics and noise."""

    decimation = 3
    episode_length_s = 8.0
    observation_space = 42
    state_space = 187
    asymmetric_obs: bool = True
    obs_type: str = "openai"
    sim: SimulationCfg = SimulationCfg(dt=1 / 60, render_interval=3, physics_material=_MATERIAL, physx=_PHYSX)
    fall_penalty: float = -50.0
    success_tolerance: float = 0.4
    max_consecutive_success: int = 50
    act_moving_average: float = 0.3
    events: EventCfg = EventCfg()
    action_noise_model: NoiseModelWithAdditiveBiasCfg = noise_and_bias(0.05, 0.015)
    observation_noise_model: NoiseModelWithAdditiveBiasCfg = noise_and_bias(0.002, 0.0001)
