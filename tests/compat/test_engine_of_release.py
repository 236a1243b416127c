"""A program gets the settings of the engine and the grid of environments of the release that it is written for."""

from __future__ import annotations

import os
from typing import Any

import pytest

PROGRAM = """
import {module} as sim_utils
from pippin.physics.scene import playing_scene
simulation = sim_utils.SimulationContext(sim_utils.SimulationCfg({arguments}device="cpu", dt=0.01))
sim_utils.CuboidCfg(size=(1, 1, 1), rigid_props=sim_utils.RigidBodyPropertiesCfg()).func(
    "/World/Box", sim_utils.CuboidCfg(size=(1, 1, 1), rigid_props=sim_utils.RigidBodyPropertiesCfg(),
    mass_props=sim_utils.MassPropertiesCfg(mass=1.0)))
simulation.reset()
settings = playing_scene(simulation).settings
print(settings.cone, settings.integrator, settings.friction_law, simulation.cfg.physics_material.dynamic_friction)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "module", "arguments", "expected"),
    [
        ("3", "isaaclab.sim", "", "pyramidal euler convex 0.5"),
        ("3", "isaaclab.sim", "physics=sim_utils.NewtonCfg(), ", "pyramidal euler convex 1.0"),
        ("3", "isaaclab.sim", "physics=sim_utils.PhysxCfg(), ", "elliptic implicitfast coulomb 0.5"),
        ("2", "isaaclab.sim", "", "elliptic implicitfast coulomb 0.5"),
        ("2", "omni.isaac.lab.sim", "", "elliptic implicitfast coulomb 0.5"),
        ("3", "pippin.sim", "", "elliptic implicitfast coulomb 0.5"),
    ],
)
def test_settings_of_the_engine(run_python: Any, version: str, module: str, arguments: str, expected: str) -> None:
    program = PROGRAM.format(module=module, arguments=arguments)
    done = run_python("-c", program, env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert expected in done.stdout, done.stderr[-2000:]


GRID = """
import {package}.sim as sim_utils
from {package}.scene import InteractiveScene, InteractiveSceneCfg
simulation = sim_utils.SimulationContext(sim_utils.SimulationCfg(device="cpu"))
print(InteractiveScene(InteractiveSceneCfg(num_envs=8, env_spacing=1.0)).env_origins[:4].tolist())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "package", "fourth"),  # 3 rows of 3 in version 3, 4 rows of 2 before
    [("3", "isaaclab", [0.0, -1.0, 0.0]), ("2", "isaaclab", [0.5, 0.5, 0.0]), ("2", "omni.isaac.lab", [0.5, 0.5, 0.0])],
)
def test_environments_stand_as_in_the_release(run_python: Any, version: str, package: str, fourth: list[float]) -> None:
    done = run_python("-c", GRID.format(package=package), env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert f"{fourth}]" in done.stdout, done.stdout + done.stderr[-2000:]


HELD = """
import isaaclab.sim as sim_utils
from pippin.sim import SimulationContext
with sim_utils.build_simulation_context(device="cpu", sim_cfg={cfg}):
    print("held", SimulationContext.instance().cfg.hold_until_update)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "cfg", "is_held"),
    [
        ("2", "None", True),
        ("3", "None", True),
        ("3", "sim_utils.SimulationCfg(physics=sim_utils.PhysxCfg())", True),
        ("3", "sim_utils.SimulationCfg(physics=sim_utils.NewtonCfg())", False),
    ],
)
def test_data_are_held_unless_newton_is_named(run_python: Any, version: str, cfg: str, is_held: bool) -> None:
    done = run_python("-c", HELD.format(cfg=cfg), env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert f"held {is_held}" in done.stdout, done.stdout + done.stderr[-2000:]


OF_ENVIRONMENTS = """
import {package}.envs as envs
import {package}.sim as sim_utils
from {package}.utils import configclass
for base in (envs.ManagerBasedRLEnvCfg, envs.DirectRLEnvCfg, envs.DirectMARLEnvCfg):
    simulation = configclass(type("Cfg", (base,), {{"__module__": "__main__"}}))().sim
    assert simulation == sim_utils.SimulationCfg() and type(simulation) is sim_utils.SimulationCfg, simulation
    print(getattr(simulation.physics, "solver_cfg", None) and simulation.physics.solver_cfg.cone)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "package", "expected"),
    [("3", "isaaclab", "pyramidal"), ("2", "isaaclab", "None"), ("2", "omni.isaac.lab", "None")],
)
def test_environments_that_say_no_simulation_have_that_of_a_plain_config(
    run_python: Any, version: str, package: str, expected: str
) -> None:
    program = OF_ENVIRONMENTS.format(package=package)
    done = run_python("-c", program, env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert done.stdout.split() == [expected] * 3, done.stderr[-2000:]


OF_TASKS = """
import importlib
import gymnasium
import isaaclab.envs as envs
import isaaclab_tasks
from isaaclab_tasks.utils import PresetCfg
configs = envs.ManagerBasedRLEnvCfg, envs.DirectRLEnvCfg, envs.DirectMARLEnvCfg
environments = envs.ManagerBasedRLEnv, envs.DirectRLEnv, envs.DirectMARLEnv
number = 0
for name, spec in gymnasium.registry.items():
    if not name.startswith("Isaac"):
        continue
    for entry, bases in ((spec.entry_point, environments), (spec.kwargs["env_cfg_entry_point"], configs)):
        if isinstance(entry, str):
            module, _, member = entry.partition(":")
            entry = getattr(importlib.import_module(module), member)
        if isinstance(entry, type) and issubclass(entry, PresetCfg):
            entry = type(entry().default)  # alternatives, as released
        assert not isinstance(entry, type) or issubclass(entry, bases), (name, entry)
        number += isinstance(entry, type)
print("classes:", number)
"""


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2", "3"])
def test_served_tasks_are_of_the_classes_that_programs_import(run_python: Any, version: str) -> None:
    done = run_python("-c", OF_TASKS, env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert int(done.stdout.rpartition("classes:")[2]) > 100, done.stderr[-2000:]


MATERIALS = """
from isaaclab.terrains import TerrainImporterCfg
for kind in ("plane", "generator"):
    material = TerrainImporterCfg(prim_path="/World/ground", terrain_type=kind).visual_material
    print(kind, None if material is None else material.diffuse_color)
print("said", TerrainImporterCfg(prim_path="/World/ground", visual_material=None).visual_material)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("3", ["plane None", "generator (0.0, 0.0, 0.0)", "said None"]),
        ("2", ["plane (0.065, 0.0725, 0.08)", "generator (0.065, 0.0725, 0.08)", "said None"]),
    ],
)
def test_materials_of_ground_that_no_config_says(run_python: Any, version: str, expected: list[str]) -> None:
    done = run_python("-c", MATERIALS, env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert done.stdout.split("\n")[:3] == expected, done.stderr[-2000:]
