"""Users are told that kernels are compiled, once."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
import warp as wp

from pippin.physics.compilation import announced_compilation


def compile_kernels() -> None:
    with announced_compilation(wp.get_device("cpu"), "the kernels of the test", "some.module", "a second"):
        pass


def test_the_first_compilation_is_announced_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(wp.config, "kernel_cache_dir", str(tmp_path))
    with caplog.at_level(logging.INFO, logger="pippin"):
        compile_kernels()
    before, after = caplog.messages
    assert before == "Compiling the kernels of the test for cpu: a second, the first time only."
    assert after == f"Compiled the kernels of the test in 0 s; kept in {tmp_path}."
    binary = tmp_path / "wp_some.module.kernels_1234" / "kernels.o"
    binary.parent.mkdir()
    binary.touch()
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="pippin"):
        compile_kernels()
    assert not caplog.messages
