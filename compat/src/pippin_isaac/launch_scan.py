"""What a program of version 3 asks before it launches: which runtime a config needs. Here none needs Isaac Sim's."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import Any

from .lab_simulation import PhysicsCfg
from .launcher import chosen_physics


@dataclass
class Scan:
    """What :func:`scan` finds in a config. What Isaac Sim would have to be started for is never there."""

    resolved_physics_cfg: Any
    """Config of the physics; None if there is none."""
    effective_cfg: Any
    """The config, or what takes its place where it is one of physics itself and the arguments name another engine."""
    visualizer_intent: dict[str, bool] = field(
        default_factory=lambda: {"has_kit_visualizer": False, "has_kit_streaming_view": False}
    )
    has_ovrtx: bool = False
    has_kit_camera: bool = False
    has_kit_physics: bool = False
    has_ovphysx_physics: bool = False
    needs_kit: bool = False
    launcher_types: list[str] = field(default_factory=list)


def scan(cfg: Any, launcher_args: argparse.Namespace | dict[str, Any] | None = None) -> Scan:
    """Find out what a config needs, and take the engine that the arguments name ("physics") into it.

    Args:
        cfg: Config of an environment, of a simulation, or of physics.
        launcher_args: Parsed command line, or a dict of settings.

    Raises:
        ValueError: There is no engine of that name.
    """
    given = vars(launcher_args) if isinstance(launcher_args, argparse.Namespace) else dict(launcher_args or {})
    if isinstance(cfg, PhysicsCfg):
        physics = chosen_physics(cfg, given.get("physics"))
        return Scan(physics, physics)
    simulation_cfg = getattr(cfg, "sim", cfg)
    if hasattr(simulation_cfg, "physics"):
        simulation_cfg.physics = chosen_physics(simulation_cfg.physics, given.get("physics"))
    return Scan(getattr(simulation_cfg, "physics", None), cfg)


def validate_launch(
    cfg: Any, launcher_args: argparse.Namespace | dict[str, Any] | None = None
) -> tuple[Scan, tuple[str, ...]]:
    """What a config needs, see :func:`scan`, and what of it needs Isaac Sim: nothing."""
    return scan(cfg, launcher_args), ()


def report_activity(activity: str | None) -> None:
    """Tell what the program is about to do, for the screen that Isaac Lab shows while it loads: there is none."""
