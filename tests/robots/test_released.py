"""Robots under Isaac Lab's names have its numbers: those of the package isaaclab_assets 3.0.0, where it is at hand."""

from __future__ import annotations

import ast
import copy
import math
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pinocchio
import pytest
import torch
from pxr import Usd, UsdPhysics

import pippin.robots.released
from pippin.actuators import ActuatorBaseCfg
from pippin.actuators.actuator_base import LIMIT_NAMES
from pippin.assets import Articulation
from pippin.robots.descriptions import own_description
from pippin.robots.released import (
    RELEASED,
    arms,
    hands,
    linkages,
    other_humanoids,
    quadrupeds,
    research_arms,
)
from pippin.robots.released.stand_ins import find_robot_stand_in
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors.ray_caster import lidars
from pippin.sim import SimulationCfg, SimulationContext, UsdFileCfg
from pippin.sim.files import is_cloud_path

WHEEL = Path(os.environ.get("PIPPIN_ISAACLAB_WHEEL", "/work/ext/isaaclab-3.0.0"))
"""Folder of an unpacked wheel of Isaac Lab 3.0.0."""

OLDER_WHEEL = Path(os.environ.get("PIPPIN_ISAACLAB_2_WHEEL", "/work/ext/isaaclab-2.3.2"))
"""Folder of an unpacked wheel of Isaac Lab 2.3.2."""

FILES = ("allegro", "ant", "anymal", "cart_double_pendulum", "cartpole", "cassie", "franka", "humanoid", "humanoid_28",
         "kinova", "kuka_allegro", "quadcopter", "sawyer", "shadow_hand", "spot", "unitree", "universal_robots",
         "agibot", "agility", "arl_robot_1", "dr_legs", "flexiv", "fourbar_pole", "fourier", "galbot", "openarm",
         "pick_and_place", "ridgeback_franka", "so101")  # fmt: skip

DT = 0.005
"""Step of the tasks of walking [s]."""

ROBOTS = sorted(name for name in RELEASED if "ACTUATOR" not in name and "THRUSTER" not in name)

OTHER_ACTUATORS = {"ANYDRIVE_3_LSTM_ACTUATOR_CFG", "ANYMAL_B_CFG", "ANYMAL_C_CFG", "ANYMAL_D_CFG",
                   "ARL_ROBOT_1_CFG", "ARL_ROBOT_1_THRUSTER", "FRANKA_MINIMAL_CFG", "FRANKA_PANDA_CFG",
                   "FRANKA_PANDA_HIGH_PD_CFG", "GO1_ACTUATOR_CFG", "SO101_CFG",
                   "UNITREE_GO1_CFG"}  # fmt: skip
"""Robots whose actuators the release takes from files that packages do not ship."""

OTHER_POSES = {"ANT_CFG"}
"""Robots whose joints have other names in the descriptions that packages ship."""


class Recorder:
    """Stands for any class or module of Isaac Lab: called, it keeps what it is called with."""

    def __getattr__(self, name: str) -> Recorder:
        if name.startswith("__"):
            raise AttributeError(name)
        return Recorder()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return SimpleNamespace(**kwargs)

    def __getitem__(self, key: Any) -> Recorder:
        return Recorder()

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __format__(self, spec: str) -> str:
        return "root"


class Names(dict):
    """Names of a file, of which those that it imports are recorders; comprehensions find them in ``inside``."""

    def __init__(self, **names: Any) -> None:
        super().__init__(names)
        self.inside: dict[str, Any] = {}

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.inside[name] = value

    def __missing__(self, name: str) -> Recorder:
        if name in ("enumerate", "range", "dict", "list", "zip", "__builtins__"):
            raise KeyError(name)
        return Recorder()


def _replace(cfg: Any, **changes: Any) -> Any:
    new = copy.deepcopy(cfg)
    vars(new).update(changes)
    return new


@pytest.fixture(scope="module")
def released() -> dict[str, Any]:
    """What the release's files define, by name."""
    folder = WHEEL / "isaaclab_assets" / "robots"
    if not folder.is_dir():
        pytest.skip(f"there is no wheel of Isaac Lab 3.0.0 at '{WHEEL}'")
    found = Names(clone=copy.deepcopy, replace=_replace, math=math, torch=math)
    for name in ("../sensors/velodyne", *FILES):
        tree = ast.parse((folder / f"{name}.py").read_text())
        tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
        exec(compile(tree, name, "exec"), found.inside, found)
    return found


def _numbers(cfg: Any) -> dict[str, Any]:
    """Fields of a config of actuators that say something, under their present names."""
    fields = {name: value for name, value in vars(cfg).items() if name not in ("class_type", "network_file")}
    for name, older in LIMIT_NAMES.items():
        if fields.get(older) is not None:
            fields[name] = fields.pop(older)
    fields.pop("joint_parameter_lookup", None)
    return {name: value for name, value in fields.items() if value is not None}


@pytest.mark.parametrize("name", sorted(RELEASED.keys() - OTHER_ACTUATORS))
def test_actuators_are_those_of_the_release(released: dict[str, Any], name: str) -> None:
    ours, theirs = getattr(pippin.robots.released, name), released[name]
    if isinstance(ours, ActuatorBaseCfg):
        assert _numbers(ours) == _numbers(theirs)
        return
    assert ours.actuators.keys() == theirs.actuators.keys()
    for group, cfg in theirs.actuators.items():
        assert _numbers(ours.actuators[group]) == _numbers(cfg), group


def test_the_shadow_hand_of_version_2_is_that_of_its_release() -> None:
    file = OLDER_WHEEL / "isaaclab/source/isaaclab_assets/isaaclab_assets/robots/shadow_hand.py"
    if not file.is_file():
        pytest.skip(f"there is no wheel of Isaac Lab 2.3.2 at '{OLDER_WHEEL}'")
    tree = ast.parse(file.read_text())
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    found = Names()
    exec(compile(tree, str(file), "exec"), found.inside, found)
    ours, theirs = pippin.robots.released.SHADOW_HAND_2_CFG, found["SHADOW_HAND_CFG"]
    assert _by_joint(ours.actuators["fingers"]) == _by_joint(theirs.actuators["fingers"])
    w, *vector = theirs.init_state.rot
    assert (ours.init_state.pos, ours.init_state.rot) == (theirs.init_state.pos, (*vector, w))
    for name in ("fixed_tendons_props", "rigid_props", "articulation_props"):
        ours_of, theirs_of = getattr(ours.spawn, name), getattr(theirs.spawn, name)
        assert all(getattr(ours_of, field) == value for field, value in vars(theirs_of).items()), name


def _by_joint(cfg: Any) -> dict[str, dict[str, float]]:
    """Values of a config of the older Shadow hand's actuators, by joint."""
    fingers = [f"robot0_{finger}J{index}" for finger in ("FF", "MF", "RF", "LF", "TH") for index in range(5)]
    joints = [*fingers, "robot0_WRJ0", "robot0_WRJ1"]
    tables = {"effort": getattr(cfg, "effort_limit_sim", None) or cfg.joint_effort_limit}
    tables |= {"stiffness": cfg.stiffness, "damping": cfg.damping, "names": dict.fromkeys(cfg.joint_names_expr, 1.0)}
    return {
        table: {joint: value for joint in joints for key, value in values.items() if re.fullmatch(key, joint)}
        for table, values in tables.items()
    }


def test_actuators_of_files_that_are_missing_are_the_documented_ones(released: dict[str, Any]) -> None:
    for name in ("ANYMAL_B_CFG", "ANYMAL_C_CFG", "ANYMAL_D_CFG"):
        legs = getattr(pippin.robots.released, name).actuators["legs"]
        simple = _numbers(released["ANYDRIVE_3_SIMPLE_ACTUATOR_CFG"])
        assert _numbers(legs) == {**simple, "stiffness": {".*": 85.0}, "damping": {".*": 3.9}}
    assert _numbers(quadrupeds.anydrive_3_lstm_cfg()) == _numbers(released["ANYMAL_C_CFG"].actuators["legs"])
    for made, name in (
        (arms.franka_actuators(gains_of_file=True), "FRANKA_PANDA_CFG"),
        (arms.franka_legacy_actuators(), "FRANKA_PANDA_LEGACY_CFG"),
        (research_arms.so101_actuators(), "SO101_CFG"),
    ):
        assert {group: _numbers(cfg) for group, cfg in made.items()} == {
            group: _numbers(cfg) for group, cfg in released[name].actuators.items()
        }
    limits = _numbers(pippin.robots.released.UNITREE_GO1_CFG.actuators["base_legs"])
    theirs = _numbers(released["UNITREE_GO1_CFG"].actuators["base_legs"])
    for name in ("actuator_effort_limit", "actuator_velocity_limit", "saturation_effort"):
        assert limits[name] == theirs[name]


def test_names_of_joints_and_links_are_those_of_the_release(released: dict[str, Any]) -> None:
    for name, ours in {
        "ARM_JOINT_NAMES": other_humanoids.ARM_JOINT_NAMES,
        "LEG_JOINT_NAMES": other_humanoids.LEG_JOINT_NAMES,
        "ALLEGRO_ACTUATED_JOINT_NAMES": hands.ALLEGRO_ACTUATED_JOINT_NAMES,
        "ALLEGRO_FINGERTIP_BODY_NAMES": hands.ALLEGRO_FINGERTIP_BODY_NAMES,
        "JOINT_NAMES": hands.SHADOW_JOINT_NAMES,
        "TENDON_NAMES": hands.SHADOW_TENDON_NAMES,
        "TENDON_POSITION_LIMITS": hands.SHADOW_TENDON_POSITION_LIMITS,
        "FINGERTIP_NAMES": hands.SHADOW_FINGERTIP_NAMES,
        "DR_LEGS_JOINT_ORDER": linkages.DR_LEGS_JOINT_ORDER,
        "DR_LEGS_ACTUATED_JOINTS": linkages.DR_LEGS_ACTUATED_JOINTS,
        "DR_LEGS_PASSIVE_JOINTS": linkages.DR_LEGS_PASSIVE_JOINTS,
    }.items():
        assert ours == released[name], name


def test_thrusters_are_those_of_the_release(released: dict[str, Any]) -> None:
    rotors = pippin.robots.released.ARL_ROBOT_1_THRUSTER
    for name, value in vars(released["ARL_ROBOT_1_THRUSTER"]).items():
        assert getattr(rotors, name) == value, name
    ours, theirs = pippin.robots.released.ARL_ROBOT_1_CFG, released["ARL_ROBOT_1_CFG"]
    assert (ours.allocation_matrix, ours.rotor_directions) == (theirs.allocation_matrix, theirs.rotor_directions)


@pytest.mark.parametrize("name", ROBOTS)
def test_poses_and_files_are_those_of_the_release(released: dict[str, Any], name: str) -> None:
    ours, theirs = getattr(pippin.robots.released, name), released[name]
    if name not in OTHER_POSES:
        for field, value in vars(theirs.init_state).items():
            assert getattr(ours.init_state, field) == value, field
    if isinstance(ours.spawn, UsdFileCfg) and is_cloud_path(ours.spawn.usd_path):
        path = theirs.spawn.usd_path.removeprefix("root")
        assert ours.spawn.usd_path.endswith(path)
    assert ours.soft_joint_pos_limit_factor == getattr(theirs, "soft_joint_pos_limit_factor", 1.0)


def test_the_knees_of_spot_are_those_of_the_release(released: dict[str, Any]) -> None:
    ours, theirs = pippin.robots.released.SPOT_CFG.actuators["spot_knee"], released["SPOT_CFG"].actuators["spot_knee"]
    np.testing.assert_allclose(ours.joint_parameter_lookup, theirs.joint_parameter_lookup, rtol=0.0, atol=1.1e-6)


@pytest.mark.parametrize("name", lidars.__all__)
def test_lidars_are_those_of_the_release(released: dict[str, Any], name: str) -> None:
    ours, theirs = getattr(lidars, name), released[name]
    assert (ours.ray_alignment, ours.max_distance) == (theirs.ray_alignment, theirs.max_distance)
    for field, value in vars(theirs.pattern_cfg).items():
        assert getattr(ours.pattern_cfg, field) == value, field
    for field, value in vars(getattr(theirs, "offset", SimpleNamespace())).items():
        assert getattr(ours.offset, field) == value, field


@pytest.mark.parametrize("name", ["ANYMAL_B_CFG", "ANYMAL_C_CFG", "ANYMAL_D_CFG"])
def test_the_feet_of_anymal_are_bodies(name: str) -> None:
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        robot = Articulation(getattr(pippin.robots.released, name).replace(prim_path="{ENV_REGEX_NS}/Robot"))
        simulation.reset()
        legs = [f"{side}_{part}" for part in ("HIP", "THIGH", "SHANK", "FOOT") for side in ("LF", "LH", "RF", "RH")]
        assert sorted(robot.body_names) == sorted(["base", *legs])
        assert len(robot.find_bodies(".*FOOT")[0]) == 4


def test_a_g1_begins_where_the_released_one_does() -> None:
    """Its ankles are 0.6865 m below its pelvis, as github.com/isaac-sim/IsaacLab, pull request 7471, measures."""
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        robot = Articulation(pippin.robots.released.G1_MINIMAL_CFG.replace(prim_path="/World/Robot"))
        simulation.reset()
        robot.write_joint_position_to_sim_index(position=robot.data.default_joint_pos)
        robot.update(0.0)
        feet, _ = robot.find_bodies(".*_ankle_roll_link")
        ankles = robot.data.body_link_pos_w.torch[0, feet, 2] - robot.data.root_link_pos_w.torch[0, 2]
        np.testing.assert_allclose(ankles.numpy(), -0.6865, atol=1e-4)


@pytest.mark.parametrize(
    ("name", "colliding"),
    [
        ("G1_MINIMAL_CFG", {"torso_link", "left_ankle_roll_link", "right_ankle_roll_link"}),
        ("H1_MINIMAL_CFG", {"torso_link", "left_ankle_link", "right_ankle_link"}),
    ],
)
def test_of_minimal_humanoids_trunk_and_feet_collide(name: str, colliding: set[str]) -> None:
    """So they fall on their trunk, which ends an episode, and cannot rest on knees and hands.

    G1's colliders are those of the released file as github.com/isaac-sim/IsaacLab, pull request 7471 counts them.
    """
    cfg = getattr(pippin.robots.released, name)
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        for spawn in (cfg.spawn, find_robot_stand_in(cfg.spawn.usd_path)):
            prim = spawn.func("/World/Robot", spawn)
            colliders = [p for p in Usd.PrimRange(prim) if p.HasAPI(UsdPhysics.CollisionAPI)]
            bodies = {next(a for a in _above(p) if a.HasAPI(UsdPhysics.RigidBodyAPI)).GetName() for p in colliders}
            assert bodies == colliding
            simulation.stage.RemovePrim("/World/Robot")


def _above(prim: Usd.Prim) -> Iterator[Usd.Prim]:
    while prim:
        yield prim
        prim = prim.GetParent()


def test_a_usd_file_that_a_program_sets_counts(tmp_path: Path) -> None:
    (tmp_path / "box.usda").write_text(
        '#usda 1.0\n(\n    defaultPrim = "box"\n)\ndef Xform "box"\n{\n    def Cube "part"\n    {\n    }\n}\n'
    )
    cfg = pippin.robots.released.UNITREE_GO2_CFG
    cfg.spawn.usd_path = str(tmp_path / "box.usda")
    cfg.spawn.rigid_props = cfg.spawn.articulation_props = None
    cfg.spawn.activate_contact_sensors = False
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        cfg.spawn.func("/World/Robot", cfg.spawn)
        assert simulation.stage.GetPrimAtPath("/World/Robot/part")


@pytest.mark.parametrize("name", ["CRAZYFLIE_CFG", "ANT_CFG"])
def test_programs_read_the_released_file_of_a_robot_that_is_described(name: str) -> None:
    """They spawn ``UsdFileCfg(usd_path=CRAZYFLIE_CFG.spawn.usd_path)``, for which the same description stands in."""
    spawn = getattr(pippin.robots.released, name).spawn
    assert is_cloud_path(spawn.usd_path)
    assert find_robot_stand_in(spawn.usd_path).asset_path == spawn.asset_path
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        spawn.func("/World/Robot", spawn)
        bodies = [prim for prim in simulation.stage.Traverse() if prim.HasAPI(UsdPhysics.RigidBodyAPI)]
        assert bodies


def test_a_robot_whose_file_is_missing_names_it() -> None:
    cfg = pippin.robots.released.DIGIT_V4_CFG
    with SimulationContext(SimulationCfg(device="cpu")), pytest.raises(FileNotFoundError, match="digit_v4.usd"):
        cfg.spawn.func("/World/Robot", cfg.spawn)


def test_an_arm_with_another_gripper_names_its_file() -> None:
    cfg = pippin.robots.released.UR10e_ROBOTIQ_2F_85_CFG
    with SimulationContext(SimulationCfg(device="cpu")), pytest.raises(FileNotFoundError, match="ur10e.usd"):
        cfg.spawn.func("/World/Robot", cfg.spawn)


@pytest.mark.parametrize(
    ("robot", "upper_arm", "forearm", "offsets", "masses"),
    [
        (
            "ur10e",
            -0.6127,
            -0.57155,
            (0.1807, 0.0, 0.0, 0.17415, 0.11985, 0.11655),
            [7.369, 13.051, 3.989, 2.1, 1.98, 0.615],
        ),
        ("ur5e", -0.425, -0.3922, (0.1625, 0.0, 0.0, 0.1333, 0.0997, 0.0996), [3.761, 8.058, 2.846, 1.37, 1.3, 0.365]),
        (
            "ur3e",
            -0.24355,
            -0.2132,
            (0.15185, 0.0, 0.0, 0.13105, 0.08535, 0.0921),
            [1.98, 3.4445, 1.437, 0.871, 0.805, 0.261],
        ),
    ],
)
def test_the_description_of_a_ur_has_its_published_kinematics(
    robot: str, upper_arm: float, forearm: float, offsets: tuple[float, ...], masses: list[float]
) -> None:
    """Numbers of "DH Parameters for calculations of kinematics and dynamics", Universal Robots."""
    lengths = (0.0, upper_arm, forearm, 0.0, 0.0, 0.0)
    twists = (math.pi / 2, 0.0, 0.0, math.pi / 2, -math.pi / 2, 0.0)
    angles = (0.3, -1.1, 0.9, -0.4, 1.3, 0.7)
    pose = np.eye(4)
    for a, d, alpha, theta in zip(lengths, offsets, twists, angles, strict=True):
        ca, sa, ct, st = math.cos(alpha), math.sin(alpha), math.cos(theta), math.sin(theta)
        pose = pose @ [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0.0, sa, ca, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    model = pinocchio.buildModelFromUrdf(own_description(f"{robot}.urdf"))
    data = model.createData()
    pinocchio.framesForwardKinematics(model, data, np.asarray(angles))
    flange = data.oMf[model.getFrameId("tool0")]
    half_turn = np.diag([-1.0, -1.0, 1.0])  # ROS drivers' base_link is turned about the axis of the base
    np.testing.assert_allclose(half_turn @ flange.translation, pose[:3, 3], atol=1e-6)
    np.testing.assert_allclose(half_turn @ flange.rotation, pose[:3, :3], atol=1e-6)
    moving = [inertia.mass for inertia in model.inertias[1:]]
    assert moving == pytest.approx(masses)


def test_anymals_motors_without_the_network_follow_as_it_does() -> None:
    """A joint of 0.2 kg m^2 goes 0.5 rad as the network moves it, to 4 %; the simple motor takes twice the time."""
    path = quadrupeds.anydrive_3_lstm_cfg().network_file
    if not Path(path).is_file():
        pytest.skip(f"there is no network '{path}': legged_gym's anydrive_v3_lstm.pt serves")
    network = torch.jit.load(path)
    state = [torch.zeros(2, 1, 8), torch.zeros(2, 1, 8)]

    def by_network(error: float, velocity: float) -> float:
        with torch.no_grad():
            effort, state[:] = network(torch.tensor([[[error, velocity]]]), tuple(state))
        return float(effort)

    def by_motor(motor: Any) -> Callable[[float, float], float]:
        return lambda error, velocity: motor.stiffness[".*"] * error - motor.damping[".*"] * velocity

    laws = (by_network, by_motor(quadrupeds.anydrive_3_linear_cfg()), by_motor(quadrupeds.anydrive_3_simple_cfg()))
    expected, fitted, simple = (_step_response(law, inertia=0.2, step=0.5) for law in laws)
    assert max(abs(a - b) for a, b in zip(fitted, expected, strict=True)) < 0.04 * 0.5
    assert _time_to(simple, 0.45) > 2 * _time_to(expected, 0.45)


def _step_response(law: Callable[[float, float], float], inertia: float, step: float) -> list[float]:
    """Positions [rad] of a joint in 0.5 s whose efforts a law gives for its error and velocity."""
    position = velocity = 0.0
    positions = []
    for _ in range(100):
        effort = min(max(law(step - position, velocity), -80.0), 80.0)
        velocity += DT * effort / inertia
        position += DT * velocity
        positions.append(position)
    return positions


def _time_to(positions: list[float], position: float) -> float:
    """When a joint is at a position first [s]."""
    return DT * next(i for i, each in enumerate(positions) if each > position)
