"""States of runs: files from which a training goes on exactly, the last two of each process."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pippin.physics.scene import playing_scene

from .checkpoints import write_checkpoint
from .processes import rank, world_size
from .snapshot import Memory

logger = logging.getLogger("pippin")

SECONDS_BETWEEN = 60.0
"""Time after which a state is written even where no checkpoint is due [s]."""

WARM_UP_STEPS = 2
"""Steps after which an environment has made all the arrays that it makes when it first needs them."""


def write_state(log_dir: Path, content: dict[str, Any]) -> None:
    """Write the state of this process, and remove those before the last two.

    Args:
        log_dir: Folder of the run.
        content: The state, with the iteration that is done in its entry "iter".

    Raises:
        OSError: It cannot be written; those before are kept.
    """
    folder = log_dir / "resume"
    write_checkpoint(folder / f"state_{content['iter']}_rank{rank()}.pt", content)
    for old in _iterations(folder, rank())[:-2]:
        with contextlib.suppress(OSError):
            (folder / f"state_{old}_rank{rank()}.pt").unlink()


def find_state(log_dir: Path) -> Path:
    """Find the newest state of a run that all processes wrote.

    Args:
        log_dir: Folder of the run.

    Returns:
        The file of this process.

    Raises:
        FileNotFoundError: There is none.
        ValueError: The run had more processes than this training.
    """
    folder = log_dir / "resume"
    if _iterations(folder, world_size()):
        raise ValueError(f"The run '{log_dir}' had more than {world_size()} process(es): resume it with as many.")
    common = set.intersection(*(set(_iterations(folder, each)) for each in range(world_size())))
    if not common:
        raise FileNotFoundError(
            f"There is no state to go on from in '{folder}'; expected the folder of a run that saved one."
        )
    return folder / f"state_{max(common)}_rank{rank()}.pt"


def restore_environment(env: Any, memory: Memory, snapshot: dict[str, Any], warm_up: Callable[[], None]) -> None:
    """Put an environment where a state has it, and tell the engine that its parameters were written.

    Says in a warning what could not be restored.

    Args:
        env: Environment below all wrappers.
        memory: Its memory, made before the first step.
        snapshot: What the memory of the run gave.
        warm_up: Takes :data:`WARM_UP_STEPS` steps.
    """
    lost = memory.restore(snapshot, warm_up)
    scene = playing_scene(env.sim)
    scene.set_gravity(scene.settings.gravity)
    for worlds in scene.backend.worlds:
        for parameter in worlds.parameters_per_world:
            worlds.parameter_changed(parameter)
    if lost:
        logger.warning(
            "The run goes on, but not exactly: %d values of the environment could not be restored, such as '%s'.",
            *(len(lost), lost[0]),
        )


def forget_curves_from(writer: Any, step: int) -> None:
    """Let TensorBoard forget points from a step on: they were written by what was killed, and come again.

    Args:
        writer: Writer of TensorBoard's files, which takes events.
        step: The first step that comes again.
    """
    from tensorboard.compat.proto.event_pb2 import Event, SessionLog

    writer.add_event(Event(step=step, file_version="brain.Event:2"))
    writer.add_event(Event(step=step, session_log=SessionLog(status=SessionLog.START)))


def _iterations(folder: Path, process: int) -> list[int]:
    """Iterations after which a process wrote its state, in order."""
    files = folder.glob(f"state_*_rank{process}.pt")
    return sorted(int(match[1]) for file in files if (match := re.match(r"state_(\d+)_", file.name)))
