"""Multirotors: thrusts become a wrench on the base link, by the allocation matrix and nothing else."""

from __future__ import annotations

import logging
import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.actuators import ImplicitActuatorCfg, Thruster, ThrusterCfg
from pippin.assets import Multirotor, MultirotorCfg, make_allocation_matrix, notices
from pippin.controllers import LeeAccController, LeeAccControllerCfg
from pippin.envs.mdp.actions import NavigationActionCfg, ThrustAction, ThrustActionCfg

from .conftest import WALKER, MakeStage, Mechanism, Stage

N = 3
DT = 0.01
SHORT = 1e-4
"""Time step in which a drone that begins at rest does not turn, so that its momentum is all that a wrench gives [s]."""

DRONE = """
<mujoco>
  <worldbody>
    <body name="Drone" pos="0 0 1">
      <freejoint/>
      <inertial mass="1" pos="0.01 -0.02 0.005" quat="0.9 0.1 0.2 0.3" diaginertia="0.01 0.012 0.02"/>
      <body name="Drone/rotor_0" pos="0.15 -0.15 0.02">
        <inertial mass="0.02" pos="0 0 0" diaginertia="1e-4 1e-4 2e-4"/>
      </body>
      <body name="Drone/rotor_1" pos="-0.15 0.15 0.02">
        <inertial mass="0.02" pos="0 0 0" diaginertia="1e-4 1e-4 2e-4"/>
      </body>
      <body name="Drone/arm" pos="0.15 0.15 0">
        <inertial mass="0.01" pos="0 0 0" diaginertia="1e-5 1e-5 1e-5"/>
        <body name="Drone/rotor_2" pos="0 0 0.02">
          <inertial mass="0.02" pos="0 0 0" diaginertia="1e-4 1e-4 2e-4"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A base whose centre of mass and principal axes are not those of its frame, and three rotors fixed to it."""

ROTORS = ["rotor_0", "rotor_1", "rotor_2"]

ALLOCATION = np.array(
    [
        [0.0, 0.1, 0.0],
        [0.2, 0.0, 0.0],
        [1.0, 1.0, 0.9],
        [-0.15, 0.15, 0.15],
        [-0.15, 0.15, -0.15],
        [-0.02, -0.02, 0.02],
    ]
)

INSTANT = {"thrust_range": (-10.0, 10.0), "thrust_const_range": (1e-4, 1e-4)}


def thrusters(*names: str, **fields) -> ThrusterCfg:
    return ThrusterCfg(thruster_names_expr=list(names or ["rotor_.*"]), **{**INSTANT, **fields})


def add_drone(stage: Stage, **fields) -> Multirotor:
    defaults = {"actuators": {"rotors": thrusters()}, "allocation_matrix": ALLOCATION.tolist()}
    cfg = MultirotorCfg(prim_path="{ENV_REGEX_NS}/Drone", **{**defaults, **fields})
    return stage._keep(cfg.class_type(cfg))


def play(
    make_stage: MakeStage,
    gravity: float = 0.0,
    backend: tuple[str, str] = ("mujoco", "cpu"),
    dt: float = DT,
    **fields: object,
) -> tuple[Stage, Multirotor]:
    stage = make_stage(Mechanism(DRONE, ("Drone",)), num_envs=N, dt=dt, gravity=(0.0, 0.0, -gravity), backend=backend)
    drone = add_drone(stage, **fields)
    stage.sim.reset()
    return stage, drone


def momentum(drone: Multirotor) -> tuple[torch.Tensor, torch.Tensor]:
    """Linear momentum [N s], and angular momentum about the base link's centre of mass [N m s], both (N, 3)."""
    data = drone.data
    mass = data.body_mass.torch.double()[..., None]
    velocity, angular = data.body_com_vel_w.torch.double().split(3, dim=-1)
    levers = data.body_com_pos_w.torch.double() - data.body_com_pos_w.torch.double()[:, :1]
    axes = Rotation.from_quat(data.body_com_quat_w.torch.double().reshape(-1, 4).numpy()).as_matrix()
    axes = torch.from_numpy(axes).reshape(N, -1, 3, 3)
    inertia = axes @ data.body_inertia.torch.double().reshape(N, -1, 3, 3) @ axes.mT
    spin = (inertia @ angular[..., None])[..., 0]
    return (mass * velocity).sum(dim=1), (torch.linalg.cross(levers, mass * velocity) + spin).sum(dim=1)


@pytest.mark.parametrize("backend", [("mujoco", "cpu"), ("newton", "cpu")])
def test_momentum_is_what_thrusts_and_composed_wrenches_give(make_stage: MakeStage, backend: tuple[str, str]) -> None:
    """From rest a step adds force and torque times its duration, to within 1e-5 of the greatest."""
    stage, drone = play(make_stage, backend=backend, dt=SHORT)
    turns = Rotation.random(N, random_state=1)
    poses = torch.cat([stage.origins, torch.tensor(turns.as_quat())], dim=1).float()
    generator = torch.Generator().manual_seed(2)
    thrusts = 5.0 * torch.rand(N, 3, generator=generator)
    pushes = {name: torch.randn(N, 1, 3, generator=generator) for name in ("forces", "torques")}
    pulls = {name: torch.randn(N, 1, 3, generator=generator) for name in ("forces", "positions")}

    drone.write_root_pose_to_sim_index(root_pose=poses)
    drone.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
    centre = drone.data.body_com_pos_w.torch[:, 0].double()
    rotor = drone.body_names.index("rotor_1")
    rotor_position = drone.data.body_com_pos_w.torch[:, rotor].double()
    drone.set_thrust_target(thrusts)
    drone.permanent_wrench_composer.add_forces_and_torques(**pushes, body_ids=[0])
    drone.instantaneous_wrench_composer.add_forces_and_torques(forces=pulls["forces"], body_ids=[rotor], is_global=True)
    stage.step(drone)

    wrench_b = thrusts.double().numpy() @ ALLOCATION.T
    push, torque, pull = (a[:, 0].double().numpy() for a in (pushes["forces"], pushes["torques"], pulls["forces"]))
    force = turns.apply(wrench_b[:, :3] + push) + pull
    moment = turns.apply(wrench_b[:, 3:] + torque) + np.cross((rotor_position - centre).numpy(), pull)
    linear, angular = momentum(drone)
    np.testing.assert_allclose(linear, SHORT * force, rtol=0.0, atol=1e-5 * SHORT * np.abs(force).max())
    np.testing.assert_allclose(angular, SHORT * moment, rtol=0.0, atol=1e-5 * SHORT * np.abs(moment).max())


def test_wrenches_of_composers_end_and_thrusts_go_on(make_stage: MakeStage) -> None:
    stage, drone = play(make_stage, dt=SHORT)
    drone.set_thrust_target(torch.ones(N, 3))
    expected = SHORT * ALLOCATION.sum(axis=1)[:3]
    kicks = []
    for kick in (0.0, 1.0, 0.0, 0.0):
        drone.write_root_pose_to_sim_index(root_pose=torch.cat([stage.origins, torch.eye(4)[[3] * N]], dim=1).float())
        drone.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
        if kick:
            drone.instantaneous_wrench_composer.add_forces_and_torques(
                forces=torch.tensor([[[0.0, 0.0, 7.0]]]).repeat(N, 1, 1), body_ids=[0]
            )
        stage.step(drone)
        kicks.append((momentum(drone)[0][0].numpy() - expected) / SHORT)
    np.testing.assert_allclose(kicks, [[0, 0, 0], [0, 0, 7], [0, 0, 0], [0, 0, 0]], atol=1e-3)


def test_the_thrust_follows_its_target_with_the_two_time_constants(make_stage: MakeStage) -> None:
    """Rise and fall of the force on the drone, step by step; float32 rounds thrusts of 4 N."""
    rotors = thrusters(thrust_range=(0.0, 8.0), rise_time_constant=0.1, fall_time_constant=0.04)
    stage, drone = play(make_stage, actuators={"rotors": rotors}, init_state=still())
    applied = []
    for target in [4.0] * 20 + [1.0] * 20:
        drone.set_thrust_target(torch.full((N,), target))
        stage.step(drone)
        applied.append(drone.data.applied_thrust[0, 0].item())
    time = DT * np.arange(1, 21)
    top = 4.0 * (1.0 - math.exp(-0.2 / 0.1))
    expected = [*(4.0 * (1.0 - np.exp(-time / 0.1))), *(1.0 + (top - 1.0) * np.exp(-time / 0.04))]
    np.testing.assert_allclose(applied, expected, atol=1e-5)


def still() -> MultirotorCfg.InitialStateCfg:
    return MultirotorCfg.InitialStateCfg(rps={".*": 0.0})


def test_targets_are_set_for_some_thrusters_of_some_instances(make_stage: MakeStage) -> None:
    _, drone = play(make_stage, init_state=still())
    drone.set_thrust_target(torch.tensor([[5.0, 6.0]]), thruster_ids=[0, 2], env_ids=[1])
    drone.set_thrust_target(wp.array([3.0], dtype=float), thruster_ids=slice(0, 2), env_ids=[2])
    drone.set_thrust_target(torch.tensor([[1.0]]), thruster_ids=[1], env_ids=torch.tensor([0]))
    expected = torch.tensor([[0.0, 1.0, 0.0], [5.0, 0.0, 6.0], [3.0, 3.0, 0.0]])
    torch.testing.assert_close(drone.data.thrust_target, expected)
    drone.set_thrust_target(torch.tensor([1.0, 2.0, 3.0]))
    torch.testing.assert_close(drone.data.thrust_target, torch.tensor([[1.0], [2.0], [3.0]]).expand(N, 3))
    with torch.device("meta"):  # where torch makes tensors by default
        drone.set_thrust_target(np.array([4.0, 5.0], dtype=np.float32), [2], [0, 1])
    torch.testing.assert_close(drone.data.thrust_target[:, 2], torch.tensor([4.0, 5.0, 3.0]))


def test_targets_that_cannot_be_are_refused_and_change_nothing(make_stage: MakeStage) -> None:
    _, drone = play(make_stage)
    before = drone.data.thrust_target.clone()
    with pytest.raises(ValueError, match=r"'target' should have shape \(3, 3\), not \(3, 2\)"):
        drone.set_thrust_target(torch.zeros(N, 2))
    with pytest.raises(ValueError, match="'target' holds NaN or infinity in its rows 1"):
        drone.set_thrust_target(torch.tensor([0.0, math.nan, 0.0]))
    with pytest.raises(TypeError, match="'target' should be of torch.float32, not torch.float64"):
        drone.set_thrust_target(torch.zeros(N, 3).double())
    with pytest.raises(TypeError, match="'target' should be a torch tensor, a Warp array or a ProxyArray, not the num"):
        drone.set_thrust_target(5.0)
    with pytest.raises(IndexError, match=r"'thruster_ids' holds \[3\], but there are 3"):
        drone.set_thrust_target(torch.zeros(N, 1), thruster_ids=[3])
    with pytest.raises(IndexError, match=r"'env_ids' holds \[3\]"):
        drone.set_thrust_target(torch.zeros(1, 3), env_ids=[3])
    torch.testing.assert_close(drone.data.thrust_target, before)


def test_a_tensor_put_in_the_place_of_the_targets_counts(make_stage: MakeStage) -> None:
    stage, drone = play(make_stage)
    drone.data.thrust_target = torch.full((N, 3), 2.0)
    drone.set_thrust_target(torch.tensor([[4.0]]), [1], [0])
    stage.step(drone)
    torch.testing.assert_close(drone.data.applied_thrust, torch.tensor([[2.0, 4.0, 2.0], [2.0] * 3, [2.0] * 3]))


def test_default_speeds_put_in_the_place_of_others_count_from_the_next_reset(make_stage: MakeStage) -> None:
    slow = {"rotors": thrusters(rise_time_constant=100.0, fall_time_constant=100.0)}
    stage, drone = play(make_stage, init_state=still(), actuators=slow)
    drone.data.default_thruster_rps = torch.full((N, 3), 100.0)
    drone.reset([1])
    stage.step(drone)
    torch.testing.assert_close(drone.data.applied_thrust[1], torch.ones(3))  # k n^2 = 1e-4 * 100^2
    assert not drone.data.applied_thrust[[0, 2]].any()


def test_targets_of_joints_are_kept_and_said_to_be_followed_by_nothing(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_said", set())
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=N)
    cfg = MultirotorCfg(
        prim_path="{ENV_REGEX_NS}/Walker",
        actuators={"rotors": ThrusterCfg(thruster_names_expr=[".*_thigh"], thrust_range=(0.0, 10.0))},
        init_state=still(),
    )
    flyer = Multirotor(cfg)
    stage.sim.reset()
    target = torch.rand(N, 4)
    flyer.set_joint_velocity_target_index(target=target)
    flyer.set_joint_velocity_target_index(target=target)
    torch.testing.assert_close(flyer.data.joint_vel_target.torch, target)
    assert caplog.text.count("The joints of multirotors have no actuators") == 1


def test_a_reset_brings_back_the_default_state_of_some_instances(make_stage: MakeStage) -> None:
    init = MultirotorCfg.InitialStateCfg(
        pos=(0.1, 0.2, 1.5),
        lin_vel=(0.3, 0.0, 0.0),
        ang_vel=(0.0, 0.1, 0.0),
        rps={"rotor_[01]": 100.0, "rotor_2": 50.0},
    )
    stage, drone = play(
        make_stage, gravity=9.81, init_state=init, actuators={"rotors": thrusters(rise_time_constant=1.0)}
    )
    thrusts = torch.tensor([1.0, 1.0, 0.25]).expand(N, 3)
    torch.testing.assert_close(drone.data.default_thruster_rps, torch.tensor([100.0, 100.0, 50.0]).expand(N, 3))
    torch.testing.assert_close(drone.data.thrust_target, thrusts)
    torch.testing.assert_close(drone.data.applied_thrust, thrusts)
    drone.set_thrust_target(torch.full((N, 3), 5.0))
    drone.permanent_wrench_composer.add_forces_and_torques(forces=torch.ones(N, 5, 3))
    stage.step(drone, count=3)
    others = drone.data.root_link_pose_w.torch[1:].clone()

    drone.reset([0])
    data = drone.data
    expected = torch.tensor([0.1, 0.2, 1.5, 0.0, 0.0, 0.0, 1.0])
    torch.testing.assert_close(data.root_link_pose_w.torch[0], expected)  # environment 0 stands in the world's origin
    torch.testing.assert_close(data.root_com_vel_w.torch[0], torch.tensor([0.3, 0.0, 0.0, 0.0, 0.1, 0.0]))
    torch.testing.assert_close(data.root_link_pose_w.torch[1:], others)
    torch.testing.assert_close(
        data.thrust_target, torch.stack([thrusts[0], torch.full((3,), 5.0), torch.full((3,), 5.0)])
    )
    torch.testing.assert_close(data.applied_thrust[0], thrusts[0])
    assert (data.applied_thrust[1:] > thrusts[1:]).all()
    assert (drone.permanent_wrench_composer.composed_force.torch[0] == 0.0).all()
    drone.reset()
    torch.testing.assert_close(data.root_link_pos_w.torch, expected[:3] + stage.origins.float())
    stage.step(drone)
    torch.testing.assert_close(data.applied_thrust, thrusts)


def test_thrusters_are_in_the_order_of_their_groups(make_stage: MakeStage) -> None:
    groups = {
        "back": thrusters("rotor_[12]", thrust_const_range=(2e-4, 2e-4)),
        "front": thrusters("rotor_0", thrust_range=(0.0, 0.5)),
    }
    stage, drone = play(make_stage, actuators=groups, dt=SHORT)
    assert drone.thruster_names == drone.data.thruster_names == ["rotor_1", "rotor_2", "rotor_0"]
    assert drone.num_thrusters == 3
    assert [t.num_thrusters for t in drone.actuators.values()] == [2, 1]
    drone.set_thrust_target(torch.tensor([[1.0, 2.0, 3.0]]).repeat(N, 1))
    drone.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
    stage.step(drone)
    torch.testing.assert_close(drone.data.applied_thrust[0], torch.tensor([1.0, 2.0, 0.5]))
    torch.testing.assert_close(drone.data.computed_thrust[0], torch.tensor([1.0, 2.0, 3.0]))
    force = ALLOCATION[:3] @ np.array([1.0, 2.0, 0.5])
    np.testing.assert_allclose(momentum(drone)[0][0], SHORT * force, rtol=1e-4, atol=1e-8)


def test_without_an_allocation_matrix_thrusts_act_on_nothing(make_stage: MakeStage) -> None:
    stage, drone = play(make_stage, allocation_matrix=None)
    drone.set_thrust_target(torch.full((N, 3), 3.0))
    stage.step(drone)
    torch.testing.assert_close(drone.data.applied_thrust, torch.full((N, 3), 3.0))
    assert (drone.data.root_com_vel_w.torch == 0.0).all()
    with pytest.raises(ValueError, match="has no allocation matrix"):
        _ = drone.allocation_matrix


def test_the_allocation_matrix_may_be_changed_in_place(make_stage: MakeStage) -> None:
    stage, drone = play(make_stage)
    np.testing.assert_allclose(drone.allocation_matrix, ALLOCATION, rtol=1e-6)
    drone.allocation_matrix[:] = 0.0
    drone.set_thrust_target(torch.ones(N, 3))
    stage.step(drone)
    assert (drone.data.root_com_vel_w.torch == 0.0).all()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"allocation_matrix": np.ones((6, 4)).tolist()}, r"should have shape \(6, 3\), with a column .* not \(6, 4\)"),
        ({"allocation_matrix": np.ones((4, 3)).tolist()}, r"should have shape \(6, 3\), .* not \(4, 3\)"),
        ({"allocation_matrix": [[1.0, 2.0], [1.0]]}, "allocation_matrix"),
        ({"allocation_matrix": np.full((6, 3), np.nan).tolist()}, "holds NaN"),
        ({"rotor_directions": [1, -1]}, r"should have 3 entries, one for each .*'rotor_2'\], not 2"),
        ({"rotor_directions": [1, -1, 2]}, r"should be 1 or -1 each, not \[1, -1, 2\]"),
        ({"thruster_force_direction": (0.0, 0.0, 2.0)}, "should be a vector of length 1"),
        ({"actuators": {}}, "should be a dict with a ThrusterCfg"),
        (
            {
                "actuators": {
                    "rotors": thrusters(),
                    "arm": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=1.0, damping=1.0),
                }
            },
            r"other actuators than thrusters: \{'arm': 'ImplicitActuatorCfg'\}",
        ),
        ({"actuators": {"rotors": thrusters("propeller_.*")}}, "No name matches 'propeller_.*'.*'rotor_0'"),
        ({"actuators": {"a": thrusters(), "b": thrusters("rotor_1")}}, "'rotor_1' .* is in two groups, 'a' and 'b'"),
        ({"actuators": {"rotors": thrusters(rise_time_constant=-0.1)}}, "rise time constant .* at least 0"),
        ({"init_state": MultirotorCfg.InitialStateCfg(rps={"propeller": 1.0})}, "'init_state.rps' .* No name matches"),
        ({"init_state": MultirotorCfg.InitialStateCfg(rps={".*": math.inf})}, "'init_state.rps' .* is .*inf"),
    ],
)
def test_configs_that_cannot_be_are_refused(make_stage: MakeStage, fields: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play(make_stage, **fields)


def test_default_speeds_beyond_the_thrust_range_are_warned_of(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        _, drone = play(make_stage, actuators={"rotors": thrusters(thrust_range=(0.0, 0.5))})
    assert "push with 1 N to 1 N at their default speeds, which is outside of the thrust range from 0 N" in caplog.text
    assert (drone.data.thrust_target == 0.5).all()


def test_before_play_there_are_no_thrusters_and_after_stop_no_data(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(DRONE, ("Drone",)), num_envs=N)
    drone = add_drone(stage)
    assert drone.thruster_names == [] and drone.num_thrusters == 0
    with pytest.raises(RuntimeError, match="exists in the engine only while the simulation plays"):
        drone.set_thrust_target(torch.zeros(N, 3))
    stage.sim.reset()
    assert drone.thruster_names == ROTORS
    drone.actuators["wrong"] = object()  # type: ignore[assignment]
    with pytest.raises(ValueError, match="'wrong' of a multirotor is a object"):
        _ = drone.thruster_names


def test_a_thruster_model_of_ones_own_is_run(make_stage: MakeStage) -> None:
    class Weak(Thruster):
        def compute(self, control_action):
            control_action = super().compute(control_action)
            self.applied_thrust *= 0.5
            return control_action

    stage, drone = play(make_stage, actuators={"rotors": thrusters(class_type=Weak)})
    drone.set_thrust_target(torch.full((N, 3), 4.0))
    stage.step(drone)
    torch.testing.assert_close(drone.data.applied_thrust, torch.full((N, 3), 2.0))


def test_an_allocation_matrix_follows_from_where_rotors_are_and_how_they_turn() -> None:
    """A rotor's force acts at its place; a counter-clockwise one turns its vehicle clockwise."""
    positions = np.array([[0.2, -0.1, 0.05], [-0.2, 0.1, 0.05]])
    matrix = np.array(make_allocation_matrix(positions, [1, -1], 0.03))
    thrusts = np.array([2.0, 3.0])
    wrench = matrix @ thrusts
    force = thrusts[:, None] * np.array([0.0, 0.0, 1.0])
    np.testing.assert_allclose(wrench[:3], force.sum(axis=0))
    np.testing.assert_allclose(
        wrench[3:], np.cross(positions, force).sum(axis=0) + [0.0, 0.0, -0.03 * 2.0 + 0.03 * 3.0]
    )
    sideways = np.array(make_allocation_matrix([[0.0, 0.0, 1.0]], [1], 0.1, (1.0, 0.0, 0.0)))
    np.testing.assert_allclose(sideways[:, 0], [1.0, 0.0, 0.0, -0.1, 1.0, 0.0])
    with pytest.raises(ValueError, match=r"not shapes \(1, 3\) and \(2,\)"):
        make_allocation_matrix([[0.0, 0.0, 1.0]], [1, 1], 0.1)


@pytest.mark.gpu
def test_the_captured_graph_does_what_single_launches_do(make_stage: MakeStage) -> None:
    results = []
    for capture in (True, False):
        rotors = thrusters(thrust_range=(0.0, 8.0), rise_time_constant=0.1, fall_time_constant=0.04)
        stage, drone = play(make_stage, backend=("newton", "cuda:0"), actuators={"rotors": rotors})
        assert drone._propulsion._can_capture
        drone._propulsion._can_capture = capture
        generator = torch.Generator(device="cuda").manual_seed(0)
        for i in range(8):
            drone.set_thrust_target(8.0 * torch.rand(N, 3, device="cuda", generator=generator))
            if i == 5:
                drone.instantaneous_wrench_composer.add_forces_and_torques(forces=torch.ones(N, 5, 3, device="cuda"))
            stage.step(drone)
        results.append(torch.cat([drone.data.applied_thrust, drone.data.root_com_vel_w.torch], dim=1))
        stage.sim.clear_instance()
    torch.testing.assert_close(results[0], results[1])


def test_an_action_is_scaled_shifted_and_clipped_to_thrusts(make_stage: MakeStage) -> None:
    _, drone = play(make_stage)
    cfg = ThrustActionCfg(
        asset_name="robot",
        scale={"rotor_0": 2.0, "rotor_[12]": 3.0},
        offset=1.0,
        use_default_offset=False,
        clip={"rotor_2": (0.0, 2.0)},
    )
    env = SimpleNamespace(scene={"robot": drone}, num_envs=N, device="cpu")
    action = ThrustAction(cfg, env)
    action.process_actions(torch.tensor([[0.5, 1.0, 1.0]]).repeat(N, 1))
    action.apply_actions()
    assert drone.data.thrust_target.tolist() == [[2.0, 4.0, 2.0]] * N
    action.reset([0])
    assert action.raw_actions[:, 1].tolist() == [0.0, 1.0, 1.0]


def test_navigation_is_a_setpoint_ahead_of_which_the_controller_makes_thrusts(make_stage: MakeStage) -> None:
    """Half of 2 m/s^2, 45 degrees up, without a yaw, and then as least squares share it."""
    _, drone = play(make_stage)
    fixed = {"K_rot_range": ((1.0,) * 3,) * 2, "K_angvel_range": ((0.1,) * 3,) * 2, "max_yaw_rate": 1.0}
    cfg = NavigationActionCfg(
        asset_name="robot",
        controller_cfg=LeeAccControllerCfg(**fixed),
        max_magnitude=2.0,
        max_inclination_angle=math.pi / 2.0,
        max_yaw_command=0.5,
    )
    action = cfg.class_type(cfg, SimpleNamespace(scene={"robot": drone}, num_envs=N, device="cpu"))
    assert action.action_dim == 3
    action.process_actions(torch.tensor([[0.0, 0.5, 0.0]]).repeat(N, 1))
    action.apply_actions()
    setpoint = torch.tensor([[math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0]]).repeat(N, 1)
    wrench = LeeAccController(cfg.controller_cfg, drone, N, "cpu").compute(setpoint)
    expected = np.linalg.lstsq(ALLOCATION, wrench.numpy().T, rcond=None)[0].T
    np.testing.assert_allclose(drone.data.thrust_target, expected, rtol=1e-4, atol=1e-4)
    action.process_actions(torch.tensor([[-3.0, 0.0, 2.0]]).repeat(N, 1))  # clipped to -1 and 1
    torch.testing.assert_close(action.prev_commands, setpoint)
    action.process_actions(torch.zeros(N, 3))
    assert action.prev_commands.tolist() == [[0.0, 0.0, 0.0, 0.5]] * N
    action.reset([1])
    assert action.prev_commands.tolist() == [[0.0, 0.0, 0.0, 0.5], [0.0] * 4, [0.0, 0.0, 0.0, 0.5]]
    with pytest.raises(ValueError, match="'use_default_offset' .* expected False"):
        cfg.class_type(cfg.replace(use_default_offset=True), SimpleNamespace(scene={"robot": drone}, num_envs=N))


def test_thrusts_need_a_multirotor() -> None:
    cfg = ThrustActionCfg(asset_name="robot")
    with pytest.raises(TypeError, match="it should name a multirotor"):
        cfg.class_type(cfg, SimpleNamespace(scene={"robot": object()}, num_envs=1, device="cpu"))
