"""Read many mutated files in a forked process with bounds on time and memory, and say what became of each."""

from __future__ import annotations

import json
import logging
import os
import random
import resource
import select
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pippin.utils import bounded_reading

from .mutations import mutate
from .reader_server import ReaderServer
from .readers import READERS
from .seeds import Seed

MAX_SECONDS = 10.0
"""Processor time that a case may take [s]."""

MAX_MEMORY = 2 * 2**30
"""Memory that the process may have in use [bytes]; warm interpreters have 0.6 GB."""

MAX_WORDS = 2000
"""Characters that a refusal may have."""

CASES_PER_PROCESS = 500

_CALLS = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "subprocess.Popen",
    "urllib.Request",
)
_SOURCE = str(Path(__file__).parents[2] / "src")


@dataclass
class Outcome:
    """What became of a case.

    Attributes:
        case: Its number, which with the run's seed makes the same file again.
        kind: How it was read.
        name: File that was mutated.
        verdict: "accepted", "refused" (a sentence that names the file), "unclear", "crash", "hang", "memory", "escape".
        error: Class of what was raised.
        text: Its message, or the signal.
        place: Last line of Pippin's source in the traceback.
        trace: Whole traceback, of what is not refused clearly.
        seconds: Processor time [s].
    """

    case: int
    kind: str
    name: str
    verdict: str
    error: str = ""
    text: str = ""
    place: str = ""
    trace: str = ""
    seconds: float = field(default=0.0)


class Workshop:
    """Folder in which cases are made, with a place outside it that no case may touch."""

    def __init__(self, folder: Path, seeds: list[Seed]):
        self.folder, self.seeds = folder, seeds
        self._contents = {seed.changed: seed.content for seed in seeds}
        copies = Counter(seed.path for seed in seeds)
        self._weights = {seed: 1.0 / (copies[seed.path] * seed.path.stat().st_size) for seed in seeds}
        """How often a file is taken: small ones more often, of which one reads more in the same time."""
        self.outside, self.here, self.out = folder / "outside", folder / "here", folder / "out"
        for place in (self.outside, self.here, self.out):
            place.mkdir(parents=True, exist_ok=True)
        (self.outside / "canary.stl").write_bytes(b"solid canary\nendsolid canary\n")
        (self.outside / "canary.xml").write_text("<mujoco/>")
        (self.outside / "canary.usda").write_text('#usda 1.0\ndef Xform "Canary" {}\n')
        self._before = self._listing()

    def case(self, seed: int, number: int, kinds: list[str]) -> tuple[Seed, bytes, bool]:
        """Make the content of a case: the same for the same numbers.

        Returns:
            The file that is mutated, its content, and whether to simulate what is accepted.
        """
        rng = random.Random(f"{seed}/{number}")
        kind = rng.choice(kinds)
        seeds = [item for item in self.seeds if item.kind == kind]
        chosen = rng.choices(seeds, [self._weights[item] for item in seeds])[0]
        content = mutate(self._contents[chosen.changed], chosen.changed.suffix.lower(), rng)
        return chosen, content, rng.random() < 0.25

    def restore(self, seed: Seed) -> None:
        """Put back what a process left mutated that was ended."""
        seed.changed.write_bytes(self._contents[seed.changed])

    def strays(self) -> str:
        """Files that appeared or changed where none may; empty if there are none."""
        now = self._listing()
        changed = sorted({name for name, _ in now ^ self._before})
        for name in changed:
            Path(name).unlink(missing_ok=True)
        self._before = self._listing()
        return ", ".join(changed)

    def _listing(self) -> set[tuple[str, int]]:
        places = (self.outside, self.here, Path(self.outside.parents[1] / "outside"))
        return {(str(path), path.stat().st_mtime_ns) for place in places if place.is_dir() for path in place.rglob("*")}


def run_cases(
    workshop: Workshop, seed: int, numbers: list[int], kinds: list[str], server: ReaderServer
) -> Iterator[Outcome]:
    """Run cases in forked processes, one after the other; a process that is ended is followed by the next."""
    while numbers:
        last: Outcome | None = None
        for outcome in _run_in_child(workshop, seed, numbers[:CASES_PER_PROCESS], kinds, server):
            if last is not None:
                yield last
            last = outcome
            numbers = numbers[1:]
        strays = workshop.strays()
        if last is not None:
            if strays:
                last.verdict, last.text = "escape", f"among the cases before appeared: {strays}"
            yield last


def _run_in_child(
    workshop: Workshop, seed: int, numbers: list[int], kinds: list[str], server: ReaderServer
) -> Iterator[Outcome]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = 0
        try:
            _child(workshop, seed, numbers, kinds, server, os.fdopen(writing, "w", buffering=1))
        except BaseException:
            traceback.print_exc()
            code = 1
        os._exit(code)
    os.close(writing)
    for number, outcome in zip(numbers, _watch(child, reading), strict=False):
        if outcome.case < 0:  # what ended the process
            outcome.case = number
            mutated, _, _ = workshop.case(seed, outcome.case, kinds)
            workshop.restore(mutated)
            outcome.kind, outcome.name = mutated.kind, mutated.changed.name
        yield outcome


def _watch(child: int, reading: int) -> Iterator[Outcome]:
    """Read a child's outcomes until it ends or has to be ended; that is the last outcome, of case -1."""
    buffer, begun = b"", _processor_time(child)
    peak, verdict, text = 0, "", ""
    while not verdict:
        ready, _, _ = select.select([reading], [], [], 0.05)
        if ready:
            piece = os.read(reading, 65536)
            if not piece:
                break
            *lines, buffer = (buffer + piece).split(b"\n")
            yield from (Outcome(**json.loads(line)) for line in lines)
            begun = _processor_time(child)
        peak = max(peak, _memory(child))
        seconds = _processor_time(child) - begun
        verdict = "memory" if peak > MAX_MEMORY else "hang" if seconds > MAX_SECONDS else ""
        text = f"{peak / 2**20:.0f} MiB, {seconds:.1f} s"
    if verdict:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(reading)
    code = os.waitstatus_to_exitcode(status)
    if verdict or code != 0:
        yield Outcome(-1, "", "", verdict or "crash", text=text if verdict else f"exit status {code}")


def _processor_time(child: int) -> float:
    try:
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def _memory(child: int) -> int:
    try:
        return int(Path(f"/proc/{child}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


# -- in the child ------------------------------------------------------------------------------------------------------


def _child(
    workshop: Workshop, seed: int, numbers: list[int], kinds: list[str], server: ReaderServer, report: Any
) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**28, 2**28))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY + 2**31, MAX_MEMORY + 2**31))
    logging.getLogger("pippin").setLevel(logging.CRITICAL)
    warnings.simplefilter("ignore")
    output = os.open(workshop.folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(workshop.here)
    escapes: list[str] = []
    _watch_calls(workshop.folder, escapes)
    bounded_reading.run_reader = server.read
    for number in numbers:
        os.ftruncate(output, 0)
        mutated, content, deep = workshop.case(seed, number, kinds)
        before = server.seconds
        outcome = _read(number, mutated, content, deep, workshop.out, escapes)
        outcome.seconds += server.seconds - before
        report.write(json.dumps(asdict(outcome)) + "\n")


def _watch_calls(folder: Path, escapes: list[str]) -> None:
    """Note calls that reach out of the workshop: the network, other programs, files written elsewhere."""
    allowed = (str(folder), "/dev/null", str(Path.home() / ".cache"))

    def look(event: str, arguments: tuple) -> None:
        if event in _CALLS:
            escapes.append(f"{event} {arguments!r:.200}")
        elif event == "open" and isinstance(arguments[0], str):
            path, mode = arguments[0], arguments[1] or ""
            writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else False
            if writes and not os.path.abspath(path).startswith(allowed):
                escapes.append(f"writes {path}")

    sys.addaudithook(look)


def _read(number: int, mutated: Seed, content: bytes, deep: bool, out: Path, escapes: list[str]) -> Outcome:
    before = mutated.changed.read_bytes()
    begin = time.process_time()
    outcome = Outcome(number, mutated.kind, mutated.changed.name, "accepted")
    del escapes[:]
    mutated.changed.write_bytes(content)
    try:
        READERS[mutated.kind](mutated.path, out, deep)
    except Exception as error:
        outcome.error, outcome.text = type(error).__name__, str(error)[: MAX_WORDS + 1]
        outcome.place = _place(error)
        outcome.verdict = "refused" if is_clear(error, mutated) else "unclear"
        if outcome.verdict == "unclear":
            outcome.trace = "".join(traceback.format_exception(error))[-4000:]
    finally:
        mutated.changed.write_bytes(before)
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
    if escapes:
        outcome.verdict, outcome.text = "escape", "; ".join(escapes)
    outcome.seconds = time.process_time() - begin
    return outcome


def is_clear(error: Exception, mutated: Seed) -> bool:
    """Whether an error is a refusal: of a kind that callers expect, in one line that names the file.

    Args:
        error: What was raised.
        mutated: The case.
    """
    text = str(error)
    names_file = any(path.name in text for path in (mutated.path, mutated.changed))
    is_ours = type(error).__module__.startswith("pippin") or type(error) in (
        ValueError,
        FileNotFoundError,
        NotImplementedError,
    )
    return names_file and is_ours and len(text) <= MAX_WORDS and "\n" not in text


def _place(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(_SOURCE)]
    return f"{frames[-1].filename.removeprefix(_SOURCE + '/')}:{frames[-1].lineno}" if frames else ""
