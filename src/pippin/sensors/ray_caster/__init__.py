"""Ray casters, and the patterns of their rays."""

from . import patterns
from .cfg import RayCasterCfg
from .data import RayCasterData
from .ray_caster import RayCaster

__all__ = ["RayCaster", "RayCasterCfg", "RayCasterData", "patterns"]
