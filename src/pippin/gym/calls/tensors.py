"""Tensors of states and commands.

The descriptor of each tensor is always of the same memory; ``refresh`` fills it. Commands have shape (num_dofs,) and
stay in force until they are set again.
"""

from __future__ import annotations

import torch

from ..engine.checks import require_indices, require_tensor
from ..engine.engine import Engine
from ..engine.sim import GymSim
from ..types import Tensor
from .handles import as_prepared, refresh

# -- states ------------------------------------------------------------------------------------------------------------


def acquire_actor_root_state_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of the states of all root bodies, shape (num_actors, 13).

    Position [m] and rotation (x, y, z, w) of the body's frame in the environment's, velocity of the centre of mass
    [m/s] and angular velocity [rad/s].
    """
    engine = as_prepared(sim)
    return Tensor.of_torch(engine.states.root_states(), own_data=True)


def refresh_actor_root_state_tensor(sim: GymSim) -> bool:
    """Fill the tensor of the states of root bodies."""
    return refresh(sim, lambda engine: engine.states.refresh_root_states())


def set_actor_root_state_tensor(sim: GymSim, states: Tensor) -> bool:
    """Set the states of all root bodies."""
    engine = as_prepared(sim)
    engine.states.set_root_states(_root_states(engine, states))
    return True


def set_actor_root_state_tensor_indexed(sim: GymSim, states: Tensor, actor_indices: Tensor, num_indices: int) -> bool:
    """Set the states of the root bodies of some actors. ``states`` has those of all."""
    engine = as_prepared(sim)
    values = _root_states(engine, states)
    engine.states.set_root_states(values, _indices(engine, actor_indices, num_indices))
    return True


def acquire_rigid_body_state_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of the states of all bodies, shape (num_bodies, 13), each as that of a root body."""
    engine = as_prepared(sim)
    return Tensor.of_torch(engine.states.body_states(), own_data=True)


def refresh_rigid_body_state_tensor(sim: GymSim) -> bool:
    """Fill the tensor of the states of bodies."""
    return refresh(sim, lambda engine: engine.states.refresh_body_states())


def acquire_dof_state_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of the states of all DOFs, shape (num_dofs, 2).

    Position [m or rad] and velocity [m/s or rad/s].
    """
    return Tensor.of_torch(as_prepared(sim).states.dof_states(), own_data=True)


def refresh_dof_state_tensor(sim: GymSim) -> bool:
    """Fill the tensor of the states of DOFs."""
    return refresh(sim, lambda engine: engine.states.refresh_dof_states())


def set_dof_state_tensor(sim: GymSim, states: Tensor) -> bool:
    """Set the states of all DOFs."""
    engine = as_prepared(sim)
    engine.states.set_dof_states(_dof_states(engine, states))
    return True


def set_dof_state_tensor_indexed(sim: GymSim, states: Tensor, actor_indices: Tensor, num_indices: int) -> bool:
    """Set the states of the DOFs of some actors. ``states`` has those of all."""
    engine = as_prepared(sim)
    values = _dof_states(engine, states)
    engine.states.set_dof_states(values, _indices(engine, actor_indices, num_indices))
    return True


# -- Jacobians and mass matrices of all actors of a name, which have to be alike ---------------------------------------


def acquire_jacobian_tensor(sim: GymSim, actor_name: str) -> Tensor:
    """Describe the tensor of the Jacobians of all actors of a name.

    Its shape is (num_actors, num_bodies - 1, 6, num_dofs) where the base is fixed: without rows of the root body.
    It is (num_actors, num_bodies, 6, 6 + num_dofs) where the base moves: the first columns are the velocity of the
    root body, linear and angular. The rows of a body are the velocity of its centre of mass in world axes, linear and
    angular [m/s, rad/s], by that of the coordinates [rad/s or m/s].
    """
    engine = as_prepared(sim)
    return Tensor.of_torch(engine.matrices.jacobians(actor_name), own_data=True)


def refresh_jacobian_tensors(sim: GymSim) -> bool:
    """Fill all tensors of Jacobians."""
    return refresh(sim, lambda engine: engine.matrices.refresh_jacobians())


def acquire_mass_matrix_tensor(sim: GymSim, actor_name: str) -> Tensor:
    """Describe the tensor of the mass matrices of all actors of a name, shape (num_actors, num_dofs, num_dofs).

    Elements are [kg], [kg m] or [kg m^2], as the kinds of the two DOFs are.
    """
    engine = as_prepared(sim)
    return Tensor.of_torch(engine.matrices.mass_matrices(actor_name), own_data=True)


def refresh_mass_matrix_tensors(sim: GymSim) -> bool:
    """Fill all tensors of mass matrices."""
    return refresh(sim, lambda engine: engine.matrices.refresh_mass_matrices())


# -- commands ----------------------------------------------------------------------------------------------------------


def set_dof_actuation_force_tensor(sim: GymSim, forces: Tensor) -> bool:
    """Set efforts along DOFs' axes [N or N m], shape (num_dofs,), which DOFs of mode EFFORT apply."""
    return _set_commands(sim, "effort", forces)


def set_dof_actuation_force_tensor_indexed(
    sim: GymSim, forces: Tensor, actor_indices: Tensor, num_indices: int
) -> bool:
    """Set efforts along the axes of the DOFs of some actors. ``forces`` has those of all [N or N m]."""
    return _set_commands_of(sim, "effort", forces, actor_indices, num_indices)


def set_dof_position_target_tensor(sim: GymSim, targets: Tensor) -> bool:
    """Set targets [m or rad], which DOFs of mode POS follow."""
    return _set_commands(sim, "position_target", targets)


def set_dof_position_target_tensor_indexed(
    sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
) -> bool:
    """Set position targets of the DOFs of some actors. ``targets`` has those of all [m or rad]."""
    return _set_commands_of(sim, "position_target", targets, actor_indices, num_indices)


def set_dof_velocity_target_tensor(sim: GymSim, targets: Tensor) -> bool:
    """Set targets [m/s or rad/s], which DOFs of modes VEL and POS follow."""
    return _set_commands(sim, "velocity_target", targets)


def set_dof_velocity_target_tensor_indexed(
    sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
) -> bool:
    """Set velocity targets of the DOFs of some actors. ``targets`` has those of all [m/s or rad/s]."""
    return _set_commands_of(sim, "velocity_target", targets, actor_indices, num_indices)


def _root_states(engine: Engine, states: Tensor) -> torch.Tensor:
    sim = engine.sim
    return require_tensor(states, (len(sim.actors), 13), sim.tensor_device, "states of roots")


def _dof_states(engine: Engine, states: Tensor) -> torch.Tensor:
    return require_tensor(states, (engine.sim.num_dofs, 2), engine.sim.tensor_device, "states of DOFs")


def _indices(engine: Engine, indices: Tensor, count: int) -> torch.Tensor:
    sim = engine.sim
    return require_indices(indices, count, len(sim.actors), sim.tensor_device)


def _set_commands(sim: GymSim, command: str, values: Tensor) -> bool:
    """Set one of the commands of :class:`pippin.gym.engine.drive_kernels.Drives` for all DOFs."""
    engine = as_prepared(sim)
    numbers = require_tensor(values, (sim.num_dofs,), sim.tensor_device, "values of DOFs")
    engine.states.set_command(getattr(engine.drives.arrays, command), numbers)
    return True


def _set_commands_of(sim: GymSim, command: str, values: Tensor, actor_indices: Tensor, num_indices: int) -> bool:
    """Set one of the commands for the DOFs of some actors."""
    engine = as_prepared(sim)
    numbers = require_tensor(values, (sim.num_dofs,), sim.tensor_device, "values of DOFs")
    indices = _indices(engine, actor_indices, num_indices)
    engine.states.set_command(getattr(engine.drives.arrays, command), numbers, indices)
    return True
