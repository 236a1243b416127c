"""Primitives in place of NVIDIA's props, whose files lie in a cloud.

Public tasks put a table, a cube or a ground below their robots by the path of such a file. Sizes and masses here come
from public text, named at each, never from the files.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from pxr import Usd

from pippin.utils import configclass

from .. import schemas
from ..files import is_cloud_path, is_lacking_asset
from ..prims import define_prim
from ..xforms import set_local_pose
from .ground_plane import GroundPlaneCfg
from .shapes import ConeCfg, CuboidCfg, CylinderCfg, ShapeCfg, SphereCfg
from .visual_materials import PreviewSurfaceCfg

logger = logging.getLogger("pippin")


@configclass
class StandIn:
    """A box, or another simple shape, in place of a file."""

    shape: Literal["box", "sphere", "cylinder", "cone"] = "box"
    """What it is. A cylinder and a cone stand along z."""

    size: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Lengths of its edges, or its extents [m]. What is round is as deep as wide."""

    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Centre of the shape in the frame of the file [m]."""

    color: tuple[float, float, float] = (0.5, 0.5, 0.5)
    """Colour in linear RGB."""

    mass: float | None = None
    """Mass of a body that moves [kg]; None takes 1000 kg/m^3, USD's density where a file gives none."""

    moves: bool = False
    """Whether it is a rigid body; a collider that stays where it is otherwise."""

    collides: bool = True
    """Whether it collides; what only shows something does not."""

    wall: float | None = None
    """Thickness of floor and walls of a box that is open at the top [m]; None for a solid one."""

    inner: str = ""
    """Name of the prim below that of the file that is the box; none where it is that of the file itself."""


def _block(color: tuple[float, float, float]) -> StandIn:
    """A block to stack: edge 4.7 cm and 0.02 kg, says Isaac Lab's pull request 7476."""
    return StandIn(size=(0.047, 0.047, 0.047), color=color, mass=0.02, moves=True)


_WOOD = (0.45, 0.32, 0.22)

_BOXES = {
    # Isaac Lab 2.3.2's test of friction lets it lie with its centre 0.03125 m above the ground. Its mass is not public.
    "Props/Blocks/DexCube/": StandIn(size=(0.0625, 0.0625, 0.0625), color=(0.2, 0.4, 0.8), moves=True),
    # Public tasks start it where they start that one, at the same scale, and take the body "object" below its prim.
    "Props/Blocks/block_instanceable": StandIn(
        size=(0.0625, 0.0625, 0.0625), color=(0.2, 0.4, 0.8), moves=True, inner="object"
    ),
    "Props/Blocks/(red|basic)_block": _block((0.8, 0.1, 0.1)),
    "Props/Blocks/green_block": _block((0.1, 0.7, 0.1)),
    "Props/Blocks/blue_block": _block((0.1, 0.2, 0.8)),
    "Props/Blocks/yellow_block": _block((0.9, 0.8, 0.1)),
    # Isaac Lab 3.0.0's reach and soft lift replace it by 0.9 m x 1.3 m, turned by a quarter; its top lies 1.05 m above
    # the ground of all tasks that use it, at the robot's height.
    "Props/Mounts/SeattleLabTable/": StandIn(size=(1.3, 0.9, 1.05), centre=(0.0, 0.0, -0.525), color=_WOOD),
    # Thorlabs' breadboard table of 75 cm x 90 cm; Isaac Lab's arms demo lifts it and its robot by 0.8 m.
    "Props/Mounts/(thor_table|ThorlabsTable/)": StandIn(
        size=(0.75, 0.9, 0.8), centre=(0.0, 0.0, -0.4), color=(0.3, 0.3, 0.3)
    ),
    # Isaac Lab's arms demo lifts it, at scale 2, and its robot by 1.03 m. Its footprint is an estimate.
    "Props/Mounts/Stand/": StandIn(size=(0.2, 0.2, 0.515), centre=(0.0, 0.0, -0.2575), color=(0.3, 0.3, 0.3)),
    # Extents along x, y (up) and z are those of NVlabs' Deep_Object_Pose (config_pose.yaml), masses those of the YCB
    # object set (Calli et al., 2015).
    "/003_cracker_box": StandIn(size=(0.164, 0.2134, 0.0718), color=(0.7, 0.1, 0.1), mass=0.411, moves=True),
    "/004_sugar_box": StandIn(size=(0.0927, 0.1763, 0.0451), color=(0.8, 0.8, 0.2), mass=0.514, moves=True),
    "/005_tomato_soup_can": StandIn(size=(0.0677, 0.1019, 0.0677), color=(0.7, 0.2, 0.1), mass=0.349, moves=True),
    "/006_mustard_bottle": StandIn(size=(0.096, 0.1913, 0.0582), color=(0.9, 0.7, 0.1), mass=0.603, moves=True),
    "/009_gelatin_box": StandIn(size=(0.0892, 0.0731, 0.03), color=(0.6, 0.2, 0.2), mass=0.097, moves=True),
    "/010_potted_meat_can": StandIn(size=(0.1016, 0.0835, 0.0576), color=(0.2, 0.3, 0.6), mass=0.37, moves=True),
    # These two have the sizes of that set's own table, laid like the gelatin box and the soup can.
    "/007_tuna_fish_can": StandIn(size=(0.085, 0.033, 0.085), color=(0.3, 0.5, 0.7), mass=0.171, moves=True),
    "/008_pudding_box": StandIn(size=(0.11, 0.089, 0.035), color=(0.5, 0.3, 0.2), mass=0.187, moves=True),
    # Isaac Lab's demo of bin packing gives its size, and puts its centre at half its height.
    "Props/KLT_Bin/": StandIn(size=(0.2, 0.3, 0.15), color=(0.2, 0.3, 0.6), mass=0.5, moves=True, wall=0.005),
    # Isaac Lab's stack in it, at the scale (1.1, 1.6, 3.3), puts a cube of 4.7 cm where it has its own origin, on the
    # table. Its size and mass are estimates: three cubes and an open gripper fit in.
    "nut_pour_assets/sorting_bin_blue": StandIn(
        size=(0.15, 0.14, 0.045), centre=(0.0, 0.0, 0.0155), color=(0.2, 0.3, 0.6), mass=0.3, moves=True, wall=0.002
    ),
    # What marks a direction or a frame collides with nothing.
    "Props/UIElements/": StandIn(size=(1.0, 0.2, 0.2), centre=(0.5, 0.0, 0.0), color=(0.8, 0.2, 0.2), collides=False),
    # Public programs write a DynamicCuboid of 1 m with the same scale in place of the cube. That the others have its
    # extent, and that all are there to be seen alone, is an estimate.
    "Props/Shapes/cube": StandIn(collides=False),
    "Props/Shapes/sphere": StandIn(shape="sphere", collides=False),
    "Props/Shapes/cylinder": StandIn(shape="cylinder", collides=False),
    "Props/Shapes/cone": StandIn(shape="cone", collides=False),
}
"""Boxes by what the path of a file holds, a regular expression."""

_GROUND = "/Environments/"
"""What the paths of surroundings hold: rooms, warehouses and grounds, whose floor is the plane z = 0."""

_UNREACHED = "lies in a cloud that Pippin does not reach"
_REMEDY = "name a folder with a copy of the assets in the environment variable PIPPIN_ASSETS_ROOT"

_told: set[str] = set()


def find_stand_in(usd_path: str) -> StandIn | GroundPlaneCfg | None:
    """Find what is spawned in place of a file.

    Args:
        usd_path: Path of the file. One on this machine is never replaced.

    Returns:
        A box, a plane for surroundings, or None for a file on this machine or without stand-in.
    """
    if not is_cloud_path(usd_path):
        return None
    if _GROUND in usd_path:
        return GroundPlaneCfg(color=None)
    return next((box.copy() for expression, box in _BOXES.items() if re.search(expression, usd_path)), None)


def tell_of_stand_in(usd_path: str, what: str) -> None:
    """Say once for each file what takes its place."""
    if usd_path not in _told:
        _told.add(usd_path)
        is_lacking = is_lacking_asset(usd_path)
        logger.warning(
            "'%s' %s: %s takes its place. For the file itself, %s.",
            usd_path,
            "is not in the folder that PIPPIN_ASSETS_ROOT names" if is_lacking else _UNREACHED,
            what,
            "put a copy there" if is_lacking else _REMEDY,
        )


def spawn_stand_in(
    prim_path: str,
    stand_in: StandIn | GroundPlaneCfg,
    usd_path: str,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a stand-in, and say so once for each file.

    Args:
        prim_path: Path of the new prim.
        stand_in: What :func:`find_stand_in` found.
        usd_path: Path of the file.
        translation: Position of the prim in its parent's frame [m], shape (3,).
        orientation: Orientation of the prim in its parent's frame (x, y, z, w), shape (4,).
        scale: Scale along the prim's own axes, shape (3,). A plane has none.
    """
    if isinstance(stand_in, GroundPlaneCfg):
        tell_of_stand_in(usd_path, "a plane")
        return stand_in.func(prim_path, stand_in, translation, orientation)
    tell_of_stand_in(usd_path, "a {} of {} x {} x {} m".format(stand_in.shape, *stand_in.size))
    (place, size), *walls = _parts_of(stand_in)
    box = _box_of(stand_in, size)
    if stand_in.inner:
        holder = define_prim(prim_path, "Xform")
        set_local_pose(holder, translation, orientation, scale)
        prim_path, translation, orientation, scale = f"{prim_path}/{stand_in.inner}", None, None, None
    prim = box.func(prim_path, box, translation, orientation)
    set_local_pose(prim.GetChild("geometry"), place)
    for index, (place, size) in enumerate(walls):
        wall = _box_of(stand_in, size, is_part=True)
        wall.func(f"{prim_path}/wall_{index}", wall, place)
    if scale is not None:
        set_local_pose(prim, scale=scale)
    return prim.GetParent() if stand_in.inner else prim


_Triple: TypeAlias = tuple[float, float, float]


def _parts_of(stand_in: StandIn) -> list[tuple[_Triple, _Triple]]:
    """Centre and size of each box that a stand-in consists of [m]: floor and walls where it is open."""
    (x, y, z), (width, depth, height), wall = stand_in.centre, stand_in.size, stand_in.wall
    if wall is None:
        return [(stand_in.centre, stand_in.size)]
    parts = [((x, y, z - (height - wall) / 2.0), (width, depth, wall))]
    for side in (-1.0, 1.0):
        parts.append(((x + side * (width - wall) / 2.0, y, z), (wall, depth, height)))
        parts.append(((x, y + side * (depth - wall) / 2.0, z), (width, wall, height)))
    return parts


def _box_of(stand_in: StandIn, size: _Triple, is_part: bool = False) -> ShapeCfg:
    """Config of a box or shape of a stand-in, the first with a mass that a spawner of the file can modify."""
    box = _SHAPES[stand_in.shape](size)
    box.visual_material = PreviewSurfaceCfg(diffuse_color=stand_in.color)
    if stand_in.collides:
        box.collision_props = schemas.CollisionPropertiesCfg()
    if stand_in.moves and not is_part:
        density = 1000.0 if stand_in.mass is None else None
        box.rigid_props = schemas.RigidBodyPropertiesCfg()
        box.mass_props = schemas.MassPropertiesCfg(mass=stand_in.mass, density=density)
    return box


_SHAPES: dict[str, Callable[[_Triple], ShapeCfg]] = {
    "box": lambda size: CuboidCfg(size=size),
    "sphere": lambda size: SphereCfg(radius=size[0] / 2.0),
    "cylinder": lambda size: CylinderCfg(radius=size[0] / 2.0, height=size[2]),
    "cone": lambda size: ConeCfg(radius=size[0] / 2.0, height=size[2]),
}
"""Configs of shapes by their extents [m]."""
