"""Whole robots: files of Newton's examples, and converted URDF and MJCF against independent libraries."""

from __future__ import annotations

from pathlib import Path

import mujoco
import newton
import numpy as np
import pytest
from pxr import Usd

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.importer import describe_stage
from pippin.sim.converters.mjcf import convert_mjcf
from pippin.sim.converters.urdf import convert_urdf

ASSETS = Path(newton.__file__).parent / "examples" / "assets"


@pytest.mark.parametrize(
    ("name", "bodies", "dofs", "roots"),
    [
        ("ant.usda", 9, 6 + 8, ["/ant/torso"]),
        ("humanoid.usda", 16, 6 + 21, ["/nv_humanoid/torso"]),
        ("cartpole.usda", 4, 3, ["/cartPole/rail"]),
        ("cartpole_single_pendulum.usda", 3, 2, ["/cartpole/slider"]),
        ("boxes_fourbar.usda", 4, 6 + 3, []),
        ("sensor_contact_scene.usda", 4, 13, ["/env/Anchor"]),
        ("palletizer_scene.usda", 7, 42, []),
        ("axis_cube.usda", 1, 6, []),
    ],
)
def test_files_of_newtons_examples_load_and_step(name, bodies, dofs, roots):
    (variant,) = describe_stage(Usd.Stage.Open(str(ASSETS / name))).variants
    model = compile_model(variant, SolverSettings(dt=1 / 120, substeps=2))
    assert (model.nbody - 1, model.nv) == (bodies, dofs)
    assert list(variant.articulation_roots.values()) == roots
    data = mujoco.MjData(model)
    for _ in range(120):
        mujoco.mj_step(model, data)
    assert np.isfinite(data.qpos).all()
    assert not any(warning.number for warning in data.warning)


def test_joints_of_the_humanoid_are_named_as_physx_names_them():
    (variant,) = describe_stage(Usd.Stage.Open(str(ASSETS / "humanoid.usda"))).variants
    names = [name.rsplit("/", 1)[1] for name in variant.joint_properties]
    assert {"lower_waist:0", "lower_waist:1", "right_upper_arm:0", "right_upper_arm:2", "left_knee"} <= set(names)
    assert len(names) == 21


ROBOTS = [
    "panda_description/urdf/panda.urdf",
    "anymal_c_simple_description/urdf/anymal.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "go2_description/urdf/go2.urdf",
]


@pytest.mark.slow
@pytest.mark.parametrize("path", ROBOTS)
def test_converted_urdf_moves_and_weighs_as_pinocchio_says(robots_path, path, tmp_path):
    usd = convert_urdf(robots_path / path, usd_dir=str(tmp_path), fix_base=True, merge_fixed_joints=False)
    (variant,) = describe_stage(Usd.Stage.Open(usd)).variants
    model = compile_model(variant, SolverSettings(dt=0.01))
    data = mujoco.MjData(model)
    pinocchio = pytest.importorskip("pinocchio", reason="machines with a GPU may lack it")
    reference = pinocchio.buildModelFromUrdf(str(robots_path / path))
    reference_data = reference.createData()
    joints = {model.joint(i).name.rsplit("/", 1)[1]: i for i in range(model.njnt)}
    assert set(joints) == set(list(reference.names)[1:])

    rng = np.random.default_rng(0)
    order = [joints[name] for name in list(reference.names)[1:]]
    for _ in range(3):
        q = rng.uniform(-1.0, 1.0, reference.nq)
        data.qpos[[model.jnt_qposadr[i] for i in order]] = q
        mujoco.mj_forward(model, data)
        pinocchio.framesForwardKinematics(reference, reference_data, q)
        for body in range(1, model.nbody):
            link = model.body(body).name.rsplit("/", 1)[1]
            placement = reference_data.oMf[reference.getFrameId(link, pinocchio.BODY)]
            # The stage holds joint frames in single precision.
            np.testing.assert_allclose(data.xpos[body], placement.translation, atol=2e-6, err_msg=link)
            np.testing.assert_allclose(data.xmat[body].reshape(3, 3), placement.rotation, atol=2e-6, err_msg=link)
        inertia = pinocchio.crba(reference, reference_data, q)
        inertia = np.triu(inertia) + np.triu(inertia, 1).T
        full = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, full)
        full -= np.diag(model.dof_armature)
        dofs = [model.jnt_dofadr[i] for i in order]
        np.testing.assert_allclose(full[np.ix_(dofs, dofs)], inertia, rtol=2e-4, atol=2e-5 * inertia.max())

    limits = np.array([reference.lowerPositionLimit, reference.upperPositionLimit]).T
    np.testing.assert_allclose(model.jnt_range[order], limits, atol=1e-5)


@pytest.mark.parametrize("name", ["nv_ant.xml", "nv_humanoid.xml"])
def test_converted_mjcf_moves_as_mujoco_moves_the_original(name, tmp_path):
    """Free motion in the air, torques, contacts and the softness of limits aside: the same positions after 0.5 s."""
    usd = convert_mjcf(ASSETS / name, usd_dir=str(tmp_path), self_collision=False)
    (variant,) = describe_stage(Usd.Stage.Open(usd)).variants
    spec = mujoco.MjSpec.from_file(str(ASSETS / name))
    for sensor in list(spec.sensors):  # the humanoid's name bodies where sites are meant
        spec.delete(sensor)
    original = spec.compile()
    settings = SolverSettings(dt=0.002, gravity=tuple(original.opt.gravity))
    model = compile_model(variant, settings)
    original.opt.timestep, original.opt.integrator = model.opt.timestep, model.opt.integrator
    for each in (original, model):
        each.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
        each.actuator_biasprm[:] = 0.0
    original.jnt_stiffness[0] = 0.0  # a spring on the free joint, which USD has no word for

    joints = {model.joint(i).name.rsplit("/", 1)[1]: i for i in range(model.njnt)}
    pairs = [(i, joints[original.joint(i).name]) for i in range(1, original.njnt)]
    assert len(pairs) == model.njnt - 1
    for ours, field in (("jnt_range", original.jnt_range), ("jnt_stiffness", original.jnt_stiffness)):
        np.testing.assert_allclose(
            getattr(model, ours)[[k for _, k in pairs]], field[[i for i, _ in pairs]], rtol=1e-5, atol=1e-6
        )

    rng = np.random.default_rng(1)
    states = mujoco.MjData(original), mujoco.MjData(model)
    for i, k in pairs:
        model.jnt_solref[k], model.jnt_solimp[k] = original.jnt_solref[i], original.jnt_solimp[i]
        velocity = rng.uniform(-1, 1)
        for state, each, index in zip(states, (original, model), (i, k), strict=True):
            state.qvel[each.jnt_dofadr[index]] = velocity
    for _ in range(250):
        mujoco.mj_step(original, states[0])
        mujoco.mj_step(model, states[1])
    before = np.array([states[0].qpos[original.jnt_qposadr[i]] for i, _ in pairs])
    after = np.array([states[1].qpos[model.jnt_qposadr[k]] for _, k in pairs])
    assert np.abs(before).max() > 0.1
    np.testing.assert_allclose(after, before, atol=1e-4)  # single precision of the stage, after half a second
