"""Ray casters, under Isaac Lab's names."""

from pippin.sensors.ray_caster import *  # noqa: F403
