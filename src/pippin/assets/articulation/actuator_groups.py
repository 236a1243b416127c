"""The actuators of an articulation by the name of their group, and what they are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pippin.actuators import ActuatorBase
from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask, as_index
from pippin.utils import ProxyArray

if TYPE_CHECKING:
    from .data import ArticulationData
    from .joints import Joints


class TargetCommand:
    """What the actuators are told to do, from the next :meth:`Articulation.write_data_to_sim` on.

    Args:
        data: State of the articulation, which holds the targets.
        joints: The joints.
    """

    def __init__(self, data: ArticulationData, joints: Joints) -> None:
        self._data = data
        self._joints = joints

    @property
    def position(self) -> ProxyArray:
        """Target positions of joints [m, rad], shape (N, J), float32."""
        return self._data.joint_pos_target

    @property
    def velocity(self) -> ProxyArray:
        """Target velocities of joints [m/s, rad/s], shape (N, J), float32."""
        return self._data.joint_vel_target

    @property
    def effort(self) -> ProxyArray:
        """Efforts that joints are to be fed with [N, N m], shape (N, J), float32."""
        return self._data.joint_effort_target

    def set_position_index(
        self, *, value: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set target positions of joints.

        Args:
            value: Positions [m, rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``value`` covers all instances and joints, of which the ids choose.
        """
        self._write("joint_pos_target", value, joint_ids, env_ids, full_data)

    def set_velocity_index(
        self, *, value: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set target velocities of joints [m/s, rad/s]; see :meth:`set_position_index`."""
        self._write("joint_vel_target", value, joint_ids, env_ids, full_data)

    def set_effort_index(
        self, *, value: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set efforts that joints are to be fed with [N, N m]; see :meth:`set_position_index`."""
        self._write("joint_effort_target", value, joint_ids, env_ids, full_data)

    def set_position_mask(self, *, value: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set target positions of joints, where masks hold.

        Args:
            value: Positions [m, rad], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_masked("joint_pos_target", value, joint_mask, env_mask)

    def set_velocity_mask(self, *, value: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set target velocities of joints [m/s, rad/s], where masks hold; see :meth:`set_position_mask`."""
        self._write_masked("joint_vel_target", value, joint_mask, env_mask)

    def set_effort_mask(self, *, value: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set efforts that joints are to be fed with [N, N m], where masks hold; see :meth:`set_position_mask`."""
        self._write_masked("joint_effort_target", value, joint_mask, env_mask)

    def _write(self, quantity: str, value: Array, joint_ids: Ids, env_ids: Ids, full_data: bool) -> None:
        self._joints.write(quantity, value, self._joints.select(env_ids, joint_ids, full_data=full_data))

    def _write_masked(self, quantity: str, value: Array, joint_mask: Mask, env_mask: Mask) -> None:
        self._joints.write(quantity, value, self._joints.select_masked(env_mask, joint_mask))


class ActuatorGroups(dict[str, ActuatorBase]):
    """Actuator models by the name of their group in the config.

    Args:
        models: The models.
        data: State of the articulation.
        joints: The joints.
    """

    def __init__(self, models: Mapping[str, ActuatorBase], data: ArticulationData, joints: Joints) -> None:
        super().__init__(models)
        self._data = data
        self.target_command = TargetCommand(data, joints)
        """Targets of the joints, to be read and set."""

    @property
    def computed_effort(self) -> ProxyArray:
        """Efforts of the models before their limits [N, N m], shape (N, J), float32."""
        return self._data.computed_torque

    @property
    def applied_effort(self) -> ProxyArray:
        """Efforts of the models after their limits [N, N m], shape (N, J), float32."""
        return self._data.applied_torque

    @property
    def has_implicit_actuators(self) -> bool:
        """Whether the engine applies the law of some model."""
        return any(model.is_implicit_model for model in self.values())

    def reset(self, env_ids: Ids = None) -> None:
        """Forget what the models remember of some instances; None means all."""
        index = as_index(env_ids)
        for model in self.values():
            model.reset(index)
