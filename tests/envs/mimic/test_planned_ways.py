"""A planner of a program's own joins the subtasks, where ``use_skillgen`` asks for it."""

from __future__ import annotations

import asyncio

import pytest
import torch

from pippin.envs.mimic import DataGenerator

from .arms import Arms, OverTheTop, episode, planned_cfg, pool_of, run


def test_a_planned_way_leads_to_each_subtask() -> None:
    env = Arms(planned_cfg())
    planner = OverTheTop(env)
    result, actions = run(DataGenerator(env, pool_of(env, episode(env, {"left": [6, 4]}))), env, planner=planner)
    told = actions[:, :16].reshape(-1, 4, 4)
    assert result["success"] is True
    assert [asked["env_id"] for asked in planner.asked] == [0, 0]
    first, second = (asked["target_pose"] for asked in planner.asked)
    above = env.start["left"][0].clone()
    above[2, 3] += 0.5
    torch.testing.assert_close(told[:2], torch.stack([above, first]), atol=0.0, rtol=0.0)
    (places,) = torch.where((told == second).all(dim=(1, 2)))
    assert places[0] > 6  # after the first subtask


def test_without_a_way_there_is_no_demonstration() -> None:
    env = Arms(planned_cfg())
    result, actions = run(
        DataGenerator(env, pool_of(env, episode(env, {"left": [6, 4]}))), env, planner=OverTheTop(env, reach=0.0)
    )
    assert result["success"] is False and len(actions) == 0 and not env.exported


def test_a_planner_is_needed_where_the_config_asks_for_planned_ways() -> None:
    env = Arms(planned_cfg())
    generator = DataGenerator(env, pool_of(env, episode(env, {"left": [6, 4]})))
    with pytest.raises(ValueError, match="'datagen_config.use_skillgen' is set; expected a 'motion_planner'"):
        asyncio.run(generator.generate(0, None, asyncio.Queue()))


def test_a_planner_tells_what_it_is() -> None:
    env = Arms(planned_cfg())
    assert OverTheTop(env).get_planner_info() == {"name": "OverTheTop", "env_id": 0, "debug": False}
