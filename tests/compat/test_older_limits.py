"""Limits of actuators in the dialect of version 2, which means some of them differently."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin.actuators import DCMotorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg
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

GROUP = {"joint_names_expr": [".*"], "stiffness": 1.0, "damping": 0.1}


@pytest.mark.parametrize("cfg_type", [IdealPDActuatorCfg, DCMotorCfg])
def test_the_engine_does_not_limit_what_an_explicit_model_has_limited(cfg_type: type) -> None:
    given = {"actuators": {"legs": cfg_type(effort_limit=23.5, **GROUP)}}
    cfg = to_newer(given, dialect_of("omni.isaac.lab.actuators"))["actuators"]["legs"]
    assert (cfg.effort_limit, cfg.effort_limit_sim) == (23.5, 1e9)
    assert given["actuators"]["legs"].effort_limit_sim is None
    chosen = to_newer(cfg_type(effort_limit_sim=30.0, **GROUP), dialect_of("omni.isaac.lab.actuators"))
    assert chosen.effort_limit_sim == 30.0


def test_an_implicit_model_has_one_velocity_limit(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        cfg = to_newer(ImplicitActuatorCfg(velocity_limit=3.0, **GROUP), dialect_of("omni.isaac.lab.actuators"))
    assert cfg.velocity_limit is None
    assert "ignore 'velocity_limit'" in caplog.text


@pytest.mark.parametrize("name", ["effort_limit", "velocity_limit"])
def test_limits_of_an_implicit_model_that_differ_are_refused_where_it_is_made(name: str) -> None:
    cfg = ImplicitActuatorCfg(**{name: 5.0, f"{name}_sim": 6.0}, **GROUP)
    newer = to_newer(cfg, dialect_of("omni.isaac.lab.actuators"))
    with pytest.raises(ValueError, match=f"'{name}' is 5.0 and '{name}_sim' is 6.0"):
        newer.class_type(newer)


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
