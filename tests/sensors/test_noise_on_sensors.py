"""Noise and latency on what sensors measure: any data, with resets by environment."""

from __future__ import annotations

import torch

from pippin.sensors import ImuCfg, PvaCfg, RayCasterCfg
from pippin.sensors.ray_caster import patterns
from pippin.utils.noise import (
    ConstantNoiseCfg,
    GaussianNoiseCfg,
    LatencyModelCfg,
    NoiseModelCfg,
    NoiseModelWithAdditiveBiasCfg,
    UniformNoiseCfg,
)

from .conftest import MakeScene, step

BALL = "{ENV_REGEX_NS}/Ball"


def test_late_positions_of_a_falling_ball(make_scene: MakeScene) -> None:
    """Four measurements late, the ball is where it was 20 ms before, whatever the kind of sensor."""
    scan = RayCasterCfg(
        prim_path=BALL,
        mesh_prim_paths=["/World/ground"],
        pattern_cfg=patterns.GridPatternCfg(resolution=1.0, size=(0.0, 0.0)),
    )
    scene = make_scene(pva=PvaCfg(prim_path=BALL), scan=scan)
    cfg = LatencyModelCfg(min_delay=4, max_delay=4)
    late_position, late_scan = (cfg.class_type(cfg, scene.num_envs, "cpu") for _ in range(2))
    positions, scans = [], []
    for _ in range(10):
        step(scene)
        positions.append(scene["pva"].data.pos_w.torch.clone())
        scans.append(scene["scan"].data.pos_w.torch.clone())
        late = late_position(positions[-1]), late_scan(scans[-1])
    torch.testing.assert_close(late[0], positions[5])
    torch.testing.assert_close(late[1], scans[5])
    assert (late[0][:, 2] > positions[-1][:, 2]).all()


def test_noise_leaves_the_measurement_alone(make_scene: MakeScene) -> None:
    scene = make_scene(imu=ImuCfg(prim_path="{ENV_REGEX_NS}/Box"))
    step(scene, 50)
    noise = NoiseModelWithAdditiveBiasCfg(
        noise_cfg=GaussianNoiseCfg(std=0.01), bias_noise_cfg=UniformNoiseCfg(n_min=1.0, n_max=2.0)
    )
    model = noise.class_type(noise, scene.num_envs, "cpu")
    data = scene["imu"].data.lin_acc_b.torch
    before = data.clone()
    error = model(data) - before
    torch.testing.assert_close(data, before)
    assert ((error > 0.9) & (error < 2.1)).all()
    constant = NoiseModelCfg(noise_cfg=ConstantNoiseCfg(bias=torch.tensor([0.0, 0.0, 5.0])))
    offset = constant.class_type(constant, scene.num_envs, "cpu")(data) - before
    torch.testing.assert_close(offset, torch.tensor([0.0, 0.0, 5.0]).expand(3, 3), atol=1e-5, rtol=0.0)
