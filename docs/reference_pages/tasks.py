"""What each task consists of, as pages of the documentation: from the configs, so that they say what is trained."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils.registry import load_cfg_from_registry
from pippin.utils.callables import string_to_callable
from pippin.utils.config_dict import is_config

_GROUPS = {
    "commands": "Commands",
    "actions": "Actions",
    "rewards": "Rewards",
    "terminations": "Terminations",
    "events": "Events",
    "curriculum": "Curriculum",
}


def tasks_with_pages() -> list[str]:
    """Names of the tasks that have a page: all but those to look at, which differ in their noise alone."""
    return [name for name in TASKS if "-Play-" not in name]


def write_task_pages(folder: Path, curves: Path) -> None:
    """Write the pages of all tasks, and one that lists them.

    Args:
        folder: Where to write; pages of before are removed.
        curves: Folder with pictures of learning curves, ``<name>.png``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for page in folder.glob("*.md"):
        page.unlink()
    names = tasks_with_pages()
    for name in names:
        (folder / f"{name}.md").write_text(task_as_markdown(name, curves), encoding="utf-8")
    text = "What each task consists of, as its config says: what is seen, done and rewarded, and how it is learned."
    lines = ["# Tasks, one by one", "", text, "", ":::{toctree}", ":maxdepth: 1", "", *names, ":::", ""]
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")


def task_as_markdown(name: str, curves: Path) -> str:
    """Write the page of a task.

    Args:
        name: Name of the task.
        curves: Folder with pictures of learning curves, ``<name>.png``; the page of a task without one says so.
    """
    register_tasks()
    cfg = load_cfg_from_registry(name, "env_cfg_entry_point")
    lines = [f"# {name}", "", _first_line(type(cfg)), "", *_facts(cfg), ""]
    if hasattr(cfg, "rewards"):
        lines += _terms_of_managers(cfg)
    lines += _learning(name, curves)
    return "\n".join(lines)


def _facts(cfg: Any) -> list[str]:
    step = cfg.sim.dt * cfg.decimation
    facts = [
        f"- A step is {1e3 * step:g} ms: {cfg.decimation} of the physics, {1e3 * cfg.sim.dt:g} ms each.",
        f"- An episode is {cfg.episode_length_s:g} s at most.",
        f"- By default {cfg.scene.num_envs} environments, {cfg.scene.env_spacing:g} m apart.",
    ]
    if hasattr(cfg, "observation_space"):
        spaces = {"observations": cfg.observation_space, "actions": cfg.action_space}
        facts += [f"- Numbers in {kind}: {space}." for kind, space in spaces.items() if isinstance(space, int)]
        facts += [f"- Space of {kind}: `{space}`." for kind, space in spaces.items() if not isinstance(space, int)]
    robot = getattr(cfg.scene, "robot", None) or getattr(cfg, "robot", None) or getattr(cfg, "robot_cfg", None)
    for group, actuator in getattr(robot, "actuators", {}).items():
        gains = [f"{key} {_short(getattr(actuator, key))}" for key in ("stiffness", "damping") if _has(actuator, key)]
        model = type(actuator).__name__.removesuffix("Cfg")
        facts.append(f"- Actuators `{group}`: {', '.join([model, *gains])}.")
    return facts


def _terms_of_managers(cfg: Any) -> list[str]:
    """Tables of the terms of a task that consists of managers."""
    lines = []
    for group, of_group in vars(cfg.observations).items():
        if is_config(of_group):
            lines += _table(f"Observations: {group}", of_group)
    for attribute, title in _GROUPS.items():
        lines += _table(title, getattr(cfg, attribute, None))
    return lines


def _table(title: str, group: Any) -> list[str]:
    if group is None:
        return []
    terms = {name: term for name, term in vars(group).items() if is_config(term)}
    if not terms:
        return []
    has_weight = any(_has(term, "weight") for term in terms.values())
    lines = [f"## {title}", "", f"| term |{' weight |' if has_weight else ''} what it is |"]
    lines.append("|---" * (2 + has_weight) + "|")
    for name, term in terms.items():
        weight = f" {term.weight:g} |" if has_weight else ""
        lines.append(f"| `{name}` |{weight} {_meaning(term)} |")
    return [*lines, ""]


def _meaning(term: Any) -> str:
    function = getattr(term, "func", None) or getattr(term, "class_type", None)
    if isinstance(function, str):
        function = string_to_callable(function)
    said = _first_line(function).replace("|", "\\|")
    mode = f" ({term.mode})" if isinstance(getattr(term, "mode", None), str) else ""
    return f"{said}{mode}"


def _learning(name: str, curves: Path) -> list[str]:
    if TASKS[name].own_agents:
        key = TASKS[name].own_agents[0][0]
        library = key.removesuffix("_amp")
        more = " --algorithm AMP" if key.endswith("_amp") else ""
        command = f"isaaclab train --rl_library {library} --task {name}{more}"
        return [
            "## Learn it",
            "",
            "```console",
            f"$ {command}",
            "```",
            "",
            "by that library's released config.",
            "",
        ]
    if not TASKS[name].agent:
        return ["This task has no config for learning: it is for teleoperation and for state machines.", ""]
    if TASKS[name].spaces is not None:
        command = f"isaaclab train --rl_library skrl --task {name}"
        return ["## Learn it", "", "```console", f"$ {command}", "```", "", "by skrl, whose models fit the spaces.", ""]
    if TASKS[name].shows_images:
        command = f"isaaclab train --rl_library rl_games --task {name}"
        return ["## Learn it", "", "```console", f"$ {command}", "```", "", "or skrl, whose networks see images.", ""]
    agent = load_cfg_from_registry(name, "rsl_rl_cfg_entry_point")
    lines = [
        *("## Learn it", "", "```console", f"$ pippin train {name}", "```", ""),
        f"RSL-RL's PPO, {agent.max_iterations} iterations of {agent.num_steps_per_env} steps, entropy "
        f"{agent.algorithm.entropy_coef:g}, networks of {_short(agent.policy.actor_hidden_dims)} units.",
        "",
    ]
    if (curves / f"{name}.png").is_file():
        command = f"tools/learning_curve.py logs/rsl_rl/{agent.experiment_name}/DATE docs/_static/curves/{name}.png"
        return [*lines, f"![Learning curve](/_static/curves/{name}.png)", "", f"Drawn by `python {command}`.", ""]
    return [*lines, "No curve has been recorded yet.", ""]


def _has(cfg: Any, name: str) -> bool:
    return getattr(cfg, name, None) is not None


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"`{key}` {_short(each)}" for key, each in value.items())
    return ", ".join(f"{each:g}" for each in value) if isinstance(value, (list, tuple)) else f"{value:g}"


def _first_line(value: Any) -> str:
    return (inspect.getdoc(value) or "").strip().partition("\n")[0].replace("``", "`")
