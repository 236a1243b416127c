"""Configs of skrl as Isaac Lab's first version reads them."""

from __future__ import annotations

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from omni.isaac.lab_tasks.utils.wrappers.skrl import process_skrl_cfg


def test_a_config_gets_a_function_that_scales_rewards_and_options() -> None:
    cfg = process_skrl_cfg({"agent": {"rewards_shaper_scale": 0.25, "state_preprocessor_kwargs": None}})
    assert cfg["agent"]["state_preprocessor_kwargs"] == {}
    torch.testing.assert_close(cfg["agent"]["rewards_shaper"](torch.tensor([4.0, 8.0]), 3, 9), torch.tensor([1.0, 2.0]))


def test_names_of_classes_become_classes() -> None:
    resources = pytest.importorskip("skrl.resources.preprocessors.torch", reason="skrl is not installed")
    cfg = process_skrl_cfg({"agent": {"state_preprocessor": "RunningStandardScaler", "learning_rate": 1e-3}})
    assert cfg["agent"]["state_preprocessor"] is resources.RunningStandardScaler
    assert cfg["agent"]["learning_rate"] == 1e-3


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(ValueError, match="value_preprocessor"):
        process_skrl_cfg({"value_preprocessor": "__import__('os')"})
    with pytest.raises(NotImplementedError, match="torch"):
        process_skrl_cfg({}, ml_framework="jax")
