"""What every converter does around its conversion: checks, a cache, and files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import ClassVar

from pxr import Sdf, Tf, Usd

from pippin.utils.configclass import warn_of_settings_without_effect
from pippin.utils.files import cache_folder
from pippin.utils.moved_files import file_at

from ..crates import remember_crates
from ..layers import reason_of
from .cfg import AssetConverterBaseCfg

logger = logging.getLogger("pippin")

CONVERTER_VERSION = 7
"""Raise it with every change of what the converters write: older files in caches are then converted again."""


class AssetConverterBase:
    """Convert a file to USD, unless an up-to-date USD file is there already.

    Beside ``name.usdc`` lies ``name.json`` with what the file was made from: a key over the asset's contents, the
    options and the version of the converters, and size and time of every other file that was read (meshes, textures,
    included files). The USD file is up to date as long as all of these are the same.

    Attributes:
        cfg: The config that was given.
    """

    cfg_type: ClassVar[type[AssetConverterBaseCfg]] = AssetConverterBaseCfg
    """Config whose fields decide what is written. A config of a derived class may be given."""

    def __init__(self, cfg: AssetConverterBaseCfg):
        """Convert the asset.

        Raises:
            FileNotFoundError: The asset is not a file.
            ValueError: The asset is malformed or too large.
            OSError: The converted file cannot be written.
        """
        warn_of_settings_without_effect(cfg)
        self.cfg = cfg
        asset = file_at(Path(cfg.asset_path).expanduser()).resolve()
        if not asset.is_file():
            raise FileNotFoundError(
                f"'asset_path' is '{cfg.asset_path}'; expected a file on this machine to convert to USD."
            )
        key = self._key(asset)
        folder = Path(cfg.usd_dir).expanduser().resolve() if cfg.usd_dir else cache_folder("usd") / key
        file_name = cfg.usd_file_name or f"{asset.stem}.usdc"
        if Path(file_name).suffix not in (".usd", ".usda", ".usdc"):
            file_name += ".usdc"
        self._usd_path = folder / file_name
        if cfg.force_usd_conversion or not _is_up_to_date(self._usd_path, key):
            self._write(asset, key)

    @property
    def usd_path(self) -> str:
        """Path of the USD file."""
        return str(self._usd_path)

    @property
    def usd_dir(self) -> str:
        """Folder of the USD file."""
        return str(self._usd_path.parent)

    @property
    def usd_file_name(self) -> str:
        """Name of the USD file."""
        return self._usd_path.name

    def _convert(self, asset: Path, stage: Usd.Stage, folder: Path) -> Iterable[Path]:
        """Author the asset on an empty stage.

        Args:
            asset: File to convert.
            stage: Stage to author on.
            folder: Folder for files that the stage refers to, such as textures.

        Returns:
            Files other than the asset that were read.
        """
        raise NotImplementedError(f"'{type(self).__name__}' does not say how it converts: override '_convert'.")

    def _key(self, asset: Path) -> str:
        """Hash of everything that the result depends on, but for the files that the asset refers to."""
        inputs = {field.name for field in fields(self.cfg_type)} - {
            field.name for field in fields(AssetConverterBaseCfg)
        }
        options = {name: repr(getattr(self.cfg, name)) for name in sorted(inputs)}
        description = [type(self).__name__, CONVERTER_VERSION, str(asset), options]
        digest = hashlib.blake2b(json.dumps(description).encode(), digest_size=16)
        digest.update(asset.read_bytes())
        return digest.hexdigest()

    def _write(self, asset: Path, key: str) -> None:
        """Convert into a temporary folder beside the target and move the files over, the manifest last."""
        target = self._usd_path
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=".converting-", dir=target.parent))
        try:
            stage = Usd.Stage.CreateNew(str(temporary / target.name))
            with _naming(asset):
                dependencies = list(self._convert(asset, stage, temporary))
            _save(stage.GetRootLayer(), target)
            del stage
            manifest = {"key": key, "dependencies": {str(path): _stamp(path) for path in dependencies}}
            (temporary / _manifest_path(target).name).write_text(json.dumps(manifest, indent=1))
            _manifest_path(target).unlink(missing_ok=True)
            _move_files(temporary, target.parent, last=_manifest_path(target).name)
            remember_crates([str(target)])
            stale_layer = Sdf.Layer.Find(str(target))
            if stale_layer is not None:  # USD keeps open layers and would not look at the file again
                stale_layer.Reload(force=True)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        logger.info("Converted '%s' to '%s'.", asset, target)


@contextlib.contextmanager
def _naming(asset: Path) -> Iterator[None]:
    """Name the asset in what the block refuses, and in what its numbers make of arithmetic.

    Raises:
        ValueError: The asset cannot be converted.
    """
    try:
        yield
    except (ValueError, ArithmeticError, LookupError, RecursionError, Tf.ErrorException) as error:
        if isinstance(error, ValueError) and asset.name in str(error):
            raise
        reason = reason_of(error) if isinstance(error, Tf.ErrorException) else " ".join(str(error).split())
        raise ValueError(f"'{asset}' cannot be converted: {reason[:500]}") from error


def _save(layer: Sdf.Layer, target: Path) -> None:
    """Write a converted file.

    Raises:
        OSError: It cannot be written, as where the disk is full.
    """
    try:
        reason = "" if layer.Save() else "USD does not say why"
    except Tf.ErrorException as error:
        reason = reason_of(error)
    if reason:
        raise OSError(errno.EIO, f"The converted file cannot be written ({reason})", str(target))


def _manifest_path(usd_path: Path) -> Path:
    return usd_path.with_suffix(".json")


def _stamp(path: Path) -> list[int]:
    """Size [bytes] and time of modification [ns] of a file; -1 for one that is missing and could do without."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return [-1, -1]
    return [status.st_size, status.st_mtime_ns]


def _is_up_to_date(usd_path: Path, key: str) -> bool:
    try:
        manifest = json.loads(_manifest_path(usd_path).read_text())
        return (
            usd_path.is_file()
            and manifest["key"] == key
            and all(_stamp(Path(path)) == stamp for path, stamp in manifest["dependencies"].items())
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # no manifest, or not one of ours
        return False


def _move_files(source: Path, target: Path, last: str) -> None:
    """Move all files of a folder, each atomically, into another folder of the same file system."""
    files = [path for path in source.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda path: path.name == last):
        destination = target / path.relative_to(source)
        destination.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, destination)
