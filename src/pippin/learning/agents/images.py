"""Configs of PPO for policies that see images, by rl_games and skrl: three convolutions before the hidden layers.

Their sizes are those of the network that learned Atari games (Mnih et al., "Human-level control through deep
reinforcement learning", Nature 518, 2015), which Isaac Lab's configs have, too.
"""

from __future__ import annotations

from typing import Any

from . import libraries

_LAYERS = ((32, 8, 4), (64, 4, 2), (64, 3, 1))
"""Channels, size and stride of each convolution."""


def rl_games_cfg(agent: str) -> dict[str, Any]:
    """Describe a runner of rl_games. The argument is that of :func:`.libraries.skrl_cfg`."""
    cfg = libraries.rl_games_cfg(agent)
    params = cfg["params"]
    names = ("filters", "kernel_size", "strides")
    convolutions = [{**dict(zip(names, layer, strict=True)), "padding": 0} for layer in _LAYERS]
    params["network"] |= {
        "separate": False,
        "cnn": {
            "type": "conv2d",
            "activation": "relu",
            "initializer": {"name": "default"},
            "regularizer": {"name": "None"},
            "convs": convolutions,
        },
    }
    params["config"]["normalize_input"] = False
    return cfg


def skrl_cfg(agent: str, algorithm: str = "PPO") -> dict[str, Any]:
    """Describe a runner of skrl. The arguments are those of :func:`.libraries.skrl_cfg`."""
    cfg = libraries.skrl_cfg(agent, algorithm)
    convolutions: list[Any] = [
        {"conv2d": {"out_channels": channels, "kernel_size": size, "stride": stride, "padding": 0}}
        for channels, size, stride in _LAYERS
    ]
    features = {
        "name": "features_extractor",
        "input": "permute(OBSERVATIONS, (0, 3, 1, 2))",  # images have their channels last
        "layers": [*convolutions, "flatten"],
        "activations": "relu",
    }
    cfg["models"]["separate"] = False
    for model in ("policy", "value"):
        (hidden,) = cfg["models"][model]["network"]
        cfg["models"][model]["network"] = [features, {**hidden, "input": "features_extractor"}]
    cfg["agent"] |= {"state_preprocessor": None}
    return cfg


def rl_games_feature_cfg() -> dict[str, Any]:
    """Describe a runner of rl_games that learns cartpole from features which a trained network finds in images."""
    cfg = libraries.rl_games_cfg("pippin.learning.agents.classic:CartpoleCameraPPORunnerCfg")
    params = cfg["params"]
    params["network"]["mlp"]["units"] = [256]
    params["config"] |= {
        "name": "cartpole_features",
        "max_epochs": 200,
        "learning_rate": 3.0e-4,
        "normalize_input": True,
        "normalize_value": True,
        "horizon_length": 16,
        "minibatch_size": 2048,
        "mini_epochs": 8,
    }
    return cfg
