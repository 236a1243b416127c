"""The neutral description of a scene that the stage or the Isaac Gym layer hands to the physics backends."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco
import numpy as np


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
        contact_bodies: Names of the bodies whose net contact force is measured.
    """

    spec: mujoco.MjSpec
    articulation_roots: dict[str, str] = field(default_factory=dict)
    shared_bodies: tuple[str, ...] = ()
    contact_bodies: tuple[str, ...] = ()


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
