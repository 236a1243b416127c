"""Isaac Lab's names of sensors and markers are Pippin's classes."""

from __future__ import annotations

from types import ModuleType

import pytest

import pippin.sensors
import pippin.sim.markers


@pytest.mark.parametrize(
    ("served", "ours"),
    [
        ("isaaclab.sensors", pippin.sensors),
        ("isaaclab.markers", pippin.sim.markers),
        ("isaaclab.markers.config", pippin.sim.markers),
    ],
)
def test_names_are_those_of_pippin(served: str, ours: object) -> None:
    module = pytest.importorskip(served, reason="pippin-isaac is not installed")
    assert module.__all__
    for name in module.__all__:
        value = getattr(module, name)
        own = getattr(ours, name, None)
        if own is not None and not isinstance(value, ModuleType):  # the dialect has modules and names of its own
            assert value is own or name.startswith("TiledCamera")  # names that are deprecated
