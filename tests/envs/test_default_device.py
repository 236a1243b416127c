"""After ``torch.set_default_device(...)`` everything stays where it belongs.

Programs set the GPU as PyTorch's default device. Here it is "meta", whose tensors hold no numbers: whatever is made
there by mistake cannot be read, on any machine.
"""

from __future__ import annotations

from pathlib import Path

import gymnasium
import pytest
import torch

from pippin.actuators import IdealPDActuatorCfg
from pippin.assets import AssetBaseCfg
from pippin.scene import InteractiveScene
from pippin.sensors import CameraCfg, ContactSensorCfg, FrameTransformerCfg, ImuCfg, RayCasterCfg
from pippin.sensors.ray_caster import patterns
from pippin.sim import GroundPlaneCfg, PinholeCameraCfg, SimulationCfg, SimulationContext
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

from .pole import scene_cfg

TASKS = [
    "Isaac-Cartpole-v0",
    pytest.param("Isaac-Velocity-Flat-Anymal-C-v0", marks=pytest.mark.slow),
    pytest.param("Isaac-Stack-Cube-Franka-v0", marks=pytest.mark.slow),
    pytest.param("Isaac-Repose-Cube-Allegro-v0", marks=pytest.mark.slow),
    pytest.param("Isaac-Quadcopter-Direct-v0", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_steps_whatever_the_default_device(name: str) -> None:
    register_tasks()
    with torch.device("meta"):
        config = parse_env_cfg(name, device="cpu", num_envs=4)
        config.seed = 5
        env = gymnasium.make(name, cfg=config).unwrapped
        env.reset()
        for _ in range(3):
            _, rewards, *_ = env.step(torch.zeros(env.action_space.shape, device="cpu"))
        env.close()
    assert rewards.device.type == "cpu" and torch.isfinite(rewards).all()


def test_sensors_and_explicit_actuators_serve_whatever_the_default_device(tmp_path: Path) -> None:
    cfg = scene_cfg("pippin", tmp_path, 2)
    cfg.robot.spawn.activate_contact_sensors = True
    cfg.robot.actuators = {"all": IdealPDActuatorCfg(joint_names_expr=[".*"], stiffness={".*": 50.0}, damping=5.0)}
    cart, pole = "{ENV_REGEX_NS}/Cart/cart", "{ENV_REGEX_NS}/Cart/pole"
    with torch.device("meta"), SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        cfg.ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
        cfg.camera = CameraCfg(
            prim_path="{ENV_REGEX_NS}/Camera",
            spawn=PinholeCameraCfg(),
            width=16,
            height=12,
            data_types=["distance_to_image_plane"],
            offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 3.0), rot=(0.0, 1.0, 0.0, 0.0), convention="ros"),
        )
        pattern = patterns.GridPatternCfg(resolution=0.5, size=(1.0, 1.0))
        cfg.caster = RayCasterCfg(prim_path=cart, mesh_prim_paths=["/World/ground"], pattern_cfg=pattern)
        cfg.contact, cfg.imu = ContactSensorCfg(prim_path=pole), ImuCfg(prim_path=pole)
        frames = [FrameTransformerCfg.FrameCfg(prim_path=pole)]
        cfg.frames = FrameTransformerCfg(prim_path=cart, target_frames=frames)
        scene = InteractiveScene(cfg)
        simulation.reset()
        for _ in range(3):
            scene.write_data_to_sim()
            simulation.step()
            scene.update(0.01)
        read = [
            scene["robot"].data.joint_pos,
            scene["robot"].data.applied_torque,
            scene["camera"].data.output["distance_to_image_plane"],
            scene["caster"].data.ray_hits_w,
            scene["contact"].data.net_forces_w,
            scene["imu"].data.ang_vel_b,
            scene["frames"].data.target_pos_source,
        ]
        values = [as_torch(each) for each in read]
    assert all(each.device.type == "cpu" and each.numel() and torch.isfinite(each).all() for each in values)
