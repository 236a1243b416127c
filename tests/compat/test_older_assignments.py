"""Writes of ``omni.isaac.lab`` take what an assignment into a tensor takes, and do what the assignment does."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
import torch

from omni.isaac.lab.scene import InteractiveScene
from pippin.assets import Multirotor
from pippin_isaac.facades import assignment_of

from .conftest import NUM_ENVS

EVERYTHING = slice(None)


def assign(tensor: torch.Tensor, value: Any, columns: Any = None, rows: Any = None) -> torch.Tensor:
    """A copy of a tensor after an assignment, as Isaac Lab up to version 2 makes it."""
    result = tensor.clone()
    rows = EVERYTHING if rows is None else torch.as_tensor(rows)
    columns = EVERYTHING if columns is None else columns
    if not isinstance(rows, slice) and not isinstance(columns, slice):
        rows = rows[:, None]
    result[rows, columns] = value
    return result


@pytest.mark.parametrize(
    "value, joint_ids, env_ids",
    [
        (torch.tensor([0.1, 0.2]), None, None),
        (torch.tensor([0.1, 0.2]), [1, 0], None),
        (torch.tensor([[0.1], [0.2]]), None, [2, 0]),
        (torch.tensor([[0.3]]), [1], None),
        (torch.tensor(0.3), [0], [1]),
        (0.4, [1], None),
        (torch.tensor([0.1, 0.2, 0.3]), 1, None),
        (0.5, np.int64(0), [0, 1]),
        (torch.tensor([0.1, 0.2]), [-1, -2], None),
        (torch.tensor([0.6]), [-1], [-1]),
        (torch.tensor([[1, 2]]), None, None),
        (torch.ones(NUM_ENVS, 2, dtype=torch.float64), None, None),
        (torch.tensor([0.7]), slice(0, 1), slice(0, 2)),
        (torch.zeros(0, 2), None, []),
    ],
)
def test_targets_are_assigned(older_scene: InteractiveScene, value: Any, joint_ids: Any, env_ids: Any) -> None:
    arm = older_scene["arm"]
    columns = int(joint_ids) if isinstance(joint_ids, np.integer) else joint_ids
    rows = env_ids if not isinstance(env_ids, list) else torch.tensor(env_ids, dtype=torch.int64)
    wanted = arm.data.joint_pos_target.clone()
    if isinstance(rows, slice):
        wanted[rows, columns] = value
    else:
        wanted = assign(wanted, value, columns, rows)
    arm.set_joint_position_target(value, joint_ids=joint_ids, env_ids=env_ids)
    torch.testing.assert_close(arm.data.joint_pos_target, wanted, rtol=0.0, atol=0.0)


def test_states_are_assigned(older_scene: InteractiveScene) -> None:
    arm, cube, balls = older_scene["arm"], older_scene["cube"], older_scene["balls"]
    arm.write_joint_state_to_sim(torch.tensor([0.1, -0.2]), torch.tensor([1, 2]), env_ids=torch.tensor([1]))
    assert arm.data.joint_pos[1].tolist() == pytest.approx([0.1, -0.2])
    assert arm.data.joint_vel[1].tolist() == [1.0, 2.0]
    pose = torch.tensor([1.0, 2.0, 3.0, 0.0, 1.0, 0.0, 0.0])
    cube.write_root_pose_to_sim(pose, env_ids=torch.tensor([0, 2]))
    assert cube.data.root_state_w[0, :7].tolist() == cube.data.root_state_w[2, :7].tolist() == pose.tolist()
    velocity = torch.arange(6.0)
    cube.write_root_velocity_to_sim(velocity)
    torch.testing.assert_close(cube.data.root_vel_w, velocity.expand(NUM_ENVS, 6))
    balls.write_object_velocity_to_sim(velocity, object_ids=torch.tensor([1]))
    torch.testing.assert_close(balls.data.object_vel_w[:, 1], velocity.expand(NUM_ENVS, 6))
    assert not balls.data.object_vel_w[:, 0].any()


def test_properties_are_assigned(older_scene: InteractiveScene) -> None:
    arm = older_scene["arm"]
    stiffness = assign(arm.data.joint_stiffness, torch.tensor([5.0, 6.0]), rows=[0])
    arm.write_joint_stiffness_to_sim(torch.tensor([5.0, 6.0]), env_ids=[0])
    torch.testing.assert_close(arm.data.joint_stiffness, stiffness)
    limits = assign(arm.data.joint_limits, torch.tensor([-0.5, 0.5]), [1])
    arm.write_joint_limits_to_sim(torch.tensor([-0.5, 0.5]), joint_ids=[1])
    torch.testing.assert_close(arm.data.joint_limits, limits)


def test_thrusts_of_one_dimension_are_those_of_the_instances() -> None:
    """They are documented to be, also where there are as many thrusters, to which an assignment would give them."""
    signature = inspect.signature(Multirotor.set_thrust_target)
    assert assignment_of("set_thrust_target", signature) is None


def test_a_force_on_a_body_of_all_robots(older_scene: InteractiveScene) -> None:
    arm = older_scene["arm"]
    arm.set_external_force_and_torque(torch.tensor([1.0, 2.0, 3.0]), torch.zeros(1, 3), body_ids=[-1])
    forces = arm._newer.permanent_wrench_composer.composed_force.torch
    torch.testing.assert_close(forces[:, -1], torch.tensor([[1.0, 2.0, 3.0]]).expand(NUM_ENVS, 3))
    assert not forces[:, :-1].any()


def test_a_force_on_an_object_of_a_collection_as_the_first_versions_take_it(older_scene: InteractiveScene) -> None:
    """The third parameter is the objects, by their name or by its place; points came later."""
    balls = older_scene["balls"]
    forces = torch.tensor([[[1.0, 2.0, 3.0]]])
    for force, given in ((forces, {"object_ids": [1]}), (2.0 * forces, [1])):
        named, placed = (given, ()) if isinstance(given, dict) else ({}, (given,))
        balls.set_external_force_and_torque(force.expand(NUM_ENVS, 1, 3), torch.zeros(NUM_ENVS, 1, 3), *placed, **named)
        composed = balls._newer.permanent_wrench_composer.composed_force.torch
        torch.testing.assert_close(composed[:, 1], force[0].expand(NUM_ENVS, 3))
        assert not composed[:, 0].any()


def test_a_force_at_a_point_of_an_object(older_scene: InteractiveScene) -> None:
    """As Isaac Lab 2.3 takes it; the torque about the centre of the ball is the lever times the force."""
    balls = older_scene["balls"]
    force, lever = torch.tensor([[[0.0, 0.0, 2.0]]]), torch.tensor([[[0.1, 0.0, 0.0]]])
    balls._newer.set_external_force_and_torque(force, 0.0 * force, lever, object_ids=[1], env_ids=[0])
    torque = balls._newer.permanent_wrench_composer.composed_torque.torch
    torch.testing.assert_close(torque[0, 1], torch.tensor([0.0, -0.2, 0.0]))
    torch.testing.assert_close(balls.data.object_com_lin_acc_w, balls.data.object_lin_acc_w)


def test_inner_buffers_of_external_forces_are_written_as_events_do(older_scene: InteractiveScene) -> None:
    """Public events clear and fill Isaac Lab's buffers of forces and torques in the bodies' frames."""
    arm = older_scene["arm"]
    composer = arm._newer.permanent_wrench_composer
    arm.set_external_force_and_torque(torch.ones(NUM_ENVS, 1, 3), torch.ones(NUM_ENVS, 1, 3), body_ids=[0])
    arm._external_force_b *= 0
    arm._external_torque_b *= 3.0
    arm._external_force_b[1, -1, 2] = 4.0
    forces, torques = composer.composed_force.torch, composer.composed_torque.torch
    assert forces.sum() == forces[1, -1, 2] == 4.0
    torch.testing.assert_close(torques[:, 0], torch.full((NUM_ENVS, 3), 3.0))  # no force has a lever


@pytest.mark.parametrize("value", [torch.zeros(3), torch.zeros(2, 2), torch.zeros(NUM_ENVS, 2, 1)])
def test_what_no_assignment_takes_is_refused(older_scene: InteractiveScene, value: torch.Tensor) -> None:
    arm = older_scene["arm"]
    before = arm.data.joint_pos_target.clone()
    with pytest.raises(RuntimeError):
        assign(before, value)
    with pytest.raises(ValueError, match=r"'target' should have shape \(3, 2\), not"):
        arm.set_joint_position_target(value)
    torch.testing.assert_close(arm.data.joint_pos_target, before)
