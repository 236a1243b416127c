"""Boxes that a multirotor flies around, in a room of walls: how many there are grows with success.

Values are those that Isaac Lab 3.0.0 releases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import RigidObjectCfg, RigidObjectCollectionCfg
from pippin.envs.managers import CurriculumTermCfg, ManagerTermBase, SceneEntityCfg
from pippin.sim.schemas import CollisionPropertiesCfg, MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import CuboidCfg, PreviewSurfaceCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import random_orientation

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

AWAY = (0.0, 0.0, -1000.0)
"""Where boxes are that an environment has not, from its origin [m]."""

TURNED = (1.0, 0.0, 0.0, 0.0)
"""Orientation of walls and of boxes that are away (x, y, z, w): half a turn about x, as released."""

REACHED = 1.5
"""Distance to the goal below which it counts as reached [m]."""


@configclass
class BoxCfg:
    """A box, and where its middle may be."""

    size: tuple[float, float, float] = MISSING  # type: ignore[assignment]
    """Lengths of its edges [m]."""

    center_ratio_min: tuple[float, float, float] = MISSING  # type: ignore[assignment]
    """Least place of its middle, in lengths of the room."""

    center_ratio_max: tuple[float, float, float] = MISSING  # type: ignore[assignment]
    """Greatest place of its middle, in lengths of the room."""


def _floating(*size: float, greatest: float = 0.9) -> BoxCfg:
    length, width, height = size
    least, most = (0.3, 0.05, 0.05), (0.85, greatest, greatest)
    return BoxCfg(size=(length, width, height), center_ratio_min=least, center_ratio_max=most)


def _wall(axis: int, side: float, room: tuple[float, float, float]) -> BoxCfg:
    """Wall across an axis of a room, at its beginning (0) or its end (1)."""
    sizes, middle = list(room), [0.5, 0.5, 0.5]
    sizes[axis], middle[axis] = 0.2, side
    place = (middle[0], middle[1], middle[2])
    return BoxCfg(size=(sizes[0], sizes[1], sizes[2]), center_ratio_min=place, center_ratio_max=place)


_ROOM = (12.0, 8.0, 6.0)


@configclass
class ObstaclesSceneCfg:
    """A room with floating boxes."""

    min_num_obstacles: int = 1
    max_num_obstacles: int = 40
    ground_offset: float = 3.0
    """Height of the room's middle above the origin of the environment [m]."""

    env_size: tuple[float, float, float] = MISSING  # type: ignore[assignment]
    """Length, width and height of the room [m]."""

    wall_cfgs: dict[str, BoxCfg] = {
        "left_wall": _wall(1, 1.0, _ROOM),
        "right_wall": _wall(1, 0.0, _ROOM),
        "back_wall": _wall(0, 0.0, _ROOM),
        "front_wall": _wall(0, 1.0, _ROOM),
        "bottom_wall": _wall(2, 0.0, _ROOM),
        "top_wall": _wall(2, 1.0, _ROOM),
    }
    """Walls by name."""

    obstacle_cfgs: dict[str, BoxCfg] = {
        "panel": _floating(0.1, 1.2, 3.0, greatest=0.95),
        "small_wall": _floating(0.1, 0.5, 0.5),
        "big_wall": _floating(0.1, 1.0, 1.0),
        "small_cube": _floating(0.4, 0.4, 0.4),
        "rod": _floating(0.1, 0.1, 2.0),
    }
    """Kinds of boxes, which follow each other."""


OBSTACLE_SCENE_CFG = ObstaclesSceneCfg(env_size=_ROOM, min_num_obstacles=20, max_num_obstacles=40, ground_offset=3.0)
"""The room of the task."""


def _box(name: str, box: BoxCfg, mass: float, damping: float, number: int) -> RigidObjectCfg:
    """A box that floats where it is put, since its largest velocities are 0."""
    shade = (number * 0.618034) % 1.0
    return RigidObjectCfg(
        prim_path=f"{{ENV_REGEX_NS}}/{name}",
        spawn=CuboidCfg(
            size=box.size,
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.5, 1.0 - shade, shade), metallic=0.2),
            rigid_props=RigidBodyPropertiesCfg(
                kinematic_enabled=False,
                disable_gravity=True,
                linear_damping=damping,
                angular_damping=damping,
                max_linear_velocity=0.0,
                max_angular_velocity=0.0,
                solver_position_iteration_count=4,
                solver_velocity_iteration_count=0,
            ),
            mass_props=MassPropertiesCfg(mass=mass),
            collision_props=CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.0)),
        collision_group=0,
    )


def generate_obstacle_collection(cfg: ObstaclesSceneCfg) -> RigidObjectCollectionCfg:
    """Describe the walls and boxes of a room as one collection.

    Args:
        cfg: The room. The boxes are its kinds one after the other, as many as there may be at most.
    """
    boxes = {}
    for number, (name, wall) in enumerate(cfg.wall_cfgs.items()):
        boxes[name] = _box(f"obstacle_{name}", wall, 1.0e7, 9999.0, number)
    kinds = list(cfg.obstacle_cfgs.values())
    for number in range(cfg.max_num_obstacles):
        boxes[f"obstacle_{number}"] = _box(f"obstacle_{number}", kinds[number % len(kinds)], 100.0, 1.0, number)
    return RigidObjectCollectionCfg(rigid_objects=boxes)


class ObstacleDensityCurriculum(ManagerTermBase):
    """Let an environment become harder where its goal was reached, and easier where the robot crashed.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: CurriculumTermCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._least, self._most = cfg.params["min_difficulty"], cfg.params["max_difficulty"]
        self._levels = torch.full((env.num_envs,), float(self._least), device=env.device)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        env_ids: Any,
        asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
        command_name: str = "target_pose",
        min_difficulty: int | None = None,
        max_difficulty: int | None = None,
    ) -> float:
        """Change the levels of environments whose episode ends, and return the mean of all.

        Args:
            env: The environment.
            env_ids: Environments whose episode ends.
            asset_cfg: The robot.
            command_name: Name of its goal.
            min_difficulty: Least level; as the term began.
            max_difficulty: One more than the greatest level; as the term began.
        """
        goal = env.command_manager.get_command(command_name)[env_ids, :3]
        place = as_torch(env.scene[asset_cfg.name].data.root_pos_w) - as_torch(env.scene.env_origins)
        has_reached = (goal - place[env_ids]).norm(dim=1) < REACHED
        has_crashed = env.termination_manager.terminated[env_ids] & ~has_reached
        levels = self._levels[env_ids] + has_reached.float() - has_crashed.float()
        self._levels[env_ids] = levels.clamp(self._least, self._most - 1)
        return self._levels.mean().item()

    @property
    def difficulty_levels(self) -> torch.Tensor:
        """Level of each environment, shape (num_envs,)."""
        return self._levels

    @property
    def min_difficulty(self) -> int:
        """Least level."""
        return self._least

    @property
    def max_difficulty(self) -> int:
        """One more than the greatest level."""
        return self._most


def get_obstacle_curriculum_term(env: ManagerBasedRLEnv) -> ObstacleDensityCurriculum | None:
    """Find the term that sets how hard environments are, or None where there is none."""
    manager = env.curriculum_manager
    terms = (manager.get_term_cfg(name).func for name in manager.active_terms)
    return next((term for term in terms if isinstance(term, ObstacleDensityCurriculum)), None)


def difficulty_weight(env: ManagerBasedRLEnv) -> torch.Tensor | float:
    """Factor of rewards, 1 to 2 with how hard environments are, shape (num_envs,); 1 without a curriculum."""
    term = get_obstacle_curriculum_term(env)
    return 1.0 if term is None else 1.0 + term.difficulty_levels / float(term.max_difficulty)


def reset_obstacles_with_individual_ranges(
    env: ManagerBasedRLEnv,
    env_ids: torch.Tensor,
    asset_cfg: SceneEntityCfg,
    obstacle_configs: dict[str, BoxCfg],
    wall_configs: dict[str, BoxCfg],
    env_size: tuple[float, float, float],
    use_curriculum: bool = True,
    min_num_obstacles: int = 1,
    max_num_obstacles: int = 10,
    ground_offset: float = 0.1,
) -> None:
    """Put walls to their places, some of the boxes to random ones, turned at random, and the others away.

    Args:
        env: The environment.
        env_ids: Its environments.
        asset_cfg: The collection of walls and boxes.
        obstacle_configs: Kinds of boxes.
        wall_configs: Walls by their names in the collection.
        env_size: Length, width and height of the room [m].
        use_curriculum: Whether the number of boxes grows with :class:`ObstacleDensityCurriculum`; else it is largest.
        min_num_obstacles: Number of boxes in the easiest environments.
        max_num_obstacles: Number of boxes in the hardest ones.
        ground_offset: Height of the room's middle above the origin of the environment [m].
    """
    boxes = env.scene[asset_cfg.name]
    origins = as_torch(env.scene.env_origins)[env_ids]
    names = list(boxes.object_names)
    floating = [index for index, name in enumerate(names) if name not in wall_configs]
    poses = torch.zeros(len(origins), len(names), 7, device=env.device)
    poses[..., :3] = origins.unsqueeze(1) + torch.tensor(AWAY, device=env.device)
    poses[..., 3:] = torch.tensor(TURNED, device=env.device)

    def places(box: BoxCfg) -> torch.Tensor:
        """Places of a box in the world [m], shape (M, 3)."""
        least, most, size = (
            torch.tensor(each, device=env.device) for each in (box.center_ratio_min, box.center_ratio_max, env_size)
        )
        share = least + (most - least) * torch.rand(len(origins), 3, device=env.device)
        place = (share - 0.5) * size + origins
        place[:, 2] += ground_offset
        return place

    for name, wall in wall_configs.items():
        if name in names:
            poses[:, names.index(name), :3] = places(wall)
    kinds = list(obstacle_configs.values())
    is_there = _drawn(_number_of_boxes(env, env_ids, (min_num_obstacles, max_num_obstacles), use_curriculum), floating)
    for number, index in enumerate(floating):
        here = is_there[:, number]
        poses[here, index, :3] = places(kinds[number % len(kinds)])[here]
        poses[here, index, 3:] = as_torch(random_orientation(len(origins), device=env.device))[here]
    boxes.write_body_link_pose_to_sim_index(body_poses=poses, env_ids=env_ids)
    boxes.write_body_link_velocity_to_sim_index(body_velocities=torch.zeros_like(poses[..., :6]), env_ids=env_ids)


def _number_of_boxes(
    env: ManagerBasedRLEnv, env_ids: torch.Tensor, bounds: tuple[int, int], use_curriculum: bool
) -> torch.Tensor:
    """How many boxes each of the environments has, shape (M,)."""
    term = get_obstacle_curriculum_term(env) if use_curriculum else None
    least, most = bounds
    if term is None:
        return torch.full_like(env.episode_length_buf[env_ids], most)
    return (least + term.difficulty_levels[env_ids] / term.max_difficulty * (most - least)).long()


def _drawn(counts: torch.Tensor, boxes: Sequence[int]) -> torch.Tensor:
    """Which boxes environments have, as many as ``counts`` says, all equally likely, shape (M, number of boxes)."""
    order = torch.rand(len(counts), len(boxes), device=counts.device).argsort(dim=1).argsort(dim=1)
    return order < counts.unsqueeze(1)
