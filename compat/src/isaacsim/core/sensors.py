"""Sensors of motion and contact under Isaac Sim's names, and the interfaces that read them by their paths.

Quaternions are (w, x, y, z), but in the readings of the interface, where they are (x, y, z, w) as in Isaac Sim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from pxr import Usd

from isaacsim.core.objects import ScalarFirst, to_wxyz, to_xyzw
from pippin import objects
from pippin.sim import SimulationContext, get_current_stage, get_next_free_path

__all__ = [
    "ContactSensor",
    "CsSensorReading",
    "IMUSensor",
    "IsSensorReading",
    "acquire_contact_sensor_interface",
    "acquire_imu_sensor_interface",
    "create_contact_sensor",
    "create_imu_sensor",
]


class IMUSensor(ScalarFirst, objects.ImuSensor):
    """:class:`pippin.objects.ImuSensor` with quaternions (w, x, y, z)."""

    def get_current_frame(self, read_gravity: bool = True) -> dict[str, Any]:
        """What was measured last; see :meth:`pippin.objects.ImuSensor.get_current_frame`."""
        frame = super().get_current_frame(read_gravity)
        return frame | ({"orientation": to_wxyz(frame["orientation"])} if frame else {})


class ContactSensor(ScalarFirst, objects.ContactSensor):
    """:class:`pippin.objects.ContactSensor` with quaternions (w, x, y, z)."""


@dataclass
class IsSensorReading:
    """What an inertial measurement unit measures, along its own axes; ``orientation`` is (x, y, z, w)."""

    is_valid: bool = False
    time: float = 0.0
    lin_acc_x: float = 0.0
    lin_acc_y: float = 0.0
    lin_acc_z: float = 0.0
    ang_vel_x: float = 0.0
    ang_vel_y: float = 0.0
    ang_vel_z: float = 0.0
    orientation: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0, 1.0])


@dataclass
class CsSensorReading:
    """What a contact sensor measures: whether it touches, and the force [N]."""

    is_valid: bool = False
    time: float = 0.0
    value: float = 0.0
    in_contact: bool = False


class ImuSensorInterface:
    """Reads sensors of motion by their paths; a path without one makes it, as its body may be any."""

    def get_sensor_reading(
        self,
        sensor_path: str,
        interpolation_function: Any = None,
        use_latest_data: bool = True,
        read_gravity: bool = True,
    ) -> IsSensorReading:
        """What a sensor measures; not valid while the simulation is stopped."""
        frame = _sensor(objects.ImuSensor, sensor_path).get_current_frame(read_gravity)
        if not frame:
            return IsSensorReading()
        acceleration, rate = frame["lin_acc"].tolist(), frame["ang_vel"].tolist()
        return IsSensorReading(True, frame["time"], *acceleration, *rate, frame["orientation"].tolist())


_VECTOR = [("x", np.float32), ("y", np.float32), ("z", np.float32)]
RAW_CONTACT = np.dtype(
    [
        *(("time", np.float32), ("dt", np.float32), ("body0", np.int64), ("body1", np.int64)),
        *((name, _VECTOR) for name in ("position", "normal", "impulse")),
    ]
)
"""A single contact; the bodies are numbers, of which :meth:`ContactSensorInterface.decode_body_name` gives the path."""


class ContactSensorInterface:
    """Reads contact sensors by their paths; a path without one makes it, as its body may be any."""

    def __init__(self) -> None:
        self._bodies: list[str] = []

    def get_sensor_reading(self, sensor_path: str, use_latest_data: bool = True) -> CsSensorReading:
        """What a sensor measures; not valid while the simulation is stopped."""
        frame = _sensor(objects.ContactSensor, sensor_path).get_current_frame()
        return CsSensorReading(True, frame["time"], frame["force"], frame["in_contact"]) if frame else CsSensorReading()

    def get_contact_sensor_raw_data(self, sensor_path: str) -> np.ndarray:
        """Single contacts, shape (n,), :data:`RAW_CONTACT`."""
        return self._raw(_sensor(objects.ContactSensor, sensor_path))

    def get_rigid_body_raw_data(self, prim_path: str) -> np.ndarray:
        """Single contacts of a body, shape (n,), :data:`RAW_CONTACT`."""
        return self._raw(objects.ContactSensor(prim_path))

    def decode_body_name(self, body: int) -> str:
        """Path of a body of a single contact."""
        return self._bodies[body]

    def _raw(self, sensor: objects.ContactSensor) -> np.ndarray:
        sensor.add_raw_contact_data_to_frame()
        frame = sensor.get_current_frame()
        simulation = SimulationContext.instance()
        dt = 0.0 if simulation is None else simulation.get_physics_dt()
        rows = [
            (
                *(frame["time"], dt, self._number(contact["body0"]), self._number(contact["body1"])),
                *(tuple(contact[name]) for name in ("position", "normal", "impulse")),
            )
            for contact in frame.get("contacts", ())
        ]
        return np.array(rows, dtype=RAW_CONTACT)

    def _number(self, body: str) -> int:
        if body not in self._bodies:
            self._bodies.append(body)
        return self._bodies.index(body)


@cache
def acquire_imu_sensor_interface() -> ImuSensorInterface:
    """Reader of sensors of motion."""
    return ImuSensorInterface()


@cache
def acquire_contact_sensor_interface() -> ContactSensorInterface:
    """Reader of contact sensors."""
    return ContactSensorInterface()


_made: dict[tuple[type, str], tuple[Usd.Stage, Any]] = {}
"""Sensors that commands made, or interfaces asked for, by kind and path, with their stage."""


def _sensor(kind: type, path: str) -> Any:
    stage, sensor = _made.get((kind, path), (None, None))
    if stage is not get_current_stage():
        sensor = kind(path)
        _made[kind, path] = get_current_stage(), sensor
    return sensor


def create_imu_sensor(
    path: str = "/Imu_Sensor",
    parent: str = "",
    sensor_period: float = -1.0,
    linear_acceleration_filter_size: int = 1,
    angular_velocity_filter_size: int = 1,
    orientation_filter_size: int = 1,
    translation: Sequence[float] = (0.0, 0.0, 0.0),
    orientation: Any = (1.0, 0.0, 0.0, 0.0),
    visualize: bool = False,
) -> Usd.Prim:
    """Make a sensor of motion below a body; the command ``IsaacSensorCreateImuSensor``.

    Args:
        path: Path below the parent; a free one is taken.
        parent: Path of the body.
        sensor_period: Time between measurements [s]; less than 0 for each step.
        linear_acceleration_filter_size: Number of steps over which the acceleration is averaged.
        angular_velocity_filter_size: The same of the angular velocity.
        orientation_filter_size: The same of the orientation.
        translation: Position in the frame of the parent [m].
        orientation: Orientation (w, x, y, z), or USD's, in it.
        visualize: Without effect.

    Returns:
        Prim of the sensor.
    """
    where = _free_path(parent, path)
    sensor = objects.ImuSensor(
        where,
        dt=max(sensor_period, 0.0),
        translation=list(translation),
        orientation=to_xyzw(_as_numbers(orientation)),
        linear_acceleration_filter_size=linear_acceleration_filter_size,
        angular_velocity_filter_size=angular_velocity_filter_size,
        orientation_filter_size=orientation_filter_size,
    )
    _made[objects.ImuSensor, where] = get_current_stage(), sensor
    return sensor.prim


def create_contact_sensor(
    path: str = "/Contact_Sensor",
    parent: str = "",
    min_threshold: float = 0.0,
    max_threshold: float = 100000.0,
    color: Any = None,
    radius: float = -1.0,
    sensor_period: float = -1.0,
    translation: Sequence[float] = (0.0, 0.0, 0.0),
    visualize: bool = False,
) -> Usd.Prim:
    """Make a contact sensor below a body; the command ``IsaacSensorCreateContactSensor``.

    Args:
        path: Path below the parent; a free one is taken.
        parent: Path of the body.
        min_threshold: Force from which on the body counts as touched [N].
        max_threshold: Largest force that is told [N].
        color: Without effect.
        radius: Distance from the sensor within which contacts count [m]; less than 0 for the whole body.
        sensor_period: Time between measurements [s]; less than 0 for each step.
        translation: Position in the frame of the parent [m].
        visualize: Without effect.

    Returns:
        Prim of the sensor.
    """
    where = _free_path(parent, path)
    sensor = objects.ContactSensor(
        where,
        dt=max(sensor_period, 0.0),
        translation=list(translation),
        min_threshold=min_threshold,
        max_threshold=max_threshold,
        radius=radius,
    )
    _made[objects.ContactSensor, where] = get_current_stage(), sensor
    return sensor.prim


def _free_path(parent: str | None, path: str) -> str:
    return get_next_free_path(f"{parent or ''}/{path.lstrip('/')}", get_current_stage())


def _as_numbers(orientation: Any) -> ArrayLike:
    """Numbers (w, x, y, z) of a quaternion, USD's too."""
    if hasattr(orientation, "GetImaginary"):
        return [orientation.GetReal(), *orientation.GetImaginary()]
    return orientation
