"""Version 3's cartpoles that cameras see: what each of their alternatives shows, and how it goes on."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs.spaces import sample_space
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import load_cfg_from_registry
from pippin.tasks.utils.presets import choose_presets


def made(name: str, *arguments: str) -> Any:
    register_tasks()
    chosen, rest = choose_presets({"env": load_cfg_from_registry(name, "env_cfg_entry_point")}, arguments)
    cfg = chosen["env"]
    assert not rest
    cfg.scene.num_envs, cfg.sim.device, cfg.seed = 2, "cpu", 3
    return gymnasium.make(name, cfg=cfg).unwrapped


@pytest.mark.parametrize("name", ["Isaac-Cartpole-Camera", "Isaac-Cartpole-Camera-Direct"])
@pytest.mark.parametrize(("kind", "channels"), [(None, 3), ("depth", 1), ("albedo", 3), ("semantic_segmentation", 4)])
def test_policies_see_the_last_two_images_and_critics_the_joints(name: str, kind: str | None, channels: int) -> None:
    """After a reset both images are the first; then the newer one moves to the place of the older."""
    env = made(name, *([] if kind is None else [f"presets={kind}"]))
    first = env.reset()[0]
    assert first["policy"].shape == (2, 2 * channels, 96, 96) and first["critic"].shape == (2, 4)
    older, newer = first["policy"].split(channels, dim=1)
    torch.testing.assert_close(older, newer)
    second = env.step(torch.ones(2, 1))[0]["policy"]
    torch.testing.assert_close(second[:, :channels], newer)
    third = env.step(torch.ones(2, 1))[0]["policy"]
    torch.testing.assert_close(third[:, :channels], second[:, channels:])
    if kind != "semantic_segmentation":
        assert (second[:, channels:] - newer).abs().max() > 0.05, "the pole is somewhere else"
    if kind == "depth":
        seen = newer[newer > 0.0]  # 5 m before the camera; beside it there is nothing, which is 0
        assert len(seen) > 50 and (newer[:, :, :5] == 0.0).all()
        assert ((seen > 4.5) & (seen < 5.3)).all(), (seen.min(), seen.max())
    env.close()


@pytest.mark.parametrize("spaces", ["box_box", "dict_discrete", "tuple_multidiscrete"])
def test_spaces_of_all_kinds_are_alternatives(spaces: str) -> None:
    env = made("IsaacContrib-Cartpole-Camera-Showcase-Direct", f"presets={spaces}")
    env.reset()
    seen = env.step(sample_space(env.single_action_space, "cpu", 2))[0]["policy"]
    parts = [seen["camera"], seen["joint-velocities"]] if isinstance(seen, dict) else list(seen)
    parts = [seen] if isinstance(seen, torch.Tensor) else parts
    assert [tuple(part.shape) for part in parts] == [(2, 100, 100, 3), (2, 2)][: len(parts)]
    torch.testing.assert_close(parts[0].mean(dim=(1, 2)), torch.zeros(2, 3), atol=1e-5, rtol=0.0)
    env.close()
    agents = load_cfg_from_registry("IsaacContrib-Cartpole-Camera-Showcase-Direct", "skrl_cfg_entry_point")
    mixins = {"box": "GaussianMixin", "discrete": "CategoricalMixin", "multidiscrete": "MultiCategoricalMixin"}
    assert getattr(agents, spaces)["models"]["policy"]["class"] == mixins[spaces.partition("_")[2]]


def test_a_direct_policy_sees_one_kind_of_images() -> None:
    register_tasks()
    cfg = choose_presets({"env": load_cfg_from_registry("Isaac-Cartpole-Camera-Direct", "env_cfg_entry_point")}, [])[0]
    cfg["env"].scene.tiled_camera.data_types = ["rgb", "depth"]
    with pytest.raises(ValueError, match="expected one"):
        gymnasium.make("Isaac-Cartpole-Camera-Direct", cfg=cfg["env"])
