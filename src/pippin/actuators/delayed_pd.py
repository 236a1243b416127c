"""Ideal motor that hears of its commands some steps late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.utils import DelayBuffer, configclass

from .actuator_base import ActuatorBase
from .ideal_pd import IdealPDActuator, IdealPDActuatorCfg
from .joint_tensor import KeptTensor
from .kernels.delay import delay
from .kernels.launch import Call, record
from .kernels.targets import Targets
from .types import ArticulationActions


class DelayedPDActuator(IdealPDActuator):
    """Ideal motors whose targets arrive ``time_lags`` calls of :meth:`compute` late; measurements are not delayed.

    Each environment has its own lag, the same for positions, velocities and efforts and for all joints of the group.
    It is drawn from ``cfg.min_delay`` to ``cfg.max_delay``, both included, when the group is made and at every reset
    of the environment, by torch's generator of the device: ``torch.manual_seed`` makes it repeatable. Until enough
    commands have come after a reset, the first one stands in for those before it.

    Attributes:
        time_lags: Delay of each environment in steps, shape (num_envs,), int32. May be written in place, up to the
            ``max_delay`` that the group was made with.

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        ValueError: The delays are not ``0 <= min_delay <= max_delay``, or as :class:`ActuatorBase`.
    """

    cfg: DelayedPDActuatorCfg
    time_lags = KeptTensor()

    def __init__(self, cfg: DelayedPDActuatorCfg, *args: Any, **kwargs: Any):
        if not 0 <= cfg.min_delay <= cfg.max_delay:
            raise ValueError(
                f"'min_delay' and 'max_delay' of joints {cfg.joint_names_expr} are {cfg.min_delay} and {cfg.max_delay} "
                "steps; expected 0 <= min_delay <= max_delay."
            )
        super().__init__(cfg, *args, **kwargs)
        shape = (self._num_envs, self.num_joints)
        self.time_lags = torch.zeros(self._num_envs, dtype=torch.int32, device=self._device)
        self._pushes = torch.zeros_like(self.time_lags)
        self._history = torch.zeros(3, cfg.max_delay + 1, *shape, device=self._device)
        self._delayed = torch.zeros(3, *shape, device=self._device)
        self._delayed_targets = (self._delayed[0], self._delayed[1], self._delayed[2])
        self._buffers: dict[str, DelayBuffer] = {}
        self.reset(None)

    @property
    def positions_delay_buffer(self) -> DelayBuffer:
        """Buffer with this group's lags, for laws of a subclass that delay target positions by themselves.

        There is one for each of the targets, made when it is first asked for. At a reset of environments it forgets
        their values and gets their new lags. The law of this class has a history of its own.
        """
        return self._delay_buffer("positions")

    @property
    def velocities_delay_buffer(self) -> DelayBuffer:
        """Buffer for target velocities; see :attr:`positions_delay_buffer`."""
        return self._delay_buffer("velocities")

    @property
    def efforts_delay_buffer(self) -> DelayBuffer:
        """Buffer for target efforts; see :attr:`positions_delay_buffer`."""
        return self._delay_buffer("efforts")

    def _delay_buffer(self, name: str) -> DelayBuffer:
        if name not in self._buffers:
            self._buffers[name] = DelayBuffer(self.cfg.max_delay, self._num_envs, self._device)
            self._buffers[name].set_time_lag(self.time_lags)
        return self._buffers[name]

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Forget the commands of some environments and draw new delays for them.

        Args:
            env_ids: Environments to reset; None means all.
        """
        env_ids = slice(None) if env_ids is None else env_ids
        count = self.time_lags[env_ids].shape[0]
        self.time_lags[env_ids] = torch.randint(
            self.cfg.min_delay, self.cfg.max_delay + 1, (count,), dtype=torch.int32, device=self._device
        )
        self._pushes[env_ids] = 0
        for buffer in self._buffers.values():
            buffer.set_time_lag(self.time_lags[env_ids], env_ids)
            buffer.reset(env_ids)

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is; see :meth:`ActuatorBase.bind`."""
        lags, pushes, history = self.time_lags, self._pushes, self._history
        late = delay(targets, lags, pushes=pushes, history=history, delayed=self._delayed, launcher=record)
        return [*late, *self._compute_effort(self._delayed_targets, joint_pos, joint_vel, record)]

    def _targets(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> Targets:
        """Targets of ``time_lags`` steps ago."""
        targets = super()._targets(control_action, joint_pos, joint_vel)
        delay(targets, self.time_lags, pushes=self._pushes, history=self._history, delayed=self._delayed)
        return self._delayed_targets


@configclass
class DelayedPDActuatorCfg(IdealPDActuatorCfg):
    """Proportional-derivative control on commands that arrive late."""

    class_type: type[ActuatorBase] = DelayedPDActuator

    min_delay: int = 0
    """Smallest delay that is drawn for an environment at its reset [steps]."""

    max_delay: int = 0
    """Largest delay that is drawn for an environment at its reset [steps]."""
