"""Lee's controllers of multirotors: against scipy's rotations, and flying the Iris."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin import controllers
from pippin.assets import MultirotorCfg
from pippin.robots import IRIS_CFG
from pippin.robots.released import ARL_ROBOT_1_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationContext, build_simulation_context
from pippin.utils import configclass

N = 5
GRAVITY = 9.81
RANGES = {
    "K_pos_range": ((5.0,) * 3, (6.0,) * 3),
    "K_vel_range": ((4.0,) * 3, (5.0,) * 3),
    "K_rot_range": ((4.0, 4.0, 1.0), (5.0, 5.0, 1.5)),
    "K_angvel_range": ((0.5, 0.5, 0.2), (0.6, 0.6, 0.3)),
}


def make_cfg(kind: str, **fields: object) -> controllers.LeeControllerBaseCfg:
    """Config of a controller ("Pos", "Vel", "Acc" or "Att"), with those of the ranges that it has."""
    cls = getattr(controllers, f"Lee{kind}ControllerCfg")
    given = {name: value for name, value in RANGES.items() if name in cls.__dataclass_fields__}
    return cls(**given, max_yaw_rate=1.0, **fields)


@pytest.fixture
def vehicles(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Vehicles of two bodies with random states, and what scipy says of them."""
    rng = np.random.default_rng(0)
    base, other = Rotation.random(N, random_state=0), Rotation.random(N, random_state=1)
    principal = [Rotation.random(N, random_state=2), Rotation.random(N, random_state=3)]
    masses, moments = rng.uniform(0.5, 2.0, (N, 2)), rng.uniform(0.015, 0.025, (N, 2, 3))
    origin, offsets = rng.normal(size=(N, 3)), rng.normal(size=(N, 2, 3)) * [[[0.0], [0.2]]]
    coms = 0.1 * rng.normal(size=(N, 2, 3))
    links = [base, other]
    positions = origin[:, None] + offsets

    def tensor(values: object) -> torch.Tensor:
        return torch.tensor(np.asarray(values), dtype=torch.float32)

    inertias = np.zeros((N, 2, 3, 3))
    inertias[..., range(3), range(3)] = moments
    data = SimpleNamespace(
        root_pos_w=tensor(origin),
        root_quat_w=tensor(base.as_quat()),
        root_link_quat_w=tensor(base.as_quat()),
        root_lin_vel_w=tensor(rng.normal(size=(N, 3))),
        root_ang_vel_b=tensor(rng.normal(size=(N, 3))),
        body_link_pos_w=tensor(positions),
        body_link_quat_w=tensor(np.stack([link.as_quat() for link in links], axis=1)),
        body_com_pos_b=tensor(coms),
        body_com_quat_b=tensor(np.stack([axes.as_quat() for axes in principal], axis=1)),
        body_mass=tensor(masses),
        body_inertia=tensor(inertias.reshape(N, 2, 9)),
    )
    # masses as points, and six points at distances on the principal axes that have the moments of inertia
    points, weights = [], []
    for body in range(2):
        squares = (moments[:, body].sum(axis=1, keepdims=True) / 2.0 - moments[:, body]) / (masses[:, body, None] / 3.0)
        axes = np.sqrt(squares)[:, :, None] * np.eye(3)
        for sign in (1.0, -1.0):
            for axis in range(3):
                local = coms[:, body] + principal[body].apply(sign * axes[:, axis])
                points.append(positions[:, body] + links[body].apply(local))
                weights.append(masses[:, body] / 6.0)
    settings = SimpleNamespace(cfg=SimpleNamespace(gravity=(0.0, 0.0, -GRAVITY)))
    monkeypatch.setattr(SimulationContext, "instance", lambda: settings)
    return SimpleNamespace(data=data, base=base, points=np.array(points), weights=np.array(weights), masses=masses)


def test_mass_and_inertia_are_those_of_all_points(vehicles: SimpleNamespace) -> None:
    """Inertias of bodies as six points each, which have them: tolerance float32."""
    controller = controllers.LeeAccController(make_cfg("Acc"), vehicles, N, "cpu")
    np.testing.assert_allclose(controller.mass, vehicles.masses.sum(axis=1), rtol=1e-6)
    centre = (vehicles.points * vehicles.weights[..., None]).sum(axis=0) / vehicles.weights.sum(axis=0)[:, None]
    levers = np.array([vehicles.base.inv().apply(points - centre) for points in vehicles.points])
    squares = (levers**2).sum(axis=-1)[..., None, None] * np.eye(3) - levers[..., :, None] * levers[..., None, :]
    np.testing.assert_allclose(
        controller.robot_inertia, (vehicles.weights[..., None, None] * squares).sum(axis=0), rtol=1e-4, atol=1e-6
    )


def wanted_rotation(force: np.ndarray, yaw: np.ndarray) -> Rotation:
    """Rotations with the z axis along a force, and the x axis in the plane of it and the heading."""
    z = force / np.linalg.norm(force, axis=1, keepdims=True)
    y = np.cross(z, np.stack([np.cos(yaw), np.sin(yaw), 0.0 * yaw], axis=1))
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    return Rotation.from_matrix(np.stack([np.cross(y, z), y, z], axis=2))


@pytest.mark.parametrize("kind", ["Pos", "Vel", "Acc", "Att"])
def test_wrenches_are_those_of_the_law(vehicles: SimpleNamespace, kind: str) -> None:
    """The law of the paper, written with scipy's rotations: tolerance float32 with forces of some 50 N."""
    data = vehicles.data
    controller = getattr(controllers, f"Lee{kind}Controller")(make_cfg(kind), vehicles, N, "cpu")
    gains = {name: np.mean(ends, axis=0) for name, ends in RANGES.items()}
    command = torch.rand(N, 4, generator=torch.Generator().manual_seed(0)) - 0.5
    base, rate, given = vehicles.base, data.root_ang_vel_b.numpy(), command.numpy().astype(float)
    yaw = base.as_euler("ZYX")[:, 0]
    mass, up = controller.mass.numpy()[:, None], np.array([0.0, 0.0, 1.0])
    wanted_rate = given[:, 3:] * base.inv().apply(up)
    if kind == "Pos":
        acceleration = gains["K_pos_range"] * (given[:, :3] - data.root_pos_w.numpy())
        acceleration -= gains["K_vel_range"] * data.root_lin_vel_w.numpy()
        yaw, wanted_rate = given[:, 3], np.zeros((N, 3))
    elif kind == "Vel":
        velocity = Rotation.from_rotvec(yaw[:, None] * up).apply(given[:, :3])
        acceleration = gains["K_vel_range"] * (velocity - data.root_lin_vel_w.numpy())
    else:
        acceleration = given[:, :3]
    force = mass * (acceleration + GRAVITY * up)
    wanted = wanted_rotation(force, yaw)
    thrust = (force * base.apply(up)).sum(axis=1)
    if kind == "Att":
        wanted = Rotation.from_euler("ZYX", np.stack([yaw, given[:, 2], given[:, 1]], axis=1))
        thrust = (1.0 + given[:, 0]) * mass[:, 0] * GRAVITY
    turn = (wanted.inv() * base).as_matrix()
    error = 0.5 * (turn - np.swapaxes(turn, 1, 2))[:, [2, 0, 1], [1, 2, 0]]
    inertia = controller.robot_inertia.numpy()
    torque = -gains["K_rot_range"] * error - gains["K_angvel_range"] * (rate - wanted_rate)
    torque += np.cross(rate, np.einsum("nij,nj->ni", inertia, rate))
    wrench = controller.compute(command)
    assert wrench is controller.wrench_command_b and (wrench[:, :2] == 0.0).all()
    np.testing.assert_allclose(wrench[:, 2], thrust, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(wrench[:, 3:], torque, rtol=1e-4, atol=1e-4)


def test_the_rate_of_the_yaw_is_limited(vehicles: SimpleNamespace) -> None:
    vehicles.data.root_quat_w[:] = torch.tensor([0.0, 0.0, 0.0, 1.0])
    controller = controllers.LeeAttController(make_cfg("Att"), vehicles, N, "cpu")
    limit, beyond = torch.zeros(N, 4), torch.zeros(N, 4)
    limit[:, 3], beyond[:, 3] = 1.0, 7.0
    torch.testing.assert_close(controller.compute(limit).clone(), controller.compute(beyond))


def test_gains_are_drawn_in_some_environments_by_ids_and_masks(vehicles: SimpleNamespace) -> None:
    torch.manual_seed(0)
    controller = controllers.LeePosController(make_cfg("Pos"), vehicles, N, "cpu")
    for env_ids in (torch.tensor([1, 3]), torch.tensor([False, True, False, True, False])):
        before = {name: getattr(controller, f"K_{name}_current").clone() for name in ("pos", "vel", "rot", "angvel")}
        controller.reset_idx(env_ids)
        for name, gain in before.items():
            now, (lowest, highest) = getattr(controller, f"K_{name}_current"), RANGES[f"K_{name}_range"]
            assert (now[[0, 2, 4]] == gain[[0, 2, 4]]).all() and (now[[1, 3]] != gain[[1, 3]]).all()
            assert (now >= torch.tensor(lowest)).all() and (now <= torch.tensor(highest)).all()


@configclass
class IrisSceneCfg(InteractiveSceneCfg):
    """The Iris, in the air."""

    robot: MultirotorCfg = IRIS_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@pytest.mark.slow
def test_the_iris_flies_where_it_is_told() -> None:
    """A place within 1 cm after 4 s, then a velocity along its heading within 2 cm/s after 2 s: gains of some 5/s."""
    ranges = {"K_rot_range": ((6.0, 6.0, 0.2),) * 2, "K_angvel_range": ((0.7, 0.7, 0.2),) * 2}
    ranges |= {"K_pos_range": ((6.0,) * 3,) * 2, "K_vel_range": ((4.5,) * 3,) * 2, "max_yaw_rate": 1.0}
    with build_simulation_context(device="cpu", dt=0.01, gravity_enabled=True) as simulation:
        scene = InteractiveScene(IrisSceneCfg(num_envs=2, env_spacing=5.0))
        simulation.reset()
        robot = scene["robot"]
        to_thrusts = torch.linalg.pinv(robot.allocation_matrix).T

        def fly(controller: controllers.LeeControllerBase, command: torch.Tensor, steps: int) -> None:
            for _ in range(steps):
                robot.set_thrust_target(controller.compute(command) @ to_thrusts)
                scene.write_data_to_sim()
                simulation.step(render=False)
                scene.update(0.01)

        place = robot.data.root_pos_w.torch + torch.tensor([1.0, -0.5, 0.7])
        cfg = controllers.LeePosControllerCfg(**ranges)
        command = torch.cat([place, torch.full((2, 1), 0.3)], dim=1)
        fly(controllers.LeePosController(cfg, robot, 2, "cpu"), command, 400)
        torch.testing.assert_close(robot.data.root_pos_w.torch, place, atol=0.01, rtol=0.0)
        yaw = 2.0 * torch.atan2(robot.data.root_quat_w.torch[:, 2], robot.data.root_quat_w.torch[:, 3])
        torch.testing.assert_close(yaw, torch.full((2,), 0.3), atol=0.01, rtol=0.0)

        del ranges["K_pos_range"]
        cfg = controllers.LeeVelControllerCfg(**ranges)
        fly(controllers.LeeVelController(cfg, robot, 2, "cpu"), torch.tensor([[1.0, 0.0, 0.2, 0.0]] * 2), 200)
        along = torch.tensor([math.cos(0.3), math.sin(0.3), 0.2])
        torch.testing.assert_close(robot.data.root_lin_vel_w.torch, along.expand(2, 3), atol=0.02, rtol=0.0)


@configclass
class ArlSceneCfg(InteractiveSceneCfg):
    """NTNU's quadrotor, in the air."""

    robot: MultirotorCfg = ARL_ROBOT_1_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@pytest.mark.slow
def test_the_released_gains_let_the_arl_robot_fly() -> None:
    """With the gains and the step of Isaac Lab's task of navigation: 1 m/s ahead after 2.5 s, at a gain of 3/s.

    Within 0.1 m/s: each rotor has delays of its own, of up to 0.08 s, which swing the vehicle.
    """
    torch.manual_seed(0)
    gains = {"K_vel_range": ((2.5, 2.5, 1.5), (3.5, 3.5, 2.0)), "K_rot_range": ((1.6, 1.6, 0.25), (1.85, 1.85, 0.4))}
    gains |= {"K_angvel_range": ((0.4, 0.4, 0.075), (0.5, 0.5, 0.09)), "max_yaw_rate": 1.0}
    with build_simulation_context(device="cpu", dt=0.01, gravity_enabled=True) as simulation:
        scene = InteractiveScene(ArlSceneCfg(num_envs=2, env_spacing=5.0))
        simulation.reset()
        robot = scene["robot"]
        assert robot.thruster_names == ["back_left_prop", "back_right_prop", "front_left_prop", "front_right_prop"]
        controller = controllers.LeeVelController(controllers.LeeVelControllerCfg(**gains), robot, 2, "cpu")
        torch.testing.assert_close(controller.mass, torch.full((2,), 1.24))
        command, to_thrusts = torch.tensor([[1.0, 0.0, 0.0, 0.0]] * 2), torch.linalg.pinv(robot.allocation_matrix).T
        for _ in range(250):
            robot.set_thrust_target(controller.compute(command) @ to_thrusts)
            scene.write_data_to_sim()
            simulation.step(render=False)
            scene.update(0.01)
        torch.testing.assert_close(robot.data.root_lin_vel_w.torch, command[:, :3], atol=0.1, rtol=0.0)
