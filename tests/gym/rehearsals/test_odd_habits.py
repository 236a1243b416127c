"""What programs for Isaac Gym do beside the documented way, and get away with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from isaacgym import gymapi, gymtorch, gymutil

from .test_classic_control import CARTPOLE

NUM_ENVS = 3


@pytest.fixture
def gym() -> gymapi.Gym:
    return gymapi.acquire_gym()


@pytest.fixture
def sim(gym: gymapi.Gym) -> Iterator[gymapi.Sim]:
    params = gymapi.SimParams()
    params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
    params.flex.solver_type, params.flex.num_outer_iterations = 5, 4  # whichever engine it will be
    params.physx.solver_type, params.physx.use_gpu, params.use_gpu_pipeline = 1, 0, 0
    sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    yield sim
    gym.destroy_sim(sim)


@pytest.fixture
def envs(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable[[str, str], Path]) -> list[gymapi.Env]:
    """Environments with a cartpole and a box each."""
    file = write("cartpole.urdf", CARTPOLE)
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    cartpole = gym.load_asset(sim, str(file.parent), file.name, options)
    options.fix_base_link = False  # the same options, changed
    box = gym.create_box(sim, *np.array([0.2, 0.2, 0.2]), options)
    envs = []
    for i in range(NUM_ENVS):
        env = gym.create_env(sim, gymapi.Vec3(-1, -1, 0), gymapi.Vec3(1, 1, 1), int(np.sqrt(NUM_ENVS)))
        gym.create_actor(
            env, cartpole, gymapi.Transform(p=gymapi.Vec3(*torch.tensor([0.0, 0.0, 2.0]))), "cartpole", i, 0b1
        )
        gym.create_actor(env, box, gymapi.Transform(gymapi.Vec3(3.0, 0.0, 1.0)), "box", np.int64(i), 0)
        envs.append(env)
    return envs


def test_properties_of_dofs_are_set_by_tuples_members_and_columns(gym: gymapi.Gym, envs: list) -> None:
    props = gym.get_actor_dof_properties(envs[0], 0)
    props["driveMode"] = (gymapi.DOF_MODE_EFFORT, gymapi.DOF_MODE_POS)
    props["stiffness"] = (0.0, 100.0)
    props["damping"][:] = 2.0
    props["hasLimits"][1] = True
    props["lower"][1], props["upper"][1] = -1, 1
    gym.set_actor_dof_properties(envs[0], 0, props)
    again = gym.get_actor_dof_properties(envs[0], 0)
    assert again["driveMode"].tolist() == [3, 1]
    assert again["stiffness"].tolist() == [0.0, 100.0]
    assert gym.get_actor_dof_properties(envs[1], 0)["driveMode"].tolist() != [3, 1]


def test_whole_state_as_records_resets_a_simulation(gym: gymapi.Gym, sim: gymapi.Sim, envs: list) -> None:
    initial = np.copy(gym.get_sim_rigid_body_states(sim, gymapi.STATE_ALL))
    for _ in range(20):
        gym.simulate(sim)
        gym.fetch_results(sim, True)
    moved = gym.get_sim_rigid_body_states(sim, gymapi.STATE_ALL)
    assert moved["pose"]["p"]["z"][3] < initial["pose"]["p"]["z"][3] - 0.2  # the box falls
    gym.set_sim_rigid_body_states(sim, initial, gymapi.STATE_ALL)
    back = gym.get_sim_rigid_body_states(sim, gymapi.STATE_ALL)
    for name in ("x", "y", "z"):
        np.testing.assert_allclose(back["pose"]["p"][name], initial["pose"]["p"][name], atol=1e-5)


def test_tensors_of_odd_origin_are_taken(gym: gymapi.Gym, sim: gymapi.Sim, envs: list) -> None:
    gym.prepare_sim(sim)
    dof_states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    roots = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
    targets = torch.zeros(NUM_ENVS, 2, requires_grad=True) * 2.0  # from a policy, with its graph
    gym.set_dof_position_target_tensor(sim, gymtorch.unwrap_tensor(targets))
    gym.set_dof_actuation_force_tensor(sim, gymtorch.unwrap_tensor(torch.zeros(NUM_ENVS, 2, 1)))
    nobody = torch.nonzero(torch.zeros(NUM_ENVS)).squeeze(-1).to(torch.int32)
    gym.set_dof_state_tensor_indexed(
        sim, gymtorch.unwrap_tensor(dof_states), gymtorch.unwrap_tensor(nobody), len(nobody)
    )
    some = torch.tensor([0, 4], dtype=torch.int32)
    dof_states.view(NUM_ENVS, 2, 2)[[0, 2], 1, 0] = 0.5
    for _ in range(2):  # called twice, with a number that is a tensor
        gym.set_dof_state_tensor_indexed(
            sim, gymtorch.unwrap_tensor(dof_states), gymtorch.unwrap_tensor(some), torch.tensor(2)
        )
    gym.refresh_dof_state_tensor(sim)
    assert dof_states.view(NUM_ENVS, 2, 2)[:, 1, 0].tolist() == [0.5, 0.0, 0.5]
    # two setters for different actors in one step, which Isaac Gym forgets the first of
    boxes = torch.tensor([1, 3], dtype=torch.int32)
    roots[1, 0], roots[3, 0] = 5.0, 6.0
    for index in boxes.unsqueeze(-1):
        gym.set_actor_root_state_tensor_indexed(sim, gymtorch.unwrap_tensor(roots), gymtorch.unwrap_tensor(index), 1)
    gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    assert roots[[1, 3, 5], 0].tolist() == [5.0, 6.0, 3.0]


def test_handles_are_numbers_that_come_from_anywhere(gym: gymapi.Gym, sim: gymapi.Sim, envs: list) -> None:
    for one in (np.int32(1), np.int64(1), torch.tensor(1), np.array([1])):
        assert gym.get_actor_name(envs[0], one) == "box"
        assert gym.get_actor_index(envs[1], one, gymapi.DOMAIN_SIM) == 3
    assert gym.find_actor_handle(envs[0], "nobody") == gymapi.INVALID_HANDLE
    assert gym.find_actor_rigid_body_handle(envs[0], 0, "nobody") == -1
    assert gym.get_actor_rigid_body_index(envs[2], 1, 0, gymapi.DOMAIN_SIM) == 11
    assert gym.get_actor_rigid_body_index(envs[2], 1, 0, gymapi.DOMAIN_ENV) == 3
    assert gym.get_actor_joint_dict(envs[0], 0) == {"slider_to_cart": 0, "cart_to_pole": 1}


def test_properties_of_an_actor_that_is_not_there_are_none_and_change_nothing(gym: gymapi.Gym, envs: list) -> None:
    """Domain randomization goes on where its configuration names the actor of another robot."""
    handle = gym.find_actor_handle(envs[0], "another_robot")
    for of in ("rigid_body", "rigid_shape", "dof", "tendon"):
        properties = getattr(gym, f"get_actor_{of}_properties")(envs[0], handle)
        assert len(properties) == 0
        assert not getattr(gym, f"set_actor_{of}_properties")(envs[0], handle, properties)
    assert gym.get_actor_scale(envs[0], handle) == 1.0
    assert not gym.set_actor_scale(envs[0], handle, 2.0)
    with pytest.raises(IndexError):
        gym.get_actor_rigid_body_properties(envs[0], -2)


def test_refreshing_before_the_environments_are_there_prepares_nothing(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    kinds = ("actor_root_state", "rigid_body_state", "dof_state", "net_contact_force", "dof_force", "force_sensor")
    calls = [f"refresh_{kind}_tensor" for kind in kinds]
    for call in (*calls, "refresh_jacobian_tensors", "refresh_mass_matrix_tensors"):
        assert not getattr(gym, call)(sim)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, gym.create_box(sim, 0.2, 0.2, 0.2), gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), "box")
    states = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
    assert gym.refresh_actor_root_state_tensor(sim)
    assert states[0, 2] == 1.0


def test_plain_numbers_are_positions_and_velocities_of_dofs(gym: gymapi.Gym, envs: list) -> None:
    """NumPy makes a record of a number by giving it to all fields, and Isaac Gym lets NumPy do that."""
    gym.set_actor_dof_states(envs[0], 0, [0.1, 0.2], gymapi.STATE_ALL)
    gym.set_actor_dof_states(envs[1], 0, np.array([0.1, 0.2]), gymapi.STATE_POS)
    first, second = (gym.get_actor_dof_states(env, 0, gymapi.STATE_ALL) for env in envs[:2])
    assert first["pos"] == pytest.approx([0.1, 0.2])
    assert first["vel"] == pytest.approx([0.1, 0.2])
    assert second["pos"] == pytest.approx([0.1, 0.2])
    assert (second["vel"] == 0.0).all()
    with pytest.raises(ValueError, match="records"):
        gym.set_actor_dof_states(envs[0], 0, [0.1], gymapi.STATE_ALL)


def test_scenery_is_set_without_a_window(gym: gymapi.Gym, sim: gymapi.Sim, envs: list) -> None:
    gym.set_light_parameters(sim, 0, gymapi.Vec3(0.8, 0.8, 0.8), gymapi.Vec3(0.1, 0.1, 0.1), gymapi.Vec3(0, 0, 1))
    viewer = gym.create_viewer(sim, gymapi.CameraProperties())
    gym.viewer_camera_look_at(viewer, envs[1], gymapi.Vec3(3, 3, 3), gymapi.Vec3(0, 0, 1))
    ball = gymutil.WireframeSphereGeometry(0.02, 4, 4, None, color=(1, 1, 0))
    turned = gymapi.Quat.from_axis_angle(gymapi.Vec3(1, 0, 0), np.pi / 2)
    gymutil.draw_lines(ball, gym, viewer, envs[0], gymapi.Transform(gymapi.Vec3(*np.ones(3)), r=turned))
    for key, action in ((gymapi.KEY_R, "reset"), (gymapi.KEY_SPACE, "shoot")):
        gym.subscribe_viewer_keyboard_event(viewer, key, action)
    gym.subscribe_viewer_mouse_event(viewer, gymapi.MOUSE_LEFT_BUTTON, "shoot")
    gym.prepare_sim(sim)
    for _ in range(2):
        gym.simulate(sim)
        gym.fetch_results(sim, True)
        gym.step_graphics(sim)
        gym.draw_viewer(viewer, sim, True)
        gym.poll_viewer_events(viewer)
    assert gym.query_viewer_action_events(viewer) == []
    gym.clear_lines(viewer)
    gym.destroy_viewer(viewer)
