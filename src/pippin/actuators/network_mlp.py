"""Actuators learnt from data as a network without memory that sees some past steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import MISSING
from typing import Any, Literal

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase
from .dc_motor import DCMotor, DCMotorCfg
from .kernels.network_inputs import history_inputs
from .network_file import load_network
from .types import ArticulationActions


class ActuatorNetMLP(DCMotor):
    """Joints whose effort a multi-layer perceptron computes, within the torque-speed curve of :class:`DCMotor`.

    The network sees each joint on its own. Its input has ``2 n`` columns for n ages ``cfg.input_idx``: the position
    errors ``pos_scale (q* - q)`` and velocities ``vel_scale qd`` that many steps ago (0 is this step; zeros before the
    reset), in ``cfg.input_order``. Its output times ``torque_scale`` is the effort.

    After Hwangbo et al., "Learning agile and dynamic motor skills for legged robots", Science Robotics 4 (26), 2019.

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        FileNotFoundError: There is no network file.
        ValueError: The file holds no TorchScript module, or one that does not turn such an input into one effort a
            joint; the input order or an age is not one there is; or as :class:`DCMotor`.
    """

    cfg: ActuatorNetMLPCfg
    only_launches = True
    takes_masks = True

    def __init__(self, cfg: ActuatorNetMLPCfg, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        if cfg.input_order not in ("pos_vel", "vel_pos"):
            raise ValueError(f"'input_order' is {cfg.input_order!r}; expected 'pos_vel' or 'vel_pos'.")
        ages = list(cfg.input_idx)
        if not ages or not all(isinstance(age, int) and age >= 0 for age in ages):
            raise ValueError(f"'input_idx' is {ages}; expected numbers of steps to look back, 0 or more.")
        self.network = load_network(cfg.network_file, self._device)
        self._ages = torch.tensor(ages, dtype=torch.int32, device=self._device)
        self._error_history = torch.zeros(self._num_envs, max(ages) + 1, self.num_joints, device=self._device)
        self._velocity_history = torch.zeros_like(self._error_history)
        self._inputs = torch.zeros(self._num_envs * self.num_joints, 2 * len(ages), device=self._device)
        self._try_network()

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Forget the past steps of some environments.

        Args:
            env_ids: Environments to reset, ids or a mask of all; None means all.
        """
        env_ids = slice(None) if env_ids is None else env_ids
        self._error_history[env_ids] = 0.0
        self._velocity_history[env_ids] = 0.0

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
        history_inputs(
            target,
            joint_pos,
            joint_vel,
            self._ages,
            position_scale=self.cfg.pos_scale,
            velocity_scale=self.cfg.vel_scale,
            position_first=self.cfg.input_order == "pos_vel",
            error_history=self._error_history,
            velocity_history=self._velocity_history,
            inputs=self._inputs,
        )
        with torch.inference_mode():
            output = self.network(self._inputs).view(self._num_envs, self.num_joints)
            torch.mul(output, self.cfg.torque_scale, out=self.computed_effort)
        self._limit_effort(self.computed_effort, joint_vel, applied=self.applied_effort)
        self._apply_own_clip(joint_vel)
        return self._effort_action(control_action)

    def _try_network(self) -> None:
        """Raise ValueError unless the network turns its input into one effort a joint."""
        expected = self._inputs.shape[0]
        try:
            with torch.inference_mode():
                output = self.network(self._inputs)
        except (RuntimeError, torch.jit.Error) as error:
            raise ValueError(
                f"The network '{self.cfg.network_file}' does not take inputs of shape "
                f"{tuple(self._inputs.shape)}; expected two columns for each of the {len(self._ages)} steps "
                "in 'input_idx'."
            ) from error
        if not isinstance(output, torch.Tensor) or output.numel() != expected:
            raise ValueError(
                f"Network '{self.cfg.network_file}' gives others; expected one effort for each of {expected} rows."
            )


@configclass
class ActuatorNetMLPCfg(DCMotorCfg):
    """Network without memory, fed with a history, within a torque-speed curve."""

    class_type: type[ActuatorBase] = ActuatorNetMLP

    stiffness: dict[str, float] | float | None = None
    """Not used by the network."""

    damping: dict[str, float] | float | None = None
    """Not used by the network."""

    network_file: str = MISSING
    """TorchScript file of the network."""

    pos_scale: float = MISSING
    """Factor on the position errors that the network gets."""

    vel_scale: float = MISSING
    """Factor on the velocities that the network gets."""

    torque_scale: float = MISSING
    """Factor on the network's output, which makes it an effort [N or N m]."""

    input_order: Literal["pos_vel", "vel_pos"] = MISSING
    """Whether position errors or velocities come first among the network's inputs."""

    input_idx: Iterable[int] = MISSING
    """Ages of the position errors and velocities that the network gets [steps], in order; 0 is the present one."""
