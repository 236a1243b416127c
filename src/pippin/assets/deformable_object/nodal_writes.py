"""Writing positions, velocities and kinematic targets of nodes."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.physics.views.deformable_view import DeformableView
from pippin.quantities.inputs import Array, input_array, require_finite
from pippin.quantities.selection import Axis, Ids, Mask, Selection, select, select_masked

from ..asset_base import AssetBase
from .data import DeformableObjectData, part_of_states


class NodalWrites(AssetBase[DeformableObjectData, DeformableView]):
    """Methods that set the state of nodes at once, in the world.

    V is ``max_sim_vertices_per_body``. Arguments and errors are those of :mod:`pippin.quantities.inputs` and
    :mod:`pippin.quantities.selection`; NaN raises ValueError (on a CPU). A call that is refused changes nothing.
    """

    _data: DeformableObjectData

    _instances: Axis
    """The instances, along which data is selected."""

    # -- by ids --------------------------------------------------------------------------------------------------------

    def write_nodal_state_to_sim(self, nodal_state: Array, env_ids: Ids = None) -> None:
        """Set positions and velocities: :meth:`write_nodal_state_to_sim_index`."""
        self.write_nodal_state_to_sim_index(nodal_state=nodal_state, env_ids=env_ids)

    def write_nodal_pos_to_sim(self, nodal_pos: Array, env_ids: Ids = None) -> None:
        """Set positions: :meth:`write_nodal_pos_to_sim_index`."""
        self.write_nodal_pos_to_sim_index(nodal_pos=nodal_pos, env_ids=env_ids)

    def write_nodal_velocity_to_sim(self, nodal_vel: Array, env_ids: Ids = None) -> None:
        """Set velocities: :meth:`write_nodal_velocity_to_sim_index`."""
        self.write_nodal_velocity_to_sim_index(nodal_vel=nodal_vel, env_ids=env_ids)

    def write_nodal_kinematic_target_to_sim(self, targets: Array, env_ids: Ids = None) -> None:
        """Set kinematic targets: :meth:`write_nodal_kinematic_target_to_sim_index`."""
        self.write_nodal_kinematic_target_to_sim_index(targets=targets, env_ids=env_ids)

    def write_nodal_state_to_sim_index(self, nodal_state: Array, env_ids: Ids = None, full_data: bool = False) -> None:
        """Set positions [m] and velocities [m/s] of nodes.

        Args:
            nodal_state: States, shape (n, V, 6), float32.
            env_ids: The n instances; None means all.
            full_data: Whether the data has an entry for every instance, of which ``env_ids`` chooses.
        """
        self._write_states(nodal_state, select(self._instances, env_ids, full_data=full_data))

    def write_nodal_pos_to_sim_index(self, nodal_pos: Array, env_ids: Ids = None, full_data: bool = False) -> None:
        """Set positions of nodes [m].

        Args:
            nodal_pos: Positions, shape (n, V, 3), or (n, V) of wp.vec3f.
            env_ids: The n instances; None means all.
            full_data: Whether the data has an entry for every instance, of which ``env_ids`` chooses.
        """
        self._write_positions(nodal_pos, select(self._instances, env_ids, full_data=full_data))

    def write_nodal_velocity_to_sim_index(self, nodal_vel: Array, env_ids: Ids = None, full_data: bool = False) -> None:
        """Set velocities of nodes [m/s].

        Args:
            nodal_vel: Velocities, shape (n, V, 3), or (n, V) of wp.vec3f.
            env_ids: The n instances; None means all.
            full_data: Whether the data has an entry for every instance, of which ``env_ids`` chooses.
        """
        self._write_velocities(nodal_vel, select(self._instances, env_ids, full_data=full_data))

    def write_nodal_kinematic_target_to_sim_index(
        self, targets: Array, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set kinematic targets. Driven nodes arrive at their positions with the next step, and stay there.

        Args:
            targets: Positions [m] and flags, 0 for driven nodes and 1 for free ones, shape (n, V, 4), or (n, V) of
                wp.vec4f.
            env_ids: The n instances; None means all.
            full_data: Whether the data has an entry for every instance, of which ``env_ids`` chooses.
        """
        self._write_targets(targets, select(self._instances, env_ids, full_data=full_data))

    # -- by masks ------------------------------------------------------------------------------------------------------

    def write_nodal_state_to_sim_mask(self, nodal_state: Array, env_mask: Mask = None) -> None:
        """Set positions [m] and velocities [m/s] of nodes where a mask holds.

        Args:
            nodal_state: States, shape (N, V, 6), float32.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_states(nodal_state, select_masked(self._instances, env_mask))

    def write_nodal_pos_to_sim_mask(self, nodal_pos: Array, env_mask: Mask = None) -> None:
        """Set positions of nodes [m] where a mask holds.

        Args:
            nodal_pos: Positions, shape (N, V, 3), or (N, V) of wp.vec3f.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_positions(nodal_pos, select_masked(self._instances, env_mask))

    def write_nodal_velocity_to_sim_mask(self, nodal_vel: Array, env_mask: Mask = None) -> None:
        """Set velocities of nodes [m/s] where a mask holds.

        Args:
            nodal_vel: Velocities, shape (N, V, 3), or (N, V) of wp.vec3f.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_velocities(nodal_vel, select_masked(self._instances, env_mask))

    def write_nodal_kinematic_target_to_sim_mask(self, targets: Array, env_mask: Mask = None) -> None:
        """Set kinematic targets where a mask holds.

        Args:
            targets: Positions [m] and flags, 0 for driven nodes and 1 for free ones, shape (N, V, 4), or (N, V) of
                wp.vec4f.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_targets(targets, select_masked(self._instances, env_mask))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _checked(self, value: Array, name: str, selection: Selection, dtype: Any, *more: int) -> wp.array:
        """Data of nodes that is of the right shape and finite."""
        shape = (*selection.shape, self.root_view.max_nodes, *more)
        values = input_array(value, name, shape, dtype, self._instances.device)
        require_finite(selection.values_on_host(values), name)
        return values

    def _write_states(self, nodal_state: Array, selection: Selection) -> None:
        states = self._checked(nodal_state, "nodal_state", selection, wp.float32, 6)
        states = states if states.strides[2] == 4 else states.contiguous()
        view, rows, full_data = self.root_view, selection.rows, selection.full_data
        view.write_positions(part_of_states(states, "position"), rows, full_data)
        view.write_velocities(part_of_states(states, "velocity"), rows, full_data)

    def _write_positions(self, nodal_pos: Array, selection: Selection) -> None:
        positions = self._checked(nodal_pos, "nodal_pos", selection, wp.vec3f)
        self.root_view.write_positions(positions, selection.rows, selection.full_data)

    def _write_velocities(self, nodal_vel: Array, selection: Selection) -> None:
        velocities = self._checked(nodal_vel, "nodal_vel", selection, wp.vec3f)
        self.root_view.write_velocities(velocities, selection.rows, selection.full_data)

    def _write_targets(self, targets: Array, selection: Selection) -> None:
        checked = self._checked(targets, "targets", selection, wp.vec4f)
        self.root_view.write_targets(checked, selection.rows, selection.full_data)
        self.root_view.read_targets(self._data.nodal_kinematic_target.warp)
