"""The abuse test of the design, as a user would write it: humanoids under constant random torques stay finite.

``benchmarks/stability.py`` runs it with 4,096 environments, and shows what happens without the cure.
"""

from __future__ import annotations

import pytest
import torch

from pippin.assets import Articulation
from pippin.physics.scene import playing_scene
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext

DT = 1.0 / 120.0
STEPS = 1100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "num_envs"),
    [("mujoco", 24), ("newton", 8)],
    ids=["mujoco", "newton"],
)
def test_humanoids_under_random_torques_stay_finite(backend: str, num_envs: int) -> None:
    with SimulationContext(SimulationCfg(dt=DT, device="cpu", backend=backend)) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=4.0))
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        cfg = robot_factory("HUMANOID_CFG")().replace(prim_path="/World/envs/env_.*/Robot")
        for actuator in cfg.actuators.values():
            actuator.stiffness, actuator.damping = 0.0, 0.0
        robot = Articulation(cfg)
        simulation.reset()
        torques = 5.0 * torch.randn(num_envs, robot.num_joints, generator=torch.Generator().manual_seed(0))
        robot.set_joint_effort_target_index(target=torques)
        fastest = 0.0
        for _ in range(STEPS):
            robot.write_data_to_sim()
            simulation.step(render=False)
            robot.update(DT)
            fastest = max(fastest, float(robot.data.joint_vel.torch.abs().max()))
        assert fastest > 10.0, "the torques throw the joints about [rad/s]"
        height = robot.data.root_link_pose_w.torch[:, 2]
        assert torch.isfinite(robot.data.joint_pos.torch).all()
        assert ((height > -0.1) & (height < 2.0)).all(), "they lie on the ground [m]"
        assert not playing_scene(simulation).backend.worlds[0].bad.numpy().any(), "no state was lost"
