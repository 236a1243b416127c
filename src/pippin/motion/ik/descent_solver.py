"""Inverse kinematics for one query at a time, on a CPU."""

from __future__ import annotations

import numbers
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.motion.arrays import pose_type
from pippin.motion.compilation import load_kernel
from pippin.motion.poses import IDENTITY, NO_TURN, checked_pose
from pippin.motion.robot_description import RobotModel
from pippin.utils.checks import check_numbers, check_text

from .chain import upload_ik_chain
from .descent_kernel import descent_kernel
from .functions import coordinates_type
from .settings import DescentSettings
from .target import descent_settings_struct


class DescentResult(NamedTuple):
    """What a query found.

    Attributes:
        q: Configuration [m or rad], shape (num_coordinates,): the solution, or what came closest to it.
        success: Whether the errors are within the tolerances.
        position_error: Distance to the target [m].
        orientation_error: Largest angle between an axis of the frame and that of the target [rad]; where the query left
            the orientation free, that to the orientation of the world.
        num_descents: Number of configurations that were started from.
    """

    q: np.ndarray
    success: bool
    position_error: float
    orientation_error: float
    num_descents: int


class DescentSolver:
    """Finds configurations in which a frame of a robot is where it should be, one query at a time.

    From each of many configurations (those given first, then random ones) it descends: roughly by turning one joint
    after the other (cyclic coordinate descent), then exactly by a method of second order (BFGS), within the limits of
    the joints. Equal queries have equal answers.

    Args:
        model: The robot.
        settings: How it goes about it.
    """

    def __init__(self, model: RobotModel, settings: DescentSettings | None = None) -> None:
        self.model = model
        self.settings = DescentSettings() if settings is None else settings
        self._base_pose = IDENTITY
        self._default_seeds = np.empty((0, model.num_coordinates))
        self._queries: dict[str, _Query] = {}

    def set_base_pose(self, position: ArrayLike, orientation: ArrayLike = NO_TURN) -> None:
        """Move the base of the robot; at first it is at the origin of the world.

        Args:
            position: Position in the world [m], shape (3,).
            orientation: Orientation in the world (x, y, z, w).

        Raises:
            ValueError: The pose cannot be.
        """
        self._base_pose = checked_pose("base", position, orientation)

    @property
    def default_seeds(self) -> np.ndarray:
        """Configurations that every query starts from after its own seeds, shape (number of seeds, num_coordinates)."""
        return self._default_seeds.copy()

    @default_seeds.setter
    def default_seeds(self, seeds: ArrayLike) -> None:
        self._default_seeds = self._checked_seeds(seeds)

    def solve(
        self,
        frame_name: str,
        position: ArrayLike,
        orientation: ArrayLike | None = None,
        seeds: ArrayLike | None = None,
        position_tolerance: float | None = None,
        orientation_tolerance: float | None = None,
    ) -> DescentResult:
        """Find a configuration that brings a frame to a target.

        Args:
            frame_name: Name of a link.
            position: Where its origin should be in the world [m], shape (3,).
            orientation: Which orientation it should have there (x, y, z, w); None leaves it free.
            seeds: Configurations to start from before those that every query starts from, shape (number of seeds,
                num_coordinates). Coordinates that do not move the frame stay as in the first seed, or by default.
            position_tolerance: Distance from the target [m]; None takes that of the settings.
            orientation_tolerance: Angle between each of the frame's axes and that of the target [rad], or None.

        Returns:
            What was found. Joints that could be a whole turn elsewhere are at the turn next to the first seed, or to
            the default configuration.

        Raises:
            ValueError: There is no such frame, or an argument is not what it should be.
        """
        query = self._query(frame_name)
        target = checked_pose("target", position, NO_TURN if orientation is None else orientation)
        all_seeds = self._default_seeds
        if seeds is not None:
            all_seeds = np.concatenate([self._checked_seeds(seeds), all_seeds])
        settings = self.settings
        tolerances = (
            _tolerance("position", position_tolerance, settings.position_tolerance),
            _tolerance("orientation", orientation_tolerance, settings.orientation_tolerance),
        )
        return query.run(settings, self._base_pose, target, orientation is not None, tolerances, all_seeds)

    def _query(self, frame_name: str) -> _Query:
        check_text("frame_name", frame_name)
        if frame_name not in self._queries:
            self._queries[frame_name] = _Query(self.model, frame_name)
        return self._queries[frame_name]

    def _checked_seeds(self, seeds: ArrayLike) -> np.ndarray:
        seeds = check_numbers("seeds", seeds)
        if seeds.ndim != 2 or seeds.shape[1] != self.model.num_coordinates:
            raise ValueError(f"seeds should have the shape (N, {self.model.num_coordinates}), it has {seeds.shape}.")
        return seeds


def _tolerance(name: str, value: float | None, default: float) -> float:
    if value is None:
        return default
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name}_tolerance should be a number, it is {value!r:.80}.")
    if not value >= 0.0:  # NaN too
        raise ValueError(f"{name}_tolerance should not be negative, it is {value}.")
    return float(value)


class _Query:
    """A frame to ask for: the kernel's arrays, seen by NumPy, and its launch, recorded since that is much faster.

    Args:
        model: The robot.
        frame_name: Name of a link.

    Raises:
        ValueError: There is no such frame.
    """

    def __init__(self, model: RobotModel, frame_name: str) -> None:
        self._model = model
        self._chain = upload_ik_chain(model, frame_name, "cpu", wp.float64)
        self._settings: DescentSettings | None = None
        self._launch: wp.Launch | None = None
        coordinates = coordinates_type(wp.float64, len(self._chain.coordinates))
        poses = pose_type(wp.float64)
        self._inputs = {
            "base_pose": wp.zeros(1, dtype=poses, device="cpu"),
            "target_pose": wp.zeros(1, dtype=poses, device="cpu"),
            "has_orientation": wp.zeros(1, dtype=wp.bool, device="cpu"),
            "tolerances": wp.zeros(2, dtype=wp.float64, device="cpu"),
            "seeds": wp.zeros(4, dtype=coordinates, device="cpu"),
            "num_seeds": wp.zeros(1, dtype=wp.int32, device="cpu"),
        }
        self._outputs = {
            "q": wp.zeros(1, dtype=coordinates, device="cpu"),
            "errors": wp.zeros(2, dtype=wp.float64, device="cpu"),
            "counts": wp.zeros(2, dtype=wp.int32, device="cpu"),
        }
        self._views = {name: array.numpy() for name, array in (self._inputs | self._outputs).items()}

    def run(
        self,
        settings: DescentSettings,
        base_pose: np.ndarray,
        target_pose: np.ndarray,
        has_orientation: bool,
        tolerances: tuple[float, float],
        seeds: np.ndarray,
    ) -> DescentResult:
        """Answer a query whose arguments were checked."""
        if len(seeds) > len(self._views["seeds"]):
            self._make_room_for_seeds(len(seeds))
        if self._launch is None or settings is not self._settings:
            self._launch, self._settings = self._recorded_launch(settings), settings
        views = self._views
        views["base_pose"][0] = base_pose
        views["target_pose"][0] = target_pose
        views["has_orientation"][0] = has_orientation
        views["tolerances"][:] = tolerances
        views["seeds"][: len(seeds)] = seeds[:, self._chain.coordinates]
        views["num_seeds"][0] = len(seeds)
        self._launch.launch()
        q = (seeds[0] if len(seeds) else self._model.default_q).copy()
        q[self._chain.coordinates] = views["q"][0]
        q = self._model.nearest_turn(q, seeds[0] if len(seeds) else self._model.default_q)
        success, num_descents = views["counts"].tolist()
        position_error, orientation_error = views["errors"].tolist()
        return DescentResult(q, bool(success), position_error, orientation_error, num_descents)

    def _make_room_for_seeds(self, count: int) -> None:
        seeds = wp.zeros(count, dtype=self._inputs["seeds"].dtype, device="cpu")
        self._inputs["seeds"], self._views["seeds"] = seeds, seeds.numpy()
        self._launch = None

    def _recorded_launch(self, settings: DescentSettings) -> wp.Launch:
        num_coordinates = len(self._chain.coordinates)
        kernel = descent_kernel(wp.float64, self._chain.num_joints, num_coordinates)
        load_kernel(kernel, wp.get_device("cpu"), "inverse kinematics")
        return wp.launch(
            kernel,
            dim=1,
            inputs=[self._chain.struct, _settings_struct(settings, num_coordinates), *self._inputs.values()],
            outputs=list(self._outputs.values()),
            device="cpu",
            record_cmd=True,
        )


def _settings_struct(settings: DescentSettings, num_coordinates: int) -> Any:
    """Settings as the kernel takes them."""
    struct = descent_settings_struct(wp.float64)()
    for field in fields(settings):
        if hasattr(struct, field.name):
            setattr(struct, field.name, getattr(settings, field.name))
    struct.limits_bias = settings.limits_bias(num_coordinates)
    return struct
