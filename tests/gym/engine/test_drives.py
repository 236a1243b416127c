"""What drives DOFs: efforts, targets, gains, limits, friction, as the equations of motion have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

unwrap = gymtorch.unwrap_tensor

SLIDE = """
<robot name="slide">
  <link name="rail"/>
  <link name="block"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/>
    <limit lower="-50" upper="50" effort="40" velocity="10"/></joint>
</robot>"""
"""A block of 2 kg that slides along x, driven by 40 N at most."""


class Slides:
    """Blocks on rails, one in each environment, each with properties of its own."""

    def __init__(self, gym: gymapi.Gym, sim: gymapi.Sim, file: tuple[str, str], device: torch.device):
        self.gym, self.sim, self.device = gym, sim, device
        options = gymapi.AssetOptions()
        options.fix_base_link = True
        self.asset = gym.load_asset(sim, *file, options)
        self.envs: list[gymapi.Env] = []

    def add(self, **properties: float) -> None:
        """Add an environment whose block has these properties of its DOF."""
        env = self.gym.create_env(self.sim, gymapi.Vec3(), gymapi.Vec3(), 10)
        self.envs.append(env)
        self.gym.create_actor(env, self.asset, gymapi.Transform())
        self.set(len(self.envs) - 1, **properties)

    def set(self, index: int, **properties: float) -> None:
        """Set properties of one DOF."""
        records = self.gym.get_actor_dof_properties(self.envs[index], 0)
        for name, value in properties.items():
            records[name] = value
        assert self.gym.set_actor_dof_properties(self.envs[index], 0, records)

    def start(self) -> torch.Tensor:
        """Prepare; returns positions and velocities, shape (num_envs, 2)."""
        self.gym.prepare_sim(self.sim)
        return gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))

    def values(self, values: Sequence[float] | float) -> gymapi.Tensor:
        """A tensor with a value for each DOF."""
        numbers = np.broadcast_to(np.float32(values), (len(self.envs),)).copy()
        return unwrap(torch.tensor(numbers, device=self.device))

    def step(self, count: int = 1) -> None:
        for _ in range(count):
            self.gym.simulate(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)


@pytest.fixture
def slides(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, device: torch.device) -> Slides:
    return Slides(gym, sim, write("slide.urdf", SLIDE), device)


NONE, POS, VEL, EFFORT = gymapi.DOF_MODE_NONE, gymapi.DOF_MODE_POS, gymapi.DOF_MODE_VEL, gymapi.DOF_MODE_EFFORT


def test_efforts_accelerate_dofs_of_mode_effort_only(slides: Slides) -> None:
    """Dv = F dt / m; the last one is beyond the limit of 40 N."""
    for mode in (EFFORT, EFFORT, NONE, POS, VEL, EFFORT):
        slides.add(driveMode=mode)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values([6.0, -20.0, 6.0, 6.0, 6.0, 1e3]))
    slides.step()
    np.testing.assert_allclose(states[:, 1].cpu(), [0.03, -0.1, 0.0, 0.0, 0.0, 0.2], atol=1e-6)


def test_efforts_last_until_they_are_set_again(slides: Slides) -> None:
    slides.add(driveMode=EFFORT)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(6.0))
    slides.step(4)
    np.testing.assert_allclose(states[0, 1].item(), 0.12, rtol=1e-5)
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(0.0))
    slides.step(4)
    np.testing.assert_allclose(states[0, 1].item(), 0.12, rtol=1e-5)


def test_efforts_of_some_actors(slides: Slides) -> None:
    for _ in range(3):
        slides.add(driveMode=EFFORT)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(-2.0))
    indices = torch.tensor([2, 0], dtype=torch.int32, device=slides.device)
    slides.gym.set_dof_actuation_force_tensor_indexed(slides.sim, slides.values([2.0, 4.0, 6.0]), unwrap(indices), 2)
    slides.step()
    np.testing.assert_allclose(states[:, 1].cpu(), [0.01, -0.01, 0.03], atol=1e-6)


def test_position_drives_are_springs_and_dampers(slides: Slides) -> None:
    """The step is implicit in the gains: v' = v + dt F(q + dt v', v') / m, for a block at rest and 40 N at most."""
    gains = [(20.0, 4.0), (20.0, 0.0), (0.0, 4.0), (1000.0, 0.0)]
    for stiffness, damping in gains:
        slides.add(driveMode=POS, stiffness=stiffness, damping=damping)
    states = slides.start()
    targets = np.array([1.0, -0.5, 1.0, 1.0])
    slides.gym.set_dof_position_target_tensor(slides.sim, slides.values(targets))
    slides.step()
    speeds = states[:, 1].cpu().numpy().copy()
    dt, mass = 0.01, 2.0
    for index, (stiffness, damping) in enumerate(gains[:3]):
        force_at_rest = stiffness * targets[index]
        explicit, implicit = (
            dt * force_at_rest / mass,
            dt * force_at_rest / (mass + dt * damping + dt**2 * stiffness),
        )
        assert min(explicit, implicit) - 1e-6 <= speeds[index] <= max(explicit, implicit) + 1e-6
    np.testing.assert_allclose(speeds[3], 40.0 * dt / mass, rtol=1e-5)


def test_position_drives_reach_their_targets(slides: Slides) -> None:
    slides.add(driveMode=POS, stiffness=200.0, damping=40.0)  # critical damping: 2 sqrt(200 * 2)
    slides.add(driveMode=POS, stiffness=200.0, damping=40.0)
    states = slides.start()
    slides.gym.set_dof_position_target_tensor(slides.sim, slides.values([0.3, -0.2]))
    slides.step(200)
    np.testing.assert_allclose(states.cpu(), [[0.3, 0.0], [-0.2, 0.0]], atol=1e-4)


def test_velocity_drives_reach_their_targets_whatever_their_stiffness(slides: Slides) -> None:
    slides.add(driveMode=VEL, damping=20.0)
    slides.add(driveMode=VEL, damping=20.0, stiffness=500.0)
    states = slides.start()
    slides.gym.set_dof_velocity_target_tensor(slides.sim, slides.values([0.5, -0.5]))
    slides.step(200)
    np.testing.assert_allclose(states[:, 1].cpu(), [0.5, -0.5], atol=1e-4)


def test_targets_that_a_mode_does_not_follow_may_be_anything(slides: Slides) -> None:
    slides.add(driveMode=EFFORT)
    slides.add(driveMode=NONE)
    states = slides.start()
    nothing = slides.values(np.nan)
    slides.gym.set_dof_position_target_tensor(slides.sim, nothing)
    slides.gym.set_dof_velocity_target_tensor(slides.sim, nothing)
    slides.step()
    assert states.cpu().numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_stiffness_and_damping_beside_a_motor_are_a_spring_and_a_damper(slides: Slides) -> None:
    """As joints of an MJCF have them. In equilibrium the spring holds the motor: q = F / k."""
    slides.add(driveMode=EFFORT, stiffness=50.0, damping=20.0)
    slides.add(driveMode=NONE, stiffness=50.0, damping=20.0)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(10.0))
    slides.step(400)
    np.testing.assert_allclose(states.cpu(), [[0.2, 0.0], [0.0, 0.0]], atol=1e-4)


def test_armature_adds_to_the_mass(slides: Slides) -> None:
    slides.add(driveMode=EFFORT, armature=3.0)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(10.0))
    slides.step()
    np.testing.assert_allclose(states[0, 1].item(), 10.0 * 0.01 / (2.0 + 3.0), rtol=1e-5)


def test_friction_holds_what_is_weaker(slides: Slides) -> None:
    slides.add(driveMode=EFFORT, friction=5.0)
    slides.add(driveMode=EFFORT, friction=5.0)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values([4.0, 25.0]))
    slides.step(100)
    assert abs(states[0, 1].item()) < 0.02, "friction is a little soft, so it creeps"
    np.testing.assert_allclose(states[1, 1].item(), (25.0 - 5.0) / 2.0, rtol=0.02)


def test_limits_of_positions(slides: Slides) -> None:
    """Also where another environment has none, and the file none of these."""
    slides.add(driveMode=EFFORT, hasLimits=True, lower=-0.1, upper=0.2)
    slides.add(driveMode=EFFORT, hasLimits=False)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(10.0))
    slides.step(100)
    np.testing.assert_allclose(states[0, 0].item(), 0.2, atol=0.01)  # limits are a little soft
    assert states[1, 0].item() > 2.0


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_velocities_keep_to_their_limits_which_may_change(slides: Slides) -> None:
    """10 N make 0.05 m/s of 2 kg in each step; 10 m/s is the file's own limit, and 0 is none."""
    for limit in ({}, {"velocity": 0.5}, {"velocity": 0.0}):
        slides.add(driveMode=EFFORT, **limit)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(10.0))
    slides.step(30)
    np.testing.assert_allclose(states[:, 1].cpu(), [1.5, 0.5, 1.5], rtol=1e-4)
    slides.set(0, velocity=1.0)
    slides.set(1, velocity=100.0)
    slides.step(30)
    np.testing.assert_allclose(states[:, 1].cpu(), [1.0, 2.0, 3.0], rtol=1e-4)


def test_properties_may_change_while_simulating(slides: Slides) -> None:
    for _ in range(2):
        slides.add(driveMode=EFFORT)
    states = slides.start()
    slides.gym.set_dof_actuation_force_tensor(slides.sim, slides.values(10.0))
    slides.step()
    slides.set(1, armature=3.0, effort=5.0)
    slides.step()
    np.testing.assert_allclose(states[:, 1].cpu(), [0.1, 0.05 + 5.0 * 0.01 / 5.0], rtol=1e-5)
    slides.set(1, driveMode=POS, stiffness=100.0, damping=40.0, effort=100.0)
    slides.step(800)
    np.testing.assert_allclose(states[1].cpu(), [0.0, 0.0], atol=1e-3)


def test_drives_of_a_file(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """The walker's hips have motors and its right ankle a servo; its left ankle follows nothing."""
    populate(1, walker)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
    gym.set_dof_actuation_force_tensor(sim, unwrap(torch.ones(4, device=device)))
    gym.set_dof_position_target_tensor(sim, unwrap(torch.full((4,), 0.3, device=device)))
    gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    hips, (right_ankle, left_ankle) = states[[0, 2], 1], states[[1, 3], 1].tolist()
    assert (hips > 0.1).all()
    assert right_ankle > 0.1 and abs(left_ankle) < 0.2 * right_ankle
