"""Isaac Lab's names of scenes are Pippin's classes."""

from __future__ import annotations

from importlib import import_module

import pytest

import pippin.scene


@pytest.mark.parametrize("module", ["isaaclab.scene", "isaaclab.terrains"])
def test_names_are_those_of_pippin(module: str) -> None:
    served = pytest.importorskip(module, reason="pippin-isaac is not installed")
    assert served.__all__
    for name in served.__all__:
        assert getattr(import_module(module), name) is getattr(pippin.scene, name)
