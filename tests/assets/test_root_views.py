"""Root views as programs for PhysX's tensor API use them: shapes, frames, dynamics, setters."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import mujoco
import numpy as np
import pytest
import torch
import warp as wp

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, RigidObject
from pippin.physics.contact_targets import restitutions_of
from pippin.robots import FRANKA_PANDA_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext

from .conftest import BOX, PENDULUM, WALKER, WALKER_JOINTS, WALKER_LINKS, MakeStage, Mechanism, Stage

NUM_ENVS = 3
FLOAT32 = 1e-5


def random_state(articulation: Articulation, seed: int = 0) -> None:
    """Put an articulation somewhere, moving."""
    torch.manual_seed(seed)
    shape = (articulation.num_instances, articulation.num_joints)
    if not articulation.is_fixed_base:
        pose = torch.randn(shape[0], 7)
        pose[:, 3:] = torch.nn.functional.normalize(pose[:, 3:], dim=-1)
        articulation.write_root_pose_to_sim_index(root_pose=pose)
        articulation.write_root_velocity_to_sim_index(root_velocity=torch.randn(shape[0], 6))
    articulation.write_joint_position_to_sim_index(position=0.5 * torch.randn(shape))
    articulation.write_joint_velocity_to_sim_index(velocity=torch.randn(shape))


DEVICES = [("mujoco", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)]


@pytest.fixture(params=DEVICES, ids="-".join)
def stage(make_stage: MakeStage, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A walker in random states; tensors are made on its device."""
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=NUM_ENVS, backend=request.param)
    stage.walker = stage.articulation(  # type: ignore[attr-defined]
        "Walker", actuators={"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=1.0)}
    )
    stage.sim.reset()
    with torch.device(request.param[1]):
        random_state(stage.walker)  # type: ignore[attr-defined]
        yield stage


@pytest.fixture
def walker(stage: Stage) -> Articulation:
    return stage.walker  # type: ignore[attr-defined]


def native(stage: Stage, world: int) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The state of an environment in native MuJoCo, with its own masses."""
    worlds = stage.scene.backend.worlds[0]
    model = copy.copy(worlds.model)
    for name in worlds.parameters_per_world & {"body_mass", "body_ipos", "body_iquat", "body_inertia", "dof_armature"}:
        getattr(model, name)[:] = worlds.parameter(name).numpy()[world]
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    data.qpos[:], data.qvel[:] = worlds.qpos.numpy()[world], worlds.qvel.numpy()[world]
    mujoco.mj_forward(model, data)
    return model, data


def test_who_is_who(walker: Articulation) -> None:
    view = walker.root_view
    assert (view.count, view.max_links, view.max_dofs, view.max_fixed_tendons) == (NUM_ENVS, 5, 4, 0)
    assert view.link_paths[2] == [
        f"/World/envs/env_2/Walker{'' if name == 'Walker' else '/' + name}" for name in WALKER_LINKS
    ]
    assert view.dof_paths[1] == [f"/World/envs/env_1/Walker/{name}" for name in WALKER_JOINTS]
    assert view.prim_paths == [f"/World/envs/env_{i}/Walker" for i in range(NUM_ENVS)]
    names = view.shared_metatype
    assert (names.link_names, names.dof_names, names.fixed_base) == (WALKER_LINKS, WALKER_JOINTS, False)
    assert (names.link_count, names.dof_count) == (5, 4)
    assert names.dof_indices["left_knee"] == 2
    assert names.dof_types == ["rotation", "rotation", "rotation", "translation"]
    assert names.link_parent_indices == {
        "Walker": -1,
        "left_thigh": 0,
        "right_thigh": 0,
        "left_shin": 1,
        "right_shin": 2,
    }


def test_states_are_those_of_the_data(walker: Articulation) -> None:
    view, data = walker.root_view, walker.data
    pairs = {
        "get_root_transforms": data.root_link_pose_w,
        "get_root_velocities": data.root_com_vel_w,
        "get_link_transforms": data.body_link_pose_w,
        "get_link_velocities": data.body_com_vel_w,
        "get_link_accelerations": data.body_com_acc_w,
        "get_dof_positions": data.joint_pos,
        "get_dof_velocities": data.joint_vel,
    }
    for name, expected in pairs.items():
        values = getattr(view, name)()
        torch.testing.assert_close(wp.to_torch(values), expected.torch, msg=name)
        assert values.warp.dtype == wp.float32
        assert str(values.torch.device) == str(expected.torch.device)


def test_properties_are_those_of_the_data_on_the_cpu(walker: Articulation) -> None:
    view, data = walker.root_view, walker.data
    pairs = {
        "get_masses": data.body_mass,
        "get_inertias": data.body_inertia,
        "get_coms": data.body_com_pose_b,
        "get_dof_limits": data.joint_pos_limits,
        "get_dof_stiffnesses": data.joint_stiffness,
        "get_dof_dampings": data.joint_damping,
        "get_dof_armatures": data.joint_armature,
        "get_dof_max_forces": data.joint_effort_limits,
        "get_dof_max_velocities": data.joint_vel_limits,
        "get_dof_friction_coefficients": data.joint_friction_coeff,
    }
    for name, expected in pairs.items():
        values = getattr(view, name)()
        torch.testing.assert_close(values.torch, expected.torch.cpu(), msg=name)
        assert values.torch.device.type == "cpu"
    inertias = view.get_inertias().torch.reshape(NUM_ENVS, 5, 3, 3)
    inverses = view.get_inv_inertias().torch.reshape(NUM_ENVS, 5, 3, 3)
    torch.testing.assert_close(inertias @ inverses, torch.eye(3).cpu().expand(NUM_ENVS, 5, 3, 3), atol=1e-4, rtol=0)
    torch.testing.assert_close(view.get_inv_masses().torch * view.get_masses().torch, torch.ones(NUM_ENVS, 5).cpu())
    assert not view.get_disable_gravities().torch.any()


def test_states_can_be_set_for_chosen_rows(walker: Articulation) -> None:
    view = walker.root_view
    indices = torch.tensor([2, 0], dtype=torch.int32)
    for name in ("root_transforms", "root_velocities", "dof_positions", "dof_velocities"):
        getter, setter = getattr(view, f"get_{name}"), getattr(view, f"set_{name}")
        before = getter().torch.clone()
        values = torch.randn_like(before)
        if name == "root_transforms":
            values[:, 3:] = torch.nn.functional.normalize(values[:, 3:], dim=-1)
        setter(values, indices)
        after = getter().torch.clone()
        torch.testing.assert_close(after[1], before[1], atol=FLOAT32, rtol=0, msg=name)
        sign = torch.sign((after * values)[:, -1:]) if name == "root_transforms" else 1.0
        values[:, 3:7] *= sign  # of the two quaternions of a rotation, the one that comes back
        torch.testing.assert_close(after[[0, 2]], values[[0, 2]], atol=FLOAT32, rtol=0, msg=name)


PROPERTIES = {
    "masses": "body_mass",
    "coms": "body_com_pose_b",
    "dof_stiffnesses": "joint_stiffness",
    "dof_dampings": "joint_damping",
    "dof_armatures": "joint_armature",
    "dof_max_forces": "joint_effort_limits",
    "dof_max_velocities": "joint_vel_limits",
    "dof_friction_coefficients": "joint_friction_coeff",
    "dof_limits": "joint_pos_limits",
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_properties_can_be_set_for_chosen_rows_and_the_data_know(walker: Articulation, name: str) -> None:
    """In the way of programs that randomise: change the array that was read, on the CPU, and set it."""
    view = walker.root_view
    getattr(walker.data, PROPERTIES[name])  # which the data keep from now on
    values = getattr(view, f"get_{name}")().torch
    before = values.clone()
    values[[1]] = values[[1]] * 0.9
    if name == "coms":
        values[..., 3:] = before[..., 3:]
    changed = values.clone()
    getattr(view, f"set_{name}")(values, torch.tensor([1], dtype=torch.int32).cpu())
    torch.testing.assert_close(getattr(view, f"get_{name}")().torch, changed, atol=1e-6, rtol=1e-6)
    torch.testing.assert_close(getattr(walker.data, PROPERTIES[name]).torch.cpu(), changed, atol=1e-6, rtol=1e-6)


def test_properties_stay_on_the_cpu_where_torch_makes_tensors_elsewhere(walker: Articulation) -> None:
    """After ``torch.set_default_device("cuda")`` what is read is the view's memory still, not a copy of then."""
    view = walker.root_view
    with torch.device("meta"):
        masses = view.get_masses()
        view.set_masses(3.0 * masses.torch, [1])
        assert view.get_masses().torch is masses.torch
    torch.testing.assert_close(masses.torch[1], 3.0 * masses.torch[0])


def test_inertias_and_frictions_can_be_set(walker: Articulation) -> None:
    view = walker.root_view
    inertias = view.get_inertias().torch.clone()
    inertias[0] *= 2.0
    view.set_inertias(inertias, [0])
    torch.testing.assert_close(view.get_inertias().torch, inertias, atol=1e-6, rtol=1e-5)
    full = torch.zeros_like(inertias)
    full[:] = torch.tensor([0.026, 0.023, 0.023, 0.023, 0.051, 0.023, 0.023, 0.023, 0.32])  # far from its axes
    view.set_inertias(full)  # principal moments and axes in between: some roundings of single precision
    torch.testing.assert_close(view.get_inertias().torch, full, atol=0.32 * 8 * 2**-23, rtol=0.0)
    frictions = torch.tensor([0.3, 0.2, 0.1]).expand(NUM_ENVS, 4, 3)
    view.set_dof_friction_properties(frictions)
    # the engine has one dry friction: the static one
    expected = torch.tensor([0.3, 0.3, 0.1]).cpu().expand(NUM_ENVS, 4, 3)
    torch.testing.assert_close(view.get_dof_friction_properties().torch, expected)
    switched_off = torch.zeros(NUM_ENVS, 5)
    switched_off[1] = 1.0
    view.set_disable_gravities(switched_off)
    torch.testing.assert_close(view.get_disable_gravities().torch, switched_off.cpu())
    assert view.get_gravity_compensation_forces().torch[1].abs().max() == 0.0
    view.set_disable_gravities(switched_off.bool().reshape(-1))  # as masks of bodies are
    torch.testing.assert_close(view.get_disable_gravities().torch, switched_off.cpu())


def test_drives_take_what_they_are_told(stage: Stage, walker: Articulation) -> None:
    """Until the asset hands over its own targets, with each of its write_data_to_sim."""
    view = walker.root_view
    targets = torch.rand(NUM_ENVS, 4)
    walker.set_joint_position_target_index(target=targets)
    walker.write_data_to_sim()
    torch.testing.assert_close(view.get_dof_position_targets().torch, targets)
    others, efforts = -targets, torch.full((NUM_ENVS, 4), 0.5)
    view.set_dof_position_targets(others, [1])
    view.set_dof_actuation_forces(efforts, torch.tensor([1]))
    expected = torch.stack([targets[0], others[1], targets[2]])
    torch.testing.assert_close(view.get_dof_position_targets().torch, expected)
    torch.testing.assert_close(view.get_dof_actuation_forces().torch[:, 0], torch.tensor([0.0, 0.5, 0.0]))
    assert not view.get_dof_velocity_targets().torch.any()
    # what the engine is given: stiffness 10, damping 1
    worlds = stage.scene.backend.worlds[0]
    inputs, applied = wp.to_torch(worlds.ctrl).clone(), wp.to_torch(worlds.qfrc_applied).clone()
    order = [walker.joint_names.index(name) for name in ("left_hip", "left_knee", "right_hip", "right_slide")]
    torch.testing.assert_close(inputs, (10.0 * expected)[:, order])
    torch.testing.assert_close(applied[:, -4:], view.get_dof_actuation_forces().torch[:, order])
    walker.write_data_to_sim()
    torch.testing.assert_close(view.get_dof_position_targets().torch, targets)


# Dynamics.


@pytest.mark.parametrize("is_changed", [False, True])
def test_forces_and_matrices_are_those_of_native_mujoco(stage: Stage, walker: Articulation, is_changed: bool) -> None:
    """MuJoCo's root coordinates are the velocity of the link's origin, in world axes, and the spin in body axes.

    They are those of masses that were just written, without a step in between.
    """
    view = walker.root_view
    if is_changed:
        _ = view.get_generalized_mass_matrices(), view.get_jacobians()
        change_masses(walker)
    matrices = view.get_generalized_mass_matrices().torch.cpu().numpy()
    gravity = view.get_gravity_compensation_forces().torch.cpu().numpy()
    coriolis = view.get_coriolis_and_centrifugal_compensation_forces().torch.cpu().numpy()
    assert view.jacobian_shape == view.get_jacobians().torch.shape[1:] == (5, 6, 10)
    assert matrices.shape == (NUM_ENVS, 10, 10)
    order = [0, 2, 1, 3]  # breadth first, of MuJoCo's depth first
    for world in range(NUM_ENVS):
        model, data = native(stage, world)
        # velocity in MuJoCo's coordinates = transform @ velocity in those of the view
        transform = np.zeros((10, 10))
        rotation, arm = data.xmat[1].reshape(3, 3), data.xpos[1] - data.xipos[1]
        transform[:3, :3] = np.eye(3)
        transform[:3, 3:6] = np.cross(np.eye(3), arm).T
        transform[3:6, 3:6] = rotation.T
        transform[6:, 6:] = np.eye(4)[order]
        full = np.zeros((10, 10))
        mujoco.mj_fullM(model, data, full)
        np.testing.assert_allclose(matrices[world], transform.T @ full @ transform, atol=5e-5)
        # where the view's coordinates do not accelerate, the origin does: by the rate of the transform
        velocity = np.linalg.solve(transform, data.qvel)
        rate = np.zeros(10)
        omega = velocity[3:6]
        rate[:3] = np.cross(omega, np.cross(omega, arm))
        data.qacc[:] = rate
        both = np.zeros(10)
        mujoco.mj_rne(model, data, 1, both)
        bias = transform.T @ both
        np.testing.assert_allclose(coriolis[world] + gravity[world], bias, atol=2e-4)
        data.qvel[:] = 0.0
        data.qacc[:] = 0.0
        mujoco.mj_fwdVelocity(model, data)
        still = np.zeros(10)
        mujoco.mj_rne(model, data, 0, still)
        np.testing.assert_allclose(gravity[world], transform.T @ still, atol=5e-5)
    np.testing.assert_array_equal(view.get_mass_matrices().numpy(), matrices[:, 6:, 6:])
    np.testing.assert_array_equal(view.get_generalized_gravity_forces().numpy(), gravity[:, 6:])
    np.testing.assert_array_equal(view.get_coriolis_and_centrifugal_forces().numpy(), coriolis[:, 6:])


def change_masses(walker: Articulation) -> None:
    """Give each environment other masses, inertias, centres of mass and armatures."""
    data, factors = walker.data, 1.0 + torch.rand(NUM_ENVS, 1)
    walker.set_masses_index(masses=factors * data.body_mass.torch)
    walker.set_inertias_index(inertias=factors[..., None] * data.body_inertia.torch)
    coms = data.body_com_pose_b.torch.clone()
    coms[..., :3] += 0.02 * factors[..., None]
    walker.set_coms_index(coms=coms)
    walker.write_joint_armature_to_sim_index(armature=0.1 * factors.expand(-1, walker.num_joints).contiguous())


def test_jacobians_lead_from_joint_velocities_to_links(walker: Articulation) -> None:
    velocities = torch.cat([walker.data.root_com_vel_w.torch, walker.data.joint_vel.torch], dim=-1)
    links = torch.einsum("nlij,nj->nli", walker.root_view.get_jacobians().torch, velocities)
    torch.testing.assert_close(links, walker.data.body_com_vel_w.torch, atol=FLOAT32, rtol=1e-5)


def test_data_have_jacobians_of_both_frames_of_the_links(walker: Articulation) -> None:
    """They lead to the velocities that the data have."""
    data = walker.data
    assert walker.num_base_dofs == 6
    velocities = torch.cat([data.root_com_vel_w.torch, data.joint_vel.torch], dim=-1)
    for jacobians, links in (
        (data.body_com_jacobian_w, data.body_com_vel_w),
        (data.body_link_jacobian_w, data.body_link_vel_w),
    ):
        computed = torch.einsum("nlij,nj->nli", jacobians.torch, velocities)
        torch.testing.assert_close(computed, links.torch, atol=FLOAT32, rtol=1e-5)


def test_data_have_the_matrices_of_a_fixed_base(make_stage: MakeStage) -> None:
    """A pendulum: m l^2 + I, m g l sin(angle) against gravity, and a Jacobian without the root."""
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=2)
    pendulum = stage.articulation("Pendulum")
    stage.sim.reset()
    random_state(pendulum)
    data = pendulum.data
    assert pendulum.num_base_dofs == 0
    assert data.body_link_jacobian_w.torch.shape == (2, pendulum.num_bodies - 1, 6, pendulum.num_joints)
    links = torch.einsum("nlij,nj->nli", data.body_link_jacobian_w.torch, data.joint_vel.torch)
    torch.testing.assert_close(links, data.body_link_vel_w.torch[:, 1:], atol=FLOAT32, rtol=1e-5)
    torch.testing.assert_close(data.mass_matrix.torch, torch.full((2, 1, 1), 0.02 + 1.5 * 0.4**2))
    for angle in (0.3, -1.2):
        pendulum.write_joint_state_to_sim_index(
            position=torch.full((2, 1), angle), velocity=torch.zeros(2, 1), skip_forward=True
        )
        weight = torch.full((2, 1), 1.5 * 9.81 * 0.4 * math.sin(angle))
        torch.testing.assert_close(data.gravity_compensation_forces.torch, weight, atol=FLOAT32, rtol=1e-5)


@pytest.mark.slow
def test_an_arm_is_as_pinocchio_computes_it(robots_path: Path) -> None:
    """The Franka Panda's seven joints and two fingers; Pinocchio's fixed base has no coordinates either."""
    pin = pytest.importorskip("pinocchio")  # machines with a GPU may lack it
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        arm = Articulation(FRANKA_PANDA_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot"))
        simulation.reset()
        random_state(arm, seed=1)
        view = arm.root_view
        view.set_disable_gravities(torch.zeros(2, arm.num_bodies))  # Isaac Lab's config switches it off
        model = pin.buildModelFromUrdf(str(robots_path / "panda_description/urdf/panda.urdf"))
        data = model.createData()
        columns = [model.joints[model.getJointId(name)].idx_v for name in arm.joint_names]
        armature = arm.data.joint_armature.numpy()
        for env in range(2):
            q, v = np.zeros(model.nq), np.zeros(model.nv)
            q[columns], v[columns] = arm.data.joint_pos.numpy()[env], arm.data.joint_vel.numpy()[env]
            expected = pin.crba(model, data, q)[np.ix_(columns, columns)] + np.diag(armature[env])
            np.testing.assert_allclose(view.get_generalized_mass_matrices().numpy()[env], expected, atol=5e-5)
            expected = pin.computeGeneralizedGravity(model, data, q)[columns]
            np.testing.assert_allclose(view.get_gravity_compensation_forces().numpy()[env], expected, atol=2e-4)
            expected = (pin.computeCoriolisMatrix(model, data, q, v) @ v)[columns]
            values = view.get_coriolis_and_centrifugal_compensation_forces().numpy()[env]
            np.testing.assert_allclose(values, expected, atol=2e-4)
            frame = model.getFrameId(arm.body_names[-1])
            jacobian = pin.computeFrameJacobian(model, data, q, frame, pin.LOCAL_WORLD_ALIGNED)[:, columns]
            # Pinocchio's is that of the link's origin, the view's that of the centre of mass; both turn alike
            np.testing.assert_allclose(view.get_jacobians().numpy()[env, -1, 3:], jacobian[3:], atol=FLOAT32)
        assert view.jacobian_shape == (arm.num_bodies - 1, 6, 9)


# Rigid bodies and shapes.


@pytest.fixture(params=DEVICES, ids="-".join)
def box(make_stage: MakeStage, request: pytest.FixtureRequest) -> tuple[Stage, RigidObject]:
    """Boxes that collide; tests make their tensors on the CPU, as programs for PhysX's views do."""
    mechanism = Mechanism(BOX.replace('contype="0" conaffinity="0"', ""))
    stage = make_stage(mechanism, num_envs=NUM_ENVS, backend=request.param)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    return stage, box


def test_rigid_bodies_have_no_dimension_of_links(box: tuple[Stage, RigidObject]) -> None:
    _, box_object = box
    view, data = box_object.root_view, box_object.data
    assert view.prim_paths == [f"/World/envs/env_{i}/Box" for i in range(NUM_ENVS)]
    torch.testing.assert_close(view.get_transforms().torch, data.root_link_pose_w.torch)
    torch.testing.assert_close(view.get_velocities().torch, data.root_com_vel_w.torch)
    torch.testing.assert_close(view.get_accelerations().torch, data.body_com_acc_w.torch[:, 0])
    torch.testing.assert_close(view.get_masses().torch, torch.full((NUM_ENVS, 1), 2.0))
    torch.testing.assert_close(view.get_inertias().torch, data.body_inertia.torch[:, 0].cpu())
    torch.testing.assert_close(view.get_coms().torch, data.body_com_pose_b.torch[:, 0].cpu())
    poses = view.get_transforms().torch.clone()
    poses[:, :3] += 1.0
    velocities = torch.arange(6.0).expand(NUM_ENVS, 6)
    view.set_transforms(poses, torch.tensor([0, 1]))
    view.set_velocities(velocities, torch.tensor([0, 1]))
    torch.testing.assert_close(view.get_transforms().torch[:2], poses[:2], atol=FLOAT32, rtol=0)
    moving = torch.stack([*velocities[:2], torch.zeros(6)])
    torch.testing.assert_close(view.get_velocities().torch.cpu(), moving, atol=FLOAT32, rtol=0)
    view.set_inertias(2.0 * view.get_inertias().torch)
    torch.testing.assert_close(data.body_inertia.torch[:, 0].cpu(), view.get_inertias().torch)


@pytest.mark.parametrize("device", ["cpu", torch.device("cpu"), wp.get_device("cpu")], ids=["text", "torch", "warp"])
def test_values_of_views_are_moved_as_arrays_of_warp(box: tuple[Stage, RigidObject], device: object) -> None:
    """As Isaac Lab 3 has them: moved to a device, then handed to ``wp.to_torch``; or a tensor, by a type of torch."""
    view = box[1].root_view
    for values in (view.get_material_properties(), view.get_masses()):
        torch.testing.assert_close(wp.to_torch(values.to(device)), values.torch.cpu())
        assert values.to(device).numpy().shape == values.shape
        torch.testing.assert_close(values.to(torch.float64), values.torch.double())
    assert view.get_material_properties().to(device).ptr == view.get_material_properties().ptr  # it is on the CPU


def test_materials_are_those_of_shapes(
    box: tuple[Stage, RigidObject], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pippin.physics.views.shapes._warned", set())
    stage, box_object = box
    view = box_object.root_view
    assert view.max_shapes == 1
    # MuJoCo's own: friction 1, and contacts that are damped critically
    torch.testing.assert_close(
        view.get_material_properties().torch, torch.tensor([1.0, 1.0, 0.0]).expand(NUM_ENVS, 1, 3)
    )
    materials = view.get_material_properties().torch
    materials[:] = torch.tensor([0.9, 0.6, 0.5])
    view.set_material_properties(materials, torch.tensor([0, 2], dtype=torch.int32))
    expected = torch.tensor([[0.9, 0.6, 0.5], [1.0, 1.0, 0.0], [0.9, 0.6, 0.5]])[:, None]
    torch.testing.assert_close(view.get_material_properties().torch, expected)
    worlds = stage.scene.backend.worlds[0]
    np.testing.assert_allclose(worlds.parameter("geom_friction").numpy()[:, 0, 0], [0.6, 1.0, 0.6])
    restitutions = restitutions_of(worlds.parameter("geom_solref").numpy()[:, 0])
    np.testing.assert_allclose(restitutions, [0.5, 0.0, 0.5], atol=1e-4)
    view.set_contact_offsets(torch.full((NUM_ENVS, 1), 0.02))
    view.set_rest_offsets(torch.full((NUM_ENVS, 1), 0.01), [1])
    torch.testing.assert_close(view.get_contact_offsets().torch, torch.full((NUM_ENVS, 1), 0.02))
    torch.testing.assert_close(view.get_rest_offsets().torch[:, 0], torch.tensor([0.0, 0.01, 0.0]))
    assert "set_contact_offsets keeps the offsets for reading" in caplog.text


STANDING = """
<mujoco>
  <worldbody>
    <body name="Pendulum" mocap="true" pos="0 0 1">
      <geom type="box" size="0.1 0.1 0.1"/>
      <body name="Pendulum/rod">
        <inertial mass="1.5" pos="0 0 -0.4" diaginertia="0.02 0.02 0.001"/>
        <joint name="Pendulum/hinge" axis="0 1 0"/>
        <geom size="0.05" pos="0 0 -0.3"/><geom size="0.05" pos="0 0 -0.5"/>
        <geom size="0.2" contype="0" conaffinity="0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A pendulum with one shape on its base, two on its rod, and one more that collides with nothing."""


@pytest.mark.filterwarnings("ignore:A ProxyArray is used as a tensor:DeprecationWarning")  # as those events do
@pytest.mark.parametrize("backend", DEVICES, ids="-".join)
def test_randomising_in_the_way_of_events(make_stage: MakeStage, backend: tuple[str, str]) -> None:
    """Count the shapes of each link, draw materials for one link's, and scale masses with inertias, on the CPU."""
    stage = make_stage(Mechanism(STANDING, ("Pendulum",)), num_envs=4, backend=backend)
    asset = stage.articulation("Pendulum")
    stage.sim.reset()
    view = asset.root_view
    num_shapes = [
        asset._physics_sim_view.create_rigid_body_view(link_path).max_shapes for link_path in view.link_paths[0]
    ]
    assert num_shapes == [1, 2]
    assert view.max_shapes == sum(num_shapes)
    env_ids, body_ids = torch.tensor([1, 3]), torch.tensor([1])
    buckets = torch.tensor([[0.4, 0.3, 0.0], [0.9, 0.8, 0.2]])
    samples = buckets[torch.randint(0, 2, (len(env_ids), view.max_shapes), device="cpu")]
    before = view.get_material_properties().clone()
    materials = view.get_material_properties()
    materials[env_ids, 1:3] = samples[:, 1:3]
    view.set_material_properties(materials, env_ids)
    expected = before.clone()
    expected[env_ids, 1:3] = samples[:, 1:3]
    torch.testing.assert_close(view.get_material_properties().torch, expected)

    inertias_before = view.get_inertias().clone()
    masses = view.get_masses()
    default = masses.clone()
    masses[env_ids[:, None], body_ids] *= 2.0
    view.set_masses(masses, env_ids)
    ratios = masses[env_ids[:, None], body_ids] / default[env_ids[:, None], body_ids]
    inertias = view.get_inertias()
    inertias[env_ids[:, None], body_ids] = inertias_before[env_ids[:, None], body_ids] * ratios[..., None]
    view.set_inertias(inertias, env_ids)
    scale = torch.tensor([1.0, 2.0, 1.0, 2.0])
    torch.testing.assert_close(asset.data.body_mass.torch[:, 1].cpu(), 1.5 * scale)
    torch.testing.assert_close(asset.data.body_inertia.torch[:, 1, 0].cpu(), 0.02 * scale)


def test_links_have_views_of_their_own(walker: Articulation) -> None:
    """By which programs count the shapes of each link."""
    paths = walker.root_view.link_paths[0]
    thigh = walker._physics_sim_view.create_rigid_body_view(paths[1].replace("env_0", "env_*"))
    torch.testing.assert_close(thigh.get_transforms().torch, walker.data.body_link_pose_w.torch[:, 1])
    torch.testing.assert_close(thigh.get_masses().torch[:, 0], walker.data.body_mass.torch[:, 1].cpu())
    assert thigh.max_shapes == 0
    with pytest.raises(
        NotImplementedError, match=r"'/World/envs/env_0/Walker/left_thigh' is a link of an articulation"
    ):
        thigh.set_transforms(torch.zeros(NUM_ENVS, 7))
    robots = walker._physics_sim_view.create_articulation_view("/World/envs/env_*/Walker")
    torch.testing.assert_close(robots.get_dof_positions().torch, walker.data.joint_pos.torch)


def test_fixed_tendons_have_their_part(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)))
    pendulum = stage.articulation("Pendulum")
    stage.sim.reset()
    view = pendulum.root_view
    assert view.max_fixed_tendons == view.max_spatial_tendons == 0
    assert view.get_fixed_tendon_stiffnesses().torch.shape == (3, 0)
    assert view.get_fixed_tendon_limits().torch.shape == (3, 0, 2)
    assert view.get_spatial_tendon_offsets().torch.shape == (3, 0)
    assert view.shared_metatype.fixed_base
    # a rod of 1.5 kg that hangs 0.4 m below its hinge
    view.set_dof_positions(torch.full((3, 1), np.pi / 6))
    expected = torch.full((3, 1), 1.5 * 9.81 * 0.4 * 0.5)
    torch.testing.assert_close(view.get_gravity_compensation_forces().torch.abs(), expected, atol=1e-5, rtol=0)


# Bad input.


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda view: view.set_masses(torch.ones(2, 5)),
            ValueError,
            r"'masses' should have shape \(3, 5\), for all 3 instances of which 'indices' choose, not \(2, 5\)",
        ),
        (lambda view: view.set_masses([1.0]), TypeError, "'masses' should be a torch tensor, a Warp or a NumPy array"),
        (
            lambda view: view.set_masses(-torch.ones(3, 5).cpu()),
            ValueError,
            "'masses' should be at least 0, but holds -1; nothing",
        ),
        (
            lambda view: view.set_dof_positions(torch.full((3, 4), float("nan")).cpu()),
            ValueError,
            "'dof_positions' holds NaN or infinity; nothing was written",
        ),
        (
            lambda view: view.set_dof_positions(torch.zeros(3, 4, dtype=torch.int32)),
            TypeError,
            "'dof_positions' should be of torch.float32, not torch.int32",
        ),
        (
            lambda view: view.set_dof_positions(torch.zeros(3, 4), torch.tensor([True, False, True])),
            TypeError,
            "'indices' should be whole numbers in one dimension, not torch.bool",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    walker: Articulation, call: Callable, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(walker.root_view)


def test_rows_that_are_not_there_are_passed_over(walker: Articulation, caplog: pytest.LogCaptureFixture) -> None:
    view = walker.root_view
    before = view.get_dof_positions().clone()
    view.set_dof_positions(before + 0.1, torch.tensor([-1, 1, view.count]).cpu())
    expected = before.clone()
    expected[1] += 0.1
    torch.testing.assert_close(view.get_dof_positions().torch, expected)
    assert f"[-1, {view.count}]" in caplog.text
