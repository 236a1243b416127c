"""Robots in the engine: their state, their drives, and what the drives were told last."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp

from pippin.motion import poses
from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views.tendon_view import TENDON_PROPERTIES
from pippin.sim import JointDrivePropertiesCfg, modify_joint_drive_properties
from pippin.utils.choices import choose

from .bodies import pick_poses, poses_by_path, worlds_of
from .places import Places

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
"""What the drives were told last, for all objects of one robot: arrays (num_envs, num_dof) by name, by the path of the
robot on the stage."""


class ArticulationLink:
    """Robots at or below prims, while the simulation plays. Arrays of joints have shape (N, num_dof).

    Args:
        scene: The scene that plays.
        places: The prims, each of which is to be, or to hold, one articulation, or to be its root link.

    Attributes:
        scene: The scene.
        view: View of the robots, and of those that are their copies in other environments.
        prims: Indices of the prims, shape (N,), int.
        rows: Row of the view of each prim, shape (N,), int.
        stiffness_at_start: Stiffness of the drives when the simulation began [N/m or N m/rad].
        damping_at_start: Damping of the drives when the simulation began [N s/m or N m s/rad].

    Raises:
        ValueError: A prim holds no articulation or several, or they differ in their joints.
    """

    def __init__(self, scene: PhysicsScene, places: Places) -> None:
        self.scene = scene
        paths = _articulations_of_roots(scene, places.template_paths)
        self.view = scene.articulations("|".join(re.escape(path) for path in dict.fromkeys(paths.values())))
        self.prims = np.arange(len(places.paths))
        self._env_ids, self._variants = places.env_ids, places.variants
        self._worlds = worlds_of(scene, places)
        self._rows_by_path = self.view.rows_by_path()
        found = {path: self._articulation_at(at) for path, at in paths.items()}
        self._paths = [found[path] for path in places.template_paths]
        self._members = {
            path: np.array([i for i, at in enumerate(self._paths) if at == path]) for path in found.values()
        }
        self.rows = self._of_paths(self._rows_by_path).astype(np.int64)
        roots = [
            {articulation.path: int(articulation.bodies[0]) for articulation in worlds.layout.articulations}
            for worlds in scene.backend.worlds
        ]
        self._roots = np.array([roots[v][path] for v, path in zip(self._variants, self._paths, strict=True)])
        layouts = [worlds.layout for worlds in scene.backend.worlds]
        root_paths = [layouts[v].body_paths[root] for v, root in zip(self._variants, self._roots, strict=True)]
        carried = poses_by_path(places.template_paths)
        self._offsets = poses.compose(poses.inverse(poses_by_path(root_paths)), carried)
        self._drives = self._known_drives()
        self.apply()
        self.stiffness_at_start = self._of_drives("stiffness at start")
        self.damping_at_start = self._of_drives("damping at start")

    # -- poses of the roots --

    def read_poses(self) -> np.ndarray:
        """Poses of the prims in the world, which move with the root links, shape (N, 7), float64."""
        roots = pick_poses(self.scene, self._variants, self._worlds, self._roots)
        return poses.compose(roots, self._offsets)

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
        return self._read_all(quantity)[self.rows]

    def write(self, quantity: str, values: np.ndarray) -> None:
        """Set a quantity of all joints, shape (N, num_dof)."""
        rows = wp.array(self.rows.astype(np.int32), dtype=int, device=self.view.device)
        getattr(self.view, f"write_{QUANTITIES[quantity]}")(self._upload(values), rows)
        if quantity in GAINS:
            for path, own in self._members.items():
                self._drives[path][quantity][self._env_ids[own]] = values[own]

    def save_gains(self, rows: np.ndarray, columns: np.ndarray) -> None:
        """Author the gains of drives on the stage, but for joints that follow others, which have none there."""
        if self.scene.num_envs != 1:
            raise NotImplementedError("Gains are saved on the stage for one environment: others copy it.")
        paths = self.view.paths_of_joints()
        stiffness, damping = (self._of_drives(name) for name in GAINS)
        for row in rows:
            for column in columns:
                gains = JointDrivePropertiesCfg(
                    stiffness=float(stiffness[row, column]), damping=float(damping[row, column])
                )
                modify_joint_drive_properties(paths[self.rows[row]][column], gains)

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

    def write_fixed_tendons(self, properties: Mapping[str, np.ndarray], which: np.ndarray) -> None:
        """Set properties of the fixed tendons of some robots.

        Args:
            properties: Values of the T tendons by the keys of ``TENDON_PROPERTIES``, which broadcast to the shape
                (len(which), T), limits to (len(which), T, 2).
            which: Robots, as indices into :attr:`prims`.
        """
        tendons, rows = self.view.fixed_tendons, self.rows[which]
        arrays = {}
        for name, values in properties.items():
            dtype = TENDON_PROPERTIES[name]
            shape = (self.view.count, tendons.num_tendons, *((2,) if dtype is wp.vec2f else ()))
            of_all = np.zeros(shape, dtype=np.float32)
            of_all[rows] = values
            arrays[name] = wp.array(of_all, dtype=dtype, device=self.view.device)
        chosen = wp.array(rows.astype(np.int32), dtype=int, device=self.view.device)
        tendons.write(arrays, choose(self.view.count, chosen), choose(tendons.num_tendons))

    # -- drives --

    def commands(self, quantity: str) -> np.ndarray:
        """Targets or efforts that were set last, one of :data:`COMMANDS`, shape (N, num_dof)."""
        return self._of_drives(quantity)

    def command(self, quantity: str, values: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> None:
        """Keep targets or efforts of some joints of some robots, of which NaN leaves what was there."""
        kept = self._of_drives(quantity)
        chosen = np.ix_(rows, columns)
        kept[chosen] = np.where(np.isnan(values), kept[chosen], values)
        for path, own in self._members.items():
            self._drives[path][quantity][self._env_ids[own]] = kept[own]

    def apply(self) -> None:
        """Hand the drives what they are to do from now on."""
        self.view.apply_drives(*(self._upload(self._of_view(name)) for name in (*COMMANDS, *GAINS)))

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

    def _known_drives(self) -> dict[str, dict[str, np.ndarray]]:
        """Drives of each robot. Those of robots that were not asked for before hold the positions of the joints."""
        of_scene = _drives.setdefault(self.scene, {})
        missing = [path for path in self._rows_by_path if path not in of_scene]
        if missing:
            positions, stiffness, damping = (self._read_all(name) for name in ("positions", *GAINS))
        for path in missing:
            rows = self._rows_by_path[path]
            at, zero = positions[rows], np.zeros((len(rows), self.view.num_joints))
            of_scene[path] = {
                "position_targets": at,
                "velocity_targets": zero,
                "efforts": zero.copy(),
                "stiffness": stiffness[rows],
                "damping": damping[rows],
                "stiffness at start": stiffness[rows],
                "damping at start": damping[rows],
            }
        return {path: of_scene[path] for path in self._rows_by_path}

    def _of_drives(self, quantity: str) -> np.ndarray:
        """A quantity of the drives of the robots, shape (N, num_dof), a copy."""
        return self._of_paths({path: drives[quantity] for path, drives in self._drives.items()})

    def _of_view(self, quantity: str) -> np.ndarray:
        """A quantity of the drives of all robots of the view, shape (count, num_dof)."""
        values = np.zeros((self.view.count, self.view.num_joints))
        for path, rows in self._rows_by_path.items():
            there = rows >= 0
            values[rows[there]] = self._drives[path][quantity][there]
        return values

    def _of_paths(self, tables: Mapping[str, np.ndarray]) -> np.ndarray:
        """Entries of the prims of tables by environment, one for each robot on the stage, shape (N, ...)."""
        values = np.empty((len(self._paths), *next(iter(tables.values())).shape[1:]))
        for path, own in self._members.items():
            values[own] = tables[path][self._env_ids[own]]
        return values

    def _read_all(self, quantity: str) -> np.ndarray:
        view = self.view
        out = wp.zeros((view.count, view.num_joints), dtype=float, device=view.device)
        return getattr(view, f"read_{QUANTITIES[quantity]}")(out).numpy().astype(np.float64)

    def _upload(self, values: np.ndarray) -> wp.array:
        return wp.array(values.astype(np.float32), dtype=float, device=self.view.device)

    def _articulation_at(self, path: str) -> str:
        """Path of the one articulation at or below a prim on the stage."""
        there = [at for at in self._rows_by_path if at == path or at.startswith(path + "/")]
        if len(there) != 1:
            raise ValueError(f"at '{path}' there are {len(there)} articulations, and there should be one.")
        return there[0]


def _articulations_of_roots(scene: PhysicsScene, paths: Sequence[str]) -> dict[str, str]:
    """Path of the articulation for each path that is one of a root link, and for others the path itself."""
    of_root = {
        worlds.layout.body_paths[int(articulation.bodies[0])]: articulation.path
        for worlds in scene.backend.worlds
        for articulation in worlds.layout.articulations
    }
    return {path: of_root.get(path, path) for path in paths}


def hold_articulations(scene: PhysicsScene) -> None:
    """Let the drives of all articulations hold the positions that the joints have, also if they are not asked for.

    Without a word they would pull the joints to 0. Articulations with ball joints, which have no single coordinate, are
    left alone.
    """
    for worlds in scene.backend.worlds:
        for articulation in worlds.layout.articulations:
            try:
                ArticulationLink(scene, Places([articulation.path]))
            except NotImplementedError:
                continue
