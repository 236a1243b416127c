"""Noise, biases and latency: their distributions, what resets do, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import stats

from pippin.utils.noise import (
    ConstantNoiseCfg,
    GaussianNoiseCfg,
    LatencyModelCfg,
    NoiseCfg,
    NoiseModelCfg,
    NoiseModelWithAdditiveBiasCfg,
    NoiseModelWithBiasWalkCfg,
    UniformNoiseCfg,
)

NONE = ConstantNoiseCfg(bias=0.0)
RARE = 1e-4
"""A test of a distribution fails by chance this often; seeds are fixed, so that it does not."""


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(11)


@pytest.mark.parametrize(
    ("cfg", "distribution"),
    [
        (UniformNoiseCfg(n_min=-0.5, n_max=1.5), stats.uniform(-0.5, 2.0)),
        (GaussianNoiseCfg(mean=0.3, std=0.2), stats.norm(0.3, 0.2)),
    ],
)
def test_noise_has_its_distribution(cfg: NoiseCfg, distribution: stats.rv_continuous) -> None:
    data = torch.zeros(5000, 2)
    noise = cfg.func(data, cfg)
    assert not data.any()
    assert stats.kstest(noise.flatten().numpy(), distribution.cdf).pvalue > RARE
    assert abs(np.corrcoef(noise.numpy().T)[0, 1]) < 0.06  # 4 standard deviations of 1 / sqrt(5000)
    assert not torch.equal(cfg.func(data, cfg), noise)


@pytest.mark.parametrize(("operation", "expected"), [("add", [5.0, 6.0]), ("scale", [6.0, 9.0]), ("abs", [3.0, 3.0])])
def test_operations(operation: str, expected: list[float]) -> None:
    cfg = ConstantNoiseCfg(bias=3.0, operation=operation)
    torch.testing.assert_close(cfg.func(torch.tensor([2.0, 3.0]), cfg), torch.tensor(expected))


def test_parameters_may_differ_between_components() -> None:
    data = torch.zeros(20000, 3)
    std = torch.tensor([0.0, 0.1, 2.0])
    gaussian = GaussianNoiseCfg(mean=torch.tensor([1.0, 0.0, 0.0]), std=std)
    noise = gaussian.func(data, gaussian)
    torch.testing.assert_close(noise.std(dim=0), std, rtol=0.03, atol=0.0)  # 6 standard deviations of 1 / sqrt(40000)
    assert (noise[:, 0] == 1.0).all()
    uniform = UniformNoiseCfg(n_min=torch.tensor([0.0, -1.0, 2.0]), n_max=torch.tensor([0.0, 0.0, 3.0]))
    sample = uniform.func(data, uniform)
    assert (sample.amin(dim=0) >= torch.tensor([0.0, -1.0, 2.0])).all()
    assert (sample.amax(dim=0) <= torch.tensor([0.0, 0.0, 3.0])).all()


def test_a_model_is_its_noise() -> None:
    cfg = NoiseModelCfg(noise_cfg=ConstantNoiseCfg(bias=0.5))
    model = cfg.class_type(cfg, 3, "cpu")
    model.reset(torch.tensor([1]))
    torch.testing.assert_close(model(torch.ones(3, 2)), torch.full((3, 2), 1.5))


@pytest.mark.parametrize(("per_component", "num_biases"), [(True, 30), (False, 10)])
@pytest.mark.parametrize("shape", [(10, 3), (10, 4, 3)])
def test_a_bias_stays_until_a_reset(shape: tuple[int, ...], per_component: bool, num_biases: int) -> None:
    cfg = NoiseModelWithAdditiveBiasCfg(
        noise_cfg=NONE, bias_noise_cfg=UniformNoiseCfg(), sample_bias_per_component=per_component
    )
    model = cfg.class_type(cfg, 10, "cpu")
    data = torch.randn(shape)
    bias = model(data) - data
    assert len(bias.round(decimals=5).unique()) == num_biases
    torch.testing.assert_close(model(2.0 * data) - 2.0 * data, bias, atol=1e-6, rtol=0.0)
    model.reset([2, 5])
    others = [0, 1, 3, 4, 6, 7, 8, 9]
    after = model(data) - data
    torch.testing.assert_close(after[others], bias[others], atol=1e-6, rtol=0.0)
    assert ((after - bias)[[2, 5]].abs() > 1e-4).all()
    model.reset()
    assert ((model(data) - data - after).abs().flatten(1).amax(dim=1) > 1e-4).all()


def test_a_scalar_for_each_environment_has_a_bias() -> None:
    cfg = NoiseModelWithAdditiveBiasCfg(noise_cfg=NONE, bias_noise_cfg=UniformNoiseCfg())
    bias = cfg.class_type(cfg, 10, "cpu")(torch.zeros(10))
    assert bias.shape == (10,)
    assert len(bias.unique()) == 10


def test_a_bias_walks_with_the_square_root_of_time() -> None:
    """Variances after 0.5 s and 2 s are those of the start plus walk_std² t."""
    cfg = NoiseModelWithBiasWalkCfg(
        noise_cfg=NONE, bias_noise_cfg=GaussianNoiseCfg(std=0.1), walk_std=0.3, dt=0.01, sample_bias_per_component=True
    )
    model = cfg.class_type(cfg, 4000, "cpu")
    data = torch.zeros(4000, 2)
    track = torch.stack([model(data) for _ in range(200)])
    for count in (50, 200):
        expected = np.sqrt(0.1**2 + 0.3**2 * 0.01 * count)
        assert stats.kstest(track[count - 1].flatten().numpy(), stats.norm(0.0, expected).cdf).pvalue > RARE
    steps = track.diff(dim=0)
    assert steps.std().item() == pytest.approx(0.03, rel=0.01)
    model.reset()
    assert stats.kstest(model(data).flatten().numpy(), stats.norm(0.0, np.hypot(0.1, 0.03)).cdf).pvalue > RARE


def test_latency_gives_data_of_some_calls_ago() -> None:
    cfg = LatencyModelCfg(min_delay=1, max_delay=3)
    model = cfg.class_type(cfg, 300, "cpu")
    delays = model.delays.clone()
    assert sorted(delays.unique().tolist()) == [1, 2, 3]
    for call in range(6):
        late = model(torch.full((300, 2), float(call)))
        torch.testing.assert_close(late, (call - delays).clamp(min=0).float()[:, None].expand(300, 2))
    model.reset(torch.tensor([7]))
    late = model(torch.full((300, 2), 6.0))
    assert late[7].tolist() == [6.0, 6.0], "what was before is forgotten"
    others = torch.arange(300) != 7
    torch.testing.assert_close(late[others, 0], 6.0 - delays[others].float())


def test_models_follow_each_other() -> None:
    """Late and noisy: the noise of a call is on data of an earlier one."""
    noise = NoiseModelCfg(noise_cfg=ConstantNoiseCfg(bias=100.0))
    latency = LatencyModelCfg(min_delay=1, max_delay=1)
    noisy, late = noise.class_type(noise, 2, "cpu"), latency.class_type(latency, 2, "cpu")
    results = [noisy(late(torch.full((2, 1), float(call))))[0].item() for call in range(3)]
    assert results == [100.0, 100.0, 101.0]


def test_what_makes_no_sense_is_refused() -> None:
    wrong = ConstantNoiseCfg(operation="subtract")
    with pytest.raises(ValueError, match="no noise operation 'subtract'; there are: 'add', 'scale', 'abs'"):
        wrong.func(torch.zeros(2), wrong)
    with pytest.raises(TypeError, match="noise_cfg"):
        NoiseModelCfg().class_type(NoiseModelCfg(), 2, "cpu")
    for limits in ({"min_delay": 3, "max_delay": 2}, {"min_delay": -1, "max_delay": 2}):
        latency = LatencyModelCfg(**limits)
        with pytest.raises(ValueError, match="0 <= min_delay <= max_delay"):
            latency.class_type(latency, 2, "cpu")
    walk = NoiseModelWithBiasWalkCfg(noise_cfg=NONE, bias_noise_cfg=NONE, walk_std=0.1, dt=0.0)
    with pytest.raises(ValueError, match="'dt' and 'walk_std'"):
        walk.class_type(walk, 2, "cpu")
    bias = NoiseModelWithAdditiveBiasCfg(noise_cfg=NONE, bias_noise_cfg=NONE)
    model = bias.class_type(bias, 2, "cpu")
    model(torch.zeros(2, 3))
    with pytest.raises(ValueError, match=r"data of shape \(2, 4\) needs \(2, 4\): use one noise model"):
        model(torch.zeros(2, 4))
