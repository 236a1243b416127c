"""Prims, under the names of Isaac Sim, with quaternions (w, x, y, z)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pxr import Usd

import pippin.sim
from isaacsim.core.quaternions import to_xyzw
from isaacsim.storage.native import nucleus
from pippin.sim import (
    define_prim,
    delete_prim,
    find_matching_prim_paths,
    get_current_stage,
    is_prim_path_valid,
    set_prim_visibility,
)
from pippin.sim.prims import set_attribute

__all__ = [
    "create_prim",
    "define_prim",
    "delete_prim",
    "find_matching_prim_paths",
    "get_all_matching_child_prims",
    "get_first_matching_child_prim",
    "get_prim_at_path",
    "get_prim_attribute_names",
    "get_prim_attribute_value",
    "get_prim_children",
    "get_prim_parent",
    "get_prim_path",
    "get_prim_property",
    "get_prim_type_name",
    "is_prim_path_valid",
    "set_prim_attribute_value",
    "set_prim_property",
    "set_prim_visibility",
]


def create_prim(
    prim_path: str,
    prim_type: str = "Xform",
    position: Sequence[float] | None = None,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    usd_path: str | None = None,
    semantic_label: str | None = None,
    semantic_type: str = "class",
    attributes: dict[str, Any] | None = None,
) -> Usd.Prim:
    """:func:`pippin.sim.create_prim` with an orientation (w, x, y, z), also of assets that Pippin serves."""
    xyzw = to_xyzw(orientation)
    if usd_path is not None and nucleus.is_served(usd_path):
        from isaacsim.core.prims import SingleXFormPrim

        nucleus.spawn_asset(usd_path, prim_path)
        prim = SingleXFormPrim(
            prim_path, position=position, translation=translation, orientation=orientation, scale=scale
        )
        return prim.prim
    return pippin.sim.create_prim(
        prim_path,
        prim_type,
        position,
        translation,
        xyzw,
        scale,
        usd_path,
        semantic_label,
        semantic_type,
        attributes,
    )


def get_prim_at_path(prim_path: str, fabric: bool = False) -> Usd.Prim:
    """The prim at a path, which is invalid where there is none."""
    return get_current_stage().GetPrimAtPath(prim_path)


def get_prim_path(prim: Usd.Prim) -> str:
    """Path of a prim."""
    return prim.GetPath().pathString


def get_prim_parent(prim: Usd.Prim) -> Usd.Prim:
    """Parent of a prim."""
    return prim.GetParent()


def get_prim_children(prim: Usd.Prim) -> list[Usd.Prim]:
    """Children of a prim."""
    return list(prim.GetChildren())


def get_prim_type_name(prim: Usd.Prim | str) -> str:
    """Type of a prim, or of that at a path."""
    return (get_prim_at_path(prim) if isinstance(prim, str) else prim).GetTypeName()


def get_all_matching_child_prims(
    prim_path: str, predicate: Callable[[str], bool] = lambda _: True, depth: int | None = None
) -> list[Usd.Prim]:
    """The prim and all prims below it for whose paths a predicate holds, level by level."""
    return pippin.sim.get_all_matching_child_prims(prim_path, lambda prim: predicate(get_prim_path(prim)), depth)


def get_first_matching_child_prim(
    prim_path: str, predicate: Callable[[str], bool], fabric: bool = False
) -> Usd.Prim | None:
    """First of the prims that :func:`get_all_matching_child_prims` gives, or None."""
    return next(iter(get_all_matching_child_prims(prim_path, predicate)), None)


def get_prim_attribute_names(prim_path: str, fabric: bool = False) -> list[str]:
    """Names of the attributes of a prim."""
    return [attribute.GetName() for attribute in pippin.sim.get_prim(prim_path).GetAttributes()]


def get_prim_attribute_value(prim_path: str, attribute_name: str, fabric: bool = False) -> Any:
    """Value of an attribute of a prim; None where it has none."""
    return pippin.sim.get_prim(prim_path).GetAttribute(attribute_name).Get()


def set_prim_attribute_value(prim_path: str, attribute_name: str, value: Any, fabric: bool = False) -> None:
    """Write an attribute that a prim has by its type.

    Raises:
        ValueError: There is no such prim, or it has no such attribute.
    """
    set_attribute(pippin.sim.get_prim(prim_path), attribute_name, value)


def get_prim_property(prim_path: str, property_name: str) -> Any:
    """The same as :func:`get_prim_attribute_value`."""
    return get_prim_attribute_value(prim_path, property_name)


def set_prim_property(prim_path: str, property_name: str, property_value: Any) -> None:
    """The same as :func:`set_prim_attribute_value`."""
    set_prim_attribute_value(prim_path, property_name, property_value)
