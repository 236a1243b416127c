"""Kills a training at random moments, resumes it, and compares its curve with that of one that was left alone.

``python tools/kill_and_resume.py [--task NAME] [--kills 10] [--iterations 300]``; ends with 1 where the curves differ.
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


def start(folder: Path, arguments: list[str]) -> subprocess.Popen:
    """Start ``pippin train`` in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "pippin", "train", *arguments, "--device", "cpu"], cwd=folder, stdout=subprocess.DEVNULL
    )


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
    begin = time.monotonic()
    process = start(folder, arguments)
    while run_of(folder) is None and process.poll() is None:
        time.sleep(0.1)
    started = time.monotonic()
    if not wait(process, seconds):
        return False
    (folder / "done").write_text(f"{started - begin} {time.monotonic() - started}", encoding="utf-8")
    return True


def learn_killed(folder: Path, arguments: list[str], kills: int, times: tuple[float, float], seconds: float) -> bool:
    """Train with kills at random moments; whether it is done. The end of a call's time is one more."""
    start_up, learning = times
    counter, end = folder / "kills", time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    while not (folder / "done").exists():
        before = int(counter.read_text()) if counter.exists() else 0
        run = run_of(folder)
        resume = [] if run is None else ["--resume", str(run), *arguments[-2:]]
        until_kill = start_up + random.uniform(0.0, 2.0 * learning / kills) if before < kills else float("inf")
        left = end - time.monotonic()
        if left < start_up:
            return False
        if wait(start(folder, resume or arguments), min(until_kill, left)):
            (folder / "done").touch()
        else:
            counter.write_text(str(before + 1))
    return True


def wait(process: subprocess.Popen, seconds: float) -> bool:
    """Wait for a training, and kill it after a time; whether it came to its end."""
    try:
        if process.wait(None if seconds == float("inf") else seconds) != 0:
            sys.exit("A training failed.")
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


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
        start_up, learning = map(float, (whole / "done").read_text().split())
        if not learn_killed(killed, arguments, given.kills, (start_up, learning), end - time.monotonic()):
            sys.exit("Not done yet: call it again.")
        first, second = curves(run_of(whole) or whole), curves(run_of(killed) or killed)
        different = [name for name in first if first[name] != second.get(name)]
        sys.stdout.write(
            f"{(killed / 'kills').read_text()} kills, {len(first)} curves, {len(different)} differ: "
            f"{', '.join(different) or '-'}\n"
        )
        sys.exit(bool(different))


if __name__ == "__main__":
    main()
