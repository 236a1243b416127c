"""Tendons by the schemas of PhysX: axes of joints and attachments to bodies, each named by its instance.

A fixed tendon is all axes of one instance name on the joints of one articulation, one of which is the root
(``PhysxTendonAxisRootAPI``) and has the tendon's properties. A spatial tendon is a tree of attachments, which refer to
their parents by prim and instance name; it has its properties at its root and runs to each of its leaves, which have
rest lengths and limits of their own. Joint coordinates count in radians, as PhysX has them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from pxr import Usd

from ...sim.schemas.attributes import schemas_of
from .attributes import authored, number
from .joints import SUFFIXES, Joint
from .notices import Notices
from .pose import Frames, Pose
from .prims import owning_body
from .tendons import Tendon, TendonSite, TendonWrap

AXIS, AXIS_ROOT = "PhysxTendonAxisAPI", "PhysxTendonAxisRootAPI"
ATTACHMENT, ATTACHMENT_ROOT, ATTACHMENT_LEAF = (
    "PhysxTendonAttachmentAPI",
    "PhysxTendonAttachmentRootAPI",
    "PhysxTendonAttachmentLeafAPI",
)


@dataclass(frozen=True)
class TendonAxis:
    """Where a fixed tendon passes a joint.

    Attributes:
        joint: Path of the joint.
        instance: Name of the tendon.
        weights: Weights of each axis of the joint that it passes, in the length and of the effort, by the axis' token;
            "" for the only one.
        is_root: Whether this is the tendon's root.
        tendon: At the root, the tendon without what it passes; None where it is switched off.
    """

    joint: str
    instance: str
    weights: dict[str, tuple[float, float]]
    is_root: bool
    tendon: Tendon | None = None


@dataclass(frozen=True)
class TendonAttachment:
    """Where a spatial tendon is tied to a body.

    Attributes:
        prim: Path of the prim.
        instance: Name of the attachment.
        site: Where it is.
        gearing: Weight of the distance to the parent.
        parent: Prim and name of the attachment before it; None at the root.
        tendon: At the root, the tendon without what it passes; None where it is switched off.
        is_leaf: Whether the tendon ends here.
        limits: At a leaf, the bounds of the length [m].
        rest: At a leaf, the length at which the spring rests [m]; None for that at the start.
    """

    prim: str
    instance: str
    site: TendonSite
    gearing: float
    parent: tuple[str, str] | None
    tendon: Tendon | None
    is_leaf: bool
    limits: tuple[float, float] | None = None
    rest: tuple[float, float] | None = None

    @property
    def path(self) -> str:
        """Name of its site."""
        return f"{self.prim}:{self.instance}"


@dataclass
class PhysxTendons:
    """What was read off a stage.

    Attributes:
        axes: Axes of fixed tendons.
        attachments: Attachments of spatial tendons by prim and name.
    """

    axes: list[TendonAxis] = field(default_factory=list)
    attachments: dict[tuple[str, str], TendonAttachment] = field(default_factory=dict)


# Reading.


def read_physx_tendons(
    joints: Iterable[Usd.Prim], carriers: Iterable[Usd.Prim], bodies: Mapping[str, Pose], frames: Frames
) -> PhysxTendons:
    """Read all axes and attachments.

    Args:
        joints: Joint prims.
        carriers: Prims with attachments.
        bodies: Frames of all rigid bodies in the world.
        frames: Frames of prims.

    Raises:
        ValueError: An attribute makes no sense.
    """
    axes = [_read_axis(prim, name) for prim in joints for name in _instances(prim, AXIS_ROOT, AXIS)]
    attachments = [
        _read_attachment(prim, name, bodies, frames)
        for prim in carriers
        for name in _instances(prim, ATTACHMENT_ROOT, ATTACHMENT, ATTACHMENT_LEAF)
    ]
    return PhysxTendons(axes, {(each.prim, each.instance): each for each in attachments})


def _instances(prim: Usd.Prim, *schemas: str) -> list[str]:
    """Instance names of schemas that are applied to a prim, each once."""
    instances: dict[str, None] = {}
    for applied in schemas_of(prim):
        schema, _, instance = applied.partition(":")
        if schema in schemas:
            instances[instance] = None
    return list(instances)


def _read_axis(prim: Usd.Prim, instance: str) -> TendonAxis:
    """Read what one instance of the axis schema on a joint says, the tendon too where it is the root."""
    gearings = authored(prim, f"physxTendon:{instance}:gearing")
    tokens = list(authored(prim, f"physxTendon:{instance}:jointAxis") or [])
    gearings = [1.0] if gearings is None else [float(gearing) for gearing in gearings]
    efforts = authored(prim, f"physxTendon:{instance}:forceCoefficient")
    efforts = gearings if efforts is None else [float(effort) for effort in efforts]
    unknown = [token for token in tokens if token not in SUFFIXES]
    for name, values in (("gearings", gearings), ("force coefficients", efforts)):
        if len(values) != max(len(tokens), 1) or unknown or not np.isfinite(values).all():
            raise ValueError(
                f"Tendon '{instance}' of joint '{prim.GetPath()}' has the {name} {values} for the axes {tokens}: it "
                f"should have a finite one for each, and axes are {', '.join(SUFFIXES)}."
            )
    is_root = instance in _instances(prim, AXIS_ROOT)
    tendon = None
    if is_root:
        rest = number(prim, f"physxTendon:{instance}:restLength", 0.0)
        tendon = _read_tendon(prim, instance, "fixed", prim.GetName())
        tendon = tendon and replace(tendon, limits=_read_limits(prim, instance), rest=_at(rest))
    return TendonAxis(
        str(prim.GetPath()),
        instance,
        dict(zip(tokens or [""], zip(gearings, efforts, strict=True), strict=True)),
        is_root,
        tendon,
    )


def _read_attachment(prim: Usd.Prim, instance: str, bodies: Mapping[str, Pose], frames: Frames) -> TendonAttachment:
    """Read what one instance of the attachment schema on a prim says, the tendon too where it is the root."""
    prefix, path = f"physxTendon:{instance}", str(prim.GetPath())
    is_root, is_leaf = (instance in _instances(prim, schema) for schema in (ATTACHMENT_ROOT, ATTACHMENT_LEAF))
    local = np.array(authored(prim, f"{prefix}:localPos") or (0.0, 0.0, 0.0), dtype=float)
    gearing = number(prim, f"{prefix}:gearing", 1.0)
    if not np.isfinite(local).all() or not (is_root or 0.0 < gearing < math.inf):
        raise ValueError(
            f"Attachment '{instance}' of '{path}' has the gearing {gearing} at {local.tolist()}; expected a "
            "positive gearing, which weights the length of a spatial tendon, and a finite position."
        )
    frame = frames.local_frame(prim, local, np.eye(3))
    body = owning_body(path, bodies)
    site = TendonSite(body, frame.position if body is None else (bodies[body].inverse() @ frame).position)
    parent = None
    if not is_root:
        links = prim.GetRelationship(f"{prefix}:parentLink").GetTargets()
        parent = (str(links[0]) if links else "", str(authored(prim, f"{prefix}:parentAttachment") or ""))
    return TendonAttachment(
        prim=path,
        instance=instance,
        site=site,
        gearing=gearing,
        parent=parent,
        tendon=_read_tendon(prim, instance, "spatial", instance) if is_root else None,
        is_leaf=is_leaf,
        limits=_read_limits(prim, instance) if is_leaf else None,
        rest=_at(number(prim, f"{prefix}:restLength", -math.inf)) if is_leaf else None,
    )


def _read_tendon(prim: Usd.Prim, instance: str, kind: Literal["fixed", "spatial"], name: str) -> Tendon | None:
    """Properties of a tendon at its root; None where it is switched off."""
    prefix = f"physxTendon:{instance}"
    if authored(prim, f"{prefix}:tendonEnabled") is False:
        return None
    offset = number(prim, f"{prefix}:offset", 0.0)
    if not math.isfinite(offset):
        raise ValueError(f"'{prefix}:offset' of prim '{prim.GetPath()}' is {offset}: it should be finite.")
    return Tendon(
        path=f"{prim.GetPath()}:{instance}",
        name=name,
        kind=kind,
        wraps=(),
        stiffness=number(prim, f"{prefix}:stiffness", 0.0, positive=True),
        damping=number(prim, f"{prefix}:damping", 0.0, positive=True),
        offset=offset,
        limit_stiffness=number(prim, f"{prefix}:limitStiffness", 0.0, positive=True),
    )


def _read_limits(prim: Usd.Prim, instance: str) -> tuple[float, float] | None:
    lower = number(prim, f"physxTendon:{instance}:lowerLimit", -math.inf)
    upper = number(prim, f"physxTendon:{instance}:upperLimit", math.inf)
    if lower > upper:
        raise ValueError(
            f"The limits of tendon '{instance}' of '{prim.GetPath()}' are {lower} and {upper}; expected the lower "
            "one below the upper one."
        )
    return None if math.isinf(lower) and math.isinf(upper) else (lower, upper)


def _at(rest: float) -> tuple[float, float] | None:
    """Rest of a spring at a length; None, for that at the start, where it is not finite, as PhysX writes it."""
    return (rest, rest) if math.isfinite(rest) else None


# Putting together.


def fixed_tendons(
    axes: list[TendonAxis], articulations: list[set[str]], joints: Mapping[str, Joint], notices: Notices
) -> list[Tendon]:
    """Fixed tendons of the articulations of one environment.

    Args:
        axes: All axes that were read.
        articulations: For each articulation, the paths of the joints between its links.
        joints: The joints of the environment by path.
        notices: Takes remarks.

    Raises:
        ValueError: A tendon has several roots or none.
    """
    tendons = []
    for names in articulations:
        own: dict[str, list[TendonAxis]] = {}
        for axis in axes:
            if axis.joint in names:
                own.setdefault(axis.instance, []).append(axis)
        for instance, members in own.items():
            root = _only_root(instance, members)
            if root is not None:
                wraps = [
                    TendonWrap("joint", _dof_name(joints[member.joint], token), gearing)
                    for member in members
                    for token, (gearing, _) in member.weights.items()
                ]
                scale = _force_scale(root, [pair for member in members for pair in member.weights.values()], notices)
                tendons.append(replace(root, wraps=tuple(wraps), force_scale=scale))
    for axis in axes:
        if axis.joint in joints and not any(axis.joint in names for names in articulations):
            notices.warn("The tendon is left out here: the joint belongs to no articulation", axis.joint)
    return tendons


def _force_scale(tendon: Tendon, weights: list[tuple[float, float]], notices: Notices) -> float:
    """Factor on the force of a tendon that comes closest to the efforts which PhysX's force coefficients ask for.

    PhysX multiplies the tendon's force by the coefficient of each axis. The engine multiplies it by the gearing, as
    the principle of virtual work has it: the factor makes up for what all coefficients have in common.

    Raises:
        ValueError: The coefficients would push away from where the spring pulls, or no axis has a gearing.
    """
    gearings, efforts = np.array(weights).T
    scale = float(gearings @ efforts) / max(float(gearings @ gearings), 1e-30)
    if scale <= 0.0:
        raise ValueError(
            f"Tendon '{tendon.path}' has the gearings {gearings.tolist()} and the force coefficients "
            f"{efforts.tolist()}, which together pull nowhere; expected one joint where neither is 0."
        )
    if np.abs(efforts - scale * gearings).max() > 0.01 * np.abs(efforts).max():
        notices.info("The tendon's force is shared by its gearings, not by 'forceCoefficient'", tendon.path)
    return scale


def _dof_name(joint: Joint, axis: str) -> str:
    """Name of a joint's degree of freedom."""
    return joint.path if len(joint.dofs) == 1 or not axis else joint.path + SUFFIXES[axis]


def _only_root(instance: str, members: list[TendonAxis]) -> Tendon | None:
    roots = [member for member in members if member.is_root]
    if len(roots) != 1:
        given = ", ".join(member.joint for member in roots) or "none"
        raise ValueError(
            f"Tendon '{instance}' on the joints {', '.join(member.joint for member in members)} should have one root "
            f"({AXIS_ROOT}), but has {given}."
        )
    return roots[0].tendon


def spatial_tendons(attachments: Mapping[tuple[str, str], TendonAttachment]) -> list[Tendon]:
    """Spatial tendons: one from the root to each leaf, named by the root, and by the leaf where there are several.

    Raises:
        ValueError: An attachment's parent is missing.
    """
    routes = [_route(leaf, attachments) for leaf in attachments.values() if leaf.is_leaf]
    num_leaves: dict[str, int] = {}
    for route in routes:
        num_leaves[route[0].path] = num_leaves.get(route[0].path, 0) + 1
    tendons = []
    for route in routes:
        root, leaf = route[0], route[-1]
        if root.tendon is None:
            continue
        tendon = replace(
            root.tendon,
            wraps=_wraps(route),
            sites={each.path: each.site for each in route},
            limits=leaf.limits,
            rest=leaf.rest,
        )
        if num_leaves[root.path] > 1:
            tendon = replace(tendon, path=f"{root.path}:{leaf.instance}", name=f"{root.instance}:{leaf.instance}")
        tendons.append(tendon)
    return tendons


def _route(leaf: TendonAttachment, attachments: Mapping[tuple[str, str], TendonAttachment]) -> list[TendonAttachment]:
    """Attachments from the root to a leaf."""
    route = [leaf]
    while route[0].parent is not None:
        prim, instance = route[0].parent
        parent = attachments.get((prim, instance))
        if parent is None or parent in route:
            raise ValueError(
                f"Attachment '{route[0].instance}' of '{route[0].prim}' should hang from another one, but names "
                f"'{instance}' of '{prim}', which is none before it."
            )
        route.insert(0, parent)
    return route


def _wraps(route: list[TendonAttachment]) -> tuple[TendonWrap, ...]:
    """Sites of a tendon, with a pulley before each stretch whose length is weighted differently."""
    wraps: list[TendonWrap] = []
    weight = 1.0
    for before, after in itertools.pairwise(route):
        if after.gearing != weight:
            weight = after.gearing
            wraps += [TendonWrap("pulley", "", 1.0 / weight), TendonWrap("site", before.path)]
        elif not wraps:
            wraps.append(TendonWrap("site", before.path))
        wraps.append(TendonWrap("site", after.path))
    return tuple(wraps)
