"""Assets in environments that differ: one array over all of them."""

from __future__ import annotations

import pytest
import torch

from pippin.actuators import IdealPDActuatorCfg
from pippin.physics.description import JointProperties

from .conftest import BOX, WALKER, MakeStage, Mechanism

HEAVY_BOX = BOX.replace('mass="2"', 'mass="6"')
HEAVY_WALKER = WALKER.replace('mass="3"', 'mass="9"').replace('axis="0 1 0" range="-2 2"', 'axis="0 1 0" range="-1 1"')


def test_rows_are_ordered_by_environment(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BOX), Mechanism(HEAVY_BOX), num_envs=5)
    box = stage.rigid_object("Box")
    stage.sim.reset()
    assert box.num_instances == 5
    torch.testing.assert_close(box.data.body_mass.torch[:, 0], torch.tensor([2.0, 6.0, 2.0, 6.0, 2.0]))
    torch.testing.assert_close(box.data.root_pos_w.torch, stage.origins + torch.tensor([0.0, 0.0, 1.0]))


def test_writes_reach_the_right_environments(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BOX), Mechanism(HEAVY_BOX), num_envs=5, gravity=(0.0, 0.0, 0.0))
    box = stage.rigid_object("Box")
    stage.sim.reset()
    velocities = torch.arange(3.0)[:, None].repeat(1, 6) + 1.0
    box.write_root_com_velocity_to_sim_index(root_velocity=velocities, env_ids=[3, 4, 0])
    torch.testing.assert_close(box.data.root_com_vel_w.torch[:, 0], torch.tensor([3.0, 0.0, 0.0, 1.0, 2.0]))
    force = torch.tensor([[[6.0, 0.0, 0.0]]]).repeat(5, 1, 1)
    box.write_root_velocity_to_sim_index(root_velocity=torch.zeros(5, 6))
    box.permanent_wrench_composer.set_forces_and_torques(force, torch.zeros(5, 1, 3), is_global=True)
    stage.step(box)
    # 6 N for 10 ms on 2 kg and on 6 kg
    torch.testing.assert_close(
        box.data.root_com_lin_vel_w.torch[:, 0], torch.tensor([0.03, 0.01, 0.03, 0.01, 0.03]), rtol=1e-4, atol=0.0
    )


def test_articulations_have_the_properties_of_their_own_variant(make_stage: MakeStage) -> None:
    fast = {"Walker/left_hip": JointProperties(max_velocity=7.0)}
    stage = make_stage(Mechanism(WALKER, ("Walker",)), Mechanism(HEAVY_WALKER, ("Walker",), fast), num_envs=4)
    drive = IdealPDActuatorCfg(joint_names_expr=[".*"], stiffness=1.0, damping=0.1, effort_limit=9.0)
    robot = stage.articulation("Walker", actuators={"all": drive})
    stage.sim.reset()
    torch.testing.assert_close(robot.data.body_mass.torch[:, 0], torch.tensor([3.0, 9.0, 3.0, 9.0]))
    torch.testing.assert_close(robot.data.joint_pos_limits.torch[:, 2, 1], torch.tensor([2.0, 1.0, 2.0, 1.0]))
    assert robot.data.joint_vel_limits.torch[1::2, 0].tolist() == [7.0, 7.0]
    robot.set_joint_position_target_index(target=torch.arange(16.0).reshape(4, 4))
    robot.write_data_to_sim()
    torch.testing.assert_close(robot.data.computed_torque.torch, torch.arange(16.0).reshape(4, 4))


def test_assets_that_differ_in_their_joints_are_no_one_asset(make_stage: MakeStage) -> None:
    other = WALKER.replace("left_knee", "left_elbow")
    stage = make_stage(Mechanism(WALKER, ("Walker",)), Mechanism(other, ("Walker",)), num_envs=2)
    stage.articulation("Walker")
    with pytest.raises(RuntimeError, match="matches assets that differ: .*left_knee.*left_elbow"):
        stage.sim.reset()
