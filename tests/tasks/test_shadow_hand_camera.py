"""Version 3's Shadow hand whose cube a network finds in the images of a camera, direct and with managers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.reorient.shadow_hand_camera_version_3 import FeatureExtractor, FeatureExtractorCfg
from pippin.tasks.reorient.shadow_hand_vision_env import cube_corners
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

from .beside_version_3 import assert_same_steps, run_with_released_tasks

DIRECT, MANAGED = "Isaac-Reorient-Cube-Shadow-Camera-Direct", "Isaac-Reorient-Cube-Shadow-Camera"
HAND = "core/reorient/config/shadow_hand"

NETWORKS = """
import sys

import torch

sys.path.insert(0, ".")
from released_tasks.core.reorient.config.shadow_hand import feature_extractor as released
from pippin.tasks.reorient import shadow_hand_camera_version_3 as mine

torch.manual_seed(2)
images = {
    "rgb": torch.randint(256, (3, 90, 120, 3), dtype=torch.uint8),
    "depth": 1.0 + torch.rand(3, 90, 120, 1),
    "albedo": torch.randint(256, (3, 90, 120, 4), dtype=torch.uint8),
    "semantic_segmentation": torch.randint(256, (3, 90, 120, 4), dtype=torch.uint8),
}
images["depth"][:, :10] = torch.inf
for kinds in (["rgb", "depth", "semantic_segmentation"], ["albedo"], ["semantic_segmentation", "rgb"]):
    size = {"height": 90, "width": 120}
    theirs = released.FeatureExtractor(released.FeatureExtractorCfg(train=False), "cpu", kinds, "logs", **size)
    ours = mine.FeatureExtractor(mine.FeatureExtractorCfg(train=False), "cpu", kinds, "logs", **size)
    ours.feature_extractor.load_state_dict(theirs.feature_extractor.state_dict())
    with torch.no_grad():
        _, expected = theirs.step({kind: each.clone() for kind, each in images.items()}, torch.rand(3, 27))
    torch.testing.assert_close(ours.step(images, torch.rand(3, 27))[1], expected, atol=1e-5, rtol=1e-4)
print("the same")
"""


def make(name: str, folder: Path, *chosen: str) -> Any:
    register_tasks()
    cfg: Any = parse_env_cfg(name, device="cpu", num_envs=2, overrides=list(chosen))
    cfg.seed, cfg.log_dir = 4, str(folder)
    return gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped


@pytest.mark.slow
def test_networks_of_all_kinds_of_images_find_what_the_released_ones_do(tmp_path: Path) -> None:
    run_with_released_tasks(tmp_path, NETWORKS, "", HAND, "core/reorient/mdp")


def test_a_network_that_is_not_enabled_gives_zeros(tmp_path: Path) -> None:
    extractor = FeatureExtractor(FeatureExtractorCfg(enabled=False), "cpu", ["rgb"], str(tmp_path))
    loss, found = extractor.step({"rgb": torch.zeros(2, 120, 120, 3, dtype=torch.uint8)}, torch.ones(2, 27))
    assert loss is None and found.shape == (2, 27) and not found.any()


def test_a_pretrained_network_is_loaded_where_there_is_no_newer_one(tmp_path: Path) -> None:
    first = FeatureExtractor(FeatureExtractorCfg(), "cpu", ["rgb"], str(tmp_path / "logs"))
    torch.save(first.feature_extractor.state_dict(), tmp_path / "trained.pth")
    cfg = FeatureExtractorCfg(train=False, load_checkpoint=True, pretrained_checkpoint=str(tmp_path / "trained.pth"))
    again = FeatureExtractor(cfg, "cpu", ["rgb"], str(tmp_path / "logs"))
    for mine, expected in zip(again.feature_extractor.parameters(), first.feature_extractor.parameters(), strict=True):
        torch.testing.assert_close(mine, expected)
    cfg.pretrained_checkpoint = "omniverse://nowhere.pth"
    with pytest.raises(FileNotFoundError, match="has no checkpoint"):
        FeatureExtractor(cfg, "cpu", ["rgb"], str(tmp_path / "logs"))


@pytest.mark.parametrize("name", [DIRECT, MANAGED])
def test_distances_alone_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="data_types.*depth.*colours"):
        make(name, tmp_path, "presets=depth")


@pytest.mark.slow
@pytest.mark.parametrize("name", [DIRECT, MANAGED])
def test_what_the_network_finds_is_seen_by_policy_and_critic(name: str, tmp_path: Path) -> None:
    env = make(name, tmp_path, "presets=rgb")
    env.reset()
    for _ in range(10):
        observations, rewards, *_, extras = env.step(torch.zeros(2, 20))
    assert {key: tuple(seen.shape) for key, seen in observations.items()} == {"policy": (2, 191), "critic": (2, 214)}
    assert float(extras["log"]["pose_loss"]) < 50.0 and rewards.isfinite().all()
    found = observations["policy"][:, 140:167] if name == DIRECT else observations["critic"][:, -27:]
    torch.testing.assert_close(observations["critic"][:, -27:], observations["policy"][:, -51:-24])
    assert found.abs().max() > 0.0
    goal = env.goal_rot if name == DIRECT else env.command_manager.get_command("object_pose")[:, 3:7]
    expected = cube_corners(torch.zeros(2, 3), as_torch(goal)).flatten(1)
    torch.testing.assert_close(observations["policy"][:, -24:], expected, atol=1e-5, rtol=0.0)
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["direct", "manager"])
def test_steps_are_those_of_the_released_tasks(kind: str, tmp_path: Path) -> None:
    """With a network of the same weights that does not learn."""
    package, mine = f"released_tasks.{HAND.replace('/', '.')}", "pippin.tasks.reorient.shadow_hand_camera"
    change = """
from isaaclab.sim import MassCfg
thing = cfg.object_cfg if hasattr(cfg, "object_cfg") else cfg.scene.object
thing.spawn.mass_props = MassCfg(mass=0.1)  # the released file's is not public
cfg.feature_extractor.train = False
if hasattr(cfg, "commands"):
    cfg.commands.object_pose.debug_vis = False
    cfg.observations.policy.camera_features.params["feature_extractor_cfg"] = cfg.feature_extractor
"""
    then = """
def network(thing):
    extractors = (each for each in vars(thing).values() if hasattr(each, "feature_extractor"))
    return next(each for each in extractors if isinstance(each.feature_extractor, torch.nn.Module))

terms = env if hasattr(env, "feature_extractor") else env.observation_manager.cfg.policy.camera_features.func
random = torch.Generator().manual_seed(5)
for name, weight in sorted(network(terms).feature_extractor.named_parameters()):
    weight.data[:] = 0.1 * torch.randn(weight.shape, generator=random)
"""
    places = {
        "direct": (
            (
                f"{package}.shadow_hand_direct_camera_env_cfg:ShadowHandCameraEnvCfg",
                f"{package}.shadow_hand_direct_camera_env:ShadowHandCameraEnv",
            ),
            (f"{mine}_version_3:ShadowHandCameraEnvCfg", f"{mine}_version_3:ShadowHandCameraEnv"),
        ),
        "manager": (
            (f"{package}.shadow_hand_camera_manager_env_cfg:ShadowHandCameraManagerEnvCfg", ""),
            (f"{mine}_manager_version_3:ShadowHandCameraManagerEnvCfg", ""),
        ),
    }
    assert_same_steps(
        tmp_path, ("core/reorient",), *places[kind], presets=["rgb"], change=change, then=then, size=0.5, atol=2e-3
    )
