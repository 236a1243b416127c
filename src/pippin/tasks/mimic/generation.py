"""Makes demonstrations in all environments at once: each goes through its own, and all are stepped together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import Any

import torch

from pippin.envs.datasets import HDF5DatasetFileHandler
from pippin.envs.managers import DatasetExportMode
from pippin.envs.mdp import ActionStateRecorderManagerCfg
from pippin.envs.mimic import DataGenerator, DataGenInfoPool
from pippin.tasks.utils import parse_env_cfg

logger = logging.getLogger("pippin")

__all__ = [
    "env_loop",
    "get_env_name_from_dataset",
    "reset_env",
    "run_data_generator",
    "setup_async_generation",
    "setup_env_config",
    "setup_output_paths",
]

STOPS_AT_FAILURES = True
"""Whether ``max_num_failures`` ends the loop; Isaac Lab up to version 2 has that setting and does not look at it."""

_counts = {"num_success": 0, "num_failures": 0, "num_attempts": 0}
"""Demonstrations that were tried since the program began, how many of them succeeded, and how many did not."""

_errors: list[Exception] = []
"""What has ended a task that makes demonstrations, until the loop of the environments raises it."""


def __getattr__(name: str) -> int:
    """Count of a name, which programs read from this module.

    Raises:
        AttributeError: There is no such count.
    """
    if name not in _counts:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return _counts[name]


async def run_data_generator(
    env: Any,
    env_id: int,
    env_reset_queue: asyncio.Queue,
    env_action_queue: asyncio.Queue,
    data_generator: DataGenerator,
    success_term: Any,
    pause_subtask: bool = False,
    motion_planner: Any = None,
) -> None:
    """Make demonstrations in one environment until the task is cancelled, and count them.

    Args:
        env: The environments.
        env_id: Index of the one.
        env_reset_queue: Where it asks to be reset.
        env_action_queue: Where it puts its actions.
        data_generator: Makes the demonstrations.
        success_term: Term whose function says which environments have succeeded.
        pause_subtask: Wait for a key after each subtask.
        motion_planner: Plans ways to subtasks, if the config asks for it.
    """
    while True:
        try:
            result = await data_generator.generate(
                env_id=env_id,
                success_term=success_term,
                env_reset_queue=env_reset_queue,
                env_action_queue=env_action_queue,
                pause_subtask=pause_subtask,
                motion_planner=motion_planner,
            )
        except Exception as error:
            _errors.append(error)
            raise
        _counts["num_success" if result["success"] else "num_failures"] += 1
        _counts["num_attempts"] += 1


def env_loop(
    env: Any,
    env_reset_queue: asyncio.Queue,
    env_action_queue: asyncio.Queue,
    shared_datagen_info_pool: DataGenInfoPool,
    asyncio_event_loop: asyncio.AbstractEventLoop,
    data_gen_tasks: asyncio.Future | None = None,
) -> None:
    """Step and reset the environments as their demonstrations ask for it, until there are enough.

    Args:
        env: The environments.
        env_reset_queue: Indices of environments to reset.
        env_action_queue: Indices of environments with their actions.
        shared_datagen_info_pool: Recorded demonstrations. (Isaac Lab's signature; not read here.)
        asyncio_event_loop: Runs the tasks that make demonstrations.
        data_gen_tasks: These tasks; if one of them fails, so does this.
    """
    started = dict(_counts)
    with contextlib.suppress(KeyboardInterrupt), torch.inference_mode():
        while not env.sim.is_stopped():
            if not _collect_actions(env, env_reset_queue, env_action_queue, asyncio_event_loop, data_gen_tasks):
                return
            actions = torch.zeros(env.action_space.shape, device=env.device)
            for _ in range(env.num_envs):
                env_id, action = env_action_queue.get_nowait()
                actions[env_id] = action
            env.step(actions)
            for _ in range(env.num_envs):
                env_action_queue.task_done()
            if _counts["num_attempts"] > started["num_attempts"]:
                started = dict(_counts)
                share = 100.0 * _counts["num_success"] / _counts["num_attempts"]
                told = "%d of %d demonstrations succeeded (%.1f %%)."
                logger.warning(told, _counts["num_success"], _counts["num_attempts"], share)
                if _is_enough(env.cfg.datagen_config):
                    return


def setup_env_config(
    env_name: str,
    output_dir: str,
    output_file_name: str,
    num_envs: int,
    device: str,
    generation_num_trials: int | None = None,
    recorder_cfg: Any = None,
    dataset_compression: bool = True,
) -> tuple[Any, Any]:
    """Make the config of a task's environments for new demonstrations, which record and never end by themselves.

    Args:
        env_name: Name of the task.
        output_dir: Folder for the demonstrations.
        output_file_name: Name of the file in it, without ending.
        num_envs: Number of environments.
        device: Device.
        generation_num_trials: Number of demonstrations; None for what the config says.
        recorder_cfg: What is recorded; None for what the config says, or states and actions.
        dataset_compression: Whether the file is compressed.

    Returns:
        The config, and the term that says which environments have succeeded.

    Raises:
        NotImplementedError: The task has no termination "success".
    """
    cfg: Any = parse_env_cfg(env_name, device=device, num_envs=num_envs)
    if generation_num_trials is not None:
        cfg.datagen_config.generation_num_trials = generation_num_trials
    cfg.env_name = env_name
    success = getattr(cfg.terminations, "success", None)
    if success is None:
        raise NotImplementedError(f"Task '{env_name}' has no termination 'success', which says what to keep: add one.")
    cfg.terminations = None
    cfg.observations.policy.concatenate_terms = False
    recorders = recorder_cfg or getattr(cfg, "mimic_recorder_config", None) or ActionStateRecorderManagerCfg()
    recorders.dataset_export_dir_path = output_dir
    recorders.dataset_filename = output_file_name
    recorders.dataset_compression = dataset_compression
    keeps_failed = cfg.datagen_config.generation_keep_failed
    modes = DatasetExportMode
    recorders.dataset_export_mode = (
        modes.EXPORT_SUCCEEDED_FAILED_IN_SEPARATE_FILES if keeps_failed else modes.EXPORT_SUCCEEDED_ONLY
    )
    cfg.recorders = recorders
    return cfg, success


def setup_async_generation(
    env: Any,
    num_envs: int,
    input_file: str,
    success_term: Any,
    pause_subtask: bool = False,
    motion_planners: Any = None,
) -> dict[str, Any]:
    """Start a task for each environment that makes demonstrations in it.

    Args:
        env: The environments.
        num_envs: Their number.
        input_file: File with recorded demonstrations.
        success_term: Term whose function says which environments have succeeded.
        pause_subtask: Wait for a key after each subtask.
        motion_planners: A planner for each environment, if the config asks for it.

    Returns:
        "tasks", "event_loop", "reset_queue", "action_queue" and "info_pool", which :func:`env_loop` takes.
    """
    try:
        loop = asyncio.get_event_loop()
    except RuntimeError:  # there is none until it is asked for, from Python 3.14 on
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
    resets: asyncio.Queue = asyncio.Queue()
    actions: asyncio.Queue = asyncio.Queue()
    pool = DataGenInfoPool(env, env.cfg, env.device, asyncio_lock=asyncio.Lock())
    pool.load_from_dataset_file(input_file)
    logger.info("%d recorded demonstrations to start from.", pool.num_datagen_infos)
    generator = DataGenerator(env=env, src_demo_datagen_info_pool=pool)
    tasks = [
        loop.create_task(
            run_data_generator(
                *(env, env_id, resets, actions, generator, success_term, pause_subtask),
                motion_planner=motion_planners[env_id] if motion_planners else None,
            )
        )
        for env_id in range(num_envs)
    ]
    return {"tasks": tasks, "event_loop": loop, "reset_queue": resets, "action_queue": actions, "info_pool": pool}


def setup_output_paths(output_file_path: str) -> tuple[str, str]:
    """Make the folder of a file.

    Returns:
        The folder, and the file's name without its ending.
    """
    folder, name = os.path.split(output_file_path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    return folder, os.path.splitext(name)[0]


def get_env_name_from_dataset(input_file_path: str) -> str:
    """Name of the task that demonstrations are of.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file does not say it.
    """
    handler = HDF5DatasetFileHandler()
    handler.open(input_file_path)
    name = handler.get_env_name()
    handler.close()
    if not name:
        raise ValueError(f"'{input_file_path}' does not say what task its demonstrations are of: give '--task'.")
    return name


def reset_env(env: Any, steps: int = 1) -> None:
    """Reset environments and let the simulation take some steps without actions, until objects rest.

    Args:
        env: The environments.
        steps: Number of steps.
    """
    bare = env.unwrapped
    env.reset()
    for _ in range(steps):
        bare.scene.write_data_to_sim()
        bare.sim.step()
        bare.scene.update(dt=bare.physics_dt)


def _collect_actions(
    env: Any,
    resets: asyncio.Queue,
    actions: asyncio.Queue,
    loop: asyncio.AbstractEventLoop,
    tasks: asyncio.Future | None,
) -> bool:
    """Let all go on until each has an action, resetting those that ask for it; False if they have ended."""
    while actions.qsize() != env.num_envs:
        loop.run_until_complete(asyncio.sleep(0))
        if _errors:  # all others would wait for this one for ever
            raise _errors.pop()
        if tasks is not None and tasks.done():
            tasks.result()  # raises what one of them raised
            return False
        while not resets.empty():
            env.reset(env_ids=torch.tensor([resets.get_nowait()], device=env.device))
            resets.task_done()
    return True


def _is_enough(config: Any) -> bool:
    """Whether there are as many demonstrations, or failures, as a config asks for."""
    wanted = config.generation_num_trials
    if not config.generation_guarantee:
        return _counts["num_attempts"] >= wanted
    allowed = config.max_num_failures
    fails = STOPS_AT_FAILURES and allowed is not None and _counts["num_failures"] >= allowed
    return fails or _counts["num_success"] >= wanted
