"""Replicator's render products: what annotators read of them, and what its writer writes."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import omni.replicator.core as rep
from isaacsim.core.api import World
from isaacsim.core.api.objects import VisualCuboid
from isaacsim.core.utils.stage import create_new_stage
from pippin.sim import SimulationContext

SIZE = (32, 24)
RED = np.array([1.0, 0.0, 0.0])


@pytest.fixture
def world():
    """A red box of 1 m on the ground, and a camera 10 m above it."""
    create_new_stage()
    world = World(physics_dt=0.01, rendering_dt=0.01)
    world.scene.add_default_ground_plane()
    world.scene.add(VisualCuboid("/World/box", name="box", position=[0, 0, 0.5], size=1.0, color=RED))
    yield world
    SimulationContext.clear_instance()


def attached(name: str, product: object) -> rep.AnnotatorRegistry:
    annotator = rep.AnnotatorRegistry.get_annotator(name, device="cpu")
    annotator.attach([product])
    return annotator


def is_red(colours: np.ndarray) -> np.ndarray:
    return colours[..., 0] > 2.0 * colours[..., 1]


def test_annotators_give_colours_and_distances(world):
    camera = rep.create.camera(position=[0.0, 0.0, 10.0], look_at=[0.0, 1e-6, 0.0], clipping_range=(0.1, 100.0))
    product = rep.create.render_product(camera, SIZE)
    rgb, depth = (attached(name, product) for name in ("rgb", "distance_to_image_plane"))
    assert rgb.get_data().size == 0  # nothing is simulated yet
    world.reset()
    colours, distances = rgb.get_data(), depth.get_data()
    assert colours.shape == (SIZE[1], SIZE[0], 4) and colours.dtype == np.uint8
    assert distances[12, 16] == pytest.approx(9.0, abs=1e-4) and distances[0, 0] == pytest.approx(10.0, abs=1e-4)
    assert (is_red(colours) == (distances < 9.5)).all()
    rgb.detach()
    with pytest.raises(ValueError, match="attach"):
        rgb.get_data()


def test_the_viewport_follows_the_view_of_the_simulation(world):
    seen = attached("rgb", rep.create.render_product("/OmniverseKit_Persp", SIZE))
    world.reset()
    SimulationContext.instance().set_camera_view((4.0, 0.0, 1.0), (0.0, 0.0, 0.5))
    assert is_red(seen.get_data())[12, 16]
    SimulationContext.instance().set_camera_view((4.0, 0.0, 1.0), (8.0, 0.0, 0.5))
    assert not is_red(seen.get_data()).any()


def test_writers_write_when_the_orchestrator_steps(world, tmp_path: Path):
    product = rep.create.render_product(rep.create.camera(position=[0, 0, 5], look_at=[0, 1e-6, 0]), SIZE)
    writer = rep.WriterRegistry.get("BasicWriter")
    writer.initialize(output_dir=str(tmp_path), rgb=True, distance_to_camera=True, normals=False)
    writer.attach([product])
    world.reset()
    rep.orchestrator.step(rt_subframes=4)
    writer.detach()
    rep.orchestrator.step()
    assert {path.name for path in tmp_path.iterdir()} == {"rgb_0000.png", "distance_to_camera_0000.npy"}
    np.testing.assert_array_equal(imageio.imread(tmp_path / "rgb_0000.png"), attached("rgb", product).get_data())


def test_what_is_not_there_is_said(world):
    with pytest.raises(ValueError, match="/World/envs/env_3/Camera"):
        rep.create.render_product("/World/envs/env_3/Camera", SIZE)
    with pytest.raises(NotImplementedError, match="KittiWriter"):
        rep.WriterRegistry.get("KittiWriter")
    with pytest.raises(TypeError, match="create.render_product"):
        rep.AnnotatorRegistry.get_annotator("rgb").attach("/World/box")
