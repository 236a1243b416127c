"""Actors and environments, as they are recorded before there is anything to simulate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pippin.physics.assembly import AssetDescription

from ..types import Env
from .looks import Looks
from .tendons import Tendon

if TYPE_CHECKING:
    from .asset import GymAsset
    from .attractors import Attractor
    from .sim import GymSim

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
        senses_dof_forces: Whether the forces on its DOFs are measured.
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
    senses_dof_forces: bool = False
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
