"""Hands that turn objects, in the habit of task suites for dexterous manipulation.

Several actors in an aggregate, a goal that is only drawn, objects of many kinds from meshes, tendons that couple
joints, indices over all actors, random forces on objects, position targets of some actors.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
import trimesh

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import (
    quat_conjugate,
    quat_from_angle_axis,
    quat_mul,
    scale,
    tensor_clamp,
    to_torch,
    torch_rand_float,
    unscale,
)

from .vec_task import VecTask

FINGER = """
      <body name="{name}knuckle" pos="{x} 0 0.1">
        <joint name="{name}J2" type="hinge" axis="1 0 0" range="-0.2 1.6" damping="0.1" armature="0.0002"/>
        <geom type="capsule" size="0.01" fromto="0 0 0 0 0 0.045"/>
        <body name="{name}middle" pos="0 0 0.045">
          <joint name="{name}J1" type="hinge" axis="1 0 0" range="0 1.6" damping="0.1" armature="0.0002"/>
          <geom type="capsule" size="0.01" fromto="0 0 0 0 0 0.025"/>
          <body name="{name}distal" pos="0 0 0.025">
            <joint name="{name}J0" type="hinge" axis="1 0 0" range="0 1.6" damping="0.1" armature="0.0002"/>
            <geom type="capsule" size="0.009" fromto="0 0 0 0 0 0.02"/>
          </body>
        </body>
      </body>"""

HAND = f"""
<mujoco model="hand">
  <compiler angle="radian"/>
  <worldbody>
    <body name="palm" pos="0 0 0">
      <geom type="box" size="0.04 0.012 0.045" pos="0 0 0.05"/>
      {FINGER.format(name="FF", x=0.03)}{FINGER.format(name="MF", x=0.0)}{FINGER.format(name="RF", x=-0.03)}
    </body>
  </worldbody>
  <tendon>
    <fixed name="T_FFJ1c" limited="true" range="-0.001 0.001">
      <joint joint="FFJ0" coef="0.00705"/><joint joint="FFJ1" coef="-0.00805"/></fixed>
    <fixed name="T_MFJ1c" limited="true" range="-0.001 0.001">
      <joint joint="MFJ0" coef="0.00705"/><joint joint="MFJ1" coef="-0.00805"/></fixed>
    <fixed name="T_RFJ1c" limited="true" range="-0.001 0.001">
      <joint joint="RFJ0" coef="0.00705"/><joint joint="RFJ1" coef="-0.00805"/></fixed>
  </tendon>
  <actuator>
    <position name="A_FFJ2" joint="FFJ2" kp="2" ctrlrange="-0.2 1.6"/><position name="A_FFJ1" joint="FFJ1" kp="1"/>
    <position name="A_MFJ2" joint="MFJ2" kp="2" ctrlrange="-0.2 1.6"/><position name="A_MFJ1" joint="MFJ1" kp="1"/>
    <position name="A_RFJ2" joint="RFJ2" kp="2" ctrlrange="-0.2 1.6"/><position name="A_RFJ1" joint="RFJ1" kp="1"/>
  </actuator>
</mujoco>"""

OBJECT = """<robot name="object"><link name="object">
  <visual><geometry><mesh filename="{mesh}" scale="{scale} {scale} {scale}"/></geometry></visual>
  <collision><geometry><mesh filename="{mesh}" scale="{scale} {scale} {scale}"/></geometry></collision>
  <inertial><density value="567.0"/></inertial></link></robot>"""


@pytest.fixture
def files(write: Callable[[str, str], Path]) -> Path:
    """Folder with a hand and three objects: a block, an egg and an angle of two bars."""
    pytest.importorskip("coacd", reason="pip install 'pippin[convex]'")
    folder = write("mjcf/hand.xml", HAND).parents[1]
    bars = [trimesh.creation.box((0.06, 0.02, 0.02)), trimesh.creation.box((0.02, 0.02, 0.06))]
    bars[0].apply_translation((0.02, 0.0, 0.0))
    bars[1].apply_translation((0.0, 0.0, 0.02))
    shapes = {
        "block": trimesh.creation.box((0.065, 0.065, 0.065)),
        "egg": trimesh.creation.icosphere(subdivisions=1, radius=0.03),
        "angle": trimesh.boolean.union(bars) if trimesh.boolean.engines_available else trimesh.util.concatenate(bars),
    }
    for number, (name, mesh) in enumerate(shapes.items()):
        write(f"urdf/objects/{name}.urdf", OBJECT.format(mesh=f"meshes/{name}.obj", scale=1.0 + 0.05 * number))
        (folder / "urdf/objects/meshes").mkdir(exist_ok=True)
        mesh.export(folder / f"urdf/objects/meshes/{name}.obj")
    return folder


class HandTask(VecTask):
    """One hand, an object and a goal in each environment."""

    root: Path
    objects = ("block",)
    spacing = 0.75
    dt = 1 / 60
    randomization = {
        "actor_params": {
            "hand": {
                "tendon_properties": {
                    "damping": {"range": [0.3, 3.0], "operation": "scaling", "distribution": "loguniform"},
                    "stiffness": {"range": [0.75, 1.5], "operation": "scaling", "distribution": "loguniform"},
                },
                "dof_properties": {
                    "damping": {"range": [0.3, 3.0], "operation": "scaling", "distribution": "loguniform"},
                },
                "rigid_shape_properties": {
                    "friction": {
                        "num_buckets": 250,
                        "range": [0.7, 1.3],
                        "operation": "scaling",
                        "distribution": "uniform",
                    }
                },
            },
            "object": {
                "scale": {"range": [0.95, 1.05], "operation": "scaling", "distribution": "uniform", "setup_only": True},
                "rigid_body_properties": {
                    "mass": {"range": [0.5, 1.5], "operation": "scaling", "distribution": "uniform", "setup_only": True}
                },
            },
        }
    }

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        asset_root = str(self.root)
        asset_options = gymapi.AssetOptions()
        asset_options.flip_visual_attachments = False
        asset_options.fix_base_link = True
        asset_options.collapse_fixed_joints = True
        asset_options.disable_gravity = True
        asset_options.thickness = 0.001
        asset_options.angular_damping = 0.01
        asset_options.use_physx_armature = True
        asset_options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        hand_asset = self.gym.load_asset(self.sim, asset_root, "mjcf/hand.xml", asset_options)
        self.num_hand_bodies = self.gym.get_asset_rigid_body_count(hand_asset)
        self.num_hand_shapes = self.gym.get_asset_rigid_shape_count(hand_asset)
        self.num_hand_dofs = self.gym.get_asset_dof_count(hand_asset)
        self.num_hand_actuators = self.gym.get_asset_actuator_count(hand_asset)
        self.num_hand_tendons = self.gym.get_asset_tendon_count(hand_asset)
        relevant_tendons = ["T_FFJ1c", "T_MFJ1c", "T_RFJ1c"]
        tendon_props = self.gym.get_asset_tendon_properties(hand_asset)
        for i in range(self.num_hand_tendons):
            for rt in relevant_tendons:
                if self.gym.get_asset_tendon_name(hand_asset, i) == rt:
                    tendon_props[i].limit_stiffness = 30
                    tendon_props[i].damping = 0.1
        self.gym.set_asset_tendon_properties(hand_asset, tendon_props)
        names = [self.gym.get_asset_actuator_joint_name(hand_asset, i) for i in range(self.num_hand_actuators)]
        self.actuated_dof_indices = to_torch(
            [self.gym.find_asset_dof_index(hand_asset, name) for name in names], dtype=torch.long, device=self.device
        )
        dof_props = self.gym.get_asset_dof_properties(hand_asset)
        lower, upper = [], []
        for i in range(self.num_hand_dofs):
            lower.append(dof_props["lower"][i])
            upper.append(dof_props["upper"][i])
        self.lower_limits = to_torch(lower, device=self.device)
        self.upper_limits = to_torch(upper, device=self.device)
        self.fingertips = ["FFdistal", "MFdistal", "RFdistal"]
        self.fingertip_handles = [self.gym.find_asset_rigid_body_index(hand_asset, name) for name in self.fingertips]
        sensor_pose = gymapi.Transform()
        for handle in self.fingertip_handles:
            self.gym.create_asset_force_sensor(hand_asset, handle, sensor_pose)

        object_assets, goal_assets = [], []
        for name in self.objects:
            object_asset_options = gymapi.AssetOptions()
            object_asset_options.vhacd_enabled = name == "angle"
            object_asset_options.vhacd_params = gymapi.VhacdParams()
            object_asset_options.vhacd_params.resolution = 50000
            object_asset_options.mesh_normal_mode = gymapi.COMPUTE_PER_VERTEX
            object_assets.append(
                self.gym.load_asset(self.sim, asset_root, f"urdf/objects/{name}.urdf", object_asset_options)
            )
            object_asset_options.disable_gravity = True
            goal_assets.append(
                self.gym.load_asset(self.sim, asset_root, f"urdf/objects/{name}.urdf", object_asset_options)
            )
        hand_start_pose = gymapi.Transform()
        hand_start_pose.p = gymapi.Vec3(0, 0, 0.5)
        hand_start_pose.r = gymapi.Quat().from_euler_zyx(-1.57, 0, 0)
        object_start_pose = gymapi.Transform()
        object_start_pose.p = gymapi.Vec3()
        object_start_pose.p.x = hand_start_pose.p.x
        object_start_pose.p.y = hand_start_pose.p.y + 0.05
        object_start_pose.p.z = hand_start_pose.p.z + 0.06
        self.goal_displacement = gymapi.Vec3(-0.2, -0.06, 0.12)
        goal_start_pose = gymapi.Transform()
        goal_start_pose.p = object_start_pose.p + self.goal_displacement
        max_agg_bodies, max_agg_shapes = self.num_hand_bodies + 2, self.num_hand_shapes + 100
        self.hand_indices, self.object_indices, self.goal_object_indices, self.hand_start_states = [], [], [], []
        lower, upper = gymapi.Vec3(-spacing, -spacing, 0.0), gymapi.Vec3(spacing, spacing, spacing)
        for i in range(num_envs):
            env_ptr = self.gym.create_env(self.sim, lower, upper, num_per_row)
            self.gym.begin_aggregate(env_ptr, max_agg_bodies, max_agg_shapes, True)
            hand_actor = self.gym.create_actor(env_ptr, hand_asset, hand_start_pose, "hand", i, -1, 0)
            state = [getattr(hand_start_pose.p, a) for a in "xyz"] + [getattr(hand_start_pose.r, a) for a in "xyzw"]
            self.hand_start_states.append(state + [0] * 6)
            self.gym.set_actor_dof_properties(env_ptr, hand_actor, dof_props)
            self.hand_indices.append(self.gym.get_actor_index(env_ptr, hand_actor, gymapi.DOMAIN_SIM))
            index = i % len(object_assets)
            object_handle = self.gym.create_actor(
                env_ptr, object_assets[index], object_start_pose, "object", i, 0, segmentationId=1
            )
            self.object_indices.append(self.gym.get_actor_index(env_ptr, object_handle, gymapi.DOMAIN_SIM))
            goal_handle = self.gym.create_actor(
                env_ptr, goal_assets[index], goal_start_pose, "goal_object", i + self.num_envs, 0, 0
            )
            self.goal_object_indices.append(self.gym.get_actor_index(env_ptr, goal_handle, gymapi.DOMAIN_SIM))
            self.gym.set_rigid_body_color(env_ptr, object_handle, 0, gymapi.MESH_VISUAL, gymapi.Vec3(0.6, 0.72, 0.98))
            self.gym.end_aggregate(env_ptr)
            self.envs.append(env_ptr)
        self.object_rb_handles = list(range(self.num_hand_bodies, self.num_hand_bodies + 1))
        masses = self.gym.get_actor_rigid_body_properties(env_ptr, object_handle)
        self.object_rb_masses = to_torch([prop.mass for prop in masses], device=self.device)
        self.hand_indices = to_torch(self.hand_indices, dtype=torch.long, device=self.device)
        self.object_indices = to_torch(self.object_indices, dtype=torch.long, device=self.device)
        self.goal_object_indices = to_torch(self.goal_object_indices, dtype=torch.long, device=self.device)

    def acquire(self) -> None:
        sensors = self.gym.acquire_force_sensor_tensor(self.sim)
        self.vec_sensor_tensor = gymtorch.wrap_tensor(sensors).view(self.num_envs, len(self.fingertips) * 6)
        dof_forces = self.gym.acquire_dof_force_tensor(self.sim)
        self.dof_force_tensor = gymtorch.wrap_tensor(dof_forces).view(self.num_envs, self.num_hand_dofs)
        bodies = self.gym.acquire_rigid_body_state_tensor(self.sim)
        super().acquire()
        self.hand_dof_state = self.dof_states.view(self.num_envs, -1, 2)[:, : self.num_hand_dofs]
        self.hand_dof_pos = self.hand_dof_state[..., 0]
        self.rigid_body_states = gymtorch.wrap_tensor(bodies).view(self.num_envs, -1, 13)
        self.num_bodies = self.rigid_body_states.shape[1]
        self.num_dofs = self.gym.get_sim_dof_count(self.sim) // self.num_envs
        self.prev_targets = torch.zeros((self.num_envs, self.num_dofs), dtype=torch.float, device=self.device)
        self.cur_targets = torch.zeros((self.num_envs, self.num_dofs), dtype=torch.float, device=self.device)
        total = self.num_envs * 3
        self.global_indices = torch.arange(total, dtype=torch.int32, device=self.device).view(self.num_envs, -1)
        self.rb_forces = torch.zeros((self.num_envs, self.num_bodies, 3), dtype=torch.float, device=self.device)

    def refresh(self) -> None:
        super().refresh()
        self.gym.refresh_rigid_body_state_tensor(self.sim)
        self.gym.refresh_force_sensor_tensor(self.sim)
        self.gym.refresh_dof_force_tensor(self.sim)

    def reset_target_pose(self, env_ids: torch.Tensor, apply_reset: bool = False) -> None:
        rand_floats = torch_rand_float(-1.0, 1.0, (len(env_ids), 4), device=self.device)
        x, y = torch.tensor([1.0, 0, 0]).repeat(len(env_ids), 1), torch.tensor([0, 1.0, 0]).repeat(len(env_ids), 1)
        new_rot = quat_mul(
            quat_from_angle_axis(rand_floats[:, 0] * np.pi, x), quat_from_angle_axis(rand_floats[:, 1] * np.pi, y)
        )
        self.root_states[self.goal_object_indices[env_ids], 3:7] = new_rot
        self.root_states[self.goal_object_indices[env_ids], 7:13] = torch.zeros_like(
            self.root_states[self.goal_object_indices[env_ids], 7:13]
        )
        if apply_reset:
            goal_object_indices = self.goal_object_indices[env_ids].to(torch.int32)
            self.gym.set_actor_root_state_tensor_indexed(
                self.sim,
                gymtorch.unwrap_tensor(self.root_states),
                gymtorch.unwrap_tensor(goal_object_indices),
                len(env_ids),
            )

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        self.reset_target_pose(env_ids)
        self.root_states[self.object_indices[env_ids]] = self.initial_root_states[self.object_indices[env_ids]].clone()
        object_indices = torch.unique(
            torch.cat([self.object_indices[env_ids], self.goal_object_indices[env_ids]]).to(torch.int32)
        )
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.root_states),
            gymtorch.unwrap_tensor(object_indices),
            len(object_indices),
        )
        position = torch_rand_float(0.0, 0.05, (len(env_ids), self.num_hand_dofs), device=self.device)
        self.hand_dof_state[env_ids, :, 0] = position
        self.hand_dof_state[env_ids, :, 1] = 0.0
        self.prev_targets[env_ids, : self.num_hand_dofs] = position
        self.cur_targets[env_ids, : self.num_hand_dofs] = position
        hand_indices = self.hand_indices[env_ids].to(torch.int32)
        self.gym.set_dof_position_target_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.prev_targets), gymtorch.unwrap_tensor(hand_indices), len(env_ids)
        )
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(hand_indices), len(env_ids)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        indices = self.actuated_dof_indices
        self.cur_targets[:, indices] = scale(actions, self.lower_limits[indices], self.upper_limits[indices])
        self.cur_targets[:, indices] = 0.3 * self.cur_targets[:, indices] + 0.7 * self.prev_targets[:, indices]
        self.cur_targets[:, indices] = tensor_clamp(
            self.cur_targets[:, indices], self.lower_limits[indices], self.upper_limits[indices]
        )
        self.prev_targets[:, indices] = self.cur_targets[:, indices]
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.cur_targets))
        self.rb_forces *= 0.9
        obj = torch.rand(self.num_envs) < 0.1
        self.rb_forces[obj.nonzero(), self.object_rb_handles, :] = (
            torch.randn(self.rb_forces[obj.nonzero(), self.object_rb_handles, :].shape) * self.object_rb_masses * 0.5
        )
        self.gym.apply_rigid_body_force_tensors(
            self.sim, gymtorch.unwrap_tensor(self.rb_forces), None, gymapi.LOCAL_SPACE
        )
        unscale(self.hand_dof_pos, self.lower_limits, self.upper_limits)


class ManyObjects(HandTask):
    objects = ("block", "egg", "angle")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "num_envs"), [(HandTask, 4), (ManyObjects, 6)])
def test_hand_turns_objects(kind: type[HandTask], num_envs: int, files: Path, num_steps: int) -> None:
    random.seed(0)
    np.random.seed(0)
    HandTask.root = files
    task = kind(num_envs)
    assert (task.num_hand_dofs, task.num_hand_actuators, task.num_hand_tendons) == (9, 6, 3)
    assert task.object_indices.tolist() == [3 * i + 1 for i in range(num_envs)]
    goals = task.root_states[task.goal_object_indices, :3].clone()
    task.run(num_steps, 6)
    assert torch.isfinite(task.vec_sensor_tensor).all()
    assert torch.isfinite(task.dof_force_tensor).all()
    # a goal without gravity stays where it is
    torch.testing.assert_close(task.root_states[task.goal_object_indices, :3], goals, atol=1e-4, rtol=0.0)
    # tendons: 0.00705 q0 - 0.00805 q1 in [-0.001, 0.001], so that q0 is within 0.15 rad of 1.14 q1
    slack = 0.001 / 0.00705
    deviation = task.hand_dof_pos[:, 2::3] - 0.00805 / 0.00705 * task.hand_dof_pos[:, 1::3]
    assert deviation.abs().mean() < slack + 0.05  # limits are as soft as contacts, and some are pressed on
    assert deviation.abs().max() < 0.4
    assert task.hand_dof_pos[:, 1::3].max() > 0.2  # they do bend


class TwoHands(HandTask):
    """Two hands that pass an object, with links that differ in colour and shapes that differ in friction."""

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        asset_root = str(self.root)
        options = gymapi.AssetOptions()
        options.fix_base_link = True
        options.collapse_fixed_joints = True
        options.disable_gravity = True
        options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        hand_asset = self.gym.load_asset(self.sim, asset_root, "mjcf/hand.xml", options)
        another_hand_asset = self.gym.load_asset(self.sim, asset_root, "mjcf/hand.xml", options)
        object_options = gymapi.AssetOptions()
        object_options.density = 500
        object_options.override_com = True
        object_options.override_inertia = True
        object_options.convex_decomposition_from_submeshes = True
        object_options.vhacd_enabled = True
        object_options.vhacd_params = gymapi.VhacdParams()
        object_options.vhacd_params.resolution = 100000
        object_options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        object_asset = self.gym.load_asset(self.sim, asset_root, "urdf/objects/angle.urdf", object_options)
        table_options = gymapi.AssetOptions()
        table_options.fix_base_link = True
        table_options.flip_visual_attachments = True
        table_options.collapse_fixed_joints = True
        table_options.thickness = 0.001
        table_asset = self.gym.create_box(self.sim, *[0.3, 0.6, 0.3], table_options)
        self.num_hand_dofs = self.gym.get_asset_dof_count(hand_asset)
        self.hands, self.objects_, self.tables = [], [], []
        right, left, obj, table = (gymapi.Transform() for _ in range(4))
        right.p, right.r = gymapi.Vec3(0.0, 0.2, 0.6), gymapi.Quat().from_euler_zyx(1.57, 0, 0)
        left.p, left.r = gymapi.Vec3(0.0, -0.2, 0.6), gymapi.Quat().from_euler_zyx(-1.57, 0, 0)
        obj.p = gymapi.Vec3(0.0, 0.0, 0.4)
        table.p = gymapi.Vec3(0.0, 0.0, 0.5 * 0.3)
        for i in range(num_envs):
            env = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            self.gym.begin_aggregate(env, 100, 100, True)
            first = self.gym.create_actor(env, hand_asset, right, "hand", i, 0, 0)
            second = self.gym.create_actor(env, another_hand_asset, left, "another_hand", i, 0, 0)
            for hand in (first, second):
                props = self.gym.get_actor_dof_properties(env, hand)
                props["driveMode"].fill(gymapi.DOF_MODE_POS)
                props["stiffness"].fill(3.0)
                props["damping"].fill(0.1)
                props["effort"].fill(0.5)
                self.gym.set_actor_dof_properties(env, hand, props)
            for hand in (first, second):
                for n in self.gym.get_actor_rigid_body_dict(env, hand).values():
                    color = gymapi.Vec3(147 / 255, 215 / 255, 160 / 255)
                    self.gym.set_rigid_body_color(env, hand, n, gymapi.MESH_VISUAL, color)
            handle = self.gym.create_actor(env, object_asset, obj, "object", i, 0, 0)
            table_handle = self.gym.create_actor(env, table_asset, table, "table", i, -1, 0)
            shapes = self.gym.get_actor_rigid_shape_properties(env, table_handle)
            shapes[0].friction = 1
            self.gym.set_actor_rigid_shape_properties(env, table_handle, shapes)
            shapes = self.gym.get_actor_rigid_shape_properties(env, handle)
            for shape in shapes:
                shape.friction = 0.8
            self.gym.set_actor_rigid_shape_properties(env, handle, shapes)
            self.gym.end_aggregate(env)
            self.envs.append(env)
            self.hands.append([self.gym.get_actor_index(env, hand, gymapi.DOMAIN_SIM) for hand in (first, second)])
            self.objects_.append(self.gym.find_actor_index(env, "object", gymapi.DOMAIN_SIM))
        self.hand_indices = to_torch(self.hands, dtype=torch.int32, device=self.device)
        self.object_indices = to_torch(self.objects_, dtype=torch.int32, device=self.device)

    def acquire(self) -> None:
        VecTask.acquire(self)
        states = self.dof_states.view(self.num_envs, -1, 2)
        self.right, self.left = states[:, : self.num_hand_dofs], states[:, self.num_hand_dofs : 2 * self.num_hand_dofs]
        self.targets = torch.zeros((self.num_envs, 2 * self.num_hand_dofs), device=self.device)
        self.contacts = gymtorch.wrap_tensor(self.gym.acquire_net_contact_force_tensor(self.sim))

    def refresh(self) -> None:
        VecTask.refresh(self)
        self.gym.refresh_net_contact_force_tensor(self.sim)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        self.right[env_ids], self.left[env_ids] = 0.0, 0.0
        self.root_states[self.object_indices[env_ids].long()] = self.initial_root_states[
            self.object_indices[env_ids].long()
        ]
        all_hand_indices = torch.unique(self.hand_indices[env_ids].to(torch.int32))
        self.gym.set_dof_position_target_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.targets),
            gymtorch.unwrap_tensor(all_hand_indices),
            len(all_hand_indices),
        )
        all_indices = torch.unique(torch.cat([all_hand_indices, self.object_indices[env_ids]]).to(torch.int32))
        # DOFs of objects without any: Isaac Gym takes their indices too
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(all_indices), len(all_indices)
        )
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.root_states), gymtorch.unwrap_tensor(all_indices), len(all_indices)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        self.targets[:] = 0.8 * (actions + 1.0)
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))


@pytest.mark.slow
def test_two_hands_and_a_concave_object_on_a_table(files: Path, num_steps: int) -> None:
    HandTask.root = files
    TwoHands.randomization = {}
    TwoHands.max_episode_length = 10**6
    task = TwoHands(4)
    assert [task.gym.get_actor_name(task.envs[0], i) for i in range(4)] == ["hand", "another_hand", "object", "table"]
    task.run(num_steps, 18)
    object_height = task.root_states[task.object_indices.long(), 2]
    assert (object_height > 0.3).all()  # on the table, whose top is at 0.3 m
    assert (object_height < 0.36).all()
    assert quat_conjugate(task.root_states[:, 3:7]).shape == (16, 4)
