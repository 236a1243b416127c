"""What Isaac Gym's importer takes in an MJCF and MuJoCo refuses is mended, and told once with file and element."""

from __future__ import annotations

import logging
from pathlib import Path

import mujoco
import numpy as np
import pytest
import trimesh
from pxr import Usd

from pippin.sim.converters import convert_mjcf
from pippin.sim.converters.mjcf_read import read_mjcf

ARM = '<body name="arm"><joint name="elbow"/><geom name="upper" type="sphere" size="0.1" mass="1"/></body>'


def read(folder: Path, inside: str) -> mujoco.MjModel:
    """Read a model of that content."""
    path = folder / "robot.xml"
    path.write_text(f"<mujoco>{inside}</mujoco>")
    return read_mjcf(path)[0]


def world(inside: str) -> str:
    return f"<worldbody>{inside}</worldbody>"


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('<option apirate="50" timestep="0.004"/>' + world(ARM), "<option apirate='50'>"),
        ('<option collision="all"/>' + world(ARM), "<option collision='all'>"),
        (world(ARM.replace("<joint", '<joint colour="red"')), "<joint colour='red'>"),
        (world(ARM + "<gripper strength='5'/>"), "<gripper> in <worldbody>"),
        (world(ARM.replace("<geom", '<geom class="rubber"')), "<geom class='rubber'>"),
        (world(ARM.replace("<geom", '<geom material="grid"')), "undefined material 'grid'"),
        ('<asset><material name="m" texture="wood"/></asset>' + world(ARM), "undefined texture 'wood'"),
        ('<asset><texture name="t" type="2d" file="wood.png"/></asset>' + world(ARM), "'wood.png' is missing"),
        (world(ARM) + '<contact><pair geom1="upper" geom2="lower"/></contact>', "contact pair of 'lower'"),
        (world(ARM) + '<contact><exclude body1="arm" body2="hand"/></contact>', "exclusion of 'hand'"),
        (world(ARM) + '<actuator><motor name="m" joint="wrist"/></actuator>', "actuator 'm' of 'wrist'"),
        (world(ARM) + '<equality><joint joint1="elbow" joint2="wrist"/></equality>', "equality of 'wrist'"),
        (
            world(ARM)
            + '<tendon><fixed name="t"><joint joint="elbow" coef="1"/><joint joint="wrist" coef="1"/></fixed></tendon>',
            "tendon 't'",
        ),
        (
            world(
                ARM.replace(
                    "</body>", '<geom name="look" type="mesh" mesh="shell" contype="0" conaffinity="0"/></body>'
                )
            ),
            "visual geom 'look', whose mesh 'shell'",
        ),
        (world(ARM.replace("<joint", '<joint range="30 -30"')), "joint 'elbow' with its limits"),
        (world(ARM + ARM.replace("arm", "other").replace("upper", "lower")), "joint 'elbow' -> 'elbow_1'"),
    ],
)
def test_what_is_mended_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture, inside: str, told: str) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        model = read(tmp_path, inside)
    assert model.joint("elbow").id == 0
    assert [told in record.getMessage() for record in caplog.records] == [True]
    assert "robot.xml" in caplog.text


def test_a_sound_model_is_read_without_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    inside = '<default><default class="c"><geom rgba="1 0 0 1"/></default></default>' + world(
        '<frame pos="0 0 1" childclass="c"><replicate count="2" sep="_"><body><freejoint/><geom size="1"/></body>'
        "</replicate></frame>"
    )
    assert read(tmp_path, inside).nbody == 3
    assert not caplog.records


def test_mended_models_keep_their_includes_defaults_and_meshes(tmp_path: Path) -> None:
    """Only what is unknown goes: the mesh is found, the default counts, the mass is the box's 0.008 m^3 at 500."""
    (tmp_path / "meshes").mkdir()
    trimesh.creation.box((0.2, 0.2, 0.2)).export(tmp_path / "meshes" / "box.stl")
    (tmp_path / "assets.xml").write_text(
        '<mujoco><asset><mesh name="box" file="box.stl"/></asset><default><geom density="500"/></default></mujoco>'
    )
    model = read(
        tmp_path,
        '<compiler meshdir="meshes" angle="radian"/><option apirate="1"/><include file="assets.xml"/>'
        + world('<body name="b"><joint name="j" range="-1 1"/><geom type="mesh" mesh="box"/></body>'),
    )
    assert model.body("b").mass[0] == pytest.approx(4.0, rel=1e-6)
    np.testing.assert_allclose(model.joint("j").range, (-1.0, 1.0))


@pytest.mark.parametrize("suffix", ["glb", "gltf", "ply", "dae", "ascii.stl"])
def test_meshes_that_mujoco_cannot_read(tmp_path: Path, suffix: str) -> None:
    """A wedge of 3 litres collides, and weighs 3 kg, whatever the format. In glTF y is up: that is converted."""
    wedge = trimesh.convex.convex_hull([[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.1], [0.3, 0, 0.1], [0, 0.2, 0.1]])
    path = tmp_path / f"wedge.{suffix}"
    if suffix == "ascii.stl":
        path.write_text(trimesh.exchange.stl.export_stl_ascii(wedge))
    elif suffix == "gltf":
        for name, content in wedge.export(file_type="gltf").items():
            (tmp_path / ("wedge.gltf" if name == "model.gltf" else name)).write_bytes(content)
    else:
        wedge.export(path)
    mesh = f'<asset><mesh name="wedge" file="{path.name}"/></asset>'
    model = read(tmp_path, mesh + world('<body name="b"><freejoint/><geom type="mesh" mesh="wedge"/></body>'))
    assert model.body("b").mass[0] == pytest.approx(3.0, rel=1e-4)


def test_missing_meshes_are_left_out_where_they_are_only_seen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mesh = '<asset><mesh name="shell" file="shell.stl"/></asset>'
    seen = '<geom type="mesh" mesh="shell" contype="0" conaffinity="0"/>'
    model = read(tmp_path, mesh + world(ARM.replace("</body>", seen + "</body>")))
    assert (model.ngeom, model.nmesh) == (1, 0)
    assert "visual mesh 'shell'" in caplog.text
    with pytest.raises(ValueError, match=r"robot.xml' is malformed.*shell.stl"):
        read(tmp_path, mesh + world('<body><joint/><geom type="mesh" mesh="shell"/></body>'))


@pytest.mark.parametrize("inertia", ['diaginertia="0 0.0034 0.02"', 'fullinertia="0.01 0.0134 0.01 0 0.01 0"'])
def test_inertias_that_no_masses_can_have(tmp_path: Path, inertia: str) -> None:
    """Principal moments obey the triangle inequality afterwards; the largest one, which is the surest, stays."""
    body = f'<body name="b"><joint/><inertial pos="0 0 0" mass="1" {inertia}/></body>'
    moments = np.sort(read(tmp_path, world(body)).body("b").inertia)
    assert moments[0] > 0.0
    assert moments[0] + moments[1] >= moments[2]


def test_joints_that_cannot_move(tmp_path: Path) -> None:
    """A base that hangs from the world by one floats, as helicopters for Isaac Gym do; elsewhere one is locked."""
    stuck = '<joint name="{}" limited="true" range="0 0"/>'
    rotor = f'<body name="rotor">{stuck.format("roll")}<geom size="1"/></body>'
    model = read(tmp_path, world(f'<body name="hull">{stuck.format("root")}<geom size="1"/>{rotor}</body>'))
    assert model.joint("root").type[0] == mujoco.mjtJoint.mjJNT_FREE
    lower, upper = model.joint("roll").range
    assert 0.0 <= upper - lower < 1e-5


def test_sizes_of_zero_are_a_millimetre(tmp_path: Path) -> None:
    model = read(tmp_path, world('<body><joint/><geom type="box" size="0.1 0.1 0" mass="1"/></body>'))
    np.testing.assert_allclose(model.geom_size[0], (0.1, 0.1, 0.0005))


def test_a_tendon_that_names_a_joint_twice_has_the_sum(tmp_path: Path) -> None:
    twice = '<joint joint="elbow" coef="1"/><joint joint="wrist" coef="2"/><joint joint="elbow" coef="0.5"/>'
    hand = ARM.replace("arm", "hand").replace("elbow", "wrist").replace("upper", "palm")
    thumb = ARM.replace("arm", "thumb").replace("elbow", "knuckle").replace("upper", "tip")  # MuJoCo wants a third DOF
    path = tmp_path / "robot.xml"
    path.write_text(f'<mujoco>{world(ARM + hand + thumb)}<tendon><fixed name="t">{twice}</fixed></tendon></mujoco>')
    stage = Usd.Stage.Open(convert_mjcf(path))
    tendon = next(prim for prim in stage.Traverse() if prim.GetTypeName() == "MjcTendon")
    assert list(tendon.GetAttribute("mjc:path:coef").Get()) == [1.5, 2.0]
    assert list(tendon.GetAttribute("mjc:path:indices").Get()) == [0, 1]


def test_poses_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"robot.xml' is malformed"):
        read(tmp_path, world(ARM.replace('name="arm"', 'name="arm" euler="nan 0 0"')))


@pytest.mark.parametrize("name", ["%s%n", "%s%s%s%s%s%s%s%s"])
@pytest.mark.parametrize("attribute", ["class", "childclass"])
def test_classes_that_would_end_the_process(tmp_path: Path, name: str, attribute: str) -> None:
    tag = "geom" if attribute == "class" else "body"
    with pytest.raises(ValueError, match=f"robot.xml' has <{tag} {attribute}="):
        read(tmp_path, world(f'<{tag} {attribute}="{name}"/>'))


def test_includes_that_multiply_are_bounded(tmp_path: Path) -> None:
    """Ten levels of ten includes each would make 10^10 elements."""
    for level in range(10):
        includes = f'<include file="{level + 1}.xml"/>' * 10
        (tmp_path / f"{level}.xml").write_text(f"<mujoco>{includes}</mujoco>")
    (tmp_path / "10.xml").write_text("<mujoco><worldbody/></mujoco>")
    with pytest.raises(ValueError, match="includes more than 1000 files"):
        read_mjcf(tmp_path / "0.xml")
