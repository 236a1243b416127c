"""What programs for Isaac Lab 3 launch a simulation with. There is nothing to launch: the engine is in the process."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .app_launcher import AppLauncher

__all__ = ["add_launcher_args", "launch_simulation"]


def add_launcher_args(parser: argparse.ArgumentParser) -> None:
    """Add the launcher's flags to a parser; see :meth:`AppLauncher.add_app_launcher_args`.

    Raises:
        ValueError: The parser has one of them already.
    """
    AppLauncher.add_app_launcher_args(parser)


@contextmanager
def launch_simulation(cfg: Any, launcher_args: argparse.Namespace | dict[str, Any] | None = None) -> Iterator[Any]:
    """Take the launcher's settings for the length of a ``with`` block, and end the simulation with it.

    Args:
        cfg: Config of an environment, of a simulation, or of physics. A device that the settings name is set in it.
        launcher_args: Parsed command line, or a dict of settings; see :class:`AppLauncher`.

    Yields:
        Config of the physics; None if ``cfg`` has none.
    """
    given = vars(launcher_args) if isinstance(launcher_args, argparse.Namespace) else dict(launcher_args or {})
    launcher = AppLauncher(given)
    simulation_cfg = getattr(cfg, "sim", cfg)
    if given.get("device") is not None and hasattr(simulation_cfg, "device"):
        simulation_cfg.device = launcher.device
    try:
        yield simulation_cfg.physics if hasattr(simulation_cfg, "physics") else cfg
    finally:
        launcher.app.close()
