"""Read an MJCF with MuJoCo's own parser, after a look at whether it is fit to be read."""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import mujoco
import numpy as np

from pippin.utils.safe_xml import MAX_ELEMENTS, read_xml

from .meshes import MAX_MESH_BYTES
from .mjcf_repairs import repair_spec
from .mjcf_schema import drop_unknown, expanded, rename_repeated

logger = logging.getLogger("pippin")

MAX_COPIES = 10_000
"""Most copies that ``<replicate>`` elements make of an element, or ``<composite>`` and ``<flexcomp>`` of a point."""

MAX_CELLS = 2**26
"""Most cells of a height field or texture."""

MAX_INCLUDES = 1000
"""Most files that a file includes, repetitions counted."""

MAX_USER_DATA = 1000
"""Most custom values for each element (``nuser_body`` and others)."""


def read_mjcf(
    path: Path, link_density: float = 0.0, include_folder: str | Path | None = None
) -> tuple[mujoco.MjModel, list[Path]]:
    """Read and compile an MJCF. What other programs take and MuJoCo does not is mended, and named in one warning.

    Args:
        path: MJCF file.
        link_density: Density of the geometry of bodies without ``<inertial>`` [kg/m^3]; 0 takes the file's.
        include_folder: Folder that included files have to lie in; None takes the folder of the file.

    Returns:
        The compiled model with its visual geometry, and the files that it includes or refers to.

    Raises:
        ValueError: The file or one that it includes is malformed, too large, or asks for absurdly many elements.
    """
    files = _Files(path, path.parent if include_folder is None else Path(include_folder))
    files.check(path, depth=0)
    try:
        with _engine_warnings(path):
            spec, mended = _parsed(path, files)
        spec.compiler.discardvisual = False
        spec.memory = -1  # room for a simulation that will not happen here
        for element in [*spec.sensors, *spec.keys]:  # not converted, so faults in them do not matter
            spec.delete(element)
        mended += repair_spec(spec, path.parent, f"'{path}'")
        if link_density > 0.0:
            _set_densities(spec, link_density)
        with _engine_warnings(path):
            model = spec.compile()
        _check_finite(model)
    except (ValueError, TypeError, RuntimeError, mujoco.FatalError) as error:
        raise ValueError(f"'{path}' is malformed; expected a valid MJCF: {' '.join(str(error).split())}") from error
    if mended:
        logger.warning("'%s' is read %s.", path, "; ".join(_shortened(mended)))
    return model, files.found


@contextmanager
def _engine_warnings(path: Path) -> Iterator[None]:
    """Log what MuJoCo warns of in the block, which it writes to a file in the working folder by itself."""
    told: deque[str] = deque(maxlen=10)
    before = mujoco.get_mju_user_warning()
    # No function in Python: an interrupt could leave it with an exception, upon which the engine ends the process.
    mujoco.set_mju_user_warning(told.append)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)
        for text in dict.fromkeys(told):
            logger.warning("MuJoCo says of '%s': %s", path, text)


def _parsed(path: Path, files: _Files) -> tuple[mujoco.MjSpec, list[str]]:
    """Parse a file that was checked, without what the parser does not know; and what that was."""
    root = expanded(files.roots[path], lambda name: files.roots[files.included(name, path)])
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        raise ValueError(
            f"it has more than the {MAX_ELEMENTS} elements that are read, with its includes; expected fewer"
        )
    mended = []
    unknown = drop_unknown(root)
    if unknown:
        mended.append(f"without {', '.join(_shortened(unknown))}, which MuJoCo does not know")
    repeated = rename_repeated(root)
    if repeated:
        mended.append(f"with repeated names made unique: {', '.join(_shortened(repeated))}")
    if not mended:  # errors of MuJoCo's parser then name the line
        return mujoco.MjSpec.from_file(str(path)), mended
    spec = mujoco.MjSpec.from_string(tostring(root, encoding="unicode"))
    spec.modelfiledir = str(path.parent)
    return spec, mended


def _shortened(phrases: list[str]) -> list[str]:
    """At most ten of them."""
    return phrases if len(phrases) <= 10 else [*phrases[:10], f"and {len(phrases) - 10} more"]


def _check_finite(model: mujoco.MjModel) -> None:
    """Refuse a compiled model with poses that are not numbers."""
    for kind in ("body", "geom", "site"):
        poses = np.concatenate([getattr(model, f"{kind}_pos"), getattr(model, f"{kind}_quat")], axis=1)
        for index in np.flatnonzero(~np.isfinite(poses).all(axis=1))[:1]:
            name = getattr(model, kind)(int(index)).name
            raise ValueError(f"the pose of {kind} '{name}' (number {index}) is not finite; expected finite numbers")


def _set_densities(spec: mujoco.MjSpec, density: float) -> None:
    """Set the density of all geometry that has one and whose body has no mass of its own."""
    for body in spec.bodies:
        for geom in body.geoms:
            if not body.explicitinertial and math.isnan(geom.mass) and geom.density > 0.0:
                geom.density = density


class _Files:
    """Files that a model is made of."""

    def __init__(self, main: Path, include_folder: Path):
        self._main = main
        self._folder = main.parent.resolve()
        self._include_folder = include_folder.resolve()
        self._asset_folders: list[Path] = [self._folder]
        self.found: list[Path] = []
        self.roots: dict[Path, Element] = {}
        self._num_includes = 0

    def check(self, path: Path, depth: int) -> None:
        """Check a file and all that it includes."""
        root = read_xml(path)
        if depth == 0 and root.tag != "mujoco":
            raise ValueError(f"'{path}' has the root element <{root.tag}>; expected <mujoco> of an MJCF.")
        if depth > 20:
            raise ValueError(f"'{path}' is included by includes more than 20 levels deep; expected fewer.")
        self._num_includes += 1
        if self._num_includes > MAX_INCLUDES:
            raise ValueError(f"'{self._main}' includes more than {MAX_INCLUDES} files; expected fewer.")
        self.roots[path] = root
        _check_sizes(root, path)
        for compiler in root.iter("compiler"):
            for name in ("assetdir", "meshdir", "texturedir"):
                if name in compiler.attrib:
                    self._asset_folders.append((self._folder / compiler.attrib[name]).resolve())
        for element in root.iter():
            if element.tag == "include":
                included = self.included(element.get("file", ""), path)
                self.found.append(included)
                self.check(included, depth + 1)
            elif "file" in element.attrib and element.tag in ("mesh", "hfield", "texture", "skin"):
                self._check_asset(element.get("file", ""))

    def included(self, name: str, path: Path) -> Path:
        """Path of a file that another one includes.

        Raises:
            ValueError: There is none, or it lies outside the folder.
        """
        included = (self._folder / name).resolve()
        if not included.is_relative_to(self._include_folder):
            raise ValueError(
                f"'{path}' includes '{name}', which lies outside the folder '{self._include_folder}'; "
                "expected a file within it."
            )
        if not included.is_file():
            raise ValueError(f"'{path}' includes '{name}', but there is no file '{included}'.")
        return included

    def _check_asset(self, name: str) -> None:
        """Note an asset's file, which may be missing, and refuse it if it is too large."""
        candidates = [(folder / name).resolve() for folder in self._asset_folders]
        if not any(file.is_file() for file in candidates):
            self.found.append(candidates[-1])
        for file in candidates:
            if file.is_file():
                if file.stat().st_size > MAX_MESH_BYTES:
                    raise ValueError(
                        f"'{file}' of '{self._main}' has {file.stat().st_size} bytes; the most is {MAX_MESH_BYTES}."
                    )
                self.found.append(file)


def _check_sizes(root: Element, path: Path) -> None:
    """Refuse elements that would make MuJoCo allocate or loop without measure."""
    _check_copies(root, path)
    for element in root.iter():
        for name in ("class", "childclass"):
            if "%" in element.get(name, ""):  # MuJoCo 3.17 takes it for a format string, and the process ends
                raise ValueError(f"'{path}' has <{element.tag} {name}={element.get(name)!r:.40}>: classes have no '%'.")
    for element in root.iter():
        if element.tag == "size":
            for name, value in element.attrib.items():
                if name.startswith("nuser_") and _number(value) > MAX_USER_DATA:
                    raise ValueError(f"'{path}' has <size {name}='{value}'>; the most is {MAX_USER_DATA}.")
        if element.tag in ("hfield", "texture"):
            rows, columns = ("nrow", "ncol") if element.tag == "hfield" else ("width", "height")
            if _number(element.get(rows, "0")) * max(_number(element.get(columns, "0")), 1.0) > MAX_CELLS:
                raise ValueError(
                    f"'{path}' has a <{element.tag}> of {element.get(rows)} by {element.get(columns)} cells; "
                    f"the most is {MAX_CELLS} in all."
                )


def _check_copies(root: Element, path: Path) -> None:
    stack = [(root, 1.0)]
    while stack:
        element, copies = stack.pop()
        if element.tag in ("replicate", "composite", "flexcomp"):
            for count in (element.get("count") or "1").split():
                copies *= max(_number(count), 1.0)
        if copies > MAX_COPIES:
            raise ValueError(f"'{path}' asks for {copies:.0f} copies of an element; the most is {MAX_COPIES}.")
        stack += [(child, copies) for child in element]


def _number(text: str) -> float:
    """Value of a number; 0 for anything else, which MuJoCo's parser then reports."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return math.inf if math.isnan(value) else value
