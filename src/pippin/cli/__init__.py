"""The command line: ``pippin demo`` and its like; ``pippin --help`` lists them all."""

from __future__ import annotations

import sys

import tyro
import warp as wp

from .bench import bench
from .demo import demo
from .doctor import doctor
from .robots import robots
from .spheres import spheres
from .train import play, tasks, train
from .view import view


def main() -> None:
    """Pippin simulates robots: thousands at once, on any machine."""
    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded
    try:
        tyro.extras.subcommand_cli_from_dict(
            {
                "demo": demo,
                "bench": bench,
                "robots": robots,
                "spheres": spheres,
                "tasks": tasks,
                "train": train,
                "play": play,
                "doctor": doctor,
                "view": view,
            },
            prog="pippin",
            description="Pippin simulates robots: thousands at once, on any machine.",
        )
    except (ValueError, FileNotFoundError, NotImplementedError) as error:
        sys.exit(f"pippin: {error}")
