"""Tasks of many environments that a learner steps (``omni.isaac.gym``), and what they ask of views and stages."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
import torch
import warp as wp

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import PhysxSchema, Usd, UsdGeom, UsdLux, UsdPhysics

import omni.ui
from isaacsim.core.utils.stage import create_new_stage, get_current_stage
from omni.isaac.cloner import GridCloner
from omni.isaac.core import World
from omni.isaac.core.articulations import ArticulationView
from omni.isaac.core.objects import DynamicCuboid
from omni.isaac.core.prims import RigidPrimView, XFormPrim, XFormPrimView
from omni.isaac.core.utils.prims import define_prim, is_prim_non_root_articulation_link
from omni.isaac.core.utils.stage import add_reference_to_stage
from omni.isaac.gym.tasks.rl_task import RLTaskInterface
from omni.isaac.gym.vec_env import VecEnvBase
from omni.isaac.nucleus import find_nucleus_server, get_assets_root_path
from pippin.objects import add_robot
from pippin.robots.released.stand_ins import find_robot_config
from pippin.sim import SimulationContext

GRAVITY = 9.81
NUM_ENVS = 3
DT = 1.0 / 120.0


@pytest.fixture(autouse=True)
def stage():
    yield create_new_stage()
    SimulationContext.clear_instance()


def copy_environments(number: int = NUM_ENVS) -> None:
    """Make copies of what is below the first environment."""
    cloner = GridCloner(spacing=4.0)
    cloner.define_base_env("/World/envs")
    cloner.clone("/World/envs/env_0", cloner.generate_paths("/World/envs/env", number))


class Cartpoles(RLTaskInterface):
    """Carts with poles, of which the actions are forces."""

    def __init__(self) -> None:
        super().__init__("cartpoles")
        self._num_envs, self._num_observations, self._num_actions = NUM_ENVS, 2, 1
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (2,))
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (1,))
        self.resets = 0

    def set_up_scene(self, scene) -> None:
        define_prim("/World/envs/env_0", "Xform")
        add_reference_to_stage(
            get_assets_root_path() + "/Isaac/Robots/Cartpole/cartpole.usd", "/World/envs/env_0/Cartpole"
        )
        super().set_up_scene(scene)
        copy_environments()
        self.robots = ArticulationView("/World/envs/.*/Cartpole", "cartpoles", reset_xform_properties=False)
        scene.add(self.robots)

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        efforts = torch.zeros(NUM_ENVS, self.robots.num_dof)
        efforts[:, self.robots.get_dof_index("cartJoint")] = actions[:, 0]
        self.robots.set_joint_efforts(efforts, indices=torch.arange(NUM_ENVS, dtype=torch.int32))

    def get_observations(self) -> torch.Tensor:
        return self.robots.get_joint_positions(clone=False)

    def calculate_metrics(self) -> torch.Tensor:
        return -self.get_observations()[:, 0].abs()

    def is_done(self) -> torch.Tensor:
        return self.get_observations()[:, 0].abs() > 1.0

    def reset(self) -> None:
        self.resets += 1


def test_a_learner_steps_a_task_of_many_environments() -> None:
    env = VecEnvBase(headless=True)
    task = Cartpoles()
    env.set_task(task, backend="torch", sim_params={"dt": DT, "gravity": [0.0, 0.0, -GRAVITY]}, rendering_dt=DT)
    assert env.num_envs == NUM_ENVS and env.observation_space is task.observation_space
    assert env.world.get_physics_dt() == pytest.approx(DT) and not env.render_enabled
    assert env.task is task and task.device == "cpu"
    observations, _ = env.reset(seed=3)
    assert task.resets == 1 and isinstance(observations, torch.Tensor) and observations.shape == (NUM_ENVS, 2)
    forces = torch.tensor([[-30.0], [0.0], [30.0]])
    for _ in range(20):
        observations, rewards, done, cut, _ = env.step(forces)
    assert torch.sign(observations[:, 0]).tolist() == [-1.0, 0.0, 1.0]
    assert rewards.shape == done.shape == (NUM_ENVS,) and not cut.any()
    assert env.sim_frame_count == 20
    with pytest.raises(ValueError, match="'rgba'; expected 'human' or 'rgb_array'"):
        env.render("rgba")
    env.close()


def test_an_environment_has_a_world_with_its_task() -> None:
    with pytest.raises(RuntimeError, match=r"call set_task\(\) first"):
        VecEnvBase(headless=True, launch_simulation_app=False).world  # noqa: B018


@pytest.mark.parametrize(("friction", "slides"), [(0.5, True), (1.0, False)])
def test_the_default_material_of_a_simulation_rubs(friction: float, slides: bool) -> None:
    """Pushed by 0.75 of its weight, a box slides where friction is 0.5, and not where it is 1."""
    material = {"static_friction": friction, "dynamic_friction": friction, "restitution": 0.0}
    world = World(sim_params={"dt": DT, "default_physics_material": material})
    from omni.isaac.core.objects import FixedCuboid

    FixedCuboid("/World/floor", position=(0.0, 0.0, -0.5), scale=(9.0, 9.0, 1.0))
    DynamicCuboid("/World/box", position=(0.0, 0.0, 0.1), size=0.2, mass=1.0)
    box = world.scene.add(RigidPrimView("/World/box", "box"))
    world.reset()
    for _ in range(60):
        box.apply_forces(np.array([[0.75 * GRAVITY, 0.0, 0.0]]))
        world.step(render=False)
    way = 0.5 * (0.75 - friction) * GRAVITY * (60 * DT) ** 2 if slides else 0.0
    # Contacts creep a little while they hold.
    assert box.get_world_poses()[0][0, 0] == pytest.approx(way, abs=0.02)


def test_bodies_of_many_environments_bear_the_weight_of_what_is_on_them() -> None:
    world = World()
    world.scene.add_default_ground_plane()
    define_prim("/World/envs/env_0", "Xform")
    DynamicCuboid("/World/envs/env_0/box", position=(0.0, 0.0, 0.5), size=1.0, mass=3.0)
    DynamicCuboid("/World/envs/env_0/top", position=(0.0, 0.0, 1.25), size=0.5, mass=2.0)
    copy_environments()
    boxes = RigidPrimView(
        "/World/envs/.*/box",
        "boxes",
        track_contact_forces=True,
        contact_filter_prim_paths_expr=["/World/envs/.*/top"],
    )
    tops = RigidPrimView("/World/envs/.*/top", "tops")
    world.scene.add(boxes)
    world.reset()
    for _ in range(60):
        world.step(render=False)
    dt = world.get_physics_dt()
    net = np.tile([0.0, 0.0, 3.0 * GRAVITY], (NUM_ENVS, 1))
    np.testing.assert_allclose(boxes.get_net_contact_forces(dt=dt), net, atol=0.01)
    above = np.tile([0.0, 0.0, -2.0 * GRAVITY], (NUM_ENVS, 1, 1))
    np.testing.assert_allclose(boxes.get_contact_force_matrix(dt=dt), above, atol=0.01)
    with pytest.raises(ValueError, match="'tops' does not measure contacts, .*track_contact_forces=True"):
        tops.get_net_contact_forces()


def test_views_return_to_their_default_states_at_a_reset() -> None:
    world = World()
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/Cartpole/cartpole.usd", "/World/Cartpole")
    DynamicCuboid("/World/box", position=(0.0, 3.0, 3.0), size=0.2)
    robots = world.scene.add(ArticulationView("/World/Cartpole", "robots"))
    boxes = world.scene.add(RigidPrimView("/World/box", "boxes", linear_velocities=np.array([[1.0, 0.0, 0.0]])))
    world.reset()
    robots.set_joints_default_state(positions=np.array([[0.5, 0.25]]))
    robots.set_joint_positions(np.array([[-1.0, 1.0]]))
    boxes.set_velocities(np.zeros((1, 6)))
    world.reset()
    np.testing.assert_allclose(robots.get_joint_positions(), [[0.5, 0.25]], atol=1e-6)
    np.testing.assert_allclose(boxes.get_linear_velocities(), [[1.0, 0.0, 0.0]], atol=1e-6)


def test_robots_are_found_by_their_root_link_and_joints_below_their_links() -> None:
    world = World()
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd", "/World/panda")
    assert get_current_stage().GetPrimAtPath("/World/panda/panda_link0/panda_joint1").IsA(UsdPhysics.RevoluteJoint)
    assert is_prim_non_root_articulation_link("/World/panda/panda_link3")
    robots = world.scene.add(ArticulationView("/World/panda/panda_link0", "robots"))
    world.reset()
    assert robots.num_dof == 9 and robots._dof_indices["panda_joint2"] == 1
    assert robots._body_indices["panda_link0"] == 0


def test_an_anymal_has_its_joints_below_links_that_merged_frames_are_called_like() -> None:
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/ANYbotics/anymal_instanceable.usd", "/World/anymal")
    for path in ("base/LF_HAA", "LF_HIP/LF_HFE", "RH_THIGH/RH_KFE"):
        assert get_current_stage().GetPrimAtPath(f"/World/anymal/{path}").IsA(UsdPhysics.RevoluteJoint), path


def test_drives_of_joints_with_several_axes_are_those_of_the_config() -> None:
    world = World()
    cfg = find_robot_config("https://cloud/Isaac/Robots/Humanoid/humanoid_instanceable.usd")
    assert cfg is not None
    add_robot("/World/humanoid", cfg, position=(0.0, 0.0, 2.0))
    robots = world.scene.add(ArticulationView("/World/humanoid", "humanoid"))
    world.reset()
    stiffness, damping = robots.get_gains()
    gains = {name: (stiffness[0, i], damping[0, i]) for i, name in enumerate(robots.dof_names)}
    group = cfg.actuators["body"]
    assert gains["lower_waist:1"] == pytest.approx((group.stiffness[".*_waist.*"], group.damping[".*_waist.*"]))
    assert gains["right_thigh:2"] == pytest.approx((group.stiffness[".*_thigh:2"], group.damping[".*_thigh:2"]))
    assert gains["left_shin"] == pytest.approx((group.stiffness[".*_shin"], group.damping[".*_shin"]))


def test_fixed_tendons_of_hands_are_set_for_all() -> None:
    world = World()
    add_reference_to_stage(
        get_assets_root_path() + "/Isaac/Robots/ShadowHand/shadow_hand_instanceable.usd", "/World/hand"
    )
    hands = world.scene.add(ArticulationView("/World/hand", "hands"))
    world.reset()
    assert hands.num_fixed_tendons == 4  # of the fingers' middle and last joints; the thumb has none
    damping = torch.full((hands.num_fixed_tendons,), 0.1)
    hands.set_fixed_tendon_properties(dampings=damping, limit_stiffnesses=300.0 * damping)
    tendons = hands._joints().view.fixed_tendons
    for name, value in (("damping", 0.1), ("limit_stiffness", 30.0)):
        out = wp.zeros((1, tendons.num_tendons), dtype=float, device="cpu")
        np.testing.assert_allclose(tendons.read(name, out).numpy(), value, rtol=1e-6)


def test_fields_that_views_keep_can_be_read() -> None:
    world = World()
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/Cartpole/cartpole.usd", "/World/Cartpole")
    robots = world.scene.add(ArticulationView("/World/Cartpole", "robots"))
    world.reset()
    assert (robots._device, robots._count, robots._num_dof) == ("cpu", 1, 2)
    np.testing.assert_array_equal(robots._default_joints_state.positions, np.zeros((1, 2)))


class Marker(XFormPrim):
    """A program's own kind of prim, which is made where there is none."""


def test_prims_of_classes_of_programs_are_made_where_they_are_not_there() -> None:
    Marker("/World/marker", name="marker", position=np.array([0.0, 0.0, 2.0]))
    assert get_current_stage().GetPrimAtPath("/World/marker").IsA(UsdGeom.Xform)


@pytest.mark.parametrize("expression", ["/World/*/wheel_*", "/World/.*/wheel_*", "/World/.*/wheel_.*"])
def test_stars_in_expressions_may_be_wildcards(expression: str) -> None:
    for robot in ("left", "right"):
        for number in range(2):
            define_prim(f"/World/{robot}/wheel_{number}")
    assert XFormPrimView(expression, "wheels").count == 4


def test_blocks_are_bodies_below_their_prim(caplog: pytest.LogCaptureFixture) -> None:
    """Public tasks take the prim "object" below that of the file, from whatever server has it under this name."""
    path = "omniverse://localhost/Projects/own/Isaac/Props/Blocks/block_instanceable.usd"
    add_reference_to_stage(path, "/World/block")
    assert get_current_stage().GetPrimAtPath("/World/block/object").HasAPI(UsdPhysics.RigidBodyAPI)
    assert "takes its place" in caplog.text


def test_lights_have_their_attributes_by_older_names_too() -> None:
    light = UsdLux.DistantLight.Define(get_current_stage(), "/World/light")
    light.GetPrim().GetAttribute("intensity").Set(500.0)
    assert light.GetIntensityAttr().Get() == 500.0
    assert not get_current_stage().DefinePrim("/World/other").GetAttribute("intensity")


def test_attributes_of_an_applied_schema_can_be_set_before_they_have_a_value(stage: Usd.Stage) -> None:
    prim = get_current_stage().DefinePrim("/World/body")
    body = PhysxSchema.PhysxRigidBodyAPI.Apply(prim)
    iterations = body.GetSolverPositionIterationCountAttr()
    assert iterations.Get() is None and not iterations.HasAuthoredValue()
    iterations.Set(8)
    assert body.GetSolverPositionIterationCountAttr().Get() == 8
    assert not PhysxSchema.PhysxCollisionAPI(prim).GetContactOffsetAttr()
    mode = PhysxSchema.PhysxMaterialAPI.Apply(prim).CreateFrictionCombineModeAttr()
    mode.Set("multiply")
    assert mode.Get() == "multiply"


@pytest.mark.parametrize("row", [None, -1])
def test_rows_of_a_grid_are_about_as_many_as_columns_where_nothing_is_said(row: int | None) -> None:
    cloner = GridCloner(1.0, row)
    places = np.array(cloner.get_clone_transforms(9)[0])
    assert cloner._num_per_row == len(np.unique(places[:, 0])) == len(np.unique(places[:, 1])) == 3


def test_parts_of_windows_do_nothing_either() -> None:
    assert not omni.ui.Workspace.get_window("Content")
    assert not omni.ui.DockPosition.BOTTOM


def test_older_programs_find_the_root_of_assets() -> None:
    assert find_nucleus_server() == (True, get_assets_root_path())
