"""How long calls take, and files for what was measured, for the benchmarks beside it."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import warp as wp


def seconds_a_call(call: Callable[[], object], count: int, device: str) -> float:
    """Mean time of one call among some [s], the device's work included."""
    wp.synchronize_device(device)
    start = time.perf_counter()
    for _ in range(count):
        call()
    wp.synchronize_device(device)
    return (time.perf_counter() - start) / count


def write_results(path: Path, results: list[dict[str, Any]]) -> None:
    """Write results to a JSON file, with the machine and the versions that they are of."""
    machine = {
        "processor": platform.processor(),
        "cores": os.cpu_count(),
        "torch": torch.__version__,
        "warp": wp.__version__,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"machine": machine, "results": results}, indent=2))
