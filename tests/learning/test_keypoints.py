"""Where features are in images: by hand, and beside the release's model."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("rsl_rl.models")
from tensordict import TensorDict

from pippin.learning.rsl_rl import export_policy_as_jit, export_policy_as_onnx
from pippin.learning.rsl_rl.keypoints import CenteredImages, SpatialSoftmax, SpatialSoftmaxCNNModel
from pippin.learning.task_environments import agent_cfg_of, new_log_dir

MODELS = Path(
    os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"),
    "isaaclab_tasks/core/lift/config/kuka_allegro/agents/models.py",
)
CONVOLUTIONS = {"output_channels": [4, 6], "kernel_size": [5, 3], "stride": [2, 1], "activation": "elu"}
DISTRIBUTION = {"class_name": "GaussianDistribution", "init_std": 1.0}


def test_a_peak_is_where_it_is_and_a_flat_map_in_the_middle() -> None:
    features = torch.zeros(1, 2, 5, 9)
    features[0, 0, 1, 6] = 50.0  # the second of 5 rows, the seventh of 9 columns
    places = SpatialSoftmax(2, 5, 9)(features)
    torch.testing.assert_close(places, torch.tensor([[0.5, 0.0, -0.5, 0.0]]), atol=1e-5, rtol=0.0)


def test_images_are_centered_as_their_kind_is() -> None:
    colors = torch.tensor([0, 51, 255], dtype=torch.uint8).view(1, 3, 1, 1)
    torch.testing.assert_close(CenteredImages(True)(colors).flatten(), torch.tensor([-0.5, -0.3, 0.5]))
    depths = torch.tensor([0.0, 2.0, torch.inf, torch.nan]).view(1, 1, 1, 4)
    expected = torch.tensor([-0.5, torch.tanh(torch.tensor(1.0)).item() - 0.5, 0.5, 0.5])
    torch.testing.assert_close(CenteredImages(False)(depths).flatten(), expected)


def _model(kind: Any, **changes: Any) -> tuple[Any, TensorDict]:
    """A model of three joints and two cameras, one of which sees depths, and observations."""
    numbers = torch.Generator().manual_seed(3)
    seen = TensorDict(
        {
            "joints": torch.randn(4, 3, generator=numbers),
            "colors": torch.randint(0, 256, (4, 3, 20, 16), dtype=torch.uint8, generator=numbers),
            "depths": 3.0 * torch.rand(4, 1, 20, 16, generator=numbers),
        },
        batch_size=4,
    )
    settings = {"hidden_dims": [8], "distribution_cfg": dict(DISTRIBUTION), "cnn_cfg": dict(CONVOLUTIONS), **changes}
    return kind(seen, {"actor": ["joints", "colors", "depths"]}, "actor", 2, **settings), seen


def test_actions_are_those_of_the_released_model() -> None:
    if not MODELS.is_file():
        pytest.skip("the wheel of Isaac Lab 3.0.0 is not there")
    spec = importlib.util.spec_from_file_location("released_models", MODELS)
    assert spec is not None and spec.loader is not None
    released = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(released)
    (theirs, seen), (mine, _) = (_model(each.SpatialSoftmaxCNNModel) for each in (released, _Mine))
    for group in ("colors", "depths"):
        torch.nn.init.uniform_(theirs.softmaxes[group].log_temperature, -1.0, 1.0)
        mine.cnns[group].layers[1].load_state_dict(theirs.cnns[group].state_dict())
        mine.cnns[group].layers[2].log_temperature.data[:, 0] = theirs.softmaxes[group].log_temperature
    mine.mlp.load_state_dict(theirs.mlp.state_dict())
    actions = mine(seen)
    torch.testing.assert_close(actions, theirs(seen), atol=1e-6, rtol=1e-5)
    exported = torch.jit.script(mine.as_jit())
    torch.testing.assert_close(exported(seen["joints"], [seen["colors"], seen["depths"]]), actions)


class _Mine:
    SpatialSoftmaxCNNModel = SpatialSoftmaxCNNModel


def test_what_has_no_places_is_refused() -> None:
    with pytest.raises(ValueError, match="expected convolutions that leave the places"):
        _model(SpatialSoftmaxCNNModel, cnn_cfg={**CONVOLUTIONS, "global_pool": "max"})
    with pytest.raises(ValueError, match="expected convolutions that leave the places"):
        _model(SpatialSoftmaxCNNModel, cnn_cfg=None)


def test_a_model_that_sees_images_is_exported_whole(tmp_path: Path) -> None:
    model, seen = _model(SpatialSoftmaxCNNModel)
    model.eval()
    actions = model(seen).detach()
    export_policy_as_jit(model, None, str(tmp_path))
    images = [seen["colors"], seen["depths"]]
    torch.testing.assert_close(torch.jit.load(str(tmp_path / "policy.pt"))(seen["joints"], images), actions)
    pytest.importorskip("onnx")
    export_policy_as_onnx(model, str(tmp_path))
    runtime = pytest.importorskip("onnxruntime")
    session = runtime.InferenceSession(str(tmp_path / "policy.onnx"))
    names = [each.name for each in session.get_inputs()]
    assert names == ["obs", "colors", "depths"]
    first = {name: values[:1].float().numpy() for name, values in zip(names, (seen["joints"], *images), strict=True)}
    torch.testing.assert_close(torch.from_numpy(session.run(None, first)[0]), actions[:1], atol=1e-5, rtol=1e-5)


def test_agents_with_alternatives_are_learned_with_their_defaults() -> None:
    agent = agent_cfg_of("Isaac-Reach-Franka")
    assert (agent.experiment_name, agent.max_iterations) == ("reach_franka", 1000)
    assert new_log_dir("Isaac-Reach-Franka").parts[:3] == ("logs", "rsl_rl", "reach_franka")
