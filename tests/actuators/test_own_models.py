"""Models that users write in torch on top of ours, the way code for Isaac Lab does."""

from __future__ import annotations

import pytest
import torch

from pippin.actuators import (
    ActuatorBase,
    ActuatorBaseCfg,
    DCMotor,
    DCMotorCfg,
    DelayedPDActuator,
    DelayedPDActuatorCfg,
    IdealPDActuator,
    IdealPDActuatorCfg,
)
from pippin.utils import configclass


class Spring(ActuatorBase):
    """Pulls each joint to zero, by its own parameter, with new tensors at every step."""

    def __init__(self, cfg, *args, **kwargs):
        super().__init__(cfg, *args, **kwargs)
        self.pull = self._parse_joint_parameter(cfg.pull, 1.0)
        self.num_resets = 0

    def reset(self, env_ids):
        self.num_resets += 1

    def compute(self, control_action, joint_pos, joint_vel):
        self.computed_effort = -self.pull * joint_pos
        self.applied_effort = self._clip_effort(self.computed_effort)
        control_action.joint_efforts = self.applied_effort
        control_action.joint_positions = None
        control_action.joint_velocities = None
        return control_action


@configclass
class SpringCfg(ActuatorBaseCfg):
    class_type: type = Spring
    stiffness = None
    damping = None
    pull: dict[str, float] | float | None = None


def test_model_from_scratch(make_actuator, make_inputs) -> None:
    inputs = make_inputs()
    actuator = make_actuator(SpringCfg(joint_names_expr=[".*"], pull={"hip": 2.0, "thigh|calf": 3.0}, effort_limit=4.0))
    efforts = actuator.computed_effort
    result = actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    expected = -torch.tensor([2.0, 3.0, 3.0], device=inputs.pos.device) * inputs.pos
    assert torch.equal(actuator.computed_effort, expected)
    assert torch.equal(result.joint_efforts, expected.clamp(-4.0, 4.0))
    assert actuator.computed_effort is efforts  # the articulation reads where it read before
    assert not actuator.is_implicit_model
    actuator.reset([0])
    assert actuator.num_resets == 1


def test_parameter_of_an_own_model_has_a_default(make_actuator) -> None:
    assert (make_actuator(SpringCfg(joint_names_expr=[".*"])).pull == 1.0).all()


class Rubbing(IdealPDActuator):
    """Ideal motor that loses some of its effort, after the law of the class above."""

    def compute(self, control_action, joint_pos, joint_vel):
        control_action = super().compute(control_action, joint_pos, joint_vel)
        self.applied_effort -= 0.5 * torch.tanh(joint_vel)
        control_action.joint_efforts = self.applied_effort
        return control_action


def test_model_that_adds_to_a_law(make_actuator, make_inputs) -> None:
    inputs = make_inputs()
    fields = {"joint_names_expr": [".*"], "stiffness": 5.0, "damping": 1.0}
    ideal = make_actuator(IdealPDActuatorCfg(**fields))
    rubbing = make_actuator(IdealPDActuatorCfg(**fields, class_type=Rubbing))
    ideal.compute(inputs.action(), inputs.pos, inputs.vel)
    result = rubbing.compute(inputs.action(), inputs.pos, inputs.vel)
    assert torch.equal(result.joint_efforts, ideal.applied_effort - 0.5 * torch.tanh(inputs.vel))
    assert torch.equal(rubbing.computed_effort, ideal.computed_effort)


class Tapering(DelayedPDActuator):
    """Delayed motor with a limit of its own, which falls with the velocity."""

    def _clip_effort(self, effort):
        limit = self.effort_limit / (1.0 + self._joint_vel.abs())
        return torch.clip(effort, -limit, limit)


@pytest.mark.slow
def test_model_that_replaces_the_limit_of_a_law(make_actuator, make_inputs) -> None:
    inputs = make_inputs()
    cfg = DelayedPDActuatorCfg(
        class_type=Tapering, joint_names_expr=[".*"], stiffness=5.0, damping=1.0, effort_limit=3.0
    )
    actuator = make_actuator(cfg)
    result = actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    limit = 3.0 / (1.0 + inputs.vel.abs())
    torch.testing.assert_close(result.joint_efforts, actuator.computed_effort.clip(-limit, limit))
    assert (result.joint_efforts.abs() < actuator.computed_effort.abs()).any()


class Cautious(DCMotor):
    """DC motor of which half is used."""

    def _clip_effort(self, effort):
        return 0.5 * super()._clip_effort(effort)


def test_model_that_builds_on_the_limit_of_a_law(make_actuator, make_inputs) -> None:
    inputs = make_inputs()
    fields = {
        "joint_names_expr": [".*"],
        "stiffness": 20.0,
        "damping": 1.0,
        "saturation_effort": 30.0,
        "effort_limit": 20.0,
        "velocity_limit": 3.0,
    }
    motor, cautious = make_actuator(DCMotorCfg(**fields)), make_actuator(DCMotorCfg(**fields, class_type=Cautious))
    motor.compute(inputs.action(), inputs.pos, inputs.vel)
    cautious.compute(inputs.action(), inputs.pos, inputs.vel)
    assert torch.equal(cautious.applied_effort, 0.5 * motor.applied_effort)
