"""Isaac Lab's names of scenes and terrains are Pippin's classes."""

from __future__ import annotations

from importlib import import_module

import pytest

TERRAINS = "pippin.scene.terrains"


@pytest.mark.parametrize(
    ("module", "own"),
    [
        ("isaaclab.scene", "pippin.scene"),
        ("isaaclab.terrains", TERRAINS),
        ("isaaclab.terrains.config.rough", TERRAINS),
        ("isaaclab.terrains.height_field", TERRAINS),
        ("isaaclab.terrains.height_field.hf_terrains", f"{TERRAINS}.kinds.height_fields"),
        ("isaaclab.terrains.height_field.hf_terrains_cfg", TERRAINS),
        ("isaaclab.terrains.height_field.utils", TERRAINS),
        ("isaaclab.terrains.sub_terrain_cfg", TERRAINS),
        ("isaaclab.terrains.terrain_generator", TERRAINS),
        ("isaaclab.terrains.terrain_generator_cfg", TERRAINS),
        ("isaaclab.terrains.terrain_importer", TERRAINS),
        ("isaaclab.terrains.terrain_importer_cfg", TERRAINS),
        ("isaaclab.terrains.trimesh", TERRAINS),
        ("isaaclab.terrains.trimesh.mesh_terrains_cfg", TERRAINS),
        ("isaaclab.terrains.utils", TERRAINS),
    ],
)
def test_names_are_those_of_pippin(module: str, own: str) -> None:
    served = pytest.importorskip(module, reason="pippin-isaac is not installed")
    assert served.__all__
    for name in served.__all__:
        pippins = getattr(import_module(own), name, None)
        if name == "TerrainImporterCfg":  # whose default material is that of the release
            assert issubclass(getattr(import_module(module), name), pippins)
        elif pippins is not None:  # other names are of the dialect, or of a deeper module
            assert getattr(import_module(module), name) is pippins
