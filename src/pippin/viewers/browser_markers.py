"""Debug markers of the stage in the browser."""

from __future__ import annotations

import logging

import numpy as np
import viser
from scipy.spatial.transform import Rotation

from pippin.sim.stage import get_current_stage, has_current_stage

from .markers import MarkerGroup, marker_groups

logger = logging.getLogger("pippin")

MOST = 20_000
"""Markers of one shape that are shown, the first ones: where they are is sent in each frame."""


class BrowserMarkers:
    """Shows what :class:`pippin.sim.markers.VisualizationMarkers` put on the stage: copies of a mesh for each shape.

    Args:
        server: The page.
    """

    def __init__(self, server: viser.ViserServer) -> None:
        self._server = server
        self._shown: dict[str, tuple[MarkerGroup, viser.BatchedMeshHandle]] = {}
        self._is_told = False

    @property
    def num_meshes(self) -> int:
        """Number of shapes that are shown."""
        return len(self._shown)

    def update(self) -> None:
        """Show the markers as they are now."""
        groups = marker_groups(get_current_stage()) if has_current_stage() else []
        now = {group.name: group for group in groups if len(group.triangles.faces)}
        for name in [name for name in self._shown if name not in now]:
            self._shown.pop(name)[1].remove()
        for name, group in now.items():
            self._show(name, group)

    def _show(self, name: str, group: MarkerGroup) -> None:
        """Add a group, or move it where it was shown before."""
        before, handle = self._shown.get(name, (None, None))
        if before is not None and handle is not None:
            if not _is_same(before, group):
                handle.remove()
            else:
                if not np.array_equal(before.transforms, group.transforms):
                    handle.batched_positions, handle.batched_wxyzs, handle.batched_scales = _places(
                        group.transforms[:MOST]
                    )
                self._shown[name] = group, handle
                return
        if len(group.transforms) > MOST and not self._is_told:
            self._is_told = True
            logger.warning("The page shows the first %d of %d markers '%s'.", MOST, len(group.transforms), name)
        positions, wxyzs, scales = _places(group.transforms[:MOST])
        self._shown[name] = (
            group,
            self._server.scene.add_batched_meshes_simple(
                f"/markers{name}",
                group.triangles.vertices.astype(np.float32),
                group.triangles.faces.astype(np.int32),
                *(wxyzs, positions),
                batched_scales=scales,
                batched_colors=(np.clip(group.color, 0.0, 1.0) * 255).astype(np.uint8),
                side="double",
                cast_shadow=False,
            ),
        )


def _is_same(before: MarkerGroup, group: MarkerGroup) -> bool:
    """Whether a group differs from before in its places alone."""
    return (
        len(before.transforms) == len(group.transforms)
        and np.array_equal(before.color, group.color)
        and np.array_equal(before.triangles.vertices, group.triangles.vertices)
    )


def _places(transforms: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, quaternions (w, x, y, z) and scales along the axes of maps for points as rows, float32."""
    scales = np.linalg.norm(transforms[:, :3, :3], axis=2)
    turns = transforms[:, :3, :3] / np.maximum(scales, 1e-9)[:, :, None]
    turns[np.abs(np.linalg.det(turns)) < 0.5] = np.eye(3)  # a marker of no size along an axis
    wxyzs = Rotation.from_matrix(turns.transpose(0, 2, 1)).as_quat(scalar_first=True)
    return transforms[:, 3, :3].astype(np.float32), wxyzs.astype(np.float32), scales.astype(np.float32)
