"""Writers that a program's own class overrides are called as the released terms of Isaac Lab 2.3.2 call them.

The terms (BSD-3) are taken from the wheel in the folder that ``ISAACLAB_232`` names, and run on the same scene.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab.utils.math as maths
import pippin.assets
import pippin.scene
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import Articulation, RigidObject
from pippin.envs import mdp
from pippin.envs.managers import SceneEntityCfg
from pippin.envs.step_graph.conditions import _own_writers
from pippin_isaac.modules import dialect_of

from .conftest import scene_cfg_of

WHEEL = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), "isaaclab/source/isaaclab/isaaclab")
IDS = torch.tensor([2, 0])
POSES = {"pose_range": {"x": (0.2, 0.2), "yaw": (1.0, 1.0)}, "velocity_range": {"z": (0.5, 0.5)}}
Call = tuple[str, tuple, dict]


def recording(kind: type, calls: list[Call], *names: str) -> type:
    """A class of a program that overrides methods, and adds to what it writes by them."""

    def override(name: str) -> Callable:
        def write(self: Any, values: torch.Tensor, *others: Any, **ids: Any) -> None:
            calls.append((name, tuple(value.clone() for value in (values, *others)), ids))
            getattr(super(own, self), name)(values + 0.25, *others, **ids)

        return write

    own = type(f"Own{kind.__name__}", (kind,), {name: override(name) for name in names})
    return own


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Plays the scene of an arm and a cube whose classes override methods: ``play(calls, "write_...")``."""
    dialect = dialect_of("omni.isaac.lab")

    def make(calls: list[Call], *names: str) -> Any:
        cfg = scene_cfg_of(dialect, tmp_path)
        for name, kind in (("arm", Articulation), ("cube", RigidObject)):
            own = recording(kind, calls, *(each for each in names if hasattr(kind, each)))
            setattr(cfg, name, getattr(cfg, name).replace(class_type=own))
        scene = dialect.counterpart(pippin.scene.InteractiveScene)(cfg)
        simulation.reset()
        calls.clear()
        return scene

    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        yield make


def released_term(name: str) -> Callable:
    """A term of the release, with mathematics in the convention of the scene."""
    file = WHEEL / "envs/mdp/events.py"
    if not file.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    tree = ast.parse(file.read_text())
    function = next(each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name)
    function.returns, function.args.defaults = None, []
    for argument in function.args.args:
        argument.annotation = None
    older = dialect_of("omni.isaac.lab").counterpart
    functions = {each: older(getattr(maths, each)) for each in ("quat_from_euler_xyz", "quat_mul", "sample_uniform")}
    names = {"torch": torch, "math_utils": SimpleNamespace(**functions)}
    exec(compile(ast.fix_missing_locations(_without_hints(ast.Module([function], []))), str(file), "exec"), names)
    return names[name]  # type: ignore[return-value]


def _without_hints(tree: ast.Module) -> ast.Module:
    """The code with its hints of types turned into assignments."""

    class Plain(ast.NodeTransformer):
        def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
            return ast.Assign([node.target], node.value) if node.value else None

    return Plain().visit(tree)


def state_of(scene: Any) -> list[torch.Tensor]:
    arm, cube = scene["arm"].data, scene["cube"].data
    return [arm.joint_pos.clone(), arm.joint_vel.clone(), arm.root_state_w.clone(), cube.root_state_w.clone()]


def put_back(arm: Any, start: list[torch.Tensor]) -> None:
    """Write a state past all overrides."""
    base = pippin.assets.Articulation
    base.write_root_pose_to_sim_index(arm, root_pose=start[0])
    base.write_root_velocity_to_sim_index(arm, root_velocity=start[1])
    base.write_joint_state_to_sim_index(arm, position=start[2], velocity=start[3])


@pytest.mark.parametrize(
    ("term", "params", "joint_ids"),
    [
        ("reset_joints_by_offset", {"position_range": (0.1, 0.1), "velocity_range": (0.2, 0.2)}, slice(None)),
        ("reset_joints_by_offset", {"position_range": (0.1, 0.1), "velocity_range": (0.2, 0.2)}, [1]),
        ("reset_joints_by_scale", {"position_range": (0.5, 0.5), "velocity_range": (0.2, 0.2)}, slice(None)),
        ("reset_root_state_uniform", POSES, slice(None)),
        ("push_by_setting_velocity", {"velocity_range": {"x": (0.5, 0.5)}}, slice(None)),
    ],
)
@pytest.mark.parametrize(
    "names",
    [
        ("write_joint_state_to_sim",),
        ("write_joint_position_to_sim", "write_joint_velocity_to_sim"),
        ("write_joint_state_to_sim", "write_joint_position_to_sim"),
        ("write_root_pose_to_sim",),
        ("write_root_link_pose_to_sim", "write_root_velocity_to_sim"),
        ("write_root_pose_to_sim", "write_root_link_pose_to_sim", "write_root_com_velocity_to_sim"),
    ],
)
def test_terms_call_what_a_class_overrides(
    play: Callable[..., Any], names: tuple[str, ...], term: str, params: dict[str, Any], joint_ids: Any
) -> None:
    calls: list[Call] = []
    scene = play(calls, *names)
    asset_cfg = SceneEntityCfg("arm")
    asset_cfg.joint_ids = joint_ids
    newer_data = scene._newer["arm"].data
    quantities = (newer_data.root_link_pose_w, newer_data.root_com_vel_w, newer_data.joint_pos, newer_data.joint_vel)
    start = [each.torch.clone() for each in quantities]

    released_term(term)(SimpleNamespace(scene=scene, device="cpu"), IDS, **params, asset_cfg=asset_cfg)
    theirs, their_state = calls.copy(), state_of(scene)
    put_back(scene._newer["arm"], start)
    before = state_of(scene)
    calls.clear()
    newer = SimpleNamespace(scene=scene._newer, device="cpu", num_envs=3)
    function = getattr(mdp, term)
    if isinstance(function, type):
        function = function(SimpleNamespace(params={**params, "asset_cfg": asset_cfg}, func=function), newer)
    function(newer, IDS, **params, asset_cfg=asset_cfg)

    assert [(name, len(values), sorted(ids)) for name, values, ids in calls] == [
        (name, len(values), sorted(ids)) for name, values, ids in theirs
    ]
    for (_, mine, my_ids), (_, released, their_ids) in zip(calls, theirs, strict=True):
        torch.testing.assert_close(mine, released)
        torch.testing.assert_close(my_ids["env_ids"], their_ids["env_ids"])
        assert my_ids.get("joint_ids") == their_ids.get("joint_ids")
    moved = [not torch.equal(mine, old) for mine, old in zip(state_of(scene), before, strict=True)]
    assert any(moved)
    for mine, released, has_moved in zip(state_of(scene), their_state, moved, strict=True):
        if has_moved:
            torch.testing.assert_close(mine[IDS], released[IDS])


def test_calls_of_a_program_run_its_override_once(play: Callable[..., Any]) -> None:
    calls: list[Call] = []
    scene = play(calls, "write_joint_state_to_sim", "write_root_link_pose_to_sim")
    arm, cube = scene["arm"], scene["cube"]
    arm.write_joint_state_to_sim(torch.zeros(3, 2), torch.ones(3, 2))
    torch.testing.assert_close(arm.data.joint_pos, torch.full((3, 2), 0.25))
    arm.write_joint_position_to_sim(torch.zeros(3, 2))
    arm.write_joint_velocity_to_sim(torch.zeros(3, 2))
    cube.write_root_pose_to_sim(torch.tensor([[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]]).repeat(3, 1))
    assert [name for name, _, _ in calls] == ["write_joint_state_to_sim", "write_root_link_pose_to_sim"]


def test_masks_reach_overrides_and_steps_of_theirs_are_not_captured(play: Callable[..., Any]) -> None:
    calls: list[Call] = []
    scene = play(calls, "write_root_pose_to_sim", "set_joint_position_target")
    newer = scene._newer["arm"]
    pose = torch.tensor([[0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8]]).repeat(3, 1)
    newer.write_root_pose_to_sim_mask(root_pose=pose, env_mask=torch.tensor([False, True, False]))
    newer.set_joint_position_target_index(target=torch.zeros(3, 1), joint_ids=[1])
    (_, (values,), ids), (_, (target,), columns) = calls
    torch.testing.assert_close(values, torch.tensor([[0.0, 0.0, 1.0, 0.8, 0.0, 0.0, 0.6]]))
    assert ids["env_ids"].tolist() == [1] and target.shape == (3, 1) and columns == {"joint_ids": [1]}
    assert "write_root_pose_to_sim_mask" in list(_own_writers(type(newer)))
    assert not list(_own_writers(pippin.assets.Articulation))
    assert type(scene._newer["hand"]) is pippin.assets.Articulation  # whose class overrides nothing
