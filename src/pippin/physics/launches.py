"""Kernel launches that are captured once and then replayed."""

from __future__ import annotations

from collections.abc import Callable

import warp as wp


class Launches:
    """Kernel launches that become a graph when they are repeated.

    Args:
        launch: Launches them on the current stream.
        device: Where.
    """

    def __init__(self, launch: Callable[[], None], device: wp.context.Device) -> None:
        self._launch = launch
        self._device = device
        self._loaded = False
        self._graph: wp.context.Graph | None = None

    def __call__(self) -> None:
        """Do it: as a graph from the second time on, unless a capture is under way."""
        with wp.ScopedDevice(self._device):
            if self._device.is_capturing or not self._loaded:
                self._launch()
                self._loaded = True
                return
            if self._graph is None:
                with wp.ScopedCapture(force_module_load=False) as capture:
                    self._launch()
                self._graph = capture.graph
            wp.capture_launch(self._graph)

    def forget(self) -> None:
        """Capture again next time, because an array was replaced."""
        self._graph = None
