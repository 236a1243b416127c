"""What rays meet, sorted by the frames that it is fixed to: the world, an environment, or a body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from pxr import Usd, UsdGeom, UsdPhysics

from pippin.physics.importer.meshes import Triangles
from pippin.physics.importer.prims import owning_body
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim.expressions import find_matching_prims, matching_paths, require_matching_prims
from pippin.sim.stage import get_environments

from .geometry import GEOMETRY_TYPES, Shape, read_shape, read_triangles

SHAPES_OF_A_LINK = {"visuals_xform": "visuals", "collisions_xform": "collisions"}
"""Prims that hold shapes of links: their names in files of Isaac Sim, and in descriptions that are converted."""


@dataclass(frozen=True)
class RayTarget:
    """All geometry at and below some prims.

    Attributes:
        expression: Expression of the prims.
        is_merged: Whether all below a matching prim has one mesh id; otherwise each prim with geometry has its own.
        is_tracked: Whether what is fixed to bodies moves with them; otherwise it stays where it is at play.
    """

    expression: str
    is_merged: bool = True
    is_tracked: bool = False


@dataclass(frozen=True)
class Frame:
    """What geometry is fixed to: a body, or else the environment or the world.

    Attributes:
        body: Prim path of the body.
        is_in_environment: Whether it is the environment, rather than the world, where there is no body.
        is_tracked: Whether the pose of the body is followed.
    """

    body: str | None = None
    is_in_environment: bool = False
    is_tracked: bool = False


@dataclass
class FrameGeometry:
    """Geometry that is fixed to one frame, with the mesh id of each part.

    Attributes:
        paths: Paths of the prims that are meshes.
        surfaces: Their triangles in the frame.
        surface_ids: Their mesh ids.
        shapes: Shapes in the frame.
        shape_ids: Their mesh ids.
    """

    paths: list[str] = field(default_factory=list)
    surfaces: list[Triangles] = field(default_factory=list)
    surface_ids: list[int] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    shape_ids: list[int] = field(default_factory=list)


@dataclass
class VariantGeometry:
    """What rays meet in the environments of one variant.

    Attributes:
        mesh_paths: Prim that each mesh id stands for, as a path in the variant's template.
        frames: Geometry by frame, that of the world first.
    """

    mesh_paths: list[str] = field(default_factory=list)
    frames: dict[Frame, FrameGeometry] = field(default_factory=lambda: {Frame(): FrameGeometry()})


class TargetReader:
    """Reads the geometry of targets off the stage.

    Args:
        scene: Scene that plays, whose bodies may carry geometry.
        stage: Stage with the prims.
        sensor: Which sensor looks, for messages.
    """

    def __init__(self, scene: PhysicsScene, stage: Usd.Stage, sensor: str) -> None:
        self._num_variants = len(scene.description.variants)
        self._stage = stage
        self._plan = get_environments()
        self._sensor = sensor
        self._cache = UsdGeom.XformCache()
        self._triangles: dict[tuple[str, Frame], Triangles] = {}
        self._bodies = [
            set(frames.worlds.layout.body_paths[1:]) - set(variant.shared_bodies)
            for frames, variant in zip(scene.frames, scene.description.variants, strict=True)
        ]

    def read(self, targets: Sequence[RayTarget]) -> list[VariantGeometry]:
        """Geometry for each variant of an environment. Mesh ids follow the order of the targets, then of the stage.

        Raises:
            RuntimeError: A target matches no prim, or there is no geometry below what it matches.
            NotImplementedError: A target matches prims of some environments only.
            ValueError: A mesh is empty or malformed, or a shape is scaled to nothing.
        """
        variants = [VariantGeometry() for _ in range(self._num_variants)]
        for target in map(self._with_name_of_shapes, targets):
            found = self._geometry_of(target)
            for index, variant in enumerate(variants):
                for prim, geometry in found:
                    mine = [part for part in geometry if self._variant_of(part) in (None, index)]
                    if mine:
                        self._add(variant, index, target, prim, mine)
        return variants

    def read_colliders(self) -> list[VariantGeometry]:
        """All that bodies collide with, for each variant of an environment, with a mesh id for each prim.

        Raises:
            RuntimeError: There is no collider.
            ValueError: A mesh is empty or malformed, or a shape is scaled to nothing.
        """
        everything = Usd.PrimRange(self._stage.GetPseudoRoot(), Usd.TraverseInstanceProxies())
        colliders = [prim for prim in everything if prim.GetTypeName() in GEOMETRY_TYPES and _collides(prim)]
        if not colliders:
            raise RuntimeError(f"There is no collider on the stage for {self._sensor}: rays would meet nothing.")
        target = RayTarget("", is_merged=False, is_tracked=True)
        variants = [VariantGeometry() for _ in range(self._num_variants)]
        for index, variant in enumerate(variants):
            for prim in colliders:
                if self._variant_of(prim) in (None, index):
                    self._add(variant, index, target, prim, [prim])
        return variants

    def _with_name_of_shapes(self, target: RayTarget) -> RayTarget:
        """The target, or one with the other name of a link's shapes where that is what is on the stage."""
        link, _, name = target.expression.rpartition("/")
        if name not in SHAPES_OF_A_LINK or find_matching_prims(target.expression, self._stage):
            return target
        other = f"{link}/{SHAPES_OF_A_LINK[name]}"
        return replace(target, expression=other) if find_matching_prims(other, self._stage) else target

    def _geometry_of(self, target: RayTarget) -> list[tuple[Usd.Prim, list[Usd.Prim]]]:
        """Matching prims that have geometry, with the prims that it consists of."""
        try:
            prims = require_matching_prims(target.expression, self._stage)
        except ValueError as error:
            raise RuntimeError(f"mesh_prim_paths of {self._sensor}: {error}") from error
        self._require_all_environments(target, prims)
        below = {prim: list(Usd.PrimRange(prim, Usd.TraverseInstanceProxies())) for prim in prims}
        found = [(prim, [each for each in below[prim] if each.GetTypeName() in GEOMETRY_TYPES]) for prim in prims]
        found = [(prim, geometry) for prim, geometry in found if geometry]
        if not found:
            types = sorted({str(each.GetTypeName()) for prim in prims for each in below[prim] if each.GetTypeName()})
            raise RuntimeError(
                f"'{target.expression}' of mesh_prim_paths matches '{prims[0].GetPath()}', but there is no geometry "
                f"({', '.join(GEOMETRY_TYPES)}) below it, only {', '.join(types) or 'prims without a type'}."
            )
        return found

    def _require_all_environments(self, target: RayTarget, prims: list[Usd.Prim]) -> None:
        plan = self._plan
        variants = {self._variant_of(prim) for prim in prims} - {None}
        if plan is None or not variants:
            return
        begin = f"{plan.namespace}/"
        matches = matching_paths(target.expression, plan, self._stage)
        seen = {path[len(begin) :].split("/")[0] for path in matches if path.startswith(begin)}
        missing = [f"env_{env}" for env, variant in enumerate(plan.variant_of_env) if variant in variants]
        missing = [name for name in missing if name not in seen]
        if missing:
            raise NotImplementedError(
                f"'{target.expression}' of mesh_prim_paths leaves out {missing[0]} and {len(missing) - 1} other "
                "environments that hold the same: begin it with {ENV_REGEX_NS}, which stands for all."
            )

    def _variant_of(self, prim: Usd.Prim) -> int | None:
        """Variant whose template holds a prim; None outside of all environments."""
        return self._plan.variant_of_path(prim.GetPath().pathString) if self._plan is not None else None

    def _add(
        self, variant: VariantGeometry, index: int, target: RayTarget, prim: Usd.Prim, geometry: list[Usd.Prim]
    ) -> None:
        if target.is_merged:
            variant.mesh_paths.append(prim.GetPath().pathString)
        for part in geometry:
            if not target.is_merged:
                variant.mesh_paths.append(part.GetPath().pathString)
            frame = self._frame_of(part, index, target.is_tracked)
            to_frame = self._map_to(frame, part, index)
            into = variant.frames.setdefault(frame, FrameGeometry())
            mesh_id = len(variant.mesh_paths) - 1
            if part.GetTypeName() == "Mesh":
                path = part.GetPath().pathString
                if (path, frame) not in self._triangles:  # shared prims are read once for all variants
                    self._triangles[path, frame] = read_triangles(part, to_frame)
                into.paths.append(path)
                into.surfaces.append(self._triangles[path, frame])
                into.surface_ids.append(mesh_id)
            else:
                into.shapes.append(read_shape(part, to_frame))
                into.shape_ids.append(mesh_id)

    def _frame_of(self, prim: Usd.Prim, variant: int, is_tracked: bool) -> Frame:
        body = owning_body(prim.GetPath().pathString, self._bodies[variant])
        if body is not None:
            return Frame(body, is_in_environment=False, is_tracked=is_tracked)
        return Frame(is_in_environment=self._variant_of(prim) is not None)

    def _map_to(self, frame: Frame, prim: Usd.Prim, variant: int) -> np.ndarray:
        """Affine map from a prim's frame to the one that it is fixed to, for points as rows, shape (4, 4)."""
        to_world = self._cache.GetLocalToWorldTransform(prim)
        if frame.body is not None:
            body = self._cache.GetLocalToWorldTransform(self._stage.GetPrimAtPath(frame.body))
            return np.array(to_world * body.RemoveScaleShear().GetInverse())
        matrix = np.array(to_world)
        if frame.is_in_environment:
            assert self._plan is not None
            template = self._stage.GetPrimAtPath(self._plan.template_path(variant))
            matrix[3, :3] -= np.array(self._cache.GetLocalToWorldTransform(template).ExtractTranslation())
        return matrix


def _collides(prim: Usd.Prim) -> bool:
    """Whether bodies collide with a prim."""
    return prim.HasAPI(UsdPhysics.CollisionAPI) and bool(UsdPhysics.CollisionAPI(prim).GetCollisionEnabledAttr().Get())


def require_inside(sensor: str, is_outside: bool, variants: list[VariantGeometry]) -> None:
    """Refuse a sensor outside of several environments where there is anything inside of them.

    Args:
        sensor: Which sensor it is, for the message.
        is_outside: Whether it is outside of several environments.
        variants: What rays meet.

    Raises:
        NotImplementedError: Rays would meet the things of several environments.
    """
    if is_outside and any(frame != Frame() for variant in variants for frame in variant.frames):
        raise NotImplementedError(
            f"{sensor} lies outside of the environments, but rays meet the things of one environment only: "
            "put a sensor into each, below {ENV_REGEX_NS}."
        )
