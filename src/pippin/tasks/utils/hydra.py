"""Configs of tasks, changed from the command line by Hydra: ``train.py env.scene.num_envs=64 agent.seed=1``."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from typing import Any

from pippin.utils.config_dict import KEPT, to_dict
from pippin.utils.names import what_is_there

from .presets import choose_presets, literal
from .registry import load_cfg_from_registry

_LOGGER = logging.getLogger("pippin")
_PLAIN = (bool, int, float, str, bytes, type(None))


def hydra_task_config(task_name: str | None, agent_cfg_entry_point: str | None) -> Callable:
    """Decorate the main function of a script: it gets the configs of a task, as the command line changes them.

    What OmegaConf cannot hold (spaces, slices, arrays, lambdas) stays as it is and cannot be changed from there.

    Args:
        task_name: Name of the task.
        agent_cfg_entry_point: Key of the agent's config; None or empty for none.

    Raises:
        ImportError: Hydra is not installed.
        gymnasium.error.UnregisteredEnv: There is no such task.
        ValueError: The task has no config under that key, a program was started without the name of one, or a path
            on the command line names no field.
    """

    def decorate(main: Callable) -> Callable:
        @functools.wraps(main)
        def run(*args: Any, **kwargs: Any) -> None:
            hydra = _hydra()
            from omegaconf import OmegaConf

            if not task_name:
                raise ValueError(
                    f"The name of the task is {task_name!r}; expected that of a registered task: --task NAME."
                )
            name = task_name.split(":")[-1]
            env_cfg, agent_cfg, arguments = _chosen(name, agent_cfg_entry_point, sys.argv[1:])
            sys.argv[1:] = arguments
            before, objects = _register(name, env_cfg, agent_cfg)
            _check_paths(arguments, before, {"env": env_cfg, "agent": agent_cfg})

            @hydra.main(config_path=None, config_name=name, version_base="1.3")
            def hydra_main(composed: Any) -> None:
                after = OmegaConf.to_container(composed, resolve=True)
                main(_changed(env_cfg, "env", before, after, objects), _agent(after), *args, **kwargs)

            def _agent(after: Any) -> Any:
                return _changed(agent_cfg, "agent", before, after, objects)

            hydra_main()

        return run

    return decorate


def register_task_to_hydra(task_name: str, agent_cfg_entry_point: str | None) -> tuple[Any, Any]:
    """Store the configs of a task with Hydra, under its name, for programs that compose by themselves.

    What OmegaConf cannot hold is stored as a text, which ``from_dict`` of the configs takes as what there is.

    Args:
        task_name: Name of the task.
        agent_cfg_entry_point: Key of the agent's config; None or empty for none.

    Returns:
        The configs of the environment and of the agent.
    """
    _hydra()
    env_cfg, agent_cfg, _ = _chosen(task_name, agent_cfg_entry_point, [])
    _register(task_name, env_cfg, agent_cfg)
    return env_cfg, agent_cfg


def resolve_task_config(
    task_name: str,
    agent_cfg_entry_point: str | None,
    play_mode: bool = False,
    overrides: Sequence[str] | None = None,
) -> tuple[Any, Any]:
    """Load the configs of a task as a command line chooses and changes them.

    Args:
        task_name: Name of the task.
        agent_cfg_entry_point: Key of the agent's config; None or empty for none.
        play_mode: Whether the environment is to be watched, rather than learned in: its config's ``play_mode`` is
            called, where it has one.
        overrides: Arguments; None for those of the process.

    Returns:
        The configs of the environment and of the agent (None without a key).

    Raises:
        ImportError: Something is changed, and Hydra is not installed.
        TypeError: The task has no name.
        gymnasium.error.UnregisteredEnv: There is no such task.
        ValueError: The task has no config under that key, a preset that was chosen does not exist, or a path names no
            field.
    """
    if not isinstance(task_name, str):
        raise TypeError(f"The name of the task is {task_name!r}: name one, such as '--task Isaac-Cartpole-v0'.")
    name = task_name.split(":")[-1]
    arguments = sys.argv[1:] if overrides is None else overrides
    env_cfg, agent_cfg, changes = _chosen(name, agent_cfg_entry_point, arguments)
    if play_mode and hasattr(env_cfg, "play_mode"):
        env_cfg.play_mode()
    if not changes:
        return env_cfg, agent_cfg
    hydra = _hydra()
    from omegaconf import OmegaConf

    before, objects = _register(name, env_cfg, agent_cfg)
    _check_paths(changes, before, {"env": env_cfg, "agent": agent_cfg})
    with hydra.initialize(config_path=None, version_base="1.3"):
        after = OmegaConf.to_container(hydra.compose(config_name=name, overrides=changes), resolve=True)
    return _changed(env_cfg, "env", before, after, objects), _changed(agent_cfg, "agent", before, after, objects)


def register_task(
    task_name: str, agent_entry: str | None, play_mode: bool = False, overrides: Sequence[str] | None = None
) -> tuple[Any, Any, list[str]]:
    """Load the configs of a task as a command line chooses and changes them, and tell what is left of it.

    Values of paths ("env.decimation=10", "agent.layers=[64, 64]") are set here, as Python reads them; a text that is
    no literal is itself.

    Args:
        task_name: Name of the task.
        agent_entry: Key of the agent's config; None for none.
        play_mode: As of :func:`resolve_task_config`.
        overrides: Arguments; None for those of the process.

    Returns:
        The configs of the environment and of the agent (None without a key), and the arguments that did nothing.

    Raises:
        AttributeError: A path names no field.
        ValueError: As of :func:`resolve_task_config`.
    """
    arguments = sys.argv[1:] if overrides is None else overrides
    env_cfg, agent_cfg, changes = _chosen(task_name, agent_entry, arguments)
    if play_mode and hasattr(env_cfg, "play_mode"):
        env_cfg.play_mode()
    left = []
    for change in changes:
        path, is_change, text = change.partition("=")
        root, _, inside = path.partition(".")
        if is_change and inside and root in ("env", "agent"):
            _set(env_cfg if root == "env" else agent_cfg, path, inside.split("."), literal(text))
        else:
            left.append(change)
    return env_cfg, agent_cfg, left


def _set(config: Any, path: str, keys: list[str], value: Any) -> None:
    """Set a field that there is."""
    for key in keys[:-1]:
        config = config[key] if isinstance(config, dict) else getattr(config, key, None)
    if isinstance(config, dict):
        config[keys[-1]] = value
    elif hasattr(config, keys[-1]):
        setattr(config, keys[-1], value)
    else:
        raise AttributeError(f"'{path}' names no field of the task's configs.")


def _hydra() -> Any:
    try:
        import hydra
    except ImportError as error:
        raise ImportError("Changing configs from the command line needs Hydra: pip install 'pippin[tasks]'.") from error
    return hydra


def _chosen(name: str, agent_cfg_entry_point: str | None, arguments: Sequence[str]) -> tuple[Any, Any, list[str]]:
    """Configs of a task with the presets that arguments choose, and the other arguments."""
    env_cfg = load_cfg_from_registry(name, "env_cfg_entry_point")
    agent_cfg = load_cfg_from_registry(name, agent_cfg_entry_point) if agent_cfg_entry_point else None
    configs, rest = choose_presets({"env": env_cfg, "agent": agent_cfg}, arguments)
    return configs["env"], configs["agent"], rest


def _register(name: str, env_cfg: Any, agent_cfg: Any) -> tuple[dict[str, Any], list[Any]]:
    """Store configs with Hydra; returns what it holds of them when nothing is changed, and what it cannot hold."""
    from hydra.core.config_store import ConfigStore

    objects: list[Any] = []
    node = {
        "env": _holdable(to_dict(env_cfg), objects),
        "agent": _holdable(agent_cfg if isinstance(agent_cfg, (dict, type(None))) else to_dict(agent_cfg), objects),
    }
    ConfigStore.instance().store(name=name, node=node)
    return node, objects


def _check_paths(arguments: Sequence[str], node: dict[str, Any], configs: dict[str, Any]) -> None:
    """Refuse changes of fields that do not exist, before Hydra does, which does not tell which there are.

    Args:
        arguments: Those for Hydra. Its own settings, and paths that add ("+"), are left to it.
        node: Fields by name, in nested dicts.
        configs: Whose fields these are. Those of a config cannot be deleted ("~"), those of a dict can.
    """
    for argument in arguments:
        path, is_change, _ = argument.partition("=")
        keys = path.split(".")
        if keys[0].startswith("~") and is_dataclass(configs.get(keys[0][1:])):
            raise ValueError(f"'{path}' deletes a field, which a config always has; '{path[1:]}=null' switches it off.")
        if not is_change or not all(key.isidentifier() for key in keys) or keys[0] == "hydra":
            continue
        there: Any = node
        for depth, key in enumerate(keys):
            if not isinstance(there, dict):
                if isinstance(there, list):  # of which Hydra takes entries
                    break
                raise ValueError(f"'{path}' names no setting: '{'.'.join(keys[:depth])}' is {there!r}.")
            if key not in there:
                inside = f" in '{'.'.join(keys[:depth])}'" if depth else ""
                names = [str(name) for name in there]
                raise ValueError(f"'{path}' names no setting: no '{key}'{inside}.{what_is_there([key], names)}")
            there = there[key]


def _holdable(value: Any, objects: list[Any]) -> Any:
    """A value as OmegaConf can hold it: objects become a text with their place in the list."""
    if isinstance(value, dict):
        return {key if isinstance(key, _PLAIN) else str(key): _holdable(item, objects) for key, item in value.items()}
    if type(value) in (list, tuple):
        return [_holdable(item, objects) for item in value]
    if isinstance(value, str) and "${" in value:  # OmegaConf would interpolate it
        objects.append(value)
        return f"{KEPT}{len(objects) - 1}"
    if type(value) in _PLAIN:
        return value
    objects.append(value)
    return f"{KEPT}{len(objects) - 1}"


def _restored(value: Any, objects: list[Any]) -> Any:
    """The inverse of :func:`_holdable`."""
    if isinstance(value, dict):
        return {key: _restored(item, objects) for key, item in value.items()}
    if isinstance(value, list):
        return [_restored(item, objects) for item in value]
    if isinstance(value, str) and value.startswith(KEPT):
        return objects[int(value.removeprefix(KEPT))]
    return value


def _changed(config: Any, part: str, before: Any, after: Any, objects: list[Any]) -> Any:
    """A config with what the command line changed; a dict that was read from YAML is replaced."""
    if config is None:
        return after[part]
    if isinstance(config, dict):
        return _restored(after[part], objects)
    changes = _difference(before[part], after[part])
    if changes:
        _LOGGER.info("The command line changes %s: %s", part, changes)
        config.from_dict(_restored(changes, objects))
    return config


def _difference(before: dict, after: dict) -> dict:
    """Entries that are different, in nested dicts too; what is gone is left."""
    changes = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            value = _difference(old, value)
            if value:
                changes[key] = value
        elif key not in before or old != value or type(old) is not type(value):
            changes[key] = value
    return changes
