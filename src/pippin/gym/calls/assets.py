"""Loading and making assets."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from pippin.physics.assembly import box_asset, capsule_asset, sphere_asset

from ..engine.asset import ForceSensorDescription, GymAsset
from ..engine.asset_loading import make_asset, read_asset
from ..engine.asset_text import asset_text
from ..engine.checks import require_index, require_kind, require_number
from ..engine.sim import GymSim
from ..types import AssetOptions, ForceSensorProperties, Transform
from ..types.constants import INVALID_HANDLE
from .handles import as_asset, as_sim

_LOGGER = logging.getLogger("pippin")


def load_asset(sim: GymSim, rootpath: str, filename: str, options: AssetOptions | None = None) -> GymAsset:
    """Load an asset from a URDF, MJCF or USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed or of another kind.
    """
    return read_asset(as_sim(sim), rootpath, filename, _options(options), ())


def load_urdf(sim: GymSim, rootpath: str, filename: str, options: AssetOptions | None = None) -> GymAsset:
    """Load an asset from a URDF file."""
    return read_asset(as_sim(sim), rootpath, filename, _options(options), (".urdf",))


def load_mjcf(sim: GymSim, rootpath: str, filename: str, options: AssetOptions | None = None) -> GymAsset:
    """Load an asset from an MJCF file."""
    suffixes = (".xml", ".mjcf")
    return read_asset(as_sim(sim), rootpath, filename, _options(options), suffixes)


def load_usd(sim: GymSim, rootpath: str, filename: str, options: AssetOptions | None = None) -> GymAsset:
    """Load an asset from a USD file."""
    suffixes = (".usd", ".usda", ".usdc", ".usdz")
    return read_asset(as_sim(sim), rootpath, filename, _options(options), suffixes)


def create_box(sim: GymSim, width: float, height: float, depth: float, options: AssetOptions | None = None) -> GymAsset:
    """Make a box with edges of these lengths [m] along x, y and z."""
    sim, options = as_sim(sim), _options(options)
    size = tuple(require_number(edge, "edges") for edge in (width, height, depth))
    return make_asset(sim, box_asset, size, options=options)


def create_sphere(sim: GymSim, radius: float, options: AssetOptions | None = None) -> GymAsset:
    """Make a ball of a radius [m]."""
    sim, options = as_sim(sim), _options(options)
    return make_asset(sim, sphere_asset, require_number(radius, "radius"), options=options)


def create_capsule(sim: GymSim, radius: float, width: float, options: AssetOptions | None = None) -> GymAsset:
    """Make a capsule along x, of a radius and a length of its straight part [m]."""
    sim, options = as_sim(sim), _options(options)
    sizes = [require_number(length, "lengths") for length in (radius, width)]
    return make_asset(sim, capsule_asset, *sizes, options=options)


def create_asset_force_sensor(
    asset: GymAsset,
    body_idx: int,
    local_pose: Transform,
    props: ForceSensorProperties | None = None,
) -> int:
    """Return all actors of an asset a force sensor, and return its index.

    Args:
        asset: The asset, of which there are no actors yet.
        body_idx: Index of the body that carries the sensor.
        local_pose: Where it is in the frame of the body.
        props: What it measures; the defaults if left out.

    Returns:
        The index; INVALID_HANDLE, with a warning, where the body is that: a name that was not found.

    Raises:
        RuntimeError: There are actors of the asset.
    """
    asset = as_asset(asset)
    if isinstance(body_idx, int) and body_idx == INVALID_HANDLE:
        _LOGGER.warning("create_asset_force_sensor: the asset has no such body (-1), so there is no sensor.")
        return INVALID_HANDLE
    body = require_index(body_idx, len(asset.body_names), "body of the asset")
    pose = require_kind(local_pose, Transform, "Transform")
    if asset.is_in_use:
        raise RuntimeError("there are actors of the asset; add its sensors before.")
    props = ForceSensorProperties() if props is None else props
    asset.force_sensors.append(ForceSensorDescription(body, pose.__copy__(), props.__copy__()))
    return len(asset.force_sensors) - 1


def debug_print_asset(asset: GymAsset, outpath: str | None = None) -> None:
    """Write what an asset consists of to a file, or to the standard output."""
    text = asset_text(as_asset(asset))
    if outpath:
        Path(outpath).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def _options(options: AssetOptions | None) -> AssetOptions:
    return AssetOptions() if options is None else require_kind(options, AssetOptions, "AssetOptions")
