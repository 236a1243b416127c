"""What a contact sensor reports."""

from __future__ import annotations

import logging
import math
from functools import cache
from typing import Any

import warp as wp

from pippin.quantities.properties import ArrayProperty, Part, Shorthand, Stored
from pippin.utils import ProxyArray

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData

_LOGGER = logging.getLogger("pippin")


class WhenTracked(ArrayProperty):
    """Array that is there only if the sensor's config asks for it; otherwise None.

    Args:
        options: Names of the options, all of which have to be set.
        array: The array.
    """

    def __init__(self, options: str, array: ArrayProperty) -> None:
        self._options = frozenset(options.split(" and "))
        names = " and ".join(f"``{option}``" for option in options.split(" and "))
        super().__init__(
            f"{array.__doc__}\n\nNone unless {names} of the config {'is' if ' ' not in options else 'are'} set."
        )
        self._array = array

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self._array.__set_name__(owner, name)

    def read(self, data: Any) -> Any:
        """Array of one data object, or None."""
        return self._array.read(data) if self._options <= data.tracked else None


@cache
def _warn_of_friction(name: str) -> None:
    """Say, once for each name, what is read in its place."""
    _LOGGER.warning(
        "%s of contact sensors holds friction too: set track_friction_forces=True, and the parts of net forces are "
        "measured apart.",
        name,
    )


@chosen_by_backend
class ContactSensorData(SensorData):
    """Contact forces on B bodies in each of N environments.

    Args:
        num_instances: N.
        device: Warp device of the arrays.
        num_sensors: B.
        history_length: Number of measurements in the history.
        tracked: Which of the options that arrays depend on are set.
        num_filters: F, the number of partners whose contacts are reported one by one.
    """

    def __init__(
        self,
        num_instances: int,
        device: str,
        num_sensors: int,
        history_length: int,
        tracked: frozenset[str],
        num_filters: int = 0,
    ) -> None:
        super().__init__(num_instances, device, bodies=num_sensors, filters=num_filters)
        self.tracked = tracked
        """Options of the config whose arrays there are."""
        self._history = self._make_history(self.net_forces_w, history_length, ("bodies",))
        self._matrix_history: ProxyArray | None = None
        if self.force_matrix_w is not None:
            self._matrix_history = self._make_history(self.force_matrix_w, history_length, ("bodies", "filters"))
        self._part_histories: dict[str, ProxyArray] = {}
        for name in ("net_friction_forces_w", "_normal_part") if self.net_friction_forces_w is not None else ():
            self._part_histories[name] = self._make_history(getattr(self, name), history_length, ("bodies",))
        self._friction_matrix_history: ProxyArray | None = None
        if self.friction_force_matrix_w is not None:
            axes = ("bodies", "filters")
            self._friction_matrix_history = self._make_history(self.friction_force_matrix_w, history_length, axes)
        if self.contact_pos_w is not None:
            self.contact_pos_w.warp.fill_(wp.vec3f(math.nan))

    def _make_history(self, current: ProxyArray, length: int, axes: tuple[str, ...]) -> ProxyArray:
        """Array of the last values of another, which is the memory of that one where its length is 0."""
        if length:
            return self._allocate(wp.vec3f, (length, *axes))
        shape = current.warp.shape
        return ProxyArray(current.warp.reshape((shape[0], 1, *shape[1:])))

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

    net_friction_forces_w = WhenTracked(
        "track_friction_forces",
        Stored(
            wp.vec3f,
            "bodies",
            doc="""Sum of the friction in all contacts of each body [N], world axes, shape (N, B), vec3f.

            The part of :attr:`net_forces_w` along the contacts' surfaces; of the strongest contacts where there are
            more than ``max_contact_data_count_per_prim``.""",
        ),
    )
    _normal_part = WhenTracked("track_friction_forces", Stored(wp.vec3f, "bodies", doc="Net forces without friction."))

    @property
    def net_friction_forces_w_history(self) -> ProxyArray | None:
        """:attr:`net_friction_forces_w` of the last measurements, as :attr:`net_forces_w_history`; None as that one."""
        return self._part_histories.get("net_friction_forces_w")

    @property
    def net_normal_forces_w(self) -> ProxyArray:
        """Net forces without friction [N], world axes, shape (N, B), vec3f.

        Unless ``track_friction_forces`` of the config is set, the parts are not measured apart: it is
        :attr:`net_forces_w` then, which a warning says.
        """
        if self._normal_part is not None:
            return self._normal_part
        _warn_of_friction("net_normal_forces_w")
        return self.net_forces_w

    @property
    def net_normal_forces_w_history(self) -> ProxyArray:
        """:attr:`net_normal_forces_w` of the last measurements, as :attr:`net_forces_w_history`."""
        if self._normal_part is not None:
            return self._part_histories["_normal_part"]
        _warn_of_friction("net_normal_forces_w_history")
        return self.net_forces_w_history

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

    force_matrix_w = WhenTracked(
        "filter_prim_paths_expr",
        Stored(
            wp.vec3f,
            "bodies",
            "filters",
            doc="""Normal contact forces of each partner on the body [N], world axes, shape (N, B, F), vec3f.

            The sum over a partner's contacts in the last engine step; 0 from a reset until time has passed. B is 1.""",
        ),
    )
    friction_force_matrix_w = WhenTracked(
        "track_friction_forces and filter_prim_paths_expr",
        Stored(
            wp.vec3f,
            "bodies",
            "filters",
            doc="Friction of each partner on the body [N], as :attr:`force_matrix_w`, shape (N, B, F), vec3f.",
        ),
    )
    contact_pos_w = WhenTracked(
        "track_contact_points",
        Stored(
            wp.vec3f,
            "bodies",
            "filters",
            doc="""Mean position of the contacts with each partner in the world [m], shape (N, B, F), vec3f.

            Each contact is where the surface of the body is deepest in the partner. NaN where they do not touch.""",
        ),
    )

    normal_force_matrix_w = Shorthand("force_matrix_w")

    @property
    def friction_forces_w(self) -> ProxyArray | None:
        """:attr:`friction_force_matrix_w` where there are partners, otherwise :attr:`net_friction_forces_w`."""
        return self.net_friction_forces_w if self.force_matrix_w is None else self.friction_force_matrix_w

    @property
    def force_matrix_w_history(self) -> ProxyArray | None:
        """:attr:`force_matrix_w` of the last measurements, the newest first, shape (N, history_length, B, F), vec3f.

        None unless ``filter_prim_paths_expr`` of the config is set. Otherwise as :attr:`net_forces_w_history`.
        """
        return self._matrix_history

    @property
    def normal_force_matrix_w_history(self) -> ProxyArray | None:
        """Another name of :attr:`force_matrix_w_history`."""
        return self._matrix_history

    @property
    def friction_force_matrix_w_history(self) -> ProxyArray | None:
        """:attr:`friction_force_matrix_w` of the last measurements, as :attr:`force_matrix_w_history`; None as that."""
        return self._friction_matrix_history
