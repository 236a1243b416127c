"""Network actuators against plain torch evaluations of the same network, joint by joint."""

from __future__ import annotations

import io
import resource
import zipfile

import numpy as np
import pytest
import torch
import warp as wp
from torch import nn

from pippin.actuators import ActuatorNetLSTMCfg, ActuatorNetMLPCfg

pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning")

MOTOR = {"joint_names_expr": [".*"], "saturation_effort": 2.0, "effort_limit": 0.2, "velocity_limit": 3.0}
UNLIMITED = {**MOTOR, "saturation_effort": 1.0e6, "effort_limit": 1.0e6}
NUM_STEPS = 6

# Both sides evaluate the same float32 network, but in batches of other sizes, which may sum in another order.
TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}


class Recurrent(nn.Module):
    """Two layers of LSTM and a linear one."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 5, num_layers=2, batch_first=True)
        self.head = nn.Linear(5, 1)

    def forward(
        self, inputs: torch.Tensor, state: tuple[torch.Tensor, torch.Tensor]
    ) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
        features, state = self.lstm(inputs, state)
        return self.head(features[:, -1]), state


def saved(module: nn.Module, folder) -> str:
    path = str(folder / "network.pt")
    torch.jit.save(torch.jit.script(module), path)
    return path


def perceptron(num_inputs: int) -> nn.Module:
    torch.manual_seed(11)
    return nn.Sequential(nn.Linear(num_inputs, 8), nn.Softsign(), nn.Linear(8, 1))


def recurrent() -> Recurrent:
    torch.manual_seed(12)
    return Recurrent()


def mlp_cfg(path: str, **changes) -> ActuatorNetMLPCfg:
    fields = {
        "pos_scale": 0.5,
        "vel_scale": 0.25,
        "torque_scale": 3.0,
        "input_order": "pos_vel",
        "input_idx": [0, 2, 3],
    }
    return ActuatorNetMLPCfg(**{**UNLIMITED, "network_file": path, **fields, **changes})


def errors_and_velocities(history) -> tuple[np.ndarray, np.ndarray]:
    """Position errors and velocities of a run, each of shape (steps, num_envs, num_joints)."""
    arrays = np.array([inputs.numpy() for inputs in history])
    return arrays[:, 0] - arrays[:, 3], arrays[:, 4]


def evaluate(network: nn.Module, row: list[float]) -> float:
    with torch.no_grad():
        return network(torch.tensor([row], dtype=torch.float32)).item()


@pytest.mark.parametrize("order", ["pos_vel", "vel_pos"])
@pytest.mark.parametrize("ages", [[0], [0, 2, 3], (3, 1)], ids=str)
def test_mlp_sees_scaled_errors_and_velocities_of_the_past(make_actuator, make_inputs, tmp_path, order, ages) -> None:
    network = perceptron(2 * len(ages))
    actuator = make_actuator(mlp_cfg(saved(network, tmp_path), input_order=order, input_idx=ages))
    history = [make_inputs(seed) for seed in range(NUM_STEPS)]
    errors, velocities = errors_and_velocities(history)
    for step, inputs in enumerate(history):
        applied = inputs.applied_by(actuator)
        for env, joint in np.ndindex(applied.shape):
            past = [step - age for age in ages]
            error = [0.5 * errors[i, env, joint] if i >= 0 else 0.0 for i in past]
            velocity = [0.25 * velocities[i, env, joint] if i >= 0 else 0.0 for i in past]
            row = error + velocity if order == "pos_vel" else velocity + error
            assert applied[env, joint] == pytest.approx(3.0 * evaluate(network, row), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("device", [pytest.param("cuda:0", marks=pytest.mark.gpu)])
def test_weights_of_an_lstm_lie_in_one_block_of_memory(make_actuator, tmp_path) -> None:
    network = make_actuator(ActuatorNetLSTMCfg(**UNLIMITED, network_file=saved(recurrent(), tmp_path))).network
    assert len({weight.untyped_storage().data_ptr() for weight in network.lstm.parameters()}) == 1


@pytest.mark.slow
def test_lstm_carries_its_state_from_step_to_step(make_actuator, make_inputs, tmp_path, monkeypatch) -> None:
    # cuDNN rounds the factors of an LSTM on a GPU to 10 bits (TF32) unless told not to.
    monkeypatch.setattr(torch.backends.cudnn, "allow_tf32", False)
    network = recurrent()
    actuator = make_actuator(ActuatorNetLSTMCfg(**UNLIMITED, network_file=saved(network, tmp_path)))
    history = [make_inputs(seed) for seed in range(NUM_STEPS)]
    applied = np.array([inputs.applied_by(actuator) for inputs in history])
    rows = torch.tensor(np.stack(errors_and_velocities(history), axis=-1), dtype=torch.float32)
    for env, joint in np.ndindex(applied.shape[1:]):
        # The whole sequence at once, from a state of zeros.
        with torch.no_grad():
            features, _ = network.lstm(rows[:, env, joint].unsqueeze(0))
            expected = network.head(features[0])[:, 0]
        np.testing.assert_allclose(applied[:, env, joint], expected, **TOLERANCE)


def kinds(folder) -> dict:
    return {
        "mlp": lambda limits: mlp_cfg(saved(perceptron(6), folder), **limits),
        "lstm": lambda limits: ActuatorNetLSTMCfg(**limits, network_file=saved(recurrent(), folder)),
    }


@pytest.fixture(params=["mlp", "lstm"])
def make_cfg(request, tmp_path):
    """Config of a network of each kind, from a dict of the motor's limits."""
    return kinds(tmp_path)[request.param]


@pytest.mark.slow
@pytest.mark.parametrize(
    "env_ids",
    [[1, 4], torch.tensor([1, 4]), torch.tensor([False, True, False, False, True, False, False])],
    ids=["list", "tensor", "mask"],
)
def test_reset_forgets_in_its_environments_only(make_actuator, make_inputs, make_cfg, env_ids) -> None:
    reset, going_on, new = (make_actuator(make_cfg(UNLIMITED)) for _ in range(3))
    for seed in range(4):
        make_inputs(seed).applied_by(reset)
        make_inputs(seed).applied_by(going_on)
    reset.reset(env_ids)
    after = make_inputs(9)
    efforts, with_memory, without = (after.applied_by(actuator) for actuator in (reset, going_on, new))
    assert (abs(with_memory - without) > 1e-4).any(axis=1).all()  # memory matters in every environment
    expected = with_memory.copy()
    expected[[1, 4]] = without[[1, 4]]
    np.testing.assert_allclose(efforts, expected, **TOLERANCE)


def test_reset_of_all(make_actuator, make_inputs, make_cfg) -> None:
    actuator = make_actuator(make_cfg(UNLIMITED))
    first = make_inputs(0).applied_by(actuator)
    actuator.reset(None)
    np.testing.assert_allclose(make_inputs(0).applied_by(actuator), first, **TOLERANCE)


def test_effort_keeps_within_the_torque_speed_curve(make_actuator, make_inputs, make_cfg) -> None:
    actuator = make_actuator(make_cfg(MOTOR))
    inputs = make_inputs(scale=5.0)
    applied = inputs.applied_by(actuator)
    computed = actuator.computed_effort.double().cpu().numpy()
    velocity = np.clip(inputs.numpy()[4], -3.0 * 1.1, 3.0 * 1.1)
    lowest = np.maximum(2.0 * (-1.0 - velocity / 3.0), -0.2)
    highest = np.minimum(2.0 * (1.0 - velocity / 3.0), 0.2)
    assert (computed > highest).any() and (computed < lowest).any()
    np.testing.assert_allclose(applied, np.clip(computed, lowest, highest), **TOLERANCE)


def test_action_holds_the_effort_alone_and_needs_positions_alone(make_actuator, make_inputs, make_cfg) -> None:
    actuator = make_actuator(make_cfg(UNLIMITED))
    inputs = make_inputs()
    action = inputs.action()
    action.joint_velocities = action.joint_efforts = None
    result = actuator.compute(action, inputs.pos, inputs.vel)
    assert result.joint_efforts is actuator.applied_effort
    assert result.joint_positions is None and result.joint_velocities is None


@pytest.mark.gpu
@pytest.mark.parametrize("device", ["cuda:0"])
def test_graph_of_torch_repeats_the_network(make_actuator, make_inputs, make_cfg) -> None:
    """Networks allocate, so torch captures them, on a stream that Warp shares."""
    cfg = make_cfg(MOTOR)
    eager, captured = make_actuator(cfg), make_actuator(cfg)
    live = make_inputs()
    stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    warp_stream = wp.stream_from_torch(stream)
    with torch.cuda.stream(stream), wp.ScopedStream(warp_stream):
        for _ in range(3):  # until TorchScript has settled
            captured.compute(live.action(), live.pos, live.vel)
        stream.synchronize()
        with torch.cuda.graph(graph, stream=stream), wp.ScopedCapture(stream=warp_stream, external=True):
            captured.compute(live.action(), live.pos, live.vel)
    torch.cuda.synchronize()
    captured.reset(None)
    for seed in range(5):
        inputs = make_inputs(seed)
        live.overwrite(inputs)
        graph.replay()
        expected = inputs.applied_by(eager)
        np.testing.assert_allclose(captured.applied_effort.double().cpu(), expected, **TOLERANCE)


def test_missing_file_is_named(make_actuator, make_cfg, tmp_path) -> None:
    cfg = make_cfg(UNLIMITED)
    cfg.network_file = str(tmp_path / "nowhere.pt")
    with pytest.raises(FileNotFoundError, match=r"nowhere\.pt"):
        make_actuator(cfg)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content", [b"", b"no network", b"PK\x03\x04 cut off"], ids=["empty", "text", "half an archive"]
)
def test_malformed_file_is_named(make_actuator, make_cfg, tmp_path, content) -> None:
    cfg = make_cfg(UNLIMITED)
    cfg.network_file = str(tmp_path / "broken.pt")
    (tmp_path / "broken.pt").write_bytes(content)
    with pytest.raises(ValueError, match=r"broken\.pt' is no TorchScript module"):
        make_actuator(cfg)


def test_text_that_is_longer_than_its_file_takes_no_memory(make_actuator, make_cfg, tmp_path) -> None:
    """PyTorch's own reader makes room for all of it, 2 GB, before it sees that there is no more."""
    cfg = make_cfg(UNLIMITED)
    cfg.network_file = str(tmp_path / "long.pt")
    whole = io.BytesIO()
    torch.jit.save(torch.jit.script(perceptron(6)), whole)
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(cfg.network_file, "w") as changed:
        for part in archive.infolist():
            content = archive.read(part)
            if part.filename.endswith("data.pkl"):  # BINUNICODE is followed by a length of four bytes
                start = content.index(b"X") + 1
                content = content[:start] + (2**31 - 1).to_bytes(4, "little") + content[start + 4 :]
            changed.writestr(part.filename, content)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match=r"long\.pt' is no TorchScript module; .*: expected 2147483647 bytes"):
        make_actuator(cfg)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KiB


def test_weights_without_a_module_are_refused(make_actuator, make_cfg, tmp_path) -> None:
    cfg = make_cfg(UNLIMITED)
    torch.save(perceptron(6).state_dict(), cfg.network_file)
    with pytest.raises(ValueError, match="no TorchScript module"):
        make_actuator(cfg)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"input_order": "vel"}, "'input_order' is 'vel'"),
        ({"input_idx": []}, "'input_idx'"),
        ({"input_idx": [0, -1]}, r"\[0, -1\]"),
        ({"input_idx": [0, 1]}, r"inputs of shape \(21, 4\)"),
    ],
)
def test_mlp_inputs_that_cannot_be_are_refused(make_actuator, tmp_path, changes, message) -> None:
    with pytest.raises(ValueError, match=message):
        make_actuator(mlp_cfg(saved(perceptron(6), tmp_path), **changes))


def test_mlp_with_several_outputs_is_refused(make_actuator, tmp_path) -> None:
    with pytest.raises(ValueError, match="one effort for each of 21 rows"):
        make_actuator(mlp_cfg(saved(nn.Linear(6, 2), tmp_path)))


@pytest.mark.parametrize(
    ("module", "message"), [(nn.Linear(2, 1), "no submodule 'lstm'"), (nn.LSTM(2, 5), "no submodule 'lstm'")]
)
def test_recurrent_network_of_another_form_is_refused(make_actuator, tmp_path, module, message) -> None:
    with pytest.raises(ValueError, match=message):
        make_actuator(ActuatorNetLSTMCfg(**UNLIMITED, network_file=saved(module, tmp_path)))


def test_recurrent_network_with_other_inputs_is_refused(make_actuator, tmp_path) -> None:
    module = recurrent()
    module.lstm = nn.LSTM(3, 5, num_layers=2, batch_first=True)
    with pytest.raises(ValueError, match=r"inputs of shape \(21, 1, 2\)"):
        make_actuator(ActuatorNetLSTMCfg(**UNLIMITED, network_file=saved(module, tmp_path)))
