"""The current stage, under the names of Isaac Sim."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pxr import Usd

import pippin.sim
from isaacsim.storage.native import nucleus
from pippin.sim import SimulationContext, add_reference, define_prim, get_current_stage, get_prim

__all__ = [
    "add_reference_to_stage",
    "clear_stage",
    "create_new_stage",
    "create_new_stage_async",
    "get_current_stage",
    "get_next_free_path",
    "get_stage_units",
    "get_stage_up_axis",
    "is_stage_loading",
    "open_stage",
    "open_stage_async",
    "print_stage_prim_paths",
    "save_stage",
    "set_stage_units",
    "set_stage_up_axis",
    "traverse_stage",
    "update_stage",
    "update_stage_async",
]


def add_reference_to_stage(usd_path: str, prim_path: str, prim_type: str = "Xform") -> Usd.Prim:
    """Put what a USD file describes on the stage, or an asset that Pippin serves in the place of Isaac Sim's.

    Args:
        usd_path: Path of a USD file, or of an asset below :func:`get_assets_root_path`.
        prim_path: Path of the prim.
        prim_type: Type of the prim where it is new.

    Raises:
        FileNotFoundError: There is no such file or asset.
        ValueError: The file is not USD, or a served asset is to go where there is a prim already.
    """
    if nucleus.is_served(usd_path):
        nucleus.spawn_asset(usd_path, prim_path)
    else:
        add_reference(define_prim(prim_path, prim_type), usd_path)
    return get_prim(prim_path)


def create_new_stage() -> Usd.Stage:
    """Begin with an empty stage; a simulation of the one before ends."""
    SimulationContext.clear_instance()
    return pippin.sim.create_new_stage()


async def create_new_stage_async() -> Usd.Stage:
    """The same as :func:`create_new_stage`, for code that waits."""
    return create_new_stage()


def open_stage(usd_path: str) -> bool:
    """Open a USD file as the current stage; a simulation of the one before ends. See :func:`pippin.sim.open_stage`."""
    SimulationContext.clear_instance()
    pippin.sim.open_stage(usd_path)
    return True


async def open_stage_async(usd_path: str) -> bool:
    """The same as :func:`open_stage`, for code that waits."""
    return open_stage(usd_path)


def clear_stage(predicate: Callable[[str], bool] | None = None) -> None:
    """Take prims off the stage: those for whose paths a predicate holds, or all but the physics scene."""
    stage = get_current_stage()
    context = SimulationContext.instance()
    kept = context.cfg.physics_prim_path if context is not None else None
    paths = [prim.GetPath().pathString for prim in stage.Traverse()]
    for path in paths:
        chosen = predicate(path) if predicate is not None else kept is None or not path.startswith(kept)
        if chosen and stage.GetPrimAtPath(path):
            stage.RemovePrim(path)


def save_stage(usd_path: str, save_and_reload_in_place: bool = True) -> bool:
    """Write the stage to a file, which does not become the current stage.

    Raises:
        FileNotFoundError: The folder does not exist.
    """
    pippin.sim.save_stage(usd_path)
    return True


def get_next_free_path(path: str, parent: str | None = None) -> str:
    """The path itself where it is free, else the first free one of ``path_01``, ``path_02``, ..."""
    return pippin.sim.get_next_free_path(path if parent is None else f"{parent.rstrip('/')}/{path.lstrip('/')}")


def traverse_stage(fabric: bool = False) -> Iterator[Usd.Prim]:
    """All prims of the stage."""
    return iter(get_current_stage().Traverse())


def print_stage_prim_paths(fabric: bool = False) -> None:
    """Print the paths of all prims of the stage."""
    for prim in traverse_stage():
        print(prim.GetPath())  # noqa: T201  what it is asked for


def get_stage_units() -> float:
    """Length of the stage's unit [m]: 1."""
    return 1.0


def set_stage_units(stage_units_in_meters: float) -> None:
    """Accept metres.

    Raises:
        NotImplementedError: It is another unit.
    """
    if stage_units_in_meters != 1.0:
        raise NotImplementedError(f"Stages measure in metres, not in units of {stage_units_in_meters} m.")


def get_stage_up_axis() -> str:
    """Axis of the stage that points up: "Z"."""
    return "Z"


def set_stage_up_axis(axis: str = "z") -> None:
    """Accept z.

    Raises:
        NotImplementedError: It is another axis.
    """
    if axis.lower() != "z":
        raise NotImplementedError(f"The z-axis of stages points up, not {axis}.")


def update_stage() -> None:
    """Let time pass to the next frame, if the timeline plays, and render it; changes of the stage need no update."""
    context = SimulationContext.instance()
    if context is None:
        return
    if context.is_playing():
        context.step(render=True)
    else:
        context.render()


async def update_stage_async() -> None:
    """The same as :func:`update_stage`, for code that waits."""
    update_stage()


def is_stage_loading() -> bool:
    """Whether files are being loaded: they never are, since loading waits for them."""
    return False
