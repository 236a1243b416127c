"""Tables of terms, as managers print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prettytable import PrettyTable

_TO_THE_RIGHT = ("Weight", "Dimension")


def format_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format a table in plain characters, ending with a line break.

    Args:
        title: Line above the table.
        columns: Headings.
        rows: Cells of each row.
    """
    table = PrettyTable(list(columns))
    table.title = title
    for column in columns:
        if column == "Name" or column in _TO_THE_RIGHT:
            table.align[column] = "l" if column == "Name" else "r"
    for row in rows:
        table.add_row(list(row))
    return f"{table.get_string()}\n"
