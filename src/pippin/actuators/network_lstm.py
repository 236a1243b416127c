"""Actuators learnt from data as a recurrent network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase
from .dc_motor import DCMotor, DCMotorCfg
from .kernels.network_inputs import current_inputs
from .network_file import load_network
from .types import ArticulationActions


class ActuatorNetLSTM(DCMotor):
    """Joints whose effort a recurrent network computes, within the torque-speed curve of :class:`DCMotor`.

    The network sees each joint on its own: ``network(inputs, (hidden, cell)) -> (efforts, (hidden, cell))`` with
    inputs of shape (num_envs * num_joints, 1, 2) that hold position error and velocity, and states of shape
    (num_layers, num_envs * num_joints, hidden_size). Its submodule ``lstm`` is a ``torch.nn.LSTM``, from whose weights
    the size of the states is read. The states are zero after a reset.

    After Rudin et al., "Learning to walk in minutes using massively parallel deep reinforcement learning", Conference
    on Robot Learning, 2021.

    Attributes:
        hidden_state: Hidden state, shape (num_layers, num_envs, num_joints, hidden_size).
        cell_state: Cell state, of the same shape.

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        FileNotFoundError: There is no network file.
        ValueError: The file holds no TorchScript module, or one of another form; or as :class:`DCMotor`.
    """

    cfg: ActuatorNetLSTMCfg
    only_launches = True
    takes_masks = True

    def __init__(self, cfg: ActuatorNetLSTMCfg, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        self.network = load_network(cfg.network_file, self._device)
        num_layers, hidden_size = self._state_size()
        _lay_out_in_one_block(self.network.lstm)
        num_rows = self._num_envs * self.num_joints
        self._inputs = torch.zeros(num_rows, 1, 2, device=self._device)
        self._state = (
            torch.zeros(num_layers, num_rows, hidden_size, device=self._device),
            torch.zeros(num_layers, num_rows, hidden_size, device=self._device),
        )
        shape_per_joint = (num_layers, self._num_envs, self.num_joints, hidden_size)
        self.hidden_state = self._state[0].view(shape_per_joint)
        self.cell_state = self._state[1].view(shape_per_joint)
        self._try_network()

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Zero the states of some environments.

        Args:
            env_ids: Environments to reset, ids or a mask of all; None means all.
        """
        env_ids = slice(None) if env_ids is None else env_ids
        self.hidden_state[:, env_ids] = 0.0
        self.cell_state[:, env_ids] = 0.0

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Replace the target positions by the efforts that the network computes; other targets are ignored.

        Args:
            control_action: Target positions, shape (num_envs, num_joints).
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action``, with ``applied_effort`` as its efforts and no positions and velocities.
        """
        target = control_action.joint_positions
        self._check_inputs(joint_positions=target, joint_pos=joint_pos, joint_vel=joint_vel)
        assert target is not None
        current_inputs(target, joint_pos, joint_vel, inputs=self._inputs)
        with torch.inference_mode():
            output, state = self.network(self._inputs, self._state)
            self.computed_effort = output.view(self._num_envs, self.num_joints)
            self._state[0].copy_(state[0])
            self._state[1].copy_(state[1])
        self._limit_effort(self.computed_effort, joint_vel, applied=self.applied_effort)
        self._apply_own_clip(joint_vel)
        return self._effort_action(control_action)

    def _state_size(self) -> tuple[int, int]:
        """Number of layers and hidden size of the network's LSTM, from the shapes of its weights."""
        weights = self.network.lstm.state_dict() if hasattr(self.network, "lstm") else {}
        recurrent = [weight for name, weight in weights.items() if name.startswith("weight_hh_l")]
        if not recurrent:
            raise ValueError(
                f"The network '{self.cfg.network_file}' has no submodule 'lstm'; expected a torch.nn.LSTM."
            )
        return len(recurrent), recurrent[0].shape[1]

    def _try_network(self) -> None:
        """Raise ValueError unless the network turns inputs and state into one effort a joint and the next state."""
        try:
            with torch.inference_mode():
                output, (hidden, cell) = self.network(self._inputs, self._state)
            fits = output.numel() == self._inputs.shape[0] and hidden.shape == cell.shape == self._state[0].shape
        except (AttributeError, RuntimeError, TypeError, ValueError, torch.jit.Error) as error:
            raise ValueError(self._form_message()) from error
        if not fits:
            raise ValueError(self._form_message())

    def _form_message(self) -> str:
        return (
            f"The network '{self.cfg.network_file}' does not compute (efforts, (hidden, cell)) from inputs of shape "
            f"{tuple(self._inputs.shape)} and states of shape {tuple(self._state[0].shape)}."
        )


def _lay_out_in_one_block(lstm: torch.jit.ScriptModule) -> None:
    """Move the weights of an LSTM into one block of memory, as ``torch.nn.LSTM.flatten_parameters`` does.

    cuDNN wants them so, and gathers them in every call if they are not; a module that was read from a file has each
    weight on its own. What is no plain LSTM stays as it is.
    """
    weights = dict(lstm.named_parameters())
    layers = sum(name.startswith("weight_hh_l") for name in weights)
    hidden_size, input_size = weights["weight_hh_l0"].shape[1], weights["weight_ih_l0"].shape[1]
    like, bias = weights["weight_hh_l0"], "bias_hh_l0" in weights
    plain = torch.nn.LSTM(input_size, hidden_size, layers, bias=bias, device="meta", dtype=like.dtype)
    compact = dict(plain.to_empty(device=like.device).named_parameters())
    if {name: weight.shape for name, weight in weights.items()} != {n: weight.shape for n, weight in compact.items()}:
        return
    with torch.no_grad():
        for name, weight in weights.items():
            compact[name].copy_(weight)
            moved = compact[name].detach()
            weight.set_(moved.untyped_storage(), moved.storage_offset(), moved.shape, moved.stride())


@configclass
class ActuatorNetLSTMCfg(DCMotorCfg):
    """Recurrent network within a torque-speed curve."""

    class_type: type[ActuatorBase] = ActuatorNetLSTM

    stiffness: dict[str, float] | float | None = None
    """Not used by the network."""

    damping: dict[str, float] | float | None = None
    """Not used by the network."""

    network_file: str = MISSING
    """TorchScript file of the network, with a submodule ``lstm``."""
