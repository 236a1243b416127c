"""The description of a scene, in MuJoCo's terms, that the stage or the Isaac Gym layer hands to the backends."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import mujoco
import numpy as np

from .soft_bodies import SoftBody

FramePose = tuple[tuple[float, ...], tuple[float, ...]]
"""Position [m] and quaternion (w, x, y, z) of a frame in that of its body."""


@dataclass(frozen=True)
class JointProperties:
    """What the stage says about a joint's degree of freedom; the engine's model lacks part of it.

    Attributes:
        max_velocity: Limit of the velocity [rad/s or m/s]; inf without.
        effort_limit: Limit of the drive's effort [N m or N]; inf without.
        drive_type: "force", or "acceleration": the model's gains are then the drive's times the inertia at the start.
        drive_stiffness: Proportional gain of the drive [N m/rad or N/m].
        drive_damping: Derivative gain of the drive [N m s/rad or N s/m].
        friction: Dry friction [N m or N].
        armature: Inertia that the motor adds [kg m^2 or kg].
    """

    max_velocity: float = math.inf
    effort_limit: float = math.inf
    drive_type: str = "force"
    drive_stiffness: float = 0.0
    drive_damping: float = 0.0
    friction: float = 0.0
    armature: float = 0.0


@dataclass(frozen=True)
class CombineModes:
    """How what a surface has is combined with what the surface has that it touches.

    Of the modes of two surfaces the one counts that comes later in
    :data:`pippin.physics.contact_targets.COMBINE_MODES`.

    Attributes:
        friction: Mode of coefficients of friction.
        restitution: Mode of coefficients of restitution.
    """

    friction: str = "average"
    restitution: str = "average"


@dataclass(frozen=True)
class TendonProperties:
    """What the stage says about a tendon that the engine's model lacks.

    Attributes:
        name: Name that users see.
        kind: Whether its length is a weighted sum of joint positions ("fixed") or that of a way along bodies.
        offset: What is added to the length [m or rad]; limits and rest lengths in the model are without it.
        limit_stiffness: Stiffness of its limits [N/m or N m/rad], which the compiler hands to the model; None leaves
            what the spec has. Limits without stiffness are switched off.
        limits: Bounds of the length with the offset [m or rad]; None without. The spec has them without it.
        force_scale: Force in the engine for each unit that stiffness and damping, as users see them, give. Stiffness
            and damping in the spec are multiplied by it.
    """

    name: str
    kind: Literal["fixed", "spatial"]
    offset: float = 0.0
    limit_stiffness: float | None = None
    limits: tuple[float, float] | None = None
    force_scale: float = 1.0


@dataclass(frozen=True)
class SurfaceTexture:
    """A picture on the surface of a mesh that is only seen, at the mesh's texture coordinates.

    Attributes:
        file: File with the picture.
        tint: What red, green and blue of the picture are multiplied with, 0 to 1.
    """

    file: str
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass
class Variant:
    """One environment, described once for all environments that are equal to it.

    Attributes:
        spec: MuJoCo description of the environment in its own frame, with the geometry that all environments share
            (ground, terrain) on bodies of its own. Bodies, joints and geometries are named by prim path. Visual
            geometry is in group 2 with mass 0 and without contacts: it is dropped when the model is compiled for
            physics and kept when it is compiled for pictures.
        articulation_roots: For each articulation, the path of its root prim and the name of its root body.
        shared_bodies: Names of the mocap bodies that carry shared geometry whose place in the environment's frame
            depends on the environment (terrain): their pose in the world is that of the spec, for every environment.
        joint_properties: Properties of each hinge and slide by the joint's name.
        tendons: Properties of the tendons that users see, by the tendon's name. Each has limits in the spec.
        body_damping: Rates at which a floating body's linear and angular velocity decay [1/s], by the body's name;
            :func:`pippin.physics.compile.compile_model` makes them damping of its free joint.
        depenetration_limits: How fast bodies part at most that begin within others [m/s], by the body's name.
        contact_bodies: Names of the bodies whose net contact force is measured.
        contact_filters: For bodies whose contacts with single partners are measured, by name: how many contacts with a
            partner at most, by regular expression of the partner's prim path.
        grips: For bodies that may hold others, by name: the names of those.
        incoming_joint_frames: For each link of an articulation that does not float, by name, the frame of the joint to
            its parent in the link: the wrench that the joint transmits can be measured there.
        soft_bodies: Soft bodies, in the environment's frame.
        textures: Pictures on surfaces, by the names of their geometries.
        combine_modes: How friction and restitution of surfaces are combined with those of what they touch, where that
            is done as their materials ask, by the geometry's name. Contacts of geometries that are left out have
            MuJoCo's rule.
    """

    spec: mujoco.MjSpec
    articulation_roots: dict[str, str] = field(default_factory=dict)
    shared_bodies: tuple[str, ...] = ()
    joint_properties: dict[str, JointProperties] = field(default_factory=dict)
    tendons: dict[str, TendonProperties] = field(default_factory=dict)
    body_damping: dict[str, tuple[float, float]] = field(default_factory=dict)
    depenetration_limits: dict[str, float] = field(default_factory=dict)
    contact_bodies: tuple[str, ...] = ()
    contact_filters: dict[str, dict[str, int]] = field(default_factory=dict)
    grips: dict[str, tuple[str, ...]] = field(default_factory=dict)
    incoming_joint_frames: dict[str, FramePose] = field(default_factory=dict)
    soft_bodies: tuple[SoftBody, ...] = ()
    textures: dict[str, SurfaceTexture] = field(default_factory=dict)
    combine_modes: dict[str, CombineModes] = field(default_factory=dict)


@dataclass
class SceneDescription:
    """All environments: what they hold and where they are.

    Attributes:
        variants: The different environments.
        variant_of_env: Variant of each environment, shape (num_envs,), int.
        env_origins: Position of each environment's frame in the world [m], shape (num_envs, 3), float32.
    """

    variants: list[Variant]
    variant_of_env: np.ndarray
    env_origins: np.ndarray

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return len(self.variant_of_env)
