"""Reading URDF: real robots against pinocchio, every element by a small file, and files that are wrong or hostile."""

from __future__ import annotations

import math
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.utils.safe_xml import MAX_DEPTH, MAX_ELEMENTS, XmlError, read_xml
from pippin.utils.urdf import (
    UrdfBox,
    UrdfCapsule,
    UrdfCylinder,
    UrdfError,
    UrdfInertial,
    UrdfLimit,
    UrdfLink,
    UrdfMaterial,
    UrdfMesh,
    UrdfMimic,
    UrdfModel,
    UrdfPose,
    UrdfSphere,
    read_urdf,
)


def _real_files() -> list[Path]:
    """Descriptions of real robots, without the one that has no links."""
    try:
        package = metadata.distribution("example-robot-data")
    except metadata.PackageNotFoundError:
        return []
    robots = Path(str(package.locate_file("cmeel.prefix/share/example-robot-data/robots")))
    return [path for path in sorted(robots.rglob("*.urdf")) if path.name != "ur3.urdf"]


@pytest.fixture
def write(tmp_path: Path):
    """Write a URDF whose ``<robot>`` holds the given text, and return its path."""

    def write_robot(inside: str) -> Path:
        path = tmp_path / "robot.urdf"
        path.write_text(f"<robot name='r'>{inside}</robot>")
        return path

    return write_robot


# Real robots.


def _link_poses(model: UrdfModel, positions: dict[str, float]) -> dict[str, tuple[Rotation, np.ndarray]]:
    """Orientation and position of each link in the frame of the root, from the joint positions."""
    poses = {model.root: (Rotation.identity(), np.zeros(3))}
    pending = [model.root]
    while pending:
        parent = pending.pop()
        for joint in model.child_joints_of[parent]:
            rotation, position = poses[parent]
            position = position + rotation.apply(joint.origin.position)
            rotation = rotation * Rotation.from_quat(joint.origin.orientation)
            motion = positions.get(joint.name, 0.0) * np.array(joint.axis)
            if joint.type == "prismatic":
                position = position + rotation.apply(motion)
            elif joint.type in ("revolute", "continuous"):
                rotation = rotation * Rotation.from_rotvec(motion)
            poses[joint.child] = (rotation, position)
            pending.append(joint.child)
    return poses


def _total_inertia(model: UrdfModel, poses: dict) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, first moment and inertia tensor about the origin, of all links together."""
    mass, moment, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
    for link in model.links:
        if link.inertial is None:
            continue
        rotation, position = poses[link.name]
        centre = position + rotation.apply(link.inertial.origin.position)
        axes = (rotation * Rotation.from_quat(link.inertial.origin.orientation)).as_matrix()
        mass += link.inertial.mass
        moment += link.inertial.mass * centre
        inertia += axes @ np.array(link.inertial.inertia) @ axes.T
        inertia += link.inertial.mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    return mass, moment, inertia


@pytest.mark.parametrize("path", _real_files(), ids=lambda path: path.stem)
def test_real_robots_are_what_pinocchio_reads(path: Path):
    pin = pytest.importorskip("pinocchio")
    model, reference = read_urdf(path), pin.buildModelFromUrdf(str(path))
    data = reference.createData()
    moving = {joint.name: joint for joint in model.joints if joint.type != "fixed"}
    assert set(moving) == set(list(reference.names)[1:])
    assert len(model.links) == sum(frame.type == pin.FrameType.BODY for frame in reference.frames)

    rng = np.random.default_rng(0)
    positions, q = {}, pin.neutral(reference)
    for name, joint in moving.items():
        pin_joint = reference.joints[reference.getJointId(name)]
        angle = rng.uniform(-1.0, 1.0)
        if joint.type == "continuous":
            q[pin_joint.idx_q : pin_joint.idx_q + 2] = math.cos(angle), math.sin(angle)
        elif joint.type in ("revolute", "prismatic"):
            q[pin_joint.idx_q] = angle
            limits = (reference.lowerPositionLimit[pin_joint.idx_q], reference.upperPositionLimit[pin_joint.idx_q])
            if limits == (0.0, 0.0) and math.isinf(
                joint.limit.upper
            ):  # of a file that names none, which locks the joint by the letter
                limits = (-math.inf, math.inf)
            assert (joint.limit.lower, joint.limit.upper) == limits
        else:
            continue
        positions[name] = angle
        assert joint.limit.effort == reference.effortLimit[pin_joint.idx_v]
        assert joint.limit.velocity == reference.velocityLimit[pin_joint.idx_v]
        assert joint.damping == reference.damping[pin_joint.idx_v]
        assert joint.friction == reference.friction[pin_joint.idx_v]

    pin.framesForwardKinematics(reference, data, q)
    poses = _link_poses(model, positions)
    for link, (rotation, position) in poses.items():
        placement = data.oMf[reference.getFrameId(link, pin.FrameType.BODY)]
        # Both sides compute in double precision; chains have fewer than 100 joints.
        np.testing.assert_allclose(position, placement.translation, atol=1e-9)
        np.testing.assert_allclose(rotation.as_matrix(), placement.rotation, atol=1e-9)

    mass, moment, inertia = _total_inertia(model, poses)
    total = sum((data.oMi[i].act(reference.inertias[i]) for i in range(1, reference.njoints)), reference.inertias[0])
    assert mass == pytest.approx(total.mass)
    np.testing.assert_allclose(moment, total.mass * total.lever, atol=1e-9 * max(mass, 1.0))
    np.testing.assert_allclose(inertia, total.matrix()[3:, 3:], atol=1e-8 * max(mass, 1.0))


@pytest.mark.parametrize(
    "path", [path for path in _real_files() if "romeo_laas" not in path.name], ids=lambda p: p.stem
)
def test_meshes_of_real_robots_are_found(path: Path):
    links = read_urdf(path).links
    geometries = [shape.geometry for link in links for shape in (*link.visuals, *link.collisions)]
    assert [mesh.filename for mesh in geometries if isinstance(mesh, UrdfMesh) and not mesh.path.is_file()] == []


def test_real_file_with_a_lost_mimic_loads_with_one_warning(caplog):
    path = next((path for path in _real_files() if path.stem == "alex_psyonic_hands"), None)
    if path is None:
        pytest.skip("the package example-robot-data is not installed")
    model = read_urdf(path)
    assert model.joint_of["Left_index_q2"].mimic is None
    assert model.joint_of["Left_thumb_q2"].mimic is None
    assert len(caplog.records) == 1
    assert "'Left_index_q2' ('index_q1')" in caplog.text


# Elements.


def test_one_link_is_a_robot(write):
    model = read_urdf(write("<link name='base'/>"))
    assert (model.name, model.root, model.joints) == ("r", "base", ())
    assert (model.links[0].inertial, model.links[0].visuals, model.links[0].collisions) == (None, (), ())


@pytest.mark.parametrize(
    "rpy", [(0.3, 0.0, 0.0), (0.0, -0.7, 0.0), (0.0, 0.0, 2.0), (0.5, -1.2, 3.0), (0.1, math.pi / 2, 0.2)]
)
def test_rpy_turns_about_fixed_axes(write, rpy):
    origin = f"<origin xyz='1 2 3' rpy='{rpy[0]} {rpy[1]} {rpy[2]}'/>"
    visual = f"<visual>{origin}<geometry><sphere radius='1'/></geometry></visual>"
    origin = read_urdf(write(f"<link name='a'>{visual}</link>")).links[0].visuals[0].origin
    assert origin.position == (1.0, 2.0, 3.0)
    expected = Rotation.from_euler("xyz", rpy)
    np.testing.assert_allclose(Rotation.from_quat(origin.orientation).as_matrix(), expected.as_matrix(), atol=1e-15)


@pytest.mark.parametrize(
    ("text", "geometry"),
    [
        ("<box size='1 2 3'/>", UrdfBox((1.0, 2.0, 3.0))),
        ("<cylinder radius='0.1' length='2'/>", UrdfCylinder(0.1, 2.0)),
        ("<capsule radius='0.1' length='2'/>", UrdfCapsule(0.1, 2.0)),
        ("<sphere radius='1e-1'/>", UrdfSphere(0.1)),
    ],
)
def test_shapes(write, text, geometry):
    shape = f"<geometry>{text}</geometry>"
    link = read_urdf(
        write(f"<link name='a'><visual name='v'>{shape}</visual><collision name='c'>{shape}</collision></link>")
    ).links[0]
    assert (link.visuals[0].geometry, link.collisions[0].geometry) == (geometry, geometry)
    assert (link.visuals[0].name, link.collisions[0].name) == ("v", "c")
    assert link.collisions[0].origin == UrdfPose()


def test_inertial(write):
    link = read_urdf(
        write(
            "<link name='a'><inertial><origin xyz='0 0 1'/><mass value='2'/>"
            "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='2' iyz='0.3' izz='3'/></inertial></link>"
        )
    ).links[0]
    assert link.inertial.mass == 2.0
    assert link.inertial.origin.position == (0.0, 0.0, 1.0)
    assert link.inertial.inertia == ((1.0, 0.1, 0.2), (0.1, 2.0, 0.3), (0.2, 0.3, 3.0))


@pytest.mark.parametrize(
    ("inside", "mass", "density"), [("<mass value='2'/>", 2.0, None), ("<density value='567'/>", None, 567.0)]
)
def test_inertial_that_leaves_the_rest_to_the_shapes(write, inside, mass, density):
    inertial = read_urdf(write(f"<link name='a'><inertial>{inside}</inertial></link>")).links[0].inertial
    assert (inertial.mass, inertial.density, inertial.inertia) == (mass, density, None)


def test_collision_that_is_concave(write):
    shape = "<geometry><sphere radius='1'/></geometry>"
    link = read_urdf(
        write(
            f"<link name='a'><collision>{shape}<sdf resolution='256'/></collision><collision>{shape}</collision></link>"
        )
    ).links[0]
    assert [collision.is_concave for collision in link.collisions] == [True, False]


def test_materials_are_found_by_name(write):
    def visual(material: str) -> str:
        return f"<visual><geometry><sphere radius='1'/></geometry>{material}</visual>"

    own = "<material name='steel'><color rgba='0.5 0.5 0.5 1'/></material>"
    model = read_urdf(
        write(
            "<material name='red'><color rgba='1 0 0 1'/></material><link name='a'>"
            + visual("<material name='red'/>")
            + visual("<material name='steel'/>")
            + visual(own)
            + visual("<material name='unknown'/>")
            + visual("<material name=''><texture filename='wood.png'/></material>")
            + visual("")
            + "</link>"
        )
    )
    steel = UrdfMaterial("steel", (0.5, 0.5, 0.5, 1.0))
    assert [visual.material for visual in model.links[0].visuals] == [
        UrdfMaterial("red", (1.0, 0.0, 0.0, 1.0)),
        steel,
        steel,
        UrdfMaterial("unknown"),
        UrdfMaterial("", None, "wood.png"),
        None,
    ]


def _pair(joint: str, joint_type: str = "revolute") -> str:
    """Two links with a joint that holds the given elements."""
    return (
        f"<link name='a'/><link name='b'/><joint name='j' type='{joint_type}'>"
        f"<parent link='a'/><child link='b'/>{joint}</joint>"
    )


def test_joint(write):
    inside = (
        "<origin xyz='0 0 1'/><axis xyz='0 0 -2'/><limit lower='-1' upper='2' effort='30' velocity='4'/>"
        "<dynamics damping='0.5' friction='0.25'/>"
    )
    joint = read_urdf(write(_pair(inside))).joints[0]
    assert (joint.name, joint.type, joint.parent, joint.child) == ("j", "revolute", "a", "b")
    assert (joint.axis, joint.origin.position) == ((0.0, 0.0, -1.0), (0.0, 0.0, 1.0))
    assert joint.limit == UrdfLimit(-1.0, 2.0, 30.0, 4.0)
    assert (joint.damping, joint.friction, joint.mimic) == (0.5, 0.25, None)


@pytest.mark.parametrize(
    ("joint_type", "limit", "expected"),
    [
        ("continuous", "", UrdfLimit()),
        ("continuous", "<limit lower='-1' upper='1' effort='5' velocity='6'/>", UrdfLimit(effort=5.0, velocity=6.0)),
        ("fixed", "", UrdfLimit()),
        ("floating", "", UrdfLimit()),
        ("planar", "", UrdfLimit()),
        ("prismatic", "<limit upper='1'/>", UrdfLimit(0.0, 1.0)),
        ("revolute", "<limit lower='-inf' upper='Infinity' effort='inf' velocity='1'/>", UrdfLimit(velocity=1.0)),
        ("revolute", "", UrdfLimit()),
        ("revolute", "<limit effort='80' velocity='7.5'/>", UrdfLimit(effort=80.0, velocity=7.5)),
        ("prismatic", "<limit effort='80'/>", UrdfLimit(effort=80.0)),
        ("revolute", "<limit lower='0' upper='0'/>", UrdfLimit(0.0, 0.0)),
        ("revolute", "<limit lower='2' upper='1'/>", UrdfLimit(1.0, 2.0)),
    ],
)
def test_limits_of_each_joint_type(write, joint_type, limit, expected):
    assert read_urdf(write(_pair(limit, joint_type))).joints[0].limit == expected


def test_joints_without_limits_are_named_in_one_warning(write, caplog):
    links = "<link name='a'/><link name='b'/><link name='c'/>"
    joints = _joint("j", "a", "b", "<limit effort='1'/>") + _joint("k", "b", "c", "")
    read_urdf(write(links + joints))
    assert [record.getMessage().partition(": these joints")[2] for record in caplog.records] == [
        " name no lower and upper limit, so they move without: 'j', 'k'"
    ]


def _joint(name: str, parent: str, child: str, inside: str) -> str:
    return f"<joint name='{name}' type='revolute'><parent link='{parent}'/><child link='{child}'/>{inside}</joint>"


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("<box size='0.5 0.5 0'/>", UrdfBox((0.5, 0.5, 0.001))),
        ("<cylinder radius='0' length='2'/>", UrdfCylinder(0.001, 2.0)),
        ("<sphere radius='0'/>", UrdfSphere(0.001)),
    ],
)
def test_sizes_of_zero_are_a_millimetre(write, caplog, shape, expected):
    path = write(f"<link name='a'><collision><geometry>{shape}</geometry></collision></link>")
    assert read_urdf(path).links[0].collisions[0].geometry == expected
    assert "link 'a', <collision>" in caplog.text and "0.001 m" in caplog.text


def test_shapes_without_a_geometry_are_left_out_and_named_in_one_warning(write, caplog):
    sphere = "<collision><geometry><sphere radius='1'/></geometry></collision>"
    empty = "<visual><geometry/></visual><collision><!-- <geometry/> --></collision>"
    link = read_urdf(write(f"<link name='a'>{empty}{sphere}</link>")).links[0]
    assert (len(link.visuals), len(link.collisions)) == (0, 1)
    (record,) = caplog.records
    assert "'a' <visual>, 'a' <collision>" in record.getMessage()


def test_of_several_shapes_in_a_geometry_the_first_counts(write, caplog):
    several = "<geometry><sphere radius='1'/><box size='1 2 3'/></geometry>"
    link = read_urdf(write(f"<link name='a'><visual>{several}</visual><collision>{several}</collision></link>")).links[
        0
    ]
    assert (link.visuals[0].geometry, link.collisions[0].geometry) == (UrdfSphere(1.0), UrdfSphere(1.0))
    assert "link 'a', <visual>: <geometry> should hold one shape; <sphere> is it, without <box>" in caplog.text


def test_an_inertial_without_mass_leaves_it_to_the_shapes(write):
    path = write("<link name='a'><inertial><inertia ixx='1' iyy='1' izz='1'/></inertial></link>")
    assert read_urdf(path).links[0].inertial == UrdfInertial(None, UrdfPose(), None)


def test_mimic(write):
    model = read_urdf(
        write(
            "<link name='a'/><link name='b'/><link name='c'/>"
            "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
            "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><mimic joint='j' offset='1'/></joint>"
        )
    )
    assert model.joint_of["k"].mimic == UrdfMimic("j", 1.0, 1.0)
    assert [joint.name for joint in model.child_joints_of["a"]] == ["j"]
    assert model.child_joints_of["c"] == ()
    assert model.link_of["b"] is model.links[1]


def test_elements_for_other_programs_are_skipped(write):
    extra = "<gazebo reference='a'><mu1>1</mu1></gazebo><transmission name='t'><joint name='zzz'/></transmission>"
    assert len(read_urdf(write("<link name='a'/>" + extra)).links) == 1


# Mesh names.


def _mesh_path(path: Path, filename: str) -> Path:
    """Path of the mesh of that name in a robot at that path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "<robot name='r'><link name='a'><collision><geometry>"
        f"<mesh filename='{filename}' scale='1 1 0.001'/></geometry></collision></link></robot>"
    )
    mesh = read_urdf(path).links[0].collisions[0].geometry
    assert (mesh.filename, mesh.scale) == (filename, (1.0, 1.0, 0.001))
    return mesh.path


@pytest.mark.parametrize(
    "filename",
    [
        "package://my_robot/meshes/a.stl",
        "package:///my_robot/meshes/a.stl",
        "package://../meshes/a.stl",
        "../meshes/a.stl",
    ],
)
def test_meshes_are_found_in_the_package_above_the_urdf(tmp_path, filename):
    path = _mesh_path(tmp_path / "my_robot" / "urdf" / "r.urdf", filename)
    assert path.resolve() == tmp_path / "my_robot" / "meshes" / "a.stl"


def test_meshes_are_found_in_a_package_beside(tmp_path):
    (tmp_path / "other" / "meshes").mkdir(parents=True)
    path = _mesh_path(tmp_path / "my_robot" / "urdf" / "r.urdf", "package://other/meshes/a.stl")
    assert path == tmp_path / "other" / "meshes" / "a.stl"


def test_a_file_may_stand_where_a_package_would(tmp_path):
    for file in ("my_robot/urdf/a.stl", "b.stl"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
        path = _mesh_path(tmp_path / "my_robot" / "urdf" / "r.urdf", f"package://{Path(file).name}")
        assert path == tmp_path / file


def test_the_package_that_has_the_file_is_preferred(tmp_path):
    (tmp_path / "my_robot" / "meshes").mkdir(parents=True)
    (tmp_path / "my_robot" / "my_robot" / "meshes").mkdir(parents=True)
    for folder in (tmp_path / "my_robot", tmp_path / "my_robot" / "my_robot"):
        path = _mesh_path(tmp_path / "my_robot" / "r.urdf", "package://my_robot/meshes/a.stl")
        assert path == tmp_path / "my_robot" / "meshes" / "a.stl"
        (folder / "meshes" / "a.stl").touch()
    (tmp_path / "my_robot" / "meshes" / "a.stl").unlink()
    path = _mesh_path(tmp_path / "my_robot" / "r.urdf", "package://my_robot/meshes/a.stl")
    assert path == tmp_path / "my_robot" / "my_robot" / "meshes" / "a.stl"


@pytest.mark.parametrize(
    ("variable", "entry", "folder"),
    [
        ("ROS_PACKAGE_PATH", "ws/src", "ws/src/other"),
        ("ROS_PACKAGE_PATH", "ws/src/other", "ws/src/other"),
        ("AMENT_PREFIX_PATH", "ws/install", "ws/install/share/other"),
    ],
)
def test_meshes_are_found_where_ros_looks(tmp_path, monkeypatch, variable, entry, folder):
    (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setenv(variable, f"/nowhere:{tmp_path / entry}")
    assert _mesh_path(tmp_path / "r" / "r.urdf", "package://other/a.stl") == tmp_path / folder / "a.stl"


def test_file_urls_and_absolute_paths(tmp_path):
    assert _mesh_path(tmp_path / "r.urdf", "file:///data/my%20robot/a.stl") == Path("/data/my robot/a.stl")
    assert _mesh_path(tmp_path / "r.urdf", "/data/a.stl") == Path("/data/a.stl")


@pytest.mark.parametrize(
    ("filename", "message"),
    [
        ("package://no_such/a.stl", "in the package 'no_such', of which there is no folder above"),
        ("http://example.com/a.stl", "the mesh is 'http://example.com/a.stl'"),
        ("package:///", "names no package"),
        ("", "<mesh> lacks the attribute 'filename'"),
    ],
)
def test_names_that_stand_for_no_file_are_refused(tmp_path, filename, message):
    with pytest.raises(UrdfError, match=message) as error:
        _mesh_path(tmp_path / "r.urdf", filename)
    assert "r.urdf', link 'a', <collision>" in str(error.value)


@pytest.mark.parametrize("filename", ["package://no_such/a.stl", "http://example.com/a.stl"])
def test_what_is_only_seen_may_have_no_file(write, filename):
    path = write(f"<link name='a'><visual><geometry><mesh filename='{filename}'/></geometry></visual></link>")
    assert read_urdf(path).links[0].visuals[0].geometry == UrdfMesh(filename, None)


@pytest.mark.parametrize(
    "filename",
    ["/home/someone/ws/my_robot/meshes/a.stl", "file:///home/someone/ws/my_robot/meshes/a.stl", "/a/b/meshes/a.stl"],
)
def test_meshes_named_by_a_path_of_another_machine_are_found_by_its_longest_end(tmp_path, filename):
    for folder in ("my_robot/meshes", "my_robot/urdf"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.stl").touch()
    assert _mesh_path(tmp_path / "my_robot/urdf/r.urdf", filename) == tmp_path / "my_robot/meshes/a.stl"


def test_an_absolute_path_that_nothing_ends_like_stays_as_it_is(tmp_path):
    assert _mesh_path(tmp_path / "r.urdf", "/home/someone/no_such.stl") == Path("/home/someone/no_such.stl")


@pytest.mark.parametrize("filename", ["my_robot/meshes/a.stl", "meshes/a.stl", "package://other_name/meshes/a.stl"])
def test_meshes_are_found_from_a_folder_above_whatever_its_name(tmp_path, filename):
    mesh = tmp_path / "my_robot" / "meshes" / "a.stl"
    mesh.parent.mkdir(parents=True)
    mesh.touch()
    assert _mesh_path(tmp_path / "my_robot" / "urdf" / "r.urdf", filename).resolve() == mesh


@pytest.mark.parametrize(
    "content",
    [
        "<collision><geometry><mesh filename='package://no_such/a.stl'/></geometry></collision>",
        "<collision><geometry><box size='0 0 -1'/></geometry></collision>",
        "<collision><geometry><ring/></geometry></collision>",
        "<inertial><mass value='-1'/></inertial>",
    ],
)
def test_who_needs_no_shapes_reads_robots_with_broken_ones(write, content):
    path = write(f"<link name='a'>{content}</link>")
    assert read_urdf(path, shapes=False).links == (UrdfLink("a"),)
    with pytest.raises(UrdfError, match="link 'a'"):
        read_urdf(path)


def test_white_space_may_stand_before_the_declaration(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_bytes(b"\n  <?xml version='1.0'?><robot name='r'><link name='a'/></robot>")
    assert read_urdf(path).root == "a"


def test_documents_may_have_a_namespace(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text("<robot xmlns='http://drake.mit.edu' name='r'><link name='a'/></robot>")
    assert read_urdf(path).root == "a"


def test_files_included_by_xacro_are_left_out_of_a_robot_that_has_links(tmp_path, caplog):
    path = tmp_path / "robot.urdf"
    left = "<xacro:include filename='$(find r)/materials.xacro'/><xacro:include filename='r.gazebo'/>"
    path.write_text(f"<robot xmlns:xacro='http://www.ros.org/wiki/xacro' name='r'>{left}<link name='a'/></robot>")
    assert [link.name for link in read_urdf(path).links] == ["a"]
    assert "$(find r)/materials.xacro, r.gazebo" in caplog.text


def test_definitions_of_xacro_may_stay_behind(tmp_path):
    path = tmp_path / "robot.urdf"
    left = (
        "<xacro:property name='x' value='1'/><xacro:arg name='y' default=''/><xacro:macro name='m'><a/></xacro:macro>"
    )
    path.write_text(f"<robot xmlns:xacro='http://www.ros.org/wiki/xacro' name='r'>{left}<link name='a'/></robot>")
    assert read_urdf(path).root == "a"


# What is wrong.

A = "<link name='a'/>"
B = "<link name='b'/>"
BALL = "<sphere radius='1'/>"
LIMIT = "<limit effort='1' velocity='1'/>"


def _fixed(name: str, parent: str, child: str) -> str:
    return f"<joint name='{name}' type='fixed'><parent link='{parent}'/><child link='{child}'/></joint>"


def test_links_that_are_there_again_and_empty(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As in a public Go1, whose shoulders, of which nothing is left but the name, hang at the trunk and at the hip."""
    again = A + B + "<link name='c'/>" + _fixed("j", "a", "b") + _fixed("k", "b", "c") + "<link name='c'/>"
    path = tmp_path / "robot.urdf"
    path.write_text(f"<robot name='r'>{again}{_fixed('again', 'a', 'c')}</robot>")
    model = read_urdf(path)
    assert [link.name for link in model.links] == ["a", "b", "c"]
    assert [(joint.name, joint.parent, joint.child) for joint in model.joints] == [("j", "a", "b"), ("k", "b", "c")]
    assert "links are there again, empty, and are left out: c" in caplog.text


@pytest.mark.parametrize("text", ["0.3 0 0.09>>", "0.3 0.0 0.09)", "[0.3 0 0.09]"])
def test_numbers_with_stray_markup(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As in a public B1 with an arm and a public UR10 with a gripper. What is more than a slip is an error."""
    path = tmp_path / "robot.urdf"
    stray = f"<origin xyz='{text}'/>"
    path.write_text(f"<robot name='r'>{_pair(LIMIT + stray)}</robot>")
    assert read_urdf(path).joints[0].origin.position == (0.3, 0.0, 0.09)
    assert "is read as (0.3, 0.0, 0.09)" in caplog.text


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("", r"robot.urdf': the robot has no links"),
        ("<link/>", r"robot.urdf': <link> lacks the attribute 'name'"),
        (2 * "<link name='a'><visual/></link>", r"two links are called 'a'"),
        (A + B + "<link name='c'/>" + _fixed("j", "a", "b") + _fixed("j", "b", "c"), r"two joints are called 'j'"),
        (A + B, r"one link should have no parent; 2 have none: a, b"),
        (A + _fixed("j", "a", "z"), r"robot.urdf', joint 'j': there is no link 'z' to be its child"),
        (A + _fixed("j", "z", "a"), r"joint 'j': there is no link 'z' to be its parent"),
        (A + B + _fixed("j", "a", "b") + _fixed("k", "b", "a"), r"the links form a cycle, (a -> b -> a|b -> a -> b)"),
        (A + _fixed("j", "a", "a"), r"the links form a cycle, a -> a"),
        (A + B + _fixed("j", "a", "b") + _fixed("k", "a", "b"), r"'b' is the child of two joints, 'j' and 'k'"),
        (_pair("", "hinge"), r"joint 'j': there is no joint type 'hinge'; there are revolute, continuous"),
        (A + B + "<joint name='j' type='fixed'><child link='b'/></joint>", r"joint 'j': <joint> lacks <parent>"),
        (_pair("<limit effort='-1'/>"), r"effort \(-1\) .* cannot be negative"),
        (_pair("<limit lower='nan'/>"), r"<limit lower='nan'> should hold a finite number"),
        (_pair(LIMIT + "<dynamics damping='-1'/>"), r"damping \(-1\) and friction \(0\) cannot be negative"),
        (_pair(LIMIT + "<axis xyz='0 0 0'/>"), r"<axis xyz='0 0 0'> has no direction"),
        (_pair(LIMIT + "<axis xyz='0 1'/>"), r"<axis xyz='0 1'> should hold 3 finite numbers"),
        (_pair(LIMIT + "<origin xyz='0 one 2'/>"), r"<origin xyz='0 one 2'> should hold 3 finite numbers"),
        (_pair(LIMIT + "<mimic joint='j'/>"), r"joint 'j': following the joints that it mimics leads back"),
        ("<link name='a'><inertial><mass value='-1'/></inertial></link>", r"link 'a': the mass is -1 kg"),
        ("<link name='a'><inertial><mass value='heavy'/></inertial></link>", r"<mass value='heavy'> should hold"),
        ("<link name='a'><inertial><mass/></inertial></link>", r"<mass> lacks the attribute 'value'"),
        ("<link name='a'><inertial><density value='0'/></inertial></link>", r"density is 0 kg/m\^3"),
        ("<link name='a'><visual><geometry><cone/></geometry></visual></link>", r"there is no shape <cone>"),
        (
            "<link name='a'><visual><geometry><sphere radius='-1'/></geometry></visual></link>",
            r"<sphere radius='-1'> should be positive",
        ),
        (
            "<link name='a'><visual><geometry><box size='1 1 -1'/></geometry></visual></link>",
            r"<box size='1 1 -1'> should be positive",
        ),
        (
            "<material name='m'><color rgba='1 1 1'/></material>" + A,
            r"material 'm': <color rgba='1 1 1'> should hold 4",
        ),
    ],
)
def test_errors_name_the_file_the_element_and_the_problem(write, inside, message):
    with pytest.raises(UrdfError, match=message) as error:
        read_urdf(write(inside))
    assert "robot.urdf'" in str(error.value)


def test_errors_do_not_repeat_absurdly_long_values(write):
    with pytest.raises(UrdfError, match="should hold a finite number") as error:
        read_urdf(write(f"<link name='a'><inertial><mass value='{'9' * 100_000}x'/></inertial></link>"))
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is malformed"),
        (b"<robot name='r'><link name='a'>", "is malformed"),
        (b"\x00\x01\x02", "is malformed"),
        (b"<?xml version='1.0' encoding='no-such'?><robot/>", "robot.urdf' .*: unknown encoding"),
        (b"<mujoco/>", "outermost element is <mujoco>"),
        (
            b"<robot xmlns:xacro='http://ros.org/wiki/xacro'><xacro:include filename='x'/></robot>",
            "xacro macros",
        ),
        (b"<!DOCTYPE robot [<!ENTITY a 'b'>]><robot name='&a;'/>", "declares a DTD or entities"),
        (b"<!DOCTYPE robot SYSTEM 'http://example.com/robot.dtd'><robot/>", "declares a DTD or entities"),
        (b"<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><robot name='&x;'/>", "declares a DTD or entities"),
    ],
)
def test_files_that_are_no_urdf_are_refused(tmp_path, content, message):
    path = tmp_path / "robot.urdf"
    path.write_bytes(content)
    with pytest.raises(UrdfError, match=message):
        read_urdf(path)


def test_entity_bombs_do_not_go_off(tmp_path):
    entities = "".join(f"<!ENTITY e{i + 1} '{f'&e{i};' * 10}'>" for i in range(30))
    path = tmp_path / "bomb.urdf"
    path.write_text(f"<!DOCTYPE robot [<!ENTITY e0 'ha'>{entities}]><robot name='&e30;'><link name='a'/></robot>")
    with pytest.raises(UrdfError, match=r"bomb\.urdf' declares a DTD or entities"):
        read_urdf(path)


def test_missing_files_and_folders_are_named(tmp_path):
    for path in (tmp_path / "none.urdf", tmp_path):
        with pytest.raises(FileNotFoundError, match=f"There is no file '{path}'"):
            read_urdf(path)


@pytest.mark.slow
def test_size_count_and_depth_are_bounded(tmp_path, monkeypatch):
    path = tmp_path / "large.urdf"
    path.write_text("<robot>" + "<a/>" * MAX_ELEMENTS + "</robot>")
    with pytest.raises(XmlError, match=f"more than the {MAX_ELEMENTS} elements"):
        read_xml(path)
    path.write_text("<a>" * (MAX_DEPTH + 1))
    with pytest.raises(XmlError, match=f"nested more than {MAX_DEPTH} deep"):
        read_xml(path)
    path.write_text("<robot>" + " " * 100 + "</robot>")
    monkeypatch.setattr("pippin.utils.safe_xml.MAX_BYTES", 100)
    with pytest.raises(XmlError, match="larger than 100 bytes"):
        read_xml(path)


@pytest.mark.slow
def test_long_chains_take_linear_time(write):
    count = 20_000
    links = "".join(f"<link name='l{i}'/>" for i in range(count))
    joints = "".join(_fixed(f"j{i}", f"l{i}", f"l{i + 1}") for i in range(count - 1))
    assert read_urdf(write(links + joints)).root == "l0"
    with pytest.raises(UrdfError, match=r"form a cycle, .*\.\.\.") as error:
        read_urdf(write(links + joints + _fixed("back", f"l{count - 1}", "l0")))
    assert len(str(error.value)) < 1000
