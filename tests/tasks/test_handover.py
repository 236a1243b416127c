"""Two hands that pass a ball to and fro, as Isaac Lab 3.0.0 has them: whose turn it is, what is seen and rewarded."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.reorient.handover_goal import HandoverGoal
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

N = 4
LEFT, RIGHT = torch.tensor([0.0, -0.64, 0.54]), torch.tensor([0.0, -0.36, 0.54])
"""Goals: 0.36 m along the fingers of hands at y = -1 m and y = 0, which point at each other, and 0.04 m above."""


def _make(name: str, *chosen: str) -> Any:
    """A task with alternatives, begun."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=N, overrides=list(chosen))
    cfg.seed = 3
    env = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    return env


def _put_ball(env: Any, place: torch.Tensor) -> None:
    """Put the balls of all environments at a place, at rest."""
    ball = env.scene["object"]
    poses = as_torch(ball.data.root_pose_w).clone()
    poses[:, :3] = as_torch(env.scene.env_origins) + place
    ball.write_root_pose_to_sim_index(root_pose=poses)
    ball.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))


def test_sides_change_after_enough_steps_at_the_goal() -> None:
    poses = torch.tensor([[[0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]] * 2, [[0.0, -1.0, 0.5, 0.0, 0.0, 1.0, 0.0]] * 2])
    goal = HandoverGoal(poses, (0.3, 0.0, 0.1))
    left, right = torch.tensor([-0.3, -1.0, 0.6]), torch.tensor([0.3, 0.0, 0.6])  # the left hand is turned around
    first = torch.tensor([True, False])
    torch.testing.assert_close(goal.position, left.expand(2, 3))
    assert not goal.update(first, 2).any()
    assert not goal.update(~first, 2).any()  # steps in between do not matter
    assert goal.update(first, 2).tolist() == [True, False]
    torch.testing.assert_close(goal.position, torch.stack((right, left)))
    assert (goal.success_steps.tolist(), goal.success_rate().tolist()) == ([0, 1], [0.5, 0.0])
    assert goal.update(first, 1).all()  # the other ball was there for one step
    torch.testing.assert_close(goal.position[0], left)
    goal.reset(torch.tensor([0]))
    assert (goal.success_steps.tolist(), goal.goals_reached.tolist()) == ([0, 0], [0.0, 1.0])
    with pytest.raises(ValueError, match="requires are 0; expected 1 or more"):
        goal.update(first, 0)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [(), ("presets=randomized",), ("physics=physx",)])
def test_hands_move_with_finite_numbers(chosen: tuple[str, ...]) -> None:
    env = _make("Isaac-Shadow-Handover", *chosen)
    generator = torch.Generator().manual_seed(1)
    for _ in range(20):
        actions = 2.0 * torch.rand(N, 40, generator=generator) - 1.0
        seen, rewards, terminated, *_ = env.step(actions)
        assert rewards.isfinite().all() and seen["policy"].isfinite().all()
    assert seen["policy"].shape == (N, 290)
    actions[terminated] = 0.0  # the ball has fallen, and an episode has begun that has none yet
    torch.testing.assert_close(seen["policy"][:, 113:133], actions[:, :20])  # after 24 joints' and 5 tips' columns
    torch.testing.assert_close(seen["policy"][:, -20:], actions[:, 20:])
    env.close()


@pytest.mark.slow
def test_agents_see_their_hand_and_what_both_share() -> None:
    env = _make("Isaac-Shadow-Handover-Direct")
    actions = {agent: torch.full((N, 20), 0.2) for agent in ("right_hand", "left_hand")}
    seen, rewards, *_ = env.step(actions)
    assert {agent: values.shape for agent, values in seen.items()} == dict.fromkeys(actions, (N, 157))
    torch.testing.assert_close(seen["right_hand"][:, 133:], seen["left_hand"][:, 133:])
    state = env.state()
    torch.testing.assert_close(state, torch.cat((seen["right_hand"][:, :133], seen["left_hand"]), dim=1))
    ball = as_torch(env.scene["object"].data.root_pos_w) - as_torch(env.scene.env_origins)
    expected = 2.0 * torch.exp(-20.0 * (ball - LEFT).norm(dim=1))
    torch.testing.assert_close(rewards["left_hand"], expected, atol=1e-6, rtol=1e-4)
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Isaac-Shadow-Handover-Direct", "Isaac-Shadow-Handover"])
def test_a_ball_at_one_goal_is_sent_to_the_other(name: str) -> None:
    env = _make(name)
    is_direct = name.endswith("Direct")
    idle = dict.fromkeys(("right_hand", "left_hand"), torch.zeros(N, 20)) if is_direct else torch.zeros(N, 40)

    def goal() -> torch.Tensor:
        return env.goal_pos if is_direct else env.command_manager.get_command("object_pose")[:, :3]

    for step in range(20):
        torch.testing.assert_close(goal(), LEFT.expand(N, 3), atol=1e-6, rtol=0.0, msg=str(step))
        _put_ball(env, LEFT)
        env.step(idle)
    torch.testing.assert_close(goal(), RIGHT.expand(N, 3), atol=1e-6, rtol=0.0)
    if not is_direct:
        _put_ball(env, RIGHT)
        _, rewards, *_ = env.step(idle)
        ball = as_torch(env.scene["object"].data.root_pos_w) - as_torch(env.scene.env_origins)
        expected = 4.0 * torch.exp(-20.0 * (ball - RIGHT).norm(dim=1)) * 2 / 120
        torch.testing.assert_close(rewards, expected, atol=1e-6, rtol=1e-4)
    env.reset()
    torch.testing.assert_close(goal(), LEFT.expand(N, 3), atol=1e-6, rtol=0.0)
    assert env.extras["log"]["Metrics/consecutive_success"] == 1.0
    assert env.extras["log"]["Metrics/success_rate"] == 0.5
    env.close()
