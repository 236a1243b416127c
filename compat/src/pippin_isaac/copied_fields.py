"""Fields that a program's own copy of Isaac Lab adds to configs: taken, with a warning that nothing reads them.

The copy's files are read, never run. A field that no copy has is refused as ever.
"""

from __future__ import annotations

import ast
import functools
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pippin.utils.configclass import accept_without_effect

from .version import find_repository

logger = logging.getLogger("pippin")

PACKAGES = ("isaaclab", "isaaclab_rl", "isaaclab_assets", "isaaclab_tasks", "isaaclab_contrib")
_CLASS = re.compile(r"^[ \t]*class[ \t]+(\w+)", re.MULTILINE)


def accept_fields_of_copies(cls: type, names: list[str]) -> None:
    """Let configs of a class take those settings that a copy of Isaac Lab gives the class of that name.

    Args:
        cls: Class of a config that was given settings which it does not have.
        names: The settings.
    """
    bases = [base for base in cls.__mro__ if base.__module__.partition(".")[0] in ("pippin", "pippin_isaac")]
    for base in bases if names else ():
        for folder in _copies():
            fields, file = _fields_in(folder, base.__qualname__)
            added = {name: fields[name] for name in names if name in fields}
            if added:
                accept_without_effect(base, added, is_told=False)
                logger.warning(
                    "%s of %s, which the program's copy of Isaac Lab adds (%s), has no effect here.",
                    ", ".join(f"'{name}'" for name in added),
                    base.__name__,
                    file,
                )
            names = [name for name in names if name not in added]


def _copies() -> Iterator[Path]:
    """Folders of Isaac Lab's packages in the repository that the program stands in, and on the path, but Pippin's."""
    own = Path(__file__).resolve().parents[1]
    repository = find_repository()
    places = [] if repository is None else [repository / "source" / package for package in PACKAGES]
    places += [Path(entry or ".").resolve() for entry in sys.path]
    for place in dict.fromkeys(places):
        if place != own:
            yield from (place / package for package in PACKAGES if (place / package / "__init__.py").is_file())


@functools.cache
def _files_by_class(folder: Path) -> dict[str, list[Path]]:
    """Files of a package, by the names of the classes that they define."""
    files: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("*.py")):
        for name in set(_CLASS.findall(file.read_text(encoding="utf-8", errors="ignore"))):
            files.setdefault(name, []).append(file)
    return files


@functools.cache
def _fields_in(folder: Path, name: str) -> tuple[dict[str, Any], Path | None]:
    """Fields of a class by their defaults, None for what is no literal, and the file; none if it is not there.

    Args:
        folder: Folder of a package.
        name: Qualified name of the class.
    """
    for file in _files_by_class(folder).get(name.rpartition(".")[2], []):
        try:
            inside: list[ast.stmt] = ast.parse(file.read_text(encoding="utf-8", errors="ignore")).body
        except (SyntaxError, ValueError, RecursionError):
            continue
        for part in name.split("."):
            found = [each for each in inside if isinstance(each, ast.ClassDef) and each.name == part]
            inside = found[0].body if found else []
        fields = dict(_field(each) for each in inside if isinstance(each, (ast.AnnAssign, ast.Assign)))
        fields.pop("", None)
        if fields:
            return fields, file
    return {}, None


def _field(statement: ast.AnnAssign | ast.Assign) -> tuple[str, Any]:
    """Name and default that a statement of a class gives; no name where it is none of a field."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    target = targets[0]
    if len(targets) != 1 or not isinstance(target, ast.Name) or target.id.startswith("_"):
        return "", None
    try:
        return target.id, ast.literal_eval(statement.value) if statement.value else None
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return target.id, None
