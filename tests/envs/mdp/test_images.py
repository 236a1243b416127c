"""Images as observations: which numbers come out, and how frames are stacked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from pippin.envs import mdp

N, H, W = 2, 3, 4


def env_with(**output: torch.Tensor) -> SimpleNamespace:
    camera = SimpleNamespace(data=SimpleNamespace(output=output, intrinsic_matrices=torch.eye(3).expand(N, 3, 3)))
    return SimpleNamespace(scene=SimpleNamespace(sensors={"tiled_camera": camera}), num_envs=N, device="cpu")


def colors(seed: int = 0) -> torch.Tensor:
    return torch.randint(0, 256, (N, H, W, 3), generator=torch.Generator().manual_seed(seed)).to(torch.uint8)


def term(name: str, env: SimpleNamespace, **params: object) -> object:
    return getattr(mdp, name)(SimpleNamespace(params=params), env)


def test_colors_lose_their_mean() -> None:
    rgb = colors()
    image = mdp.image(env_with(rgb=rgb))
    torch.testing.assert_close(image.mean(dim=(1, 2)), torch.zeros(N, 3), atol=1e-6, rtol=0)
    torch.testing.assert_close(image[0, 0, 0] - image[0, 1, 2], (rgb[0, 0, 0].float() - rgb[0, 1, 2].float()) / 255.0)
    assert torch.equal(mdp.image(env_with(rgb=rgb), normalize=False), rgb)


def test_infinite_depths_become_zero_and_the_sensor_keeps_its_own() -> None:
    depth = torch.tensor([1.0, torch.inf]).repeat(N, H, W // 2).unsqueeze(-1)
    env = env_with(depth=depth)
    assert mdp.image(env, data_type="depth").unique().tolist() == [0.0, 1.0]
    assert torch.isinf(depth).any()
    scaled = term("image_depth", env, data_type="depth")(env, data_type="depth", max_depth=0.5)
    assert scaled.unique().tolist() == [0.0, 1.0]
    squashed = term("image_depth", env, data_type="depth")(env, data_type="depth", tanh_scale=1.0)
    torch.testing.assert_close(squashed.max(), torch.tanh(torch.tensor(1.0)) - 0.5)


def test_normals_lie_between_zero_and_one() -> None:
    normals = torch.tensor([-1.0, 0.0, 1.0]).expand(N, H, W, 3)
    env = env_with(normals=normals)
    assert term("image_normals", env)(env)[0, 0, 0].tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize("channel_first", [False, True])
def test_frames_are_stacked_the_oldest_first(channel_first: bool) -> None:
    frames = [colors(seed) for seed in range(3)]
    env = env_with(rgb=frames[0])
    stack = term("image_rgb", env, frame_stack=2, channel_first=channel_first)
    call = {"normalize": False, "frame_stack": 2, "channel_first": channel_first}
    given = []
    for frame in frames:
        env.scene.sensors["tiled_camera"].data.output["rgb"] = frame
        given.append(stack(env, **call))
    last = given[-1].movedim(1, -1) if channel_first else given[-1]
    assert torch.equal(last, torch.cat(frames[1:], dim=-1))
    first = given[0].movedim(1, -1) if channel_first else given[0]
    assert torch.equal(first, torch.cat([frames[0], frames[0]], dim=-1))  # the first image fills all places
    stack.reset(torch.tensor([1]))
    env.scene.sensors["tiled_camera"].data.output["rgb"] = frames[0]
    after = stack(env, **call)
    after = after.movedim(1, -1) if channel_first else after
    assert torch.equal(after[0], torch.cat([frames[2][0], frames[0][0]], dim=-1))
    assert torch.equal(after[1], torch.cat([frames[0][1], frames[0][1]], dim=-1))


def test_features_come_from_a_network_of_the_program() -> None:
    zoo = {"mean": {"model": lambda: 2.0, "inference": lambda model, images: model * images.float().mean(dim=(1, 2))}}
    env, params = env_with(rgb=colors()), {"model_zoo_cfg": zoo, "model_name": "mean"}
    features = term("image_features", env, **params)(env, **params)
    torch.testing.assert_close(features, 2.0 * colors().float().mean(dim=(1, 2)))
    with pytest.raises(ValueError, match="unknown"):
        term("image_features", env, model_zoo_cfg=zoo, model_name="unknown")


@pytest.mark.parametrize(("name", "data_type"), [("image_rgb", "depth"), ("image_depth", "rgb")])
def test_terms_refuse_images_of_other_kinds(name: str, data_type: str) -> None:
    with pytest.raises(ValueError, match=f"The term '{name}' does not support camera data type '{data_type}'"):
        term(name, env_with(), data_type=data_type)
    with pytest.raises(ValueError, match="frame_stack"):
        term(name, env_with(), frame_stack=0)
