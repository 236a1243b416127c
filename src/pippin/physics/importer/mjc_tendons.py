"""Tendons that a stage has of an MJCF file (``MjcTendon``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pxr import Usd

from .attributes import authored, number, read_engine_fields
from .pose import Frames, Pose
from .prims import owning_body
from .tendons import Tendon, TendonSite, TendonWrap

ENGINE_TENDON_FIELDS = {
    "mjc:frictionloss": "frictionloss",
    "mjc:armature": "armature",
    "mjc:margin": "margin",
    "mjc:solreflimit": "solref_limit",
    "mjc:solimplimit": "solimp_limit",
    "mjc:solreffriction": "solref_friction",
    "mjc:solimpfriction": "solimp_friction",
}
"""Attributes of a tendon that MuJoCo's tendons have as they are."""


def read_mjc_tendon(prim: Usd.Prim) -> Tendon:
    """Read one tendon, whose sites are still to be placed.

    Raises:
        ValueError: An attribute makes no sense, or what the tendon passes is not on the stage.
    """
    is_fixed = authored(prim, "mjc:type") == "fixed"
    limits = None
    if authored(prim, "mjc:limited") == "true":
        limits = number(prim, "mjc:range:min", 0.0), number(prim, "mjc:range:max", 0.0)
        if limits[0] > limits[1]:
            raise ValueError(
                f"The limits of tendon '{prim.GetPath()}' are {limits}; expected the lower one below the upper one."
            )
    rest = authored(prim, "mjc:springlength")
    return Tendon(
        path=str(prim.GetPath()),
        name=prim.GetDisplayName() or prim.GetName(),
        kind="fixed" if is_fixed else "spatial",
        wraps=_joints(prim) if is_fixed else _route(prim),
        limits=limits,
        rest=None if rest is None else (float(rest[0]), float(rest[-1])),
        stiffness=number(prim, "mjc:stiffness", 0.0, positive=True),
        damping=number(prim, "mjc:damping", 0.0, positive=True),
        engine_fields=read_engine_fields(prim, ENGINE_TENDON_FIELDS),
    )


def place_sites(tendon: Tendon, stage: Usd.Stage, bodies: Mapping[str, Pose], frames: Frames) -> Tendon:
    """Find out on which bodies the sites of a tendon are, and where.

    Args:
        tendon: The tendon.
        stage: Stage with its sites.
        bodies: Frames of all rigid bodies in the world.
        frames: Frames of prims.
    """
    names = [wrap.path for wrap in tendon.wraps if wrap.kind == "site"] + [
        wrap.side for wrap in tendon.wraps if wrap.side
    ]
    sites = {}
    for path in dict.fromkeys(names):
        pose, body = frames.pose(stage.GetPrimAtPath(path)), owning_body(path, bodies)
        sites[path] = TendonSite(body, pose.position if body is None else (bodies[body].inverse() @ pose).position)
    return replace(tendon, sites=sites)


def _joints(prim: Usd.Prim) -> tuple[TendonWrap, ...]:
    coefficients = _listed(prim, "mjc:path:coef")
    points = _points(prim)
    if len(points) != len(coefficients):
        raise ValueError(
            f"Tendon '{prim.GetPath()}' passes {len(points)} joints; expected {len(coefficients)}, as many as "
            "'mjc:path:coef' has."
        )
    return tuple(
        TendonWrap("joint", path, float(coefficient)) for path, coefficient in zip(points, coefficients, strict=True)
    )


def _route(prim: Usd.Prim) -> tuple[TendonWrap, ...]:
    """Sites and geometry in order, with a pulley before each branch whose length is divided."""
    points = _points(prim)
    segments = _listed(prim, "mjc:path:segments") or [0] * len(points)
    divisors = _listed(prim, "mjc:path:divisors") or [1.0]
    sides = [str(path) for path in prim.GetRelationship("mjc:sideSites").GetTargets()]
    side_of = _listed(prim, "mjc:sideSites:indices") or [-1] * len(points)
    wraps: list[TendonWrap] = []
    branch = -1
    for path, segment, side in zip(points, segments, side_of, strict=True):
        if segment != branch:
            branch = segment
            if branch > 0 or divisors[branch] != 1.0:
                wraps.append(TendonWrap("pulley", "", float(divisors[branch])))
        is_site = "MjcSiteAPI" in prim.GetStage().GetPrimAtPath(path).GetPrimTypeInfo().GetAppliedAPISchemas()
        wraps.append(TendonWrap("site" if is_site else "geom", path, side=sides[side] if side >= 0 else ""))
    return tuple(wraps)


def _points(prim: Usd.Prim) -> list[str]:
    """Paths of what a tendon passes, in its order."""
    paths = [str(path) for path in prim.GetRelationship("mjc:path").GetTargets()]
    missing = [path for path in paths if not prim.GetStage().GetPrimAtPath(path)]
    if missing or not paths:
        raise ValueError(
            f"Tendon '{prim.GetPath()}' passes {', '.join(missing) or 'nothing'}; expected prims on the stage."
        )
    return [paths[int(index)] for index in _listed(prim, "mjc:path:indices")]


def _listed(prim: Usd.Prim, name: str) -> list[Any]:
    """Values of an attribute that is an array; none where it is not authored.

    Raises:
        ValueError: Its value is no array.
    """
    value = authored(prim, name)
    if value is not None and not hasattr(value, "__len__"):
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' is {value!r:.80}; expected an array.")
    return list(value or [])
