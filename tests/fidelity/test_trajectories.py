"""Robots that follow moving targets for a second: Pippin against MuJoCo, run directly in a loop of one environment.

The direct runs know nothing of Pippin but the model that they step. They compute the law of the actuators by
themselves, in double precision; Pippin's state and targets are in single precision, and a difference of 1e-4 rad after
a second is a thousand times its resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import defusedxml.ElementTree
import mujoco
import numpy as np
import pytest
import torch

from pippin.actuators import DCMotorCfg, ImplicitActuatorCfg
from pippin.assets import Articulation
from pippin.physics.scene import playing_scene
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext
from pippin.utils.names import resolve_matching_names

DT = 0.005
DURATION = 1.0
TOLERANCE = 1e-4
ROBOTS = ["FRANKA_PANDA_CFG", "ANYMAL_C_CFG"]

SimulatedRobot = tuple[SimulationContext, Articulation]
MakeRobot = Callable[..., SimulatedRobot]


@pytest.fixture
def make_robot() -> Iterator[MakeRobot]:
    """Simulates a robot in two environments: ``make_robot(name, with_ground=True, **settings)``.

    ``urdf`` is the description to take instead of the robot's own.
    """

    def make(name: str, with_ground: bool, urdf: Path | None = None, **settings: object) -> SimulatedRobot:
        SimulationContext.clear_instance()
        simulation = SimulationContext(SimulationCfg(**{"dt": DT, "device": "cpu", "backend": "mujoco", **settings}))
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=3.0))
        if with_ground:
            ground = GroundPlaneCfg()
            ground.func("/World/ground", ground)
        cfg = robot_factory(name)().replace(prim_path="/World/envs/env_.*/Robot")
        cfg.spawn.asset_path = str(urdf or cfg.spawn.asset_path)
        robot = Articulation(cfg)
        simulation.reset()
        lift_limits_that_mujoco_has_not(robot)
        return simulation, robot

    yield make
    SimulationContext.clear_instance()


def lift_limits_that_mujoco_has_not(robot: Articulation) -> None:
    """Let joints be as fast as the quick targets want, and keep light fingers from being clipped by effort limits."""
    robot.write_joint_velocity_limit_to_sim_index(limits=1e9)
    light = [joint for joint, name in enumerate(robot.joint_names) if "finger" in name]
    if light:
        robot.write_joint_effort_limit_to_sim_index(limits=1e4, joint_ids=light)


def targets(robot: Articulation, duration: float) -> np.ndarray:
    """Joint targets about the default positions [rad or m], each at a frequency of its own, shape (steps, joints)."""
    rng = np.random.default_rng(0)
    times = DT * np.arange(round(duration / DT))[:, None]
    low, high = robot.data.soft_joint_pos_limits.numpy()[0].T
    sway = 0.4 * np.sin(2.0 * np.pi * rng.uniform(0.5, 2.0, robot.num_joints) * times)
    default = robot.data.default_joint_pos.numpy()[0]
    return np.clip(default + sway, low, high).astype(np.float32)


def follow_with_pippin(simulation: SimulationContext, robot: Articulation, path: np.ndarray) -> np.ndarray:
    """Joint positions of the second environment after each step, shape (steps, joints)."""
    positions = []
    for target in path:
        robot.set_joint_position_target_index(target=torch.as_tensor(target).repeat(2, 1))
        robot.write_data_to_sim()
        simulation.step(render=False)
        robot.update(DT)
        positions.append(robot.data.joint_pos.numpy()[1].copy())
    return np.array(positions)


class DirectRun:
    """A robot in MuJoCo alone, driven by what its config says.

    Args:
        model: Model with the robot's joints.
        joint_ids: Ids of the joints in the model, in the order of the robot's joints.
        robot: The robot, for its config and the names and values of its joints.
    """

    def __init__(self, model: mujoco.MjModel, joint_ids: list[int], robot: Articulation) -> None:
        self.model = model
        self.data = mujoco.MjData(model)
        self.positions = model.jnt_qposadr[joint_ids]
        self.velocities = model.jnt_dofadr[joint_ids]
        self.data.qpos[self.positions] = robot.data.default_joint_pos.numpy()[0]
        model.dof_frictionloss[self.velocities] = 0.0
        self._motors = self._configure(robot)
        mujoco.mj_setConst(model, mujoco.MjData(model))  # the softness of contacts depends on the armature

    def _configure(self, robot: Articulation) -> list[tuple[np.ndarray, ImplicitActuatorCfg | DCMotorCfg]]:
        """Give implicit actuators to the model, which integrates them implicitly; return joints and config of each."""
        limits = robot.data.joint_effort_limits.numpy()[0]
        groups = []
        for cfg in robot.cfg.actuators.values():
            joints = np.array(resolve_matching_names(cfg.joint_names_expr, robot.joint_names)[0])
            groups.append((joints, cfg))
            self.model.dof_armature[self.velocities[joints]] = cfg.armature or 0.0
            self.model.dof_damping[self.velocities[joints]] = 0.0
            for joint in joints:
                actuator = self._actuator_of(joint)
                is_implicit = isinstance(cfg, ImplicitActuatorCfg)
                self.model.actuator_biasprm[actuator, :3] = (0.0, -cfg.stiffness, -cfg.damping) if is_implicit else 0.0
                if is_implicit:
                    self.model.actuator_forcerange[actuator] = (-limits[joint], limits[joint])
        return groups

    def _actuator_of(self, joint: int) -> int:
        joint_id = self.model.dof_jntid[self.velocities[joint]]
        (actuator,) = np.flatnonzero(self.model.actuator_trnid[:, 0] == joint_id)
        return int(actuator)

    def follow(self, path: np.ndarray) -> np.ndarray:
        """Joint positions after each step, shape (steps, joints)."""
        results = []
        for target in path.astype(float):
            for joints, cfg in self._motors:
                for joint, effort in zip(joints, self._inputs(joints, cfg, target[joints]), strict=True):
                    self.data.ctrl[self._actuator_of(joint)] = effort
            mujoco.mj_step(self.model, self.data)
            results.append(self.data.qpos[self.positions].copy())
        return np.array(results)

    def _inputs(self, joints: np.ndarray, cfg: ImplicitActuatorCfg | DCMotorCfg, target: np.ndarray) -> np.ndarray:
        """Inputs of the engine's actuators: the targets' share of a PD law, or the efforts of a DC motor [N m]."""
        if isinstance(cfg, ImplicitActuatorCfg):
            return cfg.stiffness * target
        velocity = self.data.qvel[self.velocities[joints]]
        effort = cfg.stiffness * (target - self.data.qpos[self.positions[joints]]) - cfg.damping * velocity
        share = velocity / cfg.velocity_limit  # the torque of a DC motor falls with its speed
        highest = np.clip(cfg.saturation_effort * (1.0 - share), -cfg.effort_limit, cfg.effort_limit)
        lowest = np.clip(cfg.saturation_effort * (-1.0 - share), -cfg.effort_limit, cfg.effort_limit)
        return np.clip(effort, lowest, highest)


def assert_moved_alike(path: np.ndarray, ours: np.ndarray, reference: np.ndarray) -> None:
    assert np.ptp(reference, axis=0).max() > 0.1, "the robot moves"
    assert np.abs(reference - path).max() > 0.02, "its actuators are not perfect"
    np.testing.assert_allclose(ours, reference, rtol=0.0, atol=TOLERANCE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_on_the_ground_move_as_mujoco_moves_the_same_model(name: str, make_robot: MakeRobot) -> None:
    simulation, robot = make_robot(name, with_ground=True)
    worlds = playing_scene(simulation).backend.worlds[0]
    model = worlds.model.__copy__()
    joint_ids = [_ending_with(model, joint) for joint in robot.joint_names]
    direct = DirectRun(model, joint_ids, robot)
    direct.data.qpos[:] = worlds.qpos.numpy()[1]
    path = targets(robot, DURATION)
    assert_moved_alike(path, follow_with_pippin(simulation, robot, path), direct.follow(path))


def _ending_with(model: mujoco.MjModel, joint: str) -> int:
    """Id of the joint with that name, which Pippin gives the path of its prim."""
    (found,) = (i for i in range(model.njnt) if model.joint(i).name.rsplit("/", 1)[-1] == joint)
    return found


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_in_space_move_as_mujoco_reads_their_urdf(name: str, make_robot: MakeRobot, tmp_path: Path) -> None:
    """MuJoCo's own reader of URDF knows nothing of our converter and importer; without gravity and collisions."""
    urdf = bare_copy(Path(robot_factory(name)().spawn.asset_path), tmp_path)
    simulation, robot = make_robot(name, with_ground=False, urdf=urdf, gravity=(0.0, 0.0, 0.0))
    settings = playing_scene(simulation).settings
    spec = mujoco.MjSpec.from_file(str(urdf))
    spec.option.timestep, spec.option.gravity = settings.dt / settings.substeps, settings.gravity
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    assert settings.substeps == 1 and settings.integrator == "implicitfast"
    if not robot.is_fixed_base:
        spec.worldbody.first_body().add_freejoint()
    for joint in robot.joint_names:
        actuator = spec.add_actuator(name=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT, target=joint)
        actuator.gainprm[0], actuator.biastype = 1.0, mujoco.mjtBias.mjBIAS_AFFINE
        actuator.forcelimited, actuator.forcerange = True, (-1e6, 1e6)
    model = spec.compile()
    direct = DirectRun(model, [model.joint(joint).id for joint in robot.joint_names], robot)
    path = targets(robot, DURATION)
    assert_moved_alike(path, follow_with_pippin(simulation, robot, path), direct.follow(path))


def bare_copy(urdf: Path, folder: Path) -> Path:
    """Copy of a URDF that MuJoCo reads.

    It has no shapes, whose files MuJoCo would not find; it tells MuJoCo to keep links apart that do not move against
    each other; and the links of ANYmal C whose inertia no body can have get that of a ball.
    """
    root = defusedxml.ElementTree.parse(urdf).getroot()
    for link in root.iter("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)
    for inertia in root.iter("inertia"):
        moments = np.linalg.eigvalsh(inertia_matrix(inertia))
        if moments.sum() > 0.0 and moments[2] > moments[0] + moments[1]:
            inertia.attrib.update(dict.fromkeys(("ixy", "ixz", "iyz"), "0"))
            inertia.attrib.update(dict.fromkeys(("ixx", "iyy", "izz"), str(moments.sum() / 3.0)))
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", fusestatic="false")
    copy = folder / urdf.name
    ElementTree.ElementTree(root).write(copy)
    return copy


def inertia_matrix(element: ElementTree.Element) -> np.ndarray:
    """Inertia tensor of an ``<inertia>`` [kg m^2], shape (3, 3)."""
    xx, xy, xz, yy, yz, zz = (float(element.get(f"i{axes}", "0")) for axes in ("xx", "xy", "xz", "yy", "yz", "zz"))
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@pytest.mark.slow
def test_a_walking_robot_moves_alike_on_both_backends(make_robot: MakeRobot) -> None:
    """MuJoCo Warp computes in single precision, with contacts too: 1e-3 rad is what that leaves after 0.2 s."""
    results: dict[str, np.ndarray] = {}
    for backend in ("mujoco", "newton"):
        simulation, robot = make_robot("ANYMAL_C_CFG", with_ground=True, backend=backend)
        path = targets(robot, duration=0.2)
        results[backend] = follow_with_pippin(simulation, robot, path)
    assert np.ptp(results["mujoco"], axis=0).max() > 0.05
    np.testing.assert_allclose(results["newton"], results["mujoco"], rtol=0.0, atol=1e-3)
