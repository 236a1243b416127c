"""Changes of URDF files, after Isaac Lab's ``isaaclab.controllers.utils``."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from pathlib import Path

__all__ = ["change_revolute_to_fixed", "change_revolute_to_fixed_regex"]

logger = logging.getLogger("pippin")

_JOINT = re.compile(r"<joint\b[^>]*>")
_NAME = re.compile(r"""\bname\s*=\s*["']([^"']*)["']""")
_REVOLUTE = re.compile(r"""(\btype\s*=\s*["'])revolute(["'])""")


def change_revolute_to_fixed(urdf_path: str, fixed_joints: Iterable[str], verbose: bool = False) -> None:
    """Make revolute joints of a URDF file fixed; the rest of the file stays as it is.

    Args:
        urdf_path: File, which is overwritten.
        fixed_joints: Names of the joints. Those that are not there, or not revolute, are passed over.
        verbose: Whether to log which joints are changed, and which are passed over.

    Raises:
        FileNotFoundError: There is no such file.
    """
    _fix(urdf_path, set(fixed_joints), verbose)


def change_revolute_to_fixed_regex(urdf_path: str, fixed_joints: Iterable[str], verbose: bool = False) -> None:
    """Make the revolute joints fixed whose names begin with what a regular expression matches.

    Args:
        urdf_path: File, which is overwritten.
        fixed_joints: Regular expressions.
        verbose: Whether to log which joints are changed.

    Raises:
        FileNotFoundError: There is no such file.
    """
    tags = _JOINT.findall(Path(urdf_path).read_text(encoding="utf-8"))
    names = {found[1] for tag in tags if _REVOLUTE.search(tag) and (found := _NAME.search(tag))}
    patterns = [re.compile(pattern) for pattern in fixed_joints]
    _fix(urdf_path, {name for name in names if any(pattern.match(name) for pattern in patterns)}, verbose)


def _fix(urdf_path: str, names: set[str], verbose: bool) -> None:
    path = Path(urdf_path)
    changed = set()

    def fixed(tag: re.Match[str]) -> str:
        name = _NAME.search(tag[0])
        if name is None or name[1] not in names or not _REVOLUTE.search(tag[0]):
            return tag[0]
        changed.add(name[1])
        return _REVOLUTE.sub(r"\1fixed\2", tag[0])

    path.write_text(_JOINT.sub(fixed, path.read_text(encoding="utf-8")), encoding="utf-8")
    if verbose:
        logger.warning("Joints of '%s' made fixed: %s.", path, sorted(changed))
        logger.warning("Joints of '%s' that are not there or not revolute: %s.", path, sorted(names - changed))
