"""Inertial measurement units in programs for Isaac Lab up to version 2: what they have beyond those of version 3."""

from __future__ import annotations

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import RigidObjectCfg
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.sensors import Imu, ImuCfg
from omni.isaac.lab.utils import configclass
from omni.isaac.lab.utils.math import quat_apply_inverse

from .conftest import SOLID

TURN = (0.5**0.5, 0.0, 0.5**0.5, 0.0)  # the sensor's x axis points down


@configclass
class ImuSceneCfg(InteractiveSceneCfg):
    """A falling cube with two sensors."""

    cube = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.CuboidCfg(size=(1.0, 1.0, 1.0), **SOLID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 5.0)),
    )
    imu = ImuCfg(prim_path="{ENV_REGEX_NS}/Cube", offset=ImuCfg.OffsetCfg(rot=TURN))
    plain = ImuCfg(prim_path="{ENV_REGEX_NS}/Cube", gravity_bias=(0.0, 0.0, 0.0))


def test_accelerations_have_the_bias_and_poses_are_there() -> None:
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(device="cpu", dt=0.01)) as simulation:
        scene = InteractiveScene(ImuSceneCfg(num_envs=2, env_spacing=4.0))
        simulation.reset()
        simulation.step()
        scene.update(0.01)
        imu, plain = scene["imu"], scene["plain"]
        assert isinstance(imu, Imu)
        assert imu.cfg.gravity_bias == (0.0, 0.0, 9.81)
        fall = torch.tensor([[0.0, 0.0, -9.81]]).expand(2, 3)
        torch.testing.assert_close(plain.data.lin_acc_b, fall, rtol=0.0, atol=1e-3)
        torch.testing.assert_close(imu.data.lin_acc_b, torch.zeros(2, 3), rtol=0.0, atol=1e-3)
        torch.testing.assert_close(imu.data.quat_w, torch.tensor([TURN, TURN]), rtol=0.0, atol=1e-5)
        down = torch.tensor([[1.0, 0.0, 0.0]]).expand(2, 3)
        torch.testing.assert_close(imu.data.projected_gravity_b, down, rtol=0.0, atol=1e-5)


def test_accelerations_are_the_change_of_velocities_that_a_program_writes() -> None:
    """From one measurement to the next, whatever the number of steps between them; a reset begins anew."""
    with sim_utils.SimulationContext(
        sim_utils.SimulationCfg(device="cpu", dt=0.01, gravity=(0.0, 0.0, 0.0))
    ) as simulation:
        scene = InteractiveScene(ImuSceneCfg(num_envs=2, env_spacing=4.0))
        simulation.reset()
        cube, plain = scene["cube"], scene["plain"]
        for count in range(1, 7):
            cube.write_root_velocity_to_sim(torch.tensor([[0.1, 0.0, 0.0, 0.0, 0.0, 0.2]]).repeat(2, 1) * count)
            simulation.step()
            scene.update(0.01)
            if count % 2 == 0:
                measured = plain.data.lin_acc_b.clone(), plain.data.ang_acc_b.clone()
        turn = cube.data.root_quat_w
        expected = quat_apply_inverse(turn, torch.tensor([[0.1 / 0.01, 0.0, 0.0]]).repeat(2, 1))
        torch.testing.assert_close(measured[0], expected, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(
            measured[1], torch.tensor([[0.0, 0.0, 0.2 / 0.01]]).repeat(2, 1), rtol=1e-4, atol=1e-4
        )
        scene.reset([1])
        simulation.step()
        scene.update(0.01)
        torch.testing.assert_close(plain.data.lin_acc_b[1], torch.zeros(3), rtol=0.0, atol=1e-4)
