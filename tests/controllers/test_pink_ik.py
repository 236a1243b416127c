"""Inverse kinematics by Pink: derivatives against finite differences, solutions against Pinocchio's kinematics."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

pinocchio = pytest.importorskip("pinocchio")
pytest.importorskip("pink")

from pippin.controllers.pink_ik import (  # noqa: E402
    DampingTaskCfg,
    FrameTask,
    FrameTaskCfg,
    LocalFrameTask,
    LocalFrameTaskCfg,
    NullSpacePostureTask,
    NullSpacePostureTaskCfg,
    PinkIKController,
    PinkIKControllerCfg,
    PinkKinematicsConfiguration,
)

DT = 0.02


def _link(name: str) -> str:
    return f'<link name="{name}"/>'


def _joint(name: str, parent: str, child: str, xyz: str, axis: str) -> str:
    return (
        f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/><origin xyz="{xyz}"/>'
        f'<axis xyz="{axis}"/><limit lower="-2" upper="2" effort="10" velocity="20"/></joint>'
    )


def _arm(side: str, y: float) -> str:
    axes = ["0 1 0", "1 0 0", "0 0 1", "0 1 0", "1 0 0", "0 0 1", "0 1 0"]
    links = [f"{side}_{index}" for index in range(len(axes))]
    parents = ["chest", *links]
    places = [f"0 {y} 0.3"] + ["0 0 -0.15"] * 6
    return "".join(_link(name) for name in links) + "".join(
        _joint(f"{link}_joint", parent, link, xyz, axis)
        for link, parent, xyz, axis in zip(links, parents, places, axes, strict=False)
    )


TORSO = f"""<robot name="torso">{_link("pelvis")}{_link("chest")}
{_joint("waist", "pelvis", "chest", "0 0 0.1", "0 0 1")}{_arm("left", 0.2)}{_arm("right", -0.2)}</robot>"""
"""A chest that turns on a pelvis, with two arms of seven joints."""

HANDS = ("left_6", "right_6")


@pytest.fixture
def urdf(tmp_path: Path) -> str:
    path = tmp_path / "torso.urdf"
    path.write_text(TORSO, encoding="utf-8")
    return str(path)


def names_of(urdf: str) -> list[str]:
    return list(pinocchio.buildModelFromUrdf(urdf).names)[1:]


def pose_in_pelvis(urdf: str, positions: dict[str, float], frame: str) -> pinocchio.SE3:
    """Pose of a frame by Pinocchio itself."""
    model = pinocchio.buildModelFromUrdf(urdf)
    data = model.createData()
    pinocchio.framesForwardKinematics(model, data, np.array([positions[name] for name in list(model.names)[1:]]))
    return data.oMf[model.getFrameId("pelvis")].actInv(data.oMf[model.getFrameId(frame)])


def configuration(urdf: str, joints: list[str], seed: int = 0) -> PinkKinematicsConfiguration:
    """Configuration of these joints, at random positions of all."""
    made = PinkKinematicsConfiguration(joints, urdf)
    made.update(np.random.default_rng(seed).uniform(-0.7, 0.7, len(made.all_joint_names_pinocchio_order)))
    return made


def random_pose(seed: int) -> pinocchio.SE3:
    generator = np.random.default_rng(seed)
    return pinocchio.SE3(pinocchio.exp3(generator.uniform(-0.5, 0.5, 3)), generator.uniform(-0.3, 0.3, 3))


def moved(made: PinkKinematicsConfiguration, column: int, change: float) -> PinkKinematicsConfiguration:
    """The configuration with one of the joints that are solved for moved."""
    q = made.full_q.copy()
    q[made._controlled_joint_indices[column]] += change
    other = PinkKinematicsConfiguration(made.controlled_joint_names_pinocchio_order, made.urdf)
    other.update(q)
    return other


@pytest.mark.parametrize("joints", [["waist", "left_0_joint", "left_3_joint"], [f"left_{i}_joint" for i in range(7)]])
def test_jacobian_is_the_derivative_of_the_error(urdf: str, joints: list[str]) -> None:
    made = configuration(urdf, joints)
    made.urdf = urdf
    task = LocalFrameTask("left_6", "pelvis", position_cost=1.0, orientation_cost=1.0)
    task.set_target(random_pose(1))
    step = 1e-6
    columns = [
        (task.compute_error(moved(made, i, step)) - task.compute_error(moved(made, i, -step))) / (2.0 * step)
        for i in range(len(joints))
    ]
    # central differences of double precision: 1e-16 / 1e-6, times the error's size
    np.testing.assert_allclose(task.compute_jacobian(made), np.stack(columns, axis=1), atol=1e-8)


def test_joints_that_are_not_solved_for_move_frames_too(urdf: str) -> None:
    made = configuration(urdf, ["right_1_joint"])
    positions = dict(zip(names_of(urdf), made.full_q, strict=True))
    expected = pose_in_pelvis(urdf, positions, "left_6")
    assert made.get_transform("left_6", "pelvis").isApprox(expected, 1e-12)
    assert made.model.nq == 1
    np.testing.assert_array_equal(made.q, [positions["right_1_joint"]])


def test_postures_move_no_hand(urdf: str) -> None:
    made = configuration(urdf, names_of(urdf))
    task = NullSpacePostureTask(cost=1.0, controlled_frames=list(HANDS), controlled_joints=["waist", "left_3_joint"])
    projector = task.compute_jacobian(made)
    jacobian = np.concatenate([made.get_frame_jacobian(frame) for frame in HANDS])
    np.testing.assert_allclose(jacobian @ projector, 0.0, atol=1e-12)
    np.testing.assert_allclose(projector @ projector, projector, atol=1e-12)
    assert np.linalg.matrix_rank(projector, tol=1e-9) == 15 - 12  # of 15 joints 12 hold two hands

    task.set_target(np.zeros(15))
    chosen = [name in ("waist", "left_3_joint") for name in names_of(urdf)]
    np.testing.assert_allclose(task.compute_error(made), np.where(chosen, made.q, 0.0), atol=1e-12)
    np.testing.assert_array_equal(NullSpacePostureTask(cost=1.0).compute_jacobian(made), np.eye(15))


def controller(urdf: str, order: list[str], solved: list[str], **settings: object) -> PinkIKController:
    """Controller of both hands for an articulation whose joints have an order of their own."""
    cfg = PinkIKControllerCfg(
        urdf_path=urdf,
        variable_input_tasks=[
            LocalFrameTaskCfg(frame="left_6", base_link_frame_name="pelvis", position_cost=8.0, orientation_cost=2.0),
            LocalFrameTask("right_6", "pelvis", position_cost=8.0, orientation_cost=2.0),
            NullSpacePostureTaskCfg(cost=0.1, controlled_frames=list(HANDS), controlled_joints=["waist"]),
        ],
        fixed_input_tasks=[DampingTaskCfg(cost=1e-4)],
        joint_names=solved,
        all_joint_names=order,
        **settings,
    )
    robot = SimpleNamespace(init_state=SimpleNamespace(joint_pos={".*_3_joint": -0.5, "waist": 0.3}))
    return PinkIKController(cfg, robot, "cpu", [order.index(name) for name in solved])


def test_both_hands_reach_their_poses(urdf: str) -> None:
    order = sorted(names_of(urdf), key=lambda name: (name.split("_")[-2:], name))  # breadth first, as articulations
    solved = [name for name in order if name != "right_1_joint"]  # which a program holds elsewhere
    ik = controller(urdf, order, solved)
    assert isinstance(ik.cfg.variable_input_tasks[0], LocalFrameTask)

    generator = np.random.default_rng(2)
    goal = dict(zip(order, generator.uniform(-0.6, 0.6, 15), strict=True))
    positions = dict.fromkeys(order, 0.0) | {"right_1_joint": goal["right_1_joint"]}
    targets = {frame: pose_in_pelvis(urdf, goal, frame) for frame in HANDS}
    for task, frame in zip(ik.cfg.variable_input_tasks[:2], HANDS, strict=True):
        task.set_target(targets[frame])
    for _ in range(60):
        result = ik.compute(np.array([positions[name] for name in order], dtype=np.float32), DT)
        assert result.dtype == torch.float32
        assert (result - torch.tensor([positions[name] for name in solved])).abs().max() <= 20.0 * DT + 1e-5
        positions |= dict(zip(solved, result.tolist(), strict=True))
    for frame in HANDS:
        error = pinocchio.log(pose_in_pelvis(urdf, positions, frame).actInv(targets[frame])).vector
        assert (
            np.abs(error).max() < 1e-3
        )  # the posture and the damping pull by their costs, 1e-4 and 1e-2 of the hands'
    assert positions["right_1_joint"] == goal["right_1_joint"]


def test_postures_begin_where_the_robot_does(urdf: str) -> None:
    ik = controller(urdf, names_of(urdf), names_of(urdf))
    places = dict(zip(names_of(urdf), ik.cfg.variable_input_tasks[2].target_q, strict=True))
    assert places == dict.fromkeys(names_of(urdf), 0.0) | {"waist": 0.3, "left_3_joint": -0.5, "right_3_joint": -0.5}
    ik.update_null_space_joint_targets(np.full(15, 0.25))
    np.testing.assert_array_equal(ik.cfg.variable_input_tasks[2].target_q, 0.25)


def test_positions_outside_the_limits_are_kept_and_told_of_or_led_back(
    urdf: str, caplog: pytest.LogCaptureFixture
) -> None:
    order = names_of(urdf)
    outside = np.full(15, 2.1)
    kept = controller(urdf, order, order).compute(outside, DT)
    np.testing.assert_array_equal(kept, outside.astype(np.float32))
    assert "no solution" in caplog.text
    caplog.clear()
    led = controller(urdf, order, order, fail_on_joint_limit_violation=False).compute(outside, DT)
    assert led.max() < 2.1
    assert caplog.text == ""


def test_wrong_arguments_are_named(urdf: str) -> None:
    order = names_of(urdf)
    with pytest.raises(ValueError, match="15 elements"):
        PinkIKController(controller(urdf, order, order).cfg, None, "cpu", [0, 1])
    with pytest.raises(ValueError, match="mismatch"):
        PinkIKController(controller(urdf, order, order).cfg, None, "cpu", list(range(15))[::-1])
    with pytest.raises(ValueError, match="joint_names must be provided"):
        PinkIKController(PinkIKControllerCfg(), None, "cpu", [])
    with pytest.raises(ValueError, match="URDF file differ.*elbow"):
        controller(urdf, [*order[:-1], "elbow"], order[:-1])
    with pytest.raises(ValueError, match="urdf_path"):
        PinkIKController(PinkIKControllerCfg(joint_names=[], all_joint_names=[], usd_path="a.usd"), None, "cpu", [])
    with pytest.raises(ValueError, match="same length"):
        PinkKinematicsConfiguration(order, urdf).update(np.zeros(3))
    with pytest.raises(ValueError, match="no target"):
        LocalFrameTask("left_6", "pelvis", 1.0, 1.0).compute_error(configuration(urdf, order))
    with pytest.raises(ValueError, match="base_link_frame_name"):
        LocalFrameTask("left_6", position_cost=1.0, orientation_cost=1.0)
    with pytest.raises(ValueError, match="orientation_cost"):
        FrameTask("left_6", 1.0)
    with pytest.raises(ValueError, match="No posture target"):
        NullSpacePostureTask(1.0).compute_error(configuration(urdf, order))
    continuous = Path(urdf).with_name("wheel.urdf")
    continuous.write_text(TORSO.replace('name="waist" type="revolute"', 'name="waist" type="continuous"'), "utf-8")
    with pytest.raises(ValueError, match="waist"):
        PinkKinematicsConfiguration(order, str(continuous))


def test_a_task_takes_its_config_or_its_numbers(urdf: str) -> None:
    cfg = FrameTaskCfg(frame="left_6", position_cost=[1.0, 2.0, 3.0], orientation_cost=0.5, lm_damping=0.1, gain=0.7)
    for task in (FrameTask(cfg), FrameTask("left_6", [1.0, 2.0, 3.0], 0.5, 0.1, 0.7)):
        np.testing.assert_array_equal(task.cost, [1.0, 2.0, 3.0, 0.5, 0.5, 0.5])
        assert (task.frame, task.lm_damping, task.gain) == ("left_6", 0.1, 0.7)
