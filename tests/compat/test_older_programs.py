"""Whole programs in the habit of older versions of Isaac Lab run as they are, in a fresh interpreter."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

PROGRAMS = sorted((Path(__file__).parent / "older_programs").glob("*.py"))
EXPECTED = {
    "drop": [
        "balls at [0.05, 0.05, 0.05, 0.05, 0.05, 0.05]",
        "masses ['Right'] (3, 1, 1) (3, 2, 1)",
        "the last cube hangs [True, True]",
        "cone off by True",
    ],
    "fly": ["heights [0.5, 0.344]", "propellers turn at [200, -200, 200, -200]"],
    "pick": ["lifted by [0.3, 0.3, 0.3] m"],
    "randomize": ["falls at [-0.5, -0.5, -0.5, -0.5, -0.5, -0.5]"],
    "reach": ["reward [1.0, 1.0, 1.0, 1.0]", "gravity [0.0, 0.0, 1.0]", "jacobians (4, 6, 14) Tensor"],
}


RUNS = [(program, "isaaclab") for program in PROGRAMS]
RUNS += [(program, "omni.isaac.lab") for program in PROGRAMS if program.stem in ("drop", "reach")]
"""Both packages have the same modules, as test_older_modules.py asserts: two programs are enough of the other."""


@pytest.mark.slow
@pytest.mark.parametrize("program, package", RUNS, ids=lambda value: getattr(value, "stem", value))
def test_programs_run(tmp_path: Path, run_python: Any, program: Path, package: str) -> None:
    script = tmp_path / program.name
    script.write_text(program.read_text().replace("PACKAGE", package))
    options = ("-W", "default::DeprecationWarning")
    result = run_python(*options, script, "--headless", "--device", "cpu", env={**os.environ, "PIPPIN_ISAACLAB": "2"})
    assert result.returncode == 0, result.stderr
    assert [line for line in result.stdout.splitlines() if line in EXPECTED[program.stem]] == EXPECTED[program.stem]
    assert "is deprecated: use" not in result.stderr
