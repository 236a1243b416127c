"""Rigid bodies as the stage describes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from pxr import Usd, UsdPhysics

from pippin.sim.schemas.attributes import schemas_of

from ..contact_pairs import read_contact_filters
from ..grips import ATTRIBUTE as GRIPS
from ..grips import read_grips
from .attributes import UNLIMITED, authored, note_without_effect, number, read_numbers
from .mass import AuthoredMass, read_mass
from .notices import Notices
from .pose import Frames, Pose

VELOCITIES = frozenset({"physics:velocity", "physics:angularVelocity"})


@dataclass(frozen=True)
class Body:
    """One rigid body.

    Attributes:
        path: Prim path.
        pose: Frame of the prim in the world.
        kinematic: Whether the body is moved by hand and not by forces, as one is whose largest velocities are 0.
        gravity_compensation: Part of gravity that does not act on it.
        linear_damping: Rate at which air slows its translation [1/s].
        angular_damping: Rate at which air slows its rotation [1/s].
        depenetration_limit: How fast it leaves a body that it begins in, at most [m/s]; None without a limit.
        mass: What is authored about its mass.
        reports_contacts: Whether the forces of its contacts are measured.
        contact_filters: Of the partners whose contacts with it are measured apart, capacity by expression.
        grips: Paths of the bodies that it may hold.
    """

    path: str
    pose: Pose
    kinematic: bool
    gravity_compensation: float
    linear_damping: float
    angular_damping: float
    depenetration_limit: float | None
    mass: AuthoredMass
    reports_contacts: bool
    contact_filters: dict[str, int] = field(default_factory=dict)
    grips: tuple[str, ...] = ()

    def moved(self, offset: np.ndarray) -> Body:
        """The same body, shifted in its frame of reference [m], shape (3,)."""
        return replace(self, pose=self.pose.moved(offset))


def read_body(prim: Usd.Prim, frames: Frames, notices: Notices) -> Body:
    """Read one rigid body.

    Raises:
        ValueError: An attribute is negative or not finite where that makes no sense.
    """
    note_without_effect(prim, notices)
    if not VELOCITIES.isdisjoint(prim.GetAuthoredPropertyNames()):
        _note_initial_velocity(prim, notices)
    no_gravity = authored(prim, "physxRigidBody:disableGravity")
    dampings = {"physxRigidBody:linearDamping": 0.0, "physxRigidBody:angularDamping": 0.0}
    linear_damping, angular_damping = read_numbers(prim, dampings, positive=True)
    limit = number(prim, "physxRigidBody:maxDepenetrationVelocity", np.inf, positive=True)
    return Body(
        path=str(prim.GetPath()),
        pose=frames.pose(prim),
        kinematic=bool(UsdPhysics.RigidBodyAPI(prim).GetKinematicEnabledAttr().Get()) or _may_not_move(prim),
        gravity_compensation=number(prim, "mjc:gravcomp", 1.0 if no_gravity else 0.0),
        linear_damping=linear_damping,
        angular_damping=angular_damping,
        depenetration_limit=limit if limit < UNLIMITED else None,
        mass=read_mass(prim, frames),
        reports_contacts="PhysxContactReportAPI" in schemas_of(prim),
        contact_filters=read_contact_filters(prim),
        grips=read_grips(prim) if prim.HasAttribute(GRIPS) else (),
    )


def _may_not_move(prim: Usd.Prim) -> bool:
    """Whether the largest velocities of a body are 0, by which programs let boxes float where they are put."""
    limits = ("physxRigidBody:maxLinearVelocity", "physxRigidBody:maxAngularVelocity")
    return all(authored(prim, name) == 0.0 for name in limits)


def _note_initial_velocity(prim: Usd.Prim, notices: Notices) -> None:
    for name in sorted(VELOCITIES.intersection(prim.GetAuthoredPropertyNames())):
        value = authored(prim, name)
        if value is not None and np.any(np.array(value) != 0.0):
            notices.warn(f"'{name}' is not read: bodies start at rest until a velocity is written", str(prim.GetPath()))
