"""What goes into a policy and comes out of it, written down for those who run it on a robot.

``env.cfg.export_io_descriptors`` writes it into a file when an environment is made. Terms of observations may add to
it: :func:`generic_io_descriptor` decorates them.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from typing import Any

import torch

from pippin.utils import as_torch, configclass
from pippin.utils.run_files import dump_yaml, to_plain

from .managers.action_descriptor import GenericActionIODescriptor as GenericActionIODescriptor
from .managers.action_descriptor import describe_action, description_of, qualified_name

FILE_NAME = "IO_descriptors.yaml"
"""Name of the file."""

Hook = Callable[..., None]
"""Function of ``output``, ``descriptor`` and all arguments of a term, which writes into the descriptor."""


@configclass
class GenericObservationIODescriptor:
    """Description of a term of the observations."""

    mdp_type: str = "Observation"
    """What it is of."""

    name: str | None = None
    """Its name."""

    full_path: str | None = None
    """Module and name of its function."""

    description: str | None = None
    """Its docstring."""

    shape: tuple[int, ...] | None = None
    """Its shape, without the environments."""

    dtype: str | None = None
    """Type of its numbers."""

    observation_type: str | None = None
    """What it observes, in the author's word."""

    extras: dict[str, Any] = {}
    """Whatever the author adds."""


def generic_io_descriptor(
    term: Any = None, *, on_inspect: Hook | Sequence[Hook] | None = None, **fields: Any
) -> Callable[..., Any]:
    """Decorate a term of the observations with a description, with or without brackets.

    The term takes the argument ``inspect`` then: if it is true, the hooks write what they see into the description,
    which is the function's ``_descriptor``.

    Args:
        term: The function, or a description to start from.
        on_inspect: Hooks, such as :func:`record_shape`.
        **fields: Fields of the description; others are its extras.
    """
    hooks = [on_inspect] if callable(on_inspect) else list(on_inspect or [])
    given = term if isinstance(term, GenericObservationIODescriptor) else None

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        descriptor = given or _new_descriptor(fields)
        descriptor.name = function.__name__
        descriptor.full_path = f"{function.__module__}.{function.__name__}"
        descriptor.description = descriptor.description or description_of(function)
        signature = inspect.signature(function)

        @functools.wraps(function)
        def described(env: Any, *args: Any, **kwargs: Any) -> Any:
            looks = kwargs.pop("inspect", False)
            output = function(env, *args, **kwargs)
            if looks:
                bound = signature.bind(env, *args, **kwargs)
                bound.apply_defaults()
                for hook in hooks:
                    hook(output=output, descriptor=descriptor, **bound.arguments)
            return output

        vars(described).update(_descriptor=descriptor, _has_descriptor=True, __signature__=signature)
        return described

    return decorate(term) if callable(term) and given is None else decorate


def record_shape(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the shape."""
    descriptor.shape = (output.shape[-1],)


def record_dtype(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the type of the numbers that a term gave, shape (num_envs, ...)."""
    descriptor.dtype = str(output.dtype)


def record_joint_names(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the joints of the term's ``asset_cfg``, in order; the output, shape (num_envs, ...), is not read."""
    asset, cfg = _asset(arguments)
    descriptor.joint_names = _chosen(asset.joint_names, cfg.joint_ids)


def record_body_names(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the bodies of the term's ``asset_cfg``, in order; the output, shape (num_envs, ...), is not read."""
    asset, cfg = _asset(arguments)
    descriptor.body_names = _chosen(asset.body_names, cfg.body_ids)


def record_joint_pos_offsets(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the default positions of the joints in the first environment [m or rad], shape (J,)."""
    asset, cfg = _asset(arguments)
    descriptor.joint_pos_offsets = as_torch(asset.data.default_joint_pos)[0, cfg.joint_ids]


def record_joint_vel_offsets(output: torch.Tensor, descriptor: Any, **arguments: Any) -> None:
    """Write down the default velocities of the joints in the first environment [m/s or rad/s], shape (J,)."""
    asset, cfg = _asset(arguments)
    descriptor.joint_vel_offsets = as_torch(asset.data.default_joint_vel)[0, cfg.joint_ids]


def describe_io(env: Any) -> dict[str, Any]:
    """Describe observations, actions, robots and the step of an environment.

    Returns:
        ``observations``: terms of each group in order; ``actions``: terms in order; ``articulations``: joints of each,
        with default positions, gains and limits; ``scene``: lengths of the steps [s]. Arrays are lists of numbers, so
        that any writer of YAML or JSON takes them.
    """
    observations = env.observation_manager
    described = {
        "observations": {
            group: [
                _observation(env, name, cfg, shape)
                for name, cfg, shape in zip(
                    names, observations.get_term_cfgs(group), observations.group_obs_term_dim[group], strict=True
                )
            ]
            for group, names in observations.active_terms.items()
        },
        "actions": [_action(env, name) for name in env.action_manager.active_terms],
        "articulations": export_articulations_data(env),
        "scene": export_scene_data(env),
    }
    return to_plain(described)


def export_articulations_data(env: Any) -> dict[str, dict[str, Any]]:
    """Describe the articulations of an environment: joints of each, default positions, gains and limits."""
    return to_plain({name: _articulation(robot) for name, robot in env.scene.articulations.items()})


def export_scene_data(env: Any) -> dict[str, Any]:
    """Describe the steps of an environment: their lengths [s], and how many of physics are in one."""
    return {"physics_dt": env.physics_dt, "dt": env.step_dt, "decimation": env.cfg.decimation}


def export_io_descriptors(env: Any, folder: str | None = None) -> str:
    """Write the description of an environment.

    Args:
        env: The environment.
        folder: Folder of the file; by default "io_descriptors" in the folder of the run, or else here.

    Returns:
        Path of the file.
    """
    path = os.path.join(folder or os.path.join(env.cfg.log_dir or ".", "io_descriptors"), FILE_NAME)
    dump_yaml(path, describe_io(env))
    return path


def _new_descriptor(fields: dict[str, Any]) -> GenericObservationIODescriptor:
    known = vars(GenericObservationIODescriptor())
    descriptor = GenericObservationIODescriptor(**{name: value for name, value in fields.items() if name in known})
    descriptor.extras = {name: value for name, value in fields.items() if name not in known}
    return descriptor


def _observation(env: Any, name: str, cfg: Any, shape: tuple[int, ...]) -> dict[str, Any]:
    """Description of a term of the observations, as the policy gets it."""
    function = cfg.func
    row: dict[str, Any] = {"name": name, "full_path": qualified_name(function), "description": description_of(function)}
    if hasattr(function, "_descriptor"):
        function(env, **cfg.params, inspect=True)
        row |= vars(function._descriptor)
    row |= {
        "name": name,
        "shape": shape,
        "scale": cfg.scale,
        "clip": cfg.clip,
        "history_length": cfg.history_length,
        "flatten_history_dim": cfg.flatten_history_dim,
    }
    entity = cfg.params.get("asset_cfg")
    if entity is not None and entity.name in env.scene.articulations:
        row.setdefault("joint_names", _chosen(env.scene[entity.name].joint_names, entity.joint_ids))
    return row


def _action(env: Any, name: str) -> dict[str, Any]:
    """Description of a term of the action that is written."""
    described = dict(vars(describe_action(env.action_manager.get_term(name), name)))
    for field in ("action_type", "extras", "export"):
        del described[field]
    return described


def _articulation(robot: Any) -> dict[str, Any]:
    """Joints of a robot in the first environment."""
    data = robot.data
    values = {
        "default_joint_pos": data.default_joint_pos,
        "default_joint_vel": data.default_joint_vel,
        "default_joint_pos_limits": data.joint_pos_limits,
        "default_joint_stiffness": data.joint_stiffness,
        "default_joint_damping": data.joint_damping,
        "default_joint_armature": data.joint_armature,
    }
    return {"joint_names": robot.joint_names, **{name: as_torch(value)[0] for name, value in values.items()}}


def _asset(arguments: dict[str, Any]) -> tuple[Any, Any]:
    cfg = arguments["asset_cfg"]
    return arguments["env"].scene[cfg.name], cfg


def _chosen(names: list[str], ids: Any) -> list[str]:
    return names[ids] if isinstance(ids, slice) else [names[index] for index in ids]
