"""Robots in a cloud that a file on this machine refers to: descriptions stand in for them too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pxr import Sdf, Usd

from ..converters.cfg import MjcfConverterCfg, UrdfConverterCfg
from ..files import is_cloud_path, local_copy
from .stand_ins import tell_of_stand_in


def replace_cloud_references(prim: Usd.Prim, usd_path: str, find: Callable[[str], object | None] | None) -> None:
    """Let the prims of a file that refer to a cloud refer to copies on this machine, or to descriptions of robots.

    Args:
        prim: Prim that refers to the file.
        usd_path: Path of the file.
        find: Returns the spawner of a description for the path of a USD file in a cloud, or None; None knows no robots.
    """
    for inside, cloud_path in _cloud_references(local_copy(usd_path) or usd_path):
        target = prim.GetStage().GetPrimAtPath(prim.GetPath().AppendPath(inside) if inside else prim.GetPath())
        copy = local_copy(cloud_path)
        if copy is not None and target:
            target.GetReferences().AddReference(copy)
            continue
        description = None if find is None else find(cloud_path)
        if description is None or not target:
            continue
        path = _usd_of(description)
        target.GetReferences().AddReference(path)
        tell_of_stand_in(cloud_path, f"'{path}', whose masses and shapes may differ,")


def _cloud_references(usd_path: str) -> Iterator[tuple[str, str]]:
    """Prims of a file, by paths below its default prim, and the files in a cloud that they refer to."""
    layer = Sdf.Layer.FindOrOpen(usd_path)
    if not layer or not layer.defaultPrim:
        return
    root = Sdf.Path.absoluteRootPath.AppendPath(layer.defaultPrim)
    found: list[tuple[str, str]] = []

    def look(path: Sdf.Path) -> None:
        spec = layer.GetPrimAtPath(path) if path.IsPrimPath() else None
        if spec is None:
            return
        for entries in (spec.referenceList, spec.payloadList):
            for entry in entries.GetAddedOrExplicitItems():
                if is_cloud_path(entry.assetPath) or local_copy(entry.assetPath):
                    inside = path.MakeRelativePath(root)
                    found.append(("" if inside == Sdf.Path.reflexiveRelativePath else str(inside), entry.assetPath))

    layer.Traverse(root, look)
    yield from found


def _usd_of(description: object) -> str:
    """USD file of a description, converted once for all programs."""
    if isinstance(description, UrdfConverterCfg):
        from ..converters.urdf import UrdfConverter  # reads meshes: costly to import for who spawns none

        return UrdfConverter(description).usd_path
    if isinstance(description, MjcfConverterCfg):
        from ..converters.mjcf import MjcfConverter

        return MjcfConverter(description).usd_path
    return str(description.usd_path)  # type: ignore[attr-defined]
