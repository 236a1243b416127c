"""What loading an asset costs in Python calls, which are the same on every machine."""

from __future__ import annotations

import importlib.util
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks/call_counts.py"


def test_loading_a_panda_takes_4000_calls_at_most(robots_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("call_counts", BENCHMARK)
    call_counts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(call_counts)
    calls = call_counts.gym_walk()
    assert calls["gym/calls/assets.py:load_asset"] == 1
    assert 1000 < calls.total() <= 4000
