"""``python -m tools.fuzz``: fuzz the readers, report by kind, and keep what was not refused clearly."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch: a process that forks has one thread

from .batches import CASES_PER_PROCESS, Outcome, Workshop, run_batch
from .readers import READERS
from .seeds import gather

VERDICTS = ("accepted", "refused", "unclear", "crash", "hang", "memory", "escape")


def main() -> None:
    """Run cases until there are enough or time is over. Runs add up in one folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*READERS, []], help="kinds of files; all if none is given")
    parser.add_argument("--cases", type=int, default=1000, help="how many")
    parser.add_argument("--minutes", type=float, default=60.0, help="when to end at the latest")
    parser.add_argument("--seed", type=int, default=0, help="other seeds make other cases")
    parser.add_argument(
        "--folder", type=Path, default=Path("/tmp/pippin-fuzz"), help="where cases and findings are kept"
    )
    arguments = parser.parse_args()
    kinds = arguments.kinds or list(READERS)
    work = arguments.folder / f"work-{os.getpid()}"
    seeds = gather(work / "seeds")
    workshop = Workshop(work / "seeds", seeds)
    counts, places = _load(arguments.folder / "counts.json")
    _warm(workshop, kinds)
    begin, done = time.monotonic(), 0
    first = counts.get(f"next/{arguments.seed}", 0)
    while done < arguments.cases and time.monotonic() - begin < 60.0 * arguments.minutes:
        numbers = list(range(first + done, first + min(done + CASES_PER_PROCESS, arguments.cases)))
        for outcome in run_batch(workshop, arguments.seed, numbers, kinds):
            counts[f"{outcome.kind}/{outcome.verdict}"] += 1
            counts[f"{outcome.kind}/milliseconds"] += round(1e3 * outcome.seconds)
            if outcome.verdict not in ("accepted", "refused"):
                _keep(arguments, workshop, outcome, kinds, places)
        done += len(numbers)
        counts[f"next/{arguments.seed}"] = first + done
        _save(arguments.folder / "counts.json", counts, places)
    print(table(counts))
    for place, number in places.most_common(40):
        print(f"{number:6d}  {place}")


def table(counts: Counter[str]) -> str:
    """Counts by kind and verdict, as a table in Markdown."""
    rows = ["| kind | cases | " + " | ".join(VERDICTS) + " | ms a case |", "| --- " * (len(VERDICTS) + 3) + "|"]
    kinds = [kind for kind in READERS if any(counts[f"{kind}/{verdict}"] for verdict in VERDICTS)]
    total = [sum(counts[f"{kind}/{verdict}"] for kind in kinds) for verdict in VERDICTS]
    for kind in kinds:
        row = [counts[f"{kind}/{verdict}"] for verdict in VERDICTS]
        rows.append(
            f"| {kind} | {sum(row)} | {' | '.join(map(str, row))} | {counts[f'{kind}/milliseconds'] / sum(row):.0f} |"
        )
    rows.append(f"| all | {sum(total)} | {' | '.join(map(str, total))} | |")
    return "\n".join(rows)


def _warm(workshop: Workshop, kinds: list[str]) -> None:
    """Read each kind once as it is, so that forks find all imported and all kernels loaded.

    Raises:
        RuntimeError: A file that is not mutated is refused.
    """
    for kind in kinds:
        for seed in [seed for seed in workshop.seeds if seed.kind == kind and seed.path == seed.changed]:
            try:
                READERS[kind](seed.path, workshop.out, True)
            except Exception as error:
                raise RuntimeError(f"'{seed.path}' is refused as it is: {error}") from error


def _keep(
    arguments: argparse.Namespace, workshop: Workshop, outcome: Outcome, kinds: list[str], places: Counter[str]
) -> None:
    """Keep the first three files of each finding with what was said."""
    finding = f"{outcome.kind} {outcome.verdict} {outcome.error} {outcome.place}"
    places[finding] += 1
    if places[finding] > 3:
        return
    seed, content, deep = workshop.case(arguments.seed, outcome.case, kinds)
    folder = arguments.folder / "found" / f"{outcome.kind}-{arguments.seed}-{outcome.case}-{outcome.verdict}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / seed.changed.name).write_bytes(content)
    (folder / "report.txt").write_text(f"{finding}\n{seed.path}\ndeep: {deep}\n{outcome.text}\n\n{outcome.trace}\n")


def _load(path: Path) -> tuple[Counter[str], Counter[str]]:
    if not path.is_file():
        return Counter(), Counter()
    content = json.loads(path.read_text())
    return Counter(content["counts"]), Counter(content["places"])


def _save(path: Path, counts: Counter[str], places: Counter[str]) -> None:
    path.write_text(json.dumps({"counts": counts, "places": places}, indent=1))


if __name__ == "__main__":
    main()
