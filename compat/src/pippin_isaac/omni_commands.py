"""Omniverse's commands, by which programs edit the stage (``omni.kit.commands.execute``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import trimesh
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from isaacsim.core import sensors
from isaacsim.core.stage import add_reference_to_stage
from pippin.sim import (
    convert_world_pose_to_local,
    create_prim,
    delete_prim,
    get_current_stage,
    get_next_free_path,
    get_prim,
    resolve_prim_pose,
    set_local_pose,
    spawners,
)
from pippin.sim.converters.authoring import define_mesh
from pippin.sim.prims import set_attribute

from . import omni_importers as importers
from .omni_app import get_material_prim_path
from .omni_kit import say_once
from .omni_physx_scripts import setRigidBody


def create_prim_at_free_path(
    prim_type: str, prim_path: str | None = None, attributes: Mapping[str, Any] | None = None, **others: Any
) -> str:
    """Make a prim, at a free path if the one that is asked for is taken."""
    path = get_next_free_path(prim_path or f"/World/{prim_type}")
    create_prim(path, prim_type, attributes=attributes)
    return path


_MESHES: dict[str, Callable[[], Any]] = {
    "Cube": lambda: trimesh.creation.box(extents=(1.0, 1.0, 1.0)),
    "Sphere": lambda: trimesh.creation.uv_sphere(radius=0.5),
    "Cylinder": lambda: trimesh.creation.cylinder(radius=0.5, height=1.0),
    "Cone": lambda: trimesh.creation.cone(radius=0.5, height=1.0).apply_translation((0.0, 0.0, -0.5)),
    "Torus": lambda: trimesh.creation.torus(major_radius=0.375, minor_radius=0.125),
}
"""Meshes that fill a cube of 1 m around their origin, in which Omniverse makes them, too; z is their axis."""


def create_mesh_prim(prim_type: str, prim_path: str | None = None, half_scale: float = 0.5, **others: Any) -> str:
    """Make a triangle mesh, at a free path if the one that is asked for is taken.

    Args:
        prim_type: What it looks like, as :data:`_MESHES` names it.
        prim_path: Path of the prim.
        half_scale: Half the edge of the cube that it fills [m].
        others: Without effect: segments and divisions of the mesh.

    Raises:
        NotImplementedError: There is no such mesh here.
    """
    if prim_type not in _MESHES:
        raise NotImplementedError(f"CreateMeshPrim makes no '{prim_type}': there are {', '.join(_MESHES)}.")
    mesh = _MESHES[prim_type]()
    path = Sdf.Path(get_next_free_path(str(prim_path or f"/World/{prim_type}")))
    vertices = 2.0 * half_scale * np.asarray(mesh.vertices)
    return str(define_mesh(get_current_stage(), path, vertices, mesh.faces, pose=np.eye(4)).GetPath())


def delete_prims(paths: Sequence[Any], **others: Any) -> None:
    """Remove prims."""
    delete_prim([str(path) for path in paths])


def move_prim(path_from: Any, path_to: Any, keep_world_transform: bool = True, **others: Any) -> None:
    """Move a prim with all that is below it; it stays where it is in the world unless it shall not.

    Raises:
        ValueError: There is no such prim, or USD cannot move it, as what a file brought cannot leave it.
    """
    prim = get_prim(str(path_from))
    pose = resolve_prim_pose(prim) if keep_world_transform and UsdGeom.Xformable(prim) else None
    editor = Usd.NamespaceEditor(prim.GetStage())
    if not (editor.MovePrimAtPath(str(path_from), str(path_to)) and editor.CanApplyEdits() and editor.ApplyEdits()):
        raise ValueError(f"'{path_from}' cannot be moved to '{path_to}': USD refuses it.")
    if pose is not None:
        moved = get_prim(str(path_to))
        set_local_pose(moved, *convert_world_pose_to_local(*pose, moved.GetParent()))


def copy_prim(path_from: Any, path_to: Any = None, **others: Any) -> str:
    """Copy a prim with all that is below it, to a free path if none is given.

    Raises:
        ValueError: There is no such prim on the stage's own layer.
    """
    target = str(path_to or get_next_free_path(str(path_from)))
    layer = get_current_stage().GetEditTarget().GetLayer()
    if layer.GetPrimAtPath(str(path_from)) is None:
        raise ValueError(f"'{path_from}' is no prim of the layer that is edited; expected one to copy.")
    Sdf.CreatePrimInLayer(layer, target)
    Sdf.CopySpec(layer, str(path_from), layer, target)
    return target


def change_property(prop_path: Any, value: Any, prev: Any = None, **others: Any) -> None:
    """Write an attribute of a prim."""
    path = Sdf.Path(str(prop_path))
    set_attribute(get_prim(str(path.GetPrimPath())), path.name, value)


def create_reference(path_to: Any, asset_path: str, usd_context: Any = None, **others: Any) -> str:
    """Put what a USD file describes on the stage."""
    return str(add_reference_to_stage(asset_path, str(path_to)).GetPath())


def create_mdl_material(mtl_url: str, mtl_name: str, mtl_path: Any, **others: Any) -> str:
    """Make what stands for a material of an MDL file, a grey surface, at a path."""
    cfg = spawners.MdlFileCfg(mdl_path=str(mtl_url))
    cfg.func(str(mtl_path), cfg)
    return str(mtl_path)


def create_library_material(
    mdl_name: str, mtl_name: str, mtl_created_list: list[str] | None = None, **others: Any
) -> None:
    """Make what stands for a material of Omniverse's library, and put its path into the list.

    Args:
        mdl_name: File of the material.
        mtl_name: Name of the material in it.
        mtl_created_list: The path is appended, unless it is there.
        others: Without effect: nothing is selected, and so nothing bound to the selection.
    """
    path = create_mdl_material(mdl_name, mtl_name, get_material_prim_path(mtl_name)[1])
    if mtl_created_list is not None and path not in mtl_created_list:
        mtl_created_list.append(path)


def bind_material(prim_path: Any, material_path: Any, strength: str | None = None, **others: Any) -> None:
    """Give prims the look of a material."""
    for path in [prim_path] if isinstance(prim_path, (str, Sdf.Path)) else prim_path:
        spawners.bind_visual_material(str(path), str(material_path), stronger_than_descendants=True)


def transform_prim(path: Any, new_transform_matrix: Gf.Matrix4d, **others: Any) -> None:
    """Place a prim in its parent's frame by a matrix, whose rows are USD's."""
    transform = Gf.Transform(new_transform_matrix)
    quaternion = transform.GetRotation().GetQuat()
    orientation = (*quaternion.GetImaginary(), quaternion.GetReal())
    set_local_pose(get_prim(str(path)), transform.GetTranslation(), orientation, transform.GetScale())


def transform_prim_by_parts(
    path: Any,
    new_translation: Sequence[float] | None = None,
    new_rotation_euler: Sequence[float] | None = None,
    new_scale: Sequence[float] | None = None,
    **others: Any,
) -> None:
    """Place a prim in its parent's frame: position, turns about the fixed axes x, y and z [degrees], and scale."""
    turned = new_rotation_euler is not None
    orientation = Rotation.from_euler("xyz", list(new_rotation_euler), degrees=True).as_quat() if turned else None
    set_local_pose(get_prim(str(path)), new_translation, orientation, new_scale)


def add_ground_plane(
    stage: Any = None, planePath: str = "/World/groundPlane", position: Sequence[float] = (0.0, 0.0, 0.0), **others: Any
) -> str:
    """Add a ground plane, whose normal is z."""
    path, cfg = get_next_free_path(str(planePath)), spawners.GroundPlaneCfg()
    cfg.func(path, cfg, translation=tuple(position))
    return path


def add_physics_scene(stage: Any = None, path: str = "/physicsScene", **others: Any) -> str:
    """Define a physics scene."""
    return str(UsdPhysics.Scene.Define(get_current_stage(), str(path)).GetPath())


def set_rigid_body(path: Any, approximationShape: str = "convexHull", kinematic: bool = False, **others: Any) -> None:
    """Make a prim a rigid body whose shapes collide."""
    setRigidBody(get_prim(str(path)), approximationShape, kinematic)


COMMANDS: dict[str, Callable[..., Any]] = {
    "URDFCreateImportConfig": importers.UrdfImportConfig,
    "URDFParseFile": importers.parse_urdf_file,
    "URDFParseText": importers.parse_urdf_text,
    "URDFImportRobot": importers.import_urdf_robot,
    "URDFParseAndImportFile": importers.import_urdf_file,
    "MJCFCreateImportConfig": importers.MjcfImportConfig,
    "MJCFCreateAsset": importers.import_mjcf_file,
    "CreatePrim": create_prim_at_free_path,
    "CreatePrimWithDefaultXform": create_prim_at_free_path,
    "CreateMeshPrim": create_mesh_prim,
    "CreateMeshPrimWithDefaultXform": create_mesh_prim,
    "DeletePrims": delete_prims,
    "MovePrim": move_prim,
    "CopyPrim": copy_prim,
    "ChangeProperty": change_property,
    "CreateReference": create_reference,
    "BindMaterial": bind_material,
    "CreateMdlMaterialPrim": create_mdl_material,
    "CreateAndBindMdlMaterialFromLibrary": create_library_material,
    "TransformPrim": transform_prim,
    "TransformPrimSRT": transform_prim_by_parts,
    "AddGroundPlane": add_ground_plane,
    "AddPhysicsScene": add_physics_scene,
    "SetRigidBody": set_rigid_body,
    "IsaacSensorCreateContactSensor": sensors.create_contact_sensor,
    "IsaacSensorCreateImuSensor": sensors.create_imu_sensor,
}
"""What commands are called, without "Command" at the end of their names."""


def execute(name: str, **arguments: Any) -> tuple[bool, Any]:
    """Carry out a command.

    Others than those of :data:`COMMANDS` (selection, menus, windows) have no effect, which a warning says once.

    Args:
        name: Name of the command, with or without "Command" at its end.
        arguments: Its arguments.

    Returns:
        Whether there is such a command, and its result.
    """
    command = COMMANDS.get(name.removesuffix("Command"))
    if command is None:
        say_once(f"omni.kit.commands: '{name}' is a command of Omniverse's application and has no effect.")
        return False, None
    return True, command(**arguments)


def make_command(name: str) -> type[_Command]:
    """Make the class of a command, as ``omni.usd.commands`` has them.

    Raises:
        AttributeError: Classes of commands are not called so.
    """
    if not name.endswith("Command"):
        raise AttributeError(f"omni.usd.commands has no '{name}'")
    return type(name, (_Command,), {"__module__": __name__})


class _Command:
    """A command that is carried out when a program says so."""

    def __init__(self, *args: Any, **arguments: Any) -> None:
        self._args, self._arguments = args, arguments

    def do(self) -> Any:
        """Carry it out, and return its result."""
        name = type(self).__name__
        if self._args and (command := COMMANDS.get(name.removesuffix("Command"))) is not None:
            return command(*self._args, **self._arguments)
        return execute(name, **self._arguments)[1]
