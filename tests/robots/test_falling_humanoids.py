"""Humanoids whose joints are held in place fall, lie and come to rest: nobody puts energy into them."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import torch
import warp as wp

from pippin.assets import ArticulationCfg
from pippin.physics.scene.scene import playing_scene
from pippin.robots import released, robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import ArticulationRootPropertiesCfg, GroundPlaneCfg, SimulationCfg, SimulationContext

NUM_ENVS, DURATION, SHOVE = 4, 4.0, 0.5

CFGS = {
    "G1_CFG": lambda: released.G1_CFG,
    "H1_CFG": lambda: released.H1_CFG,
    "UNITREE_G1_CFG": robot_factory("UNITREE_G1_CFG"),
}


def energies(model: mujoco.MjModel, qpos: np.ndarray, qvel: np.ndarray) -> np.ndarray:
    """Kinetic and potential energy of each environment [J], by MuJoCo."""
    data, values = mujoco.MjData(model), []
    for data.qpos[:], data.qvel[:] in zip(qpos, qvel, strict=True):
        mujoco.mj_forward(model, data)
        mujoco.mj_energyPos(model, data)
        mujoco.mj_energyVel(model, data)
        values.append(data.energy.sum())
    return np.array(values)


@pytest.mark.slow
@pytest.mark.parametrize("dt", [0.005, 1.0 / 60.0])
@pytest.mark.parametrize(
    ("name", "has_self_collisions"),
    [("G1_CFG", False), ("G1_CFG", True), ("UNITREE_G1_CFG", False), ("UNITREE_G1_CFG", True), ("H1_CFG", False)],
)
def test_a_humanoid_that_fell_gains_no_energy(name, has_self_collisions, dt):
    """Its drives begin at their targets, so that they have no energy to give, and all that acts but gravity brakes.

    1 J of 250 to 550 is for what integration adds in a fall. H1's parts begin within each other, which pushes.
    """
    with SimulationContext(SimulationCfg(dt=dt, device="cpu")) as simulation:
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=NUM_ENVS, env_spacing=3.0))
        cfg: ArticulationCfg = CFGS[name]().replace(prim_path="/World/envs/env_.*/Robot")
        cfg = cfg.copy()
        cfg.spawn.articulation_props = ArticulationRootPropertiesCfg(enabled_self_collisions=has_self_collisions)
        robot = scene.articulations["robot"] = cfg.class_type(cfg)
        simulation.reset()
        generator = torch.Generator().manual_seed(0)
        shove = SHOVE * torch.randn((NUM_ENVS, 6), generator=generator)
        robot.write_root_velocity_to_sim_index(root_velocity=shove)
        targets = robot.data.default_joint_pos.torch.clone()
        worlds = playing_scene(simulation).backend.worlds[0]
        state: tuple[wp.array, wp.array] = (worlds.qpos, worlds.qvel)
        least = before = energies(worlds.model, *(array.numpy() for array in state))
        for step in range(round(DURATION / dt)):
            robot.set_joint_position_target_index(target=targets)
            scene.write_data_to_sim()
            simulation.step(render=False)
            scene.update(dt)
            if step % 4 == 0:
                energy = energies(worlds.model, *(array.numpy() for array in state))
                assert (energy <= before + 1.0).all()
                least = np.minimum(least, energy)
        assert (least < before - 50.0).all(), "they fell"
        assert robot.data.root_com_vel_w.torch.norm(dim=1).max() < 0.3, "they lie, or roll slowly"
