"""Characters that imitate motions, in the habit of physics-based animation suites.

Position targets from actions by scale and offset of the limits, states of root and DOFs from a motion, key bodies and
contacts by body ids, early termination, and a trail of states for a discriminator.
"""

from __future__ import annotations

import os

import newton.examples
import numpy as np
import pytest
import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import (
    calc_heading_quat_inv,
    exp_map_to_quat,
    my_quat_rotate,
    quat_from_angle_axis,
    quat_mul,
    quat_to_tan_norm,
    slerp,
    to_torch,
)

from .vec_task import VecTask

KEY_BODIES = ("right_foot", "left_foot", "right_lower_arm", "left_lower_arm")


class Character(VecTask):
    """A humanoid whose motors are position drives."""

    dt = 1.0 / 60.0
    control_freq_inv = 2
    spacing = 5.0
    contact_collection = 1

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        path = newton.examples.get_asset("nv_humanoid.xml")
        asset_options = gymapi.AssetOptions()
        asset_options.angular_damping = 0.01
        asset_options.max_angular_velocity = 100.0
        asset_options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        asset = self.gym.load_asset(self.sim, os.path.dirname(path), os.path.basename(path), asset_options)
        self.motor_efforts = to_torch([prop.motor_effort for prop in self.gym.get_asset_actuator_properties(asset)])
        self.torso_index = 0
        self.num_bodies = self.gym.get_asset_rigid_body_count(asset)
        self.num_dof = self.gym.get_asset_dof_count(asset)
        start_pose = gymapi.Transform()
        start_pose.p = gymapi.Vec3(0.0, 0.0, 1.34)
        self.humanoid_handles = []
        for i in range(num_envs):
            env_ptr = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            handle = self.gym.create_actor(env_ptr, asset, start_pose, "humanoid", i, 0, 0)
            self.gym.enable_actor_dof_force_sensors(env_ptr, handle)
            for j in range(self.num_bodies):
                color = gymapi.Vec3(0.4706, 0.549, 0.6863)
                self.gym.set_rigid_body_color(env_ptr, handle, j, gymapi.MESH_VISUAL, color)
            dof_prop = self.gym.get_asset_dof_properties(asset)
            dof_prop["driveMode"] = gymapi.DOF_MODE_POS
            dof_prop["stiffness"] = 200.0
            dof_prop["damping"] = 20.0
            self.gym.set_actor_dof_properties(env_ptr, handle, dof_prop)
            self.envs.append(env_ptr)
            self.humanoid_handles.append(handle)
        limits = self.gym.get_actor_dof_properties(env_ptr, handle)
        lower, upper = to_torch(np.array(limits["lower"])), to_torch(np.array(limits["upper"]))
        self.pd_action_offset, self.pd_action_scale = 0.5 * (upper + lower), 0.5 * (upper - lower)
        ids = [self.gym.find_actor_rigid_body_handle(env_ptr, handle, name) for name in KEY_BODIES]
        assert -1 not in ids
        self._key_body_ids = to_torch(ids, device=self.device, dtype=torch.long)
        self._contact_body_ids = self._key_body_ids[:2]

    def acquire(self) -> None:
        rigid_body_state = self.gym.acquire_rigid_body_state_tensor(self.sim)
        contact_force_tensor = self.gym.acquire_net_contact_force_tensor(self.sim)
        dof_force = self.gym.acquire_dof_force_tensor(self.sim)
        super().acquire()
        bodies = gymtorch.wrap_tensor(rigid_body_state).view(self.num_envs, self.num_bodies, 13)
        self._rigid_body_pos, self._rigid_body_rot = bodies[..., 0:3], bodies[..., 3:7]
        self._rigid_body_vel, self._rigid_body_ang_vel = bodies[..., 7:10], bodies[..., 10:13]
        self._contact_forces = gymtorch.wrap_tensor(contact_force_tensor).view(self.num_envs, self.num_bodies, 3)
        self._dof_force = gymtorch.wrap_tensor(dof_force).view(self.num_envs, self.num_dof)
        self._dof_pos = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 0]
        self._dof_vel = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 1]
        self._terminate_buf = torch.zeros(self.num_envs, dtype=torch.long)
        self.steps_on_ground = torch.zeros(self.num_envs, dtype=torch.long)
        self._amp_obs_buf = torch.zeros(self.num_envs, 2, self.num_dof * 2 + 6)

    def refresh(self) -> None:
        super().refresh()
        self.gym.refresh_rigid_body_state_tensor(self.sim)
        self.gym.refresh_force_sensor_tensor(self.sim)  # which nobody has acquired
        self.gym.refresh_dof_force_tensor(self.sim)
        self.gym.refresh_net_contact_force_tensor(self.sim)

    def motion(self, times: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """A motion: a slow turn on the spot with swinging joints."""
        axis = torch.tensor([0.0, 0.0, 1.0]).expand(len(times), 3)
        start, end = quat_from_angle_axis(0.0 * times, axis), quat_from_angle_axis(0.0 * times + 1.0, axis)
        root_rot = slerp(start, end, times.unsqueeze(-1))
        root_pos = torch.stack([0.0 * times, 0.0 * times, 0.0 * times + 1.4], dim=-1)
        dof_pos = self.pd_action_offset * 0.0 + 0.2 * torch.sin(times).unsqueeze(-1).expand(-1, self.num_dof)
        return root_pos, root_rot, dof_pos, 0.2 * torch.cos(times).unsqueeze(-1).expand(-1, self.num_dof)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        root_pos, root_rot, dof_pos, dof_vel = self.motion(torch.rand(len(env_ids)))
        self.root_states[env_ids, 0:3] = root_pos
        self.root_states[env_ids, 3:7] = root_rot
        self.root_states[env_ids, 7:13] = 0.0
        self._dof_pos[env_ids], self._dof_vel[env_ids] = dof_pos, dof_vel
        ids = env_ids.to(dtype=torch.int32)
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.root_states), gymtorch.unwrap_tensor(ids), len(ids)
        )
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(ids), len(ids)
        )
        # reads what it has just written, which Isaac Gym gives one step late
        self.refresh()
        self.fresh_rotations = self._rigid_body_rot[env_ids, 0].clone(), root_rot

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        targets = self.pd_action_offset + self.pd_action_scale * 0.3 * actions
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(targets))

    def step(self, actions: torch.Tensor) -> None:
        super().step(actions)
        masked = self._contact_forces.clone()
        masked[:, self._contact_body_ids, :] = 0
        fallen = torch.any(torch.any(torch.abs(masked) > 0.1, dim=-1), dim=-1) & (self._rigid_body_pos[:, 0, 2] < 0.4)
        self.reset_buf = torch.where(fallen, torch.ones_like(self.reset_buf), self.reset_buf)
        self._terminate_buf += fallen
        self.steps_on_ground += self._contact_forces[..., 2].sum(dim=1) > 0.0
        heading = calc_heading_quat_inv(self._rigid_body_rot[:, 0])
        root_obs = quat_to_tan_norm(quat_mul(heading, self._rigid_body_rot[:, 0]))
        self._amp_obs_buf[:, 1] = self._amp_obs_buf[:, 0].clone()
        self._amp_obs_buf[:, 0] = torch.cat([root_obs, self._dof_pos, self._dof_vel], dim=-1)
        local = self._rigid_body_pos[:, self._key_body_ids] - self._rigid_body_pos[:, :1]
        flat = heading.unsqueeze(1).expand(-1, len(KEY_BODIES), -1).reshape(-1, 4)
        self._local_key_pos = my_quat_rotate(flat, local.reshape(-1, 3)).view(self.num_envs, -1, 3)


@pytest.mark.slow
def test_character_follows_targets_and_is_put_into_states_of_a_motion(num_steps: int) -> None:
    np.random.seed(0)
    torch.manual_seed(0)
    task = Character(4)
    assert (task.num_dof, task.num_bodies) == (21, 13)
    task.run(num_steps, 21)
    found, wanted = task.fresh_rotations
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=0.0)
    for tensor in (task._amp_obs_buf, task._contact_forces, task._dof_force, task._local_key_pos):
        assert torch.isfinite(tensor).all()
    assert task._local_key_pos.norm(dim=-1).max() < 1.5  # limbs stay on the body
    assert task._dof_pos.abs().max() < 3.2
    assert (task.steps_on_ground > 0).all()  # they begin above the ground, and drop onto it
    assert exp_map_to_quat(torch.zeros(1, 3)).tolist() == [[0.0, 0.0, 0.0, 1.0]]
