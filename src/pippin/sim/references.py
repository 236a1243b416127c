"""Files that prims refer to."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from pxr import Gf, Sdf, Tf, Usd, UsdGeom

from .layers import missing_parts, open_layer, reason_of
from .units import Units, adapt_physics, meters_of, units_of
from .xforms import set_local_pose

logger = logging.getLogger("pippin")


def add_reference(
    prim: Usd.Prim,
    usd_path: str,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
) -> None:
    """Let a prim be the default prim of a USD file, or its first one where the file names none, and place it.

    A file that says to measure in another unit than the stage, or that y is up, is scaled and turned to make up for it,
    and the numbers of its physics are written anew. So are those of a file that has other units of mass than kilograms.

    Args:
        prim: Prim that is to refer to the file.
        usd_path: Path of the file.
        translation: Position in the parent's frame [unit of the stage], shape (3,); None for the one in the file.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None for the one in the file.
        scale: Scale along the prim's own axes, shape (3,); None for the one in the file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not USD, has no prims, or is larger than 2 GiB.
    """
    layer = open_layer(usd_path)
    source_path = _source_path(layer, usd_path)
    known = set(missing_parts(prim.GetStage()))
    try:
        prim.GetReferences().AddReference(layer.identifier, source_path)
        _place(prim, layer, usd_path, translation, orientation, scale)
    except (Tf.ErrorException, ValueError) as error:
        reason = reason_of(error) if isinstance(error, Tf.ErrorException) else error
        raise ValueError(f"The USD file '{usd_path}' cannot be referred to: {reason}") from error
    for part in missing_parts(prim.GetStage()):
        if part not in known:
            logger.warning("Of '%s' a part is left out: %s", usd_path, part)


def _source_path(layer: Sdf.Layer, usd_path: str) -> Sdf.Path:
    """Path of the prim that others mean who refer to a file.

    Raises:
        ValueError: There is none.
    """
    source = layer.defaultPrim or next((spec.name for spec in layer.rootPrims), "")
    if source and not Sdf.Path.IsValidPathString(source):
        raise ValueError(
            f"The USD file '{usd_path}' names '{source:.100}' as its default prim; expected the name of a prim."
        )
    path = Sdf.Path(f"/{source.lstrip('/')}") if source else Sdf.Path.emptyPath
    if layer.GetPrimAtPath(path) is None:
        raise ValueError(f"The USD file '{usd_path}' holds no prim to refer to: give it a default prim.")
    return path


def _place(
    prim: Usd.Prim,
    layer: Sdf.Layer,
    usd_path: str,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
    scale: Sequence[float] | None,
) -> None:
    """Give a prim that refers to a layer the type that it has there, and its pose in the stage's unit with z up."""
    _take_type_of_file(prim)
    units = units_of(layer)
    units = units._replace(meters=units.meters / meters_of(prim.GetStage()))
    meters, kilograms, up_axis = units
    if meters != 1.0 or kilograms != 1.0:
        adapt_physics(prim, units, usd_path)
    if units != Units():
        mass = "" if kilograms == 1.0 else f" and {kilograms:g} kg"
        logger.warning(
            "'%s' measures in units of %g m%s with %s up: it is adapted.",
            *(usd_path, units_of(layer).meters, mass, up_axis),
        )
    if not UsdGeom.Xformable(prim):
        return
    if meters != 1.0 or up_axis != UsdGeom.Tokens.z:
        turn = Gf.Rotation(Gf.Vec3d.XAxis(), 90.0 if up_axis == UsdGeom.Tokens.y else 0.0)
        translation, orientation, scale = _adapted(prim, meters, turn, translation, orientation, scale)
    set_local_pose(prim, translation, orientation, scale)


def _take_type_of_file(prim: Usd.Prim) -> None:
    """Let a prim that was made as an Xform be the mesh, say, that its file makes it, if the file gives it a type."""
    own_type = prim.GetTypeName()
    prim.ClearTypeName()
    if not prim.GetTypeName():
        prim.SetTypeName(own_type)


def _adapted(
    prim: Usd.Prim,
    meters: float,
    turn: Gf.Rotation,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
    scale: Sequence[float] | None,
) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    """Pose and scale of a prim whose content has other units or axes: given in ours, or else in the file's."""
    in_file = Gf.Transform(UsdGeom.Xformable(prim).GetLocalTransformation())
    if translation is None:
        translation = tuple(turn.TransformDir(in_file.GetTranslation()) * meters)
    if orientation is None:
        rotation = in_file.GetRotation() * turn
    else:
        x, y, z, w = orientation
        rotation = turn * Gf.Rotation(Gf.Quatd(w, x, y, z))
    factors = in_file.GetScale() if scale is None else scale
    quat = rotation.GetQuat()
    return translation, (*quat.GetImaginary(), quat.GetReal()), [factor * meters for factor in factors]
