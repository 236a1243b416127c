"""Config of a scene."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass


@configclass
class InteractiveSceneCfg:
    """What a scene holds: users add one attribute per asset, sensor or terrain, whose name becomes its key.

    Entities are made in the order of their declaration. Their prim paths may begin with ``{ENV_REGEX_NS}``, which
    stands for every environment.
    """

    num_envs: int = MISSING
    """Number of environments."""

    env_spacing: float = MISSING
    """Distance of neighbouring environments' origins [m]."""

    lazy_sensor_update: bool = True
    """Whether sensors compute their data only when it is read."""

    replicate_physics: bool = True
    """Whether all environments are equal, so that events before the start may not change the stage. Environments that
    differ are found in any case."""

    filter_collisions: bool = True
    """Whether environments do not collide with each other. They never do: False is warned of."""
