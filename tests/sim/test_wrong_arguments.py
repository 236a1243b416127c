"""Wrong arguments of functions on the stage: named in one sentence, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pxr import Usd

import pippin.sim as sim


@pytest.fixture
def stage() -> Usd.Stage:
    stage = sim.create_new_stage()
    sim.create_prim("/World/Thing", "Cube")
    return stage


THING = "/World/Thing"


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda prim: sim.get_prim(5), "prim_path"),
        (lambda prim: sim.get_prim(THING, stage="here"), "stage"),
        (lambda prim: sim.is_prim_path_valid(None), "prim_path"),
        (lambda prim: sim.delete_prim(5), "prim_path"),
        (lambda prim: sim.find_matching_prims(["/World"]), "expression"),
        (lambda prim: sim.matching_paths("/World/.*", plan="all"), "plan"),
        (lambda prim: sim.get_all_matching_child_prims(THING, predicate="Cube"), "predicate"),
        (lambda prim: sim.get_all_matching_child_prims(THING, depth=0.5), "depth"),
        (lambda prim: sim.add_labels(None, ["a"]), "prim"),
        (lambda prim: sim.add_labels(prim, "a"), "labels"),
        (lambda prim: sim.set_prim_visibility(THING, False), "prim"),
        (lambda prim: sim.resolve_prim_pose(None), "prim"),
        (lambda prim: sim.set_local_pose(THING), "prim"),
        (lambda prim: sim.open_stage(None), "path"),
        (lambda prim: sim.save_stage(5), "usd_path"),
        (lambda prim: sim.modify_mass_properties(THING, None), "cfg"),
        (lambda prim: sim.apply_rigid_body_properties(THING, None), "fragments"),
        (lambda prim: sim.apply_drive("a drive", THING), "cfg"),
        (lambda prim: sim.activate_contact_sensors(THING, threshold="1 N"), "threshold"),
        (lambda prim: sim.select_usd_variants(THING, "blue"), "variants"),
        (lambda prim: sim.spawn("/World/Other", None), "cfg"),
        (lambda prim: sim.spawn_cuboid("/World/Other", None), "cfg"),
        (lambda prim: sim.spawn_glass("/World/Other", None), "cfg"),
        (lambda prim: sim.register_physics("MuJoCo"), "factory"),
    ],
)
def test_wrong_types_are_named(stage: Usd.Stage, call: Callable[[Usd.Prim], Any], name: str) -> None:
    before = stage.ExportToString()
    with pytest.raises(TypeError, match=rf"^'{name}' is "):
        call(stage.GetPrimAtPath(THING))
    assert stage.ExportToString() == before


@pytest.mark.parametrize("value", ["text", {"a": 1}, np.full(3, 1j), [[1.0], [1.0, 2.0]], [0.0, float("nan"), 0.0]])
@pytest.mark.parametrize("argument", ["translation", "orientation", "scale"])
def test_poses_that_are_none_are_named(stage: Usd.Stage, argument: str, value: object) -> None:
    before = stage.ExportToString()
    with pytest.raises(ValueError, match=f"The {argument} is"):
        sim.set_local_pose(stage.GetPrimAtPath(THING), **{argument: value})
    with pytest.raises(ValueError, match=f"The {argument} is"):
        sim.create_prim("/World/Other", **{argument: value})
    assert stage.ExportToString() == before
