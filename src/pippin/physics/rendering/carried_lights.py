"""Lights that bodies carry, which are elsewhere in each of the worlds that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import warp as wp

from .newton_looks import DirectionalLight, PointLight


class Carrier(NamedTuple):
    """What carries a light, and where on it the light is.

    Attributes:
        rows: Row of the body in each world of the scene, -1 where it has none, shape (num_worlds,), int.
        position: Place of the light in the body's frame [m], shape (3,).
        direction: Direction of a light from far away in the body's frame, shape (3,).
    """

    rows: np.ndarray
    position: np.ndarray
    direction: np.ndarray


class CarriedLights:
    """Places and directions of all lights in each world.

    Args:
        lights: The lights, with places and directions where no body carries them.
        carriers: What carries each of them; None for nothing.
        num_worlds: Number of worlds that are drawn.
        device: Device of the scene.

    Attributes:
        positions: Places in the frames that are drawn [m], shape (num_worlds, num_lights), wp.vec3f.
        directions: Directions there, shape (num_worlds, num_lights), wp.vec3f.
    """

    def __init__(
        self,
        lights: Sequence[DirectionalLight | PointLight],
        carriers: Sequence[Carrier | None],
        num_worlds: int,
        device: str,
    ) -> None:
        still = [light.position if isinstance(light, PointLight) else light.direction for light in lights]
        rows = [np.full(num_worlds, -1) if carrier is None else carrier.rows for carrier in carriers]
        on_body = [np.zeros((2, 3)) if carrier is None else np.stack(carrier[1:]) for carrier in carriers]
        self._device = device
        self._rows = wp.array(np.stack(rows, axis=1).astype(np.int32), dtype=int, device=device)
        self._still = wp.array(np.array(still, dtype=np.float32), dtype=wp.vec3f, device=device)
        self._on_body = wp.array(np.array(on_body, dtype=np.float32), dtype=wp.vec3f, device=device)
        shape = (num_worlds, len(lights))
        self.positions = wp.zeros(shape, dtype=wp.vec3f, device=device)
        self.directions = wp.zeros(shape, dtype=wp.vec3f, device=device)

    def place(self, body_poses: wp.array) -> None:
        """Move the lights to where their bodies are.

        Args:
            body_poses: Poses of the scene's bodies, shape (num_rows,), wp.transformf.
        """
        wp.launch(
            carry_lights,
            dim=self.positions.shape,
            inputs=[body_poses, self._rows, self._still, self._on_body],
            outputs=[self.positions, self.directions],
            device=self._device,
        )


@wp.kernel(enable_backward=False)
def carry_lights(
    body_poses: wp.array(dtype=wp.transformf),  # (num_rows,)
    rows: wp.array2d(dtype=int),  # (num_worlds, num_lights) -1 where nothing carries the light
    still: wp.array(dtype=wp.vec3f),  # (num_lights,) place or direction without a carrier
    on_body: wp.array2d(dtype=wp.vec3f),  # (num_lights, 2) place and direction in the carrier's frame
    position_out: wp.array2d(dtype=wp.vec3f),  # (num_worlds, num_lights)
    direction_out: wp.array2d(dtype=wp.vec3f),  # (num_worlds, num_lights)
):
    """Places and directions of lights from the poses of the bodies that carry them."""
    world, light = wp.tid()
    row = rows[world, light]
    if row < 0:
        position_out[world, light] = still[light]
        direction_out[world, light] = still[light]
        return
    position_out[world, light] = wp.transform_point(body_poses[row], on_body[light, 0])
    direction_out[world, light] = wp.transform_vector(body_poses[row], on_body[light, 1])
