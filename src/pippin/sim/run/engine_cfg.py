"""Settings of the engines under Isaac Lab's names, as far as they reach the engine here.

What else programs may set there is in the tables of ``pippin-isaac``.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.utils import configclass


@configclass
class PhysxCfg:
    """Settings of PhysX that have an effect: to name it asks for what is truest to PhysX."""

    bounce_threshold_velocity: float = 0.5
    """Speed along the normal below which bodies that meet do not bounce, whatever their restitution [m/s]."""


@configclass
class RenderCfg:
    """Settings of Omniverse's renderer, of which none has an effect."""


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

    friction_law: str = "convex"
    """Law of friction, "convex" as Newton's, or "coulomb", Pippin's own default; Isaac Lab has no such setting."""

    impratio: float = 1.0
    """Stiffness of friction relative to that of a contact's normal; Pippin's own default is 10 for "elliptic"."""


@configclass
class VBDSolverCfg:
    """Settings of Newton's vertex block descent, which moves soft bodies here, as Isaac Lab names them.

    Rigid bodies are the engine's all the same, with the defaults of :class:`MJWarpSolverCfg`.
    """

    iterations: int = 10
    """Iterations in each engine step. More than those of a soft body (``solver_position_iteration_count``, 20 where it
    is not given) act; fewer do not, since contacts with rigid bodies are exact with no fewer."""

    particle_enable_self_contact: bool = False
    """Whether the surfaces of all soft bodies of an environment collide, with themselves and with each other."""

    particle_self_contact_radius: float = 0.005
    """Distance at which they meet [m]."""


@configclass
class CouplerEntryCfg:
    """One of the solvers that Isaac Lab couples."""

    name: str = MISSING
    """Its name."""

    solver_cfg: MJWarpSolverCfg | VBDSolverCfg = MISSING
    """Its settings."""


@configclass
class CouplerProxyCfg:
    """A solver of rigid bodies and one of soft bodies, coupled, as Isaac Lab names it.

    Rigid and soft bodies are coupled here in any case, all of them, by the forces of their contacts: each entry says
    how its own bodies are solved.
    """

    entries: list[CouplerEntryCfg] = []
    """The solvers, one of each kind at most."""


@configclass
class NewtonSoftContactCfg:
    """How soft bodies touch rigid ones, as Isaac Lab names it."""

    soft_contact_mu: float = 0.5
    """Coefficient of friction of all soft bodies. Of two surfaces that touch, the larger coefficient counts; in Isaac
    Lab the root of their product does."""


@configclass
class NewtonShapeCfg:
    """Defaults of Newton's shapes as Isaac Lab names them."""

    mu: float = 1.0
    """Coefficient of friction of colliders without a material: Newton knows no material of the simulation."""


@configclass
class NewtonCfg:
    """Settings of Newton as Isaac Lab names them."""

    num_substeps: int | None = None
    """Engine steps within one step; None lets the physics choose."""

    solver_cfg: MJWarpSolverCfg | VBDSolverCfg | CouplerProxyCfg = MJWarpSolverCfg()
    """Settings of the solver: of that of rigid bodies, of that of soft ones, or of both."""

    soft_contact_cfg: NewtonSoftContactCfg | None = None
    """How soft bodies rub; None leaves it to their materials."""

    default_shape_cfg: NewtonShapeCfg = NewtonShapeCfg()
    """How colliders without a material rub, unless ``SimulationCfg.physics_material`` is changed."""

    joint_order: Literal["physx", "mjwarp"] = "mjwarp"
    """Order of the joints and links of articulations that ask for none; Isaac Lab's Newton goes branch by branch."""
