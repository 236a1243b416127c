"""What programs import from the released packages of tasks beside whole tasks: rotations, agents, configs."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.learning.agents import classic, mirrored, velocity
from pippin.tasks.manipulation.reach_deployed import NewerUR10eReachROSInferenceEnvCfg
from pippin.tasks.reorient.rotations import randomize_rotation, rotation_distance


def test_rotations_about_two_axes_are_those_of_scipy() -> None:
    angles = torch.rand(2, 50, generator=torch.Generator().manual_seed(0)) * 2.0 - 1.0
    axes = torch.eye(3)[:2].unsqueeze(1).expand(2, 50, 3)
    quats = randomize_rotation(angles[0], angles[1], axes[0], axes[1]).numpy()
    turned = math.pi * angles.numpy()
    expected = Rotation.from_euler("X", turned[0, :, None]) * Rotation.from_euler("Y", turned[1, :, None])
    assert np.abs((Rotation.from_quat(quats).inv() * expected).magnitude()).max() < 1e-5  # float32
    others = Rotation.random(50, random_state=1)
    distances = rotation_distance(torch.from_numpy(quats), torch.from_numpy(others.as_quat().astype(np.float32)))
    np.testing.assert_allclose(distances.numpy(), (expected.inv() * others).magnitude(), atol=2e-3)  # near pi


@pytest.mark.parametrize(
    ("module", "name"),
    [(velocity, f"Anymal{robot}{ground}") for robot in "BCD" for ground in ("Flat", "Rough")] + [(classic, "Cartpole")],
)
def test_agents_with_mirror_images_differ_in_nothing_else(module: object, name: str) -> None:
    plain, other = getattr(module, f"{name}PPORunnerCfg")(), getattr(mirrored, f"{name}PPORunnerWithSymmetryCfg")()
    symmetry = other.algorithm.symmetry_cfg
    assert symmetry.use_data_augmentation and not symmetry.use_mirror_loss
    assert symmetry.data_augmentation_func.__name__ == "compute_symmetric_states"
    other.algorithm.symmetry_cfg = plain.algorithm.symmetry_cfg
    assert other.to_dict() == plain.to_dict()


def test_a_real_arm_is_told_where_its_joints_begin() -> None:
    cfg = NewerUR10eReachROSInferenceEnvCfg()
    assert cfg.initial_joint_pos == [cfg.scene.robot.init_state.joint_pos[name] for name in cfg.arm_joint_names]
    assert cfg.action_scale_joint_space == [cfg.actions.arm_action.scale] * 6
