"""The names of isaaclab_contrib stand for Pippin's, and its documented example of a quadrotor is understood."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import pippin.actuators
import pippin.assets
import pippin.controllers
from pippin.envs.mdp import actions

pytest.importorskip("isaaclab_contrib", reason="pippin-isaac is not installed")

THRUSTER, THRUSTER_CFG = "Thruster", "ThrusterCfg"
THRUST_ACTIONS = ["NavigationAction", "NavigationActionCfg", "ThrustAction", "ThrustActionCfg"]
LEE = [f"Lee{kind}{end}" for kind in ("Acc", "Att", "Pos", "Vel") for end in ("Controller", "ControllerCfg")]
LEE += ["LeeControllerBase", "LeeControllerBaseCfg"]
LEE += ["compute_body_torque", "compute_desired_orientation", "yaw_rate_to_body_angvel"]
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
        ("isaaclab_contrib.controllers", pippin.controllers, LEE),
        ("isaaclab_contrib.controllers.lee_position_control", pippin.controllers, ["LeePosController"]),
        ("isaaclab_contrib.controllers.lee_position_control_cfg", pippin.controllers, ["LeePosControllerCfg"]),
        ("isaaclab_contrib.mdp", actions, THRUST_ACTIONS),
        ("isaaclab_contrib.mdp.actions", actions, THRUST_ACTIONS),
        ("isaaclab_contrib.mdp.actions.thrust_actions", actions, ["NavigationAction", "ThrustAction"]),
        ("isaaclab_contrib.mdp.actions.thrust_actions_cfg", actions, ["NavigationActionCfg", "ThrustActionCfg"]),
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


def test_thrusters_answer_to_the_names_of_version_3() -> None:
    import torch

    from isaaclab_contrib.actuators import Thruster, ThrusterCfg

    cfg = ThrusterCfg(
        dt=0.01,
        thruster_names_expr=[".*"],
        thrust_range=(0.0, 10.0),
        thrust_const_range=(0.05, 0.1),
        tau_inc_range=(0.01, 0.02),
        tau_dec_range=(0.03, 0.04),
    )
    model = Thruster(cfg, ["a", "b"], slice(None), 3, "cpu", torch.ones(3, 2))
    model.tau_inc_s[0] = 7.0
    model.curr_thrust[:] = 5.0
    model.reset_idx([0])
    assert model.num_motors == 2 and (model.tau_inc_s < 0.03).all() and (model.tau_dec_s > 0.02).all()
    torch.testing.assert_close(model.curr_thrust, torch.cat([model.thrust_const[:1], torch.full((2, 2), 5.0)]))


def test_what_is_not_served_lacks_attributes_and_says_what_to_use() -> None:
    from isaaclab_newton.physics import KaminoPADMMSolverCfg

    solver = KaminoPADMMSolverCfg(max_iterations=7)
    assert solver.max_iterations == 7
    assert not hasattr(solver, "iterations") and getattr(solver, "iterations", None) is None
    with pytest.raises(NotImplementedError, match="use MJWarpSolverCfg"):
        _ = solver.iterations


def test_configs_of_rmpflow_name_files_that_are_there_or_the_cloud() -> None:
    from pippin.motion.rmpflow.batch import RmpFlowBatch
    from pippin.motion.rmpflow.policies.parameters import read_rmpflow_parameters
    from pippin.motion.robot_description import load_robot

    rmp_flow = importlib.import_module("isaaclab.controllers.config.rmp_flow")
    for cfg in (rmp_flow.FRANKA_RMPFLOW_CFG, rmp_flow.UR10_RMPFLOW_CFG):
        paths = (cfg.config_file, cfg.urdf_file, cfg.collision_file)
        assert all(Path(path).is_file() for path in paths)
        model = load_robot(cfg.urdf_file, cfg.collision_file)
        RmpFlowBatch(model, read_rmpflow_parameters(cfg.config_file, model), cfg.frame_name, num_envs=1)
    assert rmp_flow.AGIBOT_LEFT_ARM_RMPFLOW_CFG.urdf_file.endswith("RmpFlowAssets/agibot/agibot.urdf")
    assert not hasattr(rmp_flow, "NOBODY_RMPFLOW_CFG")


def test_lame_parameters_are_those_of_young_and_poisson() -> None:
    """E / (2 (1 + nu)) and E nu / ((1 + nu) (1 - 2 nu)) give E and nu back."""
    import pippin.sim as sim_utils
    from isaaclab_newton.sim.spawners.materials import NewtonDeformableBodyMaterialCfg

    young, poisson = 2.5e4, 0.3
    material = NewtonDeformableBodyMaterialCfg(
        density=900.0,
        k_mu=young / (2.0 * (1.0 + poisson)),
        k_lambda=young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
    )
    sim_utils.create_new_stage()
    prim = material.func("/Soft", material)
    values = [
        prim.GetAttribute(f"physxDeformableBodyMaterial:{name}").Get()
        for name in ("youngsModulus", "poissonsRatio", "density")
    ]
    assert values == pytest.approx([young, poisson, 900.0])
    material.k_mu = 0.0
    with pytest.raises(ValueError, match="k_mu is 0.0: it should be above 0"):
        material.func("/Other", material)


@pytest.mark.parametrize("package", ["isaaclab", "isaaclab_contrib"])
def test_tactile_settings_are_found_in_their_file(package: str) -> None:
    """The list of sensors in copies of Isaac Lab 2.3 imports them from there, later ones from the other package."""
    found = importlib.import_module(f"{package}.sensors.tacsl_sensor.visuotactile_sensor_cfg")
    assert found.GelSightRenderCfg(image_height=320).image_height == 320


def test_the_humanoids_reward_has_the_name_of_the_first_version_too() -> None:
    mdp = importlib.import_module("isaaclab_tasks.manager_based.classic.humanoid.mdp")
    assert mdp.joint_limits_penalty_ratio is mdp.joint_pos_limits_penalty_ratio
