"""What a run of ``isaaclab train`` says of itself, by which runs of one task and library are told from others.

The file is that of Isaac Lab 3.0.0, so that its command finds runs of Pippin's and the other way round.
"""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

RUN_MANIFEST_FILENAME = "run.json"
_VERSION = 1
_SELECTORS = ("best", "latest")


def normalize_task_name(task: str) -> str:
    """Name of a task without the module that registers it ("module:Isaac-Task" is "Isaac-Task")."""
    return task.rpartition(":")[2]


def write_run_manifest(log_dir: str, *, library: str, task: str, metadata: Mapping[str, str] | None = None) -> None:
    """Write what a run is of into its folder, which is made.

    Args:
        log_dir: Folder of the run.
        library: Learning library, such as "rsl_rl".
        task: Name of the task.
        metadata: What else tells runs apart, such as the key of the agent.
    """
    folder = Path(log_dir)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {
        "version": _VERSION,
        "library": library,
        "task": normalize_task_name(task),
        "created_at": datetime.datetime.now(datetime.UTC).isoformat(),
        "metadata": dict(metadata or {}),
    }
    unfinished = folder / f".{RUN_MANIFEST_FILENAME}.{os.getpid()}"  # others may read meanwhile
    unfinished.write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    unfinished.replace(folder / RUN_MANIFEST_FILENAME)


def resolve_checkpoint_selector(
    log_root_path: str,
    selector: str,
    *,
    library: str,
    task: str,
    checkpoint_pattern: str,
    other_dirs: Sequence[str] | None = None,
    preferred_checkpoint_pattern: str | None = None,
    metadata: Mapping[str, str] | None = None,
    recursive: bool = False,
) -> str:
    """Find a checkpoint of the newest run that is of a task and a library, and that has one.

    Args:
        log_root_path: Folder of all runs.
        selector: "latest", or "best" for one of ``preferred_checkpoint_pattern`` where there is one.
        library: Learning library.
        task: Name of the task.
        checkpoint_pattern: Pattern of the whole names of checkpoints; "model_10.pt" comes after "model_9.pt".
        other_dirs: Folders between a run's and its checkpoints.
        preferred_checkpoint_pattern: Pattern of the names of the best ones.
        metadata: What a run's metadata must have, too.
        recursive: Whether checkpoints lie in folders of that one as well.

    Returns:
        Absolute path of the checkpoint.

    Raises:
        ValueError: The selector is another one, or no such run has a checkpoint.
    """
    if selector not in _SELECTORS:
        raise ValueError(f"Unknown checkpoint selector '{selector}'; expected one of: {', '.join(_SELECTORS)}.")
    for run in _runs_of(Path(log_root_path), library, normalize_task_name(task), metadata or {}):
        folder = run.joinpath(*(other_dirs or ()))
        files = [path for path in (folder.rglob("*") if recursive else folder.glob("*")) if path.is_file()]
        for pattern in (preferred_checkpoint_pattern if selector == "best" else None, checkpoint_pattern):
            found = [path for path in files if pattern is not None and re.fullmatch(pattern, path.name)]
            if found:
                return str(max(found, key=lambda path: _with_numbers(str(path.relative_to(folder)))).resolve())
    raise ValueError(
        f"No run in '{log_root_path}' is of the task '{task}' by {library} and has a checkpoint; only runs of the "
        f"current unified training entrypoint ('isaaclab train') are found by '--checkpoint {selector}'."
    )


def _runs_of(folder: Path, library: str, task: str, metadata: Mapping[str, str]) -> Iterator[Path]:
    """Runs that say that they are of these, the newest first."""
    found = []
    for path in folder.glob(f"*/{RUN_MANIFEST_FILENAME}"):
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
            created = datetime.datetime.fromisoformat(manifest["created_at"])
            identity = (manifest["version"], manifest["library"], manifest["task"])
            has_metadata = dict(metadata).items() <= manifest.get("metadata", {}).items()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # another program's file, or a torn one
            continue
        if identity == (_VERSION, library, task) and has_metadata:
            found.append((created, path.parent))
    yield from (run for _, run in sorted(found, reverse=True))


def _with_numbers(name: str) -> list[tuple[int, str]]:
    """A key that puts "model_9.pt" before "model_10.pt"."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
