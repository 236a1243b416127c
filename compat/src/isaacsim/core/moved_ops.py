"""What ``xformOp`` attributes of bodies would hold while the simulation plays, from where the engine has these.

The stage itself is not written to. Of a prim's operations, one translation (``xformOp:translate``) and one rotation say
where it is; all others, such as scales and pivots, are those of the stage. Each value has its attribute's type.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pxr import Gf, Usd, UsdGeom

from pippin_isaac.omni_kit import say_once

from .moved_prims import NOW, local_transform

X, Y, Z = Gf.Vec3d.XAxis(), Gf.Vec3d.YAxis(), Gf.Vec3d.ZAxis()

Op = UsdGeom.XformOp

ORDERS = {
    Op.TypeRotateXYZ: (0, 1, 2),
    Op.TypeRotateXZY: (0, 2, 1),
    Op.TypeRotateYXZ: (1, 0, 2),
    Op.TypeRotateYZX: (1, 2, 0),
    Op.TypeRotateZXY: (2, 0, 1),
    Op.TypeRotateZYX: (2, 1, 0),
}
"""Axes of the rotations by three angles, the first one first."""

AXES = {Op.TypeRotateX: X, Op.TypeRotateY: Y, Op.TypeRotateZ: Z}
"""Axis of the rotations by one angle."""

ROTATIONS = {Op.TypeOrient, *ORDERS, *AXES}

SAME_ROTATION = 1e-6
"""Difference of quaternions up to which a rotation about one axis says how a prim lies: that of single precision."""


def values_now(prim: Usd.Prim) -> dict[str, Any]:
    """Values of the operations that say where a prim is, by their attributes' names."""
    ops = UsdGeom.Xformable(prim).GetOrderedXformOps()
    local = local_transform(prim)
    if [op.GetOpType() for op in ops] == [Op.TypeTransform]:
        return {ops[0].GetName(): local}
    matrices = [op.GetOpTransform(NOW) for op in ops]
    values = {}
    turns = [i for i, op in enumerate(ops) if op.GetOpType() in ROTATIONS]
    if len(turns) == 1:
        i = turns[0]
        rotation = _product(matrices[i + 1 :]).GetInverse() * local * _product(matrices[:i]).GetInverse()
        quat = rotation.RemoveScaleShear().ExtractRotationQuat().GetNormalized()
        matrices[i] = Gf.Matrix4d().SetRotate(quat)
        values[ops[i].GetName()] = _rotation(ops[i], quat)
    elif turns:
        _tell(prim)
    for i, op in enumerate(ops):
        if op.GetOpName() == "xformOp:translate":
            place = _product(matrices[:i]).GetInverse().Transform(local.ExtractTranslation())
            kind = op.GetAttr().GetTypeName().type.pythonClass
            values[op.GetName()] = kind(place - _product(matrices[i + 1 :]).ExtractTranslation())
    return values


def copy_with(prim: Usd.Prim, values: Mapping[str, Any]) -> tuple[Usd.Stage, Usd.Prim]:
    """A prim with the same operations and other values of some of them, and the stage of its own that it is on."""
    stage = Usd.Stage.CreateInMemory()
    copy = stage.DefinePrim("/prim", "Xform")
    for op in UsdGeom.Xformable(prim).GetOrderedXformOps():
        attribute = op.GetAttr()
        value = values.get(op.GetName(), attribute.Get())
        if value is not None:
            copy.CreateAttribute(attribute.GetName(), attribute.GetTypeName()).Set(value)
    xformable = UsdGeom.Xformable(copy)
    xformable.CreateXformOpOrderAttr().Set(UsdGeom.Xformable(prim).GetXformOpOrderAttr().Get() or [])
    return stage, copy


def _product(matrices: list[Gf.Matrix4d]) -> Gf.Matrix4d:
    """Matrix of operations one after the other; the first is the outermost."""
    product = Gf.Matrix4d(1.0)
    for matrix in matrices:
        product = matrix * product
    return product


def _rotation(op: UsdGeom.XformOp, quat: Gf.Quatd) -> Any:
    """The value with which an operation rotates as a quaternion does; angles are in degrees."""
    if op.IsInverseOp():
        quat = quat.GetInverse()
    kind = op.GetAttr().GetTypeName().type.pythonClass
    if op.GetOpType() == Op.TypeOrient:
        return kind(quat)
    if op.GetOpType() in AXES:
        along = Gf.Dot(quat.GetImaginary(), AXES[op.GetOpType()])
        if 1.0 - math.hypot(along, quat.GetReal()) > SAME_ROTATION:
            _tell(op.GetAttr().GetPrim())
        return kind(math.degrees(2.0 * math.atan2(along, quat.GetReal())))
    order = ORDERS[op.GetOpType()]
    angles = Gf.Rotation(quat).Decompose(*((X, Y, Z)[axis] for axis in reversed(order)))
    by_axis = dict(zip(reversed(order), angles, strict=True))
    return kind(by_axis[0], by_axis[1], by_axis[2])


def _tell(prim: Usd.Prim) -> None:
    ops = ", ".join(op.GetOpName() for op in UsdGeom.Xformable(prim).GetOrderedXformOps())
    say_once(
        f"The rotations of '{prim.GetPath()}' ({ops}) cannot say how it lies while the simulation plays: expected one"
        " 'xformOp:orient'. 'ComputeLocalToWorldTransform' has it."
    )
