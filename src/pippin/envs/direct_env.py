"""What environments have in common that a program writes out itself, with one agent or several.

:class:`~pippin.envs.DirectRLEnv` and :class:`~pippin.envs.DirectMARLEnv` name these functions as their methods.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field
from typing import Any

import gymnasium
import torch
import warp as wp

from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.run.cfg import default_simulation_cfg
from pippin.utils import configclass
from pippin.utils.timer import Timer

from .common import ViewerCfg
from .managers import EventManager
from .vector_metadata import metadata_of

logger = logging.getLogger("pippin")


@configclass
class DirectEnvCfg:
    """What the configs of both have."""

    _members_by_name = not __name__.startswith("pippin.")  # as in older dialects, where this module is run once more

    viewer: ViewerCfg = ViewerCfg()
    """Camera of pictures."""

    sim: SimulationCfg = field(default_factory=default_simulation_cfg)
    """The simulation."""

    seed: int | None = None
    """Seed of all random numbers; None leaves them as they are."""

    decimation: int = MISSING
    """Steps of the physics in one step of the environment."""

    scene: InteractiveSceneCfg = MISSING
    """The scene."""

    log_dir: str | None = None
    """Folder of what a training run writes."""

    is_finite_horizon: bool = False
    """Whether the end of time belongs to the task, so that wrappers report no truncation."""

    compute_final_obs: bool = False
    """Whether the last observations of episodes are kept, as "final_obs" in ``extras`` (of each agent), at resets."""

    episode_length_s: float = MISSING
    """Longest episode [s]."""

    events: Any = None
    """Events."""

    observation_noise_model: Any = None
    """Noise of the observations; None for none."""

    def play_mode(self) -> None:
        """Change the config for watching a policy: at most 50 environments, observations without noise."""
        self.scene.num_envs = min(self.scene.num_envs, 50)
        self.observation_noise_model = None


def max_episode_length_s(env: Any) -> float:
    """Longest episode [s]."""
    return env.cfg.episode_length_s


def max_episode_length(env: Any) -> int:
    """Longest episode [steps]."""
    return math.ceil(env.max_episode_length_s / env.step_dt)


def setup_nothing(env: Any) -> None:
    """Add to the scene what its config does not name. Called before the simulation plays."""


def written_by_programs(name: str, purpose: str) -> Callable[..., Any]:
    """Make a method that programs have to override.

    Args:
        name: Name of the method.
        purpose: What it is for: the first line of its documentation.
    """

    def refuse(env: Any, *args: Any) -> Any:
        raise NotImplementedError(f"'{type(env).__name__}' lacks the method '{name}': define it.")

    refuse.__name__ = name
    refuse.__doc__ = f"{purpose}\n\nRaises:\n    NotImplementedError: The class does not say how."
    return refuse


def begin(env: Any) -> None:
    """Make the scene, start the simulation, and make the counters of steps and the arrays of resets."""
    with Timer(name="scene_creation"):
        env.scene = InteractiveScene(env.cfg.scene)
        env._setup_scene()
    if env.cfg.events:
        env.event_manager = EventManager(env.cfg.events, env)
        env._apply_events("prestartup")
    env._start_simulation()
    env._all_env_ids = torch.arange(env.num_envs, device=env.device)
    env.common_step_counter = 0
    env.episode_length_buf = torch.zeros(env.num_envs, dtype=torch.long, device=env.device)
    env.reset_buf = torch.zeros(env.num_envs, dtype=torch.bool, device=env.device)
    env._configure_spaces()
    env._make_noise_models()
    env._apply_events("startup")
    env.metadata = metadata_of(env.step_dt)


def noise_model(env: Any, cfg: Any) -> Any:
    """Make the noise of an action or an observation."""
    return cfg.class_type(cfg, num_envs=env.num_envs, device=env.device)


def apply_events(env: Any, mode: str, **arguments: Any) -> None:
    """Apply the events of a mode, where there are any."""
    if env.cfg.events and mode in env.event_manager.available_modes:
        env.event_manager.apply(mode=mode, **arguments)


def advance(env: Any) -> None:
    """Step the physics and the counters."""
    env._step_physics(env._apply_action)
    env.episode_length_buf += 1
    env.common_step_counter += 1


def reset_all(env: Any, seed: int | None) -> None:
    """Reset all environments, without computing observations, after the seed was set where one is given."""
    if seed is not None:
        env.seed(seed)
    env._reset_idx(torch.arange(env.num_envs, device=env.device))
    env.scene.write_data_to_sim()
    env.sim.forward()


def reset_idx(env: Any, env_ids: Any) -> None:
    """Reset environments, without computing observations."""
    if isinstance(env_ids, wp.array):  # all instances of an asset
        env_ids = wp.to_torch(env_ids)
    env.scene.reset(env_ids)
    if env.cfg.events:
        count = env._sim_step_counter // env.cfg.decimation
        env._apply_events("reset", env_ids=env_ids, global_env_step_count=count)
    for model in env._noise_models():
        model.reset(env_ids)
    env.episode_length_buf[env_ids] = 0


def take_dones(env: Any, dones: Any) -> None:
    """Keep where episodes are terminated and where they are truncated.

    Raises:
        ValueError: These are not two tensors with one value for each environment.
    """
    try:
        if isinstance(dones, torch.Tensor) and dones.ndim < 2:
            raise ValueError("one tensor")
        env.reset_terminated[:], env.reset_time_outs[:] = dones
    except (TypeError, ValueError, RuntimeError) as error:
        shapes = (
            [tuple(getattr(each, "shape", ())) for each in dones] if isinstance(dones, tuple) else type(dones).__name__
        )
        raise ValueError(
            f"'_get_dones' of {type(env).__name__} gives {shapes}; expected where episodes are terminated and where "
            f"they are truncated, two tensors of shape ({env.num_envs},)."
        ) from error


def tell_of_reward(env: Any, reward: Any) -> None:
    """Say once that a reward is not one number for each environment, as learners read it.

    Raises:
        ValueError: It is None.
    """
    if reward is None:
        raise ValueError(f"'_get_rewards' of {type(env).__name__} gives None; expected shape ({env.num_envs},).")
    _say_once(env, "_get_rewards", getattr(reward, "shape", ()), (env.num_envs,))


def tell_of_action(env: Any, action: torch.Tensor) -> None:
    """Say once that an action is not of the shape of its space, (num_envs, ...)."""
    space = env.single_action_space
    if isinstance(space, gymnasium.spaces.Box):
        _say_once(env, "the action", action.shape, (env.num_envs, *space.shape))


def check_observations(env: Any, observations: Any) -> None:
    """Say once where observations are not of the size of their space.

    Raises:
        ValueError: There are none.
    """
    if observations is None:
        raise ValueError(
            f"'_get_observations' of {type(env).__name__} gives None; expected a dict by group, 'policy' first."
        )
    if not isinstance(observations, Mapping):
        return
    for group, space in env.single_observation_space.spaces.items():
        value = observations.get(group)
        if isinstance(value, torch.Tensor) and space.shape:
            _say_once(env, f"the observations '{group}'", value.shape, (env.num_envs, *space.shape))


def _say_once(env: Any, name: str, shape: Any, expected: tuple[int, ...]) -> None:
    said = vars(env).setdefault("_said_of_shapes", set())
    if tuple(shape) != expected and name not in said:
        said.add(name)
        logger.warning(
            "%s: %s has the shape %s; expected %s, as the config's spaces say: learners may read it wrongly.",
            *(type(env).__name__, name, tuple(shape), expected),
        )


def itself(env: Any) -> Any:
    """Return the environment, which draws as terms of managers do."""
    return env


def release(env: Any) -> None:
    """Let go of the events."""
    vars(env).pop("event_manager", None)
