"""What Isaac Lab 3 has deprecated of properties of prims: it works, says what takes its place, and only to programs."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable

import pytest
import torch
import warp as wp
from pxr import Usd, UsdGeom, UsdPhysics

import isaaclab.sim as sim_utils
import pippin.sim
from isaaclab.actuators import IdealPDActuatorCfg
from isaaclab.envs.common import ViewerCfg
from isaaclab.sensors import CameraCfg, TiledCameraCfg
from isaaclab.utils.warp import ProxyArray
from isaaclab_newton.sim import schemas as newton_schemas
from pippin.sensors.camera.camera import settings_of
from pippin_isaac.older_names import deprecate_configs

deprecate_configs()  # as a program does that has chosen version 3


def deprecations(call: Callable[[], object]) -> list[warnings.WarningMessage]:
    """Warnings of deprecation that a call gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [warning for warning in caught if issubclass(warning.category, DeprecationWarning)]


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("MassPropertiesCfg", "MassCfg"),
        ("RigidBodyPropertiesCfg", "PhysxRigidBodyCfg"),
        ("PhysxRigidBodyPropertiesCfg", "UsdPhysicsRigidBodyCfg"),
        ("MujocoRigidBodyPropertiesCfg", "MujocoRigidBodyCfg"),
        ("NewtonSDFCollisionPropertiesCfg", "NewtonSDFCollisionCfg"),
        ("BoundingCubePropertiesCfg", "boundingCube"),
        ("RigidBodyMaterialCfg", "PhysxMaterialCfg"),
        ("FixedTendonPropertiesCfg", "PhysxTendonAxisRootCfg"),
    ],
)
def test_deprecated_config_names_what_takes_its_place(name: str, instead: str) -> None:
    (warning,) = deprecations(getattr(sim_utils, name))
    assert f"{getattr(sim_utils, name).__name__} is deprecated" in str(warning.message)
    assert instead in str(warning.message)
    assert "Isaac Lab 3.2" in str(warning.message)
    assert warning.filename == deprecations.__code__.co_filename


@pytest.mark.parametrize(
    "name", ["MassCfg", "RigidBodyMaterialBaseCfg", "PhysxFixedTendonPropertiesCfg", "PhysxDeformableBodyPropertiesCfg"]
)
def test_what_takes_its_place_says_nothing(name: str) -> None:
    assert not deprecations(getattr(sim_utils, name))


def test_pippin_itself_is_not_warned() -> None:
    cfg = sim_utils.MassPropertiesCfg(mass=1.0)
    assert not deprecations(lambda: cfg.replace(mass=2.0))
    assert not deprecations(lambda: pippin.sim.UsdFileCfg(usd_path="").copy())


def test_signature_of_a_deprecated_config_is_its_fields() -> None:
    assert list(inspect.signature(sim_utils.MassPropertiesCfg.__init__).parameters) == ["self", "mass", "density"]


def test_renamed_fields_set_the_newer_ones() -> None:
    with pytest.warns(DeprecationWarning, match="'max_effort' is deprecated; use 'max_force'"):
        cfg = sim_utils.JointDrivePropertiesCfg(max_effort=80.0, max_velocity=5.0)
    assert (cfg.max_force, cfg.max_joint_velocity) == (80.0, 5.0)
    assert cfg.max_effort is None and cfg.max_velocity is None


def stage_with_a_body() -> tuple[Usd.Stage, Usd.Prim]:
    """A stage in memory with a rigid body that has a mass."""
    stage = Usd.Stage.CreateInMemory()
    prim = UsdGeom.Cube.Define(stage, "/World/Body").GetPrim()
    UsdPhysics.RigidBodyAPI.Apply(prim)
    UsdPhysics.MassAPI.Apply(prim)
    return stage, prim


def test_deprecated_writer_writes_and_warns_its_caller() -> None:
    stage, prim = stage_with_a_body()
    cfg = sim_utils.MassPropertiesCfg(mass=3.0)
    (warning,) = deprecations(lambda: sim_utils.modify_mass_properties("/World/Body", cfg, stage))
    assert "modify_mass_properties is deprecated. Use apply_mass_properties" in str(warning.message)
    assert warning.filename == __file__
    assert prim.GetAttribute("physics:mass").Get() == pytest.approx(3.0)
    assert "deprecated" in (sim_utils.modify_mass_properties.__doc__ or "")
    assert not deprecations(lambda: pippin.sim.modify_mass_properties("/World/Body", cfg, stage))


def test_newtons_configs_author_newtons_attributes() -> None:
    stage, prim = stage_with_a_body()
    UsdPhysics.CollisionAPI.Apply(prim)
    sim_utils.modify_rigid_body_properties(
        "/World/Body", newton_schemas.MujocoRigidBodyPropertiesCfg(gravcomp=0.5, linear_damping=0.1), stage
    )
    sim_utils.modify_collision_properties(
        "/World/Body", newton_schemas.NewtonCollisionPropertiesCfg(contact_margin=0.02), stage
    )
    assert prim.GetAttribute("mjc:gravcomp").Get() == pytest.approx(0.5)
    assert prim.GetAttribute("physxRigidBody:linearDamping").Get() == pytest.approx(0.1)
    assert prim.GetAttribute("newton:contactMargin").Get() == pytest.approx(0.02)
    assert "NewtonCollisionAPI" in pippin.sim.schemas.applied_schemas(prim)


def test_approximation_of_a_collider_is_a_property_of_it() -> None:
    stage = Usd.Stage.CreateInMemory()
    mesh = UsdGeom.Mesh.Define(stage, "/World/Mesh").GetPrim()
    approximation = sim_utils.BoundingCubePropertiesCfg()
    cfg = sim_utils.CollisionPropertiesCfg(collision_enabled=True, mesh_collision_property=approximation)
    sim_utils.define_collision_properties("/World/Mesh", cfg, stage)
    assert UsdPhysics.MeshCollisionAPI(mesh).GetApproximationAttr().Get() == "boundingCube"


def test_settings_of_approximations_know_their_schemas() -> None:
    cfg = sim_utils.ConvexHullPropertiesCfg()
    with pytest.warns(DeprecationWarning, match="_api. is deprecated"):
        assert (cfg.usd_api, cfg.physx_api) == ("MeshCollisionAPI", "PhysxConvexHullCollisionAPI")


def test_fields_that_cameras_had_are_handed_to_the_renderer() -> None:
    from isaaclab.sensors import CameraCfg

    with pytest.warns(DeprecationWarning, match="CameraCfg.colorize_semantic_segmentation"):
        cfg = CameraCfg(prim_path="/World/Camera", spawn=None, width=4, height=4, colorize_semantic_segmentation=False)
    assert cfg.renderer_cfg.colorize_semantic_segmentation is False
    assert not deprecations(lambda: CameraCfg(prim_path="/World/Camera", spawn=None, width=4, height=4))
    assert cfg.renderer_cfg.supported_output_types()["semantic_segmentation"].channels == 1
    cfg.renderer_cfg.colorize_semantic_segmentation = True  # a later change counts
    assert settings_of(cfg).colorize_semantic_segmentation is True


def test_fragments_of_a_spawner_are_listed_by_path() -> None:
    from isaaclab.sim.spawners.utils import fragment_mapping

    fragment = sim_utils.MassCfg(mass=1.0)
    assert fragment_mapping(fragment) == {"": [fragment]} == fragment_mapping((fragment,))
    assert fragment_mapping(None) is None is fragment_mapping(sim_utils.MassPropertiesCfg())


def test_viewer_is_deprecated_where_it_is_changed() -> None:
    assert not deprecations(ViewerCfg)
    assert not deprecations(lambda: ViewerCfg(eye=ViewerCfg().eye))
    (warning,) = deprecations(lambda: ViewerCfg(eye=(1.0, 2.0, 3.0)))
    assert "ViewerCfg is deprecated" in str(warning.message)


def test_tiled_camera_names_the_camera() -> None:
    (warning,) = deprecations(lambda: TiledCameraCfg(prim_path="/World/Camera", width=4, height=4, spawn=None))
    assert "TiledCameraCfg is deprecated" in str(warning.message) and "Use CameraCfg" in str(warning.message)
    assert not deprecations(lambda: CameraCfg(prim_path="/World/Camera", width=4, height=4, spawn=None))


def test_limit_of_an_actuator_names_the_newer_one() -> None:
    cfg = IdealPDActuatorCfg(joint_names_expr=[".*"], stiffness=1.0, damping=0.0, actuator_effort_limit=7.0)
    actuator = cfg.class_type(cfg, ["hip", "knee"], slice(None), 3, "cpu")
    (warning,) = deprecations(lambda: actuator.effort_limit)
    assert "actuator_effort_limit" in str(warning.message)
    assert not deprecations(lambda: actuator.actuator_effort_limit)
    (_,) = deprecations(lambda: setattr(actuator, "velocity_limit", 2.0))
    assert actuator.actuator_velocity_limit.tolist() == [[2.0, 2.0]] * 3


def test_quaternions_as_tensors_are_told_of_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """For programs that had the w first (Isaac Lab's variable, which it documents for this)."""
    turns, points = (ProxyArray(wp.zeros(2, dtype=kind, device="cpu")) for kind in (wp.quatf, wp.vec3f))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        _ = turns.torch
        monkeypatch.setenv("WARN_ON_TORCH_QUATF_ACCESS", "1")
        _ = points.torch
        assert not caught
        _ = turns.torch
    (warning,) = caught
    assert "(x, y, z, w)" in str(warning.message) and warning.filename == __file__


@pytest.mark.parametrize("use", [lambda array: array + 1.0, lambda array: array[0], torch.sum, lambda array: -array])
def test_arrays_say_once_that_they_are_no_tensors(use: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProxyArray, "_deprecation_warned", False)
    array = ProxyArray(wp.ones(3, dtype=float, device="cpu"))
    assert not deprecations(lambda: array.torch + 1.0)
    (warning,) = deprecations(lambda: use(array))
    assert ".torch" in str(warning.message)
    assert warning.filename == __file__
    assert not deprecations(lambda: use(array))
