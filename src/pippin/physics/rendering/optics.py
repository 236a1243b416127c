"""What a camera sees: its image, the angles of its rays, and the distances that it works in."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

_NUM_ITERATIONS = 100
"""How often a point is improved; lenses of 120 degrees need about 40 for the accuracy below."""

_FARTHEST_OFF = 1e-4
"""How far a ray may be seen from its pixel, in units of the focal length: less than a tenth of a pixel."""


@dataclass(frozen=True)
class Distortion:
    """How a lens bends the rays of a pinhole camera, by OpenCV's rational model with thin prisms.

    A ray that meets the plane at distance 1 at (x, y), y downwards, with r^2 = x^2 + y^2, is seen where the one with

        x' = x q + 2 p1 x y + p2 (r^2 + 2 x^2) + s1 r^2 + s2 r^4,
        y' = y q + p1 (r^2 + 2 y^2) + 2 p2 x y + s3 r^2 + s4 r^4,
        q = (1 + k1 r^2 + k2 r^4 + k3 r^6) / (1 + k4 r^2 + k5 r^4 + k6 r^6)

    would be seen without a lens (docs.opencv.org, module calib3d).

    Attributes:
        k: Radial coefficients k1 to k6.
        p: Tangential coefficients p1 and p2.
        s: Coefficients of the thin prisms, s1 to s4.
    """

    k: tuple[float, ...] = (0.0,) * 6
    p: tuple[float, ...] = (0.0,) * 2
    s: tuple[float, ...] = (0.0,) * 4

    def distorted(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where rays are seen that meet the plane at given points; x and y of one shape, as what is returned."""
        square = x * x + y * y
        radial = self._radial(square)
        return self._shifted(x * radial, y * radial, x, y, square)

    def undistorted(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where rays meet the plane that are seen at given points; NaN where there are none. As OpenCV finds them.

        x and y are of one shape, as what is returned.
        """
        found_x, found_y = x.copy(), y.copy()
        with np.errstate(all="ignore"):
            for _ in range(_NUM_ITERATIONS):
                square = found_x * found_x + found_y * found_y
                zero = np.zeros_like(x)
                shift_x, shift_y = self._shifted(zero, zero, found_x, found_y, square)
                radial = self._radial(square)
                found_x, found_y = (x - shift_x) / radial, (y - shift_y) / radial
            seen_x, seen_y = self.distorted(found_x, found_y)
            wrong = ~(np.hypot(seen_x - x, seen_y - y) < _FARTHEST_OFF)
        found_x[wrong] = found_y[wrong] = np.nan
        return found_x, found_y

    def _radial(self, square: np.ndarray) -> np.ndarray:
        k1, k2, k3, k4, k5, k6 = self.k
        above = 1.0 + square * (k1 + square * (k2 + square * k3))
        return above / (1.0 + square * (k4 + square * (k5 + square * k6)))

    def _shifted(
        self, base_x: np.ndarray, base_y: np.ndarray, x: np.ndarray, y: np.ndarray, square: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Points, shifted by what is not radial of rays at (x, y)."""
        (p1, p2), (s1, s2, s3, s4) = self.p, self.s
        shift_x = 2.0 * p1 * x * y + p2 * (square + 2.0 * x * x) + square * (s1 + square * s2)
        shift_y = p1 * (square + 2.0 * y * y) + 2.0 * p2 * x * y + square * (s3 + square * s4)
        return base_x + shift_x, base_y + shift_y


@dataclass(frozen=True)
class Optics:
    """A pinhole camera. In its own frame it looks along -z, x is to the right of the picture and y is up (OpenGL).

    Pixel (column u, row v) has its centre at (u + 0.5, v + 0.5), counted from the upper left corner of the picture.

    Attributes:
        width: Width of the picture [pixel].
        height: Height of the picture [pixel].
        focal_x: Focal length [pixel].
        focal_y: Focal length [pixel], where pixels are not square.
        center_x: Where the optical axis meets the picture, from its left [pixel].
        center_y: The same, from its top [pixel].
        near: Distance from the image plane [m] from which on things are seen.
        far: Distance from the image plane [m] up to which things are seen.
        distortion: How the lens bends rays; None for a pinhole alone.

    Raises:
        ValueError: The picture has no pixels, or a focal length or distance makes no sense.
    """

    width: int
    height: int
    focal_x: float
    focal_y: float
    center_x: float
    center_y: float
    near: float = 0.0
    far: float = math.inf
    distortion: Distortion | None = None

    def __post_init__(self) -> None:
        _check_picture(self)
        if not all(0.0 < focal < math.inf for focal in (self.focal_x, self.focal_y)):
            raise ValueError(f"Focal lengths are {self.focal_x} and {self.focal_y} pixel; expected positive numbers.")
        if not (math.isfinite(self.center_x) and math.isfinite(self.center_y)):
            raise ValueError(
                f"The optical axis meets the picture at ({self.center_x}, {self.center_y}) pixel; expected "
                "finite numbers."
            )

    @classmethod
    def of_angle(
        cls, width: int, height: int, horizontal_angle: float, near: float = 0.0, far: float = math.inf
    ) -> Optics:
        """A camera with square pixels whose optical axis meets the middle of the picture.

        Args:
            width: Width of the picture [pixel].
            height: Height of the picture [pixel].
            horizontal_angle: Angle between the left and the right edge of the picture [rad].
            near: See :class:`Optics`.
            far: See :class:`Optics`.

        Raises:
            ValueError: The angle is not between 0 and a half turn, or see :class:`Optics`.
        """
        if not 0.0 < horizontal_angle < math.pi:
            raise ValueError(
                f"The horizontal angle of a pinhole camera is {math.degrees(horizontal_angle):g} degrees; "
                "expected between 0 and 180."
            )
        focal = 0.5 * width / math.tan(0.5 * horizontal_angle)
        return cls(width, height, focal, focal, 0.5 * width, 0.5 * height, near, far)

    def rays(self, samples_x: int = 1, samples_y: int = 1) -> np.ndarray:
        """Rays in the camera's frame, from the near plane on; where the lens lets none in, the direction is 0.

        Args:
            samples_x: Rays side by side in a pixel.
            samples_y: Rays one above the other in a pixel.

        Returns:
            Origins [m] and directions of length 1, shape (height, width, samples_x * samples_y, 2, 3), float32.
        """
        columns, rows = _sample_points(self.width, self.height, samples_x, samples_y)
        x, y = np.meshgrid((columns - self.center_x) / self.focal_x, (self.center_y - rows) / self.focal_y)
        if self.distortion is not None:
            x, y = self.distortion.undistorted(x, -y)
            y = -y
        on_plane = np.stack([x, y, -np.ones_like(x)], axis=-1)
        directions = on_plane / np.linalg.norm(on_plane, axis=-1, keepdims=True)
        seen = np.isfinite(directions)
        on_plane, directions = np.where(seen, on_plane, 0.0), np.where(seen, directions, 0.0)
        return _bundles(np.stack([self.near * on_plane, directions], axis=-2), samples_x, samples_y)


@dataclass(frozen=True)
class FisheyeOptics:
    """A camera with a fisheye lens. In its own frame it looks along -z, x is to the right of the picture and y is up.

    The angle between a ray and the optical axis is a polynomial of the distance of its pixel from the centre, or that
    distance is one of the angle.

    Attributes:
        width: Width of the picture [pixel].
        height: Height of the picture [pixel].
        center_x: Where the optical axis meets the picture, from its left [pixel].
        center_y: The same, from its top [pixel].
        scale_x: Size of a pixel to the side in the unit of the polynomial's distance.
        scale_y: Size of a pixel downwards in that unit.
        polynomial: Coefficients of the distance to the power of 0, 1, ..., which give the angle [rad]; or of the angle,
            which give the distance.
        max_angle: Angle of the cone that is seen [rad].
        near: Distance from the camera's centre [m] from which on things are seen.
        far: Distance from the camera's centre [m] up to which things are seen.
        is_of_angle: Whether the polynomial is of the angle.

    Raises:
        ValueError: The picture has no pixels, or nothing can be seen.
    """

    width: int
    height: int
    center_x: float
    center_y: float
    scale_x: float
    scale_y: float
    polynomial: tuple[float, ...]
    max_angle: float
    near: float = 0.0
    far: float = math.inf
    is_of_angle: bool = False

    def __post_init__(self) -> None:
        _check_picture(self)
        if not (0.0 < self.max_angle <= 2.0 * math.pi and any(self.polynomial)):
            raise ValueError(
                f"A fisheye camera has the cone {math.degrees(self.max_angle):g} degrees and the polynomial "
                f"{self.polynomial}; expected up to 360 degrees, and a polynomial that is not 0."
            )

    def rays(self, samples_x: int = 1, samples_y: int = 1) -> np.ndarray:
        """Rays in the camera's frame, from the near distance on; those outside of the cone have the direction 0.

        Args:
            samples_x: Rays side by side in a pixel.
            samples_y: Rays one above the other in a pixel.

        Returns:
            Origins [m] and directions of length 1, shape (height, width, samples_x * samples_y, 2, 3), float32.
        """
        columns, rows = _sample_points(self.width, self.height, samples_x, samples_y)
        x, y = np.meshgrid((columns - self.center_x) * self.scale_x, (self.center_y - rows) * self.scale_y)
        distance = np.hypot(x, y)
        angle = self._angles(distance)
        aside = np.sin(angle) / np.maximum(distance, 1e-12)
        directions = np.stack([aside * x, aside * y, -np.cos(angle)], axis=-1)
        directions[(angle < 0.0) | (angle > self.max_angle / 2.0)] = 0.0
        return _bundles(np.stack([self.near * directions, directions], axis=-2), samples_x, samples_y)

    def _angles(self, distance: np.ndarray) -> np.ndarray:
        """Angles of rays from the distances of their pixels from the centre [rad]; -1 where there is none."""
        polynomial = np.polynomial.Polynomial(self.polynomial)
        if not self.is_of_angle:
            return polynomial(distance)
        # Up to where the distance stops growing with the angle, it is looked up in a fine table and refined once.
        angles = np.linspace(0.0, self.max_angle / 2.0, 4096)
        slopes = polynomial.deriv()
        falling = np.flatnonzero(slopes(angles) <= 0.0)
        angles = angles[: falling[0]] if falling.size else angles
        if angles.size == 0:
            return np.full_like(distance, -1.0)
        distances = polynomial(angles)
        angle = np.interp(distance, distances, angles, left=-1.0, right=-1.0)
        return np.where(angle < 0.0, angle, angle - (polynomial(angle) - distance) / slopes(angle))


def _check_picture(camera: Optics | FisheyeOptics) -> None:
    """Refuse a camera without pixels, and one that sees at no distance."""
    if camera.width < 1 or camera.height < 1:
        raise ValueError(f"A picture needs 1 x 1 pixel at least, got width {camera.width} and height {camera.height}.")
    if not 0.0 <= camera.near < camera.far:
        raise ValueError(
            f"'near' and 'far' of a camera are {camera.near} m and {camera.far} m; expected 0 <= near < far."
        )


def _sample_points(width: int, height: int, samples_x: int, samples_y: int) -> tuple[np.ndarray, np.ndarray]:
    """Columns and rows that rays go through [pixel], evenly spaced."""
    return (np.arange(width * samples_x) + 0.5) / samples_x, (np.arange(height * samples_y) + 0.5) / samples_y


def _bundles(rays: np.ndarray, samples_x: int, samples_y: int) -> np.ndarray:
    """Rays of all samples, shape (height * samples_y, width * samples_x, 2, 3), collected by pixel."""
    height, width = rays.shape[0] // samples_y, rays.shape[1] // samples_x
    grid = rays.astype(np.float32).reshape(height, samples_y, width, samples_x, 2, 3).swapaxes(1, 2)
    return np.ascontiguousarray(grid.reshape(height, width, samples_x * samples_y, 2, 3))
