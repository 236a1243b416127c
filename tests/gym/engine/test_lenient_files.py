"""Robots whose files say what cannot be are simulated, as Isaac Gym does; the files are small ones of our own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

FOOT = """
<robot name="foot">
  <link name="base"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial></link>
  <link name="foot"><inertial><mass value="0.5"/>{inertia}</inertial></link>
  <joint name="ankle" type="revolute"><parent link="base"/><child link="foot"/><axis xyz="0 1 0"/>{limit}</joint>
</robot>"""
BOUNDED = '<limit lower="-1" upper="1" effort="10" velocity="10"/>'


@pytest.mark.parametrize(
    "inertia",
    [
        '<inertia ixx="0.01" iyy="0.0034" izz="0.01" ixz="0.01"/>',  # principal moments 0, 0.0034 and 0.02
        '<inertia ixx="-4.4e-5" iyy="1e-4" izz="1.2e-4"/>',
        '<inertia ixx="0" iyy="0" izz="1e-3"/>',
    ],
)
def test_inertias_that_no_masses_can_have(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, inertia: str) -> None:
    """Also where programs set the properties of bodies, which are of single precision, with other masses."""
    asset = gym.load_asset(sim, *write("foot.urdf", FOOT.format(inertia=inertia, limit=BOUNDED)))
    for index in range(3):
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
        gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), "foot")
        bodies = gym.get_actor_rigid_body_properties(env, 0)
        bodies[1].mass *= 1.0 + 0.1 * index
        gym.set_actor_rigid_body_properties(env, 0, bodies, recomputeInertia=bool(index % 2))
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_rigid_body_state_tensor(sim))
    for _ in range(10):
        gym.simulate(sim)
    gym.refresh_rigid_body_state_tensor(sim)
    assert torch.isfinite(states).all()


@pytest.mark.parametrize("limit", ["", '<limit effort="10" velocity="10"/>'])
def test_joints_that_name_no_limits_turn_freely(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, limit: str) -> None:
    """Under an effort of 1 N m the foot turns past a revolution within a second."""
    inertia = '<inertia ixx="0.01" iyy="0.05" izz="0.05"/>'
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    asset = gym.load_asset(sim, *write("foot.urdf", FOOT.format(inertia=inertia, limit=limit)), options)
    properties = gym.get_asset_dof_properties(asset)
    assert not properties["hasLimits"][0]
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
    gym.create_actor(env, asset, gymapi.Transform(), "foot")
    properties["driveMode"] = gymapi.DOF_MODE_EFFORT
    gym.set_actor_dof_properties(env, 0, properties)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    efforts = torch.ones(1, device=states.device)
    for _ in range(round(1.0 / gym.get_sim_params(sim).dt)):
        gym.set_dof_actuation_force_tensor(sim, gymtorch.unwrap_tensor(efforts))
        gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    assert states[0, 0] > 2.0 * np.pi


def test_boxes_may_be_flat(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    """An edge of 0 is a millimetre: the mass is that of the slab at 1000 kg/m^3."""
    asset = gym.create_box(sim, 0.3, 0.2, 0.0)
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 10)
    gym.create_actor(env, asset, gymapi.Transform())
    assert gym.get_actor_rigid_body_properties(env, 0)[0].mass == pytest.approx(0.3 * 0.2 * 0.001 * 1000.0)
    with pytest.raises(ValueError, match="box needs positive sizes"):
        gym.create_box(sim, 0.3, 0.2, -0.1)
