"""A page in the browser in place of the window of a viewer."""

from __future__ import annotations

import logging
import operator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pippin.physics.scene.scene import PhysicsScene
from pippin.viewers.keys import mouse_position, page_name

from ..types import KeyboardInput, MeshType, MouseInput
from .pictures import pictures_of
from .viewer import GymViewer

if TYPE_CHECKING:
    from pippin.viewers.browser import BrowserViewer

    from .engine import Engine

logger = logging.getLogger("pippin")

_BUTTONS = {
    MouseInput.MOUSE_LEFT_BUTTON: "mouseleft",
    MouseInput.MOUSE_MIDDLE_BUTTON: "mousemiddle",
    MouseInput.MOUSE_RIGHT_BUTTON: "mouseright",
}
"""The page's names of buttons. It tells of no motion and no wheel: these move the camera."""


class BrowserWindow:
    """Shows a viewer's simulation and lines in the browser, from the viewer's camera, and hands it the keys there.

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
        self._view: tuple[np.ndarray, np.ndarray] | None = None
        self._seen = np.zeros((2, 3))
        self._lines: list[tuple] = []
        self._num_changes = -1

    def draw(self, engine: Engine) -> None:
        """Show the engine's scene as it is now; holds the program as long as the page is paused."""
        scene = engine.scene
        assert scene is not None, "there is a scene once the engine is built"
        if self._scene is not scene:  # the engine was built again
            self.close()
            self._scene, self._page, self._keys = scene, self._class(scene, port=self._port), set()
            self._view, self._lines, self._num_changes = None, [], -1
            logger.warning("The viewer is at %s.", self._page.url)
        page = self._page
        assert page is not None, "a page is opened with the scene"
        self._listen()
        self._look(page)
        self._show_lines(page)
        self._paint(page, engine)
        page.follow()
        if not page.is_open:
            self._viewer.close()

    def close(self) -> None:
        """Stop serving the page."""
        if self._page is not None:
            self._page.close()

    def _look(self, page: BrowserViewer) -> None:
        """Put the page's cameras where the program has put the viewer's since, or the viewer's where the page's is."""
        view = self._viewer.view
        if view is not None and view is not self._view and not np.allclose(*view):
            page.look_at(*view)
        elif (seen := page.camera) is not None and not np.allclose(seen, self._seen):
            self._viewer.see(*seen)  # who looks at the page has moved it
        self._view, self._seen = view, page.camera if page.camera is not None else self._seen

    def _show_lines(self, page: BrowserViewer) -> None:
        """Show the lines that the program has added or taken away since; they are never changed."""
        lines = self._viewer.lines
        if len(lines) == len(self._lines) and all(map(operator.is_, lines, self._lines)):
            return
        self._lines = list(lines)
        points = [vertices + (0.0 if env is None else env.origin) for env, vertices, _ in lines]
        colors = [of_lines for _, _, of_lines in lines]
        empty = np.zeros((0, 2, 3)), np.zeros((0, 3))
        page.show_lines(*(np.concatenate(each) for each in (points, colors)) if lines else empty)

    def _paint(self, page: BrowserViewer, engine: Engine) -> None:
        """Give bodies the colours that the program has set since."""
        changes = pictures_of(self._viewer.sim).num_changes
        if changes == self._num_changes:
            return
        self._num_changes = changes
        colors: dict[int, tuple[float, float, float]] = {}
        first_row = 0
        for part in engine.parts:
            num_bodies = int(part.worlds.model.nbody)
            for world, env in enumerate(part.envs):
                start = first_row + world * num_bodies
                for actor in env.actors:
                    for (body, kind), color in (actor.looks.colors if actor.looks is not None else {}).items():
                        if kind == MeshType.MESH_VISUAL:
                            colors[start + int(part.host.bodies[actor.first_body_in_env + body])] = color
            first_row += len(part.envs) * num_bodies
        page.paint(colors)

    def _listen(self) -> None:
        """Listen to the keys that the program has subscribed to since."""
        assert self._page is not None
        for (kind, number), actions in self._viewer.subscriptions.items():
            device_input = KeyboardInput(number) if kind == "KeyboardInput" else MouseInput(number)
            name = (
                page_name(device_input.name) if isinstance(device_input, KeyboardInput) else _BUTTONS.get(device_input)
            )
            if name is None or name in self._keys:
                continue
            self._keys.add(name)
            press = partial(self._press, device_input)
            self._page.add_key(name, ", ".join(actions), partial(press, 1.0), partial(press, 0.0))

    def _press(self, device_input: KeyboardInput | MouseInput, value: float) -> None:
        if isinstance(device_input, MouseInput):
            self._viewer.mouse_position = mouse_position()
        self._viewer.press(device_input, value)
