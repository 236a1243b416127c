"""Tendons as the stage describes them, and how they get into a spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import mujoco
import numpy as np

from ..compile import UNLIMITED
from ..description import TendonProperties
from .joints import BALL, Joint
from .notices import Notices


@dataclass(frozen=True)
class TendonWrap:
    """One thing that a tendon passes.

    Attributes:
        kind: What it is: a joint of a fixed tendon; a site, a pulley or a geometry of a spatial one.
        path: Prim, which for a joint of several axes is followed by ":" and the axis; empty for a pulley.
        factor: Weight of a joint; divisor of a pulley; 1 for others.
        side: Site on whose side the tendon goes round a geometry; empty for any.
    """

    kind: Literal["joint", "site", "geom", "pulley"]
    path: str
    factor: float = 1.0
    side: str = ""


@dataclass(frozen=True)
class TendonSite:
    """A point that a tendon passes.

    Attributes:
        body: Body that it moves with; None for the world.
        position: Where it is in the body's frame, or in the world [m], shape (3,).
    """

    body: str | None
    position: np.ndarray


@dataclass(frozen=True)
class Tendon:
    """One tendon. The length of a fixed one is a weighted sum of joint positions.

    Attributes:
        path: Name in specs, which begins with the path of a prim.
        name: Name that users see.
        kind: Fixed or spatial.
        wraps: What it passes.
        sites: The sites among them, and those beside geometries, by path.
        limits: Bounds of its length with the offset [m or rad], None without.
        rest: Least and largest length, with the offset, at which its spring rests; None for that at the start.
        stiffness: Stiffness of its spring.
        damping: Damping.
        offset: What is added to its length.
        limit_stiffness: Stiffness of its limits; None for MuJoCo's own.
        force_scale: Force for each unit of stiffness and damping, because efforts are weighted otherwise than lengths.
        force_limits: Least and largest force of its spring and its damping together; None without.
        engine_fields: Further fields of the engine's tendon.
    """

    path: str
    name: str
    kind: Literal["fixed", "spatial"]
    wraps: tuple[TendonWrap, ...]
    sites: dict[str, TendonSite] = field(default_factory=dict)
    limits: tuple[float, float] | None = None
    rest: tuple[float, float] | None = None
    stiffness: float = 0.0
    damping: float = 0.0
    offset: float = 0.0
    limit_stiffness: float | None = None
    force_scale: float = 1.0
    force_limits: tuple[float, float] | None = None
    engine_fields: dict[str, Any] = field(default_factory=dict)

    def moved(self, shift: np.ndarray) -> Tendon:
        """The tendon with what does not move shifted in the world [m], shape (3,)."""
        sites = {
            path: replace(site, position=site.position + shift) if site.body is None else site
            for path, site in self.sites.items()
        }
        return replace(self, sites=sites)


def add_tendons(
    spec: mujoco.MjSpec, tendons: list[Tendon], joints: Mapping[str, Joint], notices: Notices
) -> dict[str, TendonProperties]:
    """Add the tendons of one environment; return what the engine does not know of them, by their names in the spec.

    Raises:
        ValueError: A fixed tendon passes a joint without a coordinate of its own.
    """
    present = [tendon for tendon in tendons if _is_complete(spec, tendon, joints, notices)]
    for tendon in present:
        _add_tendon(spec, tendon)
    return {
        tendon.path: TendonProperties(
            tendon.name, tendon.kind, tendon.offset, tendon.limit_stiffness, tendon.limits, tendon.force_scale
        )
        for tendon in present
    }


def _is_complete(spec: mujoco.MjSpec, tendon: Tendon, joints: Mapping[str, Joint], notices: Notices) -> bool:
    """Whether all that a tendon passes is in the spec; what is not is remarked on."""
    for wrap in tendon.wraps:
        if wrap.kind == "joint":
            _require_coordinate(tendon, wrap, joints)
        there = {"joint": spec.joint, "geom": spec.geom}.get(wrap.kind)
        if there is not None and there(wrap.path) is None:
            notices.warn(f"The tendon is left out: it passes '{wrap.path}', which is not simulated", tendon.path)
            return False
    return True


def _require_coordinate(tendon: Tendon, wrap: TendonWrap, joints: Mapping[str, Joint]) -> None:
    joint = joints.get(wrap.path)
    if joint is not None and (len(joint.dofs) != 1 or joint.dofs[0].kind == BALL):
        raise ValueError(
            f"Tendon '{tendon.path}' passes joint '{wrap.path}', which is {joint.type}: it should be a revolute or "
            "prismatic joint, or name one axis of several ('jointAxis')."
        )


def _add_tendon(spec: mujoco.MjSpec, tendon: Tendon) -> None:
    """Add a tendon to the model, with the sites on its way."""
    lower, upper = tendon.limits or (-UNLIMITED, UNLIMITED)
    # Every tendon has limits, if only ones that nothing reaches: users may set others while it is simulated.
    element = spec.add_tendon(name=tendon.path, limited=mujoco.mjtLimited.mjLIMITED_TRUE)
    lower, upper = np.clip([lower - tendon.offset, upper - tendon.offset], -UNLIMITED, UNLIMITED)
    element.range = (lower, max(upper, lower + 1e-6))  # the engine wants an open interval
    if tendon.rest is not None:
        element.springlength = [length - tendon.offset for length in tendon.rest]
    if tendon.force_limits is None:
        element.stiffness = [tendon.force_scale * tendon.stiffness, 0.0, 0.0]
        element.damping = [tendon.force_scale * tendon.damping, 0.0, 0.0]
    else:
        _add_limited_spring(spec, tendon, tendon.force_limits)
    for name, value in tendon.engine_fields.items():
        setattr(element, name, value)
    for path, site in tendon.sites.items():
        if spec.site(path) is None:
            body = spec.worldbody if site.body is None else spec.body(site.body)
            body.add_site(name=path, pos=site.position)
    for wrap in tendon.wraps:
        if wrap.kind == "joint":
            element.wrap_joint(wrap.path, wrap.factor)
        elif wrap.kind == "site":
            element.wrap_site(wrap.path)
        elif wrap.kind == "geom":
            element.wrap_geom(wrap.path, wrap.side)
        else:
            element.wrap_pulley(wrap.factor)


def _add_limited_spring(spec: mujoco.MjSpec, tendon: Tendon, force_limits: tuple[float, float]) -> None:
    """Add an actuator whose bias is spring and damping: the engine's springs have no limits."""
    actuator = spec.add_actuator(
        name=tendon.path,
        trntype=mujoco.mjtTrn.mjTRN_TENDON,
        target=tendon.path,
        biastype=mujoco.mjtBias.mjBIAS_AFFINE,
        ctrllimited=mujoco.mjtLimited.mjLIMITED_FALSE,
        forcelimited=mujoco.mjtLimited.mjLIMITED_TRUE,
        forcerange=force_limits,
    )
    rest = tendon.rest[0] - tendon.offset if tendon.rest else 0.0
    actuator.biasprm[:3] = (tendon.stiffness * rest, -tendon.stiffness, -tendon.damping)
