"""A direct-workflow task of the older Isaac Lab: a quadruped that turns, with markers, contacts, and a height scan.

``PACKAGE`` is replaced by the package of the dialect.
"""

import argparse

from PACKAGE.app import AppLauncher

parser = argparse.ArgumentParser(description="Turn a quadruped.")
parser.add_argument("--num_envs", type=int, default=4)
AppLauncher.add_app_launcher_args(parser)
args_cli = parser.parse_args()
app_launcher = AppLauncher(args_cli)
simulation_app = app_launcher.app

# ruff: noqa: E402, T201
import math

import PACKAGE.sim as sim_utils
import torch
from PACKAGE.assets import Articulation, ArticulationCfg
from PACKAGE.markers import VisualizationMarkers, VisualizationMarkersCfg
from PACKAGE.scene import InteractiveScene, InteractiveSceneCfg
from PACKAGE.sensors import ContactSensor, ContactSensorCfg, RayCaster, RayCasterCfg, patterns
from PACKAGE.sim import SimulationCfg, SimulationContext
from PACKAGE.utils import configclass
from PACKAGE.utils.math import (
    quat_apply,
    quat_from_angle_axis,
    quat_mul,
    quat_rotate_inverse,
    sample_uniform,
    subtract_frame_transforms,
    yaw_quat,
)
from PACKAGE_assets import ANT_CFG

UPSIDE_DOWN = (0.0, 1.0, 0.0, 0.0)


ANT = ANT_CFG.replace(prim_path="/World/envs/env_.*/Robot")
ANT.spawn.activate_contact_sensors = True


@configclass
class TaskCfg:
    """Settings of the task."""

    decimation = 2
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, device="cpu")
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4, env_spacing=4.0, replicate_physics=True)
    robot: ArticulationCfg = ANT
    contacts: ContactSensorCfg = ContactSensorCfg(
        prim_path="/World/envs/env_.*/Robot/.*", history_length=3, track_air_time=True
    )
    scanner: RayCasterCfg = RayCasterCfg(
        prim_path="/World/envs/env_.*/Robot/torso",
        offset=RayCasterCfg.OffsetCfg(pos=(0.0, 0.0, 5.0), rot=(1.0, 0.0, 0.0, 0.0)),
        mesh_prim_paths=["/World/ground"],
        pattern_cfg=patterns.GridPatternCfg(resolution=0.2, size=(0.4, 0.4)),
    )


class Task:
    """Turns a robot, in the habit of the direct workflow."""

    def __init__(self, cfg: TaskCfg) -> None:
        self.cfg = cfg
        self.sim = SimulationContext(cfg.sim)
        self.scene = InteractiveScene(cfg.scene)
        self._setup_scene()
        self.sim.reset()
        self.device = self.sim.device
        self.num_envs = self.scene.num_envs
        self._torso, _ = self._robot.find_bodies("torso")
        self._legs, names = self._robot.find_joints([".*"])
        self._feet, _ = self._contact_sensor.find_bodies(".*foot.*")
        self.actions = torch.zeros(self.num_envs, len(names), device=self.device)
        self.last_velocity = self._robot.data.root_lin_vel_w
        self.goal = quat_from_angle_axis(
            torch.full((self.num_envs,), math.pi / 2), torch.tensor([[0.0, 0.0, 1.0]]).repeat(self.num_envs, 1)
        )
        self._goal_markers = VisualizationMarkers(
            VisualizationMarkersCfg(
                prim_path="/Visuals/goal", markers={"arrow": sim_utils.CuboidCfg(size=(0.5, 0.05, 0.05))}
            )
        )

    def _setup_scene(self) -> None:
        self._robot = Articulation(self.cfg.robot)
        self.scene.articulations["robot"] = self._robot
        self._contact_sensor = ContactSensor(self.cfg.contacts)
        self.scene.sensors["contacts"] = self._contact_sensor
        self._scanner = RayCaster(self.cfg.scanner)
        self.scene.sensors["scanner"] = self._scanner
        ground = sim_utils.GroundPlaneCfg()
        ground.func("/World/ground", ground)
        light = sim_utils.DomeLightCfg(intensity=2000.0)
        light.func("/World/Light", light, orientation=(0.7071068, 0.0, 0.7071068, 0.0))
        self.scene.clone_environments(copy_from_source=False)
        self.scene.filter_collisions(global_prim_paths=["/World/ground"])

    def reset_idx(self, env_ids: torch.Tensor | None) -> None:
        """Put some robots back, each with a random turn."""
        if env_ids is None:
            env_ids = self._robot._ALL_INDICES
        self.scene.reset(env_ids)
        joint_pos = self._robot.data.default_joint_pos[env_ids]
        joint_vel = self._robot.data.default_joint_vel[env_ids]
        root_state = self._robot.data.default_root_state[env_ids].clone()
        root_state[:, :3] += self.scene.env_origins[env_ids]
        yaw = sample_uniform(-math.pi, math.pi, (len(env_ids),), self.device)
        up = torch.tensor([[0.0, 0.0, 1.0]], device=self.device).repeat(len(env_ids), 1)
        root_state[:, 3:7] = quat_mul(quat_from_angle_axis(yaw, up), root_state[:, 3:7])
        self._robot.write_root_link_pose_to_sim(root_state[:, :7], env_ids)
        self._robot.write_root_com_velocity_to_sim(root_state[:, 7:], env_ids)
        self._robot.write_joint_state_to_sim(joint_pos, joint_vel, None, env_ids)

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Observation and reward after some physics steps."""
        self.actions = actions.clone()
        for _ in range(self.cfg.decimation):
            self._robot.set_joint_effort_target(self.actions, joint_ids=self._legs)
            self.scene.write_data_to_sim()
            self.sim.step(render=False)
            self.scene.update(dt=self.sim.get_physics_dt())
        return self.observe(), self.reward()

    def observe(self) -> torch.Tensor:
        """Where the goal is, and what the robot feels."""
        data = self._robot.data
        _, turn = subtract_frame_transforms(data.root_pos_w, data.root_quat_w, data.root_pos_w, self.goal)
        up = quat_rotate_inverse(data.root_quat_w, torch.tensor([[0.0, 0.0, -1.0]]).repeat(self.num_envs, 1))
        torch.testing.assert_close(up, data.projected_gravity_b, rtol=0.0, atol=1e-5)
        heights = self._scanner.data.pos_w[:, 2:] - self._scanner.data.ray_hits_w[..., 2]
        acceleration = (data.root_lin_vel_w - self.last_velocity) / self.sim.get_physics_dt()
        self.last_velocity = data.root_lin_vel_w
        self._goal_markers.visualize(data.root_pos_w, self.goal)
        return torch.cat([turn, up, heights, acceleration, data.joint_pos, data.joint_vel, self.actions], dim=-1)

    def reward(self) -> torch.Tensor:
        """How well the robot looks along the goal, less what its feet press."""
        forward = quat_apply(yaw_quat(self._robot.data.root_quat_w), self._robot.data.FORWARD_VEC_B)
        wanted = quat_apply(self.goal, self._robot.data.FORWARD_VEC_B)
        forces = self._contact_sensor.data.net_forces_w_history[:, :, self._feet].norm(dim=-1).max(dim=1)[0]
        return (forward * wanted).sum(dim=-1) - 1e-4 * forces.sum(dim=-1)


def main() -> None:
    """Some steps with random actions."""
    torch.manual_seed(0)
    cfg = TaskCfg()
    cfg.scene.num_envs = args_cli.num_envs
    task = Task(cfg)
    task.reset_idx(None)
    for count in range(20):
        observation, reward = task.step(torch.randn(task.num_envs, 8))
        assert torch.isfinite(observation).all()
        assert torch.isfinite(reward).all()
        if count == 10:
            task.reset_idx(torch.tensor([1, 3]))
    # a robot that looks along the goal is rewarded with 1
    state = task._robot.data.default_root_state.clone()
    state[:, :3] += task.scene.env_origins + torch.tensor([0.0, 0.0, 2.0])
    state[:, 3:7] = task.goal
    task._robot.write_root_state_to_sim(state)
    task.scene.reset()
    print("reward", [round(float(value), 3) for value in task.reward()])
    state[:, 3:7] = torch.tensor(UPSIDE_DOWN)
    task._robot.write_root_state_to_sim(state)
    print("gravity", [round(float(value), 3) + 0.0 for value in task._robot.data.projected_gravity_b[0]])
    jacobians = task._robot.root_physx_view.get_jacobians()
    print("jacobians", tuple(jacobians[:, task._torso[0]].shape), type(jacobians).__name__)


if __name__ == "__main__":
    main()
    simulation_app.close()
