"""Where the roots of articulations are, below the prims of an asset."""

from __future__ import annotations

from pxr import Usd, UsdPhysics

from pippin.sim.expressions import find_matching_prims, served_expression


def root_expression(prim_path: str, below: str | None, stage: Usd.Stage) -> str:
    """Expression for the roots of the articulations of an asset.

    Isaac Sim 5's importer of MJCF files makes a link the root, in a folder with its name, and Pippin's the prim above
    it: that one is meant by ``/pelvis/pelvis`` there.

    Args:
        prim_path: Expression for the asset's prims.
        below: Path of the root below each of them, as ``/pelvis``; None for the asset's prim itself.
        stage: The stage.

    Raises:
        ValueError: The path below does not begin with a slash.
    """
    if below is None:
        return prim_path
    if not below.startswith("/"):
        raise ValueError(f"articulation_root_prim_path is '{below}': it should begin with '/'.")
    is_elsewhere = served_expression(prim_path + below, stage) not in (prim_path + below, None)
    return prim_path if is_elsewhere and _are_roots(prim_path, stage) else prim_path + below


def _are_roots(expression: str, stage: Usd.Stage) -> bool:
    """Whether an expression matches prims that are all roots of articulations."""
    prims = find_matching_prims(expression, stage)
    return bool(prims) and all(prim.HasAPI(UsdPhysics.ArticulationRootAPI) for prim in prims)
