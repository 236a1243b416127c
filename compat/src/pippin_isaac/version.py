"""Which version of Isaac Lab the name ``isaaclab`` stands for."""

from __future__ import annotations

import logging
import os
import sys

from .evidence import find_evidence, importing_files

VARIABLE = "PIPPIN_ISAACLAB"
CONVENTIONS = {
    2: "quaternions (w, x, y, z) and torch tensors",
    3: "quaternions (x, y, z, w) and Warp arrays",
}
"""What the versions differ in."""

logger = logging.getLogger("pippin")
_chosen: int | None = None
_found: int | None = None


class UndecidedIsaacLabError(RuntimeError):
    """A program imports ``isaaclab``, and nothing says for which version it was written."""


def choose_isaaclab(version: int) -> None:
    """Choose what ``import isaaclab`` gives in this program.

    Args:
        version: 2 for quaternions (w, x, y, z) and torch tensors, 3 for quaternions (x, y, z, w) and Warp arrays.

    Raises:
        ValueError: There is no such version.
        RuntimeError: Another version was imported already.
    """
    global _chosen
    _require_version(version, "version")
    if "isaaclab" in sys.modules and version != chosen_isaaclab():
        raise RuntimeError(
            f"isaaclab was imported as version {chosen_isaaclab()} already: call choose_isaaclab({version}) before the "
            f"first import of isaaclab, or set {VARIABLE}={version} in the environment."
        )
    _chosen = version


def chosen_isaaclab() -> int:
    """Version that ``isaaclab`` stands for: the one chosen, that of the environment variable, or that of the evidence.

    Evidence is what the importing program's files tell (:mod:`pippin_isaac.evidence`); a warning says once what it was.

    Raises:
        ValueError: The environment variable holds something else.
        UndecidedIsaacLabError: There is neither a choice nor evidence.
    """
    global _found
    if _chosen is not None:
        return _chosen
    text = os.environ.get(VARIABLE)
    if text is not None:
        return _require_version(int(text) if text.isdecimal() else text, VARIABLE)
    if _found is None:
        _found = _version_by_evidence()
    return _found


def require_version_3(package: str) -> None:
    """Let a package that only version 3 has be imported in programs of that version.

    Raises:
        ModuleNotFoundError: ``isaaclab`` is version 2 in this program.
    """
    if chosen_isaaclab() != 3:
        raise ModuleNotFoundError(
            f"'{package}' belongs to Isaac Lab 3, but isaaclab is version 2 here: set {VARIABLE}=3 in the environment "
            "if the program is for version 3.",
            name=package,
        )


def _version_by_evidence() -> int:
    evidence = find_evidence(importing_files())
    if evidence is None:
        raise UndecidedIsaacLabError(
            "'isaaclab' may be version 2 or 3, which order quaternions differently, and nothing around the importing "
            f"program says which: set {VARIABLE}=2 in the environment for {CONVENTIONS[2]}, or {VARIABLE}=3 for "
            f"{CONVENTIONS[3]}; or call pippin_isaac.choose_isaaclab(2) or (3) before the import."
        )
    logger.warning(
        "isaaclab is taken as version %d, with %s, because of %s. Set %s=%d if that is wrong, or %s=%d to confirm it.",
        evidence.version,
        CONVENTIONS[evidence.version],
        evidence.reason,
        VARIABLE,
        5 - evidence.version,
        VARIABLE,
        evidence.version,
    )
    return evidence.version


def _require_version(version: object, name: str) -> int:
    if version not in CONVENTIONS:
        raise ValueError(f"'{name}' should be 2 or 3, the versions of Isaac Lab that Pippin serves, not {version!r}.")
    return int(version)
