"""Configs of one generation of RSL-RL, understood by another.

What changed between the generations, of which programs' configs and installed libraries mix at will:

* 2: ``policy`` holds actor and critic; ``empirical_normalization`` of the runner normalizes all observations.
* 3: the policy says which observations are normalized; ``obs_groups`` says which groups it reads.
* 4: ``actor`` and ``critic`` (``student`` and ``teacher``) take the place of ``policy``.
* 5: a model's ``distribution_cfg`` takes the place of ``stochastic`` and what belongs to it.
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
import inspect
import logging
import sys
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils.callables import string_to_callable
from pippin.utils.config_dict import to_dict

from .model_cfg import (
    RslRlCNNModelCfg,
    RslRlMLPModelCfg,
    RslRlPpoActorCriticCfg,
    RslRlPpoActorCriticCNNCfg,
    RslRlPpoActorCriticRecurrentCfg,
    RslRlRNNModelCfg,
)

_LOGGER = logging.getLogger("pippin")
_ROLES = ("actor", "critic", "student", "teacher")
_NOISE = ("stochastic", "init_noise_std", "noise_std_type", "state_dependent_std")
_RECURRENT: dict[str, Any] = {"rnn_type": "lstm", "rnn_hidden_dim": 256, "rnn_num_layers": 1}
"""Fields of recurrent policies, and what RSL-RL 2 and 3 take where a program's own config lacks them."""

_POLICY_CLASSES = (
    *("ActorCritic", "ActorCriticCNN", "ActorCriticRecurrent", "StudentTeacher", "StudentTeacherRecurrent"),
)
_LATER_ALGORITHM_FIELDS = {
    "normalize_advantage_per_mini_batch": False,
    "optimizer": "adam",
    "share_cnn_encoders": False,
    "use_mixed_precision": False,
}
"""Fields that not every release knows, and their defaults."""


def installed_generation() -> int:
    """Tell the generation of the installed RSL-RL, 2 to 5, by what it holds: forks seldom change their number.

    Raises:
        ImportError: None is installed.
    """
    if importlib.util.find_spec("rsl_rl") is None:
        raise ImportError("RSL-RL is not installed: pip install 'pippin[learn]'.", name="rsl_rl")
    has_models = importlib.util.find_spec("rsl_rl.models") is not None
    if has_models and not hasattr(importlib.import_module("rsl_rl.modules"), "ActorCritic"):  # which some forks keep
        return 5 if importlib.util.find_spec("rsl_rl.modules.distribution") is not None else 4
    if importlib.util.find_spec("rsl_rl.utils") is None:  # a fork of an early one
        return 2
    return 3 if hasattr(importlib.import_module("rsl_rl.utils"), "resolve_obs_groups") else 2


def reads_tensors() -> bool:
    """Tell whether the runners of the installed RSL-RL read one group as a tensor, beside extras.

    Those of the second generation do, but for forks of it that were made for the wrapper of Isaac Lab 2.3 and later:
    they know the TensorDicts which that gives whatever is installed.
    """
    runners = [module for name, module in list(sys.modules.items()) if name.startswith("rsl_rl.runners.")]
    return installed_generation() == 2 and not any(hasattr(module, "TensorDict") for module in runners)


def handle_deprecated_rsl_rl_cfg(agent_cfg: Any, installed_version: str) -> Any:
    """Bring the config of a runner to the generation of a version of RSL-RL, in place.

    Args:
        agent_cfg: Config of a runner.
        installed_version: Version of RSL-RL, such as "5.0.1".

    Returns:
        The same config.

    Raises:
        ValueError: The config lacks what that generation needs.
    """
    _adapt(agent_cfg, min(int(str(installed_version).partition(".")[0]), 5))
    return agent_cfg


def runner_dict(agent_cfg: Any) -> dict[str, Any]:
    """Give the config of a runner as the installed RSL-RL takes it; as it is where none is installed."""
    try:
        generation = installed_generation()
    except ImportError:
        return to_dict(agent_cfg)
    policy: Any = getattr(agent_cfg, "policy", MISSING)
    has_own_learner = _is_given(policy) and policy.class_name not in _POLICY_CLASSES
    if generation >= 4 and has_own_learner:  # a class of the program, which knows what it wants
        data = _given(to_dict(agent_cfg))
        _leave_out_later_defaults(data.get("algorithm", {}))
        return data
    adapted = copy.deepcopy(agent_cfg)
    if any(_is_given(getattr(adapted, name, MISSING)) for name in ("policy", *_ROLES)):
        _adapt(adapted, generation)
    data = _given(to_dict(adapted))
    if generation == 2:
        _normalize_in_the_runner(data)
    else:
        data.pop("empirical_normalization", None)
    if generation >= 3:
        data["obs_groups"] = _obs_groups(data, generation)
        _mirror_by_groups(data.get("algorithm", {}))
    _leave_out_later_fields(data.get("algorithm", {}), generation)
    if generation >= 5:
        _leave_out_later_limits(data)
    if has_own_learner:
        _leave_out_later_defaults(data.get("algorithm", {}))
    return data


def _mirror_by_groups(algorithm: dict[str, Any]) -> None:
    """Let a function of symmetry of generation 2, which mirrors one group of observations at a time, mirror all.

    A learner of a program may go on giving it one at a time.
    """
    symmetry = algorithm.get("symmetry_cfg") or {}
    function = symmetry.get("data_augmentation_func")
    function = string_to_callable(function) if isinstance(function, str) else function
    if not callable(function) or "obs_type" not in inspect.signature(function).parameters:
        return

    def mirror(env: Any, obs: Any = None, actions: Any = None, obs_type: str = "policy") -> tuple[Any, Any]:
        if isinstance(obs, torch.Tensor):
            return function(env=env, obs=obs, actions=actions, obs_type=obs_type)
        if actions is not None:
            actions = function(env=env, obs=None, actions=actions, obs_type="policy")[1]
        if obs is not None:
            groups = {name: function(env=env, obs=group, actions=None, obs_type=name)[0] for name, group in obs.items()}
            obs = type(obs)(groups, batch_size=[len(next(iter(groups.values())))], device=obs.device)
        return obs, actions

    symmetry["data_augmentation_func"] = mirror


def is_missing(value: Any) -> bool:
    """Whether the value of a field has not been given."""
    return isinstance(value, type(MISSING))


def _is_given(value: Any) -> bool:
    return value is not None and not is_missing(value)


def _adapt(cfg: Any, generation: int) -> None:
    policy: Any = getattr(cfg, "policy", MISSING)
    if generation < 4:
        if not _is_given(policy):
            cfg.policy = policy = _policy_of_models(cfg, generation)
        _move_normalization(cfg, policy)
        _leave_out_optimizer(cfg)
        for role in _ROLES:
            if hasattr(cfg, role):
                setattr(cfg, role, MISSING)
        return
    if _is_given(policy):
        _move_normalization(cfg, policy)
        roles = ("student", "teacher") if hasattr(policy, "student_hidden_dims") else ("actor", "critic")
        for role in roles:
            if not _is_given(getattr(cfg, role, MISSING)):
                setattr(cfg, role, _model_of_policy(policy, role))
        cfg.policy = MISSING
    for role in _ROLES:
        model = getattr(cfg, role, MISSING)
        if _is_given(model) and not isinstance(model, dict):  # dicts went through to_dict() and from_dict() already
            (_describe_noise if generation == 4 else _describe_distribution)(model, role)


def _move_normalization(cfg: Any, policy: Any) -> None:
    """Let the networks say whether observations are normalized, where the runner did."""
    if not _is_given(getattr(cfg, "empirical_normalization", None)):
        return
    for name in vars(policy):
        if name.endswith("_obs_normalization") and is_missing(getattr(policy, name)):
            setattr(policy, name, cfg.empirical_normalization)
    cfg.empirical_normalization = MISSING


def _leave_out_optimizer(cfg: Any) -> None:
    algorithm: Any = getattr(cfg, "algorithm", None)
    if getattr(algorithm, "class_name", "") == "PPO" and "optimizer" in vars(algorithm):
        if algorithm.optimizer != "adam":
            _LOGGER.warning(
                "RSL-RL before 4 learns with the optimizer 'adam' alone: '%s' is left out.", algorithm.optimizer
            )
        del algorithm.optimizer


def _model_of_policy(policy: Any, role: str) -> RslRlMLPModelCfg:
    """Config of one of the two models that a policy holds."""
    normalizes = getattr(policy, f"{role}_obs_normalization", False)
    values: dict[str, Any] = {
        "hidden_dims": getattr(policy, f"{role}_hidden_dims"),
        "activation": policy.activation,
        "obs_normalization": False if is_missing(normalizes) else normalizes,
        "stochastic": role != "critic",
    }
    if role == "teacher":
        values["init_noise_std"] = 0.0  # its mean is what the student imitates
    elif role != "critic":
        values |= {name: getattr(policy, name) for name in _NOISE[1:] if hasattr(policy, name)}
    convolutions: Any = getattr(policy, f"{role}_cnn_cfg", None)
    if _is_given(convolutions):
        return RslRlCNNModelCfg(**values, cnn_cfg=convolutions)
    is_recurrent = hasattr(policy, "rnn_type") and (role != "teacher" or policy.teacher_recurrent is not False)
    if not is_recurrent:
        return RslRlMLPModelCfg(**values)
    return RslRlRNNModelCfg(**values, **{name: getattr(policy, name, value) for name, value in _RECURRENT.items()})


def _policy_of_models(cfg: Any, generation: int) -> RslRlPpoActorCriticCfg:
    """Config of a policy that holds the models of a config for RSL-RL 4 or 5."""
    actor: Any = getattr(cfg, "actor", MISSING)
    critic: Any = getattr(cfg, "critic", MISSING)
    if not (_is_given(actor) and _is_given(critic)):
        raise ValueError(f"{type(cfg).__name__} lacks 'policy', which RSL-RL {generation} needs: give it one.")
    _describe_noise(actor, "actor")
    values = {
        "init_noise_std": actor.init_noise_std,
        "noise_std_type": actor.noise_std_type,
        "state_dependent_std": actor.state_dependent_std,
        "actor_obs_normalization": actor.obs_normalization,
        "critic_obs_normalization": critic.obs_normalization,
        "actor_hidden_dims": actor.hidden_dims,
        "critic_hidden_dims": critic.hidden_dims,
        "activation": actor.activation,
    }
    if isinstance(actor, RslRlCNNModelCfg) or isinstance(critic, RslRlCNNModelCfg):
        return RslRlPpoActorCriticCNNCfg(
            **values,
            actor_cnn_cfg=getattr(actor, "cnn_cfg", None),
            critic_cnn_cfg=getattr(critic, "cnn_cfg", None),
        )
    if isinstance(actor, RslRlRNNModelCfg):
        return RslRlPpoActorCriticRecurrentCfg(**values, **{name: getattr(actor, name) for name in _RECURRENT})
    return RslRlPpoActorCriticCfg(**values)


def _describe_noise(model: Any, role: str) -> None:
    """Bring a model to RSL-RL 4: noise in place of a distribution."""
    distribution = getattr(model, "distribution_cfg", None)
    if is_missing(getattr(model, "stochastic", MISSING)):
        if distribution is not None:
            model.stochastic = True
            model.init_noise_std, model.noise_std_type = distribution.init_std, distribution.std_type
            model.state_dependent_std = distribution.class_name.startswith("Heteroscedastic")
        elif is_missing(getattr(model, "init_noise_std", MISSING)):
            model.stochastic = False
        else:
            raise ValueError(f"Model '{role}' lacks 'stochastic', which RSL-RL 4 needs: set it to True or False.")
    vars(model).pop("distribution_cfg", None)


def _describe_distribution(model: Any, role: str) -> None:
    """Bring a model to RSL-RL 5: a distribution in place of noise."""
    if getattr(model, "distribution_cfg", None) is None and getattr(model, "stochastic", MISSING) is True:
        own = RslRlMLPModelCfg
        kind = own.HeteroscedasticGaussianDistributionCfg if model.state_dependent_std else own.GaussianDistributionCfg
        model.distribution_cfg = kind(init_std=model.init_noise_std, std_type=model.noise_std_type)
    for name in _NOISE:
        vars(model).pop(name, None)


def _given(data: dict[str, Any]) -> dict[str, Any]:
    """Entries that have a value, in nested dicts too."""
    return {
        key: _given(value) if isinstance(value, dict) else value for key, value in data.items() if not is_missing(value)
    }


def _normalize_in_the_runner(data: dict[str, Any]) -> None:
    """Bring the dict of a config to RSL-RL 2."""
    policy = data.get("policy", {})
    asked = [policy.pop(name) for name in [*policy] if name.endswith("_obs_normalization")]
    policy.pop("state_dependent_std", None)
    data["empirical_normalization"] = bool(data.get("empirical_normalization")) or any(asked)


def _obs_groups(data: dict[str, Any], generation: int) -> dict[str, list[str]]:
    """Groups of observations by the names that a generation has for its sets."""
    actor = "student" if "Distillation" in data.get("class_name", "") else "actor"
    older, newer = ("policy", actor) if generation >= 4 else (actor, "policy")
    groups = dict(data.get("obs_groups") or {})
    if older in groups and newer not in groups:
        groups[newer] = groups.pop(older)
    return groups


def _leave_out_later_defaults(algorithm: dict[str, Any]) -> None:
    """Remove what an algorithm of the program's own may be too early for, where the program did not set it."""
    for name, default in {**_LATER_ALGORITHM_FIELDS, "rnd_cfg": None, "symmetry_cfg": None}.items():
        if name in algorithm and algorithm[name] == default:
            del algorithm[name]


def _leave_out_later_fields(algorithm: dict[str, Any], generation: int) -> None:
    """Remove what the installed algorithm does not know, of what only later ones have; forks have more than PPO."""
    if importlib.util.find_spec("rsl_rl.algorithms") is None:  # a fork that has them elsewhere, and takes what it gets
        return
    algorithms = importlib.import_module("rsl_rl.algorithms")
    chosen = getattr(algorithms, str(algorithm.get("class_name")).rpartition(":")[2], algorithms.PPO)
    known = inspect.signature(chosen.__init__).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()):
        return
    for name in ("rnd_cfg", "symmetry_cfg"):
        if name not in known and algorithm.get(name) is None:
            algorithm.pop(name, None)
    for name in _LATER_ALGORITHM_FIELDS:
        if name not in known and not (name == "share_cnn_encoders" and generation >= 4):
            algorithm.pop(name, None)


def _leave_out_later_limits(data: dict[str, Any]) -> None:
    """Remove limits of deviations that no program has set, where the installed RSL-RL 5 is of before these."""
    distributions = importlib.import_module("rsl_rl.modules.distribution")
    for role in _ROLES:
        chosen = data.get(role, {}).get("distribution_cfg") or {}
        known = getattr(distributions, str(chosen.get("class_name")), None)
        if known is None or "std_range" in inspect.signature(known.__init__).parameters:
            continue
        if tuple(chosen.get("std_range", ())) == RslRlMLPModelCfg.GaussianDistributionCfg().std_range:
            del chosen["std_range"]
