"""What the command line simulates: robots on a plane that sway about their default poses."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
import warp as wp

from pippin.assets import Multirotor
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationContext

SWAY_FREQUENCY = 0.5
"""Frequency of the motion [Hz]."""


def display_name(config: str) -> str:
    """A robot's name as people write it: "Anymal C" for ANYMAL_C_CFG."""
    return config.removesuffix("_CFG").replace("_", " ").title()


@dataclass(frozen=True)
class Placement:
    """A robot in every environment.

    Attributes:
        config: Name of the robot's config in :mod:`pippin.robots`.
        position: Where its default pose is moved to, in the environment's frame [m].
        sway: Amplitude of its joints' motion [rad].
    """

    config: str
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    sway: float = 0.1


@dataclass(frozen=True)
class RunReport:
    """What ran, and how fast.

    Attributes:
        robots: Names of the robots.
        num_envs: Number of environments.
        joints: Joints in each environment.
        build_seconds: Time until the first step was possible [s].
        env_steps_per_second: Environment steps per second of wall time.
        real_time_factor: Simulated seconds of all environments per second of wall time.
        upright: Whether every robot still is where it was held, within 0.15 m of its initial height.
    """

    robots: str
    num_envs: int
    joints: int
    build_seconds: float
    env_steps_per_second: float
    real_time_factor: float
    upright: bool


class Showcase:
    """A scene of robots on a plane, in which every robot follows a slow sway of its joint targets.

    Args:
        simulation: The simulation to build in.
        placements: Robots of every environment.
        num_envs: Number of environments.
        spacing: Distance of the environments [m].
    """

    def __init__(
        self, simulation: SimulationContext, placements: list[Placement], num_envs: int, spacing: float
    ) -> None:
        start = time.perf_counter()
        self.simulation = simulation
        self.placements = placements
        self.scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=spacing))
        ground = GroundPlaneCfg(color=(0.32, 0.36, 0.42))
        ground.func("/World/ground", ground)
        for index, placement in enumerate(placements):
            cfg = robot_factory(placement.config)().replace(prim_path=f"/World/envs/env_.*/Robot_{index}")
            (x, y, z), (dx, dy, dz) = cfg.init_state.pos, placement.position
            cfg.init_state.pos = (x + dx, y + dy, z + dz)
            self.scene.articulations[placement.config] = cfg.class_type(cfg)
        simulation.reset()
        self.build_seconds = time.perf_counter() - start

    def step(self, time_s: float) -> None:
        """Advance by one step, with targets for that time."""
        phase = math.sin(2.0 * math.pi * SWAY_FREQUENCY * time_s)
        for placement, robot in zip(self.placements, self.scene.articulations.values(), strict=True):
            if isinstance(robot, Multirotor):
                continue  # it hovers by the default speed of its rotors
            target = robot.data.default_joint_pos.torch + placement.sway * phase
            limits = robot.data.soft_joint_pos_limits.torch
            robot.set_joint_position_target_index(target=torch.clamp(target, limits[..., 0], limits[..., 1]))
        self.scene.write_data_to_sim()
        self.simulation.step(render=False)
        self.scene.update(self.simulation.get_physics_dt())

    def run(self, duration: float, on_step: Callable[[], object]) -> RunReport:
        """Simulate for a time [s] and say how fast that was; ``on_step()`` is called after each step."""
        dt = self.simulation.get_physics_dt()
        steps = max(1, round(duration / dt))
        self.step(0.0)  # compiles what is not compiled yet
        wp.synchronize_device(self.simulation.device)
        start = time.perf_counter()
        for i in range(steps):
            self.step((i + 1) * dt)
            on_step()
        wp.synchronize_device(self.simulation.device)
        wall = time.perf_counter() - start
        return RunReport(
            robots=" + ".join(display_name(config) for config in self.scene.articulations),
            num_envs=self.scene.num_envs,
            joints=sum(robot.num_joints for robot in self.scene.articulations.values()),
            build_seconds=self.build_seconds,
            env_steps_per_second=self.scene.num_envs * steps / wall,
            real_time_factor=self.scene.num_envs * steps * dt / wall,
            upright=self._all_upright(),
        )

    def _all_upright(self) -> bool:
        for robot in self.scene.articulations.values():
            drop = robot.data.root_link_pose_w.torch[:, 2] - robot.data.default_root_pose.torch[:, 2]
            if not bool((drop.abs() < 0.15).all()):
                return False
        return True
