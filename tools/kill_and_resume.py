"""Kills a training at random moments, resumes it, and compares its curve with that of one that was left alone.

``python tools/kill_and_resume.py [--task NAME] [--kills 10] [--iterations 300]``; ends with 1 where
the curves differ or fewer kills took place.
In slices, where a machine is lent for less: ``--folder FOLDER --seconds 150`` again and again, until it says more.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

BEGUN = "Curves and checkpoints"
"""What a training prints when it begins to learn, or to go on."""


def start(folder: Path, arguments: list[str]) -> subprocess.Popen:
    """Start ``pippin train`` in a folder, whose file "output" takes what it prints."""
    command = [sys.executable, "-m", "pippin", "train", *arguments, "--device", "cpu"]
    with (folder / "output").open("w") as output:
        return subprocess.Popen(command, cwd=folder, stdout=output)


def run_of(folder: Path) -> Path | None:
    """Folder of the run that was started in a folder; None as long as it has no state."""
    states = sorted(folder.glob("logs/rsl_rl/*/*/resume/state_*.pt"))
    return states[0].parents[1] if states else None


def curves(run: Path) -> dict[str, list[tuple[int, float]]]:
    """All curves of a run that do not measure time, by name."""
    events = EventAccumulator(str(run), size_guidance={"scalars": 0}).Reload()
    names = [name for name in events.Tags()["scalars"] if not name.startswith("Perf/") and not name.endswith("/time")]
    return {name: [(event.step, event.value) for event in events.Scalars(name)] for name in names}


def learn_alone(folder: Path, arguments: list[str], seconds: float) -> bool:
    """Train without a kill; whether it is done. One that does not end in its time begins again with the next call."""
    if (folder / "done").exists():
        return True
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ended, learning = learn(folder, arguments, float("inf"), seconds)
    if ended:
        (folder / "done").write_text(str(learning), encoding="utf-8")
    return ended


def learn_killed(folder: Path, arguments: list[str], kills: int, learning: float, seconds: float) -> bool:
    """Train with kills at random moments; whether it is done. The end of a call's time is one more."""
    counter, end = folder / "kills", time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    while not (folder / "done").exists():
        before = int(counter.read_text()) if counter.exists() else 0
        run = run_of(folder)
        resume = [] if run is None else ["--resume", str(run), *arguments[-2:]]
        left = learning * (1.0 - iterations_of(run) / int(arguments[-1]))
        until_kill = random.uniform(0.0, 1.5 * left / (kills - before + 1)) if before < kills else float("inf")
        if learn(folder, resume or arguments, until_kill, end - time.monotonic())[0]:
            (folder / "done").touch()
        else:
            counter.write_text(str(before + 1))
            sys.stdout.write(f"Kill {before + 1}, after {iterations_of(run_of(folder))} iterations were saved.\n")
            sys.stdout.flush()
            if time.monotonic() >= end:
                return False
    return True


def iterations_of(run: Path | None) -> int:
    """How many iterations the newest state of a run has."""
    states = [] if run is None else [int(file.name.split("_")[1]) + 1 for file in run.glob("resume/state_*.pt")]
    return max(states, default=0)


def learn(folder: Path, arguments: list[str], learning: float, seconds: float) -> tuple[bool, float]:
    """Train until the end or a kill.

    Args:
        folder: Where.
        arguments: Those of ``pippin train``.
        learning: Processor time of learning after which it is killed [s], which other programs hardly change.
        seconds: Time of the clock after which it is killed [s].

    Returns:
        Whether it came to its end, and the processor time of learning [s].
    """
    process, end = start(folder, arguments), time.monotonic() + seconds
    start_up, used = float("nan"), 0.0
    while process.poll() is None:
        used = processor_time(process.pid) or used
        if start_up != start_up and BEGUN in (folder / "output").read_text():
            start_up = used
        if used - start_up >= learning or time.monotonic() >= end:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            return False, used - start_up
        time.sleep(0.02)
    if process.returncode != 0:
        sys.exit("A training failed.")
    return True, used - start_up


def processor_time(process: int) -> float:
    """Processor time of a process and its threads [s]; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Train undisturbed, then with kills, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="Isaac-Cartpole-v0")
    parser.add_argument("--num-envs", default="64")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--iterations", default="300")
    parser.add_argument("--folder", type=Path, help="where the runs are kept, to go on with another call")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long a call trains")
    given = parser.parse_args()
    arguments = [given.task, "--num-envs", given.num_envs, "--max-iterations", given.iterations]
    end = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory() as name:
        whole, killed = ((given.folder or Path(name)) / part for part in ("whole", "killed"))
        if not learn_alone(whole, arguments, given.seconds):
            sys.exit("The training that is left alone did not end in its time: give more --seconds.")
        learning = float((whole / "done").read_text())
        if not learn_killed(killed, arguments, given.kills, learning, end - time.monotonic()):
            sys.exit("Not done yet: call it again.")
        first, second = curves(run_of(whole) or whole), curves(run_of(killed) or killed)
        different = [name for name in first if first[name] != second.get(name)]
        happened = int((killed / "kills").read_text())
        if happened < given.kills:
            sys.exit(f"Only {happened} of {given.kills} kills took place before the end: give more --iterations.")
        sys.stdout.write(
            f"{happened} kills, {len(first)} curves, {len(different)} differ: {', '.join(different) or '-'}\n"
        )
        sys.exit(bool(different))


if __name__ == "__main__":
    main()
