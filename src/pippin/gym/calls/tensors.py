"""Methods of Gym for tensors of states and commands."""

from __future__ import annotations

import torch

from ..engine.checks import require_indices, require_tensor
from ..engine.engine import Engine
from ..engine.sim import GymSim
from ..types import Tensor
from .handles import as_prepared


class StateTensorCalls:
    """Tensors of states. The descriptor of each is always of the same memory; ``refresh`` fills it."""

    def acquire_actor_root_state_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of the states of all root bodies, shape (num_actors, 13).

        Position [m] and rotation (x, y, z, w) of the body's frame in the environment's, velocity of the centre of mass
        [m/s] and angular velocity [rad/s].
        """
        engine = as_prepared(sim, "acquire_actor_root_state_tensor")
        return Tensor.of_torch(engine.states.root_states(), own_data=True)

    def refresh_actor_root_state_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of the states of root bodies."""
        as_prepared(sim, "refresh_actor_root_state_tensor").states.refresh_root_states()
        return True

    def set_actor_root_state_tensor(self, sim: GymSim, states: Tensor) -> bool:
        """Set the states of all root bodies."""
        call = "set_actor_root_state_tensor"
        engine = as_prepared(sim, call)
        engine.states.set_root_states(_root_states(engine, states, call))
        return True

    def set_actor_root_state_tensor_indexed(
        self, sim: GymSim, states: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set the states of the root bodies of some actors. ``states`` has those of all."""
        call = "set_actor_root_state_tensor_indexed"
        engine = as_prepared(sim, call)
        values = _root_states(engine, states, call)
        engine.states.set_root_states(values, _indices(engine, actor_indices, num_indices, call))
        return True

    def acquire_rigid_body_state_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of the states of all bodies, shape (num_bodies, 13), each as that of a root body."""
        engine = as_prepared(sim, "acquire_rigid_body_state_tensor")
        return Tensor.of_torch(engine.states.body_states(), own_data=True)

    def refresh_rigid_body_state_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of the states of bodies."""
        as_prepared(sim, "refresh_rigid_body_state_tensor").states.refresh_body_states()
        return True

    def acquire_dof_state_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of the states of all DOFs, shape (num_dofs, 2).

        Position [m or rad] and velocity [m/s or rad/s].
        """
        return Tensor.of_torch(as_prepared(sim, "acquire_dof_state_tensor").states.dof_states(), own_data=True)

    def refresh_dof_state_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of the states of DOFs."""
        as_prepared(sim, "refresh_dof_state_tensor").states.refresh_dof_states()
        return True

    def set_dof_state_tensor(self, sim: GymSim, states: Tensor) -> bool:
        """Set the states of all DOFs."""
        engine = as_prepared(sim, "set_dof_state_tensor")
        engine.states.set_dof_states(_dof_states(engine, states, "set_dof_state_tensor"))
        return True

    def set_dof_state_tensor_indexed(
        self, sim: GymSim, states: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set the states of the DOFs of some actors. ``states`` has those of all."""
        call = "set_dof_state_tensor_indexed"
        engine = as_prepared(sim, call)
        values = _dof_states(engine, states, call)
        engine.states.set_dof_states(values, _indices(engine, actor_indices, num_indices, call))
        return True


class MatrixTensorCalls:
    """Jacobians and mass matrices of all actors of a name, which have to be alike."""

    def acquire_jacobian_tensor(self, sim: GymSim, actor_name: str) -> Tensor:
        """Describe the tensor of the Jacobians of all actors of a name.

        Its shape is (num_actors, num_bodies - 1, 6, num_dofs) where the base is fixed: without rows of the root body.
        It is (num_actors, num_bodies, 6, 6 + num_dofs) where the base moves: the first columns are the velocity of the
        root body, linear and angular. The rows of a body are the velocity of its centre of mass, linear and angular.
        """
        engine = as_prepared(sim, "acquire_jacobian_tensor")
        return Tensor.of_torch(engine.matrices.jacobians(actor_name, "acquire_jacobian_tensor"), own_data=True)

    def refresh_jacobian_tensors(self, sim: GymSim) -> bool:
        """Fill all tensors of Jacobians."""
        as_prepared(sim, "refresh_jacobian_tensors").matrices.refresh_jacobians()
        return True

    def acquire_mass_matrix_tensor(self, sim: GymSim, actor_name: str) -> Tensor:
        """Describe the tensor of the mass matrices of all actors of a name, shape (num_actors, num_dofs, num_dofs)."""
        engine = as_prepared(sim, "acquire_mass_matrix_tensor")
        return Tensor.of_torch(engine.matrices.mass_matrices(actor_name, "acquire_mass_matrix_tensor"), own_data=True)

    def refresh_mass_matrix_tensors(self, sim: GymSim) -> bool:
        """Fill all tensors of mass matrices."""
        as_prepared(sim, "refresh_mass_matrix_tensors").matrices.refresh_mass_matrices()
        return True


class ControlTensorCalls:
    """Tensors of commands, each of shape (num_dofs,). They stay in force until they are set again."""

    def set_dof_actuation_force_tensor(self, sim: GymSim, forces: Tensor) -> bool:
        """Set efforts [N or N m], which DOFs of mode EFFORT apply."""
        return _set_commands(sim, "effort", forces, "set_dof_actuation_force_tensor")

    def set_dof_actuation_force_tensor_indexed(
        self, sim: GymSim, forces: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set efforts of the DOFs of some actors. ``forces`` has those of all."""
        call = "set_dof_actuation_force_tensor_indexed"
        return _set_commands_of(sim, "effort", forces, actor_indices, num_indices, call)

    def set_dof_position_target_tensor(self, sim: GymSim, targets: Tensor) -> bool:
        """Set targets [m or rad], which DOFs of mode POS follow."""
        return _set_commands(sim, "position_target", targets, "set_dof_position_target_tensor")

    def set_dof_position_target_tensor_indexed(
        self, sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set position targets of the DOFs of some actors. ``targets`` has those of all."""
        call = "set_dof_position_target_tensor_indexed"
        return _set_commands_of(sim, "position_target", targets, actor_indices, num_indices, call)

    def set_dof_velocity_target_tensor(self, sim: GymSim, targets: Tensor) -> bool:
        """Set targets [m/s or rad/s], which DOFs of modes VEL and POS follow."""
        return _set_commands(sim, "velocity_target", targets, "set_dof_velocity_target_tensor")

    def set_dof_velocity_target_tensor_indexed(
        self, sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set velocity targets of the DOFs of some actors. ``targets`` has those of all."""
        call = "set_dof_velocity_target_tensor_indexed"
        return _set_commands_of(sim, "velocity_target", targets, actor_indices, num_indices, call)


def _root_states(engine: Engine, states: Tensor, call: str) -> torch.Tensor:
    sim = engine.sim
    return require_tensor(states, (len(sim.actors), 13), sim.tensor_device, call, "states of roots")


def _dof_states(engine: Engine, states: Tensor, call: str) -> torch.Tensor:
    return require_tensor(states, (engine.sim.num_dofs, 2), engine.sim.tensor_device, call, "states of DOFs")


def _indices(engine: Engine, indices: Tensor, count: int, call: str) -> torch.Tensor:
    sim = engine.sim
    return require_indices(indices, count, len(sim.actors), sim.tensor_device, call)


def _set_commands(sim: GymSim, command: str, values: Tensor, call: str) -> bool:
    """Set one of the commands of :class:`pippin.gym.engine.drive_kernels.Drives` for all DOFs."""
    engine = as_prepared(sim, call)
    numbers = require_tensor(values, (sim.num_dofs,), sim.tensor_device, call, "values of DOFs")
    engine.states.set_command(getattr(engine.drives.arrays, command), numbers)
    return True


def _set_commands_of(
    sim: GymSim, command: str, values: Tensor, actor_indices: Tensor, num_indices: int, call: str
) -> bool:
    """Set one of the commands for the DOFs of some actors."""
    engine = as_prepared(sim, call)
    numbers = require_tensor(values, (sim.num_dofs,), sim.tensor_device, call, "values of DOFs")
    indices = _indices(engine, actor_indices, num_indices, call)
    engine.states.set_command(getattr(engine.drives.arrays, command), numbers, indices)
    return True
