"""Mirror images of what ANYmal sees and does, which double or quadruple the data of a step of learning."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

SCAN = (11, 17)
"""Rows along y and columns along x of the height scan: 1.0 m by 1.6 m, a point each 0.1 m."""

_VECTOR, _TURNING, _COMMAND, _JOINTS, _SCAN = range(5)

_KINDS = {
    "base_lin_vel": _VECTOR,
    "base_ang_vel": _TURNING,
    "projected_gravity": _VECTOR,
    "velocity_commands": _COMMAND,
    "joint_pos": _JOINTS,
    "joint_vel": _JOINTS,
    "actions": _JOINTS,
    "height_scan": _SCAN,
}
"""Terms of the observation of walking, and how each is mirrored."""

_LEFT_RIGHT: dict[int, tuple[float, float, float]] = {
    _VECTOR: (1.0, -1.0, 1.0),
    _TURNING: (-1.0, 1.0, -1.0),
    _COMMAND: (1.0, -1.0, -1.0),
}
_FRONT_BACK: dict[int, tuple[float, float, float]] = {
    _VECTOR: (-1.0, 1.0, 1.0),
    _TURNING: (1.0, -1.0, -1.0),
    _COMMAND: (-1.0, 1.0, -1.0),
}
"""Signs of the components of vectors, of axial vectors, and of commands (x, y, about z)."""

JOINTS = tuple(f"{leg}_{joint}" for joint in ("HAA", "HFE", "KFE") for leg in ("LF", "LH", "RF", "RH"))
"""Joints of ANYmal in the order of PhysX; Newton goes leg by leg."""

_OTHERS = {"left_right": str.maketrans("LR", "RL"), "front_back": str.maketrans("FH", "HF")}
"""Letters of a leg's name ("LF") that change places in the image."""

_TURNED = {"left_right": ("HAA",), "front_back": ("HFE", "KFE")}
"""Joints that turn the other way in the image: hips, or thighs and shanks."""


@torch.no_grad()
def compute_symmetric_states(
    env: ManagerBasedRLEnv, obs: Any = None, actions: torch.Tensor | None = None, obs_type: str = "policy"
) -> tuple[Any, torch.Tensor | None]:
    """Put mirror images behind observations and actions: left and right, front and hind, and both.

    Args:
        env: The environment, or a wrapper of it.
        obs: Observations: groups by name (a TensorDict, which RSL-RL 3 and later have), of which ``obs_type`` is
            mirrored, or the group itself, shape (n, size); None if there are none.
        actions: Actions, shape (n, 12); None if there are none.
        obs_type: Group of observations. Its terms are those of the velocity tasks, by the same names.

    Returns:
        What was given and its images, 4 n rows of each.

    Raises:
        ValueError: The group has a term that is none of the velocity tasks'.
    """
    joints = tuple(env.unwrapped.scene["robot"].joint_names)
    joints = joints if set(joints) == set(JOINTS) else JOINTS  # other names: by their places, as in Isaac Lab 2.3.2
    if isinstance(obs, torch.Tensor):
        images = _with_images(obs, lambda value, plane: _mirror_terms(env, obs_type, joints, value, plane))
    elif obs is not None:
        images = obs.repeat(4)
        images[obs_type] = _with_images(
            obs[obs_type], lambda value, plane: _mirror_terms(env, obs_type, joints, value, plane)
        )
    else:
        images = None
    if actions is None:
        return images, None
    return images, _with_images(actions, lambda value, plane: _mirror_joints(joints, value, plane))


def _with_images(value: torch.Tensor, mirror: Any) -> torch.Tensor:
    sideways = mirror(value, "left_right")
    return torch.cat((value, sideways, mirror(value, "front_back"), mirror(sideways, "front_back")))


def _mirror_terms(
    env: ManagerBasedRLEnv, group: str, joints: tuple[str, ...], value: torch.Tensor, plane: str
) -> torch.Tensor:
    """Image of a group of observations, term by term."""
    manager = env.unwrapped.observation_manager
    names, shapes = manager.active_terms[group], manager.group_obs_term_dim[group]
    unknown = [name for name in names if name not in _KINDS]
    if unknown:
        raise ValueError(
            f"The terms {unknown} of the group '{group}' have no mirror image here; there are: {', '.join(_KINDS)}."
        )
    terms = value.split([shape[0] for shape in shapes], dim=1)
    images = [_mirror_term(_KINDS[name], joints, term, plane) for name, term in zip(names, terms, strict=True)]
    return torch.cat(images, dim=1)


def _mirror_term(kind: int, joints: tuple[str, ...], term: torch.Tensor, plane: str) -> torch.Tensor:
    if kind == _JOINTS:
        return _mirror_joints(joints, term, plane)
    if kind == _SCAN:
        return term.reshape(-1, *SCAN).flip(dims=[1 if plane == "left_right" else 2]).reshape(len(term), -1)
    return term * torch.tensor((_LEFT_RIGHT if plane == "left_right" else _FRONT_BACK)[kind], device=term.device)


def _mirror_joints(joints: tuple[str, ...], value: torch.Tensor, plane: str) -> torch.Tensor:
    """Image of what each of the 12 joints has, in the order of their names."""
    columns, signs = _joints_in_mirror(joints, plane, value.device)
    return value[:, columns] * signs


@functools.cache
def _joints_in_mirror(joints: tuple[str, ...], plane: str, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Joint whose image each joint is, and whether it turns the other way, shapes (12,)."""
    images = [name[:2].translate(_OTHERS[plane]) + name[2:] for name in joints]
    signs = [-1.0 if name[3:] in _TURNED[plane] else 1.0 for name in joints]
    return torch.tensor([joints.index(name) for name in images], device=device), torch.tensor(signs, device=device)
