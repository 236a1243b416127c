"""Versions of Isaac Lab's distributions and of Isaac Gym, for programs that ask ``importlib.metadata`` for them.

``version("isaaclab")`` finds no distribution where ``isaaclab`` is served by Pippin's, and programs take that for a
missing Isaac Lab. They are told the versions of the release's own sources (its packages count by themselves: the
``isaaclab`` of the release 3.0.0 is 28.0.0), since programs that ask want at least one of those. Nothing is listed: to
pip and to a look at all distributions there is Pippin's alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.abc import MetaPathFinder
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path
from typing import Any

from .version import chosen_isaaclab

VERSIONS = {
    2: {"isaaclab": "2.3.2", "isaaclab_assets": "0.2.4", "isaaclab_rl": "0.4.7", "isaaclab_tasks": "0.11.12"},
    3: {
        "isaaclab": "28.0.0",
        "isaaclab_assets": "1.5.1",
        "isaaclab_contrib": "3.2.0",
        "isaaclab_newton": "9.1.4",
        "isaaclab_physx": "8.0.0",
        "isaaclab_rl": "2.0.1",
        "isaaclab_tasks": "25.2.0",
    },
}
"""Versions of distributions by the version of Isaac Lab that the program is for: 2.3.2's, whose wheel is named like the
release, and those of 3.0.0's sources."""

ISAACGYM = {"isaacgym": "1.0rc4"}
"""Version of Isaac Gym's Preview 4, as its installer told it to pip."""


def serve_versions() -> None:
    """Let ``importlib.metadata`` find the versions, after those of distributions that are installed."""
    if not any(isinstance(finder, _ServedDistributions) for finder in sys.meta_path):
        sys.meta_path.append(_ServedDistributions())


class ServedDistribution(Distribution):
    """A distribution that has a name and a version, and no files."""

    def __init__(self, name: str, version: str):
        self._text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

    def read_text(self, filename: str) -> str | None:
        """Text of the file of that name: ``METADATA`` alone is there."""
        return self._text if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Path:
        """Path of a file of the distribution, which has none: below the folder of the import names."""
        return Path(__file__).parents[1] / path


class _ServedDistributions(DistributionFinder, MetaPathFinder):
    """Finds the distributions of the table by their names, and no modules."""

    def find_spec(self, *args: Any, **kwargs: Any) -> None:
        """Find no module."""

    def find_distributions(self, context: DistributionFinder.Context | None = None) -> Iterable[Distribution]:
        """The distribution that is asked for by name, if the table has it."""
        name = ((context and context.name) or "").lower().replace("-", "_").replace(".", "_")
        if not any(name in versions for versions in (ISAACGYM, *VERSIONS.values())):
            return []
        version = ISAACGYM.get(name) or VERSIONS[chosen_isaaclab()].get(name)
        return [] if version is None else [ServedDistribution(name, version)]
