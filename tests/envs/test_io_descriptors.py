"""Descriptions of what goes into a policy and comes out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
import yaml

from pippin.envs import ManagerBasedRLEnv
from pippin.envs.io_descriptors import (
    export_articulations_data,
    export_scene_data,
    generic_io_descriptor,
    record_dtype,
    record_joint_names,
    record_shape,
)
from pippin.envs.managers import ObservationTermCfg, SceneEntityCfg

from .pole import joint_positions, pole_cfg


@generic_io_descriptor(units="rad", on_inspect=[record_shape, record_dtype, record_joint_names])
def described_positions(env: Any, asset_cfg: Any = SceneEntityCfg("robot")) -> torch.Tensor:
    """Observe positions."""
    return joint_positions(env, asset_cfg)


def test_an_environment_writes_what_its_policy_sees_and_does(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    params = {"asset_cfg": SceneEntityCfg("robot", joint_names=["hinge"])}
    cfg.observations.policy.described = ObservationTermCfg(func=described_positions, params=params)
    cfg.export_io_descriptors, cfg.log_dir = True, str(tmp_path)
    env = ManagerBasedRLEnv(cfg)
    terms, shapes = env.observation_manager.active_terms["policy"], env.observation_manager.group_obs_term_dim["policy"]
    actions = env.action_manager.active_terms
    descriptor = env.action_manager.get_term(actions[0]).IO_descriptor
    parts = {"articulations": export_articulations_data(env), "scene": export_scene_data(env)}
    env.close()
    written = yaml.safe_load((tmp_path / "io_descriptors" / "IO_descriptors.yaml").read_text())
    rows = written["observations"]["policy"]
    assert [row["name"] for row in rows] == terms
    assert [tuple(row["shape"]) for row in rows] == shapes
    assert rows[-1]["joint_names"] == ["hinge"]
    assert rows[-1]["extras"] == {"units": "rad"}
    assert rows[-1]["dtype"] == "torch.float32"
    assert [row["name"] for row in written["actions"]] == actions
    assert written["actions"][0]["joint_names"] == descriptor.joint_names
    assert tuple(written["actions"][0]["shape"]) == descriptor.shape
    assert descriptor.full_path == written["actions"][0]["full_path"] and descriptor.export
    assert written["articulations"]["robot"]["joint_names"] == ["rail", "hinge"]
    assert written["articulations"]["robot"]["default_joint_pos_limits"][0] == [-3.0, 3.0]
    assert written["scene"]["decimation"] == cfg.decimation
    assert {name: written[name] for name in parts} == parts


def test_a_described_term_is_called_as_before() -> None:
    assert described_positions.__doc__ == "Observe positions."
    assert described_positions._descriptor.name == "described_positions"
    assert described_positions._descriptor.description == "Observe positions."
