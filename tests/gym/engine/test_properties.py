"""Properties of bodies, shapes and assets: what is set is read, and is what the engine simulates."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

wrap, unwrap = gymtorch.wrap_tensor, gymtorch.unwrap_tensor
DT = 0.01


@pytest.fixture
def floating(gym: gymapi.Gym, params: gymapi.SimParams) -> gymapi.Sim:
    """A simulation without gravity."""
    params.gravity = gymapi.Vec3(0.0, 0.0, 0.0)
    return gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)


def crates(gym: gymapi.Gym, sim: gymapi.Sim, count: int, **options: float) -> list[gymapi.Env]:
    """Environments with a crate of 2 kg, 0.2 m, each."""
    asset_options = gymapi.AssetOptions()
    asset_options.density, asset_options.angular_damping = 250.0, 0.0
    for name, value in options.items():
        setattr(asset_options, name, value)
    asset = gym.create_box(sim, 0.2, 0.2, 0.2, asset_options)
    envs = [gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10) for _ in range(count)]
    for env in envs:
        gym.create_actor(env, asset, gymapi.Transform())
    return envs


def push(gym: gymapi.Gym, sim: gymapi.Sim, count: int, device: torch.device) -> np.ndarray:
    """Velocities of all crates after 6 N along x and 0.1 N m about z for a step, shape (count, 6)."""
    forces, torques = torch.zeros(count, 3, device=device), torch.zeros(count, 3, device=device)
    forces[:, 0], torques[:, 2] = 6.0, 0.1
    gym.apply_rigid_body_force_tensors(sim, unwrap(forces), unwrap(torques))
    gym.simulate(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    gym.refresh_actor_root_state_tensor(sim)
    return roots[:, 7:].cpu().numpy().copy()


INERTIA = 2.0 * 0.2**2 / 6.0
"""Of a cube about any axis: m a² / 6 [kg m²]."""


@pytest.mark.parametrize("prepared", [False, True])
@pytest.mark.parametrize("recompute", [False, True])
def test_masses(gym: gymapi.Gym, floating: gymapi.Sim, device: torch.device, prepared: bool, recompute: bool) -> None:
    """Of three crates one is twice as heavy. Its inertia doubles too if it is recomputed."""
    envs = crates(gym, floating, 3)
    if prepared:
        gym.prepare_sim(floating)
    (properties,) = gym.get_actor_rigid_body_properties(envs[1], 0)
    assert properties.mass == pytest.approx(2.0) and properties.invMass == pytest.approx(0.5)
    assert properties.inertia.x.x == pytest.approx(INERTIA) and properties.invInertia.y.y == pytest.approx(1 / INERTIA)
    properties.mass = 4.0
    assert gym.set_actor_rigid_body_properties(envs[1], 0, [properties], recompute)
    gym.prepare_sim(floating)
    velocities = push(gym, floating, 3, device)
    np.testing.assert_allclose(velocities[:, 0], [0.03, 0.015, 0.03], rtol=1e-4)
    spin = 0.1 * DT / INERTIA
    np.testing.assert_allclose(velocities[:, 5], [spin, spin / 2.0 if recompute else spin, spin], rtol=1e-4)
    (now,) = gym.get_actor_rigid_body_properties(envs[1], 0)
    assert now.mass == 4.0 and now.inertia.x.x == pytest.approx(INERTIA * (2.0 if recompute else 1.0))


@pytest.mark.parametrize("prepared", [False, True])
def test_centres_of_mass_and_inertias(
    gym: gymapi.Gym, floating: gymapi.Sim, device: torch.device, prepared: bool
) -> None:
    """Principal axes turned by 45 degrees about x: a torque about z turns the body about y as well.

    A force on the centre of mass, wherever it is, moves that and turns nothing.
    """
    envs = crates(gym, floating, 2)
    if prepared:
        gym.prepare_sim(floating)
    (properties,) = gym.get_actor_rigid_body_properties(envs[0], 0)
    properties.com = gymapi.Vec3(0.0, 0.3, 0.0)
    inertia = np.array([[0.03, 0.0, 0.0], [0.0, 0.03, 0.01], [0.0, 0.01, 0.03]])
    rows = [gymapi.Vec3(*row) for row in inertia]
    properties.inertia = gymapi.Mat33(x=rows[0], y=rows[1], z=rows[2])
    gym.set_actor_rigid_body_properties(envs[0], 0, [properties])
    gym.prepare_sim(floating)
    velocities = push(gym, floating, 2, device)
    expected = np.linalg.solve(inertia, [0.0, 0.0, 0.1]) * DT
    np.testing.assert_allclose(velocities[0], [6.0 * DT / 2.0, 0.0, 0.0, *expected], atol=1e-4)


def test_the_first_environment_may_be_the_odd_one(gym: gymapi.Gym, floating: gymapi.Sim, device: torch.device) -> None:
    """All others are described by it; they must not inherit what was set of its actors alone."""
    envs = crates(gym, floating, 3)
    (properties,) = gym.get_actor_rigid_body_properties(envs[0], 0)
    properties.mass = 4.0
    gym.set_actor_rigid_body_properties(envs[0], 0, [properties])
    gym.prepare_sim(floating)
    np.testing.assert_allclose(push(gym, floating, 3, device)[:, 0], [0.015, 0.03, 0.03], rtol=1e-4)


def test_gravity_may_leave_bodies_alone(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    """By an option of the asset, or a flag of one actor's body."""
    crates(gym, sim, 1, disable_gravity=True)
    _, flagged = crates(gym, sim, 2)
    (properties,) = gym.get_actor_rigid_body_properties(flagged, 0)
    properties.flags |= gymapi.RIGID_BODY_DISABLE_GRAVITY
    gym.set_actor_rigid_body_properties(flagged, 0, [properties])
    gym.prepare_sim(sim)
    gym.simulate(sim)
    speeds = gym.get_sim_rigid_body_states(sim, gymapi.STATE_VEL)["vel"]["linear"]["z"]
    np.testing.assert_allclose(speeds, [0.0, -0.1, 0.0], atol=1e-6)
    properties.flags = 0
    gym.set_actor_rigid_body_properties(flagged, 0, [properties])
    gym.simulate(sim)
    speeds = gym.get_sim_rigid_body_states(sim, gymapi.STATE_VEL)["vel"]["linear"]["z"]
    np.testing.assert_allclose(speeds, [0.0, -0.2, -0.1], atol=1e-6)


def test_gravity_may_change_while_simulating(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    """As randomizations do; the step's length cannot."""
    crates(gym, sim, 2)
    gym.prepare_sim(sim)
    params = gym.get_sim_params(sim)
    params.gravity = gymapi.Vec3(1.0, 0.0, -4.0)
    gym.set_sim_params(sim, params)
    gym.simulate(sim)
    velocities = gym.get_sim_rigid_body_states(sim, gymapi.STATE_VEL)["vel"]["linear"]
    np.testing.assert_allclose(velocities["x"], 0.01, rtol=1e-4)
    np.testing.assert_allclose(velocities["z"], -0.04, rtol=1e-4)
    params.dt = 0.02
    with pytest.raises(NotImplementedError, match=r"gym\.set_sim_params: dt is fixed once the simulation is prepared"):
        gym.set_sim_params(sim, params)


def test_bodies_that_are_not_simulated(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    (env,) = crates(gym, sim, 1)
    (properties,) = gym.get_actor_rigid_body_properties(env, 0)
    properties.flags = gymapi.RIGID_BODY_DISABLE_SIMULATION
    with pytest.raises(NotImplementedError, match=r"fix_base_link"):
        gym.set_actor_rigid_body_properties(env, 0, [properties])


def test_damping_of_bodies(gym: gymapi.Gym, floating: gymapi.Sim) -> None:
    """Velocities decay with the rates of the options: after half a second by exp(-rate / 2)."""
    (env,) = crates(gym, floating, 1, linear_damping=1.0, angular_damping=2.0)
    gym.set_rigid_linear_velocity(env, 0, gymapi.Vec3(1.0, 0.0, 0.0))
    gym.set_rigid_angular_velocity(env, 0, gymapi.Vec3(0.0, 0.0, 1.0))
    for _ in range(50):
        gym.simulate(floating)
    velocity = gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_VEL)["vel"][0]
    assert velocity["linear"]["x"] == pytest.approx(np.exp(-0.5), rel=0.01)  # steps of 0.01 s
    assert velocity["angular"]["z"] == pytest.approx(np.exp(-1.0), rel=0.015)


def test_density_and_armature_of_options(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """Links without mass get that of their shapes; the armature of the options is every DOF's."""
    text = """<robot name="r">
        <link name="a"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
        <link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"""
    options = gymapi.AssetOptions()
    options.density, options.armature = 500.0, 0.02
    asset = gym.load_asset(sim, *write("r.urdf", text), options)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, asset, gymapi.Transform())
    masses = [body.mass for body in gym.get_actor_rigid_body_properties(env, 0)]
    # The ball is taken as a polyhedron.
    np.testing.assert_allclose(masses, [0.5, 500.0 * 4.0 / 3.0 * np.pi * 0.001], rtol=0.01)
    assert gym.get_asset_dof_properties(asset)["armature"][0] == pytest.approx(0.02)


LIMB = """<robot name="r"><link name="a">
    <inertial><origin xyz="0.3 0 0"/><mass value="2"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.1" length="0.6"/></geometry></collision>
    </link></robot>"""


def limb_properties(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, **options: object) -> gymapi.RigidBodyProperties:
    """Properties of the body of a cylinder 0.2 m above the origin, whose file gives another centre and inertia."""
    asset_options = gymapi.AssetOptions()
    for name, value in options.items():
        setattr(asset_options, name, value)
    asset = gym.load_asset(sim, *write("limb.urdf", LIMB), asset_options)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, asset, gymapi.Transform())
    return gym.get_actor_rigid_body_properties(env, 0)[0]


def test_masses_may_be_those_of_shapes(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    as_in_file = limb_properties(gym, sim, write)
    assert (as_in_file.com.x, as_in_file.inertia.z.z) == pytest.approx((0.3, 1.0))
    of_shapes = limb_properties(gym, sim, write, override_com=True, override_inertia=True)
    assert (of_shapes.com.x, of_shapes.com.z, of_shapes.mass) == pytest.approx((0.0, 0.2, 2.0), abs=1e-6)
    assert of_shapes.inertia.z.z == pytest.approx(0.5 * 2.0 * 0.1**2, rel=1e-3)  # m r² / 2
    # m (3 r² + h²) / 12
    assert of_shapes.inertia.x.x == pytest.approx(2.0 * (3.0 * 0.01 + 0.36) / 12.0, rel=1e-3)


def test_cylinders_may_collide_as_capsules(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """Standing on the ground a cylinder stays upright; a capsule of equal length is as high, but on a round end."""
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, plane)
    for capsules in (False, True):
        options = gymapi.AssetOptions()
        options.replace_cylinder_with_capsule = capsules
        text = LIMB.replace('<origin xyz="0.3 0 0"/>', "").replace('<origin xyz="0 0 0.2"/>', "")
        asset = gym.load_asset(sim, *write(f"c{capsules}.urdf", text), options)
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        tilted = gymapi.Quat.from_axis_angle(gymapi.Vec3(1.0, 0.0, 0.0), 0.05)
        gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.31), tilted))
    for _ in range(400):
        gym.simulate(sim)
    heights = gym.get_sim_rigid_body_states(sim, gymapi.STATE_POS)["pose"]["p"]["z"]
    assert heights[0] == pytest.approx(0.3, abs=0.01) and heights[1] < 0.2


def test_shape_properties_are_read_as_they_were_set(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable
) -> None:
    first, second = populate(2, walker)
    properties = gym.get_actor_rigid_shape_properties(first, 0)
    assert [each.friction for each in properties] == [1.0] * 5
    properties[2].friction, properties[2].restitution = 0.3, 0.5
    gym.set_actor_rigid_shape_properties(first, 0, properties)
    again = gym.get_actor_rigid_shape_properties(first, 0)
    assert (again[2].friction, again[2].restitution) == pytest.approx((0.3, 0.5)) and again[1].friction == 1.0
    assert gym.get_actor_rigid_shape_properties(second, 0)[2].friction == 1.0
    ranges = gym.get_actor_rigid_body_shape_indices(first, 0)
    assert [(each.start, each.count) for each in ranges] == [(index, 1) for index in range(5)]


def test_properties_of_another_actor_change_nothing(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, cartpole: gymapi.Asset, populate: Callable
) -> None:
    """Public programs give an object the shapes of a hand; the setters say by False that they set nothing."""
    (env,) = populate(1, walker, cartpole)
    shapes, bodies = gym.get_actor_rigid_shape_properties(env, 0), gym.get_actor_rigid_body_properties(env, 0)
    shapes[0].friction, bodies[0].mass = 0.3, 77.0
    assert not gym.set_actor_rigid_shape_properties(env, 1, shapes)
    assert not gym.set_asset_rigid_shape_properties(cartpole, shapes)
    assert not gym.set_actor_rigid_body_properties(env, 1, bodies)
    assert all(each.friction == 1.0 for each in gym.get_actor_rigid_shape_properties(env, 1))
    assert all(each.mass != 77.0 for each in gym.get_actor_rigid_body_properties(env, 1))
    with pytest.raises(TypeError, match="expected a list of RigidShapeProperties"):
        gym.set_actor_rigid_shape_properties(env, 1, None)


@pytest.mark.slow
def test_thousands_of_environments_are_made_in_no_time(gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset) -> None:
    """4,096 environments, each with its own friction, take a fraction of a second: nothing is built before prepare."""
    start = time.perf_counter()
    for index in range(4096):
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 64)
        gym.create_actor(env, walker, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), "walker", index, 1)
    assert time.perf_counter() - start < 5.0
    gym.prepare_sim(sim)
    assert time.perf_counter() - start < 15.0
