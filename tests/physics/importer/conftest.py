"""Stages written as text, and the models that they become."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import pytest
from pxr import Usd

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.description import Variant
from pippin.physics.importer import describe_stage

HEADER = '#usda 1.0\n(\n    upAxis = "Z"\n    metersPerUnit = 1\n)\n'
SETTINGS = SolverSettings(dt=0.002)


def _stage_of(text: str) -> Usd.Stage:
    stage = Usd.Stage.CreateInMemory()
    assert stage.GetRootLayer().ImportFromString(HEADER + text)
    return stage


@pytest.fixture
def stage_of() -> Callable[[str], Usd.Stage]:
    """Make a stage from the prims of a USD text file."""
    return _stage_of


@pytest.fixture
def variant_of() -> Callable[[str | Usd.Stage], Variant]:
    """Describe the one environment of a stage."""

    def describe(stage: str | Usd.Stage) -> Variant:
        return describe_stage(_stage_of(stage) if isinstance(stage, str) else stage).variants[0]

    return describe


@pytest.fixture
def model_of(variant_of) -> Callable[..., mujoco.MjModel]:
    """Compile the one environment of a stage."""

    def compile_stage(stage: str | Usd.Stage, visuals: bool = False) -> mujoco.MjModel:
        return compile_model(variant_of(stage), SETTINGS, visuals)

    return compile_stage
