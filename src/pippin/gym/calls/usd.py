"""USD files."""

from __future__ import annotations

from pathlib import Path

from ..engine.asset import GymAsset
from ..engine.checks import require_kind
from ..engine.sim import GymSim
from ..engine.usd_export import SUFFIXES, GymUsdExporter
from ..types import UsdExportOptions
from ..types.enums import UsdMaterialMode
from .handles import as_asset, as_sim


def create_usd_exporter(options: UsdExportOptions | None = None) -> GymUsdExporter:
    """Make a writer of USD files.

    Raises:
        NotImplementedError: Materials are to be MDL.
        ValueError: The scale is not positive.
    """
    options = UsdExportOptions() if options is None else require_kind(options, UsdExportOptions, "UsdExportOptions")
    if options.material_mode == UsdMaterialMode.USD_MATERIAL_MDL:
        raise NotImplementedError(
            "MDL materials are NVIDIA's and not written; use gymapi.USD_MATERIAL_PREVIEW_SURFACE."
        )
    if not options.scale > 0.0:
        raise ValueError(f"the scale must be positive, got {options.scale}.")
    return GymUsdExporter(options)


def destroy_usd_exporter(exporter: GymUsdExporter) -> None:
    """End a writer."""
    _exporter(exporter).is_destroyed = True


def get_usd_export_root(exporter: GymUsdExporter) -> str:
    """Return the folder that file names are relative to."""
    return str(_exporter(exporter).root)


def set_usd_export_root(exporter: GymUsdExporter, path: str) -> bool:
    """Set the folder that file names are relative to."""
    exporter = _exporter(exporter)
    exporter.root = Path(path)
    return True


def export_usd_asset(exporter: GymUsdExporter, asset: GymAsset, filename: str) -> bool:
    """Write an asset to a file, ".usd" if the name has no suffix."""
    exporter = _exporter(exporter)
    exporter.write_asset(as_asset(asset), _path(exporter.root, filename))
    return True


def export_usd_sim(exporter: GymUsdExporter, sim: GymSim, name: str, dirName: str | None = None) -> bool:
    """Write a simulation as it is now to a file, in a folder within the root."""
    exporter = _exporter(exporter)
    exporter.write_sim(as_sim(sim), _path(exporter.root / (dirName or ""), name))
    return True


def _exporter(exporter: GymUsdExporter) -> GymUsdExporter:
    exporter = require_kind(exporter, GymUsdExporter, "create_usd_exporter")
    if exporter.is_destroyed:
        raise RuntimeError("the exporter was destroyed by gym.destroy_usd_exporter; expected one that is there.")
    return exporter


def _path(folder: Path, name: str) -> Path:
    """Path of a file to write.

    Raises:
        ValueError: It is of another kind.
    """
    path = folder / name
    path = path if path.suffix else path.with_suffix(".usd")
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(f"expected a file of the kind {', '.join(SUFFIXES)}, got '{path}'.")
    return path
