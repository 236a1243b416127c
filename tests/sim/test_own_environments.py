"""Things that a program spawns in one environment after another, each at its own path, are in that one alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics

from pippin import sim
from pippin.sim.copied_environments import show_environments, take_changes
from pippin.sim.own_environments import copy_first_environment
from pippin.sim.stage import get_environments, set_environments

NUM_ENVS = 6
SOLID = {"rigid_props": sim.RigidBodyPropertiesCfg(), "collision_props": sim.CollisionPropertiesCfg()}
SHAPES = [
    sim.CuboidCfg(size=(0.2, 0.2, 0.2), **SOLID),
    sim.SphereCfg(radius=0.1, **SOLID),
    sim.CuboidCfg(size=(0.4, 0.2, 0.2), **SOLID),
]


@pytest.fixture
def environments(stage: Usd.Stage) -> Usd.Stage:
    """Six environments that are copies of the first, which has a robot of two links whose joint has a path inside."""
    env = "/World/envs/env_0"
    sim.define_prim(env)
    for name in ("base", "hand"):
        UsdPhysics.RigidBodyAPI.Apply(UsdGeom.Cube.Define(stage, f"{env}/Robot/{name}").GetPrim())
    joint = UsdPhysics.RevoluteJoint.Define(stage, f"{env}/Robot/wrist")
    joint.CreateBody0Rel().SetTargets([f"{env}/Robot/base"])
    joint.CreateBody1Rel().SetTargets([f"{env}/Robot/hand"])
    origins = np.zeros((NUM_ENVS, 3), dtype=np.float32)
    origins[:, 0] = np.arange(NUM_ENVS)
    set_environments(sim.EnvironmentPlan.uniform(origins))
    return stage


def taken(stage: Usd.Stage) -> sim.EnvironmentPlan:
    """The environments as a simulation that begins has them."""
    plan = get_environments()
    assert plan is not None
    set_environments(take_changes(stage, plan))
    after = get_environments()
    assert after is not None
    return after


def type_at(stage: Usd.Stage, path: str) -> str:
    """Type of the geometry of a shape that was spawned."""
    prim = stage.GetPrimAtPath(f"{path}/geometry/mesh")
    return str(prim.GetTypeName()) if prim else "none"


def test_each_environment_has_the_thing_that_was_spawned_there(environments: Usd.Stage) -> None:
    for env_id in range(NUM_ENVS):
        shape = SHAPES[env_id % 3]
        shape.func(f"/World/envs/env_{env_id}/Object", shape, translation=(0.0, 0.0, 1.0 + env_id))
    assert sim.matching_paths("/World/envs/env_.*/Object") == [f"/World/envs/env_{i}/Object" for i in range(NUM_ENVS)]
    types = [type_at(environments, f"/World/envs/env_{env_id}/Object") for env_id in range(NUM_ENVS)]
    assert types == ["Cube", "Sphere", "Cube"] * 2
    place = sim.resolve_prim_pose(environments.GetPrimAtPath("/World/envs/env_4/Object"))[0]
    assert place == (4.0, 0.0, 5.0)
    wrist = UsdPhysics.Joint(environments.GetPrimAtPath("/World/envs/env_4/Robot/wrist"))
    assert wrist.GetBody1Rel().GetTargets() == ["/World/envs/env_4/Robot/hand"], "the rest came along"


def test_environments_with_equal_things_are_one_variant(environments: Usd.Stage) -> None:
    for env_id in range(NUM_ENVS):
        shape = SHAPES[env_id % 3]
        shape.func(f"/World/envs/env_{env_id}/Object", shape)
    plan = taken(environments)
    assert plan.templates == (0, 1, 2) and plan.variant_of_env.tolist() == [0, 1, 2, 0, 1, 2]
    assert [type_at(environments, f"/World/envs/env_{i}/Object") for i in (3, 4, 5)] == ["Cube", "Sphere", "Cube"]
    sim.spawn("/World/envs/env_.*/Later", SHAPES[1])
    assert type_at(environments, "/World/envs/env_5/Later") == "Sphere", "those that are equal inherit again"
    assert take_changes(environments, plan) is plan


def test_one_thing_in_a_loop_leaves_one_variant(environments: Usd.Stage) -> None:
    prims = [sim.spawn(f"/World/envs/env_{env_id}/Object", SHAPES[0]) for env_id in range(NUM_ENVS)]
    assert taken(environments).templates == (0,)
    assert all(prims), "what a program got stays valid"
    assert [str(prim.GetPath()) for prim in prims] == [f"/World/envs/env_{i}/Object" for i in range(NUM_ENVS)]


def test_environments_that_were_asked_for_before_take_things_too(environments: Usd.Stage) -> None:
    plan = get_environments()
    assert plan is not None
    show_environments(environments, plan, range(NUM_ENVS))
    hand = sim.get_prim("/World/envs/env_1/Robot/hand")
    for env_id in range(NUM_ENVS):
        shape = SHAPES[env_id % 2]
        shape.func(f"/World/envs/env_{env_id}/Object", shape)
    assert hand.IsValid()
    plan = taken(environments)
    assert plan.templates == (0, 1) and plan.variant_of_env.tolist() == [0, 1] * 3


def test_several_things_and_things_below_them(environments: Usd.Stage) -> None:
    """Each round of a loop spawns a box, a ball in a group and a camera on the hand."""
    for env_id in range(NUM_ENVS):
        env = f"/World/envs/env_{env_id}"
        sim.spawn(f"{env}/Box", SHAPES[2 * (env_id % 2)])
        sim.spawn(f"{env}/Props/Ball", SHAPES[1])
        sim.spawn(f"{env}/Robot/hand/Camera", sim.PinholeCameraCfg(focal_length=10.0 + env_id % 2))
    plan = taken(environments)
    assert plan.templates == (0, 1)
    sizes = [environments.GetPrimAtPath(f"/World/envs/env_{i}/Robot/hand/Camera") for i in range(NUM_ENVS)]
    assert [prim.GetAttribute("focalLength").Get() for prim in sizes] == [10.0, 11.0] * 3
    assert type_at(environments, "/World/envs/env_5/Props/Ball") == "Sphere"


def test_colours_alone_make_no_variant_and_other_looks_do(environments: Usd.Stage) -> None:
    for env_id in range(NUM_ENVS):
        color = sim.PreviewSurfaceCfg(diffuse_color=(env_id / NUM_ENVS, 0.0, 0.0))
        sim.spawn(f"/World/envs/env_{env_id}/Object", SHAPES[0].replace(visual_material=color))
    assert taken(environments).templates == (0,)
    reds = [
        environments.GetPrimAtPath(f"/World/envs/env_{i}/Object/geometry/material/Shader").GetAttribute(
            "inputs:diffuseColor"
        )
        for i in range(NUM_ENVS)
    ]
    assert [red.Get()[0] for red in reds] == pytest.approx(np.arange(NUM_ENVS) / NUM_ENVS)
    for env_id in range(NUM_ENVS):
        sim.spawn(f"/World/envs/env_{env_id}/Sign", sim.ConeCfg(radius=0.1, height=0.1 + 0.1 * (env_id % 2)))
    assert taken(environments).templates == (0, 1), "cameras see the cones' heights"


def test_a_thing_in_some_environments_alone(environments: Usd.Stage) -> None:
    """After cloning that makes copies of their own, as Isaac Lab's ``copy_from_source=True``."""
    sim.spawn("/World/envs/env_0/Table", SHAPES[2])
    copy_first_environment(independent=True)
    for env_id in (0, 2, 4):
        sim.spawn(f"/World/envs/env_{env_id}/Object", SHAPES[1])
    assert sim.matching_paths("/World/envs/env_.*/Object") == [f"/World/envs/env_{i}/Object" for i in (0, 2, 4)]
    assert len(sim.matching_paths("/World/envs/env_.*/Table")) == NUM_ENVS
    plan = taken(environments)
    assert len(plan.templates) == 2
    assert (
        plan.variant_of_env[[0, 2, 4]].tolist()
        == [plan.variant_of_env[0]] * 3
        != plan.variant_of_env[[1, 3, 5]].tolist()
    )
    assert sim.matching_paths("/World/envs/env_.*/Object") == [f"/World/envs/env_{i}/Object" for i in (0, 2, 4)]


def test_a_loop_over_all_after_cloning_is_as_one_before(environments: Usd.Stage) -> None:
    copy_first_environment(independent=True)
    for env_id in range(NUM_ENVS):
        sim.spawn(f"/World/envs/env_{env_id}/Object", SHAPES[env_id % 3])
        sim.spawn(f"/World/envs/env_{env_id}/Robot/hand/Camera", sim.PinholeCameraCfg())
    types = [type_at(environments, f"/World/envs/env_{env_id}/Object") for env_id in range(NUM_ENVS)]
    assert types == ["Cube", "Sphere", "Cube"] * 2
    plan = taken(environments)
    assert len(plan.templates) == 3
    assert [len(set(plan.variant_of_env[first::3])) for first in range(3)] == [1, 1, 1]
    assert len(sim.matching_paths("/World/envs/env_.*/Robot/hand/Camera")) == NUM_ENVS


def test_what_is_spawned_in_the_first_environment_is_copied_when_cloning_says_so(environments: Usd.Stage) -> None:
    for env_id in range(NUM_ENVS):
        sim.spawn(f"/World/envs/env_{env_id}/Object", SHAPES[env_id % 3])
    sim.spawn("/World/envs/env_0/Table", SHAPES[1])
    copy_first_environment(independent=False)
    assert [type_at(environments, f"/World/envs/env_{i}/Table") for i in range(NUM_ENVS)] == ["Sphere"] * NUM_ENVS
    types = [type_at(environments, f"/World/envs/env_{i}/Object") for i in range(NUM_ENVS)]
    assert types == ["Cube", "Sphere", "Cube"] * 2
    assert taken(environments).templates == (0, 1, 2)


def test_a_path_is_taken_where_all_environments_have_the_thing(environments: Usd.Stage) -> None:
    sim.spawn("/World/envs/env_.*/Object", SHAPES[0])
    with pytest.raises(ValueError, match="A prim already exists at '/World/envs/env_1/Object'"):
        sim.spawn("/World/envs/env_1/Object", SHAPES[1])
    assert taken(environments).templates == (0,)


@pytest.mark.parametrize("by_usd", [True, False])
def test_files_that_programs_refer_to_by_themselves_are_not_mixed(
    environments: Usd.Stage, tmp_path: Path, by_usd: bool
) -> None:
    """A loop that calls ``create_prim`` or USD itself: each environment has its own file's shape, and no other."""
    for name in ("Cube", "Sphere"):
        body = f'def {name} "{name.lower()}" (\nprepend apiSchemas = ["PhysicsCollisionAPI"]\n)\n{{\n}}\n'
        (tmp_path / f"{name}.usda").write_text(f'#usda 1.0\n(defaultPrim="it")\ndef Xform "it"\n{{\n{body}}}\n')
    files = [str(tmp_path / ("Cube.usda" if env_id % 2 else "Sphere.usda")) for env_id in range(NUM_ENVS)]
    for env_id, file in enumerate(files):
        path = f"/World/envs/env_{env_id}/Thing"
        if by_usd:
            environments.DefinePrim(path, "Xform").GetReferences().AddReference(file)
        else:
            sim.create_prim(path, usd_path=file)
    plan = taken(environments)
    assert plan.templates == (0, 1) and plan.variant_of_env.tolist() == [0, 1] * 3
    for env_id in range(NUM_ENVS):
        thing = sim.get_prim(f"/World/envs/env_{env_id}/Thing")
        assert thing.GetChildrenNames() == ["cube" if env_id % 2 else "sphere"]


def test_while_the_simulation_runs_environments_stay_and_stages_change(
    physics: list, environments: Usd.Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Cameras that a program spawns at play are there; things with physics wait for the next start, which is told."""
    plan = get_environments()
    context = sim.SimulationContext(sim.SimulationCfg(device="cpu"))
    context.environments = plan
    context.reset()
    for env_id in range(NUM_ENVS):
        sim.spawn(f"/World/envs/env_{env_id}/Robot/hand/Camera", sim.PinholeCameraCfg(focal_length=10.0 + env_id))
    cameras = [environments.GetPrimAtPath(f"/World/envs/env_{i}/Robot/hand/Camera") for i in range(NUM_ENVS)]
    assert [camera.GetAttribute("focalLength").Get() for camera in cameras] == [10.0 + i for i in range(NUM_ENVS)]
    assert context.environments is not None and context.environments.templates == (0,) and not caplog.records
    sim.spawn("/World/envs/env_1/Object", SHAPES[0])
    assert "/World/envs/env_1/Object" in caplog.text and "while the simulation plays" in caplog.text
    context.stop()
    context.reset()
    assert context.environments is not None and context.environments.templates == (0, 1)
