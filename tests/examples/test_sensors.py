"""The example of ray casters makes the pictures that the guide shows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import imageio.v3 as iio
import numpy as np
import pytest

from pippin.sim import SimulationContext

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_pictures_are_those_of_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load_example: Callable[[str], ModuleType]
) -> None:
    """But for single pixels at edges, where the machine's rounding decides."""
    example = load_example("sensors/ray_casters")
    monkeypatch.setattr(sys, "argv", ["ray_casters.py", "--output", str(tmp_path)])
    try:
        example.main()
    finally:
        SimulationContext.clear_instance()
    for name in ("ray_casters.png", "ray_caster_camera.png"):
        made, stored = (iio.imread(folder / name).astype(int) for folder in (tmp_path, REPOSITORY / "docs/_static"))
        assert made.shape == stored.shape
        assert (np.abs(made - stored).max(axis=2) > 12).mean() < 0.01
