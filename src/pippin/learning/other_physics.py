"""Other settings of the physics, under which a policy shows how much it relies on those that it was trained in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pippin.physics.backend import backend_for_device
from pippin.sim.run.device import resolve_device


def _as_trained(cfg: Any) -> None:
    """Leave everything as it is."""


def _other_engine(cfg: Any) -> None:
    """Take the other engine: MuJoCo Warp for native MuJoCo, and back on the CPU."""
    if (cfg.sim.backend or backend_for_device(resolve_device(cfg.sim.device))) == "mujoco":
        cfg.sim.backend = "newton"
    else:
        cfg.sim.backend, cfg.sim.device = "mujoco", "cpu"


def _half_time_step(cfg: Any) -> None:
    """Step the physics twice as often, and the policy as often as before."""
    cfg.sim.dt, cfg.decimation, cfg.sim.render_interval = (
        cfg.sim.dt / 2,
        cfg.decimation * 2,
        cfg.sim.render_interval * 2,
    )


def _euler(cfg: Any) -> None:
    """Integrate by semi-implicit Euler steps, MuJoCo's own default."""
    cfg.sim.solver.integrator = "euler"


def _pyramidal(cfg: Any) -> None:
    """Approximate friction cones by pyramids, MuJoCo's own default."""
    cfg.sim.solver.cone = "pyramidal"


def _without_speed_limits(cfg: Any) -> None:
    """Let joints be as fast as efforts make them: MuJoCo has no limits of velocity, where PhysX has."""
    for actuator in _actuators(cfg.scene):
        actuator.velocity_limit_sim = 1.0e9


def _with_speed_limits(cfg: Any) -> None:
    """Limit the velocity of joints to what their actuators say, as PhysX does, also where the task leaves it open."""
    for actuator in _actuators(cfg.scene):
        if actuator.velocity_limit_sim is None and actuator.velocity_limit is not None:
            actuator.velocity_limit_sim = actuator.velocity_limit


def _actuators(scene_cfg: Any) -> Iterator[Any]:
    for entity in vars(scene_cfg).values():
        actuators = getattr(entity, "actuators", None)
        yield from actuators.values() if isinstance(actuators, dict) else ()


OTHER_PHYSICS: dict[str, Callable[[Any], None]] = {
    "as trained": _as_trained,
    "other engine": _other_engine,
    "half the time step": _half_time_step,
    "integrator: Euler": _euler,
    "friction: pyramids": _pyramidal,
    "joints' velocities limited, as in PhysX": _with_speed_limits,
    "joints' velocities not limited": _without_speed_limits,
}
"""What changes the config of an environment, by what it is; the first changes nothing."""
