"""Methods of Gym for cameras, which draw nothing yet."""

from __future__ import annotations

from typing import NoReturn

from ..engine.actor import GymEnv
from ..engine.sim import GymSim
from ..types import CameraProperties
from .handles import as_env, as_sim


class CameraCalls:
    """Cameras. There are none yet, so drawing what they all see is done at once."""

    def create_camera_sensor(self, env: GymEnv, properties: CameraProperties) -> NoReturn:
        """Refuse: cameras are still to come.

        Raises:
            NotImplementedError: Always.
        """
        as_env(env, "create_camera_sensor")
        raise NotImplementedError(
            "gym.create_camera_sensor: camera sensors are still to come. Run without (graphics_device_id=-1, headless)."
        )

    def step_graphics(self, sim: GymSim) -> None:
        """Bring what is drawn up to date. What draws reads the state itself, so there is nothing to bring."""
        as_sim(sim, "step_graphics")

    def render_all_camera_sensors(self, sim: GymSim) -> None:
        """Draw what all cameras see: there are none."""
        as_sim(sim, "render_all_camera_sensors")

    def start_access_image_tensors(self, sim: GymSim) -> None:
        """Begin to read images: there are none."""
        as_sim(sim, "start_access_image_tensors")

    def end_access_image_tensors(self, sim: GymSim) -> None:
        """End reading images: there are none."""
        as_sim(sim, "end_access_image_tensors")
