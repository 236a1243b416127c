"""Finding the files that mesh names of a URDF stand for."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .model import UrdfError


def resolve_mesh_path(filename: str, urdf_path: Path, where: str) -> Path:
    """Find the file that a mesh name of a URDF stands for.

    A name "package://robot/meshes/arm.stl" is looked for in a folder ``robot`` among the folders above the URDF and
    those beside them, then in the folders of ``ROS_PACKAGE_PATH`` and ``AMENT_PREFIX_PATH``; a package where the file
    exists is preferred. Where there is none, the folders above the URDF themselves are tried, as if one of them were
    the package under another name. Other names are paths, relative to the folder of the URDF, or to one above it if the
    file is there, or absolute, or "file://" URLs.

    Args:
        filename: Name as the URDF gives it.
        urdf_path: Path of the URDF file.
        where: File and named element, for messages.

    Returns:
        Path of the file, which may not exist.

    Raises:
        UrdfError: There is no such package, or files cannot be fetched by such a URL.
    """
    folder = urdf_path.resolve().parent
    scheme, separator, rest = filename.partition("://")
    if not separator:
        return _first_file([above / filename for above in (folder, *folder.parents)]) or folder / filename
    if scheme == "file":
        return folder / unquote(urlsplit(filename).path)
    if scheme not in ("package", "model"):
        raise UrdfError(f"{where}: the mesh '{filename}' is no file, 'file://' or 'package://' name.")
    package, _, inside = rest.lstrip("/").partition("/")
    if package in ("", ".", "..") or "\0" in filename:
        raise UrdfError(f"{where}: the mesh '{filename}' names no package.")
    folders = [candidate for candidate in _package_folders(package, folder) if candidate.is_dir()]
    found = _first_file([candidate / inside for candidate in (*folders, folder, *folder.parents)])
    if found is None and not folders:
        raise UrdfError(
            f"{where}: the mesh '{filename}' is in the package '{package}', of which there is no folder above "
            f"'{folder}', nor in ROS_PACKAGE_PATH or AMENT_PREFIX_PATH."
        )
    return found or folders[0] / inside


def _first_file(candidates: list[Path]) -> Path | None:
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _package_folders(package: str, folder: Path) -> list[Path]:
    """Folders that may be those of a package, the nearest to the URDF first."""
    above = [folder, *folder.parents]
    found = [ancestor for ancestor in above if ancestor.name == package]
    found += [ancestor / package for ancestor in above]
    for entry in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep):
        if entry:
            found += [Path(entry) / package] + [Path(entry)] * (Path(entry).name == package)
    for entry in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if entry:
            found.append(Path(entry) / "share" / package)
    return found
