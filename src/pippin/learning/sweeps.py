"""Sweeps: one training for each choice of settings, by Ray Tune."""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pippin.cluster.workers import SECONDS_BETWEEN_LOOKS, join_ray, require_alive
from pippin.tasks.utils import parse_env_cfg
from pippin.utils.checks import check_path
from pippin.utils.files import whole_file

from .settings import apply_settings
from .states import find_state
from .task_environments import agent_cfg_of
from .trainer import Progress
from .trainers import make_trainer


@dataclass(frozen=True)
class SweptRun:
    """A training of a sweep.

    Attributes:
        settings: What was chosen for it, by name.
        folder: Its curves, checkpoints and exported policy, as ``pippin train`` leaves them.
        iteration: Iterations that are done.
        reward: Mean return of the last episodes; None before the first one ended.
        failure: Why it ended early: the last line of the error; None where it did not.
    """

    settings: dict[str, Any]
    folder: Path
    iteration: int
    reward: float | None
    failure: str | None


@dataclass(frozen=True)
class _Plan:
    """What all runs of a sweep have in common."""

    task: str
    folder: str
    max_iterations: int | None
    num_envs: int | None
    seed: int | None
    device: str
    library: str


def sweep(
    task: str,
    choices: Mapping[str, Any],
    folder: str | Path,
    max_iterations: int | None = None,
    num_envs: int | None = None,
    seed: int | None = None,
    device: str = "cpu",
    library: str = "rsl_rl",
    num_cpus: float = 1.0,
    num_gpus: float = 0.0,
    attempts: int = 4,
    is_verbose: bool = False,
    start_seconds: float = 600.0,
    **tune_options: Any,
) -> list[SweptRun]:
    """Train a task with each choice of settings, on this machine or on the cluster that RAY_ADDRESS names.

    A run whose worker dies goes on from its last state, with the same numbers on a CPU as if it had not; so do all
    runs of a program that was killed and is started again with the same arguments. Runs that are done are kept.

    Args:
        task: Name of the task.
        choices: By the name of a setting (``agent.algorithm.learning_rate``, ``env.sim.dt``) a list, each entry of
            which is combined with all others, or a distribution of ``ray.tune`` such as ``tune.uniform(0, 1)``.
        folder: Folder of the sweep, which all machines of the cluster share; each run has one of its own in it.
        max_iterations: Iterations of each; None for the task's.
        num_envs: Environments of each; None for the task's.
        seed: Seed of each; None for the task's.
        device: "cpu", or "cuda:0": the GPU that Ray gives the run.
        library: "rsl_rl" or "skrl".
        num_cpus: Cores that a run takes.
        num_gpus: GPUs that a run takes, or a part of one.
        attempts: How often a run is begun or resumed before it counts as failed.
        is_verbose: Whether Ray Tune prints a table now and then.
        start_seconds: Time after which a sweep is given up whose runs wait and cannot start [s]; ``math.inf`` waits for
            ever, such as for a cluster that others use.
        tune_options: Fields of ``ray.tune.TuneConfig``, such as ``num_samples`` and ``scheduler``. Rewards are reported
            under the name "reward", the iteration under "training_iteration".

    Returns:
        The runs, those with the highest rewards first, failed ones last.

    Raises:
        ImportError: Ray Tune is not installed.
        ValueError: There is no such task or setting, a value does not fit, there is no choice, or the folder holds
            another sweep.
        TimeoutError: No run could start for ``start_seconds``.
        ConnectionError: Ray's processes have ended.
    """
    if attempts < 1:
        raise ValueError(f"'attempts' is {attempts}; expected 1 or more.")
    _check_choices(task, choices, library)
    target = check_path("folder", folder).resolve()
    plan = _Plan(task, str(target), max_iterations, num_envs, seed, device, library)
    os.environ.setdefault("TUNE_DISABLE_AUTO_CALLBACK_LOGGERS", "1")  # curves are those of the trainings
    join_ray()
    try:
        from ray import tune
    except ImportError as error:
        raise ImportError("A sweep needs Ray Tune: pip install 'pippin[cluster]'.") from error
    trainable = tune.with_resources(_learn, {"cpu": num_cpus, "gpu": num_gpus})
    store = target / "tune"
    is_begun = tune.Tuner.can_restore(str(store))
    _keep_description(target, plan, choices)
    run_config = tune.RunConfig(
        name=store.name,
        storage_path=str(target),
        failure_config=tune.FailureConfig(max_failures=attempts - 1),
        verbose=int(is_verbose),
        callbacks=[_watch(start_seconds)],
    )
    if is_begun:
        tuner = tune.Tuner.restore(str(store), trainable, resume_unfinished=True, resume_errored=True)
    else:
        space = {
            name: tune.grid_search(list(each)) if isinstance(each, (list, tuple)) else each
            for name, each in choices.items()
        }
        tuner = tune.Tuner(
            trainable,
            param_space={"plan": vars(plan), "settings": space},
            tune_config=tune.TuneConfig(**{"metric": "reward", "mode": "max", **tune_options}),
            run_config=run_config,
        )
    with contextlib.nullcontext() if is_verbose else contextlib.redirect_stdout(io.StringIO()):
        results = tuner.fit()
    return sorted((_result_of(result, target) for result in results), key=_rank)


def _watch(start_seconds: float) -> Any:
    """What Ray Tune calls again and again: raises an error where no run can start any more, which Tune waits for."""
    import ray
    from ray import tune

    class Watch(tune.Callback):
        """Counts from when the program began to wait; kept by Ray for who goes on with the sweep."""

        def setup(self, **_: Any) -> None:
            self._moved_at = self._looked_at = time.monotonic()

        def on_step_begin(self, iteration: int, trials: list, **_: Any) -> None:
            now = time.monotonic()
            if now - self._looked_at < SECONDS_BETWEEN_LOOKS:
                return
            self._looked_at = now
            if any(trial.status == "RUNNING" for trial in trials) or not trials:
                self._moved_at = now
            require_alive(ray)
            if now - self._moved_at > start_seconds:
                there = {name: count for name, count in ray.cluster_resources().items() if name in ("CPU", "GPU")}
                raise TimeoutError(
                    f"No run of the sweep could start for {start_seconds:.0f} s. A run takes "
                    f"{trials[0].placement_group_factory.required_resources}, the cluster has {there}: others may "
                    "use it, or Ray's processes have ended. Start the program again to go on."
                )

    return Watch()


def _rank(run: SweptRun) -> tuple[bool, float, str]:
    return run.failure is not None, math.inf if run.reward is None else -run.reward, run.folder.name


def _learn(config: dict[str, Any]) -> None:
    """Train one choice, in a worker of Ray's; a second attempt goes on where the first one wrote its last state."""
    from ray import tune

    plan = _Plan(**config["plan"])
    settings = {name: _plain(value) for name, value in config["settings"].items()}
    folder = _folder_of(Path(plan.folder), tune.get_context().get_trial_id())
    trainer = make_trainer(plan.library, plan.task, plan.num_envs, plan.seed, plan.device, folder, settings=settings)
    with closing(trainer.env):
        if any(folder.glob("resume/state_*.pt")):
            trainer.restore(find_state(folder))
        iterations = trainer.num_iterations if plan.max_iterations is None else plan.max_iterations

        def report(progress: Progress) -> None:
            values = {"iteration": progress.iteration, "steps_per_second": progress.steps_per_second}
            tune.report(values | {"reward": -math.inf if progress.reward is None else progress.reward})

        trainer.train(iterations, report)
        trainer.export(folder / "exported")


def _check_choices(task: str, choices: Mapping[str, Any], library: str) -> None:
    """Refuse settings that are not there, and listed values that do not fit, before anything is started."""
    if not choices:
        raise ValueError("A sweep without choices has one run: use 'pippin train'; expected values by setting.")
    for name, values in choices.items():
        is_list = isinstance(values, (list, tuple))
        if is_list and not values:
            raise ValueError(f"Setting '{name}' has no values; expected one or more.")
        if not is_list and not hasattr(values, "sample"):
            raise ValueError(f"Setting '{name}' is {values!r:.80}; expected a list or a distribution of ray.tune.")
        for value in values if is_list else [values.sample()]:
            setting = {name: _plain(value)}
            apply_settings(agent_cfg_of(task, library), setting, "agent")
            apply_settings(parse_env_cfg(task, device="cpu"), setting, "env")


def _plain(value: Any) -> Any:
    """A number of NumPy, as distributions give them, as one of Python, which checkpoints hold."""
    return value.item() if isinstance(value, np.generic) else value


def _keep_description(target: Path, plan: _Plan, choices: Mapping[str, Any]) -> None:
    """Write what the sweep is, or refuse to go on with another one."""
    described = vars(plan) | {"choices": {name: _described(each) for name, each in choices.items()}}
    text = json.dumps(described, indent=1, default=repr)
    path = target / "sweep.json"
    if path.is_file():
        if path.read_text("utf-8") != text:
            raise ValueError(f"Folder '{target}' holds another sweep, see 'sweep.json' there; expected a new folder.")
        return
    target.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as temporary:
        temporary.write_text(text, "utf-8")


def _described(choice: Any) -> Any:
    return (
        list(choice)
        if isinstance(choice, (list, tuple))
        else {"distribution": f"{type(choice).__name__}{choice.domain_str}"}
    )


def _folder_of(target: Path, trial_id: str) -> Path:
    return target / f"run_{trial_id}"


def _result_of(result: Any, target: Path) -> SweptRun:
    metrics = result.metrics or {}
    reward = metrics.get("reward")
    return SweptRun(
        settings=dict(result.config["settings"]),
        folder=_folder_of(target, metrics.get("trial_id", "unknown")),
        iteration=int(metrics.get("iteration", 0)),
        reward=None if reward in (None, -math.inf) else float(reward),
        failure=None if result.error is None else str(result.error).strip().splitlines()[-1],
    )
