"""What older versions of Isaac Lab do otherwise for learning libraries.

Version 1 reads configs of skrl, which skrl's own runner does since; version 2 has its own limits of actions for
Stable-Baselines3.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

__all__ = ["process_skrl_cfg"]

_CLASSES = {
    "KLAdaptiveLR": ("skrl.resources.schedulers.torch", "KLAdaptiveLR"),
    "KLAdaptiveRL": ("skrl.resources.schedulers.torch", "KLAdaptiveLR"),  # its older name
    "RunningStandardScaler": ("skrl.resources.preprocessors.torch", "RunningStandardScaler"),
}
_NAMED = ("learning_rate_scheduler", "shared_state_preprocessor", "state_preprocessor", "value_preprocessor")
"""Entries whose value is the name of a class."""


def process_skrl_cfg(cfg: dict, ml_framework: str = "torch") -> dict:
    """Put classes in place of their names, and a function in place of the scale of rewards, in all levels of a config.

    Args:
        cfg: Config as its file has it, which is changed.
        ml_framework: Framework of the classes; PyTorch alone is served.

    Returns:
        The config.

    Raises:
        NotImplementedError: Another framework is asked for.
        ValueError: A class is not known.
    """
    if ml_framework != "torch":
        raise NotImplementedError(f"skrl runs here with PyTorch: give ml_framework='torch', not {ml_framework!r}.")
    for key, value in list(cfg.items()):
        if isinstance(value, dict):
            process_skrl_cfg(value)
        elif key in _NAMED and isinstance(value, str):
            cfg[key] = _class_of(key, value)
        elif key.endswith("_kwargs") and value is None:
            cfg[key] = {}
        elif key == "rewards_shaper_scale":
            cfg["rewards_shaper"] = _scaled_by(value)
    return cfg


def _class_of(key: str, name: str) -> type:
    if name not in _CLASSES:
        raise ValueError(f"'{key}' of a config of skrl is '{name}'; expected one of {sorted(_CLASSES)}.")
    module, attribute = _CLASSES[name]
    return getattr(importlib.import_module(module), attribute)


def _scaled_by(scale: float) -> Any:
    def shape_rewards(rewards: Any, *timesteps: Any, **named_timesteps: Any) -> Any:
        return rewards * scale

    return shape_rewards


def __getattr__(name: str) -> Any:
    """Give :func:`_sb3_wrapper` under its name; Stable-Baselines3 is imported by those who ask for it alone."""
    if name == "Sb3VecEnvWrapper":
        return _sb3_wrapper()
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


@functools.cache
def _sb3_wrapper() -> type:
    from pippin.learning import sb3

    class Sb3VecEnvWrapper(sb3.Sb3VecEnvWrapper):
        """:class:`pippin.learning.sb3.Sb3VecEnvWrapper` whose actions without limits lie between -100 and 100."""

        def __init__(self, env: Any, fast_variant: bool = True) -> None:
            super().__init__(env, fast_variant, action_bounds=(-100.0, 100.0))

    return Sb3VecEnvWrapper
