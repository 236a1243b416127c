"""Joints stop at their limits: they go past them by the way of one step at most, and do not bounce off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from pippin.gym import gymapi, gymtorch

STEP = 0.01
"""Length of a step of the ``sim`` fixture [s]."""

ARM_MJCF = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="arm">
      <joint name="hinge" axis="0 1 0" range="-0.5 0.5" solreflimit="0.05 1"/>
      <inertial pos="0 0 0" mass="1" diaginertia="0.02 0.02 0.02"/>
    </body>
  </worldbody>
</mujoco>"""
"""An arm of 0.02 kg m² whose file asks for a soft limit, as few files do for Isaac Gym."""

ARM_URDF = """
<robot name="arm">
  <link name="base"/>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-0.5" upper="0.5" effort="100" velocity="1000"/></joint>
</robot>"""


@pytest.fixture(params=["mjcf", "urdf"])
def states(
    request: pytest.FixtureRequest, gym: gymapi.Gym, sim: gymapi.Sim, write: Callable[[str, str], tuple[str, str]]
) -> torch.Tensor:
    """Position and velocity of an arm without gravity, shape (1, 2)."""
    options = gymapi.AssetOptions()
    options.fix_base_link = options.disable_gravity = True
    options.default_dof_drive_mode = int(gymapi.DOF_MODE_EFFORT)
    options.angular_damping = 0.0
    file = ("arm.xml", ARM_MJCF) if request.param == "mjcf" else ("arm.urdf", ARM_URDF)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, gym.load_asset(sim, *write(*file), options), gymapi.Transform(), "arm", 0, 0)
    gym.prepare_sim(sim)
    return gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))


@pytest.mark.parametrize("velocity", [1.0, 10.0, 30.0])
def test_limit_stops_a_joint_within_a_step(
    gym: gymapi.Gym, sim: gymapi.Sim, states: torch.Tensor, velocity: float
) -> None:
    states[0, 0], states[0, 1] = 0.5 - 1.5 * velocity * STEP, velocity  # half a step's way past it after two
    gym.set_dof_state_tensor(sim, gymtorch.unwrap_tensor(states))
    farthest, fastest_back = 0.0, 0.0
    for _ in range(50):
        gym.simulate(sim)
        gym.refresh_dof_state_tensor(sim)
        farthest = max(farthest, states[0, 0].item() - 0.5)
        fastest_back = min(fastest_back, states[0, 1].item())
    assert farthest < 0.55 * velocity * STEP
    assert fastest_back > -0.1 * velocity, "it bounces off"


def test_limit_holds_against_a_torque(gym: gymapi.Gym, sim: gymapi.Sim, states: torch.Tensor) -> None:
    """15 N m would turn the arm by 750 rad/s²: at rest it lies within half a degree of its limit."""
    for _ in range(100):
        gym.set_dof_actuation_force_tensor(sim, gymtorch.unwrap_tensor(torch.full((1,), 15.0, device=states.device)))
        gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    assert 0.5 <= states[0, 0].item() < 0.5 + 0.009
    assert abs(states[0, 1].item()) < 1e-3


def test_limits_that_cross_hold_a_joint_between_them(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable[[str, str], tuple[str, str]]
) -> None:
    """Randomization moves each limit by itself, so those of a narrow range cross: the joint stays where they meet."""
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, gym.load_asset(sim, *write("arm.urdf", ARM_URDF), options), gymapi.Transform(), "arm", 0, 0)
    properties = gym.get_actor_dof_properties(env, 0)
    properties["lower"], properties["upper"] = 0.11, 0.09
    assert gym.set_actor_dof_properties(env, 0, properties)
    assert gym.get_actor_dof_properties(env, 0)["lower"] == pytest.approx(0.11)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    for _ in range(200):
        gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    assert states[0, 0].item() == pytest.approx(0.1, abs=0.001)
    properties["upper"] = float("nan")
    with pytest.raises(ValueError, match=r"limits must be numbers"):
        gym.set_actor_dof_properties(env, 0, properties)
