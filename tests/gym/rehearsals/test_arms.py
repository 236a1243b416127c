"""Arms that open drawers, stack cubes, insert pegs and plan motions, in the habit of manipulation suites.

Operational space control with Jacobians and mass matrices, actors of different kinds and sizes in one environment, body
and joint dictionaries, states of single actors, and a planner that runs on one environment with the classic interface.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
import trimesh

from isaacgym import gymapi, gymtorch, gymutil
from isaacgym.torch_utils import quat_conjugate, quat_mul, tensor_clamp, tf_combine, tf_inverse, tf_vector, to_torch

from .vec_task import VecTask

CABINET = """<robot name="cabinet">
  <link name="cabinet"><inertial><density value="200"/></inertial>
    <collision><origin xyz="0 0 0.35"/><geometry><box size="0.5 0.8 0.02"/></geometry></collision>
    <collision><origin xyz="0 0 0.02"/><geometry><box size="0.5 0.8 0.02"/></geometry></collision>
    <visual><origin xyz="0 0 0.2"/><geometry><box size="0.5 0.8 0.4"/></geometry></visual></link>
  <link name="drawer_top"><inertial><density value="100"/></inertial>
    <collision><geometry><box size="0.4 0.35 0.1"/></geometry></collision>
    <collision><origin xyz="0.25 0 0"/><geometry><box size="0.02 0.15 0.02"/></geometry></collision></link>
  <joint name="drawer_top_joint" type="prismatic"><parent link="cabinet"/><child link="drawer_top"/>
    <origin xyz="0.05 0 0.27"/><axis xyz="1 0 0"/><limit lower="0" upper="0.4" effort="1000" velocity="0.1"/></joint>
  <link name="door"><inertial><density value="100"/></inertial>
    <collision><origin xyz="0 0.2 0"/><geometry><box size="0.02 0.35 0.12"/></geometry></collision></link>
  <joint name="door_joint" type="revolute"><parent link="cabinet"/><child link="door"/>
    <origin xyz="0.28 0 0.12"/><axis xyz="0 0 1"/><limit lower="-1.57" upper="0" effort="1000" velocity="0.1"/></joint>
</robot>"""


class FrankaTask(VecTask):
    """What tasks with a Panda have in common."""

    robots: Path
    dt = 1 / 60
    spacing = 1.5
    default_dof_pos = (0.0, 0.1963, 0.0, -2.6180, 0.0, 2.9416, 0.7854, 0.035, 0.035)
    effort_drive = False

    def load_franka(self, flip: bool = True) -> gymapi.Asset:
        asset_options = gymapi.AssetOptions()
        asset_options.flip_visual_attachments = flip
        asset_options.fix_base_link = True
        asset_options.collapse_fixed_joints = False
        asset_options.disable_gravity = True
        asset_options.thickness = 0.001
        asset_options.default_dof_drive_mode = gymapi.DOF_MODE_POS
        asset_options.use_mesh_materials = True
        asset = self.gym.load_asset(self.sim, str(self.robots), "panda_description/urdf/panda.urdf", asset_options)
        self.num_franka_bodies = self.gym.get_asset_rigid_body_count(asset)
        self.num_franka_dofs = self.gym.get_asset_dof_count(asset)
        return asset

    def franka_properties(self, asset: gymapi.Asset) -> np.ndarray:
        stiffness = to_torch([0] * 7 + [5000.0] * 2 if self.effort_drive else [400.0] * 7 + [1e6] * 2)
        damping = to_torch([0] * 7 + [1.0e2] * 2 if self.effort_drive else [80.0] * 7 + [1.0e2] * 2)
        props = self.gym.get_asset_dof_properties(asset)
        lower, upper, efforts = [], [], []
        for i in range(self.num_franka_dofs):
            props["driveMode"][i] = gymapi.DOF_MODE_POS if i > 6 or not self.effort_drive else gymapi.DOF_MODE_EFFORT
            props["stiffness"][i] = stiffness[i]
            props["damping"][i] = damping[i]
            lower.append(props["lower"][i])
            upper.append(props["upper"][i])
            efforts.append(props["effort"][i])
        self.lower, self.upper, self.effort_limits = (to_torch(v, device=self.device) for v in (lower, upper, efforts))
        props["effort"][7] = 200
        props["effort"][8] = 200
        return props


class Cabinet(FrankaTask):
    """Position targets that actions move; frames of grasp and handle; props that are reset by index."""

    file: Path
    num_props = 3

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        franka_asset = self.load_franka()
        options = gymapi.AssetOptions()
        options.flip_visual_attachments = False
        options.collapse_fixed_joints = True
        options.disable_gravity = False
        options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        options.armature = 0.005
        options.fix_base_link = True
        cabinet_asset = self.gym.load_asset(self.sim, str(self.file.parent), self.file.name, options)
        self.num_cabinet_dofs = self.gym.get_asset_dof_count(cabinet_asset)
        franka_dof_props = self.franka_properties(franka_asset)
        cabinet_dof_props = self.gym.get_asset_dof_properties(cabinet_asset)
        for i in range(self.num_cabinet_dofs):
            cabinet_dof_props["damping"][i] = 10.0
        box_opts = gymapi.AssetOptions()
        box_opts.density = 400
        prop_asset = self.gym.create_box(self.sim, 0.08, 0.08, 0.08, box_opts)
        franka_start_pose, cabinet_start_pose = gymapi.Transform(), gymapi.Transform()
        franka_start_pose.p = gymapi.Vec3(1.0, 0.0, 0.0)
        franka_start_pose.r = gymapi.Quat(0.0, 0.0, 1.0, 0.0)
        cabinet_start_pose.p = gymapi.Vec3(*get_axis_params_of_height(0.0))
        counts = [self.gym.get_asset_rigid_body_count(a) for a in (franka_asset, cabinet_asset)]
        shapes = [self.gym.get_asset_rigid_shape_count(a) for a in (franka_asset, cabinet_asset)]
        self.prop_start = []
        for i in range(num_envs):
            env_ptr = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            self.gym.begin_aggregate(env_ptr, sum(counts) + 3, sum(shapes) + 3, True)
            franka = self.gym.create_actor(env_ptr, franka_asset, franka_start_pose, "franka", i, 1, 0)
            self.gym.set_actor_dof_properties(env_ptr, franka, franka_dof_props)
            cabinet = self.gym.create_actor(env_ptr, cabinet_asset, cabinet_start_pose, "cabinet", i, 2, 0)
            self.gym.set_actor_dof_properties(env_ptr, cabinet, cabinet_dof_props)
            self.prop_start.append(self.gym.get_sim_actor_count(self.sim))
            for j in range(self.num_props):
                pose = gymapi.Transform()
                pose.p = gymapi.Vec3(0.0, -0.15 + 0.15 * j, 0.42)
                pose.r = gymapi.Quat(0, 0, 0, 1)
                self.gym.create_actor(env_ptr, prop_asset, pose, f"prop{j}", i, 0, 0)
            self.gym.end_aggregate(env_ptr)
            self.envs.append(env_ptr)
        self.hand_handle = self.gym.find_actor_rigid_body_handle(env_ptr, franka, "panda_link7")
        self.drawer_handle = self.gym.find_actor_rigid_body_handle(env_ptr, cabinet, "drawer_top")
        self.lfinger_handle = self.gym.find_actor_rigid_body_handle(env_ptr, franka, "panda_leftfinger")
        self.rfinger_handle = self.gym.find_actor_rigid_body_handle(env_ptr, franka, "panda_rightfinger")
        # poses of bodies before the simulation is prepared
        hand = self.gym.find_actor_rigid_body_handle(self.envs[0], franka, "panda_link7")
        hand_pose = self.gym.get_rigid_transform(self.envs[0], hand)
        lfinger_pose = self.gym.get_rigid_transform(self.envs[0], self.lfinger_handle)
        rfinger_pose = self.gym.get_rigid_transform(self.envs[0], self.rfinger_handle)
        finger_pose = gymapi.Transform()
        finger_pose.p = (lfinger_pose.p + rfinger_pose.p) * 0.5
        finger_pose.r = lfinger_pose.r
        self.grasp_pose = hand_pose.inverse() * finger_pose

    def acquire(self) -> None:
        super().acquire()
        body_states = self.gym.acquire_rigid_body_state_tensor(self.sim)
        self.rigid_body_states = gymtorch.wrap_tensor(body_states).view(self.num_envs, -1, 13)
        self.num_bodies = self.rigid_body_states.shape[1]
        self.franka_dof_state = self.dof_states.view(self.num_envs, -1, 2)[:, : self.num_franka_dofs]
        self.cabinet_dof_state = self.dof_states.view(self.num_envs, -1, 2)[:, self.num_franka_dofs :]
        self.num_dofs = self.gym.get_sim_dof_count(self.sim) // self.num_envs
        self.targets = torch.zeros((self.num_envs, self.num_dofs), dtype=torch.float, device=self.device)
        self.global_indices = torch.arange(
            self.num_envs * (2 + self.num_props), dtype=torch.int32, device=self.device
        ).view(self.num_envs, -1)
        self.prop_states = self.root_states.view(self.num_envs, -1, 13)[:, 2:]
        self.default_props = self.prop_states.clone()

    def refresh(self) -> None:
        super().refresh()
        self.gym.refresh_rigid_body_state_tensor(self.sim)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        pos = tensor_clamp(
            to_torch(self.default_dof_pos).unsqueeze(0)
            + 0.25 * (torch.rand((len(env_ids), self.num_franka_dofs), device=self.device) - 0.5),
            self.lower,
            self.upper,
        )
        self.franka_dof_state[env_ids, :, 0] = pos
        self.franka_dof_state[env_ids, :, 1] = 0.0
        self.targets[env_ids, : self.num_franka_dofs] = pos
        self.cabinet_dof_state[env_ids, :] = torch.zeros_like(self.cabinet_dof_state[env_ids])
        prop_indices = self.global_indices[env_ids, 2:].flatten()
        self.prop_states[env_ids] = self.default_props[env_ids]
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.root_states),
            gymtorch.unwrap_tensor(prop_indices),
            len(prop_indices),
        )
        multi_env_ids_int32 = self.global_indices[env_ids, :2].flatten()
        self.gym.set_dof_position_target_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.targets),
            gymtorch.unwrap_tensor(multi_env_ids_int32),
            len(multi_env_ids_int32),
        )
        self.gym.set_dof_state_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.dof_states),
            gymtorch.unwrap_tensor(multi_env_ids_int32),
            len(multi_env_ids_int32),
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        targets = self.targets[:, : self.num_franka_dofs] + self.dt * actions * 7.5
        self.targets[:, : self.num_franka_dofs] = tensor_clamp(targets, self.lower, self.upper)
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))


def get_axis_params_of_height(height: float) -> list[float]:
    from isaacgym.torch_utils import get_axis_params

    return get_axis_params(height, 2)


@pytest.mark.slow
def test_cabinet(robots_path: Path, write: Callable[[str, str], Path], num_steps: int) -> None:
    FrankaTask.robots, Cabinet.file = robots_path, write("cabinet.urdf", CABINET)
    task = Cabinet(4)
    assert task.gym.get_actor_joint_dict(task.envs[0], 1) == {"door_joint": 0, "drawer_top_joint": 1}
    assert task.gym.get_actor_dof_dict(task.envs[0], 0)["panda_finger_joint2"] == 8
    assert task.prop_start == [2, 7, 12, 17]
    task.run(num_steps, 9)
    assert (task.cabinet_dof_state[..., 0] > -1.7).all()
    assert (task.cabinet_dof_state[..., 0] < 0.5).all()
    hand, grasp = task.rigid_body_states[:, task.hand_handle], task.grasp_pose
    local = torch.tensor([[grasp.p.x, grasp.p.y, grasp.p.z]]).repeat(4, 1)
    rotation = torch.tensor([[grasp.r.x, grasp.r.y, grasp.r.z, grasp.r.w]]).repeat(4, 1)
    _, position = tf_combine(hand[:, 3:7], hand[:, :3], rotation, local)
    fingers = task.rigid_body_states[:, [task.lfinger_handle, task.rfinger_handle], :3].mean(dim=1)
    assert (position - fingers).norm(dim=1).max() < 0.06  # they open and close by 4 cm
    inverse, _ = tf_inverse(hand[:, 3:7], hand[:, :3])
    assert torch.allclose(tf_vector(inverse, tf_vector(hand[:, 3:7], local)), local, atol=1e-5)


class CubeStack(FrankaTask):
    """Operational space control with the Jacobian of the hand and the mass matrix."""

    effort_drive = True
    contact_collection = 1

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        franka_asset = self.load_franka()
        table_pos, table_thickness = [0.0, 0.0, 1.0], 0.05
        table_opts = gymapi.AssetOptions()
        table_opts.fix_base_link = True
        table_asset = self.gym.create_box(self.sim, *[1.2, 1.2, table_thickness], table_opts)
        stand_asset = self.gym.create_box(self.sim, *[0.2, 0.2, 0.1], table_opts)
        cube_opts = gymapi.AssetOptions()
        cubes = [self.gym.create_box(self.sim, *([size] * 3), cube_opts) for size in (0.05, 0.07)]
        dof_props = self.franka_properties(franka_asset)
        start, table, stand, cube_pose = (gymapi.Transform() for _ in range(4))
        start.p = gymapi.Vec3(-0.45, 0.0, 1.0 + table_thickness / 2 + 0.1)
        table.p = gymapi.Vec3(*table_pos)
        self._table_surface_pos = np.array(table_pos) + np.array([0, 0, table_thickness / 2])
        stand.p = gymapi.Vec3(*[-0.5, 0.0, 1.0 + table_thickness / 2 + 0.05])
        cube_pose.p = gymapi.Vec3(-1.0, 0.0, 0.0)
        for i in range(num_envs):
            env = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            rand_yaw = 0.1 * (-1.0 + np.random.rand() * 2.0)
            start.r = gymapi.Quat(*[0.0, 0.0, math.sin(rand_yaw / 2), math.cos(rand_yaw / 2)])
            franka = self.gym.create_actor(env, franka_asset, start, "franka", i, 0, 0)
            self.gym.set_actor_dof_properties(env, franka, dof_props)
            self.gym.create_actor(env, table_asset, table, "table", i, 1, 0)
            self.gym.create_actor(env, stand_asset, stand, "table_stand", i, 1, 0)
            self._cube_ids = [
                self.gym.create_actor(env, cube, cube_pose, f"cube{name}", i, 2 << j, 0)
                for j, (name, cube) in enumerate(zip("AB", cubes, strict=True))
            ]
            for cube in self._cube_ids:
                self.gym.set_rigid_body_color(env, cube, 0, gymapi.MESH_VISUAL, gymapi.Vec3(0.6, 0.1, 0.0))
            self.envs.append(env)
        self.hand = self.gym.find_actor_rigid_body_handle(env, franka, "panda_link8")

    def acquire(self) -> None:
        bodies = self.gym.acquire_rigid_body_state_tensor(self.sim)
        jacobian = self.gym.acquire_jacobian_tensor(self.sim, "franka")
        mass_matrix = self.gym.acquire_mass_matrix_tensor(self.sim, "franka")
        self._rigid_body_state = gymtorch.wrap_tensor(bodies).view(self.num_envs, -1, 13)
        jacobian = gymtorch.wrap_tensor(jacobian)
        hand_joint_index = self.gym.get_actor_joint_dict(self.envs[0], 0)["panda_joint8"]
        self._j_eef = jacobian[:, hand_joint_index, :, :7]
        mm = gymtorch.wrap_tensor(mass_matrix)
        self._mm = mm[:, :7, :7]
        super().acquire()
        self._root_state = self.root_states.view(self.num_envs, -1, 13)
        self._q = self.dof_states.view(self.num_envs, -1, 2)[..., 0]
        self._qd = self.dof_states.view(self.num_envs, -1, 2)[..., 1]
        self._effort_control = torch.zeros((self.num_envs, 9), dtype=torch.float, device=self.device)
        self._pos_control = torch.zeros((self.num_envs, 9), dtype=torch.float, device=self.device)
        self._arm_control, self._gripper_control = self._effort_control[:, :7], self._pos_control[:, 7:9]
        self._global_indices = torch.arange(self.num_envs * 5, dtype=torch.int32, device=self.device).view(
            self.num_envs, -1
        )
        self.kp = to_torch([150.0] * 6, device=self.device)
        self.kd = 2 * torch.sqrt(self.kp)

    def refresh(self) -> None:
        super().refresh()
        self.gym.refresh_rigid_body_state_tensor(self.sim)
        self.gym.refresh_jacobian_tensors(self.sim)
        self.gym.refresh_mass_matrix_tensors(self.sim)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        for cube, (x, size) in zip(self._cube_ids, ((0.0, 0.05), (0.2, 0.07)), strict=True):
            state = torch.zeros(len(env_ids), 13, device=self.device)
            state[:, 0] = x
            state[:, 1] = 0.1 * (torch.rand(len(env_ids)) - 0.5)
            state[:, 2] = self._table_surface_pos[2] + size / 2
            state[:, 6] = 1.0
            self._root_state[env_ids, cube, :] = state
        pos = to_torch(self.default_dof_pos).repeat(len(env_ids), 1)
        self._q[env_ids, :] = pos
        self._qd[env_ids, :] = torch.zeros_like(self._qd[env_ids])
        self._pos_control[env_ids, :] = pos
        self._effort_control[env_ids, :] = torch.zeros_like(pos)
        ids = self._global_indices[env_ids, 0].flatten()
        for setter, values in (
            (self.gym.set_dof_position_target_tensor_indexed, self._pos_control),
            (self.gym.set_dof_actuation_force_tensor_indexed, self._effort_control),
            (self.gym.set_dof_state_tensor_indexed, self.dof_states),
        ):
            setter(self.sim, gymtorch.unwrap_tensor(values), gymtorch.unwrap_tensor(ids), len(ids))
        cube_ids = self._global_indices[env_ids, -2:].flatten()
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.root_states), gymtorch.unwrap_tensor(cube_ids), len(cube_ids)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        dpose = actions[:, :6] * to_torch([[0.1] * 3 + [0.5] * 3])
        hand = self._rigid_body_state[:, self.hand]
        mm_inv = torch.inverse(self._mm)
        m_eef_inv = self._j_eef @ mm_inv @ torch.transpose(self._j_eef, 1, 2)
        m_eef = torch.inverse(m_eef_inv)
        wrench = m_eef @ (self.kp * dpose - self.kd * hand[:, 7:]).unsqueeze(-1)
        u = torch.transpose(self._j_eef, 1, 2) @ wrench
        self._arm_control[:, :] = tensor_clamp(u.squeeze(-1), -self.effort_limits[:7], self.effort_limits[:7])
        self._gripper_control[:, :] = torch.where(actions[:, 6:7] >= 0.0, self.upper[-2:], self.lower[-2:])
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self._pos_control))
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(self._effort_control))


@pytest.mark.slow
def test_cube_stack_with_operational_space_control(robots_path: Path, num_steps: int) -> None:
    FrankaTask.robots = robots_path
    np.random.seed(0)
    task = CubeStack(4)
    assert task._j_eef.shape == (4, 6, 7)
    assert task._mm.shape == (4, 7, 7)
    task.run(num_steps, 7)
    # J qd is the velocity of the hand, whose centre of mass is its origin
    velocity = (task._j_eef @ task._qd[:, :7].unsqueeze(-1)).squeeze(-1)
    torch.testing.assert_close(velocity, task._rigid_body_state[:, task.hand, 7:], atol=2e-3, rtol=1e-3)
    assert torch.linalg.eigvalsh(task._mm).min() > 0.0
    cubes = task._root_state[:, task._cube_ids, 2]
    assert (cubes > 0.0).all()
    assert (cubes < 1.6).all()


@pytest.mark.slow
def test_planner_with_the_classic_interface(robots_path: Path, num_steps: int) -> None:
    """One environment, states as records, targets of an actor, a goal that is dragged, no tensors at all."""
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    gymutil.parse_sim_config(
        {
            "dt": 0.02,
            "substeps": 2,
            "gravity": [0, 0, -9.8],
            "up_axis": "z",
            "use_gpu_pipeline": False,
            "physx": {"num_threads": 1, "solver_type": 1, "use_gpu": False},
        },
        params,
    )
    sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    plane = gymapi.PlaneParams()
    plane.normal, plane.distance = gymapi.Vec3(0, 0, 1), 0
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(-1, 0.0, -1), gymapi.Vec3(1.0, 1.0, 1.0), 1)
    options = gymapi.AssetOptions()
    options.armature = 0.001
    options.fix_base_link = True
    options.thickness = 0.002
    asset = gym.load_asset(sim, str(robots_path), "ur_description/urdf/ur5_robot.urdf", options)
    pose = gymapi.Transform(p=gymapi.Vec3(0, 0, 0.1), r=gymapi.Quat(0, 0, 0.7071068, 0.7071068))
    robot = gym.create_actor(env, asset, pose, "robot", 2, 2, segmentationId=1)
    ball_options = gymapi.AssetOptions()
    ball_options.disable_gravity = True
    ball = gym.create_sphere(sim, 0.05, ball_options)
    goal = gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.5, 0, 0.5)), "goal", 2, 2)
    props = gym.get_actor_dof_properties(env, robot)
    props["driveMode"].fill(gymapi.DOF_MODE_POS)
    props["stiffness"].fill(400.0)
    props["damping"].fill(40.0)
    gym.set_actor_dof_properties(env, robot, props)
    names = gym.get_actor_dof_names(env, robot)
    start = np.zeros(len(names), dtype=gymapi.DofState.dtype)
    start["pos"] = [0.0, -1.2, 1.2, -1.0, -1.5, 0.0]
    gym.set_actor_dof_states(env, robot, start, gymapi.STATE_ALL)
    gym.set_actor_dof_position_targets(env, robot, start["pos"])
    hand = gym.find_actor_rigid_body_handle(env, robot, "ee_link")
    viewer = gym.create_viewer(sim, gymapi.CameraProperties())
    gym.viewer_camera_look_at(viewer, env, gymapi.Vec3(1.5, 2, 2), gymapi.Vec3(0, 0, 0))
    axes = gymutil.AxesGeometry(0.1)
    rng = np.random.default_rng(0)
    target = start["pos"].copy()
    for step in range(num_steps):
        if step % 10 == 0:
            target = np.float32(start["pos"] + rng.uniform(-0.2, 0.2, len(names)))
            gym.set_actor_dof_position_targets(env, robot, target)
            goal_body = gym.get_actor_rigid_body_handle(env, goal, 0)
            gym.set_rigid_transform(env, goal_body, gymapi.Transform(gymapi.Vec3(0.5, 0.1 * np.sin(step), 0.5)))
        gym.simulate(sim)
        gym.fetch_results(sim, True)
        state = copy.deepcopy(gym.get_actor_dof_states(env, robot, gymapi.STATE_ALL))
        hand_pose = gym.get_rigid_transform(env, hand)
        gym.clear_lines(viewer)
        gymutil.draw_lines(axes, gym, viewer, env, hand_pose)
        gym.step_graphics(sim)
        gym.draw_viewer(viewer, sim, False)
        if step < 3:
            gym.sync_frame_time(sim)
    assert np.isfinite(state["pos"]).all()
    assert np.abs(state["pos"] - target).max() < 0.25
    in_base = pose.inverse() * hand_pose
    assert in_base.p.length() < 1.2
    quat = torch.tensor([[hand_pose.r.x, hand_pose.r.y, hand_pose.r.z, hand_pose.r.w]])
    assert quat_mul(quat, quat_conjugate(quat))[0, 3].item() == pytest.approx(1.0, abs=1e-5)
    goal_pose = gym.get_rigid_transform(env, gym.get_actor_rigid_body_handle(env, goal, 0))
    assert goal_pose.p.z == pytest.approx(0.5, abs=0.05)
    gym.destroy_viewer(viewer)
    gym.destroy_sim(sim)


NUT_OR_BOLT = """<robot name="{name}"><link name="{name}">
  <visual><geometry><mesh filename="{name}.obj"/></geometry></visual>
  <collision><geometry><mesh filename="{name}.obj"/></geometry><sdf resolution="256"/></collision></link></robot>"""


def test_nut_falls_over_its_bolt(write: Callable[[str, str], Path]) -> None:
    """Parts of assembly tasks: no masses but a density, and a hole that a convex hull would close."""
    pytest.importorskip("coacd", reason="pip install 'pippin[convex]'")
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.dt, params.substeps, params.up_axis = 1 / 120, 2, gymapi.UP_AXIS_Z
    params.gravity = gymapi.Vec3(0.0, 0.0, -9.81)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    trimesh.creation.annulus(0.01, 0.016, 0.013).export(
        write("nut.urdf", NUT_OR_BOLT.format(name="nut")).parent / "nut.obj"
    )
    folder = write("bolt.urdf", NUT_OR_BOLT.format(name="bolt")).parent
    trimesh.creation.cylinder(0.0075, 0.03).export(folder / "bolt.obj")
    options = gymapi.AssetOptions()
    options.density, options.thickness, options.flip_visual_attachments = 7850.0, 0.0, False
    options.mesh_normal_mode = gymapi.COMPUTE_PER_FACE
    nut = gym.load_asset(sim, str(folder), "nut.urdf", options)
    options.fix_base_link = True
    bolt = gym.load_asset(sim, str(folder), "bolt.urdf", options)
    table = gym.create_box(sim, 0.3, 0.3, 0.02, options)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, table, gymapi.Transform(gymapi.Vec3(0.0, 0.0, -0.01)), "table", 0, 0)
    gym.create_actor(env, bolt, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.015)), "bolt", 0, 0)
    gym.create_actor(env, nut, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.04)), "nut", 0, 0)
    gym.prepare_sim(sim)
    roots = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
    for _ in range(120):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    assert roots[2, :2].norm() < 0.004  # still around the bolt, with a play of 2.5 mm
    assert roots[2, 2].item() == pytest.approx(0.0065, abs=0.002)  # down on the table
    gym.destroy_sim(sim)
