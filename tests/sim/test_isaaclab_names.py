"""The names under which Isaac Lab's users find what stands in ``pippin.sim``, and the launcher of their programs."""

from __future__ import annotations

import argparse
import importlib
import inspect
import logging
import pkgutil

import pytest

from pippin import sim
from pippin.sim import converters

isaaclab_sim = pytest.importorskip("isaaclab.sim", reason="pippin-isaac (compat/) is not installed")

from isaaclab.app import AppLauncher  # noqa: E402

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(isaaclab_sim.__path__, "isaaclab.sim.")
    if ".converters" not in module.name
)

RENAMED = {
    "create_new_stage_in_memory": sim.create_new_stage,
    "get_next_free_prim_path": sim.get_next_free_path,
    "standardize_xform_ops": sim.set_local_pose,
}


@pytest.mark.parametrize("name", ["isaaclab.sim", *MODULES])
def test_every_name_stands_for_pippins(name):
    """By the same name where Pippin has it; other names are of something in Pippin, or of the dialects.

    Modules ``pippin_isaac.lab_*`` hold what the release does otherwise: other defaults, or further arguments.
    """
    module = importlib.import_module(name)
    for exported in getattr(module, "__all__", []):
        value = getattr(module, exported)
        own = getattr(sim, exported, RENAMED.get(exported) or getattr(converters, exported, None))
        is_the_releases = getattr(value, "__module__", "").startswith("pippin_isaac.lab_")
        if own is not None and not is_the_releases:
            assert value is own or inspect.unwrap(value) is inspect.unwrap(own)  # some say that they are deprecated
        elif hasattr(value, "__module__"):
            assert value.__module__.split(".")[0] in ("pippin", "pippin_isaac", "isaacsim")


@pytest.mark.parametrize(
    "statement",
    [
        "from isaaclab.sim import SimulationCfg, SimulationContext, PhysxCfg, build_simulation_context",
        "from isaaclab.sim.spawners.from_files.from_files_cfg import GroundPlaneCfg, UsdFileCfg",
        "from isaaclab.sim.schemas.schemas_cfg import RigidBodyPropertiesCfg",
        "from isaaclab.sim.spawners.shapes import CuboidCfg, spawn_cuboid",
        "from isaaclab.sim.spawners.materials import PreviewSurfaceCfg, RigidBodyMaterialCfg",
        "from isaaclab.sim.spawners.spawner_cfg import SpawnerCfg",
        "from isaaclab.sim.spawners.wrappers import MultiAssetSpawnerCfg",
        "from isaaclab.sim.converters import UrdfConverter, UrdfConverterCfg, MjcfConverterCfg, MeshConverterCfg",
        "from isaaclab.sim.converters.mesh_converter_cfg import MeshConverterCfg",
        "from isaaclab.sim.utils import find_matching_prims, clone, bind_physics_material",
        "from isaaclab.sim.utils.stage import get_current_stage",
        "import isaaclab.sim.utils.prims as prim_utils; prim_utils.create_prim",
        "from isaaclab.sim._impl.newton_manager_cfg import NewtonCfg",
    ],
)
def test_imports_of_programs_for_isaac_lab(statement):
    exec(statement, {})


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--num_envs", type=int, default=2)
    AppLauncher.add_app_launcher_args(parser)
    return parser


def test_flags_are_parsed_and_kept(parser):
    args = parser.parse_args(["--headless", "--device", "cpu", "--enable_cameras", "--num_envs", "8"])
    launcher = AppLauncher(args)
    assert (launcher.settings["headless"], launcher.settings["enable_cameras"]) == (True, True)
    assert launcher.device == "cpu"
    assert launcher.settings["num_envs"] == 8


def test_keyword_arguments_do_the_same():
    assert (
        AppLauncher(headless=True, device="cpu").settings == AppLauncher({"headless": True, "device": "cpu"}).settings
    )


def test_a_setting_given_twice_is_refused(parser):
    with pytest.raises(ValueError, match="device twice: 'cpu' and 'cuda:1'"):
        AppLauncher(parser.parse_args(["--device", "cpu"]), device="cuda:1")


def test_flags_that_are_taken_are_refused(parser):
    with pytest.raises(ValueError, match="already has arguments that the launcher adds"):
        AppLauncher.add_app_launcher_args(parser)


def test_programs_have_their_own_flag_of_distributed_training():
    parser = argparse.ArgumentParser()
    parser.add_argument("--distributed", action="store_true")
    AppLauncher.add_app_launcher_args(parser)
    assert AppLauncher(parser.parse_args(["--distributed", "--device", "cpu"])).device == "cuda:0"


def test_settings_without_effect_are_warned_of(caplog):
    with caplog.at_level(logging.WARNING, "pippin"):
        AppLauncher(livestream=2, headless=True)
    assert [record.getMessage() for record in caplog.records] == ["AppLauncher: livestream = 2 has no effect."]


def test_distributed_programs_have_a_device_each(monkeypatch):
    monkeypatch.setenv("LOCAL_RANK", "3")
    assert AppLauncher(distributed=True).device == "cuda:3"


def test_the_application_runs_until_it_is_closed_and_takes_the_simulation_with_it(context):
    frames = []
    context.add_render_callback("viewer", frames.append)
    app = AppLauncher(headless=True).app
    assert app.is_running()
    app.update()
    assert len(frames) == 1
    app.close()
    assert not app.is_running()
    assert sim.SimulationContext.instance() is None
    app.update()
