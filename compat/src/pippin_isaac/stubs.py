"""Writes stubs of the served modules, by which editors and type checkers resolve foreign names.

Modules that come from tables have no files for an editor to read. ``python -m pippin_isaac.stubs typings`` writes them
to a folder: Pyright and Pylance look into ``typings`` of a project by themselves, mypy with ``MYPYPATH=typings``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .tables import MODULES, PACKAGES, sources_of

SOURCES = Path(__file__).parents[1]


def write_stubs(folder: Path) -> int:
    """Write a stub for each module of the tables, and for each module with a file in their packages.

    Args:
        folder: Where to write them; it is made if needed. Files of the same names are replaced.

    Returns:
        Number of stubs.
    """
    texts = {name: stub_of(name) for name in {*MODULES, *PACKAGES}}
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
            if imported == "*":
                lines.append(f"from {source} import *")
            elif imported:
                lines.append(f"from {source} import {imported} as {given}")
            else:
                lines.append(f"from {parent} import {leaf} as {given}" if parent else f"import {leaf} as {given}")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write stubs of the modules that Pippin serves under foreign names.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("typings"))
    print(f"{write_stubs(parser.parse_args().folder)} stubs")  # noqa: T201
