"""Terms against those of the real Isaac Lab 2.3.2, run over Pippin's assets in the older dialect.

The wheel is not part of Pippin. ``PIPPIN_ISAACLAB_WHEEL`` names the folder that it was unpacked into
(``pip download --no-deps --python-version 3.11 --only-binary=:all: isaaclab==2.3.2.post1``); without it the tests are
skipped. Only files whose header says BSD-3 are read.
"""

from __future__ import annotations

import ast
import logging
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest
import torch

from omni.isaac.lab import actuators, assets, sensors
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.controllers import (
    DifferentialIKController,
    DifferentialIKControllerCfg,
    OperationalSpaceController,
    OperationalSpaceControllerCfg,
)
from omni.isaac.lab.envs import mdp
from omni.isaac.lab.envs.mdp import ManagerTermBase, SceneEntityCfg
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.utils import configclass
from omni.isaac.lab.utils import math as math_utils
from omni.isaac.lab.utils import string as string_utils

from .conftest import DT, NUM_ENVS, WALKER

FOLDER = "isaaclab/source/isaaclab/isaaclab/envs/mdp"
WHEEL = Path(os.environ.get("PIPPIN_ISAACLAB_WHEEL", "/nowhere")) / FOLDER

pytestmark = pytest.mark.skipif(not WHEEL.is_dir(), reason="PIPPIN_ISAACLAB_WHEEL names no unpacked wheel")

SEED = 7
EXACT = {"rtol": 1e-5, "atol": 1e-5}


def real_terms(name: str) -> dict[str, Any]:
    """Functions and classes of a file of the wheel, run with the imports of the older dialect."""
    source = (WHEEL / f"{name}.py").read_text(encoding="utf-8")
    assert "SPDX-License-Identifier: BSD-3-Clause" in source[:400]
    module = ast.parse(source)
    module.body = [node for node in module.body if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ImportFrom))]
    module.body = [node for node in module.body if not isinstance(node, ast.ImportFrom) or node.module == "__future__"]
    namespace: dict[str, Any] = {
        "__name__": f"real_{name}",
        "torch": torch,
        "re": re,
        "math": math,
        "math_utils": math_utils,
        "sim_utils": sim_utils,
        "SceneEntityCfg": SceneEntityCfg,
        "ManagerTermBase": ManagerTermBase,
        "Articulation": assets.Articulation,
        "RigidObject": assets.RigidObject,
        "ImplicitActuator": actuators.ImplicitActuator,
        "get_isaac_sim_version": lambda: SimpleNamespace(major=5),
        "string_utils": string_utils,
        "ActionTerm": mdp.ActionTerm,
        "CommandTerm": mdp.UniformVelocityCommand.__mro__[1],
        "DifferentialIKController": DifferentialIKController,
        "OperationalSpaceController": OperationalSpaceController,
        "ContactSensor": sensors.ContactSensor,
        "FrameTransformer": sensors.FrameTransformer,
        "VisualizationMarkers": None,
        "logger": logging.getLogger("real"),
        **{name: getattr(math_utils, name) for name in math_utils.__all__},
        "ClassVar": ClassVar,
        "Literal": Literal,
        "Sequence": Sequence,
        "generic_io_descriptor": lambda **settings: lambda function: function,
        **{f"record_{what}": None for what in ("body_names", "dtype", "joint_names", "shape")},
        **{f"record_joint_{what}_offsets": None for what in ("pos", "vel")},
    }
    exec(compile(module, str(WHEEL / name), "exec"), namespace)
    return namespace


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    path = tmp_path_factory.mktemp("walker") / "walker.urdf"
    path.write_text(WALKER, encoding="utf-8")

    @configclass
    class SceneCfg(InteractiveSceneCfg):
        num_envs: int = NUM_ENVS
        env_spacing: float = 3.0
        ground = assets.AssetBaseCfg(prim_path="/World/ground", spawn=sim_utils.GroundPlaneCfg())
        robot = assets.ArticulationCfg(
            prim_path="{ENV_REGEX_NS}/Robot",
            spawn=sim_utils.UrdfFileCfg(asset_path=str(path), fix_base=False, activate_contact_sensors=True),
            init_state=assets.ArticulationCfg.InitialStateCfg(
                pos=(0.0, 0.0, 0.5), joint_pos={".*_hip": 0.2, ".*_knee": -0.4}
            ),
            actuators={
                "hips": actuators.ImplicitActuatorCfg(joint_names_expr=[".*_hip"], stiffness=40.0, damping=2.0),
                "knees": actuators.IdealPDActuatorCfg(
                    joint_names_expr=[".*_knee"], stiffness=30.0, damping=1.0, effort_limit=15.0
                ),
            },
            soft_joint_pos_limit_factor=0.9,
        )
        contacts = sensors.ContactSensorCfg(prim_path="{ENV_REGEX_NS}/Robot/.*", history_length=3)

    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=DT, device="cpu")) as sim:
        scene = InteractiveScene(SceneCfg())
        sim.reset()
        scene.update(DT)
        env = SimpleNamespace(scene=scene, sim=sim, num_envs=NUM_ENVS, device="cpu", step_dt=4 * DT, extras={})
        env.episode_length_buf = torch.tensor([0, 3, 99, 100])
        env.max_episode_length, env.max_episode_length_s, env.common_step_counter = 100, 2.0, 0
        actions = torch.randn(2, NUM_ENVS, 4)
        env.action_manager = SimpleNamespace(action=actions[0], prev_action=actions[1])
        env.command_manager = SimpleNamespace(get_command={"base": torch.randn(NUM_ENVS, 3)}.get)
        env.termination_manager = SimpleNamespace(
            terminated=torch.tensor([True, False, False, True]), time_outs=torch.tensor([False, True, False, False])
        )
        yield env


@pytest.fixture
def moved(env: SimpleNamespace) -> SimpleNamespace:
    torch.manual_seed(0)
    robot = env.scene["robot"]
    pose = robot.data.default_root_state[:, :7].clone()
    pose[:, :3] += env.scene.env_origins + 0.1 * torch.randn(NUM_ENVS, 3)
    pose[:, 2] -= 0.2
    pose[:, 3:] = torch.nn.functional.normalize(torch.tensor([1.0, 0, 0, 0]) + 0.2 * torch.randn(NUM_ENVS, 4), dim=-1)
    robot.write_root_pose_to_sim(pose)
    robot.write_root_velocity_to_sim(torch.randn(NUM_ENVS, 6))
    robot.write_joint_state_to_sim(0.5 * torch.randn(NUM_ENVS, 4), torch.randn(NUM_ENVS, 4))
    robot.set_joint_position_target(torch.randn(NUM_ENVS, 4))
    for _ in range(10):
        env.scene.write_data_to_sim()
        env.sim.step(render=False)
        env.scene.update(DT)
    return env


def entity(env: SimpleNamespace, name: str = "robot", **selection: Any) -> SceneEntityCfg:
    cfg = SceneEntityCfg(name, **selection)
    cfg.resolve(env.scene)
    return cfg


def str_id(value: Any) -> str:
    return value if isinstance(value, str) else ""


KNEES, FEET = {"joint_names": ".*_knee"}, {"body_names": ".*_foot"}
FUNCTIONS: list[tuple[str, str, dict[str, Any]]] = [
    *(("observations", name, {}) for name in ("base_pos_z", "base_lin_vel", "base_ang_vel", "projected_gravity")),
    *(("observations", name, {}) for name in ("root_pos_w", "root_quat_w", "root_lin_vel_w", "root_ang_vel_w")),
    ("observations", "root_quat_w", {"make_quat_unique": True}),
    *(("observations", name, {"asset_cfg": FEET}) for name in ("body_pose_w", "body_projected_gravity_b")),
    *(
        ("observations", f"joint_{name}", {"asset_cfg": selection})
        for name in ("pos", "pos_rel", "pos_limit_normalized", "vel", "vel_rel", "effort")
        for selection in ({}, KNEES)
    ),
    *(("observations", name, {}) for name in ("current_time_s", "remaining_time_s", "last_action")),
    ("observations", "generated_commands", {"command_name": "base"}),
    *(("rewards", name, {}) for name in ("is_alive", "is_terminated", "lin_vel_z_l2", "ang_vel_xy_l2")),
    *(("rewards", name, {}) for name in ("flat_orientation_l2", "body_lin_acc_l2", "action_rate_l2", "action_l2")),
    ("rewards", "base_height_l2", {"target_height": 0.4}),
    *(
        ("rewards", f"joint_{name}", {"asset_cfg": KNEES})
        for name in ("torques_l2", "vel_l1", "vel_l2", "acc_l2", "deviation_l1", "pos_limits")
    ),
    ("rewards", "joint_vel_limits", {"soft_ratio": 0.1}),
    ("rewards", "applied_torque_limits", {}),
    *(("rewards", name, {"threshold": 1.0, "sensor_cfg": FEET}) for name in ("undesired_contacts", "contact_forces")),
    ("rewards", "desired_contacts", {"sensor_cfg": FEET}),
    *(("rewards", f"track_{name}_exp", {"std": 0.5, "command_name": "base"}) for name in ("lin_vel_xy", "ang_vel_z")),
    ("terminations", "time_out", {}),
    ("terminations", "bad_orientation", {"limit_angle": 0.2}),
    ("terminations", "root_height_below_minimum", {"minimum_height": 0.3}),
    *(("terminations", f"joint_{name}_out_of_limit", {}) for name in ("pos", "vel", "effort")),
    ("terminations", "joint_pos_out_of_manual_limit", {"bounds": (-0.3, 0.3)}),
    ("terminations", "joint_vel_out_of_manual_limit", {"max_velocity": 1.0, "asset_cfg": KNEES}),
    ("terminations", "illegal_contact", {"threshold": 1.0, "sensor_cfg": FEET}),
]


@pytest.mark.parametrize(("file", "name", "params"), FUNCTIONS, ids=str_id)
def test_functions_agree(moved: SimpleNamespace, file: str, name: str, params: dict[str, Any]) -> None:
    resolved = {
        key: entity(moved, "contacts" if key == "sensor_cfg" else "robot", **value) if key.endswith("_cfg") else value
        for key, value in params.items()
    }
    expected = real_terms(file)[name](moved, **resolved)
    given = getattr(mdp, name)(moved, **resolved)
    torch.testing.assert_close(given.float(), expected.float(), **EXACT)


POSES = {"x": (-0.5, 0.5), "yaw": (-3.0, 3.0), "roll": (-0.1, 0.2)}
SPEEDS = {"z": (-0.5, 0.5), "pitch": (0.3, 0.6)}
EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("reset_root_state_uniform", {"pose_range": POSES, "velocity_range": SPEEDS}),
    ("reset_root_state_with_random_orientation", {"pose_range": POSES, "velocity_range": SPEEDS}),
    ("reset_joints_by_scale", {"position_range": (0.5, 5.0), "velocity_range": (0.0, 0.0)}),
    ("reset_joints_by_offset", {"position_range": (-1.0, 1.0), "velocity_range": (-20.0, 20.0), "asset_cfg": KNEES}),
    ("reset_scene_to_default", {}),
    ("push_by_setting_velocity", {"velocity_range": SPEEDS}),
    ("randomize_rigid_body_com", {"com_range": {"x": (-0.1, 0.1), "z": (0.0, 0.05)}, "asset_cfg": FEET}),
    *(
        (
            "randomize_rigid_body_mass",
            {"asset_cfg": FEET, "mass_distribution_params": (0.5, 1.5), "operation": operation, "distribution": kind},
        )
        for operation, kind in (("scale", "log_uniform"), ("add", "uniform"), ("abs", "gaussian"))
    ),
    *(
        (
            "randomize_actuator_gains",
            {
                "asset_cfg": joints,
                "stiffness_distribution_params": (0.5, 1.5),
                "damping_distribution_params": (0.9, 1.1),
                "operation": operation,
            },
        )
        for operation, joints in (("scale", {}), ("add", KNEES), ("abs", {"joint_names": "left_.*"}))
    ),
    *(
        (
            "randomize_joint_parameters",
            {
                "asset_cfg": joints,
                "friction_distribution_params": (0.0, 0.2),
                "armature_distribution_params": (0.01, 0.02),
                "lower_limit_distribution_params": (-0.1, 0.1),
                "upper_limit_distribution_params": (-0.1, 0.1),
                "operation": "add",
            },
        )
        for joints in ({}, KNEES)
    ),
    (
        "randomize_rigid_body_material",
        {
            "asset_cfg": {},
            "static_friction_range": (0.5, 1.0),
            "dynamic_friction_range": (0.3, 0.9),
            "restitution_range": (0.0, 0.5),
            "num_buckets": 8,
            "make_consistent": True,
        },
    ),
]


def state(env: SimpleNamespace) -> dict[str, torch.Tensor]:
    """All that events may have changed."""
    robot, view = env.scene["robot"], env.scene["robot"].root_physx_view
    names = ("root_state_w", "joint_pos", "joint_vel", "joint_friction_coeff", "joint_armature", "joint_pos_limits")
    values = {name: getattr(robot.data, name).clone() for name in names}
    values |= {name: getattr(view, f"get_{name}")().clone() for name in ("masses", "inertias", "coms")}
    values["materials"] = view.get_material_properties().clone()
    for name, group in robot.actuators.items():
        values |= {f"{name} stiffness": group.stiffness.clone(), f"{name} damping": group.damping.clone()}
    values["drive stiffness"] = robot.data.joint_stiffness.clone()
    values["drive damping"] = robot.data.joint_damping.clone()
    return values


def happen(env: SimpleNamespace, term: Callable, params: dict[str, Any]) -> dict[str, torch.Tensor]:
    """State after an event of a function or class."""
    torch.manual_seed(SEED)
    params = {key: entity(env, **value) if key.endswith("_cfg") else value for key, value in params.items()}
    if isinstance(term, type):
        term = term(SimpleNamespace(params=params), env)
    term(env, torch.tensor([0, 2, 3]), **params)
    return state(env)


@pytest.mark.parametrize(("name", "params"), EVENTS, ids=str_id)
def test_events_agree(moved: SimpleNamespace, name: str, params: dict[str, Any]) -> None:
    """The real event changes the state, and Pippin's the same way, with the same random numbers."""
    before = state(moved)
    expected = happen(moved, real_terms("events")[name], params)
    restore(moved, before)
    given = happen(moved, getattr(mdp, name), params)
    restore(moved, before)
    assert any(not torch.equal(expected[key], before[key]) for key in before), "the event does nothing"
    for key, values in expected.items():
        torch.testing.assert_close(given[key], values, **EXACT, msg=lambda text, key=key: f"{key}: {text}")


def restore(env: SimpleNamespace, before: dict[str, torch.Tensor]) -> None:
    robot, everything = env.scene["robot"], torch.arange(NUM_ENVS)
    view = robot.root_physx_view
    robot.write_root_state_to_sim(before["root_state_w"])
    robot.write_joint_state_to_sim(before["joint_pos"], before["joint_vel"])
    robot.write_joint_friction_coefficient_to_sim(before["joint_friction_coeff"])
    robot.write_joint_armature_to_sim(before["joint_armature"])
    robot.write_joint_position_limit_to_sim(before["joint_pos_limits"])
    robot.write_joint_stiffness_to_sim(before["drive stiffness"])
    robot.write_joint_damping_to_sim(before["drive damping"])
    for name in ("masses", "inertias", "coms"):
        getattr(view, f"set_{name}")(before[name], everything)
    view.set_material_properties(before["materials"], everything)
    for name, group in robot.actuators.items():
        group.stiffness[:], group.damping[:] = before[f"{name} stiffness"], before[f"{name} damping"]


LEFT = {"asset_name": "robot", "joint_names": ["left_hip", "left_knee"], "body_name": "left_foot"}
OFFSET = {"pos": (0.02, 0.0, -0.2), "rot": (0.8, 0.0, 0.6, 0.0)}
ACTIONS: list[tuple[str, str, Any, int]] = [
    (
        "joint_actions",
        "JointPositionAction",
        mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=[".*"], scale={".*_hip": 0.3}, clip={".*": (-0.2, 1.0)}
        ),
        4,
    ),
    (
        "joint_actions",
        "RelativeJointPositionAction",
        mdp.RelativeJointPositionActionCfg(asset_name="robot", joint_names=[".*_knee"], scale=0.2),
        2,
    ),
    (
        "joint_actions_to_limits",
        "EMAJointPositionToLimitsAction",
        mdp.EMAJointPositionToLimitsActionCfg(asset_name="robot", joint_names=[".*"], alpha=0.3),
        4,
    ),
    (
        "binary_joint_actions",
        "BinaryJointPositionAction",
        mdp.BinaryJointPositionActionCfg(
            asset_name="robot",
            joint_names=[".*_knee"],
            open_command_expr={".*": 0.2},
            close_command_expr={"left.*": -0.5, "right.*": -0.1},
        ),
        1,
    ),
    *(
        (
            "task_space_actions",
            "DifferentialInverseKinematicsAction",
            mdp.DifferentialInverseKinematicsActionCfg(
                **LEFT,
                scale=0.05,
                body_offset=mdp.DifferentialInverseKinematicsActionCfg.OffsetCfg(**OFFSET) if has_offset else None,
                controller=DifferentialIKControllerCfg(command_type="pose", use_relative_mode=True, ik_method=method),
            ),
            6,
        )
        for method, has_offset in (("dls", False), ("dls", True), ("pinv", True))
    ),
    (
        "task_space_actions",
        "OperationalSpaceControllerAction",
        mdp.OperationalSpaceControllerActionCfg(
            **LEFT,
            position_scale=0.1,
            orientation_scale=0.1,
            controller_cfg=OperationalSpaceControllerCfg(target_types=["pose_rel"], motion_stiffness_task=40.0),
        ),
        6,
    ),
]


@pytest.mark.parametrize(("file", "name", "cfg", "size"), ACTIONS, ids=str_id)
def test_actions_agree(moved: SimpleNamespace, file: str, name: str, cfg: Any, size: int) -> None:
    torch.manual_seed(SEED)
    robot, actions, targets = moved.scene["robot"], torch.randn(NUM_ENVS, size), []
    for term_class in (real_terms(f"actions/{file}")[name], cfg.class_type):
        robot.set_joint_position_target(torch.zeros(NUM_ENVS, 4))
        robot.set_joint_effort_target(torch.zeros(NUM_ENVS, 4))
        term = term_class(cfg, moved)
        term.reset(torch.arange(NUM_ENVS))
        for _ in range(2):
            term.process_actions(actions)
            term.apply_actions()
        targets.append(torch.cat([robot.data.joint_pos_target, robot.data.joint_effort_target], dim=1).clone())
    assert targets[0].abs().max() > 0.01
    torch.testing.assert_close(targets[1], targets[0], rtol=1e-4, atol=2e-5)  # inverses in float32 and float64


def test_velocity_commands_agree(moved: SimpleNamespace) -> None:
    ranges = mdp.UniformVelocityCommandCfg.Ranges((-1.0, 1.0), (-0.5, 0.5), (-1.0, 1.0), heading=(-3.0, 3.0))
    cfg = mdp.UniformVelocityCommandCfg(
        asset_name="robot",
        resampling_time_range=(0.03, 0.1),
        heading_command=True,
        rel_standing_envs=0.3,
        rel_heading_envs=0.6,
        ranges=ranges,
    )
    histories = []
    for term_class in (real_velocity_command(), cfg.class_type):
        torch.manual_seed(SEED)
        term = term_class(cfg, moved)
        term.reset(torch.arange(NUM_ENVS))
        history = []
        for _ in range(20):
            term.compute(0.02)
            history.append(term.command.clone())
        histories.append(torch.stack(history))
    torch.testing.assert_close(histories[1], histories[0], **EXACT)


def real_velocity_command() -> type:
    return real_terms("commands/velocity_command")["UniformVelocityCommand"]
