"""Tendons of MJCF files: what they hold together, and what can be set of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import gymapi

FINGER = """
<mujoco>
  <worldbody>
    <body name="rail"><geom size="0.01"/>
      <body name="near"><joint name="near" type="slide" axis="1 0 0"/><geom size="0.05" mass="1"/></body>
      <body name="far"><joint name="far" type="slide" axis="1 0 0"/><geom size="0.05" mass="1"/></body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="cord" limited="true" range="-0.1 0.1">
      <joint joint="near" coef="1"/><joint joint="far" coef="-1"/>
    </fixed>
  </tendon>
</mujoco>"""
"""Two blocks of 1 kg on a rail; a cord keeps them within 0.1 m of each other."""


@pytest.fixture
def finger(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> gymapi.Asset:
    options = gymapi.AssetOptions()
    options.fix_base_link, options.default_dof_drive_mode = True, gymapi.DOF_MODE_EFFORT
    return gym.load_asset(sim, *write("finger.xml", FINGER), options)


def add(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> gymapi.Env:
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
    gym.create_actor(env, finger, gymapi.Transform(), None, 0, 1)
    return env


def distance_when_pulled(gym: gymapi.Gym, sim: gymapi.Sim, env: gymapi.Env) -> float:
    """How far the near block is before the far one after 2 N pulled it for a second, against damping."""
    properties = gym.get_actor_dof_properties(env, 0)
    properties["damping"] = 20.0
    gym.set_actor_dof_properties(env, 0, properties)
    gym.apply_actor_dof_efforts(env, 0, np.array([2.0, -2.0], np.float32))
    for _ in range(200):
        gym.simulate(sim)
    near, far = gym.get_actor_dof_states(env, 0, gymapi.STATE_POS)["pos"]
    return float(near - far)


def test_what_a_file_says(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    env = add(gym, sim, finger)
    assert gym.get_asset_tendon_count(finger) == gym.get_actor_tendon_count(env, 0) == 1
    assert gym.get_asset_tendon_name(finger, 0) == gym.get_actor_tendon_name(env, 0, 0) == "cord"
    assert gym.find_asset_tendon_index(finger, "cord") == gym.find_actor_tendon_index(env, 0, "cord") == 0
    assert gym.find_actor_tendon_index(env, 0, "rope") == gymapi.INVALID_HANDLE
    assert gym.get_asset_fixed_tendon_joint_coefficients(finger, 0) == [1.0, -1.0]
    assert gym.get_actor_fixed_tendon_joint_name(env, 0, 0, 1) == "far"
    assert gym.find_actor_fixed_tendon_joint_index(env, 0, 0, "far") == 1
    (properties,) = gym.get_asset_tendon_properties(finger)
    assert (properties.num_joints, properties.is_fixed_limited) == (2, True)
    assert (properties.fixed_lower_limit, properties.fixed_upper_limit) == pytest.approx((-0.1, 0.1))


def test_limits_hold_joints_together(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    assert distance_when_pulled(gym, sim, add(gym, sim, finger)) == pytest.approx(0.1, abs=0.01)


def test_actors_may_have_tendons_of_their_own(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    """Wider limits, an offset of the sum, other weights: 2 near - far <= 0.1, pulled equally."""
    wide, shifted, weighted = (add(gym, sim, finger) for _ in range(3))
    (properties,) = gym.get_actor_tendon_properties(wide, 0)
    properties.fixed_upper_limit = 0.3
    gym.set_actor_tendon_properties(wide, 0, [properties])
    gym.set_actor_tendon_offset(shifted, 0, 0, 0.04)
    assert gym.get_actor_tendon_offset(shifted, 0, 0) == pytest.approx(0.04)
    gym.set_actor_fixed_tendon_joint_coefficients(weighted, 0, 0, [2.0, -2.0])
    distances = [distance_when_pulled(gym, sim, env) for env in (wide, shifted, weighted)]
    np.testing.assert_allclose(distances, [0.3, 0.06, 0.05], atol=0.01)


def test_springs(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    """Without limits 2 N stretch a spring of 20 N/m, from its rest at 0.05 m, by 0.1 m."""
    (properties,) = gym.get_asset_tendon_properties(finger)
    properties.is_fixed_limited = False
    properties.stiffness, properties.damping, properties.fixed_spring_rest_length = 20.0, 1.0, 0.05
    gym.set_asset_tendon_properties(finger, [properties])
    assert distance_when_pulled(gym, sim, add(gym, sim, finger)) == pytest.approx(0.15, abs=0.005)


@pytest.mark.parametrize("when", ["of the asset", "of the actor", "while playing"])
@pytest.mark.parametrize(("stiffness", "damping"), [(1e6, 50.0), (50.0, 1000.0)])
def test_springs_too_stiff_for_a_step(
    gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset, when: str, stiffness: float, damping: float
) -> None:
    """They are integrated implicitly: two blocks of 1 kg, as heavy to each other as 0.5 kg. Others stay as they are."""
    (properties,) = gym.get_asset_tendon_properties(finger)
    properties.is_fixed_limited = False
    gym.set_asset_tendon_properties(finger, [properties])
    other = add(gym, sim, finger)
    properties.stiffness, properties.damping = stiffness, damping
    if when == "of the asset":
        gym.set_asset_tendon_properties(finger, [properties])
    env = add(gym, sim, finger)
    if when == "of the actor":
        gym.set_actor_tendon_properties(env, 0, [properties])
    params = gym.get_sim_params(sim)
    step = params.dt / params.substeps
    gym.simulate(sim)
    if when == "while playing":
        gym.set_actor_tendon_properties(env, 0, [properties])
        gym.simulate(sim)
    length, velocity = 0.02, 1.0
    for each in (env, other):
        states = gym.get_actor_dof_states(each, 0, gymapi.STATE_ALL)
        states["pos"], states["vel"] = (length, 0.0), (velocity, 0.0)
        gym.set_actor_dof_states(each, 0, states, gymapi.STATE_ALL)
    for count in range(1, 6):
        gym.simulate(sim)
        for _ in range(params.substeps):
            pull = step * (step * stiffness + damping) / 0.5
            velocity = (velocity - step * stiffness * length / 0.5) / (1.0 + pull)
            length += step * velocity
        near, far = gym.get_actor_dof_states(env, 0, gymapi.STATE_POS)["pos"]
        assert near - far == pytest.approx(length, abs=2e-5)
        near, far = gym.get_actor_dof_states(other, 0, gymapi.STATE_POS)["pos"]
        assert near - far == pytest.approx(0.02 + count * params.dt, abs=2e-5)


def test_what_cannot_be(
    gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset, caplog: pytest.LogCaptureFixture
) -> None:
    env = add(gym, sim, finger)
    (properties,) = gym.get_actor_tendon_properties(env, 0)
    with pytest.raises(ValueError, match=r"expected the properties of 1 tendons, got 0"):
        gym.set_actor_tendon_properties(env, 0, [])
    properties.stiffness = -1.0
    with pytest.raises(ValueError, match=r"must be 0 or more"):
        gym.set_actor_tendon_properties(env, 0, [properties])
    with pytest.raises(ValueError, match=r"expected 2 finite coefficients"):
        gym.set_actor_fixed_tendon_joint_coefficients(env, 0, 0, [1.0])
    with pytest.raises(IndexError, match=r"there is no tendon 1"):
        gym.get_actor_tendon_name(env, 0, 1)
    with pytest.raises(ValueError, match=r"offset must be finite"):
        gym.set_actor_tendon_offset(env, 0, 0, float("nan"))
    gym.prepare_sim(sim)
    with pytest.raises(RuntimeError, match=r"gym\.set_actor_fixed_tendon_joint_coefficients: .*prepare"):
        gym.set_actor_fixed_tendon_joint_coefficients(env, 0, 0, [1.0, -2.0])


def test_properties_may_change_while_simulating(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    """Limits, offsets, springs and damping are each environment's own, and make no further variants of it."""
    same, wide, shifted, sprung = (add(gym, sim, finger) for _ in range(4))
    gym.prepare_sim(sim)
    for _ in range(3):
        gym.simulate(sim)
    (properties,) = gym.get_actor_tendon_properties(wide, 0)
    properties.fixed_upper_limit = 0.3
    gym.set_actor_tendon_properties(wide, 0, [properties])
    gym.set_actor_tendon_offset(shifted, 0, 0, 0.04)
    properties.is_fixed_limited = False
    properties.stiffness, properties.damping, properties.fixed_spring_rest_length = 20.0, 1.0, 0.05
    gym.set_actor_tendon_properties(sprung, 0, [properties])
    distances = [distance_when_pulled(gym, sim, env) for env in (same, wide, shifted, sprung)]
    np.testing.assert_allclose(distances, [0.1, 0.3, 0.06, 0.15], atol=0.01)
    assert gym.get_actor_tendon_properties(same, 0)[0].fixed_upper_limit == pytest.approx(0.1)


PULLEY = """
<mujoco>
  <worldbody>
    <body name="frame"><geom size="0.01"/><site name="top" pos="0 0 1"/>
      <body name="weight"><joint name="drop" type="slide" axis="0 0 1"/><geom size="0.05" mass="1"/>
        <site name="hook" pos="0 0 0.2"/></body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="rope" stiffness="100" damping="8" springlength="0.6"><site site="top"/><site site="hook"/></spatial>
  </tendon>
</mujoco>"""
"""A weight of 1 kg on a rope of 0.6 m, which is 0.8 m long while the weight is at zero."""


def test_spatial_tendons(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """The rope pulls up: k (0.8 - q - rest) = m g. An offset lengthens it, so that it rests at a shorter distance."""
    options = gymapi.AssetOptions()
    options.fix_base_link, options.default_dof_drive_mode = True, gymapi.DOF_MODE_EFFORT
    asset = gym.load_asset(sim, *write("pulley.xml", PULLEY), options)
    plain, stiff, shifted = (add(gym, sim, asset) for _ in range(3))
    (properties,) = gym.get_asset_tendon_properties(asset)
    assert (properties.type, properties.num_joints, properties.num_attachments) == (gymapi.TENDON_SPATIAL, 0, 2)
    assert (properties.stiffness, properties.damping) == (100.0, 8.0)
    properties.stiffness = 200.0
    gym.set_actor_tendon_properties(stiff, 0, [properties])
    gym.set_actor_tendon_offset(shifted, 0, 0, 0.05)
    for _ in range(300):
        gym.simulate(sim)
    heights = [float(gym.get_actor_dof_states(env, 0, gymapi.STATE_POS)["pos"][0]) for env in (plain, stiff, shifted)]
    np.testing.assert_allclose(heights, [0.8 - 0.6 - 0.1, 0.8 - 0.6 - 0.05, 0.8 - 0.55 - 0.1], atol=1e-3)
    with pytest.raises(ValueError, match=r"tendon 'rope' is spatial"):
        gym.set_asset_fixed_tendon_joint_coefficients(asset, 0, [1.0])


def test_tendons_around_geometry_are_left_out(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, caplog: pytest.LogCaptureFixture
) -> None:
    around = PULLEY.replace('<geom size="0.01"/>', '<geom name="wheel" size="0.01"/>')
    around = around.replace('<site site="top"/>', '<site site="top"/><geom geom="wheel"/>')
    asset = gym.load_asset(sim, *write("around.xml", around), gymapi.AssetOptions())
    assert gym.get_asset_tendon_count(asset) == 0
    assert "Tendon 'rope' is left out" in caplog.text


def test_tendons_of_scaled_actors(gym: gymapi.Gym, sim: gymapi.Sim, finger: gymapi.Asset) -> None:
    """A cord over slides is as much longer as all else."""
    env = add(gym, sim, finger)
    gym.set_actor_scale(env, 0, 2.0)
    assert gym.get_actor_tendon_properties(env, 0)[0].fixed_upper_limit == pytest.approx(0.2)
    assert distance_when_pulled(gym, sim, env) == pytest.approx(0.2, abs=0.01)
