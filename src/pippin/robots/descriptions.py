"""Where the robots' descriptions lie: in Pippin, in the package example-robot-data, or among Newton's examples."""

from __future__ import annotations

from importlib import util
from pathlib import Path

from pippin.utils.checks import check_text
from pippin.utils.example_robots import example_robot_data

__all__ = ["example_robot_data", "newton_example", "own_description"]


def own_description(name: str) -> str:
    """Path of a description that Pippin ships."""
    check_text("name", name)
    return str(Path(__file__).parent / "description_files" / name)


def newton_example(name: str) -> str:
    """Path of a description among Newton's example assets.

    Raises:
        FileNotFoundError: The installed Newton holds no such file.
    """
    check_text("name", name)
    spec = util.find_spec("newton")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "examples" / "assets" / name
        if path.is_file():
            return str(path)
    raise FileNotFoundError(f"The installed Newton has no example asset '{name}'.")
