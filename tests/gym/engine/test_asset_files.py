"""Asset files of all kinds, the files that they refer to, and the options that change them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import trimesh

from pippin.gym import gymapi
from pippin.gym.engine import asset_loading
from pippin.utils.convex_parts import PartLimits

WEDGE = trimesh.Trimesh(
    [[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.1], [0.3, 0, 0.1], [0, 0.2, 0.1]],
    [[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]],
)
"""Prism over a right triangle, 3 litres."""


def link(shape: str, name: str = "link") -> str:
    return f'<robot name="r"><link name="{name}">{shape}</link></robot>'


LOOP = "<joint name='j' type='fixed'><parent link='link'/><child link='link'/></joint>"


def collider(filename: str) -> str:
    return f'<collision><geometry><mesh filename="{filename}"/></geometry></collision>'


def actor_of(gym: gymapi.Gym, sim: gymapi.Sim, asset: gymapi.Asset, height: float = 0.0) -> gymapi.Env:
    """An environment with one actor."""
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
    gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, height)))
    return env


def mass_of(gym: gymapi.Gym, env: gymapi.Env) -> float:
    return sum(body.mass for body in gym.get_actor_rigid_body_properties(env, 0))


# Files that files refer to.


@pytest.mark.parametrize("suffix", ["obj", "stl", "dae"])
@pytest.mark.parametrize("prefix", ["../meshes/", "package://robots/meshes/", "package://meshes/"])
def test_meshes(gym: gymapi.Gym, sim: gymapi.Sim, tmp_path: Path, suffix: str, prefix: str) -> None:
    """Beside the file, in a package above it, and in one beside it; their mass is that of their volume."""
    for folder in ("urdf", "meshes"):
        (tmp_path / "robots" / folder).mkdir(parents=True)
    WEDGE.export(tmp_path / "robots" / "meshes" / f"wedge.{suffix}")
    (tmp_path / "robots" / "urdf" / "r.urdf").write_text(link(collider(f"{prefix}wedge.{suffix}")))
    asset = gym.load_asset(sim, str(tmp_path), "robots/urdf/r.urdf")
    assert mass_of(gym, actor_of(gym, sim, asset)) == pytest.approx(1000.0 * 0.003, rel=1e-4)


def test_includes_within_the_root(gym: gymapi.Gym, sim: gymapi.Sim, tmp_path: Path) -> None:
    """A model may include files of other folders of the root, not of those outside."""
    for folder in ("assets/hand", "assets/shared"):
        (tmp_path / folder).mkdir(parents=True)
    finger = '<mujoco><worldbody><body name="finger"><geom size="0.1" mass="3"/></body></worldbody></mujoco>'
    (tmp_path / "assets/shared/finger.xml").write_text(finger)
    (tmp_path / "finger.xml").write_text(finger)
    hand = tmp_path / "assets/hand/hand.xml"
    hand.write_text('<mujoco><include file="../shared/finger.xml"/></mujoco>')
    asset = gym.load_asset(sim, str(tmp_path / "assets"), "hand/hand.xml")
    assert gym.get_asset_rigid_body_names(asset) == ["finger"]
    with pytest.raises(ValueError, match=r"'../shared/finger.xml', which lies outside the folder"):
        gym.load_asset(sim, str(tmp_path / "assets/hand"), "hand.xml")
    hand.write_text('<mujoco><include file="../../finger.xml"/></mujoco>')
    with pytest.raises(ValueError, match=r"'../../finger.xml', which lies outside the folder '.*assets'"):
        gym.load_asset(sim, str(tmp_path / "assets"), "hand/hand.xml")


def test_usd(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """A slide along y with limits and a drive, as UsdPhysics has it; gains are as they are, angles are degrees."""
    text = """#usda 1.0
(
    defaultPrim = "robot"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "robot" (
    prepend apiSchemas = ["PhysicsArticulationRootAPI"]
)
{
    def Cube "base" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMassAPI"]
    )
    {
        double size = 0.2
        float physics:mass = 4
    }
    def Cube "lid" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMassAPI"]
    )
    {
        double size = 0.1
        float physics:mass = 1
        double3 xformOp:translate = (0, 0.5, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def PhysicsPrismaticJoint "slide" (
        prepend apiSchemas = ["PhysicsDriveAPI:linear"]
    )
    {
        rel physics:body0 = </robot/base>
        rel physics:body1 = </robot/lid>
        uniform token physics:axis = "Y"
        point3f physics:localPos0 = (0, 0.5, 0)
        float physics:lowerLimit = -0.1
        float physics:upperLimit = 0.2
        float drive:linear:physics:stiffness = 60
        float drive:linear:physics:damping = 5
        float drive:linear:physics:maxForce = 30
    }
}
"""
    asset = gym.load_usd(sim, *write("robot.usda", text))
    assert gym.get_asset_rigid_body_names(asset) == ["base", "lid"]
    (record,) = gym.get_asset_dof_properties(asset)
    expected = {"lower": -0.1, "upper": 0.2, "stiffness": 60.0, "damping": 5.0, "effort": 30.0}
    assert {name: record[name] for name in expected} == pytest.approx(expected, rel=1e-6)
    assert mass_of(gym, actor_of(gym, sim, asset)) == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.urdf", "", r"none\.urdf"),
        ("torn.urdf", "<robot name='r'><link", r"torn\.urdf"),
        ("loop.urdf", link("").replace("</robot>", LOOP + "</robot>"), r"loop\.urdf"),
        ("bomb.xml", '<!DOCTYPE m [<!ENTITY a "aaaa">]><mujoco>&a;</mujoco>', r"bomb\.xml"),
        ("other.xml", "<robot/>", r"<robot>.*<mujoco>"),
        ("empty.xml", "<mujoco/>", r"holds no(thing| body)"),
        ("heavy.xml", "<mujoco><worldbody><body><freejoint/><geom size='0.1' mass='-1'/></body></worldbody></mujoco>",
         r"heavy\.xml"),
        ("mesh.urdf", link(collider("nowhere.obj")), r"nowhere\.obj"),
        ("torn.usda", "#usda 1.0\ndef Xform {", r"torn\.usda' cannot be read"),
        ("none.usd", "", r"none\.usd' is empty"),
        ("prims.usda", "#usda 1.0\n", r"needs a default prim"),
        ("asset.zip", "PK", r"is of a kind that cannot be read; these can: .urdf, .xml, "),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, name: str, text: str, message: str
) -> None:
    """Each is refused with its name and the reason, and the simulation goes on."""
    with pytest.raises(ValueError, match=message):
        gym.load_asset(sim, *write(name, text))
    gym.simulate(sim)


# Options.


@pytest.mark.parametrize("kind", ["obj", "dae of y up", "dae of z up"])
@pytest.mark.parametrize("flip", [False, True])
def test_meshes_are_turned_as_assimp_and_the_option_do(
    gym: gymapi.Gym, sim: gymapi.Sim, tmp_path: Path, kind: str, flip: bool
) -> None:
    """Assimp brings the z axis of COLLADA up, to y: (x, y, z) becomes (x, z, -y); the option turns what is seen back.

    So a foot whose COLLADA file says Z_UP needs rpy="1.57 0 0" to collide as it is seen without.
    """
    suffix = kind[:3]
    WEDGE.export(tmp_path / f"wedge.{suffix}")
    if suffix == "dae":
        text = re.sub(r"<up_axis>\w", f"<up_axis>{kind[7].upper()}", (tmp_path / "wedge.dae").read_text())
        (tmp_path / "wedge.dae").write_text(text)
    shape = collider(f"wedge.{suffix}").replace("collision", "visual") + collider(f"wedge.{suffix}")
    (tmp_path / "wedge.urdf").write_text(link(shape))
    options = gymapi.AssetOptions()
    options.flip_visual_attachments = flip
    asset = gym.load_asset(sim, str(tmp_path), "wedge.urdf", options)
    model = asset.description.spec.copy().compile()
    bounds = {}
    for geom in range(model.ngeom):
        mesh = model.geom_dataid[geom]
        start, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        pose = trimesh.transformations.quaternion_matrix(model.geom_quat[geom])[:3, :3]
        corners = model.mesh_vert[start : start + count] @ pose.T + model.geom_pos[geom]
        bounds[bool(model.geom_contype[geom])] = np.array([corners.min(axis=0), corners.max(axis=0)])
    to_y = (
        trimesh.transformations.rotation_matrix(-0.5 * np.pi, (1.0, 0.0, 0.0)) if kind == "dae of z up" else np.eye(4)
    )
    to_z = trimesh.transformations.rotation_matrix(0.5 * np.pi, (1.0, 0.0, 0.0)) if flip else np.eye(4)
    np.testing.assert_allclose(bounds[True], WEDGE.copy().apply_transform(to_y).bounds, atol=1e-6)
    np.testing.assert_allclose(bounds[False], WEDGE.copy().apply_transform(to_z @ to_y).bounds, atol=1e-6)


def test_armature_may_be_that_of_bodies(gym: gymapi.Gym, sim: gymapi.Sim, cartpole_file: tuple[str, str]) -> None:
    """It is added to the moments of inertia about all axes then, and joints have none."""
    options = gymapi.AssetOptions()
    options.armature = 0.3
    on_joints = gym.load_asset(sim, *cartpole_file, options)
    options.use_physx_armature = False
    on_bodies = gym.load_asset(sim, *cartpole_file, options)
    assert gym.get_asset_dof_properties(on_joints)["armature"] == pytest.approx([0.3, 0.3])
    assert gym.get_asset_dof_properties(on_bodies)["armature"] == pytest.approx([0.0, 0.0])
    moments = [
        [gym.get_actor_rigid_body_properties(actor_of(gym, sim, asset), 0)[2].inertia.y.y]
        for asset in (on_joints, on_bodies)
    ]
    np.testing.assert_allclose(moments, [[0.1], [0.4]], rtol=1e-5)


def test_meshes_may_be_decomposed(gym: gymapi.Gym, sim: gymapi.Sim, ground: None, tmp_path: Path) -> None:
    """A trough from which a ball does not roll: on the hull of its mesh it would lie 0.2 m higher."""
    pytest.importorskip("coacd", reason="pip install 'pippin[convex]'")
    walls = [trimesh.creation.box((0.6, 0.6, 0.05))]
    for x, y, sizes in ((0.28, 0.0, (0.04, 0.6, 0.2)), (0.0, 0.28, (0.6, 0.04, 0.2))):
        for sign in (-1.0, 1.0):
            walls.append(
                trimesh.creation.box(sizes, trimesh.transformations.translation_matrix([sign * x, sign * y, 0.1]))
            )
    trimesh.util.concatenate(walls).export(tmp_path / "trough.stl")
    (tmp_path / "trough.urdf").write_text(link(collider("trough.stl")))
    heights = {}
    for decompose in (True, False):
        options = gymapi.AssetOptions()
        options.fix_base_link, options.vhacd_enabled = True, decompose
        env = actor_of(gym, sim, gym.load_asset(sim, str(tmp_path), "trough.urdf", options), 0.1)
        gym.create_actor(env, gym.create_sphere(sim, 0.05), gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.5)))
        heights[decompose] = env
    for _ in range(200):
        gym.simulate(sim)
    heights = {decompose: gym.get_rigid_transform(env, 1).p.z for decompose, env in heights.items()}
    assert heights[True] == pytest.approx(0.1 + 0.025 + 0.05, abs=0.01)
    assert heights[False] == pytest.approx(0.1 + 0.2 + 0.05, abs=0.01)


def test_parts_of_meshes_are_as_many_as_asked_for() -> None:
    options = gymapi.AssetOptions()
    assert asset_loading.file_settings(options).decomposition is None
    options.vhacd_enabled = True
    assert asset_loading.file_settings(options).decomposition == PartLimits(64)
    options.vhacd_params.max_convex_hulls, options.vhacd_params.max_num_vertices_per_ch = 3, 32
    assert asset_loading.file_settings(options).decomposition == PartLimits(3, 32)


def test_options_without_effect_are_told_once(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole_file: tuple[str, str], caplog: pytest.LogCaptureFixture, monkeypatch
) -> None:
    monkeypatch.setattr(asset_loading, "_told", set())
    options = gymapi.AssetOptions()
    gym.load_asset(sim, *cartpole_file, options)
    assert caplog.text == ""
    options.thickness, options.max_angular_velocity, options.slices_per_cylinder = 0.001, 10.0, 40
    options.max_linear_velocity = 2000.0  # more than the default: nobody needs to know
    options.enable_gyroscopic_forces = False
    with caplog.at_level(logging.WARNING, logger="pippin"):
        for _ in range(3):
            gym.load_asset(sim, *cartpole_file, options)
    told = [record.args[0] for record in caplog.records if "has no effect" in record.message]
    assert told == ["max_angular_velocity", "enable_gyroscopic_forces", "thickness", "slices_per_cylinder"]
