"""Tendons of articulations: what their springs and limits do, on each engine, and how they are set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import mujoco
import numpy as np
import pytest
import torch
import warp as wp

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation
from pippin.sim import SimulationCfg, SimulationContext

from .tendon_stages import COUPLED, HANGING, NUM_ENVS, body, joint, robot, settle, spawn

G = 9.81
DAMPED = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=2.0)

Backend = tuple[str, str]


@pytest.fixture
def simulation(backend: Backend) -> Iterator[SimulationContext]:
    """A simulation on each backend."""
    name, device = backend
    with SimulationContext(SimulationCfg(dt=0.01, device=device, backend=name)) as context, torch.device(device):
        yield context


@pytest.fixture
def simulation_on_cpu() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as context:
        yield context


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a USD file."""

    def write_file(text: str) -> Path:
        path = tmp_path / "robot.usda"
        path.write_text(text)
        return path

    return write_file


def length(coupled: Articulation) -> torch.Tensor:
    """Length of the tendon of :data:`COUPLED`, without the offset."""
    near, far = coupled.data.joint_pos.torch.T
    return near - 2.0 * far


def pull(simulation: SimulationContext, coupled: Articulation, effort: float, steps: int = 800) -> torch.Tensor:
    """Stretch the tendon of :data:`COUPLED` with a tension, and read its length, without the offset, at rest."""
    coupled.set_joint_effort_target_index(target=effort * torch.tensor([1.0, -2.0]).expand(NUM_ENVS, 2).contiguous())
    settle(simulation, coupled, steps)
    return length(coupled)


# What they do.


@pytest.mark.slow
def test_a_spring_gives_way_by_tension_over_stiffness(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """Within its limits: length + offset = rest + tension / stiffness."""
    coupled = spawn(simulation, write(COUPLED), DAMPED)
    torch.testing.assert_close(
        pull(simulation, coupled, 0.8), torch.full((NUM_ENVS,), 0.8 / 4 + 0.2 - 0.1), atol=1e-3, rtol=0
    )
    # each environment has a spring of its own from now on
    stiffness = torch.tensor([[4.0], [8.0], [16.0]])
    coupled.set_fixed_tendon_stiffness_index(stiffness=stiffness)
    coupled.set_fixed_tendon_rest_length_index(rest_length=0.1)
    coupled.set_fixed_tendon_offset_index(offset=0.05)
    settle(simulation, coupled, 10)
    torch.testing.assert_close(length(coupled), torch.full((NUM_ENVS,), 0.3), atol=1e-3, rtol=0)  # not written yet
    coupled.write_fixed_tendon_properties_to_sim_index()
    settle(simulation, coupled, 500)
    torch.testing.assert_close(length(coupled), 0.8 / stiffness[:, 0] + 0.1 - 0.05, atol=1e-3, rtol=0)


@pytest.mark.slow
def test_force_coefficients_multiply_what_users_see(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """Coefficients of twice the gearing: a spring of 4 N m/rad pulls as one of 8, and so does one that is set."""
    text = COUPLED
    for gearing in (1, -2):
        authored = f"float[] physxTendon:cord:gearing = [{gearing}]"
        text = text.replace(authored, f"{authored}\n        {authored.replace('gearing', 'forceCoefficient', 1)}")
        text = text.replace(f"forceCoefficient = [{gearing}]", f"forceCoefficient = [{2 * gearing}]")
    coupled = spawn(simulation, write(text), DAMPED)
    torch.testing.assert_close(coupled.data.fixed_tendon_stiffness.torch, torch.full((NUM_ENVS, 1), 4.0))
    torch.testing.assert_close(coupled.data.fixed_tendon_limit_stiffness.torch, torch.full((NUM_ENVS, 1), 30.0))
    lengths = pull(simulation, coupled, 0.8)
    torch.testing.assert_close(lengths, torch.full((NUM_ENVS,), 0.8 / 8 + 0.1), atol=1e-3, rtol=0)
    coupled.set_fixed_tendon_stiffness_index(stiffness=2.0)
    coupled.set_fixed_tendon_damping_index(damping=0.5)
    coupled.write_fixed_tendon_properties_to_sim_index()
    lengths = pull(simulation, coupled, 0.8)
    torch.testing.assert_close(lengths, torch.full((NUM_ENVS,), 0.8 / 4 + 0.1), atol=1e-3, rtol=0)


@pytest.mark.slow
def test_limits_are_springs_of_the_stiffness_that_was_set(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """Beyond the limit, the tension is that of the spring and of the limit: both pull."""
    coupled = spawn(simulation, write(COUPLED), DAMPED)
    coupled.set_fixed_tendon_stiffness_index(stiffness=0.0)
    stiffness = torch.tensor([[30.0], [100.0], [1e5]])
    coupled.set_fixed_tendon_limit_stiffness_index(limit_stiffness=stiffness)
    coupled.write_fixed_tendon_properties_to_sim_index()
    # with 1e5 the engine's stiffness ends at 9998 / (dt^2 w), which gives way by far less than the tolerance
    torch.testing.assert_close(pull(simulation, coupled, 3.0), 0.4 + 3.0 / stiffness[:, 0], atol=1e-3, rtol=0)
    torch.testing.assert_close(pull(simulation, coupled, -3.0), -0.6 - 3.0 / stiffness[:, 0], atol=1e-3, rtol=0)


def test_limits_without_stiffness_do_nothing(simulation: SimulationContext, write: Callable[[str], Path]) -> None:
    coupled = spawn(simulation, write(COUPLED), DAMPED)
    coupled.set_fixed_tendon_limit_stiffness_index(limit_stiffness=0.0)
    coupled.write_fixed_tendon_properties_to_sim_index()
    torch.testing.assert_close(
        pull(simulation, coupled, 4.0), torch.full((NUM_ENVS,), 4.0 / 4 + 0.1), atol=2e-3, rtol=0
    )


def test_limits_move_where_they_are_set(simulation: SimulationContext, write: Callable[[str], Path]) -> None:
    coupled = spawn(simulation, write(COUPLED), DAMPED)
    limits = torch.tensor([[[-0.1, 0.3]], [[-0.1, 0.2]], [[-0.1, 0.1]]])
    coupled.set_fixed_tendon_position_limit_index(limit=limits)
    coupled.set_fixed_tendon_limit_stiffness_index(limit_stiffness=1e4)
    coupled.set_fixed_tendon_stiffness_index(stiffness=0.0)
    mask = wp.array([True, False, True], dtype=wp.bool, device=coupled.device)
    coupled.write_fixed_tendon_properties_to_sim_mask(env_mask=mask)
    lengths = pull(simulation, coupled, 2.0) + 0.1
    torch.testing.assert_close(lengths[[0, 2]], limits[[0, 2], 0, 1], atol=1e-3, rtol=0)
    # what was not written is as it was: a spring of 4 N m/rad beside a limit at 0.5 rad of 30 N m/rad
    torch.testing.assert_close(lengths[1], torch.tensor((2.0 + 4 * 0.2 + 30 * 0.5) / 34), atol=1e-3, rtol=0)


def test_damping_takes_energy_along_the_tendon_only(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """With coefficients (1, -2) and equal inertias, the motion along (2, 1) leaves the length alone."""
    coupled = spawn(simulation, write(COUPLED))
    coupled.set_fixed_tendon_stiffness_index(stiffness=0.0)
    coupled.set_fixed_tendon_damping_index(damping=0.2)
    coupled.set_fixed_tendon_limit_stiffness_index(limit_stiffness=0.0)
    coupled.write_fixed_tendon_properties_to_sim_index()
    coupled.write_joint_velocity_to_sim_index(velocity=torch.tensor([[2.0, 1.0], [1.0, -2.0], [3.0, -1.0]]))
    settle(simulation, coupled, 500)
    # (3, -1) is (1, -2) and (2, 1): only the latter stays
    expected = torch.tensor([[2.0, 1.0], [0.0, 0.0], [2.0, 1.0]])
    # the engine integrates the damping of joints on different branches by each: an error of the order of dt b / I
    torch.testing.assert_close(coupled.data.joint_vel.torch, expected, atol=0.02, rtol=0)


def gripper(stiffness: float, damping: float, gearings: tuple[float, ...] = (1.0, -1.0)) -> str:
    """Fingers of 2 kg on slides, on the tendon of an arm of PhysX's: there it keeps the fingers together."""
    parts = []
    for number, gearing in enumerate(gearings):
        own = f"float[] physxTendon:cord:gearing = [{gearing}]"
        if number == 0:
            own += f"""
        float physxTendon:cord:stiffness = {stiffness}
        float physxTendon:cord:damping = {damping}
        float physxTendon:cord:limitStiffness = 0
        float physxTendon:cord:restLength = 0.02"""
        schema = "PhysxTendonAxisRootAPI:cord" if number == 0 else "PhysxTendonAxisAPI:cord"
        parts += [body(f"finger{number}"), joint("Prismatic", f"slide{number}", f"finger{number}", schema, own)]
    return robot(*parts)


@pytest.mark.parametrize(("stiffness", "damping"), [(1e6, 0.0), (1e8, 1e5), (1e12, 0.0)])
def test_fingers_that_a_stiff_tendon_ties_move_as_one(
    simulation: SimulationContext, write: Callable[[str], Path], stiffness: float, damping: float
) -> None:
    """PhysX's old grippers: ``K h^2 w`` is 100 to 1e8, with which the engine's own springs diverge."""
    hand = spawn(simulation, write(gripper(stiffness, damping)))
    if stiffness * 1e-4 < 9998.0:  # stiffer ones are as stiff as the engine can
        torch.testing.assert_close(
            hand.data.fixed_tendon_stiffness.torch, torch.full((NUM_ENVS, 1), stiffness), rtol=1e-3, atol=0
        )
    hand.set_joint_effort_target_index(target=torch.tensor([[4.0, 0.0]] * NUM_ENVS))
    settle(simulation, hand, 50)
    # along gravity, each finger falls by g t, less what the effort does to both together: 4 N on 4 kg for 0.5 s
    velocity = hand.data.joint_vel.torch
    torch.testing.assert_close(velocity[:, 0], velocity[:, 1], atol=2e-3, rtol=0)
    torch.testing.assert_close(velocity.mean(dim=1), torch.full((NUM_ENVS,), (1.0 - G) * 0.5), atol=5e-3, rtol=0)
    lengths = hand.data.joint_pos.torch[:, 0] - hand.data.joint_pos.torch[:, 1]
    # the tension of 2 N stretches it by 2 N / K, and the engine's stiffest by 2 h^2 w / 9998
    torch.testing.assert_close(lengths, torch.full((NUM_ENVS,), 0.02 + 2.0 / stiffness), atol=2e-4, rtol=0)


def test_stiff_damping_leaves_alone_what_the_tendon_does(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """Three fingers with the gearings 1, -1, -1: (2, 1, 1) leaves the length alone, (1, -1, -1) is stopped."""
    hand = spawn(simulation, write(gripper(0.0, 1e5, (1.0, -1.0, -1.0))))
    hand.write_joint_velocity_to_sim_index(velocity=torch.tensor([[2.0, 1.0, 1.0], [1.0, -1.0, -1.0], [3.0, 0.0, 0.0]]))
    settle(simulation, hand, 20)
    fallen = hand.data.joint_vel.torch - torch.tensor([[2.0, 1.0, 1.0], [0.0, 0.0, 0.0], [2.0, 1.0, 1.0]])
    # gravity accelerates all alike; what of it changes the length is taken away: of (1, 1, 1), a third of -1 along it
    expected = -G * 0.2 * (torch.ones(3) + torch.tensor([1.0, -1.0, -1.0]) / 3.0)
    torch.testing.assert_close(fallen, expected.expand(3, 3), atol=5e-3, rtol=0)


def test_stiff_springs_take_what_is_written(simulation: SimulationContext, write: Callable[[str], Path]) -> None:
    hand = spawn(simulation, write(gripper(1e6, 1e3)), DAMPED)
    hand.set_fixed_tendon_stiffness_index(stiffness=torch.tensor([[100.0], [1e3], [1e7]]))
    hand.set_fixed_tendon_damping_index(damping=100.0)
    hand.set_fixed_tendon_rest_length_index(rest_length=0.1)
    hand.write_fixed_tendon_properties_to_sim_index()
    hand.set_joint_effort_target_index(target=torch.tensor([[2.0, -2.0]] * NUM_ENVS))
    settle(simulation, hand, 1000)
    lengths = hand.data.joint_pos.torch[:, 0] - hand.data.joint_pos.torch[:, 1]
    expected = 0.1 + 2.0 / torch.tensor([100.0, 1e3, 1e7])
    torch.testing.assert_close(lengths, expected, atol=2e-4, rtol=0)


def test_tendons_that_are_made_stiff_while_playing_are_as_those_that_begin_so(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """``K h^2 w`` is 0.01 at first, and then 100, 1e4 and again 0.01: the tension of 2 N stretches by 2 N / K."""
    hand = spawn(simulation, write(gripper(100.0, 0.0)), DAMPED.replace(damping=20.0))
    settle(simulation, hand, 10)
    stiffness = torch.tensor([[1e6], [1e8], [100.0]])
    hand.set_fixed_tendon_stiffness_index(stiffness=stiffness)
    hand.set_fixed_tendon_rest_length_index(rest_length=0.05)
    hand.write_fixed_tendon_properties_to_sim_index()
    torch.testing.assert_close(hand.data.fixed_tendon_stiffness.torch, stiffness)
    hand.set_joint_effort_target_index(target=torch.tensor([[2.0, -2.0]] * NUM_ENVS))
    settle(simulation, hand, 1000)
    lengths = hand.data.joint_pos.torch[:, 0] - hand.data.joint_pos.torch[:, 1]
    torch.testing.assert_close(lengths, 0.05 + 2.0 / stiffness[:, 0], atol=2e-4, rtol=0)


def test_what_becomes_soft_again_is_the_spring_of_the_engine(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """A tendon that was stiff for a while swings afterwards as one that never was, to rounding."""
    hand = spawn(simulation, write(gripper(100.0, 0.0)))
    for stiffness in ([100.0], [1e7], [1e4]), ([100.0], [100.0], [100.0]):
        hand.set_fixed_tendon_stiffness_index(stiffness=torch.tensor(stiffness))
        hand.write_fixed_tendon_properties_to_sim_index()
        settle(simulation, hand, 3)
    hand.write_joint_position_to_sim_index(position=torch.tensor([[0.1, 0.0]] * NUM_ENVS))
    hand.write_joint_velocity_to_sim_index(velocity=torch.zeros((NUM_ENVS, 2)))
    settle(simulation, hand, 40)
    position = hand.data.joint_pos.torch
    torch.testing.assert_close(position[1:], position[:1].expand(2, 2), atol=1e-5, rtol=0)
    assert (position[0, 0] - position[0, 1] - 0.1).abs() > 1e-3, "or else nothing swings"


@pytest.mark.slow
def test_a_load_hangs_from_a_spatial_tendon(simulation: SimulationContext, write: Callable[[str], Path]) -> None:
    """Of length 2 d it pulls with 2 k (2 d + offset - rest), which is the weight."""
    hanging = spawn(simulation, write(HANGING), DAMPED.replace(damping=40.0))
    assert hanging.spatial_tendon_names == ["top"]
    assert hanging.num_spatial_tendons == 1
    assert hanging.find_spatial_tendons("t.p") == ([0], ["top"])

    def distance() -> torch.Tensor:
        settle(simulation, hanging, 400)
        return 1.0 - (hanging.data.joint_pos.torch[:, 0] + 0.25)

    weight = 2.0 * G
    torch.testing.assert_close(distance(), torch.full((NUM_ENVS,), (1.5 + weight / 200) / 2), atol=1e-3, rtol=0)
    stiffness = torch.tensor([[100.0], [200.0], [400.0]])
    hanging.set_spatial_tendon_stiffness_index(stiffness=stiffness)
    hanging.set_spatial_tendon_offset_index(offset=0.1)
    hanging.write_spatial_tendon_properties_to_sim_index()
    torch.testing.assert_close(distance(), (1.4 + weight / (2 * stiffness[:, 0])) / 2, atol=1e-3, rtol=0)


FINGER = """<mujoco>
  <worldbody>
    <body name="palm"><geom size="0.05" mass="1"/><site name="palm" pos="0 0 0.1"/>
      <body name="near">
        <joint name="near" axis="0 1 0"/><geom size="0.02" pos="0.1 0 0" mass="0.1"/>
        <site name="near" pos="0.1 0 0.03"/>
        <body name="far" pos="0.2 0 0">
          <joint name="far" axis="0 1 0" stiffness="0.5"/><geom size="0.02" pos="0.1 0 0" mass="0.1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="finger"><joint joint="near" coef="1"/><joint joint="far" coef="0.5"/></fixed>
    <spatial name="cable"><site site="palm"/><site site="near"/></spatial>
  </tendon>
  <actuator><position tendon="finger" kp="5" kv="0.1"{}/><position tendon="cable" kp="80"/></actuator>
</mujoco>"""
"""A finger of two joints that servos pull by a tendon over both and a cable to the first link."""


@pytest.mark.slow
@pytest.mark.parametrize("force_range", ["", ' forcerange="-0.3 0.15"'], ids=["", "limited"])
def test_servos_of_an_mjcf_hold_the_lengths_that_are_set_as_mujoco_holds_its_controls(
    simulation: SimulationContext, tmp_path: Path, force_range: str
) -> None:
    """A control is the rest length of a fixed tendon, and the offset of a spatial one, less."""
    file = tmp_path / "finger.xml"
    file.write_text(FINGER.format(force_range))
    model = mujoco.MjModel.from_xml_path(str(file))
    model.dof_damping[:] = 0.2
    finger = spawn(simulation, file, DAMPED.replace(damping=0.2))
    assert finger.joint_names == ["near", "far"]
    data = finger.data
    for name, value in {"stiffness": 5.0, "damping": 0.1, "rest_length": 0.0}.items():
        torch.testing.assert_close(getattr(data, f"fixed_tendon_{name}").torch, torch.full((NUM_ENVS, 1), value))
    controls = torch.tensor([[0.0, 0.1], [0.6, 0.05], [-1.0, 0.15]])
    finger.set_fixed_tendon_rest_length_index(rest_length=controls[:, :1].contiguous())
    finger.set_fixed_tendon_stiffness_index(stiffness=6.0)
    model.actuator_gainprm[0, 0], model.actuator_biasprm[0, 1] = 6.0, -6.0
    finger.set_spatial_tendon_offset_index(offset=-controls[:, 1:].contiguous())
    finger.write_fixed_tendon_properties_to_sim_index()
    finger.write_spatial_tendon_properties_to_sim_index()
    settle(simulation, finger, 800)
    for control, positions in zip(controls.cpu().numpy(), finger.data.joint_pos.torch.cpu().numpy(), strict=True):
        data = mujoco.MjData(model)
        data.ctrl[:] = control
        for _ in range(4000):
            mujoco.mj_step(model, data)
        # what joints that are damped so well still creep
        np.testing.assert_allclose(positions, data.qpos, atol=2e-3)


@pytest.mark.slow
def test_a_hand_bends_as_its_tendons_couple_the_joints(simulation: SimulationContext) -> None:
    """The Shadow hand of gymnasium-robotics holds 0.00705 FFJ0 - 0.00805 FFJ1 within 0.001."""
    try:
        files = metadata.distribution("gymnasium-robotics")
    except metadata.PackageNotFoundError:
        pytest.skip("the package gymnasium-robotics is not installed")
    path = Path(str(files.locate_file("gymnasium_robotics/envs/assets/hand/reach.xml")))
    hand = spawn(simulation, path, DAMPED.replace(stiffness=1.0, damping=0.1), num_envs=2)
    couplings, _ = hand.find_fixed_tendons(["robot0_T_(FF|MF|RF|LF)J1c"])
    assert len(couplings) == 4
    torch.testing.assert_close(
        hand.data.fixed_tendon_pos_limits.torch[:, couplings], torch.tensor([-0.001, 0.001]).expand(2, 4, 2)
    )
    distal, middle = ([i for i, name in enumerate(hand.joint_names) if name.endswith(end)] for end in ("FJ0", "FJ1"))
    target = hand.data.default_joint_pos.torch.clone()
    target[:, middle] = 1.2  # the distal joints are told to stay straight
    hand.set_joint_position_target_index(target=target)
    settle(simulation, hand, 200)
    positions = hand.data.joint_pos.torch
    coupled = 0.00705 * positions[:, distal] - 0.00805 * positions[:, middle]
    assert (positions[:, distal] > 0.3).all()
    # limits of MuJoCo give way as contacts do
    assert (coupled.abs() < 0.0015).all()
    hand.set_fixed_tendon_position_limit_index(
        limit=torch.tensor([-1.0, 1.0]).expand(2, 4, 2).contiguous(), fixed_tendon_ids=couplings
    )
    hand.write_fixed_tendon_properties_to_sim_index()
    settle(simulation, hand, 200)
    assert (hand.data.joint_pos.torch[:, distal] < 0.1).all()


def test_targets_are_lengths_at_which_the_spring_rests(
    simulation: SimulationContext, write: Callable[[str], Path]
) -> None:
    """Length = target + tension / stiffness, from the next step on, for the environments that are named."""
    coupled = spawn(simulation, write(COUPLED), DAMPED)
    device = coupled.device
    target = torch.tensor([[0.3], [-0.2]], device=device)
    coupled.set_fixed_tendon_position_target_index(target=target, env_ids=[0, 2])
    lengths = pull(simulation, coupled, 0.8)
    before = 0.2 - 0.1  # the rest length, less the offset
    expected = torch.tensor([0.3, before, -0.2][:NUM_ENVS], device=device) + 0.8 / 4
    torch.testing.assert_close(lengths, expected, atol=1e-3, rtol=0)
    mask = wp.array([False, True, False], dtype=wp.bool, device=str(device))
    coupled.set_fixed_tendon_position_target_mask(target=torch.full((NUM_ENVS, 1), 0.1, device=device), env_mask=mask)
    expected[1] = 0.1 + 0.8 / 4
    torch.testing.assert_close(pull(simulation, coupled, 0.8), expected, atol=1e-3, rtol=0)


def test_targets_of_another_shape_are_refused(
    simulation_on_cpu: SimulationContext, write: Callable[[str], Path]
) -> None:
    coupled = spawn(simulation_on_cpu, write(COUPLED))
    offsets = coupled.data.fixed_tendon_offset.torch.clone()
    with pytest.raises(ValueError, match=r"\(2, 1\)"):
        coupled.set_fixed_tendon_position_target_index(target=torch.zeros(NUM_ENVS, 1), env_ids=[0, 2])
    torch.testing.assert_close(coupled.data.fixed_tendon_offset.torch, offsets)


# How they are set.


def test_what_a_stage_says(simulation_on_cpu: SimulationContext, write: Callable[[str], Path]) -> None:
    coupled = spawn(simulation_on_cpu, write(COUPLED))
    data = coupled.data
    assert coupled.fixed_tendon_names == data.fixed_tendon_names == ["near"]
    assert (coupled.num_fixed_tendons, coupled.num_spatial_tendons, coupled.spatial_tendon_names) == (1, 0, [])
    assert data.spatial_tendon_stiffness.torch.shape == (NUM_ENVS, 0)
    values = {"stiffness": 4.0, "damping": 3.0, "limit_stiffness": 30.0, "rest_length": 0.2, "offset": 0.1}
    for name, value in values.items():
        torch.testing.assert_close(getattr(data, f"fixed_tendon_{name}").torch, torch.full((NUM_ENVS, 1), value))
    expected = torch.tensor([[-0.5, 0.5]]).expand(NUM_ENVS, 1, 2)
    torch.testing.assert_close(data.fixed_tendon_pos_limits.torch, expected)
    torch.testing.assert_close(data.fixed_tendon_limit.torch, expected)
    with pytest.warns(DeprecationWarning, match="keep a copy of 'fixed_tendon_stiffness' instead"):
        default = data.default_fixed_tendon_stiffness.torch.clone()
    coupled.set_fixed_tendon_stiffness_index(stiffness=9.0)
    with pytest.warns(DeprecationWarning, match="keep a copy"):
        torch.testing.assert_close(data.default_fixed_tendon_stiffness.torch, default)


class Family(NamedTuple):
    """Methods that set a property, by kind and name, the keyword of the values, and the attribute that reads them."""

    kind: str
    name: str
    argument: str
    quantity: str


FAMILIES = [
    *(
        Family("fixed", name, name, name)
        for name in ("stiffness", "damping", "limit_stiffness", "rest_length", "offset")
    ),
    Family("fixed", "position_limit", "limit", "pos_limits"),
    *(Family("spatial", name, name, name) for name in ("stiffness", "damping", "limit_stiffness", "offset")),
]

SEVERAL = """<mujoco><worldbody>
  <body name="base">
    <geom size="0.1" mass="1"/><site name="a" pos="0 0 1"/><site name="b" pos="0 1 1"/><site name="c" pos="1 0 1"/>
    <body name="first"><geom size="0.1" mass="1"/><site name="d"/><joint name="p" type="slide" axis="0 0 1"/></body>
    <body name="second"><geom size="0.1" mass="1"/><joint name="q" type="slide" axis="0 0 1"/></body>
  </body></worldbody>
  <tendon>
    <fixed name="sum"><joint joint="p" coef="1"/><joint joint="q" coef="1"/></fixed>
    <spatial name="left"><site site="a"/><site site="d"/></spatial>
    <fixed name="difference"><joint joint="p" coef="1"/><joint joint="q" coef="-1"/></fixed>
    <spatial name="right"><site site="b"/><site site="d"/></spatial>
    <fixed name="twice"><joint joint="p" coef="2"/></fixed>
    <spatial name="middle"><site site="c"/><site site="d"/></spatial>
  </tendon></mujoco>"""
"""Three fixed tendons and three spatial ones."""


@pytest.fixture
def several(simulation_on_cpu: SimulationContext, tmp_path: Path) -> Articulation:
    path = tmp_path / "several.xml"
    path.write_text(SEVERAL)
    torch.manual_seed(0)
    return spawn(simulation_on_cpu, path)


def values_of(family: Family, *shape: int) -> torch.Tensor:
    if family.name == "position_limit":
        return torch.stack([-torch.rand(shape), torch.rand(shape)], dim=-1)
    return torch.rand(shape)


def read(several: Articulation, family: Family) -> torch.Tensor:
    return getattr(several.data, f"{family.kind}_tendon_{family.quantity}").torch.clone()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: f"{family.kind} {family.name}")
def test_values_arrive_at_the_tendons_that_are_chosen(several: Articulation, family: Family) -> None:
    kind = family.kind
    method = getattr(several, f"set_{kind}_tendon_{family.name}_index")
    before, values = read(several, family), values_of(family, 2, 2)
    method(**{family.argument: values, f"{kind}_tendon_ids": [2, 0], "env_ids": torch.tensor([1, 2])})
    expected = before.clone()
    expected[1:, [2, 0]] = values
    torch.testing.assert_close(read(several, family), expected)

    full = values_of(family, NUM_ENVS, 3)
    method(**{family.argument: full, f"{kind}_tendon_ids": [1], "env_ids": [0], "full_data": True})
    expected[0, 1] = full[0, 1]
    torch.testing.assert_close(read(several, family), expected)

    masks = torch.tensor([True, False, False]), torch.tensor([False, True, True])
    full = values_of(family, NUM_ENVS, 3)
    getattr(several, f"set_{kind}_tendon_{family.name}_mask")(
        **{family.argument: wp.from_torch(full), "env_mask": masks[0], f"{kind}_tendon_mask": wp.from_torch(masks[1])}
    )
    expected[0, 1:] = full[0, 1:]
    torch.testing.assert_close(read(several, family), expected)

    method(**{family.argument: 0.25})
    torch.testing.assert_close(read(several, family), torch.full_like(expected, 0.25))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: f"{family.kind} {family.name}")
def test_older_names_do_the_same_and_warn(several: Articulation, family: Family) -> None:
    name = f"set_{family.kind}_tendon_{family.name}"
    values = values_of(family, NUM_ENVS, 3)
    with pytest.warns(DeprecationWarning, match=f"'{name}' is deprecated: use '{name}_index'"):
        getattr(several, name)(values)
    torch.testing.assert_close(read(several, family), values)


def test_older_names_hand_over_what_was_set(several: Articulation) -> None:
    for kind in ("fixed", "spatial"):
        getattr(several, f"set_{kind}_tendon_stiffness_index")(stiffness=5.0)
        with pytest.warns(DeprecationWarning, match=f"use 'write_{kind}_tendon_properties_to_sim_index'"):
            getattr(several, f"write_{kind}_tendon_properties_to_sim")([1], [0, 2])
        view = getattr(several.root_view, f"{kind}_tendons")
        in_engine = wp.to_torch(view.read("stiffness", wp.zeros((NUM_ENVS, 3), dtype=float)))
        expected = torch.zeros(NUM_ENVS, 3)
        expected[[0, 2]] = 5.0  # of all tendons, as in Isaac Lab
        torch.testing.assert_close(in_engine, expected)
    several.write_spatial_tendon_properties_to_sim_mask(spatial_tendon_mask=torch.tensor([False, False, True]))
    assert view.read("stiffness", wp.zeros((NUM_ENVS, 3), dtype=float)).numpy()[:, 2].tolist() == [5.0] * 3


def test_root_views_set_all_properties_at_once(several: Articulation) -> None:
    view, data = several.root_view, several.data
    assert (view.max_fixed_tendons, view.max_spatial_tendons) == (3, 3)
    names = ("stiffness", "damping", "limit_stiffness", "rest_length", "offset")
    values = {name: torch.rand(NUM_ENVS, 3) for name in names}
    limit = torch.stack([-torch.rand(NUM_ENVS, 3), torch.rand(NUM_ENVS, 3)], dim=-1)
    before = data.fixed_tendon_stiffness.torch.clone()
    view.set_fixed_tendon_properties(**values, limit=limit, indices=[0, 2])
    getters = {
        "stiffness": view.get_fixed_tendon_stiffnesses,
        "damping": view.get_fixed_tendon_dampings,
        "limit_stiffness": view.get_fixed_tendon_limit_stiffnesses,
        "rest_length": view.get_fixed_tendon_rest_lengths,
        "offset": view.get_fixed_tendon_offsets,
    }
    for name, getter in getters.items():
        torch.testing.assert_close(getter().torch[[0, 2]], values[name][[0, 2]])
        torch.testing.assert_close(getattr(data, f"fixed_tendon_{name}").torch, getter().torch)
    torch.testing.assert_close(view.get_fixed_tendon_stiffnesses().torch[1], before[1])
    torch.testing.assert_close(view.get_fixed_tendon_limits().torch[[0, 2]], limit[[0, 2]])
    spatial = {name: torch.rand(NUM_ENVS, 3) for name in ("stiffness", "damping", "limit_stiffness", "offset")}
    view.set_spatial_tendon_properties(**spatial)
    torch.testing.assert_close(view.get_spatial_tendon_stiffnesses().torch, spatial["stiffness"])
    torch.testing.assert_close(data.spatial_tendon_offset.torch, spatial["offset"])
    with pytest.raises(ValueError, match="'damping' should be at least 0, but holds -1"):
        view.set_spatial_tendon_properties(**(spatial | {"damping": -torch.ones(NUM_ENVS, 3)}))


def test_tendons_are_found_by_name(several: Articulation) -> None:
    assert several.fixed_tendon_names == ["sum", "difference", "twice"]
    assert several.find_fixed_tendons(["t.*", "s.*"], preserve_order=True) == ([2, 0], ["twice", "sum"])
    assert several.find_fixed_tendons(".*", tendon_subsets=["twice", "sum"]) == ([2, 0], ["twice", "sum"])
    assert several.find_spatial_tendons("(left|right)") == ([0, 1], ["left", "right"])
    with pytest.raises(ValueError, match=r"'rope'.*sum"):
        several.find_fixed_tendons("rope")
    with pytest.raises(ValueError, match=r"'tendon_subsets' names \['rope'\]; expected some of the tendons \['sum'"):
        several.find_fixed_tendons(".*", tendon_subsets=["rope"])


@pytest.mark.parametrize(
    ("method", "arguments", "error", "message"),
    [
        ("set_fixed_tendon_stiffness_index", {"stiffness": -1.0}, ValueError, "'stiffness' should be at least 0"),
        ("set_fixed_tendon_damping_index", {"damping": float("nan")}, ValueError, "'damping' should be at least 0"),
        ("set_spatial_tendon_offset_index", {"offset": float("inf")}, ValueError, "'offset' holds NaN or infinity"),
        (
            "set_fixed_tendon_position_limit_index",
            {"limit": torch.tensor([0.2, 0.1]).expand(NUM_ENVS, 3, 2).contiguous()},
            ValueError,
            r"'limit' holds a lower limit above its upper one, \[0.2",
        ),
        (
            "set_fixed_tendon_stiffness_index",
            {"stiffness": torch.ones(NUM_ENVS, 2)},
            ValueError,
            r"'stiffness' should have shape \(3, 3\), not \(3, 2\)",
        ),
        (
            "set_spatial_tendon_damping_index",
            {"damping": 1.0, "spatial_tendon_ids": [3]},
            IndexError,
            r"'spatial_tendon_ids' holds \[3\], but there are 3",
        ),
        (
            "set_fixed_tendon_offset_mask",
            {"offset": 0.0, "fixed_tendon_mask": torch.tensor([True])},
            ValueError,
            r"'fixed_tendon_mask' should have shape \(3,\), not \(1,\)",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    several: Articulation, method: str, arguments: dict, error: type[Exception], message: str
) -> None:
    before = {family: read(several, family) for family in FAMILIES}
    with pytest.raises(error, match=message):
        getattr(several, method)(**arguments)
    for family, values in before.items():
        torch.testing.assert_close(read(several, family), values)


def test_an_articulation_without_tendons_takes_calls_for_all_of_them(
    simulation_on_cpu: SimulationContext, write: Callable[[str], Path]
) -> None:
    plain = spawn(simulation_on_cpu, write(robot(body("load"), joint("Revolute", "hinge", "load"))))
    plain.set_fixed_tendon_stiffness_index(stiffness=1.0)
    plain.write_fixed_tendon_properties_to_sim_index()
    plain.write_spatial_tendon_properties_to_sim_index()
    assert plain.num_fixed_tendons == plain.num_spatial_tendons == 0
