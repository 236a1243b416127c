"""Engines that Isaac Lab 3.0.0's tasks offer (``physics=newton_mjwarp``), with the settings that it gives each.

Those of MuJoCo Warp act here: substeps, friction cone, its stiffness, iterations, integrator. Sizes of buffers
(``njmax``, ``nconmax``) are left to the scene, since other robots stand in for those of the release, and so is the
stiffness of contacts (``ke``, ``kd``), which has no effect here. ``newton_kamino``, another solver, is not offered. Of
PhysX the speed from which on bodies bounce acts.
"""

from __future__ import annotations

from typing import Any

from pippin.sensors.camera import NewtonWarpRendererCfg, RendererCfg
from pippin.sim import MJWarpSolverCfg, NewtonCfg, PhysxCfg
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg


def mjwarp(substeps: int = 2, cone: str = "pyramidal", impratio: float = 1.0, ls_iterations: int = 50) -> NewtonCfg:
    """Settings of MuJoCo Warp as those tasks give them.

    Args:
        substeps: Engine steps within a step of the physics.
        cone: Friction cone.
        impratio: Stiffness of friction relative to that of a contact's normal.
        ls_iterations: Most iterations of the line search.
    """
    solver = MJWarpSolverCfg(integrator="implicitfast", cone=cone, impratio=impratio, ls_iterations=ls_iterations)
    return NewtonCfg(num_substeps=substeps, solver_cfg=solver)


@configclass
class CartpolePhysicsCfg(PresetCfg):
    """Engines of Cartpole, and of a pendulum on it."""

    isaacsim_physx: PhysxCfg = PhysxCfg()
    ovphysx: PhysxCfg = PhysxCfg()
    physx: PhysxCfg = PhysxCfg()
    newton_mjwarp: NewtonCfg = mjwarp(substeps=1)
    default: NewtonCfg = mjwarp(substeps=1)


@configclass
class RendererPresetCfg(PresetCfg):
    """Renderers of cameras; all of them are Pippin's."""

    default: RendererCfg = NewtonWarpRendererCfg()
    rtx: RendererCfg = NewtonWarpRendererCfg()
    ovrtx: RendererCfg = NewtonWarpRendererCfg()
    isaacsim_rtx: RendererCfg = NewtonWarpRendererCfg()
    newton_renderer: RendererCfg = NewtonWarpRendererCfg()


@configclass
class AntPhysicsCfg(CartpolePhysicsCfg):
    """Engines of ant."""

    isaacsim_physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.2)
    physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.2)


@configclass
class HumanoidPhysicsCfg(AntPhysicsCfg):
    """Engines of humanoid."""

    newton_mjwarp: NewtonCfg = mjwarp()
    default: NewtonCfg = mjwarp()


@configclass
class ReachPhysicsCfg(HumanoidPhysicsCfg):
    """Engines of arms that reach."""


@configclass
class HandPhysicsCfg(AntPhysicsCfg):
    """Engines of hands that turn a cube."""

    newton_mjwarp: NewtonCfg = mjwarp(cone="elliptic", impratio=10.0)
    default: NewtonCfg = mjwarp(cone="elliptic", impratio=10.0)


@configclass
class RoughPhysicsCfg(CartpolePhysicsCfg):
    """Engines of legged robots."""

    newton_mjwarp: NewtonCfg = mjwarp()
    default: Any = mjwarp()


def anymal_on_a_plane() -> RoughPhysicsCfg:
    """Engines of ANYmal on a plane, whose feet hold firmly."""
    firm = mjwarp(cone="elliptic", impratio=100.0)
    return RoughPhysicsCfg(newton_mjwarp=firm, default=firm.copy())


def default_is_physx(engines: Any) -> Any:
    """Let PhysX be the engine where none is chosen.

    Args:
        engines: The alternatives, which are changed.

    Returns:
        The same.
    """
    engines.default = engines.isaacsim_physx.copy()
    return engines


@configclass
class SpotPhysicsCfg(PresetCfg):
    """Engines of Spot."""

    isaacsim_physx: PhysxCfg = PhysxCfg()
    physx: PhysxCfg = PhysxCfg()
    newton_mjwarp: NewtonCfg = mjwarp()
    default: PhysxCfg = PhysxCfg()


@configclass
class LiftPhysicsCfg(CartpolePhysicsCfg):
    """Engines of hands and grippers that lift things of many shapes."""

    isaacsim_physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.01)
    physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.01)
    newton_mjwarp: NewtonCfg = mjwarp()
    default: NewtonCfg = mjwarp()


@configclass
class StackPhysicsCfg(PresetCfg):
    """Engines of arms that stack cubes."""

    isaacsim_physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.01)
    physx: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.01)
    newton_mjwarp: NewtonCfg = mjwarp(cone="elliptic", impratio=10.0, ls_iterations=15)
    default: PhysxCfg = PhysxCfg(bounce_threshold_velocity=0.01)
