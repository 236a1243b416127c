"""Multirotors among obstacles, in the habit of aerial suites.

Every environment has its own choice of obstacles from URDF files, thrust is applied in the frames of bodies, obstacles
are moved by the root tensor, collisions are read from net contact forces, and some have a camera.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import quat_from_euler_xyz, quat_rotate, quat_rotate_inverse, torch_rand_float

QUAD = """<robot name="quad">
  <link name="base_link"><inertial><mass value="0.2"/>
    <inertia ixx="0.002" iyy="0.002" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.05"/></geometry></visual>
    <collision><geometry><box size="0.2 0.2 0.05"/></geometry></collision></link>
  {motors}
</robot>"""

MOTOR = """<link name="motor_{i}"><inertial><mass value="0.0125"/>
    <inertia ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><cylinder radius="0.05" length="0.01"/></geometry></collision></link>
  <joint name="base_link_to_motor_{i}" type="fixed"><parent link="base_link"/><child link="motor_{i}"/>
    <origin xyz="{x} {y} 0.02"/></joint>"""

OBSTACLE = """<robot name="{name}"><link name="base_link">
    <visual><origin xyz="0 0 0"/>{shape}</visual><collision><origin xyz="0 0 0"/>{shape}</collision>
    <inertial><mass value="1.0"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  {more}</robot>"""

TREE = """<link name="branch_{i}">
    <collision><geometry><cylinder radius="0.02" length="{length}"/></geometry></collision></link>
  <joint name="branch_{i}" type="fixed"><parent link="{parent}"/><child link="branch_{i}"/>
    <origin xyz="0 0 {z}" rpy="{roll} {pitch} 0"/></joint>"""


@pytest.fixture
def assets(write: Callable[[str, str], Path]) -> Path:
    """Folder with a quadrotor, panels, trees and things."""
    motors = "".join(
        MOTOR.format(i=i, x=x, y=y)
        for i, (x, y) in enumerate([(0.13, 0.13), (0.13, -0.13), (-0.13, 0.13), (-0.13, -0.13)])
    )
    folder = write("quad.urdf", QUAD.format(motors=motors)).parent
    rng = np.random.default_rng(0)
    for i in range(4):
        box = f'<geometry><box size="0.05 {rng.uniform(0.3, 1.0):.3f} {rng.uniform(0.3, 1.0):.3f}"/></geometry>'
        write(f"panels/panel_{i}.urdf", OBSTACLE.format(name="panel", shape=box, more=""))
        ball = f'<geometry><sphere radius="{rng.uniform(0.1, 0.3):.3f}"/></geometry>'
        write(f"things/ball_{i}.urdf", OBSTACLE.format(name="ball", shape=ball, more=""))
        branches = [
            TREE.format(i=j, parent="base_link" if j < 2 else f"branch_{j - 2}", z=rng.uniform(0.2, 0.8),
                        length=0.5, roll=rng.uniform(-1, 1), pitch=rng.uniform(-1, 1))
            for j in range(5)
        ]  # fmt: skip
        trunk = '<geometry><cylinder radius="0.04" length="1.5"/></geometry>'
        write(f"trees/tree_{i}.urdf", OBSTACLE.format(name="tree", shape=trunk, more="".join(branches)))
    return folder


class AssetManager:
    """Picks files for an environment at random."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pick(self, kind: str, count: int) -> list[dict]:
        files = sorted(path.name for path in (self.folder / kind).iterdir() if path.suffix == ".urdf")
        options = gymapi.AssetOptions()
        options.collapse_fixed_joints = True
        options.fix_base_link = True
        options.disable_gravity = False
        options.replace_cylinder_with_capsule = True
        options.flip_visual_attachments = True
        options.density = 0.000001
        options.angular_damping = options.linear_damping = 0.0001
        options.max_angular_velocity = options.max_linear_velocity = 100.0
        options.armature = 0.001
        return [
            {"asset_folder_path": str(self.folder / kind), "filename": random.choice(files), "asset_options": options}
            for _ in range(count)
        ]


class AerialRobotWithObstacles:
    """Many obstacles in each environment, each with a semantic id."""

    obstacles = (("panels", 2), ("things", 4), ("trees", 2))

    def __init__(self, folder: Path, num_envs: int, camera: bool = False) -> None:
        self.num_envs, self.device, self.folder = num_envs, "cpu", folder
        self.gym = gymapi.acquire_gym()
        params = gymapi.SimParams()
        params.dt, params.substeps, params.up_axis = 0.01, 1, gymapi.UP_AXIS_Z
        params.gravity = gymapi.Vec3(0.0, 0.0, -9.81)
        params.physx.use_gpu, params.use_gpu_pipeline = False, False
        self.sim = self.gym.create_sim(0, 0 if camera else -1, gymapi.SIM_PHYSX, params)
        self.create_envs(camera)
        self.gym.prepare_sim(self.sim)
        self.root_tensor = self.gym.acquire_actor_root_state_tensor(self.sim)
        self.contact_force_tensor = self.gym.acquire_net_contact_force_tensor(self.sim)
        per_env = self.env_actor_count
        bodies_per_env = self.robot_num_bodies + self.env_asset_bodies
        self.vec_root_tensor = gymtorch.wrap_tensor(self.root_tensor).view(self.num_envs, per_env, 13)
        self.root_states = self.vec_root_tensor[:, 0, :]
        self.root_positions, self.root_quats = self.root_states[..., 0:3], self.root_states[..., 3:7]
        self.root_linvels, self.root_angvels = self.root_states[..., 7:10], self.root_states[..., 10:13]
        self.env_asset_root_states = self.vec_root_tensor[:, 1:, :]
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.initial_root_states = self.root_states.clone()
        self.contact_forces = gymtorch.wrap_tensor(self.contact_force_tensor).view(num_envs, bodies_per_env, 3)[:, 0]
        self.forces = torch.zeros((num_envs, bodies_per_env, 3), dtype=torch.float32, device=self.device)
        self.torques = torch.zeros((num_envs, bodies_per_env, 3), dtype=torch.float32, device=self.device)
        self.collisions = torch.zeros(num_envs, device=self.device)
        self.counter = 0

    def create_envs(self, camera: bool) -> None:
        options = gymapi.AssetOptions()
        options.collapse_fixed_joints = False
        options.fix_base_link = False
        options.linear_damping = options.angular_damping = 0.0
        robot_asset = self.gym.load_asset(self.sim, str(self.folder), "quad.urdf", options)
        self.robot_num_bodies = self.gym.get_asset_rigid_body_count(robot_asset)
        manager = AssetManager(self.folder)
        start_pose = gymapi.Transform()
        lower, upper = gymapi.Vec3(-5.0, -5.0, -5.0), gymapi.Vec3(5.0, 5.0, 5.0)
        self.envs, self.camera_handles, self.env_asset_handles = [], [], []
        self.env_asset_bodies = 0
        for i in range(self.num_envs):
            env_handle = self.gym.create_env(self.sim, lower, upper, int(np.sqrt(self.num_envs)))
            start_pose.p = gymapi.Vec3(*torch_rand_float(-0.2, 0.2, (3, 1), device=self.device).squeeze(1))
            actor_handle = self.gym.create_actor(env_handle, robot_asset, start_pose, "quad", i, 0, 0)
            self.robot_mass = sum(p.mass for p in self.gym.get_actor_rigid_body_properties(env_handle, actor_handle))
            self.envs.append(env_handle)
            picked = [asset for kind, count in self.obstacles for asset in manager.pick(kind, count)]
            random.shuffle(picked)
            bodies = 0
            for j, asset in enumerate(picked):
                loaded = self.gym.load_asset(
                    self.sim, asset["asset_folder_path"], asset["filename"], asset["asset_options"]
                )
                bodies += self.gym.get_asset_rigid_body_count(loaded)
                pose = gymapi.Transform()
                pose.p = gymapi.Vec3(*(np.random.uniform(-3, 3, 3) + [4.0, 0.0, 0.0]))
                handle = self.gym.create_actor(env_handle, loaded, pose, f"env_asset_{j}", i, 0, 10 + j)
                self.env_asset_handles.append(handle)
                for body in range(self.gym.get_actor_rigid_body_count(env_handle, handle)):
                    self.gym.set_rigid_body_segmentation_id(env_handle, handle, body, 10 + j)
                    color = gymapi.Vec3(*np.random.randint(50, 200, 3) / 255.0)
                    self.gym.set_rigid_body_color(env_handle, handle, body, gymapi.MESH_VISUAL, color)
            assert self.env_asset_bodies in (0, bodies), "collapsed obstacles have one body each"
            self.env_asset_bodies = bodies
            if camera:
                self.add_camera(env_handle, actor_handle)
        self.env_actor_count = self.gym.get_actor_count(env_handle)

    def add_camera(self, env: gymapi.Env, actor: int) -> None:
        camera_props = gymapi.CameraProperties()
        camera_props.enable_tensors = True
        camera_props.width, camera_props.height = 48, 27
        camera_props.far_plane = 15.0
        camera_props.horizontal_fov = 87.0
        local_transform = gymapi.Transform()
        local_transform.p = gymapi.Vec3(0.15, 0.00, 0.05)
        local_transform.r = gymapi.Quat(0.0, 0.0, 0.0, 1.0)
        cam_handle = self.gym.create_camera_sensor(env, camera_props)
        body = self.gym.get_actor_rigid_body_handle(env, actor, 0)
        self.gym.attach_camera_to_body(cam_handle, env, body, local_transform, gymapi.FOLLOW_TRANSFORM)
        self.camera_handles.append(cam_handle)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        count = len(env_ids)
        self.env_asset_root_states[env_ids, :, 0:3] = torch_rand_float(
            -3.0, 3.0, (count * (self.env_actor_count - 1), 3), self.device
        ).view(count, -1, 3) + torch.tensor([4.0, 0.0, 0.0])
        euler = torch_rand_float(-np.pi, np.pi, (count * (self.env_actor_count - 1), 3), self.device)
        self.env_asset_root_states[env_ids, :, 3:7] = quat_from_euler_xyz(*euler.unbind(dim=1)).view(count, -1, 4)
        self.env_asset_root_states[env_ids, :, 7:13] = 0.0
        self.root_states[env_ids] = self.initial_root_states[env_ids]
        self.root_positions[env_ids] = torch_rand_float(-0.3, 0.3, (count, 3), self.device)
        self.root_linvels[env_ids] = 0.2 * torch_rand_float(-1.0, 1.0, (count, 3), self.device)
        self.root_angvels[env_ids] = 0.2 * torch_rand_float(-1.0, 1.0, (count, 3), self.device)
        self.gym.set_actor_root_state_tensor(self.sim, self.root_tensor)

    def step(self, actions: torch.Tensor) -> None:
        """An attitude law towards hover, thrust on the base in its own frame, torques too."""
        up = quat_rotate(self.root_quats, torch.tensor([[0.0, 0.0, 1.0]]).repeat(self.num_envs, 1))
        error = quat_rotate_inverse(
            self.root_quats, torch.cross(up, torch.tensor([[0.0, 0.0, 1.0]]).expand_as(up), dim=1)
        )
        rates = quat_rotate_inverse(self.root_quats, self.root_angvels)
        thrust = self.robot_mass * (9.81 - 4.0 * self.root_linvels[:, 2] - 4.0 * self.root_positions[:, 2])
        self.forces[:, 0, 2] = torch.clamp(thrust, min=0.0) + 0.02 * actions[:, 0]
        self.torques[:, 0] = 0.2 * error - 0.03 * rates + 1e-3 * actions[:, 1:4]
        self.root_linvels_body = quat_rotate_inverse(self.root_quats, self.root_linvels)
        self.forces[:, 0] -= 0.1 * self.root_linvels_body
        self.gym.apply_rigid_body_force_tensors(
            self.sim, gymtorch.unwrap_tensor(self.forces), gymtorch.unwrap_tensor(self.torques), gymapi.LOCAL_SPACE
        )
        self.gym.simulate(self.sim)
        self.gym.fetch_results(self.sim, True)
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_net_contact_force_tensor(self.sim)
        self.collisions = torch.where(torch.norm(self.contact_forces, dim=1) > 0.1, 1.0, 0.0)
        self.counter += 1


@pytest.mark.slow
def test_quadrotors_hover_among_obstacles_that_differ(assets: Path, num_steps: int) -> None:
    random.seed(1)
    np.random.seed(1)
    torch.manual_seed(1)
    env = AerialRobotWithObstacles(assets, 5)
    assert env.env_actor_count == 9
    assert env.robot_num_bodies == 5
    env.reset_idx(torch.arange(5))
    kept = env.env_asset_root_states.clone()
    heights = []
    for _ in range(num_steps):
        env.step(torch_rand_float(-1.0, 1.0, (5, 4), "cpu"))
        heights.append(env.root_positions[:, 2].clone())
    assert torch.isfinite(env.vec_root_tensor).all()
    torch.testing.assert_close(env.env_asset_root_states[..., :3], kept[..., :3])  # fixed, wherever they were put
    untouched = env.collisions == 0.0
    assert (torch.stack(heights)[-1, untouched].abs() < 0.6).all()
    # one is flown into an obstacle, which it does not pass
    env.env_asset_root_states[:, 0, :3] = env.root_positions + torch.tensor([0.0, 0.0, -0.6])
    env.gym.set_actor_root_state_tensor(env.sim, env.root_tensor)
    hits = torch.zeros(5)
    for _ in range(80):
        env.root_linvels[:] = torch.tensor([0.0, 0.0, -1.0])
        env.gym.set_actor_root_state_tensor(env.sim, env.root_tensor)
        env.step(torch.zeros(5, 4))
        hits += env.collisions
    assert (hits > 0).any()
    env.gym.destroy_sim(env.sim)


def test_quadrotors_see_obstacles_with_depth_and_segmentation(assets: Path) -> None:
    """Images as tensors, as suites with cameras read them: depth negative, infinity as range, semantic ids."""
    random.seed(2)
    np.random.seed(2)
    env = AerialRobotWithObstacles(assets, 2, camera=True)
    depth, segmentation = [], []
    for env_handle, camera in zip(env.envs, env.camera_handles, strict=True):
        tensors = [
            gymtorch.wrap_tensor(env.gym.get_camera_image_gpu_tensor(env.sim, env_handle, camera, kind))
            for kind in (gymapi.IMAGE_DEPTH, gymapi.IMAGE_SEGMENTATION)
        ]
        depth.append(tensors[0])
        segmentation.append(tensors[1])
    env.reset_idx(torch.arange(2))
    env.env_asset_root_states[:, :, 2] -= 20.0  # all out of sight, but one
    env.env_asset_root_states[:, 0, :3] = torch.tensor([2.0, 0.0, 0.0])
    env.root_states[:] = env.initial_root_states
    env.root_positions[:] = 0.0
    env.gym.set_actor_root_state_tensor(env.sim, env.root_tensor)
    for _ in range(3):
        env.step(torch.zeros(2, 4))
    env.gym.step_graphics(env.sim)
    env.gym.render_all_camera_sensors(env.sim)
    env.gym.start_access_image_tensors(env.sim)
    images = torch.stack([-image.clone() for image in depth])
    ids = torch.stack([image.clone() for image in segmentation])
    env.gym.end_access_image_tensors(env.sim)
    images[images == torch.inf] = 15.0
    assert images.shape == (2, 27, 48)
    for i in range(2):
        handle = env.gym.get_actor_handle(env.envs[i], 1)
        assert env.gym.get_rigid_body_segmentation_id(env.envs[i], handle, 0) == 10
        seen = ids[i] == 10
        assert seen.any(), "the obstacle ahead is seen"
        # it is 2 m ahead of the robot, the camera 0.15 m; the largest is a ball or tree of less than 0.8 m around
        assert images[i][seen].min() > 0.9
        assert images[i][seen].min() < 2.0
        assert (images[i][~seen] == 15.0).all()
    env.gym.destroy_sim(env.sim)
