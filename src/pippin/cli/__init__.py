"""The command line: ``pippin demo``, ``pippin bench``, ``pippin robots``, ``pippin spheres``, ``pippin doctor``."""

from __future__ import annotations

import sys

import tyro
import warp as wp

from .bench import bench
from .demo import demo
from .doctor import doctor
from .robots import robots
from .spheres import spheres


def main() -> None:
    """Pippin simulates robots: thousands at once, on any machine."""
    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded
    try:
        tyro.extras.subcommand_cli_from_dict(
            {"demo": demo, "bench": bench, "robots": robots, "spheres": spheres, "doctor": doctor},
            prog="pippin",
            description="Pippin simulates robots: thousands at once, on any machine.",
        )
    except (ValueError, FileNotFoundError, NotImplementedError) as error:
        sys.exit(f"pippin: {error}")
