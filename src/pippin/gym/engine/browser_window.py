"""A page in the browser in place of the window of a viewer."""

from __future__ import annotations

import logging
from functools import partial

from pippin.physics.scene.scene import PhysicsScene

from ..types import KeyboardInput
from .viewer import GymViewer

logger = logging.getLogger("pippin")

_NAMES = {"UP": "arrowup", "DOWN": "arrowdown", "LEFT": "arrowleft", "RIGHT": "arrowright"} | {
    name.upper(): name for name in ("space", "escape", "tab", "enter", "backspace", "insert", "home", "end")
}
"""The page's names of keys that are not letters or digits, by Isaac Gym's."""


class BrowserWindow:
    """Shows a viewer's simulation in the browser, and hands the keys that are pressed there to the viewer.

    Args:
        viewer: The viewer.
        port: Port of the page, or the next one that is free.
    """

    def __init__(self, viewer: GymViewer, port: int) -> None:
        from pippin.viewers.browser import BrowserViewer  # loads a web server, which other programs need not wait for

        self._viewer, self._port, self._class = viewer, port, BrowserViewer
        self._page: BrowserViewer | None = None
        self._scene: PhysicsScene | None = None
        self._keys: set[str] = set()

    def draw(self, scene: PhysicsScene) -> None:
        """Show the scene as it is now; holds the program as long as the page is paused."""
        if self._scene is not scene:  # the engine was built again
            self.close()
            self._scene, self._page, self._keys = scene, self._class(scene, port=self._port), set()
            logger.warning("The viewer is at %s.", self._page.url)
        page = self._page
        assert page is not None, "a page is opened with the scene"
        self._listen()
        page.follow()
        if not page.is_open:
            self._viewer.close()

    def close(self) -> None:
        """Stop serving the page."""
        if self._page is not None:
            self._page.close()

    def _listen(self) -> None:
        """Listen to the keys that the program has subscribed to since."""
        assert self._page is not None
        for (kind, number), actions in self._viewer.subscriptions.items():
            key = KeyboardInput(number) if kind == "KeyboardInput" else None
            if key is None or key.name in self._keys:
                continue
            self._keys.add(key.name)
            name = key.name.removeprefix("KEY_")
            name = name if len(name) == 1 else _NAMES.get(name, "")
            if name:
                self._page.add_key(name, ", ".join(actions), partial(self._press, key))

    def _press(self, key: KeyboardInput) -> None:
        """Press and release: the page tells only that a key was pressed."""
        self._viewer.press(key, 1.0)
        self._viewer.press(key, 0.0)
