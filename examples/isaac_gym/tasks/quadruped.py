"""Let an ANYmal C follow commanded velocities over terrain that becomes harder as it gets better."""

from __future__ import annotations

import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import calc_heading, quat_rotate_inverse, torch_rand_float

from .base import LearningSettings, Task
from .files import robot_file
from .terrain import HeightScan, Terrain

STANCE = {"HAA": 0.0, "F_HFE": 0.4, "H_HFE": -0.4, "F_KFE": -0.8, "H_KFE": 0.8}
"""Angles of the joints when it stands, by how their names end [rad]."""

REWARDS = {
    "velocity": 1.0,
    "spin": 0.5,
    "climb": -2.0,
    "tumble": -0.05,
    "torque": -1.0e-5,
    "acceleration": -2.5e-7,
    "action_rate": -0.01,
    "collision": -1.0,
    "air_time": 1.0,
}
"""Weights of the terms of the reward after arXiv 2109.11978, each times the length of a step. No step is worth less
than 0, or robots that are punished for how they move would rather fall than go on, or never move."""


class Quadruped(Task):
    """Follow a commanded velocity, which changes every 10 s, over slopes, stairs and obstacles.

    Each robot is on a field of a :class:`Terrain`. For one that gets off its middle by half its side, the next episode
    begins a level higher; for one that walked less than half as far as it was told, a level lower. So the mean level
    tells how far learning came. The policy sees the heights at 187 points around it.
    """

    num_observations = 235
    num_actions = 12
    max_episode_length = 1000
    learning = LearningSettings(
        iterations=1500,
        horizon=24,
        hidden=(512, 256, 128),
        epochs=5,
        mini_batches=4,
        learning_rate=1.0e-3,
        entropy=0.005,
        reward_scale=1.0,
        noise=0.5,
    )
    dt = 0.02
    substeps = 4
    spacing = 0.0  # all share one frame, that of the terrain
    action_limit = 100.0
    camera = (2.5, -2.5, 1.2)

    action_scale = 0.5  # [rad]
    stiffness, damping, max_torque = 80.0, 2.0, 80.0  # of each joint: [N m/rad], [N m s/rad], [N m]
    start_height = 0.6  # [m]
    start_levels = 1
    resampling_steps = 500
    push_steps = 750

    # -- building ------------------------------------------------------------------------------------------------------

    def create_ground(self) -> None:
        """Add the terrain."""
        self.terrain = Terrain()
        self.terrain.add_to(self.gym, self.sim)
        self.scan = HeightScan(self.terrain, self.device)
        self.origins = torch.tensor(self.terrain.origins, device=self.device)
        self.levels = torch.randint(self.start_levels, (self.num_envs,), device=self.device)
        self.kinds = torch.arange(self.num_envs, device=self.device) % len(self.terrain.kinds)

    def load_assets(self) -> None:
        """Load the robot."""
        options = gymapi.AssetOptions()
        options.default_dof_drive_mode = gymapi.DOF_MODE_POS
        options.collapse_fixed_joints = True
        options.replace_cylinder_with_capsule = True
        options.angular_damping = 0.0
        options.density = 0.001  # of links without mass: that of the base is in links fixed to it
        options.flip_visual_attachments = True
        path = "anymal_c_simple_description/urdf/anymal.urdf"
        self.asset = self.gym.load_asset(self.sim, *robot_file(path), options)
        names = self.gym.get_asset_rigid_body_names(self.asset)
        self.shanks = self._bodies(names, "SHANK")
        self.limbs = self._bodies(names, "HIP", "THIGH")
        self.base = names.index("base")
        self.num_bodies = len(names)
        joints = self.gym.get_asset_dof_names(self.asset)
        angles = [next(angle for end, angle in STANCE.items() if joint.endswith(end)) for joint in joints]
        self.stance = torch.tensor(angles, device=self.device)
        self.friction = torch.rand(self.num_envs).mul(0.75).add(0.5).tolist()

    def _bodies(self, names: list[str], *ends: str) -> torch.Tensor:
        return torch.tensor([i for i, name in enumerate(names) if name.endswith(ends)], device=self.device)

    def create_env(self, env: gymapi.Env, index: int) -> None:
        """Put a robot, with friction of its own, onto its field."""
        shapes = self.gym.get_asset_rigid_shape_properties(self.asset)
        for shape in shapes:
            shape.friction = self.friction[index]
        self.gym.set_asset_rigid_shape_properties(self.asset, shapes)
        origin = self.origins[self.levels[index], self.kinds[index]].tolist()
        pose = gymapi.Transform(p=gymapi.Vec3(origin[0], origin[1], origin[2] + self.start_height))
        actor = self.gym.create_actor(env, self.asset, pose, "anymal", index, 1, 0)
        properties = self.gym.get_actor_dof_properties(env, actor)
        properties["stiffness"], properties["damping"] = self.stiffness, self.damping
        properties["effort"] = self.max_torque
        self.gym.set_actor_dof_properties(env, actor, properties)

    def acquire_tensors(self) -> None:
        """Wrap the states of roots and DOFs, and contact forces."""
        gym, sim, num_envs, device = self.gym, self.sim, self.num_envs, self.device
        self.root_states = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
        self.dof_states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
        states = self.dof_states.view(num_envs, self.num_actions, 2)
        self.dof_positions, self.dof_velocities = states[..., 0], states[..., 1]
        forces = gymtorch.wrap_tensor(gym.acquire_net_contact_force_tensor(sim))
        self.contact_forces = forces.view(num_envs, self.num_bodies, 3)
        self.targets = torch.zeros(num_envs, self.num_actions, device=device)
        self.last_actions = torch.zeros_like(self.targets)
        self.last_velocities = torch.zeros_like(self.targets)
        self.commands = torch.zeros(num_envs, 4, device=device)  # velocity along x and y, spin, heading
        self.air_time = torch.zeros(num_envs, 4, device=device)
        self.was_in_contact = torch.zeros(num_envs, 4, dtype=torch.bool, device=device)
        self.down = torch.tensor([0.0, 0.0, -1.0], device=device).expand(num_envs, 3)
        x, y = torch.linspace(-0.8, 0.8, 17, device=device), torch.linspace(-0.5, 0.5, 11, device=device)
        self.scan_points = torch.cartesian_prod(x, y)

    def refresh(self) -> None:
        """Bring all of these up to date."""
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_net_contact_force_tensor(self.sim)

    # -- stepping ------------------------------------------------------------------------------------------------------

    def apply(self, actions: torch.Tensor) -> None:
        """Set targets of joint positions."""
        self.targets = self.stance + self.action_scale * actions
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))

    def judge(self) -> None:
        """Reward following the command, and smooth gaits."""
        self._look()
        self._steer()
        terms = self._terms()
        total = sum(weight * terms[name] for name, weight in REWARDS.items())
        self.is_done = self.contact_forces[:, self.base].norm(dim=1) > 1.0
        self.rewards = total.clamp(min=0.0) * self.dt
        self.progress[self._distances() > self.terrain.size / 2.0] = self.max_episode_length  # it goes on elsewhere
        self.last_actions, self.last_velocities = self.actions.clone(), self.dof_velocities.clone()
        self.metrics["level"] = self.levels.float().mean()
        self.metrics["tracking"] = terms["velocity"].mean()
        self._push()

    def _look(self) -> None:
        """Velocities and gravity in the base's frame."""
        rotations = self.root_states[:, 3:7]
        self.velocity = quat_rotate_inverse(rotations, self.root_states[:, 7:10])
        self.spin = quat_rotate_inverse(rotations, self.root_states[:, 10:13])
        self.gravity = quat_rotate_inverse(rotations, self.down)

    def _steer(self) -> None:
        """Draw new commands when it is time, and turn towards the commanded heading."""
        self._draw_commands((self.progress % self.resampling_steps == 0).nonzero().squeeze(-1))
        error = self.commands[:, 3] - calc_heading(self.root_states[:, 3:7])
        error = torch.remainder(error + torch.pi, 2.0 * torch.pi) - torch.pi
        self.commands[:, 2] = (0.5 * error).clamp(-1.0, 1.0)

    def _draw_commands(self, env_ids: torch.Tensor) -> None:
        self.commands[env_ids, :2] = torch_rand_float(-1.0, 1.0, (len(env_ids), 2), self.device)
        self.commands[env_ids, 3:] = torch_rand_float(-torch.pi, torch.pi, (len(env_ids), 1), self.device)
        is_walking = self.commands[env_ids, :2].norm(dim=1, keepdim=True) > 0.2
        self.commands[env_ids, :2] *= is_walking

    def _terms(self) -> dict[str, torch.Tensor]:
        """Terms of the reward, each of shape (num_envs,)."""
        velocity_error = (self.commands[:, :2] - self.velocity[:, :2]).square().sum(dim=1)
        spin_error = (self.commands[:, 2] - self.spin[:, 2]).square()
        torques = self.stiffness * (self.targets - self.dof_positions) - self.damping * self.dof_velocities
        return {
            "velocity": torch.exp(-velocity_error / 0.25),
            "spin": torch.exp(-spin_error / 0.25),
            "climb": self.velocity[:, 2].square(),
            "tumble": self.spin[:, :2].square().sum(dim=1),
            "torque": torques.clamp(-self.max_torque, self.max_torque).square().sum(dim=1),
            "acceleration": ((self.last_velocities - self.dof_velocities) / self.dt).square().sum(dim=1),
            "action_rate": (self.last_actions - self.actions).square().sum(dim=1),
            "collision": (self.contact_forces[:, self.limbs].norm(dim=2) > 0.1).sum(dim=1),
            "air_time": self._air_time(),
        }

    def _air_time(self) -> torch.Tensor:
        """Time that feet were in the air beyond half a second, when they touch the ground again."""
        is_in_contact = self.contact_forces[:, self.shanks, 2] > 1.0
        touches = is_in_contact | self.was_in_contact
        self.was_in_contact = is_in_contact
        self.air_time += self.dt
        lands = (self.air_time > self.dt) & touches
        reward = ((self.air_time - 0.5) * lands).sum(dim=1) * (self.commands[:, :2].norm(dim=1) > 0.1)
        self.air_time *= ~touches
        return reward

    def _push(self) -> None:
        """Push all robots now and then: give them some velocity."""
        env_ids = (self.progress % self.push_steps == 0).nonzero().squeeze(-1)
        if len(env_ids) > 0:
            self.root_states[env_ids, 7:9] = torch_rand_float(-1.0, 1.0, (len(env_ids), 2), self.device)
            self.set_state_of(env_ids, self.root_states, None)

    def observe(self) -> torch.Tensor:
        """State of base and joints, the command, the last actions, and the heights around."""
        self._look()
        parts = [
            2.0 * self.velocity,
            0.25 * self.spin,
            self.gravity,
            self.commands[:, :3],
            self.dof_positions - self.stance,
            0.05 * self.dof_velocities,
            self.actions,
            5.0 * (self.root_states[:, 2:3] - 0.5 - self._scan()).clamp(-1.0, 1.0),
        ]
        return torch.cat(parts, dim=1)

    def _scan(self) -> torch.Tensor:
        """Heights of the terrain around each robot [m], shape (num_envs, 187)."""
        heading = calc_heading(self.root_states[:, 3:7])[:, None]
        cosine, sine = heading.cos(), heading.sin()
        forward, left = self.scan_points.unbind(dim=1)
        points = torch.stack([cosine * forward - sine * left, sine * forward + cosine * left], dim=2)
        return self.scan(points + self.root_states[:, None, :2])

    # -- episodes ------------------------------------------------------------------------------------------------------

    def restart(self, env_ids: torch.Tensor) -> None:
        """Choose the level by how far robots came, and put them there."""
        self._change_levels(env_ids[self.is_done[env_ids]])
        shape = (len(env_ids), self.num_actions)
        self.dof_positions[env_ids] = self.stance * torch_rand_float(0.5, 1.5, shape, self.device)
        self.dof_velocities[env_ids] = 0.0
        origins = self.origins[self.levels[env_ids], self.kinds[env_ids]]
        self.root_states[env_ids] = 0.0
        self.root_states[env_ids, :3] = origins
        self.root_states[env_ids, :2] += torch_rand_float(-1.0, 1.0, (len(env_ids), 2), self.device)
        self.root_states[env_ids, 2] += self.start_height
        self.root_states[env_ids, 6] = 1.0
        self.root_states[env_ids, 7:] = torch_rand_float(-0.5, 0.5, (len(env_ids), 6), self.device)
        self.set_state_of(env_ids, self.root_states, self.dof_states)
        self._draw_commands(env_ids)
        for buffer in (self.last_actions, self.last_velocities, self.air_time):
            buffer[env_ids] = 0.0

    def _change_levels(self, env_ids: torch.Tensor) -> None:
        """Send robots that walked off up a level, those that hardly moved down; those beyond the last, anywhere."""
        levels, num_levels = self.levels[env_ids], self.terrain.num_levels
        distance = self._distances()[env_ids]
        told = self.commands[env_ids, :2].norm(dim=1) * self.max_episode_length * self.dt
        goes_up = distance > self.terrain.size / 2.0
        goes_down = (distance < 0.5 * told) & ~goes_up
        levels = (levels + goes_up.long() - goes_down.long()).clamp(min=0)
        anywhere = torch.randint(num_levels, (len(env_ids),), device=self.device)
        self.levels[env_ids] = torch.where(levels >= num_levels, anywhere, levels)

    def _distances(self) -> torch.Tensor:
        """Distances of the robots from the middle of their fields [m], shape (num_envs,)."""
        return (self.root_states[:, :2] - self.origins[self.levels, self.kinds, :2]).norm(dim=1)

    def curriculum(self) -> dict[str, torch.Tensor]:
        """The levels."""
        return {"levels": self.levels}

    def subject(self) -> torch.Tensor:
        """The base."""
        return self.root_states[0, :3].cpu()
