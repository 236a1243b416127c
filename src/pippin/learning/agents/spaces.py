"""Configs of PPO by skrl for spaces of all kinds, made from those for RSL-RL."""

from __future__ import annotations

from typing import Any

from pippin.utils.presets import PresetCfg, preset

from . import images, libraries

_POLICIES = {
    "Box": {},
    "Discrete": {"class": "CategoricalMixin", "unnormalized_log_prob": True},
    "MultiDiscrete": {"class": "MultiCategoricalMixin", "unnormalized_log_prob": True},
}
"""Model of the policy for each kind of action; that of a Box stays as it is."""

_ENCODED = "one_hot_encoding(OBSERVATION_SPACE, OBSERVATIONS)"


def skrl_cfg(agent: str, observed: str, acted: str) -> dict[str, Any]:
    """Describe a runner of skrl whose policy sees joints.

    Args:
        agent: Module and class of the config for RSL-RL.
        observed: Kind of the observation's space: "Box", "Discrete", "MultiDiscrete", "Tuple" or "Dict".
        acted: Kind of the action's space: "Box", "Discrete" or "MultiDiscrete".
    """
    cfg = libraries.skrl_cfg(agent)
    encoded = observed in ("Discrete", "MultiDiscrete")
    first, second = _parts(observed, ("joint-positions", "joint-velocities"))
    seen = _ENCODED if encoded else "OBSERVATIONS" if observed == "Box" else f"concatenate([{first}, {second}])"
    for model in ("policy", "value"):
        (hidden,) = cfg["models"][model]["network"]
        hidden["input"] = seen
    return _finished(cfg, acted, scaled=not encoded)


def skrl_image_cfg(agent: str, observed: str, acted: str) -> dict[str, Any]:
    """Describe a runner of skrl whose policy sees an image, alone ("Box") or beside velocities ("Tuple", "Dict").

    The arguments are those of :func:`skrl_cfg`.
    """
    cfg = images.skrl_cfg(agent)
    if observed != "Box":
        image, beside = _parts(observed, ("camera", "joint-velocities"))
        for model in ("policy", "value"):
            features, hidden = cfg["models"][model]["network"]
            features["input"] = features["input"].replace("OBSERVATIONS", image)
            hidden["input"] = f"concatenate([features_extractor, {beside}])"
    return _finished(cfg, acted, scaled=False)


def skrl_presets(agent: str) -> PresetCfg:
    """Describe a runner of skrl for each kind of observation and of action, as alternatives: "dict_discrete".

    Args:
        agent: Module and class of the config for RSL-RL.
    """
    configs = {
        f"{observed}_{acted}".lower(): skrl_cfg(agent, observed, acted)
        for observed in ("Box", "Discrete", "MultiDiscrete", "Dict", "Tuple")
        for acted in _POLICIES
    }
    return preset(default=configs["box_box"], **configs)


def skrl_image_presets(agent: str) -> PresetCfg:
    """Describe, as :func:`skrl_presets` does, runners of skrl whose policies see images."""
    configs = {
        f"{observed}_{acted}".lower(): skrl_image_cfg(agent, observed, acted)
        for observed in ("Box", "Dict", "Tuple")
        for acted in _POLICIES
    }
    return preset(default=configs["box_box"], **configs)


def _parts(observed: str, keys: tuple[str, str]) -> tuple[str, ...]:
    """The two parts of an observation in skrl's language."""
    return tuple(f'OBSERVATIONS["{key}"]' if observed == "Dict" else f"OBSERVATIONS[{i}]" for i, key in enumerate(keys))


def _finished(cfg: dict[str, Any], acted: str, scaled: bool) -> dict[str, Any]:
    """With the policy for a kind of action, one network for policy and value, and observations scaled or not."""
    models = cfg["models"]
    if _POLICIES[acted]:
        kept = {key: models["policy"][key] for key in ("network", "output")}
        models["policy"] = {**_POLICIES[acted], **kept}
    models["separate"] = False
    if not scaled:
        cfg["agent"] |= {"state_preprocessor": None}
    return cfg
