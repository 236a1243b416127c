"""What is known while an MJCF becomes USD: the compiled model, its trees, and the prims authored so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import mujoco
import numpy as np
from pxr import Sdf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from .authoring import RESERVED_NAMES, ChildNames, Looks, set_joint_frames

WORLD = 0
"""MuJoCo's index of the world body."""


@dataclass
class MjcfScene:
    """A compiled model and the prims that its elements have become so far.

    Attributes:
        stage: Stage to author on.
        root: Path of the asset.
        model: Compiled model, with degrees in radians.
        looks: Materials to look at.
        body_paths: Prim of each body; of the world, the asset's.
        joint_paths: Prims of joints by index.
        geom_paths: Prims of geometry by index.
        site_paths: Prims of sites by index.
        children: Names of the children of each prim.
    """

    stage: Usd.Stage
    root: Sdf.Path
    model: mujoco.MjModel
    looks: Looks
    body_paths: dict[int, Sdf.Path] = field(default_factory=dict)
    joint_paths: dict[int, Sdf.Path] = field(default_factory=dict)
    geom_paths: dict[int, Sdf.Path] = field(default_factory=dict)
    site_paths: dict[int, Sdf.Path] = field(default_factory=dict)
    children: dict[Sdf.Path, ChildNames] = field(default_factory=dict)

    def child(self, parent: Sdf.Path, name: str) -> Sdf.Path:
        """Path for a new child of a prim, named as closely as possible."""
        if parent not in self.children:
            self.children[parent] = ChildNames(RESERVED_NAMES if parent == self.root else ())
        return parent.AppendChild(self.children[parent].claim(name))

    def scope(self, name: str) -> Sdf.Path:
        """Path of a scope below the asset, defined when it is first asked for."""
        path = self.root.AppendChild(name)
        if not self.stage.GetPrimAtPath(path):
            UsdGeom.Scope.Define(self.stage, path)
        return path


@dataclass
class Tree:
    """A body that hangs from the world, with all bodies below it.

    Attributes:
        bodies: Its bodies in the order of the model, the root body first.
        kind: "floating" (free joint), "fixed" (root body fixed to the world), "jointed" (root body joined to the world
            by hinges, slides or balls), "mocap" or "static" (no joints at all: scenery).
        base: Prim that its root body is joined to, for "jointed": the link ``world``.
    """

    bodies: list[int]
    kind: Literal["floating", "fixed", "jointed", "mocap", "static"]
    base: Sdf.Path | None = None

    @property
    def is_articulation(self) -> bool:
        """Whether its bodies form an articulation; otherwise each is a rigid body by itself."""
        return self.kind in ("fixed", "jointed") or (self.kind == "floating" and len(self.bodies) > 1)


def pose_of(position: np.ndarray, quat_wxyz: np.ndarray) -> np.ndarray:
    """Homogeneous matrix, shape (4, 4), of a position [m] and MuJoCo's quaternion (w, x, y, z) in any frame."""
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_quat(quat_wxyz, scalar_first=True).as_matrix()
    pose[:3, 3] = position
    return pose


def fix_to_world(scene: MjcfScene, body: Sdf.Path, pose: np.ndarray) -> None:
    """Join a link to the world, in which it has the given pose [m], homogeneous, shape (4, 4), by a fixed joint."""
    joint = UsdPhysics.FixedJoint.Define(scene.stage, scene.child(scene.scope("joints"), "root_joint"))
    set_joint_frames(joint, None, body, pose, np.eye(4))
