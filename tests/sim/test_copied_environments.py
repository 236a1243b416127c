"""Environments that are copies show on the stage what a stage with all prims has, and take what is written there."""

from __future__ import annotations

import logging
import re

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from pippin import sim
from pippin.sim.copied_environments import show_environments, take_changes
from pippin.sim.stage import set_environments

ORIGINS = np.array([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 1.0]], dtype=np.float32)
BODIES = ("Robot/base", "Robot/hand", "Chair")


@pytest.fixture
def plan(stage: Usd.Stage) -> sim.EnvironmentPlan:
    """Three environments, of which the first is on the stage: two links, a joint between them, and a chair."""
    env = "/World/envs/env_0"
    sim.define_prim(env)
    for name in BODIES:
        cube = UsdGeom.Cube.Define(stage, f"{env}/{name}")
        UsdPhysics.RigidBodyAPI.Apply(cube.GetPrim())
        UsdPhysics.CollisionAPI.Apply(cube.GetPrim())
        UsdPhysics.MassAPI.Apply(cube.GetPrim()).CreateMassAttr(2.0)
    UsdGeom.Xformable(stage.GetPrimAtPath(f"{env}/Chair")).AddTranslateOp().Set(Gf.Vec3d(1.0, 0.0, 0.0))
    joint = UsdPhysics.RevoluteJoint.Define(stage, f"{env}/Robot/joints/wrist")
    joint.CreateBody0Rel().SetTargets([f"{env}/Robot/base"])
    joint.CreateBody1Rel().SetTargets([f"{env}/Robot/hand"])
    joint.CreateUpperLimitAttr(30.0)
    UsdGeom.Sphere.Define(stage, f"{env}/Mark")
    stage.DefinePrim("/World/ground")
    plan = sim.EnvironmentPlan.uniform(ORIGINS)
    set_environments(plan)
    return plan


def contents(stage: Usd.Stage, env_id: int) -> dict[str, tuple[str, object]]:
    """Types and values below an environment, by path from there."""
    root = f"/World/envs/env_{env_id}"
    found: dict[str, tuple[str, object]] = {}
    for prim in Usd.PrimRange(stage.GetPrimAtPath(root)):
        found[str(prim.GetPath())[len(root) :]] = (prim.GetTypeName(), sorted(prim.GetAppliedSchemas()))
        for attribute in prim.GetAuthoredAttributes():
            found[str(attribute.GetPath())[len(root) :]] = (str(attribute.GetTypeName()), attribute.Get())
        for relationship in prim.GetAuthoredRelationships():
            targets = [str(path) for path in relationship.GetTargets()]
            found[str(relationship.GetPath())[len(root) :]] = ("", targets)
    return found


def test_a_copy_has_what_a_stage_with_all_prims_has(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    cloned = Usd.Stage.CreateInMemory()
    cloned.GetRootLayer().TransferContent(stage.GetRootLayer())
    Sdf.CopySpec(cloned.GetRootLayer(), "/World/envs/env_0", cloned.GetRootLayer(), "/World/envs/env_2")
    names = stage.GetPrimAtPath("/World/envs").GetChildrenNames
    assert names() == ["env_0"]
    wrist = UsdPhysics.Joint(sim.get_prim("/World/envs/env_2/Robot/joints/wrist"))
    assert wrist.GetBody1Rel().GetTargets() == ["/World/envs/env_2/Robot/hand"]
    shown = {path: value for path, value in contents(stage, 2).items() if not path.startswith(".xformOp")}
    assert shown == contents(cloned, 2)
    chair = sim.get_prim("/World/envs/env_2/Chair")
    place = UsdGeom.XformCache().GetLocalToWorldTransform(chair).ExtractTranslation()
    assert tuple(place) == (1.0, 4.0, 1.0)
    assert names() == ["env_0", "env_2"], "nobody has asked for env_1"


def test_what_is_spawned_later_is_in_the_copies_too(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    show_environments(stage, plan, [1])
    sim.spawn("/World/envs/env_.*/Ball", sim.SphereCfg(radius=0.1))
    assert stage.GetPrimAtPath("/World/envs/env_1/Ball/geometry/mesh").GetAttribute("radius").Get() == 0.1
    assert sim.find_matching_prim_paths("/World/envs/env_.*/Ball") == ["/World/envs/env_0/Ball"]
    paths = sim.matching_paths("/World/envs/env_.*/Ball")
    assert paths == [f"/World/envs/env_{env_id}/Ball" for env_id in range(3)]


def test_there_is_no_prim_in_a_copy_that_its_template_lacks(plan: sim.EnvironmentPlan) -> None:
    with pytest.raises(ValueError, match="There is no prim at '/World/envs/env_1/Door'"):
        sim.get_prim("/World/envs/env_1/Door")
    with pytest.raises(ValueError, match="env_7"):
        sim.get_prim("/World/envs/env_7/Chair")


def tie(stage: Usd.Stage, env_id: int) -> None:
    """Tie the hand of an environment to its chair."""
    env = f"/World/envs/env_{env_id}"
    joint = UsdPhysics.FixedJoint.Define(stage, f"{env}/grip")
    joint.CreateBody0Rel().SetTargets([f"{env}/Robot/hand"])
    joint.CreateBody1Rel().SetTargets([f"{env}/Chair"])
    joint.CreateExcludeFromArticulationAttr(True)


def test_what_is_written_in_every_environment_keeps_them_equal(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    for env_id in range(3):
        tie(stage, env_id)
        sim.get_prim(f"/World/envs/env_{env_id}/Chair").GetAttribute("physics:mass").Set(5.0)
    assert take_changes(stage, plan) is plan


def test_environments_with_physics_of_their_own_are_variants(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    tie(stage, 2)  # without having asked for anything there
    changed = take_changes(stage, plan)
    assert changed.templates == (0, 2) and changed.variant_of_env.tolist() == [0, 0, 1]
    assert stage.GetPrimAtPath("/World/envs/env_2/Robot/hand"), "it has the rest as well"
    sim.get_prim("/World/envs/env_1/Chair").GetAttribute("physics:mass").Set(5.0)
    changed = take_changes(stage, plan)
    assert changed.templates == (0, 1, 2) and changed.variant_of_env.tolist() == [0, 1, 2]


def test_equal_changes_make_one_variant(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    for env_id in (1, 2):
        tie(stage, env_id)
    changed = take_changes(stage, plan)
    assert changed.templates == (0, 1) and changed.variant_of_env.tolist() == [0, 1, 1]


def test_a_part_that_is_switched_off_or_deleted_is_physics(stage: Usd.Stage, plan: sim.EnvironmentPlan) -> None:
    sim.get_prim("/World/envs/env_1/Chair").SetActive(False)
    assert take_changes(stage, plan).templates == (0, 1)
    assert sim.delete_prim("/World/envs/env_2/Chair") and not sim.delete_prim("/World/envs/env_2/Door")
    assert stage.GetPrimAtPath("/World/envs/env_0/Chair").IsActive()
    changed = take_changes(stage, plan)
    assert changed.templates == (0, 1) and changed.variant_of_env.tolist() == [0, 1, 1]


def test_looks_alone_make_no_variant_and_what_no_picture_shows_is_named(
    stage: Usd.Stage, plan: sim.EnvironmentPlan, caplog: pytest.LogCaptureFixture
) -> None:
    chair = UsdGeom.Gprim(sim.get_prim("/World/envs/env_1/Chair"))
    chair.CreateDisplayColorAttr([(1.0, 0.0, 0.0)])
    assert take_changes(stage, plan) is plan and not caplog.records
    UsdGeom.Sphere(sim.get_prim("/World/envs/env_1/Mark")).GetRadiusAttr().Set(0.25)
    assert take_changes(stage, plan) is plan
    (record,) = caplog.records
    assert record.levelno == logging.WARNING and "/World/envs/env_1/Mark" in record.getMessage()


def test_what_is_written_at_play_is_refused_loudly(
    physics: list, plan: sim.EnvironmentPlan, caplog: pytest.LogCaptureFixture
) -> None:
    context = sim.SimulationContext(sim.SimulationCfg(device="cpu"))
    context.reset()
    mass = sim.get_prim("/World/envs/env_1/Chair").GetAttribute("physics:mass")
    assert not caplog.records, "looking is no writing"
    mass.Set(7.0)
    mass.Set(8.0)
    (record,) = caplog.records
    assert re.search(r"env_1/Chair.physics:mass' was written .* while the simulation plays", record.getMessage())
    context.reset()
    assert context.environments.templates == (0, 1)
