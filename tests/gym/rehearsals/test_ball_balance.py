"""A robot that balances a ball, in the habit of reinforcement-learning task suites: two actors, and attractors."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import torch_rand_float

from .vec_task import VecTask


class BallBalance(VecTask):
    """A robot built as XML by the program, its feet held to the ground by attractors, and a ball; two actors."""

    folder: Path

    def bot(self) -> ET.Element:
        root = ET.Element("mujoco")
        root.attrib["model"] = "BalanceBot"
        compiler = ET.SubElement(root, "compiler")
        compiler.attrib["angle"] = "degree"
        compiler.attrib["coordinate"] = "local"
        compiler.attrib["inertiafromgeom"] = "true"
        worldbody = ET.SubElement(root, "worldbody")
        tray = ET.SubElement(worldbody, "body")
        tray.attrib["name"] = "tray"
        tray.attrib["pos"] = "0 0 0.7"
        joint = ET.SubElement(tray, "joint")
        joint.attrib["name"] = "root_joint"
        joint.attrib["type"] = "free"
        geom = ET.SubElement(tray, "geom")
        geom.attrib.update(type="cylinder", size="0.5 0.01", pos="0 0 0", density="100")
        actuators = []
        for leg, angle in enumerate(np.arange(3) * 2.0 * np.pi / 3.0):
            x, y = 0.35 * np.cos(angle), 0.35 * np.sin(angle)
            upper = ET.SubElement(
                tray, "body", name=f"upper_leg{leg}", pos=f"{x} {y} 0", euler=f"0 0 {np.degrees(angle)}"
            )
            ET.SubElement(upper, "geom", type="capsule", size="0.02", fromto="0 0 0 0.2 0 -0.25", density="1000")
            ET.SubElement(
                upper, "joint", name=f"upper_leg_joint{leg}", type="hinge", pos="0 0 0", axis="0 1 0", limited="true",
                range="-45 45",
            )  # fmt: skip
            low = ET.SubElement(upper, "body", name=f"lower_leg{leg}", pos="0.2 0 -0.25")
            ET.SubElement(low, "geom", type="capsule", size="0.02", fromto="0 0 0 -0.2 0 -0.3", density="1000")
            ET.SubElement(
                low, "joint", name=f"lower_leg_joint{leg}", type="hinge", pos="0 0 0", axis="0 1 0", limited="true",
                range="-70 90",
            )  # fmt: skip
            actuators.append(f"lower_leg_joint{leg}")
        actuator = ET.SubElement(root, "actuator")
        for name in actuators:
            ET.SubElement(actuator, "motor", gear="1", joint=name)
        return root

    def create_envs(self, num_envs: int, spacing: float, num_per_row: int) -> None:
        ET.ElementTree(self.bot()).write(self.folder / "balance_bot.xml")
        options = gymapi.AssetOptions()
        asset = self.gym.load_asset(self.sim, str(self.folder), "balance_bot.xml", options)
        ball_options = gymapi.AssetOptions()
        ball_options.density = 200
        ball = self.gym.create_sphere(self.sim, 0.1, ball_options)
        self.num_bbot_dofs = self.gym.get_asset_dof_count(asset)
        pose, ball_pose = gymapi.Transform(), gymapi.Transform()
        pose.p.z = 0.57
        ball_pose.p.x, ball_pose.p.z = 0.1, 0.9
        self.bbot_handles, self.obj_handles = [], []
        for i in range(num_envs):
            env_ptr = self.gym.create_env(self.sim, *self.bounds(), num_per_row)
            handle = self.gym.create_actor(env_ptr, asset, pose, "bbot", i, 0, 0)
            actuated_dofs = np.array([1, 3, 5])
            dof_props = self.gym.get_actor_dof_properties(env_ptr, handle)
            dof_props["driveMode"][actuated_dofs] = gymapi.DOF_MODE_POS
            dof_props["stiffness"][actuated_dofs] = 4000.0
            dof_props["damping"][actuated_dofs] = 100.0
            dof_props["driveMode"][actuated_dofs - 1] = gymapi.DOF_MODE_NONE
            self.gym.set_actor_dof_properties(env_ptr, handle, dof_props)
            for j in range(3):
                self.hold_foot(env_ptr, self.gym.find_actor_rigid_body_handle(env_ptr, handle, f"lower_leg{j}"))
            self.envs.append(env_ptr)
            self.bbot_handles.append(handle)
            self.obj_handles.append(self.gym.create_actor(env_ptr, ball, ball_pose, "ball", i, 0, 0))
            self.gym.set_rigid_body_color(env_ptr, self.obj_handles[-1], 0, gymapi.MESH_VISUAL, gymapi.Vec3(1, 0, 0))

    def hold_foot(self, env: gymapi.Env, leg: int) -> None:
        properties = gymapi.AttractorProperties()
        properties.stiffness = 5e7
        properties.damping = 5e3
        properties.axes = gymapi.AXIS_TRANSLATION
        properties.rigid_handle = leg
        properties.offset.p = gymapi.Vec3(-0.2, 0.0, -0.3)
        pose = self.gym.get_rigid_transform(env, leg)
        properties.target.p = pose.transform_point(properties.offset.p)
        properties.target.p.z = 0.02
        self.gym.create_rigid_body_attractor(env, properties)

    def acquire(self) -> None:
        super().acquire()
        self.vec_roots = self.root_states.view(self.num_envs, 2, 13)
        self.vec_dofs = self.dof_states.view(self.num_envs, self.num_bbot_dofs, 2)
        self.targets = torch.zeros(self.num_envs, self.num_bbot_dofs)
        self.initial_dofs, self.initial_roots = self.dof_states.clone(), self.root_states.clone()
        self.all_indices = torch.arange(2 * self.num_envs, dtype=torch.int32).view(self.num_envs, 2)
        self.bbot_indices = torch.arange(self.num_envs, dtype=torch.int32) * 2

    def reset_idx(self, env_ids: torch.Tensor) -> None:
        self.initial_roots.view(self.num_envs, 2, 13)[env_ids, 1, 0] = torch_rand_float(
            -0.1, 0.1, (len(env_ids), 1), "cpu"
        ).squeeze(-1)
        indices = self.all_indices[env_ids].flatten()
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.initial_roots), gymtorch.unwrap_tensor(indices), len(indices)
        )
        indices = self.bbot_indices[env_ids].flatten()
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.initial_dofs), gymtorch.unwrap_tensor(indices), len(indices)
        )
        self.targets[env_ids] = 0

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        self.targets[:, [1, 3, 5]] += self.dt * 0.5 * actions
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))


@pytest.mark.slow
def test_ball_balance(tmp_path: Path, num_steps: int) -> None:
    BallBalance.folder = tmp_path
    task = BallBalance(4)
    task.run(num_steps, 3)
    assert task.vec_roots[:, 0, 2].min() > 0.3  # the tray is held up
