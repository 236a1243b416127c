"""What differs on a GPU: nothing waits for it, actuator models are a graph, and wrong values are guarded against."""

from __future__ import annotations

import pytest
import torch
import warp as wp

from pippin.actuators import DCMotorCfg, DelayedPDActuatorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg
from pippin.assets import Articulation

from .conftest import WALKER, MakeStage, Mechanism, Stage

pytestmark = pytest.mark.gpu

N = 64
ACTUATORS = {
    "implicit": ImplicitActuatorCfg(joint_names_expr=["left_hip"], stiffness=20.0, damping=1.0),
    "ideal": IdealPDActuatorCfg(joint_names_expr=["right_hip"], stiffness=20.0, damping=1.0, effort_limit=5.0),
    "delayed": DelayedPDActuatorCfg(
        joint_names_expr=["left_knee"], stiffness=20.0, damping=1.0, effort_limit=5.0, min_delay=2, max_delay=2
    ),
    "motor": DCMotorCfg(
        joint_names_expr=["right_slide"],
        stiffness=20.0,
        damping=1.0,
        effort_limit=5.0,
        saturation_effort=8.0,
        velocity_limit=10.0,
    ),
}
SCATTERED = {
    "outer": ImplicitActuatorCfg(joint_names_expr=["left_hip", "right_slide"], stiffness=20.0, damping=1.0),
    "inner": IdealPDActuatorCfg(
        joint_names_expr=["right_hip", "left_knee"], stiffness=20.0, damping=1.0, effort_limit=5.0
    ),
}


def play(make_stage: MakeStage, actuators: dict) -> tuple[Stage, Articulation]:
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=N, backend=("newton", "cuda:0"))
    robot = stage.articulation("Walker", actuators=actuators)
    stage.sim.reset()
    return stage, robot


def efforts(stage: Stage, robot: Articulation, capture: bool) -> torch.Tensor:
    """Applied efforts in 8 steps with random targets, from the initial state on."""
    robot._actuation._can_capture = capture
    generator = torch.Generator(device="cuda").manual_seed(0)
    robot.write_root_pose_to_sim_index(root_pose=robot.data.default_root_pose)
    robot.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6, device="cuda"))
    zeros = torch.zeros(N, 4, device="cuda")
    robot.write_joint_state_to_sim_mask(position=zeros, velocity=zeros)
    robot.reset()
    applied = []
    for _ in range(8):
        targets = 0.3 * torch.randn(N, 4, device="cuda", generator=generator)
        robot.set_joint_position_target_index(target=targets)
        stage.step(robot)
        applied.append(robot.data.applied_torque.torch.clone())
    return torch.stack(applied)


@pytest.mark.parametrize("actuators", [ACTUATORS, SCATTERED], ids=["one joint each", "scattered"])
def test_the_graph_does_what_the_calls_do(make_stage: MakeStage, actuators: dict) -> None:
    stage, robot = play(make_stage, actuators)
    by_calls = efforts(stage, robot, capture=False)
    by_graph = efforts(stage, robot, capture=True)
    assert robot._actuation._graph is not None
    # the engine adds contact and constraint forces in no fixed order
    torch.testing.assert_close(by_graph, by_calls, rtol=1e-4, atol=1e-4)


def test_reading_after_the_graph_ran_is_up_to_date(make_stage: MakeStage) -> None:
    stage, robot = play(make_stage, ACTUATORS)
    for _ in range(4):
        stage.step(robot)
        robot.write_data_to_sim()
        current = wp.to_torch(robot.root_view.read_joint_positions(wp.zeros((N, 4), dtype=float, device="cuda:0")))
        torch.testing.assert_close(robot.data.joint_pos.torch, current, rtol=0.0, atol=0.0)


def test_a_step_of_control_waits_for_nothing(make_stage: MakeStage) -> None:
    """All of it can be captured, which anything that waits for the GPU would end with an error."""
    stage, robot = play(make_stage, ACTUATORS)
    targets = wp.zeros((N, 4), dtype=float, device="cuda:0")
    env_ids = torch.arange(0, N, 3, device="cuda")
    few = wp.zeros((len(env_ids), 4), dtype=float, device="cuda:0")
    mask = wp.zeros(N, dtype=wp.bool, device="cuda:0")
    poses = wp.clone(robot.data.root_link_pose_w.warp)
    forces = wp.zeros((N, robot.num_bodies), dtype=wp.vec3f, device="cuda:0")

    def control() -> None:
        robot.set_joint_position_target_index(target=targets)
        robot.set_joint_velocity_target_index(target=few, env_ids=env_ids)
        robot.write_root_pose_to_sim_mask(root_pose=poses, env_mask=mask)
        robot.write_joint_position_to_sim_index(position=few, env_ids=env_ids)
        robot.permanent_wrench_composer.set_forces_and_torques(forces, forces)
        stage.step(robot)
        data = robot.data
        for name in ("joint_pos", "joint_vel", "joint_acc", "root_com_vel_w", "body_com_acc_w", "projected_gravity_b"):
            getattr(data, name)

    for _ in range(3):
        control()  # kernels are loaded and buffers are made
    torch.cuda.synchronize()
    with wp.ScopedCapture("cuda:0") as capture:
        control()
    wp.capture_launch(capture.graph)
    wp.synchronize()
    assert robot.data.joint_pos.torch.isfinite().all()


def test_ids_out_of_range_are_passed_over(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, ACTUATORS)
    before = robot.data.joint_pos.torch.clone()
    env_ids = torch.tensor([1, N, -1, 2**33], device="cuda")
    robot.write_joint_position_to_sim_index(position=torch.ones(4, 4, device="cuda"), env_ids=env_ids)
    before[1] = 1.0
    torch.testing.assert_close(robot.data.joint_pos.torch, before)


def test_values_below_their_bound_are_raised_to_it(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, ACTUATORS)
    masses = robot.data.body_mass.torch.clone()
    masses[3, 2] = -1.0
    robot.set_masses_index(masses=masses)
    masses[3, 2] = 0.0
    torch.testing.assert_close(robot.data.body_mass.torch, masses)


def test_data_on_another_device_are_refused(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, ACTUATORS)
    with pytest.raises(ValueError, match="'position' should be on the simulation's device cuda:0, not on cpu"):
        robot.write_joint_position_to_sim_index(position=torch.zeros(N, 4))


def test_ids_on_the_host_are_checked_and_taken_there(make_stage: MakeStage) -> None:
    _, robot = play(make_stage, ACTUATORS)
    position = torch.full((2, 1), 0.5, device="cuda")
    for env_ids in ([4, 5], torch.tensor([4, 5])):
        robot.write_joint_position_to_sim_index(position=position, env_ids=env_ids, joint_ids=[1])
        assert robot.data.joint_pos.torch[4:6, 1].tolist() == [0.5, 0.5]
        position = position.clone()
    with pytest.raises(IndexError, match="'env_ids' holds"):
        robot.write_joint_position_to_sim_index(position=position, env_ids=[0, N], joint_ids=[1])
