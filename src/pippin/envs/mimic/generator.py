"""Makes a new demonstration of recorded ones: subtask by subtask, moved to where the objects are now."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from typing import Any

import numpy as np
import torch

from pippin.utils.math import matrix_from_euler, pose_in_A_to_pose_in_B, pose_inv

from .constraints import Constraints, coordination_of, finish, hold, make_constraints
from .demonstrations import DatagenInfo, DataGenInfoPool
from .navigation import Walk
from .selection import make_selection_strategy
from .settings import MimicEnvCfg, SubTaskConstraintCoordinationScheme
from .waypoints import MultiWaypoint, Waypoint, WaypointSequence, WaypointTrajectory


def transform_source_data_segment_using_delta_object_pose(
    src_eef_poses: torch.Tensor, delta_obj_pose: torch.Tensor
) -> torch.Tensor:
    """Move poses by one motion.

    Args:
        src_eef_poses: Poses, shape (T, 4, 4) [m].
        delta_obj_pose: Motion in the frame that they are in, shape (4, 4) [m].

    Returns:
        Poses, shape (T, 4, 4) [m].
    """
    return pose_in_A_to_pose_in_B(src_eef_poses, delta_obj_pose[None])


def transform_source_data_segment_using_object_pose(
    obj_pose: torch.Tensor, src_eef_poses: torch.Tensor, src_obj_pose: torch.Tensor
) -> torch.Tensor:
    """Move poses such that they are to an object now what they were to it in the demonstration.

    All are in the frame of the environment.

    Args:
        obj_pose: Pose of the object now, shape (4, 4) [m].
        src_eef_poses: Poses in the demonstration, shape (T, 4, 4) [m].
        src_obj_pose: Pose of the object in the demonstration, shape (4, 4) [m].

    Returns:
        Poses, shape (T, 4, 4) [m].
    """
    return pose_in_A_to_pose_in_B(pose_in_A_to_pose_in_B(src_eef_poses, pose_inv(src_obj_pose[None])), obj_pose[None])


def get_delta_pose_with_scheme(
    src_obj_pose: torch.Tensor, cur_obj_pose: torch.Tensor, task_constraint: dict[str, Any]
) -> torch.Tensor:
    """Motion that two arms that go together make, of an object's motion, in the environment's frame.

    Args:
        src_obj_pose: Pose of the object in the demonstration, shape (4, 4) [m].
        cur_obj_pose: Its pose now, shape (4, 4) [m].
        task_constraint: With "coordination_scheme", and the scales of uniform noise,
            "coordination_scheme_pos_noise_scale" [m] and "coordination_scheme_rot_noise_scale" [rad].

    Returns:
        Motion, shape (4, 4) [m].
    """
    scheme = SubTaskConstraintCoordinationScheme(task_constraint["coordination_scheme"])
    if scheme == SubTaskConstraintCoordinationScheme.TRANSFORM:
        delta = cur_obj_pose @ pose_inv(src_obj_pose[None])[0]
    else:
        delta = torch.eye(4, dtype=cur_obj_pose.dtype, device=cur_obj_pose.device)
        if scheme == SubTaskConstraintCoordinationScheme.TRANSLATE:
            delta[:3, 3] = cur_obj_pose[:3, 3] - src_obj_pose[:3, 3]
    length, angle = (task_constraint[f"coordination_scheme_{kind}_noise_scale"] for kind in ("pos", "rot"))
    if length or angle:
        noise = 2.0 * torch.rand(2, 3, dtype=delta.dtype, device=delta.device) - 1.0
        delta[:3, 3] += length * noise[0]
        delta[:3, :3] = matrix_from_euler(angle * noise[1], "XYZ") @ delta[:3, :3]
    return delta


@dataclasses.dataclass
class _Arm:
    """An end effector on its way through its subtasks."""

    name: str
    num_subtasks: int
    subtask: int = 0
    step: int | None = None
    """Index of the waypoint that it is about to aim at; None at the beginning of a subtask."""
    waypoints: list[Waypoint] = dataclasses.field(default_factory=list)
    next_trajectory: WaypointTrajectory | None = None
    """The subtask that begins where a planned way ends."""
    is_done: bool = False


class DataGenerator:
    """Makes new demonstrations.

    Args:
        env: A :class:`~pippin.envs.mimic.ManagerBasedRLMimicEnv`, whose config is a
            :class:`~pippin.envs.mimic.MimicEnvCfg` too.
        src_demo_datagen_info_pool: Recorded demonstrations.
        dataset_path: File with them, if no pool is given.
        demo_keys: Names of those of the file to take; None takes all.

    Raises:
        TypeError: The environment's config has no subtasks.
        ValueError: Neither pool nor file is given, or the last subtask of an end effector has random offsets.
    """

    def __init__(
        self,
        env: Any,
        src_demo_datagen_info_pool: DataGenInfoPool | None = None,
        dataset_path: str | None = None,
        demo_keys: list[str] | None = None,
    ) -> None:
        self.env = env
        self.env_cfg = env.cfg
        self.dataset_path = dataset_path
        self.demo_keys = demo_keys
        if not isinstance(self.env_cfg, MimicEnvCfg):
            raise TypeError(f"'env.cfg' is a {type(self.env_cfg).__name__}; expected a kind of MimicEnvCfg.")
        for name, configs in self.env_cfg.subtask_configs.items():
            if tuple(configs[-1].subtask_term_offset_range) != (0, 0):
                raise ValueError(
                    f"The last subtask of '{name}' has 'subtask_term_offset_range' "
                    f"{configs[-1].subtask_term_offset_range}; expected (0, 0), as it ends with the demonstration."
                )
        if src_demo_datagen_info_pool is None:
            if dataset_path is None:
                raise ValueError("Give 'src_demo_datagen_info_pool' or 'dataset_path': there is nothing to start from.")
            src_demo_datagen_info_pool = DataGenInfoPool(env, self.env_cfg, env.device)
            src_demo_datagen_info_pool.load_from_dataset_file(dataset_path, demo_keys)
        self.src_demo_datagen_info_pool = src_demo_datagen_info_pool

    def __repr__(self) -> str:
        """Say where the demonstrations came from."""
        return f"{type(self).__name__} (\n\tdataset_path={self.dataset_path}\n\tdemo_keys={self.demo_keys}\n)"

    def randomize_subtask_boundaries(self) -> dict[str, np.ndarray]:
        """Draw where subtasks begin and end, within the ranges of their configs.

        Returns:
            First step and the step after the last, shape (number of demonstrations, number of subtasks, 2), by the
            names of end effectors.

        Raises:
            ValueError: Subtasks come out empty, or in another order.
        """
        drawn = {}
        for name, recorded in self.src_demo_datagen_info_pool.subtask_boundaries.items():
            configs, bounds = self.env_cfg.subtask_configs[name], np.array(recorded)
            bounds[:, 0, 0] += _draw_offsets(configs[0].first_subtask_start_offset_range, len(bounds))
            for index, config in enumerate(configs):
                if self.env_cfg.datagen_config.use_skillgen:
                    bounds[:, index, 0] += _draw_offsets(config.subtask_start_offset_range, len(bounds))
                elif index > 0:
                    bounds[:, index, 0] = bounds[:, index - 1, 1]
                bounds[:, index, 1] += _draw_offsets(config.subtask_term_offset_range, len(bounds))
            lengths, gaps = bounds[:, :, 1] - bounds[:, :, 0], bounds[:, 1:, 0] - bounds[:, :-1, 1]
            if (lengths <= 0).any() or (gaps < 0).any():
                raise ValueError(f"Random offsets leave subtasks of '{name}' empty or overlapping: {bounds.tolist()}.")
            drawn[name] = bounds
        return drawn

    def select_source_demo(
        self,
        eef_name: str,
        eef_pose: torch.Tensor,
        object_pose: torch.Tensor | None,
        src_demo_current_subtask_boundaries: np.ndarray,
        subtask_object_name: str | None,
        selection_strategy_name: str,
        selection_strategy_kwargs: dict[str, Any] | None = None,
    ) -> int:
        """Choose the demonstration that a subtask is taken from.

        Args:
            eef_name: End effector.
            eef_pose: Its pose now in the frame of the environment, shape (4, 4) [m].
            object_pose: Pose of the subtask's object now, shape (4, 4) [m]; None if it has none.
            src_demo_current_subtask_boundaries: First step of the subtask and the step after its last in each
                demonstration, shape (number of demonstrations, 2).
            subtask_object_name: Its object; None if it has none.
            selection_strategy_name: Name of the choice.
            selection_strategy_kwargs: Its arguments.

        Returns:
            Index of a demonstration.

        Raises:
            ValueError: A choice by poses is asked for where there is no object.
        """
        if subtask_object_name is None and selection_strategy_name != "random":
            raise ValueError(
                f"A subtask of '{eef_name}' without 'object_ref' has the selection strategy "
                f"'{selection_strategy_name}'; expected 'random', since there is no object to compare."
            )
        parts = []
        for info, (start, end) in zip(
            self.src_demo_datagen_info_pool.datagen_infos, src_demo_current_subtask_boundaries, strict=True
        ):
            named = subtask_object_name
            parts.append(
                DatagenInfo(
                    eef_pose=info.eef_pose[eef_name][start:end],
                    object_poses=None if named is None else {named: info.object_poses[named][start:end]},  # type: ignore[index]
                    target_eef_pose=info.target_eef_pose[eef_name][start:end],
                    gripper_action=info.gripper_action[eef_name][start:end],
                )
            )
        return make_selection_strategy(selection_strategy_name).select_source_demo(
            eef_pose=eef_pose,
            object_pose=object_pose,  # type: ignore[arg-type]  # as the choice needs it
            src_subtask_datagen_infos=parts,
            **(selection_strategy_kwargs or {}),
        )

    def generate_eef_subtask_trajectory(
        self,
        env_id: int,
        eef_name: str,
        subtask_ind: int,
        all_randomized_subtask_boundaries: dict[str, np.ndarray],
        runtime_subtask_constraints_dict: Constraints,
        selected_src_demo_inds: dict[str, int | None],
    ) -> WaypointTrajectory:
        """Take a subtask from a demonstration and move it to where its object is now.

        Args:
            env_id: Environment.
            eef_name: End effector.
            subtask_ind: Index of the subtask.
            all_randomized_subtask_boundaries: As :meth:`randomize_subtask_boundaries` gives them.
            runtime_subtask_constraints_dict: What subtasks keep to, in which the choice is noted.
            selected_src_demo_inds: Demonstration that each end effector takes, which is set where one is chosen.

        Returns:
            Its way, without how to get there.
        """
        config = self.env_cfg.subtask_configs[eef_name][subtask_ind]
        name = config.object_ref
        now = None if name is None else self.env.get_object_poses(env_ids=[env_id])[name][0]
        own, other = coordination_of(runtime_subtask_constraints_dict, eef_name, subtask_ind)
        follows = other is not None and other["selected_src_demo_ind"] is not None
        if follows:  # what the other arm began with
            selected_src_demo_inds[eef_name] = other["selected_src_demo_ind"]
        elif self._is_to_choose(eef_name, subtask_ind, selected_src_demo_inds):
            self._choose(env_id, eef_name, subtask_ind, all_randomized_subtask_boundaries, selected_src_demo_inds, now)
        chosen = selected_src_demo_inds[eef_name]
        assert chosen is not None, "it is chosen with the first subtask"
        start, end = all_randomized_subtask_boundaries[eef_name][chosen, subtask_ind]
        info = self.src_demo_datagen_info_pool.datagen_infos[chosen]
        poses, grippers = self._taken(info, eef_name, subtask_ind, start, end)
        then = None if name is None else info.object_poses[name][start]  # type: ignore[index]
        if own is not None:
            own["selected_src_demo_ind"] = chosen
            begin, stop = all_randomized_subtask_boundaries[own["concurrent_task_spec_key"]][
                chosen, own["concurrent_subtask_ind"]
            ]
            own["synchronous_steps"] = min(end - start, stop - begin)
            if not follows:
                own["transform"] = _coordinated_motion(then, now, own, eef_name).to(poses)
            motion = other["transform"] if follows else own["transform"]
            poses = transform_source_data_segment_using_delta_object_pose(poses, motion)
        elif now is not None and then is not None:
            poses = transform_source_data_segment_using_object_pose(now, poses, then)
        trajectory = WaypointTrajectory()
        trajectory.add_waypoint_sequence(WaypointSequence.from_poses(poses, grippers, config.action_noise))
        return trajectory

    def merge_eef_subtask_trajectory(
        self,
        env_id: int,
        eef_name: str,
        subtask_index: int,
        prev_executed_traj: list[Waypoint] | None,
        subtask_trajectory: WaypointTrajectory,
    ) -> list[Waypoint]:
        """Put the way to a subtask before it.

        Args:
            env_id: Environment.
            eef_name: End effector.
            subtask_index: Index of the subtask.
            prev_executed_traj: What it followed before, whose last pose the way begins at where the config says so.
            subtask_trajectory: The subtask, whose first waypoint is taken.

        Returns:
            All waypoints to follow.
        """
        config = self.env_cfg.subtask_configs[eef_name][subtask_index]
        if self.env_cfg.datagen_config.generation_interpolate_from_last_target_pose and subtask_index > 0:
            assert prev_executed_traj, "a subtask was followed before"
            beginning = WaypointSequence([prev_executed_traj[-1]])
        else:
            beginning = WaypointSequence.from_poses(
                self.env.get_robot_eef_pose(env_ids=[env_id], eef_name=eef_name)[0][None],
                subtask_trajectory[0].gripper_action[None],
                config.action_noise,
            )
        trajectory = WaypointTrajectory()
        trajectory.add_waypoint_sequence(beginning)
        trajectory.merge(
            subtask_trajectory,
            num_steps_interp=config.num_interpolation_steps,
            num_steps_fixed=config.num_fixed_steps,
            action_noise=float(config.apply_noise_during_interpolation) * config.action_noise,
        )
        trajectory.pop_first()  # where it is already
        return trajectory.get_full_sequence().sequence

    async def generate(
        self,
        env_id: int,
        success_term: Any,
        env_reset_queue: asyncio.Queue | None = None,
        env_action_queue: asyncio.Queue | None = None,
        pause_subtask: bool = False,
        export_demo: bool = True,
        motion_planner: Any | None = None,
    ) -> dict[str, Any]:
        """Try to make a new demonstration in one environment.

        Args:
            env_id: Environment.
            success_term: Term whose function says which environments have succeeded.
            env_reset_queue: Where environments are put to be reset; None resets at once.
            env_action_queue: Where actions of all environments are collected for one step; None steps at once.
            pause_subtask: Wait for a key after each subtask.
            export_demo: Write what was recorded.
            motion_planner: Plans ways to the subtasks where ``datagen_config.use_skillgen`` says so: an object with the
                methods ``update_world_and_plan_motion`` and ``get_planned_poses``.

        Returns:
            "success", whether the task was fulfilled, and "initial_state" of the scene.

        Raises:
            ValueError: A planner is wanted and not given.
        """
        if self.env_cfg.datagen_config.use_skillgen and motion_planner is None:
            raise ValueError("'datagen_config.use_skillgen' is set; expected a 'motion_planner' that plans the ways.")
        ids = torch.tensor([env_id], dtype=torch.int64, device=self.env.device)
        await self._reset(ids, env_reset_queue)
        state = self.env.scene.get_state(is_relative=True)
        arms = {name: _Arm(name, len(configs)) for name, configs in self.env_cfg.subtask_configs.items()}
        chosen: dict[str, int | None] = dict.fromkeys(arms)
        constraints = make_constraints(self.env_cfg.task_constraint_configs)
        walk = Walk(self.env, env_id) if self.env_cfg.datagen_config.use_navigation_controller else None
        num_demonstrations, succeeded = 0, False
        boundaries: dict[str, np.ndarray] = {}
        while not all(arm.is_done for arm in arms.values()):
            await asyncio.sleep(0)
            async with self.src_demo_datagen_info_pool.asyncio_lock or contextlib.nullcontext():
                if self.src_demo_datagen_info_pool.num_datagen_infos > num_demonstrations:
                    boundaries = self.randomize_subtask_boundaries()
                    num_demonstrations = self.src_demo_datagen_info_pool.num_datagen_infos
                for arm in arms.values():
                    if arm.step is None and not self._begin(
                        env_id, arm, boundaries, constraints, chosen, motion_planner
                    ):
                        return {"initial_state": state, "success": False}
            subtasks = {name: -1 if arm.next_trajectory else arm.subtask for name, arm in arms.items()}
            for name in sorted(arms):
                if arms[name].next_trajectory is None:  # a planned way waits for nothing
                    hold(constraints, arms[name], subtasks)
            waypoints = {name: arms[name].waypoints[arms[name].step or 0] for name in sorted(arms)}
            succeeded |= await MultiWaypoint(waypoints).execute(self.env, success_term, env_id, env_action_queue)
            for arm in arms.values():
                arm.step = (arm.step or 0) + 1
            if walk is not None:
                walk.keep_in_step(arms)
            for arm in arms.values():
                if arm.step == len(arm.waypoints):
                    self._end(arm, constraints, pause_subtask)
        success = torch.tensor([[succeeded]], dtype=torch.bool, device=self.env.device)
        self.env.recorder_manager.set_success_to_episodes(ids, success)
        if export_demo:
            self.env.recorder_manager.export_episodes(ids)
        return {"initial_state": state, "success": succeeded}

    async def _reset(self, ids: torch.Tensor, queue: asyncio.Queue | None) -> None:
        """Begin a new episode in an environment."""
        self.env.recorder_manager.reset(env_ids=ids)
        if queue is None:
            self.env.reset(env_ids=ids)
            return
        await queue.put(int(ids[0]))
        await queue.join()

    def _is_to_choose(self, eef_name: str, subtask: int, chosen: dict[str, int | None]) -> bool:
        """Whether a demonstration is chosen for a subtask, rather than the one before kept."""
        datagen = self.env_cfg.datagen_config
        is_due = subtask == 0 or datagen.generation_select_src_per_subtask
        return is_due and (datagen.generation_select_src_per_arm or chosen[eef_name] is None)

    def _choose(
        self,
        env_id: int,
        eef_name: str,
        subtask: int,
        boundaries: dict[str, np.ndarray],
        chosen: dict[str, int | None],
        object_pose: torch.Tensor | None,
    ) -> None:
        """Choose the demonstration of a subtask, for all arms if they share it."""
        config = self.env_cfg.subtask_configs[eef_name][subtask]
        index = self.select_source_demo(
            eef_name=eef_name,
            eef_pose=self.env.get_robot_eef_pose(env_ids=[env_id], eef_name=eef_name)[0],
            object_pose=object_pose,
            src_demo_current_subtask_boundaries=boundaries[eef_name][:, subtask],
            subtask_object_name=config.object_ref,
            selection_strategy_name=config.selection_strategy,
            selection_strategy_kwargs=config.selection_strategy_kwargs,
        )
        shares = not self.env_cfg.datagen_config.generation_select_src_per_arm
        chosen.update(dict.fromkeys(chosen if shares else [eef_name], int(index)))

    def _taken(
        self, info: DatagenInfo, eef_name: str, subtask: int, start: int, end: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Poses and gripper's actions of a subtask, the measured pose first where the way is to begin at it."""
        poses = info.target_eef_pose[eef_name][start:end]
        grippers = info.gripper_action[eef_name][start:end]
        if subtask == 0 or self.env_cfg.datagen_config.generation_transform_first_robot_pose:
            poses = torch.cat([info.eef_pose[eef_name][start : start + 1], poses])
            grippers = torch.cat([grippers[:1], grippers])
        return poses.clone(), grippers.clone()

    def _begin(
        self,
        env_id: int,
        arm: _Arm,
        boundaries: dict[str, np.ndarray],
        constraints: Constraints,
        chosen: dict[str, int | None],
        planner: Any | None,
    ) -> bool:
        """Give an arm the waypoints of its next subtask, or of the way there; False if no way is found."""
        trajectory = arm.next_trajectory
        if trajectory is None:
            trajectory = self.generate_eef_subtask_trajectory(
                env_id, arm.name, arm.subtask, boundaries, constraints, chosen
            )
            if self.env_cfg.datagen_config.use_skillgen and planner is not None:
                first = trajectory[0]
                if not self._plan(env_id, arm, first.pose, planner):
                    return False
                noise = getattr(getattr(planner, "config", None), "motion_noise_scale", 0.0)
                arm.waypoints = [Waypoint(pose, first.gripper_action, noise) for pose in planner.get_planned_poses()]
                arm.next_trajectory, arm.step = trajectory, 0
                return True
        arm.next_trajectory, arm.step = None, 0
        arm.waypoints = self.merge_eef_subtask_trajectory(
            env_id, arm.name, arm.subtask, arm.waypoints or None, trajectory
        )
        return True

    def _plan(self, env_id: int, arm: _Arm, target: torch.Tensor, planner: Any) -> bool:
        """Let the planner find a way to a pose, with the object in hand that the environment expects there."""
        expected = getattr(self.env, "get_expected_attached_object", None)
        step_size = getattr(planner, "step_size", None)
        return bool(
            planner.update_world_and_plan_motion(
                target_pose=target,
                expected_attached_object=expected and expected(arm.name, arm.subtask, self.env.cfg),
                env_id=env_id,
                step_size=step_size,
                enable_retiming=step_size is not None,
            )
        )

    def _end(self, arm: _Arm, constraints: Constraints, pauses: bool) -> None:
        """End a subtask, or the planned way to one; after its last an arm stays where it is."""
        if arm.next_trajectory is not None:
            arm.step = None
        elif arm.is_done:
            arm.waypoints.append(arm.waypoints[-1])
        else:
            finish(constraints, arm)
            if pauses:
                input(f"Subtask {arm.subtask} of {arm.name} has ended. Press Enter to go on ...")
            if arm.subtask == arm.num_subtasks - 1:
                arm.is_done = True
                arm.waypoints.append(arm.waypoints[-1])
            else:
                arm.step = None
                arm.subtask += 1


def _draw_offsets(bounds: tuple[int, int], count: int) -> np.ndarray:
    return np.random.randint(bounds[0], bounds[1] + 1, size=count)


def _coordinated_motion(
    then: torch.Tensor | None, now: torch.Tensor | None, constraint: dict[str, Any], eef_name: str
) -> torch.Tensor:
    """Motion of two arms that go together, by the object of the one that begins.

    Raises:
        ValueError: The motion is an object's, and the subtask has none.
    """
    if then is None or now is None:
        if constraint["coordination_scheme"] != SubTaskConstraintCoordinationScheme.REPLAY:
            raise ValueError(f"A subtask of '{eef_name}' moves with another by its object; expected 'object_ref'.")
        return torch.eye(4)
    return get_delta_pose_with_scheme(then, now, constraint)
