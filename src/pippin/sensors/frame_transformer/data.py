"""What a frame transformer reports."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Part, Stored

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData


@chosen_by_backend
class FrameTransformerData(SensorData):
    """Poses of the source frame and the target frames.

    N is the number of environments, T the number of target frames. Quaternions are (x, y, z, w).

    Args:
        num_instances: N.
        device: Warp device of the arrays.
        target_frame_names: Names of the target frames, in the order of the arrays.
    """

    def __init__(self, num_instances: int, device: str, target_frame_names: list[str]) -> None:
        super().__init__(num_instances, device, targets=len(target_frame_names))
        self._target_frame_names = target_frame_names

    @property
    def target_frame_names(self) -> list[str]:
        """Names of the target frames, in the order of the arrays."""
        return self._target_frame_names

    source_pose_w = Stored(wp.transformf, doc="Pose of the source frame in the world, shape (N,), transformf.")
    source_pos_w = Part("source_pose_w", "position", "Position of the source frame [m], shape (N,), vec3f.")
    source_quat_w = Part("source_pose_w", "orientation", "Orientation of the source frame, shape (N,), quatf.")
    target_pose_w = Stored(
        wp.transformf, "targets", doc="Poses of the target frames in the world, shape (N, T), transformf."
    )
    target_pos_w = Part("target_pose_w", "position", "Positions of the target frames [m], shape (N, T), vec3f.")
    target_quat_w = Part("target_pose_w", "orientation", "Orientations of the target frames, shape (N, T), quatf.")
    target_pose_source = Stored(
        wp.transformf, "targets", doc="Poses of the target frames in the source frame, shape (N, T), transformf."
    )
    target_pos_source = Part(
        "target_pose_source", "position", "Positions of the target frames in the source frame [m], (N, T), vec3f."
    )
    target_quat_source = Part(
        "target_pose_source", "orientation", "Orientations of the target frames in the source frame, (N, T), quatf."
    )
