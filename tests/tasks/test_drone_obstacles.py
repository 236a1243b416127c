"""Flying between floating boxes that a camera sees, by what an encoder finds in its images."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs.managers import CurriculumTermCfg, SceneEntityCfg
from pippin.tasks.drone_arl import obstacles
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

from .beside_version_3 import assert_same_steps

NAME = "IsaacContrib-Navigation-3DObstacles-ARL-Robot-1"


class Encoder(torch.nn.Module):
    """Means of 4 x 4 parts of an image."""

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.adaptive_avg_pool2d(images.float().unsqueeze(1), (4, 4)).flatten(1)


@pytest.fixture
def encoder(tmp_path: Path) -> str:
    path = tmp_path / "encoder.pt"
    torch.jit.script(Encoder()).save(str(path))
    return str(path)


def make(encoder: str, num_envs: int) -> Any:
    register_tasks()
    cfg: Any = parse_env_cfg(NAME, device="cpu", num_envs=num_envs)
    cfg.seed = 1
    cfg.observations.policy.depth_latent.params["model_path"] = encoder
    cfg.scene.depth_camera.pattern_cfg.width, cfg.scene.depth_camera.pattern_cfg.height = 48, 27
    return gymnasium.make(NAME, cfg=cfg, disable_env_checker=True).unwrapped


def test_an_environment_has_the_boxes_of_its_level_between_its_walls(encoder: str) -> None:
    env = make(encoder, 3)
    env.reset()  # whose goals are not near
    levels = env.curriculum_manager.get_term_cfg("obstacle_levels").func.difficulty_levels
    levels[:] = torch.tensor([0.0, 4.0, 9.0])  # of 10: 20, 28 and 38 boxes of 40
    observations, _ = env.reset()
    assert observations["policy"].shape == (3, 4 + 2 + 3 + 3 + 4 + 16)
    boxes = env.scene["object_collection"]
    places = as_torch(boxes.data.body_link_pos_w) - as_torch(env.scene.env_origins).unsqueeze(1)
    names = list(boxes.object_names)
    floating = [index for index, name in enumerate(names) if "wall" not in name]
    here = places[:, floating, 2] > -100.0
    assert here.sum(dim=1).tolist() == [20, 28, 38] and len(floating) == 40
    room = torch.tensor([12.0, 8.0, 6.0])
    share = (places[:, floating][here] - torch.tensor([0.0, 0.0, 3.0])) / room + 0.5
    assert (share >= torch.tensor([0.3, 0.05, 0.05])).all() and (share <= torch.tensor([0.85, 0.95, 0.95])).all()
    walls = {name: places[0, names.index(name)].tolist() for name in ("left_wall", "front_wall", "bottom_wall")}
    assert walls == {
        "left_wall": pytest.approx([0.0, 4.0, 3.0], abs=1e-5),
        "front_wall": pytest.approx([6.0, 0.0, 3.0], abs=1e-5),
        "bottom_wall": pytest.approx([0.0, 0.0, 0.0], abs=1e-5),
    }
    # The camera sees the front wall, at most 11 m away, or boxes before it: nothing is farther than 10 m, told as 1
    depth = as_torch(env.scene["depth_camera"].data.output["distance_to_image_plane"])
    assert depth.isfinite().all() and (depth > 0.0).all() and depth.min() < 9.0 and depth.max() <= 10.0
    torch.testing.assert_close(
        observations["policy"][:, -16:], Encoder()(depth.squeeze(-1) / 10.0), atol=2e-3, rtol=0.0
    )
    # A robot that is put into a wall has crashed
    robot = env.scene["robot"]
    pose = as_torch(robot.data.root_pose_w).clone()
    pose[0, 1] = float(env.scene.env_origins[0, 1]) + 3.95
    robot.write_root_pose_to_sim_index(root_pose=pose)
    _, rewards, terminated, *_ = env.step(torch.zeros(3, 3))
    assert terminated.tolist() == [True, False, False] and rewards[0] < -5.0 < rewards[1]
    still = as_torch(boxes.data.body_link_pos_w)[1:] - as_torch(env.scene.env_origins)[1:].unsqueeze(1)
    torch.testing.assert_close(still, places[1:], atol=1e-5, rtol=0.0)
    env.close()


def test_an_environment_becomes_harder_where_goals_are_reached_and_easier_with_a_crash() -> None:
    command = torch.zeros(4, 7)
    places = torch.tensor([[1.4, 0.0, 0.0], [1.6, 0.0, 0.0], [5.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    scene = type("Scene", (dict,), {"env_origins": torch.ones(4, 3)})
    env = SimpleNamespace(
        num_envs=4,
        device="cpu",
        scene=scene(robot=SimpleNamespace(data=SimpleNamespace(root_pos_w=places + 1.0))),
        command_manager=SimpleNamespace(get_command=lambda name: command),
        termination_manager=SimpleNamespace(terminated=torch.tensor([True, False, True, False])),
    )
    params = {"asset_cfg": SceneEntityCfg("robot"), "max_difficulty": 10, "min_difficulty": 0}
    term: Any = obstacles.ObstacleDensityCurriculum(CurriculumTermCfg(func=None, params=params), env)
    term.difficulty_levels[:] = torch.tensor([3.0, 3.0, 3.0, 9.0])
    mean = term(env, torch.arange(4), **params)
    assert term.difficulty_levels.tolist() == [4.0, 3.0, 2.0, 9.0] and mean == pytest.approx(4.5)


def test_an_encoder_that_is_not_there_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    register_tasks()
    cfg: Any = parse_env_cfg(NAME, device="cpu", num_envs=1)
    with pytest.raises(FileNotFoundError, match="Drone/vae_model.pt.*model_path"):
        gymnasium.make(NAME, cfg=cfg)


@pytest.mark.slow
def test_steps_are_those_of_the_released_task(encoder: str, tmp_path: Path) -> None:
    """Observations, rewards and ends of 12 steps, with boxes, goals and gains of the controller of the release."""
    package = "released_tasks.contrib.drone_arl.navigation.config.arl_robot_1.floating_obstacles_env_cfg"
    change = f"""
cfg.scene.depth_camera.pattern_cfg.width, cfg.scene.depth_camera.pattern_cfg.height = 48, 27
cfg.commands.target_pose.debug_vis = False
term = cfg.observations.policy.depth_latent
if term.func.__module__.startswith("released"):
    term.func._model = torch.jit.load({encoder!r})
else:
    term.params["model_path"] = {encoder!r}
"""
    levels = """
for name in env.curriculum_manager.active_terms:
    env.curriculum_manager.get_term_cfg(name).func.difficulty_levels[:] = 5.0
"""
    assert_same_steps(
        tmp_path,
        ("contrib/drone_arl",),
        (f"{package}:FloatingObstacleEnvCfg", ""),
        ("pippin.tasks.drone_arl.obstacles_env_cfg:FloatingObstacleEnvCfg", ""),
        steps=12,
        change=change,
        then=levels,
    )
