"""From the target thrusts that users set, through the thruster models, to the wrench on the base link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
import warp as wp

from pippin.actuators import MultiRotorActions, Thruster
from pippin.physics.views import ArticulationView

from ..kernels import thrust as kernels
from .data import MultirotorData


class Propulsion:
    """Runs the thruster models of a multirotor before each step.

    On a GPU they run as one captured CUDA graph, unless a model is of a class of the user's own.

    Args:
        view: View of the multirotor.
        data: Data of the multirotor.
        thrusters: Thruster models by the name of their group, in the order of the data's arrays.
        allocation: Allocation matrix, shape (6, T), float32; None lets the thrusts act on nothing.
    """

    def __init__(
        self,
        view: ArticulationView,
        data: MultirotorData,
        thrusters: Mapping[str, Thruster],
        allocation: torch.Tensor | None,
    ) -> None:
        self._view = view
        self._data = data
        self._thrusters = thrusters
        self._allocation = allocation
        self._wrenches = wp.zeros(view.count, dtype=wp.spatial_vectorf, device=view.device)
        self._device = wp.get_device(view.device)
        self._can_capture = self._device.is_cuda and all(type(t) is Thruster for t in thrusters.values())
        self._graphs: dict[bool, wp.Graph] = {}
        self._addresses: tuple[int, ...] | None = None

    def run(self, add: bool) -> None:
        """Let the thrusts follow their targets for one step, and tell the engine what they do.

        Args:
            add: Whether other wrenches act on the base link already in this step.
        """
        if not self._can_capture or self._device.is_capturing:
            self._run(add)
            return
        addresses = self._tensor_addresses()
        if addresses != self._addresses:
            # Call by call once, so that kernels are loaded, then captured for the next time.
            self._run(add)
            self._graphs = {add: self._capture(add) for add in (False, True)}
            self._addresses = addresses
        else:
            wp.capture_launch(self._graphs[add])

    def _capture(self, add: bool) -> wp.Graph:
        with wp.ScopedCapture(self._device) as capture:
            self._run(add)
        return capture.graph

    def _run(self, add: bool) -> None:
        data, first = self._data, 0
        for thruster in self._thrusters.values():
            columns = slice(first, first + thruster.num_thrusters)
            thruster.compute(MultiRotorActions(data.thrust_target[:, columns], thruster.thruster_indices))
            wp.launch(
                kernels.collect_thrusts,
                dim=tuple(thruster.applied_thrust.shape),
                inputs=[_as_warp(thruster.computed_thrust), _as_warp(thruster.applied_thrust), first],
                outputs=[_as_warp(data.computed_thrust), _as_warp(data.applied_thrust)],
                device=self._device,
            )
            first = columns.stop
        if self._allocation is None:
            return
        wp.launch(
            kernels.allocate_thrusts,
            dim=self._view.count,
            inputs=[_as_warp(self._allocation), _as_warp(data.applied_thrust)],
            outputs=[self._wrenches],
            device=self._device,
        )
        self._view.write_root_wrenches(self._wrenches, add)

    def _tensor_addresses(self) -> tuple[int, ...]:
        """Addresses that a captured graph reads or writes and that users could exchange by an assignment."""
        return tuple(tensor.data_ptr() for tensor in self._tensors())

    def _tensors(self) -> Iterator[torch.Tensor]:
        data = self._data
        yield from (data.thrust_target, data.computed_thrust, data.applied_thrust)
        for thruster in self._thrusters.values():
            yield from (value for value in vars(thruster).values() if isinstance(value, torch.Tensor))


def _as_warp(tensor: torch.Tensor) -> wp.array:
    return wp.from_torch(tensor, dtype=wp.float32, requires_grad=False, return_ctype=True)
