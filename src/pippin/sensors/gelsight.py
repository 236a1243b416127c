"""Pictures of a GelSight sensor's pad: from how deep it is pressed in to the colours that its camera sees.

The model is Taxim (Si and Yuan, IEEE Robotics and Automation Letters 7(2), 2022): the light on the pad changes with
the slope of its surface, and for each slope there is a polynomial of the pixel's place, fitted to a real sensor.
"""

from __future__ import annotations

import math
from dataclasses import MISSING

import imageio.v3 as iio
import numpy as np
import torch

from pippin.sim.files import check_file
from pippin.utils import configclass
from pippin.utils.assets_root import assets_root

_COLORS = ("r", "g", "b")
_LEAST_DEPTH = 1e-6
"""Depth that counts as none [m]: rounding of depth images."""
_BLUR = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0], device="cpu") / 16.0
"""Weights of neighbours along a row or a column: the pad is soft."""


class GelsightRender:
    """Makes pictures of a pad that is pressed in.

    Args:
        cfg: Size of the pictures, and the files of the calibration. It is kept.
        device: Device of the pictures.

    Attributes:
        cfg: The config.
        device: The device.
        background: Picture of the pad that nothing touches, shape (height, width, 3), uint8.

    Raises:
        FileNotFoundError: A file of the calibration is not on this machine.
        ValueError: The scale is not positive, or a file does not fit the config.
    """

    def __init__(self, cfg: GelSightRenderCfg, device: str | torch.device) -> None:
        if not cfg.mm_per_pixel > 0.0:
            raise ValueError(f"'mm_per_pixel' is {cfg.mm_per_pixel}; expected the width of a pixel, above 0 mm.")
        self.cfg, self.device = cfg, torch.device(device)
        folder = f"{cfg.base_data_path}/{cfg.sensor_data_dir_name}"
        picture = check_file(f"{folder}/{cfg.background_path}", "background picture", (".jpg", ".jpeg", ".png"))
        table = check_file(f"{folder}/{cfg.calib_path}", "calibration", (".npz",))
        self.background = _checked(iio.imread(picture), (cfg.image_height, cfg.image_width, 3), picture)
        self._background = torch.as_tensor(self.background, dtype=torch.float32, device=self.device)
        with np.load(table, allow_pickle=False) as content:
            shape = (cfg.num_bins, cfg.num_bins, 6)
            tables = [_checked(content[f"grad_{color}"], shape, f"grad_{color} of {table}") for color in _COLORS]
        self._polynomials = torch.as_tensor(np.stack(tables, axis=2), dtype=torch.float32, device=self.device)
        self._places = _monomials(cfg.image_height, cfg.image_width, self.device)

    def render(self, height_map: torch.Tensor) -> torch.Tensor:
        """Make pictures.

        Args:
            height_map: How deep the pad is pressed in [m], shape (N, height, width), float32.

        Returns:
            Colours, shape (N, height, width, 3), uint8.

        Raises:
            ValueError: The shape is another one.
        """
        size = (self.cfg.image_height, self.cfg.image_width)
        if height_map.ndim != 3 or tuple(height_map.shape[1:]) != size:
            raise ValueError(
                f"'height_map' has the shape {tuple(height_map.shape)}; expected (N, {size[0]}, {size[1]})."
            )
        depth = torch.where(height_map.abs() < _LEAST_DEPTH, 0.0, height_map)
        steepness, direction = _slopes(_blurred(depth * (-1000.0 / self.cfg.mm_per_pixel)))
        bins = self.cfg.num_bins - 1  # the last one is for the upper ends alone
        rows = (steepness / (0.5 * math.pi) * bins).long().clamp_(0, bins)
        columns = ((direction + math.pi) / (2.0 * math.pi) * bins).long().clamp_(0, bins)
        change = torch.einsum("hwm,nhwcm->nhwc", self._places, self._polynomials[rows, columns])
        return (self._background + change).clamp_(0.0, 255.0).to(torch.uint8)


def _monomials(height: int, width: int, device: torch.device) -> torch.Tensor:
    """x^2, y^2, x y, x, y and 1 of each pixel in column x and row y, shape (height, width, 6)."""
    y, x = torch.meshgrid(torch.arange(height, device="cpu"), torch.arange(width, device="cpu"), indexing="ij")
    return torch.stack([x * x, y * y, x * y, x, y, torch.ones_like(x)], dim=-1).to(device, torch.float32)


def _blurred(images: torch.Tensor) -> torch.Tensor:
    """Images smoothed over five pixels in each direction, with zeros beyond the edges, shape (N, height, width)."""
    weights = torch.outer(_BLUR, _BLUR).to(images)
    return torch.nn.functional.conv2d(images.unsqueeze(1), weights[None, None], padding="same").squeeze(1)


def _slopes(images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Steepness [rad] from 0 to pi/2 and direction [rad] of surfaces, 0 where they are flat and on the edges.

    Calibrations count directions from the slope along a row (to the next column) to that along a column.
    """
    down, right = torch.gradient(images, dim=(1, 2))
    slope = torch.hypot(down, right)
    direction = torch.where(slope > 0.0, torch.atan2(down, right), 0.0)
    inside = torch.zeros_like(images, dtype=torch.bool)
    inside[:, 1:-1, 1:-1] = True
    return torch.where(inside, torch.atan(slope), 0.0), torch.where(inside, direction, 0.0)


def _checked(array: np.ndarray, shape: tuple[int, ...], name: str) -> np.ndarray:
    if array.shape != shape:
        raise ValueError(f"'{name}' has the shape {array.shape}; the config says {shape}.")
    return array


@configclass
class GelSightRenderCfg:
    """Size of a GelSight sensor's pictures, and where the files of its calibration are.

    The folder ``base_data_path/sensor_data_dir_name`` holds a picture of the pad that nothing touches and an ``.npz``
    with ``grad_r``, ``grad_g`` and ``grad_b``, each of shape (num_bins, num_bins, 6).
    """

    base_data_path: str = f"{assets_root()}/Isaac/IsaacLab/TacSL"
    """Folder of the sensors' folders."""

    sensor_data_dir_name: str = MISSING
    """Folder of the sensor."""

    background_path: str = "bg.jpg"
    """Picture of the pad that nothing touches."""

    calib_path: str = "polycalib.npz"
    """Polynomials of the colours' changes."""

    real_background: str = "real_bg.npy"
    """Accepted for existing code: it is not read."""

    image_height: int = MISSING
    """Height of the pictures [pixels]."""

    image_width: int = MISSING
    """Width of the pictures [pixels]."""

    num_bins: int = 120
    """Number of steepnesses, and of directions, that the calibration tells apart."""

    mm_per_pixel: float = MISSING
    """Width of a pixel on the pad [mm]."""
