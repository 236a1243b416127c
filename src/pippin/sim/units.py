"""Units of files: what a file measures in, and its numbers of physics in metres and kilograms."""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

logger = logging.getLogger("pippin")


class Units(NamedTuple):
    """What a file measures in.

    Attributes:
        meters: Length of its unit [m].
        kilograms: Mass of its unit [kg].
        up_axis: Its axis that points up, "Y" or "Z".
    """

    meters: float = 1.0
    kilograms: float = 1.0
    up_axis: str = UsdGeom.Tokens.z


def units_of(layer: Sdf.Layer) -> Units:
    """Units of a file; one that does not say is taken to measure in metres and kilograms with Z up."""
    root, given = layer.pseudoRoot, {"meters": "metersPerUnit", "kilograms": "kilogramsPerUnit", "up_axis": "upAxis"}
    return Units(**{field: root.GetInfo(key) for field, key in given.items() if root.HasInfo(key)})


def meters_of(stage: Usd.Stage) -> float:
    """Length of a stage's unit [m]; one that does not say is taken to measure in metres."""
    return float(UsdGeom.GetStageMetersPerUnit(stage)) if UsdGeom.StageHasAuthoredMetersPerUnit(stage) else 1.0


_SLIDING = r"(linear|distance|trans[XYZ])"
_TURNING = r"(angular|rot[XYZ])"
_LENGTH, _MASS, _FORCE, _TORQUE, _INERTIA = (1, 0), (0, 1), (1, 1), (2, 1), (2, 1)
_DIMENSIONS: dict[str, tuple[int, int]] = {
    r"physics:mass": _MASS,
    r"physics:density": (-3, 1),
    r"physics:diagonalInertia": _INERTIA,
    r"physics:(min|max)Distance": _LENGTH,
    r"physics:breakForce": _FORCE,
    r"physics:breakTorque": _TORQUE,
    r"physxCollision:(contactOffset|restOffset|(minT|t)orsionalPatchRadius)": _LENGTH,
    r"physxRigidBody:max(Linear|Depenetration)Velocity": _LENGTH,
    r"physxMaterial:compliantContact(Stiffness|Damping)": _MASS,
    rf"(limit:{_SLIDING}:physics:(low|high)|state:{_SLIDING}:physics:(position|velocity))": _LENGTH,
    rf"drive:{_SLIDING}:physics:target(Position|Velocity)": _LENGTH,
    rf"drive:{_SLIDING}:physics:maxForce": _FORCE,
    rf"drive:{_TURNING}:physics:maxForce": _TORQUE,
    rf"physxJointAxis:{_SLIDING}:maxJointVelocity": _LENGTH,
    rf"physxJointAxis:{_SLIDING}:(armature|viscousFrictionCoefficient)": _MASS,
    rf"physxJointAxis:{_SLIDING}:(static|dynamic)FrictionEffort": _FORCE,
    rf"physxJointAxis:{_TURNING}:(armature|viscousFrictionCoefficient)": _INERTIA,
    rf"physxJointAxis:{_TURNING}:(static|dynamic)FrictionEffort": _TORQUE,
}
"""Powers of length and mass in the attributes of any prim; angles and times have the same units in all files."""
_OF_FORCE_DRIVES = {
    rf"drive:{_SLIDING}:physics:(stiffness|damping)": _MASS,
    rf"drive:{_TURNING}:physics:(stiffness|damping)": _TORQUE,
}
"""Those of drives; gains of a drive of type "acceleration" have neither length nor mass."""
_OF_SLIDES = {
    r"physics:(lower|upper)Limit|physxJoint:maxJointVelocity": _LENGTH,
    r"physxJoint:armature": _MASS,
    r"physxJoint:jointFriction": _FORCE,
}
_OF_HINGES = {r"physxJoint:armature": _INERTIA, r"physxJoint:jointFriction": _TORQUE}


def adapt_physics(prim: Usd.Prim, units: Units, usd_path: str) -> None:
    """Write the numbers of physics at and below a prim in the stage's units; those within instances stay.

    Lengths that geometry has, poses of joints among them, follow the scale of the prim.

    Args:
        prim: Prim that refers to a file.
        units: What the file measures in, in units of the stage.
        usd_path: The file, for the warning.
    """
    kept = []
    for each in Usd.PrimRange(prim, Usd.TraverseInstanceProxies()):
        for attribute in each.GetAuthoredAttributes():
            length, mass = _dimension(each, attribute.GetName())
            factor = units.meters**length * units.kilograms**mass
            value = attribute.Get() if factor != 1.0 else None
            if value is None:
                continue
            if each.IsInstanceProxy():
                kept.append(str(attribute.GetPath()))
            else:
                attribute.Set(value * factor)
    if kept:
        logger.warning(
            "%d numbers of '%s' are parts of instances and stay in its units, first '%s': make it uninstanceable.",
            *(len(kept), usd_path, kept[0]),
        )


def _dimension(prim: Usd.Prim, name: str) -> tuple[int, int]:
    """Powers of length and mass in an attribute."""
    tables = [_DIMENSIONS]
    if name.startswith("drive:"):
        instance = name.split(":")[1]
        kind = UsdPhysics.DriveAPI(prim, instance).GetTypeAttr().Get()
        tables += [_OF_FORCE_DRIVES] if kind != UsdPhysics.Tokens.acceleration else []
    elif prim.IsA(UsdPhysics.PrismaticJoint):
        tables.append(_OF_SLIDES)
    elif prim.IsA(UsdPhysics.RevoluteJoint):
        tables.append(_OF_HINGES)
    return next((found for table in tables for row, found in table.items() if re.fullmatch(row, name)), (0, 0))
