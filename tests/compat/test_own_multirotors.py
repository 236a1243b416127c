"""Multirotors of programs: the released classes as a program's own copy, and overrides of how thrusters are made."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin.assets
import pippin.scene
from omni.isaac.lab import sim as sim_utils
from pippin.actuators import Thruster
from pippin_isaac.modules import dialect_of

from .conftest import scene_cfg_of

DIALECT = dialect_of("omni.isaac.lab")
Multirotor = DIALECT.counterpart(pippin.assets.Multirotor)
DT = 0.01


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Plays the scene with a drone of a class, each time in a new simulation: ``play(OwnDrone)``."""
    simulations = ExitStack()

    def make(kind: type) -> Any:
        simulations.close()
        simulation = simulations.enter_context(
            sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=DT, device="cpu"))
        )
        cfg = scene_cfg_of(DIALECT, tmp_path)
        cfg.drone = cfg.drone.replace(class_type=kind)
        cfg.drone.actuators["rotors"].dt = DT  # who makes thrusters says how long a step is
        scene = DIALECT.counterpart(pippin.scene.InteractiveScene)(cfg)
        simulation.reset()
        return scene["drone"]

    with simulations:
        yield make


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[type]:
    """The multirotor of Isaac Lab 2.3.2, an articulation, imported as if a program had it."""
    wheel = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"))
    folder = wheel / "isaaclab/source/isaaclab_contrib/isaaclab_contrib/assets/multirotor"
    if not folder.is_dir():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    for name in (
        "articulation",
        "articulation.articulation",
        "articulation.articulation_data",
    ):  # as version 2 has them
        name = f"isaaclab.assets.{name}"
        monkeypatch.setitem(sys.modules, name, importlib.import_module(name.replace("isaaclab", "omni.isaac.lab")))
    package = ModuleType("released_multirotor")
    package.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, package.__name__, package)
    yield importlib.import_module("released_multirotor.multirotor").Multirotor
    for name in [name for name in sys.modules if name.startswith("released_multirotor.")]:
        del sys.modules[name]


def flight(drone: Any, thrust: float | None = None, steps: int = 20) -> torch.Tensor:
    """Poses and velocities of the root after steps towards thrusts that differ, from a thrust of all rotors on."""
    sim = sim_utils.SimulationContext.instance()
    drone.reset()
    state = drone.data.default_root_state.clone()
    drone.write_root_pose_to_sim(state[:, :7])
    drone.write_root_velocity_to_sim(state[:, 7:])
    if thrust is not None:
        drone.actuators["rotors"].curr_thrust[:] = thrust
    for _ in range(steps):
        target = torch.tensor([[5.0, 6.0]]).repeat(drone.num_instances, 1)
        drone.set_thrust_target(target)
        drone.write_data_to_sim()
        sim.step(render=False)
        drone.update(DT)
    return drone.data.root_state_w.clone()


def test_the_released_class_as_a_copy_of_a_program_flies_as_here(play: Callable[..., Any], released: type) -> None:
    """It extends Articulation, whose ``_process_actuators_cfg`` it leaves empty, and makes its thrusters later."""
    drone = play(released)
    assert drone.thruster_names == ["rotor_left", "rotor_right"]
    assert type(drone.data).__module__ == "released_multirotor.multirotor_data"
    theirs = flight(drone, thrust=1.0)  # of itself it would begin with rotors that stand still, whatever is configured
    torch.testing.assert_close(drone.data.applied_thrust, drone.actuators["rotors"].applied_thrust)
    assert (drone.data.applied_thrust > 3.0).all()
    ours = play(Multirotor)
    torch.testing.assert_close(flight(ours, thrust=1.0), theirs, atol=1e-5, rtol=0.0)


class Waiting(Multirotor):
    """A drone that has nothing to do where joints would get their actuators, as the released one."""

    def _process_actuators_cfg(self) -> None:
        self.waited = True


class Weak(Multirotor):
    """A drone that changes the thrusters that were made."""

    def _process_thruster_cfg(self) -> None:
        super()._process_thruster_cfg()
        self.actuators["rotors"].rise_time_constant[:] = 0.4


class OwnRotors(Multirotor):
    """A drone that makes its thrusters itself."""

    names = ("rotor_left", "rotor_right")

    def _process_actuators_cfg(self) -> None:
        pass

    def _process_thruster_cfg(self) -> None:
        self.actuators = {}
        cfg = self.cfg.actuators["rotors"].replace(rise_time_constant=0.4)
        rps = self._data.default_thruster_rps
        self.actuators["rotors"] = Thruster(cfg, list(self.names), [0, 1], self.num_instances, self.device, rps)


def test_an_override_without_super_leaves_the_thrusters_to_the_drone(play: Callable[..., Any]) -> None:
    drone = play(Waiting)
    assert drone.waited and drone.num_thrusters == 2
    waiting = flight(drone)
    torch.testing.assert_close(flight(play(Multirotor)), waiting, atol=0.0, rtol=0.0)


def test_thrusters_that_an_override_changes_or_makes_are_those_that_push(play: Callable[..., Any]) -> None:
    """With a time constant of 0.4 s in place of 0.1 s thrusts come to 1 - exp(-0.2 / 0.4) of their way in 0.2 s."""
    for kind in (Weak, OwnRotors):
        drone = play(kind)
        flight(drone)
        start = drone.actuators["rotors"].thrust_at(drone.data.default_thruster_rps)
        way = torch.tensor([[5.0, 6.0]]) - start
        expected = start + (1.0 - torch.exp(torch.tensor(-0.2 / 0.4))) * way
        torch.testing.assert_close(drone.data.applied_thrust, expected, atol=1e-4, rtol=0.0)


def test_thrusters_of_other_rotors_than_the_config_names_are_refused(play: Callable[..., Any]) -> None:
    turned = type("Turned", (OwnRotors,), {"names": ("rotor_right", "rotor_left")})
    with pytest.raises(ValueError, match="expected those of its config"):
        play(turned)
