"""Joints and links in another order: the same robot, whose columns are permuted."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import NewtonCfg, PhysxCfg, SimulationCfg, SimulationContext, UrdfFileCfg

LEGS = ("L", "R")
PARTS = ("hip", "knee")


def _urdf(folder: Any) -> str:
    """A trunk with two legs of two joints each."""
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>'
    )
    text = f'<link name="trunk">{inertial}</link>'
    for side, y in zip(LEGS, (0.1, -0.1), strict=True):
        parent = "trunk"
        for part in PARTS:
            place = f"0 {y if part == 'hip' else 0} -0.2"
            text += (
                f'<link name="{side}_{part}_link">{inertial}</link><joint name="{side}_{part}" type="revolute">'
                f'<origin xyz="{place}"/><parent link="{parent}"/><child link="{side}_{part}_link"/><axis xyz="0 1 0"/>'
                '<limit lower="-2" upper="2" effort="50" velocity="50"/></joint>'
            )
            parent = f"{side}_{part}_link"
    path = folder / "legs.urdf"
    path.write_text(f'<robot name="legs">{text}</robot>')
    return str(path)


def _run(folder: Any, physics: PhysxCfg | NewtonCfg | None = None, **orders: Any) -> dict[str, Any]:
    """Names, state, Jacobians and mass matrix after some steps with a target for each joint."""
    cfg = ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=UrdfFileCfg(asset_path=_urdf(folder), fix_base=True, merge_fixed_joints=True),
        actuators={"legs": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=20.0, damping=1.0)},
        **orders,
    )
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu", physics=physics)) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        robot = Articulation(cfg)
        simulation.reset()
        targets = {"L_hip": 0.3, "L_knee": -0.5, "R_hip": -0.2, "R_knee": 0.7}
        robot.set_joint_position_target_index(target=torch.tensor([[targets[n] for n in robot.joint_names]] * 2))
        for _ in range(20):
            robot.write_data_to_sim()
            simulation.step(render=False)
            scene.update(0.005)
        data = robot.data
        return {
            "joints": robot.joint_names,
            "bodies": robot.body_names,
            "backend": (robot.backend_joint_names, robot.map_joint_ids_to_backend(slice(None))),
            "maps": (robot.joint_ordering, robot.body_ordering),
            "pos": data.joint_pos.torch.clone(),
            "links": data.body_link_pos_w.torch.clone(),
            "jacobian": data.body_link_jacobian_w.torch.clone(),
            "mass": data.mass_matrix.torch.clone(),
        }


def test_branches_come_one_after_the_other_and_all_columns_with_them(tmp_path: Any) -> None:
    plain, branches = _run(tmp_path), _run(tmp_path, joint_ordering="mjwarp", body_ordering="mjwarp")
    assert plain["joints"] == ["L_hip", "R_hip", "L_knee", "R_knee"]
    assert branches["joints"] == ["L_hip", "L_knee", "R_hip", "R_knee"]
    assert branches["bodies"] == ["trunk", *(f"{side}_{part}_link" for side in LEGS for part in PARTS)]
    assert branches["backend"] == (plain["joints"], [0, 2, 1, 3])
    assert plain["maps"] == (None, None)
    for kind, order in zip(("joints", "bodies"), branches["maps"], strict=True):
        there, back = order.user_to_backend_indices, order.backend_to_user_indices
        assert [plain[kind][index] for index in there] == branches[kind]
        assert [branches[kind][index] for index in back] == plain[kind]
        assert (order.user_to_backend.list(), order.backend_to_user.list()) == (list(there), list(back))
    joints = [plain["joints"].index(name) for name in branches["joints"]]
    bodies = [plain["bodies"].index(name) for name in branches["bodies"]]
    moving = [index - 1 for index in bodies[1:]]
    torch.testing.assert_close(branches["pos"], plain["pos"][:, joints])
    assert plain["pos"].abs().max() > 0.1
    torch.testing.assert_close(branches["links"], plain["links"][:, bodies])
    torch.testing.assert_close(branches["jacobian"], plain["jacobian"][:, moving][..., joints])
    torch.testing.assert_close(branches["mass"], plain["mass"][:, joints][:, :, joints])


@pytest.mark.parametrize("physics", [None, PhysxCfg(), NewtonCfg(joint_order="physx")])
def test_joints_go_level_by_level_unless_newton_is_named(tmp_path: Any, physics: Any) -> None:
    assert _run(tmp_path, physics)["joints"] == ["L_hip", "R_hip", "L_knee", "R_knee"]


def test_joints_go_branch_by_branch_where_newton_is_named_which_is_said(
    tmp_path: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pippin.assets.notices._said", set())
    branches = _run(tmp_path, NewtonCfg())
    assert branches["joints"] == ["L_hip", "L_knee", "R_hip", "R_knee"]
    assert branches["bodies"] == ["trunk", *(f"{side}_{part}_link" for side in LEGS for part in PARTS)]
    assert branches["backend"] == (branches["joints"], [0, 1, 2, 3])
    assert branches["maps"] == (None, None)
    assert "joint_ordering='physx'" in caplog.text


def test_an_order_of_the_config_goes_before_newtons(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    levels = _run(tmp_path, NewtonCfg(), joint_ordering="physx", body_ordering="physx")
    assert levels["joints"] == ["L_hip", "R_hip", "L_knee", "R_knee"]
    assert levels["backend"] == (["L_hip", "L_knee", "R_hip", "R_knee"], [0, 2, 1, 3])
    assert "branch by branch" not in caplog.text


def test_any_order_of_all_names_is_taken(tmp_path: Any) -> None:
    names = ["R_knee", "L_knee", "R_hip", "L_hip"]
    assert _run(tmp_path, joint_ordering=names)["joints"] == names


@pytest.mark.parametrize(
    "orders",
    [
        {"joint_ordering": "newton"},
        {"joint_ordering": ["L_hip", "R_hip", "L_knee"]},
        {"body_ordering": ["L_hip_link", "trunk", "L_knee_link", "R_hip_link", "R_knee_link"]},
    ],
)
def test_orders_that_make_no_sense_are_refused(tmp_path: Any, orders: dict[str, Any]) -> None:
    with pytest.raises(RuntimeError, match=next(iter(orders))):
        _run(tmp_path, **orders)
