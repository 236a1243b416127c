"""Published policies of Isaac Lab's tasks: what their files are called, and where they are looked for.

They lie on NVIDIA's servers, which are not reached from here. A file that another program has fetched
(``.pretrained_checkpoints``) is taken, and one in a copy of the assets (``PIPPIN_ASSETS_ROOT``).
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pippin.sensors.camera import RendererCfg
from pippin.sim import NewtonCfg
from pippin.tasks.utils import collect_presets, load_cfg_from_registry
from pippin.utils.assets_root import assets_root

from .lab_files import check_file_path, retrieve_file_path
from .omni_kit import say_once
from .preset_targets import PresetTarget

WORKFLOW_PRETRAINED_CHECKPOINT_EXTENSIONS = {"rl_games": ".pth", "rsl_rl": ".pt", "sb3": ".zip", "skrl": ".pt"}
WORKFLOW_PRETRAINED_CHECKPOINT_FILENAMES = {
    name: f"checkpoint{extension}" for name, extension in WORKFLOW_PRETRAINED_CHECKPOINT_EXTENSIONS.items()
}
"""Names of files in folders of one task, by learning library."""

_RENDERERS = {"newton_warp": "newton"} | dict.fromkeys(("auto_rtx", "default", "isaac_rtx", "ovrtx", "rtx"), "rtx")


def get_pretrained_checkpoint_filename(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str:
    """Name of the file of a policy.

    Args:
        workflow: Learning library: "rl_games", "rsl_rl", "sb3" or "skrl".
        task_name: Name of the task.
        physics_backend: Engine that it was trained with, such as "physx" or "newtonmjwarp"; None with the next one
            gives the name that files had in folders of one task.
        render_backend: What drew its images: "rtx", "newton" or "none".
        preset_names: Presets of the task that it was trained with.

    Raises:
        ValueError: One of them is none of these, or one of the backends is given alone.
    """
    extension = WORKFLOW_PRETRAINED_CHECKPOINT_EXTENSIONS.get(workflow)
    if extension is None:
        known = ", ".join(WORKFLOW_PRETRAINED_CHECKPOINT_EXTENSIONS)
        raise ValueError(f"Unsupported workflow: {workflow!r}; expected one of: {known}.")
    names = sorted(set(preset_names))
    if any(not name.replace("_", "").isalnum() for name in names):
        raise ValueError(f"Invalid checkpoint preset names: {names}.")
    if physics_backend is None and render_backend is None:
        if names:
            raise ValueError(
                f"The presets {names} are in names of files with physics_backend and render_backend alone."
            )
        return WORKFLOW_PRETRAINED_CHECKPOINT_FILENAMES[workflow]
    if physics_backend is None or render_backend is None:
        raise ValueError("physics_backend and render_backend must be provided together.")
    if not physics_backend or render_backend not in ("newton", "none", "rtx"):
        raise ValueError(f"Unsupported backends: {physics_backend!r} and {render_backend!r}.")
    return "_".join([task_name, *names, physics_backend, render_backend, workflow]) + extension


def get_pretrained_checkpoint_backend_names(env_cfg: Any) -> tuple[str, str]:
    """Names of the engine and of what draws images that an environment's config asks for, as files have them.

    Raises:
        ValueError: Its cameras ask for different ones.
    """
    physics = getattr(getattr(env_cfg, "sim", None), "physics", None)
    engine = "physx"
    if isinstance(physics, NewtonCfg):
        engine = "newton" + type(physics.solver_cfg).__name__.removesuffix("SolverCfg").lower()
    drawing = {_RENDERERS[cfg.renderer_type] for cfg in _renderers_in(env_cfg, set())}
    if len(drawing) > 1:
        raise ValueError(f"Multiple renderer backends are active: {sorted(drawing)}.")
    return engine, drawing.pop() if drawing else "none"


def get_pretrained_checkpoint_preset_names(task_name: str, overrides: Sequence[str] | None = None) -> tuple[str, ...]:
    """Presets that a command line chooses ("presets=depth") and that make a policy another one.

    Args:
        task_name: Name of the task.
        overrides: Arguments; None for those of the process.
    """
    pairs = [word.lstrip("-").partition("=") for word in (sys.argv[1:] if overrides is None else overrides)]
    wanted = {name.strip() for key, _, value in pairs if key == "presets" for name in value.split(",")}
    if not wanted:
        return ()
    importlib.import_module("isaaclab_tasks")  # which registers the tasks
    alternatives = collect_presets(load_cfg_from_registry(task_name, "env_cfg_entry_point")).values()
    kinds = (PresetTarget.PHYSICS, PresetTarget.RENDERER)
    of_backends = {n for fields in alternatives for n, value in fields.items() if any(k.matches(value) for k in kinds)}
    others = {n for fields in alternatives for n, value in fields.items() if value != fields.get("default")}
    return tuple(sorted(wanted & others - of_backends))


def get_published_pretrained_checkpoint_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str:
    """Where a published policy lies among the assets; arguments as of :func:`get_pretrained_checkpoint_filename`."""
    name = get_pretrained_checkpoint_filename(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )
    own_folder = [task_name] if physics_backend is None else []
    return "/".join([assets_root(), "Isaac/IsaacLab/PretrainedCheckpoints", workflow, *own_folder, name])


def get_published_pretrained_checkpoint(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] | None = None,
) -> str | None:
    """Find a published policy on this machine.

    Args:
        workflow: As of :func:`get_pretrained_checkpoint_filename`, as are the others.
        task_name: Name of the task.
        physics_backend: Engine.
        render_backend: What drew its images.
        preset_names: Presets; None with backends for those of the process's arguments.

    Returns:
        Path of the file; None where there is none, which is said once.
    """
    if preset_names is None:
        preset_names = get_pretrained_checkpoint_preset_names(task_name) if physics_backend else ()
    published = get_published_pretrained_checkpoint_path(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )
    fetched = Path(".pretrained_checkpoints", published.partition("/PretrainedCheckpoints/")[2])
    if fetched.is_file():
        return str(fetched)
    if check_file_path(published) == 1:
        return retrieve_file_path(published)
    say_once(
        f"There is no published policy for '{task_name}' here: the files are on NVIDIA's servers. Train one, and "
        f"name it by --checkpoint, or put it at '{fetched}', or below the folder that PIPPIN_ASSETS_ROOT names at "
        f"'Isaac/IsaacLab{published.partition('/Isaac/IsaacLab')[2]}'."
    )
    return None


def get_log_root_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str:
    """Folder of the runs that train a policy; arguments as of :func:`get_pretrained_checkpoint_filename`."""
    name = get_pretrained_checkpoint_filename(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )
    return str(Path("logs", workflow, task_name if physics_backend is None else Path(name).stem).absolute())


def get_latest_job_run_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str | None:
    """Folder of the run that was written to last; None where there is none.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    return _latest(
        Path(get_log_root_path(workflow, task_name, physics_backend, render_backend, preset_names=preset_names)), "*"
    )


def get_pretrained_checkpoint_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str | None:
    """Policy that the last run has trained: the best that its library keeps; None where there is no run.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    run = get_latest_job_run_path(workflow, task_name, physics_backend, render_backend, preset_names=preset_names)
    if run is None:
        return None
    stem = Path(get_log_root_path(workflow, task_name, physics_backend, render_backend, preset_names=preset_names)).name
    if workflow == "rsl_rl":
        return _latest(Path(run), "*.pt")
    if workflow == "sb3":
        return str(Path(run, "model.zip"))
    folder, best = ("nn", f"{stem}.pth") if workflow == "rl_games" else ("checkpoints", "best_agent.pt")
    kept = Path(run, folder, best)
    return str(kept) if kept.is_file() else _latest(kept.parent, f"*{kept.suffix}")


def get_pretrained_checkpoint_publish_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str:
    """Where a policy is published: in the copy of the assets that ``PIPPIN_ASSETS_ROOT`` names.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    return get_published_pretrained_checkpoint_path(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )


def has_pretrained_checkpoint_job_run(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> bool:
    """Whether a policy has been trained on this machine, to the end or not.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    return Path(
        get_log_root_path(workflow, task_name, physics_backend, render_backend, preset_names=preset_names)
    ).exists()


def has_pretrained_checkpoint_job_finished(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> bool:
    """Whether the last run has written a policy.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    path = get_pretrained_checkpoint_path(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )
    return path is not None and Path(path).exists()


def get_pretrained_checkpoint_review_path(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> str | None:
    """File in which a review of the last run is kept; None where there is no run.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    run = get_latest_job_run_path(workflow, task_name, physics_backend, render_backend, preset_names=preset_names)
    return None if run is None else str(Path(run, "pretrained_checkpoint_review.json"))


def get_pretrained_checkpoint_review(
    workflow: str,
    task_name: str,
    physics_backend: str | None = None,
    render_backend: str | None = None,
    *,
    preset_names: Sequence[str] = (),
) -> dict[str, Any] | None:
    """The review of the last run; None where there is none.

    Arguments as of :func:`get_pretrained_checkpoint_filename`.
    """
    path = get_pretrained_checkpoint_review_path(
        workflow, task_name, physics_backend, render_backend, preset_names=preset_names
    )
    return json.loads(Path(path).read_text()) if path is not None and Path(path).exists() else None


def _latest(folder: Path, pattern: str) -> str | None:
    """What was written to last of what matches a pattern in a folder; None where nothing does."""
    return max(map(str, folder.glob(pattern)), key=lambda path: Path(path).stat().st_mtime, default=None)


def _renderers_in(value: Any, seen: set[int]) -> Iterator[RendererCfg]:
    """Configs of renderers in a config, those in dicts and lists too."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, RendererCfg):
        yield value
        return
    inside: Any = ()
    if isinstance(value, (list, tuple)):
        inside = value
    elif isinstance(value, dict):
        inside = value.values()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        inside = vars(value).values()
    for part in inside:
        yield from _renderers_in(part, seen)
