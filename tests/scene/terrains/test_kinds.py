"""Kinds of terrain: their heights at chosen points against what their configs say."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy.signal import find_peaks

from pippin.scene import terrains
from pippin.scene.terrains import SubTerrainBaseCfg
from pippin.scene.terrains.kinds.sub_terrain import merged

SIZE = (8.0, 8.0)
NOTHING = -np.inf


def height_at(mesh: trimesh.Trimesh, x: float, y: float) -> float:
    """Height of the highest triangle at a point; -inf where there is none."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    with np.errstate(all="ignore"):  # vertical triangles, which cover no point
        v = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (y - a[:, 1]) * (c[:, 0] - a[:, 0])) / area
        w = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (b[:, 1] - a[:, 1]) * (x - a[:, 0])) / area
        heights = a[:, 2] + v * (b[:, 2] - a[:, 2]) + w * (c[:, 2] - a[:, 2])
        covers = (np.abs(area) > 1e-9) & (v >= -1e-9) & (w >= -1e-9) & (v + w <= 1.0 + 1e-9)
    return heights[covers].max() if covers.any() else NOTHING


def make(kind: str, difficulty: float, **fields: Any) -> tuple[trimesh.Trimesh, np.ndarray]:
    """A terrain as one mesh, and where robots start on it."""
    np.random.seed(7)
    cfg: SubTerrainBaseCfg = getattr(terrains, kind + "TerrainCfg")(**{"size": SIZE, **fields})
    cfg.validate()
    meshes, origin = cfg.function(difficulty, cfg)
    return merged(meshes), origin


STAIRS = {"step_height_range": (0.05, 0.25), "step_width": 0.3, "platform_width": 3.0}
# At difficulty 0.5 steps are 0.15 m high. Inside a border of 1 m there are 5 of 0.3 m on each side, then the platform.
MESHES = {
    "plane": ("MeshPlane", {}, {(1.0, 2.0): 0.0, (4.0, 4.0): 0.0}),
    "stairs": (
        "MeshPyramidStairs",
        STAIRS | {"border_width": 1.0},
        {(0.5, 4.0): 0.0, (1.15, 4.0): 0.15, (1.45, 2.0): 0.30, (4.0, 6.85): 0.15, (2.4, 4.0): 0.75, (4.0, 4.0): 0.9},
    ),
    "stairs down": (
        "MeshInvertedPyramidStairs",
        STAIRS | {"border_width": 1.0},
        {(0.5, 4.0): 0.0, (1.15, 4.0): -0.15, (1.45, 2.0): -0.30, (4.0, 6.85): -0.15, (4.0, 4.0): -0.9},
    ),
    "stairs with holes": (
        "MeshPyramidStairs",
        STAIRS | {"border_width": 1.0, "holes": True},
        {(1.15, 4.0): 0.15, (4.0, 6.55): 0.30, (4.0, 4.0): 0.9, (1.45, 1.45): NOTHING, (0.5, 4.0): NOTHING},
    ),
    "stairs down with holes": (
        "MeshInvertedPyramidStairs",
        STAIRS | {"border_width": 1.0, "holes": True},
        {(1.15, 4.0): -0.15, (4.0, 6.55): -0.30, (4.0, 4.0): -0.9, (1.45, 1.45): NOTHING},
    ),
    "grid": (
        "MeshRandomGrid",
        {"grid_width": 0.45, "grid_height_range": (0.1, 0.3), "platform_width": 2.0},
        {(4.0, 4.0): 0.2, (4.95, 3.05): 0.2, (0.05, 4.0): 0.0},
    ),
    "grid with holes": (
        "MeshRandomGrid",
        {"grid_width": 0.5, "grid_height_range": (0.1, 0.3), "platform_width": 2.0, "holes": True},
        {(4.0, 4.0): 0.2, (1.0, 1.0): NOTHING, (6.0, 2.0): NOTHING},
    ),
    "rails": (
        "MeshRails",
        {"rail_thickness_range": (0.1, 0.2), "rail_height_range": (0.1, 0.3), "platform_width": 2.0},
        # the outer rail begins at 2 + 0.6 (8 - 2) = 5.6 m width
        {(4.0, 4.0): 0.0, (2.95, 4.0): 0.2, (2.85, 4.0): 0.0, (1.1, 4.0): 0.2, (4.0, 6.9): 0.2, (0.9, 4.0): 0.0},
    ),
    "pit": ("MeshPit", {"pit_depth_range": (0.2, 0.6), "platform_width": 2.0}, {(4.0, 4.0): -0.4, (2.9, 4.0): 0.0}),
    "double pit": (
        "MeshPit",
        {"pit_depth_range": (0.2, 0.6), "platform_width": 2.0, "double_pit": True},
        {(4.0, 4.0): -0.4, (2.9, 4.0): -0.2, (1.4, 4.0): 0.0},
    ),
    "box": ("MeshBox", {"box_height_range": (0.2, 0.6), "platform_width": 2.0}, {(4.0, 4.0): 0.4, (2.9, 4.0): 0.0}),
    "double box": (
        "MeshBox",
        {"box_height_range": (0.2, 0.6), "platform_width": 2.0, "double_box": True},
        {(4.0, 4.0): 0.4, (2.9, 4.0): 0.2, (1.4, 4.0): 0.0},
    ),
    "gap": (
        "MeshGap",
        {"gap_width_range": (0.2, 0.6), "platform_width": 2.0},
        {(4.0, 4.0): 0.0, (2.8, 4.0): NOTHING, (2.5, 4.0): 0.0},
    ),
    "floating ring": (
        "MeshFloatingRing",
        {
            "ring_width_range": (0.4, 0.6),
            "ring_height_range": (0.3, 0.5),
            "ring_thickness": 0.1,
            "platform_width": 2.0,
        },
        {(4.0, 4.0): 0.0, (2.75, 4.0): 0.5, (2.4, 4.0): 0.0},
    ),
    "star": (
        "MeshStar",
        {"num_bars": 4, "bar_width_range": (0.2, 0.4), "bar_height_range": (0.5, 1.5), "platform_width": 1.0},
        {(4.0, 4.0): 0.0, (6.5, 4.0): 0.0, (6.0, 6.0): 0.0, (6.5, 5.0): -1.0, (0.2, 4.0): 0.0},
    ),
}


@pytest.mark.parametrize("name", MESHES)
def test_meshes_are_as_high_as_told(name: str) -> None:
    kind, fields, heights = MESHES[name]
    mesh, origin = make(kind, 0.5, **fields)
    for point, height in heights.items():
        assert height_at(mesh, *point) == pytest.approx(height, abs=1e-9), point
    np.testing.assert_allclose(origin, [4.0, 4.0, heights.get((4.0, 4.0), 0.0)], atol=1e-9)
    assert (mesh.bounds[0, :2] > -1e-9).all()
    assert (mesh.bounds[1, :2] < np.array(SIZE) + 1e-9).all()


@pytest.mark.parametrize("name", [name for name in MESHES if name not in ("plane",)])
def test_bodies_are_closed_and_look_outwards(name: str) -> None:
    """Every body but the ground plane has a positive volume, so that rays and colliders see its outside."""
    kind, fields, _ = MESHES[name]
    mesh, _ = make(kind, 0.5, **fields)
    bodies = [body for body in mesh.split(only_watertight=False) if len(body.faces) > 2]
    assert bodies
    assert all(body.is_watertight and body.volume > 0.0 for body in bodies)


@pytest.mark.parametrize("object_type", ["Boxes", "Cylinders", "Pyramids"])
def test_objects_become_more_and_higher_with_difficulty(object_type: str) -> None:
    kind = f"MeshRepeated{object_type}"
    extent = {"size": (0.3, 0.4)} if object_type == "Boxes" else {"radius": 0.2}
    parameters = getattr(terrains, kind + "TerrainCfg").ObjectCfg
    fields = {
        "object_params_start": parameters(num_objects=10, height=0.2, **extent),
        "object_params_end": parameters(num_objects=30, height=0.6, **extent),
        "platform_width": 2.0,
    }
    for difficulty, count, height in ((0.0, 10, 0.2), (0.5, 20, 0.4), (1.0, 30, 0.6)):
        mesh, origin = make(kind, difficulty, **fields)
        assert len(mesh.split(only_watertight=False)) == count + 2  # and the ground and the platform
        assert mesh.bounds[1, 2] == pytest.approx(height)
        assert height_at(mesh, 4.0, 4.0) == pytest.approx(height)
        np.testing.assert_allclose(origin, [4.0, 4.0, height])
    flat, origin = make(kind, 0.5, platform_height=0.0, **fields)
    assert origin[2] == 0.0
    assert flat.bounds[1, 2] == pytest.approx(0.4)


def test_tilted_objects_stay_within_their_tilt() -> None:
    """The axis of a cylinder that may tilt by 30 degrees about y and x: at least cos² 30° of it points up."""
    parameters = terrains.MeshRepeatedCylindersTerrainCfg.ObjectCfg(
        num_objects=40, height=2.0, radius=0.01, max_yx_angle=30.0
    )
    mesh, _ = make(
        "MeshRepeatedCylinders", 0.5, object_params_start=parameters, object_params_end=parameters, platform_height=0.0
    )
    tops = [body.bounds[1, 2] for body in mesh.split(only_watertight=False) if body.bounds[1, 2] > 0.5]
    assert len(tops) == 40
    assert min(tops) > 2.0 * np.cos(np.radians(30.0)) ** 2
    assert min(tops) < 1.8, "some do tilt"


HEIGHTS = {
    "slope": ("HfPyramidSloped", {"slope_range": (0.0, 0.4), "platform_width": 2.0}),
    "slope down": ("HfInvertedPyramidSloped", {"slope_range": (0.0, 0.4), "platform_width": 2.0}),
    "stairs": ("HfPyramidStairs", STAIRS),
    "stairs down": ("HfInvertedPyramidStairs", STAIRS),
    "random": ("HfRandomUniform", {"noise_range": (0.02, 0.10), "noise_step": 0.02, "border_width": 1.0}),
    "obstacles": (
        "HfDiscreteObstacles",
        {"obstacle_width_range": (0.5, 1.0), "obstacle_height_range": (0.1, 0.3), "num_obstacles": 40},
    ),
    "wave": ("HfWave", {"amplitude_range": (0.2, 0.6), "num_waves": 2}),
    "stones": (
        "HfSteppingStones",
        {
            "stone_height_max": 0.1,
            "stone_width_range": (0.3, 0.9),
            "stone_distance_range": (0.1, 0.3),
            "holes_depth": -2.0,
        },
    ),
}


@pytest.mark.parametrize("slope_threshold", [None, 0.3])
@pytest.mark.parametrize("name", HEIGHTS)
def test_heights_begin_at_zero_and_robots_start_on_them(name: str, slope_threshold: float | None) -> None:
    """The rim is at height 0, so that neighbours meet, also where walls become vertical by moving vertices.

    Robots start on the platform in the middle, or on the highest point around it where there is none.
    """
    kind, fields = HEIGHTS[name]
    mesh, origin = make(kind, 0.5, slope_threshold=slope_threshold, **fields)
    for along in np.linspace(0.01, 7.99, 40):
        for point in ((along, 0.0), (along, 8.0), (0.0, along), (8.0, along)):
            assert height_at(mesh, *point) == pytest.approx(0.0, abs=1e-6), point
    x, y, z = mesh.vertices.T
    is_rim = (x < 1e-6) | (x > 8.0 - 1e-6) | (y < 1e-6) | (y > 8.0 - 1e-6)
    assert is_rim.sum() == 4 * 80
    np.testing.assert_allclose(z[is_rim], 0.0, atol=1e-9)
    has_platform = any(f.name == "platform_width" for f in dataclasses.fields(getattr(terrains, f"{kind}TerrainCfg")))
    radius = 0.0 if has_platform else 1.0
    near = (np.abs(x - 4.0) < radius + 1e-6) & (np.abs(y - 4.0) < radius + 1e-6)
    np.testing.assert_allclose(origin, [4.0, 4.0, z[near].max()], atol=1e-6)
    np.testing.assert_allclose(mesh.bounds[:, :2], [[0.0, 0.0], SIZE], atol=1e-6)


def samples(name: str, **changes: Any) -> np.ndarray:
    """Heights of a terrain at difficulty 0.5 [m], shape (81, 81)."""
    kind, fields = HEIGHTS[name]
    mesh, _ = make(kind, 0.5, **(fields | changes))
    return mesh.vertices[:, 2].reshape(81, 81)


@pytest.mark.parametrize(("name", "sign"), [("slope", 1.0), ("slope down", -1.0)])
def test_slopes_rise_as_told(name: str, sign: float) -> None:
    """Through the middle, the slope is 0.2 up to the height of the platform's corners. The unit of heights is 5 mm."""
    heights = samples(name)
    from_rim = 0.1 * np.minimum(np.arange(79), np.arange(79)[::-1])  # within the rim, which is a sample wide
    corner = 0.2 * 3.9 * (2.9 / 3.9) ** 2
    np.testing.assert_allclose(heights[1:-1, 40], sign * np.minimum(0.2 * from_rim, corner), atol=2.5e-3 + 1e-6)
    assert np.ptp(heights[30:51, 30:51]) == 0.0


@pytest.mark.parametrize(("name", "sign"), [("stairs", 1.0), ("stairs down", -1.0)])
def test_steps_are_as_high_and_deep_as_told(name: str, sign: float) -> None:
    line = samples(name)[:, 40]
    steps = np.diff(line)
    np.testing.assert_allclose(np.unique(np.abs(steps.round(6))), [0.0, 0.15])
    np.testing.assert_array_equal(np.diff(np.flatnonzero(steps[:40])), 3)
    assert line[40] == pytest.approx(sign * 0.15 * (steps[:40] != 0).sum())
    assert (np.abs(line - line[40]) < 1e-6).sum() * 0.1 >= 3.0


def test_random_heights_are_those_to_choose_from() -> None:
    heights = samples("random")
    np.testing.assert_allclose(np.unique(heights.round(6)), [0.0, 0.02, 0.04, 0.06, 0.08, 0.10])
    assert not heights[:10].any(), "the border is flat"
    between = samples("random", downsampled_scale=0.5)
    assert between.min() >= 0.0
    assert between.max() <= 0.10 + 1e-6
    assert np.abs(np.diff(between[12:-12, 12:-12], axis=0)).max() <= 0.08 / 5 + 0.005 + 1e-6  # slopes between points


@pytest.mark.parametrize(("mode", "expected"), [("fixed", [0.0, 0.2]), ("choice", [-0.2, -0.1, 0.0, 0.1, 0.2])])
def test_obstacles_have_the_heights_of_their_mode(mode: str, expected: list[float]) -> None:
    heights = samples("obstacles", obstacle_height_mode=mode)
    np.testing.assert_allclose(np.unique(heights.round(6)), expected)
    assert not heights[36:45, 36:45].any(), "the platform is free"


def test_waves_are_as_high_as_told() -> None:
    heights = samples("wave")
    assert heights.max() == pytest.approx(0.4, abs=0.01)  # crests of both directions, each 0.2 m above the middle
    assert heights.min() == pytest.approx(-0.4, abs=0.01)
    assert len(find_peaks(heights[1:-1, 40])[0]) == 2


def test_stones_lie_over_a_hole() -> None:
    heights = samples("stones")
    inside = heights[1:-1, 1:-1]
    stones = inside[inside > -1.0]
    assert np.abs(stones).max() <= 0.1 + 1e-6
    assert inside.min() == pytest.approx(-2.0)
    # stones of 0.6 m with gaps of 0.2 m fill (6 / 8)^2 of the ground, the platform of 1 m the rest of its part
    assert len(stones) / inside.size == pytest.approx((6 / 8) ** 2, abs=0.05)


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("HfWave", {"amplitude_range": (0.1, 0.2), "num_waves": 0}, "num_waves is 0"),
        ("HfRandomUniform", {"noise_range": (0, 1), "noise_step": 0.1, "downsampled_scale": 0.05}, "is 0.05 m"),
        ("HfPyramidStairs", STAIRS | {"border_width": 4.0}, "border_width is 4.0 m"),
        (
            "HfDiscreteObstacles",
            {"obstacle_width_range": (1, 9), "obstacle_height_range": (0, 1), "num_obstacles": 1},
            r"obstacle_width_range is \(1, 9\)",
        ),
        ("MeshPyramidStairs", STAIRS | {"border_width": 3.0}, "border_width = 3.0 m do not fit on 8 m by 8 m"),
        ("MeshRandomGrid", {"grid_width": 9.0, "grid_height_range": (0.0, 1.0)}, "'grid_width' is 9.0 m"),
        (
            "MeshRepeatedObjects",
            {
                "object_type": "ball",
                "object_params_start": terrains.MeshRepeatedObjectsTerrainCfg.ObjectCfg(num_objects=1, height=0.1),
                "object_params_end": terrains.MeshRepeatedObjectsTerrainCfg.ObjectCfg(num_objects=1, height=0.1),
            },
            "no object_type 'ball'; there are: box, cone, cylinder",
        ),
    ],
)
def test_what_does_not_fit_is_refused(kind: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(kind, 0.5, **fields)


@terrains.height_field_to_mesh
def _ramp_of_a_program(difficulty: float, cfg: Any) -> np.ndarray:
    """Heights as public programs make them: as many samples as the size holds, rounded down."""
    shape = int(cfg.size[0] / cfg.horizontal_scale), int(cfg.size[1] / cfg.horizontal_scale)
    return np.broadcast_to(np.arange(shape[0])[:, None], shape).astype(np.int16)


@pytest.mark.parametrize(("length", "scale", "border"), [(16.0, 0.1, 0.0), (8.0, 0.1, 0.25), (10.0, 0.075, 0.5)])
def test_a_function_of_a_program_fills_the_terrain_inside_the_border(
    length: float, scale: float, border: float
) -> None:
    cfg = terrains.HfTerrainBaseCfg(
        function=_ramp_of_a_program, size=(length, length), horizontal_scale=scale, border_width=border
    )
    meshes, _ = cfg.function(0.5, cfg)
    samples = round(length / scale) + 1 - 2 * (round(border / scale) + 1)
    assert merged(meshes).vertices[:, 2].max() == pytest.approx((samples - 1) * cfg.vertical_scale)
