"""Names, counts, types and handles of the parts of assets and actors: what each gives, and that they agree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import gymapi

BODIES = ["torso", "right", "right_foot", "left", "left_foot"]
DOFS = ["right_hip", "right_ankle", "left_hip", "left_ankle"]
ACTUATORS = ["left", "right", "ankle"]


@pytest.fixture
def pair(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, walker: gymapi.Asset, populate: Callable
) -> gymapi.Env:
    """An environment with a cartpole, and a walker behind it."""
    (env,) = populate(1, cartpole, walker)
    return env


def test_bodies(gym: gymapi.Gym, walker: gymapi.Asset, pair: gymapi.Env) -> None:
    assert [gym.get_asset_rigid_body_name(walker, index) for index in range(5)] == BODIES
    assert gym.get_actor_rigid_body_names(pair, 1) == BODIES
    assert gym.get_actor_rigid_shape_count(pair, 1) == gym.get_asset_rigid_shape_count(walker) == 5
    ranges = gym.get_asset_rigid_body_shape_indices(walker)
    assert [(shapes.start, shapes.count) for shapes in ranges] == [(index, 1) for index in range(5)]


def test_joints(gym: gymapi.Gym, walker: gymapi.Asset, pair: gymapi.Env) -> None:
    assert [gym.get_asset_joint_name(walker, index) for index in range(4)] == DOFS
    assert gym.get_actor_joint_names(pair, 1) == DOFS and gym.get_actor_joint_count(pair, 1) == 4
    assert gym.get_asset_joint_dict(walker) == {name: index for index, name in enumerate(DOFS)}
    assert gym.find_asset_joint_index(walker, "left_hip") == 2
    assert gym.find_asset_joint_index(walker, "no_hip") == gymapi.INVALID_HANDLE
    # The cartpole has two joints before.
    assert gym.get_actor_joint_handle(pair, 1, 2) == 4
    domains = (gymapi.DOMAIN_ACTOR, gymapi.DOMAIN_ENV, gymapi.DOMAIN_SIM)
    assert [gym.find_actor_joint_index(pair, 1, "left_hip", domain) for domain in domains] == [2, 4, 4]
    assert gym.get_joint_type_string(gym.get_asset_joint_type(walker, 0)) == "Revolute"


def test_dofs(gym: gymapi.Gym, walker: gymapi.Asset, pair: gymapi.Env) -> None:
    assert [gym.get_asset_dof_name(walker, index) for index in range(4)] == DOFS
    assert gym.get_actor_dof_count(pair, 1) == gym.get_asset_dof_count(walker) == 4
    assert gym.get_dof_type_string(gym.get_asset_dof_type(walker, 0)) == "Rotation"


def test_actuators(gym: gymapi.Gym, walker: gymapi.Asset, pair: gymapi.Env) -> None:
    assert gym.get_actor_actuator_count(pair, 1) == 3 and gym.get_actor_actuator_count(pair, 0) == 0
    assert [gym.get_actor_actuator_name(pair, 1, index) for index in range(3)] == ACTUATORS
    joints = [gym.get_actor_actuator_joint_name(pair, 1, index) for index in range(3)]
    assert joints == ["left_hip", "right_hip", "right_ankle"]
    assert gym.find_asset_actuator_index(walker, "ankle") == gym.find_actor_actuator_index(pair, 1, "ankle") == 2
    efforts = [properties.motor_effort for properties in gym.get_actor_actuator_properties(pair, 1)]
    assert efforts[:2] == [20.0, 20.0]


def test_files_of_a_kind(gym: gymapi.Gym, sim: gymapi.Sim, walker_file: tuple[str, str]) -> None:
    assert gym.get_asset_rigid_body_names(gym.load_mjcf(sim, *walker_file)) == BODIES
    gym.set_sim_device(sim)  # which is any thread's already


def test_velocity_targets_of_single_actors(gym: gymapi.Gym, sim: gymapi.Sim, pair: gymapi.Env) -> None:
    """What is set by actor, DOF or joint is read back, and followed by velocity drives."""
    properties = gym.get_actor_dof_properties(pair, 0)
    properties["driveMode"], properties["damping"] = gymapi.DOF_MODE_VEL, 200.0
    gym.set_actor_dof_properties(pair, 0, properties)
    gym.set_actor_dof_velocity_targets(pair, 0, np.array([0.2, 0.1], np.float32))
    np.testing.assert_allclose(gym.get_actor_dof_velocity_targets(pair, 0), [0.2, 0.1])
    gym.set_dof_target_velocity(pair, 0, 0.5)
    assert gym.get_dof_target_velocity(pair, 0) == pytest.approx(0.5)
    gym.set_joint_target_velocity(pair, 1, -0.3)
    assert gym.get_joint_target_velocity(pair, 1) == pytest.approx(-0.3)
    for _ in range(50):
        gym.simulate(sim)
    np.testing.assert_allclose(gym.get_actor_dof_states(pair, 0, gymapi.STATE_VEL)["vel"], [0.5, -0.3], rtol=0.02)


def test_velocities_of_one_body_in_each_environment(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable
) -> None:
    """Set for all bodies of an environment, read as one record for each environment."""
    envs = populate(3, ball)
    for index, env in enumerate(envs):
        states = gym.get_env_rigid_body_states(env, gymapi.STATE_ALL)
        states["vel"]["linear"]["x"], states["vel"]["angular"]["z"] = index, -index
        assert gym.set_env_rigid_body_states(env, states, gymapi.STATE_ALL)
    assert gym.get_vec_rigid_linear_velocity(envs, 0)["x"].tolist() == [0.0, 1.0, 2.0]
    assert gym.get_vec_rigid_angular_velocity(envs, [0, 0, 0])["z"].tolist() == [0.0, -1.0, -2.0]


def test_aggregates_of_actors_that_are_there(gym: gymapi.Gym, pair: gymapi.Env) -> None:
    assert gym.create_aggregate(pair, [0, 1])
    with pytest.raises(IndexError, match=r"gym\.create_aggregate: there is no actor in this environment 2"):
        gym.create_aggregate(pair, [0, 2])
