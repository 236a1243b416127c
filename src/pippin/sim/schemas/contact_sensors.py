"""Bodies that report their contacts."""

from __future__ import annotations

from pxr import Sdf, Usd, UsdPhysics

from ..layers import sentence_on_missing_parts
from ..stage import given_stage
from .nested import modify_nested


def activate_contact_sensors(prim_path: str, threshold: float = 0.0, stage: Usd.Stage | None = None) -> None:
    """Let all rigid bodies at or below a path report their contacts, and never sleep.

    Args:
        prim_path: Path of the prim to begin with.
        threshold: Least force of a contact that is reported [N].
        stage: Stage; None takes the current one.

    Raises:
        TypeError: The threshold is no number.
        ValueError: There is no prim at the path, no rigid body at or below it, or the threshold is negative.
    """
    if not isinstance(threshold, (int, float)):
        raise TypeError(f"'threshold' is {threshold!r:.80}; expected a force in newtons.")
    if not threshold >= 0.0:
        raise ValueError(f"The threshold of contact sensors is {threshold!r}: it should be at least 0 N.")

    def modify(prim: Usd.Prim) -> None:
        let_report(prim, threshold)

    if not modify_nested(prim_path, lambda prim: prim.HasAPI(UsdPhysics.RigidBodyAPI), modify, stage):
        reason = sentence_on_missing_parts(given_stage(stage))
        raise ValueError(
            f"No rigid body at or below '{prim_path}' could report its contacts; expected one or more.{reason}"
        )


def let_report(prim: Usd.Prim, threshold: float = 0.0) -> None:
    """Let one rigid body report its contacts, and never sleep.

    Args:
        prim: Prim of the body.
        threshold: Least force of a contact that is reported [N].
    """
    prim.AddAppliedSchema("PhysxRigidBodyAPI")
    prim.CreateAttribute("physxRigidBody:sleepThreshold", Sdf.ValueTypeNames.Float, custom=False).Set(0.0)
    prim.AddAppliedSchema("PhysxContactReportAPI")
    prim.CreateAttribute("physxContactReport:threshold", Sdf.ValueTypeNames.Float, custom=False).Set(threshold)
