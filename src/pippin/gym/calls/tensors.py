"""Methods of Gym for tensors of states and commands."""

from __future__ import annotations

import torch

from ..engine.checks import require_indices, require_tensor
from ..engine.engine import Engine
from ..engine.sim import GymSim
from ..types import Tensor
from .handles import as_prepared

ROOT_STATES, DOF_STATES = "states of roots", "states of DOFs"


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

    def set_rigid_body_state_tensor(self, sim: GymSim, states: Tensor) -> bool:
        """Refuse, as Isaac Gym does: the state of bodies follows from that of roots and DOFs.

        Raises:
            NotImplementedError: Always.
        """
        as_prepared(sim, "set_rigid_body_state_tensor")
        raise NotImplementedError(
            "gym.set_rigid_body_state_tensor: states of bodies follow from those of roots and DOFs. Set these, with "
            "set_actor_root_state_tensor and set_dof_state_tensor."
        )

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


class ControlTensorCalls:
    """Tensors of commands, each of shape (num_dofs,). They stay in force until they are set again."""

    def set_dof_actuation_force_tensor(self, sim: GymSim, forces: Tensor) -> bool:
        """Set efforts [N or N m], which DOFs of mode EFFORT apply."""
        engine = as_prepared(sim, "set_dof_actuation_force_tensor")
        values = _commands(engine, forces, "set_dof_actuation_force_tensor", "efforts of DOFs")
        engine.states.set_command(engine.drives.effort, values)
        return True

    def set_dof_actuation_force_tensor_indexed(
        self, sim: GymSim, forces: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set efforts of the DOFs of some actors. ``forces`` has those of all."""
        call = "set_dof_actuation_force_tensor_indexed"
        engine = as_prepared(sim, call)
        values = _commands(engine, forces, call, "efforts of DOFs")
        engine.states.set_command(engine.drives.effort, values, _indices(engine, actor_indices, num_indices, call))
        return True

    def set_dof_position_target_tensor(self, sim: GymSim, targets: Tensor) -> bool:
        """Set targets [m or rad], which DOFs of mode POS follow."""
        engine = as_prepared(sim, "set_dof_position_target_tensor")
        values = _commands(engine, targets, "set_dof_position_target_tensor", "targets of DOFs")
        engine.states.set_command(engine.drives.position_target, values)
        return True

    def set_dof_position_target_tensor_indexed(
        self, sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set position targets of the DOFs of some actors. ``targets`` has those of all."""
        call = "set_dof_position_target_tensor_indexed"
        engine = as_prepared(sim, call)
        values = _commands(engine, targets, call, "targets of DOFs")
        engine.states.set_command(
            engine.drives.position_target, values, _indices(engine, actor_indices, num_indices, call)
        )
        return True

    def set_dof_velocity_target_tensor(self, sim: GymSim, targets: Tensor) -> bool:
        """Set targets [m/s or rad/s], which DOFs of modes VEL and POS follow."""
        engine = as_prepared(sim, "set_dof_velocity_target_tensor")
        values = _commands(engine, targets, "set_dof_velocity_target_tensor", "targets of DOFs")
        engine.states.set_command(engine.drives.velocity_target, values)
        return True

    def set_dof_velocity_target_tensor_indexed(
        self, sim: GymSim, targets: Tensor, actor_indices: Tensor, num_indices: int
    ) -> bool:
        """Set velocity targets of the DOFs of some actors. ``targets`` has those of all."""
        call = "set_dof_velocity_target_tensor_indexed"
        engine = as_prepared(sim, call)
        values = _commands(engine, targets, call, "targets of DOFs")
        engine.states.set_command(
            engine.drives.velocity_target, values, _indices(engine, actor_indices, num_indices, call)
        )
        return True


def _root_states(engine: Engine, states: Tensor, call: str) -> torch.Tensor:
    sim = engine.sim
    return require_tensor(states, (len(sim.actors), 13), sim.tensor_device, call, ROOT_STATES)


def _dof_states(engine: Engine, states: Tensor, call: str) -> torch.Tensor:
    return require_tensor(states, (engine.sim.num_dofs, 2), engine.sim.tensor_device, call, DOF_STATES)


def _commands(engine: Engine, values: Tensor, call: str, what: str) -> torch.Tensor:
    return require_tensor(values, (engine.sim.num_dofs,), engine.sim.tensor_device, call, what)


def _indices(engine: Engine, indices: Tensor, count: int, call: str) -> torch.Tensor:
    sim = engine.sim
    return require_indices(indices, count, len(sim.actors), sim.tensor_device, call)
