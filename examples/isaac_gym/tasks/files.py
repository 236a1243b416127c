"""Where descriptions of robots and things lie: folder and file name, as ``load_asset`` takes them."""

from __future__ import annotations

from pathlib import Path

from pippin.robots.descriptions import example_robot_data, newton_example, own_description

ASSETS = Path(__file__).parents[1] / "assets"


def own_file(name: str) -> tuple[str, str]:
    """A file beside the tasks."""
    return str(ASSETS), name


def pippin_file(name: str) -> tuple[str, str]:
    """A description that Pippin ships."""
    return _split(own_description(name))


def newton_file(name: str) -> tuple[str, str]:
    """A description among Newton's examples."""
    return _split(newton_example(name))


def robot_file(path: str) -> tuple[str, str]:
    """A description in the package example-robot-data."""
    return _split(example_robot_data(path))


def _split(path: str) -> tuple[str, str]:
    return str(Path(path).parent), Path(path).name
