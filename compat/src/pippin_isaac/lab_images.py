"""Images as observations and pictures, after ``isaaclab.utils.images``; Replicator's writer; tactile images."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pippin.sensors.gelsight import GelSightRenderCfg
from pippin.utils import CircularBuffer, ProxyArray

from .older_names import warn_deprecated

__all__ = [
    "GELSIGHT_MINI_CFG",
    "GELSIGHT_R15_CFG",
    "BasicWriter",
    "CameraFrameStack",
    "VisuoTactileSensor",
    "VisuoTactileSensorCfg",
    "is_depth_like",
    "is_normals_like",
    "is_rgb_like",
    "make_camera_output_grid",
    "normalize_camera_image",
    "normalize_camera_output_for_display",
    "normalize_depth",
    "normalize_normals",
    "normalize_rgb",
    "normalize_segmentation",
]


_METRIC = ("depth", "distance_to_camera", "distance_to_image_plane")


def is_rgb_like(data_type: str) -> bool:
    """Whether images of a kind are colours: rgb, albedo and simple shading."""
    return data_type.startswith(("rgb", "albedo", "simple_shading"))


def is_depth_like(data_type: str) -> bool:
    """Whether images of a kind are distances."""
    return "depth" in data_type or "distance_to" in data_type


def is_normals_like(data_type: str) -> bool:
    """Whether images of a kind are normals of surfaces."""
    return data_type.startswith("normals")


def normalize_rgb(
    images: torch.Tensor,
    channel_dim: int = -1,
    output_channel_dim: int | None = None,
    mean: float | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    """Scale colours from 0..255 to 0..1 and subtract a mean.

    Args:
        images: Colours, shape (n, height, width, channels) or (n, channels, height, width).
        channel_dim: Dimension of the channels: the last one or 1.
        output_channel_dim: Dimension of the channels in the result. None: where they are.
        mean: What is subtracted. None: the mean of each channel of each image.
        out: Where to write the result if the colours are uint8: contiguous, float32. The result of a
            call before, where it is still held, changes with it.

    Returns:
        float32; ``out`` if it was used.

    Raises:
        ValueError: The colours are uint8, and a dimension is neither the last one nor 1, or ``out`` does not fit.
    """
    if images.ndim == 4 and (not -4 <= channel_dim < 4 or channel_dim % 4 not in (1, 3)):
        raise ValueError(f"channel_dim must resolve to 1 (BCHW) or 3 (BHWC) of 4 dimensions; it is {channel_dim}.")
    if images.dtype != torch.uint8 or images.ndim != 4:
        return _moved(_centred(images.float() / 255.0, channel_dim, mean), channel_dim, output_channel_dim)
    target = channel_dim if output_channel_dim is None else output_channel_dim
    if target % 4 not in (1, 3):
        raise ValueError(f"output_channel_dim is {target}; expected 1, 3 or -1.")
    result = _centred(images.movedim(channel_dim, target).float() / 255.0, target, mean)
    if out is None:
        return result.contiguous()
    wrong = out.shape != result.shape or out.dtype != torch.float32 or out.device != images.device
    if wrong or not out.is_contiguous():
        raise ValueError(
            f"out shape/dtype/device are {tuple(out.shape)}, {out.dtype} and {out.device}; expected a contiguous "
            f"float32 tensor of the shape {tuple(result.shape)} on {images.device}."
        )
    return out.copy_(result)


def normalize_image_uint8(src: torch.Tensor, *args: Any, **kwargs: Any) -> torch.Tensor:
    """Deprecated: use :func:`normalize_rgb`.

    Args:
        src: Colours, uint8, as :func:`normalize_rgb` takes them.
        args: Its other arguments.
        kwargs: Its other arguments.

    Raises:
        ValueError: The colours are something else.
    """
    warn_deprecated("'normalize_image_uint8' is deprecated: use 'normalize_rgb' of isaaclab.utils.images.")
    if src.dtype != torch.uint8 or src.ndim != 4:
        raise ValueError(f"'src' has shape {tuple(src.shape)} and is {src.dtype}; expected a 4D uint8 tensor.")
    return normalize_rgb(src, *args, **kwargs)


def _centred(images: torch.Tensor, channel_dim: int, mean: float | None) -> torch.Tensor:
    """Images less a mean, or less that of each channel."""
    if mean is not None:
        return images - mean
    others = [dim for dim in range(1, images.ndim) if dim != channel_dim % images.ndim]
    return images - images.mean(dim=others, keepdim=True)


def normalize_depth(
    images: torch.Tensor,
    channel_dim: int = -1,
    output_channel_dim: int | None = None,
    invalid_value: float = 0.0,
    max_depth: float | None = None,
    tanh_scale: float | None = None,
) -> torch.Tensor:
    """Replace infinite distances and NaN, and scale the distances if asked to.

    Args:
        images: Distances [m].
        channel_dim: Dimension of the channels.
        output_channel_dim: Dimension of the channels in the result. None: where they are.
        invalid_value: What replaces infinity and NaN [m].
        max_depth: Distance that becomes 1, as all beyond it do [m].
        tanh_scale: Scale of ``tanh(distance / tanh_scale) - 0.5`` [m].

    Raises:
        ValueError: Both scales are given.
    """
    if max_depth is not None and tanh_scale is not None:
        raise ValueError("max_depth and tanh_scale are both given; expected at most one of them.")
    depth = torch.nan_to_num(images, nan=invalid_value, posinf=invalid_value, neginf=invalid_value)
    if max_depth is not None:
        depth = depth.clamp(max=max_depth) / max_depth
    if tanh_scale is not None:
        depth = torch.tanh(depth / tanh_scale) - 0.5
    return _moved(depth, channel_dim, output_channel_dim)


def normalize_normals(
    images: torch.Tensor, channel_dim: int = -1, output_channel_dim: int | None = None
) -> torch.Tensor:
    """Scale normals from -1..1 to 0..1. The arguments are those of :func:`normalize_depth`."""
    return _moved(0.5 * (images + 1.0), channel_dim, output_channel_dim)


def normalize_segmentation(
    images: torch.Tensor, channel_dim: int = -1, output_channel_dim: int | None = None
) -> torch.Tensor:
    """Make float32 of a segmentation: colours (uint8) as :func:`normalize_rgb`, numbers of labels as they are."""
    if images.dtype == torch.uint8:
        return normalize_rgb(images, channel_dim, output_channel_dim)
    return _moved(images.to(torch.float32, copy=True), channel_dim, output_channel_dim)


def normalize_camera_image(
    images: torch.Tensor,
    data_type: str,
    out: torch.Tensor | None = None,
    channel_dim: int = -1,
    output_channel_dim: int | None = None,
) -> torch.Tensor:
    """Normalize images as their kind asks for; a kind that needs nothing is returned as it is.

    Args:
        images: Images of a camera.
        data_type: Their kind, such as "rgb" or "depth".
        out: Where to write colours; see :func:`normalize_rgb`.
        channel_dim: Dimension of the channels.
        output_channel_dim: Dimension of the channels in the result. None: where they are.
    """
    if is_rgb_like(data_type):
        return normalize_rgb(images, channel_dim, output_channel_dim, out=out)
    if data_type == "semantic_segmentation" and images.dtype == torch.uint8:
        return normalize_rgb(images, channel_dim, output_channel_dim, out=out)
    if data_type == "semantic_segmentation":
        return normalize_segmentation(images, channel_dim, output_channel_dim)
    if is_depth_like(data_type):
        return normalize_depth(images, channel_dim, output_channel_dim)
    if is_normals_like(data_type):
        return normalize_normals(images, channel_dim, output_channel_dim)
    return _moved(images, channel_dim, output_channel_dim)


def _moved(images: torch.Tensor, channel_dim: int, output_channel_dim: int | None) -> torch.Tensor:
    """Images with their channels elsewhere, contiguous."""
    return images if output_channel_dim is None else images.movedim(channel_dim, output_channel_dim).contiguous()


class CameraFrameStack:
    """Makes observations of the last frames of a camera, from the oldest to the newest along the channels.

    Args:
        num_envs: Number of environments.
        device: Torch device.
        frame_stack: Number of frames. After a reset, all are the next one.
        channel_first: Whether observations have their channels before height and width.

    Raises:
        ValueError: There are no frames.
    """

    def __init__(
        self, num_envs: int, device: str | torch.device, frame_stack: int = 1, channel_first: bool = False
    ) -> None:
        if frame_stack < 1:
            raise ValueError(f"frame_stack is {frame_stack}; expected 1 or more.")
        self._channel_dim = 1 if channel_first else -1
        self._frames = CircularBuffer(frame_stack, num_envs, device, stack_dim=self._channel_dim)

    def reset(self, env_ids: Sequence[int] | torch.Tensor | None = None) -> None:
        """Forget the frames of some environments; None means all."""
        self._frames.reset(env_ids)

    def __call__(self, images: torch.Tensor, normalize: Callable[..., torch.Tensor] | None = None) -> torch.Tensor:
        """Take a frame and make an observation, which later frames do not change.

        Args:
            images: Frame, shape (num_envs, height, width, channels).
            normalize: Function of images, ``channel_dim`` and ``output_channel_dim``, such as :func:`normalize_depth`.
                It is applied to bytes after they are kept, which takes a quarter of the memory, and to others before.
        """
        late = normalize is not None and images.dtype == torch.uint8
        if normalize is None or late:
            frame = images.movedim(-1, self._channel_dim)
        else:
            frame = normalize(images, channel_dim=-1, output_channel_dim=self._channel_dim)
        self._frames.append(frame)
        stacked = self._frames.stacked
        if normalize is not None and late:
            return normalize(stacked, channel_dim=self._channel_dim, output_channel_dim=None)
        return stacked.clone(memory_format=torch.contiguous_format)


def normalize_camera_output_for_display(tensor: torch.Tensor, data_type: str) -> torch.Tensor:
    """Scale images to 0..1, float32, to be shown: distances by the largest one, motion as red and green.

    Args:
        tensor: Images, shape (n, height, width, channels).
        data_type: Their kind.
    """
    images = tensor.float()
    if data_type in _METRIC:
        images = torch.nan_to_num(images, nan=0.0, posinf=0.0, neginf=0.0)
        largest = images.max()
        return torch.where(largest > 0, images / largest, images)
    if data_type == "normals":
        return 0.5 * (images + 1.0)
    if data_type == "motion_vectors":
        red_green = 0.5 * (images[..., :2].clamp(-1.0, 1.0) + 1.0)
        return torch.nn.functional.pad(red_green, (0, 1))
    return (images[..., :3] if data_type == "albedo" else images) / 255.0


def make_camera_output_grid(images: torch.Tensor) -> torch.Tensor:
    """Put images side by side in a square grid with borders of 2 pixels, of which one image needs none.

    Args:
        images: Images, shape (n, height, width, channels); a single channel becomes three.

    Returns:
        The grid, shape (channels, height, width).
    """
    images = images.movedim(-1, 1)
    number, channels, height, width = images.shape
    if channels == 1:
        images = images.expand(-1, 3, -1, -1)
    if number == 1:
        return images[0].contiguous()
    columns = min(round(math.sqrt(number)), number)
    rows = math.ceil(number / columns)
    grid = images.new_zeros(images.shape[1], rows * (height + 2) + 2, columns * (width + 2) + 2)
    for index, image in enumerate(images):
        y, x = 2 + index // columns * (height + 2), 2 + index % columns * (width + 2)
        grid[:, y : y + height, x : x + width] = image
    return grid


class BasicWriter:
    """Writes what it is given: colours as PNG, distances and other numbers as NPY, what they mean as JSON.

    Files are called ``<image>_<frame>.<ending>``, where frames count calls of :meth:`write`.

    Args:
        output_dir: Folder of the files; it is made if needed.
        frame_padding: Number of digits of the frame in names of files.
        **options: Options of Replicator's writer; what is written depends on what is given alone.
    """

    def __init__(self, output_dir: str | os.PathLike[str], frame_padding: int = 4, **options: Any) -> None:
        self._folder = Path(output_dir)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._padding = frame_padding
        self._frame = 0

    def write(self, data: dict[str, Any]) -> None:
        """Write the images of one frame.

        Args:
            data: ``{"annotators": {image: {product: {"data": values, ...}}}}``, where values have shape (H, W) or
                (H, W, C), and further entries say what they mean.

        Raises:
            ValueError: There is nothing of that form in it.
        """
        if "annotators" not in data:
            raise ValueError(f"The data of BasicWriter hold {sorted(data)}; expected an entry 'annotators'.")
        for name, products in data["annotators"].items():
            for product, entry in products.items():
                place = self._folder if len(products) == 1 else self._folder / product
                place.mkdir(exist_ok=True)
                self._write_image(place / f"{name}_{self._frame:0{self._padding}d}", entry)
        self._frame += 1

    def _write_image(self, path: Path, entry: Any) -> None:
        meaning = dict(entry) if isinstance(entry, dict) else {"data": entry}
        values = _numpy(meaning.pop("data"))
        if values.dtype == np.uint8 and values.ndim == 3 and values.shape[-1] in (1, 3, 4):
            import imageio.v3 as imageio  # costly to import for programs that write no images

            imageio.imwrite(path.with_suffix(".png"), values[..., 0] if values.shape[-1] == 1 else values)
        else:
            np.save(path.with_suffix(".npy"), values)
        if meaning:
            path.with_suffix(".json").write_text(json.dumps(meaning, default=str, indent=1), encoding="utf-8")


def _numpy(values: Any) -> np.ndarray:
    if isinstance(values, ProxyArray):
        values = values.torch
    return values.cpu().numpy() if isinstance(values, torch.Tensor) else np.asarray(values)


GELSIGHT_R15_CFG = GelSightRenderCfg(
    sensor_data_dir_name="gelsight_r15_data", image_height=320, image_width=240, mm_per_pixel=0.0877
)
GELSIGHT_MINI_CFG = GelSightRenderCfg(
    sensor_data_dir_name="gs_mini_data", image_height=240, image_width=320, mm_per_pixel=0.065
)
"""Numbers of isaaclab_assets 3.0.0, sensors/gelsight.py."""


class VisuoTactileSensor:
    """Isaac Lab's visuotactile sensor, which is not served as one; nor is its config."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        raise NotImplementedError(
            "The visuotactile sensor of isaaclab_contrib is not served; put a TiledCamera behind the pad, give how far "
            "its depth image is from that of the free pad to GelsightRender, and take forces from a ContactSensor."
        )


VisuoTactileSensorCfg = VisuoTactileSensor
