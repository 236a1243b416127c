"""Every robot of ``pippin.robots``: it loads, is driven as configured, and stands or holds still by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pinocchio
import pytest
import torch

import pippin.robots
from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, Multirotor
from pippin.robots import ROBOTS, robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext, UrdfFileCfg
from pippin.utils.names import resolve_matching_names

DT = 0.005
SETTLED, END = 1.0, 10.0
ENDS = {"ANT_CFG": 8.0}
"""When it is looked at instead of at the end [s]: friction is soft, so that an ant's feet creep outwards and it sinks
by 0.7 mm/s, until it tips after 10 s on this ground, after 12 s with the friction of its feet alone."""
ARMS = {"FRANKA_PANDA_CFG", "FRANKA_PANDA_HIGH_PD_CFG", "UR5_CFG", "UR10_CFG"}
URDF_ROBOTS = sorted(ROBOTS.keys() - {"ANT_CFG", "HUMANOID_CFG"})

UNLIMITED = 1e9
"""Position from which on a limit is none [rad]."""

HOLDING_ERROR = dict.fromkeys(ROBOTS, 0.08) | dict.fromkeys([*ARMS, "CARTPOLE_CFG"], 1e-3)
"""How far a joint may be from its target [rad or m]: drives of robots that stand give way to their weight, by weight
over stiffness; arms compensate their weight, and the cartpole balances, upright to the last bit."""


class Played:
    """A robot in two environments on a plane, whose joint targets are its default positions."""

    def __init__(self, simulation: SimulationContext, name: str) -> None:
        self.simulation = simulation
        self.cfg: ArticulationCfg = robot_factory(name)()
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=3.0))
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        self.robot: Articulation = self.cfg.class_type(self.cfg.replace(prim_path="/World/envs/env_.*/Robot"))
        simulation.reset()

    def hold(self, duration: float) -> None:
        """Let time pass [s]."""
        for _ in range(round(duration / DT)):
            self.robot.write_data_to_sim()
            self.simulation.step(render=False)
            self.robot.update(DT)

    def height(self) -> torch.Tensor:
        """Heights of the roots [m], shape (2,)."""
        return self.robot.data.root_link_pose_w.torch[:, 2].clone()


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=DT, device="cpu", backend="mujoco")) as simulation:
        yield simulation


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ROBOTS.keys() - {"CRAZYFLIE_CFG"}))
def test_it_stands_or_holds_still(simulation: SimulationContext, name: str) -> None:
    played = Played(simulation, name)
    data = played.robot.data
    torch.testing.assert_close(data.joint_pos.torch, data.default_joint_pos.torch)
    played.hold(SETTLED)
    settled = played.height()
    played.hold(ENDS.get(name, END) - SETTLED)

    torch.testing.assert_close(played.height(), settled, atol=0.01, rtol=0.0)
    assert (data.projected_gravity_b.torch[:, 2] < -np.cos(0.1)).all(), "upright within 0.1 rad"
    walked = data.root_link_pose_w.torch[:, :2] - data.default_root_pose.torch[:, :2]
    origins = torch.as_tensor(simulation.environments.origins[:, :2])
    assert (walked - origins).norm(dim=-1).max() < 0.05, "it stays where it is [m]"
    assert data.root_com_vel_w.torch.abs().max() < 0.01
    assert (data.joint_vel.torch.abs() < 0.02).all()
    if not played.robot.num_joints:
        return
    error = (data.joint_pos.torch - data.default_joint_pos.torch).abs().amax(dim=0)
    assert error.max() < HOLDING_ERROR[name], played.robot.joint_names[int(error.argmax())]


@pytest.mark.parametrize("name", sorted(ROBOTS.keys() - {"IRIS_CFG"}))
def test_every_joint_is_driven_as_configured(simulation: SimulationContext, name: str) -> None:
    """Gains of implicit actuators are the engine's; those of explicit ones are not, or they would act twice."""
    robot = Played(simulation, name).robot
    driven = [joint for actuator in robot.actuators.values() for joint in actuator.joint_names]
    assert sorted(driven) == sorted(robot.joint_names), "each joint by one actuator"
    for group, cfg in robot.cfg.actuators.items():
        joints, _ = resolve_matching_names(cfg.joint_names_expr, robot.joint_names)
        assert robot.actuators[group].joint_names == [robot.joint_names[i] for i in joints]
        is_implicit = isinstance(cfg, ImplicitActuatorCfg)
        expected = {
            "joint_stiffness": cfg.stiffness if is_implicit else 0.0,
            "joint_damping": cfg.damping if is_implicit else 0.0,
            "joint_armature": cfg.armature,
            "joint_effort_limits": cfg.effort_limit_sim,
        }
        for quantity, value in expected.items():
            if value is not None:
                values = getattr(robot.data, quantity).torch[:, joints]
                torch.testing.assert_close(values, torch.full_like(values, value), msg=f"{group}: {quantity}")


def test_the_quadrotor_hovers_by_rotors_where_the_description_has_them(simulation: SimulationContext) -> None:
    """The allocation matrix is that of forces at the rotors' places, which together carry the weight."""
    robot = Played(simulation, "IRIS_CFG").robot
    assert isinstance(robot, Multirotor)
    assert robot.thruster_names == [f"iris__rotor_{i}" for i in range(4)]
    data = robot.data
    bodies = [robot.body_names.index(name) for name in robot.thruster_names]
    levers = data.body_link_pos_w.torch[0, bodies] - data.body_com_pos_w.torch[0, :1]
    up = torch.tensor([0.0, 0.0, 1.0])
    expected = torch.linalg.cross(levers, up.expand(4, 3))
    ratio = robot.cfg.actuators["rotors"].torque_to_thrust_ratio
    expected[:, 2] -= ratio * torch.tensor(robot.cfg.rotor_directions)
    torch.testing.assert_close(robot.allocation_matrix[:3].T, up.expand(4, 3))
    torch.testing.assert_close(robot.allocation_matrix[3:].T, expected)
    weight = 9.81 * data.body_mass.torch.sum(dim=1)
    torch.testing.assert_close(data.thrust_target.sum(dim=1), weight, rtol=1e-5, atol=0.0)
    highest = robot.cfg.actuators["rotors"].thrust_range[1]
    assert 4 * highest > 1.5 * float(weight[0])


def test_the_crazyflie_hovers_when_it_is_pushed_by_its_weight(simulation: SimulationContext) -> None:
    """In the way of programs for Isaac Lab: each rotor bears a quarter, while all of them turn at 200 rad/s."""
    played = Played(simulation, "CRAZYFLIE_CFG")
    robot, start = played.robot, played.height()
    weight = 9.81 * robot.data.body_mass.torch[0].sum()
    assert float(weight) == pytest.approx(0.028 * 9.81, rel=1e-4)
    rotors, _ = robot.find_bodies("m.*_prop")
    forces = torch.zeros(2, 4, 3)
    forces[..., 2] = weight / 4.0
    robot.permanent_wrench_composer.set_forces_and_torques_index(forces=forces, body_ids=rotors)
    played.hold(2.0)
    torch.testing.assert_close(played.height(), start, rtol=0.0, atol=1e-4)  # single precision over 400 steps
    assert (robot.data.projected_gravity_b.torch[:, 2] < -0.9999).all()
    torch.testing.assert_close(robot.data.joint_vel.torch, robot.data.default_joint_vel.torch, rtol=1e-4, atol=0.0)


@dataclass
class Description:
    """What pinocchio reads in a URDF.

    Attributes:
        total_mass: Mass of all links [kg].
        moved_mass: For each joint, the mass of the link that it moves with all that is fixed to it [kg].
        moved_links: For each joint, the names of these links.
        limits: For each joint, lower and upper limit [rad or m], infinite where it turns on and on; effort limit
            [N m or N]; velocity limit [rad/s or m/s].
    """

    total_mass: float
    moved_mass: dict[str, float]
    moved_links: dict[str, list[str]]
    limits: dict[str, tuple[float, float, float, float]]


def read_with_pinocchio(path: str) -> Description:
    """Read a URDF with pinocchio, without a floating base."""
    model = pinocchio.buildModelFromUrdf(path)
    bodies = [frame for frame in model.frames if frame.type == pinocchio.BODY]
    joints = {model.names[i]: i for i in range(1, model.njoints)}
    return Description(
        total_mass=sum(inertia.mass for inertia in model.inertias),
        moved_mass={name: model.inertias[i].mass for name, i in joints.items()},
        moved_links={name: [body.name for body in bodies if body.parentJoint == i] for name, i in joints.items()},
        limits={name: _limits(model, joint) for name, joint in joints.items()},
    )


def _limits(model: pinocchio.Model, joint: int) -> tuple[float, float, float, float]:
    of_position, of_velocity = model.joints[joint].idx_q, model.joints[joint].idx_v
    is_continuous = model.joints[joint].nq == 2  # a cosine and a sine
    lower = -np.inf if is_continuous else model.lowerPositionLimit[of_position]
    upper = np.inf if is_continuous else model.upperPositionLimit[of_position]
    return lower, upper, model.effortLimit[of_velocity], model.velocityLimit[of_velocity]


@pytest.mark.slow
@pytest.mark.parametrize("name", URDF_ROBOTS)
def test_masses_and_limits_are_those_of_the_description(simulation: SimulationContext, name: str) -> None:
    """Tolerances are those of single precision; a link without mass weighs 1 mg, which the engine needs."""
    robot = Played(simulation, name).robot
    assert isinstance(robot.cfg.spawn, UrdfFileCfg)
    description = read_with_pinocchio(robot.cfg.spawn.asset_path)
    assert sorted(robot.joint_names) == sorted(description.limits)

    masses = dict(zip(robot.body_names, robot.data.body_mass.torch[0].tolist(), strict=True))
    assert sum(masses.values()) == pytest.approx(description.total_mass, rel=1e-5, abs=1e-5)
    for joint, links in description.moved_links.items():
        moved = sum(masses[link] for link in links if link in masses)
        assert moved == pytest.approx(description.moved_mass[joint], rel=1e-5, abs=1e-5), joint

    configured = {
        robot.joint_names[i]
        for cfg in robot.cfg.actuators.values()
        if isinstance(cfg, ActuatorBaseCfg)
        if cfg.effort_limit_sim is not None or not isinstance(cfg, ImplicitActuatorCfg)
        for i in resolve_matching_names(cfg.joint_names_expr, robot.joint_names)[0]
    }
    for index, joint in enumerate(robot.joint_names):
        lower, upper, effort, velocity = description.limits[joint]
        limits = robot.data.joint_pos_limits.torch[0, index].tolist()
        if upper < UNLIMITED:
            assert limits == pytest.approx([lower, upper], abs=1e-5), joint
        else:
            assert limits[0] <= -UNLIMITED and limits[1] >= UNLIMITED, joint
        if joint not in configured and effort > 0.0:  # 0 says that there is no limit
            assert float(robot.data.joint_effort_limits.torch[0, index]) == pytest.approx(effort, rel=1e-5), joint
            assert float(robot.data.joint_vel_limits.torch[0, index]) == pytest.approx(velocity, rel=1e-5), joint


@pytest.mark.parametrize("name", ROBOTS)
def test_each_access_gives_a_config_of_its_own(name: str) -> None:
    before = getattr(pippin.robots, name).to_dict()
    changed = getattr(pippin.robots, name)
    assert changed.to_dict() == before
    changed.prim_path = "/World/Mine"
    changed.init_state.joint_pos["mine"] = 1.0
    changed.spawn.articulation_props.enabled_self_collisions = True
    for actuator in changed.actuators.values():
        actuator.stiffness = 1.0e6
        getattr(actuator, "joint_names_expr", getattr(actuator, "thruster_names_expr", None)).append("mine")
    changed.actuators["mine"] = ImplicitActuatorCfg(joint_names_expr=["mine"], stiffness=1.0, damping=1.0)
    assert getattr(pippin.robots, name).to_dict() == before


def test_a_robot_that_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="There is no robot 'PANDA'; there are: ANT_CFG, .*FRANKA_PANDA_CFG"):
        robot_factory("PANDA")
    with pytest.raises(AttributeError, match="has no attribute 'PANDA_CFG'"):
        _ = pippin.robots.PANDA_CFG
