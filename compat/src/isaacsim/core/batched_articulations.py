"""Articulations of Isaac Sim 6 (``isaacsim.core.experimental.prims``): robots with the same links and joints.

Those on wheels (``isaacsim.robot.experimental.wheeled_robots``) are at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import warp as wp
from pxr import Usd, UsdPhysics

from isaacsim.core.batched_prims import XformPrim, indices_of, rows_of, set_velocities, to_velocities, to_warp
from isaacsim.core.stage import add_reference_to_stage
from pippin import objects
from pippin.sim import is_prim_path_valid
from pippin_isaac.omni_app import get_timeline_interface

__all__ = ["Articulation", "DifferentialController", "WheeledRobot"]


class Articulation(XformPrim):
    """Robots with the same links and joints.

    Names and limits can be asked for before the simulation plays: it plays for a moment then.
    """

    _kind = objects.Articulation
    _default_velocities: np.ndarray | None = None

    @staticmethod
    def fetch_articulation_root_api_prim_paths(paths: str | Sequence[str]) -> list[str | None]:
        """Paths of the prims with the articulation's root at or below each prim; None where there is none."""
        found: list[str | None] = []
        for prim in objects.XFormPrim(paths).prims:
            roots = (each for each in Usd.PrimRange(prim) if each.HasAPI(UsdPhysics.ArticulationRootAPI))
            found.append(next((str(root.GetPath()) for root in roots), None))
        return found

    @property
    def num_dofs(self) -> int:
        """Number of degrees of freedom."""
        return len(self.dof_names)

    @property
    def dof_names(self) -> list[str]:
        """Names of the degrees of freedom."""
        return self._asked(lambda view: view.dof_names)

    @property
    def joint_names(self) -> list[str]:
        """Names of the joints."""
        return self._asked(lambda view: view.joint_names)

    @property
    def link_names(self) -> list[str]:
        """Names of the links."""
        return self._asked(lambda view: view.body_names)

    @property
    def num_links(self) -> int:
        """Number of links."""
        return len(self.link_names)

    @property
    def num_joints(self) -> int:
        """Number of joints."""
        return len(self.joint_names)

    def get_dof_indices(self, names: str | Sequence[str]) -> wp.array:
        """Indices of degrees of freedom by their names.

        Raises:
            ValueError: There is no such degree of freedom.
        """
        return _places("degree of freedom", names, self.dof_names)

    def get_link_indices(self, names: str | Sequence[str]) -> wp.array:
        """Indices of links by their names.

        Raises:
            ValueError: There is no such link.
        """
        return _places("link", names, self.link_names)

    def get_dof_limits(self, *, indices: Any = None, dof_indices: Any = None) -> tuple[wp.array, wp.array]:
        """Least and greatest positions [rad or m], shape (M, K) each."""
        limits = self._asked(lambda view: view.get_dof_limits())
        rows = slice(None) if indices is None else indices_of(indices)
        columns = slice(None) if dof_indices is None else indices_of(dof_indices)
        lower, upper = (limits[rows][:, columns, side] for side in (0, 1))
        return to_warp(lower), to_warp(upper)

    def get_velocities(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Velocities of the roots in the world [m/s] and angular velocities [rad/s], shape (M, 3) each."""
        return to_velocities(self._view.get_velocities(indices_of(indices)))

    def set_velocities(
        self, linear_velocities: Any = None, angular_velocities: Any = None, *, indices: Any = None
    ) -> None:
        """Set velocities of the roots in the world [m/s] and angular velocities [rad/s]."""
        set_velocities(self, linear_velocities, angular_velocities, indices)

    def get_dof_gains(self, *, indices: Any = None, dof_indices: Any = None) -> tuple[wp.array, wp.array]:
        """Stiffnesses [N m/rad or N/m] and dampings [N m s/rad or N s/m] of the drives, shape (M, K) each."""
        stiffnesses, dampings = self._view.get_gains(indices_of(indices), indices_of(dof_indices))
        return to_warp(stiffnesses), to_warp(dampings)

    def set_dof_gains(
        self, stiffnesses: Any = None, dampings: Any = None, *, indices: Any = None, dof_indices: Any = None
    ) -> None:
        """Set stiffnesses [N m/rad or N/m] and dampings [N m s/rad or N s/m] of the drives."""
        shape = self._shape(indices, dof_indices)
        self._view.set_gains(
            rows_of("stiffnesses", stiffnesses, *shape),
            rows_of("dampings", dampings, *shape),
            indices_of(indices),
            indices_of(dof_indices),
        )

    def switch_dof_control_mode(self, mode: str, *, indices: Any = None, dof_indices: Any = None) -> None:
        """Let drives follow positions ("position"), velocities ("velocity") or efforts alone ("effort")."""
        self._view.switch_control_mode(mode, indices_of(indices), indices_of(dof_indices))

    def get_jacobian_matrices(self, *, indices: Any = None) -> wp.array:
        """Jacobians of the links in the world, shape (M, links, 6, degrees of freedom)."""
        return to_warp(self._view.get_jacobians(indices_of(indices)))

    def get_mass_matrices(self, *, indices: Any = None) -> wp.array:
        """Mass matrices [kg m^2], shape (M, degrees of freedom, degrees of freedom)."""
        return to_warp(self._view.get_mass_matrices(indices_of(indices)))

    def set_default_state(
        self,
        positions: Any = None,
        orientations: Any = None,
        linear_velocities: Any = None,
        angular_velocities: Any = None,
        dof_positions: Any = None,
        dof_velocities: Any = None,
        dof_efforts: Any = None,
        *,
        indices: Any = None,
    ) -> None:
        """Set what the robots return to by :meth:`reset_to_default_state`; None leaves what was set, at first rest.

        Velocities are those of the roots in the world [m/s, rad/s]; a fixed one has none.
        """
        super().set_default_state(positions, orientations, indices=indices)
        count = self._count(indices)
        rows = slice(None) if indices is None else indices_of(indices)
        for part, given in enumerate((linear_velocities, angular_velocities)):
            if given is not None:
                self._velocities_by_default()[rows, 3 * part : 3 * part + 3] = rows_of("velocities", given, count, 3)
        given_dofs = {"positions": dof_positions, "velocities": dof_velocities, "efforts": dof_efforts}
        asked = {name: values for name, values in given_dofs.items() if values is not None}
        if not asked:
            return
        num_dofs = self.num_dofs  # for which the simulation has played, at least for a moment
        state = self._view.get_joints_default_state()
        for name, values in asked.items():
            getattr(state, name)[rows] = rows_of(f"dof_{name}", values, count, num_dofs)
        self._view.set_joints_default_state(**{name: getattr(state, name) for name in asked})

    def reset_to_default_state(self) -> None:
        """Return to the default state: poses and velocities of the roots, and the joints."""
        super().reset_to_default_state()
        if self._view._connected() is not None:
            self._view.set_velocities(self._velocities_by_default())

    def _velocities_by_default(self) -> np.ndarray:
        """Velocities of the roots that they return to [m/s, rad/s], shape (N, 6)."""
        if self._default_velocities is None:
            self._default_velocities = np.zeros((len(self), 6))
        return self._default_velocities

    def _shape(self, indices: Any, dof_indices: Any) -> tuple[int, int]:
        return self._count(indices), self.num_dofs if dof_indices is None else len(indices_of(dof_indices))  # type: ignore[arg-type]

    def _asked(self, read: Callable[[Any], Any]) -> Any:
        """What only the engine knows, for which it is started and stopped again where it does not run."""
        if self._view._connected() is not None:
            return read(self._view)
        timeline = get_timeline_interface()
        timeline.play()
        try:
            return read(self._view)
        finally:
            timeline.stop()


_QUANTITIES = {
    "positions": ("joint_positions", "Positions [rad or m]"),
    "velocities": ("joint_velocities", "Velocities [rad/s or m/s]"),
    "position_targets": ("joint_position_targets", "Positions that the drives follow [rad or m]"),
    "velocity_targets": ("joint_velocity_targets", "Velocities that the drives follow [rad/s or m/s]"),
    "efforts": ("joint_efforts", "Efforts [N m or N]"),
    "max_efforts": ("max_efforts", "Greatest efforts of the drives [N m or N]"),
    "max_velocities": ("joint_max_velocities", "Greatest velocities [rad/s or m/s]"),
    "projected_joint_forces": ("measured_joint_efforts", "Efforts that the joints feel [N m or N]"),
}
"""Quantities of degrees of freedom, with their names in :mod:`pippin.objects` and what they are."""


def _reading(plain: str, meaning: str) -> Callable[..., wp.array]:
    def method(self: Articulation, *, indices: Any = None, dof_indices: Any = None) -> wp.array:
        return to_warp(getattr(self._view, f"get_{plain}")(indices_of(indices), indices_of(dof_indices)))

    method.__doc__ = f"{meaning}, shape (M, K)."
    return method


def _writing(name: str, plain: str, meaning: str) -> Callable[..., None]:
    def method(self: Articulation, values: Any, *, indices: Any = None, dof_indices: Any = None) -> None:
        rows = rows_of(name, values, *self._shape(indices, dof_indices))
        getattr(self._view, f"set_{plain}")(rows, indices_of(indices), indices_of(dof_indices))

    method.__doc__ = f"Set: {meaning}."
    return method


def _target(name: str) -> Callable[..., wp.array]:
    def method(self: Articulation, *, indices: Any = None, dof_indices: Any = None) -> wp.array:
        values = getattr(self._view.get_applied_actions(), name)
        rows = values if indices is None else values[indices_of(indices)]
        return to_warp(rows if dof_indices is None else rows[:, indices_of(dof_indices)])

    method.__doc__ = f"Targets of the drives, {name}, shape (M, K)."
    return method


for _name, (_plain, _meaning) in _QUANTITIES.items():
    if hasattr(objects.Articulation, f"get_{_plain}"):
        setattr(Articulation, f"get_dof_{_name}", _reading(_plain, _meaning))
    if hasattr(objects.Articulation, f"set_{_plain}"):
        setattr(Articulation, f"set_dof_{_name}", _writing(_name, _plain, _meaning))
Articulation.get_dof_position_targets = _target("joint_positions")  # type: ignore[attr-defined]
Articulation.get_dof_velocity_targets = _target("joint_velocities")  # type: ignore[attr-defined]
Articulation.get_dof_efforts = _reading("applied_joint_efforts", "Efforts [N m or N]")  # type: ignore[attr-defined]


def _places(kind: str, names: str | Sequence[str], there_are: list[str]) -> wp.array:
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in there_are:
            raise ValueError(f"There is no {kind} '{name}'; there are: {', '.join(there_are)}.")
    return to_warp(np.array([there_are.index(name) for name in wanted], dtype=np.int32))


class WheeledRobot(Articulation):
    """Robots whose wheels are commanded by themselves.

    Args:
        paths: Path of a robot, a regular expression of paths, or several of these.
        wheel_dof_names: Names of the wheels' joints.
        wheel_dof_indices: Their indices, instead.
        usd_path: File of the robots, where there are none at the paths yet.
        placement: Where they are; see :class:`isaacsim.core.batched_prims.XformPrim`.

    Raises:
        ValueError: Neither names nor indices of wheels are given.
    """

    def __init__(
        self,
        paths: str | Sequence[str],
        *,
        wheel_dof_names: str | Sequence[str] | None = None,
        wheel_dof_indices: Any = None,
        usd_path: str | None = None,
        **placement: Any,
    ) -> None:
        if wheel_dof_names is None and wheel_dof_indices is None:
            raise ValueError(f"The robot '{paths}' has no wheels: give wheel_dof_names or wheel_dof_indices.")
        for path in [paths] if isinstance(paths, str) else paths:
            if usd_path is not None and not is_prim_path_valid(path):
                add_reference_to_stage(usd_path, path)
        super().__init__(paths, **placement)
        self._wheel_names, self._wheel_indices = wheel_dof_names, wheel_dof_indices

    @property
    def wheel_dof_indices(self) -> np.ndarray:
        """Indices of the wheels' joints, shape (n,)."""
        if self._wheel_indices is None:
            self._wheel_indices = self.get_dof_indices(self._wheel_names).numpy()
        return np.asarray(self._wheel_indices)

    def get_wheel_positions(self) -> wp.array:
        """Angles of the wheels [rad], shape (N, n)."""
        return self.get_dof_positions(dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]

    def get_wheel_velocities(self) -> wp.array:
        """Velocities of the wheels [rad/s], shape (N, n)."""
        return self.get_dof_velocities(dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]

    def apply_wheel_actions(self, velocities: Any) -> None:
        """Set velocities that the wheels' drives follow [rad/s]."""
        self.set_dof_velocity_targets(velocities, dof_indices=self.wheel_dof_indices)  # type: ignore[attr-defined]


class DifferentialController:
    """:class:`pippin.objects.DifferentialController` that gives the velocities of the wheels themselves.

    Args:
        limits: Its arguments, without the name.
    """

    def __init__(self, wheel_radius: float, wheel_base: float, **limits: float) -> None:
        self._controller = objects.DifferentialController("differential", wheel_radius, wheel_base, **limits)

    def forward(self, command: Any) -> np.ndarray:
        """Velocities of the wheels [rad/s], left first, for a forward velocity [m/s] and a rate of turn [rad/s]."""
        velocities = self._controller.forward(command).joint_velocities
        assert velocities is not None
        return np.asarray(velocities)
