"""Names and settings that programs for the released Isaac Lab 3.0.0 have, as its own tasks use them."""

from __future__ import annotations

import importlib
import math
import os
from typing import Any

import pytest

PROGRAM = """
import isaaclab.sim as sim_utils
from isaaclab.physics import PhysxAutoCfg
from isaaclab.sensors import RayCasterCfg, patterns
from isaaclab.utils import configclass
from isaaclab.visualizers import VisualizerCfg
from isaaclab_newton.physics import (
    KaminoPADMMSolverCfg, MJWarpSolverCfg, NewtonCfg, NewtonCollisionPipelineCfg, NewtonShapeCfg
)
from isaaclab_ov.physics import OvPhysxCfg
from isaaclab_physx.physics import PhysxCfg
from isaaclab_tasks.utils import PresetCfg, resolve_presets
from isaaclab_tasks.utils.presets import MultiBackendRendererCfg
from isaaclab_visualizers.newton import NewtonGLVisualizerCfg
from pippin.physics.scene import playing_scene


@configclass
class PhysicsCfg(PresetCfg):
    isaacsim_physx: PhysxCfg = PhysxCfg(enable_scene_query_support=True)
    ovphysx: OvPhysxCfg = OvPhysxCfg()
    physx: PhysxAutoCfg = PhysxAutoCfg(isaacsim_physx=isaacsim_physx, ovphysx=ovphysx)
    newton_mjwarp: NewtonCfg = NewtonCfg(
        solver_cfg=MJWarpSolverCfg(njmax=40, cone="pyramidal", update_data_interval=2, ccd_iterations=50),
        collision_cfg=NewtonCollisionPipelineCfg(max_triangle_pairs=9),
        default_shape_cfg=NewtonShapeCfg(margin=0.01),
    )
    newton_kamino: NewtonCfg = NewtonCfg(solver_cfg=KaminoPADMMSolverCfg(sparse_jacobian=True))
    default: NewtonCfg = newton_mjwarp


cfg = sim_utils.SimulationCfg(device="cpu", dt=0.01, physics=PhysicsCfg(), save_logs_to_file=False)
cfg.default_visualizer_cfg = VisualizerCfg(eye=(8.0, 0.0, 5.0))
cfg.visualizer_cfgs = [NewtonGLVisualizerCfg(window_width=100)]
rays = RayCasterCfg(prim_path="/World/x", global_world_only=True, mesh_prim_paths=[])
rays.pattern_cfg = patterns.BpearlPatternCfg()
assert rays.global_world_only
rays.validate()
assert resolve_presets(MultiBackendRendererCfg(), ["ovrtx"]).renderer_type == "ovrtx"
simulation = sim_utils.SimulationContext(resolve_presets(cfg, {selected}))
sim_utils.CuboidCfg(size=(1, 1, 1), rigid_props=sim_utils.RigidBodyPropertiesCfg()).func(
    "/World/Box", sim_utils.CuboidCfg(size=(1, 1, 1), rigid_props=sim_utils.RigidBodyPropertiesCfg(),
    mass_props=sim_utils.MassPropertiesCfg(mass=1.0)))
simulation.reset()
settings = playing_scene(simulation).settings
print(settings.cone, settings.integrator, settings.constraints_per_env, settings.tolerance)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("selected", "expected"),
    [("[]", "pyramidal euler 40 1e-06"), ('["physx"]', "elliptic implicitfast None 1e-08")],
)
def test_a_program_with_presets_of_engines_runs(run_python: Any, selected: str, expected: str) -> None:
    program = PROGRAM.replace("{selected}", selected)
    done = run_python("-c", program, env=os.environ | {"PIPPIN_ISAACLAB": "3"})
    assert expected in done.stdout, done.stderr[-2000:]
    of_engine = "enable_scene_query_support" if "physx" in selected else "MJWarpSolverCfg.ccd_iterations"
    for name in ("global_world_only", of_engine, "save_logs_to_file", "PIPPIN_VIEWER"):
        assert name in done.stderr


TASK = """
from isaaclab_tasks.utils import parse_env_cfg
cfg = parse_env_cfg("Isaac-Cartpole-v0")
cfg.from_dict({"sim": {"physx": {"gpu_heap_capacity": 5}}, "wait_for_textures": False})
assert (cfg.sim.physx.gpu_heap_capacity, cfg.wait_for_textures, cfg.sim.use_fabric) == (5, False, True)
cfg.sim.physx.solver_type = 0
cfg.validate()
"""


@pytest.mark.slow
def test_configs_of_tasks_take_settings_without_effect(run_python: Any) -> None:
    """Before a program imports the classes of these configs, too."""
    done = run_python("-c", TASK, env=os.environ | {"PIPPIN_ISAACLAB": "3"})
    assert done.returncode == 0, done.stderr[-2000:]
    assert "PhysxCfg.gpu_heap_capacity" in done.stderr
    assert "PhysxCfg.solver_type" in done.stderr
    assert "wait_for_textures" not in done.stderr


TELEOPERATION = """
from isaaclab.devices import Se3HandTracking, Se3Keyboard, Se3SpaceMouse  # as record_demos.py of Isaac Lab 2.0
from isaaclab.devices.device_base import DevicesCfg
from isaaclab.devices.keyboard import Se3KeyboardCfg
from isaaclab.devices.openxr import ManusViveCfg, XrCfg
from isaaclab.devices.openxr.xr_cfg import XrAnchorRotationMode
from isaaclab.devices.openxr.openxr_device import OpenXRDevice, OpenXRDeviceCfg
from isaaclab.devices.openxr.retargeters import GR1T2RetargeterCfg, Se3AbsRetargeter
from isaaclab.devices.openxr.retargeters.manipulator.gripper_retargeter import GripperRetargeterCfg

hand = GripperRetargeterCfg(bound_hand=OpenXRDevice.TrackingTarget.HAND_RIGHT, sim_device="cpu")
glasses = OpenXRDeviceCfg(retargeters=[hand], sim_device="cpu", xr_cfg=XrCfg(fixed_anchor_height=True))
glasses.xr_cfg.anchor_rotation_mode = XrAnchorRotationMode.FOLLOW_PRIM_SMOOTHED
devices = DevicesCfg(devices={"hands": glasses, "keyboard": Se3KeyboardCfg(pos_sensitivity=0.05)})
assert devices.devices["hands"].retargeters[0].bound_hand.name == "HAND_RIGHT"
try:
    Se3AbsRetargeter(GR1T2RetargeterCfg()).advance()
except NotImplementedError as error:
    print("refused:", error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2", "3"])
def test_environments_that_offer_glasses_beside_keyboards_can_be_made(run_python: Any, version: str) -> None:
    done = run_python("-c", TELEOPERATION, env=os.environ | {"PIPPIN_ISAACLAB": version})
    assert "refused: OpenXR" in done.stdout, done.stderr[-2000:]


def test_what_is_not_served_says_what_to_use_instead() -> None:
    from isaaclab.assets import Asset, CableObject, CableObjectCfg

    cfg = CableObjectCfg(prim_path="{ENV_REGEX_NS}/Cable")
    assert cfg.prim_path == "{ENV_REGEX_NS}/Cable"
    assert not isinstance(cfg, (Asset, CableObject))
    with pytest.raises(NotImplementedError, match="DeformableObject"):
        CableObject(cfg)
    with pytest.raises(ImportError):
        from isaaclab.assets import NoSuchAsset  # noqa: F401


@pytest.mark.parametrize(
    ("shape", "sizes", "volume"),
    [
        ("Cube", {"size": 2.0}, 8.0),
        ("Sphere", {"radius": 1.0}, 4.0 / 3.0 * math.pi),
        ("Cylinder", {"radius": 0.5, "height": 2.0, "axis": "X"}, 0.5 * math.pi),
        ("Capsule", {"radius": 0.5, "height": 1.0, "axis": "Y"}, (0.25 + 4.0 / 3.0 * 0.125) * math.pi),
        ("Cone", {"radius": 1.0, "height": 3.0, "axis": "Z"}, math.pi),
    ],
)
def test_shapes_become_meshes(shape: str, sizes: dict[str, Any], volume: float) -> None:
    from pxr import Usd

    from isaaclab.utils.mesh import create_trimesh_from_geom_shape

    stage = Usd.Stage.CreateInMemory()
    prim = stage.DefinePrim("/Shape", shape)
    for name, value in sizes.items():
        prim.GetAttribute(name).Set(value)
    mesh = create_trimesh_from_geom_shape(prim)
    assert mesh.volume == pytest.approx(volume, rel=0.1)  # round ones have corners
    extent = 2.0 * sizes["radius"] + sizes["height"] if shape == "Capsule" else sizes.get("height")
    if extent is not None:
        assert mesh.extents["XYZ".index(sizes["axis"])] == pytest.approx(extent, rel=0.01)
    if shape == "Cone":
        assert mesh.vertices[mesh.vertices[:, 2].argmax()] == pytest.approx([0.0, 0.0, 1.5], abs=1e-6)


def test_the_backend_ov_has_its_name_of_before_the_release() -> None:
    before = importlib.import_module("isaaclab_ovphysx.physics")
    assert before.OvPhysxCfg is importlib.import_module("isaaclab_ov.physics").OvPhysxCfg
    sensors = importlib.import_module("isaaclab_ovphysx.sensors")
    assert sensors.ContactSensorCfg is importlib.import_module("isaaclab.sensors").ContactSensorCfg


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("isaaclab_newton.renderers", "NewtonWarpRenderer"),
        ("isaaclab_physx.renderers", "IsaacRtxRenderer"),
        ("isaaclab_ov.renderers", "OVRTXRenderer"),
    ],
)
def test_configs_of_renderers_name_their_classes(module: str, name: str) -> None:
    renderers = importlib.import_module(module)
    cfg = getattr(renderers, f"{name}Cfg")()
    assert isinstance(cfg.class_type, str) and cfg.class_type.__name__ == name
    assert cfg.class_type.resolve() is getattr(renderers, name)
    assert "rgb" in cfg.supported_output_types()
