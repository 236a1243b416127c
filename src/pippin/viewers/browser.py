"""A viewer in the browser: the environments as they move, and buttons that steer the simulation.

Made with viser, which serves the page and draws with WebGL. A program keeps its own loop and asks the viewer whether a
step is wanted::

    viewer = BrowserViewer(simulation)
    while viewer.is_open:
        if viewer.wants_step():
            policy_and_simulation_step()
        viewer.update()
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import rich
import viser

from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.sim import SimulationContext

from . import gamepads, keys
from .browser_markers import BrowserMarkers
from .gate import Gate
from .lines import LINES, POINTS
from .plots import DataPlot, Plot, all_quantities
from .ports import any_port, free_port
from .pushes import Pushes
from .surfaces import BodySurface, body_poses, body_surfaces, shown_envs

FRAME_RATE = 30.0
"""Frames that are sent in a second at most."""

MARKER_RATE = 10.0
"""Times in a second at most that debug markers are sent."""


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep viser from printing its own address, at which nobody should open the page: it asks for no token."""
    console = rich.get_console()
    was_quiet, console.quiet = console.quiet, True
    try:
        yield
    finally:
        console.quiet = was_quiet


@dataclass
class _Group:
    """Copies of the shapes of one body that have one colour, one for each environment that shows it.

    Attributes:
        handle: The copies in the browser.
        rows: Rows of the body among all bodies, shape (N,).
        color: Colour (red, green, blue), 0 to 1, of those that have none of their own.
    """

    handle: viser.BatchedMeshHandle
    rows: np.ndarray
    color: tuple[float, float, float]


class BrowserViewer:
    """Shows a playing simulation in the browser.

    With the key Shift held, a click pushes the body nearest to it, away from the camera.

    Args:
        simulation: The simulation, which plays, or its scene.
        env_ids: Environments that are shown; None for the first 64.
        host: Address that the page is served at. At another one than this machine's own the page opens only by
            :attr:`url`, which ends with a token. It is not encrypted, so rather forward the port:
            ``ssh -L 8080:localhost:8080 machine``.
        port: Port of the page; the next free one if it is taken.
        on_reset: What the button "Reset" calls; None leaves it out.

    Raises:
        RuntimeError: The simulation does not play.
        IndexError: There is no such environment.
        OSError: None of the 20 ports from ``port`` on is free.
    """

    def __init__(
        self,
        simulation: SimulationContext | PhysicsScene,
        env_ids: Sequence[int] | None = None,
        host: str = "127.0.0.1",
        port: int = 8080,
        on_reset: Callable[[], object] | None = None,
    ) -> None:
        self._scene = simulation if isinstance(simulation, PhysicsScene) else playing_scene(simulation)
        self._entities = {} if isinstance(simulation, PhysicsScene) else simulation.playing_entities
        shown = shown_envs(self._scene, env_ids)
        surfaces = body_surfaces(self._scene, shown)
        inner_port = any_port()
        with _silence():
            self._server = viser.ViserServer(host="127.0.0.1", port=inner_port, verbose=False)
        is_local = host in ("127.0.0.1", "localhost", "::1")
        try:
            self.port = free_port(host, port)  # right before it is taken: other programs look for ports, too
            self._gate = Gate(host, self.port, inner_port, needs_token=not is_local)
        except OSError:
            self._server.stop()
            raise
        name = {"127.0.0.1": "localhost", "0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
        self.url = f"http://{f'[{name}]' if ':' in name else name}:{self.port}"
        if self._gate.token:
            self.url += f"/?token={self._gate.token}"
        """Address of the page."""
        self.is_open = True
        """False once :meth:`close` was called, or "Quit" was pressed."""
        self._env_ids = np.array(shown)
        self._is_paused = False
        self._steps_wanted = 0
        self._next_frame = 0.0
        self._next_step = 0.0
        self._num_frames = 0
        self._on_reset = on_reset
        self._plots: list[Plot] = []
        self._offered: dict[str, tuple[Any, str]] = {}
        self._pushes = Pushes(self._scene)
        self._clicks: list[tuple[np.ndarray, np.ndarray]] = []
        self._markers = BrowserMarkers(self._server)
        self._next_markers = 0.0
        self._keys: list[keys.Key] = []
        self._camera_view = np.empty(0)
        self._drawn: dict[str, viser.SceneNodeHandle] = {}
        self._drawn_versions = (0, 0)
        self._prepare_scene()
        self._simulation = simulation if isinstance(simulation, SimulationContext) else None
        self._groups = self._add(surfaces)
        self._add_controls()
        self._last_target: np.ndarray | None = None
        self.update(at_once=True)

    # -- for the program's loop --

    def wants_step(self, dt: float = 0.0) -> bool:
        """Tell whether the program should make a step now: always while it plays, once for each press of "Step".

        Args:
            dt: Length of the step [s]: waits so long that the simulation is no faster than the world. 0 does not wait.
        """
        if not self._is_paused:
            self._wait(dt)
            self._push()
            return True
        if self._steps_wanted:
            self._steps_wanted -= 1
            self._push()
            return True
        self._next_step = 0.0
        time.sleep(0.5 / FRAME_RATE)  # a paused loop has nothing to do
        return False

    def follow(self) -> None:
        """Show the present state, and hold the program as long as the page is paused."""
        self.update()
        while self.is_open and not self.wants_step():
            self.update()

    def _wait(self, dt: float) -> None:
        """Wait until a step is due, which is dt after the last one; what is late is not caught up with."""
        now = time.perf_counter()
        if now < self._next_step:
            time.sleep(self._next_step - now)
        self._next_step = max(now, self._next_step) + dt

    def update(self, at_once: bool = False) -> None:
        """Send the present state to the browser, unless the last frame is too recent.

        Args:
            at_once: Whether to send it whenever the last frame was.
        """
        keys.deliver()
        gamepads.deliver()
        now = time.perf_counter()
        if not at_once and now < self._next_frame:
            return
        period = 1.0 / FRAME_RATE
        self._next_frame = now + period - min(max(now - self._next_frame, 0.0), period)  # late ones delay no others
        poses = body_poses(self._scene)
        with self._server.atomic():
            for group in self._groups:
                body = poses[group.rows]
                group.handle.batched_positions = body[:, :3]
                group.handle.batched_wxyzs = body[:, [6, 3, 4, 5]]
            self._follow(poses)
        if self._simulation is not None and not np.array_equal(self._camera_view, self._simulation.camera_view):
            self._camera_view = np.array(self._simulation.camera_view)  # the program has moved it since
            self.look_at(*self._camera_view)
        self._show_keys()
        self._show_drawings()
        if at_once or now >= self._next_markers:
            self._next_markers = now + 1.0 / MARKER_RATE
            self._markers.update()
        self._num_frames += 1
        self._time.content = f"{self._scene.time:.2f} s"
        for plot in list(self._plots):  # the page's thread adds some
            plot.update(self._scene.time)

    def add_plot(self, name: str, measure: Callable[[], float]) -> None:
        """Plot a quantity over time beside the picture.

        Args:
            name: What is shown, with its unit.
            measure: Gives the present value; called at every frame.
        """
        self._plots.append(Plot(self._server.gui, name, measure))

    def add_key(
        self, key: str, label: str, on_press: Callable[[], object], on_release: Callable[[], object] | None = None
    ) -> None:
        """Call a function when a key is pressed in the page, which then does nothing else there.

        Args:
            key: Name of the key as the page has it: "A" to "Z", "0" to "9", "arrowup", "space", "escape", ...
            label: What it does, for the list of keys on the page.
            on_press: Called by :meth:`update`, once for a press.
            on_release: Called when it is let go.
        """
        listener = keys.Key(key, label, on_press)
        self._keys.append(keys.listen(*(listener if on_release is None else listener._replace(on_release=on_release))))

    def look_at(self, eye: Sequence[float] | np.ndarray, target: Sequence[float] | np.ndarray) -> None:
        """Put the cameras of all who look, and of those who come later, at a place.

        Args:
            eye: Position of the camera in the world [m], shape (3,).
            target: Point that it looks at [m], shape (3,).
        """
        eye, target = (np.array(point, dtype=float) for point in (eye, target))
        self._server.initial_camera.position, self._server.initial_camera.look_at = eye, target
        for client in self._server.get_clients().values():
            _place(client, eye, target)

    def show_lines(self, points: np.ndarray, colors: np.ndarray) -> None:
        """Show lines in place of those before.

        Args:
            points: Both ends of each line in the world [m], shape (N, 2, 3).
            colors: Colour of each (red, green, blue), 0 to 1, shape (N, 3).
        """
        ends = np.repeat(_as_bytes(colors)[:, None], 2, axis=1)
        add = self._server.scene.add_line_segments
        self._replace("/lines", len(points) and add("/lines", points, ends, thickness=2.0, thickness_units="screen"))

    def paint(self, colors: Mapping[int, tuple[float, float, float]]) -> None:
        """Give bodies colours of their own, in all of their shapes.

        Args:
            colors: Colour (red, green, blue), 0 to 1, by the row of the body among all bodies; others keep theirs.
        """
        for group in self._groups:
            if any(int(row) in colors for row in group.rows):
                tints = [colors.get(int(row), group.color) for row in group.rows]
                group.handle.batched_colors = _as_bytes(np.array(tints))

    def show_points(self, points: np.ndarray, colors: np.ndarray) -> None:
        """Show points in place of those before.

        Args:
            points: Points in the world [m], shape (N, 3).
            colors: Colour of each (red, green, blue), 0 to 1, shape (N, 3).
        """
        add = self._server.scene.add_point_cloud
        self._replace("/points", len(points) and add("/points", points, _as_bytes(colors), point_size=0.03))

    def _replace(self, name: str, handle: Any) -> None:
        """Keep what is drawn under a name, or take away what was where there is nothing now."""
        if handle:
            self._drawn[name] = handle  # the page replaces what has the same name
        elif name in self._drawn:
            self._drawn.pop(name).remove()

    def _show_drawings(self) -> None:
        """Show what the program has drawn or cleared since."""
        versions = LINES.version, POINTS.version
        if versions == self._drawn_versions:
            return
        self._drawn_versions = versions
        self.show_lines(*LINES.arrays())
        points, colors = POINTS.arrays()
        self.show_points(points[:, 0], colors)

    def add_data_plot(self, sources: Mapping[str, Any] | None = None) -> None:
        """Plot any quantity of the chosen environment, of which the page offers a list, and a button for more plots.

        Args:
            sources: Assets and sensors by name, such as ``scene.articulations``; None for all that the simulation has.
        """
        self._offered = all_quantities(self._entities if sources is None else sources)
        if not self._offered:
            return
        self._add_data_plot()
        self._server.gui.add_button("Another plot", order=1e9).on_click(lambda _: self._add_data_plot())

    def _add_data_plot(self) -> None:
        def env_id() -> int:
            return int(self._env_ids[int(self._env.value)])

        with self._server.gui.add_folder(f"Plot {len(self._plots) + 1}"):
            plot = DataPlot(self._server.gui, self._offered, env_id)
        self._env.on_update(lambda _: plot.begin_again())
        self._plots.append(plot)

    def add_button(self, label: str, on_click: Callable[[], None]) -> None:
        """Add a button.

        Args:
            label: Its text.
            on_click: Called when it is pressed, in the thread of the viewer.
        """
        self._server.gui.add_button(label).on_click(lambda _: on_click())

    @property
    def has_visitors(self) -> bool:
        """Whether a browser shows the page."""
        return len(self._server.get_clients()) > 0

    @property
    def camera(self) -> np.ndarray | None:
        """Position of the first visitor's camera and the point that it looks at in the world [m], shape (2, 3)."""
        clients = self._server.get_clients()
        camera = next(iter(clients.values())).camera if clients else None
        return None if camera is None else np.array([camera.position, camera.look_at])

    @property
    def num_frames(self) -> int:
        """Number of frames that were sent."""
        return self._num_frames

    def close(self) -> None:
        """Stop serving the page."""
        self.is_open = False
        keys.forget(self._keys)
        self._gate.close()
        with _silence():
            self._server.stop()

    def _push(self) -> None:
        """Hand the engine what clicks ask for."""
        while self._clicks:
            origin, direction = self._clicks.pop()
            pushed = self._pushes.push_nearest(origin, direction, self._env_ids, float(self._force.value), 0.1)
            if pushed is not None:
                env_id, body = pushed
                self._pushed.content = f"Pushed '{body.rpartition('/')[2]}' in environment {env_id}."
        self._pushes.apply()

    # -- what the browser shows --

    def _prepare_scene(self) -> None:
        scene = self._server.scene
        _, y, z = self._scene.settings.gravity
        y_is_up = abs(y) > abs(z)
        scene.set_up_direction("+y" if y_is_up else "+z")
        scene.add_grid(
            *("/ground", 60.0, 60.0),
            cell_size=0.5,
            section_size=2.0,
            infinite_grid=True,
            plane="xz" if y_is_up else "xy",
        )
        scene.configure_default_lights(True)
        self._server.gui.configure_theme(show_logo=False)

    def _add(self, surfaces: list[BodySurface]) -> list[_Group]:
        """Add the surfaces of bodies, each as one message in a frame for all its copies."""
        groups = []
        for number, surface in enumerate(surfaces):
            copies = len(surface.rows)
            handle = self._server.scene.add_batched_meshes_simple(
                f"/shapes/{surface.variant}/{number}",
                surface.vertices,
                surface.faces,
                batched_wxyzs=np.tile(np.array([1.0, 0.0, 0.0, 0.0], dtype=np.float32), (copies, 1)),
                batched_positions=np.zeros((copies, 3), dtype=np.float32),
                batched_colors=(np.array(surface.color) * 255).astype(np.uint8),
                flat_shading=surface.is_flat,
            )
            groups.append(_Group(handle, surface.rows, surface.color))
        return groups

    def _add_controls(self) -> None:
        gui = self._server.gui
        self._time = gui.add_markdown("0.00 s")
        self._play = gui.add_button("Pause")
        self._play.on_click(lambda _: self._toggle())
        gui.add_button("Step").on_click(lambda _: self._want_step())
        if self._on_reset is not None:
            gui.add_button("Reset").on_click(lambda _: self._reset())
            gui.add_command("Reset", hotkey="R").on_trigger(lambda _: self._reset())
        self._env = gui.add_slider("Environment", 0, max(1, len(self._env_ids) - 1), 1, 0)
        self._follows = gui.add_checkbox("Follow it", initial_value=False)
        self._force = gui.add_slider("Push by Shift-click [N]", 0, 1000, 10, 200)
        self._pushed = gui.add_markdown("")
        with gui.add_folder("Keys", expand_by_default=False):
            self._key_list = gui.add_markdown("")
        self._told_keys: dict[str, str] = {}
        self._server.scene.on_click(modifier="shift")(self._click)
        gui.add_button("Quit", order=2e9).on_click(lambda _: self._quit())
        gui.add_command("Play or pause", hotkey="P").on_trigger(lambda _: self._toggle())
        gui.add_command("Step", hotkey="N").on_trigger(lambda _: self._want_step())

    def _show_keys(self) -> None:
        """Say on the page what keys do."""
        own = {"P": "play or pause", "N": "one step"} | ({"R": "reset"} if self._on_reset is not None else {})
        told = own | keys.labels()
        if told != self._told_keys:
            self._told_keys = told
            self._key_list.content = "\n".join(f"- **{key}**: {label}" for key, label in told.items())

    def _toggle(self) -> None:
        self._is_paused = not self._is_paused
        self._play.label = "Play" if self._is_paused else "Pause"

    def _want_step(self) -> None:
        if not self._is_paused:
            self._toggle()
        self._steps_wanted += 1

    def _click(self, event: viser.SceneClickEvent) -> None:
        if event.ray_origin is not None and event.ray_direction is not None:
            self._clicks.append((np.array(event.ray_origin), np.array(event.ray_direction)))

    def _reset(self) -> None:
        if self._on_reset is not None:
            self._on_reset()

    def _quit(self) -> None:
        self.is_open = False

    def _follow(self, poses: np.ndarray) -> None:
        """Move all cameras with the environment that was chosen: by as much as the middle of its bodies moved."""
        env = int(self._env_ids[min(int(self._env.value), len(self._env_ids) - 1)])
        rows = self._rows_of_env(env)
        target = np.median(poses[rows, :3], axis=0)
        if self._follows.value:
            moved = None if self._last_target is None else target - self._last_target
            for client in self._server.get_clients().values():
                if moved is None:
                    client.camera.look_at = target
                else:  # turns with it: what it looks at moves with the position
                    client.camera.position = client.camera.position + moved
            self._last_target = target
        else:
            self._last_target = None

    def _rows_of_env(self, env: int) -> np.ndarray:
        first = 0
        for frames in self._scene.frames:
            num_worlds, num_bodies = frames.kinematics.poses.shape
            worlds = np.flatnonzero(frames.worlds.env_ids.numpy() == env)
            if len(worlds):
                start = first + int(worlds[0]) * num_bodies
                return np.arange(start + (num_bodies > 1), start + num_bodies)
            first += num_worlds * num_bodies
        raise IndexError(f"There is no environment {env}; expected one of those that the viewer shows.")


def _place(client: viser.ClientHandle, eye: np.ndarray, target: np.ndarray) -> None:
    """Put the camera of one who looks at a place."""
    client.camera.position = eye
    client.camera.look_at = target


def _as_bytes(colors: np.ndarray) -> np.ndarray:
    return (np.clip(colors, 0.0, 1.0) * 255).astype(np.uint8)
