"""Converted MJCF models are the models that MuJoCo compiles from the same file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import newton
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.sim.converters import convert_mjcf

ASSETS = Path(newton.__file__).parent / "examples" / "assets"

MENAGERIE = """
<compiler angle="radian"/>
<default><joint damping="0.3" armature="0.02"/><geom density="800"/></default>
<worldbody>
  <body name="cart" pos="0.1 0.2 0.3" euler="0.1 0.2 0.3">
    <joint name="rail" type="slide" axis="1 0 0" range="-1 1"/>
    <geom type="box" size="0.1 0.2 0.3"/>
    <body name="pole" pos="0 0.1 0" quat="0.8 0.6 0 0">
      <joint name="tilt" axis="1 2 3" pos="0.1 0 0.05" ref="0.4"/>
      <joint name="twist" axis="0 -1 0" pos="0 0.2 0"/>
      <joint name="reach" type="slide" axis="0 0 1" ref="-0.2"/>
      <geom type="capsule" fromto="0 0 0 0.3 0.4 0.5" size="0.05"/>
      <body name="ball" pos="0.3 0.4 0.5"><joint name="socket" type="ball" pos="0.05 0 0"/><geom size="0.1"/></body>
      <body name="hand" pos="0 0.3 0" euler="0.5 0 0"><geom type="ellipsoid" size="0.1 0.2 0.05"/></body>
    </body>
  </body>
</worldbody>"""
"""All joints but the free one, several on a body, with pivots and reference values."""


@pytest.fixture(params=["nv_ant.xml", "nv_humanoid.xml", "all joints"])
def source(request: pytest.FixtureRequest, write_mjcf: Callable[[str], str]) -> str:
    """File of each model."""
    return write_mjcf(MENAGERIE) if request.param == "all joints" else str(ASSETS / request.param)


@pytest.fixture
def model(source: str) -> mujoco.MjModel:
    """The model as MuJoCo has it, a floating base at the origin; the humanoid's sensors are on sites that it lacks."""
    spec = mujoco.MjSpec.from_file(source)
    for sensor in spec.sensors:
        spec.delete(sensor)
    model = spec.compile()
    if model.jnt_type[0] == mujoco.mjtJoint.mjJNT_FREE:
        model.qpos0[:7] = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    return model


@pytest.fixture
def robot(source: str, read_robot: Callable) -> object:
    """The robot on its stage."""
    return read_robot(convert_mjcf(source))


def random_state(model: mujoco.MjModel) -> tuple[mujoco.MjData, dict[str, float | np.ndarray]]:
    """A random configuration in MuJoCo, and the coordinates of hinges, slides and balls in it."""
    data = mujoco.MjData(model)
    rng = np.random.default_rng(7)
    q: dict[str, float | np.ndarray] = {}
    for joint in range(model.njnt):
        start, name = model.jnt_qposadr[joint], model.joint(joint).name
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_BALL:
            rotation = Rotation.random(random_state=3)
            data.qpos[start : start + 4] = rotation.as_quat(scalar_first=True)
            q[name] = rotation.as_quat()
        elif model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_FREE:
            q[name] = data.qpos[start] = rng.uniform(-1.0, 1.0)
    mujoco.mj_kinematics(model, data)
    return data, q


def mujoco_pose(data: mujoco.MjData, body: int) -> np.ndarray:
    """Pose of a body in the world."""
    pose = np.eye(4)
    pose[:3, :3] = data.xmat[body].reshape(3, 3)
    pose[:3, 3] = data.xpos[body]
    return pose


def test_bodies_are_where_joint_coordinates_put_them(model: mujoco.MjModel, robot: object) -> None:
    data, q = random_state(model)
    poses = robot.link_poses(q)
    for body in range(1, model.nbody):
        name = model.body(body).name
        # joint frames are float32
        np.testing.assert_allclose(poses[name], mujoco_pose(data, body), atol=2e-6, err_msg=name)


def test_bodies_lie_in_the_reference_configuration(model: mujoco.MjModel, robot: object) -> None:
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for body in range(1, model.nbody):
        name = model.body(body).name
        np.testing.assert_allclose(robot.pose(name), mujoco_pose(data, body), atol=1e-12, err_msg=name)


def test_masses(model: mujoco.MjModel, robot: object) -> None:
    for body in range(1, model.nbody):
        name = model.body(body).name
        axes = Rotation.from_quat(model.body_iquat[body], scalar_first=True).as_matrix()
        inertia = axes @ np.diag(model.body_inertia[body]) @ axes.T
        assert robot.mass(name) == pytest.approx(model.body_mass[body], rel=1e-6)  # float32, here and below
        np.testing.assert_allclose(robot.com(name), model.body_ipos[body], rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(robot.inertia(name), inertia, atol=1e-6 * np.abs(inertia).max())


def test_joint_parameters(model: mujoco.MjModel, robot: object) -> None:
    joints = [joint for joint in range(model.njnt) if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_FREE]
    moving = [name for name, joint in robot.joints.items() if joint.GetPrim().GetTypeName() != "PhysicsFixedJoint"]
    assert moving == [model.joint(joint).name for joint in joints], "as in the file"
    for joint in joints:
        prim = robot.joints[model.joint(joint).name].GetPrim()
        dof = model.jnt_dofadr[joint]
        unit = np.degrees(1.0) if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE else 1.0
        assert (prim.GetAttribute("mjc:damping").Get() or 0.0) == model.dof_damping[dof]
        assert (prim.GetAttribute("mjc:stiffness").Get() or 0.0) == model.jnt_stiffness[joint]
        assert (prim.GetAttribute("physxJoint:armature").Get() or 0.0) == pytest.approx(model.dof_armature[dof], 1e-6)
        if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_BALL:
            limits = [prim.GetAttribute(f"physics:{end}Limit").Get() for end in ("lower", "upper")]
            expected = model.jnt_range[joint] * unit if model.jnt_limited[joint] else [-np.inf, np.inf]
            np.testing.assert_allclose(limits, expected, rtol=1e-6)


def test_geometry_has_contacts_or_not(model: mujoco.MjModel, robot: object) -> None:
    for kind, has_contacts in (("collisions", True), ("visuals", False)):
        count = sum(
            bool(model.geom_contype[geom] or model.geom_conaffinity[geom]) == has_contacts
            for geom in range(model.ngeom)
            if model.geom_bodyid[geom] != 0
        )
        scopes = [link.GetChild(kind) for link in robot.links.values()]
        assert sum(len(scope.GetChildren()) for scope in scopes if scope) == count
