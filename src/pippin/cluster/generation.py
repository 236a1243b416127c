"""Data that many workers compute, each job of which ends as one file."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pippin.utils.checks import check_path
from pippin.utils.files import whole_file

from .workers import SECONDS_BETWEEN_LOOKS, join_ray, require_alive

WAITING_PER_CORE = 2
"""Jobs handed to Ray ahead of those that run, for each core: few enough that a million of them need no memory."""


@dataclass(frozen=True)
class Generated:
    """What came of jobs.

    Attributes:
        computed: Names of those that were computed now.
        kept: Names of those whose files were there already.
        failed: Why others failed, by name: the last line of the error.
    """

    computed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def generate(
    function: Callable[..., Mapping[str, np.ndarray]],
    jobs: Mapping[str, Mapping[str, Any]],
    folder: str | Path,
    num_cpus: float = 1.0,
    num_gpus: float = 0.0,
    attempts: int = 4,
    on_progress: Callable[[int, int], None] | None = None,
) -> Generated:
    """Compute jobs by Ray's workers, on this machine or on the cluster that the environment variable RAY_ADDRESS names.

    A job whose worker dies is computed by another one. A program that was killed itself is started again: jobs whose
    files are there are not computed again, and a file is whole or not there.

    Args:
        function: Computes one job: called with its arguments, gives arrays by name. Ray sends it to the workers.
        jobs: Arguments of the function by the names of the jobs, which are those of the files.
        folder: Folder of the results, ``<name>.npz``; it is made. This program alone writes there.
        num_cpus: Cores that a job takes.
        num_gpus: GPUs that a job takes, or a part of one.
        attempts: How often a job is tried whose worker dies. One that raises an error is not tried again.
        on_progress: Called after each job with the number of those that are done, and of all.

    Raises:
        ImportError: Ray is not installed.
        ValueError: A name is none of a file, or the number of attempts is not positive.
        OSError: A result cannot be written, or Ray's processes end; results before are kept.
    """
    for name in jobs:
        if not re.fullmatch(r"\w[\w.-]{0,199}", name):
            raise ValueError(f"Job '{name:.80}' has a name for no file; expected letters, digits, '.', '_' and '-'.")
    if attempts < 1:
        raise ValueError(f"'attempts' is {attempts}; expected 1 or more.")
    target = check_path("folder", folder)
    target.mkdir(parents=True, exist_ok=True)
    generated = Generated(kept=[name for name in jobs if (target / f"{name}.npz").is_file()])
    kept = set(generated.kept)
    missing = deque(name for name in jobs if name not in kept)
    if not missing:
        return generated
    ray = join_ray()
    worker = ray.remote(_compute).options(num_cpus=num_cpus, num_gpus=num_gpus, max_retries=attempts - 1)
    shared = ray.put(function)
    most = max(1, WAITING_PER_CORE * int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, str] = {}
    while missing or waiting:
        while missing and len(waiting) < most:
            name = missing.popleft()
            waiting[worker.remote(shared, dict(jobs[name]))] = name
        done, _ = ray.wait(list(waiting), num_returns=1, timeout=SECONDS_BETWEEN_LOOKS)
        if not done:
            require_alive(ray)
            continue
        (ready,) = done
        name = waiting.pop(ready)
        try:
            arrays = ray.get(ready)
        except ray.exceptions.RayError as error:
            generated.failed[name] = str(error).strip().splitlines()[-1]
        else:
            _write(target / f"{name}.npz", arrays)
            generated.computed.append(name)
        if on_progress is not None:
            on_progress(len(jobs) - len(missing) - len(waiting), len(jobs))
    return generated


def _compute(function: Callable[..., Mapping[str, np.ndarray]], arguments: dict[str, Any]) -> dict[str, np.ndarray]:
    """Compute one job, in a worker; what is no array of numbers could not be read again without running code."""
    arrays = {name: np.asarray(value) for name, value in function(**arguments).items()}
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise TypeError(f"Result '{name}' holds objects; expected an array of numbers or texts.")
    return arrays


def _write(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    with whole_file(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
