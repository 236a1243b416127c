"""The ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade

from pippin.utils import configclass

from .. import schemas
from ..prims import create_prim
from .binding import bind_physics_material, bind_visual_material
from .cfg import SpawnerCfg
from .material_fragments import AnyPhysicsMaterial, spawn_physics_material
from .physics_materials import RigidBodyMaterialCfg
from .placement import clone
from .visual_materials import PreviewSurfaceCfg

HALF_SIZE = 50.0
"""Half the length of the mesh beside the plane before it is scaled to its size [m], as Isaac Lab's file has it."""
TEXTURE_SIZE = 2.0
"""Length of the ground that one repeat of a texture covers [m]."""


@clone
def spawn_ground_plane(
    prim_path: str,
    cfg: GroundPlaneCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a plane that is infinite for physics and for Pippin's pictures, its normal along z of its frame.

    Beside it stands a rectangle of the given size, ``Environment/Geometry``, for what reads meshes and their places in
    a texture. It is a proxy: it neither collides nor is drawn over the plane.

    The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        ValueError: The size is not positive, or a value is out of range.
    """
    if not all(0.0 < length < float("inf") for length in cfg.size):
        raise ValueError(f"GroundPlaneCfg.size is {cfg.size!r}: it should be two positive lengths.")
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation)
    plane_path = f"{prim_path}/GroundPlane/CollisionPlane"  # as Isaac Sim's file has it: filters of contacts name it
    plane = create_prim(plane_path, "Plane", attributes={"axis": "Z", "width": cfg.size[0], "length": cfg.size[1]})
    boundable = UsdGeom.Boundable(plane)
    boundable.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(boundable, Usd.TimeCode.Default()))
    _add_mesh(f"{prim_path}/Environment", cfg.size)
    schemas.define_collision_properties(plane_path, schemas.CollisionPropertiesCfg())
    if cfg.physics_material is not None:
        spawn_physics_material(f"{prim_path}/physicsMaterial", cfg.physics_material)
        bind_physics_material(plane_path, f"{prim_path}/physicsMaterial")
    _add_material(f"{prim_path}/Looks/theGrid", plane_path, cfg.color)
    return prim


def _add_material(path: str, plane_path: str, color: tuple[float, float, float] | None) -> None:
    """Add the plane's material, which takes effect where there is a colour.

    Its path, and the inputs that brighten and tint the grid on Isaac Sim's ground, are those of that file, since
    programs set them. The tint is the colour that is drawn; what would brighten is not.
    """
    surface = PreviewSurfaceCfg(diffuse_color=(1.0, 1.0, 1.0), roughness=0.9)
    shader = UsdShade.Shader(surface.func(path, surface))
    shader.CreateInput("albedo_add", Sdf.ValueTypeNames.Float).Set(0.0)
    tint = (1.0, 1.0, 1.0) if color is None else color
    shader.CreateInput("diffuse_tint", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*map(float, tint)))
    if color is not None:
        bind_visual_material(plane_path, path)


def _add_mesh(path: str, size: tuple[float, float]) -> None:
    """Add the rectangle beside the plane, scaled to its size, with a texture that repeats at :data:`TEXTURE_SIZE`."""
    scale = (size[0] / (2.0 * HALF_SIZE), size[1] / (2.0 * HALF_SIZE), 1.0)
    frame = create_prim(path, "Xform", scale=scale)
    mesh = UsdGeom.Mesh(create_prim(f"{path}/Geometry", "Mesh"))
    corners = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    mesh.CreatePointsAttr([Gf.Vec3f(HALF_SIZE * x, HALF_SIZE * y, 0.0) for x, y in corners])
    mesh.CreateFaceVertexCountsAttr([4])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2, 3])
    mesh.CreateNormalsAttr([Gf.Vec3f(0.0, 0.0, 1.0)] * 4)
    mesh.CreateExtentAttr([(-HALF_SIZE, -HALF_SIZE, 0.0), (HALF_SIZE, HALF_SIZE, 0.0)])
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    uvs = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.vertex)
    half_u, half_v = size[0] / (2.0 * TEXTURE_SIZE), size[1] / (2.0 * TEXTURE_SIZE)
    uvs.Set([Gf.Vec2f(half_u * x, half_v * y) for x, y in corners])
    UsdGeom.Imageable(frame).CreatePurposeAttr(UsdGeom.Tokens.proxy)


@configclass
class GroundPlaneCfg(SpawnerCfg):
    """A plane to stand on."""

    func: Callable[..., Usd.Prim] = spawn_ground_plane

    size: tuple[float, float] = (100.0, 100.0)
    """Lengths along x and y of the mesh beside the plane, which itself has no end [m]."""

    color: tuple[float, float, float] | None = (0.0, 0.0, 0.0)
    """Colour in linear RGB; None leaves it to the viewer."""

    physics_material: AnyPhysicsMaterial | None = RigidBodyMaterialCfg()
    """Physics material; None leaves the simulation's own."""
