"""What programs ask of PhysX about rays through the scene: ``get_physx_scene_query_interface()``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from pippin.objects.scene_rays import RayHit, closest_hit

from .omni_kit import Float3


class SceneQueries:
    """Rays through the scene that plays, one at a time. There are no sweeps and no overlaps."""

    def raycast_closest(
        self, origin: Sequence[float], dir: Sequence[float], distance: float, bothSides: bool = False
    ) -> dict[str, Any]:
        """What a ray meets first; see :func:`pippin.objects.scene_rays.closest_hit`.

        Args:
            origin: Start in the world [m].
            dir: Direction in the world.
            distance: Reach [m].
            bothSides: Without effect: meshes are met from either side.

        Returns:
            ``hit``, whether there is something; and then ``distance`` [m], ``position`` [m] and ``normal`` in the
            world, and the paths of two prims: ``collision``, the collider, and ``rigidBody``, its body, or the collider
            where no body carries it. There are no ``faceIndex`` and no ``material``.

        Raises:
            RuntimeError: The simulation is stopped.
            NotImplementedError: The scene has several environments.
        """
        hit = closest_hit([origin[i] for i in range(3)], [dir[i] for i in range(3)], distance)
        return {"hit": False} if hit is None else {"hit": True, **_fields(hit)}

    def raycast_any(
        self, origin: Sequence[float], dir: Sequence[float], distance: float, bothSides: bool = False
    ) -> bool:
        """Whether a ray meets anything; see :meth:`raycast_closest`."""
        return bool(self.raycast_closest(origin, dir, distance)["hit"])

    def __getattr__(self, name: str) -> NoReturn:
        raise NotImplementedError(
            f"'{name}' of PhysX's scene queries is not there: 'raycast_closest' casts a ray, and the sensors RayCaster "
            "and MultiMeshRayCaster cast many."
        )


def _fields(hit: RayHit) -> dict[str, Any]:
    return {
        "distance": hit.distance,
        "position": Float3(*hit.position.tolist()),
        "normal": Float3(*hit.normal.tolist()),
        "collision": hit.collider,
        "rigidBody": hit.body or hit.collider,
    }


def get_physx_scene_query_interface() -> SceneQueries:
    """Interface to queries of the scene."""
    return SceneQueries()
