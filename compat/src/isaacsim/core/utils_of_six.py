"""Functions of Isaac Sim 6 (``isaacsim.core.experimental.utils``): application, stage, prims, rotations.

Quaternions are (w, x, y, z). Functions of rotations give Warp arrays on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import warp as wp
from pxr import Usd
from scipy.spatial.transform import Rotation

import pippin.sim
from isaacsim.core import rotations, stage
from isaacsim.core.batched_prims import to_warp
from pippin_isaac.omni_app import get_app, get_timeline_interface

# -- the application --


def play(*, commit: bool = True) -> None:
    """Start the simulation, or go on after a pause."""
    get_timeline_interface().play()


def pause(*, commit: bool = True) -> None:
    """Keep the state as it is."""
    get_timeline_interface().pause()


def stop(*, commit: bool = True) -> None:
    """End the simulation."""
    get_timeline_interface().stop()


def is_playing() -> bool:
    """Whether time passes with updates."""
    return get_timeline_interface().is_playing()


def is_stopped() -> bool:
    """Whether there is no physics."""
    return get_timeline_interface().is_stopped()


def is_paused() -> bool:
    """Whether there is physics whose time stands still."""
    return not is_playing() and not is_stopped()


def update_app(*, steps: int = 1, callback: Callable[[int, int], Any] | None = None) -> None:
    """Let time pass by some frames.

    Args:
        steps: Number of frames.
        callback: Called after each frame with its number and that of all; if it gives False, no more follow.
    """
    for step in range(steps):
        get_app().update()
        if callback is not None and callback(step, steps) is False:
            return


async def update_app_async(*, steps: int = 1, callback: Callable[[int, int], Any] | None = None) -> None:
    """The same as :func:`update_app`, for code that waits."""
    for step in range(steps):
        await get_app().next_update_async()
        if callback is not None and callback(step, steps) is False:
            return


# -- the stage --


def create_new_stage(*, template: str | None = None) -> Usd.Stage:
    """Make an empty stage, whatever the template."""
    return stage.create_new_stage()


def add_reference_to_stage(usd_path: str, path: str, *, prim_type: str = "Xform", variants: Any = None) -> Usd.Prim:
    """Put a file at a path of the stage.

    Args:
        usd_path: The file.
        path: Path of the prim that refers to it.
        prim_type: Type of the prim, where it is not there.
        variants: Pairs of names of variant sets and variants to choose.
    """
    prim = stage.add_reference_to_stage(usd_path, path, prim_type)
    for name, choice in variants or ():
        prim.GetVariantSet(name).SetVariantSelection(choice)
    return prim


def define_prim(path: str, type_name: str = "Xform") -> Usd.Prim:
    """Make a prim at a path, unless it is there."""
    return pippin.sim.define_prim(path, type_name)


def delete_prim(path: str | Usd.Prim) -> None:
    """Take a prim off the stage."""
    pippin.sim.delete_prim(str(path.GetPath()) if isinstance(path, Usd.Prim) else path)


def get_stage_units() -> tuple[float, float]:
    """Metres and kilograms of the stage's units."""
    return stage.get_stage_units(), 1.0


def set_stage_units(*, meters_per_unit: float | None = None, kilograms_per_unit: float | None = None) -> None:
    """Set the length of the stage's unit [m], and accept kilograms.

    Raises:
        NotImplementedError: The unit of mass is another one.
        ValueError: The length is not positive.
    """
    if kilograms_per_unit not in (None, 1, 1.0):
        raise NotImplementedError(f"The unit of mass of the stage is {kilograms_per_unit} kg; expected 1 kg.")
    if meters_per_unit is not None:
        stage.set_stage_units(meters_per_unit)


def open_stage(usd_path: str) -> tuple[bool, Usd.Stage]:
    """Make a file the stage.

    Returns:
        True and the stage.
    """
    return stage.open_stage(usd_path), pippin.sim.get_current_stage()


def generate_next_free_path(path: str = "", *, prepend_default_prim: bool = True) -> str:
    """A path that no prim has: the given one, with a number where it is taken."""
    return stage.get_next_free_path(path or "/World")


# -- rotations --


def euler_angles_to_quaternion(angles: Any, *, degrees: bool = False, extrinsic: bool = True) -> wp.array:
    """Quaternions of turns about x, y and z: the fixed axes, or (``extrinsic=False``) those that turn along."""
    turn = Rotation.from_euler("xyz" if extrinsic else "XYZ", _array(angles), degrees=degrees)
    return to_warp(turn.as_quat()[..., [3, 0, 1, 2]])


def quaternion_to_euler_angles(quaternion: Any, *, degrees: bool = False, extrinsic: bool = True) -> wp.array:
    """Turns about x, y and z; see :func:`euler_angles_to_quaternion`."""
    return to_warp(_rotation(quaternion).as_euler("xyz" if extrinsic else "XYZ", degrees=degrees))


def rotation_matrix_to_quaternion(rotation_matrix: Any) -> wp.array:
    """Quaternions of rotation matrices, shape (..., 3, 3)."""
    return to_warp(Rotation.from_matrix(_array(rotation_matrix)).as_quat()[..., [3, 0, 1, 2]])


def quaternion_to_rotation_matrix(quaternion: Any) -> wp.array:
    """Rotation matrices, shape (..., 3, 3)."""
    return to_warp(_rotation(quaternion).as_matrix())


def quaternion_multiplication(first_quaternion: Any, second_quaternion: Any) -> wp.array:
    """The second rotation, then the first."""
    product = _rotation(first_quaternion) * _rotation(second_quaternion)
    return to_warp(product.as_quat()[..., [3, 0, 1, 2]])


def quaternion_conjugate(quaternion: Any) -> wp.array:
    """Quaternions of the opposite rotations."""
    return to_warp(_array(quaternion) * np.array([1.0, -1.0, -1.0, -1.0]))


def get_relative_transform(source_prim: Any, target_prim: Any) -> wp.array:
    """Matrix from the frame of one prim to that of another, whose vectors are columns, shape (4, 4)."""
    return to_warp(rotations.get_relative_transform(_prim(source_prim), _prim(target_prim)))


def _prim(given: str | Usd.Prim) -> Usd.Prim:
    return pippin.sim.get_prim(given) if isinstance(given, str) else given


def _array(values: Any) -> np.ndarray:
    return np.asarray(values.numpy() if hasattr(values, "numpy") else values, dtype=float)


def _rotation(quaternion: Any) -> Rotation:
    return Rotation.from_quat(_array(quaternion)[..., [1, 2, 3, 0]])
