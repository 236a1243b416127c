"""Poses and scales of prims."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pxr import Gf, Usd, UsdGeom

from .environments import EnvironmentPlan
from .stage import check_prim

_PRECISION_OF_TYPE = {
    "float3": UsdGeom.XformOp.PrecisionFloat,
    "quatf": UsdGeom.XformOp.PrecisionFloat,
    "half3": UsdGeom.XformOp.PrecisionHalf,
    "quath": UsdGeom.XformOp.PrecisionHalf,
}


def set_local_pose(
    prim: Usd.Prim,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
) -> None:
    """Place a prim in its parent's frame. What is not given stays as it is.

    Whatever operations the prim was placed by, it has the three standard ones afterwards: translate, orient, scale.

    Args:
        prim: Prim that can be placed.
        translation: Position [m], shape (3,).
        orientation: Quaternion (x, y, z, w), shape (4,). It is normalised.
        scale: Scale along the prim's own axes, shape (3,).

    Raises:
        ValueError: The prim has no place, or a value is not of its shape, not finite, or a quaternion of zeros.
    """
    check_prim("prim", prim)
    xformable = UsdGeom.Xformable(prim)
    if not xformable:
        raise ValueError(
            f"The prim '{prim.GetPath()}' of type '{prim.GetTypeName()}' has no pose; expected an Xform or a shape."
        )
    present = Gf.Transform(xformable.GetLocalTransformation())
    quat = present.GetRotation().GetQuat()
    present_orientation = (*quat.GetImaginary(), quat.GetReal())
    position = _checked("translation", present.GetTranslation() if translation is None else translation, 3)
    rotation = _checked("orientation", present_orientation if orientation is None else orientation, 4)
    factors = _checked("scale", present.GetScale() if scale is None else scale, 3)
    norm = np.linalg.norm(rotation)
    if norm < 1e-6:
        raise ValueError(f"'orientation' of prim '{prim.GetPath()}' is a quaternion of zeros; expected a rotation.")
    x, y, z, w = (rotation / norm).tolist()

    xformable.ClearXformOpOrder()
    translate = xformable.AddTranslateOp(_precision(prim, "xformOp:translate"))
    orient = xformable.AddOrientOp(_precision(prim, "xformOp:orient"))
    resize = xformable.AddScaleOp(_precision(prim, "xformOp:scale"))
    _set(translate, Gf.Vec3d(*position.tolist()))
    _set(orient, Gf.Quatd(w, x, y, z))
    _set(resize, Gf.Vec3d(*factors.tolist()))


def place_templates(stage: Usd.Stage, plan: EnvironmentPlan) -> None:
    """Put the environments that are on the stage to their origins; how they are turned and scaled stays."""
    for env_id in plan.templates:
        prim = stage.GetPrimAtPath(plan.env_path(env_id))
        place, _ = convert_world_pose_to_local(plan.origins[env_id].tolist(), None, prim.GetParent())
        set_local_pose(prim, translation=place)


def resolve_prim_pose(
    prim: Usd.Prim, ref_prim: Usd.Prim | None = None
) -> tuple[tuple[float, float, float], tuple[float, float, float, float]]:
    """Pose of a prim's frame in the world, or in the frame of another prim. Scales on the way count for positions.

    Args:
        prim: Prim whose pose is wanted.
        ref_prim: Prim in whose frame, without its scale, the pose is given; None for the world.

    Returns:
        Position [m] and quaternion (x, y, z, w).

    Raises:
        ValueError: One of the prims is not valid.
    """
    check_prim("prim", prim)
    if ref_prim is not None:
        check_prim("ref_prim", ref_prim)
    for given in (prim, ref_prim):
        if given is not None:
            _check_on_stage(given)
    pose = _rigid_world_transform(prim)
    if ref_prim is not None and ref_prim.GetPath() != "/":
        pose = pose * _rigid_world_transform(ref_prim).GetInverse()
    quat = pose.ExtractRotationQuat().GetNormalized()
    return tuple(pose.ExtractTranslation()), (*quat.GetImaginary(), quat.GetReal())


def resolve_prim_scale(prim: Usd.Prim) -> tuple[float, float, float]:
    """Factors by which lengths along the prim's own axes grow in the world, parents' scales included.

    Raises:
        ValueError: The prim is not valid.
    """
    check_prim("prim", prim)
    _check_on_stage(prim)
    matrix = np.array(_world_transform(prim))[:3, :3]
    return tuple(np.linalg.norm(matrix, axis=1).tolist())


def convert_world_pose_to_local(
    position: Sequence[float], orientation: Sequence[float] | None, ref_prim: Usd.Prim
) -> tuple[tuple[float, float, float], tuple[float, float, float, float] | None]:
    """Return a pose in the world in the frame of a prim, its scale included.

    Args:
        position: Position in the world [m], shape (3,).
        orientation: Orientation in the world (x, y, z, w), shape (4,); None where it does not matter.
        ref_prim: Prim in whose frame the pose is wanted.

    Returns:
        Position in units of the prim's frame and quaternion (x, y, z, w), or None where none was given.

    Raises:
        ValueError: The prim is not valid, or a value is not of its shape.
    """
    check_prim("ref_prim", ref_prim)
    _check_on_stage(ref_prim)
    local = _world_transform(ref_prim).GetInverse().Transform(Gf.Vec3d(*_checked("position", position, 3).tolist()))
    if orientation is None:
        return tuple(local), None
    x, y, z, w = _checked("orientation", orientation, 4).tolist()
    quat = _rigid_world_transform(ref_prim).ExtractRotationQuat().GetInverse() * Gf.Quatd(w, x, y, z)
    return tuple(local), (*quat.GetImaginary(), quat.GetReal())


def _world_transform(prim: Usd.Prim) -> Gf.Matrix4d:
    """Transform from the prim's frame to the world, in USD's convention for row vectors."""
    return UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(Usd.TimeCode.Default()) if prim else Gf.Matrix4d(1.0)


def _rigid_world_transform(prim: Usd.Prim) -> Gf.Matrix4d:
    """The same without scale and shear."""
    return _world_transform(prim).RemoveScaleShear()


def _checked(name: str, value: Sequence[float], size: int) -> np.ndarray:
    """A given value as an array of finite numbers."""
    try:
        array = np.asarray(value)
        array = array.astype(float) if array.dtype.kind in "fiub" else np.zeros(0)
    except (TypeError, ValueError):  # lists of different lengths, and tensors without values
        array = np.zeros(0)
    if array.shape != (size,) or not np.isfinite(array).all():
        raise ValueError(f"The {name} is {value!r}: it should be {size} finite numbers.")
    return array


def _precision(prim: Usd.Prim, attribute: str) -> UsdGeom.XformOp.Precision:
    """Precision of an operation that the prim has already: its type cannot change; double for a new one."""
    existing = prim.GetAttribute(attribute)
    return _PRECISION_OF_TYPE.get(str(existing.GetTypeName()), UsdGeom.XformOp.PrecisionDouble)


def _set(operation: UsdGeom.XformOp, value: Gf.Vec3d | Gf.Quatd) -> None:
    """Write the value of an operation in the type of its attribute."""
    types = {"float3": Gf.Vec3f, "half3": Gf.Vec3h, "quatf": Gf.Quatf, "quath": Gf.Quath}
    operation.Set(types.get(str(operation.GetAttr().GetTypeName()), type(value))(value))


def _check_on_stage(prim: Usd.Prim) -> None:
    """Refuse a prim that was deleted."""
    if not prim.IsValid():
        raise ValueError(f"The prim '{prim.GetPath()}' is not on the stage any more: take it from its path again.")
