"""The command line: ``pippin demo``, ``pippin bench``, ``pippin robots``, ``pippin spheres``."""

from __future__ import annotations

import sys

import tyro

from .bench import bench
from .demo import demo
from .robots import robots
from .spheres import spheres


def main() -> None:
    """Pippin simulates robots: thousands at once, on any machine."""
    try:
        tyro.extras.subcommand_cli_from_dict(
            {"demo": demo, "bench": bench, "robots": robots, "spheres": spheres},
            prog="pippin",
            description="Pippin simulates robots: thousands at once, on any machine.",
        )
    except (ValueError, FileNotFoundError, NotImplementedError) as error:
        sys.exit(f"pippin: {error}")
