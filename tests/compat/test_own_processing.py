"""Articulations of programs override how configs are processed and what drives are told, as in Isaac Lab 2.3.2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin.assets
import pippin.scene
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.actuators import IdealPDActuatorCfg, ImplicitActuatorCfg
from omni.isaac.lab.assets import Articulation, ArticulationCfg
from omni.isaac.lab.utils.types import ArticulationActions
from pippin_isaac.modules import dialect_of

from .conftest import scene_cfg_of

MODELS = {
    "implicit": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=30.0, damping=2.0),
    "explicit": IdealPDActuatorCfg(joint_names_expr=[".*"], stiffness=30.0, damping=2.0, effort_limit=50.0),
}


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Plays the scene with an arm of a class, each time in a new simulation: ``play(OwnArm, actuators={...})``."""
    dialect, simulations = dialect_of("omni.isaac.lab"), ExitStack()

    def make(kind: type, **fields: Any) -> Any:
        simulations.close()
        simulation = simulations.enter_context(
            sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu"))
        )
        cfg = scene_cfg_of(dialect, tmp_path)
        cfg.arm = cfg.arm.replace(class_type=kind, **fields)
        scene = dialect.counterpart(pippin.scene.InteractiveScene)(cfg)
        simulation.reset()
        return scene["arm"]

    with simulations:
        yield make


class PushingArm(Articulation):
    """An arm whose joints are pushed beside what the actuators do."""

    push = 0.125

    def _apply_actuator_model(self) -> None:
        super()._apply_actuator_model()
        self._joint_effort_target_sim[:] += self.push


class ReleasedArm(Articulation):
    """An arm that computes what its drives are told as the release does, and remembers it."""

    def _apply_actuator_model(self) -> None:
        for actuator in self.actuators.values():
            ids = actuator.joint_indices
            action = ArticulationActions(
                joint_positions=self._data.joint_pos_target[:, ids],
                joint_velocities=self._data.joint_vel_target[:, ids],
                joint_efforts=self._data.joint_effort_target[:, ids],
                joint_indices=ids,
            )
            action = actuator.compute(action, self._data.joint_pos[:, ids], self._data.joint_vel[:, ids])
            if action.joint_positions is not None:
                self._joint_pos_target_sim[:, ids] = action.joint_positions
            if action.joint_velocities is not None:
                self._joint_vel_target_sim[:, ids] = action.joint_velocities
            if action.joint_efforts is not None:
                self._joint_effort_target_sim[:, ids] = action.joint_efforts
        self.told = self._joint_effort_target_sim.clone()
        self.root_physx_view.set_dof_actuation_forces(self._joint_effort_target_sim, self._ALL_INDICES)


def positions_after(arm: Any, efforts: float, steps: int = 20) -> torch.Tensor:
    """Joint positions after steps towards targets."""
    sim = sim_utils.SimulationContext.instance()
    for _ in range(steps):
        arm.set_joint_position_target(arm.data.default_joint_pos + 0.2)
        arm.set_joint_effort_target(torch.full_like(arm.data.joint_pos, efforts))
        arm.write_data_to_sim()
        sim.step(render=False)
        arm.update(0.01)
    return arm.data.joint_pos.clone()


@pytest.mark.parametrize("model", MODELS)
def test_what_an_arm_adds_to_its_efforts_acts_as_an_effort(play: Callable[..., Any], model: str) -> None:
    """An effort that the override adds in each step does what the same effort as a target does."""
    pushed = play(PushingArm, actuators={"all": MODELS[model]})
    assert pushed._has_implicit_actuators is (model == "implicit")
    by_override = positions_after(pushed, 0.0)
    assert (pushed.data.joint_effort_target == 0.0).all(), "targets stay as the program has set them"
    pushed.push = 0.0
    sim_utils.SimulationContext.instance().reset()
    by_target = positions_after(pushed, 0.125)
    sim_utils.SimulationContext.instance().reset()
    alone = positions_after(pushed, 0.0)
    torch.testing.assert_close(by_override, by_target, atol=1e-5, rtol=0.0)
    assert (by_override - alone).abs().max() > 1e-4


@pytest.mark.parametrize("model", MODELS)
def test_the_released_method_as_an_override_changes_nothing(play: Callable[..., Any], model: str) -> None:
    arm = play(ReleasedArm, actuators={"all": MODELS[model]})
    own = positions_after(arm, 0.25)
    assert arm.told.abs().max() > 0.0
    arm._newer._own_law = None
    sim_utils.SimulationContext.instance().reset()
    torch.testing.assert_close(positions_after(arm, 0.25), own, atol=1e-5, rtol=0.0)


class ProcessingArm(Articulation):
    """An arm that changes what was made of its config."""

    def _process_cfg(self) -> None:
        super()._process_cfg()
        self.order = ["config"]
        self._data.default_joint_pos[:] += 0.05

    def _process_actuators_cfg(self) -> None:
        super()._process_actuators_cfg()
        self.order.append("actuators")
        self.actuators["all"].stiffness[:] *= 2.0
        self.write_joint_stiffness_to_sim(self.actuators["all"].stiffness)

    def _validate_cfg(self) -> None:
        self.order.append("validation")
        lower, upper = self.data.joint_pos_limits[..., 0], self.data.joint_pos_limits[..., 1]
        self.write_joint_position_limit_to_sim(torch.stack((lower, upper + 3.0), dim=-1))
        super()._validate_cfg()


def test_an_arm_changes_what_is_made_of_its_config(play: Callable[..., Any]) -> None:
    arm = play(ProcessingArm)
    assert arm.order == ["config", "actuators", "validation"]
    shoulder = arm.joint_names.index("shoulder")
    assert arm.data.default_joint_pos[0, shoulder].item() == pytest.approx(0.35)
    torch.testing.assert_close(arm.data.joint_pos, arm.data.default_joint_pos)
    assert (arm.data.joint_stiffness == 60.0).all()
    assert (arm.data.default_joint_stiffness == 60.0).all()


class RewritingArm(Articulation):
    """An arm that changes its config before anything is made of it."""

    def _process_cfg(self) -> None:
        self.cfg.init_state.rot = (0.0, 0.0, 0.0, 1.0)  # (w, x, y, z): half a turn about z
        self.cfg.init_state.joint_pos = {"shoulder": 0.125}
        super()._process_cfg()

    def _process_actuators_cfg(self) -> None:
        self.cfg.actuators["all"].stiffness = 12.0
        super()._process_actuators_cfg()


def test_an_arm_changes_its_config(play: Callable[..., Any]) -> None:
    arm = play(RewritingArm)
    assert arm.data.default_joint_pos[0, arm.joint_names.index("shoulder")].item() == pytest.approx(0.125)
    assert arm.data.default_root_state[0, 3:7].tolist() == [0.0, 0.0, 0.0, 1.0]
    assert (arm.data.joint_stiffness == 12.0).all()


class WideningArm(Articulation):
    """An arm whose joints turn further than its file says."""

    def _validate_cfg(self) -> None:
        self.write_joint_position_limit_to_sim(torch.tensor((-9.0, 9.0)).expand(*self.data.joint_pos.shape, 2).clone())
        super()._validate_cfg()


def test_limits_are_widened_before_defaults_are_compared_with_them(play: Callable[..., Any]) -> None:
    state = {"pos": (0.0, 0.0, 2.0), "joint_pos": {"shoulder": 8.0}}
    beyond = ArticulationCfg.InitialStateCfg(**state)
    arm = play(WideningArm, init_state=beyond)
    assert arm.data.joint_pos[0, arm.joint_names.index("shoulder")].item() == pytest.approx(8.0)


def test_a_default_beyond_the_limits_is_refused_without_them(play: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="shoulder"):
        play(Articulation, init_state=ArticulationCfg.InitialStateCfg(joint_pos={"shoulder": 8.0}))


class RememberingArm(Articulation):
    """An arm that keeps in buffers of its own what it processes."""

    def _create_buffers(self) -> None:
        super()._create_buffers()
        self.times = getattr(self, "times", 0) + 1
        self.start = torch.zeros(self.num_instances, self.num_joints, device=self.device)
        self.gains = torch.zeros_like(self.start)

    def _process_cfg(self) -> None:
        super()._process_cfg()
        self.start[:] = self._data.default_joint_pos

    def _process_actuators_cfg(self) -> None:
        super()._process_actuators_cfg()
        self.gains[:, self.actuators["all"].joint_indices] = self.actuators["all"].stiffness


def test_buffers_are_there_when_the_config_is_processed(play: Callable[..., Any]) -> None:
    arm = play(RememberingArm)
    assert arm.times == 1
    torch.testing.assert_close(arm.start, arm.data.default_joint_pos)
    assert (arm.gains == 30.0).all()


class MakingArm(Articulation):
    """An arm that makes its actuators itself, step by step as the release does."""

    def _process_actuators_cfg(self) -> None:
        self.actuators = {}
        self._has_implicit_actuators = False
        for name, cfg in self.cfg.actuators.items():
            ids, names = self.find_joints(cfg.joint_names_expr)
            joints = slice(None) if len(names) == self.num_joints else torch.tensor(ids)
            actuator = cfg.class_type(
                cfg=cfg,
                joint_names=names,
                joint_ids=joints,
                num_envs=self.num_instances,
                device=self.device,
                stiffness=self._data.default_joint_stiffness[:, joints],
                damping=self._data.default_joint_damping[:, joints],
                armature=self._data.default_joint_armature[:, joints],
                friction=self._data.default_joint_friction_coeff[:, joints],
                effort_limit=self._data.joint_effort_limits[:, joints].clone(),
                velocity_limit=self._data.joint_vel_limits[:, joints],
            )
            self.actuators[name] = actuator
            gain = 1.0 if actuator.is_implicit_model else 0.0
            self._has_implicit_actuators |= actuator.is_implicit_model
            self.write_joint_stiffness_to_sim(gain * actuator.stiffness, joint_ids=actuator.joint_indices)
            self.write_joint_damping_to_sim(gain * actuator.damping, joint_ids=actuator.joint_indices)
            self.write_joint_effort_limit_to_sim(actuator.effort_limit_sim, joint_ids=actuator.joint_indices)
            self._data.default_joint_stiffness[:, actuator.joint_indices] = actuator.stiffness


@pytest.mark.parametrize("model", MODELS)
def test_actuators_that_an_override_makes_itself_drive_the_joints(play: Callable[..., Any], model: str) -> None:
    """An arm that makes them as the release does moves as one that leaves it to ``Articulation``."""
    groups = {"first": MODELS[model].replace(joint_names_expr=["shoulder"])}
    groups["second"] = MODELS[model].replace(joint_names_expr=["elbow"], stiffness=20.0)
    arm = play(MakingArm, actuators=groups)
    assert list(arm.actuators) == ["first", "second"] and arm._has_implicit_actuators is (model == "implicit")
    elbow = arm.joint_names.index("elbow")
    assert (arm.data.default_joint_stiffness[:, elbow] == 20.0).all()
    own = positions_after(arm, 0.25)
    assert (own - arm.data.default_joint_pos).abs().max() > 0.01
    torch.testing.assert_close(positions_after(play(Articulation, actuators=groups), 0.25), own, atol=1e-5, rtol=0.0)


class Motor:
    """Something that drives joints and knows nothing of Isaac Lab."""

    def reset(self, env_ids: Any) -> None:
        self.rows = env_ids


class MotorArm(Articulation):
    """An arm with an actuator that is none of Isaac Lab's."""

    def _process_actuators_cfg(self) -> None:
        self.actuators = {"motor": Motor()}


class PushedByMotor(MotorArm):
    """The same, which says by itself what the drives are told."""

    def _apply_actuator_model(self) -> None:
        self._joint_effort_target_sim[:] = 0.125


def test_actuators_that_are_none_of_isaac_lab_need_a_law_of_their_own(play: Callable[..., Any]) -> None:
    with pytest.raises(NotImplementedError, match="_apply_actuator_model"):
        play(MotorArm)
    arm = play(PushedByMotor)
    start = arm.data.joint_pos.clone()
    arm.reset([0])
    assert torch.as_tensor(arm.actuators["motor"].rows).tolist() == [0]
    assert (positions_after(arm, 0.0) - start).abs().max() > 1e-3


def test_a_multirotor_says_what_to_override(tmp_path: Path) -> None:
    dialect = dialect_of("omni.isaac.lab")
    base = dialect.counterpart(pippin.assets.Multirotor)
    own = type("OwnRotors", (base,), {"_apply_actuator_model": lambda self: None})
    with (
        sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")),
        pytest.raises(NotImplementedError, match="override write_data_to_sim"),
    ):
        own(scene_cfg_of(dialect, tmp_path).drone.replace(prim_path="/World/Drone"))
