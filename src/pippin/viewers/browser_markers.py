"""Debug markers of the stage in the browser."""

from __future__ import annotations

import numpy as np
import viser
from pxr import Usd

from pippin.sim.stage import get_current_stage, has_current_stage

from .markers import MarkerSurface, marker_surface

MAX_FACES = 200_000
"""Triangles above which markers are not sent: each frame sends them all."""


class BrowserMarkers:
    """Shows what :class:`pippin.sim.markers.VisualizationMarkers` put on the stage: a mesh for each colour.

    Args:
        server: The page.
    """

    def __init__(self, server: viser.ViserServer) -> None:
        self._server = server
        self._handles: list[viser.MeshHandle] = []
        self._shown: bytes = b""

    @property
    def num_meshes(self) -> int:
        """Number of colours that are shown."""
        return len(self._handles)

    def update(self) -> None:
        """Show the markers as they are now."""
        surface = _surface(get_current_stage()) if has_current_stage() else None
        shown = b"" if surface is None else surface.vertices.tobytes() + surface.colors.tobytes()
        if shown == self._shown:
            return
        self._shown = shown
        for handle in self._handles:
            handle.remove()
        self._handles = [] if surface is None else self._add(surface)

    def _add(self, surface: MarkerSurface) -> list[viser.MeshHandle]:
        colors, kinds = np.unique((surface.colors * 255).astype(np.uint8), axis=0, return_inverse=True)
        handles = []
        for number, (red, green, blue) in enumerate(colors.tolist()):
            corners, faces = np.unique(surface.faces[kinds.reshape(-1) == number], return_inverse=True)
            mesh = self._server.scene.add_mesh_simple(
                f"/markers/{number}", surface.vertices[corners], faces.reshape(-1, 3), color=(red, green, blue)
            )
            handles.append(mesh)
        return handles


def _surface(stage: Usd.Stage) -> MarkerSurface | None:
    surface = marker_surface(stage)
    return None if surface is None or len(surface.faces) > MAX_FACES else surface
