"""Pointing cameras elsewhere: methods that all classes of sensors that look somewhere name."""

from __future__ import annotations

from typing import Literal, Protocol, cast

import torch
import warp as wp
from pxr import UsdGeom

from pippin.quantities.selection import Axis, Ids
from pippin.sim import SimulationContext
from pippin.utils.math import convert_camera_frame_orientation_convention
from pippin.utils.torch_view import torch_view

from .aiming import rotations_from_view, rows_of


class AimedSensor(Protocol):
    """What a sensor needs so that users can point it elsewhere."""

    _name: str
    """Which sensor it is, for messages."""

    _cameras: Axis
    """The cameras."""

    _sim: SimulationContext

    @property
    def device(self) -> str:
        """Torch device of what users give."""

    def _require_clock(self) -> object:
        """Refuse while the simulation is stopped."""

    def _move(self, rows: wp.array, positions: torch.Tensor | None, orientations: torch.Tensor | None) -> None:
        """Put cameras elsewhere.

        Args:
            rows: Cameras, int32; -1 for none.
            positions: Positions in the world [m], shape (n, 3); None leaves them.
            orientations: Orientations of the frames with -z forward and y up, shape (n, 4); None leaves them.
        """


def set_world_poses(
    self: AimedSensor,
    positions: torch.Tensor | None = None,
    orientations: torch.Tensor | None = None,
    env_ids: Ids = None,
    convention: Literal["opengl", "ros", "world"] = "ros",
) -> None:
    """Put cameras elsewhere, which the next image shows; from there they go with their bodies.

    Args:
        positions: Positions in the world [m], shape (n, 3), or one for all; None leaves them.
        orientations: Quaternions (x, y, z, w), shape (n, 4), or one for all; None leaves them.
        env_ids: Cameras; None means all.
        convention: Which frame the orientations are of: "opengl" looks along -z with y up, "ros" along z with -y
            up, "world" along x with z up.

    Raises:
        RuntimeError: The simulation is stopped.
        ValueError: There is no such convention, or numbers are of another shape or not finite, or, where that can
            be seen without waiting for a GPU, a quaternion of zeros.
    """
    self._require_clock()
    rows = self._cameras.from_ids(env_ids)
    if positions is not None:
        positions = rows_of(positions, len(rows), (3,), "positions", self.device)
    if orientations is not None:
        orientations = rows_of(orientations, len(rows), (4,), "orientations", self.device)
        if orientations.is_cpu and bool((torch.linalg.vector_norm(orientations, dim=1) < 1e-6).any()):
            raise ValueError(f"'orientations' for {self._name} holds a quaternion of zeros; expected rotations.")
        orientations = convert_camera_frame_orientation_convention(orientations, convention, "opengl")
    self._move(rows, positions, orientations)


def set_world_poses_from_view(
    self: AimedSensor, eyes: torch.Tensor, targets: torch.Tensor, env_ids: Ids = None
) -> None:
    """Let cameras look from points at points, with the horizon level, which the next image shows.

    Cameras whose eye is where their target is stay as they are, with a warning. It waits for the device.

    Args:
        eyes: Positions of the cameras in the world [m], shape (n, 3), or one for all.
        targets: Points in the world that they look at [m], shape (n, 3), or one for all.
        env_ids: Cameras; None means all.

    Raises:
        RuntimeError: The simulation is stopped.
        ValueError: All eyes are where their targets are, or numbers are of another shape or not finite.
        NotImplementedError: Neither y nor z points up on the stage.
    """
    self._require_clock()
    rows = self._cameras.from_ids(env_ids)
    eyes = rows_of(eyes, len(rows), (3,), "eyes", self.device)
    targets = rows_of(targets, len(rows), (3,), "targets", self.device)
    up_axis = str(UsdGeom.GetStageUpAxis(self._sim.stage))
    if up_axis not in ("Y", "Z"):
        raise NotImplementedError(
            f"The up axis of the stage is '{up_axis}'; expected 'Y' or 'Z', which cameras look at points with."
        )
    far, rotations = rotations_from_view(eyes, targets, cast(Literal["Y", "Z"], up_axis), self._name)
    chosen = torch_view(rows)[far].contiguous()
    self._move(wp.from_torch(chosen, dtype=wp.int32), eyes[far], rotations)
