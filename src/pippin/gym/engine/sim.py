"""What there is in a simulation, as it is recorded: its environments, their actors, and what all of them share."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from pippin.physics.assembly import AssetDescription, Ground
from pippin.physics.guard import choose_substeps

from ..types import AttractorProperties, Env, Sim, SimParams, UpAxis, Vec3
from .asset import GymAsset
from .looks import NUM_LIGHTS, Light, Looks, Texture
from .sim_params import check_params, devices_of
from .tendons import Tendon
from .timers import Timers

NO_AGGREGATE = -1


@dataclass(slots=True)
class Actor:
    """An instance of an asset in an environment.

    Attributes:
        env: Its environment.
        asset: What it is an instance of.
        handle: Its index in the environment.
        index: Its index in the simulation.
        name: Name, which need not be unique.
        pose: Pose of its root body in the environment's frame, position and (x, y, z, w), shape (7,), float32.
        group: Collision group.
        filter_bits: Collision filter of all its shapes; -1 for those of the asset.
        aggregate: Number of its aggregate without collisions among its actors, or -1.
        segmentation_id: Value of its pixels in segmentation images.
        first_body: Index of its first body in the simulation.
        first_joint: Index of its first joint in the simulation.
        first_dof: Index of its first DOF in the simulation.
        first_sensor: Index of its first force sensor in the simulation.
        first_body_in_env: Index of its first body in the environment.
        first_joint_in_env: Index of its first joint in the environment.
        first_dof_in_env: Index of its first DOF in the environment.
        num_sensors: Number of its force sensors.
        dof_properties: Records of its DOFs. Like the next two it is replaced, never changed in place.
        body_properties: Records of its bodies.
        shape_properties: Records of its shapes.
        tendons: Its tendons.
        velocity: Linear and angular velocity that its root body begins with, shape (6,), float32; None for rest.
        dof_states: Positions and velocities that its DOFs begin with, shape (num_dofs, 2), float32; None for zeros.
        commands: Targets and efforts that its DOFs begin with, by their names in the engine.
        scale: Factor on all its lengths.
        num_claimed_sensors: Number of its force sensors that were asked for of the actor, not of its asset.
        looks: How it looks, None for as its asset.
    """

    env: GymEnv
    asset: GymAsset
    handle: int
    index: int
    name: str
    pose: np.ndarray
    group: int
    filter_bits: int
    aggregate: int
    segmentation_id: int
    first_body: int
    first_joint: int
    first_dof: int
    first_sensor: int
    first_body_in_env: int
    first_joint_in_env: int
    first_dof_in_env: int
    num_sensors: int
    dof_properties: np.ndarray
    body_properties: np.ndarray
    shape_properties: np.ndarray
    tendons: tuple[Tendon, ...]
    velocity: np.ndarray | None = None
    dof_states: np.ndarray | None = None
    commands: dict[str, np.ndarray] = field(default_factory=dict)
    scale: float = 1.0
    num_claimed_sensors: int = 0
    looks: Looks | None = None

    @property
    def look(self) -> Looks:
        """How it looks, for changing it."""
        if self.looks is None:
            self.looks = Looks()
        return self.looks

    @property
    def description(self) -> AssetDescription:
        """What it consists of, at its scale."""
        return self.asset.at_scale(self.scale)

    @property
    def num_bodies(self) -> int:
        """Number of its bodies."""
        return len(self.asset.body_names)

    @property
    def num_dofs(self) -> int:
        """Number of its DOFs."""
        return len(self.asset.dof_names)


@dataclass
class Attractor:
    """A spring on a body of an environment.

    Attributes:
        actor: Actor of the body.
        body: Index of the body in the actor.
        properties: Where it pulls to, and how much.
    """

    actor: Actor
    body: int
    properties: AttractorProperties


class GymEnv(Env):
    """An environment of a simulation.

    Args:
        sim: Simulation that it belongs to.
        index: Its index in it.
        origin: Where its frame is in the world [m], shape (3,).

    Attributes:
        actors: Its actors.
        attractors: Springs on their bodies.
        num_bodies: Number of their bodies.
        num_joints: Number of their joints.
        num_dofs: Number of their DOFs.
        num_aggregates: Number of aggregates so far.
        open_aggregate: Number of the aggregate that new actors join, None while there is none; whether its actors
            collide with each other says ``aggregate_collides``.
        aggregate_collides: Whether actors of the open aggregate collide with each other.
    """

    def __init__(self, sim: GymSim, index: int, origin: np.ndarray) -> None:
        self.sim = sim
        self.index = index
        self.origin = origin
        self.actors: list[Actor] = []
        self.attractors: list[Attractor] = []
        self.num_bodies = 0
        self.num_joints = 0
        self.num_dofs = 0
        self.num_aggregates = 0
        self.open_aggregate: int | None = None
        self.aggregate_collides = True

    def __repr__(self) -> str:
        return f"<environment {self.index}, {len(self.actors)} actors>"


class RunningEngine(Protocol):
    """What a simulation asks of its engine, :class:`.engine.Engine`; :func:`.engine.engine_of` gives all of it."""

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2]."""

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] below which bodies that meet do not bounce."""

    def rebuild(self) -> None:
        """Build the worlds again, because more is to be measured."""

    def wait(self) -> None:
        """Wait until the device has done all it was told."""

    def close(self) -> None:
        """Give back threads and device memory."""


class GymSim(Sim):
    """A simulation.

    Args:
        params: Its parameters.
        compute_device: Index of the GPU to use, if one is to be used.

    Raises:
        ValueError: The tensors are to be on a GPU, and there is none; or the parameters make no sense.

    Attributes:
        params: Its parameters, its own copy.
        device: Device of the engine, as Warp names it.
        tensor_device: Device of the tensors.
        descriptions: What the files of assets describe, by file and settings.
        envs: Environments.
        actors: Actors of all environments, in the order in which they were created.
        grounds: Ground that all environments share.
        ground_ids: Segmentation id of each ground.
        engine: The engine, once the simulation is prepared.
        prepared_by: Name of the call that prepared it.
        textures: Textures by handle; None where one was freed.
        lights: Lights; None where one was not set.
        pictures: Cameras and their images, once there are any; see :func:`.pictures.pictures_of`.
        frame_count: Number of calls of ``simulate``.
        time: Simulated time [s].
    """

    def __init__(self, params: SimParams, compute_device: int) -> None:
        check_params(params)
        self.params = params.__copy__()
        self.device, self.tensor_device = devices_of(params, compute_device)
        self.descriptions: dict[tuple, AssetDescription] = {}
        self.envs: list[GymEnv] = []
        self.actors: list[Actor] = []
        self.grounds: list[Ground] = []
        self.ground_ids: list[int] = []
        self.engine: RunningEngine | None = None
        self.prepared_by = ""
        self.textures: list[Texture | None] = []
        self.lights: list[Light | None] = [None] * NUM_LIGHTS
        self.pictures: object | None = None
        self.num_bodies = 0
        self.num_joints = 0
        self.num_dofs = 0
        self.num_sensors = 0
        self.frame_count = 0
        self.time = 0.0
        self.is_destroyed = False
        self.timers = Timers()
        self._start = time.perf_counter()
        self._frame_end = self._start

    def __repr__(self) -> str:
        return f"<simulation, {len(self.envs)} environments, {len(self.actors)} actors>"

    @property
    def gravity(self) -> tuple[float, float, float]:
        """Gravitational acceleration in the world [m/s^2]."""
        return self.params.gravity.x, self.params.gravity.y, self.params.gravity.z

    @property
    def y_is_up(self) -> bool:
        """Whether y points up, instead of z."""
        return self.params.up_axis == UpAxis.UP_AXIS_Y

    @property
    def num_substeps(self) -> int:
        """Steps of the engine in a step of the simulation."""
        return max(self.params.substeps, choose_substeps(self.params.dt))

    @property
    def engine_step(self) -> float:
        """Length of a step of the engine [s]."""
        return self.params.dt / self.num_substeps

    @property
    def elapsed_time(self) -> float:
        """Time since the simulation was created [s]."""
        return time.perf_counter() - self._start

    def add_env(self, lower: Vec3, upper: Vec3, num_per_row: int) -> GymEnv:
        """Add an environment. Environments form a grid: along x first, then along the other horizontal axis."""
        column, row = len(self.envs) % num_per_row, len(self.envs) // num_per_row
        origin = np.zeros(3)
        other = 2 if self.y_is_up else 1
        size = np.array([upper.x - lower.x, upper.y - lower.y, upper.z - lower.z])
        origin[0], origin[other] = column * size[0], row * size[other]
        env = GymEnv(self, len(self.envs), origin)
        self.envs.append(env)
        return env

    def add_actor(
        self,
        env: GymEnv,
        asset: GymAsset,
        pose: np.ndarray,
        name: str,
        group: int,
        filter_bits: int,
        segmentation_id: int,
    ) -> Actor:
        """Add an actor to an environment. See :class:`Actor` for the arguments."""
        actor = Actor(
            env=env,
            asset=asset,
            handle=len(env.actors),
            index=len(self.actors),
            name=name,
            pose=pose,
            group=group,
            filter_bits=filter_bits,
            aggregate=NO_AGGREGATE if env.open_aggregate is None or env.aggregate_collides else env.open_aggregate,
            segmentation_id=segmentation_id,
            first_body=self.num_bodies,
            first_joint=self.num_joints,
            first_dof=self.num_dofs,
            first_sensor=self.num_sensors,
            first_body_in_env=env.num_bodies,
            first_joint_in_env=env.num_joints,
            first_dof_in_env=env.num_dofs,
            num_sensors=len(asset.force_sensors),
            dof_properties=asset.dof_properties,
            body_properties=asset.body_properties,
            shape_properties=asset.shape_properties,
            tendons=asset.tendons,
            dof_states=asset.initial_dof_states,
        )
        asset.is_in_use = True
        env.actors.append(actor)
        self.actors.append(actor)
        for owner in (self, env):
            owner.num_bodies += len(asset.body_names)
            owner.num_joints += len(asset.joint_names)
            owner.num_dofs += len(asset.dof_names)
        self.num_sensors += len(asset.force_sensors)
        return actor

    def sync_frame_time(self) -> None:
        """Wait until as much time has passed since the last call as a step simulates."""
        wait = self._frame_end + self.params.dt - time.perf_counter()
        if wait > 0.0:
            time.sleep(wait)
        self._frame_end = time.perf_counter()

    def destroy(self) -> None:
        """Give back what the simulation holds."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None
        self.is_destroyed = True


def change_params(sim: GymSim, params: SimParams) -> None:
    """Set the parameters of a simulation.

    Raises:
        ValueError: They make no sense.
        NotImplementedError: The simulation is prepared, and its time step, up axis or devices are to change.
    """
    check_params(params)
    if sim.engine is not None:
        for name in ("dt", "substeps", "up_axis", "use_gpu_pipeline"):
            if getattr(params, name) != getattr(sim.params, name):
                raise NotImplementedError(f"{name} is fixed once the simulation is prepared; set it before.")
        sim.engine.set_gravity((params.gravity.x, params.gravity.y, params.gravity.z))
        sim.engine.set_bounce_threshold(params.physx.bounce_threshold_velocity)
    counts_otherwise = params.physx.contact_collection != sim.params.physx.contact_collection
    sim.params = params.__copy__()
    if sim.engine is not None and counts_otherwise:
        sim.engine.rebuild()
