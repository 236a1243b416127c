"""Assets from files and from shapes, with the options of Isaac Gym."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from pippin.physics.assembly import AssetDescription, AssetFileSettings, load_asset_file
from pippin.utils.convex_parts import PartLimits
from pippin.utils.moved_files import file_at

from ..types import AssetOptions, VhacdParams
from .asset import GymAsset
from .sim import GymSim

_LOGGER = logging.getLogger("pippin")


def read_asset(sim: GymSim, root: str, filename: str, options: AssetOptions, suffixes: tuple[str, ...]) -> GymAsset:
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
    path = file_at(Path(root).expanduser() / filename)
    if suffixes and path.suffix.lower() not in suffixes:
        raise ValueError(f"'{path}' is no file of this kind; expected one that ends in {' or '.join(suffixes)}.")
    _warn_of_limits(options)
    within = path.resolve().is_relative_to(Path(root).expanduser().resolve())
    folder = Path(root).expanduser() if within else path.parent
    return GymAsset(sim, _description(sim, path, folder, file_settings(options)), options.__copy__())


def _description(sim: GymSim, path: Path, folder: Path, settings: AssetFileSettings) -> AssetDescription:
    """What a file describes. Programs that load the same file for every environment have it read once."""
    if not path.is_file():
        return load_asset_file(path, settings, folder)  # which says so
    status = path.stat()
    key = (path.resolve(), folder.resolve(), status.st_mtime_ns, status.st_size, settings)
    if key not in sim.descriptions:
        sim.descriptions[key] = load_asset_file(path, settings, folder)
    return sim.descriptions[key]


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
        armature=options.armature if options.use_physx_armature else 0.0,
        body_armature=0.0 if options.use_physx_armature else options.armature,
        capsules_for_cylinders=options.replace_cylinder_with_capsule,
        decomposition=_part_limits(options),
        center_from_shapes=options.override_com,
        inertia_from_shapes=options.override_inertia,
        turn_visual_meshes=options.flip_visual_attachments,
        collada_up="y",  # as assimp brings it, by which Isaac Gym reads meshes
    )


def _part_limits(options: AssetOptions) -> PartLimits | None:
    """Limits of the parts that meshes are taken apart into; None if they are not."""
    if not (options.vhacd_enabled or options.convex_decomposition_from_submeshes):
        return None
    params, usual = options.vhacd_params, VhacdParams()
    vertices = params.max_num_vertices_per_ch
    return PartLimits(params.max_convex_hulls, None if vertices == usual.max_num_vertices_per_ch else vertices)


_DEFAULTS = AssetOptions()
_WITHOUT_EFFECT = {
    "max_linear_velocity": "MuJoCo does not limit the speeds of bodies",
    "max_angular_velocity": "MuJoCo does not limit the speeds of bodies",
    "enable_gyroscopic_forces": "MuJoCo always has gyroscopic forces",
    "thickness": "shapes rest on their surfaces, as with PhysX",
    "slices_per_cylinder": "cylinders are round",
    "min_particle_mass": "there are no soft bodies",
}
"""Options that nothing follows, with the reason."""

_told: set[str] = set()


def _warn_of_limits(options: AssetOptions) -> None:
    """Say once of each option that has no effect, to who asks for something else than the default."""
    for name, reason in _WITHOUT_EFFECT.items():
        value, default = getattr(options, name), getattr(_DEFAULTS, name)
        is_limit = name.startswith("max_")
        if name not in _told and (value < default if is_limit else value != default):
            _told.add(name)
            _LOGGER.warning("AssetOptions.%s has no effect: %s.", name, reason)
