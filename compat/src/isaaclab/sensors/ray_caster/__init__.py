"""Ray casters, under Isaac Lab's names."""

from pippin.sensors.ray_caster import RayCaster, RayCasterCfg, RayCasterData

from . import patterns as patterns

__all__ = ["RayCaster", "RayCasterCfg", "RayCasterData"]
