"""``pippin robots``: which robots there are."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pippin.robots import ROBOTS, robot_factory


def robots() -> None:
    """List the robots that come ready to use, and how to import their configs."""
    table = Table(title="Robots: from pippin.robots import <config>")
    table.add_column("config", style="bold")
    table.add_column("what it is")
    table.add_column("description")
    for name in ROBOTS:
        factory = robot_factory(name)
        summary = (factory.__doc__ or "").strip().splitlines()[0]
        table.add_row(name, summary, Text(_description(name)))  # rich would take [robots] for markup
    Console().print(table)


def _description(name: str) -> str:
    """File of a robot's description, or the reason why there is none on this machine."""
    try:
        spawner = robot_factory(name)().spawn
    except FileNotFoundError as error:
        return str(error)
    path = getattr(spawner, "asset_path", None)
    return "made of primitive shapes" if path is None else "/".join(path.split("/")[-3:])
