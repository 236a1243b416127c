"""Assets as USD: written as MJCF, which the converter of MJCF files turns into prims with physics schemas."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from ...sim.converters import convert_mjcf
from ...sim.converters.authoring import quatd, set_pose
from .asset import AssetDescription


@dataclass(frozen=True)
class JointDrive:
    """Drive of one degree of freedom.

    Attributes:
        name: Name of the joint.
        stiffness: Stiffness [N m/rad or N/m].
        damping: Damping [N m s/rad or N s/m].
        effort_limit: Limit of the effort [N m or N]; inf without.
    """

    name: str
    stiffness: float
    damping: float
    effort_limit: float


def asset_layer(asset: AssetDescription, drives: Iterable[JointDrive] = ()) -> Sdf.Layer:
    """Describe an asset as a USD layer, whose default prim it is, its root body at the origin.

    Args:
        asset: The asset. Its tendons are left out.
        drives: Drives of its joints. Those of joints about several axes are left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{asset.name}.xml"
        path.write_text(_as_mjcf(asset), encoding="utf-8")
        usd = convert_mjcf(path, usd_dir=folder, self_collision=True)
        layer = Usd.Stage.Open(usd).Flatten()
    stage = Usd.Stage.Open(layer)
    joints = {prim.GetDisplayName() or prim.GetName(): prim for prim in stage.Traverse() if prim.IsA(UsdPhysics.Joint)}
    for drive in drives:
        if drive.name in joints:
            _add_drive(joints[drive.name], drive)
    return layer


def strip_physics(layer: Sdf.Layer) -> None:
    """Take all that is about physics off a layer: joints, bodies, colliders and their properties."""
    stage = Usd.Stage.Open(layer)
    for prim in list(stage.Traverse()):
        if not prim.IsValid():
            continue
        if prim.IsA(UsdPhysics.Joint) or prim.IsA(UsdPhysics.Scene) or prim.GetTypeName().startswith("Mjc"):
            stage.RemovePrim(prim.GetPath())
            continue
        for schema in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
            if schema.startswith(("Physics", "Physx", "Mjc", "Newton")):
                prim.RemoveAppliedSchema(schema)
        for name in prim.GetAuthoredPropertyNames():
            if name.startswith(("physics:", "physx", "mjc:", "newton:")):
                prim.RemoveProperty(name)


def place_prim(prim: UsdGeom.Xformable, position: np.ndarray, rotation: Rotation) -> None:
    """Put a prim to a position [m], shape (3,), with an orientation, in its parent's frame; its scale stays."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation.as_matrix(), position
    operations = {operation.GetOpName(): operation for operation in prim.GetOrderedXformOps()}
    if not operations:
        set_pose(prim.GetPrim(), pose)
        return
    operations["xformOp:translate"].Set(Gf.Vec3d(*pose[:3, 3].tolist()))
    operations["xformOp:orient"].Set(quatd(pose[:3, :3]))


def _as_mjcf(asset: AssetDescription) -> str:
    """Text of an MJCF of an asset, with the names of its file."""
    spec = asset.spec.copy()
    spec.modelname = asset.name
    for actuator in list(spec.actuators):
        spec.delete(actuator)
    for body in asset.bodies:
        element = spec.body(body.key)
        element.name, element.mocap = body.name, False
    for dof in asset.dofs:
        spec.joint(dof.key).name = dof.name
    for geom in spec.geoms:
        geom.name = ""
    spec.compile()
    return str(spec.to_xml())


def _add_drive(prim: Usd.Prim, drive: JointDrive) -> None:
    """Drive a joint. UsdPhysics has angles in degrees."""
    turns = prim.IsA(UsdPhysics.RevoluteJoint)
    unit = np.pi / 180.0 if turns else 1.0
    api = UsdPhysics.DriveAPI.Apply(prim, "angular" if turns else "linear")
    api.CreateTypeAttr("force")
    api.CreateStiffnessAttr(drive.stiffness * unit)
    api.CreateDampingAttr(drive.damping * unit)
    if np.isfinite(drive.effort_limit) and drive.effort_limit < mujoco.mjMAXVAL:
        api.CreateMaxForceAttr(drive.effort_limit)
