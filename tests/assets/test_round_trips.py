"""What is written is read back, on all and on selected instances, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
import torch
import warp as wp

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation

from .conftest import WALKER, Mechanism, stages

NUM_ENVS = 4
NUM_JOINTS = 4
NUM_BODIES = 5


def random_poses(*shape: int) -> torch.Tensor:
    poses = torch.randn(*shape, 7)
    poses[..., 3:] = torch.nn.functional.normalize(poses[..., 3:], dim=-1)
    # of the two quaternions of a rotation, the one that reading gives
    return torch.where(poses[..., 6:] < 0.0, torch.cat([poses[..., :3], -poses[..., 3:]], dim=-1), poses)


def random_inertias(*shape: int) -> torch.Tensor:
    factors = torch.randn(*shape, 3, 3)
    return (factors @ factors.transpose(-1, -2) + 0.1 * torch.eye(3)).reshape(*shape, 9)


def ordered_limits(*shape: int) -> torch.Tensor:
    return torch.stack([-0.1 - torch.rand(shape), 0.1 + torch.rand(shape)], dim=-1)


def positive(*shape: int) -> torch.Tensor:
    return 0.1 + torch.rand(shape)


class Write(NamedTuple):
    """A family of methods that write.

    Attributes:
        name: Name of the methods without the ending ``_index`` or ``_mask``.
        argument: Keyword of the values.
        quantity: Attribute of the data that reads them back.
        columns: "joint", "body" or "".
        values: Random values of a leading shape.
        has_full_data: Whether the ``_index`` method can take values for everything.
    """

    name: str
    argument: str
    quantity: str
    columns: str
    values: Callable[..., torch.Tensor]
    has_full_data: bool = True


WRITES = [
    Write("write_root_pose_to_sim", "root_pose", "root_link_pose_w", "", random_poses, False),
    Write("write_root_link_pose_to_sim", "root_pose", "root_link_pose_w", "", random_poses),
    Write("write_root_com_pose_to_sim", "root_pose", "root_com_pose_w", "", random_poses),
    Write("write_root_velocity_to_sim", "root_velocity", "root_com_vel_w", "", lambda *s: torch.randn(*s, 6), False),
    Write("write_root_com_velocity_to_sim", "root_velocity", "root_com_vel_w", "", lambda *s: torch.randn(*s, 6)),
    Write("write_root_link_velocity_to_sim", "root_velocity", "root_link_vel_w", "", lambda *s: torch.randn(*s, 6)),
    Write("write_joint_position_to_sim", "position", "joint_pos", "joint", torch.randn),
    Write("write_joint_velocity_to_sim", "velocity", "joint_vel", "joint", torch.randn),
    Write("write_joint_stiffness_to_sim", "stiffness", "joint_stiffness", "joint", positive),
    Write("write_joint_damping_to_sim", "damping", "joint_damping", "joint", positive),
    Write("write_joint_armature_to_sim", "armature", "joint_armature", "joint", positive),
    Write("write_joint_effort_limit_to_sim", "limits", "joint_effort_limits", "joint", positive),
    Write("write_joint_velocity_limit_to_sim", "limits", "joint_vel_limits", "joint", positive),
    Write("write_joint_position_limit_to_sim", "limits", "joint_pos_limits", "joint", ordered_limits),
    Write("write_joint_friction_coefficient_to_sim", "joint_friction_coeff", "joint_friction_coeff", "joint", positive),
    Write(
        "write_joint_dynamic_friction_coefficient_to_sim",
        "joint_dynamic_friction_coeff",
        "joint_dynamic_friction_coeff",
        "joint",
        positive,
    ),
    Write(
        "write_joint_viscous_friction_coefficient_to_sim",
        "joint_viscous_friction_coeff",
        "joint_viscous_friction_coeff",
        "joint",
        positive,
    ),
    Write("set_joint_position_target", "target", "joint_pos_target", "joint", torch.randn),
    Write("set_joint_velocity_target", "target", "joint_vel_target", "joint", torch.randn),
    Write("set_joint_effort_target", "target", "joint_effort_target", "joint", torch.randn),
    Write("set_masses", "masses", "body_mass", "body", positive),
    Write("set_coms", "coms", "body_com_pose_b", "body", random_poses),
    Write("set_inertias", "inertias", "body_inertia", "body", random_inertias),
]

SELECTIONS = {
    "all": (None, [0, 1, 2, 3]),
    "slice": (slice(1, 3), [1, 2]),
    "list": ([3, 0], [3, 0]),
    "tensor": (lambda device: torch.tensor([2], device=device), [2]),
    "int32 tensor": (lambda device: torch.tensor([1, 2], dtype=torch.int32, device=device), [1, 2]),
    "warp": (lambda device: wp.array([0, 3], dtype=wp.int32, device=device), [0, 3]),
    "nothing": ([], []),
}
"""Instances as users name them (or a function that makes them on a device), and as a list."""


@pytest.fixture(
    scope="module", params=[("mujoco", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)], ids="-".join
)
def kept_robot(request: pytest.FixtureRequest) -> Iterator[Articulation]:
    """A walker whose joints have drives; one for all tests, each of which compares with what was there before."""
    with stages() as make_stage:
        stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=NUM_ENVS, backend=request.param)
        drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=1.0, effort_limit_sim=20.0)
        robot = stage.articulation("Walker", actuators={"all": drive})
        stage.sim.reset()
        yield robot


@pytest.fixture
def robot(kept_robot: Articulation) -> Iterator[Articulation]:
    """The walker in a random state; tensors are made on its device."""
    torch.manual_seed(0)
    with torch.device(kept_robot.device):
        kept_robot.write_root_pose_to_sim_index(root_pose=random_poses(NUM_ENVS))
        kept_robot.write_root_velocity_to_sim_index(root_velocity=torch.randn(NUM_ENVS, 6))
        yield kept_robot


def read(robot: Articulation, quantity: str) -> torch.Tensor:
    """Copy of a quantity; of the two quaternions of a rotation, the one with a positive w."""
    values = getattr(robot.data, quantity).torch.clone()
    if values.shape[-1] == 7:
        values = torch.where(values[..., 6:] < 0.0, torch.cat([values[..., :3], -values[..., 3:]], dim=-1), values)
    return values


def assert_equal(actual: torch.Tensor, expected: torch.Tensor) -> None:
    # one rounding for the environment's origin or for the rotation into another frame, at magnitudes of some units
    torch.testing.assert_close(actual, expected, rtol=1e-5, atol=1e-5)


def column_choice(write: Write) -> tuple[list[int], int]:
    """Some columns of a quantity, and how many there are."""
    return {"joint": ([3, 1], NUM_JOINTS), "body": ([4, 0, 2], NUM_BODIES), "": ([], 0)}[write.columns]


def expected_after(before: torch.Tensor, rows: list[int], columns: list[int], values: torch.Tensor) -> torch.Tensor:
    """``before`` with ``values`` in the chosen rows and columns."""
    after = before.clone()
    if columns:
        after[torch.tensor(rows, dtype=torch.long)[:, None], torch.tensor(columns)] = values
    else:
        after[rows] = values
    return after


@pytest.mark.slow
@pytest.mark.parametrize(("env_ids", "rows"), SELECTIONS.values(), ids=SELECTIONS.keys())
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_values_for_chosen_ids_arrive_there_only(
    robot: Articulation, write: Write, env_ids: object, rows: list[int]
) -> None:
    env_ids = env_ids(robot.device) if callable(env_ids) else env_ids
    columns, _ = column_choice(write)
    before = read(robot, write.quantity)
    values = write.values(len(rows), len(columns)) if columns else write.values(len(rows))
    ids = {f"{write.columns}_ids": columns} if columns else {}
    getattr(robot, f"{write.name}_index")(**{write.argument: values}, env_ids=env_ids, **ids)
    assert_equal(read(robot, write.quantity), expected_after(before, rows, columns, values))


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_values_for_everything_arrive_everywhere(robot: Articulation, write: Write) -> None:
    values = torch.empty_like(read(robot, write.quantity))
    leading = values.shape[:2] if write.columns else values.shape[:1]
    values = write.values(*leading)
    getattr(robot, f"{write.name}_index")(**{write.argument: values})
    assert_equal(read(robot, write.quantity), values)


@pytest.mark.parametrize("write", [write for write in WRITES if write.has_full_data], ids=lambda write: write.name)
def test_of_full_data_the_chosen_part_is_written(robot: Articulation, write: Write) -> None:
    rows, (columns, width) = [2, 0], column_choice(write)
    before = read(robot, write.quantity)
    values = write.values(NUM_ENVS, width) if columns else write.values(NUM_ENVS)
    ids = {f"{write.columns}_ids": columns} if columns else {}
    getattr(robot, f"{write.name}_index")(**{write.argument: values}, env_ids=rows, full_data=True, **ids)
    chosen = values[torch.tensor(rows, dtype=torch.long)[:, None], torch.tensor(columns)] if columns else values[rows]
    assert_equal(read(robot, write.quantity), expected_after(before, rows, columns, chosen))


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_masks_choose(robot: Articulation, write: Write) -> None:
    rows, (columns, width) = [1, 3], column_choice(write)
    before = read(robot, write.quantity)
    values = write.values(NUM_ENVS, width) if columns else write.values(NUM_ENVS)
    env_mask = wp.array([i in rows for i in range(NUM_ENVS)], dtype=wp.bool, device=robot.device)
    masks = {}
    if columns:
        chosen = [i in columns for i in range(width)]
        masks = {f"{write.columns}_mask": wp.array(chosen, dtype=wp.bool, device=robot.device)}
    getattr(robot, f"{write.name}_mask")(**{write.argument: values}, env_mask=env_mask, **masks)
    part = (
        values[torch.tensor(rows, dtype=torch.long)[:, None], torch.tensor(sorted(columns))]
        if columns
        else values[rows]
    )
    assert_equal(read(robot, write.quantity), expected_after(before, rows, sorted(columns), part))


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_warp_arrays_are_as_good_as_tensors(robot: Articulation, write: Write) -> None:
    quantity = getattr(robot.data, write.quantity)
    values = write.values(*(quantity.shape[:2] if write.columns else quantity.shape[:1]))
    array = wp.from_torch(values.contiguous(), dtype=quantity.dtype) if quantity.ndim < 3 else wp.from_torch(values)
    getattr(robot, f"{write.name}_index")(**{write.argument: array})
    assert_equal(read(robot, write.quantity), values)


def test_states_are_written_as_pose_and_velocity_of_their_frames(robot: Articulation) -> None:
    states = torch.cat([random_poses(2), torch.randn(2, 6)], dim=-1)
    frames = {
        "write_root_state_to_sim": ("root_link_pose_w", "root_com_vel_w"),
        "write_root_link_state_to_sim": ("root_link_pose_w", "root_link_vel_w"),
        "write_root_com_state_to_sim": ("root_com_pose_w", "root_com_vel_w"),
    }
    for name, (pose, velocity) in frames.items():
        states = states.roll(1, dims=0)
        with pytest.warns(DeprecationWarning, match=name):
            getattr(robot, name)(states, env_ids=[2, 1])
        assert_equal(read(robot, pose)[[2, 1]], states[:, :7])
        assert_equal(read(robot, velocity)[[2, 1]], states[:, 7:])


def test_joint_states_are_written_together(robot: Articulation) -> None:
    position, velocity = torch.randn(2, NUM_ENVS, NUM_JOINTS)
    robot.write_joint_state_to_sim_mask(position=position, velocity=velocity)
    assert_equal(robot.data.joint_pos.torch, position)
    assert_equal(robot.data.joint_vel.torch, velocity)


@pytest.mark.parametrize("name", ["stiffness", "damping", "armature"])
def test_a_number_stands_for_an_array_of_it(robot: Articulation, name: str) -> None:
    before = read(robot, f"joint_{name}")
    getattr(robot, f"write_joint_{name}_to_sim_index")(**{name: 7.0}, joint_ids=[2], env_ids=[0, 1])
    assert_equal(read(robot, f"joint_{name}"), expected_after(before, [0, 1], [2], torch.tensor(7.0)))


def test_what_was_written_stays_over_a_step(robot: Articulation) -> None:
    """The engine got it, not only the data."""
    masses = positive(NUM_ENVS, NUM_BODIES)
    robot.set_masses_index(masses=masses)
    robot.write_joint_armature_to_sim_index(armature=0.5)
    for frames in robot.root_view.scene.frames:
        assert_equal(wp.to_torch(frames.worlds.parameter("body_mass"))[:, -NUM_BODIES:].sum(), masses.sum())
        assert (wp.to_torch(frames.worlds.parameter("dof_armature"))[:, 6:] == 0.5).all()
