"""Checkpoints of runs at Weights & Biases: ``--checkpoint wandb:ENTITY/PROJECT/RUN`` or the run's address."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

from .filming import CONSOLE

_NAME = r"([^/?#]+)"
_REFERENCES = (
    re.compile(rf"https?://wandb\.ai/{_NAME}/{_NAME}/runs/{_NAME}"),
    re.compile(rf"wandb:{_NAME}/{_NAME}/{_NAME}"),
)
_FOLDER = "logs/wandb_checkpoints"


def is_wandb_checkpoint(path: str | None) -> bool:
    """Whether what names a checkpoint names a run at Weights & Biases."""
    return path is not None and any(pattern.match(path) for pattern in _REFERENCES)


def resolve_wandb_checkpoint(path: str, download_dir: str = _FOLDER) -> str:
    """Fetch the checkpoint that a reference names.

    Args:
        path: "wandb:ENTITY/PROJECT/RUN" or the run's address; "?checkpoint=100" at its end names an iteration.
        download_dir: Where it is put.

    Returns:
        Path of the file.

    Raises:
        ValueError: It is no such reference, or the run has no such checkpoint.
        ImportError: The package wandb is not installed.
    """
    found = next((match for pattern in _REFERENCES if (match := pattern.match(path))), None)
    if found is None:
        raise ValueError(
            f"'{path}' is not a recognized Weights & Biases checkpoint reference; expected "
            "'wandb:ENTITY/PROJECT/RUN' or 'https://wandb.ai/ENTITY/PROJECT/runs/RUN'."
        )
    entity, project, run_id = found.groups()
    iterations = parse_qs(urlparse(path).query).get("checkpoint")
    return get_model_checkpoint(run_id, project, int(iterations[0]) if iterations else None, entity, download_dir)


def resolve_wandb_entity(explicit_entity: str | None = None) -> str | None:
    """Who owns runs: the one given, else the environment's ``WANDB_ENTITY`` or ``WANDB_USERNAME``; None if unknown."""
    return explicit_entity or os.environ.get("WANDB_ENTITY") or os.environ.get("WANDB_USERNAME")


def announce_new_run(project: str, entity: str | None = None) -> None:
    """Give the run that is about to begin its name (``WANDB_RUN_ID``, kept if there is one) and say how to find it.

    Args:
        project: Project of the run.
        entity: Who owns it; None where only the server knows.
    """
    try:
        run_id = os.environ.setdefault("WANDB_RUN_ID", _wandb().util.generate_id())
    except ImportError:  # whoever logs there says so
        return
    CONSOLE.print(f"Play it or go on with it: --checkpoint wandb:{entity or '<entity>'}/{project}/{run_id}")


def get_model_checkpoint(
    run_id: str,
    project: str,
    checkpoint: int | None = None,
    wandb_entity: str | None = None,
    download_dir: str = _FOLDER,
) -> str:
    """Fetch a checkpoint (``model_ITERATION.pt``) of a run.

    Args:
        run_id: Name of the run.
        project: Its project.
        checkpoint: Iteration; None means the last one.
        wandb_entity: Who owns it; None leaves it to the environment, see :func:`resolve_wandb_entity`.
        download_dir: The file is put below it, in PROJECT/RUN.

    Returns:
        Path of the file.

    Raises:
        ImportError: The package wandb is not installed.
        ValueError: Nobody is named who owns it, or the run has no such checkpoint.
    """
    wandb = _wandb()
    entity = resolve_wandb_entity(wandb_entity)
    if entity is None:
        raise ValueError("A wandb entity is required: give 'wandb_entity', or set WANDB_ENTITY or WANDB_USERNAME.")
    files = wandb.Api().run(f"{entity}/{project}/{run_id}").files()
    models = {int(m[1]): file for file in files if (m := re.fullmatch(r"model_(\d+)\.pt", file.name))}
    if not models:
        raise ValueError(f"No model checkpoints found in wandb run '{entity}/{project}/{run_id}'.")
    iteration = max(models) if checkpoint is None else checkpoint
    if iteration not in models:
        raise ValueError(f"Run '{run_id}' has no iteration {iteration}; there are: {sorted(models)[-10:]}.")
    folder = Path(download_dir, project, run_id)
    folder.mkdir(parents=True, exist_ok=True)
    models[iteration].download(root=str(folder), replace=True)
    return str(folder / models[iteration].name)


def _wandb() -> Any:
    """The package wandb, which is fetched when it is needed.

    Raises:
        ImportError: It is not installed.
    """
    try:
        return importlib.import_module("wandb")
    except ImportError:
        raise ImportError("Checkpoints at Weights & Biases need the package wandb: pip install wandb.") from None
