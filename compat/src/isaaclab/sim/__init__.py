"""Simulation, spawners, schemas and converters, under Isaac Lab's names."""

import pippin.physics  # noqa: F401  gives the simulation its engines
from pippin.sim import MJWarpSolverCfg, NewtonCfg

from . import converters, schemas, simulation_cfg, simulation_context, spawners, utils
from .converters import *  # noqa: F403
from .schemas import *  # noqa: F403
from .simulation_cfg import *  # noqa: F403
from .simulation_context import *  # noqa: F403
from .spawners import *  # noqa: F403
from .utils import *  # noqa: F403

__all__ = [
    *converters.__all__,
    *schemas.__all__,
    *simulation_cfg.__all__,
    *simulation_context.__all__,
    *spawners.__all__,
    *utils.__all__,
    "MJWarpSolverCfg",
    "NewtonCfg",
]
