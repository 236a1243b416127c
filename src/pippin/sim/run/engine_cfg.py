"""Settings of the engines that Isaac Lab's code configures: accepted under their names, used where they mean something.

What has no counterpart in Pippin's engines is named in a warning, once, when it differs from its default.
"""

from __future__ import annotations

import logging
from typing import Any

from pippin.utils import configclass

logger = logging.getLogger("pippin")

_warned: set[str] = set()


@configclass
class PhysxCfg:
    """Settings of PhysX. None of them has an effect: Pippin's engines size and tune themselves otherwise."""

    solver_type: int = 1
    min_position_iteration_count: int = 1
    max_position_iteration_count: int = 255
    min_velocity_iteration_count: int = 0
    max_velocity_iteration_count: int = 255
    enable_ccd: bool = False
    enable_stabilization: bool = False
    enable_enhanced_determinism: bool = False
    enable_external_forces_every_iteration: bool = False
    solve_articulation_contact_last: bool = False
    bounce_threshold_velocity: float = 0.5
    friction_offset_threshold: float = 0.04
    friction_correlation_distance: float = 0.025
    gpu_max_rigid_contact_count: int = 2**23
    gpu_max_rigid_patch_count: int = 5 * 2**15
    gpu_found_lost_pairs_capacity: int = 2**21
    gpu_found_lost_aggregate_pairs_capacity: int = 2**25
    gpu_total_aggregate_pairs_capacity: int = 2**21
    gpu_collision_stack_size: int = 2**26
    gpu_heap_capacity: int = 2**26
    gpu_temp_buffer_capacity: int = 2**24
    gpu_max_num_partitions: int = 8
    gpu_max_soft_body_contacts: int = 2**20
    gpu_max_particle_contacts: int = 2**20


@configclass
class RenderCfg:
    """Settings of Omniverse's renderer. None of them has an effect."""

    enable_translucency: bool | None = None
    enable_reflections: bool | None = None
    enable_global_illumination: bool | None = None
    antialiasing_mode: str | None = None
    enable_dlssg: bool | None = None
    enable_dl_denoiser: bool | None = None
    dlss_mode: int | None = None
    enable_direct_lighting: bool | None = None
    samples_per_pixel: int | None = None
    enable_shadows: bool | None = None
    enable_ambient_occlusion: bool | None = None
    dome_light_upper_lower_strategy: int | None = None
    carb_settings: dict[str, Any] | None = None
    rendering_mode: str | None = None


@configclass
class MJWarpSolverCfg:
    """Settings of MuJoCo Warp as Isaac Lab names them; :class:`pippin.sim.SolverCfg` holds Pippin's own."""

    njmax: int | None = None
    """Rows of constraints in each environment; None sizes it from the scene."""

    nconmax: int | None = None
    """Contacts in each environment; None sizes it from the scene."""

    iterations: int = 100
    """Most iterations of the constraint solver."""

    ls_iterations: int = 50
    """Most iterations of its line search."""

    tolerance: float = 1e-6
    """Improvement of the scaled cost, and its scaled gradient, at which the solver ends; Pippin's default is 1e-8."""

    integrator: str = "euler"
    """"euler", "implicit", "implicitfast" or "rk4"; Isaac Lab's is "euler", Pippin's own default "implicitfast"."""

    cone: str = "pyramidal"
    """Friction cone, "pyramidal" or "elliptic"."""

    solver: str = "newton"
    """Algorithm of the constraint solver. Has no effect."""

    impratio: float = 1.0
    """Ratio of frictional to normal impedance. Has no effect."""

    ls_parallel: bool = False
    """Parallel line search. Has no effect."""

    use_mujoco_contacts: bool = True
    """Contacts by MuJoCo's collision detection. Has no effect: it always is."""

    use_mujoco_cpu: bool = False
    """Native MuJoCo. Has no effect: set ``SimulationCfg.backend``."""

    # The rest has no effect either: what Newton's interface to MuJoCo offers beside, with its defaults.
    solver_type: str = "mujoco_warp"
    disable_contacts: bool = False
    disable_sensors: bool = False
    default_actuator_gear: float | None = None
    actuator_gears: dict[str, float] | None = None
    update_data_interval: int = 1
    save_to_mjcf: str | None = None
    ccd_iterations: int = 35
    enable_multiccd: bool = False


@configclass
class NewtonCfg:
    """Settings of Newton as Isaac Lab names them."""

    num_substeps: int | None = None
    """Engine steps within one step; None lets the physics choose."""

    solver_cfg: MJWarpSolverCfg = MJWarpSolverCfg()
    """Settings of the solver."""

    use_cuda_graph: bool = True
    """Capture of the step on a GPU. Has no effect: it always is captured."""

    debug_mode: bool = False
    """Convergence statistics. Has no effect."""

    # The rest has no effect either: collisions are MuJoCo's, and soft bodies have settings of their own.
    deterministic: bool = False
    deterministic_mode: str = "not_guaranteed"
    collision_decimation: int = 0
    collision_cfg: Any = None
    soft_contact_cfg: Any = None
    default_shape_cfg: Any = None
    load_visual_shapes: bool | None = None
    bvh_constructor_geometry: str = "cubql"
    bvh_constructor_scene: str = "sah"
    bvh_constructor_gaussian: str = "cubql"


EFFECTIVE_FIELDS = {
    "NewtonCfg": {"num_substeps", "solver_cfg"},
    "MJWarpSolverCfg": {"njmax", "nconmax", "iterations", "ls_iterations", "tolerance", "integrator", "cone"},
}
"""Fields of this file's configs that reach the engine, by class name; all others are warned of when they are set."""


def warn_of_idle_fields(cfg: Any) -> None:
    """Warn, once in a process, of each field that has no effect but differs from its default."""
    defaults, name = type(cfg)(), type(cfg).__name__
    for field, default in vars(defaults).items():
        key = f"{name}.{field}"
        idle = field not in EFFECTIVE_FIELDS.get(name, ()) and getattr(cfg, field) != default
        if idle and key not in _warned:
            _warned.add(key)
            logger.warning("%s = %r has no effect: Pippin's engines have no such setting.", key, getattr(cfg, field))
