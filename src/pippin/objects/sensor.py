"""What the sensors of one environment have in common: measuring when they are read, at most once a period."""

from __future__ import annotations

import copy
from abc import abstractmethod
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import SimulationContext, define_prim, is_prim_path_valid

from .bodies import running_scene_of_one
from .single_xform_prim import SingleXFormPrim


class PeriodicPrim(SingleXFormPrim):
    """Something that is read at most once a period, and that can be paused.

    Args:
        prim_path: Path of the prim; it is made if there is none.
        name: Name of the object.
        prim_type: Type of the prim that is made.
        frequency: Readings a second at most [1/s]; None for one whenever time has passed.
        dt: The same as a period [s].
        translation: Position in the frame of the parent [m], shape (3,); None leaves it.
        position: Position in the world [m], shape (3,), in its place.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).

    Raises:
        ValueError: A value has another shape, is not positive, or both a frequency and a period are given.
    """

    UNLIMITED: ClassVar[float] = float("inf")
    """Frequency that stands for a reading whenever time has passed [1/s]."""

    def __init__(
        self,
        prim_path: str,
        name: str,
        prim_type: str,
        frequency: float | None = None,
        dt: float | None = None,
        translation: ArrayLike | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
    ) -> None:
        if frequency is not None and dt is not None:
            raise ValueError(f"'{prim_path}' has both a frequency and a period: give one.")
        if not is_prim_path_valid(prim_path):
            define_prim(prim_path, prim_type)
        super().__init__(prim_path, name, position, translation, orientation)
        self._frame: dict[str, Any] = {}
        self._is_paused = False
        self.set_dt(dt or 0.0)
        if frequency is not None:
            PeriodicPrim.set_frequency(self, frequency)

    def get_dt(self) -> float:
        """Shortest time between readings [s]."""
        return self._dt

    def set_dt(self, value: float) -> None:
        """Set the shortest time between readings [s].

        Raises:
            ValueError: It is negative or not finite.
        """
        if not 0.0 <= value < float("inf"):
            raise ValueError(f"The period of '{self.prim_path}' is {value!r}; expected 0 or more seconds.")
        self._dt = float(value)

    def get_frequency(self) -> float:
        """Readings a second at most [1/s]; :attr:`UNLIMITED` where there is one whenever time has passed."""
        return 1.0 / self._dt if self._dt else self.UNLIMITED

    def set_frequency(self, value: float) -> None:
        """Set how many readings a second there are at most [1/s]; :attr:`UNLIMITED` for one whenever time has passed.

        Raises:
            ValueError: It is not positive.
        """
        if value != self.UNLIMITED and not value > 0.0:
            raise ValueError(f"The frequency of '{self.prim_path}' is {value!r}; expected more than 0 per second.")
        self._dt = 0.0 if value == self.UNLIMITED else 1.0 / float(value)

    def pause(self) -> None:
        """Read no more: the last reading stays."""
        self._is_paused = True

    def resume(self) -> None:
        """Read again."""
        self._is_paused = False

    def is_paused(self) -> bool:
        """Whether nothing is read."""
        return self._is_paused


class Sensor(PeriodicPrim):
    """Something that measures, on a body or below one, in the one environment of a :class:`~pippin.objects.World`.

    Args:
        prim_path: Path of the sensor, a body or below one; it is made if there is none.
        name: Name of the object.
        frequency: Measurements a second at most [1/s]; None for one whenever time has passed.
        dt: The same as a period [s].
        translation: Position in the frame of the parent [m], shape (3,); None leaves it.
        position: Position in the world [m], shape (3,), in its place.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).

    Raises:
        ValueError: A value has another shape, is not positive, or both a frequency and a period are given.
    """

    def __init__(
        self,
        prim_path: str,
        name: str,
        frequency: float | None = None,
        dt: float | None = None,
        translation: ArrayLike | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
    ) -> None:
        super().__init__(prim_path, name, "Xform", frequency, dt, translation, position, orientation)

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Do nothing: the sensor connects to the engine when it is read."""

    def post_reset(self) -> None:
        """Forget the last measurement. The sensor stays on its body."""
        self._frame = {}

    def get_current_frame(self) -> dict[str, Any]:
        """What was measured last, with ``time`` [s] and ``physics_step``; empty before the first step."""
        scene, simulation = running_scene_of_one(), SimulationContext.instance()
        if scene is not None and simulation is not None and not self._is_paused:
            now = simulation.current_time
            if not self._frame or now < self._frame["time"] or now - self._frame["time"] > self._dt - 1.0e-9:
                self._frame = {
                    "time": now,
                    "physics_step": simulation.current_time_step_index,
                    **self._measure(scene),
                }
        return copy.deepcopy(self._frame)

    @abstractmethod
    def _measure(self, scene: PhysicsScene) -> dict[str, Any]:
        """Measure now."""
