"""Prims, shapes and rigid bodies: their poses on the stage and in the engine, and what they return to."""

from __future__ import annotations

import logging

import numpy as np
import pytest
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.motion import poses
from pippin.objects import (
    DynamicCapsule,
    DynamicCone,
    DynamicCuboid,
    DynamicCylinder,
    DynamicSphere,
    FixedCuboid,
    GroundPlane,
    PhysicsMaterial,
    PreviewSurface,
    RigidPrim,
    SingleRigidPrim,
    SingleXFormPrim,
    VisualCone,
    VisualCuboid,
    VisualCylinder,
    VisualSphere,
    XFormPrim,
)
from pippin.physics.scene import playing_scene
from pippin.sim import create_prim

DT = 0.01
GRAVITY = 9.81
TURN = Rotation.from_rotvec([0.3, -0.5, 0.7]).as_quat()
FLOAT = 1e-6
"""State is single precision, of magnitude 1."""


def run(world, duration):
    for _ in range(round(duration / DT)):
        world.step(render=False)


def test_a_body_falls_as_gravity_says(world):
    """Semi-implicit Euler: after n steps the drop is g dt^2 n (n + 1) / 2; substeps make it less by at most g dt T."""
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=(1, 2, 10), size=0.2, mass=3.0))
    world.reset()
    run(world, 0.5)
    position, _ = box.get_world_pose()
    np.testing.assert_allclose(position, [1, 2, 10 - GRAVITY * 0.5**2 / 2], atol=GRAVITY * DT * 0.5)
    np.testing.assert_allclose(box.get_linear_velocity(), [0, 0, -GRAVITY * 0.5], atol=1e-4)
    assert box.get_mass() == pytest.approx(3.0)


def test_reset_brings_back_the_default_state(world):
    box = world.scene.add(
        DynamicCuboid(
            "/World/box", "box", (0, 0, 5), orientation=TURN, linear_velocity=(1, 0, 0), angular_velocity=(0, 2, 0)
        )
    )
    world.reset()
    for _ in range(2):
        np.testing.assert_allclose(box.get_world_pose()[0], (0, 0, 5), atol=FLOAT)
        np.testing.assert_allclose(box.get_world_pose()[1], TURN, atol=FLOAT)
        np.testing.assert_allclose(box.get_linear_velocity(), (1, 0, 0), atol=FLOAT)
        np.testing.assert_allclose(box.get_angular_velocity(), (0, 2, 0), atol=FLOAT)
        run(world, 0.2)
        assert np.linalg.norm(box.get_world_pose()[0] - (0, 0, 5)) > 0.1
        world.reset()
    box.set_default_state(position=(0, 3, 5))
    run(world, 0.2)
    world.reset(soft=True)
    np.testing.assert_allclose(box.get_world_pose()[0], (0, 3, 5), atol=FLOAT)


def test_states_that_are_written_are_read(world):
    box = DynamicCuboid("/World/box", "box", (0, 0, 5))
    world.reset()
    box.set_world_pose((1, 2, 3), 2.0 * TURN)  # of any length
    box.set_linear_velocity((4, 5, 6))
    box.set_angular_velocity((1, 0, -1))
    state = box.get_current_dynamic_state()
    np.testing.assert_allclose(state.position, (1, 2, 3), atol=FLOAT)
    np.testing.assert_allclose(state.orientation, TURN, atol=FLOAT)
    np.testing.assert_allclose(state.linear_velocity, (4, 5, 6), atol=FLOAT)
    np.testing.assert_allclose(state.angular_velocity, (1, 0, -1), atol=FLOAT)
    box.set_mass(7.0)
    assert box.get_mass() == pytest.approx(7.0)


def test_inertia_grows_with_mass(world):
    box = DynamicCuboid("/World/box", size=0.2, density=500.0)
    world.reset()
    assert box.get_mass() == pytest.approx(500.0 * 0.2**3)
    for mass in (4.0, 12.0):
        box.set_mass(mass)
        inertias = wp.zeros((1, 1, 9), dtype=float, device=world.device)
        playing_scene(world).rigid_bodies("/World/box").read_inertias(inertias)
        np.testing.assert_allclose(inertias.numpy().reshape(3, 3), mass * 0.2**2 / 6.0 * np.eye(3), atol=FLOAT)


def test_what_is_fixed_holds_others_and_can_be_moved_away(world):
    table = world.scene.add(FixedCuboid("/World/table", "table", (0, 0, 0.5), scale=(1, 1, 1)))
    ball = world.scene.add(DynamicSphere("/World/ball", "ball", (0, 0, 1.1), radius=0.1))
    world.reset()
    run(world, 0.5)
    assert ball.get_world_pose()[0][2] == pytest.approx(1.1, abs=2e-3)  # contacts are soft
    table.set_world_pose((5, 0, 0.5))
    run(world, 0.5)
    np.testing.assert_allclose(table.get_world_pose()[0], (5, 0, 0.5), atol=FLOAT)
    assert ball.get_world_pose()[0][2] < 1.1 - 0.9 * GRAVITY * 0.5**2 / 2


@pytest.mark.parametrize(
    "shape, lengths, rest_height",
    [
        (DynamicCuboid, {"size": 0.2}, 0.1),
        (DynamicSphere, {"radius": 0.1}, 0.1),
        (DynamicCylinder, {"radius": 0.1, "height": 0.3}, 0.15),
        (DynamicCapsule, {"radius": 0.1, "height": 0.3}, 0.25),
        (DynamicCone, {"radius": 0.1, "height": 0.3}, 0.15),
    ],
)
def test_shapes_rest_on_the_ground_by_their_size(cpu_world, shape, lengths, rest_height):
    cpu_world.scene.add_ground_plane()
    thing = shape("/World/thing", position=(0, 0, rest_height), **lengths)
    cpu_world.reset()
    run(cpu_world, 0.3)
    assert thing.get_world_pose()[0][2] == pytest.approx(rest_height, abs=2e-3)
    for name, length in lengths.items():
        assert getattr(thing, f"get_{name}")() == length


def test_what_is_only_seen_touches_nothing(cpu_world):
    VisualCuboid("/World/ghost", position=(0, 0, 0.5))
    ball = DynamicSphere("/World/ball", position=(0, 0, 1.2), radius=0.1)
    cpu_world.reset()
    run(cpu_world, 0.5)
    assert ball.get_world_pose()[0][2] == pytest.approx(1.2 - GRAVITY * 0.5**2 / 2, abs=GRAVITY * DT * 0.5)


def test_materials_decide_whether_a_box_slides(cpu_world):
    """On a slope of 0.3 rad a box slides where friction is below tan 0.3 = 0.31."""
    slope = Rotation.from_rotvec([0.0, 0.3, 0.0])
    boxes = []
    for i, friction in enumerate((0.6, 0.05)):
        material = PhysicsMaterial(f"/World/Looks/material_{i}", static_friction=friction, dynamic_friction=friction)
        at = np.array([0.0, 3.0 * i, 0.0])
        placement = {"orientation": slope.as_quat(), "physics_material": material}
        FixedCuboid(f"/World/slope_{i}", position=at, scale=(2, 2, 0.1), **placement)
        boxes.append(DynamicCuboid(f"/World/box_{i}", position=at + slope.apply([0, 0, 0.1]), size=0.1, **placement))
    cpu_world.reset()
    run(cpu_world, 0.5)
    slid = [np.linalg.norm(box.get_world_pose()[0] - box.get_default_state().position) for box in boxes]
    assert slid[0] < 0.01 < 0.1 < slid[1]


def test_poses_of_what_physics_does_not_know_are_those_of_the_stage(cpu_world):
    create_prim("/World/group", position=(1, 0, 0), orientation=TURN, scale=(2, 2, 2))
    create_prim("/World/group/frame")
    frame = SingleXFormPrim("/World/group/frame", translation=(0.5, 0, 0), orientation=(0, 0, 0, 1))
    expected = (1, 0, 0) + Rotation.from_quat(TURN).apply([1.0, 0, 0])
    for _ in range(2):
        np.testing.assert_allclose(frame.get_world_pose()[0], expected, atol=1e-9)
        np.testing.assert_allclose(frame.get_world_pose()[1], TURN, atol=1e-9)
        np.testing.assert_allclose(frame.get_local_pose()[0], (0.5, 0, 0), atol=1e-9)
        np.testing.assert_allclose(frame.get_world_scale(), (2, 2, 2), atol=1e-9)
        cpu_world.reset()
    frame.set_world_pose((3, 4, 5), (0, 0, 0, 1))
    np.testing.assert_allclose(frame.get_world_pose()[0], (3, 4, 5), atol=1e-9)
    np.testing.assert_allclose(frame.get_world_pose()[1], (0, 0, 0, 1), atol=1e-9)
    frame.post_reset()
    np.testing.assert_allclose(frame.get_world_pose()[0], expected, atol=1e-9)


def test_what_a_body_carries_moves_with_it(cpu_world):
    box = DynamicCuboid("/World/box", position=(0, 0, 5), size=1.0)
    create_prim("/World/box/tip")
    tip = SingleXFormPrim("/World/box/tip", translation=(0, 0.5, 0))
    cpu_world.reset()
    box.set_world_pose((1, 1, 1), TURN)
    np.testing.assert_allclose(
        tip.get_world_pose()[0], (1, 1, 1) + Rotation.from_quat(TURN).apply([0, 0.5, 0]), atol=FLOAT
    )
    np.testing.assert_allclose(tip.get_local_pose()[0], (0, 0.5, 0), atol=FLOAT)
    tip.set_world_pose((1, 1, 2))
    np.testing.assert_allclose(tip.get_world_pose()[0], (1, 1, 2), atol=FLOAT)
    box.set_world_pose((0, 0, 0))
    np.testing.assert_allclose(tip.get_world_pose()[0], (0, 0, 1), atol=FLOAT)


def test_shapes_within_a_body_are_part_of_it(cpu_world):
    box = DynamicCuboid("/World/box", position=(0, 0, 5), size=0.2)
    marker = VisualSphere("/World/box/marker", translation=(0, 0, 0.5), radius=0.05)
    cpu_world.reset()
    run(cpu_world, 0.2)
    np.testing.assert_allclose(marker.get_world_pose()[0], box.get_world_pose()[0] + (0, 0, 0.5), atol=FLOAT)
    assert box.get_world_pose()[0][2] < 4.9


def test_several_bodies_are_addressed_by_their_indices(world):
    for i in range(3):
        DynamicCuboid(f"/World/box_{2 - i}", position=(2 - i, 0, 5), size=0.1)
    boxes = RigidPrim("/World/box_.*", masses=[1.0, 2.0, 3.0])
    order = [boxes.prim_paths.index(f"/World/box_{i}") for i in range(3)]
    world.reset()
    np.testing.assert_allclose(boxes.get_world_poses()[0][order], [(0, 0, 5), (1, 0, 5), (2, 0, 5)], atol=FLOAT)
    boxes.set_world_poses(positions=[(7, 7, 7)], indices=[order[1]])
    boxes.set_linear_velocities([(0, 0, 1)], indices=[order[2]])
    np.testing.assert_allclose(boxes.get_world_poses()[0][order], [(0, 0, 5), (7, 7, 7), (2, 0, 5)], atol=FLOAT)
    np.testing.assert_allclose(boxes.get_linear_velocities()[order], [(0, 0, 0), (0, 0, 0), (0, 0, 1)], atol=FLOAT)
    np.testing.assert_allclose(boxes.get_masses(), [1, 2, 3], rtol=1e-6)
    first = SingleRigidPrim("/World/box_1")
    np.testing.assert_allclose(first.get_world_pose()[0], (7, 7, 7), atol=FLOAT)


def test_stage_poses_agree_with_composition(cpu_world):
    create_prim("/World/a", position=(1, 2, 3), orientation=TURN)
    create_prim("/World/a/b", translation=(0.1, 0.2, 0.3), orientation=TURN)
    pose = np.concatenate(SingleXFormPrim("/World/a/b").get_world_pose())
    expected = poses.compose(np.array([1, 2, 3, *TURN]), np.array([0.1, 0.2, 0.3, *TURN]))
    np.testing.assert_allclose(pose, expected, atol=1e-9)


def test_looks(cpu_world):
    red = PreviewSurface("/World/Looks/red", color=(1, 0, 0))
    cone = VisualCone("/World/cone", color=(0, 1, 0), radius=0.1, height=0.4, visible=False)
    assert (cone.get_radius(), cone.get_height(), cone.get_visibility()) == (0.1, 0.4, False)
    cone.set_visibility(True)
    cone.set_radius(0.2)
    cone.set_local_scale((1, 1, 2))
    assert (cone.get_radius(), cone.get_visibility()) == (0.2, True)
    np.testing.assert_allclose(cone.get_world_scale(), (1, 1, 2))
    cone.apply_visual_material(red)
    assert not cone.get_collision_enabled()
    assert FixedCuboid("/World/cuboid").get_collision_enabled()


# -- bad input --


def test_shapes_refuse_what_they_cannot_have(cpu_world):
    with pytest.raises(TypeError, match="A VisualSphere moves by no forces: it takes no mass"):
        VisualSphere("/World/ball", mass=1.0)
    with pytest.raises(TypeError, match="takes no physics material"):
        VisualSphere("/World/ball", physics_material=PhysicsMaterial("/World/Looks/material"))
    with pytest.raises(ValueError, match=r"radius should be a positive length \[m\]; it is -1"):
        VisualSphere("/World/ball", radius=-1)
    with pytest.raises(ValueError, match=r"positions should have the shape \(1, 3\); its shape is \(1, 2\)"):
        VisualSphere("/World/ball", position=(1, 2))
    with pytest.raises(ValueError, match="positions should be finite"):
        VisualSphere("/World/ball", position=(1, 2, np.nan))
    with pytest.raises(ValueError, match="quaternions other than zero"):
        VisualSphere("/World/ball", orientation=(0, 0, 0, 0))
    with pytest.raises(ValueError, match="both 'positions' and 'translations'"):
        VisualSphere("/World/ball", position=(0, 0, 0), translation=(0, 0, 0))
    with pytest.raises(ValueError, match="no prim at '/World/ball'"):
        SingleXFormPrim("/World/ball")  # nothing is left of what failed
    VisualSphere("/World/ball")
    with pytest.raises(ValueError, match="'/World/ball' is of type 'Sphere'; expected 'Cylinder'"):
        VisualCylinder("/World/ball")
    assert VisualSphere("/World/ball").get_radius() == 1.0


def test_indices_that_are_none_are_refused(cpu_world):
    VisualSphere("/World/ball")
    prims = XFormPrim("/World/ball")
    for wrong in ([1], [-1], [0.5]):
        with pytest.raises(IndexError, match="indices should be whole numbers from 0 to 0"):
            prims.get_world_poses(wrong)


def test_what_needs_the_engine_says_so(cpu_world):
    box = DynamicCuboid("/World/box")
    with pytest.raises(RuntimeError, match="only while the simulation plays"):
        box.get_linear_velocity()
    with pytest.raises(RuntimeError, match="only while the simulation plays"):
        box.initialize()


def test_the_ground_stays_while_the_simulation_plays(cpu_world):
    ground = GroundPlane("/World/ground")
    create_prim("/World/group")
    DynamicCuboid("/World/group/box")
    group = SingleXFormPrim("/World/group")
    cpu_world.reset()
    with pytest.raises(RuntimeError, match="a collider without a body, which stays where it is"):
        ground.set_world_pose((0, 0, 1))
    with pytest.raises(RuntimeError, match="holds the body '/World/group/box', which physics moves"):
        group.set_world_pose((0, 0, 1))
    group.post_reset()  # it is where it was
    with pytest.raises(RuntimeError, match="has its size from play on"):
        SingleXFormPrim("/World/group/box").set_local_scale((2, 2, 2))
    box = SingleXFormPrim("/World/group/box")
    box.set_local_scale(box.get_local_scale())  # which is no other size
    with pytest.raises(RuntimeError, match="fixed while the simulation plays"):
        ground.set_collision_enabled(False)


def test_what_comes_late_is_told_and_simulated_from_the_next_reset(cpu_world, caplog):
    cpu_world.reset()
    with caplog.at_level(logging.WARNING, "pippin"):
        box = DynamicCuboid("/World/box", "late", position=(0, 0, 5))
    assert "'late' comes while the simulation plays" in caplog.text
    np.testing.assert_allclose(box.get_world_pose()[0], (0, 0, 5), atol=1e-9)
    with pytest.raises(RuntimeError, match="came after it began to play"):
        box.get_linear_velocity()
    cpu_world.reset()
    run(cpu_world, 0.1)
    assert box.get_linear_velocity()[2] < -0.5
