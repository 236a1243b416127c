"""``python -m tools.wrong_calls``: count how clearly wrong calls are refused, by package."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from pathlib import Path

from .calls import Answer, wrong_calls
from .worlds import WORLDS, temporary_folder

VERDICTS = ("clear", "unnamed", "inside", "silent")


def main() -> None:
    """Make the calls of some worlds, and print a table and, on request, what is not clear."""
    parser = argparse.ArgumentParser(prog="python -m tools.wrong_calls", description=__doc__)
    parser.add_argument("worlds", nargs="*", choices=[*WORLDS, []], help="which objects; all if none is given")
    parser.add_argument("--list", type=Path, help="file for the calls that are not answered clearly")
    arguments = parser.parse_args()
    os.chdir(temporary_folder())
    counts: Counter[tuple[str, str]] = Counter()
    unclear: list[Answer] = []
    for world in arguments.worlds or WORLDS:
        with WORLDS[world]() as things:
            for package, thing, special in things:
                for answer in wrong_calls(thing, special):
                    counts[package, answer.verdict] += 1
                    if answer.verdict != "clear":
                        unclear.append(answer)
    print(table(counts))
    if arguments.list is not None:
        lines = [f"{item.verdict:8s} {item.call}  {item.text}  {item.place}" for item in unclear]
        arguments.list.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(counts: Counter[tuple[str, str]]) -> str:
    """Counts by package and verdict, as a table in Markdown."""
    rows = ["| package | calls | " + " | ".join(VERDICTS) + " | answered clearly |", "| --- " * 7 + "|"]
    for package in dict.fromkeys(package for package, _ in counts):
        row = [counts[package, verdict] for verdict in VERDICTS]
        rows.append(f"| {package} | {sum(row)} | {' | '.join(map(str, row))} | {100 * row[0] / sum(row):.0f} % |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
