"""Which version of Isaac Lab the name ``isaaclab`` stands for."""

from __future__ import annotations

import importlib.metadata
import logging
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

logger = logging.getLogger("pippin")


VARIABLE = "PIPPIN_ISAACLAB"
CONVENTIONS = {
    2: "quaternions (w, x, y, z) and torch tensors",
    3: "quaternions (x, y, z, w) and Warp arrays",
}
"""What the versions differ in."""
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

    Evidence is what the importing program's files tell (:mod:`pippin_isaac.version`); a warning says once what it was.

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
        _found = 3 if _is_command_of_version_3() else _version_by_evidence()
    return _found


def _is_command_of_version_3() -> bool:
    """Whether the program is the command ``isaaclab``, or ``python -m isaaclab``, which version 2 has not."""
    words = sys.orig_argv[1:3]
    return words == ["-m", "isaaclab"] or Path(*words[:1]).stem == "isaaclab"


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


MAX_FILES = 600
MAX_BYTES = 400_000
"""Files that are read of a project, and bytes of each."""

_METADATA = ("pyproject.toml", "setup.py", "setup.cfg", "extension.toml", "environment.yml", "environment.yaml")
_SKIPPED_FOLDERS = {".git", ".venv", "venv", "node_modules", "build", "dist", "__pycache__", "logs", "outputs", "wandb"}

_PIN = re.compile(
    r"\bisaac-?lab(?:\[[^\]]*\])?[\"']?\s*(?:==|~=|>=|=\s*[\"'][\^~=]*|@\s*\S*@)\s*v?([123])\.", re.IGNORECASE
)
_ONLY = {
    2: re.compile(
        r"\bfrom isaaclab[\w.]* import (?:\([^)]*|[^\n(]*)\bdump_pickle\b"
        r"|\bAdditive(?:Uniform|Gaussian)NoiseCfg\b|\bsim_utils\.RenderCfg\b|\bisaaclab\.sim\.(?:PhysxCfg|RenderCfg)\b"
        r"|\bfrom isaaclab\.sim import [^\n]*\b(?:PhysxCfg|RenderCfg)\b"
    ),
    3: re.compile(
        r"\bisaaclab_(?:newton|physx|visualizers|ov|ovphysx)\b|\blaunch_simulation\b|\badd_launcher_args\b|\bProxyArray\b"
        r"|\bisaaclab_tasks\.(?:core|contrib)\b|\bisaaclab\.(?:cloner|physics|visualizers)\b"
        r"|\w_to_sim_(?:index|mask)\b|\.data\.\w+_\w+\.torch\b"
    ),
}
"""What only one version has."""
_MOSTLY_2 = re.compile(r"\bisaaclab_tasks\.(?:manager_based|direct)\b|\bhydra_task_config\b")
"""What version 2 has, and version 3 had before its release."""
_OWN_FILES = ("isaaclab.sh", "isaaclab.bat", "source/isaaclab")
"""What the folder of Isaac Lab's own repository has, beside the file VERSION."""
_ONE, _NOUGHT = r"\s*1(?:\.0*)?\s*", r"\s*0(?:\.0*)?\s*"
_IDENTITY = {
    version: re.compile(rf"\b(?:rot|orientation|quat)\w*\s*=\s*[\(\[]{','.join(numbers)}[\)\]]")
    for version, numbers in {2: (_ONE, *[_NOUGHT] * 3), 3: (*[_NOUGHT] * 3, _ONE)}.items()
}
"""The rotation that configs have most often: none."""
_OLD_CORE = re.compile(
    r"^\s*(?:from|import) (?:isaacsim\.core\.(?:utils|api|prims|cloner)|omni\.isaac\.core)\b", re.MULTILINE
)
"""Isaac Sim's core as programs for version 2 import it; some for version 3 do, too."""
_DATA_ARRAY = re.compile(r"\.data\.\w+\.(?:torch|warp)\b|\bto_torch\(")
_DATA_TENSOR = re.compile(r"\.data\.(?:root|joint|body)_(?:pos|quat|vel|lin|ang|link|state)\w*\b")
"""How data of assets is read: through an array that gives a tensor in version 3, as a tensor in version 2."""
_ISAAC_SIM = re.compile(
    r"\bisaac-?\s?sim(?:\[[^\]\n]{0,200}\])?\W{0,6}(?:::|==|~=|>=)\s*[\"']?(20\d\d|[4-9])\.", re.IGNORECASE
)
_README = re.compile(r"\bIsaac[ _-]?Lab[ _-]{0,2}v?([0123])\.\d", re.IGNORECASE)
_README_SIM = re.compile(r"\bIsaac[ _-]?Sim(?:\[[^\]\n]{0,200}\])?(?:==|\W)?\s?v?(20\d\d|[4-9])\.[\dx]", re.IGNORECASE)
"""Versions that READMEs tell; Isaac Lab's own package counts from 0, as in 0.54."""


class Evidence(NamedTuple):
    """What tells the version.

    Attributes:
        version: 2 or 3.
        reason: What was found, and in which file.
    """

    version: int
    reason: str


class _Text(NamedTuple):
    path: Path
    text: str


def find_evidence(importers: list[Path]) -> Evidence | None:
    """Find out for which version of Isaac Lab a program was written.

    A copy of Isaac Lab's own repository says it in its file VERSION. Else are looked at, in this order: pins of
    ``isaaclab`` in the metadata of the project around the importing files, names in its code that only one version has,
    the order of quaternions in it, which Isaac Sim or Isaac Lab its metadata and README name, and whether it imports
    Isaac Sim's older core or reads data as tensors; then pins of the distributions that are installed. What contradicts
    itself is passed over.

    Args:
        importers: Files that import ``isaaclab``, the innermost first.

    Returns:
        The evidence; None if there is none.
    """
    own = _own_version(importers)
    if own is not None:
        return own
    groups = [[_Text(path, text) for path in group if (text := _read(path))] for group in _groups_of_files(importers)]
    in_code = (_named, _named_mostly, _ordered, _described, _with_old_core, _read_as_tensors)
    attempts = [(_pinned, texts) for texts in groups] + [(find, texts) for texts in groups for find in in_code]
    attempts.remove((_named_mostly, groups[0]))  # more than the importing files is asked for those
    for find, texts in attempts:
        evidence = find(texts)
        if evidence is not None:
            return evidence
    return _required_by_installed()


def importing_files() -> list[Path]:
    """Files on the stack that import the foreign package, the innermost first, without Python's own and Pippin's."""
    own = Path(__file__).parents[1]
    standard = sysconfig.get_path("stdlib")
    found: dict[Path, None] = {}
    frame = sys._getframe()
    while frame is not None:
        name = frame.f_code.co_filename
        path = Path(name)
        outside = not path.is_relative_to(own) and (not path.is_relative_to(standard) or "site-packages" in path.parts)
        if not name.startswith("<") and outside and path.is_file():
            found[path.resolve()] = None
        frame = frame.f_back
    return list(found)


def find_repository() -> Path | None:
    """Folder of the copy of Isaac Lab's own repository that the importing program stands in; None if in none."""
    return _repository_of(importing_files())


def _repository_of(importers: list[Path]) -> Path | None:
    for folder in dict.fromkeys(parent for path in importers for parent in path.parents):
        if (folder / "VERSION").is_file() and any((folder / name).exists() for name in _OWN_FILES):
            return folder
    return None


def _own_version(importers: list[Path]) -> Evidence | None:
    """The version of Isaac Lab's own repository that the importing files stand in."""
    folder = _repository_of(importers)
    match = re.match(r"\s*([123])\.\d", _read(folder / "VERSION")) if folder else None
    if match is None:
        return None
    return Evidence(max(int(match[1]), 2), f"'{match.string.split()[0]}' in {folder}/VERSION")


def _groups_of_files(importers: list[Path]) -> Iterator[list[Path]]:
    """The importing files by themselves, then each one with the project around it."""
    yield importers
    from pippin.utils.projects import project_of  # takes seconds to import: only where the files do not tell

    seen: set[Path] = set()
    for importer in importers:
        root = project_of(importer)
        if root not in seen:
            seen.add(root)
            yield list(_files_of(root))


def _files_of(root: Path) -> Iterator[Path]:
    """Files of a project that may tell the version, not more than :data:`MAX_FILES`."""
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(set(folders) - _SKIPPED_FOLDERS)
        for name in sorted(files):
            if (
                name in _METADATA
                or name.startswith(("README", "requirements"))
                or name.endswith((".py", ".ipynb", ".json"))
            ):
                count += 1
                if count > MAX_FILES:
                    return
                yield Path(folder, name)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES).decode("utf-8", errors="ignore")
    except OSError:
        return ""


def _agreed(found: list[tuple[int, str, Path]], more: str = "") -> Evidence | None:
    """Evidence, if all that was found tells the same version."""
    if len({version for version, _, _ in found}) != 1:
        return None
    version, words, path = found[0]
    return Evidence(version, f"'{' '.join(words.split())}' in {path}{more}")


def _is_metadata(path: Path) -> bool:
    return path.name in _METADATA or path.name.startswith("requirements")


def _pinned(texts: list[_Text]) -> Evidence | None:
    """What metadata pins; versions 1 and 2 have the same conventions."""
    metadata = [item for item in texts if _is_metadata(item.path)]
    return _agreed([(max(int(m[1]), 2), m[0], path) for path, text in metadata for m in _PIN.finditer(text)])


def _named(texts: list[_Text]) -> Evidence | None:
    """Names that only one version has."""
    code = [item for item in texts if not _is_metadata(item.path) and "isaaclab" in item.text]
    return _agreed(
        [(version, m[0], path) for path, text in code for version in _ONLY if (m := _ONLY[version].search(text))]
    )


def _named_mostly(texts: list[_Text]) -> Evidence | None:
    """Names that version 2 has and version 3 had, where nothing tells version 3 by a name that it alone has."""
    code = [item for item in texts if not _is_metadata(item.path) and "isaaclab" in item.text]
    if any(_ONLY[3].search(text) for _, text in code):
        return None
    return _agreed([(2, m[0], path) for path, text in code if (m := _MOSTLY_2.search(text))])


def _ordered(texts: list[_Text]) -> Evidence | None:
    """The place of the one in rotations that turn nothing.

    A single (0, 0, 0, 1) tells nothing: in version 2 it is half a turn about z, which cabinets and robots have there.
    """
    code = [item for item in texts if item.path.suffix in (".py", ".ipynb") and "isaaclab" in item.text]
    found = [
        (version, match[0], path)
        for path, text in code
        for version in _IDENTITY
        for match in _IDENTITY[version].finditer(text)
    ]
    return None if [version for version, _, _ in found] == [3] else _agreed(found)


def _described(texts: list[_Text]) -> Evidence | None:
    """Which Isaac Sim metadata and README name (Isaac Lab 3 is for Isaac Sim 6), and which Isaac Lab the README."""
    readmes = [item for item in texts if item.path.name.startswith("README")]
    sims = [(m, path) for path, text in texts if _is_metadata(path) for m in _ISAAC_SIM.finditer(text)]
    sims += [(m, path) for path, text in readmes for m in _README_SIM.finditer(text)]
    found = [(2 if int(m[1]) < 6 or int(m[1]) > 2000 else 3, m[0], path) for m, path in sims]
    found += [(max(int(m[1]), 2), m[0], path) for path, text in readmes for m in _README.finditer(text)]
    return _agreed(found)


def _with_old_core(texts: list[_Text]) -> Evidence | None:
    """Version 2 where Isaac Sim's older core is imported."""
    code = [item for item in texts if item.path.suffix in (".py", ".ipynb") and "isaaclab" in item.text]
    return _agreed([(2, m[0].strip(), path) for path, text in code if (m := _OLD_CORE.search(text))])


def _read_as_tensors(texts: list[_Text]) -> Evidence | None:
    """Version 2 where data of assets is only read as tensors."""
    code = [item for item in texts if item.path.suffix in (".py", ".ipynb") and "isaaclab" in item.text]
    if any(_DATA_ARRAY.search(text) for _, text in code):
        return None
    return _agreed([(2, m[0], path) for path, text in code if (m := _DATA_TENSOR.search(text))])


def _required_by_installed() -> Evidence | None:
    """Which version the installed distributions require."""
    found = [
        (max(int(match[1]), 2), requirement, Path(distribution.metadata["Name"]))
        for distribution in importlib.metadata.distributions()
        for requirement in distribution.requires or []
        if requirement.lower().startswith("isaaclab") and (match := _PIN.search(requirement))
    ]
    return _agreed(found, ", which is installed")
