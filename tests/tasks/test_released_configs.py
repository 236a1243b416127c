"""Configs of tasks are those that Isaac Lab 3.0.0 and 2.3.2 release: each field of each, but for what is named below.

The wheels' packages of tasks (BSD-3) are looked for in the folders that ``ISAACLAB_300`` and ``ISAACLAB_232`` name, and
imported under another name on Pippin's ``isaaclab``, as programs are; nothing of them is kept here.
"""

from __future__ import annotations

import fnmatch
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

WHEELS = {
    3: Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks"),
    2: Path(
        os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"),
        "isaaclab/source/isaaclab_tasks/isaaclab_tasks",
    ),
}
"""Folder of each version's package of tasks."""

DUMP = """
import importlib, json, sys

import gymnasium

package, path = sys.argv[1:]
importlib.import_module(package)
load = importlib.import_module(f"{package}.utils").load_cfg_from_registry
hydra = importlib.import_module(f"{package}.utils.hydra")
chosen = getattr(hydra, "resolve_presets", lambda cfg, names: cfg)
collected = getattr(hydra, "collect_presets", lambda cfg: {})


def plain(value):
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    return getattr(value, "__name__", type(value).__name__)


configs = {}
for name, spec in list(gymnasium.registry.items()):
    for key in spec.kwargs:
        if name.startswith("Isaac") and key.startswith(("env_cfg", "rsl_rl_")):
            kind = key.partition("_cfg")[0]
            try:
                configs[f"{name} {kind}"] = plain(chosen(load(name, key), ()))
                alternatives = {each for values in collected(load(name, key)).values() for each in values}
                for each in sorted(alternatives - {"default"}):
                    configs[f"{name} {each} {kind}"] = plain(chosen(load(name, key), (each,)))
            except Exception as error:
                configs[f"{name} {kind}"] = repr(error)
json.dump(configs, open(path, "w"))
"""

LEFT_OUT = {
    "names of classes, which are Pippin's": ("*.class_type", "*_class_type", "*.class_name"),
    "who runs actuators, which makes no difference here": ("*.use_newton_actuators",),
    "how a program of the dialect runs": (
        *("*.clone_cfg*", "*.clone_in_fabric", "*_until_update", "*.variants_by_strategy", "*.narrow_grid"),
        *("*.global_world_only", "*.log_dir", "*.recorders*", "*.compute_final_obs", "*.actuator_value_resolution_*"),
    ),
    "pictures": (
        *("*.viewer*", "*.visual*", "*.debug_vis", "*.render*", "*.ui_window*", "*.markers*", "*light*", "*.marker_*"),
        *("*.video*", "*.goal_marker*", "*.write_image*", "*.semantic_tags*", "*.default_visualizer*"),
    ),
    "how robots and props are made, for which others stand in": ("*.spawn*", "*.usd_path", "*.asset_path"),
    "devices of people": ("*.xr*", "*.teleop*", "*.isaac_teleop*"),
    "regular expressions for paths, which have the same matches": ("*.prim_path", "*.prim_paths_expr*"),
    "what a scene resolves": ("*_ids", "*.preserve_order"),
    "functions that RSL-RL is given in a wrapper": ("*.data_augmentation_func",),
    "what RSL-RL takes where nothing is named": ("*.obs_groups*", "*.store_code_state"),
}
"""Fields that are not compared, by the reason."""

ENGINE_FIELDS = (
    *("num_substeps", "cone", "impratio", "iterations", "ls_iterations", "tolerance", "integrator"),
    "bounce_threshold_velocity",
)
"""Settings of engines that act here."""

EXCEPTIONS = {
    "Isaac*-Reach-Franka* env .scene.robot.actuators.panda_arm.stiffness": "of its file; the stand-in's is 80 N m/rad",
    "*Deploy-Reach-UR10e* env .scene.table*": "a stand without effect",
    "*Deploy-Reach-UR10e* env *.noise.*": "noise of 0",
    "*Deploy-Reach-UR10e* env .target_*": "numbers of which ranges are made",
    "*Open-Drawer* env .scene.cabinet.init_state.joint_pos*": "zeros, by other expressions",
    "Isaac-Franka-Cabinet-Direct-v0 env .cabinet.init_state.*": "zeros, and a quaternion of length 0.1",
    "Isaac-Franka-Cabinet-Direct-v0 env .robot.actuators*": "the same limits by a newer name; rotors as of the file",
    "*-Direct-v0 env .joint_gears*": "gears by names, not by the order of joints",
    "*-Allegro-Direct* env .actuated_joint_names": "sorted before use",
    "Isaac*-Stack-* env *.pose_range.yaw": "a third number that is not read",
    "Isaac-Dexsuite* env .commands.object_pose.body_name": "set, but not read",
    "*-Cassie-Play-v0 env .events.base_external_force_torque*": "forces of 0",
    "Isaac*-Humanoid-AMP-* env .motion_file": "motions that are not shipped, in another folder",
    "Isaac-Fourbar-Pole-Swingup env .sim.physics.*": "settings of Kamino, another solver",
    "*.sim.physics.bounce_threshold_velocity: None, released: 0.5": "PhysX's, which counts where no engine is named",
    **dict.fromkeys(
        (
            f"IsaacContrib-{task}* env .sim.physics.solver_cfg.*"
            for task in ("Cartpole-Camera", "Deploy-Reach-UR10e", "Navigation-Flat-AnymalC", "Reach-OpenArm")
        ),
        "the release names no engine; Pippin's own settings count",
    ),
    "IsaacContrib-Lift-Cube-OpenArm env .sim.phys*.bounce_threshold_velocity": "under its name of version 2",
    "*[!0] env .sim.physx.bounce_threshold_velocity": "of version 2, which counts where ``physics`` names no engine",
    "Isaac-Reach-Franka-OSC diffik_abs env .rewards.action_magnitude.weight": "the same number, in a class of its own",
    "Isaac-Reach-Franka hold env .observations.policy.ee_target_error.func": "a private name there",
    "Isaac-Fourbar-Pole-Swingup rsl_rl .critic.obs_normalization": "both networks scale what they see",
    "*-Visuomotor* env .events.*texture*": "pictures in NVIDIA's cloud, for evaluations alone",
    "IsaacContrib-*-Visuomotor-Cosmos *env .scene.table_cam.*semantic_segmentation*": "on the renderer's config there",
    "IsaacContrib-*-Blueprint *env .scene.table_*cam.*semantic_segmentation*": "on the renderer's config there",
    "*-Stack-Cube-* env .terminations.success.params.max_lin_vel": "what the released term takes by default",
    "Isaac-Fourbar-Pole-Swingup env .events.close_linkage*": "a joint that closes the loop of the stand-in",
    "Isaac*-Reorient-Cube-*-Direct *env .scene.*": "in the task's config, as robot_cfg, object_cfg and joint_wrench",
    "Isaac*-Reorient-Cube-*-Direct *env .robot_cfg*": "in the scene there, with the same values",
    "Isaac*-Reorient-Cube-*-Direct *env .object_cfg*": "in the scene there, with the same values",
    "Isaac*-Reorient-Cube-*-Direct *env .goal_object_cfg*": "in the scene there",
    "Isaac*-Reorient-Cube-*-Direct *env .joint_wrench*": "in the scene there",
    "Isaac-Shadow-Handover-Direct *env .scene.*": "in the task's config, as right_robot_cfg and the like",
    "Isaac-Shadow-Handover-Direct *env .*_robot_cfg*": "in the scene there, with the same values",
    "Isaac-Shadow-Handover-Direct *env .*object_cfg*": "in the scene there, with the same values",
    **dict.fromkeys(
        (f"*-Stack-Cube-*{kind}* *env .{part}*" for kind in ("Mimic", "Skillgen") for part in ("datagen", "subtask_c")),
        "of Mimic, whose package registers the task anew with them",
    ),
    "*-NutThread-Direct* env .sim.substeps": "smaller steps of the engine, with which Pippin's threads hold",
    "*-Stack-Cube-Bin-* env .scene.blue_sorting_bin.init_state.rot*": "a quaternion of length 0.1",
    "Isaac*-Reorient-Cube-*-Direct *env .in_hand_pos_offset": "0.04 m below, which is no field here",
}
"""Fields that may differ, by pattern, and why."""

NOT_OFFERED = {
    "Isaac* newton_kamino env": "another solver",
    "Isaac-Cartpole-Camera resnet18 *": "a trained encoder of images, which is a download",
    "Isaac-Cartpole-Camera theia_tiny *": "a trained encoder of images, which is a download",
    "Isaac-Reach-Franka newton_ik env": "Newton's own inverse kinematics",
}
"""Alternatives of released tasks that are not offered here, and why: they are refused, with those that there are."""


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All fields of a config by their paths, those without a value left out."""
    if isinstance(value, dict):
        if path.endswith("asset_cfg") and {name for name, each in value.items() if each not in (None, "slice")} <= {
            "name",
            "preserve_order",
        }:
            return  # the whole robot, which terms take where none is named
        for name, each in value.items():
            yield from flat(each, f"{path}.{name}")
    elif isinstance(value, list) and any(isinstance(each, (dict, list)) for each in value):
        for number, each in enumerate(value):
            yield from flat(each, f"{path}[{number}]")
    elif value not in (None, [], "slice"):
        yield path, value


def agrees(mine: Any, released: Any, tolerance: float) -> bool:
    """Whether two values are the same, numbers to a tolerance or to 1e-6 of theirs."""
    if mine == released:
        return True
    if isinstance(mine, list) and isinstance(released, list):
        return len(mine) == len(released) and all(
            agrees(ours, theirs, tolerance) for ours, theirs in zip(mine, released, strict=True)
        )
    if isinstance(mine, list) != isinstance(released, list):
        return mine == [released] or released == [mine]
    if isinstance(mine, (int, float)) and isinstance(released, (int, float)):
        return abs(mine - released) <= max(tolerance, 1e-6 * abs(released))
    return str(mine).rpartition(":")[2] == str(released).rpartition(":")[2]


def differences(mine: Any, released: Any) -> Iterator[str]:
    """Fields that differ, with both values."""
    if isinstance(mine, str) or isinstance(released, str):
        yield f" {mine if isinstance(mine, str) else released}"[:200]
        return
    ours, theirs = dict(flat(mine)), dict(flat(released))
    for path in sorted(ours.keys() | theirs.keys()):
        if any(fnmatch.fnmatch(path, pattern) for patterns in LEFT_OUT.values() for pattern in patterns):
            continue
        is_of_engine = ".physics." in path or ".physx." in path
        if is_of_engine and path.rpartition(".")[2] not in ENGINE_FIELDS:
            continue
        mine, released = ours.get(path), theirs.get(path)
        is_nothing = all(value in (None, 0.0, [0.0, 0.0]) for value in (mine, released))
        tolerance = 1e-3 if path.endswith(".rot") else 1e-9  # quaternions are released to three digits
        if not is_nothing and not agrees(mine, released, tolerance):
            yield f"{path}: {mine}, released: {released}"


def is_alternative_of(configs: dict[str, Any], name: str) -> bool:
    """Whether a name, "task alternative kind", is that of an alternative of a task that has a config of that kind."""
    parts = name.split()
    return len(parts) == 3 and f"{parts[0]} {parts[2]}" in configs


def dumped(version: int, package: str, folder: Path) -> dict[str, Any]:
    """Configs of all tasks that importing a package registers, by id and kind."""
    script, path = folder / "dump.py", folder / f"{package}.json"
    script.write_text(DUMP)
    paths = [str(folder), *(each for each in sys.path if each)]
    env = {**os.environ, "PIPPIN_ISAACLAB": str(version), "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, script, package, path], env=env, check=True, capture_output=True, timeout=300)
    return json.loads(path.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("version", [3, 2])
def test_configs_are_the_released_ones(version: int, tmp_path: Path) -> None:
    if not WHEELS[version].is_dir():
        pytest.skip(f"the wheel of Isaac Lab {version} is not there")
    for path in WHEELS[version].rglob("*"):
        if path.suffix in (".py", ".pyi", ".yaml"):
            copied = tmp_path / "released_tasks" / path.relative_to(WHEELS[version])
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_text(path.read_text().replace("isaaclab_tasks", "released_tasks"))
    (tmp_path / "toml.py").write_text("def load(path):\n    return {'package': {'version': '0'}}\n")
    (tmp_path / "torchvision").mkdir()  # for a released network and pictures, which configs do not make
    (tmp_path / "torchvision/__init__.py").write_text("")
    (tmp_path / "torchvision/utils.py").write_text("save_image = None")
    released, ours = (dumped(version, package, tmp_path) for package in ("released_tasks", "isaaclab_tasks"))
    lacking = [name for name in released if name not in ours and is_alternative_of(ours, name)]
    lacking = [name for name in lacking if not any(fnmatch.fnmatch(name, pattern) for pattern in NOT_OFFERED)]
    assert not lacking, "alternatives that are not offered: " + ", ".join(lacking)
    both = sorted(released.keys() & ours.keys())
    assert len(both) > 80
    found = [f"{name} {line}" for name in both for line in differences(ours[name], released[name])]
    found = [line for line in found if not any(fnmatch.fnmatch(line, f"{pattern}*") for pattern in EXCEPTIONS)]
    assert not found, "\n".join(found)
