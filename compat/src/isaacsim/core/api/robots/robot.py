"""Names of isaacsim.core.api.robots.robot."""

from isaacsim.core.prims import SingleArticulation

__all__ = ["Robot"]


class Robot(SingleArticulation):
    """Another name of :class:`isaacsim.core.prims.SingleArticulation`, to be extended by classes of robots."""
