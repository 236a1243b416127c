"""Sensors in programs for Isaac Lab up to version 2: the base of their own ones, PhysX's contacts, what images mean."""

from __future__ import annotations

from typing import Any

import torch
from pxr import Usd

from pippin.sensors import sensor_base
from pippin.utils.torch_view import torch_view


class SensorBase(sensor_base.SensorBase):
    """:class:`pippin.sensors.SensorBase` for sensors of programs: ``_update_buffers_impl`` gets ids, not a mask."""

    def update(self, dt: float, force_recompute: bool = False) -> None:
        """Let time pass; a sensor whose config has a history measures at once.

        Args:
            dt: Time since the last call [s].
            force_recompute: Whether to compute what is due at once rather than when it is read.
        """
        super().update(dt, force_recompute or getattr(self.cfg, "history_length", 0) > 0)

    def _update_outdated_buffers(self) -> None:
        """Measure where it is due."""
        clock = self._require_clock()
        if clock.find_outdated():
            env_ids = torch_view(clock.outdated).nonzero().squeeze(-1)
            if len(env_ids) > 0:
                self._update_buffers_impl(env_ids)
            clock.finish_update()

    @property
    def _device(self) -> str:
        return self.device

    @property
    def _backend(self) -> str:
        return "torch"

    @property
    def _sim_physics_dt(self) -> float:
        return self._sim.get_physics_dt()

    @property
    def _parent_prims(self) -> list[Usd.Prim]:
        """Prims above those of the sensor that are on the stage: in the environments that others copy."""
        return self._parents()

    @property
    def _timestamp(self) -> torch.Tensor:
        """Time since the reset of each environment [s], shape (num_envs,)."""
        return self._clock_value("time")

    @property
    def _timestamp_last_update(self) -> torch.Tensor:
        """Time of the last measurement in each environment [s], shape (num_envs,)."""
        return self._clock_value("last_update")

    @property
    def _is_outdated(self) -> torch.Tensor:
        """Whether a measurement is due in each environment, shape (num_envs,)."""
        return self._clock_value("outdated")

    def _clock_value(self, name: str) -> Any:
        clock = self._require_clock()
        clock.find_outdated()
        return torch_view(getattr(clock, name))


class ContactPhysxView:
    """Contacts of one body in each environment with its partners, as a contact sensor has measured them last.

    What PhysX lists contact by contact is one entry for each partner that a body touches: the sum of the forces, and
    the mean of the points.

    Args:
        sensor: The contact sensor.
    """

    def __init__(self, sensor: Any) -> None:
        self._sensor = sensor

    @property
    def sensor_count(self) -> int:
        """Number of bodies in all environments, N."""
        return self._sensor.num_instances * self._sensor.num_sensors

    @property
    def filter_count(self) -> int:
        """Number of partners of each body, F."""
        return len(self._sensor.cfg.filter_prim_paths_expr)

    def get_net_contact_forces(self, dt: float) -> torch.Tensor:
        """Sums of the contact forces on the bodies [N], world axes, shape (N, 3). ``dt`` has no meaning here."""
        return self._sensor.data.net_forces_w.torch.reshape(-1, 3)

    def get_contact_force_matrix(self, dt: float) -> torch.Tensor:
        """Normal forces of the partners on the bodies [N], world axes, shape (N, F, 3). ``dt`` has no meaning here."""
        return self._of_partners("force_matrix_w", "filter_prim_paths_expr")

    def get_friction_data(self, dt: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Friction of the partners on the bodies.

        Args:
            dt: Has no meaning here.

        Returns:
            Forces [N] and points [m; NaN unless the sensor tracks points] in the world, shape (n, 3), one for each pair
            that touches; how many there are of each pair, and where they begin, shape (N, F), int32.

        Raises:
            RuntimeError: The sensor does not track friction.
        """
        forces = self._of_partners("friction_forces_w", "track_friction_forces")
        points = torch.full_like(forces, torch.nan)
        if self._sensor.cfg.track_contact_points:
            points = self._of_partners("contact_pos_w", "track_contact_points")
        is_touching = self.get_contact_force_matrix(dt).norm(dim=-1) > 0.0
        counts = is_touching.int()
        ends = counts.flatten().cumsum(0, dtype=torch.int32).reshape(counts.shape)
        return forces[is_touching], points[is_touching], counts, ends - counts

    def _of_partners(self, quantity: str, option: str) -> torch.Tensor:
        """Quantity of the sensor's data, shape (N, F, 3)."""
        values = getattr(self._sensor.data, quantity)
        if values is None:
            raise RuntimeError(f"The ContactSensor at '{self._sensor.cfg.prim_path}' has no contacts: set '{option}'.")
        return values.torch.reshape(-1, self.filter_count, 3)


def contact_physx_view(sensor: Any) -> ContactPhysxView | None:
    """PhysX's view of a contact sensor; None while the simulation is stopped."""
    return ContactPhysxView(sensor) if sensor.contact_view is not None else None


class CameraInfo(dict):
    """What the values of images mean, by name; ``info[0]`` is the same of a single camera.

    There, ``Camera`` has a list with an entry for each camera, and ``TiledCamera`` one dictionary for all. Both are one
    class here, all of whose cameras share what their values mean.
    """

    def __getitem__(self, key: Any) -> Any:
        return self if isinstance(key, int) else super().__getitem__(key)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            return all(dict.__eq__(self, entry) for entry in other)
        return dict.__eq__(self, other)

    __hash__ = None  # type: ignore[assignment]
