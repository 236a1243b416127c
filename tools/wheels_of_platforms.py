"""Ask the package index whether all that Pippin's core needs has wheels for a platform.

Nothing is installed: pip resolves each pinned requirement for the platform (``--dry-run``). Usage::

    python tools/wheels_of_platforms.py
    python tools/wheels_of_platforms.py --platform "Linux on ARM" --python 3.13
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).parents[1]
PLATFORMS = {
    "macOS on ARM": ("macosx_14_0_arm64",),
    "Windows": ("win_amd64",),
    "Linux on ARM": ("manylinux_2_34_aarch64", "manylinux_2_28_aarch64", "manylinux2014_aarch64"),
    "Linux": ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64"),
}
"""Tags of wheels that each platform takes, of macOS 14 and of glibc 2.34."""

WITH_ENGINE = ("mujoco", "mujoco-warp", "warp-lang")
"""What ``newton[sim]`` brings: the engines, whose wheels differ by platform."""


def pinned_requirements() -> list[str]:
    """Requirements of the core, with the versions that were tested."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.split("==") for line in lines if "==" in line]
    pins: dict[str, str] = {canonicalize_name(name): rest.split()[0] for name, rest in pinned}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [canonicalize_name(Requirement(text).name) for text in project["dependencies"]] + [
        canonicalize_name(name) for name in WITH_ENGINE
    ]
    return [f"{name}=={pins[name]}" for name in names]


def has_wheel(requirement: str, tags: tuple[str, ...], python: str) -> bool:
    """Whether pip finds a wheel with one of these tags, or for any platform."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--dry-run", "--no-deps", "--ignore-installed", "--only-binary=:all:", "--target", folder]
        choice = ["--python-version", python, *(text for tag in tags for text in ("--platform", tag))]
        command = [sys.executable, "-m", "pip", "install", "-q", *options, *choice, requirement]
        return subprocess.run(command, capture_output=True, check=False, timeout=300).returncode == 0


def main() -> int:
    """Print a table of platforms, and return 1 where something is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", choices=PLATFORMS, action="append", help="by default all")
    parser.add_argument("--python", default="3.12", help="version of Python")
    arguments = parser.parse_args()
    platforms, requirements = arguments.platform or list(PLATFORMS), pinned_requirements()
    table = Table("platform", "requirements", "without a wheel", title=f"Python {arguments.python}")
    all_missing = []
    for platform in platforms:
        asked = track(requirements, description=platform, console=Console(stderr=True))
        missing = [text for text in asked if not has_wheel(text, PLATFORMS[platform], arguments.python)]
        table.add_row(platform, str(len(requirements)), ", ".join(missing) or "none")
        all_missing += missing
    Console().print(table)
    return 1 if all_missing else 0


if __name__ == "__main__":
    sys.exit(main())
