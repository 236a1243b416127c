"""Engines behind views: from a stage to batched arrays.

Importing this package gives :class:`pippin.sim.SimulationContext` the physics that it plays with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pippin.sim.run.physics_link import register_physics

from . import backends as backends  # registers the engines
from .backend import SolverSettings, get_registry_keys, register
from .description import SceneDescription, Variant

if TYPE_CHECKING:
    from pxr import Usd

    from pippin.sim.environments import EnvironmentPlan
    from pippin.sim.run.cfg import SimulationCfg

    from .scene import PhysicsScene

__all__ = ["SceneDescription", "SolverSettings", "Variant", "get_registry_keys", "register"]


def _play_stage(stage: Usd.Stage, environments: EnvironmentPlan | None, cfg: SimulationCfg) -> PhysicsScene:
    from .scene.from_stage import play_stage  # the importer and the views load when there is something to play

    return play_stage(stage, environments, cfg)


register_physics(_play_stage)
