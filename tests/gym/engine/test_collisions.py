"""Who collides with whom, and what a contact is like."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import gymapi, gymtorch

wrap = gymtorch.wrap_tensor


def heights_after_a_fall(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    crate: gymapi.Asset,
    actors: list[tuple[float, int, int]],
    aggregate: bool | None = None,
) -> list[float]:
    """Heights at which crates come to rest that begin at some heights, with collision groups and filters.

    Args:
        gym: The Gym.
        sim: Simulation with a plane.
        crate: The crate.
        actors: Height, group and filter of each.
        aggregate: Whether the actors of an aggregate of all of them collide; None without an aggregate.
    """
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    if aggregate is not None:
        gym.begin_aggregate(env, len(actors), len(actors), aggregate)
    for height, group, bits in actors:
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, height)), None, group, bits)
    if aggregate is not None:
        gym.end_aggregate(env)
    for _ in range(150):
        gym.simulate(sim)
    states = gym.get_sim_rigid_body_states(sim, gymapi.STATE_POS)
    return [round(float(z), 2) for z in states["pose"]["p"]["z"]]


ON_TOP, THROUGH = [0.1, 0.3], [0.1, 0.1]


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(
    ("lower", "upper", "expected"),
    [
        ((0, 0), (0, 0), ON_TOP),
        ((0, 0), (1, 0), THROUGH),  # other groups
        ((0, 0), (-1, 0), ON_TOP),  # -1 collides with all
        ((0, 1), (0, 1), THROUGH),  # a bit in common
        ((0, 6), (0, 3), THROUGH),
        ((0, 1), (0, 2), ON_TOP),
        ((0, 1), (0, 0), ON_TOP),
    ],
)
def test_groups_and_filters(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    crate: gymapi.Asset,
    lower: tuple[int, int],
    upper: tuple[int, int],
    expected: list[float],
) -> None:
    """Nobody falls through the ground."""
    assert heights_after_a_fall(gym, sim, crate, [(0.1, *lower), (0.35, *upper)]) == expected


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(("collides", "expected"), [(True, ON_TOP), (False, THROUGH)])
def test_aggregates(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, collides: bool, expected: list[float]
) -> None:
    assert heights_after_a_fall(gym, sim, crate, [(0.1, 0, 0), (0.35, 0, 0)], collides) == expected


@pytest.mark.usefixtures("ground")
def test_filters_of_shapes(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """Those of an asset count for actors whose own filter is -1."""
    (properties,) = gym.get_asset_rigid_shape_properties(crate)
    properties.filter = 4
    gym.set_asset_rigid_shape_properties(crate, [properties])
    assert heights_after_a_fall(gym, sim, crate, [(0.1, 0, -1), (0.35, 0, 4)]) == THROUGH


@pytest.mark.usefixtures("ground")
def test_bits_of_a_file(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """With filter -1 an actor's shapes collide as its MJCF says; with 0 all do. The bodies overlap on a rail."""
    text = """<mujoco><worldbody><body name="rail"><geom size="0.05"/>
        <body name="left" pos="-0.05 0 0"><joint name="left" type="slide" axis="1 0 0"/>
          <geom size="0.1" contype="{bit}" conaffinity="{bit}"/></body>
        <body name="right" pos="0.05 0 0"><joint name="right" type="slide" axis="1 0 0"/><geom size="0.1"/></body>
        </body></worldbody></mujoco>"""
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    apart = []
    for index, (bit, bits) in enumerate([(1, -1), (2, -1), (2, 0)]):
        asset = gym.load_asset(sim, *write(f"rail{index}.xml", text.format(bit=bit)), options)
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), None, index, bits)
    for _ in range(50):
        gym.simulate(sim)
    for index in range(3):
        x = gym.get_env_rigid_body_states(gym.get_env(sim, index), gymapi.STATE_POS)["pose"]["p"]["x"]
        apart.append(bool(x[2] - x[1] > 0.15))
    assert apart == [True, False, True]


@pytest.mark.usefixtures("ground")
def test_environments_do_not_meet(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    for _ in range(2):
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.1)), None, -1, 0)
    for _ in range(20):
        gym.simulate(sim)
    states = gym.get_sim_rigid_body_states(sim, gymapi.STATE_POS)
    np.testing.assert_allclose(states["pose"]["p"]["z"], 0.1, atol=2e-3)


def slide_down(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, frictions: list[float]) -> np.ndarray:
    """Speed of crates of some friction after sliding on the ground for 0.5 s from 3 m/s."""
    for friction in frictions:
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.1)))
        (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
        properties.friction = friction
        gym.set_actor_rigid_shape_properties(env, 0, [properties])
        gym.set_rigid_linear_velocity(env, 0, gymapi.Vec3(3.0, 0.0, 0.0))
    for _ in range(50):
        gym.simulate(sim)
    return gym.get_sim_rigid_body_states(sim, gymapi.STATE_VEL)["vel"]["linear"]["x"]


def test_friction_with_the_ground_is_the_mean(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """As in PhysX: between ground of 0.4 and crates of 0 and 0.4 it is 0.2 and 0.4, so they lose 1 m/s and 2 m/s."""
    plane = gymapi.PlaneParams()
    plane.normal, plane.dynamic_friction = gymapi.Vec3(0.0, 0.0, 1.0), 0.4
    gym.add_ground(sim, plane)
    # The crates tip a little forward as they slide, which the engine answers within some percent.
    np.testing.assert_allclose(slide_down(gym, sim, crate, [0.0, 0.4]), [2.0, 1.0], atol=0.1)


def test_friction_of_actors_among_others_is_the_mean_as_well(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset
) -> None:
    """A crate of 0.2 on ground of 0.4, beside one that takes no part: it loses 1.5 m/s in 0.5 s."""
    plane = gymapi.PlaneParams()
    plane.normal, plane.dynamic_friction = gymapi.Vec3(0.0, 0.0, 1.0), 0.4
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    for y in (0.0, 5.0):
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, y, 0.1)))
    (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
    properties.friction = 0.2
    gym.set_actor_rigid_shape_properties(env, 0, [properties])
    gym.set_rigid_linear_velocity(env, 0, gymapi.Vec3(3.0, 0.0, 0.0))
    for _ in range(50):
        gym.simulate(sim)
    speeds = gym.get_sim_rigid_body_states(sim, gymapi.STATE_VEL)["vel"]["linear"]["x"]
    # As above, within some percent.
    np.testing.assert_allclose(speeds[0], 3.0 - 0.3 * 9.81 * 0.5, atol=0.1)


@pytest.mark.usefixtures("ground")
def test_shapes_that_slide_on_each_other_do_not_on_the_ground(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable[[str, str], tuple[str, str]]
) -> None:
    """Shapes of the contact dimension 1, as humanoids have them, get friction from the ground, as in MuJoCo.

    With a friction of 1 a crate stops from 3 m/s within 0.3 s.
    """
    body = '<body><freejoint/><geom type="box" size="0.1 0.1 0.1" condim="1" density="250"/></body>'
    file = write("crate.xml", f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    np.testing.assert_allclose(slide_down(gym, sim, gym.load_asset(sim, *file, None), [1.0]), 0.0, atol=0.01)


@pytest.mark.usefixtures("ground")
def test_friction_may_change_while_simulating(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    """A crate of 20 N stands against 16 N with a friction of 1, and slides with one of 0, on ground of 1."""
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.1)))
    gym.prepare_sim(sim)

    def push() -> float:
        for _ in range(50):
            gym.apply_body_forces(env, 0, gymapi.Vec3(16.0, 0.0, 0.0))
            gym.simulate(sim)
        return gym.get_rigid_linear_velocity(env, 0).x

    assert abs(push()) < 0.01
    (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
    properties.friction = 0.0
    gym.set_actor_rigid_shape_properties(env, 0, [properties])
    # 16 N against 0.5 * 20 N: 3 m/s² for half a second, some percent off as above.
    np.testing.assert_allclose(push(), 1.5, rtol=0.1)
    properties.filter = 1
    with pytest.raises(NotImplementedError, match=r"collision filters are fixed once the simulation is prepared"):
        gym.set_actor_rigid_shape_properties(env, 0, [properties])


def test_friction_of_the_asset_leaves_the_filter_of_an_actor(
    gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset, caplog: pytest.LogCaptureFixture
) -> None:
    """Programs draw friction anew by properties of the asset: crates whose filters share a bit go on overlapping."""
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    for x in (0.0, 0.1):
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(x, 0.0, 0.1)), f"crate at {x}", 0, 1)
    gym.prepare_sim(sim)
    (properties,) = gym.get_asset_rigid_shape_properties(crate)
    properties.friction = 0.25
    for actor in (0, 1):
        assert gym.set_actor_rigid_shape_properties(env, actor, [properties])
        (now,) = gym.get_actor_rigid_shape_properties(env, actor)
        assert (now.friction, now.filter) == (0.25, 1)
    assert caplog.text.count("keep the collision filter") == 1
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    for _ in range(20):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    np.testing.assert_allclose(roots[:, 0].cpu().numpy(), [0.0, 0.1], atol=1e-4)


def test_restitution(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    """Balls fall from 1 m; that of 1 on ground of 0.6 bounces with the mean of 0.8 to 0.64 m, less what steps cost."""
    plane = gymapi.PlaneParams()
    plane.normal, plane.restitution = gymapi.Vec3(0.0, 0.0, 1.0), 0.6
    gym.add_ground(sim, plane)
    for restitution in (0.0, 1.0):
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.1)))
        (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
        properties.restitution = restitution
        gym.set_actor_rigid_shape_properties(env, 0, [properties])
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    heights = []
    for _ in range(85):
        gym.simulate(sim)
        gym.refresh_actor_root_state_tensor(sim)
        heights.append(roots[:, 2].cpu().numpy().copy() - 0.1)
    bounce = np.max(heights[50:], axis=0)
    assert bounce[0] < 0.25 and 0.45 < bounce[1] < 0.75


def test_restitution_of_actors_among_others_is_the_mean_as_well(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset
) -> None:
    """A ball of 0.2 on ground of 1, beside another: it comes back to 0.36 m of 1 m, less what steps cost."""
    plane = gymapi.PlaneParams()
    plane.normal, plane.restitution = gymapi.Vec3(0.0, 0.0, 1.0), 1.0
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    for x in (0.0, 5.0):
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(x, 0.0, 1.1)))
    (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
    properties.restitution = 0.2
    gym.set_actor_rigid_shape_properties(env, 0, [properties])
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    heights = []
    for _ in range(75):
        gym.simulate(sim)
        gym.refresh_actor_root_state_tensor(sim)
        heights.append(float(roots[0, 2]) - 0.1)
    assert 0.28 < max(heights[50:]) < 0.42


def test_bodies_that_meet_below_the_bounce_threshold_do_not_bounce(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset
) -> None:
    """A ball with a restitution of 1 that falls from 1 m meets the ground at 4.4 m/s."""
    params = gym.get_sim_params(sim)
    params.physx.bounce_threshold_velocity = 5.0
    gym.set_sim_params(sim, params)
    plane = gymapi.PlaneParams()
    plane.normal, plane.restitution = gymapi.Vec3(0.0, 0.0, 1.0), 1.0
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.1)))
    (properties,) = gym.get_actor_rigid_shape_properties(env, 0)
    properties.restitution = 1.0
    gym.set_actor_rigid_shape_properties(env, 0, [properties])
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    start = roots.clone()

    def highest_after_the_bounce() -> float:
        roots.copy_(start)
        gym.set_actor_root_state_tensor(sim, gymtorch.unwrap_tensor(roots))
        heights = []
        for _ in range(85):
            gym.simulate(sim)
            gym.refresh_actor_root_state_tensor(sim)
            heights.append(roots[0, 2].item() - 0.1)
        return max(heights[50:])

    assert highest_after_the_bounce() < 0.1
    params.physx.bounce_threshold_velocity = 0.2
    gym.set_sim_params(sim, params)
    assert highest_after_the_bounce() > 0.8
    params.physx.bounce_threshold_velocity = -0.2
    with pytest.raises(ValueError, match=r"'SimParams.physx.bounce_threshold_velocity' is -0.2\d*; expected a speed"):
        gym.set_sim_params(sim, params)


def test_ball_in_the_ground_leaves_it_at_the_limit_of_the_simulation(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset
) -> None:
    params = gym.get_sim_params(sim)
    params.physx.max_depenetration_velocity = 0.5
    gym.set_sim_params(sim, params)
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, -0.1)))
    gym.prepare_sim(sim)
    speeds = []
    for _ in range(60):
        gym.simulate(sim)
        speeds.append(gym.get_rigid_linear_velocity(env, 0).z)
    assert max(speeds) == pytest.approx(0.5, rel=0.02)  # the give of a contact is that of one point, which a ball has
