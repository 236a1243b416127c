"""Limits of actuators in the dialect of version 2, which means some of them differently."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin.actuators import ActuatorBase, DCMotorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import (
    ArticulationRootPropertiesCfg,
    PhysxArticulationCfg,
    PhysxRigidBodyCfg,
    UsdFileCfg,
    UsdPhysicsRigidBodyCfg,
)
from pippin_isaac.conversions import to_newer
from pippin_isaac.modules import dialect_of

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # what these programs name

GROUP = {"joint_names_expr": [".*"], "stiffness": 1.0, "damping": 0.1}


@pytest.mark.parametrize("cfg_type", [IdealPDActuatorCfg, DCMotorCfg])
def test_the_engine_does_not_limit_what_an_explicit_model_has_limited(cfg_type: type) -> None:
    assert _limits(_made(cfg_type, effort_limit=23.5), "effort") == (23.5, 1e9)
    assert _limits(_made(cfg_type, effort_limit=23.5, effort_limit_sim=30.0), "effort") == (23.5, 30.0)
    assert _limits(_made(cfg_type), "effort") == (50.0, 1e9)


def test_an_implicit_model_has_one_limit_of_each(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("effort_limit", "effort_limit_sim"):
        actuator = _made(ImplicitActuatorCfg, **{name: 4.0})
        assert _limits(actuator, "effort") == (4.0, 4.0)
        assert (actuator.cfg.effort_limit, actuator.cfg.effort_limit_sim) == (4.0, 4.0)
    assert _limits(_made(ImplicitActuatorCfg, velocity_limit_sim=3.0), "velocity") == (3.0, 3.0)
    with caplog.at_level(logging.WARNING, logger="pippin"):
        actuator = _made(ImplicitActuatorCfg, velocity_limit=3.0)
    assert _limits(actuator, "velocity") == (20.0, 20.0)
    assert "ignore 'velocity_limit'" in caplog.text


@pytest.mark.parametrize("name", ["effort_limit", "velocity_limit"])
def test_limits_of_an_implicit_model_that_differ_are_refused_where_it_is_made(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is 5.0 and '{name}_sim' is 6.0"):
        _made(ImplicitActuatorCfg, **{name: 5.0, f"{name}_sim": 6.0})


def test_a_limit_that_a_program_writes_replaces_that_of_a_robots_config() -> None:
    assert _limits(_made(ImplicitActuatorCfg, joint_effort_limit=87.0, effort_limit_sim=4.0), "effort") == (4.0, 4.0)


def _made(cfg_type: type, **limits: float) -> ActuatorBase:
    """An actuator made by a program for version 2, of a joint whose file has limits 50 and 20."""
    if issubclass(cfg_type, DCMotorCfg):
        limits |= {"saturation_effort": 60.0, "velocity_limit": 10.0}
    cfg = dialect_of("omni.isaac.lab").counterpart(cfg_type)(**limits, **GROUP)
    unchanged = cfg.to_dict()
    actuator = to_newer({"legs": cfg}, dialect_of("omni.isaac.lab"))["legs"].class_type(
        cfg, ["joint"], slice(None), 1, "cpu", effort_limit=50.0, velocity_limit=20.0
    )
    assert cfg.to_dict() == unchanged
    return actuator


def _limits(actuator: ActuatorBase, kind: str) -> tuple[float, float]:
    """The model's limit and the engine's."""
    return getattr(actuator, f"{kind}_limit").item(), getattr(actuator, f"{kind}_limit_sim").item()


def test_robots_have_properties_and_no_fragments() -> None:
    robot = dialect_of("omni.isaac.lab").counterpart(_released())
    assert isinstance(robot.spawn.articulation_props, ArticulationRootPropertiesCfg)
    assert robot.spawn.articulation_props.enabled_self_collisions is True
    assert robot.spawn.rigid_props.max_linear_velocity == 1000.0
    robot.spawn.articulation_props.fix_root_link = True
    assert to_newer(robot, dialect_of("omni.isaac.lab")).spawn.articulation_props.fix_root_link is True


def _released() -> ArticulationCfg:
    """A robot as it is released for version 3."""
    spawn = UsdFileCfg(
        usd_path="robot.usd",
        rigid_props=[UsdPhysicsRigidBodyCfg(), PhysxRigidBodyCfg(max_linear_velocity=1000.0)],
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
        fix_root_link=False,
    )
    return ArticulationCfg(spawn=spawn, actuators={})
