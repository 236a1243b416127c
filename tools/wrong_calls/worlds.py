"""Objects whose methods are called: one small simulation with all kinds of sensors, planners of an arm, a Gym."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

NUM_ENVS = 2


@contextmanager
def scene_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Objects of a scene while it plays: package, object, valid values."""
    from pippin.assets import Articulation, RigidObject, RigidObjectCfg
    from pippin.robots import CARTPOLE_CFG
    from pippin.scene import InteractiveScene, InteractiveSceneCfg
    from pippin.sensors import (
        Camera,
        CameraCfg,
        ContactSensor,
        ContactSensorCfg,
        FrameTransformer,
        FrameTransformerCfg,
        Imu,
        ImuCfg,
        RayCaster,
        RayCasterCfg,
        patterns,
    )
    from pippin.sim import (
        CollisionPropertiesCfg,
        CuboidCfg,
        GroundPlaneCfg,
        MassPropertiesCfg,
        PinholeCameraCfg,
        RigidBodyPropertiesCfg,
        SimulationCfg,
        SimulationContext,
    )

    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as sim:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=NUM_ENVS, env_spacing=4.0))
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        scene.articulations["robot"] = robot = Articulation(CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot"))
        spawn = CuboidCfg(
            size=(0.2, 0.2, 0.2),
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=1.0),
            collision_props=CollisionPropertiesCfg(),
            activate_contact_sensors=True,
        )
        state = RigidObjectCfg.InitialStateCfg(pos=(1.0, 0.0, 0.5))
        path = "{ENV_REGEX_NS}/Cube"
        scene.rigid_objects["cube"] = cube = RigidObject(RigidObjectCfg(prim_path=path, spawn=spawn, init_state=state))
        frames = [FrameTransformerCfg.FrameCfg(prim_path=path)]
        sensors = {
            "contact": ContactSensor(ContactSensorCfg(prim_path=path, track_air_time=True)),
            "imu": Imu(ImuCfg(prim_path=path)),
            "frames": FrameTransformer(FrameTransformerCfg(prim_path=path, target_frames=frames)),
            "rays": RayCaster(
                RayCasterCfg(
                    prim_path=path,
                    mesh_prim_paths=["/World/ground"],
                    pattern_cfg=patterns.GridPatternCfg(resolution=0.2, size=(0.4, 0.4)),
                )
            ),
            "camera": Camera(
                CameraCfg(
                    prim_path="{ENV_REGEX_NS}/Camera", width=8, height=6, data_types=["rgb"], spawn=PinholeCameraCfg()
                )
            ),
        }
        scene.sensors.update(sensors)
        sim.reset()
        scene.update(0.01)
        eyes = {"eyes": torch.ones(NUM_ENVS, 3), "targets": torch.zeros(NUM_ENVS, 3)}
        camera = {"matrices": torch.eye(3).repeat(NUM_ENVS, 1, 1), "positions": None, "orientations": None, **eyes}
        yield [
            ("sim", sim, {"callback_name": "a", "name": "a", "value": 1}),
            ("scene", scene, {"state": scene.get_state(), "key": "cube"}),
            ("assets", robot, _asset_values(2)),
            ("assets", cube, _asset_values(1)),
            *(("sensors", sensors[name], camera if name == "camera" else {"name_keys": ".*"}) for name in sensors),
        ]


def _asset_values(num_joints: int) -> dict[str, Any]:
    pose = torch.tensor([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]]).repeat(NUM_ENVS, 1)
    joints = torch.zeros(NUM_ENVS, num_joints)
    names = ("position", "velocity", "target", "stiffness", "damping", "armature", "limits", "joint_friction_coeff")
    return {
        "root_pose": pose,
        "root_velocity": torch.zeros(NUM_ENVS, 6),
        "root_state": torch.cat([pose, torch.zeros(NUM_ENVS, 6)], dim=1),
        "name_keys": ".*",
        **dict.fromkeys(names, joints),
    }


@contextmanager
def motion_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """RMPflow, RRT and inverse kinematics of a Panda."""
    from pippin.motion.ik import DescentSolver
    from pippin.motion.planning import Rrt
    from pippin.motion.rmpflow import RmpFlow
    from pippin.robots import descriptions
    from pippin.utils.example_robots import example_robot_data

    configs = Path(descriptions.__file__).parent
    urdf = example_robot_data("panda_description/urdf/panda.urdf")
    rmpflow = configs / "motion_policy_configs/franka/rmpflow"
    rrt = configs / "path_planner_configs/franka/rrt/franka_planner_config.yaml"
    description, frame = rmpflow / "robot_descriptor.yaml", "panda_hand"
    policy = RmpFlow(description, urdf, rmpflow / "franka_rmpflow_common.yaml", frame, 0.005)
    planner = Rrt(description, urdf, rrt, frame)
    planner.set_max_iterations(50)
    solver = DescentSolver(policy.model)
    count = len(policy.get_active_joints())
    configuration = np.array(policy.get_default_cspace_position_target())
    values = {
        "active_joint_positions": configuration,
        "active_joint_velocities": np.zeros(count),
        "watched_joint_positions": np.zeros(0),
        "watched_joint_velocities": np.zeros(0),
        "active_joint_targets": configuration,
        "robot_position": np.zeros(3),
        "robot_orientation": np.array([0.0, 0.0, 0.0, 1.0]),
        "position": np.array([0.4, 0.0, 0.4]),
        "orientation": None,
        "frame": frame,
        "frame_name": frame,
        "q": configuration,
        "param_name": "step_size",
        "value": 0.1,
    }
    yield [("motion", thing, values) for thing in (policy, planner, solver)]


@contextmanager
def math_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Functions on poses and names."""
    import pippin.utils.math as math_module
    from pippin.utils import names

    turns = torch.tensor([[0.0, 0.0, 0.0, 1.0]])
    values = {**dict.fromkeys(("q", "quat", "q1", "q2", "quat1", "quat2"), turns), "device": "cpu"}
    values |= {"vec": torch.ones(1, 3), "v": torch.ones(1, 3), "keys": "a", "list_of_strings": ["a"], "data": {"a": 1}}
    yield [("math", math_module, values), ("names", names, values)]


@contextmanager
def gym_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Isaac Gym's API with a cartpole in each of two environments."""
    from pippin.gym import gymapi
    from pippin.robots import descriptions

    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.use_gpu_pipeline = False
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    path = Path(descriptions.own_description("cartpole.urdf"))
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    asset = gym.load_asset(sim, str(path.parent), path.name, options)
    lower, upper = gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0)
    envs = [gym.create_env(sim, lower, upper, 2) for _ in range(NUM_ENVS)]
    actors = [gym.create_actor(env, asset, gymapi.Transform(), "robot", index, 1) for index, env in enumerate(envs)]
    gym.prepare_sim(sim)
    values = {"sim": sim, "env": envs[0], "asset": asset, "actor": actors[0], "actor_handle": actors[0]}
    values |= {
        "env_handle": envs[0],
        "rootpath": str(path.parent),
        "filename": path.name,
        "lower": lower,
        "upper": upper,
    }
    try:
        yield [("gym", gym, values)]
    finally:
        gym.destroy_sim(sim)


@contextmanager
def env_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """An environment with managers, and these."""
    from pippin.envs import ManagerBasedRLEnv
    from pippin.envs.mdp.recorders import ActionStateRecorderManagerCfg
    from pippin.tasks.cartpole.cartpole_env_cfg import CartpoleEnvCfg

    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = NUM_ENVS, "cpu"
    cfg.recorders = ActionStateRecorderManagerCfg(dataset_export_dir_path=temporary_folder())
    env = ManagerBasedRLEnv(cfg)
    try:
        env.reset()
        action = torch.zeros(NUM_ENVS, env.action_manager.total_action_dim)
        values: dict[str, Any] = {"action": action, "actions": action, "env_idx": 0, "name_keys": ".*", "mode": "reset"}
        managers: dict[str, dict[str, Any]] = {
            "action_manager": {"name": env.action_manager.active_terms[0]},
            "observation_manager": {"group_name": "policy"},
            "event_manager": {"term_name": "reset_cart_position"},
            "reward_manager": {"term_name": "alive"},
            "termination_manager": {"term_name": "time_out", "name": "time_out"},
            "command_manager": {},
            "curriculum_manager": {},
            "recorder_manager": {"env_id": 0, "key": "a", "value": torch.zeros(NUM_ENVS, 1)},
        }
        terms = [("managers", getattr(env, name), values | more) for name, more in managers.items()]
        yield [("environments", env, values), *terms]
    finally:
        env.close()


@contextmanager
def file_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Functions of training, viewers and robots that take files and names."""
    from pippin import robots
    from pippin.learning.rsl_rl import checkpoints
    from pippin.robots import descriptions, renamed_description
    from pippin.viewers import video

    pictures = [np.zeros((8, 8, 3), np.uint8)] * 2
    values: dict[str, Any] = {
        "picture": pictures[0],
        "pictures": pictures,
        "path": "picture.png",
        "host": "127.0.0.1",
        "port": 0,
    }
    values |= {"module": "json", "purpose": "reading", "name": "ANT_CFG", "content": {"iter": 0}, "cfg": {}}
    yield [
        *(("learning", module, values) for module in (checkpoints,)),
        *(("viewers", module, values) for module in (video,)),
        *(("robots", module, values) for module in (robots, descriptions, renamed_description)),
    ]


@contextmanager
def dialect_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Functions of Isaac Lab 2, whose quaternions begin with w."""
    os.environ["PIPPIN_ISAACLAB"] = "2"
    older_math, older_string = (importlib.import_module(f"isaaclab.utils.{name}") for name in ("math", "string"))
    turns = torch.tensor([[1.0, 0.0, 0.0, 0.0]])
    values = {**dict.fromkeys(("q", "quat", "q1", "q2", "quat1", "quat2"), turns), "device": "cpu"}
    values |= {"vec": torch.ones(1, 3), "v": torch.ones(1, 3), "keys": "a", "list_of_strings": ["a"], "data": {"a": 1}}
    values["is_unique_fn"] = lambda name: True  # which is asked until it agrees
    yield [("Isaac Lab 2's maths", older_math, values), ("Isaac Lab 2's names", older_string, values)]


@contextmanager
def stage_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Functions on the stage: prims, spawners, properties."""
    import pippin.sim as module
    from pippin.sim import CuboidCfg, SimulationCfg, SimulationContext, get_current_stage

    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")):
        cube = CuboidCfg(size=(0.1, 0.1, 0.1))
        cube.func("/World/Cube", cube)
        stage = get_current_stage()
        prim = stage.GetPrimAtPath("/World/Cube")
        values = {"prim": prim, "stage": stage, "prim_path": "/World/Cube", "path": "/World/Cube"}
        values |= {"expression": "/World/C.*", "prim_type": "Xform", "labels": ["a"], "predicate": lambda prim: True}
        values |= {"ref_prim": prim, "position": (0.0, 0.0, 0.0), "orientation": (0.0, 0.0, 0.0, 1.0)}
        yield [("stage", module, values)]


@contextmanager
def objects_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Objects of Isaac Sim's style: a world, a robot, a cube."""
    from pippin.objects import DynamicCuboid, World, add_robot
    from pippin.robots import CARTPOLE_CFG
    from pippin.sim import SimulationCfg

    world = World(SimulationCfg(dt=0.01, device="cpu"))
    with world:
        robot = world.scene.add(add_robot("/World/Robot", CARTPOLE_CFG))
        cube = world.scene.add(DynamicCuboid("/World/Cube", name="cube", position=np.array([2.0, 0.0, 1.0]), size=0.2))
        world.reset()
        values = {"name": "cube", "position": np.zeros(3), "orientation": np.array([0.0, 0.0, 0.0, 1.0])}
        values |= {"positions": np.zeros(2), "velocities": np.zeros(2), "efforts": np.zeros(2), "velocity": np.zeros(3)}
        values |= {
            "values": np.ones(2),
            "dof_name": "slider_to_cart",
            "translation": np.zeros(3),
            "scale": np.ones(3),
        }
        things = [world, world.scene, robot, robot.get_articulation_controller(), cube]
        yield [("objects", thing, values) for thing in things]


@contextmanager
def control_world() -> Iterator[list[tuple[str, Any, dict[str, Any]]]]:
    """Controllers, trajectories and kinematics, which need no simulation."""
    from pippin.controllers import DifferentialIKController, DifferentialIKControllerCfg
    from pippin.motion.kinematics import Kinematics
    from pippin.motion.robot_description import load_robot
    from pippin.motion.trajectories import CSpaceTrajectoryGenerator
    from pippin.robots import descriptions
    from pippin.utils.example_robots import example_robot_data

    configs = Path(descriptions.__file__).parent
    description = configs / "motion_policy_configs/franka/rmpflow/robot_descriptor.yaml"
    model = load_robot(example_robot_data("panda_description/urdf/panda.urdf"), description)
    cfg = DifferentialIKControllerCfg(command_type="pose", use_relative_mode=False, ik_method="dls")
    controller = DifferentialIKController(cfg, num_envs=NUM_ENVS, device="cpu")
    quat = torch.tensor([[0.0, 0.0, 0.0, 1.0]]).repeat(NUM_ENVS, 1)
    values: dict[str, Any] = {"command": torch.cat([torch.zeros(NUM_ENVS, 3), quat], 1), "ee_quat": quat}
    values |= {"ee_pos": torch.zeros(NUM_ENVS, 3), "joint_pos": torch.zeros(NUM_ENVS, 7)}
    values["jacobian"] = torch.zeros(NUM_ENVS, 6, 7)
    kinds = ("velocity_limits", "acceleration_limits", "jerk_limits", "upper_position_limits")
    limits: dict[str, Any] = {**dict.fromkeys(kinds, np.ones(7)), "lower_position_limits": -np.ones(7)}
    limits |= {"waypoint_positions": np.arange(2)[:, None] * np.full(7, 0.1), "timestamps": np.array([0.0, 1.0])}
    arm = {"q": np.zeros((1, 7)), "frame_name": "panda_hand"}
    yield [
        ("controllers", controller, values),
        ("trajectories", CSpaceTrajectoryGenerator(model), limits),
        ("kinematics", Kinematics(model), arm),
    ]


def temporary_folder() -> str:
    """A folder to run in, for methods that write files."""
    return tempfile.mkdtemp(prefix="wrong-calls-")


WORLDS = {
    "scene": scene_world,
    "motion": motion_world,
    "math": math_world,
    "gym": gym_world,
    "envs": env_world,
    "files": file_world,
    "dialects": dialect_world,
    "stage": stage_world,
    "objects": objects_world,
    "control": control_world,
}
