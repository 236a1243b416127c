"""Configs of robots, under Isaac Lab's names."""

from typing import Any

import pippin.robots

__all__ = list(pippin.robots.ROBOTS)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(pippin.robots, name)
