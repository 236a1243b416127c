"""Joints that follow another joint."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from pxr import Usd

from .attributes import authored, number


@dataclass(frozen=True)
class Mimic:
    """A polynomial from the coordinate of a leading joint to that of the following one.

    ``q - follower_reference = sum_i coefficients[i] * (q_leader - leader_reference)^i``, where the references are the
    coordinates at which the frames of each joint coincide if ``from_references``, else zero.

    Attributes:
        leader: Path of the leading joint.
        coefficients: Coefficients from the constant one on, in SI units, shape (5,). The constant one is in the
            follower's unit, but in degrees where that turns (the unit is known only with the joint).
        from_references: Whether coordinates count from the joints' references.
    """

    leader: str
    coefficients: np.ndarray
    from_references: bool

    def from_start(
        self, angular: bool, start: float, reference: float, leader_start: float, leader_reference: float
    ) -> np.ndarray:
        """Coefficients with both coordinates counted from where they start, as MuJoCo has them, shape (5,).

        Args:
            angular: Whether the follower turns.
            start: Coordinate at which the follower starts.
            reference: Coordinate at which the follower's frames coincide.
            leader_start: Coordinate at which the leader starts.
            leader_reference: Coordinate at which the leader's frames coincide.
        """
        coefficients = self.coefficients.copy()
        if angular:
            coefficients[0] = math.radians(coefficients[0])
        if not self.from_references:
            reference = leader_reference = 0.0
        polynomial = np.polynomial.Polynomial(coefficients)
        shifted = polynomial(np.polynomial.Polynomial([leader_start - leader_reference, 1.0]))
        result = np.zeros(5)
        result[: len(shifted.coef)] = shifted.coef
        result[0] += reference - start
        return result


def read_mimic(prim: Usd.Prim) -> Mimic | None:
    """Read the mimic schemas of PhysX and of MuJoCo and Newton from a joint; None where there are none.

    Raises:
        ValueError: The leading joint is missing.
    """
    for token in ("rotX", "rotY", "rotZ"):
        prefix = f"physxMimicJoint:{token}"
        if prim.GetRelationship(f"{prefix}:referenceJoint"):
            gearing, offset = number(prim, f"{prefix}:gearing", 1.0), number(prim, f"{prefix}:offset", 0.0)
            leader = _leader(prim, f"{prefix}:referenceJoint")
            return Mimic(leader, np.array([-offset, -gearing, 0.0, 0.0, 0.0]), from_references=False)
    if prim.GetRelationship("newton:mimicJoint") and authored(prim, "newton:mimicEnabled") is not False:
        names = ("newton:mimicCoef0", "newton:mimicCoef1", "mjc:coef2", "mjc:coef3", "mjc:coef4")
        values = [number(prim, name, float(name == "newton:mimicCoef1")) for name in names]
        return Mimic(_leader(prim, "newton:mimicJoint"), np.array(values), from_references=True)
    return None


def _leader(prim: Usd.Prim, relationship: str) -> str:
    targets = prim.GetRelationship(relationship).GetTargets()
    if len(targets) != 1 or not prim.GetStage().GetPrimAtPath(targets[0]):
        given = ", ".join(map(str, targets)) or "nothing"
        raise ValueError(f"Joint '{prim.GetPath()}' names {given} as '{relationship}'; expected one joint to follow.")
    return str(targets[0])
