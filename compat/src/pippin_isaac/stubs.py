"""Writes stubs of the served modules, by which editors and type checkers resolve foreign names.

Modules that come from tables have no files for an editor to read. ``python -m pippin_isaac.stubs typings`` writes them
to a folder: Pyright and Pylance look into ``typings`` of a project by themselves, mypy with ``MYPYPATH=typings``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .tables import MODULES, PACKAGES, sources_of
from .tables.older_names import CALLS, DEFAULTS, PROPERTIES, SHORTHANDS

SOURCES = Path(__file__).parents[1]

OLDER = "isaaclab._older_names"
"""Module, for type checkers alone, whose classes have the older names that a table adds to Pippin's."""


def write_stubs(folder: Path) -> int:
    """Write a stub for each module of the tables, and for each module with a file in their packages.

    Args:
        folder: Where to write them; it is made if needed. Files of the same names are replaced.

    Returns:
        Number of stubs.
    """
    texts = {name: stub_of(name) for name in {*MODULES, *PACKAGES}} | {OLDER: stub_of_older_names()}
    for top in {name.partition(".")[0] for name in texts}:
        for path in (SOURCES / top).rglob("*.py"):
            parts = path.relative_to(SOURCES).with_suffix("").parts
            name = ".".join(parts[:-1] if path.stem == "__init__" else parts)
            texts[name] = texts.get(name, "") + ("" if name in MODULES else path.read_text())
    packages = PACKAGES | {name.rpartition(".")[0] for name in texts}
    for name, text in texts.items():
        path = folder.joinpath(*name.split("."))
        path = path / "__init__.pyi" if name in packages else path.with_suffix(".pyi")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return len(texts)


def stub_of(name: str) -> str:
    """Text of the stub of a module of the tables: imports under the names that it gives."""
    lines = []
    for source, entries in sources_of(name):
        for imported, given in entries:
            parent, _, leaf = source.rpartition(".")
            if given == "*" != imported:
                lines.append("def __getattr__(name: str) -> object: ...")
            elif imported == "*":
                lines.append(f"from {source} import *")
            elif imported in _older_classes().get(source, ()):
                lines.append(f"from {OLDER} import {imported} as {given}")
            elif imported:
                lines.append(f"from {source} import {imported} as {given}")
            else:
                lines.append(f"from {parent} import {leaf} as {given}" if parent else f"import {leaf} as {given}")
    return "".join(f"{line}\n" for line in lines)


def stub_of_older_names() -> str:
    """Text of the stub whose classes extend Pippin's by the older methods and quantities of the table."""
    lines = ["from pippin.utils import ProxyArray", "from typing import Any"]
    for package, classes in _older_classes().items():
        for name in classes:
            lines += [f"from {package} import {name} as _{name}", f"class {name}(_{name}):"]
            for row in CALLS[package].get(name, {}):
                method, _, parameters = row.partition("(")
                lines.append(f"    def {method}(self, {parameters} -> None: ...")
            if package == "pippin.assets" and f"{name}Data" in classes:
                lines += ["    @property", f"    def data(self) -> {name}Data: ..."]
            for older in PROPERTIES[package].get(name, {}):
                lines += ["    @property", f"    def {older}(self) -> Any: ..."]
            lines += [f"    {older}: ProxyArray" for rows in (DEFAULTS, SHORTHANDS) for older in rows.get(name, {})]
    return "".join(f"{line}\n" for line in lines)


def _older_classes() -> dict[str, list[str]]:
    """Classes of each package that have older names."""
    classes = {package: [*CALLS[package], *PROPERTIES.get(package, {})] for package in CALLS}
    classes["pippin.assets"] = [*DEFAULTS, *SHORTHANDS, *classes["pippin.assets"]]
    return {package: list(dict.fromkeys(names)) for package, names in classes.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write stubs of the modules that Pippin serves under foreign names.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("typings"))
    print(f"{write_stubs(parser.parse_args().folder)} stubs")  # noqa: T201
