"""Data in which releases and engines differ: between a step and ``update()``, and what gravity is."""

from __future__ import annotations

import torch

from pippin.sim import NewtonCfg, SimulationCfg
from pippin.sim.run.cfg import resolve_cfg

from .conftest import BOX, PENDULUM, MakeStage, Mechanism

DT = 0.01


def test_what_was_read_stays_until_the_update(make_stage: MakeStage, backend: tuple[str, str]) -> None:
    stage = make_stage(Mechanism(BOX), backend=backend, hold_until_update=True)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    height = box.data.root_link_pose_w.torch[:, 2].clone()
    for _ in range(3):
        stage.sim.step(render=False)
        torch.testing.assert_close(box.data.root_link_pose_w.torch[:, 2], height, rtol=0.0, atol=0.0)
    unread = box.data.root_com_vel_w.torch[:, 2].clone()  # nobody had read it: it is the engine's
    torch.testing.assert_close(unread, torch.full_like(unread, -9.81 * 3 * DT))
    box.update(3 * DT)
    assert (box.data.root_link_pose_w.torch[:, 2] < height - 1e-3).all()


def test_what_was_written_stays_until_the_update(make_stage: MakeStage, backend: tuple[str, str]) -> None:
    stage = make_stage(Mechanism(BOX), backend=backend, hold_until_update=True)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    pose = box.data.root_link_pose_w.torch.clone()
    pose[:, 2] += 1.0
    velocity = pose.new_tensor([[1.0, 0.0, 2.0, 0.0, 0.0, 0.0]]).repeat(3, 1)
    for _ in range(2):
        box.write_root_link_pose_to_sim_index(root_pose=pose)
        box.write_root_com_velocity_to_sim_index(root_velocity=velocity)
        stage.sim.step(render=False)
        torch.testing.assert_close(box.data.root_link_pose_w.torch, pose)
        torch.testing.assert_close(box.data.root_com_vel_w.torch, velocity)
        torch.testing.assert_close(box.data.root_pos_w.torch, pose[:, :3])
        box.update(DT)
    moved = box.data.root_com_pos_w.torch[:, 0].cpu() - stage.origins[:, 0]
    assert (box.data.root_com_vel_w.torch[:, 2] < 2.0).all() and (moved > 0.009).all()


def test_a_write_after_the_step_is_seen_at_once(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(PENDULUM, ("Pendulum",)), hold_until_update=True)
    pendulum = stage.articulation("Pendulum")
    stage.sim.reset()
    before = pendulum.data.joint_pos.torch.clone()
    stage.sim.step(render=False)
    pendulum.write_joint_position_to_sim_index(position=before + 0.5)
    torch.testing.assert_close(pendulum.data.joint_pos.torch, before + 0.5)


def test_otherwise_data_are_those_after_the_step(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BOX))
    box = stage.rigid_object("Box")
    stage.sim.reset()
    height = box.data.root_link_pose_w.torch[:, 2].clone()
    stage.sim.step(render=False)
    assert (box.data.root_link_pose_w.torch[:, 2] < height).all()


def test_programs_that_name_newton_hold_nothing() -> None:
    assert resolve_cfg(SimulationCfg(device="cpu", hold_until_update=True)).hold_until_update
    assert resolve_cfg(SimulationCfg(physics=NewtonCfg(joint_order="physx"), hold_until_update=True)).hold_until_update
    assert not resolve_cfg(SimulationCfg(physics=NewtonCfg(), hold_until_update=True)).hold_until_update


def test_newton_has_gravity_and_others_its_direction(make_stage: MakeStage) -> None:
    assert resolve_cfg(SimulationCfg(physics=NewtonCfg())).gravity_with_length
    assert not resolve_cfg(SimulationCfg(physics=NewtonCfg(joint_order="physx"))).gravity_with_length
    for has_length, length in ((False, 1.0), (True, 9.81)):
        stage = make_stage(Mechanism(BOX), gravity_with_length=has_length)
        box = stage.rigid_object("Box")
        stage.sim.reset()
        torch.testing.assert_close(box.data.GRAVITY_VEC_W.torch, torch.tensor([[0.0, 0.0, -length]]).repeat(3, 1))
        torch.testing.assert_close(box.data.projected_gravity_b.torch.norm(dim=1), torch.ones(3))
        stage.sim.clear_instance()
