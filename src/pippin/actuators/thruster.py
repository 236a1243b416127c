"""Rotors that push: from target thrusts to the thrusts that act."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, Literal

import torch
import warp as wp

from pippin.utils import configclass

from .kernels.thruster import INTEGRATION_SCHEMES, thruster
from .types import MultiRotorActions


class Thruster:
    """Model of a group of rotors whose thrusts follow their targets with a delay of first order.

    In a step dt a thrust T comes nearer to its target T* by ``(1 - exp(-dt / tau)) (T* - T)``, which is exact for a
    target that stays as it is; :attr:`ThrusterCfg.integration_scheme` may approximate that. ``tau`` is the rise time
    constant while the thrust moves away from 0, and the fall time constant while it moves towards 0. With ``use_rps``
    it is not the thrust that follows in this way but the rotor's speed n, with ``T = k n |n|``.

    Tensors have the shape (num_envs, num_thrusters), float32, and may be written in place at any time.

    Args:
        cfg: Config of the group, or another object with fields of these names. It is copied, and kept as ``cfg``.
        thruster_names: Names of the thrusters.
        thruster_ids: Indices of the thrusters in the arrays of the multirotor.
        num_envs: Number of environments.
        device: Device of all tensors.
        init_thruster_rps: Revolutions per second of the rotors in the beginning and after a reset, shape (num_envs,
            num_thrusters).

    Raises:
        TypeError: The config leaves fields open.
        ValueError: A parameter of the config is out of its physical range, or the tensor has another shape.
    """

    cfg: ThrusterCfg

    computed_thrust: torch.Tensor
    """Thrusts of the last :meth:`compute` as if there were no limits [N]."""

    applied_thrust: torch.Tensor
    """Thrusts that act [N]: within the range, and changing no faster than allowed."""

    rise_time_constant: torch.Tensor
    """Time constants of thrusts that move away from 0 [s]."""

    fall_time_constant: torch.Tensor
    """Time constants of thrusts that move towards 0 [s]."""

    thrust_constant: torch.Tensor
    """Thrust over the square of the revolutions per second [N s^2]."""

    def __init__(
        self,
        cfg: ThrusterCfg,
        thruster_names: list[str],
        thruster_ids: slice | Sequence[int] | torch.Tensor,
        num_envs: int,
        device: str,
        init_thruster_rps: torch.Tensor,
    ) -> None:
        self.cfg = _own_config(cfg, thruster_names)
        self.cfg.validate()
        _require_possible(self.cfg)
        if self.cfg.dt is None:
            raise ValueError(
                "A Thruster that no Multirotor makes needs the time between two calls in its config: 'dt'."
            )
        self._dt = self.cfg.dt
        self._thruster_names = list(thruster_names)
        self._thruster_indices = thruster_ids
        self._num_envs = num_envs
        self._device = torch.device(wp.device_to_torch(wp.get_device(str(device))))
        shape = (num_envs, self.num_thrusters)
        if tuple(init_thruster_rps.shape) != shape:
            raise ValueError(f"'init_thruster_rps' should have shape {shape}, not {tuple(init_thruster_rps.shape)}.")
        self._init_rps = init_thruster_rps.to(self._device, torch.float32)
        rise, fall = self.cfg.time_constant_ranges()
        self._of_speed = self.cfg.is_of_speed()
        self._scheme = self.cfg.scheme()
        self._ranges = {
            "rise_time_constant": rise,
            "fall_time_constant": fall,
            "thrust_constant": self.cfg.thrust_const_range,
        }
        for name, (lowest, _) in self._ranges.items():
            setattr(self, name, torch.full(shape, self._least(name, lowest), device=self._device))
        self.computed_thrust = torch.zeros(shape, device=self._device)
        self.applied_thrust = torch.zeros(shape, device=self._device)
        self.reset(slice(None))

    def __str__(self) -> str:
        """Class and thrusters of the group, for people."""
        return f"{type(self).__name__} of {self.num_thrusters} thrusters: {', '.join(self._thruster_names)}"

    @property
    def num_thrusters(self) -> int:
        """Number of thrusters in the group."""
        return len(self._thruster_names)

    @property
    def thruster_names(self) -> list[str]:
        """Names of the group's thrusters."""
        return self._thruster_names

    @property
    def thruster_indices(self) -> slice | Sequence[int] | torch.Tensor:
        """Indices of the group's thrusters in the arrays of the multirotor."""
        return self._thruster_indices

    def thrust_at(self, rps: torch.Tensor) -> torch.Tensor:
        """Thrusts of rotors that turn at a speed, within the range [N].

        Args:
            rps: Revolutions per second, shape (num_envs, num_thrusters).
        """
        return (self.thrust_constant * rps * rps.abs()).clamp(*self.cfg.thrust_range)

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None = None) -> None:
        """Let rotors turn as in the beginning, and draw what the config gives a range for, in some environments.

        Args:
            env_ids: Environments to reset; None means all.
        """
        rows = slice(None) if env_ids is None else env_ids
        for name, (lowest, highest) in self._ranges.items():
            if lowest < highest:
                values = getattr(self, name)
                drawn = lowest + (highest - lowest) * torch.rand_like(values[rows])
                values[rows] = drawn.clamp_min_(self._least(name, lowest))
        thrusts = self.thrust_at(self._init_rps)
        self.computed_thrust[rows] = thrusts[rows]
        self.applied_thrust[rows] = thrusts[rows]

    @staticmethod
    def _least(name: str, lowest: float) -> float:
        return max(lowest, _LEAST_THRUST_CONSTANT) if name == "thrust_constant" else lowest

    def compute(self, control_action: MultiRotorActions) -> MultiRotorActions:
        """Let the thrusts follow their targets for one step.

        Args:
            control_action: Target thrusts of the group [N], shape (num_envs, num_thrusters), float32.

        Returns:
            ``control_action`` itself, with :attr:`applied_thrust` as its thrusts.

        Raises:
            ValueError: The targets are of another shape or type, or on another device.
        """
        target = control_action.thrusts
        shape = (self._num_envs, self.num_thrusters)
        if target is None or target.shape != shape or target.dtype != torch.float32 or target.device != self._device:
            given = None if target is None else f"shape {tuple(target.shape)}, {target.dtype} on {target.device}"
            raise ValueError(
                f"{type(self).__name__}.compute needs thrusts of shape {shape}, torch.float32 on {self._device}; "
                f"got {given}."
            )
        thruster(
            target,
            self.rise_time_constant,
            self.fall_time_constant,
            self.thrust_constant,
            self.cfg.thrust_range,
            self.cfg.max_thrust_rate,
            self._dt,
            self._of_speed,
            self._scheme,
            self.cfg.use_discrete_approximation,
            computed=self.computed_thrust,
            applied=self.applied_thrust,
        )
        control_action.thrusts = self.applied_thrust
        return control_action


_LEAST_THRUST_CONSTANT = 1e-6
"""Least thrust over the square of the revolutions per second [N s^2]: speeds of rotors are divided by it."""


def _own_config(cfg: Any, thruster_names: list[str]) -> ThrusterCfg:
    """Copy of a config, or a config with the fields of another object that has some of the same names."""
    if isinstance(cfg, ThrusterCfg):
        return copy.deepcopy(cfg)
    given = {field.name: getattr(cfg, field.name) for field in fields(ThrusterCfg) if hasattr(cfg, field.name)}
    return ThrusterCfg(**{"thruster_names_expr": list(thruster_names), **copy.deepcopy(given)})


def _require_possible(cfg: ThrusterCfg) -> None:
    """Refuse parameters out of their physical range."""
    names = cfg.thruster_names_expr
    lowest, highest = cfg.thrust_range
    if not -float("inf") < lowest <= highest < float("inf"):
        raise ValueError(
            f"'thrust_range' of thrusters {names} should be the lowest and the highest thrust [N], "
            f"not {cfg.thrust_range}."
        )
    rise, fall = cfg.time_constant_ranges()
    for name, values in (("rise", rise), ("fall", fall)):
        if not 0.0 <= values[0] <= values[1] < float("inf"):
            raise ValueError(
                f"The {name} time constant of thrusters {names} is {values}: it should be at least 0 and finite [s], "
                "and a range should begin with its lower end."
            )
    if not 0.0 <= cfg.thrust_const_range[0] <= cfg.thrust_const_range[1] < float("inf"):
        raise ValueError(
            f"'thrust_const_range' of thrusters {names} is {cfg.thrust_const_range}: it should be at least 0 and "
            "finite [N s^2], and begin with its lower end."
        )
    for name in ("max_thrust_rate", "dt"):
        value = getattr(cfg, name)
        if value is not None and not value > 0.0:
            raise ValueError(f"'{name}' of thrusters {names} is {value}: it should be positive.")


@configclass
class ThrusterCfg:
    """Rotors of a group, and how their thrusts follow their targets.

    Where a parameter may be a range, each thruster in each environment draws its own value at every reset.
    """

    class_type: type[Thruster] = Thruster
    """Model of the thrusters."""

    thruster_names_expr: list[str] = MISSING
    """Regular expressions that match the names of the thrusters' bodies as a whole."""

    thrust_range: tuple[float, float] = MISSING
    """Lowest and highest thrust of a rotor [N]."""

    rise_time_constant: float | tuple[float, float] = 0.0
    """Time constant of a thrust that moves away from 0, or its range [s]; 0 follows at once."""

    fall_time_constant: float | tuple[float, float] = 0.0
    """Time constant of a thrust that moves towards 0, or its range [s]; 0 follows at once."""

    tau_inc_range: tuple[float, float] | None = None
    """Another way to give the range of the rise time constant [s]."""

    tau_dec_range: tuple[float, float] | None = None
    """Another way to give the range of the fall time constant [s]."""

    use_rps: bool | None = None
    """Whether the time constants are those of the rotor's speed, rather than of the thrust.

    None means: of the speed where they are given by :attr:`tau_inc_range` and :attr:`tau_dec_range`, as programs that
    use these expect, and of the thrust otherwise.
    """

    thrust_const_range: tuple[float, float] = (2.0e-4, 2.0e-4)
    """Range of the thrust constant k [N s^2]: a rotor at n revolutions per second pushes with k n^2.

    The default is about that of a propeller of 8 inches. Less than 1e-6 N s^2 counts as that.
    """

    integration_scheme: Literal["exact", "euler", "rk4"] | None = None
    """How a step is integrated: "exact" for a target that stays as it is, or by Euler's or Runge's and Kutta's method.

    None means: "rk4" where the time constants are given by :attr:`tau_inc_range` and :attr:`tau_dec_range`, as programs
    that use these expect, and "exact" otherwise. Isaac Lab has "rk4" and "euler".
    """

    use_discrete_approximation: bool = True
    """Whether "euler" and "rk4" take the time step and the time constant together as the time constant.

    This is how Isaac Lab has them by default: thrusts follow more slowly than their time constants say.
    """

    max_thrust_rate: float = float("inf")
    """Largest rate at which a thrust changes [N/s]."""

    torque_to_thrust_ratio: float = 0.0
    """Torque about its axis with which a rotor turns its body, over its thrust [m].

    The thrust model does not use it: it is for :func:`pippin.assets.make_allocation_matrix` and for controllers.
    """

    dt: float | None = None
    """Time between two calls of the model [s]; None takes the time step of the simulation."""

    def time_constant_ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Ranges of the rise and of the fall time constant [s], in whichever way they are given.

        Raises:
            ValueError: They are given in both ways.
        """
        return _one_range(self, "rise_time_constant", "tau_inc_range"), _one_range(
            self, "fall_time_constant", "tau_dec_range"
        )

    def is_of_speed(self) -> bool:
        """Whether the rotor's speed follows with the time constants, rather than the thrust."""
        if self.use_rps is not None:
            return self.use_rps
        return self.tau_inc_range is not None or self.tau_dec_range is not None

    def scheme(self) -> str:
        """How a step is integrated.

        Raises:
            ValueError: There is no such way.
        """
        scheme = self.integration_scheme
        if scheme is None:
            return "exact" if self.tau_inc_range is None and self.tau_dec_range is None else "rk4"
        if scheme not in INTEGRATION_SCHEMES:
            raise ValueError(
                f"integration scheme unknown: '{scheme}' of thrusters {self.thruster_names_expr}; "
                f"expected one of {list(INTEGRATION_SCHEMES)}."
            )
        return scheme


def _one_range(cfg: ThrusterCfg, name: str, range_name: str) -> tuple[float, float]:
    """Range that is given by one of two fields."""
    value, given_range = getattr(cfg, name), getattr(cfg, range_name)
    if given_range is not None and value != 0.0:
        raise ValueError(
            f"Thrusters {cfg.thruster_names_expr} have '{name}' {value} and '{range_name}' {given_range}: give one."
        )
    if given_range is None:
        given_range = value if isinstance(value, (tuple, list)) else (value, value)
    return float(given_range[0]), float(given_range[1])
