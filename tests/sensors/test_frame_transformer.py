"""Poses of frames in the frame of a body, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.scene import InteractiveScene
from pippin.sensors import FrameTransformerCfg, OffsetCfg

from .conftest import MakeScene, step

FrameCfg = FrameTransformerCfg.FrameCfg
SOURCE = OffsetCfg(pos=(0.1, -0.2, 0.3), rot=tuple(Rotation.from_euler("z", 0.5).as_quat()))
TIP = OffsetCfg(pos=(0.0, 0.0, 0.5), rot=tuple(Rotation.from_euler("x", -0.8).as_quat()))


def scatter(scene: InteractiveScene) -> None:
    """Put the bodies of each environment somewhere else."""
    generator = np.random.default_rng(5)
    for name in ("box", "ball"):
        positions = scene.env_origins.cpu().numpy() + generator.uniform(1.0, 2.0, (3, 3))
        turns = Rotation.random(3, random_state=len(name)).as_quat()
        poses = torch.tensor(np.concatenate([positions, turns], axis=1), dtype=torch.float32, device=scene.device)
        scene[name].write_root_pose_to_sim_index(root_pose=poses)


def matrix(pose: np.ndarray) -> np.ndarray:
    """Homogeneous transform of a pose (position, quaternion x y z w)."""
    out = np.eye(4)
    out[:3, :3] = Rotation.from_quat(pose[3:]).as_matrix()
    out[:3, 3] = pose[:3]
    return out


def test_frames_are_reported_in_the_world_and_in_the_source(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    frames = [
        FrameCfg(prim_path="{ENV_REGEX_NS}/Ball", name="tip", offset=TIP),
        FrameCfg(prim_path="{ENV_REGEX_NS}/B.*"),
    ]
    cfg = FrameTransformerCfg(prim_path="{ENV_REGEX_NS}/Box", source_frame_offset=SOURCE, target_frames=frames)
    scene = make_scene(backend=backend, gravity=(0.0, 0.0, 0.0), frames=cfg)
    scatter(scene)
    step(scene)
    data = scene["frames"].data
    assert data.target_frame_names[0] == "tip"
    assert sorted(data.target_frame_names[1:]) == ["Ball", "Box"]
    targets = {"tip": ("ball", TIP), "Ball": ("ball", OffsetCfg()), "Box": ("box", OffsetCfg())}
    for env in range(3):
        bodies = {name: matrix(scene[name].data.root_link_pose_w.torch[env].cpu().numpy()) for name in ("box", "ball")}
        source = bodies["box"] @ matrix(np.array([*SOURCE.pos, *SOURCE.rot]))
        np.testing.assert_allclose(matrix(data.source_pose_w.torch[env].cpu().numpy()), source, atol=2e-6)
        for column, name in enumerate(data.target_frame_names):
            body, offset = targets[name]
            target = bodies[body] @ matrix(np.array([*offset.pos, *offset.rot]))
            in_world = matrix(data.target_pose_w.torch[env, column].cpu().numpy())
            in_source = matrix(data.target_pose_source.torch[env, column].cpu().numpy())
            np.testing.assert_allclose(in_world, target, atol=2e-6)  # float32 at some metres
            np.testing.assert_allclose(in_source, np.linalg.inv(source) @ target, atol=4e-6)


def test_frames_are_found_by_name(make_scene: MakeScene) -> None:
    frames = [FrameCfg(prim_path="{ENV_REGEX_NS}/Ball", name=f"finger_{i}") for i in range(3)]
    scene = make_scene(frames=FrameTransformerCfg(prim_path="{ENV_REGEX_NS}/Box", target_frames=frames))
    assert scene["frames"].find_bodies("finger_[02]") == ([0, 2], ["finger_0", "finger_2"])
    with pytest.raises(ValueError, match="thumb"):
        scene["frames"].find_bodies("thumb")
    assert scene["frames"].num_bodies == 3


def test_what_matches_no_body_is_named(make_scene: MakeScene) -> None:
    frames = [FrameCfg(prim_path="{ENV_REGEX_NS}/Ball"), FrameCfg(prim_path="{ENV_REGEX_NS}/Hand")]
    with pytest.raises(RuntimeError, match="Hand"):
        make_scene(frames=FrameTransformerCfg(prim_path="{ENV_REGEX_NS}/Box", target_frames=frames))


def test_a_transformer_needs_targets(make_scene: MakeScene) -> None:
    with pytest.raises(ValueError, match="target_frames"):
        make_scene(frames=FrameTransformerCfg(prim_path="{ENV_REGEX_NS}/Box", target_frames=[]))
