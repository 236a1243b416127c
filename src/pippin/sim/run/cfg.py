"""Configs of the simulation."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import field
from typing import Literal

from pippin.utils import configclass
from pippin.utils.checks import check_numbers, check_speed
from pippin.utils.presets import PresetCfg, resolve_presets

from ..spawners.physics_materials import RigidBodyMaterialCfg
from .engine_cfg import CouplerProxyCfg, MJWarpSolverCfg, NewtonCfg, PhysxCfg, RenderCfg, VBDSolverCfg


def default_device() -> str:
    """The first GPU where there is one, else the CPU."""
    import torch  # takes a second to import: only who simulates pays for it

    return "cuda:0" if torch.cuda.is_available() else "cpu"


@configclass
class SolverCfg:
    """Settings of the engine's solver."""

    integrator: Literal["implicitfast", "implicit", "euler", "rk4"] = "implicitfast"
    """Integrator of the equations of motion."""

    cone: Literal["pyramidal", "elliptic"] = "elliptic"
    """Shape of the friction cone: elliptic is exact; on a GPU it costs 0.97 to 1.44 times what pyramidal does."""

    friction_law: Literal["coulomb", "convex"] = "coulomb"
    """Law of friction: Coulomb's, as PhysX's, or MuJoCo's own convex one, with which bodies hop that slide. Settings of
    Newton bring the latter."""

    combines_materials: bool | None = None
    """Whether friction and restitution of two surfaces are combined as their materials ask (``friction_combine_mode``,
    ``restitution_combine_mode``), as in PhysX; else the larger friction counts, as in MuJoCo, and the mean restitution.
    None combines them with Coulomb's law."""

    iterations: int = 100
    """Most iterations of the constraint solver."""

    ls_iterations: int = 50
    """Most iterations of its line search."""

    tolerance: float = 1e-8
    """Improvement of the scaled cost, and its scaled gradient, at which the solver ends; see MuJoCo's ``tolerance``."""

    impratio: float | None = None
    """Stiffness of friction relative to that of a contact's normal; None takes 10 for elliptic cones, else 1."""

    contacts_per_env: int | None = None
    """Room for contacts in each environment; None sizes it from the scene."""

    constraints_per_env: int | None = None
    """Room for rows of constraints in each environment; None sizes it from the scene."""

    threads: int | None = None
    """Threads of a CPU backend; None takes all cores."""

    soft_iterations: int = 1
    """Fewest iterations for soft bodies in each engine step; those that ask for more
    (``DeformableBodyPropertiesCfg.solver_position_iteration_count``) have them."""

    soft_collision_distance: float | None = None
    """Distance [m] at which the surfaces of all soft bodies of an environment meet, themselves included; None leaves it
    to each body's ``DeformableBodyPropertiesCfg.self_collision``."""

    soft_friction: float | None = None
    """Coefficient of friction of all soft bodies; None leaves it to their materials."""


@configclass
class SimulationCfg:
    """What :class:`pippin.sim.SimulationContext` simulates with."""

    dt: float = 1.0 / 60.0
    """Length of one physics step [s]."""

    render_interval: int = 1
    """Physics steps from one rendered frame to the next."""

    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    """Gravitational acceleration in the world [m/s^2]."""

    device: str = field(default_factory=default_device)
    """Where the simulation and its arrays live: "cpu" or "cuda:N". On a machine without a GPU, "cuda" means the CPU."""

    backend: str | None = None
    """Name of the physics backend ("mujoco", "newton"); None takes the one that suits the device."""

    substeps: int | None = None
    """Engine steps within one physics step; None lets the physics choose."""

    moves_targets: bool = False
    """Whether the position target of a drive moves with its velocity target, and is reached at the end of a step."""

    solver: SolverCfg = SolverCfg()
    """Settings of the engine's solver."""

    physics_material: RigidBodyMaterialCfg = RigidBodyMaterialCfg()
    """Material of colliders that have none of their own; settings of Newton bring their own friction."""

    physics_prim_path: str = "/physicsScene"
    """Path of the prim that describes the physics scene on the stage."""

    physics: PhysxCfg | NewtonCfg | PresetCfg | None = None
    """Engine settings under Isaac Lab's names; those of Newton replace ``substeps`` and ``solver``. Of alternatives the
    default counts where none was chosen."""

    physx: PhysxCfg = PhysxCfg()
    """Settings of PhysX, unless ``physics`` is such: how fast bodies meet that bounce; others have no effect, and are
    warned of when they are changed."""

    newton_cfg: NewtonCfg | None = None
    """Another name of ``physics`` for settings of Newton."""

    joint_order: Literal["physx", "mjwarp"] = "physx"
    """Order of the joints and links of articulations that ask for none: "physx" level by level from the root, "mjwarp"
    branch by branch. Settings of Newton bring their own."""

    zero_until_update: bool = False
    """Whether sensors of motion and of joints' wrenches read 0 from a reset to the next ``update()``, as those of Isaac
    Lab 3; otherwise they measure whenever they are read."""

    hold_until_update: bool = False
    """Whether data of assets that were read or written stay what they were from a step to the next ``update()``, as
    with PhysX in Isaac Lab; otherwise they are those after the step, as with its Newton backend. Settings of Newton
    whose ``joint_order`` is Newton's hold nothing."""

    gravity_with_length: bool = False
    """Whether ``GRAVITY_VEC_W`` of assets' data is gravity [m/s^2], as with Newton in Isaac Lab 3; otherwise it is its
    direction. Settings of Newton whose ``joint_order`` is Newton's switch it on."""

    narrow_grid: bool = False
    """Whether rows of the grid of environments are as long as the root of their number, rounded down, as in Isaac Lab
    up to version 2; otherwise there are as many rows as the root, rounded up. They may differ where the number is no
    square."""

    variants_by_strategy: bool = False
    """Whether a scene's ``clone_cfg.clone_strategy`` chooses among the assets of a ``MultiAssetSpawnerCfg`` for each
    environment, as in Isaac Lab 3; otherwise the spawner does so by its ``random_choice``, as up to version 2."""

    render: RenderCfg = RenderCfg()
    """Settings of Omniverse's renderer: without effect, and warned of when they are changed."""


_default_config: Callable[[], SimulationCfg] = SimulationCfg


def default_simulation_cfg() -> SimulationCfg:
    """Config of a simulation where another config, as that of an environment, has one and a program says nothing.

    It is Pippin's, or that of the dialect that a program speaks (:func:`set_default_simulation_cfg`).
    """
    return _default_config()


def set_default_simulation_cfg(make: Callable[[], SimulationCfg]) -> None:
    """Let a function, such as a class of configs, make the config of simulations that a program says nothing of."""
    global _default_config
    _default_config = make


BOUNDS_OF_SOLVER = (
    *("iterations", "ls_iterations", "contacts_per_env", "constraints_per_env", "threads", "soft_iterations"),
)
CHOICES_OF_SOLVER = {
    "integrator": ("implicitfast", "implicit", "euler", "rk4"),
    "cone": ("pyramidal", "elliptic"),
    "friction_law": ("coulomb", "convex"),
}


def resolve_cfg(cfg: SimulationCfg) -> SimulationCfg:
    """Copy of a config, checked, with its engine settings in ``substeps`` and ``solver`` and its device as it will be.

    Raises:
        ValueError: A value is outside its range.
    """
    cfg = resolve_presets(cfg.copy())
    cfg.validate()
    newton = cfg.newton_cfg if cfg.newton_cfg is not None else cfg.physics
    if isinstance(newton, NewtonCfg):
        _adopt_newton_settings(cfg, newton)
    _check_numbers(cfg)
    return cfg


def _adopt_newton_settings(cfg: SimulationCfg, newton: NewtonCfg) -> None:
    """Write the settings that Isaac Lab gives Newton into Pippin's own."""
    cfg.joint_order = newton.joint_order
    cfg.hold_until_update = cfg.hold_until_update and newton.joint_order == "physx"
    cfg.gravity_with_length = cfg.gravity_with_length or newton.joint_order == "mjwarp"
    cfg.substeps = newton.num_substeps if newton.num_substeps is not None else cfg.substeps
    rigid, soft = _solvers(newton)
    if soft is not None:
        cfg.solver.soft_iterations = soft.iterations
        if soft.particle_enable_self_contact:
            cfg.solver.soft_collision_distance = soft.particle_self_contact_radius
    if newton.soft_contact_cfg is not None:
        cfg.solver.soft_friction = newton.soft_contact_cfg.soft_contact_mu
    for name in ("iterations", "ls_iterations", "tolerance", "integrator", "cone", "friction_law", "impratio"):
        setattr(cfg.solver, name, getattr(rigid, name))
    if cfg.physics_material == RigidBodyMaterialCfg():
        friction = newton.default_shape_cfg.mu
        cfg.physics_material = RigidBodyMaterialCfg(static_friction=friction, dynamic_friction=friction)
    cfg.solver.contacts_per_env = rigid.nconmax
    cfg.solver.constraints_per_env = rigid.njmax


def bounce_threshold(cfg: SimulationCfg) -> float:
    """Speed along the normal below which bodies that meet do not bounce [m/s]."""
    engine = cfg.physics if isinstance(cfg.physics, PhysxCfg) else cfg.physx
    return engine.bounce_threshold_velocity if isinstance(engine, PhysxCfg) else PhysxCfg().bounce_threshold_velocity


def _solvers(newton: NewtonCfg) -> tuple[MJWarpSolverCfg, VBDSolverCfg | None]:
    """Settings of the solver of rigid bodies, and of that of soft ones, if they are given.

    Raises:
        ValueError: Several solvers of one kind are coupled.
    """
    given = newton.solver_cfg
    solvers = [entry.solver_cfg for entry in given.entries] if isinstance(given, CouplerProxyCfg) else [given]
    soft = [solver for solver in solvers if isinstance(solver, VBDSolverCfg)]
    rigid = [solver for solver in solvers if not isinstance(solver, VBDSolverCfg)]
    if len(soft) > 1 or len(rigid) > 1:
        kinds = ", ".join(type(solver).__name__ for solver in solvers)
        raise ValueError(
            f"CouplerProxyCfg.entries couple the solvers {kinds}; expected one of rigid bodies and one of soft ones."
        )
    return rigid[0] if rigid else MJWarpSolverCfg(), soft[0] if soft else None


def _check_numbers(cfg: SimulationCfg) -> None:
    """Refuse values that no simulation can run with."""
    if not isinstance(cfg.dt, numbers.Real) or not 0.0 < cfg.dt < float("inf"):
        raise ValueError(f"SimulationCfg.dt is {cfg.dt!r}: it should be a positive number of seconds.")
    check_numbers("SimulationCfg.gravity", cfg.gravity, 3)
    counts = {"render_interval": cfg.render_interval, "substeps": cfg.substeps}
    counts |= {f"solver.{name}": getattr(cfg.solver, name) for name in BOUNDS_OF_SOLVER}
    for name, value in counts.items():
        if value is not None and (not isinstance(value, int) or value < 1):
            raise ValueError(f"SimulationCfg.{name} is {value!r}: it should be a whole number from 1 on.")
    if not isinstance(cfg.solver.tolerance, numbers.Real) or not 0.0 <= cfg.solver.tolerance < 1.0:
        raise ValueError(f"SimulationCfg.solver.tolerance is {cfg.solver.tolerance!r}: it should be from 0 to below 1.")
    impratio = cfg.solver.impratio
    if impratio is not None and (not isinstance(impratio, numbers.Real) or not 0.0 < impratio < float("inf")):
        raise ValueError(f"SimulationCfg.solver.impratio is {impratio!r}: it should be a positive number, or None.")
    check_speed("PhysxCfg.bounce_threshold_velocity", bounce_threshold(cfg))
    if cfg.solver.combines_materials not in (None, True, False):
        given = cfg.solver.combines_materials
        raise ValueError(f"SimulationCfg.solver.combines_materials is {given!r}: it should be True, False or None.")
    distance = cfg.solver.soft_collision_distance
    if distance is not None and (not isinstance(distance, numbers.Real) or not 0.0 < distance < float("inf")):
        raise ValueError(
            f"SimulationCfg.solver.soft_collision_distance is {distance!r}: it should be a positive number of metres, "
            "or None."
        )
    friction = cfg.solver.soft_friction
    if friction is not None and (not isinstance(friction, numbers.Real) or not 0.0 <= friction < float("inf")):
        raise ValueError(f"SimulationCfg.solver.soft_friction is {friction!r}: it should be at least 0, or None.")
    if cfg.joint_order not in ("physx", "mjwarp"):
        raise ValueError(f"SimulationCfg.joint_order is {cfg.joint_order!r}: it should be 'physx' or 'mjwarp'.")
    for name, choices in CHOICES_OF_SOLVER.items():
        value = getattr(cfg.solver, name)
        if value not in choices:
            raise ValueError(f"SimulationCfg.solver.{name} is {value!r}: it should be one of {', '.join(choices)}.")
