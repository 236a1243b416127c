"""Cartpole, ant, humanoid and quadcopters, in the habit of reinforcement-learning task suites."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import newton.examples
import numpy as np
import pytest
import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import tensor_clamp, torch_rand_float, unscale

from .vec_task import VecTask

CARTPOLE = """<robot name="cartpole">
  <link name="slider"><visual><geometry><box size="0.03 8 0.03"/></geometry></visual>
    <collision><geometry><box size="0.03 8 0.03"/></geometry></collision></link>
  <joint name="slider_to_cart" type="prismatic"><axis xyz="0 1 0"/><parent link="slider"/><child link="cart"/>
    <limit effort="1000.0" lower="-4" upper="4" velocity="100"/></joint>
  <link name="cart">
    <inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <collision><geometry><box size="0.2 0.25 0.2"/></geometry></collision></link>
  <joint name="cart_to_pole" type="continuous"><axis xyz="1 0 0"/><origin xyz="0.12 0 0"/>
    <parent link="cart"/><child link="pole"/><limit effort="1000.0" velocity="8"/></joint>
  <link name="pole"><inertial><origin xyz="0 0 0.47"/><mass value="1"/>
    <inertia ixx="0.08" ixy="0" ixz="0" iyy="0.08" iyz="0" izz="0.001"/></inertial>
    <collision><origin xyz="0 0 0.47"/><geometry><box size="0.04 0.06 1.0"/></geometry></collision></link>
</robot>"""


class Cartpole(VecTask):
    """Set efforts, read (num_envs, num_dof, 2), reset DOFs of some by index."""

    file: Path

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        lower, upper = self.bounds()
        asset_root, asset_file = os.path.dirname(self.file), os.path.basename(self.file)
        asset_options = gymapi.AssetOptions()
        asset_options.fix_base_link = True
        asset = self.gym.load_asset(self.sim, asset_root, asset_file, asset_options)
        self.num_dof = self.gym.get_asset_dof_count(asset)
        pose = gymapi.Transform()
        pose.p.z = 2.0
        pose.r = gymapi.Quat(0.0, 0.0, 0.0, 1.0)
        self.handles = []
        for i in range(self.num_envs):
            env_ptr = self.gym.create_env(self.sim, lower, upper, num_per_row)
            handle = self.gym.create_actor(env_ptr, asset, pose, "cartpole", i, 1, 0)
            dof_props = self.gym.get_actor_dof_properties(env_ptr, handle)
            dof_props["driveMode"][0] = gymapi.DOF_MODE_EFFORT
            dof_props["driveMode"][1] = gymapi.DOF_MODE_NONE
            dof_props["stiffness"][:] = 0.0
            dof_props["damping"][:] = 0.0
            self.gym.set_actor_dof_properties(env_ptr, handle, dof_props)
            self.envs.append(env_ptr)
            self.handles.append(handle)

    def acquire(self) -> None:
        super().acquire()
        self.dof_pos = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 0]
        self.dof_vel = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 1]

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        positions = 0.2 * (torch.rand((len(env_ids), self.num_dof), device=self.device) - 0.5)
        velocities = 0.5 * (torch.rand((len(env_ids), self.num_dof), device=self.device) - 0.5)
        self.dof_pos[env_ids, :] = positions[:]
        self.dof_vel[env_ids, :] = velocities[:]
        env_ids_int32 = env_ids.to(dtype=torch.int32)
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(env_ids_int32), len(env_ids_int32)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        actions_tensor = torch.zeros(self.num_envs * self.num_dof, device=self.device, dtype=torch.float)
        actions_tensor[:: self.num_dof] = actions.to(self.device).squeeze() * 400.0
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(actions_tensor))


@pytest.mark.slow
def test_cartpole(write: Callable[[str, str], Path], num_steps: int) -> None:
    Cartpole.file = write("urdf/cartpole.urdf", CARTPOLE)
    task = Cartpole(6)
    assert task.gym.get_env_origin(task.envs[5]).y == pytest.approx(2 * 2 * task.spacing)  # rows of int(sqrt(6)) = 2
    assert task.root_states[:, 2].tolist() == [2.0] * 6
    assert task.dof_pos.shape == (6, 2)
    task.run(num_steps, 1)
    assert task.dof_pos[:, 0].abs().max() < 4.1  # stays on its rail
    assert task.dof_vel.abs().max() > 0.1


class Locomotion(VecTask):
    """Ant and humanoid: an MJCF with motors, force sensors at the feet, efforts by gear ratios."""

    filename = "nv_ant.xml"
    height = 0.44
    feet = "foot"
    randomization = {
        "frequency": 600,
        "sim_params": {
            "gravity": {"range": [0, 0.4], "operation": "additive", "distribution": "gaussian", "schedule": "linear",
                        "schedule_steps": 3000}
        },
        "actor_params": {
            "robot": {
                "color": True,
                "rigid_body_properties": {
                    "mass": {"range": [0.5, 1.5], "operation": "scaling", "distribution": "uniform", "setup_only": True,
                             "schedule": "linear", "schedule_steps": 3000}
                },
                "rigid_shape_properties": {
                    "friction": {"num_buckets": 500, "range": [0.7, 1.3], "operation": "scaling",
                                 "distribution": "uniform", "schedule": "constant", "schedule_steps": 0},
                    "restitution": {"range": [0.0, 0.7], "operation": "scaling", "distribution": "uniform"},
                },
                "dof_properties": {
                    "damping": {"range": [0.5, 1.5], "operation": "scaling", "distribution": "uniform"},
                    "stiffness": {"range": [0.5, 1.5], "operation": "scaling", "distribution": "uniform"},
                    "lower": {"range": [0, 0.01], "operation": "additive", "distribution": "gaussian"},
                    "upper": {"range": [0, 0.01], "operation": "additive", "distribution": "gaussian"},
                },
            }
        },
    }  # fmt: skip

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        lower, upper = self.bounds()
        asset_path = newton.examples.get_asset(self.filename)
        asset_options = gymapi.AssetOptions()
        asset_options.angular_damping = 0.01
        asset_options.max_angular_velocity = 100.0
        asset_options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        asset = self.gym.load_asset(self.sim, os.path.dirname(asset_path), os.path.basename(asset_path), asset_options)
        self.num_dof = self.gym.get_asset_dof_count(asset)
        self.num_bodies = self.gym.get_asset_rigid_body_count(asset)
        actuator_props = self.gym.get_asset_actuator_properties(asset)
        motor_efforts = [prop.motor_effort for prop in actuator_props]
        assert len(motor_efforts) == self.num_dof
        joints = [self.gym.get_asset_actuator_joint_name(asset, i) for i in range(len(motor_efforts))]
        order = [self.gym.find_asset_dof_index(asset, name) for name in joints]
        self.max_motor_effort = max(motor_efforts)
        self.joint_gears = torch.zeros(self.num_dof)
        self.joint_gears[order] = torch.tensor(motor_efforts)
        body_names = self.gym.get_asset_rigid_body_names(asset)
        feet = [name for name in body_names if self.feet in name]
        sensor_pose = gymapi.Transform()
        for name in feet:
            self.gym.create_asset_force_sensor(asset, self.gym.find_asset_rigid_body_index(asset, name), sensor_pose)
        self.num_feet = len(feet)
        start_pose = gymapi.Transform()
        start_pose.p = gymapi.Vec3(*[0.0, 0.0, self.height * 1.5])
        start_pose.r = gymapi.Quat(0.0, 0.0, 0.0, 1.0)
        self.start_rotation = torch.tensor([start_pose.r.x, start_pose.r.y, start_pose.r.z, start_pose.r.w])
        for i in range(self.num_envs):
            env_ptr = self.gym.create_env(self.sim, lower, upper, num_per_row)
            handle = self.gym.create_actor(env_ptr, asset, start_pose, "robot", i, 0, 0)
            self.gym.enable_actor_dof_force_sensors(env_ptr, handle)
            for j in range(self.num_bodies):
                color = gymapi.Vec3(0.97, 0.38, 0.06)
                self.gym.set_rigid_body_color(env_ptr, handle, j, gymapi.MESH_VISUAL, color)
            self.envs.append(env_ptr)
        dof_prop = self.gym.get_actor_dof_properties(env_ptr, handle)
        lower_limits, upper_limits = [], []
        for j in range(self.num_dof):
            if dof_prop["lower"][j] > dof_prop["upper"][j]:
                lower_limits.append(dof_prop["upper"][j])
                upper_limits.append(dof_prop["lower"][j])
            else:
                lower_limits.append(dof_prop["lower"][j])
                upper_limits.append(dof_prop["upper"][j])
        self.lower = torch.tensor(np.array(lower_limits))
        self.upper = torch.tensor(np.array(upper_limits))

    def acquire(self) -> None:
        sensors = self.gym.acquire_force_sensor_tensor(self.sim)
        self.vec_sensor_tensor = gymtorch.wrap_tensor(sensors).view(self.num_envs, self.num_feet * 6)
        forces = self.gym.acquire_dof_force_tensor(self.sim)
        self.dof_force_tensor = gymtorch.wrap_tensor(forces).view(self.num_envs, self.num_dof)
        super().acquire()
        self.dof_pos = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 0]
        self.dof_vel = self.dof_states.view(self.num_envs, self.num_dof, 2)[..., 1]
        zero = torch.tensor([0.0])
        self.initial_dof_pos = torch.zeros_like(self.dof_pos)
        self.initial_dof_pos = torch.where(self.lower > zero, self.lower, self.initial_dof_pos)
        self.initial_dof_pos = torch.where(self.upper < zero, self.upper, self.initial_dof_pos)

    def refresh(self) -> None:
        super().refresh()
        self.gym.refresh_force_sensor_tensor(self.sim)
        self.gym.refresh_dof_force_tensor(self.sim)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        positions = torch_rand_float(-0.2, 0.2, (len(env_ids), self.num_dof), device=self.device)
        velocities = torch_rand_float(-0.1, 0.1, (len(env_ids), self.num_dof), device=self.device)
        self.dof_pos[env_ids] = tensor_clamp(self.initial_dof_pos[env_ids] + positions, self.lower, self.upper)
        self.dof_vel[env_ids] = velocities
        env_ids_int32 = env_ids.to(dtype=torch.int32)
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim,
            gymtorch.unwrap_tensor(self.initial_root_states),
            gymtorch.unwrap_tensor(env_ids_int32),
            len(env_ids_int32),
        )
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(env_ids_int32), len(env_ids_int32)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        forces = actions.to(self.device).clone() * self.joint_gears * 0.2
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(forces))
        self.scaled = unscale(self.dof_pos, self.lower, self.upper)


class Humanoid(Locomotion):
    filename = "nv_humanoid.xml"
    height = 1.34 / 1.5


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "num_dof", "num_bodies", "num_feet"), [(Locomotion, 8, 9, 4), (Humanoid, 21, 13, 2)])
def test_locomotion(kind: type[Locomotion], num_dof: int, num_bodies: int, num_feet: int, num_steps: int) -> None:
    np.random.seed(0)
    task = kind(4)
    assert (task.num_dof, task.num_bodies, task.num_feet) == (num_dof, num_bodies, num_feet)
    task.run(num_steps, num_dof)
    assert torch.isfinite(task.vec_sensor_tensor).all()
    assert task.dof_force_tensor.abs().max() > 0.0
    assert task.root_states[:, 2].min() > 0.0
    assert task.root_states[:, 2].max() < 2.0
    assert (task.dof_pos > task.lower - 0.3).all()
    assert (task.dof_pos < task.upper + 0.3).all()


class Quadcopter(VecTask):
    """Four rotors on tilting arms; thrust along each rotor's own axis, with zero gravity and random scale."""

    folder: Path
    randomization = {
        "actor_params": {
            "quadcopter": {"scale": {"range": [0.95, 1.05], "operation": "scaling", "distribution": "uniform",
                                     "setup_only": True}}
        }
    }  # fmt: skip

    def create_asset(self) -> None:
        root = ET.Element("mujoco", model="Quadcopter")
        compiler = ET.SubElement(root, "compiler")
        compiler.attrib["angle"] = "degree"
        compiler.attrib["coordinate"] = "local"
        compiler.attrib["inertiafromgeom"] = "true"
        chassis = ET.SubElement(ET.SubElement(root, "worldbody"), "body", name="chassis", pos="0 0 0")
        ET.SubElement(chassis, "geom", type="cylinder", size="0.1 0.02", pos="0 0 0", density="50")
        ET.SubElement(chassis, "joint", name="root_joint", type="free")
        for i, angle in enumerate([0.25, 0.75, 1.25, 1.75]):
            x, y = 0.2 * np.cos(angle * np.pi), 0.2 * np.sin(angle * np.pi)
            rotor = ET.SubElement(chassis, "body", name=f"rotor{i}", pos=f"{x} {y} 0")
            ET.SubElement(rotor, "geom", type="cylinder", size="0.1 0.01", density="1000")
            # no compiler setting of the angle here: limits in degrees
            ET.SubElement(
                rotor, "joint", name=f"rotor_roll{i}", type="hinge", limited="true", range="-30 30", damping="10",
                axis="0 1 0",
            )  # fmt: skip
        gymutil_indent(root)
        ET.ElementTree(root).write(self.folder / "quadcopter.xml")

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        self.create_asset()
        options = gymapi.AssetOptions()
        options.fix_base_link = False
        options.angular_damping = 0.0
        options.max_angular_velocity = 4 * np.pi
        options.slices_per_cylinder = 40
        asset = self.gym.load_asset(self.sim, str(self.folder), "quadcopter.xml", options)
        self.num_dof = self.gym.get_asset_dof_count(asset)
        self.rotors = [self.gym.find_asset_rigid_body_index(asset, f"rotor{i}") for i in range(4)]
        pose = gymapi.Transform()
        pose.p.z = 1.0
        self.weights = []
        for i in range(num_envs):
            env = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            handle = self.gym.create_actor(env, asset, pose, "quadcopter", i, 1, 0)
            dof_props = self.gym.get_actor_dof_properties(env, handle)
            dof_props["driveMode"].fill(gymapi.DOF_MODE_POS)
            dof_props["stiffness"].fill(1000.0)
            dof_props["damping"].fill(0.0)
            self.gym.set_actor_dof_properties(env, handle, dof_props)
            for j in range(4):
                self.gym.set_rigid_body_color(
                    env, handle, 1 + j, gymapi.MESH_VISUAL_AND_COLLISION, gymapi.Vec3(1, 0.2, 0.2)
                )
            self.envs.append(env)

    def acquire(self) -> None:
        super().acquire()
        self.thrusts = torch.zeros(self.num_envs, 4, 3)
        self.forces = torch.zeros((self.num_envs, 5, 3), dtype=torch.float32, requires_grad=False)
        props = [self.gym.get_actor_rigid_body_properties(env, 0) for env in self.envs]
        self.weights = torch.tensor([sum(p.mass for p in bodies) for bodies in props]) * 9.81
        self.targets = torch.zeros(self.num_envs, self.num_dof)

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        actor_indices = env_ids.to(torch.int32)
        self.root_states[env_ids] = self.initial_root_states[env_ids]
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.root_states), gymtorch.unwrap_tensor(actor_indices), len(env_ids)
        )
        self.dof_states.zero_()
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(actor_indices), len(env_ids)
        )

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        self.forces[:, self.rotors, 2] = (self.weights / 4).unsqueeze(-1)
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))
        self.gym.apply_rigid_body_force_tensors(self.sim, gymtorch.unwrap_tensor(self.forces), None, gymapi.LOCAL_SPACE)


def gymutil_indent(root: ET.Element) -> None:
    from isaacgym import gymutil

    gymutil._indent_xml(root)


@pytest.mark.slow
def test_quadcopter_hovers_under_a_thrust_of_its_weight(tmp_path: Path, num_steps: int) -> None:
    np.random.seed(0)
    Quadcopter.folder = tmp_path
    Quadcopter.max_episode_length = 10**6
    task = Quadcopter(4)
    task.run(num_steps, 4)
    # single precision leaves about 1e-6 of the weight: 1e-5 m/s^2 for at most 16.6 s
    assert task.root_states[:, 2].tolist() == pytest.approx([1.0] * 4, abs=5e-3)
    assert task.root_states[:, 7:].abs().max() < 1e-2
