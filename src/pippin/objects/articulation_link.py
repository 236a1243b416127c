"""Robots in the engine: their state, their drives, and what the drives were told last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp
from pxr import Usd

from pippin.motion import poses
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import JointDrivePropertiesCfg, get_current_stage, modify_joint_drive_properties

from .bodies import body_poses_of, stage_poses

QUANTITIES = {
    "positions": "joint_positions",
    "velocities": "joint_velocities",
    "stiffness": "joint_stiffness",
    "damping": "joint_damping",
    "effort_limits": "joint_effort_limits",
    "velocity_limits": "joint_velocity_limits",
}
"""Quantities of joints, and the part of the names of the view's methods that stands for each."""


COMMANDS = ("position_targets", "velocity_targets", "efforts")
GAINS = ("stiffness", "damping")

_drives: WeakKeyDictionary[PhysicsScene, dict[str, dict[str, np.ndarray]]] = WeakKeyDictionary()
"""What the drives of each robot were told last, for all objects of one robot: arrays (num_dof,) by name, by path."""


class ArticulationLink:
    """Robots at or below prims, while the simulation plays. Arrays of joints have shape (N, num_dof).

    Args:
        scene: The scene that plays.
        expression: Regular expression of the prims' paths.
        prims: The prims, each of which is to be, or to hold, one articulation.

    Attributes:
        scene: The scene.
        view: View of the robots.
        prims: Indices of the prims, shape (N,), int.
        rows: Row of the view of each prim, shape (N,), int.
        stiffness_at_start: Stiffness of the drives when the simulation began [N/m or N m/rad].
        damping_at_start: Damping of the drives when the simulation began [N s/m or N m s/rad].

    Raises:
        ValueError: A prim holds no articulation or several, or they differ in their joints.
    """

    def __init__(self, scene: PhysicsScene, expression: str, prims: Sequence[Usd.Prim]) -> None:
        self.scene = scene
        self.view = scene.articulations(expression)
        self.prims = np.arange(len(prims))
        self.rows = np.array([self._row_of(prim.GetPath().pathString) for prim in prims], dtype=np.int64)
        layout = self.scene.backend.worlds[0].layout
        root_of = {articulation.path: int(articulation.bodies[0]) for articulation in layout.articulations}
        self._roots = np.array([root_of[self.view.instance_paths[row]] for row in self.rows])
        stage = prims[0].GetStage()
        roots = stage_poses([stage.GetPrimAtPath(layout.body_paths[root]) for root in self._roots])
        self._offsets = poses.compose(poses.inverse(roots), stage_poses(prims))
        self._drives = self._known_drives()
        self.apply()
        self.stiffness_at_start = self._of_drives("stiffness at start")
        self.damping_at_start = self._of_drives("damping at start")

    # -- poses of the roots --

    def read_poses(self) -> np.ndarray:
        """Poses of the prims in the world, which move with the root links, shape (N, 7), float64."""
        return poses.compose(body_poses_of(self.scene)[self._roots], self._offsets)

    def write_poses(self, which: np.ndarray, new_poses: np.ndarray) -> None:
        """Set poses of some of the prims in the world, shape (len(which), 7)."""
        roots = poses.compose(new_poses, poses.inverse(self._offsets[which]))
        self.view.write_root_poses(
            wp.array(roots.astype(np.float32), dtype=wp.transformf, device=self.view.device),
            wp.array(self.rows[which].astype(np.int32), dtype=int, device=self.view.device),
        )

    # -- joints --

    def read(self, quantity: str) -> np.ndarray:
        """A quantity of all joints, one of :data:`QUANTITIES`, shape (N, num_dof), float64."""
        view = self.view
        out = wp.zeros((view.count, view.num_joints), dtype=float, device=view.device)
        return getattr(view, f"read_{QUANTITIES[quantity]}")(out).numpy().astype(np.float64)[self.rows]

    def write(self, quantity: str, values: np.ndarray) -> None:
        """Set a quantity of all joints, shape (N, num_dof)."""
        rows = wp.array(self.rows.astype(np.int32), dtype=int, device=self.view.device)
        getattr(self.view, f"write_{QUANTITIES[quantity]}")(self._upload(values), rows)
        if quantity in GAINS:
            for drives, gains in zip(self._drives, values, strict=True):
                drives[quantity] = gains.copy()

    def save_gains(self, rows: np.ndarray, columns: np.ndarray) -> None:
        """Author the gains of drives on the stage, but for joints that follow others, which have none there."""
        paths = self.view.paths_of_joints()
        for row in rows:
            for column in columns:
                modify_joint_drive_properties(
                    paths[self.rows[row]][column],
                    JointDrivePropertiesCfg(
                        stiffness=float(self._drives[row]["stiffness"][column]),
                        damping=float(self._drives[row]["damping"][column]),
                    ),
                )

    def set_gravity_disabled(self, disabled: bool) -> None:
        """Let gravity leave all links of the robots alone, or act on them."""
        values = np.full((self.view.count, self.view.num_links), float(disabled), dtype=np.float32)
        rows = wp.array(self.rows.astype(np.int32), dtype=int, device=self.view.device)
        self.view.write_disabled_gravity(wp.array(values, dtype=float, device=self.view.device), rows)

    def position_limits(self) -> np.ndarray:
        """Lower and upper position limits [m or rad], shape (N, num_dof, 2), float64."""
        view = self.view
        out = wp.zeros((view.count, view.num_joints, 2), dtype=float, device=view.device)
        return view.read_joint_position_limits(out).numpy().astype(np.float64)[self.rows]

    # -- drives --

    def commands(self, quantity: str) -> np.ndarray:
        """Targets or efforts that were set last, one of :data:`COMMANDS`, shape (N, num_dof)."""
        return self._of_drives(quantity)

    def command(self, quantity: str, values: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> None:
        """Keep targets or efforts of some joints of some robots, of which NaN leaves what was there."""
        for row, row_values in zip(rows, values, strict=True):
            commands = self._drives[row][quantity]
            commands[columns] = np.where(np.isnan(row_values), commands[columns], row_values)

    def apply(self) -> None:
        """Hand the drives what they are to do from now on."""
        order = np.argsort(self.rows)
        self.view.apply_drives(*(self._upload(self._of_drives(name)[order]) for name in (*COMMANDS, *GAINS)))

    def drive_efforts(self) -> np.ndarray:
        """Efforts that the drives give in the state as it is [N or N m], shape (N, num_dof)."""
        position_targets, velocity_targets, efforts = (self._of_drives(name) for name in COMMANDS)
        stiffness, damping = (self._of_drives(name) for name in GAINS)
        efforts = (
            efforts
            + stiffness * (position_targets - self.read("positions"))
            + damping * (velocity_targets - self.read("velocities"))
        )
        limits = self.read("effort_limits")
        return np.clip(efforts, -limits, limits)

    # -- inside --

    def _known_drives(self) -> list[dict[str, np.ndarray]]:
        """Drives of each robot. Those of robots that were not asked for before hold the positions of the joints."""
        of_scene = _drives.setdefault(self.scene, {})
        positions, stiffness, damping = (self.read(name) for name in ("positions", *GAINS))
        paths = [self.view.instance_paths[row] for row in self.rows]
        for i, path in enumerate(paths):
            if path not in of_scene:
                of_scene[path] = {
                    "position_targets": positions[i],
                    "velocity_targets": np.zeros_like(positions[i]),
                    "efforts": np.zeros_like(positions[i]),
                    "stiffness": stiffness[i],
                    "damping": damping[i],
                    "stiffness at start": stiffness[i],
                    "damping at start": damping[i],
                }
        return [of_scene[path] for path in paths]

    def _of_drives(self, quantity: str) -> np.ndarray:
        """A quantity of all drives, shape (N, num_dof)."""
        return np.array([drives[quantity] for drives in self._drives])

    def _upload(self, values: np.ndarray) -> wp.array:
        return wp.array(values.astype(np.float32), dtype=float, device=self.view.device)

    def _row_of(self, path: str) -> int:
        rows = [i for i, at in enumerate(self.view.instance_paths) if at == path or at.startswith(path + "/")]
        if len(rows) != 1:
            raise ValueError(f"at '{path}' there are {len(rows)} articulations, and there should be one.")
        return rows[0]


def hold_articulations(scene: PhysicsScene) -> None:
    """Let the drives of all articulations hold the positions that the joints have, also if they are not asked for.

    Without a word they would pull the joints to 0. Articulations with ball joints, which have no single coordinate, are
    left alone.
    """
    stage = get_current_stage()
    for articulation in scene.backend.worlds[0].layout.articulations:
        try:
            ArticulationLink(scene, re.escape(articulation.path), [stage.GetPrimAtPath(articulation.path)])
        except NotImplementedError:
            continue
