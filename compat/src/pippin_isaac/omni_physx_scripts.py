"""Functions of Omniverse's physics by which programs make bodies, colliders and grounds on the stage by themselves.

Quaternions are Gf's, whose real part is named. Names of functions and arguments are Omniverse's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from pippin.sim import schemas, set_local_pose, spawners
from pippin.sim.spawners.binding import bind_physics_material

AXES = {"X": Gf.Vec3d.XAxis(), "Y": Gf.Vec3d.YAxis(), "Z": Gf.Vec3d.ZAxis()}
"""Direction of each axis."""
ZEROS, ONES, GREY, IDENTITY = Gf.Vec3f(0.0), Gf.Vec3f(1.0), Gf.Vec3f(0.5), Gf.Quatf(1.0)

_numbers_of_paths: dict[str, int] = {}


def setRigidBody(prim: Usd.Prim, approximationShape: str | None = "convexHull", kinematic: bool = False) -> None:
    """Make a prim a rigid body, and the geometries below it its colliders."""
    schemas.define_rigid_body_properties(
        str(prim.GetPath()), schemas.RigidBodyPropertiesCfg(kinematic_enabled=kinematic), prim.GetStage()
    )
    setCollider(prim, approximationShape)


def setCollider(prim: Usd.Prim, approximationShape: str | None = "none", approximationShapeName: Any = None) -> None:
    """Let the geometries of a prim and below it collide; meshes by an approximation, such as "convexHull"."""
    for shape in Usd.PrimRange(prim):
        if shape.IsA(UsdGeom.Gprim):
            UsdPhysics.CollisionAPI.Apply(shape)
        if shape.IsA(UsdGeom.Mesh) and approximationShape:
            UsdPhysics.MeshCollisionAPI.Apply(shape).CreateApproximationAttr().Set(approximationShape)


setStaticCollider = setCollider


def removeRigidBody(prim: Usd.Prim) -> None:
    """Let a prim be no rigid body, and nothing below it collide."""
    prim.RemoveAPI(UsdPhysics.RigidBodyAPI)
    removeCollider(prim)


def removeCollider(prim: Usd.Prim) -> None:
    """Let nothing of a prim and below it collide."""
    for shape in Usd.PrimRange(prim):
        for api in (UsdPhysics.MeshCollisionAPI, UsdPhysics.CollisionAPI):
            if shape.HasAPI(api):
                shape.RemoveAPI(api)


def add_ground_plane(
    stage: Usd.Stage,
    planePath: str,
    axis: str = "Z",
    size: float = 25.0,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    color: Sequence[float] = (0.5, 0.5, 0.5),
) -> str:
    """Add a ground whose normal is an axis.

    Args:
        stage: The stage, which is the current one.
        planePath: Path of the ground.
        axis: Name of the axis.
        size: Half the length of its picture's sides [m]: for physics it has no end.
        position: A point of it [m], shape (3,).
        color: Its colour, shape (3,).

    Returns:
        Path of the ground.

    Raises:
        ValueError: There is no such axis.
    """
    if axis.upper() not in AXES:
        raise ValueError(f"The axis of the ground '{planePath}' is {axis!r}; expected one of {', '.join(AXES)}.")
    turn = Gf.Rotation(Gf.Vec3d.ZAxis(), AXES[axis.upper()]).GetQuat()
    cfg = spawners.GroundPlaneCfg(size=(2.0 * size, 2.0 * size), color=tuple(color))
    cfg.func(str(planePath), cfg, translation=tuple(position), orientation=(*turn.GetImaginary(), turn.GetReal()))
    return str(planePath)


def add_physics_material_to_prim(stage: Usd.Stage, prim: Usd.Prim, materialPath: Any) -> None:
    """Give a prim a physics material."""
    bind_physics_material(str(prim.GetPath()), str(materialPath), stage)


def add_rigid_box(stage: Usd.Stage, path: str, size: Any = ONES, *args: Any, **kwargs: Any) -> Usd.Prim:
    """Add a free box with sides of some lengths [m], shape (3,); for the further arguments see :func:`_add_body`."""
    cube = UsdGeom.Cube.Define(stage, path)
    cube.CreateSizeAttr(1.0)
    half = Gf.Vec3f(0.5)
    cube.CreateExtentAttr([-half, half])
    return _add_body(cube, size, *args, **kwargs)


def add_rigid_sphere(stage: Usd.Stage, path: str, radius: float = 1.0, *args: Any, **kwargs: Any) -> Usd.Prim:
    """Add a free sphere of a radius [m]; for the further arguments see :func:`_add_body`."""
    sphere = UsdGeom.Sphere.Define(stage, path)
    sphere.CreateRadiusAttr(radius)
    return _add_body(sphere, None, *args, **kwargs)


def _adding(shape: Callable[..., Any], kind: str) -> Callable[..., Usd.Prim]:
    """Function that adds bodies of a shape around an axis."""

    def add(
        stage: Usd.Stage,
        path: str,
        radius: float = 1.0,
        height: float = 1.0,
        axis: str = "Y",
        *args: Any,
        **kwargs: Any,
    ) -> Usd.Prim:
        body = shape(stage, path)
        body.CreateRadiusAttr(radius)
        body.CreateHeightAttr(height)
        body.CreateAxisAttr(axis)
        return _add_body(body, None, *args, **kwargs)

    add.__doc__ = f"Add a free {kind} of a radius and a height [m] around an axis; see :func:`_add_body`."
    return add


add_rigid_capsule = _adding(UsdGeom.Capsule.Define, "capsule")
add_rigid_cylinder = _adding(UsdGeom.Cylinder.Define, "cylinder")


def _add_body(
    shape: UsdGeom.Gprim,
    scale: Any,
    position: Any = ZEROS,
    orientation: Any = IDENTITY,
    color: Any = GREY,
    density: float = 1.0,
    lin_velocity: Any = ZEROS,
    ang_velocity: Any = ZEROS,
) -> Usd.Prim:
    """Make a shape a free body.

    Args:
        shape: The shape.
        scale: Scale along its axes, shape (3,); None leaves it.
        position: Position in its parent's frame [m], shape (3,).
        orientation: Quaternion in its parent's frame.
        color: Its colour, shape (3,).
        density: Its density [kg/m^3]; 0 leaves it to the engine.
        lin_velocity: Velocity at the start [m/s], shape (3,).
        ang_velocity: Angular velocity at the start [deg/s], shape (3,).
    """
    prim = shape.GetPrim()
    set_local_pose(prim, tuple(position), _xyzw(orientation), None if scale is None else tuple(scale))
    shape.CreateDisplayColorAttr([Gf.Vec3f(*color)])
    body = UsdPhysics.RigidBodyAPI.Apply(prim)
    body.CreateVelocityAttr(Gf.Vec3f(*lin_velocity))
    body.CreateAngularVelocityAttr(Gf.Vec3f(*ang_velocity))
    UsdPhysics.CollisionAPI.Apply(prim)
    if density > 0.0:
        UsdPhysics.MassAPI.Apply(prim).CreateDensityAttr(density)
    return prim


def _xyzw(orientation: Any) -> tuple[float, float, float, float]:
    return (*orientation.GetImaginary(), orientation.GetReal())


def set_or_add_translate_op(xformable: UsdGeom.Xformable, translate: Any) -> None:
    """Set the position of a prim in its parent's frame [m]."""
    set_local_pose(xformable.GetPrim(), translation=tuple(translate))


def set_or_add_orient_op(xformable: UsdGeom.Xformable, orient: Any) -> None:
    """Set the orientation of a prim in its parent's frame."""
    set_local_pose(xformable.GetPrim(), orientation=_xyzw(orient))


def set_or_add_scale_op(xformable: UsdGeom.Xformable, scale: Any) -> None:
    """Set the scale of a prim along its own axes."""
    set_local_pose(xformable.GetPrim(), scale=tuple(scale))


def set_or_add_scale_orient_translate(xformable: UsdGeom.Xformable, scale: Any, orient: Any, translate: Any) -> None:
    """Set the scale of a prim, its orientation and its position in its parent's frame [m]."""
    set_local_pose(xformable.GetPrim(), tuple(translate), _xyzw(orient), tuple(scale))


def setup_transform_as_scale_orient_translate(xformable: UsdGeom.Xformable) -> None:
    """Place a prim where it is by the three standard operations."""
    set_local_pose(xformable.GetPrim())


def sdfPathToInt(path: Any) -> int:
    """A number that stands for a path for as long as the program runs."""
    return _numbers_of_paths.setdefault(str(path), len(_numbers_of_paths) + 1)


def intToSdfPath(number: int) -> Sdf.Path:
    """The path that a number stands for.

    Raises:
        ValueError: It stands for none.
    """
    for path, other in _numbers_of_paths.items():
        if other == number:
            return Sdf.Path(path)
    raise ValueError(f"The number {number} stands for no path; expected one that sdfPathToInt gave.")
