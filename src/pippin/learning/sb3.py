"""An environment as Stable-Baselines3 sees it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import torch

from .environments import WrappedEnvironment, require_environment
from .libraries import require_library

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
else:
    VecEnv = require_library("stable_baselines3.common.vec_env.base_vec_env", "Sb3VecEnvWrapper").VecEnv


def process_sb3_cfg(cfg: dict, num_envs: int = 1) -> dict:
    """Turn the plain values of a YAML file into what Stable-Baselines3 takes.

    * ``"nn.ELU"`` becomes the class.
    * ``policy_kwargs`` may be a text, ``"dict(activation_fn=nn.ELU, net_arch=[32, 32])"``: it is read, never run.
    * ``learning_rate``, ``clip_range`` and ``clip_range_vf``: a number becomes a constant schedule, ``"lin_0.001"`` one
      that falls to zero; a negative number stays.
    * ``n_minibatches`` becomes the ``batch_size`` that makes as many of the samples of all environments.

    Args:
        cfg: Keyword arguments of the algorithm; changed and returned.
        num_envs: Number of environments.

    Raises:
        ValueError: A schedule is neither a number nor such a text, or the text of ``policy_kwargs`` holds other things
            than literals, lists, dicts and PyTorch's modules and optimizers.
    """
    for name in ("policy_kwargs", "replay_buffer_kwargs"):
        if isinstance(cfg.get(name), str):
            cfg[name] = _read_arguments(name, cfg[name])
    _name_modules(cfg)
    for name in ("learning_rate", "clip_range", "clip_range_vf"):
        if name in cfg:
            cfg[name] = _schedule(name, cfg[name])
    if "n_minibatches" in cfg:
        cfg["batch_size"] = cfg.get("n_steps", 2048) * num_envs // cfg.pop("n_minibatches")
    return cfg


def _read_arguments(name: str, text: str) -> dict[str, Any]:
    """Read keyword arguments that YAML files up to Isaac Lab 2.1 hold as an expression of Python."""

    def read(node: ast.expr) -> Any:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "dict" and not node.args:
            return {keyword.arg: read(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        if isinstance(node, ast.Dict) and None not in node.keys:
            return {ast.literal_eval(key): read(value) for key, value in zip(node.keys, node.values, strict=True)}  # type: ignore[arg-type]
        if isinstance(node, (ast.List, ast.Tuple)):
            return [read(entry) for entry in node.elts]
        if isinstance(node, ast.Attribute):
            return _torch_class(ast.unparse(node))
        return ast.literal_eval(node)

    try:
        arguments = read(ast.parse(text.strip(), mode="eval").body)
    except (ValueError, SyntaxError, AttributeError) as error:
        raise ValueError(f"'{name}' is {text!r}, which cannot be read ({error}); expected a dict.") from error
    if not isinstance(arguments, dict):
        raise ValueError(f"'{name}' is {text!r}; expected a dict.")
    return arguments


def _torch_class(name: str) -> type:
    """Class of a module or an optimizer by its name, "nn.ELU" or "torch.optim.Adam"."""
    first, *rest = name.split(".")
    found: Any = {"nn": torch.nn, "torch": torch}.get(first)
    for part in rest:
        found = getattr(found, part, None)
    if not isinstance(found, type) or not issubclass(found, (torch.nn.Module, torch.optim.Optimizer)):
        raise ValueError(f"'{name}' is no module or optimizer of PyTorch")
    return found


def _name_modules(cfg: dict) -> None:
    for key, value in cfg.items():
        if isinstance(value, dict):
            _name_modules(value)
        elif isinstance(value, str) and value.startswith("nn."):
            cfg[key] = getattr(torch.nn, value.removeprefix("nn."))


def _schedule(name: str, value: Any) -> Any:
    if isinstance(value, str) and value.startswith("lin_"):
        start = float(value.removeprefix("lin_"))
        return lambda progress_remaining: progress_remaining * start
    if isinstance(value, (int, float)):
        return value if value < 0 else lambda _: float(value)
    raise ValueError(f"'{name}' is {value!r}; expected a number, or 'lin_' and the number to begin with.")


def _checked(bounds: tuple[float, float]) -> tuple[float, float]:
    low, high = bounds
    if not -float("inf") < low < high < float("inf"):
        raise ValueError(f"Invalid action bounds: {bounds}. Expected two finite numbers, the lower one first.")
    return bounds


class Sb3VecEnvWrapper(WrappedEnvironment, VecEnv):
    """Presents an environment to Stable-Baselines3: NumPy arrays, and one dict of information for each environment.

    Only the group "policy" is observed. It must be the outermost wrapper.

    Args:
        env: Manager-based or direct environment, or a Gymnasium wrapper around one. Several agents are seen as one.
        fast_variant: Whether only returns, lengths and time limits are told, and only for episodes that ended.
        action_bounds: Limits of actions that have none, which Stable-Baselines3 refuses.

    Raises:
        ValueError: The environment cannot be trained in, or the limits are not finite, or the wrong way around.
    """

    def __init__(self, env: Any, fast_variant: bool = True, action_bounds: tuple[float, float] = (-1.0, 1.0)) -> None:
        self.env = require_environment(env)
        unwrapped = self.env.unwrapped
        self.fast_variant = fast_variant
        self.sim_device = unwrapped.device
        actions = unwrapped.single_action_space
        if isinstance(actions, gymnasium.spaces.Box) and not actions.is_bounded("both"):
            actions = gymnasium.spaces.Box(*_checked(action_bounds), actions.shape)
        super().__init__(unwrapped.num_envs, unwrapped.single_observation_space["policy"], actions)
        self.render_mode = unwrapped.render_mode
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs)

    def get_episode_rewards(self) -> list[float]:
        """Give the sum of rewards of each running episode."""
        return self._returns.tolist()

    def get_episode_lengths(self) -> list[float]:
        """Give the number of steps of each running episode."""
        return self._lengths.tolist()

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Seed all random numbers."""
        return [self.unwrapped.seed(seed)] * self.num_envs

    def reset(self) -> Any:
        """Reset all environments; gives observations."""
        observations, _ = self.env.reset()
        self._returns[:] = 0.0
        self._lengths[:] = 0.0
        return _to_numpy(observations["policy"])

    def step_async(self, actions: Any) -> None:
        """Take actions, shape (num_envs, num_actions), for the next :meth:`step_wait`."""
        self._actions = torch.as_tensor(actions).to(device=self.sim_device, dtype=torch.float32)

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all environments.

        Returns:
            Observations, those after the reset where an episode ended; rewards and dones, shape (num_envs,);
            information.
        """
        observed, rewards, terminated, truncated, extras = self.env.step(self._actions)
        observations = _to_numpy(observed["policy"])
        reward, ended, cut = _to_numpy(rewards), _to_numpy(terminated), _to_numpy(truncated)
        dones = ended | cut
        self._returns += reward
        self._lengths += 1
        infos = self._infos(observations, dones, cut & ~ended, extras)
        self._returns[dones] = 0.0
        self._lengths[dones] = 0.0
        return observations, reward, dones, infos

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> Any:
        """Give an attribute of the environment, for each environment asked for."""
        value = getattr(self.env, attr_name)
        if isinstance(value, torch.Tensor):
            return _to_numpy(value if indices is None else value[indices])
        return [value] * (self.num_envs if indices is None else len(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: all environments are one object."""
        raise NotImplementedError(f"Attribute '{attr_name}' is not set for each environment; set it at env.unwrapped.")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> Any:
        """Call a method of the environment."""
        if method_name == "render":
            return self.env.render()
        return getattr(self.env, method_name)(*method_args, indices=indices, **method_kwargs)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Tell that no wrapper of Stable-Baselines3 is inside."""
        return [False]

    def get_images(self) -> list[Any]:
        """Refuse: pictures are those of ``env.render()``."""
        raise NotImplementedError("'Sb3VecEnvWrapper' has no image for each environment: call env.render().")

    def _infos(self, observations: Any, dones: np.ndarray, by_time: np.ndarray, extras: dict) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(dones).tolist():
            ended = {"r": float(self._returns[index]), "l": float(self._lengths[index])}
            infos[index] |= {
                "episode": ended if self.fast_variant else ended | extras.get("log", {}),
                "TimeLimit.truncated": bool(by_time[index]),
                "terminal_observation": _row(observations, index),
            }
        if not self.fast_variant:
            for index, info in enumerate(infos):
                info |= {name: _row(value, index) for name, value in extras.items() if name != "log"}
        return infos


def _to_numpy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _to_numpy(item) for key, item in value.items()}
    return value.detach().cpu().numpy()


def _row(value: Any, index: int) -> Any:
    return {key: item[index] for key, item in value.items()} if isinstance(value, dict) else value[index]
