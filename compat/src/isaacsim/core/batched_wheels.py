"""Robots on wheels of Isaac Sim 6 (``isaacsim.robot.experimental.wheeled_robots``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import warp as wp

from isaacsim.core.batched_articulations import Articulation
from isaacsim.core.stage import add_reference_to_stage
from pippin import objects
from pippin.sim import is_prim_path_valid

__all__ = ["DifferentialController", "WheeledRobot"]


class WheeledRobot(Articulation):
    """Robots whose wheels are commanded by themselves.

    Args:
        paths: Path of a robot, a regular expression of paths, or several of these.
        wheel_dof_names: Names of the wheels' joints.
        wheel_dof_indices: Their indices, instead.
        usd_path: File of the robots, where there are none at the paths yet.
        placement: Where they are; see :class:`isaacsim.core.batched_prims.XformPrim`.

    Raises:
        ValueError: Neither names nor indices of wheels are given.
    """

    def __init__(
        self,
        paths: str | Sequence[str],
        *,
        wheel_dof_names: str | Sequence[str] | None = None,
        wheel_dof_indices: Any = None,
        usd_path: str | None = None,
        **placement: Any,
    ) -> None:
        if wheel_dof_names is None and wheel_dof_indices is None:
            raise ValueError(f"The robot '{paths}' has no wheels: give wheel_dof_names or wheel_dof_indices.")
        for path in [paths] if isinstance(paths, str) else paths:
            if usd_path is not None and not is_prim_path_valid(path):
                add_reference_to_stage(usd_path, path)
        super().__init__(paths, **placement)
        self._wheel_names, self._wheel_indices = wheel_dof_names, wheel_dof_indices

    @property
    def wheel_dof_indices(self) -> np.ndarray:
        """Indices of the wheels' joints, shape (n,)."""
        if self._wheel_indices is None:
            self._wheel_indices = self.get_dof_indices(self._wheel_names).numpy()
        return np.asarray(self._wheel_indices)

    def get_wheel_positions(self) -> wp.array:
        """Angles of the wheels [rad], shape (N, n)."""
        return self.get_dof_positions(dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]

    def get_wheel_velocities(self) -> wp.array:
        """Velocities of the wheels [rad/s], shape (N, n)."""
        return self.get_dof_velocities(dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]

    def apply_wheel_actions(self, velocities: Any) -> None:
        """Set velocities that the wheels' drives follow [rad/s]."""
        self.set_dof_velocity_targets(velocities, dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]


class DifferentialController:
    """:class:`pippin.objects.DifferentialController` that gives the velocities of the wheels themselves.

    Args:
        limits: Its arguments, without the name.
    """

    def __init__(self, wheel_radius: float, wheel_base: float, **limits: float) -> None:
        self._controller = objects.DifferentialController("differential", wheel_radius, wheel_base, **limits)

    def forward(self, command: Any) -> np.ndarray:
        """Velocities of the wheels [rad/s], left first, for a forward velocity [m/s] and a rate of turn [rad/s]."""
        velocities = self._controller.forward(command).joint_velocities
        assert velocities is not None
        return np.asarray(velocities)
