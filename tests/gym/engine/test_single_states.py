"""States and commands of single actors, before the simulation is prepared and afterwards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

wrap = gymtorch.wrap_tensor
ALL, POS, VEL = gymapi.STATE_ALL, gymapi.STATE_POS, gymapi.STATE_VEL


@pytest.fixture(params=[False, True], ids=["recorded", "prepared"])
def two(
    request: pytest.FixtureRequest,
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    cartpole: gymapi.Asset,
    walker: gymapi.Asset,
    populate: Callable,
) -> list[gymapi.Env]:
    """Two environments with a cartpole (actor 0) and a walker (actor 1), prepared or not."""
    envs = populate(2, cartpole, walker)
    if request.param:
        gym.prepare_sim(sim)
    return envs


def dof_records(values: list[tuple[float, float]]) -> np.ndarray:
    return np.array(values, gymapi.DofState.dtype)


def test_states_of_dofs(gym: gymapi.Gym, two: list[gymapi.Env]) -> None:
    assert gym.set_actor_dof_states(two[1], 0, dof_records([(0.5, 1.0), (0.2, -2.0)]), ALL)
    states = gym.get_actor_dof_states(two[1], 0, ALL)
    np.testing.assert_allclose([states["pos"], states["vel"]], [[0.5, 0.2], [1.0, -2.0]], rtol=1e-6)
    gym.set_actor_dof_states(two[1], 0, dof_records([(0.7, 9.0), (0.1, 9.0)]), POS)
    np.testing.assert_allclose(gym.get_actor_dof_states(two[1], 0, ALL)["vel"], [1.0, -2.0])
    np.testing.assert_allclose(gym.get_actor_dof_states(two[1], 0, POS)["pos"], [0.7, 0.1], rtol=1e-6)
    assert gym.get_actor_dof_states(two[1], 0, POS)["vel"].tolist() == [0.0, 0.0]
    assert gym.get_actor_dof_states(two[0], 0, ALL)["pos"].tolist() == [0.0, 0.0], "others stay"
    handle = gym.find_actor_dof_handle(two[1], 0, "hinge")
    assert gym.get_dof_position(two[1], handle) == pytest.approx(0.1)
    assert gym.get_dof_velocity(two[1], handle) == pytest.approx(-2.0)
    joint = gym.find_actor_joint_handle(two[1], 0, "slider")
    assert (gym.get_joint_position(two[1], joint), gym.get_joint_velocity(two[1], joint)) == pytest.approx((0.7, 1.0))
    both = gym.get_vec_actor_dof_states(two, 0, ALL)
    np.testing.assert_allclose(both["pos"], [[0.0, 0.0], [0.7, 0.1]], rtol=1e-6)


def test_dofs_begin_within_their_limits(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, cartpole_text: str, populate: Callable
) -> None:
    """A hinge between 0.3 and 2 rad begins at 0.3, one between -2 and -0.3 at -0.3; scales change no angles."""
    file = write("bent.urdf", bent(cartpole_text, 0.3, 2.0)), write("folded.urdf", bent(cartpole_text, -2.0, -0.3))
    (env,) = populate(1, *(gym.load_asset(sim, *each) for each in file))
    gym.set_actor_scale(env, 1, 0.5)
    for _ in range(2):
        begun = [gym.get_actor_dof_states(env, actor, POS)["pos"] for actor in range(2)]
        np.testing.assert_allclose(begun, [[0.0, 0.3], [0.0, -0.3]], rtol=1e-6)
        gym.prepare_sim(sim)
    gym.refresh_dof_state_tensor(sim)
    states = wrap(gym.acquire_dof_state_tensor(sim))
    np.testing.assert_allclose(states[:, 0].cpu(), [0.0, 0.3, 0.0, -0.3], rtol=1e-6)


def bent(cartpole: str, lower: float, upper: float) -> str:
    """A cartpole whose pole may not be upright."""
    limited = cartpole.replace('name="hinge" type="continuous"', 'name="hinge" type="revolute"')
    assert limited != cartpole
    head, tail = limited.split('name="hinge"')
    return f'{head}name="hinge"{tail.replace("</joint>", LIMIT.format(lower, upper) + "</joint>", 1)}'


LIMIT = '<limit lower="{}" upper="{}" effort="10" velocity="10"/>'


def test_states_of_bodies_follow_from_dofs(gym: gymapi.Gym, two: list[gymapi.Env]) -> None:
    """The cart is at 1 m, the pole's origin 0.1 m above, its centre of mass 0.5 m up the pole."""
    gym.set_actor_dof_states(two[1], 0, dof_records([(0.5, 1.0), (np.pi / 2.0, 2.0)]), ALL)
    states = gym.get_actor_rigid_body_states(two[1], 0, ALL)
    pole = states[2]
    np.testing.assert_allclose(pole["pose"]["p"].tolist(), (0.5, 0.0, 1.1), atol=1e-6)
    np.testing.assert_allclose(pole["pose"]["r"].tolist(), (0.0, 0.5**0.5, 0.0, 0.5**0.5), atol=1e-6)
    # Lying along x, it turns about y with 2 rad/s: its centre sinks with 1 m/s.
    np.testing.assert_allclose(pole["vel"]["linear"].tolist(), (1.0, 0.0, -1.0), atol=1e-5)
    np.testing.assert_allclose(pole["vel"]["angular"].tolist(), (0.0, 2.0, 0.0), atol=1e-5)
    handle = gym.find_actor_rigid_body_handle(two[1], 0, "pole")
    transform = gym.get_rigid_transform(two[1], handle)
    assert (transform.p.x, transform.p.z) == pytest.approx((0.5, 1.1))
    assert gym.get_rigid_linear_velocity(two[1], handle).z == pytest.approx(-1.0, abs=1e-5)
    assert gym.get_rigid_angular_velocity(two[1], handle).y == pytest.approx(2.0)
    poses = gym.get_vec_rigid_transform(two, handle)
    np.testing.assert_allclose(poses["p"]["x"], [0.0, 0.5], atol=1e-6)
    assert gym.get_actor_rigid_body_states(two[1], 0, POS)["vel"]["angular"]["y"].tolist() == [0.0] * 3


def test_roots_are_put_elsewhere(gym: gymapi.Gym, sim: gymapi.Sim, two: list[gymapi.Env]) -> None:
    """A root whose velocity was set before the start moves when the simulation starts."""
    handle = gym.get_actor_root_rigid_body_handle(two[1], 1)
    gym.set_rigid_transform(two[1], handle, gymapi.Transform(gymapi.Vec3(0.4, 0.3, 5.0)))
    gym.set_rigid_linear_velocity(two[1], handle, gymapi.Vec3(1.0, 0.0, 0.0))
    gym.set_rigid_angular_velocity(two[1], handle, gymapi.Vec3(0.0, 0.0, 0.5))
    state = gym.get_actor_rigid_body_states(two[1], 1, ALL)[0]
    np.testing.assert_allclose(state["pose"]["p"].tolist(), (0.4, 0.3, 5.0), rtol=1e-6)
    gym.simulate(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))[3].cpu()
    np.testing.assert_allclose(roots[:3], [0.41, 0.3, 5.0 - 0.001], atol=1e-4)
    np.testing.assert_allclose(roots[7:], [1.0, 0.0, -0.1, 0.0, 0.0, 0.5], atol=2e-3)
    with pytest.raises(NotImplementedError, match=r"body 'left' is held by joints.*'torso'"):
        gym.set_rigid_transform(two[1], gym.find_actor_rigid_body_handle(two[1], 1, "left"), gymapi.Transform())


def test_states_of_bodies_are_set_again(gym: gymapi.Gym, sim: gymapi.Sim, two: list[gymapi.Env]) -> None:
    """What was saved of a whole simulation can be restored: that is how old programs reset."""
    random = np.random.default_rng(8)
    for env in two:
        for actor, count in ((0, 2), (1, 4)):
            values = [tuple(row) for row in 0.4 * random.normal(size=(count, 2))]
            gym.set_actor_dof_states(env, actor, dof_records(values), ALL)
    saved = np.copy(gym.get_sim_rigid_body_states(sim, ALL))
    dofs = [gym.get_actor_dof_states(env, actor, ALL) for env in two for actor in (0, 1)]
    gym.prepare_sim(sim)
    for _ in range(30):
        gym.simulate(sim)
    moved = gym.get_sim_rigid_body_states(sim, ALL)
    assert np.abs(moved["pose"]["p"]["z"] - saved["pose"]["p"]["z"]).max() > 0.1
    gym.set_sim_rigid_body_states(sim, saved, ALL)
    again = gym.get_sim_rigid_body_states(sim, ALL)
    for field in ("pose", "vel"):
        for part in saved[field].dtype.names:
            for axis in saved[field][part].dtype.names:
                np.testing.assert_allclose(again[field][part][axis], saved[field][part][axis], atol=2e-4)
    for expected, (env, actor) in zip(dofs, [(env, actor) for env in two for actor in (0, 1)], strict=True):
        np.testing.assert_allclose(gym.get_actor_dof_states(env, actor, ALL)["pos"], expected["pos"], atol=1e-4)


def test_frames_of_dofs_and_joints(gym: gymapi.Gym, two: list[gymapi.Env]) -> None:
    gym.set_actor_dof_states(two[0], 0, dof_records([(0.5, 0.0), (1.0, 0.0)]), ALL)
    frames = gym.get_actor_dof_frames(two[0], 0)
    np.testing.assert_allclose(frames["axis"][0].tolist(), (1.0, 0.0, 0.0), atol=1e-6)
    np.testing.assert_allclose(frames["origin"][1].tolist(), (0.5, 0.0, 1.1), atol=1e-6)
    np.testing.assert_allclose(frames["axis"][1].tolist(), (0.0, 1.0, 0.0), atol=1e-6)
    frame = gym.get_dof_frame(two[0], 1)
    assert (frame.origin.x, frame.axis.y) == pytest.approx((0.5, 1.0))
    transform = gym.get_joint_transform(two[0], 1)
    assert (transform.p.x, transform.p.z, transform.r.y) == pytest.approx((0.5, 1.1, np.sin(0.5)))
    transforms = gym.get_actor_joint_transforms(two[0], 0)
    assert transforms["p"]["x"].tolist() == pytest.approx([0.0, 0.5]), "a slide's joint stays with the rail"


def test_targets_are_followed(gym: gymapi.Gym, sim: gymapi.Sim, two: list[gymapi.Env]) -> None:
    for env in two:
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"] = gymapi.DOF_MODE_POS
        properties["stiffness"], properties["damping"] = 2000.0, 200.0
        gym.set_actor_dof_properties(env, 0, properties)
    assert gym.set_actor_dof_position_targets(two[0], 0, np.array([0.2, 0.1], np.float32))
    gym.set_dof_target_position(two[1], gym.find_actor_dof_handle(two[1], 0, "slider"), -0.3)
    gym.set_joint_target_position(two[1], gym.find_actor_joint_handle(two[1], 0, "hinge"), 0.05)
    for _ in range(200):
        gym.simulate(sim)
    np.testing.assert_allclose(gym.get_actor_dof_states(two[0], 0, ALL)["pos"], [0.2, 0.1], atol=5e-3)
    np.testing.assert_allclose(gym.get_actor_dof_states(two[1], 0, ALL)["pos"], [-0.3, 0.05], atol=5e-3)
    np.testing.assert_allclose(gym.get_actor_dof_position_targets(two[1], 0), [-0.3, 0.05], rtol=1e-6)
    assert gym.get_dof_target_position(two[1], 1) == gym.get_joint_target_position(two[1], 1) == pytest.approx(0.05)


def test_single_commands_and_tensors_are_the_same_commands(
    gym: gymapi.Gym, sim: gymapi.Sim, two: list[gymapi.Env], device: torch.device
) -> None:
    """The later one counts."""
    for env in two:
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"][0] = gymapi.DOF_MODE_EFFORT
        gym.set_actor_dof_properties(env, 0, properties)
        gym.apply_dof_effort(env, 0, 100.0)
    gym.prepare_sim(sim)
    forces = torch.zeros(12, device=device)
    forces[0] = -3.0
    gym.set_dof_actuation_force_tensor(sim, gymtorch.unwrap_tensor(forces))
    gym.apply_actor_dof_efforts(two[1], 0, np.array([6.0, 0.0], np.float32))
    gym.simulate(sim)
    speeds = [gym.get_actor_dof_states(env, 0, ALL)["vel"][0] for env in two]
    # A cart of 2 kg with a pole that stands: its hinge is free, so the pole's inertia counts in part.
    effective = 3.0 - 0.5**2 / 0.35
    np.testing.assert_allclose(speeds, [-0.03 / effective, 0.06 / effective], rtol=1e-3)


def test_what_cannot_be(gym: gymapi.Gym, two: list[gymapi.Env]) -> None:
    with pytest.raises(ValueError, match=r"gym\.set_actor_dof_states: expected 2 records, got shape \(3,\)"):
        gym.set_actor_dof_states(two[0], 0, dof_records([(0.0, 0.0)] * 3), ALL)
    with pytest.raises(ValueError, match=r"expected 2 numbers, one a DOF, got shape \(4,\)"):
        gym.set_actor_dof_position_targets(two[0], 0, np.zeros(4))
    with pytest.raises(IndexError, match=r"there is no DOF in this environment 6"):
        gym.get_dof_position(two[0], 6)
