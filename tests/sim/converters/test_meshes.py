"""Mesh files: in colliders and visuals of robots, and as objects by themselves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from pippin.sim import schemas
from pippin.sim.converters import MeshConverter, MeshConverterCfg, convert_mesh, convert_urdf
from pippin.sim.converters.meshes import as_trimesh, load_mesh

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # the older configs work, too

BOX = trimesh.creation.box((0.2, 0.4, 0.6))

COLLADA = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2020-01-01T00:00:00</created><modified>2020-01-01T00:00:00</modified>{asset}</asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>0.2 0.4 0.6 1</color>
</diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 2 0 0 0 3</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="sc"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="s" target="#{material}"/></technique_common></bind_material></instance_geometry></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#sc"/></scene></COLLADA>"""
"""A tetrahedron that reaches 1 along x, 2 along y and 3 along z."""


@pytest.fixture
def robot_with(tmp_path: Path, write_urdf: Callable, read_robot: Callable) -> Callable:
    """Function from a mesh file's name (its scale too) to the robot of one link that shows it and collides with it."""
    robots = []  # keeps the stages, without which prims are nothing

    def convert(filename: str, scale: str = "1 1 1", **options: object) -> object:
        mesh = f'<geometry><mesh filename="{filename}" scale="{scale}"/></geometry>'
        path = write_urdf(
            f'<link name="base"><visual name="v">{mesh}</visual><collision name="c">{mesh}</collision></link>'
        )
        robots.append(read_robot(convert_urdf(path, **options)))
        return robots[-1]

    return convert


def mesh_of(prim: Usd.Prim) -> trimesh.Trimesh:
    """Vertices and triangles of a Mesh in its parent's frame."""
    matrix = np.array(UsdGeom.Xformable(prim).GetLocalTransformation()).T
    points = np.array(prim.GetAttribute("points").Get()) @ matrix[:3, :3].T + matrix[:3, 3]
    faces = np.array(prim.GetAttribute("faceVertexIndices").Get()).reshape(-1, 3)
    return trimesh.Trimesh(points, faces)


# In robots.


@pytest.mark.parametrize("suffix", ["stl", "STL", "obj", "ply", "glb"])
def test_formats(robot_with: Callable, tmp_path: Path, suffix: str) -> None:
    BOX.export(tmp_path / f"box.{suffix}", file_type=suffix.lower())
    robot = robot_with(f"box.{suffix}")
    for path in ("base/visuals/v", "base/collisions/c"):
        mesh = mesh_of(robot.prim(path))
        assert mesh.is_watertight
        assert mesh.volume == pytest.approx(0.2 * 0.4 * 0.6, rel=1e-6)
        np.testing.assert_allclose(mesh.extents, [0.2, 0.4, 0.6], rtol=1e-6)


def test_mirrored_meshes_keep_their_outside_outside(robot_with: Callable, tmp_path: Path) -> None:
    BOX.export(tmp_path / "box.stl")
    mesh = mesh_of(robot_with("box.stl", "-2 1 1").prim("base/visuals/v"))
    assert mesh.volume == pytest.approx(2.0 * 0.2 * 0.4 * 0.6, rel=1e-6), "a mesh inside out has negative volume"


def test_colliders_are_convex_hulls(robot_with: Callable, tmp_path: Path) -> None:
    bowl = trimesh.creation.annulus(0.5, 1.0, 0.2)
    bowl.export(tmp_path / "ring.stl")
    robot = robot_with("ring.stl")
    prim = robot.prim("base/collisions/c")
    assert UsdPhysics.MeshCollisionAPI(prim).GetApproximationAttr().Get() == "convexHull"
    assert mesh_of(prim).volume == pytest.approx(bowl.convex_hull.volume, rel=1e-5)
    assert mesh_of(robot.prim("base/visuals/v")).volume == pytest.approx(bowl.volume, rel=1e-5)


def test_flat_colliders_get_some_thickness(
    robot_with: Callable, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    corners = np.array([[0, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 0]], dtype=float)
    trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]]).export(tmp_path / "sheet.stl")
    with caplog.at_level(logging.WARNING, "pippin"):
        robot = robot_with("sheet.stl")
    assert "link 'base'" in caplog.text
    assert mesh_of(robot.prim("base/collisions/c")).volume == pytest.approx(np.sqrt(2.0) * 1e-3, rel=1e-3)


def test_meshes_to_be_decomposed_are_kept(robot_with: Callable, tmp_path: Path) -> None:
    gate = trimesh.creation.annulus(0.5, 1.0, 0.1)
    gate.export(tmp_path / "gate.stl")
    (prim,) = robot_with("gate.stl", collider_type="convex_decomposition").prim("base/collisions").GetChildren()
    assert prim.GetAttribute("physics:approximation").Get() == "convexDecomposition"
    assert mesh_of(prim).volume == pytest.approx(gate.volume, rel=1e-4)


def test_collada_unit_is_applied_and_up_axis_is_not(robot_with: Callable, tmp_path: Path) -> None:
    """As RViz has it, which URDFs are made for."""
    asset = '<unit name="decimetre" meter="0.1"/><up_axis>Y_UP</up_axis>'
    (tmp_path / "part.dae").write_text(COLLADA.format(asset=asset, material="m"))
    prim = robot_with("part.dae").prim("base/visuals/v")
    np.testing.assert_allclose(mesh_of(prim).extents, [0.1, 0.2, 0.3], rtol=1e-6)
    np.testing.assert_allclose(UsdGeom.Gprim(prim).GetDisplayColorAttr().Get()[0], [0.2, 0.4, 0.6], atol=1.0 / 255.0)
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    surface = UsdShade.Shader(material.GetPrim().GetChild("surface"))
    np.testing.assert_allclose(surface.GetInput("diffuseColor").Get(), [0.2, 0.4, 0.6], atol=1.0 / 255.0)


@pytest.mark.parametrize(
    ("up", "extents"), [("X", [2.0, 1.0, 3.0]), ("Y", [1.0, 2.0, 3.0]), ("Z", [1.0, 3.0, 2.0])], ids=["X", "Y", "Z"]
)
def test_collada_is_brought_to_y_up_as_assimp_does(tmp_path: Path, up: str, extents: list[float]) -> None:
    """Its ColladaLoader turns (x, y, z) to (-y, x, z) for X_UP, and to (x, z, -y) for Z_UP."""
    (tmp_path / "part.dae").write_text(COLLADA.format(asset=f"<up_axis>{up}_UP</up_axis>", material="m"))
    as_is, y_up = (as_trimesh(load_mesh(tmp_path / "part.dae", "a test", up=kind)) for kind in ("as is", "y"))
    x, y, z = as_is.vertices.T
    turned = {"X": (-y, x, z), "Y": (x, y, z), "Z": (x, z, -y)}[up]
    np.testing.assert_allclose(y_up.vertices, np.stack(turned, axis=1), atol=1e-9)
    np.testing.assert_allclose(y_up.extents, extents)


def test_collada_with_a_broken_material_keeps_its_shape(robot_with: Callable, tmp_path: Path) -> None:
    (tmp_path / "part.dae").write_text(COLLADA.format(asset="<up_axis>Z_UP</up_axis>", material="nowhere"))
    np.testing.assert_allclose(mesh_of(robot_with("part.dae").prim("base/visuals/v")).extents, [1.0, 2.0, 3.0])


def test_textures_come_along(robot_with: Callable, tmp_path: Path) -> None:
    Image.new("RGB", (8, 8), (255, 0, 51)).save(tmp_path / "paint.png")
    (tmp_path / "card.mtl").write_text("newmtl paint\nmap_Kd paint.png\nKd 1 1 1\n")
    (tmp_path / "card.obj").write_text(
        "mtllib card.mtl\nusemtl paint\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\n"
        "f 1/1 3/3 2/2\nf 1/1 2/2 4/3\nf 1/1 4/3 3/2\nf 2/1 3/2 4/3\n"
    )
    robot = robot_with("card.obj")
    prim = robot.prim("base/visuals/v")
    assert len(prim.GetAttribute("primvars:st").Get()) == len(prim.GetAttribute("points").Get())
    np.testing.assert_allclose(UsdGeom.Gprim(prim).GetDisplayColorAttr().Get()[0], [1.0, 0.0, 0.2], atol=1e-6)
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    image = UsdShade.Shader(material.GetPrim().GetChild("texture")).GetInput("file").Get().resolvedPath
    assert Path(image).read_bytes() == (tmp_path / "paint.png").read_bytes()


# What is no mesh.


def write_nonsense(folder: Path) -> str:
    (folder / "bad.stl").write_bytes(b"this is no mesh")
    return "bad.stl"


def write_empty_obj(folder: Path) -> str:
    (folder / "empty.obj").write_text("v 0 0 0\nv 1 0 0\n")
    return "empty.obj"


def write_nan_obj(folder: Path) -> str:
    (folder / "nan.obj").write_text("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n")
    return "nan.obj"


def write_bomb(folder: Path) -> str:
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    (folder / "bomb.dae").write_text(f'<?xml version="1.0"?>{entities}<COLLADA>&b;</COLLADA>')
    return "bomb.dae"


def write_pointer(folder: Path) -> str:
    (folder / "pointer.stl").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 150484\n")
    return "pointer.stl"


def write_odd_unit(folder: Path) -> str:
    (folder / "unit.dae").write_text(COLLADA.format(asset='<unit meter="-1"/>', material="m"))
    return "unit.dae"


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda folder: "missing.stl", "There is no mesh '.*missing.stl'"),
        (lambda folder: (folder / "part.step").write_text("x") and "part.step", "format that cannot be read.*.stl"),
        (write_nonsense, "bad.stl' of link 'base'.* cannot be read"),
        (write_empty_obj, "no triangles"),
        (write_pointer, "git lfs pull"),
        (write_nan_obj, "not finite"),
        (write_bomb, "entities"),
        (write_odd_unit, "unit is -1"),
    ],
)
def test_meshes_that_cannot_be_read(robot_with: Callable, tmp_path: Path, write: Callable, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        robot_with(write(tmp_path))
    assert "link 'base' of" in str(error.value), "who needs the mesh is named"


def test_meshes_are_bounded(robot_with: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    BOX.export(tmp_path / "box.stl")
    monkeypatch.setattr("pippin.sim.converters.meshes.MAX_MESH_BYTES", 100)
    with pytest.raises(ValueError, match=r"box.stl' of link 'base'.* has \d+ bytes; the most is 100"):
        robot_with("box.stl")


# By themselves.


@pytest.fixture
def box_file(tmp_path: Path) -> str:
    """A box in a file."""
    path = tmp_path / "my box.stl"
    BOX.export(path)
    return str(path)


def test_mesh_to_look_at(box_file: str) -> None:
    stage = Usd.Stage.Open(convert_mesh(box_file))
    assert stage.GetDefaultPrim().GetPath() == "/my_box"
    assert mesh_of(stage.GetPrimAtPath("/my_box/geometry/mesh")).volume == pytest.approx(0.048, rel=1e-6)
    assert not any(prim.HasAPI(UsdPhysics.CollisionAPI) for prim in stage.Traverse())
    assert not stage.GetDefaultPrim().HasAPI(UsdPhysics.RigidBodyAPI)


def test_mesh_as_rigid_body(box_file: str) -> None:
    cfg = MeshConverterCfg(
        asset_path=box_file,
        mass_props=schemas.MassPropertiesCfg(mass=3.0),
        rigid_props=schemas.RigidBodyPropertiesCfg(kinematic_enabled=True),
        collision_props=schemas.CollisionPropertiesCfg(contact_offset=0.01),
        mesh_collision_props=schemas.TriangleMeshPropertiesCfg(),
        translation=(1.0, 2.0, 3.0),
        rotation=(0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)),
        scale=(1.0, 2.0, 3.0),
    )
    stage = Usd.Stage.Open(MeshConverter(cfg).usd_path)
    root, mesh = stage.GetDefaultPrim(), stage.GetPrimAtPath("/my_box/geometry/mesh")
    assert UsdPhysics.MassAPI(root).GetMassAttr().Get() == 3.0
    assert UsdPhysics.RigidBodyAPI(root).GetKinematicEnabledAttr().Get() is True
    assert UsdPhysics.MeshCollisionAPI(mesh).GetApproximationAttr().Get() == "none"
    assert mesh.GetAttribute("physxCollision:contactOffset").Get() == pytest.approx(0.01)
    bounds = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default"]).ComputeWorldBound(mesh).ComputeAlignedRange()
    # scaled to (0.2, 0.8, 1.8), then turned by 90 degrees about z, then moved
    np.testing.assert_allclose(bounds.GetSize(), [0.8, 0.2, 1.8], atol=1e-6)
    np.testing.assert_allclose(bounds.GetMidpoint(), [1.0, 2.0, 3.0], atol=1e-6)


def test_formats_that_name_their_up_axis_are_turned(tmp_path: Path) -> None:
    tall = trimesh.creation.box((1.0, 3.0, 2.0))  # 3 along y, which is up in glTF
    tall.export(tmp_path / "tall.glb")
    (tmp_path / "part.dae").write_text(COLLADA.format(asset="<up_axis>Y_UP</up_axis>", material="m"))
    for name, extents in (("tall.glb", [1.0, 2.0, 3.0]), ("part.dae", [1.0, 3.0, 2.0])):
        stage = Usd.Stage.Open(convert_mesh(tmp_path / name))
        mesh = mesh_of(stage.GetPrimAtPath(stage.GetDefaultPrim().GetPath().AppendPath("geometry/mesh")))
        np.testing.assert_allclose(mesh.extents, extents, rtol=1e-6)


@pytest.mark.parametrize(
    "options",
    [{"scale": (1.0, 0.0, 1.0)}, {"rotation": (0, 0, 0, 0)}, {"translation": (np.nan, 0, 0)}, {"scale": (1,)}],
)
def test_placements_that_cannot_be(box_file: str, options: dict) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(options))}'? of a mesh"):
        convert_mesh(box_file, **options)
