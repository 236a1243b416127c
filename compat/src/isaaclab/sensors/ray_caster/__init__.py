"""Ray casters, under Isaac Lab's names."""

from pippin.sensors.ray_caster import *  # noqa: F403
from pippin.sensors.ray_caster import __all__ as __all__
