"""Event terms that push: external wrenches, changes of velocities, gravity."""

from __future__ import annotations

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.managers.class_terms import class_term
from pippin.envs.managers.env_rows import drawn_rows, is_mask, takes_masks
from pippin.utils import as_torch
from pippin.utils.math import sample_uniform

from ..env_types import ManagerBasedEnv
from ..selection import Ids, count
from .random_values import AXES, Range, randomized, sample_from_ranges
from .writes import in_all_columns, write_root


@takes_masks
def apply_external_force_torque(
    env: ManagerBasedEnv,
    env_ids: Ids | None,
    force_range: Range,
    torque_range: Range,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Let random wrenches act on bodies until others replace them, in the frames of the bodies.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        force_range: Least and largest component of the forces [N].
        torque_range: Least and largest component of the torques [N m].
        asset_cfg: The asset and its bodies.
    """
    asset = env.scene[asset_cfg.name]
    rows, bodies = drawn_rows(env_ids), asset_cfg.body_ids
    size = (count(rows, env.scene.num_envs), count(bodies, asset.num_bodies), 3)
    forces = sample_uniform(*force_range, size, asset.device)
    torques = sample_uniform(*torque_range, size, asset.device)
    composer = asset.permanent_wrench_composer
    if is_mask(env_ids):
        forces, body_mask = in_all_columns(forces, bodies, asset.num_bodies)
        torques, _ = in_all_columns(torques, bodies, asset.num_bodies)
        composer.set_forces_and_torques_mask(forces=forces, torques=torques, body_mask=body_mask, env_mask=env_ids)
        return
    composer.set_forces_and_torques(
        forces=forces,
        torques=torques,
        body_ids=None if isinstance(bodies, slice) and bodies == slice(None) else bodies,
        env_ids=None if isinstance(rows, slice) and rows == slice(None) else rows,
    )


@takes_masks
def push_by_setting_velocity(
    env: ManagerBasedEnv,
    env_ids: Ids,
    velocity_range: dict[str, Range],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Add random velocities to the root's, as an impulse would.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        velocity_range: Least and largest change along "x", "y" and "z" [m/s] and about them, as "roll", "pitch" and
            "yaw" [rad/s], in the world; 0 for those that are missing.
        asset_cfg: The asset.
    """
    asset = env.scene[asset_cfg.name]
    velocities = as_torch(asset.data.root_vel_w)[drawn_rows(env_ids)]
    change = sample_from_ranges(velocity_range, AXES, len(velocities), asset.device)
    write_root(asset, env_ids, None, velocities + change)


@class_term
def randomize_physics_scene_gravity(
    env: ManagerBasedEnv,
    env_ids: Ids | None,
    gravity_distribution_params: tuple[list[float], list[float]],
    operation: str,
    distribution: str = "uniform",
) -> None:
    """Set a random gravity in all environments alike, which ``env_ids`` cannot choose among.

    Args:
        env: The environment.
        env_ids: Without effect.
        gravity_distribution_params: Bounds, or means and standard deviations, of x, y and z [m/s^2, or factors].
        operation: "add", "scale" or "abs", on the gravity of the simulation's config.
        distribution: "uniform", "log_uniform" or "gaussian".
    """
    gravity = torch.tensor(env.sim.cfg.gravity, dtype=torch.float32, device="cpu").unsqueeze(0)
    first, second = (torch.tensor(values, dtype=torch.float32, device="cpu") for values in gravity_distribution_params)
    gravity = randomized(gravity, (first, second), operation, distribution)
    env.sim.physics_sim_view.set_gravity(gravity[0].tolist())
