"""How actuator models, the engine's drives and the data of an articulation go together."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from types import FrameType

import pytest
import torch

import pippin
from pippin.actuators import (
    ArticulationActions,
    DCMotorCfg,
    DelayedPDActuatorCfg,
    IdealPDActuator,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
)
from pippin.actuators.kernels.targets import Targets
from pippin.assets import Articulation
from pippin.physics.description import JointProperties
from pippin.physics.views import UNLIMITED
from pippin.sim import SimulationContext
from pippin.utils import configclass

from .conftest import WALKER, WALKER_JOINTS, WALKER_LINKS, MakeStage, Mechanism, Stage

N = 3
HIPS = IdealPDActuatorCfg(joint_names_expr=[".*_hip"], stiffness=30.0, damping=2.0, effort_limit=5.0)
KNEE = ImplicitActuatorCfg(joint_names_expr=["left_knee"], stiffness=10.0, damping=1.0, effort_limit_sim=7.0)
SCATTERED = ImplicitActuatorCfg(joint_names_expr=["left_hip", "right_slide"], stiffness=10.0, damping=1.0)


def play(make_stage: MakeStage, actuators: dict, **kwargs: object) -> tuple[Stage, Articulation]:
    properties = {"Walker/left_knee": JointProperties(max_velocity=12.0)}
    stage = make_stage(Mechanism(WALKER, ("Walker",), properties), num_envs=N, gravity=(0.0, 0.0, 0.0))
    robot = stage.articulation("Walker", actuators=actuators, **kwargs)
    stage.sim.reset()
    return stage, robot


def engine_parameter(robot: Articulation, name: str) -> torch.Tensor:
    """Parameter of the engine's joints or actuators, in the order of the model's file."""
    (frames,) = robot.root_view.scene.frames
    return torch.as_tensor(frames.worlds.parameter(name).numpy())


def test_names_are_in_breadth_first_order(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {})
    assert robot.joint_names == robot.data.joint_names == WALKER_JOINTS
    assert robot.body_names == robot.data.body_names == WALKER_LINKS
    assert (robot.num_joints, robot.num_bodies, robot.num_instances) == (4, 5, N)
    assert not robot.is_fixed_base


def test_finding_joints_and_bodies(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {})
    assert robot.find_joints("left_.*") == ([0, 2], ["left_hip", "left_knee"])
    assert robot.find_joints(["right_slide", ".*_hip"]) == ([0, 1, 3], ["left_hip", "right_hip", "right_slide"])
    assert robot.find_joints(["right_slide", "right_hip"], preserve_order=True) == (
        [3, 1],
        ["right_slide", "right_hip"],
    )
    assert robot.find_joints(".*", joint_subset=["left_knee", "right_hip"]) == ([2, 1], ["left_knee", "right_hip"])
    assert robot.find_bodies(".*_shin") == ([3, 4], ["left_shin", "right_shin"])


def test_gains_of_implicit_models_go_to_the_engine_and_those_of_explicit_ones_do_not(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {"hips": HIPS, "knee": KNEE})
    expected = torch.tensor([0.0, 0.0, 10.0, 0.0]).expand(N, 4)
    torch.testing.assert_close(robot.data.joint_stiffness.torch, expected)
    torch.testing.assert_close(robot.data.joint_damping.torch, expected / 10.0)
    # the model's file has the left knee second
    torch.testing.assert_close(-engine_parameter(robot, "actuator_biasprm")[:, :, 1], expected[:, [0, 2, 1, 3]])
    with pytest.warns(DeprecationWarning, match="default_joint_stiffness"):
        defaults = robot.data.default_joint_stiffness.torch
    torch.testing.assert_close(defaults, torch.tensor([30.0, 30.0, 10.0, 0.0]).expand(N, 4))


def test_limits_come_from_config_asset_and_kind_of_model(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {"hips": HIPS, "knee": KNEE})
    efforts = torch.tensor([UNLIMITED, UNLIMITED, 7.0, UNLIMITED]).expand(N, 4)
    torch.testing.assert_close(robot.data.joint_effort_limits.torch, efforts)
    velocities = torch.tensor([UNLIMITED, UNLIMITED, 12.0, UNLIMITED]).expand(N, 4)
    torch.testing.assert_close(robot.data.joint_vel_limits.torch, velocities)
    soft = torch.tensor([UNLIMITED, UNLIMITED, 12.0, 0.0]).expand(N, 4)
    torch.testing.assert_close(robot.data.soft_joint_vel_limits.torch, soft)
    assert (robot.data.gear_ratio.torch == 1.0).all()


def test_parameters_that_the_config_leaves_alone_stay_shared_in_the_engine(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=None, damping=None)})
    (frames,) = robot.root_view.scene.frames
    assert frames.worlds.parameters_per_world == frozenset()


def test_efforts_of_each_model_reach_its_joints(make_stage: MakeStage) -> None:
    """Groups of neighbours, of all joints, and of joints that are scattered over the order."""
    _, robot = play(make_stage, {"scattered": SCATTERED, "hip": HIPS.replace(joint_names_expr=["right_hip"])})
    torch.manual_seed(0)
    position, velocity = 0.1 * torch.randn(N, 4), torch.randn(N, 4)
    targets = 0.1 * torch.randn(3, N, 4)
    robot.write_joint_state_to_sim_mask(position=position, velocity=velocity)
    robot.set_joint_position_target_index(target=targets[0])
    robot.set_joint_velocity_target_index(target=targets[1])
    robot.set_joint_effort_target_index(target=targets[2])
    robot.write_data_to_sim()
    stiffness, damping = torch.tensor([10.0, 30.0, 0.0, 10.0]), torch.tensor([1.0, 2.0, 0.0, 1.0])
    driven = torch.tensor([1.0, 1.0, 0.0, 1.0])
    expected = driven * (stiffness * (targets[0] - position) + damping * (targets[1] - velocity) + targets[2])
    torch.testing.assert_close(robot.data.computed_torque.torch, expected)
    limits = torch.tensor([UNLIMITED, 5.0, 0.0, UNLIMITED])
    torch.testing.assert_close(robot.data.applied_torque.torch, expected.clamp(-limits, limits))


def test_joints_without_a_model_are_not_driven(make_stage: MakeStage, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        _, robot = play(make_stage, {"hips": HIPS})
    assert "not driven: left_knee, right_slide" in caplog.text
    robot.set_joint_position_target_index(target=torch.ones(N, 4))
    robot.set_joint_effort_target_index(target=torch.ones(N, 4))
    robot.write_data_to_sim()
    assert (robot.data.applied_torque.torch[:, 2:] == 0.0).all()


class HalfEffort(IdealPDActuator):
    """A model of a user's own, in torch."""

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        super().compute(control_action, joint_pos, joint_vel)
        self.applied_effort = 0.5 * self.computed_effort
        return self._effort_action(control_action)


def test_models_of_users_are_called(make_stage: MakeStage) -> None:
    cfg = IdealPDActuatorCfg(
        class_type=HalfEffort, joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit=100.0
    )
    _, robot = play(make_stage, {"all": cfg})
    robot.set_joint_effort_target_index(target=torch.full((N, 4), 3.0))
    robot.write_data_to_sim()
    assert (robot.data.computed_torque.torch == 3.0).all()
    assert (robot.data.applied_torque.torch == 1.5).all()


class BoundHalfEffort(IdealPDActuator):
    """The same, as part of the step that is made once."""

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Callable[[], object]]:
        def halve() -> None:
            torch.mul(targets[2], 0.5, out=self.applied_effort)
            self.computed_effort[:] = targets[2]

        return [halve]


@pytest.mark.parametrize("joints", [[".*"], [".*_hip"], ["left_hip", "right_slide"]], ids=["all", "some", "scattered"])
def test_bound_models_of_users_are_part_of_the_step(make_stage: MakeStage, joints: list[str]) -> None:
    cfg = IdealPDActuatorCfg(
        class_type=BoundHalfEffort, joint_names_expr=joints, stiffness=0.0, damping=0.0, effort_limit=100.0
    )
    _, robot = play(make_stage, {"some": cfg})
    ids, _ = robot.find_joints(joints)
    for effort in (3.0, 4.0):
        robot.set_joint_effort_target_index(target=torch.full((N, 4), effort))
        robot.write_data_to_sim()
        assert (robot.data.computed_torque.torch[:, ids] == effort).all()
        assert (robot.data.applied_torque.torch[:, ids] == effort / 2).all()
        ctrl = torch.as_tensor(robot.root_view.scene.backend.worlds[0].ctrl.numpy())
        torch.testing.assert_close(ctrl.sum(dim=1), torch.full((N,), len(ids) * effort / 2))


def test_what_is_assigned_to_a_model_reaches_the_next_step(make_stage: MakeStage) -> None:
    """Its memory stays, which the step holds the address of."""
    cfg = DelayedPDActuatorCfg(
        joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit=100.0, min_delay=0, max_delay=2
    )
    _, robot = play(make_stage, {"all": cfg})
    robot.actuators["all"].time_lags = torch.tensor([0, 1, 2], dtype=torch.int32)
    for effort in (1.0, 2.0, 3.0):
        robot.set_joint_effort_target_index(target=torch.full((N, 4), effort))
        robot.write_data_to_sim()
    torch.testing.assert_close(robot.data.applied_torque.torch[:, 0], torch.tensor([3.0, 2.0, 1.0]))


def test_a_step_takes_few_calls(make_stage: MakeStage) -> None:
    """From the target to the poses of links: 80 calls of Pippin's functions for one robot with one group at most."""
    stage, robot = play(make_stage, {"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=1.0, damping=0.1)})
    target, calls = torch.zeros(N, 4), []

    def step() -> None:
        robot.set_joint_position_target_index(target=target)
        robot.write_data_to_sim()
        stage.sim.step(render=False)
        robot.update(stage.sim.cfg.dt)
        _ = robot.data.body_pose_w

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(pippin.__path__[0]):
            calls.append(frame.f_code.co_qualname)

    step()
    sys.setprofile(count)
    try:
        step()
    finally:
        sys.setprofile(None)
    assert 0 < len(calls) <= 80, calls


def test_changed_gains_of_models_take_effect(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {"hips": HIPS})
    robot.set_joint_position_target_index(target=torch.full((N, 4), 0.01))
    robot.actuators["hips"].stiffness[1] = 60.0
    robot.write_data_to_sim()
    torch.testing.assert_close(robot.data.applied_torque.torch[:, 0], torch.tensor([0.3, 0.6, 0.3]))


def test_targets_are_set_through_the_actuators_too(make_stage: MakeStage) -> None:
    """As Isaac Lab 3 has it: ``articulation.actuators.target_command``."""
    _, robot = play(make_stage, {"hips": HIPS})
    command = robot.actuators.target_command
    targets = torch.rand(N, 4, generator=torch.Generator().manual_seed(0))
    command.set_position_index(value=targets)
    command.set_velocity_index(value=targets[:2, 1:3], joint_ids=[1, 2], env_ids=[0, 1])
    command.set_effort_mask(value=targets, env_mask=torch.tensor([True, False, True]))
    assert torch.equal(command.position.torch, targets)
    assert torch.equal(robot.data.joint_vel_target.torch[:2, 1:3], targets[:2, 1:3])
    assert torch.equal(robot.data.joint_effort_target.torch[[0, 2]], targets[[0, 2]])
    assert (command.velocity.torch[2] == 0.0).all() and (command.effort.torch[1] == 0.0).all()
    robot.write_data_to_sim()
    assert torch.equal(robot.actuators.applied_effort.torch, robot.data.applied_torque.torch)
    with pytest.raises(ValueError, match="target"):
        command.set_effort_index(value=targets[:, :3])


def test_reset_reaches_the_memory_of_models(make_stage: MakeStage) -> None:
    """Delayed commands of the reset instance are forgotten, those of the others are not."""
    cfg = DelayedPDActuatorCfg(
        joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit=100.0, min_delay=2, max_delay=2
    )
    _, robot = play(make_stage, {"all": cfg})
    for effort in (1.0, 2.0, 3.0):
        robot.set_joint_effort_target_index(target=torch.full((N, 4), effort))
        robot.write_data_to_sim()
    assert (robot.data.applied_torque.torch == 1.0).all()
    robot.reset([1])
    robot.set_joint_effort_target_index(target=torch.full((N, 4), 9.0))
    robot.write_data_to_sim()
    torch.testing.assert_close(robot.data.applied_torque.torch[:, 0], torch.tensor([2.0, 9.0, 2.0]))


def test_a_motor_gives_less_the_faster_it_turns(make_stage: MakeStage) -> None:
    cfg = DCMotorCfg(
        joint_names_expr=[".*_hip"],
        stiffness=0.0,
        damping=0.0,
        effort_limit=8.0,
        saturation_effort=10.0,
        velocity_limit=20.0,
    )
    _, robot = play(make_stage, {"hips": cfg})
    velocity = torch.zeros(N, 4)
    velocity[:, 0] = torch.tensor([0.0, 10.0, 20.0])
    robot.write_joint_velocity_to_sim_index(velocity=velocity)
    robot.set_joint_effort_target_index(target=torch.full((N, 4), 100.0))
    robot.write_data_to_sim()
    torch.testing.assert_close(robot.data.applied_torque.torch[:, 0], torch.tensor([8.0, 5.0, 0.0]))


def test_resolution_of_values_is_logged_on_demand(make_stage: MakeStage, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="pippin"):
        play(make_stage, {"knee": KNEE}, actuator_value_resolution_debug_print=True)
    (line,) = [line for line in caplog.text.splitlines() if "stiffness" in line and "left_knee" in line]
    assert line.split()[:3] == ["knee", "stiffness", "left_knee"]
    assert line.split()[3:] == ["0", "10", "10"]


def test_dynamic_friction_is_kept_and_warned_of(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pippin.assets.notices._said", set())
    _, robot = play(make_stage, {})
    caplog.clear()
    with caplog.at_level(logging.WARNING, logger="pippin"):
        robot.write_joint_friction_coefficient_to_sim_index(joint_friction_coeff=1.0, joint_dynamic_friction_coeff=1.0)
        assert caplog.text == ""
        for _ in range(2):
            robot.write_joint_dynamic_friction_coefficient_to_sim_index(joint_dynamic_friction_coeff=0.5)
    assert caplog.text.count("one dry friction") == 1
    assert (robot.data.joint_dynamic_friction_coeff.torch == 0.5).all()
    assert (robot.data.joint_friction_coeff.torch == 1.0).all()


def test_velocity_limits_are_enforced_in_the_environments_that_have_them(make_stage: MakeStage) -> None:
    stage, robot = play(make_stage, {"knee": KNEE})
    knee = robot.joint_names.index("left_knee")
    robot.write_joint_velocity_limit_to_sim_index(limits=0.1, joint_ids=[knee], env_ids=[1])
    expected = torch.full((N, 1), 12.0)
    expected[1] = 0.1
    torch.testing.assert_close(robot.data.joint_vel_limits.torch[:, [knee]], expected)
    robot.set_joint_effort_target_index(target=torch.full((N, 1), 0.5), joint_ids=[knee])
    for _ in range(8):  # a joint may exceed its limit in the first of them
        robot.write_data_to_sim()
        stage.sim.step(render=False)
    robot.update(stage.sim.get_physics_dt())
    free, limited = robot.data.joint_vel.torch[:2, knee]
    assert limited == pytest.approx(0.1, rel=0.05)
    assert free > 0.2


# -- limits and defaults -----------------------------------------------------------------------------------------------


def test_soft_limits_are_a_part_of_the_range_about_its_middle(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, {}, soft_joint_pos_limit_factor=0.8)
    robot.write_joint_position_limit_to_sim_index(limits=torch.tensor([[[-1.0, 3.0]]]), joint_ids=[2], env_ids=[1])
    expected = torch.tensor([[-1.2, 1.2], [-1.2, 1.2], [-1.6, 1.6], [-0.16, 0.16]]).repeat(N, 1, 1)
    expected[1, 2] = torch.tensor([1.0 - 0.8 * 2.0, 1.0 + 0.8 * 2.0])
    torch.testing.assert_close(robot.data.soft_joint_pos_limits.torch, expected)


def test_joints_without_limits_have_the_largest_ones(make_stage: MakeStage) -> None:
    xml = WALKER.replace('range="-2 2"', "")
    stage = make_stage(Mechanism(xml, ("Walker",)), num_envs=N)
    robot = stage.articulation("Walker", soft_joint_pos_limit_factor=0.5)
    stage.sim.reset()
    torch.testing.assert_close(robot.data.joint_pos_limits.torch[:, 2], torch.tensor([[-UNLIMITED, UNLIMITED]] * N))
    torch.testing.assert_close(
        robot.data.soft_joint_pos_limits.torch[:, 2], robot.data.joint_pos_limits.torch[:, 2] / 2
    )


@pytest.mark.parametrize(("warn", "level"), [(True, "WARNING"), (False, "INFO")])
def test_defaults_follow_new_limits(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture, warn: bool, level: str
) -> None:
    _, robot = play(make_stage, {})
    limits = torch.tensor([[0.2, 0.9], [-1.0, 1.0]]).repeat(N, 1, 1)
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="pippin"):
        robot.write_joint_position_limit_to_sim_index(limits=limits, joint_ids=[0, 1], warn_limit_violation=warn)
    (record,) = caplog.records
    assert (record.levelname, "moved to them: left_hip." in record.message) == (level, True)
    torch.testing.assert_close(robot.data.default_joint_pos.torch[0], torch.tensor([0.2, 0.0, 0.0, 0.0]))


def test_limits_that_were_written_hold(make_stage: MakeStage) -> None:
    """Also on a joint that the asset gave none, and only where they were written."""
    xml = WALKER.replace('range="-2 2"', "")
    stage = make_stage(Mechanism(xml, ("Walker",)), num_envs=2, gravity=(0.0, 0.0, 0.0), dt=0.002)
    drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=5.0, damping=0.5)
    robot = stage.articulation("Walker", actuators={"all": drive})
    stage.sim.reset()
    robot.write_joint_position_limit_to_sim_index(limits=torch.tensor([[[-0.3, 0.3]]]), joint_ids=[2], env_ids=[1])
    robot.set_joint_position_target_index(target=torch.ones(2, 1), joint_ids=[2])
    stage.step(robot, count=1000)
    angles = robot.data.joint_pos.torch[:, 2]
    assert angles[0] > 0.8
    assert angles[1] == pytest.approx(0.3, abs=0.02)  # limits are soft


@configclass
class SlowHipsCfg(IdealPDActuatorCfg):
    """A config of a user's own."""

    stiffness: float = 1.0
    damping: float = 0.1


def test_configs_are_copied(make_stage: MakeStage) -> None:
    hips = SlowHipsCfg(joint_names_expr=[".*_hip"], effort_limit=1.0)
    _, robot = play(make_stage, {"hips": hips})
    robot.cfg.actuators["hips"].stiffness = 99.0
    robot.cfg.init_state.joint_pos["left_hip"] = 99.0
    assert hips.stiffness == 1.0
    SimulationContext.clear_instance()
    _, again = play(make_stage, {"hips": hips})
    assert again.cfg.init_state.joint_pos == {".*": 0.0}
