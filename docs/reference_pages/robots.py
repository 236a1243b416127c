"""What each robot consists of, as pages of the documentation: from its config, and from what is simulated."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from pippin.robots import ROBOTS, robot_factory
from pippin.sim import SimulationCfg, SimulationContext

_NUMBERS = ("stiffness", "damping", "armature", "friction", "effort_limit", "effort_limit_sim", "saturation_effort")
_LIMITS = ("velocity_limit", "velocity_limit_sim")


def write_robot_pages(folder: Path, pictures: Path) -> None:
    """Write the pages of all robots, and one that lists them.

    Args:
        folder: Where to write; pages of before are removed.
        pictures: Folder with pictures, ``<name>.png``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for page in folder.glob("*.md"):
        page.unlink()
    for name in ROBOTS:
        (folder / f"{name}.md").write_text(robot_as_markdown(name, pictures), encoding="utf-8")
    text = "Robots whose configs come with Pippin, as they are simulated. `pippin view NAME` shows one in the browser."
    lines = ["# Robots, one by one", "", text, "", ":::{toctree}", ":maxdepth: 1", "", *ROBOTS, ":::", ""]
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")


def robot_as_markdown(name: str, pictures: Path) -> str:
    """Write the page of a robot, which is loaded for it.

    Args:
        name: Name of its config.
        pictures: Folder with pictures, ``<name>.png``; the page of a robot without one has none.

    Raises:
        ValueError: There is no such robot.
        FileNotFoundError: Its description is not on this machine.
    """
    factory = robot_factory(name)
    said = (inspect.getdoc(factory) or "").strip()
    lines = [f"# {name}", "", said.replace("``", "`"), ""]
    if (pictures / f"{name}.png").is_file():
        lines += [f"![{name}, standing](/_static/robots/{name}.png)", ""]
    cfg = factory()
    path = getattr(cfg.spawn, "asset_path", "")
    lines += [*_source(name, path), *_bodies_and_joints(cfg), *_actuators(cfg), *_dialects(name, path)]
    return "\n".join(lines)


def _source(name: str, path: str) -> list[str]:
    if not path:
        return []
    where = "Pippin" if "description_files" in path else "the package `example-robot-data` (extra `robots`)"
    if "newton" in path:
        where = "the package `newton`, which Pippin installs"
    text = (
        f"Masses, inertias, meshes and limits of joints: `{'/'.join(path.split('/')[-2:])}`, which comes with {where}. "
        f"Gains and limits of actuators, and the pose in which it stands: `pippin/robots/{ROBOTS[name][0]}.py`, whose "
        "comments name their sources."
    )
    return ["## Where its numbers come from", "", text, ""]


def _bodies_and_joints(cfg: Any) -> list[str]:
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        robot = cfg.class_type(cfg.replace(prim_path="/World/Robot"))
        simulation.reset()
        limits = robot.data.joint_pos_limits.torch[0].tolist()
        default = robot.data.default_joint_pos.torch[0].tolist()
        joints = list(zip(robot.joint_names, limits, default, strict=True))
        bodies = list(robot.body_names)
    lines = [f"## {len(joints)} degrees of freedom, {len(bodies)} bodies", ""]
    if joints:
        lines += ["| joint | lower | upper | default |", "|---|---|---|---|"]
        lines += [f"| `{joint}` | {_limit(low)} | {_limit(high)} | {_limit(at)} |" for joint, (low, high), at in joints]
        lines += ["", "In rad, or m where a joint slides; in the order of `joint_names`.", ""]
    return [*lines, "Bodies, in the order of `body_names`: " + ", ".join(f"`{body}`" for body in bodies) + ".", ""]


def _limit(value: float) -> str:
    return "none" if abs(value) > 1e6 else f"{round(value, 4) + 0.0:g}"


def _actuators(cfg: Any) -> list[str]:
    lines = []
    for group, actuator in (getattr(cfg, "actuators", None) or {}).items():
        lines += [f"| `{group}` | {type(actuator).__name__.removesuffix('Cfg')} |", "|---|---|"]
        for field in (*_NUMBERS, *_LIMITS):
            value = getattr(actuator, field, None)
            if value is not None:
                lines.append(f"| {field} | {_number(value)} |")
        lines.append("")
    return ["## Actuators", "", *lines] if lines else []


def _number(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"`{joints}` {each:g}" for joints, each in value.items())
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def _dialects(name: str, path: str) -> list[str]:
    lines = [
        *(
            "## Load it",
            "",
            "In Pippin, and in programs for Isaac Lab, whose `Articulation` takes the same config:",
            "",
        ),
        *("```python", f"from pippin.robots import {name}", ""),
        *(f'cfg = {name}.replace(prim_path="/World/envs/env_.*/Robot")', "robot = cfg.class_type(cfg)", "```", ""),
    ]
    if path.endswith((".urdf", ".xml")):
        lines += [
            *("In Isaac Gym:", "", "```python", "from pathlib import Path", ""),
            *(f"description = Path({name}.spawn.asset_path)", "options = gymapi.AssetOptions()"),
            *("asset = gym.load_asset(sim, str(description.parent), description.name, options)", "```", ""),
        ]
    return lines
