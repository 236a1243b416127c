"""Contact forces on bodies, and how long they have been in contact or in the air."""

from __future__ import annotations

import logging
import math
from typing import Any

import warp as wp
from pxr import UsdPhysics

from pippin.physics.contact_pairs import ANYTHING, request_contact_filters
from pippin.physics.views.contact_view import ContactView
from pippin.quantities import finding
from pippin.sim.expressions import find_matching_prims, resolve_expression
from pippin.sim.markers.markers import CONTACT_SENSOR_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.run.timeline import TimelineEvent
from pippin.sim.schemas.attributes import applied_schemas
from pippin.sim.schemas.contact_sensors import let_report
from pippin.utils import ProxyArray, configclass
from pippin.utils.checks import check_seconds
from pippin.utils.repeated_launch import RepeatedLaunch
from pippin.utils.torch_view import torch_view

from ..backend_factory import chosen_by_backend
from ..mounts import bodies_in_each_environment
from ..sensor_base import SensorBase, SensorBaseCfg
from . import kernels
from .data import ContactSensorData
from .net_parts import NetParts
from .partners import PartnerContacts

DEFAULT_CAPACITY = 16
"""Contacts with each partner that are told apart; two boxes have at most 8."""

OPTIONAL = (
    "track_pose",
    "track_air_time",
    "filter_prim_paths_expr",
    "track_contact_points",
    "track_friction_forces",
)
"""Options of the config that arrays of the data depend on."""

_TIMES = ("current_air_time", "last_air_time", "current_contact_time", "last_contact_time")

logger = logging.getLogger("pippin")


@chosen_by_backend
class ContactSensor(SensorBase[ContactSensorData]):
    """Reports the net contact force on each of some bodies, and how long they have been in contact or in the air.

    For one body in each environment it also reports the contacts with single partners: normal forces, friction, points.
    Where it keeps a history or times it measures in each update, otherwise when it is read.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: the prims are no rigid bodies, not the same number in each
            environment, or one does not report contacts; there are filters and several bodies in an environment; a
            filter matches nothing, or several bodies in an environment.
        ValueError: The threshold is negative or not finite, the length of the history is negative, the number of
            contacts is not positive, or contact points are asked for without filters.
    """

    cfg: ContactSensorCfg
    _is_at_prims = True
    _is_by_environment = True

    def __init__(self, cfg: ContactSensorCfg) -> None:
        self._contact_view: ContactView | None = None
        _validate(cfg)
        super().__init__(cfg)
        self._measures_every_step = cfg.track_air_time or cfg.history_length > 0
        self._threshold = cfg.force_threshold or 0.0

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_sensors(self) -> int:
        """Number of bodies in each environment, B."""
        return len(self.body_names)

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, in the order of the arrays."""
        self._require_clock()
        return self._body_names

    @property
    def contact_view(self) -> ContactView | None:
        """View of the engine's contact forces, one body a row; None while the simulation is stopped."""
        return self._contact_view

    # -- operations ----------------------------------------------------------------------------------------------------

    find_sensors = finding.find_bodies

    def compute_first_contact(self, dt: float, abs_tol: float = 1.0e-8) -> ProxyArray:
        """Which bodies are in contact, and have been since at most a time ago.

        Args:
            dt: The time [s].
            abs_tol: Tolerance of the comparison [s].

        Returns:
            Booleans, shape (N, B), in memory that the next call fills again.

        Raises:
            RuntimeError: The sensor does not track times, or the simulation is stopped.
            ValueError: A number is negative or not finite.
        """
        return self._find_recent("current_contact_time", dt, abs_tol)

    def compute_first_air(self, dt: float, abs_tol: float = 1.0e-8) -> ProxyArray:
        """Which bodies are in the air, and have been since at most a time ago.

        Args, returns and raises as :meth:`compute_first_contact`.
        """
        return self._find_recent("current_air_time", dt, abs_tol)

    def update(self, dt: float, force_recompute: bool = False) -> None:
        """Let time pass; to be called after each step.

        Args:
            dt: Time since the last call [s].
            force_recompute: Whether to compute what is due at once rather than when it is read.
        """
        self._require_clock()
        self._unmeasured_time += check_seconds("dt", dt)
        super().update(dt, force_recompute)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _resolve_prim_paths(self) -> None:
        super()._resolve_prim_paths()
        self.cfg.filter_prim_paths_expr = [resolve_expression(path) for path in self.cfg.filter_prim_paths_expr]

    def _on_prepare(self, event: TimelineEvent) -> None:
        super()._on_prepare(event)
        cfg = self.cfg
        if self._sim.cfg.joint_order == "mjwarp":  # settings of Newton, whose sensors no body is prepared for
            for prim in find_matching_prims(cfg.prim_path, self._sim.stage):
                if prim.HasAPI(UsdPhysics.RigidBodyAPI) and "PhysxContactReportAPI" not in applied_schemas(prim):
                    let_report(prim)
        wanted = [*cfg.filter_prim_paths_expr, *([ANYTHING] if cfg.track_friction_forces else [])]
        if wanted:
            for prim in find_matching_prims(cfg.prim_path, self._sim.stage):
                request_contact_filters(prim, wanted, cfg.max_contact_data_count_per_prim or DEFAULT_CAPACITY)

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene, cfg = self._scene, self.cfg
        try:
            self._body_view = scene.rigid_bodies(cfg.prim_path)
            self._contact_view = scene.contacts(cfg.prim_path)
        except ValueError as error:
            raise RuntimeError(f"The ContactSensor at '{cfg.prim_path}': {error}") from error
        count = bodies_in_each_environment(self._body_view, scene.num_envs, cfg.prim_path, "ContactSensor")
        self._body_names = [path.rsplit("/", 1)[-1] for path in self._body_view.instance_paths[:count]]
        tracked = frozenset(option for option in OPTIONAL if getattr(cfg, option))
        num_bodies, device = len(self._body_names), scene.device
        shape = (scene.num_envs, num_bodies)
        num_filters = len(cfg.filter_prim_paths_expr)
        self._data = ContactSensorData(scene.num_envs, device, num_bodies, cfg.history_length, tracked, num_filters)
        self._partners = self._find_partners() if num_filters else None
        self._net_parts: NetParts | None = None
        if cfg.track_friction_forces:
            self._net_parts = NetParts(self._contact_view.with_anything(), self._data, device)
        self._forces = wp.zeros((self._body_view.count, 1), dtype=wp.vec3f, device=device)
        self._poses = wp.zeros((self._body_view.count, 1), dtype=wp.transformf, device=device)
        self._launches: dict[wp.Kernel, RepeatedLaunch] = {}
        self._unmeasured_time = 0.0
        self._unmeasured = wp.zeros(scene.num_envs, dtype=float, device=device)
        self._no_environments = wp.zeros(scene.num_envs, dtype=wp.bool, device=device)
        self._elapsed = wp.zeros(scene.num_envs, dtype=float, device=device)
        self._recent = {
            name: ProxyArray(wp.zeros(shape, dtype=wp.bool, device=device))
            for name in ("current_contact_time", "current_air_time")
        }

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self._contact_view = None

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        assert self._contact_view is not None
        data = self._data
        self._take_elapsed_time(env_mask)
        forces = self._contact_view.read_net_forces(self._forces)
        self._launch(
            kernels.record_forces, [forces, self._elapsed], [data.net_forces_w.warp, data.net_forces_w_history.warp]
        )
        if self._net_parts is not None:
            self._net_parts.record(forces, self._elapsed)
        if self._partners is not None:
            self._partners.record(self._elapsed)
        if self.cfg.track_air_time:
            inputs = [self._threshold, data.net_forces_w.warp, self._elapsed]
            self._launch(kernels.track_times, inputs, self._times())
        if self.cfg.track_pose:
            poses = self._body_view.read_link_poses(self._poses)
            self._launch(kernels.record_poses, [poses, env_mask], [data.pose_w.warp])

    def _reset_impl(self, env_ids: wp.array) -> None:
        data = self._data
        self._take_elapsed_time(self._no_environments)
        dim = (env_ids.shape[0], self.num_sensors)
        forces = [data.net_forces_w.warp, data.net_forces_w_history.warp]
        self._launch(kernels.clear_forces, [env_ids], [self._unmeasured, *forces], dim)
        if self._net_parts is not None:
            self._net_parts.clear(env_ids, self._unmeasured)
        if self._partners is not None:
            self._partners.clear(env_ids)
        if self.cfg.track_air_time:
            self._launch(kernels.clear_times, [env_ids], self._times(), dim)

    def _find_partners(self) -> PartnerContacts:
        assert self._contact_view is not None
        cfg = self.cfg
        if len(self._body_names) > 1:
            raise RuntimeError(
                f"The ContactSensor at '{cfg.prim_path}' has filters {cfg.filter_prim_paths_expr}, so its prim path "
                f"should match one body in each environment, but it matches {self._body_names}: make a sensor for each."
            )
        try:
            view = self._contact_view.filtered(cfg.filter_prim_paths_expr)
        except ValueError as error:
            raise RuntimeError(f"The ContactSensor at '{cfg.prim_path}': {error}") from error
        return PartnerContacts(view, self._data, self._scene.device)

    def _take_elapsed_time(self, env_mask: wp.array) -> None:
        """Add the time of all updates to that of the environments, and take it where a measurement is due."""
        inputs, outputs = [self._unmeasured_time, env_mask], [self._unmeasured, self._elapsed]
        self._launch(kernels.take_elapsed_time, inputs, outputs, (self._num_instances,))
        self._unmeasured_time = 0.0

    def _find_recent(self, name: str, dt: float, abs_tol: float) -> ProxyArray:
        if not self.cfg.track_air_time:
            raise RuntimeError(
                f"The ContactSensor at '{self.cfg.prim_path}' does not track times: set track_air_time=True in its "
                "config."
            )
        dt, abs_tol = check_seconds("dt", dt), check_seconds("abs_tol", abs_tol)
        times = getattr(self.data, name).warp
        recent = self._recent[name]
        # A sum of many steps in float32 is off by roundings: by far less than a step, but by more than 1e-8 s.
        self._launch(kernels.find_recent, [dt * (1.0 + 1.0e-5) + abs_tol, times], [recent.warp])
        return recent

    def _times(self) -> list[wp.array]:
        return [getattr(self._data, name).warp for name in _TIMES]

    def _launch(
        self, kernel: wp.Kernel, inputs: list[Any], outputs: list[wp.array], dim: tuple[int, ...] | None = None
    ) -> None:
        """Run a kernel over all bodies in all environments, or other dimensions."""
        dim = (self._num_instances, self.num_sensors) if dim is None else dim
        launch = self._launches.get(kernel)
        if launch is None:
            launch = self._launches[kernel] = RepeatedLaunch(kernel, self._scene.device)
        launch(dim, inputs, outputs)

    def _visualize(self, markers: VisualizationMarkers) -> None:
        forces = self.data.net_forces_w.torch.reshape(-1, 3)
        poses = torch_view(self._body_view.read_link_poses(self._poses)).reshape(-1, 7)
        is_free = forces.norm(dim=1) <= self._threshold
        markers.visualize(translations=poses[:, :3], marker_indices=is_free.int())


def _validate(cfg: ContactSensorCfg) -> None:
    """Refuse what makes no sense, and tell what has no effect.

    Raises:
        ValueError: The threshold is negative or not finite, the length of the history is negative, the number of
            contacts is not positive, or contact points are asked for without filters.
    """
    threshold, length, capacity = cfg.force_threshold, cfg.history_length, cfg.max_contact_data_count_per_prim
    if threshold is not None and not (math.isfinite(threshold) and threshold >= 0.0):
        raise ValueError(f"force_threshold of '{cfg.prim_path}' should be 0 or more newtons, not {threshold!r}.")
    if not (isinstance(length, int) and length >= 0):
        raise ValueError(f"history_length of '{cfg.prim_path}' should be a whole number from 0, not {length!r}.")
    if capacity is not None and not (isinstance(capacity, int) and capacity > 0):
        raise ValueError(
            f"'max_contact_data_count_per_prim' is {capacity!r} for the ContactSensor at '{cfg.prim_path}': it should "
            "be a whole number from 1."
        )
    if isinstance(cfg.filter_prim_paths_expr, str):
        raise TypeError(
            f"filter_prim_paths_expr of '{cfg.prim_path}' should be a list of expressions, not the string "
            f"{cfg.filter_prim_paths_expr!r}."
        )
    if cfg.filter_prim_paths_expr:
        return
    if cfg.track_contact_points:
        raise ValueError(
            f"track_contact_points of the ContactSensor at '{cfg.prim_path}' needs partners: 'filter_prim_paths_expr' "
            "is empty. Name the bodies, or the ground, that the body touches."
        )
    if capacity is not None and not cfg.track_friction_forces:
        logger.warning(
            "max_contact_data_count_per_prim of '%s' has no effect without filter_prim_paths_expr and without "
            "track_friction_forces: net forces are sums over all contacts.",
            cfg.prim_path,
        )


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
    """Whether to report friction: of all contacts together, and at each partner of :attr:`filter_prim_paths_expr`."""

    max_contact_data_count_per_prim: int | None = None
    """How many contacts with each partner, and with all of them, are told apart; None takes 16. If there are more, the
    strongest count (the first that the engine finds, with MuJoCo Warp).

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
