"""Names of isaacsim.core.api.scenes."""

from __future__ import annotations

from isaacsim.core.api.objects import GroundPlane
from pippin import objects

__all__ = ["Scene"]


class Scene(objects.ObjectScene):
    """:class:`pippin.objects.ObjectScene` with the ground that Isaac Sim calls default."""

    def add_default_ground_plane(
        self,
        z_position: float = 0.0,
        name: str = "default_ground_plane",
        prim_path: str = "/World/defaultGroundPlane",
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.8,
    ) -> GroundPlane:
        """Make a ground plane and keep it; see :class:`pippin.objects.GroundPlane`."""
        return self.add(
            GroundPlane(
                prim_path,
                name,
                z_position=z_position,
                static_friction=static_friction,
                dynamic_friction=dynamic_friction,
                restitution=restitution,
            )
        )
