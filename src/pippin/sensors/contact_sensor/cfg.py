"""Config of contact sensors."""

from __future__ import annotations

from pippin.sim.markers import CONTACT_SENSOR_MARKER_CFG, VisualizationMarkersCfg
from pippin.utils import configclass

from ..sensor_base_cfg import SensorBaseCfg
from .contact_sensor import ContactSensor


@configclass
class ContactSensorCfg(SensorBaseCfg):
    """Which bodies sense contacts, and what is kept of them.

    ``prim_path`` is a rigid body or an expression that matches several in each environment, all of which were spawned
    with ``activate_contact_sensors=True``.
    """

    class_type: type[ContactSensor] = ContactSensor
    """Class of the sensor."""

    track_pose: bool = False
    """Whether to report the poses of the bodies."""

    track_contact_points: bool = False
    """Whether to report where the body touches each partner of :attr:`filter_prim_paths_expr`."""

    track_friction_forces: bool = False
    """Whether to report the friction at each partner of :attr:`filter_prim_paths_expr`."""

    max_contact_data_count_per_prim: int | None = None
    """How many contacts with each partner are told apart; None takes 16. If there are more, the strongest count.

    Net forces do not depend on it: they are sums over all contacts, however many.
    """

    track_air_time: bool = False
    """Whether to measure how long each body has been in contact or in the air."""

    force_threshold: float | None = None
    """Norm of the net force above which a body counts as in contact [N]; None takes 0.

    The engine's forces are exactly 0 where nothing touches, so that any force is a contact.
    """

    history_length: int = 0
    """Number of measurements that the history keeps; with 0 it holds the current one alone."""

    filter_prim_paths_expr: list[str] = []
    """Expressions of partners whose contacts with the body are reported one by one.

    Each is a rigid body in every environment, or static geometry such as the ground. It needs a ``prim_path`` that is
    one body in each environment. Contacts are measured where a config asks for them, and cost nothing elsewhere.
    """

    visualizer_cfg: VisualizationMarkersCfg = CONTACT_SENSOR_MARKER_CFG.replace(prim_path="/Visuals/ContactSensor")
    """Markers at the bodies: the first shape for those in contact, the second for the others."""
