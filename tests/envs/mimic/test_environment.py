"""Environments that tell where end effectors and objects are, for tools of demonstrations."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin.envs.mimic import MimicEnvCfg, SubTaskConfig
from pippin_isaac.lab_simulation import make_part_of_mimic
from pippin_isaac.modules import tree_of
from pippin_isaac.omni_devices import InstructionDisplay, show_subtask_instructions

from ..pole import modules_of, pole_cfg

HALF = math.sqrt(0.5)
QUARTER_TURN = {"pippin": (0.0, 0.0, HALF, HALF), tree_of(2): (HALF, 0.0, 0.0, HALF)}
"""A quarter turn about z, as each dialect orders quaternions."""


@pytest.mark.parametrize("tree", QUARTER_TURN)
def test_objects_have_poses_in_the_frames_of_environments(tree: str, tmp_path: Path) -> None:
    lab, cfg = modules_of(tree), pole_cfg(tree, tmp_path)
    cfg.scene.cube = lab.assets.RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=lab.sim.CuboidCfg(
            size=(0.1, 0.1, 0.1),
            rigid_props=lab.sim.UsdPhysicsRigidBodyCfg(),
            mass_props=lab.sim.MassCfg(mass=1.0),
        ),
        init_state=lab.assets.RigidObjectCfg.InitialStateCfg(pos=(1.0, 2.0, 3.0), rot=QUARTER_TURN[tree]),
    )
    env = lab.envs.ManagerBasedRLMimicEnv(cfg)
    env.reset()
    expected = torch.tensor([[0.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 1.0, 3.0], [0.0, 0.0, 0.0, 1.0]])
    poses = env.get_object_poses()["cube"]
    torch.testing.assert_close(poses, expected.expand(4, 4, 4), atol=1e-6, rtol=0.0)
    assert env.get_object_poses([2])["cube"].shape == (1, 4, 4)
    with pytest.raises(NotImplementedError, match="'get_robot_eef_pose'"):
        env.get_robot_eef_pose("hand")
    env.close()


def test_configs_of_subtasks_are_bases_beside_those_of_environments() -> None:
    cfg = type("Cfg", (MimicEnvCfg,), {})()
    cfg.datagen_config.generation_relative = True  # an older setting
    cfg.subtask_configs["hand"] = [SubTaskConfig(object_ref="cube", subtask_term_signal="grasp")]
    assert not MimicEnvCfg().subtask_configs, "the defaults are not shared"


def test_planners_that_need_another_package_are_refused_where_they_are_used() -> None:
    assert make_part_of_mimic("CuroboPlannerCfg")(robot="franka")
    with pytest.raises(NotImplementedError, match="CuroboPlanner.*MotionPlannerBase"):
        make_part_of_mimic("CuroboPlanner")(env=None)


def test_the_next_subtask_is_shown_when_one_ends(capsys: pytest.CaptureFixture[str]) -> None:
    label: Any = SimpleNamespace(text="")
    display = InstructionDisplay()
    display.set_labels(label, None)
    cfg = MimicEnvCfg()
    cfg.subtask_configs["hand"] = [
        SubTaskConfig(subtask_term_signal="grasp", next_subtask_description="Lift the cube.")
    ]
    before = {"grasp": torch.tensor([False])}
    show_subtask_instructions(display, before, ({"subtask_terms": {"grasp": torch.tensor([True])}},), cfg)
    show_subtask_instructions(display, before, ({"subtask_terms": {"grasp": torch.tensor([True])}},), cfg)
    assert label.text == "Lift the cube."
    assert capsys.readouterr().out.count("Lift the cube.") == 1
