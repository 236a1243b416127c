"""Materials of a scene: which shapes have them, in which environments, and what cameras see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from pxr import Usd, UsdGeom

from pippin.assets import AssetBaseCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, VisualMaterial, VisualMaterialCfg
from pippin.sensors import CameraCfg
from pippin.sim import (
    CuboidCfg,
    MultiAssetSpawnerCfg,
    PbrMdlCfg,
    PinholeCameraCfg,
    PreviewSurfaceCfg,
    SimulationCfg,
    SimulationContext,
    UsdFileCfg,
)
from pippin.utils import configclass

GREY = PreviewSurfaceCfg(diffuse_color=(0.5, 0.5, 0.5))
MATERIAL = VisualMaterialCfg(prim_path="{ENV_REGEX_NS}/Left/geometry/material")


def box(name: str, x: float) -> AssetBaseCfg:
    spawn = CuboidCfg(size=(0.4, 0.4, 0.4), visual_material=GREY)
    init = AssetBaseCfg.InitialStateCfg(pos=(x, 0.0, 0.5))
    return AssetBaseCfg(prim_path="{ENV_REGEX_NS}/" + name, spawn=spawn, init_state=init)


@configclass
class BoxesCfg(InteractiveSceneCfg):
    """Two grey boxes beside each other, seen from above: the left one in the left half of an image."""

    num_envs: int = 3
    env_spacing: float = 3.0
    left: AssetBaseCfg = box("Left", -0.25)
    right: AssetBaseCfg = box("Right", 0.25)
    eye: CameraCfg = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Eye",
        spawn=PinholeCameraCfg(),
        offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 1.6), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl"),
        data_types=["rgb"],
        width=8,
        height=8,
    )


MakeScene = Callable[..., InteractiveScene]


@pytest.fixture
def make_scene() -> Iterator[MakeScene]:
    """Makes and plays the boxes with further entities, by name."""

    def make(**entities: Any) -> InteractiveScene:
        sim = SimulationContext(SimulationCfg(dt=0.01, device="cpu"))
        cfg = BoxesCfg()
        for name, entity in entities.items():
            setattr(cfg, name, entity)
        scene = InteractiveScene(cfg)
        sim.reset()
        return scene

    yield make
    SimulationContext.clear_instance()


def seen(scene: InteractiveScene, column: int) -> torch.Tensor:
    """Colour of each environment's image in the middle of a column, shape (num_envs, 3)."""
    scene.sim.step()
    scene.update(0.01)
    return scene["eye"].data.output["rgb"].torch[:, 4, column, :3].float()


def is_of_color(rgb: torch.Tensor, channel: int) -> torch.Tensor:
    """Whether one of red, green and blue is far above the others."""
    others = [other for other in range(3) if other != channel]
    return rgb[:, channel] > 3.0 * rgb[:, others].max(dim=1).values


def test_each_environment_has_a_color_of_its_own(make_scene: MakeScene) -> None:
    """Red, green and blue; the other box stays grey, until then both are."""
    scene = make_scene(material=MATERIAL)
    material = scene["material"]
    assert material is scene.visual_materials["material"] and scene.keys()[-1] == "material"
    assert material.is_per_env and material.num_instances == 3 and material.channels == ("color",)
    torch.testing.assert_close(material.data["color"], torch.full((3, 3), 0.5))
    before = seen(scene, 2)
    assert (before.max(dim=1).values - before.min(dim=1).values < 10.0).all()
    VisualMaterial.write_channels([material], {"color": torch.eye(3).unsqueeze(0)})
    left, right = seen(scene, 2), seen(scene, 5)
    for env_id in range(3):
        assert is_of_color(left, env_id)[env_id]
    assert (right.max(dim=1).values - right.min(dim=1).values < 10.0).all()


def test_some_environments_change_and_the_others_keep_theirs(make_scene: MakeScene) -> None:
    scene = make_scene(material=MATERIAL)
    red, blue = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 0.0, 1.0])
    VisualMaterial.write_channels([scene["material"]], {"color": red.expand(1, 3, 3)})
    seen(scene, 2)
    VisualMaterial.write_channels([scene["material"]], {"color": blue.expand(1, 1, 3)}, torch.tensor([1]))
    left = seen(scene, 2)
    assert is_of_color(left, 0).tolist() == [True, False, True] and is_of_color(left, 2)[1]
    scene.sim.reset()
    assert is_of_color(seen(scene, 2), 2).tolist() == [False, True, False], "looks stay when the simulation starts anew"


def test_a_shared_material_has_one_color(make_scene: MakeScene) -> None:
    """Spawned by itself, and bound on the stage before the start."""
    shared = VisualMaterialCfg(prim_path="/World/Paint", spawn=PreviewSurfaceCfg(), channels=("color", "roughness"))
    scene = make_scene(paint=shared)
    paint = scene["paint"]
    assert not paint.is_per_env and paint.num_instances == 1
    assert paint.data["roughness"].tolist() == [0.5]
    VisualMaterial.write_channels([paint], {"roughness": torch.tensor([0.25])})
    assert paint.data["roughness"].tolist() == [0.25]
    with pytest.raises(ValueError, match="not declared with the channel 'opacity'"):
        VisualMaterial.write_channels([paint], {"opacity": torch.tensor([0.5])})
    with pytest.raises(ValueError, match="expected 1"):
        VisualMaterial.write_channels([paint], {"roughness": torch.zeros(2)})


def test_files_take_materials_of_the_scene_part_by_part(make_scene: MakeScene, tmp_path: Any) -> None:
    """Of a file with two boxes one gets the material, which is declared before the robot that it lies below."""
    stage = Usd.Stage.CreateNew(str(tmp_path / "boxes.usda"))
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/Boxes").GetPrim())
    for name, x in (("a", -0.25), ("b", 0.25)):
        cube = UsdGeom.Cube.Define(stage, f"/Boxes/{name}")
        cube.CreateSizeAttr(0.4)
        cube.AddTranslateOp().Set((x, 0.0, 0.0))
    stage.Save()
    plain = UsdFileCfg(usd_path=str(tmp_path / "boxes.usda"))
    painted = plain.replace(visual_material_bindings={"a": "./paint"})
    file = AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/File",
        spawn=MultiAssetSpawnerCfg(assets_cfg=[painted, plain], random_choice=False),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, 0.8)),
    )
    pbr = VisualMaterialCfg(
        prim_path="{ENV_REGEX_NS}/File/paint", spawn=PbrMdlCfg(diffuse_color_constant=(0.4, 0.3, 0.2))
    )
    scene = make_scene(paint=pbr, file=file)
    torch.testing.assert_close(scene["paint"].data["color"], torch.tensor([0.4, 0.3, 0.2]).expand(3, 3))
    VisualMaterial.write_channels([scene["paint"]], {"color": torch.tensor([0.0, 1.0, 0.0]).expand(1, 3, 3)})
    assert is_of_color(seen(scene, 2), 1).tolist() == [True, False, True]
    assert not is_of_color(seen(scene, 5), 1).any()


@pytest.mark.parametrize(
    ("cfg", "error", "message"),
    [
        (MATERIAL.replace(channels=("colour",)), ValueError, "'colour'.* unknown; there are color, roughness"),
        (MATERIAL.replace(prim_path="{ENV_REGEX_NS}/Left"), ValueError, "is no material"),
        (MATERIAL.replace(prim_path="{ENV_REGEX_NS}/Nothing"), RuntimeError, "Nothing"),
    ],
)
def test_bad_input_is_named(
    make_scene: MakeScene, cfg: VisualMaterialCfg, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_scene(material=cfg)
