"""Thrust of rotors that follow their targets with a delay of first order."""

from __future__ import annotations

import torch
import warp as wp

from .launch import launch


@wp.func
def signed_root(x: float) -> float:
    """Square root of the magnitude, with the sign of x."""
    return wp.sign(x) * wp.sqrt(wp.abs(x))


@wp.func
def follow(thrust: float, target: float, share: float, thrust_constant: float, of_speed: bool) -> float:
    """Thrust after a step in which it, or the rotor's speed, came nearer to the target by a share of the distance."""
    if not of_speed:
        return thrust + share * (target - thrust)
    speed = signed_root(thrust / thrust_constant)
    speed += share * (signed_root(target / thrust_constant) - speed)
    return thrust_constant * speed * wp.abs(speed)


EXACT, EULER, RK4 = wp.constant(0), wp.constant(1), wp.constant(2)
INTEGRATION_SCHEMES = {"exact": EXACT, "euler": EULER, "rk4": RK4}
"""Numbers of the ways to integrate a step."""


@wp.func
def share_of_step(dt: float, time_constant: float, scheme: int, is_discrete: bool) -> float:
    """Share of the distance to a target that stays as it is, by which a step of first order comes nearer."""
    if scheme == EXACT:
        return 1.0 - wp.exp(-dt / time_constant)
    h = dt / time_constant
    if is_discrete:
        h = dt / (dt + time_constant)
    if scheme == EULER:
        return h
    return h * (1.0 - h * (0.5 - h * (1.0 / 6.0 - h / 24.0)))  # 1 - exp(-h) up to the fourth order


@wp.kernel(enable_backward=False)
def _thruster(
    # arrays of shape (num_envs, num_thrusters)
    target: wp.array2d[float],
    rise_time_constant: wp.array2d[float],
    fall_time_constant: wp.array2d[float],
    thrust_constant: wp.array2d[float],
    lowest: float,
    highest: float,
    largest_change: float,
    dt: float,
    of_speed: bool,
    scheme: int,
    is_discrete: bool,
    computed_out: wp.array2d[float],
    applied_out: wp.array2d[float],  # also read: the thrust before
):
    """First order: T += share (T* - T), within the range of the thrust and of its change."""
    env, thruster = wp.tid()
    thrust = applied_out[env, thruster]
    wanted = target[env, thruster]
    possible = wp.clamp(wanted, lowest, highest)
    time_constant = rise_time_constant[env, thruster]
    if thrust * (possible - thrust) < 0.0:
        time_constant = fall_time_constant[env, thruster]
    share = float(1.0)
    if time_constant > 0.0 or is_discrete:
        share = share_of_step(dt, time_constant, scheme, is_discrete)
    k = thrust_constant[env, thruster]
    computed_out[env, thruster] = follow(thrust, wanted, share, k, of_speed)
    change = follow(thrust, possible, share, k, of_speed) - thrust
    change = wp.clamp(change, -largest_change, largest_change)
    applied_out[env, thruster] = wp.clamp(thrust + change, lowest, highest)


def thruster(
    target: torch.Tensor,
    rise_time_constant: torch.Tensor,
    fall_time_constant: torch.Tensor,
    thrust_constant: torch.Tensor,
    thrust_range: tuple[float, float],
    max_thrust_rate: float,
    dt: float,
    of_speed: bool,
    scheme: str = "exact",
    is_discrete: bool = False,
    *,
    computed: torch.Tensor,
    applied: torch.Tensor,
) -> None:
    """Let thrusts follow their targets for one step. Arrays have the shape (num_envs, num_thrusters), float32.

    Args:
        target: Target thrusts [N].
        rise_time_constant: Time constants of thrusts that move away from 0 [s]; 0 follows at once.
        fall_time_constant: Time constants of thrusts that move towards 0 [s].
        thrust_constant: Thrust over the square of the revolutions per second [N s^2].
        thrust_range: Lowest and highest thrust [N].
        max_thrust_rate: Largest rate of change [N/s].
        dt: Length of the step [s].
        of_speed: Whether it is the rotors' speed that follows with these time constants, rather than the thrust.
        scheme: One of :data:`INTEGRATION_SCHEMES`.
        is_discrete: Whether "euler" and "rk4" add dt to the time constants.
        computed: Output: the thrusts that the law gives without range and rate [N].
        applied: Thrusts before the step; output: after it [N].
    """
    launch(
        _thruster,
        dim=tuple(applied.shape),
        inputs=[
            target,
            rise_time_constant,
            fall_time_constant,
            thrust_constant,
            thrust_range[0],
            thrust_range[1],
            max_thrust_rate * dt,
            dt,
            of_speed,
            INTEGRATION_SCHEMES[scheme],
            is_discrete and scheme != "exact",
        ],
        outputs=[computed, applied],
    )
