"""``python -m tools.fuzz``: fuzz the readers, report by kind, and keep what was not refused clearly."""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch: a process that forks has one thread

from pippin.envs.datasets import hdf5_reader
from pippin.sim import crate_reader

from .batches import Outcome, Workshop, run_cases
from .reader_server import ReaderServer
from .readers import READERS
from .seeds import gather

VERDICTS = ("accepted", "refused", "unclear", "crash", "hang", "memory", "escape")


def main() -> None:
    """Run cases until there are enough or time is over, and go on where the run before was ended, however it was."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*READERS, []], help="kinds of files; all if none is given")
    parser.add_argument("--cases", type=int, default=1000, help="how many")
    parser.add_argument("--minutes", type=float, default=60.0, help="when to end at the latest")
    parser.add_argument("--seed", type=int, default=0, help="other seeds make other cases")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/pippin-fuzz"), help="where results are kept")
    parser.add_argument("--report", action="store_true", help="only print what the runs before gave")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if not arguments.report:
        memory = Path("/dev/shm")
        work = Path(tempfile.mkdtemp(prefix="pippin-fuzz-", dir=memory if os.access(memory, os.W_OK) else None))
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # and remove what lies in memory
        try:
            run(arguments, work)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    counts = Counts()
    for path in arguments.folder.glob("cases-*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            counts.add(json.loads(line))
    print(counts.table())
    for finding, number in counts.findings.most_common(40):
        print(f"{number:6d}  {finding}")


def run(arguments: argparse.Namespace, work: Path) -> None:
    """Run cases in a folder of their own, and append a line for each to the file of this seed."""
    kinds = arguments.kinds or list(READERS)
    workshop = Workshop(work / "seeds", gather(work / "seeds"))
    _warm(workshop, kinds)
    server = ReaderServer([crate_reader.__file__, hdf5_reader.__file__])
    name = "-".join(["cases", str(arguments.seed), *arguments.kinds])
    path, begin = arguments.folder / f"{name}.jsonl", time.monotonic()
    first = len(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else 0
    kept: Counter[tuple[str, str, str]] = Counter()
    gc.collect()
    gc.freeze()  # collections in forks leave the memory that they share alone
    with path.open("a", encoding="utf-8") as file:
        for outcome in run_cases(workshop, arguments.seed, list(range(first, arguments.cases)), kinds, server):
            entry: dict[str, Any] = {"kind": outcome.kind, "verdict": outcome.verdict}
            entry["milliseconds"] = round(1e3 * outcome.seconds, 1)
            if outcome.verdict not in ("accepted", "refused"):
                entry["finding"] = f"{outcome.error} {outcome.place}"
                finding = (outcome.kind, outcome.verdict, entry["finding"])
                kept[finding] += 1
                if kept[finding] <= 3:
                    _keep(arguments, workshop, outcome, kinds)
            file.write(json.dumps(entry) + "\n")
            file.flush()
            if time.monotonic() - begin > 60.0 * arguments.minutes:
                break


@dataclass
class Counts:
    """What became of cases.

    Attributes:
        verdicts: Number of cases by kind and verdict.
        milliseconds: Processor time by kind [ms].
        findings: Number of cases by what was not refused clearly.
    """

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    milliseconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    findings: Counter[str] = field(default_factory=Counter)

    def add(self, entry: dict[str, Any]) -> None:
        """Count a case: a line of a file of results."""
        self.verdicts[entry["kind"], entry["verdict"]] += 1
        self.milliseconds[entry["kind"]] += entry["milliseconds"]
        if "finding" in entry:
            self.findings[f"{entry['kind']} {entry['verdict']} {entry['finding']}"] += 1

    def table(self) -> str:
        """Counts by kind and verdict, as a table in Markdown."""
        rows = ["| kind | cases | " + " | ".join(VERDICTS) + " | ms a case |", "| --- " * (len(VERDICTS) + 3) + "|"]
        for kind in [kind for kind in READERS if self.milliseconds[kind]]:
            rows.append(self._row(kind, [kind]))
        return "\n".join([*rows, self._row("all", list(READERS))])

    def _row(self, title: str, kinds: list[str]) -> str:
        row = [sum(self.verdicts[kind, verdict] for kind in kinds) for verdict in VERDICTS]
        milliseconds = sum(self.milliseconds[kind] for kind in kinds) / max(sum(row), 1)
        return f"| {title} | {sum(row)} | {' | '.join(map(str, row))} | {milliseconds:.0f} |"


def _warm(workshop: Workshop, kinds: list[str]) -> None:
    """Read each file once as it is, so that forks find all imported and all kernels loaded.

    Raises:
        RuntimeError: A file that is not mutated is refused.
    """
    for kind in kinds:
        for seed in [seed for seed in workshop.seeds if seed.kind == kind and seed.path == seed.changed]:
            try:
                READERS[kind](seed.path, workshop.out, True)
            except Exception as error:
                raise RuntimeError(f"'{seed.path}' is refused as it is: {error}") from error


def _keep(arguments: argparse.Namespace, workshop: Workshop, outcome: Outcome, kinds: list[str]) -> None:
    """Keep the file of a finding with what was said."""
    seed, content, deep = workshop.case(arguments.seed, outcome.case, kinds)
    folder = arguments.folder / "found" / f"{outcome.kind}-{arguments.seed}-{outcome.case}-{outcome.verdict}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / seed.changed.name).write_bytes(content)
    finding = f"{outcome.kind} {outcome.verdict} {outcome.error} {outcome.place}"
    (folder / "report.txt").write_text(f"{finding}\n{seed.path}\ndeep: {deep}\n{outcome.text}\n\n{outcome.trace}\n")


if __name__ == "__main__":
    main()
