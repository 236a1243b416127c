"""The examples of motion generation reach what they promise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytestmark = pytest.mark.slow


def test_the_arm_follows_the_target_and_touches_nothing(
    robots_path: Path, load_example: Callable[[str], ModuleType]
) -> None:
    pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")
    example = load_example("motion/follow_target")
    report = example.follow(example.TARGETS[:2], pictures_per_second=1)
    assert len(report.errors) == 2
    assert max(report.errors) < 0.01
    assert report.smallest_gap > 0.0
    assert len(report.pictures) == 2 * example.SECONDS_PER_TARGET
    red, green, blue = np.moveaxis(report.pictures[-1].astype(int), -1, 0)
    assert ((red > 80) & (red > 2 * green) & (red > 2 * blue)).any(), "the target is in the picture"


def test_the_cube_is_lifted_over_the_wall_and_put_in_its_place(
    robots_path: Path, load_example: Callable[[str], ModuleType]
) -> None:
    report = load_example("motion/pick_and_place").stack(1)
    assert report.lifted[0] > 0.1
    assert report.errors[0] < 0.01
