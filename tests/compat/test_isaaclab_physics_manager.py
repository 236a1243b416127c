"""Who is told of the physics under Isaac Lab 3's names, and the orders of an articulation's names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pxr import Usd, UsdPhysics

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab.sim as sim_utils
from isaaclab.sim.spawners.from_files.from_files import spawn_from_usd_file
from isaaclab.sim.spawners.materials import spawn_physics_material, spawn_physics_material_from_fragments
from isaaclab_physx.physics import IsaacEvents, PhysxManager
from pippin.assets import Articulation, ArticulationCfg
from pippin_isaac.lab_simulation import get_articulation_name_ordering

LINK = (
    '<link name="{}"><inertial><mass value="1"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
)
JOINT = (
    '<joint name="{}" type="revolute"><parent link="{}"/><child link="{}"/><axis xyz="0 0 1"/>'
    '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
)
ROBOT = (
    '<robot name="fork">'
    + "".join(map(LINK.format, ("trunk", "left", "right", "left_tip", "right_tip")))
    + "".join(
        JOINT.format(*names)
        for names in (
            ("to_left", "trunk", "left"),
            ("to_right", "trunk", "right"),
            ("to_left_tip", "left", "left_tip"),
            ("to_right_tip", "right", "right_tip"),
        )
    )
    + "</robot>"
)
"""Two branches of two links each."""


@pytest.fixture
def simulation() -> Iterator[sim_utils.SimulationContext]:
    sim_utils.create_new_stage()
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(device="cpu")) as made:
        yield made


def test_callbacks_are_called_at_resets_until_they_are_removed(simulation: sim_utils.SimulationContext) -> None:
    sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)).func("/World/Cube", sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)))
    heard: list[str] = []
    handles = [
        PhysxManager.register_callback(lambda _, name=event.name: heard.append(name), event=event)
        for event in (IsaacEvents.PHYSICS_READY, IsaacEvents.PHYSICS_WARMUP)
    ]
    simulation.reset()
    assert heard == ["PHYSICS_WARMUP", "PHYSICS_READY"]
    for handle in handles:
        PhysxManager.deregister_callback(handle)
    simulation.reset()
    assert len(heard) == 2


def test_callbacks_of_steps_are_called_around_each_step_while_it_plays(simulation: sim_utils.SimulationContext) -> None:
    sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)).func("/World/Cube", sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)))
    heard: list[tuple[str, int]] = []
    handles = [
        PhysxManager.register_callback(
            lambda _, name=event.name: heard.append((name, simulation.get_physics_step_count())), event=event
        )
        for event in (IsaacEvents.POST_PHYSICS_STEP, IsaacEvents.PRE_PHYSICS_STEP)
    ]
    simulation.reset()
    simulation.step(render=False)
    simulation.pause()
    simulation.step(render=False)
    simulation.play()
    PhysxManager.deregister_callback(handles[0])
    simulation.step(render=False)
    assert heard == [("PRE_PHYSICS_STEP", 0), ("POST_PHYSICS_STEP", 1), ("PRE_PHYSICS_STEP", 1)]


def test_an_exception_that_a_callback_stores_ends_the_reset(simulation: sim_utils.SimulationContext) -> None:
    def fail(_: object) -> None:
        PhysxManager.store_callback_exception(RuntimeError("no such joint"))

    PhysxManager.register_callback(fail, IsaacEvents.PHYSICS_READY)
    with pytest.raises(RuntimeError, match="no such joint"):
        simulation.reset()
    assert simulation.is_stopped()


def test_the_manager_of_a_simulation_is_asked_like_the_class(simulation: sim_utils.SimulationContext) -> None:
    cube = sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1), rigid_props=sim_utils.RigidBodyPropertiesCfg())
    cube.func("/World/Cube", cube, translation=(0.0, 0.0, 2.0))
    simulation.reset()
    manager = simulation.physics_manager
    view = manager.get_physics_sim_view().create_rigid_body_view("/World/Cu*")
    assert [view.count, *view.prim_paths] == [1, "/World/Cube"]
    assert (manager.get_physics_dt(), manager.get_device()) == (simulation.get_physics_dt(), "cpu")
    manager.set_gravity((0.0, 0.0, 0.0))
    for _ in range(10):
        simulation.step(render=False)
    assert float(view.get_transforms().numpy()[0, 2]) == pytest.approx(2.0, abs=1e-6), "nothing falls"


def test_names_are_ordered_by_level_or_by_branch(simulation: sim_utils.SimulationContext, tmp_path: Path) -> None:
    (tmp_path / "fork.urdf").write_text(ROBOT)
    spawn = sim_utils.UrdfFileCfg(asset_path=str(tmp_path / "fork.urdf"), fix_base=True)
    robot = Articulation(ArticulationCfg(prim_path="/World/Robot", spawn=spawn, actuators={}))
    simulation.reset()
    by_level = get_articulation_name_ordering(robot, "physx", "body")
    assert by_level == ["trunk", "left", "right", "left_tip", "right_tip"] == list(robot.body_names)
    by_branch = get_articulation_name_ordering(robot, "mjwarp", "body")
    assert by_branch == ["trunk", "left", "left_tip", "right", "right_tip"]
    joints = get_articulation_name_ordering(robot, "mjwarp", "joint")
    assert joints == ["to_left", "to_left_tip", "to_right", "to_right_tip"]
    with pytest.raises(ValueError, match="bullet"):
        get_articulation_name_ordering(robot, "bullet", "joint")


def test_files_are_spawned_with_the_properties_of_any_config(
    simulation: sim_utils.SimulationContext, tmp_path: Path
) -> None:
    stage = Usd.Stage.CreateNew(str(tmp_path / "box.usda"))
    UsdPhysics.RigidBodyAPI.Apply(stage.DefinePrim("/Box", "Cube"))
    stage.SetDefaultPrim(stage.GetPrimAtPath("/Box"))
    stage.Save()
    cfg = sim_utils.UrdfFileCfg(asset_path="", fix_base=False, mass_props=sim_utils.MassPropertiesCfg(mass=3.0))
    prim = spawn_from_usd_file("/World/Box", str(tmp_path / "box.usda"), cfg, translation=(1.0, 0.0, 0.0))
    assert prim.GetTypeName() == "Cube"
    assert tuple(prim.GetAttribute("xformOp:translate").Get()) == (1.0, 0.0, 0.0)


def test_materials_are_made_on_a_stage_that_is_given(simulation: sim_utils.SimulationContext) -> None:
    other = Usd.Stage.CreateInMemory()
    fragment = sim_utils.UsdPhysicsRigidBodyMaterialCfg(static_friction=0.7)
    spawn_physics_material_from_fragments("/Material", fragment, other)
    assert other.GetPrimAtPath("/Material").GetAttribute("physics:staticFriction").Get() == pytest.approx(0.7)
    with pytest.raises(ValueError, match="RigidBodyMaterialCfg"):
        spawn_physics_material("/Material", sim_utils.RigidBodyMaterialCfg(), other)
