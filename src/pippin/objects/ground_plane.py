"""The ground."""

from __future__ import annotations

import logging

from numpy.typing import ArrayLike

from pippin.sim import (
    GroundPlaneCfg,
    RigidBodyMaterialCfg,
    convert_world_pose_to_local,
    get_prim,
    is_prim_path_valid,
    set_local_pose,
    spawn,
)

from .arguments import checked_array
from .bodies import running_scene
from .single_geometry_prim import SingleGeometryPrim
from .single_xform_prim import HasPath

logger = logging.getLogger("pippin")


class GroundPlane(SingleGeometryPrim):
    """A plane to stand on, infinite for physics, its normal along z of its frame.

    Args:
        prim_path: Path of the prim; a prim that is there already is taken as it is.
        name: Name of the object.
        size: Length and width of what is seen of it [m]; None means 50 m.
        z_position: Height of its origin in the world [m]; None leaves that of its frame.
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.
        color: Colour in linear RGB, each from 0 to 1, shape (3,); None means grey.
        physics_material: How it rubs; None takes friction and restitution below.
        visual_material: How it looks, in place of the colour.
        static_friction: Coefficient of static friction.
        dynamic_friction: Coefficient of dynamic friction.
        restitution: Coefficient of restitution.

    Raises:
        ValueError: A value is out of range.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "ground_plane",
        size: float | None = None,
        z_position: float | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        color: ArrayLike | None = None,
        physics_material: HasPath | None = None,
        visual_material: HasPath | None = None,
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.0,
    ) -> None:
        is_new = not is_prim_path_valid(prim_path)
        if is_new:
            length = 50.0 if size is None else float(size)
            red, green, blue = checked_array("color", (0.5, 0.5, 0.5) if color is None else color, (3,)).tolist()
            material = RigidBodyMaterialCfg(
                static_friction=static_friction, dynamic_friction=dynamic_friction, restitution=restitution
            )
            spawn(
                prim_path,
                GroundPlaneCfg(size=(length, length), color=(red, green, blue), physics_material=material),
            )
        position = None if z_position is None else (0.0, 0.0, float(z_position))
        if is_new and position is not None:  # also while the simulation plays, which knows nothing of it
            prim = get_prim(prim_path)
            set_local_pose(prim, convert_world_pose_to_local(position, None, prim.GetParent())[0])
            position = None
        super().__init__(prim_path, name, position, scale=scale, visible=visible)
        if is_new and running_scene() is not None:
            logger.warning("'%s' comes while the simulation plays: physics knows it from the next reset on.", name)
        if visual_material is not None:
            self.apply_visual_material(visual_material)
        if physics_material is not None:
            self.apply_physics_material(physics_material)
