"""Checks of files before anything parses them."""

from __future__ import annotations

from pathlib import Path

from pippin.utils.assets_root import NO_ROOT, assets_root
from pippin.utils.checks import check_path
from pippin.utils.files import is_lfs_pointer
from pippin.utils.moved_files import file_at

MAX_FILE_SIZE = 2 * 1024**3
"""Size above which a file is refused [bytes]."""

_CLOUD_PREFIXES = ("omniverse:", "http:", "https:", "s3:")


def check_file(path: str, kind: str, suffixes: tuple[str, ...]) -> str:
    """Return the absolute path of a file that exists, has one of the suffixes and a sane size.

    One that lies elsewhere than on its author's machine is found as :func:`pippin.utils.moved_files.file_at` does.

    Args:
        path: Path of the file.
        kind: What the file should be, for the messages: "USD", "URDF", ...
        suffixes: Endings that the kind has, in lower case with the dot.

    Raises:
        FileNotFoundError: There is no such file here.
        ValueError: The suffix is none of the kind's, the file is empty or larger than :data:`MAX_FILE_SIZE`.
    """
    copy = local_copy(path)
    if copy is not None:
        path = copy
    elif _is_in_a_cloud(path):
        raise FileNotFoundError(
            f"The {kind} file '{path}' lies in a cloud that Pippin does not reach: give a local file, name a folder"
            " with a copy of the assets in the environment variable PIPPIN_ASSETS_ROOT, or take a robot of"
            " pippin.robots (`pippin robots` lists them)."
        )
    file = file_at(Path(path).expanduser())
    if not file.is_file():
        what = "is a folder" if file.is_dir() else "does not exist"
        raise FileNotFoundError(f"The {kind} file '{path}' {what}; expected the path of a file on this machine.")
    if file.suffix.lower() not in suffixes:
        raise ValueError(f"'{path}' is no {kind} file: its name should end in {', '.join(suffixes)}.")
    size = file.stat().st_size
    if size == 0:
        raise ValueError(f"The {kind} file '{path}' is empty; expected a description.")
    if is_lfs_pointer(file):
        raise ValueError(f"'{path}' is no {kind} file but points to one in Git LFS: run 'git lfs pull' where it lies.")
    if size > MAX_FILE_SIZE:
        raise ValueError(f"The {kind} file '{path}' has {size} bytes; at most {MAX_FILE_SIZE} are read.")
    return str(file.resolve())


def is_cloud_path(path: str) -> bool:
    """Whether a path points into a cloud, such as the asset folders of Isaac Sim, and to what their copy here lacks."""
    return (_is_in_a_cloud(path) and local_copy(path) is None) or is_lacking_asset(path)


def local_copy(path: str) -> str | None:
    """File of the copy of the assets that a path in a cloud names; None where there is none, and for other paths.

    Programs name servers of their own (``omniverse://localhost/NVIDIA/Assets/Isaac/4.2/Isaac/Robots/...``): what counts
    is what follows the last ``/Isaac/``.
    """
    _, folder, inside = str(path).rpartition("/Isaac/")
    if assets_root() == NO_ROOT or not folder or not _is_in_a_cloud(path):
        return None
    file = Path(assets_root()) / "Isaac" / inside
    return str(file) if file.is_file() else None


def is_lacking_asset(path: str) -> bool:
    """Whether a path lies in the folder with a copy of the assets, in which there is no such file."""
    is_of_assets = str(path).startswith(f"{assets_root()}/") and not _is_in_a_cloud(path)
    return is_of_assets and not Path(path).exists()


def _is_in_a_cloud(path: str) -> bool:
    return str(check_path("path", path)).lower().startswith(_CLOUD_PREFIXES)
