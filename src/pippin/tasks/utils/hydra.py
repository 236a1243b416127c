"""Configs of tasks, changed from the command line by Hydra: ``train.py env.scene.num_envs=64 agent.seed=1``."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from pippin.utils.config_dict import to_dict

from .parse_cfg import load_cfg_from_registry

_LOGGER = logging.getLogger("pippin")
_PLAIN = (bool, int, float, str, bytes, type(None))
_MARK = "pippin object "


def hydra_task_config(task_name: str, agent_cfg_entry_point: str | None) -> Callable:
    """Decorate the main function of a script: it gets the configs of a task, as the command line changes them.

    What OmegaConf cannot hold (spaces, slices, arrays, lambdas) stays as it is and cannot be changed from there.

    Args:
        task_name: Name of the task.
        agent_cfg_entry_point: Key of the agent's config; None or empty for none.

    Raises:
        ImportError: Hydra is not installed.
        gymnasium.error.UnregisteredEnv: There is no such task.
        ValueError: The task has no config under that key.
    """

    def decorate(main: Callable) -> Callable:
        @functools.wraps(main)
        def run(*args: Any, **kwargs: Any) -> None:
            hydra = _hydra()
            from omegaconf import OmegaConf

            name = task_name.split(":")[-1]
            env_cfg, agent_cfg, objects = _register(name, agent_cfg_entry_point)
            before = _stored(name)

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
    """Store the configs of a task with Hydra, under its name.

    Args:
        task_name: Name of the task.
        agent_cfg_entry_point: Key of the agent's config; None or empty for none.

    Returns:
        The configs of the environment and of the agent.
    """
    _hydra()
    return _register(task_name, agent_cfg_entry_point)[:2]


def _hydra() -> Any:
    try:
        import hydra
    except ImportError as error:
        raise ImportError("Changing configs from the command line needs Hydra: pip install 'pippin[tasks]'.") from error
    return hydra


def _register(name: str, agent_cfg_entry_point: str | None) -> tuple[Any, Any, list[Any]]:
    """Configs of a task, stored with Hydra, and the objects in them that it cannot hold."""
    from hydra.core.config_store import ConfigStore

    env_cfg = load_cfg_from_registry(name, "env_cfg_entry_point")
    agent_cfg = load_cfg_from_registry(name, agent_cfg_entry_point) if agent_cfg_entry_point else None
    objects: list[Any] = []
    node = {
        "env": _holdable(to_dict(env_cfg), objects),
        "agent": _holdable(agent_cfg if isinstance(agent_cfg, (dict, type(None))) else to_dict(agent_cfg), objects),
    }
    ConfigStore.instance().store(name=name, node=node)
    return env_cfg, agent_cfg, objects


def _stored(name: str) -> Any:
    """What Hydra holds of a task when nothing is changed, as plain dicts and lists."""
    from hydra.core.config_store import ConfigStore
    from omegaconf import OmegaConf

    return OmegaConf.to_container(ConfigStore.instance().load(f"{name}.yaml").node, resolve=True)


def _holdable(value: Any, objects: list[Any]) -> Any:
    """A value as OmegaConf can hold it: objects become a text with their place in the list."""
    if isinstance(value, dict):
        return {key if isinstance(key, _PLAIN) else str(key): _holdable(item, objects) for key, item in value.items()}
    if type(value) in (list, tuple):
        return [_holdable(item, objects) for item in value]
    if isinstance(value, str) and "${" in value:  # OmegaConf would interpolate it
        objects.append(value)
        return f"{_MARK}{len(objects) - 1}"
    if type(value) in _PLAIN:
        return value
    objects.append(value)
    return f"{_MARK}{len(objects) - 1}"


def _restored(value: Any, objects: list[Any]) -> Any:
    """The inverse of :func:`_holdable`."""
    if isinstance(value, dict):
        return {key: _restored(item, objects) for key, item in value.items()}
    if isinstance(value, list):
        return [_restored(item, objects) for item in value]
    if isinstance(value, str) and value.startswith(_MARK):
        return objects[int(value.removeprefix(_MARK))]
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
