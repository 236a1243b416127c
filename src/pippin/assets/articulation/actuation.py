"""From the targets that users set, through the actuator models, to the drives of the engine."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
import warp as wp

from pippin.actuators import ActuatorBase, ActuatorBaseCfg, ArticulationActions, motor_in_place_of
from pippin.physics.views import ArticulationView
from pippin.utils.launch import threads_along
from pippin.utils.repeated_launch import RecordedLaunch, RepeatedLaunch
from pippin.utils.torch_view import torch_view

from ..kernels import joints as kernels
from .data import ArticulationData
from .joints import Joints

Call = Callable[[], object]


@dataclass(frozen=True)
class ActuatorGroup:
    """One actuator model and the joints that it drives.

    Attributes:
        actuator: The model.
        joints: Its joints in the articulation, shape (j,), int32.
        has_all_joints: Whether these are all joints of the articulation, in order.
        inputs: Target positions, target velocities, target efforts, positions and velocities of these joints, each of
            shape (N, j), float32.
        gathered: Memory of the inputs, shape (5, N, j), to be filled before each use; None where they are views of the
            articulation's own arrays, as the model's efforts then are.
    """

    actuator: ActuatorBase
    joints: wp.array
    has_all_joints: bool
    inputs: tuple[torch.Tensor, ...]
    gathered: wp.array | None


class Actuation:
    """Runs the actuator models of an articulation before each step.

    What a step does is a list of calls, made once: reading the joints' state, the laws of the models, and telling the
    drives. Laws that models :meth:`~pippin.actuators.ActuatorBase.bind` are recorded launches of kernels. Where all
    are, a GPU replays the list as one captured CUDA graph. Other models are called with
    :meth:`~pippin.actuators.ActuatorBase.compute`.

    Args:
        view: View of the articulation.
        data: Data of the articulation.
        actuators: Actuator models by the name of their group.
        own_law: What is called in place of the models, and writes :attr:`drive_inputs`: by :meth:`run_models`, in place
            afterwards, or both. None for the models alone.
    """

    def __init__(
        self,
        view: ArticulationView,
        data: ArticulationData,
        actuators: Mapping[str, ActuatorBase],
        own_law: Callable[[], None] | None = None,
    ) -> None:
        self._view = view
        self._scene = view.scene
        self._device = wp.get_device(view.device)
        self._positions, self._velocities = data.joint_pos.warp, data.joint_vel.warp
        self._state = data.buffers_of("joint_pos", "joint_vel")
        self._targets = (data.joint_pos_target.warp, data.joint_vel_target.warp, data.joint_effort_target.warp)
        self._efforts = (data.computed_torque.warp, data.applied_torque.warp)
        shape = (view.count, view.num_joints)
        self._none = wp.zeros((0, 0), dtype=float, device=view.device)
        # What the drives are told: target positions, target velocities and efforts.
        positions, velocities, efforts = (wp.zeros(shape, dtype=float, device=view.device) for _ in range(3))
        self._drive_inputs = (positions, velocities, efforts)
        self._arrays: dict[int, tuple[torch.Tensor, wp.array]] = {}
        self._most_arrays = 16 * len(actuators)
        groups = [self._make_group(actuator) for actuator in actuators.values()]
        self._models = self._calls_of_laws(groups, may_share=own_law is None)
        gains = data.joint_stiffness.warp, data.joint_damping.warp
        self._reads = view.record_joint_reads(self._positions, self._velocities)
        self._calls: list[Call] = [
            *(self._models if own_law is None else [own_law]),
            *view.record_drives(*self._drive_inputs, *gains, _are_explicit(view, actuators)),
        ]
        are_kernels = own_law is None and all(actuator.is_bindable for actuator in actuators.values())
        self._can_capture = self._device.is_cuda and are_kernels
        self._graph: wp.Graph | None = None

    def run(self) -> None:
        """Compute the efforts for the state as it is, and hand the drives what they are to do in the next step."""
        version = self._scene.state_version
        if self._can_capture and not self._device.is_capturing:
            self._replay()
        else:
            positions, velocities = self._state
            is_stale = positions.timestamp < version or velocities.timestamp < version
            if is_stale or self._device.is_capturing:
                for read in self._reads:
                    read()
            for call in self._calls:
                call()
        self._view.drive_inputs = self._drive_inputs
        for buffer in self._state:
            buffer.timestamp = version

    @property
    def drive_inputs(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the drives are told: target positions [m, rad], target velocities [m/s, rad/s] and efforts [N, N m].

        Each has the shape (N, J), float32.
        """
        positions, velocities, efforts = (torch_view(array) for array in self._drive_inputs)
        return positions, velocities, efforts

    def run_models(self) -> None:
        """Let the models write :attr:`drive_inputs` for the joints' state as it was read last."""
        for call in self._models:
            call()

    def _replay(self) -> None:
        """Launch the graph; call by call the first time, so that kernels are loaded, and then capture it."""
        if self._graph is not None:
            wp.capture_launch(self._graph)
            return
        everything = [*self._reads, *self._calls]
        for call in everything:
            call()
        with wp.ScopedCapture(self._device) as capture:
            for call in everything:
                call()
        self._graph = capture.graph

    # -- groups --------------------------------------------------------------------------------------------------------

    def _make_group(self, actuator: ActuatorBase) -> ActuatorGroup:
        all_joints = list(range(self._view.num_joints))
        ids = actuator.joint_indices
        joints = all_joints[ids] if isinstance(ids, slice) else [int(joint) for joint in ids]
        array = wp.array(joints, dtype=int, device=self._view.device)
        steps = {after - before for before, after in itertools.pairwise(joints)}
        if len(steps) <= 1 and min(steps, default=1) > 0:
            columns = slice(joints[0], joints[-1] + 1, min(steps, default=1))
            arrays = (*self._targets, self._positions, self._velocities)
            computed, applied = (torch_view(array)[:, columns] for array in self._efforts)
            actuator.keep_efforts_in(computed, applied)
            inputs = tuple(torch_view(a)[:, columns] for a in arrays)
            return ActuatorGroup(actuator, array, joints == all_joints, inputs, None)
        gathered = wp.zeros((5, self._view.count, len(joints)), dtype=float, device=self._view.device)
        return ActuatorGroup(actuator, array, False, tuple(torch_view(gathered)), gathered)

    def _calls_of_laws(self, groups: list[ActuatorGroup], may_share: bool) -> list[Call]:
        """What computes the efforts of all groups and gathers what the drives are told.

        Args:
            groups: The groups.
            may_share: Whether the drives may be told what is in the memory of targets and efforts itself.
        """
        if may_share and len(groups) == 1 and groups[0].has_all_joints and groups[0].actuator.is_bindable:
            # The only model gives the drives what they are told: its inputs, or its efforts.
            is_implicit, (positions, velocities, _) = groups[0].actuator.is_implicit_model, self._drive_inputs
            self._drive_inputs = self._targets if is_implicit else (positions, velocities, self._efforts[1])
            return self._law(groups[0])
        return [call for group in groups for call in self._calls_of_group(group)]

    def _calls_of_group(self, group: ActuatorGroup) -> list[Call]:
        calls: list[Call] = []
        if group.gathered is not None:
            dim = (self._view.count, threads_along(group.joints.shape[0], self._device))
            inputs = [*self._targets, self._positions, self._velocities, group.joints, dim[1]]
            gather = wp.launch(
                kernels.gather_group, dim, inputs, [group.gathered], device=self._device, record_cmd=True
            )
            calls.append(RecordedLaunch(gather).launch)
        actuator, hand_over = group.actuator, RepeatedLaunch(kernels.scatter_group, self._device)
        if not actuator.is_bindable:
            return [*calls, lambda: self._call_model(group, hand_over)]
        of_drives = group.inputs[:3] if actuator.is_implicit_model else (None, None, actuator.applied_effort)
        return [*calls, *self._law(group), lambda: self._hand_over(group, hand_over, of_drives)]

    def _law(self, group: ActuatorGroup) -> list[Call]:
        position_targets, velocity_targets, effort_targets, positions, velocities = group.inputs
        return group.actuator.bind((position_targets, velocity_targets, effort_targets), positions, velocities)

    def _call_model(self, group: ActuatorGroup, hand_over: RepeatedLaunch) -> None:
        position_targets, velocity_targets, effort_targets, positions, velocities = group.inputs
        actuator = group.actuator
        action = ArticulationActions(position_targets, velocity_targets, effort_targets, actuator.joint_indices)
        action = actuator.compute(action, positions, velocities)
        efforts = effort_targets if action.joint_efforts is None else action.joint_efforts
        self._hand_over(group, hand_over, (action.joint_positions, action.joint_velocities, efforts))

    def _hand_over(
        self, group: ActuatorGroup, hand_over: RepeatedLaunch, of_drives: tuple[torch.Tensor | None, ...]
    ) -> None:
        """Write what a group's drives are told, and its efforts, into the arrays of all joints.

        Without targets the drives of these joints have no gains either.
        """
        actuator = group.actuator
        efforts = (None, None) if group.gathered is None else (actuator.computed_effort, actuator.applied_effort)
        values = [self._none if value is None else self._as_warp(value) for value in (*of_drives, *efforts)]
        dim = (self._view.count, threads_along(group.joints.shape[0], self._device))
        hand_over(dim, [*values, group.joints, dim[1]], [*self._drive_inputs, *self._efforts])

    def _as_warp(self, values: torch.Tensor) -> wp.array:
        """Warp array on a tensor's memory. Models hand out the same tensors at every step, so their arrays are kept."""
        address = values.data_ptr()
        known = self._arrays.get(address)
        if known is None or known[0] is not values:
            known = (values, wp.from_torch(values, dtype=wp.float32, requires_grad=False))
            if len(self._arrays) < self._most_arrays:
                self._arrays[address] = known
        return known[1]


def _are_explicit(view: ArticulationView, actuators: Mapping[str, ActuatorBase]) -> wp.array:
    """1 for each joint whose effort an explicit model gives, shape (J,), int32."""
    flags = torch.zeros(view.num_joints, dtype=torch.int32, device="cpu")
    for actuator in actuators.values():
        if not actuator.is_implicit_model:
            ids = actuator.joint_indices
            flags[ids if isinstance(ids, slice) else [int(joint) for joint in ids]] = 1
    return wp.array(flags.numpy(), dtype=int, device=view.device)


def make_actuator(
    cfg: ActuatorBaseCfg, data: ArticulationData, joints: Joints, joint_ids: list[int], joint_names: list[str]
) -> ActuatorBase:
    """Make the actuator model of a group of joints, and tell the engine what it decides about them.

    Args:
        cfg: Config of the model.
        data: Data of the articulation, with what the asset says of its joints.
        joints: The joints of the articulation.
        joint_ids: Those of the group.
        joint_names: Their names.
    """
    columns: slice | torch.Tensor = slice(None)
    if len(joint_ids) < len(data.joint_names):
        columns = torch.tensor(joint_ids, device=data.joint_stiffness.torch.device)
    cfg = motor_in_place_of(cfg)
    actuator = cfg.class_type(
        cfg,
        joint_names,
        columns,
        data.root_view.count,
        data.device,
        stiffness=data.joint_stiffness.torch[:, columns],
        damping=data.joint_damping.torch[:, columns],
        armature=data.joint_armature.torch[:, columns],
        friction=data.joint_friction_coeff.torch[:, columns],
        dynamic_friction=data.joint_dynamic_friction_coeff.torch[:, columns],
        viscous_friction=data.joint_viscous_friction_coeff.torch[:, columns],
        effort_limit=data.joint_effort_limits.torch[:, columns],
        velocity_limit=data.joint_vel_limits.torch[:, columns],
    )
    gain = 1.0 if actuator.is_implicit_model else 0.0  # the gains of explicit models are no business of the engine
    joints.adopt("joint_stiffness", gain * actuator.stiffness, joint_ids)
    joints.adopt("joint_damping", gain * actuator.damping, joint_ids)
    joints.adopt("joint_effort_limits", actuator.joint_effort_limit, joint_ids)
    joints.adopt("joint_vel_limits", actuator.joint_velocity_limit, joint_ids)
    joints.adopt("joint_armature", actuator.armature, joint_ids)
    joints.adopt("joint_friction_coeff", actuator.friction, joint_ids)
    joints.adopt("joint_dynamic_friction_coeff", actuator.dynamic_friction, joint_ids)
    joints.adopt("joint_viscous_friction_coeff", actuator.viscous_friction, joint_ids)
    return actuator
