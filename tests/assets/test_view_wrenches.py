"""Forces that programs apply through root views: Newton's and Euler's laws, for the next step and no longer."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, RigidObject

from .conftest import BOX, WALKER, MakeStage, Mechanism, Stage

N = 3
DT = 1e-5
FROM_REST = {"rtol": 1e-4, "atol": 1e-6}
"""From rest, one step of semi-implicit Euler is exact; float32 poses and inertia tensors are not."""


@pytest.fixture
def played(make_stage: MakeStage, backend: tuple[str, str]) -> tuple[Stage, RigidObject]:
    """Turned boxes at rest without gravity, whose centres of mass and principal axes are not those of their frames."""
    stage = make_stage(Mechanism(BOX), num_envs=N, gravity=(0.0, 0.0, 0.0), dt=DT, backend=backend)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    turns = torch.tensor(Rotation.random(N, random_state=3).as_quat(), dtype=torch.float32)
    box.write_root_pose_to_sim_index(root_pose=torch.cat([stage.origins + 0.3, turns], dim=1).to(box.device))
    return stage, box


def vectors(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, 3, generator=torch.Generator().manual_seed(seed))


def rotations(box: RigidObject) -> torch.Tensor:
    """Rotation matrices of the boxes' link frames, shape (N, 3, 3), float64."""
    return torch.from_numpy(Rotation.from_quat(box.data.root_link_quat_w.torch.cpu().numpy()).as_matrix())


def velocities_after_a_step(
    box: RigidObject, force: torch.Tensor, torque: torch.Tensor, point: torch.Tensor | None
) -> torch.Tensor:
    """Newton and Euler from rest: v = F dt / m, and w = I^-1 (M + (p - c) x F) dt about the centre of mass c.

    Everything in the world, shape (N, 3), on the CPU.
    """
    data = box.data
    axes = torch.from_numpy(Rotation.from_quat(data.body_com_quat_w.torch[:, 0].cpu().numpy()).as_matrix())
    inertias = data.body_inertia.torch[:, 0].cpu().double().reshape(N, 3, 3)
    inverse = torch.linalg.inv(axes @ inertias @ axes.transpose(1, 2))
    moment = torque.double()
    if point is not None:
        moment = moment + torch.linalg.cross(point - data.root_com_pos_w.torch.cpu().double(), force.double())
    linear = force.double() * DT / data.body_mass.torch.cpu().double()
    return torch.cat([linear, (inverse @ moment[..., None])[..., 0] * DT], dim=1)


@pytest.mark.parametrize("is_global", [True, False], ids=["world", "link"])
@pytest.mark.parametrize("has_positions", [True, False], ids=["at points", "at the centres of mass"])
def test_a_force_and_a_torque_do_what_newton_and_euler_say(
    played: tuple[Stage, RigidObject], has_positions: bool, is_global: bool
) -> None:
    stage, box = played
    force, torque, point = vectors(0, N), vectors(1, N), vectors(2, N)
    frames, origins = rotations(box), box.data.root_link_pos_w.torch.cpu()
    if is_global:
        point = point + origins
        expected = velocities_after_a_step(box, force, torque, point if has_positions else None)
    else:
        in_world = [(frames @ vector.double()[..., None])[..., 0] for vector in (force, torque, point)]
        at = in_world[2] + origins if has_positions else None
        expected = velocities_after_a_step(box, in_world[0], in_world[1], at)
    given = [vector.to(box.device) for vector in (force, torque, point)]
    view = box.root_view
    view.apply_forces_and_torques_at_position(
        force_data=given[0],
        torque_data=given[1],
        position_data=given[2] if has_positions else None,
        indices=box._ALL_INDICES,
        is_global=is_global,
    )
    stage.step(box)
    moving = box.data.root_com_vel_w.torch.double().cpu()
    torch.testing.assert_close(moving, expected, **FROM_REST)
    stage.step(box)  # from now on nothing pushes
    torch.testing.assert_close(box.data.root_com_lin_vel_w.torch.cpu().double(), moving[:, :3], **FROM_REST)


def test_calls_add_up_for_chosen_rows_beside_the_composers(played: tuple[Stage, RigidObject]) -> None:
    stage, box = played
    push = torch.tensor([[2.0, 0.0, 0.0]], device=box.device).repeat(N, 1)  # 1 m/s^2
    box.permanent_wrench_composer.set_forces_and_torques(forces=push[:, None], is_global=True)
    view = box.root_view
    view.apply_forces(4.0 * push, torch.tensor([2, 0], dtype=torch.int32), is_global=True)
    view.apply_forces_and_torques_at_position(push, None, None, [2], True)
    speeds = []
    for _ in range(3):
        stage.step(box)
        speeds.append(box.data.root_com_lin_vel_w.torch[:, 0].clone().cpu())
    gained = torch.stack(speeds).diff(dim=0, prepend=torch.zeros(1, N)) / DT
    expected = torch.tensor([[5.0, 1.0, 6.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
    torch.testing.assert_close(gained, expected, rtol=1e-4, atol=0.0)


@pytest.mark.parametrize("flat", [False, True], ids=["of links", "row by row"])
def test_an_articulation_gains_the_momentum_of_all_forces_on_its_links(
    make_stage: MakeStage, backend: tuple[str, str], flat: bool
) -> None:
    """Linear momentum by the sum of forces, angular momentum by the sum of moments, whatever the joints do."""
    stage = make_stage(
        Mechanism(WALKER.replace('armature="0.01"', ""), ("Walker",)),
        num_envs=N,
        gravity=(0.0, 0.0, 0.0),
        dt=DT,
        backend=backend,
    )
    drives = {"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0)}
    walker = stage.articulation("Walker", actuators=drives)
    stage.sim.reset()
    data = walker.data
    force, torque = vectors(4, N, 5), vectors(5, N, 5)
    points = data.body_link_pos_w.torch.cpu() + 0.1 * vectors(6, N, 5)
    # the moments about the origins of the environments, where the numbers are small
    levers = (points - stage.origins[:, None]).double()
    expected = torch.cat(
        [force.double().sum(1), (torque.double() + torch.linalg.cross(levers, force.double())).sum(1)], dim=1
    )
    given = [vector.to(walker.device) for vector in (force, torque, points)]
    walker.root_view.apply_forces_and_torques_at_position(
        *(vector.reshape(-1, 3) if flat else vector for vector in given), indices=None, is_global=True
    )
    stage.step(walker)
    axes = torch.from_numpy(
        Rotation.from_quat(data.body_com_quat_w.torch.cpu().reshape(-1, 4).numpy()).as_matrix()
    ).reshape(N, 5, 3, 3)
    spins = (axes @ data.body_inertia.torch.cpu().double().reshape(N, 5, 3, 3) @ axes.transpose(2, 3)) @ (
        data.body_com_ang_vel_w.torch.cpu().double()[..., None]
    )
    linear = data.body_mass.torch.cpu().double()[..., None] * data.body_com_lin_vel_w.torch.cpu().double()
    arms = (data.body_com_pos_w.torch.cpu() - stage.origins[:, None]).double()
    momentum = torch.cat([linear.sum(1), (spins[..., 0] + torch.linalg.cross(arms, linear)).sum(1)], dim=1)
    # of the poses after the step, which differ from those before it by dt times the velocities
    torch.testing.assert_close(momentum / DT, expected, rtol=1e-3, atol=2e-3)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda view: view.apply_forces_and_torques_at_position(None, None, torch.zeros(N, 3), None, True),
            ValueError,
            "nothing to apply: both 'force_data' and 'torque_data' are None",
        ),
        (
            lambda view: view.apply_forces_and_torques_at_position(None, torch.zeros(N, 3), torch.zeros(N, 3), [0]),
            ValueError,
            "'force_data' is None.*'position_data'",
        ),
        (lambda view: view.apply_forces(torch.zeros(2, 3)), ValueError, r"'force_data' should have shape \(3, 1, 3\)"),
        (lambda view: view.apply_forces(torch.full((N, 3), float("nan"))), ValueError, "'force_data' holds NaN"),
    ],
)
def test_what_makes_no_sense_is_refused_and_moves_nothing(
    make_stage: MakeStage, call: Callable, error: type[Exception], message: str
) -> None:
    stage = make_stage(Mechanism(BOX), num_envs=N, gravity=(0.0, 0.0, 0.0))
    box: Articulation | RigidObject = stage.rigid_object("Box")
    stage.sim.reset()
    with pytest.raises(error, match=message):
        call(box.root_view)
    stage.step(box)
    assert not box.data.root_com_vel_w.torch.any()


def test_rows_that_a_view_lacks_are_named_and_passed_over(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = make_stage(Mechanism(BOX), num_envs=N, gravity=(0.0, 0.0, 0.0))
    box: Articulation | RigidObject = stage.rigid_object("Box")
    stage.sim.reset()
    with caplog.at_level(logging.ERROR, logger="pippin"):
        box.root_view.apply_forces(torch.ones(N, 3), [1, N])
    assert "[3]" in caplog.text
    stage.step(box)
    assert box.data.root_com_vel_w.torch[:, 0].ne(0.0).tolist() == [False, True, False]
