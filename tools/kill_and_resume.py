"""Kills a training at random moments, resumes it, and compares its curve with that of one that was left alone.

``python tools/kill_and_resume.py [--task NAME] [--kills 10] [--iterations 40]``; ends with 1 where the curves differ.
"""

from __future__ import annotations

import argparse
import os
import random
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


def main() -> None:
    """Train undisturbed, then with kills, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="Isaac-Cartpole-v0")
    parser.add_argument("--num-envs", default="64")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--iterations", default="300")
    given = parser.parse_args()
    arguments = [given.task, "--num-envs", given.num_envs, "--max-iterations", given.iterations]
    with tempfile.TemporaryDirectory() as name:
        whole, killed = Path(name) / "whole", Path(name) / "killed"
        whole.mkdir()
        killed.mkdir()
        begin = time.monotonic()
        undisturbed = start(whole, arguments)
        while run_of(whole) is None and undisturbed.poll() is None:
            time.sleep(0.1)
        started = time.monotonic()
        if undisturbed.wait() != 0:
            sys.exit("The training that was left alone failed.")
        start_up, learning = started - begin, time.monotonic() - started
        kills = 0
        while True:
            run = run_of(killed)
            resume = [] if run is None else ["--resume", str(run), "--max-iterations", given.iterations]
            process = start(killed, resume or arguments)
            try:
                seconds = start_up + random.uniform(0.0, 2.0 * learning / given.kills)
                process.wait(seconds if kills < given.kills else None)
                break
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
                kills += 1
        if process.returncode != 0:
            sys.exit("The training that was resumed failed.")
        first, second = curves(run_of(whole) or whole), curves(run_of(killed) or killed)
        different = [name for name in first if first[name] != second.get(name)]
        sys.stdout.write(
            f"{kills} kills, {len(first)} curves, {len(different)} differ: {', '.join(different) or '-'}\n"
        )
        sys.exit(bool(different))


if __name__ == "__main__":
    main()
