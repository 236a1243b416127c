"""Modules, functions and configs of the older dialects, and the choice of Isaac Lab's version."""

from __future__ import annotations

import importlib
import inspect
import os
import pickle
import warnings
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import warp as wp
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

import pippin.assets
import pippin.robots
import pippin.sensors
import pippin.sim
import pippin.utils.math
import pippin_isaac
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.utils import math
from omni.isaac.lab.utils.math import combine_frame_transforms as older_combine_frame_transforms
from omni.isaac.lab.utils.math import euler_xyz_from_quat as older_euler_xyz_from_quat
from omni.isaac.lab.utils.math import quat_apply as older_quat_apply
from pippin.sensors import PvaCfg
from pippin_isaac import choose_isaaclab, chosen_isaaclab
from pippin_isaac import fields as table
from pippin_isaac.modules import tree_of
from pippin_isaac.tables import MODULES, PACKAGES
from pippin_isaac.tables.older_names import passed_on

COMPAT = Path(pippin_isaac.__file__).parents[1]


def modules_below(package: str) -> list[str]:
    """Names of the modules of version 3 in a package, relative to it."""
    files = {".".join(path.relative_to(COMPAT).with_suffix("").parts) for path in (COMPAT / package).rglob("*.py")}
    found = {name.removesuffix(".__init__") for name in files} | {*MODULES, *PACKAGES}
    return sorted(name.removeprefix(package) for name in found if name.startswith(f"{package}."))


# -- modules -----------------------------------------------------------------------------------------------------------


def test_every_module_is_served_to_the_older_dialect() -> None:
    names = modules_below("isaaclab")
    assert len(names) > 300
    for name in names:
        older = importlib.import_module(f"omni.isaac.lab{name}")
        newer = importlib.import_module(f"pippin_isaac.newer.isaaclab{name}")
        assert set(getattr(newer, "__all__", [])) <= set(older.__all__), name
        assert [exported for exported in older.__all__ if not hasattr(older, exported)] == [], name
        assert set(older.__all__) <= set(dir(older)), name


def test_modules_pass_on_what_they_import() -> None:
    given: dict[str, Any] = {}
    exec("from omni.isaac.lab_tasks.manager_based.locomotion.velocity.mdp import *", given)
    assert given["mdp"] is importlib.import_module("omni.isaac.lab.envs.mdp")
    assert given["SceneEntityCfg"] is importlib.import_module("omni.isaac.lab.managers").SceneEntityCfg
    assert given["torch"] is torch
    assert given["sim_utils"] is sim_utils
    config = importlib.import_module("omni.isaac.lab_tasks.manager_based.locomotion.velocity.velocity_env_cfg")
    assert config.RewTerm is importlib.import_module("omni.isaac.lab.managers").RewardTermCfg
    exec("from omni.isaac.lab.utils.math import *", given)
    assert given["np"] is np
    assert "torch" not in vars(importlib.import_module("pippin_isaac.newer.isaaclab.envs.mdp"))


@pytest.mark.parametrize(
    "module",
    [
        "isaaclab.envs.mdp",
        "isaaclab.envs.mdp.actions.task_space_actions",
        "isaaclab.sensors",
        "isaaclab.sim.utils",
        "isaaclab.utils.assets",
        "isaaclab_assets.robots.unitree",
        "isaaclab_tasks.manager_based.classic.cartpole.mdp",
        "isaaclab_tasks.manager_based.manipulation.cabinet.mdp",
        "isaaclab_tasks.manager_based.manipulation.lift.lift_env_cfg",
        "isaaclab_tasks.manager_based.manipulation.lift.mdp",
        "isaaclab_tasks.manager_based.manipulation.reach.mdp",
    ],
)
def test_what_is_passed_on_is_there(module: str) -> None:
    assert passed_on(module)
    for source, name in passed_on(module).values():
        newer = importlib.import_module(f"pippin_isaac.newer.{source}" if source.startswith("isaaclab") else source)
        assert not name or hasattr(newer, name), (source, name)


def test_modules_that_version_3_lacks_are_not_there() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"omni\.isaac\.lab\.nothing"):
        importlib.import_module("omni.isaac.lab.nothing")
    with pytest.raises(ImportError, match="NoSuchCfg"):
        exec("from omni.isaac.lab.assets import NoSuchCfg", {})


@pytest.mark.parametrize(
    "statement",
    [
        "import omni.isaac.lab.sim as sim_utils; sim_utils.utils.find_matching_prims",
        "import omni.isaac.lab.sim as sim_utils; sim_utils.converters.UrdfConverter",
        "from omni.isaac.lab.assets.articulation import ArticulationCfg",
        "from omni.isaac.lab.assets import *; RigidObjectCfg",
        "from omni.isaac.lab.sim.spawners.from_files.from_files_cfg import GroundPlaneCfg, UsdFileCfg",
        "from omni.isaac.lab.sensors.ray_caster import patterns; patterns.GridPatternCfg",
        "import omni.isaac.lab.utils.math as math_utils; math_utils.quat_mul",
        "from omni.isaac.lab.sensors.frame_transformer.frame_transformer_cfg import OffsetCfg",
        "from omni.isaac.lab.sensors.contact_sensor import ContactSensorCfg",
        "from omni.isaac.lab.terrains import TerrainImporterCfg",
        "from omni.isaac.lab.app import AppLauncher",
        "from omni.isaac.lab.envs.mdp.actions import *; ActionTerm, ActionTermCfg",
        "from carb._carb import Float3; assert Float3(1.0, 2.0, 3.0).z == 3.0",
        "from omni.isaac.lab_assets import CARTPOLE_CFG",
        "from omni.isaac.lab_assets import VELODYNE_VLP_16_RAYCASTER_CFG",
        "from omni.isaac.lab_assets.sensors.velodyne import VELODYNE_VLP_16_RAYCASTER_CFG",
        "from omni.isaac.lab_assets.velodyne import VELODYNE_VLP_16_RAYCASTER_CFG",
        "from omni.isaac.lab_assets.unitree import UNITREE_A1_CFG, UNITREE_GO2_CFG",
        "from isaaclab_assets.robots.franka import FRANKA_PANDA_CFG",
        "from isaaclab_assets import *; UNITREE_GO2_CFG",
        "import isaaclab_tasks.manager_based.manipulation.pick_place, isaaclab_mimic.envs.pinocchio_envs",
        "import isaaclab_tasks.manager_based.locomanipulation.pick_place",
        "from omni.isaac.lab.utils.configclass import MISSING, configclass",
        "from omni.isaac.lab.sim.simulation_context import set_camera_view",
    ],
)
def test_imports_of_older_programs(statement: str) -> None:
    exec(statement, {})


def test_classes_are_found_where_they_say() -> None:
    from omni.isaac.lab.assets import ArticulationCfg
    from omni.isaac.lab.sensors import FrameTransformer

    for cls in (ArticulationCfg, FrameTransformer):
        assert getattr(importlib.import_module(cls.__module__), cls.__qualname__) is cls
    module, _, name = ArticulationCfg().to_dict()["class_type"].partition(":")
    assert getattr(importlib.import_module(module), name) is importlib.import_module(module).Articulation


def test_configs_within_configs_are_pickled_beside_a_programs_logs() -> None:
    from omni.isaac.lab.assets import ArticulationCfg
    from omni.isaac.lab.sensors import CameraCfg, FrameTransformerCfg

    state = ArticulationCfg.InitialStateCfg(rot=(0.0, 1.0, 0.0, 0.0))
    robot = ArticulationCfg(prim_path="/World/Robot", actuators={}, init_state=state)
    frame = FrameTransformerCfg.FrameCfg(prim_path="/World/Robot/hand")
    for config in (robot, frame, CameraCfg.OffsetCfg(pos=(1.0, 2.0, 3.0))):
        read = pickle.loads(pickle.dumps(config))  # noqa: S301 - what was written here
        assert type(read) is type(config) and read.to_dict() == config.to_dict()


def test_configs_write_functions_and_classes_as_texts_that_find_them() -> None:
    """Projects bring copies of Isaac Lab's ``hydra_task_config``, whose OmegaConf holds texts and no functions."""
    from omni.isaac.lab.sensors import RayCasterCfg
    from omni.isaac.lab.sim import CuboidCfg, UsdFileCfg

    spawners = (CuboidCfg(size=(1.0, 1.0, 1.0)), UsdFileCfg(usd_path="robot.usd"))
    for config, name in [
        *((spawner, "func") for spawner in spawners),
        (RayCasterCfg(prim_path="/World"), "class_type"),
    ]:
        value, text = getattr(config, name), config.to_dict()[name]
        assert isinstance(text, str)
        config.from_dict({name: text})
        assert getattr(config, name) is value


def test_models_of_noise_are_applied_by_their_older_method() -> None:
    from omni.isaac.lab.utils.noise import ConstantNoiseCfg, NoiseModelWithAdditiveBias, NoiseModelWithAdditiveBiasCfg

    cfg = NoiseModelWithAdditiveBiasCfg(noise_cfg=ConstantNoiseCfg(bias=1.0), bias_noise_cfg=ConstantNoiseCfg(bias=2.0))
    with pytest.warns(DeprecationWarning, match="apply"):
        noisy = NoiseModelWithAdditiveBias(cfg, num_envs=2, device="cpu").apply(torch.zeros(2, 3))
    torch.testing.assert_close(noisy, torch.full((2, 3), 3.0))


# -- functions ---------------------------------------------------------------------------------------------------------

TURNS = Rotation.random(5, random_state=1)
OTHERS = Rotation.random(5, random_state=2)
POINTS = np.random.default_rng(3).normal(size=(2, 5, 3))


def q(rotation: Rotation) -> torch.Tensor:
    return torch.as_tensor(rotation.as_quat(scalar_first=True))


Q1, Q2 = q(TURNS), q(OTHERS)
T1, T2 = torch.as_tensor(POINTS)
ANGLES = torch.as_tensor(TURNS.as_euler("xyz"))
VECTORS = torch.as_tensor(TURNS.as_rotvec())
YAW = Rotation.from_euler("z", TURNS.as_euler("xyz")[:, 2:])
BETWEEN = OTHERS * TURNS.inv()

FUNCTIONS: dict[str, tuple[tuple, Any]] = {
    "quat_mul": ((Q1, Q2), TURNS * OTHERS),
    "quat_inv": ((Q1,), TURNS.inv()),
    "quat_conjugate": ((Q1,), TURNS.inv()),
    "quat_unique": ((-Q1,), TURNS),
    "quat_apply": ((Q1, T1), TURNS.apply(POINTS[0])),
    "quat_apply_inverse": ((Q1, T1), TURNS.inv().apply(POINTS[0])),
    "quat_rotate": ((Q1, T1), TURNS.apply(POINTS[0])),
    "quat_rotate_inverse": ((Q1, T1), TURNS.inv().apply(POINTS[0])),
    "quat_apply_yaw": ((Q1, T1), YAW.apply(POINTS[0])),
    "yaw_quat": ((Q1,), YAW),
    "matrix_from_quat": ((Q1,), TURNS.as_matrix()),
    "quat_from_matrix": ((torch.as_tensor(TURNS.as_matrix()),), TURNS),
    "quat_from_euler_xyz": (tuple(ANGLES.T), TURNS),
    "euler_xyz_from_quat": ((Q1,), tuple(ANGLES.T.numpy())),
    "quat_from_angle_axis": ((VECTORS.norm(dim=-1), VECTORS), TURNS),
    "quat_from_rotation_vector": ((VECTORS,), TURNS),
    "axis_angle_from_quat": ((Q1,), VECTORS.numpy()),
    "quat_box_minus": ((Q2, Q1), BETWEEN.as_rotvec()),
    "quat_box_plus": ((Q1, torch.as_tensor(BETWEEN.as_rotvec())), OTHERS),
    "quat_error_magnitude": ((Q1, Q2), BETWEEN.magnitude()),
    "quat_slerp": ((Q1, Q2, 1.0), OTHERS),
    "combine_frame_transforms": ((T1, Q1, T2, Q2), (POINTS[0] + TURNS.apply(POINTS[1]), TURNS * OTHERS)),
    "subtract_frame_transforms": (
        (T1, Q1, T2, Q2),
        (TURNS.inv().apply(POINTS[1] - POINTS[0]), TURNS.inv() * OTHERS),
    ),
    "compute_pose_error": ((T1, Q1, T2, Q2, "quat"), (POINTS[1] - POINTS[0], BETWEEN)),
    "apply_delta_pose": (
        (T1, Q1, torch.cat([T2, torch.as_tensor(BETWEEN.as_rotvec())], dim=-1)),
        (POINTS[0] + POINTS[1], OTHERS),
    ),
    "rigid_body_twist_transform": (
        (T1, T2, torch.zeros_like(T1), Q1),
        (TURNS.inv().apply(POINTS[0]), TURNS.inv().apply(POINTS[1])),
    ),
    "transform_points": ((T1[:, None], T2, Q1), (POINTS[1] + TURNS.apply(POINTS[0]))[:, None]),
    "is_identity_pose": ((torch.zeros(3), torch.tensor([1.0, 0.0, 0.0, 0.0])), True),
    "default_orientation": ((5, "cpu"), Rotation.identity(5)),
    # "world" looks along x with z up, "ros" along z with y down
    "convert_camera_frame_orientation_convention": (
        (Q1, "ros", "world"),
        TURNS * Rotation.from_matrix([[0, -1, 0], [0, 0, -1], [1, 0, 0]]),
    ),
}
"""Arguments, and the result by scipy."""

TRIED_ELSEWHERE = {"identity_quaternion", "convert_quat", "random_orientation", "random_yaw_orientation"}
GIVE_MATRICES = {"create_rotation_matrix_from_view", "interpolate_rotations"}


def check(actual: Any, wanted: Any) -> None:
    """Compare; of the two quaternions of a rotation, either is right."""
    if isinstance(wanted, tuple):
        for part, value in zip(actual, wanted, strict=True):
            check(part, value)
    elif isinstance(wanted, Rotation):
        difference = Rotation.from_quat(actual.numpy(), scalar_first=True) * wanted.inv()
        np.testing.assert_allclose(difference.magnitude(), 0.0, atol=1e-7)
    else:
        np.testing.assert_allclose(actual, wanted, atol=1e-12)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.filterwarnings("error")
def test_functions_take_and_give_w_first(name: str) -> None:
    arguments, wanted = FUNCTIONS[name]
    check(getattr(math, name)(*arguments), wanted)


@pytest.mark.parametrize(
    "name", ["quat_apply", "quat_apply_inverse", "quat_apply_yaw", "quat_rotate", "quat_rotate_inverse"]
)
def test_quaternions_side_by_side_turn_the_vectors_of_their_rows(name: str) -> None:
    """Isaac Lab 2 pairs quaternions and vectors in their order: its ray casters turn (N, R, 3) by (N, 4 R)."""
    turn = getattr(math, name)
    rays = torch.arange(6.0 * Q1.shape[0], dtype=Q1.dtype).view(-1, 2, 3)
    expected = torch.stack([turn(Q1, rays[:, ray]) for ray in range(2)], dim=1)
    torch.testing.assert_close(turn(Q1.repeat(1, 2), rays), expected)
    torch.testing.assert_close(turn(Q1.repeat_interleave(2, dim=0), rays), expected)
    with pytest.raises(ValueError, match="quat"):
        turn(Q1.repeat(1, 3), rays)


def test_no_function_with_quaternions_is_forgotten() -> None:
    """Whatever Pippin's descriptions call a quaternion or an orientation is tried above."""
    forgotten = [
        name
        for name in math.__all__
        if inspect.isfunction(getattr(math, name))
        and any(word in (inspect.getdoc(getattr(math, name)) or "").lower() for word in ("quaternion", "orientation"))
        and name not in {*FUNCTIONS, *TRIED_ELSEWHERE, *GIVE_MATRICES}
    ]
    assert forgotten == []


def test_random_rotations_have_w_first() -> None:
    yaws = math.random_yaw_orientation(100, "cpu")
    assert not yaws[:, 1:3].any()
    assert yaws[:, [0, 3]].abs().min() > 0.0
    assert math.random_orientation(3, "cpu").shape == (3, 4)


def test_converting_between_orders_means_what_it_says() -> None:
    xyzw = torch.as_tensor(TURNS.as_quat())
    torch.testing.assert_close(math.convert_quat(Q1, to="xyzw"), xyzw)
    torch.testing.assert_close(math.convert_quat(xyzw, to="wxyz"), Q1)


def test_functions_without_quaternions_are_pippins() -> None:
    assert math.wrap_to_pi is pippin.utils.math.wrap_to_pi


def test_functions_say_what_arguments_they_take() -> None:
    assert list(inspect.signature(math.quat_mul).parameters) == ["q1", "q2"]
    with pytest.raises(TypeError, match=r"quat_mul\(\) takes the arguments q1, q2; it was given 3 by position"):
        math.quat_mul(Q1, Q2, Q1)
    with pytest.raises(ValueError, match=r"\(\.\.\., 4\)"):
        math.quat_mul(T1, Q1)


@pytest.fixture
def stage() -> Any:
    return pippin.sim.create_new_stage()


def orientation_of(prim: Any) -> list[float]:
    quaternion = UsdGeom.Xformable(prim).GetLocalTransformation().ExtractRotationQuat()
    return [quaternion.GetReal(), *quaternion.GetImaginary()]


TURN = (0.8, 0.0, 0.6, 0.0)


def test_spawners_and_prims_take_w_first(stage: Any) -> None:
    cube = sim_utils.CuboidCfg(size=(1.0, 1.0, 1.0))
    prims = [
        cube.func("/World/cube", cube, translation=(0.0, 0.0, 1.0), orientation=TURN),
        sim_utils.spawn_cuboid("/World/other", cube, None, TURN),
        sim_utils.create_prim("/World/third", "Xform", orientation=torch.tensor(TURN)),
    ]
    for prim in prims:
        assert orientation_of(prim) == pytest.approx(TURN, abs=1e-6)
    position, quaternion = sim_utils.resolve_prim_pose(prims[0])
    assert quaternion == pytest.approx(TURN, abs=1e-6)
    assert position == pytest.approx((0.0, 0.0, 1.0))
    _, local = sim_utils.convert_world_pose_to_local((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), prims[0])
    assert local == pytest.approx((0.8, 0.0, -0.6, 0.0), abs=1e-6)


# -- configs -----------------------------------------------------------------------------------------------------------


def configs() -> list[tuple[str, str]]:
    """Modules and names of all configs that the older dialect serves."""
    found = []
    for name in modules_below("isaaclab"):
        module = importlib.import_module(f"omni.isaac.lab{name}")
        for exported in module.__all__:
            value = getattr(module, exported)
            is_quiet = getattr(value, "__module__", "").startswith("pippin_isaac.omni_")  # it has no effect anyway
            if isinstance(value, type) and is_dataclass(value) and not is_quiet:
                found.append((name, exported))
    return found


def quaternion_defaults(cls: type) -> list[tuple[str, tuple]]:
    """Fields with the default of a rotation by nothing."""
    return [(f.name, f.default) for f in fields(cls) if f.default in ((0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0))]


def test_all_rotations_of_configs_are_w_first() -> None:
    """Pippin's configs have no other four numbers of which the last is 1 and the others are 0."""
    tried = set()
    for module, name in configs():
        older = getattr(importlib.import_module(f"omni.isaac.lab{module}"), name)
        newer = getattr(importlib.import_module(f"pippin_isaac.newer.isaaclab{module}"), name, None)
        if newer is None:  # a name that this module of version 2 passes on: another one has it in both
            continue
        nested = [(getattr(older, part), getattr(newer, part)) for part in vars(newer) if part.endswith("Cfg")]
        for older_class, newer_class in [(older, newer), *nested]:
            for field, default in quaternion_defaults(newer_class):
                assert default == (0.0, 0.0, 0.0, 1.0)
                assert (field, (1.0, 0.0, 0.0, 0.0)) in quaternion_defaults(older_class), (name, field)
                tried.add(f"{newer_class.__qualname__}.{field}")
            is_second_run = older_class.__module__.startswith(tree_of(1))
            others = {  # version 2's Imu is what version 3 calls Pva, its material what version 3 has deprecated
                "ImuCfg": PvaCfg,
                "ImuCfg.OffsetCfg": PvaCfg.OffsetCfg,
                "RigidBodyMaterialCfg": pippin.sim.RigidBodyMaterialCfg,
                "TiledCameraCfg": pippin.sensors.CameraCfg,  # of version 3 it warns that its name is deprecated
            }
            ancestor = others.get(newer_class.__qualname__, newer_class)
            assert issubclass(older_class, ancestor) or is_second_run
    assert {"AssetBaseCfg.InitialStateCfg.rot", "MeshConverterCfg.rotation", "OffsetCfg.rot"} <= tried


def test_configs_within_configs_are_of_the_dialect() -> None:
    from omni.isaac.lab.assets import ArticulationCfg, RigidObjectCfg
    from omni.isaac.lab.sensors import FrameTransformerCfg, OffsetCfg

    assert ArticulationCfg().init_state.rot == (1.0, 0.0, 0.0, 0.0)
    assert type(ArticulationCfg().init_state) is ArticulationCfg.InitialStateCfg
    assert FrameTransformerCfg().source_frame_offset.rot == (1.0, 0.0, 0.0, 0.0)
    assert FrameTransformerCfg.FrameCfg().offset == OffsetCfg()
    assert issubclass(RigidObjectCfg.InitialStateCfg, pippin.assets.RigidObjectCfg.InitialStateCfg)
    assert pippin.assets.RigidObjectCfg().init_state.rot == (0.0, 0.0, 0.0, 1.0)
    assert issubclass(sim_utils.SimulationCfg, pippin.sim.SimulationCfg)


def test_configs_of_robots_are_of_the_dialect() -> None:
    from omni.isaac.lab.assets import Articulation, ArticulationCfg
    from omni.isaac.lab_assets import CARTPOLE_CFG

    assert isinstance(CARTPOLE_CFG, ArticulationCfg)
    assert CARTPOLE_CFG.class_type is Articulation
    assert CARTPOLE_CFG.init_state.rot == (1.0, 0.0, 0.0, 0.0)
    assert pippin.robots.CARTPOLE_CFG.init_state.rot == (0.0, 0.0, 0.0, 1.0)
    assert CARTPOLE_CFG.init_state.joint_pos == pippin.robots.CARTPOLE_CFG.init_state.joint_pos


def test_fields_of_a_programs_own_config_are_left_alone() -> None:
    from omni.isaac.lab.assets import RigidObjectCfg
    from omni.isaac.lab.utils import configclass
    from pippin_isaac.conversions import to_newer

    @configclass
    class OwnCfg(RigidObjectCfg):
        rotation = (1.0, 2.0, 3.0, 4.0)

    cfg = OwnCfg(prim_path="/World/Cube", init_state=OwnCfg.InitialStateCfg(rot=TURN))
    newer = to_newer(cfg, RigidObjectCfg.class_type._dialect)
    assert newer.rotation == (1.0, 2.0, 3.0, 4.0)
    assert newer.init_state.rot == (0.0, 0.6, 0.0, 0.8)
    assert newer.class_type is pippin.assets.RigidObject
    assert cfg.init_state.rot == TURN
    assert isinstance(cfg.init_state.rot, tuple)


# -- the table ---------------------------------------------------------------------------------------------------------


def test_rows_match_something() -> None:
    """No row is left over of fields that are gone; those of deformable objects and cameras come with them."""
    names = {
        name
        for package in (pippin.assets, pippin.sensors)
        for exported in package.__all__
        for name in dir(getattr(package, exported))
    }
    later = ("element", "quat_w(_world")
    rows = [row.names for row in table.DATA if not any(part in row.names for part in later)]
    assert [row for row in rows if not any(table.data_field(name).names == row for name in names)] == []


# -- the choice of a version -------------------------------------------------------------------------------------------


DEFAULTS = """
import isaaclab, isaaclab.assets, isaaclab.sim.utils.prims, isaaclab_assets.robots.cartpole
from isaaclab.utils.math import default_orientation
print(isaaclab.__version__[0], isaaclab.assets.RigidObjectCfg().init_state.rot,
      default_orientation(1, "cpu")[0].tolist(),
      isaaclab_assets.CARTPOLE_CFG.init_state.rot, isaaclab_assets.robots.cartpole.CARTPOLE_CFG.init_state.rot)
"""
VERSION_2 = "2 (1.0, 0.0, 0.0, 0.0) [1.0, 0.0, 0.0, 0.0] (1.0, 0.0, 0.0, 0.0) (1.0, 0.0, 0.0, 0.0)\n"
VERSION_3 = "3 (0.0, 0.0, 0.0, 1.0) [0.0, 0.0, 0.0, 1.0] (0.0, 0.0, 0.0, 1.0) (0.0, 0.0, 0.0, 1.0)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "environment", "expected"),
    [
        ("", {"PIPPIN_ISAACLAB": "3"}, VERSION_3),
        ("", {"PIPPIN_ISAACLAB": "2"}, VERSION_2),
        ("from pippin_isaac import choose_isaaclab; choose_isaaclab(2)", {"PIPPIN_ISAACLAB": "3"}, VERSION_2),
    ],
    ids=["variable 3", "variable 2", "call"],
)
def test_programs_choose_a_version(run_python: Any, first: str, environment: dict[str, str], expected: str) -> None:
    finished = run_python("-c", first + DEFAULTS, env=os.environ | environment)
    assert finished.stdout == expected, finished.stderr


@pytest.mark.slow
def test_both_older_versions_live_side_by_side(run_python: Any) -> None:
    """They differ in the order of some arguments."""
    code = """
import inspect
from isaaclab.assets import RigidObject as Second
from omni.isaac.lab.assets import RigidObject as First, RigidObjectCfg
print(list(inspect.signature(First.set_external_force_and_torque).parameters))
print(list(inspect.signature(Second.set_external_force_and_torque).parameters))
print(RigidObjectCfg().init_state.rot)
"""
    assert run_python("-c", code, env=os.environ | {"PIPPIN_ISAACLAB": "2"}).stdout.splitlines() == [
        "['self', 'forces', 'torques', 'body_ids', 'env_ids']",
        "['self', 'forces', 'torques', 'positions', 'body_ids', 'env_ids', 'is_global']",
        "(1.0, 0.0, 0.0, 0.0)",
    ]


def test_choices_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="'version' should be 2 or 3, .* not 4"):
        choose_isaaclab(4)
    importlib.import_module("isaaclab")
    other = 5 - chosen_isaaclab()
    with pytest.raises(RuntimeError, match=f"call choose_isaaclab\\({other}\\) before the first import"):
        choose_isaaclab(other)
    monkeypatch.setenv("PIPPIN_ISAACLAB", "two")
    with pytest.raises(ValueError, match="'PIPPIN_ISAACLAB' should be 2 or 3, .* not 'two'"):
        chosen_isaaclab()


def test_functions_of_mathematics_can_be_called_in_compiled_ones() -> None:
    x, y, z, w = Rotation.random(6, rng=2).as_quat(canonical=True).T
    quat, vec = torch.tensor(np.stack([w, x, y, z], axis=1)), torch.arange(18.0, dtype=torch.float64).view(6, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch says so of compiling
        turned, yaw, moved = torch.jit.script(_turned_yaw_and_moved)(quat, vec)
    rotation = Rotation.from_quat(np.stack([x, y, z, w], axis=1))
    np.testing.assert_allclose(turned, rotation.apply(vec), atol=1e-12)
    np.testing.assert_allclose(yaw, rotation.as_euler("ZYX")[:, 0], atol=1e-12)
    np.testing.assert_allclose(moved, rotation.apply(vec) + 1.0, atol=1e-12)


def _turned_yaw_and_moved(quat: torch.Tensor, vec: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    moved, _ = older_combine_frame_transforms(torch.ones_like(vec), quat, vec)
    return older_quat_apply(quat, vec), older_euler_xyz_from_quat(quat)[2], moved


def test_arrays_of_an_older_warp_view_what_is_not_theirs() -> None:
    """Ray casters of that time view tensors with ``owner=False``; to own given memory is refused."""
    values = torch.arange(3.0)
    settings = {"ptr": values.data_ptr(), "dtype": wp.float32, "shape": 3, "copy": False, "device": "cpu"}
    view = importlib.import_module("warp.types").array(owner=False, **settings)
    view.numpy()[1] = 7.0
    assert values.tolist() == [0.0, 7.0, 2.0]
    with pytest.raises(NotImplementedError, match=r"owner=True.*`deleter`"):
        wp.array(owner=True, **settings)


@pytest.mark.slow
def test_robots_are_older_ones_from_wherever_they_are_imported(run_python: Any) -> None:
    program = (
        "from isaaclab_assets.robots import KUKA_ALLEGRO_CFG as a; from isaaclab_assets.robots.kuka_allegro import"
    )
    program += " KUKA_ALLEGRO_CFG as b; import isaaclab_assets; print(a.init_state.rot, b.init_state.rot,"
    program += " isaaclab_assets.robots.KUKA_ALLEGRO_CFG.init_state.rot)"
    result = run_python("-c", program, env={"PIPPIN_ISAACLAB": "2"})
    assert result.stdout.splitlines()[-1] == " ".join(["(1.0, 0.0, 0.0, 0.0)"] * 3), result.stderr
