"""External wrenches add up over calls, and act at the centre of mass as mechanics says."""

from __future__ import annotations

import pytest
import torch
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.assets import RigidObject, WrenchComposer

from .conftest import BOX, MakeStage, Mechanism, Stage

N = 3
Composed = tuple[torch.Tensor, torch.Tensor]


@pytest.fixture
def played(make_stage: MakeStage) -> tuple[Stage, RigidObject]:
    """Three turned boxes without gravity, whose centres of mass lie off their frames."""
    stage = make_stage(Mechanism(BOX), num_envs=N, gravity=(0.0, 0.0, 0.0), dt=0.001)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    turns = torch.tensor(Rotation.random(N, random_state=3).as_quat(), dtype=torch.float32)
    box.write_root_pose_to_sim_index(root_pose=torch.cat([stage.origins + 0.3, turns], dim=1))
    return stage, box


def random_wrenches(seed: int, rows: int = N) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    forces, torques, positions = (torch.randn(rows, 1, 3, generator=generator) for _ in range(3))
    return forces, torques, positions


def expected(box: RigidObject, calls: list[dict]) -> Composed:
    """Force and torque about the centre of mass along link axes: each wrench moved there by itself, with scipy."""
    poses, coms = box.data.body_link_pose_w.torch[:, 0].double(), box.data.body_com_pos_b.torch[:, 0].double()
    force, torque = torch.zeros(N, 3, dtype=torch.float64), torch.zeros(N, 3, dtype=torch.float64)
    for call in calls:
        for i, row in enumerate(call.get("env_ids", range(N))):
            to_link = Rotation.from_quat(poses[row, 3:].numpy()).inv()
            vectors = [call[key][i, 0].double() if key in call else None for key in ("forces", "torques", "positions")]
            if call.get("is_global"):
                if vectors[2] is not None:
                    vectors[2] = vectors[2] - poses[row, :3]
                vectors = [v if v is None else torch.from_numpy(to_link.apply(v.numpy())) for v in vectors]
            f, t, p = vectors
            if f is not None:
                force[row] += f
            if t is not None:
                torque[row] += t
            if p is not None:
                torque[row] += torch.linalg.cross(p - coms[row], f)
    return force, torque


def assert_composed(box: RigidObject, calls: list[dict]) -> None:
    composer = box.permanent_wrench_composer
    for array, vector in zip((composer.composed_force, composer.composed_torque), expected(box, calls), strict=True):
        # float32 of levers of up to ten metres: moments about the environment's origin are what is added up
        torch.testing.assert_close(array.torch[:, 0].double(), vector, rtol=1e-5, atol=3e-5)


def test_wrenches_of_several_calls_add_up(played: tuple[Stage, RigidObject]) -> None:
    stage, box = played
    calls = []
    for seed, (is_global, has_positions) in enumerate([(False, False), (True, False), (False, True), (True, True)]):
        forces, torques, positions = random_wrenches(seed)
        call = {"forces": forces, "torques": torques, "is_global": is_global}
        if has_positions:
            call["positions"] = positions + (stage.origins[:, None] if is_global else 0.0)
        calls.append(call)
        box.permanent_wrench_composer.add_forces_and_torques(**call)
    assert_composed(box, calls)


def test_a_composer_of_a_program_s_own_adds_up_in_the_same_way(played: tuple[Stage, RigidObject]) -> None:
    _, box = played
    own = WrenchComposer(box)
    forces, torques, positions = random_wrenches(5)
    for composer in (own, box.permanent_wrench_composer):
        composer.add_forces_and_torques(forces, torques, positions)
    torch.testing.assert_close(own.composed_force.torch, box.permanent_wrench_composer.composed_force.torch)
    torch.testing.assert_close(own.composed_torque.torch, box.permanent_wrench_composer.composed_torque.torch)


def test_setting_replaces_on_the_selected_bodies_only(played: tuple[Stage, RigidObject]) -> None:
    _, box = played
    composer = box.permanent_wrench_composer
    first, _, _ = random_wrenches(1)
    second, torques, _ = random_wrenches(2, rows=2)
    composer.set_forces_and_torques_index(forces=first, is_global=True)
    composer.set_forces_and_torques_index(torques=torques, forces=second, env_ids=[2, 0])
    assert_composed(
        box,
        [
            {"forces": first[1:2], "env_ids": [1], "is_global": True},
            {"forces": second, "torques": torques, "env_ids": [2, 0]},
        ],
    )


def test_masks_and_full_data_select_from_whole_arrays(played: tuple[Stage, RigidObject]) -> None:
    _, box = played
    composer = box.permanent_wrench_composer
    forces, torques, _ = random_wrenches(4)
    mask = wp.array([True, False, True], dtype=wp.bool)
    composer.add_forces_and_torques_mask(forces=forces, env_mask=mask)
    composer.add_forces_and_torques_index(torques=torques, env_ids=[1], full_data=True)
    assert_composed(
        box,
        [
            {"forces": forces[[0, 2]], "env_ids": [0, 2]},
            {"torques": torques[[1]], "env_ids": [1]},
        ],
    )
    composer.set_forces_and_torques_mask(torques=torques, env_mask=mask)
    assert_composed(box, [{"torques": torques}])


@pytest.mark.parametrize("is_global", [False, True])
def test_what_turns_with_the_body_and_what_does_not(played: tuple[Stage, RigidObject], is_global: bool) -> None:
    """A wrench in the link frame goes with its body; one in the world keeps its line of action."""
    _, box = played
    forces, torques, positions = random_wrenches(5)
    call = {"forces": forces, "torques": torques, "positions": positions, "is_global": is_global}
    box.permanent_wrench_composer.set_forces_and_torques(**call)
    poses = box.data.root_link_pose_w.torch.clone()
    poses[:, :3] += torch.tensor([0.4, -0.2, 0.1])
    poses[:, 3:] = torch.tensor(Rotation.random(N, random_state=9).as_quat(), dtype=torch.float32)
    box.write_root_pose_to_sim_index(root_pose=poses)
    assert_composed(box, [call])


def test_an_instantaneous_wrench_acts_in_one_step_beside_the_permanent_one(played: tuple[Stage, RigidObject]) -> None:
    stage, box = played
    push = torch.tensor([[[2.0, 0.0, 0.0]]]).repeat(N, 1, 1)  # 1 m/s^2
    box.permanent_wrench_composer.set_forces_and_torques(forces=push, is_global=True)
    box.instantaneous_wrench_composer.add_forces_and_torques(forces=2.0 * push, is_global=True)
    box.instantaneous_wrench_composer.add_forces_and_torques(forces=push, is_global=True)
    speeds = []
    for _ in range(3):
        stage.step(box)
        speeds.append(box.data.root_com_lin_vel_w.torch[:, 0].clone())
    torch.testing.assert_close(torch.stack(speeds)[:, 0], torch.tensor([4e-3, 5e-3, 6e-3]), rtol=1e-4, atol=0.0)
    assert not box.instantaneous_wrench_composer.active
    box.permanent_wrench_composer.reset(env_ids=[0])
    stage.step(box, count=2)
    gained = box.data.root_com_lin_vel_w.torch[:, 0] - speeds[-1]
    torch.testing.assert_close(gained, torch.tensor([0.0, 2e-3, 2e-3]), rtol=1e-3, atol=1e-7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "needs 'forces' or 'torques'"),
        ({"torques": torch.zeros(N, 1, 3), "positions": torch.zeros(N, 1, 3)}, "'positions' say where forces act"),
        ({"forces": torch.zeros(N, 2, 3)}, r"'forces' should have shape \(3, 1, 3\)"),
        ({"forces": torch.full((N, 1, 3), float("nan"))}, "'forces' holds NaN"),
        ({"forces": torch.zeros(1, 1, 3), "env_ids": [7]}, "'env_ids' holds"),
    ],
)
def test_a_refused_wrench_changes_nothing(played: tuple[Stage, RigidObject], arguments: dict, message: str) -> None:
    _, box = played
    kept = {"forces": random_wrenches(6)[0]}
    box.permanent_wrench_composer.set_forces_and_torques(**kept)
    with pytest.raises((ValueError, IndexError), match=message):
        box.permanent_wrench_composer.set_forces_and_torques(**arguments)
    assert_composed(box, [kept])


def test_what_is_given_in_link_frames_comes_back_to_the_bit(played: tuple[Stage, RigidObject]) -> None:
    """However the bodies are turned."""
    _, box = played
    forces, torques, _ = random_wrenches(8)
    box.write_root_link_pose_to_sim_index(root_pose=torch.tensor([[0.0, 0.0, 1.0, 0.1, 0.7, -0.1, 0.7]]).repeat(N, 1))
    box.permanent_wrench_composer.set_forces_and_torques(forces, torques)
    assert torch.equal(box.permanent_wrench_composer.composed_force.torch, forces)
    assert torch.equal(box.permanent_wrench_composer.composed_torque.torch, torques)


def test_the_old_name_sets_the_permanent_wrench_and_says_so(played: tuple[Stage, RigidObject]) -> None:
    _, box = played
    forces, torques, _ = random_wrenches(7)
    with pytest.warns(DeprecationWarning, match="permanent_wrench_composer"):
        box.set_external_force_and_torque(forces, torques)
    assert_composed(box, [{"forces": forces, "torques": torques}])
    with pytest.warns(DeprecationWarning, match="permanent_wrench_composer"):
        box.set_external_force_and_torque(torch.zeros(0, 3), torch.zeros(0, 3))
    assert not box.permanent_wrench_composer.active
