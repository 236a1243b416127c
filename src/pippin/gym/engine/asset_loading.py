"""Assets from files and from shapes, with the options of Isaac Gym."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from pippin.physics.assembly import AssetDescription, AssetFileSettings, load_asset_file

from ..types import AssetOptions
from .asset import GymAsset
from .sim import GymSim

_LOGGER = logging.getLogger("pippin")


def load_asset(sim: GymSim, root: str, filename: str, options: AssetOptions, suffixes: tuple[str, ...]) -> GymAsset:
    """Load an asset from a file.

    Args:
        sim: Simulation that it is for.
        root: Folder.
        filename: Path of the file in the folder.
        options: How to load it.
        suffixes: Suffixes that the file may have; none for all that are known.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed or of another kind.
    """
    path = Path(root).expanduser() / filename
    if suffixes and path.suffix.lower() not in suffixes:
        raise ValueError(f"Expected a file of the kind {' or '.join(suffixes)}, got '{path}'.")
    _warn_of_limits(options)
    return GymAsset(sim, load_asset_file(path, file_settings(options)), options.__copy__())


def make_asset(sim: GymSim, make: Callable[..., AssetDescription], *sizes: object, options: AssetOptions) -> GymAsset:
    """Make an asset of one shape with a function such as :func:`pippin.physics.assembly.box_asset`."""
    _warn_of_limits(options)
    description = make(*sizes, options.density, options.fix_base_link)
    return GymAsset(sim, description, options.__copy__())


def file_settings(options: AssetOptions) -> AssetFileSettings:
    """What the options mean for the reader of files."""
    return AssetFileSettings(
        fix_base=options.fix_base_link,
        merge_fixed_joints=options.collapse_fixed_joints,
        density=options.density,
        armature=options.armature,
        capsules_for_cylinders=options.replace_cylinder_with_capsule,
        decompose_meshes=options.vhacd_enabled or options.convex_decomposition_from_submeshes,
        center_from_shapes=options.override_com,
        inertia_from_shapes=options.override_inertia,
    )


_DEFAULTS = AssetOptions()
_told: set[str] = set()


def _warn_of_limits(options: AssetOptions) -> None:
    """Say once that speeds are not limited, to who asks for a limit below the default."""
    for name in ("max_linear_velocity", "max_angular_velocity"):
        if getattr(options, name) < getattr(_DEFAULTS, name) and name not in _told:
            _told.add(name)
            _LOGGER.warning("AssetOptions.%s has no effect: MuJoCo does not limit the speeds of bodies.", name)
