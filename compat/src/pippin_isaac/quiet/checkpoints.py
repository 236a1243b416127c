"""Names of isaaclab.utils.pretrained_checkpoint: policies that NVIDIA publishes, which are not fetched."""

from __future__ import annotations

from .nothing import say_once

WORKFLOWS = ["rl_games", "rsl_rl", "sb3", "skrl"]
"""Libraries of reinforcement learning."""

WORKFLOW_TRAINER = {name: f"scripts/reinforcement_learning/{name}/train.py" for name in WORKFLOWS}
WORKFLOW_PLAYER = {name: f"scripts/reinforcement_learning/{name}/play.py" for name in WORKFLOWS}
WORKFLOW_EXPERIMENT_NAME_VARIABLE = {
    "rl_games": "agent.params.config.name",
    "rsl_rl": "agent.experiment_name",
    "sb3": None,
    "skrl": "agent.agent.experiment.directory",
}


def has_pretrained_checkpoints_asset_root_dir() -> bool:
    """Whether there is a place for them: there is none."""
    return False


def get_published_pretrained_checkpoint(workflow: str, task_name: str) -> None:
    """Give no path, and say once that such policies are not fetched.

    Args:
        workflow: Name of the library.
        task_name: Name of the task.
    """
    say_once(
        f"There is no published policy for '{task_name}' here: the files are on NVIDIA's servers. Train one, and "
        "name it by --checkpoint."
    )
