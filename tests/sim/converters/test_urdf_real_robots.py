"""Real robots, converted, are the robots that pinocchio reads from the same URDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from pxr import UsdPhysics

from pippin.sim.converters import convert_urdf

ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "ur10": "ur_description/urdf/ur10_robot.urdf",
    "anymal_c": "anymal_c_simple_description/urdf/anymal.urdf",
    "go2": "go2_description/urdf/go2.urdf",
    "a1": "a1_description/urdf/a1.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "iris": "iris_description/robots/iris.urdf",
    "kinova": "kinova_description/robots/kinova.urdf",
    "allegro": "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "xarm7": "xarm_description/urdf/xarm7.urdf",
}

POSE_TOLERANCE = 3e-6
"""Joint frames are float32 (half an ulp of a quaternion's component: 6e-8) and add up along some ten joints and 1 m."""

MASS_TOLERANCE = 2e-5
"""USD keeps masses, centres of mass and inertias in float32; relative to the largest entry, after some ten joints."""


class Robot:
    """A robot in both programs, with random joint coordinates."""

    def __init__(self, name: str, path: Path, merge: bool, read_robot: Callable):
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        self.usd = read_robot(convert_urdf(path, merge_fixed_joints=merge))
        self.joints = [name for name in self.model.names[1:] if name in self.usd.joints]
        velocities = np.random.default_rng(len(name)).uniform(-2.0, 2.0, self.model.nv)
        # from the neutral configuration, since pinocchio keeps (cos, sin) of continuous joints
        self.pin_q = pin.integrate(self.model, pin.neutral(self.model), velocities)
        self.q = {name: velocities[self.column(name)] for name in self.joints}
        pin.framesForwardKinematics(self.model, self.data, self.pin_q)

    def column(self, joint: str) -> int:
        """Index of a joint among pinocchio's velocities."""
        return self.model.joints[self.model.getJointId(joint)].idx_v

    def pin_pose(self, frame: str) -> np.ndarray:
        """Pose of a link of the URDF, shape (4, 4)."""
        return self.data.oMf[self.model.getFrameId(frame, pin.BODY)].homogeneous


@pytest.fixture(scope="module", params=[True, False], ids=["merged", "unmerged"])
def merge(request: pytest.FixtureRequest) -> bool:
    """Whether links behind fixed joints are merged."""
    return request.param


@pytest.fixture(
    scope="module",
    params=[name if name == "panda" else pytest.param(name, marks=pytest.mark.slow) for name in ROBOTS],
)
def robot(request: pytest.FixtureRequest, merge: bool, robots_path: Path, read_robot: Callable) -> Robot:
    """Each robot in both programs."""
    return Robot(request.param, robots_path / ROBOTS[request.param], merge, read_robot)


@pytest.mark.slow
def test_all_degrees_of_freedom_are_there(robot: Robot) -> None:
    assert len(robot.joints) == robot.model.nv
    assert sorted(robot.usd.moving_joints()) == sorted(robot.joints)


@pytest.mark.slow
def test_links_are_where_joint_angles_put_them(robot: Robot) -> None:
    poses = robot.usd.link_poses(robot.q)
    assert set(poses) == set(robot.usd.links)
    for link, pose in poses.items():
        np.testing.assert_allclose(pose, robot.pin_pose(link), atol=POSE_TOLERANCE, err_msg=link)


def test_links_lie_in_the_zero_configuration(robot: Robot) -> None:
    zero = robot.model.createData()
    pin.framesForwardKinematics(robot.model, zero, pin.neutral(robot.model))
    for link in robot.usd.links:
        frame = zero.oMf[robot.model.getFrameId(link, pin.BODY)].homogeneous
        # both in double precision; URDFs give angles with few digits, which turns into no difference here
        np.testing.assert_allclose(robot.usd.pose(link), frame, atol=1e-9, err_msg=link)


def test_merged_links_stay_as_frames(robot: Robot) -> None:
    bodies = {frame.name for frame in robot.model.frames if frame.type == pin.BODY}
    poses = robot.usd.link_poses(robot.q)
    frames = {
        frame.GetDisplayName() or frame.GetName(): (link, np.array(frame.GetAttribute("xformOp:translate").Get()))
        for link, prim in robot.usd.links.items()
        for frame in prim.GetChildren()
        if frame.GetName() not in ("visuals", "collisions")
    }
    assert set(frames) | set(robot.usd.links) == bodies
    for name, (link, position) in frames.items():
        in_robot = poses[link][:3, :3] @ position + poses[link][:3, 3]
        np.testing.assert_allclose(in_robot, robot.pin_pose(name)[:3, 3], atol=POSE_TOLERANCE, err_msg=name)


def test_mass_and_centre_of_mass(robot: Robot) -> None:
    poses = robot.usd.link_poses(robot.q)
    total = sum(robot.usd.mass(link) for link in poses)
    coms = [robot.usd.mass(link) * (pose[:3, :3] @ robot.usd.com(link) + pose[:3, 3]) for link, pose in poses.items()]
    # pinocchio gives the mass of a fixed root link to the world and leaves it out of the centre of mass
    bodies = [robot.model.inertias[i] for i in range(1, robot.model.njoints)] + [robot.model.inertias[0]]
    massless = 1e-6 * len(poses)
    assert total == pytest.approx(sum(body.mass for body in bodies), rel=1e-6, abs=massless)
    expected = sum(
        body.mass * robot.data.oMi[i].act(body.lever)
        for i, body in zip([*range(1, robot.model.njoints), 0], bodies, strict=True)
    )
    np.testing.assert_allclose(sum(coms), expected, atol=total * POSE_TOLERANCE + massless)


def test_mass_matrix(robot: Robot) -> None:
    """Takes masses, centres of mass, inertia tensors, joint frames and axes together."""
    expected = pin.crba(robot.model, robot.data, robot.pin_q)
    expected = np.triu(expected) + np.triu(expected, 1).T
    columns = [robot.column(joint) for joint in robot.joints]
    matrix = robot.usd.mass_matrix(robot.q, robot.joints)
    tolerance = MASS_TOLERANCE * np.abs(expected).max(initial=0.0) + 1e-6  # massless links add up to 1e-6 kg m^2
    np.testing.assert_allclose(matrix, expected[np.ix_(columns, columns)], atol=tolerance)


def test_limits(robot: Robot) -> None:
    for name in robot.joints:
        prim = robot.usd.joints[name].GetPrim()
        joint = robot.model.joints[robot.model.getJointId(name)]
        is_revolute = prim.GetTypeName() == "PhysicsRevoluteJoint"
        unit = np.degrees(1.0) if is_revolute else 1.0
        lower, upper = (prim.GetAttribute(f"physics:{end}Limit").Get() for end in ("lower", "upper"))
        if joint.nq == 2:  # continuous
            assert (lower, upper) == (-np.inf, np.inf)
        else:
            assert lower == pytest.approx(robot.model.lowerPositionLimit[joint.idx_q] * unit, rel=1e-6, abs=1e-9)
            assert upper == pytest.approx(robot.model.upperPositionLimit[joint.idx_q] * unit, rel=1e-6, abs=1e-9)
        velocity = prim.GetAttribute("physxJoint:maxJointVelocity").Get()
        if velocity is not None:
            assert velocity == pytest.approx(robot.model.velocityLimit[joint.idx_v] * unit, rel=1e-6)
        drive = UsdPhysics.DriveAPI(prim, "angular" if is_revolute else "linear")
        if drive.GetMaxForceAttr().HasAuthoredValue():
            assert drive.GetMaxForceAttr().Get() == pytest.approx(robot.model.effortLimit[joint.idx_v], rel=1e-6)


@pytest.mark.parametrize(
    ("name", "first_joints"),
    [
        ("a1", ["FL_hip_joint", "FR_hip_joint", "RL_hip_joint", "RR_hip_joint"]),
        ("anymal_c", ["LF_HAA", "LH_HAA", "RF_HAA", "RH_HAA"]),
        ("g1", ["left_hip_pitch_joint", "right_hip_pitch_joint", "waist_yaw_joint"]),
    ],
)
def test_siblings_are_in_the_order_of_their_joints_names(
    name: str, first_joints: list[str], robots_path: Path, read_robot: Callable
) -> None:
    """The order that policies trained on the same robots in Isaac Lab expect; A1's URDF begins with FR."""
    usd = read_robot(convert_urdf(robots_path / ROBOTS[name]))
    parents = [usd.ends(joint)[0] for joint in usd.joints.values()]
    root = next(iter(usd.links))
    assert [joint for joint, parent in zip(usd.joints, parents, strict=True) if parent == root] == first_joints
    assert [usd.ends(joint)[1] for joint in usd.joints.values()] == list(usd.links)[1:], "joints and links run alike"
