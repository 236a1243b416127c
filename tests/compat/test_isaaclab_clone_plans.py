"""Plans of ``isaaclab.cloner``, asked by number and by path."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from isaaclab import cloner
from isaaclab.assets import AssetBaseCfg

ASSETS = tuple(AssetBaseCfg(prim_path=f"/World/envs/env_.*/{name}") for name in ("Box", "Ball", "Cup"))
WORLDS = ((0, 1), (0, 1, 1), ())


@pytest.fixture
def plan() -> cloner.ClonePlan:
    return cloner.make_clone_plan(ASSETS, WORLDS, 5, weights=(2, 2, 1), shared_assets=(2,))


def test_environments_follow_one_another_by_weight(plan: cloner.ClonePlan) -> None:
    assert plan.topology.world_prototype_layout.tolist() == [0, 0, 1, 1, 2]
    assert plan.topology.world_prototypes.tolist() == [2, 0, 1, 0, 1, 1]
    assert plan.topology.world_prototype_starts.tolist() == [0, 1, 3, 6, 6]


def test_members_have_paths(plan: cloner.ClonePlan) -> None:
    templates, starts, worlds, world_starts = cloner.path.get_world_prototype_asset_templates(
        plan, include_world_indices=True
    )
    env = "/World/envs/env_{}"
    assert templates[starts[2] : starts[3]] == (f"{env}/Box", f"{env}/Ball", f"{env}/Ball_1")
    assert worlds[world_starts[2] : world_starts[3]].tolist() == [2, 3]
    assert cloner.path.get_asset_prototype_paths(plan)[:2] == ("/World/envs/env_0/Box", "/World/envs/env_0/Ball")
    assert cloner.path.get_asset_prototypes(plan, ".*/B.*").tolist() == [0, 1]
    assert cloner.path.get_world_prototypes(plan, ".*/Cup").tolist() == [-1]


@pytest.mark.parametrize("on_warp", [False, True])
def test_queries_say_where_assets_are(plan: cloner.ClonePlan, on_warp: bool) -> None:
    topology = cloner.to_warp(plan.topology, "cpu") if on_warp else plan.topology
    asked = np.array([1, 2], dtype=np.int32)
    out = (wp.zeros(20, dtype=wp.int32), wp.zeros((2, 7), dtype=wp.int64)) if on_warp else None
    asked = wp.array(asked) if on_warp else asked
    found, starts = cloner.query.get_asset_prototype_world_index(topology, asked, out=out)
    found, starts = (found.numpy(), starts.numpy()) if on_warp else (found, starts)
    assert found[: starts[-1, -1]].tolist() == [0, 1, 2, 2, 3, 3, -1]
    assert starts.tolist() == [[0, 0, 1, 2, 4, 6, 6], [6, 7, 7, 7, 7, 7, 7]]
    if not on_warp:
        assert cloner.query.get_asset_prototype_unique_world_index(topology, 1)[0].tolist() == [0, 1, 2, 3]
        assert cloner.query.get_world_prototype_world_index(topology, [-1, 2])[0].tolist() == [-1, 4]
        with pytest.raises(TypeError, match="integer"):
            cloner.query.get_asset_prototype_world_index(topology, "Box")


def test_combinations_of_assets_have_every_choice_of_variants() -> None:
    sets = [cloner.InclusionSet(assets=["cup"], weight=3.0), cloner.InclusionSet(assets=["cup", "cup"])]
    worlds, weights = cloner.make_valid_clone_combinations(["table", "cup"], [1, 2], sets)
    assert worlds == ((0, 1), (0, 2), (0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 2))
    assert weights.tolist() == [1.5, 1.5, 0.25, 0.25, 0.25, 0.25]
    with pytest.raises(ValueError, match="fork"):
        cloner.make_valid_clone_combinations(["cup"], [1], [cloner.InclusionSet(assets=["fork"])])


def test_malformed_plans_are_refused() -> None:
    for worlds, options in (((), {}), (((7,),), {}), (((0,),), {"weights": (-1.0,)}), (((0,),), {"weights": (0.0,)})):
        with pytest.raises(ValueError, match=r"world prototype|integer|weight"):
            cloner.make_clone_plan(ASSETS, worlds, 2, **options)


def test_paths_move_below_other_roots() -> None:
    assert cloner.path.match("/World/envs/env_[^/]+/Robot/base", "/World/envs/env_{}/Robot") == ("[^/]+", "/base")
    assert cloner.path.match("/World/envs/env_3/RobotArm", "/World/envs/env_{}/Robot") is None
    assert cloner.path.rebase("/A/B/c", "/A/B", "/D/") == "/D/c"
    assert cloner.path.rebase("/A/BB", "/A/B", "/D") == "/A/BB"
    assert cloner.path.get_parent_indices(["/A/b", "/A", "/AB"]).tolist() == [1, -1, -1]
