"""What all sensors have in common: measuring when it is read, at most once a period."""

from __future__ import annotations

import logging
import math
from abc import abstractmethod
from dataclasses import MISSING
from typing import Generic, TypeVar

import numpy as np
import warp as wp
from pxr import Usd

from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.quantities.selection import Axis, Ids, Mask
from pippin.sim.expressions import find_matching_prims
from pippin.sim.run.entity import SceneEntity
from pippin.sim.run.timeline import TimelineEvent
from pippin.sim.stage import get_environments
from pippin.utils import configclass

from .sensor_clock import SensorClock

logger = logging.getLogger("pippin")

Data = TypeVar("Data")
"""Class of what a sensor measures."""


class SensorBase(SceneEntity, Generic[Data]):
    """Something that measures, in every environment.

    :meth:`update` says that time has passed, which costs nothing. :attr:`data` computes what is due, in those
    environments whose last measurement is at least ``cfg.update_period`` old. A sensor whose data depend on every step
    (a history, a time in the air) measures in each update.

    A new kind of sensor extends this class: ``_initialize_impl`` (which calls this class's) makes views of the scene
    and the data (``_data``), and ``_update_buffers_impl`` fills them. One with debug markers overrides ``_visualize``.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is no simulation. At play: no prim matches the config's prim path.
        ValueError: The prim path is malformed, or the period is negative or not finite.
    """

    _kind = "sensor"
    _data: Data

    _title = ""
    """What people read in place of the name of the class."""

    _measures_every_step = False
    """Whether data depend on each step, so that none may be left out."""

    _is_by_environment = False
    """Whether a stage without copies of environments is one environment, whatever its prims are called."""

    _is_at_prims = False
    """Whether there has to be a prim at the prim path; otherwise one above it will do, for kinds of a program's own."""

    def __init__(self, cfg: SensorBaseCfg) -> None:
        self._clock: SensorClock | None = None
        super().__init__(cfg)
        self._subscriptions.append(self._sim.timeline.subscribe(TimelineEvent.PREPARE, self._on_prepare))
        period = self.cfg.update_period
        if not (math.isfinite(period) and period >= 0.0):
            raise ValueError(f"update_period of '{self.cfg.prim_path}' should be 0 or more seconds, not {period!r}.")

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_instances(self) -> int:
        """Number of instances in all environments together."""
        self._require_clock()
        return self._num_instances

    @property
    def data(self) -> Data:
        """The measurements, taken if they are due.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._update_outdated_buffers()
        return self._data

    def __str__(self) -> str:
        """Kind, prim path, period and numbers of the sensor's instances and bodies, for people."""
        period = f"every {self.cfg.update_period} s" if self.cfg.update_period > 0.0 else "in every step"
        title = f"{self._title or type(self).__name__} @ '{self.cfg.prim_path}': measures {period}"
        if self._clock is None:
            return f"{title}, not playing"
        bodies = getattr(self, "num_bodies", None)
        rows = {"number of sensors": self.num_instances, "number of bodies ": bodies}
        return "\n".join([title, *(f"    {name} : {number}" for name, number in rows.items() if number is not None)])

    # -- operations ----------------------------------------------------------------------------------------------------

    def update(self, dt: float, force_recompute: bool = False) -> None:
        """Let time pass; to be called after each step.

        Args:
            dt: Time since the last call [s].
            force_recompute: Whether to compute what is due at once rather than when it is read.
        """
        self._require_clock().advance(dt)
        if force_recompute or self._measures_every_step or self.cfg.history_length > 0:
            self._update_outdated_buffers()

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Start over in some environments: their clocks are at 0, and a measurement is due.

        Args:
            env_ids: Environments; None means all.
            env_mask: Mask of the environments, shape (num_envs,), which goes before ``env_ids``.
        """
        clock = self._require_clock()
        axis = self._environments
        rows = axis.from_ids(env_ids) if env_mask is None else axis.from_mask(env_mask)
        clock.reset(rows)
        self._reset_impl(rows)

    # -- for kinds of sensors ------------------------------------------------------------------------------------------

    @abstractmethod
    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        """Measure.

        Args:
            env_mask: Environments whose measurement is due, shape (num_envs,), wp.bool; those of the others stay.
        """

    def _reset_impl(self, env_ids: wp.array) -> None:
        """Forget what is kept from step to step.

        Args:
            env_ids: Environments, int32; -1 for none.
        """

    def _on_prepare(self, event: TimelineEvent) -> None:
        """Find the prims, just before the physics is made: until then they may come in any order."""
        if self._is_at_prims or not self._parents():
            self._require_prims()

    def _initialize_impl(self) -> None:
        scene = self._scene = playing_scene(self._sim)
        if 0.0 < self.cfg.update_period < scene.dt * (1.0 - 1e-6):
            logger.warning(
                "update_period of '%s' is %g s, below the physics step of %g s: it measures in every step.",
                self.cfg.prim_path,
                self.cfg.update_period,
                scene.dt,
            )
        count = self._count_environments()
        env_ids = wp.array(np.arange(count, dtype=np.int32), dtype=int, device=scene.device)
        self._environments = Axis("env", count, env_ids)
        self._num_envs = self._num_instances = count
        self._clock = SensorClock(count, self.cfg.update_period, scene.device)

    def _invalidate_impl(self) -> None:
        self._clock = None

    def _update_outdated_buffers(self) -> None:
        """Measure where it is due."""
        clock = self._require_clock()
        if clock.find_outdated():
            self._update_buffers_impl(clock.outdated)
            clock.finish_update()

    def _time_since_reset(self) -> tuple[wp.array, bool]:
        """Time of each environment's clock [s], shape (num_envs,); and whether what moves reads 0 where it is 0."""
        return self._require_clock().time, self._sim.cfg.zero_until_update

    # -- inside --------------------------------------------------------------------------------------------------------

    def _count_environments(self) -> int:
        """Number of environments; where the stage has prims instead of copies, of prims above those of the sensor."""
        if self._is_by_environment or get_environments() is not None:
            return self._scene.num_envs
        return max(len(self._parents()), 1)

    def _parents(self) -> list[Usd.Prim]:
        """Prims above those of the sensor."""
        expression = self.cfg.prim_path.rpartition("/")[0]
        try:
            return find_matching_prims(expression, self._sim.stage) if expression else []
        except ValueError:  # a slash within brackets
            return []

    def _require_clock(self) -> SensorClock:
        if self._clock is None:
            raise RuntimeError(
                f"The sensor at '{self.cfg.prim_path}' measures only while the simulation plays: call reset() or "
                "play() of the SimulationContext first."
            )
        return self._clock

    _scene: PhysicsScene


@configclass
class SensorBaseCfg:
    """Where a sensor is, and how often it measures."""

    class_type: type[SensorBase] = MISSING
    """Class of the sensor."""

    prim_path: str = MISSING
    """Path of the sensor's prim, or an expression that matches the prims of all its instances.

    ``{ENV_REGEX_NS}`` at its beginning stands for every environment: ``{ENV_REGEX_NS}/Robot/base`` becomes
    ``/World/envs/env_.*/Robot/base``.
    """

    update_period: float = 0.0
    """Time between two measurements [s]; 0 for one in every step."""

    debug_vis: bool = False
    """Whether to show debug markers of the sensor from the start, where it has any."""

    history_length: int = 0
    """Number of past measurements to keep, where a sensor keeps them; above 0 it measures whether it is read or not."""


@configclass
class OffsetCfg:
    """Pose of a frame in the frame of its prim."""

    pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Position [m]."""

    rot: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Orientation as a quaternion (x, y, z, w)."""
