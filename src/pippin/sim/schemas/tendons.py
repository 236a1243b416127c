"""Tendons of articulations, as PhysX's schemas describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pxr import Sdf, Usd

from pippin.utils import configclass

from .attributes import BOOL, Attribute, applied_schemas, author_properties, check_properties
from .nested import modify_nested


@configclass
class FixedTendonPropertiesCfg:
    """Properties of tendons that couple joints. None leaves what the prim has."""

    tendon_enabled: bool | None = None
    """Whether the tendon acts."""

    stiffness: float | None = None
    """Stiffness of its spring."""

    damping: float | None = None
    """Damping."""

    limit_stiffness: float | None = None
    """Stiffness at its limits."""

    offset: float | None = None
    """Length that is added to the one that follows from the joints."""

    rest_length: float | None = None
    """Length at which its spring is at rest."""

    lower_limit: float | None = None
    """Least length."""

    upper_limit: float | None = None
    """Largest length."""


@configclass
class SpatialTendonPropertiesCfg:
    """Properties of tendons that run from body to body. None leaves what the prim has."""

    tendon_enabled: bool | None = None
    """Whether the tendon acts."""

    stiffness: float | None = None
    """Stiffness of its spring [N/m]."""

    damping: float | None = None
    """Damping [N s/m]."""

    limit_stiffness: float | None = None
    """Stiffness at its limits [N/m]."""

    offset: float | None = None
    """Length that is added to the one that follows from the bodies [m]."""


_FIXED, _SPATIAL = "PhysxTendonAxisRootAPI", "PhysxTendonAttachmentRootAPI"


def _attributes(schema: str) -> dict[str, Attribute]:
    """Where the fields go that both kinds of tendons have."""
    schema, prefix = f"{schema}:{{instance}}", "physxTendon:{instance}"
    return {
        "tendon_enabled": Attribute(schema, f"{prefix}:tendonEnabled", BOOL),
        "stiffness": Attribute(schema, f"{prefix}:stiffness", minimum=0.0),
        "damping": Attribute(schema, f"{prefix}:damping", minimum=0.0),
        "limit_stiffness": Attribute(schema, f"{prefix}:limitStiffness", minimum=0.0),
        "offset": Attribute(schema, f"{prefix}:offset"),
    }


SPATIAL_TENDON_ATTRIBUTES = _attributes(_SPATIAL)

FIXED_TENDON_ATTRIBUTES = _attributes(_FIXED) | {
    "rest_length": Attribute(f"{_FIXED}:{{instance}}", "physxTendon:{instance}:restLength"),
    "lower_limit": Attribute(f"{_FIXED}:{{instance}}", "physxTendon:{instance}:lowerLimit"),
    "upper_limit": Attribute(f"{_FIXED}:{{instance}}", "physxTendon:{instance}:upperLimit"),
}


def modify_fixed_tendon_properties(
    prim_path: str, cfg: FixedTendonPropertiesCfg, stage: Usd.Stage | None = None
) -> bool:
    """Change all fixed tendons whose root joint is at or below a path; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    is_of_mujoco = modify_nested(prim_path, _is_mujocos, lambda prim: _author_mujocos(prim, cfg), stage)
    return _modify(prim_path, cfg, _FIXED, FIXED_TENDON_ATTRIBUTES, stage) or is_of_mujoco


def modify_spatial_tendon_properties(
    prim_path: str, cfg: SpatialTendonPropertiesCfg, stage: Usd.Stage | None = None
) -> bool:
    """Change all spatial tendons whose root attachment is at or below a path; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    return _modify(prim_path, cfg, _SPATIAL, SPATIAL_TENDON_ATTRIBUTES, stage)


def _is_mujocos(prim: Usd.Prim) -> bool:
    return prim.GetTypeName() == "MjcTendon"


def _author_mujocos(prim: Usd.Prim, cfg: FixedTendonPropertiesCfg) -> None:
    """Author what MuJoCo's tendons have of PhysX's: stiffness and damping."""
    for name in ("stiffness", "damping"):
        if getattr(cfg, name) is not None:
            prim.CreateAttribute(f"mjc:{name}", Sdf.ValueTypeNames.Double, custom=False).Set(getattr(cfg, name))


def _modify(
    prim_path: str, cfg: Any, schema: str, attributes: Mapping[str, Attribute], stage: Usd.Stage | None
) -> bool:
    """Change every instance of a tendon's schema at or below a path."""

    def instances(prim: Usd.Prim) -> list[str]:
        return [name.partition(":")[2] for name in applied_schemas(prim) if name.startswith(f"{schema}:")]

    def modify(prim: Usd.Prim) -> None:
        for instance in instances(prim):
            author_properties(prim, cfg, attributes, instance)

    check_properties(cfg, attributes)
    return modify_nested(prim_path, lambda prim: bool(instances(prim)), modify, stage)
