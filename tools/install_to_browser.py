"""Measures the way from ``pip install`` to a moving robot in the browser, in an empty environment: where time goes.

``python tools/install_to_browser.py [--installer "uv pip"]``, with packages downloaded before. It needs
Chromium (Debian: apt install chromium) and the package websockets. Where other programs use the cores, look at
processor time.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from viewer_pictures import Chromium

REPOSITORY = Path(__file__).parents[1]
MOVED = "document.getElementById('view').contentDocument.querySelectorAll('canvas').length"


class Clock:
    """Times of stages, by the clock and by the processor."""

    def __init__(self) -> None:
        self._before = self._now()
        self.begin = self._before

    def lap(self, stage: str) -> None:
        """Print what a stage took that ends now."""
        now = self._now()
        print(f"{stage:44} {now[0] - self._before[0]:6.1f} s, processor {now[1] - self._before[1]:6.1f} s", flush=True)
        self._before = now

    def _now(self) -> tuple[float, float]:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), used.ru_utime + used.ru_stime


def main() -> None:
    """Install, view, look; then list the largest packages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--installer", default="", help="'uv pip' for uv; by default the environment's own pip")
    parser.add_argument("--extras", default="robots")
    parser.add_argument("--robot", default="ANYMAL_C_CFG")
    parser.add_argument("--port", type=int, default=18700)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, clock = Path(name), Clock()
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = folder / "bin/python"
        clock.lap("an empty environment")
        install: list[str | Path] = [python, "-m", "pip", "install"]
        if given.installer:
            install = [*given.installer.split(), "install", "--python", python]
        what: list[str | Path] = ["-q", "-c", REPOSITORY / "constraints.txt", f"{REPOSITORY}[{given.extras}]"]
        subprocess.run([*install, *what], check=True, cwd=folder)
        clock.lap(f"{given.installer or 'pip'} install pippin[{given.extras}]")
        look(python, given.robot, given.port, folder, clock)
        print("largest packages [MB, files]:")
        for size, files, package in largest(next(folder.glob("lib/python*/site-packages")))[:12]:
            print(f"  {size / 1e6:6.0f} {files:6d}  {package}")


def look(python: Path, robot: str, port: int, folder: Path, clock: Clock) -> None:
    """Start ``pippin view``, open its page, and wait until the robot is drawn there."""
    command: list[str | Path] = [python, "-m", "pippin", "view", robot, "--port", str(port), "--num-envs", "1"]
    viewer = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert viewer.stdout is not None
    while "Open" not in (line := viewer.stdout.readline()):
        if not line:
            sys.exit("'pippin view' ended before it had a page.")
    clock.lap("pippin view, until it names the page")
    browser = Chromium(f"http://localhost:{port}", 300.0)
    browser.wait(lambda: browser.call("Runtime.evaluate", expression=MOVED).get("result", {}).get("value", 0) > 0)
    browser.picture(folder / "page.png")  # waits for a frame
    clock.lap("Chromium, until it has drawn the robot")
    browser.close()
    viewer.terminate()
    viewer.wait()
    clock.lap("the end (processor time: viewer and browser)")


def largest(packages: Path) -> list[tuple[int, int, str]]:
    """Size [bytes], number of files and name of each folder of installed packages, the largest first."""
    found = []
    for entry in packages.iterdir():
        files = [file for file in entry.rglob("*") if file.is_file()] if entry.is_dir() else [entry]
        found.append((sum(file.stat().st_size for file in files), len(files), entry.name))
    return sorted(found, reverse=True)


if __name__ == "__main__":
    main()
