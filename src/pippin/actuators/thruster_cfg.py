"""Config of thrusters."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass

from .thruster import Thruster


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

    The default is about that of a propeller of 8 inches.
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
