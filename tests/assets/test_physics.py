"""Motion of assets against closed forms, on each engine."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.actuators import IdealPDActuatorCfg, ImplicitActuatorCfg
from pippin.assets import Articulation, RigidObject
from pippin.sim import SimulationContext

from .conftest import BOX, PENDULUM, WALKER, MakeStage, Mechanism, Stage

G = 9.81

BALL_ON_PLANE = """
<mujoco>
  <worldbody>
    <body name="ground" mocap="true"><geom type="plane" size="10 10 1"/></body>
    <body name="Ball"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
  </worldbody>
</mujoco>
"""

BOX_ON_INCLINE = """
<mujoco>
  <worldbody>
    <body name="ground" mocap="true" quat="{w} 0 {y} 0">
      <geom type="plane" size="50 50 1" friction="{friction} 0 0"/>
    </body>
    <body name="Box" quat="{w} 0 {y} 0">
      <freejoint/>
      <geom type="box" size="0.2 0.2 0.05" mass="1" friction="{friction} 0 0"/>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def engine(backend: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """Each backend, with tensors made on its device."""
    with torch.device(backend[1]):
        yield backend


def test_free_fall(make_stage: MakeStage, engine: tuple[str, str]) -> None:
    dt, steps = 0.005, 100
    stage = make_stage(Mechanism(BOX), dt=dt, backend=engine)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    start = box.data.root_com_pos_w.torch.clone()
    stage.step(box, count=steps)
    data, time = box.data, steps * dt
    fallen = torch.tensor([0.0, 0.0, -0.5 * G * time**2])
    # Symplectic Euler is ahead of the parabola by g t dt / 2; that aside, single precision of positions of some units.
    ahead = torch.tensor([0.0, 0.0, -0.5 * G * time * dt])
    torch.testing.assert_close(data.root_com_pos_w.torch - start, (fallen + ahead).expand(3, 3), rtol=0.0, atol=2e-6)
    velocity = torch.tensor([0.0, 0.0, -G * time, 0.0, 0.0, 0.0])
    # Bodies do not turn, but for a hundred roundings of the torque that gravity has about their frames.
    torch.testing.assert_close(data.root_com_vel_w.torch, velocity.expand(3, 6), rtol=1e-5, atol=1e-5)
    # velocities of 5 m/s in single precision, divided by dt
    acceleration = data.body_com_acc_w.torch[:, 0, :3]
    torch.testing.assert_close(acceleration, torch.tensor([0.0, 0.0, -G]).expand(3, 3), rtol=0.0, atol=1e-3)


def test_gravity_changes_while_the_simulation_runs(make_stage: MakeStage, engine: tuple[str, str]) -> None:
    dt, steps = 0.005, 100
    stage = make_stage(Mechanism(BOX), dt=dt, backend=engine)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    stage.step(box)
    view = stage.sim.physics_sim_view
    assert view.get_gravity() == (0.0, 0.0, -9.81)
    before = box.data.root_com_vel_w.torch[:, :3].clone()
    view.set_gravity([1.0, -2.0, 3.0])
    assert view.get_gravity() == (1.0, -2.0, 3.0)
    stage.step(box, count=steps)
    gained = box.data.root_com_vel_w.torch[:, :3] - before
    # float32 sums of 100 steps
    torch.testing.assert_close(gained, steps * dt * torch.tensor([[1.0, -2.0, 3.0]]).expand(3, 3), rtol=1e-5, atol=0.0)


@pytest.mark.parametrize("gravity", [(0.0, 0.0), (0.0, 0.0, math.nan), (0.0, 0.0, -math.inf)])
def test_gravity_that_is_none_is_refused(make_stage: MakeStage, gravity: tuple[float, ...]) -> None:
    stage = make_stage(Mechanism(BOX))
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        _ = stage.sim.physics_sim_view
    stage.sim.reset()
    with pytest.raises(ValueError, match="'gravity' should be three finite numbers"):
        stage.sim.physics_sim_view.set_gravity(gravity)
    assert stage.sim.physics_sim_view.get_gravity() == (0.0, 0.0, -9.81)


def test_period_of_a_pendulum(make_stage: MakeStage, engine: tuple[str, str]) -> None:
    dt, amplitude = 0.002, 0.2
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=1, dt=dt, backend=engine)
    pendulum = stage.articulation("Pendulum")
    stage.sim.reset()
    pendulum.write_joint_position_to_sim_index(position=torch.full((1, 1), amplitude))
    angles = []
    for _ in range(750):
        stage.step(pendulum)
        angles.append(float(pendulum.data.joint_pos.torch))
    angles = np.array(angles)
    # mass 1.5 kg at 0.4 m from the hinge, 0.02 kg m^2 about its centre
    inertia, torque = 0.02 + 1.5 * 0.4**2, 1.5 * G * 0.4
    period = 2.0 * math.pi * math.sqrt(inertia / torque) * (1.0 + amplitude**2 / 16.0)
    falling = np.flatnonzero((angles[:-1] > 0.0) & (angles[1:] <= 0.0))
    first, second = falling[0], falling[0] + 1 + np.argmax(angles[falling[0] + 1 :] <= 0.0)
    assert second == first + 1  # the first crossing, downwards
    rising = np.flatnonzero((angles[:-1] < 0.0) & (angles[1:] >= 0.0))[0]

    def crossing(i: int) -> float:
        return dt * (i + 1 + angles[i] / (angles[i] - angles[i + 1]))

    # half a period from one crossing to the next; symplectic Euler is off by (w dt)^2 / 24
    assert crossing(rising) - crossing(first) == pytest.approx(period / 2.0, rel=2e-4)


@pytest.mark.parametrize("model", [ImplicitActuatorCfg, IdealPDActuatorCfg])
def test_step_response_of_pd_control(make_stage: MakeStage, model: type) -> None:
    """x(t) = 1 - e^(-z w t) (cos(w_d t) + z / sqrt(1 - z^2) sin(w_d t)), with w^2 = k / I and 2 z w = d / I."""
    dt, target, stiffness, damping, inertia = 0.0005, 0.3, 20.0, 1.5, 0.26
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=1, dt=dt, gravity=(0.0, 0.0, 0.0))
    drive = model(joint_names_expr=[".*"], stiffness=stiffness, damping=damping, effort_limit=1000.0)
    pendulum = stage.articulation("Pendulum", actuators={"drive": drive})
    stage.sim.reset()
    pendulum.set_joint_position_target_index(target=torch.full((1, 1), target))
    times, angles = dt * np.arange(1, 1201), []
    for _ in times:
        stage.step(pendulum)
        angles.append(float(pendulum.data.joint_pos.torch))
    w = math.sqrt(stiffness / inertia)
    z = damping / (2.0 * inertia * w)
    wd = w * math.sqrt(1.0 - z**2)
    decay = np.exp(-z * w * times)
    expected = target * (1.0 - decay * (np.cos(wd * times) + z / math.sqrt(1.0 - z**2) * np.sin(wd * times)))
    # of first order in the step: |x'| dt < 1.5 rad/s * dt, for implicit damping and for a law that is a step late
    np.testing.assert_allclose(angles, expected, atol=1.5 * dt)


@pytest.mark.parametrize("model", [ImplicitActuatorCfg, IdealPDActuatorCfg])
def test_target_velocities_and_efforts_are_followed(make_stage: MakeStage, model: type) -> None:
    damping, effort, velocity = 4.0, 0.8, 0.5
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=1, gravity=(0.0, 0.0, 0.0))
    drive = model(joint_names_expr=[".*"], stiffness=0.0, damping=damping, effort_limit=1000.0)
    pendulum = stage.articulation("Pendulum", actuators={"drive": drive})
    stage.sim.reset()
    pendulum.set_joint_velocity_target_index(target=torch.full((1, 1), velocity))
    pendulum.set_joint_effort_target_index(target=torch.full((1, 1), effort))
    stage.step(pendulum, count=100)  # 15 time constants I / d of 0.065 s
    assert float(pendulum.data.joint_vel.torch) == pytest.approx(velocity + effort / damping, rel=1e-5)


def momenta(robot: Articulation) -> torch.Tensor:
    """Momentum and angular momentum about the world's origin, shape (N, 6), from masses, inertias and velocities."""
    data = robot.data
    mass = data.body_mass.torch[..., None].double()
    velocity, spin = data.body_com_lin_vel_w.torch.double(), data.body_com_ang_vel_w.torch.double()
    axes = torch.as_tensor(
        Rotation.from_quat(data.body_com_quat_w.torch.reshape(-1, 4).cpu().numpy()).as_matrix()
    ).reshape(*velocity.shape, 3)
    inertia = axes @ data.body_inertia.torch.double().reshape(*velocity.shape, 3) @ axes.mT
    angular = (inertia @ spin[..., None])[..., 0] + torch.linalg.cross(
        data.body_com_pos_w.torch.double(), mass * velocity
    )
    return torch.cat([(mass * velocity).sum(dim=1), angular.sum(dim=1)], dim=-1)


def change_of_momenta(make_stage: MakeStage, engine: tuple[str, str], dt: float) -> float:
    """Largest change of a momentum of free mechanisms that move for 0.05 s by efforts of their own joints."""
    without_rotors = WALKER.replace('armature="0.01"', "")
    mechanism = Mechanism(without_rotors, ("Walker",))
    stage = make_stage(mechanism, dt=dt, gravity=(0.0, 0.0, 0.0), backend=engine, origins=np.zeros((3, 3)))
    drive = IdealPDActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit=100.0)
    robot = stage.articulation("Walker", actuators={"drive": drive})
    stage.sim.reset()
    generator = np.random.default_rng(0)
    robot.write_root_com_velocity_to_sim_index(root_velocity=generator.normal(0.0, 0.5, (3, 6)).astype(np.float32))
    before = momenta(robot)
    efforts = generator.normal(0.0, 0.3, (3, robot.num_joints)).astype(np.float32)
    robot.set_joint_effort_target_index(target=efforts)
    stage.step(robot, count=round(0.05 / dt))
    assert (robot.data.joint_vel.torch.abs() > 0.5).any(dim=1).all()  # something happened
    change = float((momenta(robot) - before).abs().max())
    SimulationContext.clear_instance()
    return change


def test_momentum_is_conserved(make_stage: MakeStage, engine: tuple[str, str]) -> None:
    """Efforts within a mechanism that floats freely change neither its momentum nor its angular momentum.

    The integrator conserves them to first order in the step: half the step, half the change.
    """
    coarse, fine = (change_of_momenta(make_stage, engine, dt) for dt in (0.001, 0.0005))
    assert coarse < 0.01  # of momenta of some kg m/s and kg m^2/s
    assert fine == pytest.approx(coarse / 2.0, rel=0.1)


def test_a_ball_comes_to_rest_without_bouncing(make_stage: MakeStage, engine: tuple[str, str]) -> None:
    stage = make_stage(Mechanism(BALL_ON_PLANE), dt=0.005, backend=engine, origins=np.zeros((2, 3)), num_envs=2)
    ball = stage.rigid_object("Ball")
    stage.sim.reset()
    ball.write_root_pose_to_sim_index(root_pose=torch.tensor([[0.0, 0.0, 0.15, 0.0, 0.0, 0.0, 1.0]]).repeat(2, 1))
    heights = []
    for _ in range(200):
        stage.step(ball)
        heights.append(ball.data.root_link_pos_w.torch[:, 2].clone())
    heights = torch.stack(heights)
    touched = int((heights < 0.1).any(dim=1).nonzero()[0])
    assert touched < 30  # falls 5 cm in 0.1 s
    assert heights[touched:].max() < 0.1 + 1e-4
    # a soft contact of time constant 0.02 s carries the ball at a depth of about g (0.02 s)^2 / (1 - 0.9) / 10
    torch.testing.assert_close(heights[-1], torch.full((2,), 0.1), rtol=0.0, atol=1e-3)
    assert ball.data.root_com_lin_vel_w.torch.abs().max() < 1e-4


@pytest.mark.parametrize("friction", [0.3, 0.8])
def test_sliding_on_an_incline(make_stage: MakeStage, friction: float) -> None:
    """On a slope of angle a, a box slides with g (sin a - mu cos a) if that is positive, and else stays.

    MuJoCo's soft contacts let a sliding box rattle, which changes how hard it presses: the friction is mu times the
    momentum that the slope gives it in the normal direction.
    """
    angle, dt, steps = math.radians(30.0), 0.002, 200
    half = {"w": math.cos(angle / 2.0), "y": math.sin(angle / 2.0)}
    stage = make_stage(
        Mechanism(BOX_ON_INCLINE.format(friction=friction, **half)), num_envs=1, dt=dt, origins=np.zeros((1, 3))
    )
    box = stage.rigid_object("Box")
    stage.sim.reset()
    normal = torch.tensor([math.sin(angle), 0.0, math.cos(angle)])
    downhill = torch.tensor([math.cos(angle), 0.0, -math.sin(angle)])
    pose = torch.cat([0.05 * normal, torch.tensor([0.0, half["y"], 0.0, half["w"]])])
    box.write_root_pose_to_sim_index(root_pose=pose[None])
    stage.step(box, count=50)  # until the contact carries the box
    before = box.data.root_com_lin_vel_w.torch[0].clone()
    stage.step(box, count=steps)
    change = (box.data.root_com_lin_vel_w.torch[0] - before) / (steps * dt)
    pressure = G * math.cos(angle) + float(change @ normal)
    expected = max(0.0, G * math.sin(angle) - friction * pressure)
    # friction is regularised: sliding it is off by less than a per mille, holding it creeps by some mm/s
    assert float(change @ downhill) == pytest.approx(expected, abs=0.01)


# -- external wrenches -------------------------------------------------------------------------------------------------


def rotated_box(make_stage: MakeStage) -> tuple[Stage, RigidObject]:
    """A box at rest without gravity, turned by 90 degrees about z."""
    stage = make_stage(Mechanism(BOX), gravity=(0.0, 0.0, 0.0), dt=0.001)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    half = math.sqrt(0.5)
    poses = torch.tensor([0.0, 0.0, 0.0, 0.0, 0.0, half, half]).repeat(3, 1)
    poses[:, :3] = stage.origins
    box.write_root_pose_to_sim_index(root_pose=poses)
    return stage, box


@pytest.mark.parametrize(("is_global", "direction"), [(False, (0.0, 1.0, 0.0)), (True, (1.0, 0.0, 0.0))])
def test_a_force_moves_the_centre_of_mass_along_its_axes(
    make_stage: MakeStage, is_global: bool, direction: tuple
) -> None:
    stage, box = rotated_box(make_stage)
    force, torque = torch.tensor([[[3.0, 0.0, 0.0]]]), torch.zeros(1, 1, 3)
    box.permanent_wrench_composer.set_forces_and_torques(force, torque, env_ids=[1], is_global=is_global)
    stage.step(box)
    # 3 N on 2 kg for 1 ms
    expected = torch.zeros(3, 3)
    expected[1] = 1.5e-3 * torch.tensor(direction)
    torch.testing.assert_close(box.data.root_com_lin_vel_w.torch, expected, rtol=0.0, atol=1e-7)
    torch.testing.assert_close(box.data.root_com_ang_vel_w.torch, torch.zeros(3, 3), rtol=0.0, atol=1e-6)


@pytest.mark.parametrize("is_global", [False, True])
def test_a_force_at_a_position_has_a_lever_arm(make_stage: MakeStage, is_global: bool) -> None:
    """The same force at a point and as force and torque at the centre of mass do the same."""
    velocities = []
    force, arm = torch.tensor([1.0, -2.0, 0.5]), torch.tensor([0.3, 0.1, -0.2])
    forces = force.expand(3, 1, 3).contiguous()
    for at_position in (True, False):
        SimulationContext.clear_instance()
        stage, box = rotated_box(make_stage)
        if at_position:
            centres = box.data.body_com_pos_w.torch if is_global else box.data.body_com_pos_b.torch
            positions, torques = centres + arm, torch.zeros(3, 1, 3)
        else:
            positions, torques = None, torch.linalg.cross(arm, force).expand(3, 1, 3).contiguous()
        box.permanent_wrench_composer.set_forces_and_torques(forces, torques, positions=positions, is_global=is_global)
        stage.step(box)
        velocities.append(box.data.root_com_vel_w.torch.clone())
    torch.testing.assert_close(velocities[0], velocities[1], rtol=1e-4, atol=1e-7)
    assert velocities[0][:, 3:].norm(dim=1).min() > 1e-3


@pytest.mark.parametrize("end", ["zeros", "empty", "reset"])
def test_a_wrench_lasts_until_it_is_taken_back(make_stage: MakeStage, end: str) -> None:
    stage, box = rotated_box(make_stage)
    force = torch.tensor([[[2.0, 0.0, 0.0]]]).repeat(3, 1, 1)
    box.permanent_wrench_composer.set_forces_and_torques(force, torch.zeros(3, 1, 3), is_global=True)
    stage.step(box, count=10)
    speed = box.data.root_com_lin_vel_w.torch.clone()
    torch.testing.assert_close(speed[:, 0], torch.full((3,), 0.01), rtol=1e-4, atol=0.0)  # 1 m/s^2 for 10 ms
    if end == "zeros":
        box.permanent_wrench_composer.set_forces_and_torques(torch.zeros(3, 1, 3), torch.zeros(3, 1, 3))
    elif end == "empty":
        box.permanent_wrench_composer.reset()
    else:
        box.reset()
    stage.step(box, count=10)
    torch.testing.assert_close(box.data.root_com_lin_vel_w.torch, speed, rtol=1e-5, atol=0.0)


def test_resetting_some_instances_takes_back_their_wrenches_only(make_stage: MakeStage) -> None:
    stage, box = rotated_box(make_stage)
    force = torch.tensor([[[2.0, 0.0, 0.0]]]).repeat(3, 1, 1)
    box.permanent_wrench_composer.set_forces_and_torques(force, torch.zeros(3, 1, 3), is_global=True)
    box.reset([0, 2])
    stage.step(box, count=10)
    torch.testing.assert_close(
        box.data.root_com_lin_vel_w.torch[:, 0], torch.tensor([0.0, 0.01, 0.0]), rtol=1e-4, atol=1e-9
    )


# -- mass properties ---------------------------------------------------------------------------------------------------


def test_masses_and_inertias_decide_about_the_motion(make_stage: MakeStage) -> None:
    """Acceleration is F / m, and spin I^-1 t, also for a full tensor along the axes of the centre of mass frame."""
    stage, box = rotated_box(make_stage)
    torch.manual_seed(1)
    masses = 1.0 + torch.rand(3, 1)
    factors = torch.randn(3, 3, 3)
    tensors = factors @ factors.mT + torch.eye(3)
    box.set_masses_index(masses=masses)
    box.set_inertias_index(inertias=tensors.reshape(3, 1, 9))
    force, torque = torch.tensor([3.0, 1.0, -2.0]), torch.tensor([1.0, 2.0, 3.0])
    box.permanent_wrench_composer.set_forces_and_torques(
        force.expand(3, 1, 3).contiguous(), torque.expand(3, 1, 3).contiguous(), is_global=True
    )
    axes = torch.tensor(Rotation.from_quat(box.data.root_com_quat_w.torch[0].numpy()).as_matrix()).float()
    stage.step(box)
    dt = stage.sim.get_physics_dt()
    torch.testing.assert_close(box.data.root_com_lin_vel_w.torch, dt * force / masses, rtol=1e-4, atol=1e-8)
    spin = dt * torch.linalg.solve(axes @ tensors @ axes.T, torque)
    torch.testing.assert_close(box.data.root_com_ang_vel_w.torch, spin, rtol=1e-3, atol=1e-7)


def test_a_moved_centre_of_mass_is_what_a_force_acts_on(make_stage: MakeStage) -> None:
    stage, box = rotated_box(make_stage)
    coms = box.data.body_com_pose_b.torch.clone()
    coms[..., :3] = torch.tensor([0.0, 0.4, 0.0])
    box.set_coms_index(coms=coms)
    force = torch.tensor([0.0, 0.0, 3.0]).expand(3, 1, 3).contiguous()
    box.permanent_wrench_composer.set_forces_and_torques(force, torch.zeros(3, 1, 3), is_global=True)
    stage.step(box, count=20)
    velocity = torch.tensor([0.0, 0.0, 0.03, 0.0, 0.0, 0.0]).expand(3, 6)  # 3 N on 2 kg for 20 ms, and no spin
    torch.testing.assert_close(box.data.root_com_vel_w.torch, velocity, rtol=1e-4, atol=1e-6)
    offset = box.data.root_com_pos_w.torch - box.data.root_link_pos_w.torch
    torch.testing.assert_close(offset, torch.tensor([-0.4, 0.0, 0.0]).expand(3, 3), rtol=0.0, atol=1e-6)


def test_friction_of_joints(make_stage: MakeStage) -> None:
    """A hinge with dry friction F and viscous friction c turns with (t - F) / c in the end, and not at all if t < F."""
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=2, gravity=(0.0, 0.0, 0.0))
    drive = ImplicitActuatorCfg(
        joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit_sim=100.0, friction=0.5, viscous_friction=2.0
    )
    pendulum = stage.articulation("Pendulum", actuators={"drive": drive})
    stage.sim.reset()
    pendulum.set_joint_effort_target_index(target=torch.tensor([[0.4], [1.5]]))
    stage.step(pendulum, count=200)
    # MuJoCo's dry friction is soft: where it holds, the joint creeps by 1e-3 rad/s
    torch.testing.assert_close(pendulum.data.joint_vel.torch, torch.tensor([[0.0], [0.5]]), rtol=0.0, atol=5e-3)


def test_limits_of_effort_and_position(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=1, gravity=(0.0, 0.0, 0.0), dt=0.002)
    drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=0.0, effort_limit_sim=1.3)
    pendulum = stage.articulation("Pendulum", actuators={"drive": drive})
    stage.sim.reset()
    pendulum.set_joint_position_target_index(target=torch.full((1, 1), 5.0))
    stage.step(pendulum)
    assert float(pendulum.data.joint_acc.torch) == pytest.approx(1.3 / 0.26, rel=1e-3)  # it has begun to turn
    assert float(pendulum.data.computed_torque.torch) == pytest.approx(50.0)
    assert float(pendulum.data.applied_torque.torch) == pytest.approx(1.3)
    pendulum.write_joint_position_limit_to_sim_index(limits=torch.tensor([[[-0.2, 0.4]]]))
    stage.step(pendulum, count=1000)
    assert float(pendulum.data.joint_pos.torch) == pytest.approx(0.4, abs=5e-3)  # limits are soft


def test_an_effort_acts_in_full_beside_a_drive_with_an_effort_limit(make_stage: MakeStage) -> None:
    """The limit is the drive's, as in PhysX and for Newton's joint forces: a controller limits its efforts itself."""
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), num_envs=1, gravity=(0.0, 0.0, 0.0), dt=0.002)
    drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=0.0, effort_limit_sim=1.3)
    pendulum = stage.articulation("Pendulum", actuators={"drive": drive})
    stage.sim.reset()
    pendulum.set_joint_position_target_index(target=torch.full((1, 1), 5.0))
    pendulum.set_joint_effort_target_index(target=torch.full((1, 1), -20.0))
    stage.step(pendulum)
    assert float(pendulum.data.joint_acc.torch) == pytest.approx((1.3 - 20.0) / 0.26, rel=1e-3)
