"""Names of Isaac Sim 6: prims, objects and functions for several prims at once (``isaacsim.core.experimental``)."""

from __future__ import annotations

import math

import numpy as np
import pytest
import warp as wp

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

import isaacsim.core.experimental.utils.app as app_utils
import isaacsim.core.experimental.utils.stage as stage_utils
import isaacsim.core.experimental.utils.transform as transform_utils
from isaacsim.core.experimental.materials import PreviewSurfaceMaterial, RigidBodyMaterial
from isaacsim.core.experimental.objects import Cube, Cylinder, DistantLight, GroundPlane, Sphere
from isaacsim.core.experimental.prims import Articulation, GeomPrim, RigidPrim, XformPrim
from isaacsim.core.experimental.utils.xform import get_relative_transform
from isaacsim.core.simulation_manager import SimulationManager
from isaacsim.robot.experimental.wheeled_robots.controllers import DifferentialController
from isaacsim.robot.experimental.wheeled_robots.robots import WheeledRobot
from isaacsim.storage.native import get_assets_root_path
from pippin.sim import SimulationContext, get_current_stage

GRAVITY = 9.81
STEP = 1.0 / 60.0


@pytest.fixture(autouse=True)
def stage():
    yield stage_utils.create_new_stage()
    SimulationContext.clear_instance()


def make_balls() -> RigidPrim:
    paths = ["/World/ball_0", "/World/ball_1"]
    Sphere(paths, radii=0.1, positions=[[0.0, 0.0, 5.0], [1.0, 0.0, 6.0]])
    GeomPrim(paths, apply_collision_apis=True)
    return RigidPrim("/World/ball_.*", masses=[0.5, 2.0])


def test_bodies_fall_push_and_return(stage):
    """Both fall by g t^2 / 2; semi-implicit steps h add g h t / 2, of at most 1/60 s."""
    balls = make_balls()
    assert balls.paths == ["/World/ball_0", "/World/ball_1"] and len(balls) == 2
    app_utils.play()
    np.testing.assert_allclose(balls.get_masses().numpy(), [[0.5], [2.0]])
    np.testing.assert_allclose(balls.get_masses(inverse=True).numpy(), [[2.0], [0.5]])
    balls.set_velocities([0.3, 0.0, 0.0], indices=[1])
    app_utils.update_app(steps=30)
    positions, orientations = balls.get_world_poses()
    assert isinstance(positions, wp.array)
    np.testing.assert_allclose(orientations.numpy(), [[1.0, 0.0, 0.0, 0.0]] * 2, atol=1e-6)
    time = 30 * STEP
    np.testing.assert_allclose(positions.numpy()[:, 0], [0.0, 1.0 + 0.3 * time], atol=1e-5)
    fallen = np.array([5.0, 6.0]) - positions.numpy()[:, 2]
    assert np.all(fallen >= 0.5 * GRAVITY * time**2) and np.all(fallen <= 0.5 * GRAVITY * time * (time + STEP))
    linear, angular = balls.get_velocities(indices=[1])
    np.testing.assert_allclose(linear.numpy(), [[0.3, 0.0, -GRAVITY * time]], rtol=1e-5)
    assert angular.numpy().shape == (1, 3)
    balls.reset_to_default_state()
    np.testing.assert_allclose(balls.get_world_poses()[0].numpy(), [[0.0, 0.0, 5.0], [1.0, 0.0, 6.0]], atol=1e-6)


def test_a_force_accelerates_by_the_mass(stage):
    balls = make_balls()
    app_utils.play()
    app_utils.update_app()
    before = balls.get_velocities()[0].numpy()
    balls.apply_forces([[1.0, 0.0, 0.0]])
    app_utils.update_app()
    gained = balls.get_velocities()[0].numpy() - before
    np.testing.assert_allclose(gained[:, 0], [STEP / 0.5, STEP / 2.0], rtol=1e-4)


def test_poses_scales_and_sight_of_prims(stage):
    stage_utils.define_prim("/World/frame", "Xform")
    frame = XformPrim("/World/frame", positions=[1.0, 2.0, 3.0])
    half = math.sqrt(0.5)
    frame.set_local_poses(orientations=[half, 0.0, 0.0, half])
    frame.set_local_scales([1.0, 2.0, 3.0])
    frame.set_visibilities([False])
    positions, orientations = frame.get_world_poses()
    np.testing.assert_allclose(positions.numpy(), [[1.0, 2.0, 3.0]])
    np.testing.assert_allclose(orientations.numpy(), [[half, 0.0, 0.0, half]], atol=1e-6)
    np.testing.assert_allclose(frame.get_local_scales().numpy(), [[1.0, 2.0, 3.0]])
    assert not frame.get_visibilities().numpy().any() and frame.valid
    with pytest.raises(ValueError, match=r"'positions' has the shape \(2,\); expected \(1, 3\)"):
        frame.set_world_poses([1.0, 2.0])
    stage_utils.delete_prim("/World/frame")
    assert not frame.valid


def test_shapes_are_made_or_taken(stage):
    cubes = Cube(["/World/a", "/World/b"], sizes=[0.2, 0.4], colors=[1.0, 0.0, 0.0])
    np.testing.assert_allclose(cubes.get_sizes().numpy(), [[0.2], [0.4]])
    np.testing.assert_allclose(UsdGeom.Gprim(cubes.prims[1]).GetDisplayColorAttr().Get(), [[1.0, 0.0, 0.0]])
    assert Cube("/World/b").get_sizes().numpy() == pytest.approx(0.4)
    cylinder = Cylinder("/World/c", radii=0.1, heights=0.5, axes="X")
    assert cylinder.prims[0].GetAttribute("axis").Get() == "X"
    cylinders = Cylinder(["/World/d", "/World/e"], axes=["X", "Y"])
    assert [prim.GetAttribute("axis").Get() for prim in cylinders.prims] == ["X", "Y"]
    assert Cube("/World/[ab]").paths == ["/World/a", "/World/b"]
    light = DistantLight("/World/light")
    light.set_intensities(500)
    assert light.get_intensities().numpy() == pytest.approx(500.0)
    assert not cubes.prims[0].HasAPI(UsdPhysics.CollisionAPI)


def test_materials_are_applied(stage):
    cube = Cube("/World/cube", sizes=0.2)
    looks = PreviewSurfaceMaterial("/World/Looks/blue")
    looks.set_input_values("diffuseColor", [0.1, 0.4, 1.0])
    cube.apply_visual_materials(looks)
    geometry = GeomPrim("/World/cube", apply_collision_apis=True)
    geometry.apply_physics_materials(RigidBodyMaterial("/World/rough", static_frictions=0.9, dynamic_frictions=0.8))
    single = geometry._view.get_applied_physics_materials()[0]
    assert single.get_static_friction() == pytest.approx(0.9)
    assert geometry.get_enabled_collisions().numpy().all()
    with pytest.raises(ValueError, match="'/World/Looks/blue' has no input 'shine'; there are: .*roughness"):
        looks.set_input_values("shine", 1.0)


def test_materials_have_numbers_of_their_own(stage, caplog):
    paths = ["/World/Looks/one", "/World/Looks/two"]
    looks = PreviewSurfaceMaterial(paths)
    looks.set_input_values("roughness", [0.2, 0.7])
    looks.set_input_values("diffuseColor", [[0.1, 0.4, 1.0]], indices=[1])
    colors = [stage.GetPrimAtPath(f"{path}/Shader").GetAttribute("inputs:diffuseColor").Get() for path in paths]
    rough = [stage.GetPrimAtPath(f"{path}/Shader").GetAttribute("inputs:roughness").Get() for path in paths]
    np.testing.assert_allclose(rough, [0.2, 0.7])
    np.testing.assert_allclose(colors[1], [0.1, 0.4, 1.0])
    assert colors[0] != colors[1]
    rubber = RigidBodyMaterial(["/World/a", "/World/b"], static_frictions=[0.9, 0.1], dampings=3.0)
    assert [single.get_static_friction() for single in rubber.singles] == pytest.approx([0.9, 0.1])
    assert "'dampings' of a RigidBodyMaterial has no effect" in caplog.text


def test_what_lies_on_the_ground_comes_to_rest(stage):
    GroundPlane("/World/ground", positions=[0.0, 0.0, 0.5])
    Cube("/World/cube", sizes=0.2, positions=[0.0, 0.0, 0.7])
    cube = RigidPrim("/World/cube", densities=500.0)
    GeomPrim("/World/cube", apply_collision_apis=True)
    app_utils.play()
    app_utils.update_app(steps=60)
    assert cube.get_world_poses()[0].numpy()[0, 2] == pytest.approx(0.6, abs=2e-3)  # contacts give way by less
    assert cube.get_masses().numpy() == pytest.approx(500.0 * 0.2**3)


@pytest.mark.slow
def test_a_robot_follows_its_targets(stage):
    """A drive of stiffness k that carries a torque is off by the torque over k: no joint of the Panda has 90 N m."""
    stage_utils.add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd", "/World/robot")
    robot = Articulation("/World/robot")
    assert not app_utils.is_playing()
    assert robot.num_dofs == 9 and robot.dof_names[0] == "panda_joint1"
    assert app_utils.is_stopped()
    lower, upper = robot.get_dof_limits(dof_indices=[0])
    assert lower.numpy() == pytest.approx(-2.8973) and upper.numpy() == pytest.approx(2.8973)
    target = [0.4, -0.7, 0.2, -2.0, 0.0, 1.6, 1.0, 0.04, 0.04]
    app_utils.play()
    robot.set_dof_position_targets(target)
    app_utils.update_app(steps=120)
    stiffnesses, dampings = robot.get_dof_gains()
    errors = np.abs(robot.get_dof_positions().numpy() - target)
    assert np.all(errors <= 90.0 / stiffnesses.numpy())
    np.testing.assert_allclose(robot.get_dof_position_targets().numpy(), [target], atol=1e-6)
    fingers = robot.get_dof_indices(["panda_finger_joint1", "panda_finger_joint2"])
    robot.set_dof_positions(0.01, dof_indices=fingers)
    np.testing.assert_allclose(robot.get_dof_positions(dof_indices=fingers).numpy(), [[0.01, 0.01]], atol=1e-6)
    robot.set_dof_gains(stiffnesses=0.0, dof_indices=[0])
    assert robot.get_dof_gains(dof_indices=[0])[0].numpy() == 0.0
    np.testing.assert_allclose(robot.get_dof_gains()[1].numpy(), dampings.numpy())
    with pytest.raises(ValueError, match="no degree of freedom 'elbow'; there are: panda_joint1"):
        robot.get_dof_indices("elbow")


def test_robots_return_to_the_velocities_of_their_default_state(stage):
    """In free fall for a step, from which only gravity takes something: g h downwards, and nothing of the turning."""
    SimulationManager.setup_simulation(dt=STEP, device="cpu")
    usd = get_assets_root_path() + "/Isaac/Robots/NVIDIA/Jetbot/jetbot.usd"
    for name in "ab":
        stage_utils.add_reference_to_stage(usd, f"/World/{name}")
    robots = Articulation(["/World/a", "/World/b"], positions=[[0.0, 0.0, 5.0], [3.0, 0.0, 5.0]])
    robots.set_default_state(linear_velocities=[1.0, 0.0, 2.0])
    robots.set_default_state(angular_velocities=[0.0, 0.0, 3.0], dof_velocities=[4.0, 5.0], indices=[1])
    app_utils.play()
    app_utils.update_app(steps=10)
    robots.reset_to_default_state()
    linear, angular = (values.numpy() for values in robots.get_velocities())
    np.testing.assert_allclose(linear, [[1.0, 0.0, 2.0]] * 2, atol=1e-5)
    np.testing.assert_allclose(angular, [[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]], atol=1e-5)
    np.testing.assert_allclose(robots.get_dof_velocities().numpy(), [[0.0, 0.0], [4.0, 5.0]], atol=1e-5)
    app_utils.update_app(steps=1)
    assert robots.get_velocities()[0].numpy()[:, 2] == pytest.approx(2.0 - 9.81 * STEP, abs=2e-3)


def test_wheels_that_are_commanded_drive_a_robot(stage):
    """By r (left + right) / 2 along and r (right - left) / b about: wheels roll, and the ball caster does not brake.

    Within 0.5 % on the way. Wheels have two contacts each, w = 20 mm apart. Where the robot turns on the spot, their
    frictions turn it against each other, and that of the outer one, whose lever is longer, is the smaller: it sticks
    while the inner one slides, so that b + w takes the place of b. Within 1 %, and a tenth of the wheels' way from its
    place.
    """
    SimulationManager.setup_simulation(dt=STEP, device="cpu")
    GroundPlane("/World/ground")
    usd = get_assets_root_path() + "/Isaac/Robots/NVIDIA/Jetbot/jetbot.usd"
    names = ["left_wheel_joint", "right_wheel_joint"]
    robot = WheeledRobot("/World/Jetbot", wheel_dof_names=names, usd_path=usd, positions=[0.0, 0.0, 0.031])
    controller = DifferentialController(wheel_radius=0.03, wheel_base=0.1125)
    app_utils.play()

    def drive(command: list[float]) -> tuple[np.ndarray, float, np.ndarray]:
        """Way [m] and turn [rad] of the robot, and turns of its wheels [rad], in half a second."""
        before, wheels = robot.get_world_poses(), robot.get_dof_positions().numpy()[0]
        for _ in range(30):
            robot.apply_wheel_actions(controller.forward(command))
            app_utils.update_app()
        after = robot.get_world_poses()
        headings = [2.0 * math.atan2(pose[1].numpy()[0, 3], pose[1].numpy()[0, 0]) for pose in (before, after)]
        way = after[0].numpy()[0] - before[0].numpy()[0]
        return way, headings[1] - headings[0], robot.get_dof_positions().numpy()[0] - wheels

    drive([0.1, 0.0])
    way, turn, wheels = drive([0.1, 0.0])
    np.testing.assert_allclose(wheels, 0.5 * 0.1 / 0.03, rtol=5e-3)
    np.testing.assert_allclose(way, [0.03 * wheels.mean(), 0.0, 0.0], atol=0.005 * 0.05)
    drive([0.0, 1.0])
    way, turn, wheels = drive([0.0, 1.0])
    np.testing.assert_allclose(turn, 0.03 * (wheels[1] - wheels[0]) / (0.1125 + 0.02), rtol=0.01)
    assert np.abs(way).max() < 0.1 * 0.03 * wheels[1]


def test_rotations_agree_with_scipy():
    angles = np.array([[0.1, 0.2, 0.3], [1.0, -0.5, 0.2]])
    for extrinsic, order in ((True, "xyz"), (False, "XYZ")):
        turn = Rotation.from_euler(order, angles)
        quaternion = transform_utils.euler_angles_to_quaternion(angles, extrinsic=extrinsic)
        np.testing.assert_allclose(quaternion.numpy()[:, [1, 2, 3, 0]], turn.as_quat(), atol=1e-6)
        matrix = transform_utils.quaternion_to_rotation_matrix(quaternion)
        np.testing.assert_allclose(matrix.numpy(), turn.as_matrix(), atol=1e-6)
        back = transform_utils.quaternion_to_euler_angles(quaternion, extrinsic=extrinsic)
        np.testing.assert_allclose(back.numpy(), angles, atol=1e-6)
    inverse = transform_utils.quaternion_conjugate(quaternion)
    identity = transform_utils.quaternion_multiplication(quaternion, inverse).numpy()
    np.testing.assert_allclose(np.abs(identity), [[1.0, 0.0, 0.0, 0.0]] * 2, atol=1e-6)


def test_the_stage_measures_in_metres_and_gives_transforms(stage):
    stage_utils.set_stage_units(meters_per_unit=1.0)
    assert stage_utils.get_stage_units() == (1.0, 1.0)
    with pytest.raises(NotImplementedError, match=r"unit of mass of the stage is 0.001 kg; expected 1 kg"):
        stage_utils.set_stage_units(kilograms_per_unit=0.001)
    for path, position in (("/World/a", [0.0, 0.0, 0.0]), ("/World/b", [1.0, 2.0, 3.0])):
        Cube(path, positions=position)
    matrix = get_relative_transform("/World/b", get_current_stage().GetPrimAtPath("/World/a"))
    np.testing.assert_allclose(matrix.numpy()[:3, 3], [1.0, 2.0, 3.0])
