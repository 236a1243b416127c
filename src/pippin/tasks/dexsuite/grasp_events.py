"""Events that let episodes begin with a thing at the hand: Isaac Lab 3.0.0's, within a bank of states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from pippin.envs.managers import EventTermCfg, ManagerTermBase, SceneEntityCfg
from pippin.envs.mdp.events.random_values import AXES, sample_from_ranges
from pippin.envs.mdp.events.writes import write_joints, write_root
from pippin.sim import MultiAssetSpawnerCfg
from pippin.sim.expressions import resolve_expression
from pippin.sim.spawners import CapsuleCfg, CuboidCfg, MeshCapsuleCfg, MeshCuboidCfg, MeshSphereCfg, SphereCfg
from pippin.sim.stage import get_environments
from pippin.utils import as_torch
from pippin.utils.math import quat_apply, quat_mul, random_orientation, sample_uniform

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv

OBJECT = SceneEntityCfg("object")

Grasp = tuple[Any, float, tuple[float, float, float, float]]
"""Spawner of a shape, positions of the fingers' joints [m or rad] and orientation of the shape in the hand's frame."""


def reset_joints_shared_offset(
    env: ManagerBasedEnv, env_ids: torch.Tensor, position_range: tuple[float, float], asset_cfg: SceneEntityCfg
) -> None:
    """Put joints at the same random distance from their default positions, within the soft limits, at rest.

    Joints that a constraint couples, as the fingers of a gripper, stay together.

    Args:
        env: The environment.
        env_ids: Environments, shape (n,).
        position_range: Least and largest distance [m or rad].
        asset_cfg: The articulation and its joints.
    """
    asset, joints = env.scene[asset_cfg.name], asset_cfg.joint_ids
    positions = as_torch(asset.data.default_joint_pos)[env_ids][:, joints]
    limits = as_torch(asset.data.soft_joint_pos_limits)[env_ids][:, joints]
    positions = positions + sample_uniform(*position_range, (len(positions), 1), positions.device)
    positions = positions.clamp(limits[..., 0], limits[..., 1])
    write_joints(asset, env_ids, joints, positions, torch.zeros_like(positions))


def reset_to_target(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    pose_range: dict[str, tuple[float, float]],
    velocity_range: dict[str, tuple[float, float]],
    probability: float,
    target_cfg: SceneEntityCfg,
    asset_cfg: SceneEntityCfg = OBJECT,
) -> None:
    """Put an asset near a body in some environments, in any orientation; in the others it stays where it is.

    Args:
        env: The environment.
        env_ids: Environments, shape (n,).
        pose_range: Ranges of its position, "x", "y" and "z", in the body's frame [m].
        velocity_range: Ranges of its velocity, "x" to "yaw" [m/s, rad/s].
        probability: Share of the environments.
        target_cfg: The body.
        asset_cfg: The asset.
    """
    ids = _picked(env, env_ids, probability)
    position, _ = _at_body(env, ids, target_cfg, pose_range)
    turn = random_orientation(len(ids), device=env.device)
    velocity = sample_from_ranges(velocity_range, AXES, len(ids), env.device)
    write_root(env.scene[asset_cfg.name], ids, torch.cat((position, turn), dim=-1), velocity)


class reset_to_grasp(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Put a thing between the open fingers of a gripper in some environments, as its shape is to be grasped.

    Args:
        cfg: Config of the term.
        env: The environment.

    Raises:
        ValueError: A shape is given two grasps, or a thing of the scene none.
    """

    def __init__(self, cfg: EventTermCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        grasps: list[Grasp] = cfg.params["grasp_configs"]
        number_of = {_shape_of(shape): number for number, (shape, _, _) in enumerate(grasps)}
        if len(number_of) != len(grasps):
            raise ValueError("Two of the grasp_configs are for the same shape; expected one for each.")
        shapes = [_shape_of(shape) for shape in _spawners_of_object(cfg.params.get("asset_cfg", OBJECT), env)]
        lacking = [shape for shape in dict.fromkeys(shapes) if shape not in number_of]
        if lacking:
            raise ValueError(
                f"There is no grasp for the shapes {lacking}; there are for: {', '.join(map(str, number_of))}."
            )
        self._grasp = torch.tensor([number_of[shape] for shape in shapes], device=env.device)
        self._openings = torch.tensor([opening for _, opening, _ in grasps], device=env.device)
        self._turns = torch.tensor([turn for _, _, turn in grasps], device=env.device)

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: torch.Tensor,
        pose_range: dict[str, tuple[float, float]],
        probability: float,
        target_cfg: SceneEntityCfg,
        gripper_cfg: SceneEntityCfg,
        grasp_configs: list[Grasp],
        asset_cfg: SceneEntityCfg = OBJECT,
    ) -> None:
        """Put things between fingers.

        Args:
            env: The environment.
            env_ids: Environments, shape (n,).
            pose_range: Ranges of the thing's position, "x", "y" and "z", in the hand's frame [m].
            probability: Share of the environments.
            target_cfg: The hand.
            gripper_cfg: The joints of its fingers, which are put where the grasp says, their targets too.
            grasp_configs: Grasps by shape, as when the term was made.
            asset_cfg: The thing, as then.
        """
        ids = _picked(env, env_ids, probability)
        grasp = self._grasp[ids]
        position, orientation = _at_body(env, ids, target_cfg, pose_range)
        turn = quat_mul(orientation, self._turns[grasp])
        gripper = env.scene[gripper_cfg.name]
        joints = gripper.find_joints(gripper_cfg.joint_names)[0]
        openings = self._openings[grasp].unsqueeze(1).repeat(1, len(joints))
        write_joints(gripper, ids, joints, openings, torch.zeros_like(openings))
        gripper.set_joint_position_target_index(target=openings, joint_ids=joints, env_ids=ids)
        still = torch.zeros(len(ids), 6, device=env.device)
        write_root(env.scene[asset_cfg.name], ids, torch.cat((position, turn), dim=-1), still)


def _picked(env: ManagerBasedEnv, env_ids: Any, probability: float) -> torch.Tensor:
    """A random share of environments, shape (m,)."""
    ids = torch.arange(env.num_envs, device=env.device)[slice(None) if env_ids is None else env_ids]
    return ids[torch.rand(len(ids), device=env.device) < probability]


def _at_body(
    env: ManagerBasedEnv, ids: torch.Tensor, body: SceneEntityCfg, ranges: dict[str, tuple[float, float]]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Random positions in the frame of a body, in the world [m], shape (m, 3), and its orientations, shape (m, 4)."""
    data = env.scene[body.name].data
    place, turn = (as_torch(each)[ids][:, body.body_ids].flatten(1) for each in (data.body_pos_w, data.body_quat_w))
    offset = sample_from_ranges(ranges, ("x", "y", "z"), len(ids), env.device)
    return place[:, :3] + quat_apply(turn[:, :4], offset), turn[:, :4]


def _spawners_of_object(asset_cfg: SceneEntityCfg, env: ManagerBasedEnv) -> list[Any]:
    """Spawner of the thing in each environment."""
    cfg = env.scene[asset_cfg.name].cfg
    if not isinstance(cfg.spawn, MultiAssetSpawnerCfg):
        return [cfg.spawn] * env.num_envs
    plan = get_environments()
    below = None if plan is None else plan.path_below(resolve_expression(cfg.prim_path))
    choices = np.zeros(env.num_envs, dtype=int) if plan is None or below is None else plan.choices[below]
    return [cfg.spawn.assets_cfg[choice] for choice in choices]


def _shape_of(spawner: Any) -> tuple[Any, ...]:
    """Kind and sizes of a shape, which a mesh and a simple shape share.

    Raises:
        ValueError: It is no cuboid, sphere or capsule.
    """
    if isinstance(spawner, (CuboidCfg, MeshCuboidCfg)):
        return ("cuboid", *spawner.size)
    if isinstance(spawner, (SphereCfg, MeshSphereCfg)):
        return ("sphere", spawner.radius)
    if isinstance(spawner, (CapsuleCfg, MeshCapsuleCfg)):
        return ("capsule", spawner.radius, spawner.height, spawner.axis)
    raise ValueError(f"A {type(spawner).__name__} cannot be grasped by a term; expected a cuboid, sphere or capsule.")
