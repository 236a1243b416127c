"""Kernels that have to be compiled are said to be, and only they."""

from __future__ import annotations

import logging

import pytest
import warp as wp

from pippin.motion.compilation import load_kernel


def make_kernel(factor: float) -> wp.Kernel:
    @wp.kernel(module="unique", enable_backward=False)
    def scale(values: wp.array(dtype=float)):
        values[wp.tid()] = wp.static(factor) * values[wp.tid()]

    return scale


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    wp.init()
    monkeypatch.setattr(wp.config, "kernel_cache_dir", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_a_kernel_is_compiled_once_and_said_to_be(empty_cache, caplog):
    kernel, device = make_kernel(3.0), wp.get_device("cpu")
    with caplog.at_level(logging.INFO, "pippin"):
        load_kernel(kernel, device, "tests")
        told = [record.getMessage() for record in caplog.records]
        assert told[0].startswith("Compiling the kernel for tests on cpu")
        assert told[1].startswith("Compiled the kernel for tests in ")
        load_kernel(kernel, device, "tests")
        num_builds = len(list(empty_cache.iterdir()))
        values = wp.full(4, 2.0, dtype=float, device="cpu")
        wp.launch(kernel, dim=4, inputs=[values], device="cpu")
    assert len(caplog.records) == 2
    assert values.numpy().tolist() == [6.0] * 4
    assert len(list(empty_cache.iterdir())) == num_builds  # the launch takes the same build
