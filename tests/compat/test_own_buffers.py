"""Assets of programs make buffers of their own in ``_create_buffers``, as Isaac Lab's classes call it."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin.scene
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import Articulation, RigidObject
from pippin_isaac.modules import dialect_of

from .conftest import scene_cfg_of


class RememberingArticulation(Articulation):
    """An articulation that remembers where its joints were a step ago."""

    def _create_buffers(self) -> None:
        super()._create_buffers()
        self.previous_joint_pos = torch.full((self.num_instances, self.num_joints), torch.nan, device=self.device)

    def update(self, dt: float) -> None:
        self.previous_joint_pos[:] = self.data.joint_pos
        super().update(dt)


class CountingObject(RigidObject):
    """An object that makes a buffer without a call of the class that it extends."""

    def _create_buffers(self) -> None:
        self.count = torch.zeros(self.num_instances)


def test_assets_make_buffers_of_their_own(tmp_path: Path) -> None:
    dialect = dialect_of("omni.isaac.lab")
    cfg = scene_cfg_of(dialect, tmp_path)
    cfg.arm = cfg.arm.replace(class_type=RememberingArticulation)
    cfg.cube = cfg.cube.replace(class_type=CountingObject)
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = dialect.counterpart(pippin.scene.InteractiveScene)(cfg)
        simulation.reset()
        arm, cube = scene["arm"], scene["cube"]
        assert cube.count.shape == (cube.num_instances,)
        scene.update(0.01)
        before = arm.data.joint_pos.clone()
        arm.write_joint_state_to_sim(before + 0.1, torch.zeros_like(before))
        simulation.step()
        scene.update(0.01)
        after = arm.data.joint_pos.clone()
        scene.update(0.0)
    torch.testing.assert_close(arm.previous_joint_pos, after)
    assert (after - before).abs().max() > 0.01
