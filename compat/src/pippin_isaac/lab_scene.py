"""Helpers of ``isaaclab.cloner`` and ``.terrains``: places of environments, copies of prims, meshes of terrains.

Scenes need neither: :class:`pippin.scene.InteractiveScene` says which environments there are, and physics makes them.
Environments that a program makes by hand are prims, all in one environment of the engine, whose instances they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import trimesh
import warp as wp
from pxr import Gf, Sdf, Usd, UsdGeom, Vt

from pippin.scene.terrains.grid import grid_origins
from pippin.scene.terrains.importer import show_vertex_colors
from pippin.scene.terrains.kinds.boxes import boxes, plane
from pippin.scene.terrains.kinds.repeated import turned_at_random
from pippin.sim import CollisionPropertiesCfg, MeshTrianglesCfg, SimulationContext, get_current_stage, get_prim

from .lab_clone_plan import CloneCfg, ClonePlan, PrototypeWorldTopology, make_clone_plan, num_spawn_variants

__all__ = [
    "clone_plan_from_env_0",
    "grid_transforms",
    "replicate",
    "usd_replicate",
    "query",
    "create_prim_from_mesh",
    "make_border",
    "make_box",
    "make_cone",
    "make_cylinder",
    "make_plane",
]


def grid_transforms(N: int, spacing: float = 1.0, up_axis: str = "z") -> tuple[np.ndarray, np.ndarray]:
    """Poses of environments in a square grid around the origin.

    Args:
        N: Number of environments.
        spacing: Distance of neighbours [m].
        up_axis: Axis that the grid is perpendicular to: "x", "y" or "z".

    Returns:
        Positions [m], shape (N, 3), and quaternions (x, y, z, w), all identity, shape (N, 4); float32.

    Raises:
        ValueError: There is no such axis, there are no environments, or the spacing is negative or not finite.
    """
    orders = {"x": [2, 0, 1], "y": [0, 2, 1], "z": [0, 1, 2]}
    if up_axis.lower() not in orders:
        raise ValueError(f"up_axis is {up_axis!r}; expected 'x', 'y' or 'z'.")
    quaternions = np.tile(np.array([0.0, 0.0, 0.0, 1.0], dtype=np.float32), (N, 1))
    return grid_origins(N, spacing)[:, orders[up_axis.lower()]], quaternions


def usd_replicate(
    stage: Usd.Stage,
    sources: Sequence[str],
    destinations: Sequence[str],
    env_ids: np.ndarray,
    mask: np.ndarray | None = None,
    positions: np.ndarray | None = None,
    quaternions: np.ndarray | None = None,
) -> None:
    """Copy prims to places in environments.

    Args:
        stage: Stage; its root layer is read and written.
        sources: Paths of prims, one for each destination.
        destinations: Paths with "{}" for the number of the environment.
        env_ids: Numbers of environments, shape (num_envs,).
        mask: Which environments get a copy, bool, shape (num_envs,) or (num_sources, num_envs). None: all.
        positions: Positions of environments in their parent's frame [m], shape (num_envs, 3): for destinations that
            end with "{}", the environments themselves. None leaves the source's.
        quaternions: Orientations of environments (x, y, z, w), shape (num_envs, 4), like the positions.
    """
    layer = stage.GetRootLayer()
    chosen = np.broadcast_to(True if mask is None else np.asarray(mask, dtype=bool), (len(sources), len(env_ids)))
    with Sdf.ChangeBlock():
        # What a destination holds already would be lost if what is around it came later.
        for row in sorted(range(len(sources)), key=lambda row: destinations[row].count("/")):
            for column in np.flatnonzero(chosen[row]):
                path = Sdf.Path(destinations[row].format(int(env_ids[column])))
                _copy(layer, Sdf.Path(sources[row]), path)
                if destinations[row].rstrip("/").endswith("{}"):
                    position = None if positions is None else positions[column]
                    quaternion = None if quaternions is None else quaternions[column]
                    _place(layer.GetPrimAtPath(path), position, quaternion)


def _copy(layer: Sdf.Layer, source: Sdf.Path, path: Sdf.Path) -> None:
    """Copy a prim within a layer, and define those that it is in."""
    Sdf.CreatePrimInLayer(layer, path)
    for ancestor in path.GetPrefixes()[:-1]:
        spec = layer.GetPrimAtPath(ancestor)
        if spec.specifier == Sdf.SpecifierOver:
            spec.specifier = Sdf.SpecifierDef
    if source != path:
        Sdf.CopySpec(layer, source, layer, path)


def _place(spec: Sdf.PrimSpec, position: np.ndarray | None, quaternion: np.ndarray | None) -> None:
    """Write a pose into a prim, if there is one, in place of its own."""
    operations = []
    if position is not None:
        operations.append("xformOp:translate")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Double3, Gf.Vec3d(*map(float, position)))
    if quaternion is not None:
        x, y, z, w = map(float, quaternion)
        operations.append("xformOp:orient")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Quatd, Gf.Quatd(w, x, y, z))
    if operations:
        _set(spec, UsdGeom.Tokens.xformOpOrder, Sdf.ValueTypeNames.TokenArray, Vt.TokenArray(operations))


def _set(spec: Sdf.PrimSpec, name: str, kind: Sdf.ValueTypeName, value: object) -> None:
    attribute = spec.attributes.get(name) or Sdf.AttributeSpec(spec, name, kind)
    attribute.default = value


class query:
    """Functions that say in which environments prototypes are. It is not made, but used like a module.

    Each takes prototypes and gives the numbers of environments (int32, -1 for the shared world) one prototype after
    another, and where they begin: entry ``[q, w + 1]`` of the second array, of shape (num_queries, num_worlds + 2) and
    int64, is where those of prototype q in environment w begin. With arrays of Warp the results go to ``out``, and
    nothing is written to the first if it is too short.
    """

    @staticmethod
    def get_asset_prototype_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes; one that has an asset twice is there twice."""
        return _answer(topology, asset_prototype, out, "members")

    @staticmethod
    def get_asset_prototype_unique_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes, each once."""
        return _answer(topology, asset_prototype, out, "worlds")

    @staticmethod
    def get_world_prototype_world_index(
        topology: PrototypeWorldTopology, world_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of world prototypes; -1 is the shared world."""
        return _answer(topology, world_prototype, out, "prototypes")


def _answer(topology: PrototypeWorldTopology, prototypes: Any, out: Any, kind: str) -> Any:
    """Answer a query on the host.

    Raises:
        TypeError: Prototypes are no integers, or arrays of Warp and NumPy are mixed.
        ValueError: There are arrays of Warp, and none for the results.
    """
    is_warp = isinstance(topology.world_prototypes, wp.array)
    if isinstance(prototypes, wp.array) != is_warp:
        raise TypeError("Topology and prototypes should both be arrays of Warp, or neither: queries do not transfer.")
    if is_warp and out is None:
        raise ValueError("Queries with arrays of Warp need out=(world_indices, world_starts).")
    asked = np.atleast_1d(prototypes.numpy() if is_warp else prototypes)
    if asked.ndim != 1 or not np.issubdtype(asked.dtype, np.integer):
        raise TypeError("Prototypes should be integer IDs: paths are found with cloner.path.")
    counts = _counts(topology, asked, kind)
    starts = np.zeros((len(asked), counts.shape[1] + 1), dtype=np.int64)
    starts[:, 1:] = np.cumsum(counts).reshape(counts.shape)
    starts[1:, 0] = starts[:-1, -1]
    worlds = np.tile(np.arange(-1, counts.shape[1] - 1, dtype=np.int32), len(asked))
    indices = np.repeat(worlds, counts.ravel())
    if out is None:
        return indices, starts
    if is_warp:
        out[1].assign(starts)
        if 0 < len(indices) <= len(out[0]):
            wp.copy(out[0], wp.array(indices, dtype=wp.int32, device=out[0].device), count=len(indices))
    else:
        out[1][:] = starts
        if len(indices) <= len(out[0]):
            out[0][: len(indices)] = indices
    return out


def _counts(topology: PrototypeWorldTopology, asked: np.ndarray, kind: str) -> np.ndarray:
    """How often each prototype is in the shared world and in each environment, shape (num_queries, num_worlds + 1)."""
    members, starts, layout = (
        array.numpy() if isinstance(array, wp.array) else array
        for array in (topology.world_prototypes, topology.world_prototype_starts, topology.world_prototype_layout)
    )
    layout = np.concatenate(([-1], layout))
    if kind == "prototypes":
        return (asked[:, None] == layout).astype(np.int64)
    so_far = np.zeros((len(asked), len(members) + 1), dtype=np.int64)
    so_far[:, 1:] = np.cumsum(asked[:, None] == members, axis=1)
    counts = np.diff(so_far[:, starts], axis=1)[:, layout + 1]
    return np.minimum(counts, 1) if kind == "worlds" else counts


def make_plane(size: tuple[float, float], height: float, center_zero: bool = True) -> trimesh.Trimesh:
    """Make a horizontal rectangle that looks up.

    Args:
        size: Lengths along x and y [m].
        height: Its z [m].
        center_zero: Whether its middle, rather than its corner of least x and y, is at the origin.
    """
    mesh = plane(size, height)
    if center_zero:
        mesh.apply_translation((-0.5 * size[0], -0.5 * size[1], 0.0))
    return mesh


def make_border(
    size: tuple[float, float], inner_size: tuple[float, float], height: float, position: Sequence[float]
) -> list[trimesh.Trimesh]:
    """Make four boxes around a rectangular hole: those of least and greatest x, then of greatest and least y.

    Args:
        size: Lengths of the outer rectangle along x and y [m].
        inner_size: Lengths of the hole [m].
        height: Height of the boxes [m].
        position: Middle of them all [m], shape (3,).
    """
    x, y, z = position
    half, hole = (0.5 * size[0], 0.5 * size[1]), (0.5 * inner_size[0], 0.5 * inner_size[1])
    z_range = (z - 0.5 * height, z + 0.5 * height)
    along_y, along_x = (y - hole[1], y + hole[1], *z_range), (x - half[0], x + half[0])
    return [
        boxes([(x - half[0], x - hole[0], *along_y)]),
        boxes([(x + hole[0], x + half[0], *along_y)]),
        boxes([(*along_x, y + hole[1], y + half[1], *z_range)]),
        boxes([(*along_x, y - half[1], y - hole[1], *z_range)]),
    ]


def make_box(
    length: float,
    width: float,
    height: float,
    center: Sequence[float],
    max_yx_angle: float = 0.0,
    degrees: bool = True,
) -> trimesh.Trimesh:
    """Make a box, turned at random.

    Args:
        length: Length along its x [m].
        width: Length along its y [m].
        height: Length along its z [m].
        center: Where its middle is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.box((length, width, height)), max_yx_angle, degrees))


def make_cylinder(
    radius: float, height: float, center: Sequence[float], max_yx_angle: float = 0.0, degrees: bool = True
) -> trimesh.Trimesh:
    """Make a cylinder, turned at random.

    Args:
        radius: Radius [m].
        height: Length along its z [m].
        center: Where its middle is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.cylinder(radius, height, sections=16), max_yx_angle, degrees))


def make_cone(
    radius: float, height: float, center: Sequence[float], max_yx_angle: float = 0.0, degrees: bool = True
) -> trimesh.Trimesh:
    """Make a pyramid of four sides, turned at random.

    Args:
        radius: Distance of its base's corners from the middle [m].
        height: Length along its z [m].
        center: Where the middle of its base is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.cone(radius, height, sections=4), max_yx_angle, degrees))


def _at(center: Sequence[float], mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    mesh.apply_translation(center)
    return mesh


def create_prim_from_mesh(
    prim_path: str,
    mesh: trimesh.Trimesh,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    visual_material: Any = None,
    physics_material: Any = None,
) -> Usd.Prim:
    """Put a mesh that collides on the stage, with the colours of its vertices.

    Args:
        prim_path: Path of the prim to make; the mesh is below it.
        mesh: The mesh.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Quaternion (x, y, z, w) in the parent's frame.
        visual_material: Config of its material to the eye.
        physics_material: Config of its material to touch.

    Returns:
        The prim.

    Raises:
        ValueError: There is a prim at the path, or the mesh is empty or malformed.
    """
    cfg = MeshTrianglesCfg(
        vertices=mesh.vertices,
        faces=mesh.faces,
        collision_props=CollisionPropertiesCfg(collision_enabled=True),
        visual_material=visual_material,
        physics_material=physics_material,
    )
    prim = cfg.func(prim_path, cfg, translation, orientation)
    if isinstance(mesh.visual, trimesh.visual.ColorVisuals) and mesh.visual.kind == "vertex":
        show_vertex_colors(get_prim(f"{prim_path}/geometry/mesh"), mesh.visual.vertex_colors)
    return prim


_PLAN = "_clone_plan"
"""Attribute of the simulation that holds its plan."""


def clone_plan_from_env_0(
    clone_cfg: CloneCfg,
    asset_cfgs: Iterable[Any],
    num_envs: int,
    env_spacing: float,
    *,
    positions: np.ndarray | None = None,
) -> ClonePlan:
    """Say that all environments are to be copies of the first one, which ``get_clone_plan()`` of the simulation gives.

    Args:
        clone_cfg: Config with the template of the environments' paths.
        asset_cfgs: Configs of all assets; those outside of the template's environments are shared.
        num_envs: Number of environments.
        env_spacing: Distance of neighbours [m], where there are no positions.
        positions: Where the environments stand [m], shape (num_envs, 3).

    Raises:
        RuntimeError: There is no simulation.
        ValueError: An asset has several variants to choose from.
    """
    configs = tuple(asset_cfgs)
    if clone_cfg.clone_combinations or any(num_spawn_variants(getattr(cfg, "spawn", None)) != 1 for cfg in configs):
        raise ValueError("clone_plan_from_env_0 takes assets of one variant each: use an InteractiveScene for others.")
    namespace = clone_cfg.clone_template.partition("{}")[0]
    is_inside = [str(getattr(cfg, "prim_path", "")).startswith((namespace, "{ENV_REGEX_NS}")) for cfg in configs]
    plan = make_clone_plan(
        configs,
        [[index for index, inside in enumerate(is_inside) if inside]],
        num_envs,
        shared_assets=[index for index, inside in enumerate(is_inside) if not inside],
        env_template=clone_cfg.clone_template,
        positions=grid_transforms(num_envs, env_spacing)[0] if positions is None else np.asarray(positions, float),
    )
    setattr(_simulation(), _PLAN, plan)
    return plan


def replicate(plan: ClonePlan, *, replicate_physics: bool = True) -> None:
    """Copy the first environment of a plan to the places of the others; to be called before ``reset()``.

    Args:
        plan: The simulation's plan.
        replicate_physics: Has no meaning here: physics is made from the stage at play.

    Raises:
        RuntimeError: There is no simulation.
        ValueError: The plan is not that of the simulation, or the first environment is not on the stage.
    """
    if _simulation().get_clone_plan() is not plan:
        raise ValueError("replicate() takes the plan of the simulation that there is: see its get_clone_plan().")
    first = plan.env_template.format(0)
    if not get_current_stage().GetPrimAtPath(Sdf.Path(first)):
        raise ValueError(f"There is no prim '{first}' to copy: make the first environment before replicate().")
    assert plan.positions is not None, "plans of clone_plan_from_env_0 have positions"
    others = np.arange(1, len(plan.positions))
    usd_replicate(get_current_stage(), [first], [plan.env_template], others, positions=plan.positions[1:])


def get_clone_plan(self: SimulationContext) -> ClonePlan | None:
    """Plan of environments that were made by hand; None if there is none, as in an ``InteractiveScene``."""
    return getattr(self, _PLAN, None)


SimulationContext.get_clone_plan = get_clone_plan  # type: ignore[attr-defined]


def _simulation() -> Any:
    """The simulation that there is.

    Raises:
        RuntimeError: There is none.
    """
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation: make a SimulationContext first.")
    return simulation
