"""Terms of putting one object into another, against closed forms and the released files."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.manipulation import place_mdp

TERMS = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/manager_based/manipulation/place/mdp"
SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), TERMS)
N = 256
ROBOT, FRAME, A, B = (SceneEntityCfg(name) for name in ("robot", "ee_frame", "object_a", "object_b"))
HALF_TURN_YAW, QUARTER_ROLL = (0.0, 0.0, 1.0, 0.0), (0.5**0.5, 0.0, 0.0, 0.5**0.5)
"""Quaternions (x, y, z, w)."""


def released(name: str) -> ModuleType:
    """A file of Isaac Lab 2.3.2, which is nowhere kept here."""
    path = SOURCE / f"{name}.py"
    if not path.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    spec = importlib.util.spec_from_file_location(f"released_place_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def env_of(a: torch.Tensor, b: torch.Tensor, quat: torch.Tensor, fingers: torch.Tensor, **sensors: torch.Tensor) -> Any:
    """An environment of two objects, of which the first is turned, with the gripper at the second, and two fingers."""
    upright = torch.tensor([0.0, 0.0, 0.0, 1.0]).expand(len(a), 4)
    robot = SimpleNamespace(root_pos_w=torch.zeros_like(a), root_quat_w=upright, joint_pos=fingers)
    scene = {
        "object_a": SimpleNamespace(data=SimpleNamespace(root_pos_w=a, root_quat_w=quat)),
        "object_b": SimpleNamespace(data=SimpleNamespace(root_pos_w=b, root_quat_w=upright)),
        "ee_frame": SimpleNamespace(data=SimpleNamespace(target_pos_w=b.unsqueeze(1))),
        "robot": SimpleNamespace(data=robot, find_joints=lambda names: ([0, 1], names)),
    }
    scene |= {name: SimpleNamespace(data=SimpleNamespace(net_forces_w=forces)) for name, forces in sensors.items()}
    cfg = SimpleNamespace(gripper_joint_names=["fingers"], gripper_open_val=0.04, gripper_threshold=0.005)
    return SimpleNamespace(scene=scene, cfg=cfg, device="cpu", num_envs=len(a))


def random_env(**sensors: torch.Tensor) -> Any:
    """About half of the tests come true; of the right finger's joint the sign is the other one, as in some files."""
    torch.manual_seed(4)
    b = torch.rand(N, 3) + torch.tensor([0.0, 0.0, 0.5])
    quat = torch.nn.functional.normalize(torch.tensor([0.0, 0.0, 0.3, 1.0]) + 0.04 * torch.randn(N, 4))
    fingers = torch.where(torch.rand(N, 2) > 0.3, 0.04, 0.03) * torch.tensor([1.0, -1.0])
    return env_of(b + 0.02 * torch.randn(N, 3), b, quat, fingers, **sensors)


GRASP = {"robot_cfg": ROBOT, "ee_frame_cfg": FRAME, "object_cfg": A, "diff_threshold": 0.03}
CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("observations", "object_poses_in_base_frame", {"object_cfg": A}),
    ("observations", "object_poses_in_base_frame", {"object_cfg": A, "return_key": "quat"}),
    ("observations", "object_grasped", GRASP),
    ("terminations", "object_a_is_into_b", {}),
]


@pytest.mark.parametrize(("file", "name", "params"), CALLS)
@pytest.mark.parametrize("sensor", [None, "contact_grasp", "contact_grasp_object_a"])
def test_terms_are_those_that_are_released(file: str, name: str, params: dict[str, Any], sensor: str | None) -> None:
    theirs = getattr(released(file), name)
    forces = torch.rand(N, 2, 3, generator=torch.Generator().manual_seed(5)) * 3.0
    env = random_env() if sensor is None else random_env(**{sensor: forces})
    mine = getattr(place_mdp, name)(env, **params)
    torch.testing.assert_close(mine, theirs(env, **params))
    if mine.dtype == torch.bool:
        assert mine.any() and not mine.all()


def test_an_object_is_upright_however_it_is_turned_about_the_vertical() -> None:
    at = torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.9]])
    quat = torch.tensor([HALF_TURN_YAW, QUARTER_ROLL, HALF_TURN_YAW])
    env = env_of(at, at, quat, torch.full((3, 2), 0.04))
    assert place_mdp.object_placed_upright(env, ROBOT, A).tolist() == [True, False, False]
    env.scene["robot"].data.joint_pos[:, 1] = 0.03
    assert not place_mdp.object_placed_upright(env, ROBOT, A).any()


def test_an_object_lies_in_another_one_when_it_is_near_and_let_go() -> None:
    b = torch.zeros(4, 3)
    a = torch.tensor([[0.02, 0.0, 0.03], [0.04, 0.0, 0.03], [0.02, 0.0, 0.05], [0.02, 0.0, 0.03]])
    fingers = torch.tensor([[0.04, 0.04]] * 3 + [[0.04, 0.03]])
    env = env_of(a, b, torch.tensor([HALF_TURN_YAW] * 4), fingers)
    assert place_mdp.object_a_is_into_b(env).tolist() == [True, False, False, False]
    assert place_mdp.object_a_is_into_b(env, height_diff=0.02).tolist() == [True, False, True, False]


def test_fingers_that_a_sensor_feels_no_force_at_hold_nothing() -> None:
    at = torch.zeros(2, 3)
    forces = torch.tensor([[[0.0, 0.0, 2.0], [0.0, 2.0, 0.0]], [[0.0, 0.0, 2.0], [0.0, 0.5, 0.0]]])
    env = env_of(at, at, torch.tensor([HALF_TURN_YAW] * 2), torch.full((2, 2), 0.02), contact_grasp=forces)
    assert place_mdp.object_grasped(env, ROBOT, FRAME, A).tolist() == [True, False]
