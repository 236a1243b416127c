"""A gyroscope and accelerometer, and what it takes for its orientation."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.physics.scene.scene import PhysicsScene
from pippin.sensors.body_motion import BodyMotion
from pippin.sensors.kernels.inertial import measure_inertial
from pippin.sensors.sensor_base import OffsetCfg
from pippin.sim import SimulationContext, get_current_stage

from .bodies import running_scene_of_one
from .sensor import Sensor


class ImuSensor(Sensor):
    """Measures angular velocity, acceleration and orientation along its own axes, on a body or below one.

    The acceleration is the mean over the last physics step; 0 before the first one, plus gravity's share.

    Args:
        prim_path: Path of the sensor, a body or below one; it is made if there is none.
        name: Name of the object.
        frequency: Measurements a second at most [1/s]; None for one whenever time has passed.
        dt: The same as a period [s].
        translation: Position in the frame of the parent [m], shape (3,); None leaves it.
        position: Position in the world [m], shape (3,), in its place.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        linear_acceleration_filter_size: Number of the last physics steps over which the acceleration is averaged.
        angular_velocity_filter_size: The same of the angular velocity.
        orientation_filter_size: The same of the orientation.

    Raises:
        ValueError: A value has another shape or is not positive, or both a frequency and a period are given.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "imu_sensor",
        frequency: float | None = None,
        dt: float | None = None,
        translation: ArrayLike | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        linear_acceleration_filter_size: int = 1,
        angular_velocity_filter_size: int = 1,
        orientation_filter_size: int = 1,
    ) -> None:
        sizes = (linear_acceleration_filter_size, angular_velocity_filter_size, orientation_filter_size)
        if min(sizes) < 1:
            raise ValueError(f"The filters of the sensor '{prim_path}' have the sizes {sizes}; expected 1 or more.")
        super().__init__(prim_path, name, frequency, dt, translation, position, orientation)
        self._sizes = dict(zip(("acceleration", "angular_velocity", "orientation"), sizes, strict=True))
        self._past: deque[dict[str, np.ndarray]] = deque(maxlen=max(sizes))
        self._last_step = -1
        self._mount: _Mount | None = None
        simulation = SimulationContext.instance()
        if max(sizes) > 1 and simulation is not None:  # others measure only when they are read
            callback = f"{type(self).__name__} {prim_path} {id(self)}"
            simulation.add_physics_callback(callback, lambda dt: self._remember())

    def get_current_frame(self, read_gravity: bool = True) -> dict[str, Any]:
        """What was measured last; empty before the simulation plays.

        Args:
            read_gravity: Whether the acceleration is what an accelerometer measures: less gravity, so that it points up
                with 9.81 m/s^2 at rest.

        Returns:
            ``time`` [s], ``physics_step``, ``lin_acc`` [m/s^2], ``ang_vel`` [rad/s], shape (3,) each, along the
            sensor's axes, and ``orientation`` in the world (x, y, z, w), shape (4,).
        """
        frame = super().get_current_frame()
        if frame and not read_gravity:
            frame["lin_acc"] = frame["lin_acc"] + frame["gravity"]
        frame.pop("gravity", None)
        return frame

    def post_reset(self) -> None:
        """Forget all measurements. The sensor stays on its body."""
        super().post_reset()
        self._past.clear()
        self._last_step = -1

    def _measure(self, scene: PhysicsScene) -> dict[str, Any]:
        self._remember()
        past = list(self._past)
        mean = {name: np.mean([each[name] for each in past[-size:]], axis=0) for name, size in self._sizes.items()}
        orientation = mean["orientation"] / np.linalg.norm(mean["orientation"])
        return {
            "lin_acc": mean["acceleration"],
            "ang_vel": mean["angular_velocity"],
            "orientation": orientation,
            "gravity": past[-1]["gravity"],
        }

    def _remember(self) -> None:
        """Keep what the sensor measures now, once a step."""
        scene, simulation = running_scene_of_one(), SimulationContext.instance()
        if scene is None or simulation is None:
            return
        if self._mount is None or self._mount.scene is not scene:
            self._mount = _Mount(scene, self.prim_path)
            self._past.clear()
        if simulation.current_time_step_index != self._last_step:
            self._last_step = simulation.current_time_step_index
        elif self._past:
            self._past.pop()  # the state was changed since
        measured = self._mount.measure()
        if self._past and measured["orientation"] @ self._past[-1]["orientation"] < 0.0:
            measured["orientation"] *= -1.0
        self._past.append(measured)


class _Mount:
    """The body under a sensor in a scene that plays."""

    def __init__(self, scene: PhysicsScene, prim_path: str) -> None:
        self.scene = scene
        self._motion = BodyMotion(scene, prim_path, get_current_stage(), OffsetCfg(), "ImuSensor")
        device = scene.device
        self._out = [wp.zeros(1, dtype=wp.vec3f, device=device) for _ in range(2)]
        self._every = wp.ones(scene.num_envs, dtype=wp.bool, device=device)
        self._time = wp.zeros(scene.num_envs, dtype=float, device=device)

    def measure(self) -> dict[str, np.ndarray]:
        motion, gravity = self._motion, self.scene.settings.gravity
        arrays = motion.read()
        wp.launch(
            measure_inertial,
            dim=1,
            inputs=[*arrays, motion.offset, wp.vec3f(*gravity), motion.view.env_ids, self._every, self._time, False],
            outputs=self._out,
            device=self.scene.device,
        )
        angular_velocity, acceleration = (out.numpy()[0].astype(np.float64) for out in self._out)
        pose = wp.transformf(*arrays[0].numpy()[0, 0]) * motion.offset
        rotation = wp.normalize(wp.transform_get_rotation(pose))
        return {
            "acceleration": acceleration,
            "angular_velocity": angular_velocity,
            "orientation": np.array([*rotation], dtype=np.float64),
            "gravity": np.array([*wp.quat_rotate_inv(rotation, wp.vec3f(*gravity))], dtype=np.float64),
        }
