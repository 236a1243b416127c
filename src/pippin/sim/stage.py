"""The stage that everything is spawned on, and the environments that it stands for: one at a time in a process."""

from __future__ import annotations

from typing import Any

from pxr import Usd, UsdGeom

from pippin.utils.checks import check_path

from .environments import EnvironmentPlan
from .layers import export_layer, open_layer
from .units import Units, units_of

_current: Usd.Stage | None = None
_environments: EnvironmentPlan | None = None
_are_simulated = False


def create_new_stage() -> Usd.Stage:
    """Make an empty stage in memory (z up, metres, kilograms) the current one."""
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    return set_current_stage(stage)


def open_stage(usd_path: str) -> Usd.Stage:
    """Open a USD file as the current stage. What is spawned on it later stays in memory: the file is not changed.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not USD or too large, or it measures in other units than metres and kilograms with z up.
    """
    layer = open_layer(usd_path)
    units = units_of(layer)
    if units != Units():
        mass = "" if units.kilograms == 1.0 else f" and {units.kilograms:g} kg"
        raise ValueError(
            f"'{usd_path}' measures in units of {units.meters:g} m{mass} with {units.up_axis} up, but a stage needs "
            "metres and kilograms with Z up: spawn it with UsdFileCfg, which adapts it."
        )
    stage = create_new_stage()
    stage.GetRootLayer().subLayerPaths.append(layer.identifier)
    return stage


def set_current_stage(stage: Usd.Stage | None) -> Usd.Stage | None:
    """Make a stage without environments the current one; None leaves none, so that the next one asked for is new."""
    global _current, _environments, _are_simulated
    _current, _environments, _are_simulated = stage, None, False
    return stage


def get_current_stage() -> Usd.Stage:
    """The current stage; a new one where there is none yet."""
    return _current if _current is not None else create_new_stage()


def given_stage(stage: Usd.Stage | None) -> Usd.Stage:
    """A stage that was given, or else the current one.

    Raises:
        TypeError: What was given is no stage.
    """
    if stage is None:
        return get_current_stage()
    if not hasattr(stage, "GetPrimAtPath"):
        raise TypeError(f"'stage' is {stage!r:.80}; expected a Usd.Stage, or None for the current one.")
    return stage


def check_prim(name: str, prim: Any) -> None:
    """Refuse what is no prim.

    Args:
        name: Name of the argument.
        prim: What was given; a prim that is not valid any more is one.

    Raises:
        TypeError: It is something else.
    """
    if not hasattr(prim, "GetPath"):
        raise TypeError(f"'{name}' is {prim!r:.80}; expected a Usd.Prim.")


def has_current_stage() -> bool:
    """Whether there is a current stage already."""
    return _current is not None


def get_environments() -> EnvironmentPlan | None:
    """Environments that the current stage stands for; None where it stands for itself only."""
    return _environments


def set_environments(environments: EnvironmentPlan | None) -> None:
    """Say which environments the current stage stands for."""
    global _environments
    _environments = environments


def hold_environments(are_simulated: bool) -> None:
    """Say whether a simulation runs, which has the environments as they are."""
    global _are_simulated
    _are_simulated = are_simulated


def are_environments_held() -> bool:
    """Whether a simulation runs, while which environments stay as they are."""
    return _are_simulated


def save_stage(usd_path: str) -> None:
    """Write the current stage to a file, flattened: all that it refers to is written into it.

    Raises:
        FileNotFoundError: The folder does not exist.
        OSError: The file cannot be written, as where the disk is full; one that was there stays as it was.
    """
    if not check_path("usd_path", usd_path).parent.is_dir():
        raise FileNotFoundError(f"The stage cannot be saved as '{usd_path}': there is no such folder.")
    export_layer(get_current_stage(), usd_path)
