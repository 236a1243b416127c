"""Write the methods of assets that set quantities from the table of the quantities.

Each row of a data class that says how it is written (:class:`pippin.quantities.written.Written`) becomes two functions:
one that ends in ``_index`` and chooses entries by ids, one that ends in ``_mask`` and chooses them by masks. They are
in the repository, so that editors and type checkers know their parameters; a test asserts that they are these. A new
row is written here first, and then named in the class of the asset::

    python tools/asset_methods.py           # writes the files
    python tools/asset_methods.py --check   # exits with 1 where a file is another
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import warp as wp

from pippin.assets import ArticulationData, RigidObjectCollectionData
from pippin.assets.body_data import BodyData
from pippin.assets.link_data import LinkData
from pippin.quantities.properties import ArrayData, ArrayProperty
from pippin.quantities.written import Written

ASSETS = Path(__file__).parents[1] / "src" / "pippin" / "assets"

NUMBERS = {wp.vec2f: 2, wp.transformf: 7, wp.spatial_vectorf: 6}
"""Numbers of an element, by its type."""

SKIP = "skip_forward: Accepted for existing code: what is read later is of the new state all the same."


@dataclass(frozen=True)
class Columns:
    """Words for the columns of arrays.

    Attributes:
        ids: Beginning of the parameters' names; "" where there are no columns.
        plural: Several of them.
        letter: How many there are.
    """

    ids: str
    plural: str
    letter: str


NONE = Columns("", "", "")
COLUMNS = {
    "bodies": Columns("body", "bodies", "L"),
    "joints": Columns("joint", "joints", "J"),
    "fixed_tendons": Columns("fixed_tendon", "tendons", "T"),
    "spatial_tendons": Columns("spatial_tendon", "tendons", "T"),
}


@dataclass(frozen=True)
class MethodsFile:
    """A file of functions.

    Attributes:
        path: Its path below ``assets``.
        doc: Its docstring.
        data_class: The table.
        part: Attribute of the asset with the part that writes; "" takes the one that the columns have the name of.
        protocol: What an asset has to have: the module and the class.
        rows: What the names of its rows have in them.
    """

    path: str
    doc: str
    data_class: type[ArrayData]
    part: str
    protocol: tuple[str, str]
    rows: str = ""


FILES = [
    MethodsFile("root_methods.py", "Writing poses and velocities of roots", BodyData, "root", (".root", "HasRoot")),
    MethodsFile("body_methods.py", "Writing mass properties of bodies", LinkData, "bodies", (".bodies", "HasBodies")),
    MethodsFile(
        "articulation/joint_methods.py",
        "Writing state, targets and properties of joints",
        ArticulationData,
        "joints",
        (".joints", "HasJoints"),
        "joint_",
    ),
    MethodsFile(
        "articulation/tendon_methods.py",
        "Setting properties of tendons",
        ArticulationData,
        "",
        (".tendons", "HasTendons"),
        "tendon_",
    ),
    MethodsFile(
        "rigid_object_collection/object_methods.py",
        "Writing poses and velocities of objects",
        RigidObjectCollectionData,
        "objects",
        (".objects", "HasObjects"),
    ),
]


def rows_of(file: MethodsFile) -> Iterator[tuple[str, ArrayProperty, Written]]:
    """Rows of the table whose methods are in a file, in the order of the class, with how they are written."""
    for name, row in vars(file.data_class).items():
        if isinstance(row, ArrayProperty) and row.written is not None and file.rows in name:
            yield name, row, row.written


def shape_of(row: ArrayProperty, columns: Columns, rows: str, width: str) -> str:
    """Words for the shape of the values of a selection."""
    leading = [rows, *([width] if columns.ids else [])]
    numbers = [str(axis) for axis in row.axes if isinstance(axis, int)]
    shape = f"({', '.join([*leading, *numbers])}{',' if len(leading) + len(numbers) == 1 else ''})"
    if row.dtype not in NUMBERS:
        return f"shape {shape}, float32."
    return f"shape ({', '.join([*leading, str(NUMBERS[row.dtype])])}), or {shape} of wp.{row.dtype.__name__}."


def function(file: MethodsFile, name: str, row: ArrayProperty, written: Written, method: str, by_mask: bool) -> str:
    """Source of one function."""
    columns = next((COLUMNS[axis] for axis in row.axes if isinstance(axis, str)), NONE)
    kind, ending, one = ("mask", "_mask", "Mask") if by_mask else ("ids", "_index", "Ids")
    full_data = not by_mask and method not in written.chosen_only
    choice = [f"{columns.ids}_{kind}"] if columns.ids else []
    env = f"env_{kind}"
    parameters = [f"{written.argument}: Array{' | float' if written.takes_numbers else ''}"]
    parameters += [f"{parameter}: {one} = None" for parameter in (*choice, env)]
    parameters += ["full_data: bool = False"] if full_data else []
    parameters += ["skip_forward: bool = False"] if written.is_state else []
    rows, width = ("N", columns.letter) if by_mask else ("n", "m")
    lines = [f"{written.argument}: {written.values}, {shape_of(row, columns, rows, width)}"]
    lines += [f"{each}: The m {columns.plural}; None means all." for each in choice]
    lines += ["env_ids: The n instances; None means all."]
    of = f"instances and {columns.plural}" if columns.ids else "instances"
    lines += (
        [f"full_data: Whether ``{written.argument}`` covers all {of}, of which the ids choose."] if full_data else []
    )
    lines += [SKIP] if written.is_state else []
    if by_mask:
        masks = ", ".join([*(f"``{each}`` ({columns.letter},)" for each in choice), "``env_mask`` (N,)"])
        doc = [
            f'"""{written.sets}, where masks hold.',
            "",
            *textwrap.wrap(f"``{lines[0].replace(': ', '``: ', 1)} {masks}: None means all.", 114),
            f"See :func:`{method}_index`.",
            '"""',
        ]
    else:
        note = textwrap.wrap(written.note, 114)
        wrapped = [line for each in lines for line in textwrap.wrap(each, 110, subsequent_indent="    ")]
        doc = [*textwrap.wrap(f'"""{written.sets}.', 114), *(["", *note] if note else [])]
        doc += ["", "Args:", *(f"    {line}" for line in wrapped), '"""']
    part = file.part or row.axes[0]
    selected = ", ".join([env, *choice] if full_data or by_mask else [env])
    selected += ", full_data=full_data" if full_data else ""
    select = f"self.{part}.select{'_masked' if by_mask else ''}({selected})"
    body = [*doc, f'self.{part}.write("{name}", {written.argument}, {select})']
    header = f"def {method}{ending}(self: {file.protocol[1]}, *, {', '.join(parameters)}) -> None:"
    return "\n".join([header, *(f"    {line}" if line else "" for line in body)])


def source_of(file: MethodsFile) -> str:
    """Source of a file, formatted."""
    functions = [
        function(file, name, row, written, method, by_mask)
        for name, row, written in rows_of(file)
        for method in reversed(written.methods)
        for by_mask in (False, True)
    ]
    module, protocol = file.protocol
    head = f'''"""{file.doc}: generated from the rows of :class:`{file.data_class.__name__}`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from {module} import {protocol}
'''
    source = "\n\n\n".join([head, *functions]) + "\n"
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(ASSETS / file.path), "-"]
    return subprocess.run(ruff, input=source, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where a file is another")
    args = parser.parse_args()
    stale = []
    for file in FILES:
        path, source = ASSETS / file.path, source_of(file)
        if path.is_file() and path.read_text(encoding="utf-8") == source:
            continue
        stale.append(file.path)
        if not args.check:
            path.write_text(source, encoding="utf-8")
    print(f"{len(FILES) - len(stale)} of {len(FILES)} files are as the table says", *stale, sep="\n  ")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
