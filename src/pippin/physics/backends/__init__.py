"""The engines: native MuJoCo on a CPU's cores, and Newton's MuJoCo Warp on a GPU."""

from __future__ import annotations

from ..backend import Backend, SolverSettings, register
from ..description import SceneDescription


def _native_mujoco(description: SceneDescription, settings: SolverSettings) -> Backend:
    from .mujoco_native import NativeBackend

    return NativeBackend(description, settings)


def _mujoco_warp(description: SceneDescription, settings: SolverSettings) -> Backend:
    # Importing MuJoCo Warp takes a second, which programs on a CPU should not pay.
    from .mujoco_warp import WarpBackend

    return WarpBackend(description, settings)


register("mujoco", _native_mujoco)
register("newton", _mujoco_warp)
