"""What is written for some instances through ``omni.isaac.lab``, and what is refused."""

from __future__ import annotations

import pytest
import torch

from omni.isaac.lab.scene import InteractiveScene

from .conftest import NUM_ENVS
from .older_arrays import wxyz
from .test_older_dialect_writes import poses


def test_some_instances_are_written_by_position(older_scene: InteractiveScene) -> None:
    """As programs do: values, then ids, in the order of that time."""
    arm, balls = older_scene["arm"], older_scene["balls"]
    pose = wxyz(poses(2), 3)
    before = arm.data.root_link_state_w.clone()
    arm.write_root_pose_to_sim(pose, torch.tensor([2, 0]))
    after = arm.data.root_link_state_w
    torch.testing.assert_close(after[[2, 0], :7].abs(), pose.abs())
    torch.testing.assert_close(after[1], before[1])
    state = torch.cat([wxyz(poses(1, 1), 3), torch.ones(1, 1, 6)], dim=-1)
    balls.write_object_state_to_sim(state, torch.tensor([1]), torch.tensor([1]))
    torch.testing.assert_close(balls.data.object_state_w[1, 1].abs(), state[0, 0].abs())
    forces = torch.ones(1, 1, 3)
    arm.set_external_force_and_torque(forces, 0.0 * forces, [1], [2])
    acting = arm.permanent_wrench_composer.composed_force
    assert isinstance(acting, torch.Tensor)
    assert acting.nonzero()[:, :2].unique(dim=0).tolist() == [[2, 1]]
    arm.write_joint_state_to_sim(torch.full((1, 1), 0.5), torch.zeros(1, 1), [1], torch.tensor([0]))
    assert float(arm.data.joint_pos[0, 1]) == 0.5


def test_numbers_in_double_precision_are_taken(older_scene: InteractiveScene) -> None:
    pose = wxyz(poses(NUM_ENVS), 3).double()
    older_scene["cube"].write_root_pose_to_sim(pose)
    torch.testing.assert_close(older_scene["cube"].data.root_pos_w, pose[:, :3].float())


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((torch.zeros(NUM_ENVS, 6),), ValueError, r"'root_pose' should have shape \(3, 7\), not \(3, 6\)"),
        ((torch.zeros(NUM_ENVS, 7),), ValueError, "quaternions of length 0"),
        ((torch.zeros(1, 7), [7]), IndexError, r"'env_ids' holds \[7\]"),
        ((1.0,), TypeError, "'root_pose' should be a torch tensor"),
        ((1.0, None, 3), TypeError, r"write_root_pose_to_sim\(\) takes the arguments root_pose, env_ids"),
    ],
)
def test_what_pippin_refuses_is_refused(
    older_scene: InteractiveScene, arguments: tuple, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        older_scene["cube"].write_root_pose_to_sim(*arguments)
