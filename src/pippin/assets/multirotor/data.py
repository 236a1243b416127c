"""State and properties of multirotors."""

from __future__ import annotations

import torch
import warp as wp

from pippin.physics.views import ArticulationView

from ..articulation.data import ArticulationData


class MultirotorData(ArticulationData):
    """State and properties of the instances of a multirotor: those of an articulation, and the thrusts.

    T is the number of thrusters.

    Args:
        root_view: View of the multirotor's instances.
        device: Warp device of the arrays.
    """

    thruster_names: list[str]
    """Names of the thrusters, in the order of the arrays."""

    default_thruster_rps: torch.Tensor
    """Revolutions per second of the rotors after a reset, shape (N, T), float32."""

    thrust_target: torch.Tensor
    """Target thrusts that users set [N], shape (N, T), float32."""

    computed_thrust: torch.Tensor
    """Thrusts of the last :meth:`Multirotor.write_data_to_sim` as if thrusters had no limits [N], shape (N, T)."""

    applied_thrust: torch.Tensor
    """Thrusts that act since the last :meth:`Multirotor.write_data_to_sim` [N], shape (N, T), float32."""

    def __init__(self, root_view: ArticulationView, device: str) -> None:
        super().__init__(root_view, device)
        self.set_thrusters([])

    def set_thrusters(self, names: list[str]) -> None:
        """Say which thrusters there are, and make their arrays, filled with 0."""
        self.thruster_names = list(names)
        for array in ("default_thruster_rps", "thrust_target", "computed_thrust", "applied_thrust"):
            zeros = torch.zeros(self.root_view.count, len(names), device=wp.device_to_torch(wp.get_device(self.device)))
            setattr(self, array, zeros)
