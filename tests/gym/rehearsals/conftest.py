"""What the rehearsals have in common: how long they run.

A rehearsal is a program in the habit of one family of public code for Isaac Gym, odd habits included, which runs for
some random steps. The programs themselves are run for 1,000 by ``tools/isaacgym_programs.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("isaacgym", reason="pippin-isaac is not installed: pip install ./compat")


@pytest.fixture
def num_steps() -> int:
    """Number of steps of a rehearsal."""
    return 100


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Function that writes a file and returns its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write
