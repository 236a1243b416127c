"""Forces that are measured: contacts, DOFs, force sensors. Gravity is 10 m/s², steps are 0.01 s."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

wrap, unwrap = gymtorch.wrap_tensor, gymtorch.unwrap_tensor


def settle(gym: gymapi.Gym, sim: gymapi.Sim, count: int = 100) -> None:
    for _ in range(count):
        gym.simulate(sim)


def stack(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, heights: list[float]) -> gymapi.Env:
    """An environment with crates above each other."""
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
    for height in heights:
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, height)), "crate", 0, 0)
    return env


# Contacts.


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize("substeps", [1, 3])
@pytest.mark.parametrize("collection", [gymapi.CC_ALL_SUBSTEPS, gymapi.CC_LAST_SUBSTEP])
def test_contacts_carry_weights(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, substeps: int, collection: gymapi.ContactCollection
) -> None:
    """The lower of two crates carries 20 N and passes on 40 N; one in the air touches nothing."""
    params = gym.get_sim_params(sim)
    params.substeps, params.physx.contact_collection = substeps, collection
    gym.set_sim_params(sim, params)
    for heights in ([0.1, 0.3], [100.0, 0.1]):
        stack(gym, sim, crate, heights)
    gym.prepare_sim(sim)
    forces = wrap(gym.acquire_net_contact_force_tensor(sim))
    assert forces.shape == (4, 3)
    settle(gym, sim)
    gym.refresh_net_contact_force_tensor(sim)
    expected = [[0.0, 0.0, 20.0], [0.0, 0.0, 20.0], [0.0, 0.0, 0.0], [0.0, 0.0, 20.0]]
    np.testing.assert_allclose(forces.cpu(), expected, atol=0.05)  # the crates have come to rest, all but


@pytest.mark.usefixtures("ground")
def test_contacts_of_all_substeps_are_means(gym: gymapi.Gym, params: gymapi.SimParams) -> None:
    """A ball's impact late in a step: the mean force times the step is the change of momentum and its weight."""
    impulses = []
    for collection in (gymapi.CC_ALL_SUBSTEPS, gymapi.CC_LAST_SUBSTEP):
        params.dt, params.substeps, params.physx.contact_collection = 0.1, 50, collection
        sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
        plane = gymapi.PlaneParams()
        plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
        gym.add_ground(sim, plane)
        ball = gym.create_sphere(sim, 0.1)
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.14)))
        (body,) = gym.get_actor_rigid_body_properties(env, 0)
        gym.prepare_sim(sim)
        forces = wrap(gym.acquire_net_contact_force_tensor(sim))
        roots = wrap(gym.acquire_actor_root_state_tensor(sim))
        gym.simulate(sim)
        gym.refresh_net_contact_force_tensor(sim)
        gym.refresh_actor_root_state_tensor(sim)
        impulses.append(forces[0, 2].item() * 0.1)
        expected = body.mass * (roots[0, 9].item() + 10.0 * 0.1)
    np.testing.assert_allclose(impulses[0], expected, rtol=1e-3)
    assert abs(impulses[1] - expected) > 0.05 * expected, "the last substep alone says something else"


@pytest.mark.usefixtures("ground")
def test_contacts_that_are_never_collected(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    params = gym.get_sim_params(sim)
    params.physx.contact_collection = gymapi.CC_NEVER
    gym.set_sim_params(sim, params)
    stack(gym, sim, crate, [0.1])
    gym.prepare_sim(sim)
    forces = wrap(gym.acquire_net_contact_force_tensor(sim))
    settle(gym, sim, 10)
    gym.refresh_net_contact_force_tensor(sim)
    assert forces.abs().max() == 0.0


@pytest.mark.usefixtures("ground")
def test_asking_for_forces_in_the_middle_changes_nothing_else(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """The engine is built anew then; state, properties and commands live on in it."""
    first, second = populate(2, walker)
    properties = gym.get_actor_rigid_body_properties(second, 0)
    properties[0].mass += 2.0
    gym.set_actor_rigid_body_properties(second, 0, properties)
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    dofs = wrap(gym.acquire_dof_state_tensor(sim))
    gym.set_dof_actuation_force_tensor(sim, unwrap(torch.full((8,), 1.5, device=device)))
    settle(gym, sim, 60)
    gym.refresh_actor_root_state_tensor(sim)
    gym.refresh_dof_state_tensor(sim)
    before = roots.clone(), dofs.clone()
    forces = wrap(gym.acquire_net_contact_force_tensor(sim))
    motors = wrap(gym.acquire_dof_force_tensor(sim))
    gym.refresh_actor_root_state_tensor(sim)
    gym.refresh_dof_state_tensor(sim)
    torch.testing.assert_close((roots, dofs), before)
    settle(gym, sim, 200)
    gym.refresh_net_contact_force_tensor(sim)
    gym.refresh_dof_force_tensor(sim)
    weights = []
    for env in (first, second):
        weights.append(10.0 * sum(body.mass for body in gym.get_actor_rigid_body_properties(env, 0)))
    assert weights[1] == pytest.approx(weights[0] + 20.0, rel=1e-5)
    np.testing.assert_allclose(forces.view(2, 5, 3).sum(dim=1)[:, 2].cpu(), weights, rtol=0.02)
    np.testing.assert_allclose(motors.view(2, 4)[:, [0, 2]].cpu(), 1.5, rtol=1e-5)


@pytest.mark.usefixtures("ground")
def test_contact_forces_as_records(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """Of all bodies, of those in an environment, and of those in several."""
    envs = [stack(gym, sim, crate, heights) for heights in ([100.0, 0.1], [0.1, 100.0])]
    gym.prepare_sim(sim)
    gym.get_rigid_contact_forces(sim)
    settle(gym, sim)
    np.testing.assert_allclose(gym.get_rigid_contact_forces(sim)["z"], [0.0, 20.0, 20.0, 0.0], atol=0.05)
    np.testing.assert_allclose(gym.get_env_rigid_contact_forces(envs[1])["z"], [20.0, 0.0], atol=0.05)
    forces = gym.get_vec_env_rigid_contact_forces(envs)["z"]
    np.testing.assert_allclose(forces, [[0.0, 20.0], [20.0, 0.0]], atol=0.05)


# DOFs.


def test_forces_of_drives(gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, device: torch.device) -> None:
    """An effort beyond the limit of 400 N, a drive at rest before its target, and a DOF without either."""
    envs = []
    for mode in (gymapi.DOF_MODE_EFFORT, gymapi.DOF_MODE_EFFORT, gymapi.DOF_MODE_POS):
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        gym.create_actor(env, cartpole, gymapi.Transform())
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"][0], properties["stiffness"][0] = mode, 50.0 * (mode == gymapi.DOF_MODE_POS)
        gym.set_actor_dof_properties(env, 0, properties)
        assert gym.enable_actor_dof_force_sensors(env, 0)
        envs.append(env)
    gym.prepare_sim(sim)
    forces = wrap(gym.acquire_dof_force_tensor(sim))
    assert forces.shape == (6,)
    gym.set_dof_actuation_force_tensor(sim, unwrap(torch.tensor([7.0, 0.0, -900.0, 0.0, 0.0, 0.0], device=device)))
    gym.set_dof_position_target_tensor(sim, unwrap(torch.tensor([0.0, 0.0, 0.0, 0.0, 0.2, 0.0], device=device)))
    gym.simulate(sim)
    gym.refresh_dof_force_tensor(sim)
    np.testing.assert_allclose(forces.cpu(), [7.0, 0.0, -400.0, 0.0, 10.0, 0.0], atol=1e-4)
    np.testing.assert_allclose(gym.get_actor_dof_forces(envs[1], 0), [-400.0, 0.0], rtol=1e-6)


def test_forces_of_limits_push_away_from_them(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """30 N push the carts against the upper and the lower end of their rails, which push back."""
    for env in populate(2, cartpole):
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"][:] = (gymapi.DOF_MODE_EFFORT, gymapi.DOF_MODE_POS)
        properties["lower"][0], properties["upper"][0] = -0.1, 0.1
        properties["stiffness"][1], properties["damping"][1] = 5000.0, 500.0  # the pole stands
        gym.set_actor_dof_properties(env, 0, properties)
    gym.prepare_sim(sim)
    forces = wrap(gym.acquire_dof_force_tensor(sim))
    gym.set_dof_actuation_force_tensor(sim, unwrap(torch.tensor([30.0, 0.0, -30.0, 0.0], device=device)))
    settle(gym, sim, 300)
    gym.refresh_dof_force_tensor(sim)
    np.testing.assert_allclose(forces[[0, 2]].cpu(), [0.0, 0.0], atol=0.1)  # in balance with the motor


# Force sensors.


def sensor_properties(forward: bool, constraint: bool, world: bool) -> gymapi.ForceSensorProperties:
    properties = gymapi.ForceSensorProperties()
    properties.enable_forward_dynamics_forces = forward
    properties.enable_constraint_solver_forces = constraint
    properties.use_world_frame = world
    return properties


def test_sensor_of_a_body_that_is_not_there(
    gym: gymapi.Gym, crate: gymapi.Asset, caplog: pytest.LogCaptureFixture
) -> None:
    """Public imitation code puts sensors on feet that its humanoid has not, and never reads them."""
    foot = gym.find_asset_rigid_body_index(crate, "right_foot")
    assert gym.create_asset_force_sensor(crate, foot, gymapi.Transform()) == gymapi.INVALID_HANDLE
    assert "there is no sensor" in caplog.text
    with pytest.raises(IndexError, match="there is no body of the asset 7"):
        gym.create_asset_force_sensor(crate, 7, gymapi.Transform())


@pytest.mark.usefixtures("ground")
def test_sensors_on_a_body_at_rest(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """Contacts push up with 20 N, gravity pulls down with 20 N, together nothing. An arm of 0.5 m gives 10 N m."""
    aside = gymapi.Transform(gymapi.Vec3(0.5, 0.0, 0.0))
    for forward, constraint in ((False, True), (True, False), (True, True), (False, False)):
        gym.create_asset_force_sensor(crate, 0, aside, sensor_properties(forward, constraint, world=True))
    stack(gym, sim, crate, [0.1])
    env = stack(gym, sim, crate, [0.1])
    assert gym.get_actor_force_sensor_count(env, 0) == 4 and gym.get_sim_force_sensor_count(sim) == 8
    gym.prepare_sim(sim)
    wrenches = wrap(gym.acquire_force_sensor_tensor(sim))
    assert wrenches.shape == (8, 6)
    settle(gym, sim)
    gym.refresh_force_sensor_tensor(sim)
    # The force acts 0.5 m before the sensor, along -x: the torque is (-0.5, 0, 0) x (0, 0, 20) = (0, 10, 0).
    expected = [[0.0, 0.0, 20.0, 0.0, 10.0, 0.0], [0.0, 0.0, -20.0, 0.0, -10.0, 0.0], [0.0] * 6, [0.0] * 6]
    for index in range(2):
        np.testing.assert_allclose(wrenches[4 * index : 4 * index + 4].cpu(), expected, atol=0.05)
    sensor = gym.get_actor_force_sensor(env, 0, 1)
    assert sensor.get_global_index() == 5
    np.testing.assert_allclose(sensor.get_forces().force.z, -20.0, atol=0.05)


def test_sensors_on_a_body_that_falls_and_spins(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, device: torch.device
) -> None:
    """In free fall gravity is all there is. The sensor's own axes turn with the body and are turned by 90 degrees."""
    turned = gymapi.Transform(r=gymapi.Quat.from_axis_angle(gymapi.Vec3(1.0, 0.0, 0.0), np.pi / 2.0))
    gym.create_asset_force_sensor(crate, 0, turned, sensor_properties(True, True, world=False))
    gym.create_asset_force_sensor(crate, 0, turned, sensor_properties(True, True, world=True))
    above = gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.1))
    gym.create_asset_force_sensor(crate, 0, above, sensor_properties(True, True, world=True))
    stack(gym, sim, crate, [50.0])
    gym.prepare_sim(sim)
    wrenches = wrap(gym.acquire_force_sensor_tensor(sim))
    assert wrenches.shape == (3, 6)
    state = torch.zeros(1, 13, device=device)
    state[0, 2], state[0, 6], state[0, 12] = 50.0, 1.0, 3.0
    gym.set_actor_root_state_tensor(sim, unwrap(state))
    settle(gym, sim, 20)
    gym.refresh_force_sensor_tensor(sim)
    # About x by 90 degrees: the body's z is the sensor's -(-y)... gravity (0, 0, -20) becomes (0, -20, 0).
    expected = [[0.0, -20.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, -20.0, 0.0, 0.0, 0.0], [0.0, 0.0, -20.0, 0.0, 0.0, 0.0]]
    np.testing.assert_allclose(wrenches.cpu(), expected, atol=5e-3)


def test_sensors_beside_the_centre_of_mass(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """Of a crate that falls, gravity acts at the centre, (-0.1, 0, 0) from the sensor: (-0.1, 0, 0) x (0, 0, -20)."""
    aside = gymapi.Transform(gymapi.Vec3(0.1, 0.0, 0.0))
    gym.create_asset_force_sensor(crate, 0, aside, sensor_properties(True, True, world=True))
    stack(gym, sim, crate, [50.0])
    gym.prepare_sim(sim)
    wrenches = wrap(gym.acquire_force_sensor_tensor(sim))
    settle(gym, sim, 5)
    gym.refresh_force_sensor_tensor(sim)
    np.testing.assert_allclose(wrenches[0].cpu(), [0.0, 0.0, -20.0, 0.0, -2.0, 0.0], atol=5e-3)


@pytest.mark.usefixtures("ground")
def test_net_forces_follow_newton(gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable) -> None:
    """Sensors at the origins of all bodies of a walker that stumbles: the forces add up to the change of momentum."""
    for body in range(5):
        gym.create_asset_force_sensor(walker, body, gymapi.Transform(), sensor_properties(True, True, world=True))
    (env,) = populate(1, walker)
    masses = torch.tensor([body.mass for body in gym.get_actor_rigid_body_properties(env, 0)])
    gym.prepare_sim(sim)
    wrenches = wrap(gym.acquire_force_sensor_tensor(sim))
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim))
    contacts = wrap(gym.acquire_net_contact_force_tensor(sim))
    params = gym.get_sim_params(sim)
    for _ in range(60):
        gym.refresh_rigid_body_state_tensor(sim)
        before = (masses[:, None] * bodies[:, 7:10].cpu()).sum(dim=0)
        gym.simulate(sim)
    gym.refresh_rigid_body_state_tensor(sim)
    gym.refresh_force_sensor_tensor(sim)
    gym.refresh_net_contact_force_tensor(sim)
    after = (masses[:, None] * bodies[:, 7:10].cpu()).sum(dim=0)
    total = wrenches[:, :3].sum(dim=0).cpu()
    np.testing.assert_allclose(total, (after - before) / params.dt, atol=0.05)
    assert contacts.abs().max() > 1.0, "it does touch the ground"
    # Newton's law to first order in the step: what is not gravity is contact.
    np.testing.assert_allclose(total[2], contacts[:, 2].sum().cpu() - 10.0 * masses.sum(), rtol=0.1, atol=5.0)


def test_sensors_come_before_actors(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    stack(gym, sim, crate, [1.0])
    with pytest.raises(RuntimeError, match=r"there are actors of the asset; add its sensors before"):
        gym.create_asset_force_sensor(crate, 0, gymapi.Transform())
    gym.prepare_sim(sim)
    assert gym.acquire_force_sensor_tensor(sim).shape == (0, 6)
    assert gym.refresh_force_sensor_tensor(sim)


def test_sensors_may_be_asked_for_of_each_actor(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, ball: gymapi.Asset
) -> None:
    """The way of older programs: after each actor, with others behind it. All fall, so the sensor shows the weight."""
    for _ in range(3):
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.5, 0.0, 3.0)), "ball")
        handle = gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 3.0)), "crate")
        body = gym.get_actor_rigid_body_index(env, handle, 0, gymapi.DOMAIN_ENV)
        assert gym.create_force_sensor(env, body, gymapi.Transform()) == 0
        assert gym.get_actor_force_sensor_count(env, handle) == 1
        mass = gym.get_actor_rigid_body_properties(env, handle)[0].mass
    with pytest.raises(NotImplementedError, match="create_asset_force_sensor"):
        gym.create_force_sensor(env, body, gymapi.Transform())
    assert gym.get_sim_force_sensor_count(sim) == 3
    wrenches = wrap(gym.acquire_force_sensor_tensor(sim))
    gym.simulate(sim)
    gym.refresh_force_sensor_tensor(sim)
    gravity = gym.get_sim_params(sim).gravity.z
    np.testing.assert_allclose(wrenches[:, 2].cpu(), mass * gravity, rtol=1e-4)
