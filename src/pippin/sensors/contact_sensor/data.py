"""What a contact sensor reports."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.assets.array_properties import ArrayProperty, Part, Stored
from pippin.utils import ProxyArray

from ..backend_factory import BackendFactory
from ..sensor_data import SensorData


class WhenTracked(ArrayProperty):
    """Array that is there only if the sensor's config asks for it; otherwise None.

    Args:
        option: Name of the option.
        array: The array.
    """

    def __init__(self, option: str, array: ArrayProperty) -> None:
        super().__init__(f"{array.__doc__}\n\nNone unless ``{option}`` of the config is set.")
        self._option = option
        self._array = array

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self._array.__set_name__(owner, name)

    def read(self, data: Any) -> Any:
        """Array of one data object, or None."""
        return self._array.read(data) if self._option in data.tracked else None


class ContactSensorData(BackendFactory, SensorData):
    """Contact forces on B bodies in each of N environments.

    Args:
        num_instances: N.
        device: Warp device of the arrays.
        num_sensors: B.
        history_length: Number of measurements in the history.
        tracked: Which of "track_pose" and "track_air_time" are set.
    """

    def __init__(
        self, num_instances: int, device: str, num_sensors: int, history_length: int, tracked: frozenset[str]
    ) -> None:
        super().__init__(num_instances, device, bodies=num_sensors)
        self.tracked = tracked
        """Options of the config whose arrays there are."""
        if history_length:
            self._history = self._allocate(wp.vec3f, (history_length, "bodies"))
        else:
            self._history = ProxyArray(self.net_forces_w.warp.reshape((num_instances, 1, num_sensors)))

    net_forces_w = Stored(
        wp.vec3f,
        "bodies",
        doc="""Sum of all contact forces on each body [N], world axes, shape (N, B), vec3f.

        Normal forces and friction together, as MuJoCo's contact sensor measures them: where Isaac Lab reports the
        normal part alone, the two differ by the friction. They are those of the last engine step; 0 from a reset until
        time has passed.""",
    )

    @property
    def net_forces_w_history(self) -> ProxyArray:
        """Net forces of the last measurements [N], the newest first, world axes, shape (N, history_length, B), vec3f.

        0 for measurements before the reset. With a ``history_length`` of 0 its shape is (N, 1, B): the memory of
        :attr:`net_forces_w`.
        """
        return self._history

    current_air_time = WhenTracked(
        "track_air_time",
        Stored(float, "bodies", doc="Time in the air since the last contact [s], 0 in contact, shape (N, B), float32."),
    )
    last_air_time = WhenTracked(
        "track_air_time",
        Stored(float, "bodies", doc="Time in the air before the last contact [s], shape (N, B), float32."),
    )
    current_contact_time = WhenTracked(
        "track_air_time",
        Stored(float, "bodies", doc="Time in contact since it began [s], 0 in the air, shape (N, B), float32."),
    )
    last_contact_time = WhenTracked(
        "track_air_time",
        Stored(float, "bodies", doc="Time in contact before the body last left it [s], shape (N, B), float32."),
    )
    pose_w = WhenTracked(
        "track_pose",
        Stored(wp.transformf, "bodies", doc="Poses of the bodies in the world, shape (N, B), transformf."),
    )
    pos_w = WhenTracked("track_pose", Part("pose_w", "position", "Positions of the bodies [m], shape (N, B), vec3f."))
    quat_w = WhenTracked(
        "track_pose", Part("pose_w", "orientation", "Orientations of the bodies (x, y, z, w), shape (N, B), quatf.")
    )

    @property
    def contact_pos_w(self) -> ProxyArray | None:
        """Always None: contact points are not tracked."""
        return None

    @property
    def friction_forces_w(self) -> ProxyArray | None:
        """Always None: friction forces are not tracked apart; :attr:`net_forces_w` contains them."""
        return None

    @property
    def force_matrix_w(self) -> ProxyArray | None:
        """Always None: forces are not filtered by partner."""
        return None

    @property
    def force_matrix_w_history(self) -> ProxyArray | None:
        """Always None: forces are not filtered by partner."""
        return None
