"""Finding the files that mesh names of a URDF stand for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .model import UrdfError

MeshResolver = Callable[[str, str], Path]
"""From the name of a mesh and its place in the file (for messages) to the path of its file."""


MAX_PATH, MAX_NAME = 1000, 255
"""Bytes that a path and each name in it may have; systems refuse longer names, and paths of more than 4096."""


def mesh_resolver(urdf_path: Path) -> MeshResolver:
    """Make what finds the file that a mesh name of a URDF stands for.

    A name "package://robot/meshes/arm.stl" is looked for in a folder ``robot`` among the folders above the URDF and
    those beside them, then in the folders of ``ROS_PACKAGE_PATH`` and ``AMENT_PREFIX_PATH``; a package where the file
    exists is preferred. Where there is none, the folders above the URDF themselves are tried, as if one of them were
    the package under another name; "package://arm.stl" is a file in one of them, and "package://../meshes/arm.stl" a
    path. Other names are paths, relative to the folder of the URDF, or to one above it if the file is there, or
    absolute, or "file://" URLs. An absolute path that is not on this machine is one of its author's: the longest end
    of it that is below one of the folders above the URDF is the file. The file may not exist.

    It raises UrdfError where there is no such package, or files cannot be fetched by such a URL.

    Args:
        urdf_path: Path of the URDF file.
    """
    folder = urdf_path.resolve().parent
    above = (folder, *folder.parents)
    packages: dict[str, list[Path]] = {}  # a robot's meshes are all in one or two

    def resolve(filename: str, where: str) -> Path:
        encoded = filename.encode("utf-8", "surrogatepass")
        if len(encoded) > MAX_PATH or max(map(len, encoded.split(b"/"))) > MAX_NAME:
            raise UrdfError(
                f"{where}: the name of the mesh '{filename:.40}...' has {len(encoded)} bytes; expected a shorter one."
            )
        scheme, separator, rest = filename.partition("://")
        if not separator:
            return _path_of(filename, above)
        if scheme == "file":
            return _path_of(unquote(urlsplit(filename).path), above)
        if scheme not in ("package", "model"):
            raise UrdfError(
                f"{where}: the mesh is '{filename}'; expected a path, or a name with 'file://' or 'package://'."
            )
        package, _, inside = rest.lstrip("/").partition("/")
        if not package or "\0" in filename:
            raise UrdfError(f"{where}: the mesh '{filename}' names no package; expected 'package://NAME/PATH'.")
        if package in (".", ".."):  # a path that was given a scheme
            return folder / rest
        if package not in packages:
            packages[package] = _package_folders(package, above)
        folders = packages[package]
        if not inside:  # the file itself is where a package would be
            folders, inside = [each for each in above if (each / package).is_file()], package
        for candidate in (*folders, *above):
            if (candidate / inside).is_file():
                return candidate / inside
        if not folders:
            raise UrdfError(
                f"{where}: the mesh '{filename}' is in the package '{package}', of which there is no folder above "
                f"'{folder}', nor in ROS_PACKAGE_PATH or AMENT_PREFIX_PATH."
            )
        return folders[0] / inside

    return resolve


def _path_of(name: str, above: tuple[Path, ...]) -> Path:
    """The file of a path that is relative to one of some folders, absolute, or absolute on another machine."""
    path = Path(name)
    ends = [path]
    if path.is_absolute() and not path.is_file():
        ends += [Path(*path.parts[start:]) for start in range(1, len(path.parts))]
    for end in ends:
        for each in above:
            if (each / end).is_file():
                return each / end
    return above[0] / path


def _package_folders(package: str, above: tuple[Path, ...]) -> list[Path]:
    """Folders that may be those of a package and are there, the nearest to the URDF first."""
    found = [ancestor for ancestor in above if ancestor.name == package]
    found += [ancestor / package for ancestor in above]
    for entry in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep):
        if entry:
            found += [Path(entry) / package] + [Path(entry)] * (Path(entry).name == package)
    for entry in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if entry:
            found.append(Path(entry) / "share" / package)
    return [folder for folder in found if folder.is_dir()]
