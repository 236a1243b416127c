"""Link frames, centre of mass frames, the base frame and the world: checked with scipy and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.assets import Articulation, RigidObject

from .conftest import BOX, WALKER, MakeStage, Mechanism, Stage

NUM_ENVS = 6
GRAVITY = (1.0, -2.0, -9.0)

COM_OF_BOX = np.array([0.05, -0.02, 0.1])
AXES_OF_BOX = Rotation.from_quat(np.array([0.1, 0.3, 0.2, 0.9]))
"""Principal axes of inertia of the box in its link frame, as its MJCF has them (there w comes first)."""


def random_states(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Root poses (position, quaternion x y z w) and velocities (linear, angular), float32."""
    generator = np.random.default_rng(seed)
    quats = Rotation.random(count, random_state=generator).as_quat()
    poses = np.concatenate([generator.normal(size=(count, 3)), quats], axis=1)
    return poses.astype(np.float32), generator.normal(size=(count, 6)).astype(np.float32)


@pytest.fixture
def box(make_stage: MakeStage) -> RigidObject:
    """Boxes in random states; velocities were given for the link frames."""
    stage = make_stage(Mechanism(BOX), num_envs=NUM_ENVS, gravity=GRAVITY)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    poses, velocities = random_states(NUM_ENVS, seed=1)
    box.write_root_link_pose_to_sim_index(root_pose=poses)
    box.write_root_link_velocity_to_sim_index(root_velocity=velocities)
    return box


def check(actual: object, expected: np.ndarray, atol: float = 2e-6) -> None:
    """Compare with a reference in double precision; values are of order 1, so that float32 is good for some 1e-7."""
    np.testing.assert_allclose(actual.torch.numpy(), expected, atol=atol)  # type: ignore[attr-defined]


def check_rotation(actual: object, expected: Rotation) -> None:
    """Compare quaternions up to their sign."""
    difference = Rotation.from_quat(actual.torch.numpy().reshape(-1, 4)) * expected.inv()  # type: ignore[attr-defined]
    np.testing.assert_allclose(difference.magnitude(), 0.0, atol=2e-6)


def test_com_frame_of_a_root(box: RigidObject) -> None:
    poses, velocities = random_states(NUM_ENVS, seed=1)
    rotation = Rotation.from_quat(poses[:, 3:])
    arm = rotation.apply(COM_OF_BOX)
    data = box.data
    check(data.root_com_pos_w, poses[:, :3] + arm)
    check_rotation(data.root_com_quat_w, rotation * AXES_OF_BOX)
    check(data.root_com_lin_vel_w, velocities[:, :3] + np.cross(velocities[:, 3:], arm))
    check(data.root_com_ang_vel_w, velocities[:, 3:])
    check(data.body_com_pos_b, np.tile(COM_OF_BOX, (NUM_ENVS, 1, 1)))
    check_rotation(data.body_com_quat_b, AXES_OF_BOX)


def test_quantities_in_the_base_frame(box: RigidObject) -> None:
    poses, velocities = random_states(NUM_ENVS, seed=1)
    rotation = Rotation.from_quat(poses[:, 3:])
    com_velocity = velocities[:, :3] + np.cross(velocities[:, 3:], rotation.apply(COM_OF_BOX))
    data = box.data
    check(data.root_link_lin_vel_b, rotation.inv().apply(velocities[:, :3]))
    check(data.root_link_ang_vel_b, rotation.inv().apply(velocities[:, 3:]))
    check(data.root_com_lin_vel_b, rotation.inv().apply(com_velocity))
    check(data.root_com_ang_vel_b, rotation.inv().apply(velocities[:, 3:]))


def test_gravity_and_heading(box: RigidObject) -> None:
    rotation = Rotation.from_quat(random_states(NUM_ENVS, seed=1)[0][:, 3:])
    down = np.array(GRAVITY) / np.linalg.norm(GRAVITY)
    forward = rotation.apply([1.0, 0.0, 0.0])
    check(box.data.projected_gravity_b, rotation.inv().apply(down))
    check(box.data.heading_w, np.arctan2(forward[:, 1], forward[:, 0]))


def test_without_gravity_nothing_is_projected(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BOX), gravity=(0.0, 0.0, 0.0))
    box = stage.rigid_object("Box")
    stage.sim.reset()
    assert (box.data.projected_gravity_b.torch == 0.0).all()


@pytest.mark.parametrize(
    ("state", "pose", "velocity"),
    [
        ("root_state_w", "root_link_pose_w", "root_com_vel_w"),
        ("root_link_state_w", "root_link_pose_w", "root_link_vel_w"),
        ("root_com_state_w", "root_com_pose_w", "root_com_vel_w"),
        ("body_state_w", "body_link_pose_w", "body_com_vel_w"),
        ("body_link_state_w", "body_link_pose_w", "body_link_vel_w"),
        ("body_com_state_w", "body_com_pose_w", "body_com_vel_w"),
    ],
)
def test_states_are_pose_and_velocity_side_by_side(box: RigidObject, state: str, pose: str, velocity: str) -> None:
    parts = [getattr(box.data, name).torch for name in (pose, velocity)]
    torch.testing.assert_close(getattr(box.data, state).torch, torch.cat(parts, dim=-1), rtol=0.0, atol=0.0)


def test_the_only_body_is_the_root(box: RigidObject) -> None:
    for body, root in (
        ("body_link_pose_w", "root_link_pose_w"),
        ("body_com_pose_w", "root_com_pose_w"),
        ("body_link_vel_w", "root_link_vel_w"),
        ("body_com_vel_w", "root_com_vel_w"),
    ):
        torch.testing.assert_close(
            getattr(box.data, body).torch[:, 0], getattr(box.data, root).torch, rtol=0.0, atol=0.0
        )


# -- links of a moving mechanism ---------------------------------------------------------------------------------------


def move(robot: Articulation, poses: np.ndarray, velocities: np.ndarray, joints: np.ndarray, h: float) -> None:
    """Put the mechanism to where its velocities take it in a time h; velocities are those of the link frame."""
    turned = Rotation.from_rotvec(h * velocities[:, 3:]) * Rotation.from_quat(poses[:, 3:])
    moved = np.concatenate([poses[:, :3] + h * velocities[:, :3], turned.as_quat()], axis=1)
    robot.write_root_link_pose_to_sim_index(root_pose=moved.astype(np.float32))
    robot.write_joint_position_to_sim_index(position=(joints[0] + h * joints[1]).astype(np.float32))


@pytest.fixture
def walker(make_stage: MakeStage) -> tuple[Stage, Articulation]:
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=NUM_ENVS, gravity=(0.0, 0.0, 0.0))
    robot = stage.articulation("Walker")
    stage.sim.reset()
    return stage, robot


@pytest.mark.parametrize("frame", ["link", "com"])
def test_velocities_are_those_of_the_frames_origin(walker: tuple[Stage, Articulation], frame: str) -> None:
    _, robot = walker
    h = 2e-3
    poses, velocities = random_states(NUM_ENVS, seed=2)
    joints = np.random.default_rng(3).uniform(-0.2, 0.2, size=(2, NUM_ENVS, robot.num_joints)) * [[[1.0]], [[8.0]]]
    positions, rotations = [], []
    for time in (-h, h):
        move(robot, poses, velocities, joints, time)
        pose = getattr(robot.data, f"body_{frame}_pose_w").torch.double().numpy()
        positions.append(pose[..., :3])
        rotations.append(Rotation.from_quat(pose[..., 3:].reshape(-1, 4)))
    linear = (positions[1] - positions[0]) / (2 * h)
    angular = ((rotations[1] * rotations[0].inv()).as_rotvec() / (2 * h)).reshape(linear.shape)

    move(robot, poses, velocities, joints, 0.0)
    robot.write_root_link_velocity_to_sim_index(root_velocity=velocities)
    robot.write_joint_velocity_to_sim_index(velocity=joints[1].astype(np.float32))
    # central differences: h^2 / 6 of the third derivative (some 10), and float32 positions of some units over 2 h
    check(getattr(robot.data, f"body_{frame}_lin_vel_w"), linear, atol=3e-4)
    check(getattr(robot.data, f"body_{frame}_ang_vel_w"), angular, atol=3e-4)


def test_the_first_link_is_the_root(walker: tuple[Stage, Articulation]) -> None:
    _, robot = walker
    poses, velocities = random_states(NUM_ENVS, seed=4)
    robot.write_root_link_pose_to_sim_index(root_pose=poses)
    robot.write_root_link_velocity_to_sim_index(root_velocity=velocities)
    for quantity in ("link_pos_w", "link_quat_w", "com_pos_w", "com_quat_w", "link_vel_w", "com_vel_w"):
        body, root = (getattr(robot.data, f"{kind}_{quantity}").torch for kind in ("body", "root"))
        torch.testing.assert_close(body[:, 0], root, rtol=1e-5, atol=2e-6)  # two ways of computing the same in float32


def test_accelerations_are_changes_of_velocity_over_the_step(walker: tuple[Stage, Articulation]) -> None:
    stage, robot = walker
    _, velocities = random_states(NUM_ENVS, seed=5)
    robot.write_root_com_velocity_to_sim_index(root_velocity=velocities)
    robot.write_joint_velocity_to_sim_index(velocity=torch.randn(NUM_ENVS, robot.num_joints))
    stage.step(robot)
    before = {name: getattr(robot.data, name).torch.clone() for name in ("body_com_vel_w", "joint_vel")}
    stage.step(robot)
    dt = stage.sim.get_physics_dt()
    for velocity, acceleration in (("body_com_vel_w", "body_com_acc_w"), ("joint_vel", "joint_acc")):
        expected = (getattr(robot.data, velocity).torch - before[velocity]) / dt
        # velocities of some units in float32, divided by 0.01 s
        torch.testing.assert_close(getattr(robot.data, acceleration).torch, expected, rtol=1e-4, atol=5e-4)


def test_a_written_velocity_is_no_acceleration(walker: tuple[Stage, Articulation]) -> None:
    stage, robot = walker
    stage.step(robot)
    robot.write_joint_velocity_to_sim_index(velocity=torch.ones(NUM_ENVS, robot.num_joints))
    assert (robot.data.joint_acc.torch == 0.0).all()


def test_positions_are_in_the_world(walker: tuple[Stage, Articulation]) -> None:
    stage, robot = walker
    torch.testing.assert_close(robot.data.root_link_pos_w.torch, stage.origins + torch.tensor([0.0, 0.0, 1.0]))
