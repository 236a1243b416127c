"""What loading an asset costs in Python calls, which are the same on every machine."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks/call_counts.py"

MOST_CALLS = 4_000
"""Of gym.load_asset: a third of what it took before attributes were read in one pass and frames and colours kept."""


@pytest.mark.slow
def test_loading_a_panda_takes_at_most_four_thousand_calls(robots_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARK.parent)  # for what benchmarks share
    spec = importlib.util.spec_from_file_location("call_counts", BENCHMARK)
    call_counts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(call_counts)
    call_counts.gym_walk()  # what is kept for later calls is made here, whichever tests went before
    calls = call_counts.gym_walk()
    assert calls["gym/calls/assets.py:load_asset"] == 1
    assert 1000 < calls.total() <= MOST_CALLS
