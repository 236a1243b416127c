"""Sensors of one environment against closed forms: gravity, circular motion, springs of weight, and files."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pippin.objects import (
    ContactSensor,
    DataLogger,
    DynamicCuboid,
    FixedCuboid,
    GeometryPrim,
    ImuSensor,
    RigidPrim,
    World,
)

GRAVITY = 9.81
SIZE, MASS = 0.2, 3.0
SETTLED = 100
"""Steps of 0.01 s after which a cube that was put down rests."""


def cube_on_ground(world: World, name: str = "cube", **arguments) -> DynamicCuboid:
    world.scene.add_ground_plane()
    return world.scene.add(
        DynamicCuboid(f"/World/{name}", name=name, position=[0.0, 0.0, SIZE / 2], size=SIZE, mass=MASS, **arguments)
    )


def run(world: World, steps: int) -> None:
    for _ in range(steps):
        world.step(render=False)


class TestImuSensor:
    def test_at_rest_and_in_free_fall(self, world):
        cube_on_ground(world)
        DynamicCuboid("/World/falling", position=[2.0, 0.0, 50.0], size=SIZE, mass=MASS)
        resting, falling = ImuSensor("/World/cube/imu"), ImuSensor("/World/falling/imu")
        assert resting.get_current_frame() == {}
        world.reset()
        run(world, SETTLED)
        at_rest, in_fall = resting.get_current_frame(), falling.get_current_frame()
        # A resting cube keeps a rate that the solver's residual leaves: 1e-2 m/s^2 here.
        np.testing.assert_allclose(at_rest["lin_acc"], [0.0, 0.0, GRAVITY], atol=2e-2)
        np.testing.assert_allclose(in_fall["lin_acc"], 0.0, atol=1e-3)  # float32 velocities of 10 m/s over 0.01 s
        np.testing.assert_allclose(
            falling.get_current_frame(read_gravity=False)["lin_acc"], [0.0, 0.0, -GRAVITY], atol=1e-3
        )
        assert at_rest["physics_step"] == SETTLED
        assert at_rest["time"] == pytest.approx(SETTLED * world.get_physics_dt())

    def test_of_a_turning_body_off_its_centre(self, world):
        """A cube that turns about z in free fall: a point at radius r feels w^2 r inwards, along its own axes."""
        rate, radius = 5.0, 0.3
        cube = world.scene.add(
            DynamicCuboid("/World/cube", position=[0.0, 0.0, 50.0], size=SIZE, mass=MASS, angular_velocity=[0, 0, rate])
        )
        half_turn = [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]  # about z by 90 degrees
        sensor = ImuSensor("/World/cube/imu", translation=[radius, 0.0, 0.0], orientation=half_turn)
        world.reset()
        run(world, 20)
        frame = sensor.get_current_frame()
        np.testing.assert_allclose(frame["ang_vel"], [0.0, 0.0, rate], atol=1e-4)
        np.testing.assert_allclose(frame["lin_acc"], [0.0, rate**2 * radius, 0.0], rtol=1e-3, atol=5e-3)
        turned = rate * 20 * world.get_physics_dt() + np.pi / 2
        expected = np.array([0.0, 0.0, np.sin(turned / 2), np.cos(turned / 2)])
        # The engine integrates in float32, 20 steps.
        assert abs(frame["orientation"] @ expected) == pytest.approx(1.0, abs=1e-5)
        assert cube.get_angular_velocity()[2] == pytest.approx(rate, abs=1e-4)

    def test_filter_is_the_mean_of_the_last_steps(self, cpu_world):
        """Under a constant torque the rate grows by equal parts: the mean of n is that of the middle."""
        cube = cpu_world.scene.add(DynamicCuboid("/World/cube", position=[0.0, 0.0, 50.0], size=SIZE, mass=MASS))
        plain = ImuSensor("/World/cube/plain")
        sensor = ImuSensor("/World/cube/imu", angular_velocity_filter_size=5)
        bodies = RigidPrim("/World/cube")
        cpu_world.reset()
        torque, inertia = 0.1, MASS * SIZE**2 / 6.0
        for _ in range(10):
            bodies.apply_forces_and_torques_at_pos(torques=[[0.0, 0.0, torque]])
            run(cpu_world, 1)
        gain = torque / inertia * cpu_world.get_physics_dt()
        assert plain.get_current_frame()["ang_vel"][2] == pytest.approx(10 * gain, rel=1e-4)
        assert sensor.get_current_frame()["ang_vel"][2] == pytest.approx(8 * gain, rel=1e-4)
        assert cube.get_angular_velocity()[2] == pytest.approx(10 * gain, rel=1e-4)

    def test_measures_once_a_period(self, cpu_world):
        cube_on_ground(cpu_world)
        sensor = ImuSensor("/World/cube/imu", frequency=10)
        cpu_world.reset()
        steps = []
        for _ in range(25):
            run(cpu_world, 1)
            steps.append(sensor.get_current_frame()["physics_step"])
        assert sorted(set(steps)) == [1, 11, 21]
        sensor.pause()
        run(cpu_world, 30)
        assert sensor.get_current_frame()["physics_step"] == 21

    def test_wrong_arguments(self, cpu_world):
        cube_on_ground(cpu_world)
        with pytest.raises(ValueError, match="both a frequency and a period"):
            ImuSensor("/World/cube/imu", frequency=10, dt=0.1)
        with pytest.raises(ValueError, match="filters"):
            ImuSensor("/World/cube/imu", orientation_filter_size=0)
        with pytest.raises(ValueError, match="frequency"):
            ImuSensor("/World/cube/imu", frequency=-1.0)


class TestContactSensor:
    def test_of_a_cube_on_the_ground(self, world):
        cube_on_ground(world)
        sensor = ContactSensor("/World/cube/sensor")
        sensor.add_raw_contact_data_to_frame()
        world.reset()
        run(world, SETTLED)
        frame = sensor.get_current_frame()
        assert frame["in_contact"]
        assert frame["force"] == pytest.approx(MASS * GRAVITY, rel=1e-2)  # at rest within the solver's residual
        assert frame["number_of_contacts"] == len(frame["contacts"]) >= 3
        impulse = sum(contact["impulse"] for contact in frame["contacts"])
        np.testing.assert_allclose(impulse, [0, 0, MASS * GRAVITY * world.get_physics_dt()], rtol=1e-2, atol=1e-3)
        for contact in frame["contacts"]:
            assert contact["body0"] == "/World/cube"
            assert contact["body1"].startswith("/World/groundPlane")
            np.testing.assert_allclose(contact["normal"], [0.0, 0.0, 1.0], atol=1e-6)
            assert abs(contact["position"][2]) < 2e-3

    def test_thresholds_radius_and_air(self, cpu_world):
        cube_on_ground(cpu_world)
        DynamicCuboid("/World/falling", position=[2.0, 0.0, 50.0], size=SIZE, mass=MASS)
        strict = ContactSensor("/World/cube/strict", min_threshold=2 * MASS * GRAVITY)
        capped = ContactSensor("/World/cube/capped", max_threshold=1.0)
        corner = ContactSensor("/World/cube/corner", translation=[SIZE / 2, SIZE / 2, -SIZE / 2], radius=0.02)
        falling = ContactSensor("/World/falling")
        cpu_world.reset()
        run(cpu_world, SETTLED)
        assert not strict.get_current_frame()["in_contact"]
        assert strict.get_current_frame()["force"] == 0.0
        assert capped.get_current_frame()["force"] == 1.0
        assert corner.get_current_frame()["number_of_contacts"] == 1
        assert corner.get_current_frame()["force"] == pytest.approx(MASS * GRAVITY / 4, rel=0.05)
        assert not falling.get_current_frame()["in_contact"]

    def test_needs_a_body(self, cpu_world):
        cube_on_ground(cpu_world)
        sensor = ContactSensor("/World/nowhere")
        cpu_world.reset()
        with pytest.raises(RuntimeError, match="no rigid body"):
            sensor.get_current_frame()


class TestContactsOfPrims:
    def test_stack_tells_partners_apart(self, world):
        """The lower cube bears both weights on the ground and one on top."""
        cube_on_ground(world, "lower")
        DynamicCuboid("/World/upper", position=[0.0, 0.0, 1.5 * SIZE], size=SIZE, mass=MASS)
        bodies = RigidPrim(["/World/lower", "/World/upper"], contact_partners=["/World/groundPlane", "/World/.*er"])
        world.reset()
        run(world, SETTLED)
        weight = MASS * GRAVITY
        assert np.abs(bodies.get_net_contact_forces() - [[0, 0, weight], [0, 0, weight]]).max() < 0.02 * weight
        matrix = bodies.get_contact_force_matrix()
        assert matrix.shape == (2, 2, 3)
        expected = [[2 * weight, -weight], [0.0, weight]]
        np.testing.assert_allclose(matrix[..., 2], expected, atol=0.02 * weight)
        forces, points, normals, distances, counts, starts = bodies.get_contact_force_data()
        assert counts[1, 0] == 0
        assert counts.sum() == len(forces) == len(points) == len(distances)
        first = slice(starts[0, 1], starts[0, 1] + counts[0, 1])
        np.testing.assert_allclose(points[first, 2], SIZE, atol=2e-3)
        np.testing.assert_allclose(normals[first], [[0.0, 0.0, -1.0]] * counts[0, 1], atol=1e-3)
        assert forces[first].sum() == pytest.approx(weight, rel=0.02)

    def test_friction_holds_on_a_slope(self, world):
        """On a slope of 20 degrees, friction bears m g sin 20 along it and the normal m g cos 20."""
        angle = np.radians(20.0)
        turn = [0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)]
        slope = FixedCuboid("/World/slope", orientation=turn, scale=[4.0, 4.0, 0.2])
        normal = np.array([np.sin(angle), 0.0, np.cos(angle)])
        DynamicCuboid("/World/cube", position=normal * (0.1 + SIZE / 2), orientation=turn, size=SIZE, mass=MASS)
        geometry = GeometryPrim("/World/cube", contact_partners=["/World/slope"])
        world.reset()
        run(world, 50)
        friction, _, counts, _ = geometry.get_friction_data()
        forces, *_ = geometry.get_contact_force_data()
        assert counts[0, 0] >= 3
        along = np.array([-np.cos(angle), 0.0, np.sin(angle)])  # up the slope
        assert friction.sum(axis=0) @ along == pytest.approx(MASS * GRAVITY * np.sin(angle), rel=0.03)
        assert forces.sum() == pytest.approx(MASS * GRAVITY * np.cos(angle), rel=0.03)
        assert slope.get_collision_enabled()

    def test_errors(self, cpu_world):
        cube_on_ground(cpu_world)
        bodies = RigidPrim("/World/cube")
        with pytest.raises(RuntimeError, match="stopped"):
            bodies.get_net_contact_forces()
        cpu_world.reset()
        with pytest.raises(ValueError, match="contact_partners"):
            bodies.get_contact_force_matrix()

    def test_geometries(self, cpu_world):
        for i in range(2):
            FixedCuboid(f"/World/box_{i}", position=[i, 0.0, 0.0])
        boxes = GeometryPrim("/World/box_.*", collisions=[True, True])
        assert boxes.is_collision_enabled().tolist() == [True, True]
        boxes.disable_collision(indices=[1])
        assert boxes.is_collision_enabled().tolist() == [True, False]

    def test_rest_offsets_keep_things_apart(self, cpu_world):
        """A cube whose offset is 2 cm rests 2 cm above the ground."""
        cube = cube_on_ground(cpu_world)
        geometry = GeometryPrim("/World/cube")
        assert geometry.get_rest_offsets().tolist() == [0.0]
        geometry.set_rest_offsets([0.02])
        geometry.set_contact_offsets([0.03])
        assert geometry.get_rest_offsets().tolist() == pytest.approx([0.02])
        assert geometry.get_contact_offsets().tolist() == pytest.approx([0.03])
        cpu_world.reset()
        run(cpu_world, 2 * SETTLED)
        assert cube.get_world_pose()[0][2] == pytest.approx(SIZE / 2 + 0.02, abs=2e-3)
        with pytest.raises(RuntimeError, match="stop"):
            geometry.set_rest_offsets([0.0])


class TestDataLogger:
    def test_notes_down_each_step_and_reads_back(self, cpu_world, tmp_path):
        cube = cube_on_ground(cpu_world)
        logger = cpu_world.get_data_logger()
        with pytest.raises(RuntimeError, match="add_data_frame_logging_func"):
            logger.start()
        logger.add_data_frame_logging_func(
            lambda tasks, scene: {"position": scene.get_object("cube").get_world_pose()[0], "tasks": len(tasks)}
        )
        cpu_world.reset()
        run(cpu_world, 2)
        logger.start()
        run(cpu_world, 3)
        logger.pause()
        run(cpu_world, 2)
        assert logger.get_num_of_data_frames() == 3
        assert [logger.get_data_frame(i).current_time_step for i in range(3)] == [2, 3, 4]
        path = tmp_path / "log.json"
        logger.save(str(path))
        assert len(json.loads(path.read_text())["Isaac Sim Data"]) == 3
        other = DataLogger()
        other.load(str(path))
        frame = other.get_data_frame(2)
        np.testing.assert_allclose(frame.data["position"], cube.get_world_pose()[0], atol=1e-3)
        assert frame.current_time == pytest.approx(4 * cpu_world.get_physics_dt())
        assert frame.data["tasks"] == 0

    def test_wrong_files_and_indices(self, tmp_path):
        path = tmp_path / "log.json"
        logger = DataLogger()
        for text in ("[]", "{}", '{"Isaac Sim Data": 3}', '{"Isaac Sim Data": [{"data": {}}]}'):
            path.write_text(text)
            with pytest.raises(ValueError, match=r"log\.json"):
                logger.load(str(path))
        with pytest.raises(IndexError, match="data_frame_index"):
            logger.get_data_frame(0)
        with pytest.raises(TypeError, match="func"):
            logger.add_data_frame_logging_func(3)
