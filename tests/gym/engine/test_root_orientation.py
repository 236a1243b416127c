"""The root body of an MJCF keeps the orientation that its file gives it, and starts where its actor is put."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import gymapi, gymtorch

HAND = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="mount" pos="1 1.25 0.15" euler="1.5707963267948966 0 0">
      {free}
      <geom type="sphere" size="0.01" mass="1"/>
      <body name="palm" pos="0 0 0.3">
        <geom type="sphere" size="0.01" mass="0.1"/>
        <body name="finger" pos="0 0 0.1">
          <joint name="knuckle" axis="1 0 0" range="0 1.5"/>
          <geom type="sphere" size="0.01" mass="0.1"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>"""
"""A mount whose z axis lies along the world's -y: the palm is 0.3 m along it, the finger 0.4 m."""


@pytest.mark.parametrize("free", ["", "<freejoint/>"])
@pytest.mark.parametrize("yaw", [0.0, math.pi])
def test_hands_lie_as_their_file_says(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, free: str, yaw: float) -> None:
    asset = gym.load_asset(sim, *write("hand.xml", HAND.format(free=free)))
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
    pose = gymapi.Transform(gymapi.Vec3(0.0, -1.0, 0.5), gymapi.Quat.from_euler_zyx(0.0, 0.0, yaw))
    gym.create_actor(env, asset, pose, "hand")
    before = gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_POS)["pose"]["p"]
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_rigid_body_state_tensor(sim))
    gym.refresh_rigid_body_state_tensor(sim)
    towards = -math.cos(yaw)
    wanted = [(0.0, -1.0 + towards * along, 0.5) for along in (0.0, 0.3, 0.4)]
    np.testing.assert_allclose(states[:, :3].cpu(), wanted, atol=1e-6)
    np.testing.assert_allclose([tuple(position) for position in before.tolist()], wanted, atol=1e-6)


def test_bodies_of_an_mjcf_are_never_merged(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """Tasks for Isaac Gym count the jointless bodies of a hand although they collapse fixed joints."""
    options = gymapi.AssetOptions()
    options.collapse_fixed_joints = True
    options.fix_base_link = True
    asset = gym.load_asset(sim, *write("hand.xml", HAND.format(free="")), options)
    assert gym.get_asset_rigid_body_names(asset) == ["mount", "palm", "finger"]
