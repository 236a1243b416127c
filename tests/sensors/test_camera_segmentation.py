"""Segmentations: areas to the pixel, labels, filters, colours, and what the info says of them."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest
import torch

from pippin.assets import DeformableObject, DeformableObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors.camera import Camera, CameraCfg
from pippin.sensors.camera.semantics import SemanticFilter
from pippin.sim import (
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    MeshCuboidCfg,
    PinholeCameraCfg,
    SimulationCfg,
    SimulationContext,
)
from pippin.sim.prims import add_labels, get_prim

from .conftest import MakeScene

KINDS = [
    "semantic_segmentation",
    "instance_segmentation_fast",
    "instance_id_segmentation_fast",
    "instance_segmentation",
]
BOX, BALL, GROUND = "{}/Box/geometry/mesh", "{}/Ball/geometry/mesh", "/World/ground"
FROM_ABOVE = CameraCfg.OffsetCfg(pos=(0.5, 0.11, 4.5), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl")


def label_prims() -> None:
    """Label box and ball, two ways; the ground has no label."""
    stage_of = "/World/envs/env_0"
    add_labels(get_prim(f"{stage_of}/Box"), ["crate"])
    add_labels(get_prim(f"{stage_of}/Box"), ["brown"], "color")
    add_labels(get_prim(f"{stage_of}/Ball"), ["toy"])
    add_labels(get_prim(f"{stage_of}/Ball/geometry/mesh"), ["sphere"])


def look(
    make_scene: MakeScene, colorize: bool = False, data_types: list[str] = KINDS, **fields: Any
) -> InteractiveScene:
    """Scene with labels, and a camera above each environment."""
    cfg = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=PinholeCameraCfg(),
        offset=FROM_ABOVE,
        width=160,
        height=120,
        data_types=data_types,
        colorize_semantic_segmentation=colorize,
        colorize_instance_segmentation=colorize,
        colorize_instance_id_segmentation=colorize,
        **fields,
    )
    return make_scene(camera=cfg, gravity=(0.0, 0.0, 0.0), before_play=label_prims)


def expected_masks(scene: InteractiveScene) -> dict[str, np.ndarray]:
    """Pixels whose middle ray meets the top of the box, and the ball, seen from above."""
    focal = float(scene.sensors["camera"].data.intrinsic_matrices.torch[0, 0, 0])
    x = (np.arange(160) + 0.5 - 80.0)[None, :] / focal
    y = (60.0 - np.arange(120) - 0.5)[:, None] / focal
    eye = np.array(FROM_ABOVE.pos)
    down = eye[2] - 0.2
    box = (np.abs(eye[0] + x * down) < 0.2) & (np.abs(eye[1] + y * down) < 0.15)
    # A ray that leaves the box's top edge may still meet its side.
    bottom = (np.abs(eye[0] + x * eye[2]) < 0.2) & (np.abs(eye[1] + y * eye[2]) < 0.15)
    rays = np.stack(np.broadcast_arrays(x, y, -1.0), axis=-1)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    to_ball = np.array([1.0, 0.0, 2.0]) - eye
    ball = (rays @ to_ball) ** 2 > to_ball @ to_ball - 0.1**2
    return {"box": (box | bottom) & ~ball, "ball": ball}


def meanings(scene: InteractiveScene, kind: str, name: str = "idToLabels") -> dict[int, Any]:
    """What the ids of a segmentation mean."""
    return {int(number): meaning for number, meaning in scene.sensors["camera"].data.info[kind][name].items()}


def pixels(scene: InteractiveScene, kind: str, env: int) -> np.ndarray:
    """Segmentation of one environment, shape (120, 160) or (120, 160, 4)."""
    return scene.sensors["camera"].data.output[kind].torch[env].squeeze(-1).numpy()


def test_areas_are_exact_and_ids_say_what_is_seen(make_scene: MakeScene) -> None:
    scene = look(make_scene)
    masks = expected_masks(scene)
    assert masks["box"].sum() > 60 and masks["ball"].sum() > 100
    prims, instances = (meanings(scene, kind) for kind in (KINDS[2], KINDS[1]))
    instance_labels, labels = meanings(scene, KINDS[1], "idToSemantics"), meanings(scene, KINDS[0])
    for env in range(3):
        namespace = f"/World/envs/env_{env}"
        for mask, path, instance, label in (
            (masks["box"], BOX, f"{namespace}/Box", {"class": "crate", "color": "brown"}),
            (masks["ball"], BALL, f"{namespace}/Ball/geometry/mesh", {"class": "sphere,toy"}),
        ):
            number = next(number for number, prim in prims.items() if prim == path.format(namespace))
            np.testing.assert_array_equal(pixels(scene, KINDS[2], env) == number, mask)
            number = next(number for number, prim in instances.items() if prim == instance)
            np.testing.assert_array_equal(pixels(scene, KINDS[1], env) == number, mask)
            assert instance_labels[number] == label
            number = next(number for number, of_kind in labels.items() if of_kind == label)
            np.testing.assert_array_equal(pixels(scene, KINDS[0], env) == number, mask)
        is_ground = ~(masks["box"] | masks["ball"])
        assert np.all(pixels(scene, KINDS[0], env)[is_ground] == 1) and labels[1] == {"class": "UNLABELLED"}
        assert np.all(pixels(scene, KINDS[1], env)[is_ground] == 1)
        number = int(pixels(scene, KINDS[2], env)[0, 0])
        assert prims[number].startswith(GROUND), "the same prim in all environments"
    assert labels[0] == {"class": "BACKGROUND"}


@pytest.mark.slow
def test_colours_stand_for_the_same_as_ids(make_scene: MakeScene) -> None:
    """Chosen colours are used, also for what has no label, and for nothing; others are different for different ids."""
    mapping = {
        "class:crate": (10, 200, 30, 255),
        "class:UNLABELLED": (150, 150, 151, 255),
        "class:BACKGROUND": (200, 200, 201, 255),
    }
    scene = look(make_scene, colorize=True, semantic_segmentation_mapping=mapping)
    masks, info = expected_masks(scene), scene.sensors["camera"].data.info
    for kind in KINDS:
        image = scene.sensors["camera"].data.output[kind].torch
        assert image.shape == (3, 120, 160, 4) and image.dtype == torch.uint8
        meaning = {ast.literal_eval(color): label for color, label in info[kind]["idToLabels"].items()}
        assert len(meaning) == len(set(meaning))
        colors = {tuple(color) for color in image.reshape(-1, 4).unique(dim=0).tolist()}
        assert colors <= set(meaning)
    assert np.all(pixels(scene, KINDS[0], 1)[masks["box"]] == mapping["class:crate"])
    assert info[KINDS[0]]["idToLabels"]["(10, 200, 30, 255)"] == {"class": "crate", "color": "brown"}
    assert info[KINDS[0]]["idToLabels"]["(200, 200, 201, 255)"] == {"class": "BACKGROUND"}
    assert np.all(pixels(scene, KINDS[0], 1)[0, 0] == (150, 150, 151, 255)), "ground without a label"
    boxes = {tuple(pixels(scene, KINDS[1], env)[masks["box"]][0].tolist()) for env in range(3)}
    assert len(boxes) == 3, "each environment's box is an instance of its own"


@pytest.mark.parametrize(
    ("semantic_filter", "box", "ball"),
    [
        ("*:*", {"class": "crate", "color": "brown"}, {"class": "sphere,toy"}),
        (["color"], {"color": "brown"}, None),
        ("class: toy & !sphere | crate", {"class": "crate"}, None),
    ],
)
def test_a_filter_says_which_labels_count(make_scene: MakeScene, semantic_filter: Any, box: Any, ball: Any) -> None:
    scene = look(make_scene, data_types=KINDS[:1], semantic_filter=semantic_filter)
    masks, labels = expected_masks(scene), meanings(scene, KINDS[0])
    for mask, expected in ((masks["box"], box), (masks["ball"], ball)):
        seen = {int(number) for number in np.unique(pixels(scene, KINDS[0], 0)[mask])}
        assert [labels[number] for number in seen] == [expected or {"class": "UNLABELLED"}]


@pytest.mark.slow
@pytest.mark.parametrize("colorize", [False, True])
def test_soft_bodies_are_seen_and_have_no_label(colorize: bool) -> None:
    """A soft cube of 0.2 m whose face is 0.9 m away, and nothing besides."""
    with SimulationContext(SimulationCfg(device="cpu", dt=0.01, gravity=(0.0, 0.0, 0.0))) as sim:
        spawn = MeshCuboidCfg(
            size=(0.2, 0.2, 0.2),
            deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2),
            physics_material=DeformableBodyMaterialCfg(youngs_modulus=2e5, poissons_ratio=0.3),
        )
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        cube_cfg = DeformableObjectCfg(prim_path="{ENV_REGEX_NS}/Cube", spawn=spawn)
        cube = scene.deformable_objects["cube"] = DeformableObject(cube_cfg)
        cfg = CameraCfg(
            prim_path="{ENV_REGEX_NS}/Camera",
            spawn=PinholeCameraCfg(),
            offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 1.0), convention="opengl"),
            width=40,
            height=40,
            data_types=[*KINDS, "depth", "motion_vectors"],
            colorize_semantic_segmentation=colorize,
            colorize_instance_segmentation=colorize,
            colorize_instance_id_segmentation=colorize,
        )
        camera = scene.sensors["camera"] = Camera(cfg)
        sim.reset()
        images = {name: image.torch.clone() for name, image in camera.data.output.items()}
        is_cube = torch.isfinite(images["depth"])
        torch.testing.assert_close(
            images["depth"][is_cube], torch.full((int(is_cube.sum()),), 0.9), atol=1e-4, rtol=0.0
        )
        side = 0.2 / 0.9 * float(camera.data.intrinsic_matrices.torch[0, 0, 0])
        assert is_cube.sum(dim=(1, 2, 3)).float().sqrt().numpy() == pytest.approx(side, abs=0.6)
        for kind in KINDS:
            expected = is_cube * torch.tensor([0, 0, 0, 255]) if colorize else is_cube.int()
            assert torch.equal(images[kind], expected.to(images[kind].dtype))
        assert images["motion_vectors"].abs().max() < 1e-4 and cube.num_instances == 2


LABELS = {"typeA": ("labelA", "labelD"), "typeB": ("labelA",), "typeC": ("labelC",)}


@pytest.mark.parametrize(
    ("expression", "kept"),
    [
        ("*:*", {"typeA", "typeB", "typeC"}),
        ("typeA:*", {"typeA"}),
        ("*:labelA", {"typeA", "typeB"}),
        ("typeA : labelA & !labelB | labelC , typeB: labelA ; typeC: labelE", {"typeA", "typeB"}),
        ("typeA : labelA & !labelD | labelC", set()),
        ("typeA : labelX & labelA | labelD", {"typeA"}),
        ("typeA : * ; * : labelC", {"typeA", "typeC"}),
        ("typeC : !labelX", {"typeC"}),
        ("typeC : !*", set()),
        (["typeB", "typeC"], {"typeB", "typeC"}),
    ],
)
def test_filters_follow_their_grammar(expression: Any, kept: set[str]) -> None:
    assert set(SemanticFilter(expression).kept(LABELS)) == kept


@pytest.mark.parametrize("expression", ["class", "class: a |", "class: & a", ": a", "class: a; color"])
def test_malformed_filters_are_refused(expression: str) -> None:
    with pytest.raises(ValueError, match=r"should be a kind and conditions: 'class: robot & !arm | gripper'"):
        SemanticFilter(expression)


@pytest.mark.parametrize("expression", ["", " ; ", []])
def test_empty_filters_are_refused(expression: Any) -> None:
    with pytest.raises(ValueError, match=r"is empty; '\*:\*' keeps all labels"):
        SemanticFilter(expression)
