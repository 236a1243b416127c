"""Names where public code imports them: configs of terms beside their managers, `set_seed` among torch helpers."""

from __future__ import annotations

import importlib

import pytest
import warp as wp

pytest.importorskip("isaaclab", reason="pippin-isaac is not installed")

from pippin_isaac.tables import isaaclab_files, sources_of


@pytest.mark.parametrize("kind", ["action", "command", "curriculum", "event", "observation", "reward", "termination"])
def test_a_manager_and_the_config_of_its_terms_come_from_one_module(kind: str) -> None:
    module = importlib.import_module(f"isaaclab.managers.{kind}_manager")
    managers = importlib.import_module("isaaclab.managers")
    for name in (f"{kind.capitalize()}Manager", f"{kind.capitalize()}TermCfg"):
        assert getattr(module, name) is getattr(managers, name)


def test_set_seed_of_isaac_sim_makes_torch_repeat_itself() -> None:
    torch = pytest.importorskip("torch")
    torch_utils = importlib.import_module("isaacsim.core.utils.torch")
    drawn = []
    for _ in range(2):
        assert torch_utils.set_seed(7) == 7
        drawn.append(torch.rand(3))
    assert torch.equal(drawn[0], drawn[1])


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [
        ("isaaclab.envs.manager_based_rl_env", "isaaclab.envs", "ManagerBasedRLEnvCfg"),
        ("isaaclab.markers.visualization_markers", "isaaclab.markers", "VisualizationMarkersCfg"),
        ("isaaclab.managers.recorder_manager", "isaaclab.managers", "RecorderTermCfg"),
        ("omni.isaac.lab.markers.visualization_markers", "omni.isaac.lab.markers", "VisualizationMarkersCfg"),
        ("omni.isaac.lab.sensors.camera.camera_cfg", "omni.isaac.lab.sim", "PinholeCameraCfg"),
        ("isaacsim.core.api.simulation_context.simulation_context", "isaacsim.core.api", "SimulationContext"),
        ("isaacsim.core.api.world.world", "isaacsim.core.api", "World"),
        # files of version 3, whose packages export what they hold
        ("isaaclab.sensors.imu.base_imu", "isaaclab.sensors", "BaseImu"),
        ("isaaclab.sensors.ray_caster.base_ray_caster_camera", "isaaclab.sensors", "BaseRayCasterCamera"),
        ("isaaclab.utils.modifiers", "isaaclab.utils", "DigitalFilterCfg"),
        ("isaaclab.utils.mesh", "isaaclab.utils", "create_trimesh_from_geom_shape"),
        ("isaaclab.utils.logger", "isaaclab.utils", "configure_logging"),
        ("isaaclab.envs.mimic_env_cfg", "isaaclab.envs", "SubTaskConfig"),
        ("isaaclab.devices.keyboard.se3_keyboard_cfg", "isaaclab.devices", "Se3KeyboardCfg"),
        ("isaaclab.sim.utils.extensions", "isaaclab.sim.utils", "enable_extension"),
        ("isaaclab_physx.envs.mdp.events", "isaaclab.envs.mdp", "randomize_rigid_body_material"),
        ("isaaclab_newton.envs.mdp", "isaaclab.envs.mdp", "randomize_rigid_body_collider_offsets"),
        ("isaaclab_rl.entrypoints", "isaaclab_rl", "TrainingRequest"),
        ("isaaclab_teleop", "isaaclab.devices.openxr", "XrCfg"),
        ("isaaclab.assets.articulation.base_articulation", "isaaclab.assets", "BaseArticulation"),
        ("isaaclab.assets.rigid_object.base_rigid_object_data", "isaaclab.assets", "BaseRigidObjectData"),
        ("isaaclab.envs.mdp.visual_events", "isaaclab.envs.mdp", "randomize_visual_material"),
        ("isaaclab_newton.sim.views.newton_site_frame_view", "isaaclab_newton.sim.views", "NewtonSiteFrameView"),
    ],
)
def test_a_file_has_the_names_that_its_package_has(module: str, package: str, name: str) -> None:
    assert getattr(importlib.import_module(module), name) is getattr(importlib.import_module(package), name)


@pytest.mark.parametrize("name", ["utils", "trimesh.utils", "trimesh.mesh_terrains"])
def test_files_of_terrains_pass_on_the_library_of_their_meshes(name: str) -> None:
    module = importlib.import_module(f"omni.isaac.lab.terrains.{name}")
    assert module.trimesh is importlib.import_module("trimesh") and "trimesh" in module.__all__


def test_a_file_has_no_modules_of_its_package() -> None:
    module = importlib.import_module("isaaclab.envs.manager_based_rl_env")
    for name in ("mdp", "nothing_of_that_name"):
        with pytest.raises(AttributeError, match=name):
            getattr(module, name)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("isaaclab_tasks.manager_based.locomotion.velocity.config.spot.mdp", "GaitReward"),
        ("isaaclab_tasks.manager_based.locomotion.velocity.mdp.symmetry.anymal", "compute_symmetric_states"),
        ("isaaclab_tasks.manager_based.classic.cartpole.mdp.symmetry", "compute_symmetric_states"),
        ("isaaclab.envs.utils.io_descriptors", "generic_io_descriptor"),
        ("isaaclab_tasks.direct.allegro_hand.allegro_hand_env_cfg", "AllegroHandEnvCfg"),
    ],
)
def test_what_projects_borrow_from_tasks_is_there(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("module", sorted(isaaclab_files.MODULES))
def test_files_of_version_3_have_the_names_that_the_table_says(module: str) -> None:
    for package, entries in sources_of(module):
        for name, _ in entries:
            assert getattr(importlib.import_module(module), name) is getattr(importlib.import_module(package), name)


def test_default_values_of_joints_are_put_into_all_environments() -> None:
    kernels = importlib.import_module("isaaclab_physx.assets.articulation.kernels")
    target = wp.zeros((3, 4), dtype=wp.float32, device="cpu")
    values = [wp.array([1.0, 2.0], dtype=wp.float32, device="cpu"), wp.array([3, 0], dtype=wp.int32, device="cpu")]
    wp.launch(kernels.update_default_joint_values, dim=(3, 2), inputs=values, outputs=[target], device="cpu")
    assert target.numpy().tolist() == [[2.0, 0.0, 0.0, 1.0]] * 3
