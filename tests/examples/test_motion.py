"""The examples of motion generation reach what they promise."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "motion"

pytestmark = pytest.mark.slow


def load(name: str) -> ModuleType:
    """Import an example from its file."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_arm_follows_the_target_and_touches_nothing(robots_path):
    pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")
    example = load("follow_target")
    report = example.follow(example.TARGETS[:2], pictures_per_second=1)
    assert len(report.errors) == 2
    assert max(report.errors) < 0.01
    assert report.smallest_gap > 0.0
    assert len(report.pictures) == 2 * example.SECONDS_PER_TARGET
    red, green, blue = np.moveaxis(report.pictures[-1].astype(int), -1, 0)
    assert ((red > 80) & (red > 2 * green) & (red > 2 * blue)).any(), "the target is in the picture"


def test_the_cube_is_lifted_over_the_wall_and_put_in_its_place(robots_path):
    report = load("pick_and_place").stack(1)
    assert report.lifted[0] > 0.1
    assert report.errors[0] < 0.01
