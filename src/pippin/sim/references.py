"""Files that prims refer to."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from pxr import Gf, Sdf, Tf, Usd, UsdGeom

from .files import check_file
from .stage import USD_SUFFIXES
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

    A file that says to measure in other units than metres, or that y is up, is scaled and turned to make up for it.

    Args:
        prim: Prim that is to refer to the file.
        usd_path: Path of the file.
        translation: Position in the parent's frame [m], shape (3,); None for the one in the file.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None for the one in the file.
        scale: Scale along the prim's own axes, shape (3,); None for the one in the file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not USD, has no prims, or is larger than 2 GiB.
    """
    layer = open_layer(usd_path)
    source = layer.defaultPrim or next((spec.name for spec in layer.rootPrims), "")
    source_path = Sdf.Path.absoluteRootPath.AppendPath(source) if source else Sdf.Path.emptyPath
    if not source or layer.GetPrimAtPath(source_path) is None:
        raise ValueError(f"The USD file '{usd_path}' holds no prim to refer to.")
    prim.GetReferences().AddReference(layer.identifier, source_path)
    _take_type_of_file(prim)
    if not UsdGeom.Xformable(prim):
        return
    meters, turn = _units(layer)
    if meters != 1.0 or turn.GetAngle() != 0.0:
        translation, orientation, scale = _adapted(prim, meters, turn, translation, orientation, scale)
    set_local_pose(prim, translation, orientation, scale)


def open_layer(usd_path: str) -> Sdf.Layer:
    """Open a USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not USD, or larger than 2 GiB.
    """
    path = check_file(usd_path, "USD", USD_SUFFIXES)
    try:
        layer = Sdf.Layer.FindOrOpen(path)
    except Tf.ErrorException as error:
        reason = " ".join(str(error).partition(" : '")[2].split()).rstrip("' ")
        raise ValueError(f"The USD file '{usd_path}' cannot be read: {reason}") from error
    if layer is None:
        raise ValueError(f"The USD file '{usd_path}' cannot be read.")
    return layer


def _take_type_of_file(prim: Usd.Prim) -> None:
    """Let a prim that was made as an Xform be the mesh, say, that its file makes it, if the file gives it a type."""
    own_type = prim.GetTypeName()
    prim.ClearTypeName()
    if not prim.GetTypeName():
        prim.SetTypeName(own_type)


def _units(layer: Sdf.Layer) -> tuple[float, Gf.Rotation]:
    """Length of the file's unit [m], and the turn from its axes to those with z up. What it does not say is ours."""
    root = layer.pseudoRoot
    meters = root.GetInfo("metersPerUnit") if root.HasInfo("metersPerUnit") else 1.0
    y_is_up = root.HasInfo("upAxis") and root.GetInfo("upAxis") == UsdGeom.Tokens.y
    if meters != 1.0 or y_is_up:
        up = "y" if y_is_up else "z"
        logger.warning("'%s' measures in units of %g m with %s up: it is adapted.", layer.identifier, meters, up)
    return meters, Gf.Rotation(Gf.Vec3d.XAxis(), 90.0 if y_is_up else 0.0)


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
