"""Quadrupeds that walk, in the habit of locomotion suites.

Configs are classes, torques come from a PD law on efforts, terrain is made of triangles or heights, environments have
no spacing, and properties change while robots walk.
"""

from __future__ import annotations

import copy
import inspect
import math
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from isaacgym import gymapi, gymtorch, gymutil, terrain_utils
from isaacgym.torch_utils import get_axis_params, quat_apply, quat_rotate_inverse, to_torch, torch_rand_float


class Config:
    """A config as a tree of classes."""

    class sim:  # noqa: N801
        """Simulation."""

        dt = 0.005
        substeps = 1
        gravity = [0.0, 0.0, -9.81]
        up_axis = 1  # 0 is y, 1 is z

        class physx:  # noqa: N801
            """Solver."""

            num_threads = 10
            solver_type = 1
            num_position_iterations = 4
            num_velocity_iterations = 0
            contact_offset = 0.01
            rest_offset = 0.0
            bounce_threshold_velocity = 0.5
            max_depenetration_velocity = 1.0
            max_gpu_contact_pairs = 2**23
            default_buffer_size_multiplier = 5
            contact_collection = 2

    class terrain:  # noqa: N801
        """Ground."""

        mesh_type = "trimesh"
        horizontal_scale = 0.1
        vertical_scale = 0.005
        border_size = 3
        static_friction = 1.0
        dynamic_friction = 1.0
        restitution = 0.0
        rows, columns = 2, 3
        length = 4.0

    class control:  # noqa: N801
        """PD law."""

        stiffness = {"HAA": 80.0, "HFE": 80.0, "KFE": 80.0}
        damping = {"HAA": 2.0, "HFE": 2.0, "KFE": 2.0}
        action_scale = 0.25
        decimation = 4

    class init_state:  # noqa: N801
        """Where robots begin."""

        pos = [0.0, 0.0, 0.6]
        rot = [0.0, 0.0, 0.0, 1.0]
        default_joint_angles = {
            "LF_HAA": 0.0, "LH_HAA": 0.0, "RF_HAA": -0.0, "RH_HAA": -0.0,
            "LF_HFE": 0.4, "LH_HFE": -0.4, "RF_HFE": 0.4, "RH_HFE": -0.4,
            "LF_KFE": -0.8, "LH_KFE": 0.8, "RF_KFE": -0.8, "RH_KFE": 0.8,
        }  # fmt: skip


def class_to_dict(obj: object) -> dict:
    """Members of a class and of the classes in it."""
    if not hasattr(obj, "__dict__"):
        return obj
    result = {}
    for key in dir(obj):
        if key.startswith("_"):
            continue
        value = getattr(obj, key)
        result[key] = [class_to_dict(item) for item in value] if isinstance(value, list) else class_to_dict(value)
    return result


def get_args() -> object:
    """The command line, with parameters of their own."""
    custom = [
        {"name": "--task", "type": str, "default": "anymal_c_flat", "help": "Resume training or start testing."},
        {"name": "--resume", "action": "store_true", "default": False, "help": "Resume training"},
        {"name": "--headless", "action": "store_true", "default": False, "help": "Force display off at all times"},
        {"name": "--rl_device", "type": str, "default": "cuda:0", "help": "Device used by the RL algorithm"},
        {"name": "--num_envs", "type": int, "help": "Number of environments to create."},
    ]
    args = gymutil.parse_arguments(description="RL Policy", custom_parameters=custom)
    args.sim_device_id = args.compute_device_id
    args.sim_device = args.sim_device_type
    if args.sim_device == "cuda":
        args.sim_device += f":{args.sim_device_id}"
    return args


def parse_sim_params(args: object, cfg: dict) -> gymapi.SimParams:
    sim_params = gymapi.SimParams()
    if args.physics_engine == gymapi.SIM_FLEX:
        raise AssertionError
    if args.physics_engine == gymapi.SIM_PHYSX:
        sim_params.physx.use_gpu = args.use_gpu
        sim_params.physx.num_subscenes = args.subscenes
    sim_params.use_gpu_pipeline = args.use_gpu_pipeline
    if "sim" in cfg:
        gymutil.parse_sim_config(cfg["sim"], sim_params)
    if args.physics_engine == gymapi.SIM_PHYSX and args.num_threads > 0:
        sim_params.physx.num_threads = args.num_threads
    return sim_params


class Terrain:
    """Subterrains in a grid with a border, as heights and as triangles."""

    def __init__(self, cfg: type) -> None:
        self.cfg = cfg
        self.cells = int(cfg.length / cfg.horizontal_scale)
        self.border = int(cfg.border_size / cfg.horizontal_scale)
        self.tot_rows = int(cfg.rows * self.cells) + 2 * self.border
        self.tot_cols = int(cfg.columns * self.cells) + 2 * self.border
        self.height_field_raw = np.zeros((self.tot_rows, self.tot_cols), dtype=np.int16)
        self.env_origins = np.zeros((cfg.rows, cfg.columns, 3))
        for row in range(cfg.rows):
            for column in range(cfg.columns):
                self.add(self.make(column / cfg.columns, (row + 1) / cfg.rows), row, column)
        self.heightsamples = self.height_field_raw
        if cfg.mesh_type == "trimesh":
            self.vertices, self.triangles = terrain_utils.convert_heightfield_to_trimesh(
                self.height_field_raw, cfg.horizontal_scale, cfg.vertical_scale, 0.75
            )

    def make(self, choice: float, difficulty: float) -> terrain_utils.SubTerrain:
        terrain = terrain_utils.SubTerrain(
            "terrain", width=self.cells, length=self.cells, vertical_scale=self.cfg.vertical_scale,
            horizontal_scale=self.cfg.horizontal_scale,
        )  # fmt: skip
        if choice < 0.3:
            terrain_utils.pyramid_sloped_terrain(terrain, slope=0.2 * difficulty, platform_size=2.0)
            terrain_utils.random_uniform_terrain(
                terrain, min_height=-0.03, max_height=0.03, step=0.005, downsampled_scale=0.2
            )
        elif choice < 0.6:
            terrain_utils.pyramid_stairs_terrain(terrain, step_width=0.31, step_height=0.05, platform_size=2.0)
        else:
            terrain_utils.discrete_obstacles_terrain(terrain, 0.05, 0.5, 1.0, 10, platform_size=2.0)
        return terrain

    def add(self, terrain: terrain_utils.SubTerrain, row: int, column: int) -> None:
        start_x, start_y = self.border + row * self.cells, self.border + column * self.cells
        self.height_field_raw[start_x : start_x + self.cells, start_y : start_y + self.cells] = terrain.height_field_raw
        middle = slice(int(self.cells / 2 - 5), int(self.cells / 2 + 5))
        height = np.max(terrain.height_field_raw[middle, middle]) * terrain.vertical_scale
        length = self.cfg.length
        self.env_origins[row, column] = [(row + 0.5) * length, (column + 0.5) * length, height]


class LeggedRobot:
    """The environment class of such suites."""

    def __init__(self, cfg: type[Config], sim_params: gymapi.SimParams, sim_device: str, file: Path, num_envs: int):
        self.cfg, self.sim_params, self.file, self.num_envs = cfg, sim_params, file, num_envs
        self.gym = gymapi.acquire_gym()
        self.sim_device_type, self.sim_device_id = gymutil.parse_device_str(sim_device)
        self.device = sim_device if self.sim_device_type == "cuda" and sim_params.use_gpu_pipeline else "cpu"
        self.graphics_device_id = -1
        self.up_axis_idx = 2
        self.sim = self.gym.create_sim(self.sim_device_id, self.graphics_device_id, gymapi.SIM_PHYSX, self.sim_params)
        self.create_ground()
        self.create_envs()
        self.gym.prepare_sim(self.sim)
        self.init_buffers()
        self.reset_idx(torch.arange(num_envs, device=self.device))

    # -- creation ------------------------------------------------------------------------------------------------------

    def create_ground(self) -> None:
        mesh_type = self.cfg.terrain.mesh_type
        if mesh_type in ["heightfield", "trimesh"]:
            self.terrain = Terrain(self.cfg.terrain)
        if mesh_type == "plane":
            plane_params = gymapi.PlaneParams()
            plane_params.normal = gymapi.Vec3(0.0, 0.0, 1.0)
            plane_params.static_friction = self.cfg.terrain.static_friction
            plane_params.dynamic_friction = self.cfg.terrain.dynamic_friction
            plane_params.restitution = self.cfg.terrain.restitution
            self.gym.add_ground(self.sim, plane_params)
        elif mesh_type == "heightfield":
            hf_params = gymapi.HeightFieldParams()
            hf_params.column_scale = self.terrain.cfg.horizontal_scale
            hf_params.row_scale = self.terrain.cfg.horizontal_scale
            hf_params.vertical_scale = self.terrain.cfg.vertical_scale
            hf_params.nbRows = self.terrain.tot_cols
            hf_params.nbColumns = self.terrain.tot_rows
            hf_params.transform.p.x = -self.terrain.cfg.border_size
            hf_params.transform.p.y = -self.terrain.cfg.border_size
            hf_params.transform.p.z = 0.0
            hf_params.static_friction = self.cfg.terrain.static_friction
            hf_params.dynamic_friction = self.cfg.terrain.dynamic_friction
            self.gym.add_heightfield(self.sim, self.terrain.heightsamples.flatten(order="C"), hf_params)
        elif mesh_type == "trimesh":
            tm_params = gymapi.TriangleMeshParams()
            tm_params.nb_vertices = self.terrain.vertices.shape[0]
            tm_params.nb_triangles = self.terrain.triangles.shape[0]
            tm_params.transform.p.x = -self.terrain.cfg.border_size
            tm_params.transform.p.y = -self.terrain.cfg.border_size
            tm_params.transform.p.z = 0.0
            tm_params.static_friction = self.cfg.terrain.static_friction
            tm_params.dynamic_friction = self.cfg.terrain.dynamic_friction
            tm_params.restitution = self.cfg.terrain.restitution
            self.gym.add_triangle_mesh(
                self.sim, self.terrain.vertices.flatten(order="C"), self.terrain.triangles.flatten(order="C"), tm_params
            )
        if mesh_type != "plane":
            self.height_samples = torch.tensor(self.terrain.heightsamples).view(
                self.terrain.tot_rows, self.terrain.tot_cols
            )

    def get_env_origins(self) -> None:
        self.env_origins = torch.zeros(self.num_envs, 3, device=self.device, requires_grad=False)
        if self.cfg.terrain.mesh_type in ["heightfield", "trimesh"]:
            levels = torch.randint(0, self.cfg.terrain.rows, (self.num_envs,), device=self.device)
            types = torch.div(
                torch.arange(self.num_envs, device=self.device), (self.num_envs / self.cfg.terrain.columns),
                rounding_mode="floor",
            ).to(torch.long)  # fmt: skip
            origins = torch.from_numpy(self.terrain.env_origins).to(self.device).to(torch.float)
            self.env_origins[:] = origins[levels, types]
        else:
            num_cols = np.floor(np.sqrt(self.num_envs))
            num_rows = np.ceil(self.num_envs / num_cols)
            xx, yy = torch.meshgrid(torch.arange(num_rows), torch.arange(num_cols), indexing="ij")
            self.env_origins[:, 0] = 3.0 * xx.flatten()[: self.num_envs]
            self.env_origins[:, 1] = 3.0 * yy.flatten()[: self.num_envs]

    def create_envs(self) -> None:
        asset_options = gymapi.AssetOptions()
        asset_options.default_dof_drive_mode = 3
        asset_options.collapse_fixed_joints = True
        asset_options.replace_cylinder_with_capsule = True
        asset_options.flip_visual_attachments = True
        asset_options.fix_base_link = False
        asset_options.density = 0.001
        asset_options.angular_damping = 0.0
        asset_options.linear_damping = 0.0
        asset_options.max_angular_velocity = 1000.0
        asset_options.max_linear_velocity = 1000.0
        asset_options.armature = 0.0
        asset_options.thickness = 0.01
        asset_options.disable_gravity = False
        robot_asset = self.gym.load_asset(self.sim, str(self.file.parent), self.file.name, asset_options)
        self.num_dof = self.gym.get_asset_dof_count(robot_asset)
        self.num_bodies = self.gym.get_asset_rigid_body_count(robot_asset)
        dof_props_asset = self.gym.get_asset_dof_properties(robot_asset)
        rigid_shape_props_asset = self.gym.get_asset_rigid_shape_properties(robot_asset)
        body_names = self.gym.get_asset_rigid_body_names(robot_asset)
        self.dof_names = self.gym.get_asset_dof_names(robot_asset)
        assert self.num_bodies == len(body_names)
        feet_names = [s for s in body_names if "FOOT" in s or "SHANK" in s]
        base_init_state_list = self.cfg.init_state.pos + self.cfg.init_state.rot + [0.0] * 6
        self.base_init_state = to_torch(base_init_state_list, device=self.device, requires_grad=False)
        start_pose = gymapi.Transform()
        start_pose.p = gymapi.Vec3(*self.base_init_state[:3])
        self.get_env_origins()
        env_lower = gymapi.Vec3(0.0, 0.0, 0.0)
        env_upper = gymapi.Vec3(0.0, 0.0, 0.0)
        self.actor_handles, self.envs, self.masses = [], [], []
        for i in range(self.num_envs):
            env_handle = self.gym.create_env(self.sim, env_lower, env_upper, int(np.sqrt(self.num_envs)))
            pos = self.env_origins[i].clone()
            pos[:2] += torch_rand_float(-1.0, 1.0, (2, 1), device=self.device).squeeze(1)
            start_pose.p = gymapi.Vec3(*pos)
            rigid_shape_props = self.process_rigid_shape_props(rigid_shape_props_asset, i)
            self.gym.set_asset_rigid_shape_properties(robot_asset, rigid_shape_props)
            actor_handle = self.gym.create_actor(env_handle, robot_asset, start_pose, "anymal", i, 0, 0)
            dof_props = self.process_dof_props(dof_props_asset, i)
            self.gym.set_actor_dof_properties(env_handle, actor_handle, dof_props)
            body_props = self.gym.get_actor_rigid_body_properties(env_handle, actor_handle)
            body_props = self.process_rigid_body_props(body_props, i)
            self.gym.set_actor_rigid_body_properties(env_handle, actor_handle, body_props, recomputeInertia=True)
            self.envs.append(env_handle)
            self.actor_handles.append(actor_handle)
        self.feet_indices = torch.zeros(len(feet_names), dtype=torch.long, device=self.device)
        for i in range(len(feet_names)):
            self.feet_indices[i] = self.gym.find_actor_rigid_body_handle(
                self.envs[0], self.actor_handles[0], feet_names[i]
            )
        self.base_index = self.gym.find_actor_rigid_body_handle(self.envs[0], self.actor_handles[0], body_names[0])

    def process_rigid_shape_props(self, props: list, env_id: int) -> list:
        if env_id == 0:
            num_buckets = 64
            bucket_ids = torch.randint(0, num_buckets, (self.num_envs, 1))
            friction_buckets = torch_rand_float(0.5, 1.25, (num_buckets, 1), device="cpu")
            self.friction_coeffs = friction_buckets[bucket_ids]
        for s in range(len(props)):
            props[s].friction = self.friction_coeffs[env_id]
        return props

    def process_dof_props(self, props: np.ndarray, env_id: int) -> np.ndarray:
        if env_id == 0:
            self.dof_pos_limits = torch.zeros(self.num_dof, 2, dtype=torch.float, device=self.device)
            self.torque_limits = torch.zeros(self.num_dof, dtype=torch.float, device=self.device)
            for i in range(len(props)):
                self.dof_pos_limits[i, 0] = props["lower"][i].item()
                self.dof_pos_limits[i, 1] = props["upper"][i].item()
                self.torque_limits[i] = props["effort"][i].item()
        return props

    def process_rigid_body_props(self, props: list, env_id: int) -> list:
        props[0].mass += np.random.uniform(-1.0, 1.0)
        props[0].com = gymapi.Vec3(*[np.random.uniform(-0.01, 0.01) for _ in range(3)])
        self.masses.append(sum(p.mass for p in props))
        return props

    # -- running -------------------------------------------------------------------------------------------------------

    def init_buffers(self) -> None:
        actor_root_state = self.gym.acquire_actor_root_state_tensor(self.sim)
        dof_state_tensor = self.gym.acquire_dof_state_tensor(self.sim)
        net_contact_forces = self.gym.acquire_net_contact_force_tensor(self.sim)
        rigid_body_state = self.gym.acquire_rigid_body_state_tensor(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_net_contact_force_tensor(self.sim)
        self.gym.refresh_rigid_body_state_tensor(self.sim)
        self.root_states = gymtorch.wrap_tensor(actor_root_state)
        self.dof_state = gymtorch.wrap_tensor(dof_state_tensor)
        self.dof_pos = self.dof_state.view(self.num_envs, self.num_dof, 2)[..., 0]
        self.dof_vel = self.dof_state.view(self.num_envs, self.num_dof, 2)[..., 1]
        self.base_quat = self.root_states[:, 3:7]
        self.rigid_body_states = gymtorch.wrap_tensor(rigid_body_state)[: self.num_envs * self.num_bodies, :]
        self.feet_pos = self.rigid_body_states.view(self.num_envs, self.num_bodies, 13)[:, self.feet_indices, 0:3]
        self.contact_forces = gymtorch.wrap_tensor(net_contact_forces).view(self.num_envs, -1, 3)
        self.gravity_vec = to_torch(get_axis_params(-1.0, self.up_axis_idx), device=self.device).repeat(
            (self.num_envs, 1)
        )
        self.forward_vec = to_torch([1.0, 0.0, 0.0], device=self.device).repeat((self.num_envs, 1))
        self.torques = torch.zeros(self.num_envs, self.num_dof, device=self.device)
        self.p_gains, self.d_gains = torch.zeros(self.num_dof), torch.zeros(self.num_dof)
        self.default_dof_pos = torch.zeros(self.num_dof, dtype=torch.float, device=self.device)
        for i in range(self.num_dof):
            name = self.dof_names[i]
            self.default_dof_pos[i] = self.cfg.init_state.default_joint_angles[name]
            for dof_name in self.cfg.control.stiffness:
                if dof_name in name:
                    self.p_gains[i] = self.cfg.control.stiffness[dof_name]
                    self.d_gains[i] = self.cfg.control.damping[dof_name]
        self.default_dof_pos = self.default_dof_pos.unsqueeze(0)
        self.counter = 0

    def step(self, actions: Tensor) -> None:
        for _ in range(self.cfg.control.decimation):
            scaled = actions * self.cfg.control.action_scale
            torques = self.p_gains * (scaled + self.default_dof_pos - self.dof_pos) - self.d_gains * self.dof_vel
            self.torques = torch.clip(torques, -self.torque_limits, self.torque_limits).view(self.torques.shape)
            self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(self.torques))
            self.gym.simulate(self.sim)
            if self.device == "cpu":
                self.gym.fetch_results(self.sim, True)
            self.gym.refresh_dof_state_tensor(self.sim)
        self.post_physics_step()

    def post_physics_step(self) -> None:
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_net_contact_force_tensor(self.sim)
        self.gym.refresh_rigid_body_state_tensor(self.sim)
        self.counter += 1
        self.base_lin_vel = quat_rotate_inverse(self.base_quat, self.root_states[:, 7:10])
        self.projected_gravity = quat_rotate_inverse(self.base_quat, self.gravity_vec)
        self.forward = quat_apply(self.base_quat, self.forward_vec)
        fallen = self.projected_gravity[:, 2] > -0.5
        fallen |= torch.norm(self.contact_forces[:, self.base_index, :], dim=-1) > 1.0
        env_ids = fallen.nonzero(as_tuple=False).flatten()
        if len(env_ids):
            self.reset_idx(env_ids)
        if self.counter % 20 == 0:
            self.push_robots()
        if self.counter % 25 == 0:
            self.randomize_while_running()

    def push_robots(self) -> None:
        self.root_states[:, 7:9] = torch_rand_float(-0.5, 0.5, (self.num_envs, 2), device=self.device)
        self.gym.set_actor_root_state_tensor(self.sim, gymtorch.unwrap_tensor(self.root_states))

    def randomize_while_running(self) -> None:
        """Gravity, payloads and friction at run time."""
        params = self.gym.get_sim_params(self.sim)
        gravity = torch_rand_float(-0.2, 0.2, (3, 1), device="cpu").squeeze(-1) + torch.tensor([0.0, 0.0, -9.8])
        params.gravity = gymapi.Vec3(gravity[0], gravity[1], gravity[2])
        self.gym.set_sim_params(self.sim, params)
        for i in range(self.num_envs):
            actor_handle = self.gym.get_actor_handle(self.envs[i], 0)
            shapes = self.gym.get_actor_rigid_shape_properties(self.envs[i], actor_handle)
            for shape in shapes:
                shape.friction = 0.9
                shape.restitution = 0.1 * i
            self.gym.set_actor_rigid_shape_properties(self.envs[i], actor_handle, shapes)
            bodies = self.gym.get_actor_rigid_body_properties(self.envs[i], actor_handle)
            bodies[0].mass += 0.1
            self.masses[i] += 0.1
            self.gym.set_actor_rigid_body_properties(self.envs[i], actor_handle, bodies, recomputeInertia=True)

    def reset_idx(self, env_ids: Tensor) -> None:
        self.dof_pos[env_ids] = self.default_dof_pos * torch_rand_float(
            0.5, 1.5, (len(env_ids), self.num_dof), device=self.device
        )
        self.dof_vel[env_ids] = 0.0
        env_ids_int32 = env_ids.to(dtype=torch.int32)
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_state), gymtorch.unwrap_tensor(env_ids_int32), len(env_ids_int32)
        )
        self.root_states[env_ids] = self.base_init_state
        self.root_states[env_ids, :3] += self.env_origins[env_ids]
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.root_states),
            gymtorch.unwrap_tensor(env_ids_int32),
            len(env_ids_int32),
        )

    def terrain_heights(self) -> Tensor:
        """Height of the terrain under each robot."""
        points = (self.root_states[:, :2] + self.cfg.terrain.border_size) / self.cfg.terrain.horizontal_scale
        cells = points.long()
        return self.height_samples[cells[:, 0], cells[:, 1]] * self.cfg.terrain.vertical_scale


@pytest.mark.slow
@pytest.mark.parametrize("mesh_type", ["plane", "heightfield", "trimesh"])
def test_quadruped_stands_on_terrain(
    mesh_type: str, robots_path: Path, num_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(0)
    np.random.seed(0)
    monkeypatch.setattr(sys, "argv", ["train.py", "--task=anymal_c_rough", "--headless", "--sim_device=cpu"])
    args = get_args()
    assert inspect.isclass(Config)
    params = parse_sim_params(args, {"sim": class_to_dict(Config.sim)})
    assert params.physx.contact_collection == gymapi.CC_ALL_SUBSTEPS
    assert copy.deepcopy(params) == params
    cfg = type("cfg", (Config,), {"terrain": type("terrain", (Config.terrain,), {"mesh_type": mesh_type})})
    file = robots_path / "anymal_c_simple_description" / "urdf" / "anymal.urdf"
    env = LeggedRobot(cfg, params, args.sim_device, file, 6)
    assert env.dof_names == [f"{leg}_{joint}" for leg in ("LF", "LH", "RF", "RH") for joint in ("HAA", "HFE", "KFE")]
    assert len(env.feet_indices) == 4
    up = []
    for _ in range(num_steps // 4):
        env.step(0.3 * torch.randn(env.num_envs, env.num_dof))
        up.append(-env.projected_gravity[:, 2])
    for tensor in (env.root_states, env.dof_state, env.contact_forces, env.rigid_body_states):
        assert torch.isfinite(tensor).all()
    assert torch.stack(up).mean() > 0.9  # they stand, though pushed
    height = env.root_states[:, 2] - (0.0 if mesh_type == "plane" else env.terrain_heights())
    assert (height > 0.1).all()  # one may be about to fall, and to be reset
    assert height.median() > 0.4
    assert (height < 0.8).all()
    torch.testing.assert_close(env.root_states[:, :3], env.rigid_body_states.view(6, -1, 13)[:, 0, :3])
    # contacts carry the robots: their mean over some steps is the weight
    mean, steps = torch.zeros(6), 40
    for _ in range(steps):
        env.step(torch.zeros(env.num_envs, env.num_dof))
        mean += env.contact_forces[:, :, 2].sum(dim=1) / steps
    weight = torch.tensor(env.masses) * 9.81
    assert ((mean / weight - 1.0).abs() < 0.25).all()
    env.gym.destroy_sim(env.sim)


def test_sim_params_survive_what_programs_do_with_them() -> None:
    import pickle

    params = gymapi.SimParams()
    params.physx.num_threads = 3
    assert pickle.loads(pickle.dumps(params)) == params  # noqa: S301 - our own
    assert copy.deepcopy({"sim": [params]})["sim"][0] == params
    assert math.isclose(params.dt, 1.0 / 60.0, rel_tol=1e-3)
