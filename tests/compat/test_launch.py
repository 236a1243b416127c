"""How programs for Isaac Lab 3 launch a simulation."""

from __future__ import annotations

import argparse
import builtins

import numpy as np
import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from isaaclab_tasks.utils.presets import set_isaac_rtx_global_settings

from isaaclab.app import AppLauncher, add_launcher_args, launch_simulation, scan, validate_launch
from isaaclab.markers import VisualizationMarkersCfg
from isaaclab.physics import PhysicsCfg
from isaaclab.scene import InteractiveScene, InteractiveSceneCfg
from isaaclab.sim import SimulationCfg, SimulationContext, SphereCfg, build_simulation_context
from isaaclab.utils import clone, configclass, instantiate
from isaaclab.visualizers import VisualizerCfg
from isaaclab_newton.physics import NewtonCfg
from isaaclab_physx.physics import PhysxCfg


def test_the_device_of_the_command_line_is_the_simulations() -> None:
    parser = argparse.ArgumentParser()
    add_launcher_args(parser)
    cfg = SimulationCfg(physics=PhysxCfg())
    with launch_simulation(cfg, parser.parse_args(["--device", "cpu", "--headless"])) as physics:
        assert physics is cfg.physics
        assert SimulationContext(cfg).device == "cpu"
    assert SimulationContext.instance() is None, "the simulation ends with the block"


def test_settings_of_physics_alone_are_passed_on() -> None:
    physics = NewtonCfg()
    with launch_simulation(physics, {"headless": True}) as yielded:
        assert yielded is physics


@pytest.mark.parametrize(("name", "kind"), [("newton_mjwarp", NewtonCfg), ("isaacsim_physx", PhysxCfg)])
def test_the_command_line_names_the_engine_of_a_placeholder(name: str, kind: type) -> None:
    assert isinstance(PhysicsCfg(), PhysicsCfg)
    with launch_simulation(cfg=PhysicsCfg(), launcher_args={"headless": True, "physics": name}) as physics:
        assert type(physics) is kind and isinstance(physics, PhysicsCfg)
    cfg = SimulationCfg(physics=NewtonCfg())
    with launch_simulation(cfg, {"headless": True, "physics": name}) as physics:
        assert type(physics) is type(cfg.physics) is kind


def test_an_engine_that_is_not_there_is_refused() -> None:
    with (
        pytest.raises(ValueError, match="newton_mjwarp"),
        launch_simulation(cfg=PhysicsCfg(), launcher_args={"headless": True, "physics": "bullet"}),
    ):
        pass


def test_scenes_and_markers_are_made_of_their_configs() -> None:
    markers = VisualizationMarkersCfg(prim_path="/Visuals/Marks", markers={"ball": SphereCfg(radius=0.1)})
    with SimulationContext(SimulationCfg(device="cpu")):
        scene = instantiate(InteractiveSceneCfg(num_envs=2, env_spacing=1.0))
        assert isinstance(scene, InteractiveScene) and scene.num_envs == 2
        assert instantiate(markers).num_prototypes == 1


def test_configs_of_what_is_not_served_are_copied() -> None:
    cfg = VisualizerCfg(eye=(1.0, 2.0, 3.0))
    other = clone(cfg)
    other.eye = (0.0, 0.0, 0.0)
    assert cfg.eye == (1.0, 2.0, 3.0)
    assert cfg.replace(lookat=(4.0, 5.0, 6.0)).eye == cfg.eye
    set_isaac_rtx_global_settings(None, dlss_mode=1)  # nothing renders with it


def test_configs_that_derive_from_what_is_not_served_take_its_settings() -> None:
    @configclass
    class WindowCfg(VisualizerCfg):
        width: int = 640

    cfg = WindowCfg(eye=(1.0, 2.0, 3.0), width=320)
    assert (cfg.eye, cfg.width, WindowCfg().width) == ((1.0, 2.0, 3.0), 320, 640)


def test_simulations_are_built_as_tests_of_isaac_lab_build_them() -> None:
    cfg = SimulationCfg(dt=0.005)
    with build_simulation_context(sim_cfg=cfg, device="cpu", auto_add_lighting=True, visualizers=None) as simulation:
        assert simulation.device == "cpu"
        assert simulation.get_physics_dt() == pytest.approx(0.005)


def test_environments_of_a_programs_own_find_that_the_application_was_launched_by_it() -> None:
    AppLauncher(headless=True).app.close()
    assert builtins.ISAAC_LAUNCHED_FROM_TERMINAL is False and builtins.ISAACLAB_CALLBACK_EXCEPTION is None


def test_names_that_numpy_2_dropped_are_there_until_the_application_closes() -> None:
    """Isaac Lab 2 comes with NumPy 1.26, and its programs bound their spaces by ``np.Inf``."""
    app = AppLauncher(headless=True).app
    assert np.Inf == np.inf and np.float_ is np.float64 and np.row_stack([[1], [2]]).shape == (2, 1)
    app.close()
    assert not hasattr(np, "Inf")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU, which is used")
def test_without_a_gpu_hard_coded_cuda_devices_are_the_cpu_until_the_application_closes() -> None:
    parser = argparse.ArgumentParser()
    AppLauncher.add_app_launcher_args(parser)
    arguments = parser.parse_args(["--headless"])
    assert arguments.device == "cuda:0"
    before = torch.zeros
    launcher = AppLauncher(arguments)
    assert arguments.device == launcher.device == "cpu"
    policy = torch.nn.Linear(3, 2).to("cuda:0").cuda()
    observed = torch.zeros(4, 3, device=torch.device("cuda", 0)).to(device="cuda", dtype=torch.float32)
    assert torch.nn.LazyLinear(2).to("cuda:0")(observed).shape == (4, 2)
    compiled = torch.jit.script(_ones_beside)
    assert policy(compiled(observed)).device.type == observed.new_zeros(2, device="cuda:0").device.type == "cpu"
    torch.cuda.memory._record_memory_history(max_entries=10)  # of a GPU, which there is not
    torch.backends.cuda.preferred_linalg_library("cusolver")  # refused by a PyTorch without it
    launcher.app.close()
    assert torch.zeros is before


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU, which answers")
def test_without_a_gpu_the_cuda_device_has_the_memory_the_clock_and_the_dice_of_the_machine() -> None:
    launcher = AppLauncher(headless=True)
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    free, total = torch.cuda.mem_get_info("cuda:0")
    assert 0 < free < total == torch.cuda.get_device_properties(0).total_memory
    assert torch.cuda.get_device_name() == torch.cuda.get_device_properties("cuda").name != ""
    dice, same = torch.Generator(device="cuda").manual_seed(3), torch.Generator().manual_seed(3)
    assert torch.equal(torch.rand(4, device="cuda", generator=dice), torch.rand(4, generator=same))
    assert isinstance(torch.default_generator, torch.Generator) and not isinstance(3, torch.Generator)
    with torch.cuda.device(0), torch.cuda.stream(torch.cuda.Stream()):
        assert torch.ones(2).to(0).pin_memory().device.type == torch.hann_window(3, device="cuda").device.type == "cpu"
    torch.cuda.current_stream().record_event(end)
    assert start.elapsed_time(end) > 0.0
    launcher.app.close()
    assert torch.Generator is torch._C.Generator


def _ones_beside(values: torch.Tensor) -> torch.Tensor:
    return values + torch.ones(values.shape, device=values.device)


def test_no_config_needs_isaac_sim() -> None:
    cfg = SimulationCfg(physics=NewtonCfg())
    found, reasons = validate_launch(cfg, argparse.Namespace(physics="isaacsim_physx"))
    assert not found.needs_kit and not found.has_kit_camera and reasons == ()
    assert found.effective_cfg is cfg and found.resolved_physics_cfg is cfg.physics
    assert isinstance(cfg.physics, PhysxCfg), "the engine that the arguments name"


def test_the_physics_alone_may_be_what_is_launched() -> None:
    found = scan(NewtonCfg(), {"physics": "isaacsim_physx"})
    assert isinstance(found.effective_cfg, PhysxCfg) and found.effective_cfg is found.resolved_physics_cfg
    with pytest.raises(ValueError, match="Argument '--physics' is 'bullet'"):
        scan(NewtonCfg(), {"physics": "bullet"})


def test_engines_of_a_programs_own_are_configs_of_physics() -> None:
    @configclass
    class Own(PhysicsCfg):
        inner: int = 3

    assert isinstance(Own(), PhysicsCfg) and (Own().inner, Own(inner=4).inner) == (3, 4)
    assert isinstance(PhysxCfg(), PhysicsCfg) and not isinstance(PhysxCfg(), Own)
