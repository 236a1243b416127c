"""Pictures: what is drawn, in which colour, and lights."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

LOOKS = """
def Material "red"
{
    token outputs:surface.connect = </red/shader.outputs:surface>
    def Shader "shader"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor = (0.9, 0.1, 0.2)
        float inputs:opacity = 0.5
        token outputs:surface
    }
}
"""


def body(content: str) -> str:
    return f'def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{{\n{content}\n}}\n'


SHAPES = """
    def Cube "seen"
    {
        color3f[] primvars:displayColor = [(0.1, 0.2, 0.3)]
    }
    def Cube "painted" (prepend apiSchemas = ["MaterialBindingAPI"])
    {
        rel material:binding = </red>
        color3f[] primvars:displayColor = [(0.1, 0.2, 0.3)]
    }
    def Cube "invisible" { token visibility = "invisible"; }
    def Cube "guide" { uniform token purpose = "guide"; }
    def Sphere "collider" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { double radius = 1; }
    def Sphere "hidden_collider" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { uniform token purpose = "guide"; }
"""


def test_what_is_drawn_is_sorted_into_groups(model_of):
    model = model_of(LOOKS + body(SHAPES), visuals=True)
    groups = {model.geom(i).name: int(model.geom_group[i]) for i in range(model.ngeom)}
    assert groups == {"/body/seen": 2, "/body/painted": 2, "/body/collider": 0, "/body/hidden_collider": 3}
    for name, group in groups.items():
        assert (model.geom(name).contype[0] == 0) == (group == 2)


def test_visual_geometry_weighs_nothing_and_is_no_part_of_physics(model_of):
    physics = model_of(LOOKS + body(SHAPES))
    assert [physics.geom(i).name for i in range(physics.ngeom)] == ["/body/collider", "/body/hidden_collider"]
    assert physics.body("/body").mass[0] == pytest.approx(2 * 1000 * 4 / 3 * np.pi)
    np.testing.assert_allclose(model_of(LOOKS + body(SHAPES), visuals=True).body_mass, physics.body_mass, rtol=1e-12)


def test_colours_come_from_the_material_and_else_from_the_prim(model_of):
    model = model_of(LOOKS + body(SHAPES), visuals=True)
    np.testing.assert_allclose(model.geom("/body/seen").rgba, (0.1, 0.2, 0.3, 1), rtol=1e-6)
    np.testing.assert_allclose(model.geom("/body/painted").rgba, (0.9, 0.1, 0.2, 0.5), rtol=1e-6)


MDL = """
def Material "paint"
{
    token outputs:mdl:surface.connect = </paint/shader.outputs:out>
    def Shader "shader"
    {
        uniform token info:implementationSource = "sourceAsset"
        uniform asset info:mdl:sourceAsset = @OmniPBR.mdl@
        uniform token info:mdl:sourceAsset:subIdentifier = "OmniPBR"
        color3f inputs:diffuse_color_constant = (0.7, 0.1, 0.2)
        token outputs:out
    }
}
def Material "tinted"
{
    token outputs:mdl:surface.connect = </tinted/shader.outputs:out>
    def Shader "shader"
    {
        color3f inputs:diffuse_color_constant = (0.5, 0.4, 1.0)
        color3f inputs:diffuse_tint = (1.0, 0.5, 0.1)
        token outputs:out
    }
}
def Material "empty"
{
}
def Material "unsettled"
{
    token outputs:surface.connect = </nowhere.outputs:surface>
}
"""


@pytest.mark.parametrize(
    ("material", "color"),
    [
        ("paint", (0.7, 0.1, 0.2)),
        ("tinted", (0.5, 0.2, 0.1)),
        ("empty", (0.1, 0.2, 0.3)),
        ("unsettled", (0.1, 0.2, 0.3)),
        ("gone", (0.1, 0.2, 0.3)),
    ],
)
def test_materials_without_a_universal_surface_are_drawn(model_of, material, color):
    """As Isaac Sim writes them: MDL alone, nothing at all, or a shader that is missing."""
    cube = f"""
    def Cube "cube" (prepend apiSchemas = ["MaterialBindingAPI"])
    {{
        rel material:binding = </{material}>
        color3f[] primvars:displayColor = [(0.1, 0.2, 0.3)]
    }}"""
    model = model_of(MDL + body(cube), visuals=True)
    np.testing.assert_allclose(model.geom("/body/cube").rgba[:3], color, rtol=1e-6)


def test_parts_of_a_mesh_have_their_own_colours(model_of):
    mesh = """
    def Mesh "mesh" (prepend apiSchemas = ["MaterialBindingAPI"])
    {
        point3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]
        int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0,2,1, 0,1,3, 0,3,2, 1,2,3]
        uniform token subsetFamily:materialBind:familyType = "partition"
        def GeomSubset "one" (prepend apiSchemas = ["MaterialBindingAPI"])
        {
            uniform token elementType = "face"
            uniform token familyName = "materialBind"
            int[] indices = [0, 2]
            rel material:binding = </red>
        }
        def GeomSubset "two"
        {
            uniform token elementType = "face"
            uniform token familyName = "materialBind"
            int[] indices = [1, 3]
        }
    }
"""
    model = model_of(LOOKS + body(mesh), visuals=True)
    assert [model.geom(i).name for i in range(model.ngeom)] == ["/body/mesh/one", "/body/mesh/two"]
    np.testing.assert_allclose(model.geom("/body/mesh/one").rgba, (0.9, 0.1, 0.2, 0.5), rtol=1e-6)
    assert [int(model.mesh_facenum[model.geom(i).dataid[0]]) for i in range(2)] == [2, 2]


def test_malformed_mesh_that_is_only_seen_is_left_out_with_a_warning(model_of, caplog):
    with caplog.at_level("WARNING", logger="pippin"):
        model = model_of(body('def Mesh "broken" { point3f[] points = [(0,0,0)]; }'), visuals=True)
    assert model.ngeom == 0
    assert "Geometry that is only seen is left out: Mesh '/body/broken' has 1 points and 0 faces" in caplog.text


def test_instances_share_their_mesh(model_of):
    text = """
class Mesh "prototype"
{
    point3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]
    int[] faceVertexCounts = [3, 3, 3, 3]
    int[] faceVertexIndices = [0,2,1, 0,1,3, 0,3,2, 1,2,3]
}
def Mesh "a" (references = </prototype>) {}
def Mesh "b" (references = </prototype>)
{
    double3 xformOp:translate = (0, 0, 5)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
"""
    model = model_of(text, visuals=True)
    assert (model.ngeom, model.nmesh) == (2, 1)


def test_mirrored_mesh_is_turned_outside_out(model_of):
    """Faces of a solid go around counterclockwise from outside: the volume that they enclose is positive."""
    text = """
def Mesh "mesh"
{
    point3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]
    int[] faceVertexCounts = [3, 3, 3, 3]
    int[] faceVertexIndices = [0,2,1, 0,1,3, 0,3,2, 1,2,3]
    double3 xformOp:scale = (-1, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:scale"]
}
"""
    model = model_of(text, visuals=True)
    corners = model.mesh_vert[model.mesh_face].astype(float)
    assert np.linalg.det(corners - corners.mean(axis=(0, 1))).sum() / 6 == pytest.approx(4 / 6, rel=1e-5)


def test_lights_shine_where_the_stage_says(model_of):
    model = model_of("""
def DistantLight "sun"
{
    double3 xformOp:rotateXYZ = (90, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
    color3f inputs:color = (1, 0.5, 0)
}
def SphereLight "lamp"
{
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def DomeLight "sky" {}
""")
    assert model.light("/sun").type[0] == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    np.testing.assert_allclose(model.light("/sun").dir, (0, 1, 0), atol=1e-6)  # along -Z of the light
    np.testing.assert_allclose(model.light("/sun").diffuse, 0.7 * np.array((1, 0.5, 0)), rtol=1e-6)
    assert model.light("/lamp").type[0] == mujoco.mjtLightType.mjLIGHT_POINT
    np.testing.assert_allclose(model.light("/lamp").pos, (1, 2, 3))
    assert model.light("/sky").ambient[0] > 0
