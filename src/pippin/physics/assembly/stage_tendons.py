"""Tendons that a stage has of an MJCF: what they pass, their limits, springs and damping."""

from __future__ import annotations

import logging

import mujoco
from pxr import Usd, UsdGeom, UsdPhysics

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
    is_fixed = prim.GetAttribute("mjc:type").Get() == "fixed"
    path = _joints(stage, prim) if is_fixed else _sites(stage, prim)
    if path is None:
        _LOGGER.warning("Tendon '%s' is left out: it passes more than sites on bodies.", name_of(prim))
        return None
    limits = None
    if prim.GetAttribute("mjc:limited").Get() == "true":
        limits = (float(prim.GetAttribute("mjc:range:min").Get()), float(prim.GetAttribute("mjc:range:max").Get()))
    return AssetTendon(
        name=name_of(prim),
        key=str(prim.GetPath()),
        path=path,
        limits=limits,
        rest=float((prim.GetAttribute("mjc:springlength").Get() or [0.0])[0]),
        stiffness=_number(prim, "mjc:stiffness"),
        damping=_number(prim, "mjc:damping"),
    )


def _joints(stage: Usd.Stage, prim: Usd.Prim) -> tuple[TendonWrap, ...]:
    coefficients = prim.GetAttribute("mjc:path:coef").Get()
    return tuple(
        TendonWrap("joint", name_of(stage.GetPrimAtPath(path)), path, float(coefficient))
        for path, coefficient in zip(_points(prim), coefficients, strict=True)
    )


def _sites(stage: Usd.Stage, prim: Usd.Prim) -> tuple[TendonWrap, ...] | None:
    """Sites of a tendon, with a pulley before each branch whose length is divided."""
    points = _points(prim)
    if not all(_is_site_on_body(stage.GetPrimAtPath(path)) for path in points):
        return None
    segments = list(prim.GetAttribute("mjc:path:segments").Get() or [0] * len(points))
    divisors = list(prim.GetAttribute("mjc:path:divisors").Get() or [1.0])
    wraps: list[TendonWrap] = []
    branch = -1
    for path, segment in zip(points, segments, strict=True):
        if segment != branch:
            branch = segment
            if branch > 0 or divisors[branch] != 1.0:
                wraps.append(TendonWrap("pulley", "", "", float(divisors[branch])))
        wraps.append(TendonWrap("site", name_of(stage.GetPrimAtPath(path)), path, 1.0))
    return tuple(wraps)


def _points(prim: Usd.Prim) -> list[str]:
    """Paths of what a tendon passes, in its order."""
    paths = [str(path) for path in prim.GetRelationship("mjc:path").GetTargets()]
    return [paths[int(index)] for index in prim.GetAttribute("mjc:path:indices").Get()]


def _is_site_on_body(prim: Usd.Prim) -> bool:
    """Whether a prim is a site that moves with a rigid body."""
    if not prim or "MjcSiteAPI" not in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
        return False
    while prim and not prim.HasAPI(UsdPhysics.RigidBodyAPI):
        prim = prim.GetParent()
    return bool(prim)


def _number(prim: Usd.Prim, name: str) -> float:
    return float(prim.GetAttribute(name).Get() or 0.0)
