"""Tables of terms, as managers print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table


def format_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format a table in plain characters, ending with a line break.

    Args:
        title: Line above the table.
        columns: Headings; the column "Name" is aligned to the left, all others to the right.
        rows: Cells of each row.
    """
    table = Table(box=box.ASCII, title=title, title_style="", title_justify="center")
    for column in columns:
        table.add_column(column, justify="left" if column == "Name" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    console = Console(width=500, color_system=None, markup=False, emoji=False, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return capture.get()
