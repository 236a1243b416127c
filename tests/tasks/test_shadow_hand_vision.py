"""A Shadow hand whose cube a network finds in the images of a camera."""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.reorient.feature_extractor import (
    FeatureExtractor,
    FeatureExtractorCfg,
    FeatureExtractorNetwork,
    network_input,
)
from pippin.tasks.reorient.shadow_hand_vision_env import cube_corners
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch
from pippin.utils.math import quat_apply, random_orientation

NETWORK = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/direct/shadow_hand/feature_extractor.py"
SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), NETWORK)


class Normalize:
    """What torchvision's transform of this name does, as its documentation says."""

    def __init__(self, mean: list[float], std: list[float]) -> None:
        self.mean, self.std = (torch.tensor(each).view(3, 1, 1) for each in (mean, std))

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        return (images - self.mean) / self.std


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The file of Isaac Lab 2.3.2, which is nowhere kept here, with the one function of torchvision that it calls."""
    if not SOURCE.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    torchvision = ModuleType("torchvision")
    torchvision.transforms = SimpleNamespace(Normalize=Normalize, Compose=lambda steps: steps[0])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torchvision", torchvision)
    spec = importlib.util.spec_from_file_location("released_feature_extractor", SOURCE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_images(number: int, size: int = 120) -> dict[str, torch.Tensor]:
    """Colours, distances of which some are infinite, and colours of labels."""
    depth = 1.0 + torch.rand(number, size, size, 1)
    depth[:, :10] = torch.inf
    shape = (number, size, size)
    return {
        "rgb": torch.randint(256, (*shape, 3), dtype=torch.uint8),
        "depth": depth,
        "semantic_segmentation": torch.randint(256, (*shape, 4), dtype=torch.uint8),
    }


def test_the_network_takes_and_finds_what_the_released_one_does(released: ModuleType, tmp_path: Path) -> None:
    """With the same weights, whose names and shapes are the same: released checkpoints load."""
    torch.manual_seed(2)
    theirs = released.FeatureExtractor(released.FeatureExtractorCfg(train=False), "cpu", str(tmp_path))
    ours = FeatureExtractor(FeatureExtractorCfg(train=False), "cpu", str(tmp_path))
    ours.feature_extractor.load_state_dict(theirs.feature_extractor.state_dict())
    images = random_images(3)
    pose = torch.rand(3, 27)
    labels = images["semantic_segmentation"][..., :3]
    _, found = ours.step(images["rgb"], images["depth"], labels, pose)
    with torch.no_grad():
        _, expected = theirs.step(images["rgb"], images["depth"].clone(), labels, pose)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-4)


def test_images_of_a_camera_are_left_as_they_are() -> None:
    images = random_images(2, 8)
    before = {name: image.clone() for name, image in images.items()}
    taken = network_input(images)
    assert taken.shape == (2, 8, 8, 7)
    assert taken.isfinite().all()
    for name, image in images.items():
        assert torch.equal(image, before[name])


def test_the_network_learns_where_a_square_is_also_in_inference_mode(tmp_path: Path) -> None:
    """Learners collect experience in inference mode; the loss falls to a part of the first."""
    torch.manual_seed(1)
    extractor = FeatureExtractor(FeatureExtractorCfg(), "cpu", str(tmp_path))
    losses = []
    with torch.inference_mode():
        images = {name: torch.zeros(4, 120, 120, channels) for name, channels in (("rgb", 3), ("depth", 1), ("s", 3))}
        pose = torch.zeros(4, 27)
        for row in range(4):
            images["rgb"][row, 20 * row : 20 * row + 30, 40:70] = 255.0
            pose[row] = 0.3 * row
        for _ in range(40):
            loss, _ = extractor.step(images["rgb"], images["depth"], images["s"], pose)
            assert loss is not None
            losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    assert len(list(tmp_path.glob("cnn_0_*.pth"))) == 1

    again = FeatureExtractor(FeatureExtractorCfg(train=False, load_checkpoint=True), "cpu", str(tmp_path))
    assert again.step(images["rgb"], images["depth"], images["s"], pose)[0] is None


def test_a_checkpoint_that_is_not_there_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="has no checkpoint"):
        FeatureExtractor(FeatureExtractorCfg(load_checkpoint=True), "cpu", str(tmp_path))


def test_networks_for_other_images_have_other_sizes() -> None:
    assert FeatureExtractorNetwork(height=80, width=90)(torch.rand(2, 80, 90, 7)).shape == (2, 27)
    assert FeatureExtractorNetwork(["rgb", "depth"])(torch.rand(2, 120, 120, 4)).shape == (2, 27)


def test_corners_are_three_centimeters_from_the_middle_along_each_edge() -> None:
    positions, rotations = torch.rand(5, 3), as_torch(random_orientation(5, "cpu"))
    corners = cube_corners(positions, rotations)
    upright = cube_corners(positions[:1], torch.tensor([[0.0, 0.0, 0.0, 1.0]]))[0] - positions[0]
    expected = [[(-1) ** (index >> axis & 1) * 0.03 for axis in range(3)] for index in range(8)]
    torch.testing.assert_close(upright, torch.tensor(expected))
    for index in range(8):
        turned = as_torch(quat_apply(rotations, torch.tensor(expected[index]).expand(5, 3)))
        torch.testing.assert_close(corners[:, index], positions + turned)


@pytest.mark.slow
def test_the_network_finds_the_cube_in_the_hand(tmp_path: Path) -> None:
    """After 40 steps in 4 environments it finds the corners to 5 cm; the goal and the cube are seen as they are."""
    register_tasks()
    name = "Isaac-Repose-Cube-Shadow-Vision-Direct-v0"
    cfg = parse_env_cfg(name, device="cpu", num_envs=4)
    cfg.seed, cfg.log_dir = 4, str(tmp_path)
    env = gymnasium.make(name, cfg=cfg)
    env.reset()
    for _ in range(40):
        observations, _, _, _, extras = env.step(torch.zeros(4, 20))
    assert observations["policy"].shape == (4, 191)
    assert observations["critic"].shape == (4, 214)
    assert float(extras["log"]["pose_loss"]) < 100 * 0.05**2
    hand = env.unwrapped
    goal = cube_corners(torch.zeros(4, 3), hand.goal_rot).flatten(1)
    torch.testing.assert_close(observations["policy"][:, -24:], goal)
    seen = as_torch(hand._tiled_camera.data.output["semantic_segmentation"])
    labels = hand._tiled_camera.data.info["semantic_segmentation"]["idToLabels"]
    (color,) = (ast.literal_eval(key) for key, label in labels.items() if label == {"class": "cube"})
    cube = (seen == torch.tensor(color, dtype=torch.uint8)).all(dim=-1).flatten(1).sum(dim=1)
    assert ((cube > 300) & (cube < 1500)).all()  # about 6 cm of the 0.5 m that the camera sees, in 120 pixels
    env.close()
