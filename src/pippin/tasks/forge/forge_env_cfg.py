"""A Panda that puts parts together gently. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.envs import mdp
from pippin.envs.managers import EventTermCfg as EventTerm
from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.factory.factory_env_cfg import (
    OBS_DIM_CFG,
    STATE_DIM_CFG,
    THREAD_SUBSTEPS,
    CtrlCfg,
    FactoryEnvCfg,
    ObsRandCfg,
)
from pippin.utils import configclass

from .forge_events import randomize_dead_zone
from .forge_tasks_cfg import ForgeGearMesh, ForgeNutThread, ForgePegInsert, ForgeTask

_FELT = {"force_threshold": 1, "ft_force": 3}
OBS_DIM_CFG.update(_FELT)
STATE_DIM_CFG.update(_FELT)


@configclass
class ForgeCtrlCfg(CtrlCfg):
    """The controller of the hand, whose parameters are drawn with each episode."""

    ema_factor_range = [0.025, 0.1]
    """Range of the share of a new action."""
    default_task_prop_gains = [565.0, 565.0, 565.0, 28.0, 28.0, 28.0]
    task_prop_gains_noise_level = [0.41, 0.41, 0.41, 0.41, 0.41, 0.41]
    """By which share values are at most larger, or their inverses; below for how far targets may be."""
    pos_threshold_noise_level = [0.25, 0.25, 0.25]
    rot_threshold_noise_level = [0.29, 0.29, 0.29]
    default_dead_zone = [5.0, 5.0, 5.0, 1.0, 1.0, 1.0]
    """Most that each component of the wrench on the hand loses of its amount [N and N m]."""


@configclass
class ForgeObsRandCfg(ObsRandCfg):
    """Noise of what is seen and felt, by standard deviations."""

    fingertip_pos = 0.00025
    """Of the hand's place [m]."""
    fingertip_rot_deg = 0.1
    """Of its rotation about a random axis [deg]."""
    ft_force = 1.0
    """Of the force [N]."""


def _friction(asset: SceneEntityCfg, static: tuple[float, float], dynamic: float, num_buckets: int) -> EventTerm:
    return EventTerm(
        func=mdp.randomize_rigid_body_material,
        mode="startup",
        params={
            "asset_cfg": asset,
            "static_friction_range": static,
            "dynamic_friction_range": (dynamic, dynamic),
            "restitution_range": (0.0, 0.0),
            "num_buckets": num_buckets,
        },
    )


@configclass
class EventCfg:
    """What is drawn anew: masses and frictions, and how much of a small wrench the hand loses."""

    object_scale_mass = EventTerm(
        func=mdp.randomize_rigid_body_mass,
        mode="reset",
        params={
            "asset_cfg": SceneEntityCfg("held_asset"),
            "mass_distribution_params": (-0.005, 0.005),
            "operation": "add",
            "distribution": "uniform",
        },
    )
    held_physics_material = _friction(SceneEntityCfg("held_asset"), (0.75, 0.75), 0.75, 1)
    fixed_physics_material = _friction(SceneEntityCfg("fixed_asset"), (0.25, 1.25), 0.25, 128)
    robot_physics_material = _friction(SceneEntityCfg("robot", body_names=".*"), (0.75, 0.75), 0.75, 1)
    dead_zone_thresholds = EventTerm(func=randomize_dead_zone, mode="interval", interval_range_s=(2.0, 2.0))


@configclass
class ForgeEnvCfg(FactoryEnvCfg):
    """Put parts together gently, by poses of the hand from the top of what stays."""

    action_space: int = 7
    obs_rand: ForgeObsRandCfg = ForgeObsRandCfg()
    ctrl: ForgeCtrlCfg = ForgeCtrlCfg()
    task: ForgeTask = ForgeTask()
    events: EventCfg = EventCfg()

    ft_smoothing_factor: float = 0.25
    """Share of a new measurement of the force; the rest is what was felt before."""

    obs_order: list = [
        "fingertip_pos_rel_fixed",
        "fingertip_quat",
        "ee_linvel",
        "ee_angvel",
        "ft_force",
        "force_threshold",
    ]
    state_order: list = [
        "fingertip_pos",
        "fingertip_quat",
        "ee_linvel",
        "ee_angvel",
        "joint_pos",
        "held_pos",
        "held_pos_rel_fixed",
        "held_quat",
        "fixed_pos",
        "fixed_quat",
        "task_prop_gains",
        "ema_factor",
        "ft_force",
        "pos_threshold",
        "rot_threshold",
        "force_threshold",
    ]


@configclass
class ForgeTaskPegInsertCfg(ForgeEnvCfg):
    """Put a peg of 8 mm into its hole, gently."""

    task_name = "peg_insert"
    task: ForgeTask = ForgePegInsert()
    episode_length_s = 10.0


@configclass
class ForgeTaskGearMeshCfg(ForgeEnvCfg):
    """Put a gear onto its shaft, between two others, gently."""

    task_name = "gear_mesh"
    task: ForgeTask = ForgeGearMesh()
    episode_length_s = 20.0


@configclass
class ForgeTaskNutThreadCfg(ForgeEnvCfg):
    """Screw a nut onto a bolt, gently."""

    task_name = "nut_thread"
    task: ForgeTask = ForgeNutThread()
    episode_length_s = 30.0

    def __post_init__(self) -> None:
        """Let the engine make small steps."""
        self.sim.substeps = THREAD_SUBSTEPS
