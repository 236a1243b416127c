"""Single rays through the scene that plays, for programs that ask for one at a time."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.physics.importer.prims import owning_body
from pippin.physics.scene.scene import PhysicsScene
from pippin.sensors.ray_caster.casting import RayGeometry, first_hit
from pippin.sensors.ray_caster.ray_scene import RayScene
from pippin.sensors.ray_caster.targets import TargetReader
from pippin.sim import SimulationContext, get_current_stage
from pippin.utils.checks import check_numbers

from .bodies import bodies_of, running_scene_of_one


class RayHit(NamedTuple):
    """What a ray meets first.

    Attributes:
        distance: From the ray's start [m].
        position: In the world [m], shape (3,).
        normal: Of the surface, outward, in the world, shape (3,).
        collider: Prim path of the collider.
        body: Prim path of the body that it belongs to; None for what does not move.
    """

    distance: float
    position: np.ndarray
    normal: np.ndarray
    collider: str
    body: str | None


def closest_hit(start: ArrayLike, direction: ArrayLike, max_distance: float) -> RayHit | None:
    """What a ray meets first, of all that bodies collide with; None where there is nothing within its reach.

    Meshes are met where their triangles are, also where they collide as hulls, and from either side. Colliders that no
    body carries are where they were when the first ray of a simulation was cast.

    Args:
        start: Start in the world [m], shape (3,).
        direction: Direction in the world, of any length, shape (3,).
        max_distance: Reach of the ray [m].

    Raises:
        RuntimeError: The simulation is stopped.
        NotImplementedError: The scene has several environments.
        ValueError: The direction is zero, or numbers are not finite or not three.
    """
    scene = running_scene_of_one()
    simulation = SimulationContext.instance()
    if scene is None or simulation is None:
        raise RuntimeError("Rays meet what is in the engine, and the simulation is stopped: play or reset it first.")
    known = _rays.get(simulation)
    if known is None or known.scene is not scene:
        known = _rays[simulation] = _SceneRays(scene)
    along = check_numbers("direction", direction, 3)
    length = np.linalg.norm(along)
    if length == 0.0:
        raise ValueError("The direction of a ray is (0, 0, 0); expected a vector with a length.")
    return known.cast(check_numbers("start", start, 3), along / length, float(max_distance))


class _SceneRays:
    """Colliders of a scene of one environment, met by one ray at a time."""

    def __init__(self, scene: PhysicsScene) -> None:
        self.scene = scene
        try:
            variants = TargetReader(scene, get_current_stage(), "rays").read_colliders()
        except RuntimeError:  # there is no collider
            self._paths: list[str] = []
            return
        self._paths = variants[0].mesh_paths
        self._bodies = bodies_of(scene)
        self._geometry = RayScene(scene, variants, has_mesh_ids=True)
        self._distance = wp.zeros(1, dtype=float, device=scene.device)
        self._normal = wp.zeros(1, dtype=wp.vec3f, device=scene.device)
        self._number = wp.zeros(1, dtype=int, device=scene.device)

    def cast(self, start: np.ndarray, direction: np.ndarray, max_distance: float) -> RayHit | None:
        if not self._paths:
            return None
        self._geometry.update()
        wp.launch(
            _cast_one,
            dim=1,
            inputs=[self._geometry.geometry, wp.vec3f(*start), wp.vec3f(*direction), max_distance],
            outputs=[self._distance, self._normal, self._number],
            device=self.scene.device,
        )
        number = int(self._number.numpy()[0])
        if number < 0:
            return None
        distance, collider = float(self._distance.numpy()[0]), self._paths[number]
        normal = self._normal.numpy()[0].astype(np.float64)
        return RayHit(distance, start + distance * direction, normal, collider, owning_body(collider, self._bodies))


_rays: WeakKeyDictionary[SimulationContext, _SceneRays] = WeakKeyDictionary()
"""Colliders of the scene that each simulation played last when a ray was cast."""


@wp.kernel(enable_backward=False)
def _cast_one(
    geometry: RayGeometry,
    start: wp.vec3f,
    direction: wp.vec3f,
    reach: float,
    distance_out: wp.array(dtype=float),  # (1,)
    normal_out: wp.array(dtype=wp.vec3f),  # (1,)
    mesh_id_out: wp.array(dtype=int),  # (1,) -1 where it meets nothing
):
    hit = first_hit(geometry, 0, 0, start, direction, reach)
    distance_out[0] = hit.distance
    normal_out[0] = hit.normal
    mesh_id_out[0] = hit.mesh_id
