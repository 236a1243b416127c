"""Poses of frames in the frame of a body."""

from __future__ import annotations

import re
from dataclasses import MISSING

import warp as wp

from pippin.physics.views import BodyView
from pippin.quantities import finding
from pippin.quantities.properties import Part, Stored
from pippin.sim.expressions import resolve_expression
from pippin.sim.markers.markers import FRAME_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.utils import configclass

from .backend_factory import chosen_by_backend
from .kernels.frame_transformer import transform_frames
from .mounts import bodies_in_each_environment, offset_pose
from .sensor_base import OffsetCfg, SensorBase, SensorBaseCfg
from .sensor_data import SensorData

__all__ = ["FrameTransformer", "FrameTransformerCfg", "FrameTransformerData"]


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


@chosen_by_backend
class FrameTransformer(SensorBase[FrameTransformerData]):
    """Reports where target frames are, in the world and in a source frame, each fixed to a rigid body.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: the source is not one body in each environment, or a target
            expression matches no body, or not the same number in each.
        ValueError: There are no target frames.
    """

    cfg: FrameTransformerCfg
    _is_at_prims = True
    _is_by_environment = True

    def __init__(self, cfg: FrameTransformerCfg) -> None:
        super().__init__(cfg)
        if not self.cfg.target_frames:
            raise ValueError(
                f"The FrameTransformer at '{self.cfg.prim_path}' has no 'target_frames'; expected one or more."
            )

    @property
    def num_bodies(self) -> int:
        """Number of target frames, which configs of managers choose as bodies."""
        self._require_clock()
        return len(self._data.target_frame_names)

    @property
    def body_names(self) -> list[str]:
        """Names of the target frames, in the order of the arrays."""
        self._require_clock()
        return self._data.target_frame_names

    find_bodies = finding.find_bodies

    # -- inside --------------------------------------------------------------------------------------------------------

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene = self._scene
        self._source_view = self._bodies(self.cfg.prim_path)
        if self._num_in_each(self._source_view, self.cfg.prim_path) != 1:
            raise RuntimeError(
                f"The source '{self.cfg.prim_path}' of the FrameTransformer should be one body in each environment, "
                f"but it matches {self._source_view.count} in {scene.num_envs}."
            )
        expressions = [resolve_expression(frame.prim_path) for frame in self.cfg.target_frames]
        self._target_view = self._bodies("|".join(f"(?:{expression})" for expression in expressions))
        self._num_target_bodies = self._num_in_each(self._target_view, "|".join(expressions))
        names, bodies, offsets = self._target_frames(expressions)
        device = scene.device
        self._target_bodies = wp.array(bodies, dtype=int, device=device)
        self._target_offsets = wp.array(offsets, dtype=wp.transformf, device=device)
        self._source_offset = offset_pose(self.cfg.source_frame_offset)
        self._source_poses = wp.zeros((scene.num_envs, 1), dtype=wp.transformf, device=device)
        self._target_poses = wp.zeros((self._target_view.count, 1), dtype=wp.transformf, device=device)
        self._data = FrameTransformerData(scene.num_envs, device, names)

    def _bodies(self, expression: str) -> BodyView:
        try:
            return self._scene.rigid_bodies(expression)
        except ValueError as error:
            raise RuntimeError(f"The FrameTransformer at '{self.cfg.prim_path}': {error}") from error

    def _num_in_each(self, view: BodyView, expression: str) -> int:
        return bodies_in_each_environment(view, self._scene.num_envs, expression, "FrameTransformer")

    def _target_frames(self, expressions: list[str]) -> tuple[list[str], list[int], list[wp.transformf]]:
        """Name, body and offset of each target frame."""
        paths = self._target_view.instance_paths[: self._num_target_bodies]
        names: list[str] = []
        bodies: list[int] = []
        offsets: list[wp.transformf] = []
        for frame, expression in zip(self.cfg.target_frames, expressions, strict=True):
            matches = [index for index, path in enumerate(paths) if re.fullmatch(expression, path)]
            if not matches:
                raise RuntimeError(
                    f"The target '{frame.prim_path}' of the FrameTransformer at '{self.cfg.prim_path}' matches no "
                    "rigid body; expected an expression of whole paths."
                )
            for index in matches:
                names.append(frame.name or paths[index].rsplit("/", 1)[-1])
                bodies.append(index)
                offsets.append(offset_pose(frame.offset))
        return names, bodies, offsets

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        data = self._data
        wp.launch(
            transform_frames,
            dim=(self._scene.num_envs, len(data.target_frame_names)),
            inputs=[
                self._source_view.read_link_poses(self._source_poses),
                self._source_offset,
                self._target_view.read_link_poses(self._target_poses),
                self._num_target_bodies,
                self._target_bodies,
                self._target_offsets,
                env_mask,
            ],
            outputs=[data.source_pose_w.warp, data.target_pose_w.warp, data.target_pose_source.warp],
            device=self._scene.device,
        )

    def _visualize(self, markers: VisualizationMarkers) -> None:
        poses = self.data.target_pose_w.torch.reshape(-1, 7)
        markers.visualize(translations=poses[:, :3], orientations=poses[:, 3:])


@configclass
class FrameTransformerCfg(SensorBaseCfg):
    """Which frames to report, in which frame. ``prim_path`` is the body of the source frame."""

    @configclass
    class FrameCfg:
        """A target frame, or one for each body that its expression matches."""

        prim_path: str = MISSING
        """Path of a rigid body, or an expression that matches several."""

        name: str | None = None
        """Name of the frame; None takes that of the body."""

        offset: OffsetCfg = OffsetCfg()
        """Pose of the frame in the frame of the body."""

    class_type: type[FrameTransformer] = FrameTransformer
    """Class of the sensor."""

    source_frame_offset: OffsetCfg = OffsetCfg()
    """Pose of the source frame in the frame of its body."""

    target_frames: list[FrameCfg] = MISSING
    """The frames to report."""

    visualizer_cfg: VisualizationMarkersCfg = FRAME_MARKER_CFG.replace(prim_path="/Visuals/FrameTransformer")
    """Markers of the frames."""
