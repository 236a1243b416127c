"""A prim that has a pose."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from pxr import Usd, UsdGeom, UsdShade

from pippin.sim import bind_visual_material, get_next_free_path

from .bodies import running_scene
from .materials import PreviewSurface
from .states import XFormPrimState
from .xform_prim import XFormPrim


class HasPath(Protocol):
    """Something on the stage, such as a :class:`PhysicsMaterial`."""

    prim_path: str
    """Path of its prim."""


class SingleXFormPrim:
    """A prim that has a pose. While the simulation plays, the pose of what physics moves is the engine's.

    A pose that is set while it plays holds until it stops: the stage keeps the one from which it starts.

    Args:
        prim_path: Path of the prim.
        name: Name of the object.
        position: Position in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.

    Raises:
        ValueError: There is no such prim or it has no pose; or a value has another shape.
    """

    _several: type[XFormPrim] = XFormPrim
    """Class of N such objects, one of which does the work."""

    def __init__(
        self,
        prim_path: str,
        name: str = "xform_prim",
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        **properties: Any,
    ) -> None:
        self._view = self._several(
            [prim_path],
            name,
            *(as_row(value) for value in (position, translation, orientation, scale, visible)),
            **{key: as_row(value) for key, value in properties.items()},
        )

    # -- what there is --

    @property
    def name(self) -> str:
        """Name of the object."""
        return self._view.name

    @property
    def prim(self) -> Usd.Prim:
        """The prim on the stage."""
        return self._view.prims[0]

    @property
    def prim_path(self) -> str:
        """Path of the prim."""
        return self._view.prim_paths[0]

    def is_valid(self) -> bool:
        """Whether the prim is on the stage."""
        return self._view.is_valid()

    # -- life --

    @property
    def handles_initialized(self) -> bool:
        """Whether the object is connected to the engine that runs."""
        return self._view.handles_initialized

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Connect to the engine, which happens by itself when something is asked of it.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._view.initialize()

    def post_reset(self) -> None:
        """Return to the default state."""
        self._view.post_reset()

    # -- pose, scale and sight --

    def get_world_pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Position in the world [m], shape (3,), and orientation (x, y, z, w), shape (4,), float64."""
        positions, orientations = self._view.get_world_poses()
        return positions[0], orientations[0]

    def set_world_pose(self, position: ArrayLike | None = None, orientation: ArrayLike | None = None) -> None:
        """Move the prim.

        Args:
            position: Position in the world [m], shape (3,); None leaves it.
            orientation: Orientation in the world (x, y, z, w), shape (4,); None leaves it.

        Raises:
            ValueError: A value has another shape, or the prim is a link, which follows its joints.
            RuntimeError: The prim holds bodies, or is part of the ground, while the simulation plays.
        """
        self._view.set_world_poses(as_row(position), as_row(orientation))

    def get_local_pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Translation in the frame of the parent [m], shape (3,), and orientation there (x, y, z, w), shape (4,)."""
        translations, orientations = self._view.get_local_poses()
        return translations[0], orientations[0]

    def set_local_pose(self, translation: ArrayLike | None = None, orientation: ArrayLike | None = None) -> None:
        """Move the prim in the frame of its parent, which is where the stage has it; see :meth:`set_world_pose`."""
        self._view.set_local_poses(as_row(translation), as_row(orientation))

    def get_local_scale(self) -> np.ndarray:
        """Scale along the prim's own axes, shape (3,)."""
        return self._view.get_local_scales()[0]

    def set_local_scale(self, scale: ArrayLike) -> None:
        """Set the scale along the prim's own axes, shape (3,).

        Raises:
            RuntimeError: Physics knows the prim already.
        """
        self._view.set_local_scales(as_row(scale))

    def get_world_scale(self) -> np.ndarray:
        """Factors by which lengths along the prim's own axes grow in the world, shape (3,)."""
        return self._view.get_world_scales()[0]

    def get_visibility(self) -> bool:
        """Whether the prim is to be seen."""
        return bool(self._view.get_visibilities()[0])

    def set_visibility(self, visible: bool) -> None:
        """Show or hide the prim. Pictures of a scene that plays show what was to be seen when it began."""
        self._view.set_visibilities([visible])

    # -- looks --

    def apply_visual_material(self, visual_material: HasPath, weaker_than_descendants: bool = False) -> None:
        """Give the prim, and what is below it, a visual material.

        Raises:
            RuntimeError: The simulation plays.
        """
        self._require_stopped("visual material")
        bind_visual_material(
            self.prim_path, visual_material.prim_path, stronger_than_descendants=not weaker_than_descendants
        )

    def is_visual_material_applied(self) -> bool:
        """Whether the prim has a visual material, of its own or from above."""
        return bool(UsdShade.MaterialBindingAPI(self.prim).ComputeBoundMaterial()[0])

    def get_applied_visual_material(self) -> PreviewSurface | None:
        """Visual material of the prim; one of its own where it has a colour alone, and None where it has neither."""
        bound = UsdShade.MaterialBindingAPI(self.prim).ComputeBoundMaterial()[0]
        if bound:
            return PreviewSurface.at(str(bound.GetPath()))
        primvars = UsdGeom.PrimvarsAPI(self.prim)
        color = primvars.GetPrimvar("displayColor").Get() if primvars.HasPrimvar("displayColor") else None
        if not color:
            return None
        material = PreviewSurface(get_next_free_path("/World/Looks/visual_material"), color=color[0])
        bind_visual_material(self.prim_path, material.prim_path)
        return material

    def _require_stopped(self, what: str) -> None:
        if running_scene() is not None:
            raise RuntimeError(f"The {what} of '{self.name}' is fixed while the simulation plays: stop it first.")

    # -- the default state --

    def get_default_state(self) -> XFormPrimState:
        """State that :meth:`post_reset` returns to."""
        state = self._view.get_default_state()
        return XFormPrimState(state.positions[0], state.orientations[0])

    def set_default_state(self, position: ArrayLike | None = None, orientation: ArrayLike | None = None) -> None:
        """Set the state that :meth:`post_reset` returns to; see :meth:`set_world_pose`."""
        self._view.set_default_state(as_row(position), as_row(orientation))


def as_row(value: Any) -> Any:
    """A value for one object as an array for N of them; None stays None.

    Raises:
        ValueError: It is a list of lists of different lengths, complex, or a tensor without values.
    """
    if value is None:
        return None
    try:
        array = value.detach().cpu().numpy() if hasattr(value, "detach") else np.asarray(value)
    except (ValueError, NotImplementedError) as error:
        raise ValueError(f"A value for one object is {value!r:.80}; expected real numbers.") from error
    if array.dtype.kind == "c":
        raise ValueError(f"A value for one object is {value!r:.80}; expected real numbers.")
    return array[None]
