"""Where the prims of sensors are: on bodies that move, or at places of their environments."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import torch
import warp as wp
from pxr import Gf, Usd, UsdGeom

from pippin.physics.importer.prims import owning_body
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim.environments import EnvironmentPlan
from pippin.sim.expressions import matching_paths
from pippin.sim.stage import get_environments


@dataclass(frozen=True)
class PrimPlace:
    """A prim, on the stage or in an environment that is a copy.

    Attributes:
        path: Its path.
        prim: The prim on the stage: itself, or that of the environment which its own copies.
        env_id: Environment that it lies in; None outside of all.
    """

    path: str
    prim: Usd.Prim
    env_id: int | None

    @property
    def is_on_stage(self) -> bool:
        """Whether it is on the stage itself."""
        return self.prim.GetPath().pathString == self.path


class PrimPoses:
    """Poses of N prims, which go with the bodies that carry them.

    A prim in an environment belongs to it. One outside of all environments belongs to the world.

    Args:
        scene: Scene that plays.
        expression: Expression of the prims.
        stage: Stage with the prims.
        kind: What the sensor is that they belong to, for messages.

    Raises:
        RuntimeError: No prim matches, or some are in environments and some are not.

    Attributes:
        places: The prims, those in environment 0 first, then those in environment 1, and so on.
        env_ids: Environment of each prim, 0 where it belongs to the world, shape (N,), int.
        see_all: Whether the prims belong to the world, and what measures at them sees all environments.
        poses: Poses in the world as of the last :meth:`update`, shape (N,), wp.transformf.
    """

    def __init__(self, scene: PhysicsScene, expression: str, stage: Usd.Stage, kind: str) -> None:
        self._scene = scene
        plan = get_environments()
        self.places = [_place(path, plan, stage) for path in matching_paths(expression, plan, stage)]
        in_environments = {place.env_id is not None for place in self.places}
        if len(in_environments) != 1:
            raise RuntimeError(
                f"'{expression}' of the {kind} matches "
                + (f"prims in environments and outside of them: make a {kind} of each." if in_environments else "none.")
            )
        self.see_all = plan is not None and in_environments == {False}
        device = scene.device
        env_ids = np.array([place.env_id or 0 for place in self.places], dtype=np.int32)
        self.env_ids = wp.array(env_ids, dtype=int, device=device)
        self._find_bodies(env_ids, plan, stage)
        self._origins = wp.zeros_like(scene.env_origins) if self.see_all else scene.env_origins
        self._bases = wp.zeros(len(self.places), dtype=wp.transformf, device=device)
        self.poses = wp.zeros(len(self.places), dtype=wp.transformf, device=device)
        self.update()

    def _find_bodies(self, env_ids: np.ndarray, plan: EnvironmentPlan | None, stage: Usd.Stage) -> None:
        """Tables of the world and body of each prim, by variant, and its pose in the frame of the body."""
        description = self._scene.description
        variant_of_env = np.asarray(description.variant_of_env)
        world_of_env = np.zeros(len(variant_of_env), dtype=int)
        for variant in range(len(description.variants)):
            of_variant = np.flatnonzero(variant_of_env == variant)
            world_of_env[of_variant] = np.arange(len(of_variant))
        mounts: dict[str, tuple[int, list[float]]] = {}
        for place in self.places:
            path = place.prim.GetPath().pathString
            if path not in mounts:
                variant = 0 if place.env_id is None else int(variant_of_env[place.env_id])
                layout = self._scene.frames[variant].worlds.layout
                mounts[path] = _mount(place, layout.body_paths, plan, stage)
        found = [mounts[place.prim.GetPath().pathString] for place in self.places]
        self._bodies = wp.array([body for body, _ in found], dtype=int, device=self._scene.device)
        self._offsets = wp.array([pose for _, pose in found], dtype=wp.transformf, device=self._scene.device)
        self._worlds = [
            wp.array(
                np.where(variant_of_env[env_ids] == variant, world_of_env[env_ids], -1).astype(np.int32),
                dtype=int,
                device=self._scene.device,
            )
            for variant in range(len(description.variants))
        ]

    def update(self) -> wp.array:
        """Bring the poses to where the bodies are now, and return them."""
        self._scene.forward()
        for frames, worlds in zip(self._scene.frames, self._worlds, strict=True):
            wp.launch(
                place_prims,
                dim=len(self.places),
                inputs=[frames.kinematics.poses, worlds, self._bodies, self._offsets, self.env_ids, self._origins],
                outputs=[self._bases, self.poses],
                device=self._scene.device,
            )
        return self.poses

    def move(self, rows: wp.array, positions: torch.Tensor | None, rotations: torch.Tensor | None) -> None:
        """Put prims elsewhere; from then on they go with their bodies from there.

        Args:
            rows: Which prims, shape (n,), int32; -1 for none.
            positions: Positions in the world [m], shape (n, 3); None leaves them.
            rotations: Orientations in the world (x, y, z, w), shape (n, 4); None leaves them.
        """
        self.update()
        device = self._scene.device
        no_positions, no_rotations = (wp.empty(0, dtype=dtype, device=device) for dtype in (wp.vec3f, wp.quatf))
        wp.launch(
            move_prims,
            dim=rows.shape[0],
            inputs=[
                rows,
                no_positions if positions is None else wp.from_torch(positions.contiguous(), dtype=wp.vec3f),
                no_rotations if rotations is None else wp.from_torch(rotations.contiguous(), dtype=wp.quatf),
                self._bases,
            ],
            outputs=[self.poses, self._offsets],
            device=device,
        )


@wp.kernel(enable_backward=False)
def place_prims(
    link_poses: wp.array2d(dtype=wp.transformf),  # (W, nbody) of a variant, in the world
    worlds: wp.array(dtype=int),  # (N,) world of each prim, -1 for those in other variants
    bodies: wp.array(dtype=int),  # (N,) body that carries the prim, 0 for the environment
    offsets: wp.array(dtype=wp.transformf),  # (N,) pose in the frame of the body
    env_ids: wp.array(dtype=int),  # (N,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,) [m]
    base_out: wp.array(dtype=wp.transformf),  # (N,) poses of the bodies in the world
    pose_out: wp.array(dtype=wp.transformf),  # (N,) poses of the prims in the world
):
    """Poses of prims from those of the bodies that carry them."""
    row = wp.tid()
    if worlds[row] < 0:
        return
    base = wp.transformf(env_origins[env_ids[row]], wp.quat_identity())
    if bodies[row] > 0:
        base = link_poses[worlds[row], bodies[row]]
    base_out[row] = base
    pose_out[row] = base * offsets[row]


@wp.kernel(enable_backward=False)
def move_prims(
    rows: wp.array(dtype=int),  # (n,) -1 for none
    positions: wp.array(dtype=wp.vec3f),  # (n,) in the world, or empty
    rotations: wp.array(dtype=wp.quatf),  # (n,) in the world, or empty
    bases: wp.array(dtype=wp.transformf),  # (N,) poses of the bodies in the world
    pose: wp.array(dtype=wp.transformf),  # (N,) poses of the prims in the world
    offset_out: wp.array(dtype=wp.transformf),  # (N,) poses in the frames of the bodies
):
    """Give some prims other poses in the world."""
    i = wp.tid()
    row = rows[i]
    if row < 0:
        return
    position = wp.transform_get_translation(pose[row])
    rotation = wp.transform_get_rotation(pose[row])
    if positions.shape[0] > 0:
        position = positions[i]
    if rotations.shape[0] > 0:
        rotation = wp.normalize(rotations[i])
    moved = wp.transformf(position, rotation)
    pose[row] = moved
    offset_out[row] = wp.transform_inverse(bases[row]) * moved


def _place(path: str, plan: EnvironmentPlan | None, stage: Usd.Stage) -> PrimPlace:
    """The prim at a path, with that of the environment which its own copies."""
    match = re.match(re.escape(plan.namespace) + r"/env_(\d+)(?=/|$)", path) if plan is not None else None
    if plan is None or match is None:
        return PrimPlace(path, stage.GetPrimAtPath(path), None)
    env_id = int(match.group(1))
    template = plan.template_path(int(plan.variant_of_env[env_id]))
    return PrimPlace(path, stage.GetPrimAtPath(template + path[match.end() :]), env_id)


def _mount(
    place: PrimPlace, body_paths: tuple[str, ...], plan: EnvironmentPlan | None, stage: Usd.Stage
) -> tuple[int, list[float]]:
    """Body that carries a prim (0 for the environment), and the prim's pose in its frame as position and x y z w."""
    cache = UsdGeom.XformCache()
    pose = cache.GetLocalToWorldTransform(place.prim)
    owner = owning_body(place.prim.GetPath().pathString, body_paths)
    if owner is not None:
        pose = pose * _rigid(cache.GetLocalToWorldTransform(stage.GetPrimAtPath(owner))).GetInverse()
    elif plan is not None and place.env_id is not None:
        template = stage.GetPrimAtPath(plan.template_path(int(plan.variant_of_env[place.env_id])))
        origin = cache.GetLocalToWorldTransform(template).ExtractTranslation()
        pose = pose * Gf.Matrix4d().SetTranslate(-origin)
    pose = _rigid(pose)
    quaternion = pose.ExtractRotationQuat()
    offset = [*pose.ExtractTranslation(), *quaternion.GetImaginary(), quaternion.GetReal()]
    return 0 if owner is None else body_paths.index(owner), offset


def _rigid(matrix: Gf.Matrix4d) -> Gf.Matrix4d:
    return matrix.RemoveScaleShear()
