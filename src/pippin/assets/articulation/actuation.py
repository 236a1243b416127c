"""From the targets that users set, through the actuator models, to the drives of the engine."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import torch
import warp as wp

from pippin.actuators import (
    ActuatorBase,
    ArticulationActions,
    DCMotor,
    DelayedPDActuator,
    IdealPDActuator,
    ImplicitActuator,
    RemotizedPDActuator,
)
from pippin.physics.views import ArticulationView
from pippin.utils.torch_view import torch_view

from ..kernels import joints as kernels
from .data import ArticulationData

CAPTURABLE = (ImplicitActuator, IdealPDActuator, DCMotor, DelayedPDActuator, RemotizedPDActuator)
"""Models that consist of Warp kernels only. Classes that inherit from them may do anything, so they do not count."""


@dataclass(frozen=True)
class ActuatorGroup:
    """One actuator model and the joints that it drives.

    Attributes:
        actuator: The model.
        joints: Its joints in the articulation, shape (j,), int32; None for all of them in order.
        inputs: Target positions, target velocities, target efforts, positions and velocities of these joints, each of
            shape (N, j), float32.
        gathered: Memory of the inputs, shape (5, N, j), to be filled before each use; None where they are views of the
            articulation's own arrays.
    """

    actuator: ActuatorBase
    joints: wp.array | None
    inputs: tuple[torch.Tensor, ...]
    gathered: wp.array | None


class Actuation:
    """Runs the actuator models of an articulation before each step.

    On a GPU, models that consist of Warp kernels run as one captured CUDA graph; others run call by call.

    Args:
        view: View of the articulation.
        data: Data of the articulation.
        actuators: Actuator models by the name of their group.
    """

    def __init__(self, view: ArticulationView, data: ArticulationData, actuators: Mapping[str, ActuatorBase]) -> None:
        self._view = view
        self._data = data
        self._positions = data.joint_pos.warp
        self._velocities = data.joint_vel.warp
        self._groups = [self._make_group(actuator) for actuator in actuators.values()]
        shape = (view.count, view.num_joints)
        # What the drives are told: target positions, target velocities and efforts.
        self._drive_inputs = [wp.zeros(shape, dtype=float, device=view.device) for _ in range(3)]
        self._device = wp.get_device(view.device)
        self._can_capture = self._device.is_cuda and all(type(a) in CAPTURABLE for a in actuators.values())
        self._graph: wp.Graph | None = None
        self._arrays: dict[int, tuple[torch.Tensor, wp.array]] = {}
        self._addresses: tuple[int, ...] | None = None

    def run(self) -> None:
        """Compute the efforts for the state as it is, and hand the drives what they are to do in the next step."""
        if not self._can_capture or self._device.is_capturing:
            _ = self._data.joint_pos, self._data.joint_vel  # brings them up to date where they are not
            self._run_groups()
        elif self._addresses != self._actuator_addresses():
            # Call by call once, so that kernels are loaded and arrays made, then captured for the next time.
            self._run()
            self._addresses = self._actuator_addresses()
            with wp.ScopedCapture(self._device) as capture:
                self._run()
            self._graph = capture.graph
        else:
            wp.capture_launch(self._graph)
            self._view.drive_inputs = (self._drive_inputs[0], self._drive_inputs[1], self._drive_inputs[2])
        self._data.mark_current("joint_pos", "joint_vel")

    def _run(self) -> None:
        self._view.read_joint_positions(self._positions)
        self._view.read_joint_velocities(self._velocities)
        self._run_groups()

    def _run_groups(self) -> None:
        for group in self._groups:
            self._run_group(group)
        positions, velocities, efforts = self._drive_inputs
        self._view.apply_drives(
            positions,
            velocities,
            efforts,
            self._data.joint_stiffness.warp,
            self._data.joint_damping.warp,
        )

    def _run_group(self, group: ActuatorGroup) -> None:
        if group.gathered is not None:
            wp.launch(
                kernels.gather_group,
                dim=group.gathered.shape[1:],
                inputs=[*self._target_arrays(), self._positions, self._velocities, group.joints],
                outputs=[group.gathered],
                device=self._device,
            )
        position_targets, velocity_targets, effort_targets, positions, velocities = group.inputs
        actuator = group.actuator
        action = ArticulationActions(position_targets, velocity_targets, effort_targets, actuator.joint_indices)
        action = actuator.compute(action, positions, velocities)
        efforts = effort_targets if action.joint_efforts is None else action.joint_efforts
        for i, values in enumerate((action.joint_positions, action.joint_velocities, efforts)):
            if values is None:  # without targets the drives of these joints have no gains either
                continue
            if group.joints is None:
                self._drive_inputs[i] = self._as_warp(values)
            else:
                self._scatter(self._as_warp(values), group.joints, self._drive_inputs[i])
        self._scatter(self._as_warp(actuator.computed_effort), group.joints, self._data.computed_torque.warp)
        self._scatter(self._as_warp(actuator.applied_effort), group.joints, self._data.applied_torque.warp)

    def _as_warp(self, values: torch.Tensor) -> wp.array:
        """Warp array on a tensor's memory. Models hand out the same tensors at every step, so their arrays are kept."""
        address = values.data_ptr()
        known = self._arrays.get(address)
        if known is None or known[0] is not values:
            known = (values, wp.from_torch(values, dtype=wp.float32, requires_grad=False))
            if len(self._arrays) < 16 * len(self._groups):
                self._arrays[address] = known
        return known[1]

    def _scatter(self, values: wp.array, joints: wp.array | None, out: wp.array) -> None:
        """Write values of a group's joints into an array of all joints."""
        if joints is None:
            wp.copy(out, values)
            return
        wp.launch(kernels.scatter_group, dim=values.shape, inputs=[values, joints], outputs=[out], device=self._device)

    def _make_group(self, actuator: ActuatorBase) -> ActuatorGroup:
        all_joints = list(range(self._view.num_joints))
        ids = actuator.joint_indices
        joints = all_joints[ids] if isinstance(ids, slice) else [int(joint) for joint in ids]
        joint_array = None if joints == all_joints else wp.array(joints, dtype=int, device=self._view.device)
        steps = {after - before for before, after in itertools.pairwise(joints)}
        if len(steps) <= 1 and min(steps, default=1) > 0:
            columns = slice(joints[0], joints[-1] + 1, min(steps, default=1))
            arrays = (*self._target_arrays(), self._positions, self._velocities)
            return ActuatorGroup(actuator, joint_array, tuple(torch_view(a)[:, columns] for a in arrays), None)
        gathered = wp.zeros((5, self._view.count, len(joints)), dtype=float, device=self._view.device)
        return ActuatorGroup(actuator, joint_array, tuple(torch_view(gathered)), gathered)

    def _target_arrays(self) -> tuple[wp.array, wp.array, wp.array]:
        data = self._data
        return data.joint_pos_target.warp, data.joint_vel_target.warp, data.joint_effort_target.warp

    def _actuator_addresses(self) -> tuple[int, ...]:
        """Addresses that the captured graph reads or writes and that users could exchange by an assignment."""
        return tuple(
            value.data_ptr()
            for group in self._groups
            for value in vars(group.actuator).values()
            if isinstance(value, torch.Tensor)
        )
