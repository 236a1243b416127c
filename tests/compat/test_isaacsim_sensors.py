"""Sensors, contact views, loggers and wheels under the names of Isaac Sim."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import omni.kit.commands
from isaacsim.core.api import World
from isaacsim.core.api.loggers import DataLogger
from isaacsim.core.api.objects import DynamicCuboid
from isaacsim.core.prims import GeometryPrim, RigidPrim
from isaacsim.core.utils.stage import create_new_stage
from isaacsim.robot.wheeled_robots.controllers.holonomic_controller import HolonomicController
from isaacsim.sensors.physics import ContactSensor, IMUSensor, _sensor
from omni.isaac.sensor import _sensor as older_sensor
from pippin.sim import SimulationContext

WEIGHT = 3.0 * 9.81
DT = 0.01


@pytest.fixture
def world():
    create_new_stage()
    world = World(physics_dt=DT, rendering_dt=DT)
    world.scene.add_default_ground_plane()
    world.scene.add(DynamicCuboid("/World/cube", name="cube", position=[0, 0, 0.1], size=0.2, mass=3.0))
    yield world
    SimulationContext.clear_instance()


def settle(world: World) -> None:
    world.reset()
    for _ in range(100):
        world.step(render=False)


def test_sensors_and_their_interfaces_agree(world):
    turn = np.array([np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])  # (w, x, y, z): by 90 degrees about z
    imu = IMUSensor("/World/cube/imu", translation=[0.0, 0.0, 0.05], orientation=turn)
    contact = ContactSensor("/World/cube/contact", min_threshold=0, max_threshold=1e5, radius=-1)
    done, prim = omni.kit.commands.execute("IsaacSensorCreateImuSensor", path="/made", parent="/World/cube")
    assert done
    assert str(prim.GetPath()) == "/World/cube/made"
    omni.kit.commands.execute(
        "IsaacSensorCreateContactSensor", path="/touch", parent="/World/cube", min_threshold=2 * WEIGHT
    )
    settle(world)
    frame = imu.get_current_frame()
    np.testing.assert_allclose(frame["lin_acc"], [0.0, 0.0, 9.81], atol=2e-2)
    assert abs(frame["orientation"] @ turn) == pytest.approx(1.0, abs=1e-4)
    reading = _sensor.acquire_imu_sensor_interface().get_sensor_reading("/World/cube/made", read_gravity=False)
    assert reading.is_valid
    assert reading.lin_acc_z == pytest.approx(0.0, abs=2e-2)
    assert abs(reading.orientation[3]) == pytest.approx(1.0, abs=1e-4)
    force = contact.get_current_frame()["force"]
    assert force == pytest.approx(WEIGHT, rel=1e-2)
    contacts = older_sensor.acquire_contact_sensor_interface()
    assert contacts.get_sensor_reading("/World/cube/contact").value == pytest.approx(force)
    assert not contacts.get_sensor_reading("/World/cube/touch").in_contact
    raw = contacts.get_contact_sensor_raw_data("/World/cube/contact")
    assert raw["impulse"]["z"].sum() == pytest.approx(WEIGHT * DT, rel=1e-2)
    assert contacts.decode_body_name(int(raw["body0"][0])) == "/World/cube"


def test_readings_are_not_valid_while_stopped(world):
    assert not _sensor.acquire_imu_sensor_interface().get_sensor_reading("/World/cube/imu").is_valid
    assert not _sensor.acquire_contact_sensor_interface().get_sensor_reading("/World/cube/touch").is_valid


def test_views_tell_impulses_or_forces_of_contacts(world):
    bodies = RigidPrim(
        "/World/cube",
        track_contact_forces=True,
        contact_filter_prim_paths_expr=["/World/defaultGroundPlane"],
        max_contact_count=10,
    )
    shapes = GeometryPrim("/World/cube", contact_filter_prim_paths_expr=["/World/defaultGroundPlane"])
    settle(world)
    np.testing.assert_allclose(bodies.get_net_contact_forces(dt=DT), [[0, 0, WEIGHT]], atol=0.02 * WEIGHT)
    np.testing.assert_allclose(bodies.get_net_contact_forces(), [[0, 0, WEIGHT * DT]], atol=0.02 * WEIGHT * DT)
    matrix = shapes.get_contact_force_matrix(dt=DT)
    np.testing.assert_allclose(matrix, [[[0, 0, WEIGHT]]], atol=0.02 * WEIGHT)
    forces, points, normals, distances, counts, starts = bodies.get_contact_force_data(dt=DT)
    assert [len(rows) for rows in (forces, points, normals, distances)] == [10] * 4
    assert forces[: counts[0, 0]].sum() == pytest.approx(WEIGHT, rel=0.02)
    assert starts.tolist() == [[0]]


def test_loggers_note_down_each_step(world):
    logger = world.get_data_logger()
    assert isinstance(logger, DataLogger)
    logger.add_data_frame_logging_func(lambda tasks, scene: {"names": list(scene.object_names)})
    world.reset()
    logger.start()
    for _ in range(3):
        world.step(render=False)
    assert logger.get_num_of_data_frames() == 3
    assert "cube" in logger.get_data_frame(0).data["names"]


def test_wheels_with_rollers():
    """Three wheels around a centre, as on a Kaya: turning on the spot takes w r / R of each; a way its projections."""
    radius, distance = 0.04, 0.125
    angles = np.radians([90.0, 210.0, 330.0])
    positions = np.array([[distance * np.cos(a), distance * np.sin(a), 0.0] for a in angles])
    outwards = [[np.cos(a / 2), 0.0, 0.0, np.sin(a / 2)] for a in angles]  # their axles point away from the centre
    wheels = HolonomicController(
        "kaya",
        wheel_radius=[radius] * 3,
        wheel_positions=positions,
        wheel_orientations=outwards,
        mecanum_angles=[90.0] * 3,
        wheel_axis=[1, 0, 0],
        up_axis=[0, 0, 1],
    )
    turning = wheels.forward([0.0, 0.0, 2.0]).joint_velocities
    assert np.ptp(turning) == pytest.approx(0.0, abs=1e-9)
    assert abs(turning[0]) == pytest.approx(2.0 * distance / radius)
    velocity = np.array([0.3, -0.1, 0.0])
    driving = wheels.forward(velocity).joint_velocities
    for spin, a in zip(driving, angles, strict=True):  # the wheel's contact point is still along its rolling direction
        axle = np.array([np.cos(a), np.sin(a), 0.0])
        rolling = np.cross(axle, [0.0, 0.0, 1.0])
        assert spin * radius == pytest.approx(velocity @ rolling)
    with pytest.raises(ValueError, match="command"):
        wheels.forward([1.0, 0.0])
    with pytest.raises(ValueError, match="mecanum_angles"):
        HolonomicController("bad", [radius], [[0, 0, 0]], [[1, 0, 0, 0]], [0.0])
