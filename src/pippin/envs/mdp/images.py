"""Observation terms that are images of cameras."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.utils import as_torch
from pippin.utils.math import orthogonalize_perspective_depth

from .env_types import ManagerBasedEnv

_CAMERA = SceneEntityCfg("tiled_camera")


def image(
    env: ManagerBasedEnv,
    sensor_cfg: SceneEntityCfg = _CAMERA,
    data_type: str = "rgb",
    convert_perspective_to_orthogonal: bool = False,
    normalize: bool = True,
) -> torch.Tensor:
    """Return images of a camera, a new tensor of shape (N, height, width, channels).

    Args:
        env: The environment.
        sensor_cfg: The camera.
        data_type: What the images show, a key of the camera's output.
        convert_perspective_to_orthogonal: Whether distances to the camera become distances to its image plane.
        normalize: Whether colors are divided by 255 and lose their mean, infinite depths become 0, and normals lie in
            [0, 1].
    """
    images = _read(env, sensor_cfg, data_type, convert_perspective_to_orthogonal)
    if not normalize:
        return images.clone()
    if data_type == "rgb":
        return _without_mean(images)
    if _is_depth(data_type):
        return torch.where(torch.isinf(images) & (images > 0.0), 0.0, images)
    return (images + 1.0) * 0.5 if "normals" in data_type else images.clone()


def normalized_image(images: torch.Tensor, data_type: str) -> torch.Tensor:
    """Scale images for a network, as the terms below do where nothing else is said.

    Args:
        images: Images, shape (N, height, width, channels).
        data_type: What they show.

    Returns:
        New float32 tensor: colors divided by 255 less the mean of each image and channel, depths with 0 where there is
        nothing, numbers of labels as they are.
    """
    if images.dtype == torch.uint8:
        return _without_mean(images)
    if _is_depth(data_type):
        return torch.nan_to_num(images, nan=0.0, posinf=0.0, neginf=0.0)
    return images.to(torch.float32, copy=True)


class FrameStack:
    """The last images of each environment, one behind the other along the channels.

    Args:
        frame_stack: Number of images.
        channel_first: Whether the channels come before height and width.

    Raises:
        ValueError: There would be no image.
    """

    def __init__(self, frame_stack: int = 1, channel_first: bool = False) -> None:
        if frame_stack < 1:
            raise ValueError(f"frame_stack must be >= 1; it is {frame_stack}.")
        self._num = frame_stack
        self._channels = 1 if channel_first else -1
        self._frames: torch.Tensor | None = None
        self._is_empty: torch.Tensor | None = None

    def reset(self, env_ids: Any = None) -> None:
        """Forget the images of some environments, whose next image fills all places."""
        if self._is_empty is not None:
            self._is_empty[slice(None) if env_ids is None else env_ids] = True

    def append(self, images: torch.Tensor) -> torch.Tensor:
        """Take images of shape (N, height, width, channels), and give all, the oldest first, as a new tensor."""
        images = images.movedim(-1, self._channels)
        if self._num == 1:
            return images.clone(memory_format=torch.contiguous_format)
        if self._frames is None or self._is_empty is None:
            self._frames = images.unsqueeze(0).repeat(self._num, *[1] * images.ndim)
            self._is_empty = torch.ones(len(images), dtype=torch.bool, device=images.device)
        self._frames = torch.cat([self._frames[1:], images.unsqueeze(0)])
        mask = self._is_empty.view(-1, *[1] * (images.ndim - 1))
        self._frames = torch.where(mask, images, self._frames)
        self._is_empty.zero_()
        return torch.cat(list(self._frames), dim=self._channels)


class CameraImageBase(ManagerTermBase):
    """Base of the terms that give images of one kind, the last ``frame_stack`` of them along the channels."""

    default_data_type: ClassVar[str] = ""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        data_type = cfg.params.get("data_type", self.default_data_type)
        if not self._accepts(data_type):
            raise ValueError(
                f"The term '{type(self).__name__}' does not support camera data type '{data_type}', but others."
            )
        self._frames = FrameStack(cfg.params.get("frame_stack", 1), cfg.params.get("channel_first", False))

    def reset(self, env_ids: Any = None) -> None:
        """Forget the images of some environments; None means all."""
        self._frames.reset(env_ids)

    @staticmethod
    def _accepts(data_type: str) -> bool:
        raise NotImplementedError

    def _give(self, images: torch.Tensor, normalized: Callable[[torch.Tensor], torch.Tensor] | None) -> torch.Tensor:
        return self._frames.append(images if normalized is None else normalized(images))


class image_rgb(CameraImageBase):  # noqa: N801 (Isaac Lab's name)
    """Return colors of a camera, shape (N, height, width, 3 frames) or, with ``channel_first``, (N, 3 frames, h, w)."""

    default_data_type = "rgb"

    @staticmethod
    def _accepts(data_type: str) -> bool:
        return data_type.startswith(("rgb", "albedo", "simple_shading"))

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        data_type: str = "rgb",
        normalize: bool = True,
        mean: float | None = None,
        channel_first: bool = False,
        frame_stack: int = 1,
    ) -> torch.Tensor:
        """Return the images.

        Args:
            env: The environment.
            sensor_cfg: The camera.
            data_type: What the images show.
            normalize: Whether colors are divided by 255 and lose a mean.
            mean: That mean; None means that of each image and channel.
            channel_first: Whether the channels come first.
            frame_stack: Number of images.
        """
        images = _read(env, sensor_cfg, data_type)[..., :3]
        return self._give(images, (lambda each: _without_mean(each, mean)) if normalize else None)


class image_depth(CameraImageBase):  # noqa: N801 (Isaac Lab's name)
    """Return depths of a camera [m], shape (N, height, width, frames), or channels first."""

    default_data_type = "distance_to_image_plane"

    @staticmethod
    def _accepts(data_type: str) -> bool:
        return _is_depth(data_type)

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        data_type: str = "distance_to_image_plane",
        convert_perspective_to_orthogonal: bool = False,
        normalize: bool = True,
        invalid_value: float = 0.0,
        max_depth: float | None = None,
        tanh_scale: float | None = None,
        channel_first: bool = False,
        frame_stack: int = 1,
    ) -> torch.Tensor:
        """Return the images.

        Args:
            env: The environment.
            sensor_cfg: The camera.
            data_type: What the images show.
            convert_perspective_to_orthogonal: Whether distances to the camera become distances to its image plane.
            normalize: Whether the following is done.
            invalid_value: What infinite depths and NaN become.
            max_depth: Depth that is the largest, and becomes 1 [m]; None leaves depths.
            tanh_scale: Depth t that becomes tanh(1) - 0.5, others tanh(depth / t) - 0.5 [m]; None leaves depths.
            channel_first: Whether the channels come first.
            frame_stack: Number of images.

        Raises:
            ValueError: Both ``max_depth`` and ``tanh_scale`` are given.
        """
        if max_depth is not None and tanh_scale is not None:
            raise ValueError("The term 'image_depth' has both 'max_depth' and 'tanh_scale': leave one of them out.")

        def normalized(depths: torch.Tensor) -> torch.Tensor:
            depths = torch.nan_to_num(depths, nan=invalid_value, posinf=invalid_value, neginf=invalid_value)
            if max_depth is not None:
                return depths.clamp(max=max_depth) / max_depth
            return depths if tanh_scale is None else torch.tanh(depths / tanh_scale) - 0.5

        images = _read(env, sensor_cfg, data_type, convert_perspective_to_orthogonal)
        return self._give(images, normalized if normalize else None)


class image_normals(CameraImageBase):  # noqa: N801 (Isaac Lab's name)
    """Return normals that a camera sees, shape (N, height, width, 3 frames), or channels first."""

    default_data_type = "normals"

    @staticmethod
    def _accepts(data_type: str) -> bool:
        return data_type.startswith("normals")

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        normalize: bool = True,
        channel_first: bool = False,
        frame_stack: int = 1,
    ) -> torch.Tensor:
        """Return the images, with components in [0, 1] where ``normalize`` says so."""
        images = _read(env, sensor_cfg, "normals")
        return self._give(images, (lambda each: (each + 1.0) * 0.5) if normalize else None)


class image_segmentation(CameraImageBase):  # noqa: N801 (Isaac Lab's name)
    """Return segmentations of a camera, shape (N, height, width, channels times frames), or channels first."""

    default_data_type = "semantic_segmentation"

    @staticmethod
    def _accepts(data_type: str) -> bool:
        return "segmentation" in data_type

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        data_type: str = "semantic_segmentation",
        normalize: bool = True,
        channel_first: bool = False,
        frame_stack: int = 1,
    ) -> torch.Tensor:
        """Return the images, as float32 where ``normalize`` says so: colors less their mean, ids as they are."""

        def normalized(images: torch.Tensor) -> torch.Tensor:
            return _without_mean(images) if images.dtype == torch.uint8 else images.float()

        return self._give(_read(env, sensor_cfg, data_type), normalized if normalize else None)


class stacked_image(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Return the last ``frame_stack`` images of :func:`image` along the channels; the terms above do so themselves."""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._frames = FrameStack(cfg.params.get("frame_stack", 1))

    def reset(self, env_ids: Any = None) -> None:
        """Forget the images of some environments; None means all."""
        self._frames.reset(env_ids)

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        data_type: str = "rgb",
        frame_stack: int = 1,
        convert_perspective_to_orthogonal: bool = False,
        normalize: bool = True,
    ) -> torch.Tensor:
        """Return the images; arguments as of :func:`image`."""
        return self._frames.append(image(env, sensor_cfg, data_type, convert_perspective_to_orthogonal, normalize))


class image_features(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Return features that a network finds in images, shape (N, number of features).

    Its parameter ``model_zoo_cfg`` holds networks by name: dicts with ``model``, a function that makes it,
    ``inference``, a function of it and the images, and perhaps ``reset``, a function of it and environments. Without,
    ``model_name`` is one of torchvision's ResNets, whose weights torchvision loads.
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        zoo, name = cfg.params.get("model_zoo_cfg"), cfg.params.get("model_name", "resnet18")
        device = cfg.params.get("model_device") or env.device
        if zoo is None:
            zoo = {resnet: _resnet(resnet, device) for resnet in _RESNETS}
        if name not in zoo:
            raise ValueError(
                f"'model_name' of the term 'image_features' is '{name}': it should be one of {list(zoo)}, or an entry "
                "of 'model_zoo_cfg'."
            )
        network = zoo[name]
        self._model = network["model"]()
        self._inference_fn = network["inference"]
        self._reset_fn = network.get("reset")

    def reset(self, env_ids: Any = None) -> None:
        """Let the network forget some environments, if it remembers."""
        if self._reset_fn is not None:
            self._reset_fn(self._model, env_ids)

    def __call__(
        self,
        env: ManagerBasedEnv,
        sensor_cfg: SceneEntityCfg = _CAMERA,
        data_type: str = "rgb",
        convert_perspective_to_orthogonal: bool = False,
        model_zoo_cfg: dict | None = None,
        model_name: str = "resnet18",
        model_device: str | None = None,
        inference_kwargs: dict | None = None,
    ) -> torch.Tensor:
        """Return the features; the network gets images that are not normalized, and ``inference_kwargs``."""
        images = _read(env, sensor_cfg, data_type, convert_perspective_to_orthogonal)
        features = self._inference_fn(self._model, images, **(inference_kwargs or {}))
        return features.flatten(start_dim=1).detach().to(images.device)


_RESNETS = ("resnet18", "resnet34", "resnet50", "resnet101")
_IMAGENET_MEAN, _IMAGENET_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Mean and standard deviation of the colors that these networks were trained on (torchvision's documentation)."""


def _resnet(name: str, device: str) -> dict[str, Any]:
    """Functions that make one of torchvision's ResNets and run it."""

    def make() -> torch.nn.Module:
        from torchvision import models  # type: ignore[import-not-found]

        return getattr(models, name)(weights="IMAGENET1K_V1").eval().to(device)

    def run(model: torch.nn.Module, images: torch.Tensor) -> torch.Tensor:
        colors = images.to(device).movedim(-1, 1).float() / 255.0
        mean, std = (torch.tensor(each, device=device).view(1, 3, 1, 1) for each in (_IMAGENET_MEAN, _IMAGENET_STD))
        return model((colors - mean) / std)

    return {"model": make, "inference": run}


def _read(env: ManagerBasedEnv, sensor_cfg: SceneEntityCfg, data_type: str, to_plane: bool = False) -> torch.Tensor:
    """Output of a camera, shape (N, height, width, channels): its own memory, or a new tensor."""
    data = env.scene.sensors[sensor_cfg.name].data
    images = as_torch(data.output[data_type])
    if to_plane and data_type == "distance_to_camera":
        return orthogonalize_perspective_depth(images, as_torch(data.intrinsic_matrices))
    return images


def _without_mean(images: torch.Tensor, mean: float | None = None) -> torch.Tensor:
    """Colors divided by 255, less a mean, or that of each image and channel."""
    colors = images.float() / 255.0
    return colors - (colors.mean(dim=(1, 2), keepdim=True) if mean is None else mean)


def _is_depth(data_type: str) -> bool:
    return "depth" in data_type or "distance_to" in data_type
