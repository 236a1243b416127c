"""The ground that all environments share."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

import numpy as np
import torch
from pxr import Usd, UsdGeom, Vt

from pippin.sim import SimulationContext
from pippin.sim.markers.markers import FRAME_MARKER_CFG, VisualizationMarkers
from pippin.sim.prims import define_prim, get_prim
from pippin.sim.schemas import CollisionPropertiesCfg, HeightFieldPropertiesCfg
from pippin.sim.spawners import (
    GroundPlaneCfg,
    MeshTrianglesCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    UsdFileCfg,
    VisualMaterialCfg,
)
from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

from .generator import TerrainGeneratorCfg
from .grid import grid_origins, narrow_row

SAMPLES_PER_HEIGHT = 2
"""How many times finer than the terrain's own heights those are that robots touch, since walls become slopes."""

MARGIN = 50.0
"""How far the mesh beside a plane reaches beyond the environments [m]."""


class TerrainImporter:
    """Spawns the ground and says where on it the environments stand.

    A generated terrain is one mesh, which rays meet and pictures show. Robots touch a height field that is sampled from
    it (see :class:`pippin.sim.schemas.HeightFieldPropertiesCfg`), because MuJoCo collides no triangles.

    Args:
        cfg: Config of the terrain. It is copied.
        device: Torch device of the origins; None takes that of the simulation, the CPU where there is none.

    Attributes:
        cfg: The config.
        device: Torch device of the origins.
        terrain_prim_paths: Prims that hold the ground.
        terrain_origins: Where robots start on each field [m], shape (num_rows, num_cols, 3), float32; None where the
            ground has no fields.
        env_origins: Positions of the environments on the terrain, in the world [m], shape (num_envs, 3), float32.
        terrain_levels: Row of each environment's field, shape (num_envs,), int64. Only where there are fields.
        terrain_types: Column of each environment's field, shape (num_envs,), int64. Only where there are fields.
        max_terrain_level: Number of rows. Only where there are fields.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: The config lacks what its type of terrain needs, or there is no such type.
        RuntimeError: There are too few flat patches.
    """

    _markers: VisualizationMarkers | None = None  # also in subclasses that leave this __init__ out

    def __init__(self, cfg: TerrainImporterCfg, device: str | None = None) -> None:
        cfg.validate()
        self.cfg = cfg.copy()
        simulation = SimulationContext.instance()
        self.device: str = device or (simulation.device if simulation is not None else "cpu")
        self.terrain_prim_paths: list[str] = []
        self.terrain_origins: torch.Tensor | None = None
        self.env_origins: torch.Tensor
        self.terrain_levels: torch.Tensor
        self.terrain_types: torch.Tensor
        self.max_terrain_level: int
        self._flat_patches: dict[str, torch.Tensor] = {}
        self._import()
        self.set_debug_vis(self.cfg.debug_vis)

    def _import(self) -> None:
        kind, cfg = self.cfg.terrain_type, self.cfg
        if kind == "plane":
            self.configure_env_origins()
            self.import_ground_plane("terrain")
        elif kind == "usd":
            if cfg.usd_path is None:
                raise ValueError("A terrain of type 'usd' needs usd_path, the file that holds it.")
            self.import_usd("terrain", cfg.usd_path)
            self.configure_env_origins()
        elif kind == "generator":
            if cfg.terrain_generator is None:
                raise ValueError("A terrain of type 'generator' needs terrain_generator, a TerrainGeneratorCfg.")
            generator = cfg.terrain_generator.class_type(cfg.terrain_generator, device=self.device)
            spacing = cfg.terrain_generator.horizontal_scale / SAMPLES_PER_HEIGHT
            self.import_mesh("terrain", generator.terrain_mesh, spacing)
            self._flat_patches = generator.flat_patches
            self.configure_env_origins(generator.terrain_origins if cfg.use_terrain_origins else None)
        else:
            raise ValueError(f"There is no terrain type '{kind}'; there are: 'plane', 'usd', 'generator'.")

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether there are debug markers: frames where robots start."""
        return True

    @property
    def flat_patches(self) -> dict[str, torch.Tensor]:
        """Flat places of a generated terrain by name, in the world [m].

        Each of shape (num_rows, num_cols, num_patches, 3), float32.
        """
        return self._flat_patches

    @property
    def terrain_names(self) -> list[str]:
        """Names of the pieces of ground."""
        return [path.rpartition("/")[2] for path in self.terrain_prim_paths]

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Show or hide frames where robots start; say that there are such markers."""
        if debug_vis and self._markers is None:
            self._markers = VisualizationMarkers(FRAME_MARKER_CFG.replace(prim_path="/Visuals/TerrainOrigin"))
            starts = self.env_origins if self.terrain_origins is None else self.terrain_origins.reshape(-1, 3)
            self._markers.visualize(starts)
        if self._markers is not None:
            self._markers.set_visibility(debug_vis)
        return True

    # -- ground --------------------------------------------------------------------------------------------------------

    def import_ground_plane(self, name: str, size: tuple[float, float] | None = None) -> None:
        """Add an infinite plane at height 0.

        Args:
            name: Name of the piece of ground.
            size: Lengths of the mesh beside it along x and y [m]. None lets it reach 50 m beyond the environments.

        Raises:
            ValueError: There is a piece of that name.
        """
        if size is None:
            origins = getattr(self, "env_origins", None)  # classes of a program's own may choose them afterwards
            farthest = (0.0, 0.0, 0.0) if origins is None else origins.abs().amax(dim=0).tolist()
            size = (2.0 * (farthest[0] + MARGIN), 2.0 * (farthest[1] + MARGIN))
        plane = GroundPlaneCfg(physics_material=self.cfg.physics_material, size=size)
        if self.cfg.visual_material is None:
            plane.color = None
        elif isinstance(self.cfg.visual_material, PreviewSurfaceCfg):
            plane.color = self.cfg.visual_material.diffuse_color
        plane.func(self._new_path(name), plane)

    def import_mesh(self, name: str, mesh: trimesh.Trimesh, spacing: float | None = None) -> None:
        """Add a mesh.

        Args:
            name: Name of the piece of ground.
            mesh: The mesh, in the world. Its vertices may have colours.
            spacing: Distance at which heights are sampled for collisions [m]. None leaves it to the importer: boxes,
                regular height fields and convex parts collide exactly.

        Raises:
            ValueError: There is a piece of that name, or the mesh is empty or malformed.
        """
        ground = MeshTrianglesCfg(
            vertices=mesh.vertices,
            faces=mesh.faces,
            collision_props=CollisionPropertiesCfg(),
            mesh_collision_props=None if spacing is None else HeightFieldPropertiesCfg(spacing=spacing),
            physics_material=self.cfg.physics_material,
            visual_material=self.cfg.visual_material,
        )
        path = self._new_path(name)
        ground.func(path, ground)
        if isinstance(mesh.visual, trimesh.visual.ColorVisuals) and mesh.visual.kind == "vertex":
            show_vertex_colors(get_prim(f"{path}/mesh"), mesh.visual.vertex_colors)

    def import_usd(self, name: str, usd_path: str) -> None:
        """Add what a USD file holds.

        Args:
            name: Name of the piece of ground.
            usd_path: The file.

        Raises:
            ValueError: There is a piece of that name.
            FileNotFoundError: There is no such file.
        """
        usd = UsdFileCfg(usd_path=usd_path)
        usd.func(self._new_path(name), usd)

    def _new_path(self, name: str) -> str:
        path = f"{self.cfg.prim_path}/{name}"
        if path in self.terrain_prim_paths:
            raise ValueError(f"There is a terrain '{name}' already; there are: {', '.join(self.terrain_names)}.")
        define_prim(self.cfg.prim_path, "Xform")
        self.terrain_prim_paths.append(path)
        return path

    # -- environments --------------------------------------------------------------------------------------------------

    def configure_env_origins(self, origins: np.ndarray | torch.Tensor | None = None) -> None:
        """Distribute the environments over fields: at random over the lowest rows, and evenly over the columns.

        Args:
            origins: Where robots start on each field [m], shape (num_rows, num_cols, 3). None: there are no fields, and
                environments stand in a grid.

        Raises:
            ValueError: The shape is wrong, or there are no fields and no ``env_spacing``.
        """
        if origins is None:
            self.terrain_origins = None
            self.env_origins = self._grid()
            return
        starts = torch.as_tensor(origins, dtype=torch.float32, device=self.device)
        if starts.ndim != 3 or starts.shape[2] != 3 or not starts.numel():
            raise ValueError(f"Origins have the shape {tuple(starts.shape)}: it should be (num_rows, num_cols, 3).")
        self.terrain_origins = starts.clone()
        self.max_terrain_level, num_columns = starts.shape[:2]
        highest = self.cfg.max_init_terrain_level
        num_levels = self.max_terrain_level if highest is None else min(highest + 1, self.max_terrain_level)
        num_envs = self.cfg.num_envs
        self.terrain_levels = torch.randint(0, num_levels, (num_envs,), device=self.device)
        self.terrain_types = torch.arange(num_envs, device=self.device) * num_columns // num_envs
        self.env_origins = self.terrain_origins[self.terrain_levels, self.terrain_types]

    def update_env_origins(self, env_ids: torch.Tensor, move_up: torch.Tensor, move_down: torch.Tensor) -> None:
        """Move environments to fields of other levels: from beyond the last one to any, from below the first to it.

        Does nothing where there are no fields, and never waits for the device.

        Args:
            env_ids: Environments, shape (n,), int64; or a mask of them, shape (num_envs,), bool, with which the others
                have a row for every environment.
            move_up: Which of them move up a level, shape (n,), bool.
            move_down: Which of them move down a level, shape (n,), bool.
        """
        if self.terrain_origins is None:
            return
        is_mask = isinstance(env_ids, torch.Tensor) and env_ids.dtype == torch.bool
        rows = slice(None) if is_mask else env_ids
        levels = self.terrain_levels[rows] + move_up.long() - move_down.long()
        anywhere = torch.randint_like(levels, self.max_terrain_level)
        levels = torch.where(levels >= self.max_terrain_level, anywhere, levels.clamp(min=0))
        origins = self.terrain_origins[levels, self.terrain_types[rows]]
        if is_mask:
            levels = torch.where(env_ids, levels, self.terrain_levels)
            origins = torch.where(env_ids.unsqueeze(1), origins, self.env_origins)
        self.terrain_levels[rows] = levels
        self.env_origins[rows] = origins

    def _grid(self) -> torch.Tensor:
        if self.cfg.env_spacing is None:
            raise ValueError(
                "'env_spacing' of a terrain without generated parts is None; expected the distance of environments [m]."
            )
        num_envs, simulation = self.cfg.num_envs, SimulationContext.instance()
        row = narrow_row(num_envs) if simulation is not None and simulation.cfg.narrow_grid else None
        return torch.as_tensor(grid_origins(num_envs, self.cfg.env_spacing, row), device=self.device)


def show_vertex_colors(prim: Usd.Prim, colors: np.ndarray) -> None:
    """Give a mesh on the stage the colours of its vertices, 0 to 255, shape (num_vertices, 3 or 4)."""
    primvar = UsdGeom.Gprim(prim).CreateDisplayColorPrimvar(UsdGeom.Tokens.vertex)
    primvar.Set(Vt.Vec3fArray.FromNumpy(np.asarray(colors[:, :3], dtype=np.float32) / 255.0))


@configclass
class TerrainImporterCfg:
    """Config of the ground that all environments share."""

    class_type: type = TerrainImporter
    """Class that imports the terrain."""

    collision_group: int = -1
    """Collision group: terrain collides with the assets of all environments."""

    prim_path: str = MISSING
    """Prim path of the terrain."""

    num_envs: int = 1
    """Number of environments; the scene sets it."""

    terrain_type: Literal["plane", "usd", "generator"] = "generator"
    """An infinite plane, a USD file, or a generated terrain."""

    terrain_generator: TerrainGeneratorCfg | None = None
    """Config of the generator, for terrain_type='generator'."""

    usd_path: str | None = None
    """File that holds the terrain, for terrain_type='usd'."""

    env_spacing: float | None = None
    """Distance of environments where the terrain has no origins of its own [m]; None takes the scene's."""

    visual_material: VisualMaterialCfg | None = PreviewSurfaceCfg(diffuse_color=(0.065, 0.0725, 0.080))
    """Material that the terrain is drawn with; None leaves a plane to the viewer, and a mesh its own colours."""

    physics_material: RigidBodyMaterialCfg = RigidBodyMaterialCfg()
    """Friction and restitution of the terrain."""

    max_init_terrain_level: int | None = None
    """Highest row that environments start on, for generated terrains; None: the last."""

    use_terrain_origins: bool = True
    """Whether environments stand where robots start on a generated terrain; otherwise in a grid."""

    debug_vis: bool = False
    """Whether to show frames where robots start."""
