"""Small robots, and a simulation with defaults that a hand calculation can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from pippin.gym import gymapi

CARTPOLE = """
<robot name="cartpole">
  <link name="rail"/>
  <link name="cart"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.2 0.2"/></geometry></collision></link>
  <link name="pole"><inertial><origin xyz="0 0 0.5"/><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.5"/><geometry><box size="0.05 0.05 1"/></geometry></collision></link>
  <joint name="slider" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
    <limit lower="-4" upper="4" effort="400" velocity="10"/></joint>
  <joint name="hinge" type="continuous"><parent link="cart"/><child link="pole"/><axis xyz="0 1 0"/>
    <origin xyz="0 0 0.1"/></joint>
</robot>"""
"""A pole of 1 kg, centre of mass 0.5 m above its hinge, on a cart of 2 kg that slides along x."""

WALKER = """
<mujoco>
  <worldbody>
    <body name="torso" pos="0 0 3">
      <freejoint/>
      <geom name="trunk" type="sphere" size="0.2" density="300"/>
      <body name="right" pos="0 -0.2 0">
        <joint name="right_hip" axis="0 1 0" range="-40 40" damping="0.2" armature="0.01"/>
        <geom name="right_leg" type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05"/>
        <body name="right_foot" pos="0 0 -0.4">
          <joint name="right_ankle" axis="1 0 0" range="-30 30" damping="0.2" stiffness="3"/>
          <geom name="right_sole" type="sphere" size="0.07"/>
        </body>
      </body>
      <body name="left" pos="0 0.2 0">
        <joint name="left_hip" axis="0 1 0" range="-40 40" damping="0.2" armature="0.01"/>
        <geom name="left_leg" type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05"/>
        <body name="left_foot" pos="0 0 -0.4">
          <joint name="left_ankle" axis="1 0 0" range="-30 30" damping="0.2" stiffness="3"/>
          <geom name="left_sole" type="sphere" size="0.07"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="left" joint="left_hip" gear="20" ctrlrange="-1 1" ctrllimited="true"/>
    <motor name="right" joint="right_hip" gear="20" ctrlrange="-1 1" ctrllimited="true"/>
    <position name="ankle" joint="right_ankle" kp="7" forcerange="-5 5" forcelimited="true"/>
  </actuator>
</mujoco>"""
"""A torso on two legs, in the file the right one first."""


@pytest.fixture
def gym() -> gymapi.Gym:
    """The one Gym."""
    return gymapi.acquire_gym()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], tuple[str, str]]:
    """Function that writes a file and returns folder and name, as ``load_asset`` takes them."""

    def write(name: str, text: str) -> tuple[str, str]:
        (tmp_path / name).write_text(text)
        return str(tmp_path), name

    return write


@pytest.fixture(scope="session")
def cartpole_text() -> str:
    """URDF of a pole on a cart."""
    return CARTPOLE


@pytest.fixture
def cartpole_file(write: Callable) -> tuple[str, str]:
    """Folder and name of a URDF."""
    return write("cartpole.urdf", CARTPOLE)


@pytest.fixture
def walker_file(write: Callable) -> tuple[str, str]:
    """Folder and name of an MJCF."""
    return write("walker.xml", WALKER)


@pytest.fixture(
    params=["cpu", pytest.param("gpu", marks=pytest.mark.gpu), pytest.param("gpu-cpu", marks=pytest.mark.gpu)]
)
def params(request: pytest.FixtureRequest) -> gymapi.SimParams:
    """Parameters with z up, on the CPU, on a GPU, and on a GPU with tensors on the CPU."""
    params = gymapi.SimParams()
    params.dt, params.substeps = 0.01, 1
    params.up_axis = gymapi.UP_AXIS_Z
    params.gravity = gymapi.Vec3(0.0, 0.0, -10.0)
    params.use_gpu_pipeline = request.param == "gpu"
    params.physx.use_gpu = request.param != "cpu"
    return params


@pytest.fixture
def sim(gym: gymapi.Gym, params: gymapi.SimParams) -> Iterator[gymapi.Sim]:
    """An empty simulation."""
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    yield sim
    if not sim.is_destroyed:
        gym.destroy_sim(sim)


@pytest.fixture
def device(params: gymapi.SimParams) -> torch.device:
    """Device of the tensors."""
    return torch.device("cuda:0" if params.use_gpu_pipeline else "cpu")


@pytest.fixture
def cartpole(gym: gymapi.Gym, sim: gymapi.Sim, cartpole_file: tuple[str, str]) -> gymapi.Asset:
    """A cartpole on a rail that does not move."""
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    return gym.load_asset(sim, *cartpole_file, options)


@pytest.fixture
def walker(gym: gymapi.Gym, sim: gymapi.Sim, walker_file: tuple[str, str]) -> gymapi.Asset:
    """A walker."""
    options = gymapi.AssetOptions()
    options.angular_damping = 0.0
    return gym.load_asset(sim, *walker_file, options)


@pytest.fixture
def ball(gym: gymapi.Gym, sim: gymapi.Sim) -> gymapi.Asset:
    """A ball of a radius of 0.1 m."""
    options = gymapi.AssetOptions()
    options.angular_damping = 0.0
    return gym.create_sphere(sim, 0.1, options)


@pytest.fixture
def populate(gym: gymapi.Gym, sim: gymapi.Sim) -> Callable[..., list[gymapi.Env]]:
    """Function that makes environments, each with one actor of each of some assets, at heights of 1 m, 2 m, ..."""

    def populate(num_envs: int, *assets: gymapi.Asset, collision_filter: int = 1) -> list[gymapi.Env]:
        lower, upper = gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0)
        envs = [gym.create_env(sim, lower, upper, 2) for _ in range(num_envs)]
        for index, env in enumerate(envs):
            for number, asset in enumerate(assets):
                pose = gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0 + number))
                gym.create_actor(env, asset, pose, f"actor{number}", index, collision_filter)
        return envs

    return populate


@pytest.fixture
def ground(gym: gymapi.Gym, sim: gymapi.Sim) -> gymapi.PlaneParams:
    """A plane."""
    params = gymapi.PlaneParams()
    params.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, params)
    return params


@pytest.fixture
def crate(gym: gymapi.Gym, sim: gymapi.Sim) -> gymapi.Asset:
    """A crate of 2 kg, 0.2 m high."""
    options = gymapi.AssetOptions()
    options.density, options.angular_damping = 250.0, 0.0
    return gym.create_box(sim, 0.2, 0.2, 0.2, options)
