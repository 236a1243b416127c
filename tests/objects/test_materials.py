"""Materials of objects: what they say, and that cameras show a colour that changes."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.objects import Camera, FixedCuboid, PhysicsMaterial, PreviewSurface, SingleXFormPrim, VisualCuboid, World
from pippin.sim import SimulationCfg, define_prim


@pytest.fixture
def world():
    with World(SimulationCfg(device="cpu")) as world:
        yield world


def test_surfaces_keep_what_is_not_set(world):
    surface = PreviewSurface("/World/Looks/red", color=[1.0, 0.0, 0.0], roughness=0.2)
    surface.set_metallic(0.75)
    surface.set_color(np.array([0.0, 0.5, 1.0]))
    again = PreviewSurface("/World/Looks/red")
    np.testing.assert_allclose(again.get_color(), [0.0, 0.5, 1.0])
    assert (again.get_roughness(), again.get_metallic()) == pytest.approx((0.2, 0.75))
    with pytest.raises(ValueError, match="roughness"):
        surface.set_roughness(2.0)


def test_an_object_knows_its_materials(world):
    rough = PhysicsMaterial("/World/Physics/rough", static_friction=1.2, dynamic_friction=1.0)
    box = FixedCuboid("/World/box", size=1.0, color=np.array([0.0, 0.0, 1.0]), physics_material=rough)
    found = box.get_applied_physics_material()
    assert (found.prim_path, found.get_static_friction()) == ("/World/Physics/rough", pytest.approx(1.2))
    found.set_restitution(0.5)
    assert (rough.get_restitution(), rough.get_dynamic_friction()) == pytest.approx((0.5, 1.0))
    with pytest.raises(ValueError, match="'restitution'"):
        rough.set_restitution(1.5)
    np.testing.assert_allclose(box.get_applied_visual_material().get_color(), [0.0, 0.0, 1.0])
    assert box.is_visual_material_applied()
    define_prim("/World/plain")
    assert SingleXFormPrim("/World/plain").get_applied_visual_material() is None


def test_a_colour_that_changes_while_the_simulation_plays_is_seen(world):
    box = VisualCuboid("/World/box", size=1.0, color=np.array([0.0, 0.0, 1.0]))
    camera = Camera("/World/camera", resolution=(8, 8), position=[-2.0, 0.0, 0.0], orientation=[0.0, 0.0, 0.0, 1.0])
    world.reset()
    assert camera.get_rgb()[4, 4].argmax() == 2
    box.get_applied_visual_material().set_color([0.0, 1.0, 0.0])
    world.step(render=False)
    assert camera.get_rgb()[4, 4].argmax() == 1
