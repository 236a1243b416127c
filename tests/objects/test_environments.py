"""Objects of several environments, of which the stage has one: what is read, written and where each starts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import UsdPhysics

from pippin.objects import Articulation, ArticulationActions, DynamicSphere, RigidPrim, World, XFormPrim
from pippin.sim import EnvironmentPlan, SimulationCfg, add_reference, create_prim, define_prim, get_current_stage
from pippin.sim.converters import convert_urdf

DT, NUM_ENVS = 0.01, 6
GRAVITY = 9.81
ORIGINS = np.array([[2.0 * (i % 3), 3.0 * (i // 3), 0.0] for i in range(NUM_ENVS)])

SWING = """<robot name="swing"><link name="base"/>
  <link name="bob"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="bob"/><axis xyz="0 -1 0"/></joint>
</robot>"""


@pytest.fixture(params=["mujoco", "newton"])
def world(request):
    """A world of six environments with nothing in them."""
    cfg = SimulationCfg(dt=DT, device="cpu", gravity=(0.0, 0.0, -GRAVITY), substeps=1, backend=request.param)
    with World(cfg) as world:
        create_prim("/World/envs/env_0", "Xform", translation=tuple(ORIGINS[0]))
        world.environments = EnvironmentPlan.uniform(ORIGINS)
        yield world


@pytest.fixture
def balls(world):
    DynamicSphere("/World/envs/env_0/ball", radius=0.1, translation=(0.0, 0.0, 1.0), mass=2.0)
    return RigidPrim("/World/envs/env_.*/ball")


def test_an_expression_stands_for_the_copies_of_all_environments(world, balls):
    paths = [f"/World/envs/env_{i}/ball" for i in range(NUM_ENVS)]
    above = ORIGINS + [0.0, 0.0, 1.0]
    for _ in range(2):  # stopped, and while it plays
        assert (balls.count, balls.prim_paths) == (NUM_ENVS, paths)
        np.testing.assert_allclose(balls.get_world_poses()[0], above, atol=1e-6)
        np.testing.assert_allclose(balls.get_local_poses()[0], [[0.0, 0.0, 1.0]] * NUM_ENVS, atol=1e-6)
        one = RigidPrim(paths[4])
        np.testing.assert_allclose(one.get_world_poses()[0], above[4:5], atol=1e-6)
        environments = XFormPrim("/World/envs/env_[135]")
        np.testing.assert_allclose(environments.get_world_poses()[0], ORIGINS[[1, 3, 5]], atol=1e-6)
        world.reset()
    np.testing.assert_allclose(balls.get_masses(), 2.0)


def test_copies_start_where_each_was_put(world, balls):
    heights = 1.0 + np.arange(NUM_ENVS)
    positions = np.column_stack([ORIGINS[:, :2], heights])
    balls.set_world_poses(positions)
    np.testing.assert_allclose(balls.get_world_poses()[0], positions, atol=1e-6)
    for _ in range(2):  # each time that it plays
        world.reset()
        np.testing.assert_allclose(balls.get_world_poses()[0], positions, atol=1e-6)
        for _ in range(20):
            world.step(render=False)
        fallen = 0.5 * GRAVITY * DT**2 * 20 * 21  # as semi-implicit steps add up
        np.testing.assert_allclose(balls.get_world_poses()[0][:, 2], heights - fallen, atol=1e-4)
        np.testing.assert_allclose(balls.get_linear_velocities()[:, 2], -GRAVITY * 0.2, atol=1e-4)
        world.stop()
    lower = ORIGINS + [0.0, 0.0, 0.5]
    XFormPrim("/World/envs/env_.*/ball").set_world_poses(lower)  # all alike: then it is the stage that has it
    np.testing.assert_allclose(balls.get_world_poses()[0], lower, atol=1e-6)
    balls.set_local_poses([[0.0, 0.0, 4.0]], indices=[2])
    world.reset()
    np.testing.assert_allclose(balls.get_world_poses()[0][:, 2], [0.5, 0.5, 4.0, 0.5, 0.5, 0.5], atol=1e-6)


def test_state_is_written_to_chosen_environments(world, balls):
    world.reset()
    balls.set_world_poses(positions=[[9.0, 8.0, 7.0], [6.0, 5.0, 4.0]], indices=[3, 1])
    balls.set_velocities([[1.0, 0.0, 0.0, 0.0, 0.0, 5.0]], indices=[5])
    balls.set_masses([3.0, 4.0], indices=[0, 2])
    positions = ORIGINS + [0.0, 0.0, 1.0]
    positions[[3, 1]] = [[9.0, 8.0, 7.0], [6.0, 5.0, 4.0]]
    np.testing.assert_allclose(balls.get_world_poses()[0], positions, atol=1e-6)
    np.testing.assert_allclose(balls.get_velocities()[:, [0, 5]], [[0.0, 0.0]] * 5 + [[1.0, 5.0]], atol=1e-6)
    np.testing.assert_allclose(balls.get_masses(), [3.0, 2.0, 4.0, 2.0, 2.0, 2.0])
    balls.apply_forces([[0.0, 0.0, 2.0 * GRAVITY]], indices=[1])  # holds its weight
    world.step(render=False)
    falls = np.full(NUM_ENVS, -GRAVITY * DT)
    falls[1] = 0.0
    np.testing.assert_allclose(balls.get_linear_velocities()[:, 2], falls, atol=1e-5)
    balls.post_reset()
    np.testing.assert_allclose(balls.get_world_poses()[0], ORIGINS + [0.0, 0.0, 1.0], atol=1e-6)


def test_what_copies_cannot_have_of_their_own_is_refused(world, balls):
    with pytest.raises(NotImplementedError, match="mass of '/World/envs/env_0/ball'"):
        balls.set_masses([5.0], indices=[1])
    balls.set_masses(np.full(NUM_ENVS, 4.0))
    balls.set_masses([5.0], indices=[0])  # of the one that the others copy
    with pytest.raises(NotImplementedError, match="scale of '/World/envs/env_0/ball'"):
        balls.set_local_scales([[2.0, 2.0, 2.0]], indices=[1])
    create_prim("/World/envs/env_0/wall", "Cube")
    UsdPhysics.CollisionAPI.Apply(get_current_stage().GetPrimAtPath("/World/envs/env_0/wall"))
    walls = XFormPrim("/World/envs/env_.*/wall")
    world.reset()
    np.testing.assert_allclose(balls.get_masses(), 5.0)
    with pytest.raises(RuntimeError, match="'/World/envs/env_0/wall' is a collider without a body"):
        walls.set_world_poses([[0.0, 0.0, 9.0]], indices=[2])
    world.stop()
    walls.set_world_poses([[0.0, 0.0, 9.0]], indices=[2])
    with pytest.raises(NotImplementedError, match="'/World/envs/env_2/wall' cannot start elsewhere"):
        world.reset()


def test_marks_have_a_pose_of_their_own_in_each_environment(world):
    """Physics does not see them: what is written is read back, before play and during it, and after the next play."""
    create_prim("/World/envs/env_0/mark", "Xform")
    marks = XFormPrim("/World/envs/env_.*/mark")
    marks.set_world_poses(ORIGINS + [0.0, 0.0, 2.0])
    world.reset()
    np.testing.assert_allclose(marks.get_world_poses()[0], ORIGINS + [0.0, 0.0, 2.0], atol=1e-6)
    own = np.array([[1.0, 2.0, 3.0 + number] for number in range(NUM_ENVS)])
    marks.set_world_poses(own)
    np.testing.assert_allclose(marks.get_world_poses()[0], own, atol=1e-6)
    marks.set_world_poses([[0.0, 0.0, 9.0]], indices=[2])
    world.step(render=False)
    np.testing.assert_allclose(marks.get_world_poses()[0][[0, 2]], [own[0], [0.0, 0.0, 9.0]], atol=1e-6)
    world.stop()
    world.play()
    np.testing.assert_allclose(marks.get_world_poses()[0][2], [0.0, 0.0, 9.0], atol=1e-6)


def test_robots_of_all_environments_are_driven_each_by_itself(world, tmp_path: Path):
    path = tmp_path / "swing.urdf"
    path.write_text(SWING)
    add_reference(define_prim("/World/envs/env_0/Robot"), convert_urdf(path, fix_base=True, merge_fixed_joints=False))
    robots = Articulation("/World/envs/env_.*/Robot")
    world.reset()
    assert (robots.count, robots.dof_names) == (NUM_ENVS, ["hinge"])
    np.testing.assert_allclose(robots.get_world_poses()[0], ORIGINS, atol=1e-6)
    angles = np.linspace(-1.0, 1.0, NUM_ENVS)[:, None]
    robots.set_gains(np.full((NUM_ENVS, 1), 400.0), np.full((NUM_ENVS, 1), 40.0))
    robots.set_joint_positions(angles)
    np.testing.assert_allclose(robots.get_joint_positions(), angles, atol=1e-6)
    second = Articulation("/World/envs/env_[24]/Robot")  # others keep their targets
    second.apply_action(ArticulationActions(joint_positions=[[0.3], [-0.4]]))
    for _ in range(300):
        world.step(render=False)
    wanted = angles.copy()
    wanted[[2, 4], 0] = [0.3, -0.4]
    sag = 0.5 * GRAVITY / 400.0  # [rad], at most
    np.testing.assert_allclose(robots.get_joint_positions(), wanted, atol=sag + 1e-3)
    np.testing.assert_allclose(robots.get_applied_actions().joint_positions, wanted, atol=1e-6)
    np.testing.assert_allclose(robots.get_gains()[0], 400.0)
    bobs = RigidPrim("/World/envs/env_.*/Robot/bob")
    np.testing.assert_allclose(bobs.get_world_poses()[0], ORIGINS, atol=1e-6)
    robots.post_reset()
    np.testing.assert_allclose(robots.get_joint_positions(), 0.0, atol=1e-6)
