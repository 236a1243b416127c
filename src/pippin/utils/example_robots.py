"""Where the descriptions of real robots lie that come with the package example-robot-data."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from .checks import check_path

_EXAMPLE_ROBOTS = "cmeel.prefix/share/example-robot-data/robots"


def example_robot_data(relative_path: str) -> str:
    """Path of a description in the package example-robot-data.

    Args:
        relative_path: Path below the package's folder ``robots``.

    Raises:
        FileNotFoundError: The package is not installed, or holds no such file.
    """
    check_path("relative_path", relative_path)
    try:
        package = metadata.distribution("example-robot-data")
    except metadata.PackageNotFoundError:
        raise FileNotFoundError(
            f"The description '{relative_path}' comes with example-robot-data: pip install 'pippin[robots]'."
        ) from None
    path = Path(str(package.locate_file(_EXAMPLE_ROBOTS))) / relative_path
    if not path.is_file():
        raise FileNotFoundError(
            f"example-robot-data {package.version} holds no '{relative_path}' at '{path}'; expected a version "
            "that does."
        )
    return str(path)
