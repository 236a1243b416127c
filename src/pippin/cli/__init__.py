"""The command line: ``pippin demo`` and its like; ``pippin --help`` lists them all."""

from __future__ import annotations

import re
import sys

import tyro
import warp as wp

from .bench import bench
from .demo import demo
from .doctor import doctor
from .play import play
from .robots import robots
from .spheres import spheres
from .tasks import tasks
from .train import train
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
    except (ValueError, OSError, NotImplementedError, ImportError, MemoryError) as error:
        sys.exit(f"pippin: {re.sub(r'^.Errno [0-9]+. ', '', str(error))}")
