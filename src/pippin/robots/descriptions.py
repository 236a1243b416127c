"""Where the robots' descriptions lie: in Pippin, in the package example-robot-data, or among Newton's examples."""

from __future__ import annotations

from importlib import metadata, util
from pathlib import Path

_EXAMPLE_ROBOTS = "cmeel.prefix/share/example-robot-data/robots"


def own_description(name: str) -> str:
    """Path of a description that Pippin ships."""
    return str(Path(__file__).parent / "description_files" / name)


def example_robot_data(relative_path: str) -> str:
    """Path of a description in the package example-robot-data.

    Args:
        relative_path: Path below the package's folder ``robots``.

    Raises:
        FileNotFoundError: The package is not installed, or holds no such file.
    """
    try:
        package = metadata.distribution("example-robot-data")
    except metadata.PackageNotFoundError:
        raise FileNotFoundError(
            f"The description '{relative_path}' comes with example-robot-data: pip install 'pippin[robots]'."
        ) from None
    path = Path(str(package.locate_file(_EXAMPLE_ROBOTS))) / relative_path
    if not path.is_file():
        raise FileNotFoundError(f"example-robot-data {package.version} holds no '{relative_path}' at '{path}'.")
    return str(path)


def newton_example(name: str) -> str:
    """Path of a description among Newton's example assets.

    Raises:
        FileNotFoundError: The installed Newton holds no such file.
    """
    spec = util.find_spec("newton")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "examples" / "assets" / name
        if path.is_file():
            return str(path)
    raise FileNotFoundError(f"The installed Newton has no example asset '{name}'.")
