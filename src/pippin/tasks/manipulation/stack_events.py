"""Events of stacking cubes: the arm near a pose, the cubes apart from each other; Isaac Lab 2.3.2 has their names."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.mdp.events import looks
from pippin.envs.mdp.events.random_values import AXES
from pippin.utils import as_torch
from pippin.utils.math import quat_from_euler_xyz

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv

Range = Sequence[float]


def set_default_joint_pose(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    default_pose: Sequence[float] | torch.Tensor,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Set the default positions of all joints of a robot in all environments.

    Args:
        env: The environment.
        env_ids: Not used.
        default_pose: Position of each joint along or about its axis [m, rad], shape (num_joints,).
        asset_cfg: The robot.

    Raises:
        ValueError: The robot has another number of joints.
    """
    robot = env.scene[asset_cfg.name]
    positions = as_torch(robot.data.default_joint_pos)
    pose = torch.as_tensor(default_pose, dtype=positions.dtype, device=positions.device)
    if pose.shape != positions.shape[1:]:
        raise ValueError(
            f"'default_pose' has the shape {tuple(pose.shape)}; expected one position for each of the "
            f"{positions.shape[1]} joints of '{asset_cfg.name}': {robot.joint_names}."
        )
    positions[:] = pose


def randomize_joint_by_gaussian_offset(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    mean: float,
    std: float,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put an arm near its default positions, within the soft limits; its last two joints, the fingers, at theirs.

    Args:
        env: The environment.
        env_ids: Its environments.
        mean: Mean of the offsets [rad].
        std: Their standard deviation [rad].
        asset_cfg: The robot.
    """
    robot = env.scene[asset_cfg.name]
    default = as_torch(robot.data.default_joint_pos)[env_ids]
    limits = as_torch(robot.data.soft_joint_pos_limits)[env_ids]
    positions = (default + mean + std * torch.randn_like(default)).clamp(limits[..., 0], limits[..., 1])
    positions[:, -2:] = default[:, -2:]
    velocities = as_torch(robot.data.default_joint_vel)[env_ids].clone()
    robot.set_joint_position_target_index(target=positions, env_ids=env_ids)
    robot.set_joint_velocity_target_index(target=velocities, env_ids=env_ids)
    robot.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=velocities, env_ids=env_ids)


def randomize_object_pose(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor | None,
    asset_cfgs: list[SceneEntityCfg],
    min_separation: float = 0.0,
    pose_range: dict[str, Range] | None = None,
    max_sample_tries: int = 5000,
) -> None:
    """Put objects at random poses, none too near another, at rest.

    Args:
        env: The environment.
        env_ids: Its environments; for None nothing happens.
        asset_cfgs: The objects.
        min_separation: Smallest distance of two objects [m].
        pose_range: Least and largest "x", "y", "z" from the environment's origin [m] and "roll", "pitch", "yaw" [rad];
            0 for those that are missing.
        max_sample_tries: How often a pose is drawn, at most; the last one counts even if it is too near another.
    """
    if env_ids is None:
        return
    origins = as_torch(env.scene.env_origins)[env_ids]
    poses = poses_apart(len(origins), len(asset_cfgs), min_separation, pose_range or {}, max_sample_tries)
    for asset_cfg, pose in zip(asset_cfgs, poses.to(origins.device).unbind(1), strict=True):
        asset = env.scene[asset_cfg.name]
        turns = as_torch(quat_from_euler_xyz(*pose[:, 3:].unbind(1)))
        root_pose = torch.cat((pose[:, :3] + origins, turns), dim=1)
        asset.write_root_pose_to_sim_index(root_pose=root_pose, env_ids=env_ids)
        asset.write_root_velocity_to_sim_index(root_velocity=torch.zeros_like(pose), env_ids=env_ids)


def sample_object_poses(
    num_objects: int,
    min_separation: float = 0.0,
    pose_range: dict[str, Range] | None = None,
    max_sample_tries: int = 5000,
) -> list[list[float]]:
    """Draw poses of objects, none too near another, as :func:`randomize_object_pose` does for one environment.

    Returns:
        x, y, z [m], roll, pitch, yaw [rad] of each object.
    """
    return poses_apart(1, num_objects, min_separation, pose_range or {}, max_sample_tries)[0].tolist()


def poses_apart(
    num_envs: int, num_objects: int, separation: float, ranges: dict[str, Range], tries: int
) -> torch.Tensor:
    """Draw poses until those of an environment are apart, shape (num_envs, num_objects, 6), on the CPU.

    Each is x, y, z from the environment's origin [m] and roll, pitch, yaw [rad].
    """
    bounds = torch.tensor(
        [[float(end) for end in tuple(ranges.get(axis, (0.0, 0.0)))[:2]] for axis in AXES], device="cpu"
    )
    poses = torch.zeros(num_envs, num_objects, 6, device="cpu")
    for index in range(num_objects):
        drawn = torch.arange(num_envs, device="cpu")
        for _ in range(max(tries, 1)):
            poses[drawn, index] = bounds[:, 0] + (bounds[:, 1] - bounds[:, 0]) * torch.rand(len(drawn), 6, device="cpu")
            distances = (poses[drawn, :index, :3] - poses[drawn, index, :3].unsqueeze(1)).norm(dim=-1)
            drawn = drawn[(distances <= separation).any(dim=1)]
            if not len(drawn):
                break
    return poses


def randomize_scene_lighting_domelight(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    intensity_range: Range,
    color_variation: float,
    textures: list[str],
    default_intensity: float = 3000.0,
    default_color: tuple[float, float, float] = (0.75, 0.75, 0.75),
    default_texture: str = "",
    asset_cfg: SceneEntityCfg = SceneEntityCfg("light"),
) -> None:
    """Set a dome light of the stage, which all environments share: to its default, or in evaluations at random.

    What changes in evaluations (``eval_mode`` of the config) is its ``eval_type``: "light_intensity", "light_color",
    "light_texture" or "all". The values are written to the stage; pictures show brightness and colour from the next
    one on, and no skies.

    Args:
        env: The environment.
        env_ids: Not used.
        intensity_range: Least and greatest intensity.
        color_variation: How far each part of the colour is from its default, at most.
        textures: Files of pictures of skies.
        default_intensity: Intensity by default.
        default_color: Colour by default, parts of 0 to 1.
        default_texture: Picture by default; "" for none.
        asset_cfg: The light.

    Raises:
        ValueError: A picture is to be chosen, and there is none.
    """
    light = env.scene[asset_cfg.name].prims[0]
    intensity, texture = default_intensity, default_texture
    color: tuple[float, ...] = default_color
    if _changes(env, "light_intensity"):
        intensity = random.uniform(*intensity_range)
    if _changes(env, "light_color"):
        shifted = (part + random.uniform(-color_variation, color_variation) for part in default_color)
        color = tuple(min(max(part, 0.0), 1.0) for part in shifted)
    if _changes(env, "light_texture"):
        if not textures:
            raise ValueError("'textures' of randomize_scene_lighting_domelight is empty; expected files of skies.")
        texture = random.choice(textures)
    for name, value in (("intensity", intensity), ("color", color), ("texture:file", texture)):
        attribute = light.GetAttribute(f"inputs:{name}")
        if attribute:
            attribute.Set(value)


class randomize_visual_texture_material(looks.randomize_visual_texture_material):  # noqa: N801 (Isaac Lab's name)
    """Textures of bodies that change in evaluations alone; without effect else.

    In evaluations (``eval_mode`` of the config, with "NAME_texture" of the asset's name or "all" as its ``eval_type``)
    it is refused where cameras would show them, as :class:`pippin.envs.mdp.randomize_visual_texture_material` is.
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        ManagerTermBase.__init__(self, cfg, env)
        if not hasattr(env.cfg, "eval_mode") or _changes(env, f"{cfg.params['asset_cfg'].name}_texture"):
            super().__init__(cfg, env)


def _changes(env: ManagerBasedEnv, kind: str) -> bool:
    """Whether looks of a kind change with the episode, as a config for evaluations says."""
    return bool(getattr(env.cfg, "eval_mode", False)) and getattr(env.cfg, "eval_type", None) in (kind, "all")
