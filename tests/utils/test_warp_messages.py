"""What Warp says of itself and its modules is one line, and only when kernels are compiled."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import warp as wp

from pippin.utils.warp_messages import WarpMessages

PROGRAM = """
import warp as wp
from pippin.sim import SimulationContext, SimulationCfg

@wp.kernel(enable_backward=False)
def fill(values: wp.array(dtype=float)):
    values[wp.tid()] = 1.0

{before}
with SimulationContext(SimulationCfg(device="cpu")):
    wp.launch(fill, 2, outputs=[wp.zeros(2, dtype=float, device="cpu")], device="cpu")
    with wp.ScopedTimer("the user's own timer"):
        pass
"""


@pytest.mark.slow
def test_kernels_are_told_of_when_they_are_compiled_only(run_python: Any, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM.format(before=""))
    first, second = (run_python(script, env={**os.environ, "WARP_CACHE_PATH": str(tmp_path / "cache")}) for _ in "12")
    assert first.stderr.count("Pippin compiles kernels for 'cpu'") == 1, first.stderr
    assert str(tmp_path / "cache") in first.stderr
    assert "compiles kernels" not in second.stderr
    for run in (first, second):
        assert "Module" not in run.stdout
        assert "the user's own timer took" in run.stdout
    script.write_text(PROGRAM.format(before="wp.set_logger(wp.get_logger()); wp.config.log_level = wp.LOG_DEBUG"))
    chosen = run_python(script, env={**os.environ, "WARP_CACHE_PATH": str(tmp_path / "cache")})
    assert "load on device 'cpu'" in chosen.stdout, "a program that asks for more has it"


def test_all_else_goes_to_the_logger_that_was_there() -> None:
    heard: list[tuple[str, str]] = []

    class Logger:
        def __getattr__(self, level: str) -> Any:
            return lambda message, **_: heard.append((level, message))

    messages = WarpMessages(Logger())
    messages.info("Module pippin.x 0123 load on device 'cpu' took 3.25 ms  (cached)")
    messages.info(f"Warp {wp.config.version} initialized:\n   Devices:")
    for level in ("info", "debug", "warning", "error"):
        getattr(messages, level)("told")
    assert heard == [(level, "told") for level in ("info", "debug", "warning", "error")]
