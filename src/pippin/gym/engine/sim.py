"""The simulation: what there is in it, and the engine once there is one."""

from __future__ import annotations

import logging
import math
import os
import time
from typing import TYPE_CHECKING

import numpy as np
import torch

from pippin.physics.assembly import AssetDescription, Ground
from pippin.physics.guard import choose_substeps
from pippin.physics.importer import PhysicsMaterial

from ..types import Sim, SimParams, UpAxis, Vec3
from .actor import NO_AGGREGATE, Actor, GymEnv
from .asset import GymAsset
from .looks import NUM_LIGHTS, Light, Texture
from .timers import Timers

if TYPE_CHECKING:
    from .engine import Engine
    from .pictures import Pictures

_LOGGER = logging.getLogger("pippin")


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
        ground_material: Material of the ground that was added first.
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
        self.device, self.tensor_device = _devices(params, compute_device)
        self.descriptions: dict[tuple, AssetDescription] = {}
        self.envs: list[GymEnv] = []
        self.actors: list[Actor] = []
        self.grounds: list[Ground] = []
        self.ground_ids: list[int] = []
        self.ground_material: PhysicsMaterial | None = None
        self.engine: Engine | None = None
        self.prepared_by = ""
        self.textures: list[Texture | None] = []
        self.lights: list[Light | None] = [None] * NUM_LIGHTS
        self.pictures: Pictures | None = None
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


def check_params(params: SimParams) -> None:
    """Refuse parameters that no engine can follow.

    Raises:
        ValueError: The step or the number of substeps is not positive, or gravity is not finite.
    """
    gravity = [params.gravity.x, params.gravity.y, params.gravity.z]
    if not (params.dt > 0.0 and math.isfinite(params.dt)) or params.substeps < 1 or not np.isfinite(gravity).all():
        raise ValueError(
            f"SimParams need dt > 0, at least 1 substep and finite gravity; given are dt={params.dt}, "
            f"substeps={params.substeps} and gravity={gravity}."
        )


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
    counts_otherwise = params.physx.contact_collection != sim.params.physx.contact_collection
    sim.params = params.__copy__()
    if sim.engine is not None and counts_otherwise:
        sim.engine.rebuild()


def _devices(params: SimParams, compute_device: int) -> tuple[str, torch.device]:
    """Device of the engine, and of the tensors."""
    wants_gpu = params.use_gpu_pipeline or params.physx.use_gpu
    if wants_gpu and (os.environ.get("PIPPIN_DEVICE") == "cpu" or not torch.cuda.is_available()):
        if params.use_gpu_pipeline and os.environ.get("PIPPIN_DEVICE") != "cpu":
            raise ValueError(
                "SimParams.use_gpu_pipeline asks for tensors on a GPU, and there is none. Set it to "
                "False, and create torch tensors on device 'cpu' (--sim_device=cpu --pipeline=cpu), or start the "
                "program as it is with `python -m pippin_isaac.run PROGRAM`, which takes CUDA devices as the CPU."
            )
        _LOGGER.warning("There is no GPU for what SimParams ask for: the simulation runs on the CPU.")
        wants_gpu = False
    if not wants_gpu:
        return "cpu", torch.device("cpu")
    device = f"cuda:{max(compute_device, 0)}"
    if compute_device >= torch.cuda.device_count():
        raise ValueError(f"there is no GPU {compute_device}; there are {torch.cuda.device_count()}, from 0.")
    return device, torch.device(device if params.use_gpu_pipeline else "cpu")
