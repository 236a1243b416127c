"""The names of isaaclab.actuators stand for Pippin's."""

from __future__ import annotations

import importlib

import pytest

import pippin.actuators

MODELS = ["DCMotor", "DelayedPDActuator", "IdealPDActuator", "ImplicitActuator", "RemotizedPDActuator"]
NETWORKS = ["ActuatorNetLSTM", "ActuatorNetMLP"]
MODEL_CFGS, NETWORK_CFGS = ([f"{name}Cfg" for name in names] for names in (MODELS, NETWORKS))
BASE, BASE_CFG = ["ActuatorBase"], ["ActuatorBaseCfg"]


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("isaaclab.actuators", BASE + BASE_CFG + MODELS + MODEL_CFGS + NETWORKS + NETWORK_CFGS),
        ("isaaclab.actuators.actuator_base", BASE),
        ("isaaclab.actuators.actuator_base_cfg", BASE_CFG),
        ("isaaclab.actuators.actuator_cfg", BASE_CFG + MODEL_CFGS + NETWORK_CFGS),
        ("isaaclab.actuators.actuator_net", NETWORKS),
        ("isaaclab.actuators.actuator_net_cfg", NETWORK_CFGS),
        ("isaaclab.actuators.actuator_pd", MODELS),
        ("isaaclab.actuators.actuator_pd_cfg", MODEL_CFGS),
    ],
)
def test_module_has_the_names(module, names) -> None:
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(names)
    assert all(getattr(found, name) is getattr(pippin.actuators, name) for name in names)
