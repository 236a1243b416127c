"""Tendons that a stage has of an MJCF: what they pass, their limits, springs and damping."""

from __future__ import annotations

import logging
from typing import Any, cast

import mujoco
from pxr import Usd, UsdGeom, UsdPhysics

from ..importer import tendons as importer
from ..importer.mjc_tendons import read_mjc_tendon
from ..importer.prims import owning_body
from .asset import AssetTendon, TendonWrap
from .stage_tables import name_of

_LOGGER = logging.getLogger("pippin")


def take_tendons(stage: Usd.Stage) -> tuple[AssetTendon, ...]:
    """Read the tendons that an MJCF gives, and take them off the stage.

    Those that wrap around geometry are left out with a warning.
    """
    prims = [prim for prim in stage.Traverse() if prim.GetTypeName() == "MjcTendon"]
    tendons = [_tendon(stage, prim) for prim in prims]
    for prim in prims:
        prim.SetActive(False)
    return tuple(tendon for tendon in tendons if tendon is not None)


def add_attachments(spec: mujoco.MjSpec, stage: Usd.Stage, tendons: tuple[AssetTendon, ...]) -> None:
    """Add the sites that spatial tendons pass to the bodies of an asset."""
    cache = UsdGeom.XformCache()
    bodies = {body.name: body for body in spec.bodies}
    keys = dict.fromkeys(site.key for tendon in tendons for site in tendon.sites)
    for key in keys:
        owner = owning_body(key, bodies)
        assert owner is not None, "tendons that pass sites on no body are left out"
        pose, _ = cache.ComputeRelativeTransform(stage.GetPrimAtPath(key), stage.GetPrimAtPath(owner))
        bodies[owner].add_site(name=key, pos=list(pose.ExtractTranslation()))


def _tendon(stage: Usd.Stage, prim: Usd.Prim) -> AssetTendon | None:
    """One tendon; None where it passes what is neither a joint nor a site on a body."""
    tendon = read_mjc_tendon(prim)
    points = [stage.GetPrimAtPath(wrap.path) for wrap in tendon.wraps if wrap.kind in ("site", "geom")]
    if not all(_is_site_on_body(point) for point in points):
        _LOGGER.warning("Tendon '%s' is left out: it passes more than sites on bodies.", tendon.name)
        return None
    return AssetTendon(
        name=tendon.name,
        key=tendon.path,
        path=tuple(_wrap(stage, wrap) for wrap in tendon.wraps),
        limits=tendon.limits,
        rest=tendon.rest[0] if tendon.rest else 0.0,
        stiffness=tendon.stiffness,
        damping=tendon.damping,
    )


def _wrap(stage: Usd.Stage, wrap: importer.TendonWrap) -> TendonWrap:
    """What a tendon passes, with its name in the file."""
    name = name_of(stage.GetPrimAtPath(wrap.path)) if wrap.path else ""
    return TendonWrap(cast(Any, wrap.kind), name, wrap.path, wrap.factor)


def _is_site_on_body(prim: Usd.Prim) -> bool:
    """Whether a prim is a site that moves with a rigid body."""
    if not prim or "MjcSiteAPI" not in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
        return False
    while prim and not prim.HasAPI(UsdPhysics.RigidBodyAPI):
        prim = prim.GetParent()
    return bool(prim)
