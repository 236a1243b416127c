"""Drives that are too stiff for an engine's step follow their targets all the same, within their limits of effort."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from pippin.gym import gymapi, gymtorch

FINGER = """
<robot name="finger">
  <link name="hand"/>
  <link name="finger"><inertial><mass value="0.015"/>
    <inertia ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="hand"/><child link="finger"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/></joint>
</robot>"""
"""A finger of 15 g, as light as those of common grippers."""


@pytest.mark.slow
@pytest.mark.parametrize(("stiffness", "damping"), [(1e6, 100.0), (1e6, 0.0), (5000.0, 0.0), (400.0, 80.0)])
def test_light_finger_with_a_stiff_drive_follows_its_target(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    device: torch.device,
    write: Callable[[str, str], tuple[str, str]],
    stiffness: float,
    damping: float,
) -> None:
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    options.disable_gravity = True
    asset = gym.load_asset(sim, *write("finger.urdf", FINGER), options)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    actor = gym.create_actor(env, asset, gymapi.Transform(), "finger", 0, 0)
    properties = gym.get_actor_dof_properties(env, actor)
    properties["driveMode"].fill(gymapi.DOF_MODE_POS)
    properties["stiffness"].fill(stiffness)
    properties["damping"].fill(damping)
    gym.set_actor_dof_properties(env, actor, properties)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    for target in (0.035, 0.005):
        targets = torch.full((1,), target, device=device)
        positions = []
        for _ in range(150):
            gym.set_dof_position_target_tensor(sim, gymtorch.unwrap_tensor(targets))
            gym.simulate(sim)
            gym.refresh_dof_state_tensor(sim)
            positions.append(states[0, 0].item())
        assert min(positions) > -0.002, "it leaves its limits"
        assert max(positions) < 0.042, "it leaves its limits"
        # the slowest time constant is damping / stiffness = 0.2 s, of which 1.5 s leave 17 um
        assert positions[-1] == pytest.approx(target, abs=1e-4)
    assert gym.get_actor_dof_properties(env, actor)["armature"] == 0.0, "what the engine adds is its own affair"


def test_springs_that_the_step_resolves_are_left_alone(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, device: torch.device
) -> None:
    """A cart of 3 kg on a spring of 30 N/m swings with sqrt(10) rad/s and loses nothing: no damping is added."""
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    actor = gym.create_actor(env, cartpole, gymapi.Transform(), "cartpole", 0, 0)
    properties = gym.get_actor_dof_properties(env, actor)
    properties["driveMode"][0] = gymapi.DOF_MODE_POS
    properties["stiffness"][0] = 30.0
    properties["damping"][:] = 0.0
    properties["armature"][1] = 1e6  # the pole does not turn
    gym.set_actor_dof_properties(env, actor, properties)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    targets = torch.tensor([0.5, 0.0], device=device)
    gym.set_dof_position_target_tensor(sim, gymtorch.unwrap_tensor(targets))
    positions = []
    for _ in range(400):  # two periods of 1.99 s
        gym.simulate(sim)
        gym.refresh_dof_state_tensor(sim)
        positions.append(states[0, 0].item())
    assert max(positions[200:]) == pytest.approx(1.0, abs=0.01)
