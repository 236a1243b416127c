"""The names of isaaclab_contrib stand for Pippin's, and its documented example of a quadrotor is understood."""

from __future__ import annotations

import importlib

import pytest

import pippin.actuators
import pippin.assets

pytest.importorskip("isaaclab_contrib", reason="pippin-isaac is not installed")

THRUSTER, THRUSTER_CFG = "Thruster", "ThrusterCfg"
MULTIROTOR = ["Multirotor", "MultirotorCfg", "MultirotorData"]


@pytest.mark.parametrize(
    ("module", "source", "names"),
    [
        ("isaaclab_contrib.actuators", pippin.actuators, [THRUSTER, THRUSTER_CFG]),
        ("isaaclab_contrib.actuators.thruster", pippin.actuators, [THRUSTER]),
        ("isaaclab_contrib.actuators.thruster_cfg", pippin.actuators, [THRUSTER_CFG]),
        ("isaaclab_contrib.assets", pippin.assets, MULTIROTOR),
        ("isaaclab_contrib.assets.multirotor", pippin.assets, MULTIROTOR),
        ("isaaclab_contrib.assets.multirotor.multirotor", pippin.assets, MULTIROTOR[:1]),
        ("isaaclab_contrib.assets.multirotor.multirotor_cfg", pippin.assets, MULTIROTOR[1:2]),
        ("isaaclab_contrib.assets.multirotor.multirotor_data", pippin.assets, MULTIROTOR[2:]),
        ("isaaclab_contrib.utils.types", pippin.actuators, ["MultiRotorActions"]),
    ],
)
def test_module_has_the_names(module: str, source: object, names: list[str]) -> None:
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(names)
    assert all(getattr(found, name) is getattr(source, name) for name in names)


def test_a_config_of_public_code_is_understood() -> None:
    """In the words of Isaac Lab's own quadrotor: ranges of time constants and of the thrust constant."""
    from isaaclab_contrib.actuators import ThrusterCfg
    from isaaclab_contrib.assets import Multirotor, MultirotorCfg

    cfg = MultirotorCfg(
        prim_path="/World/envs/env_.*/Robot",
        init_state=MultirotorCfg.InitialStateCfg(rps={"front_.*": 200.0, "back_.*": 180.0}),
        actuators={
            "thrusters": ThrusterCfg(
                thruster_names_expr=["front_.*", "back_.*"],
                thrust_range=(0.1, 10.0),
                thrust_const_range=(9.2e-6, 1.8e-5),
                tau_inc_range=(0.05, 0.08),
                tau_dec_range=(0.005, 0.005),
                torque_to_thrust_ratio=0.07,
                use_rps=True,
                dt=0.01,
            )
        },
        rotor_directions=[1, -1, 1, -1],
        allocation_matrix=[[0.0] * 4, [0.0] * 4, [1.0] * 4, [0.1] * 4, [0.1] * 4, [0.07] * 4],
    )
    cfg.validate()
    assert cfg.class_type is Multirotor
    assert cfg.actuators["thrusters"].time_constant_ranges() == ((0.05, 0.08), (0.005, 0.005))
    assert cfg.init_state.pos == (0.0, 0.0, 0.0) and cfg.thruster_force_direction == (0.0, 0.0, 1.0)
