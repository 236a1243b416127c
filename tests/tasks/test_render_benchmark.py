"""A Panda and a cabinet that swing before a camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

from .beside_version_3 import assert_same_steps

NAME = "Isaac-RenderBenchmark-Franka-Cabinet"


def make(mode: str | None, **fields: Any) -> Any:
    register_tasks()
    cfg: Any = parse_env_cfg(NAME, device="cpu", num_envs=2)
    cfg.seed, cfg.benchmark_mode = 1, mode
    cfg.scene.tiled_camera.width = cfg.scene.tiled_camera.height = 48
    for name, value in fields.items():
        setattr(cfg, name, value)
    return gymnasium.make(NAME, cfg=cfg, disable_env_checker=True).unwrapped


def test_joints_swing_as_the_formula_says_and_are_seen() -> None:
    """After four steps of 1/60 s, with phases by the numbers of environment and joint."""
    env = make("render")
    env.reset()
    first = as_torch(env.scene["tiled_camera"].data.output["rgb"]).clone()
    for _ in range(4):
        observations, rewards, *_ = env.step(torch.zeros(2, 1))
    assert observations["policy"].tolist() == [[0.0], [0.0]] and rewards.tolist() == [0.0, 0.0]
    for part in (env.scene["robot"], env.scene["cabinet"]):
        count = part.num_joints
        phases = torch.tensor([[(row * 7919 + joint * 6553) % 10007 for joint in range(count)] for row in range(2)])
        swing = 0.4 * torch.sin(2 * torch.pi * (0.35 * 4 / 60 + phases / 10007))
        limits = as_torch(part.data.soft_joint_pos_limits)
        expected = (as_torch(part.data.default_joint_pos) + swing).clamp(limits[..., 0], limits[..., 1])
        torch.testing.assert_close(as_torch(part.data.joint_pos), expected, atol=1e-5, rtol=0.0)
    last = as_torch(env.scene["tiled_camera"].data.output["rgb"])
    assert (last.float() - first.float()).abs().mean() > 2.0, "it moves before the camera"
    env.close()


def test_joints_are_driven_or_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    moved = {}
    for mode in (None, "physics_render"):
        env = make(mode, write_image_to_file=True)
        env.reset()
        before = as_torch(env.scene["robot"].data.joint_pos).clone()
        for _ in range(10):
            env.step(torch.zeros(2, 1))
        moved[mode] = float((as_torch(env.scene["robot"].data.joint_pos) - before)[:, :7].abs().max())
        env.close()
    assert moved[None] < 0.01 and moved["physics_render"] > 0.05
    assert (tmp_path / "render_benchmark_rgb.000010.png").is_file()


def test_a_camera_that_does_not_wait_is_refused() -> None:
    register_tasks()
    cfg: Any = parse_env_cfg(NAME, device="cpu", num_envs=1)
    cfg.benchmark_mode, cfg.scene.lazy_sensor_update = "render", False
    with pytest.raises(ValueError, match="lazy_sensor_update"):
        gymnasium.make(NAME, cfg=cfg)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["render", "physics_render"])
def test_joints_move_as_in_the_released_environment(mode: str, tmp_path: Path) -> None:
    package, mine = "released_tasks.benchmark.render_benchmark", "pippin.tasks.render_benchmark"
    seen = """
def observe(self, given=type(env)._get_observations):
    given(self)
    return {"policy": torch.cat([part.data.joint_pos.torch for part in self.scene.articulations.values()], dim=1)}
type(env)._get_observations = observe
"""
    assert_same_steps(
        tmp_path,
        ("benchmark/render_benchmark",),
        (
            f"{package}.render_benchmark_env_cfg:RenderBenchmarkFrankaCabinetEnvCfg",
            f"{package}.render_benchmark_env:RenderBenchmarkEnv",
        ),
        (
            f"{mine}.render_benchmark_env:RenderBenchmarkFrankaCabinetEnvCfg",
            f"{mine}.render_benchmark_env:RenderBenchmarkEnv",
        ),
        change=f"cfg.benchmark_mode, cfg.scene.tiled_camera.width, cfg.scene.tiled_camera.height = '{mode}', 32, 32",
        then=seen,
        edits={'"isaac_rtx" in self.sim.render_context.renderer_types': "False"},  # another renderer's
    )
