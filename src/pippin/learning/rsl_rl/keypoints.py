"""A model of RSL-RL whose images become points: where in them each feature is, by a spatial softmax.

Levine et al., "End-to-end training of deep visuomotor policies", Journal of Machine Learning Research 17, 2016.
"""

from __future__ import annotations

import contextlib
import io
import math
from typing import Any

import torch
from rsl_rl.models import CNNModel
from rsl_rl.modules import CNN
from torch import nn


class SpatialSoftmax(nn.Module):
    """The mean place of each channel of a feature map, by the softmax of its values.

    Args:
        channels: Number of channels C.
        height: Height of the map.
        width: Its width.
        init_temperature: What values are divided by at first; it is learned, for each channel.
    """

    def __init__(self, channels: int, height: int, width: int, init_temperature: float = 1.0) -> None:
        super().__init__()
        rows, columns = torch.linspace(-1.0, 1.0, height), torch.linspace(-1.0, 1.0, width)
        places = torch.stack((columns.repeat(height), rows.repeat_interleave(width)), dim=1)
        self.places = nn.Parameter(places, requires_grad=False)
        self.log_temperature = nn.Parameter(torch.full((channels, 1), math.log(init_temperature)))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return places from -1 to 1, all x first, then all y, shape (N, 2 C), of maps of shape (N, C, h, w)."""
        shares = torch.softmax(features.flatten(2) / self.log_temperature.exp().clamp(min=1e-3), dim=-1)
        return (shares @ self.places).transpose(1, 2).flatten(1)


class CenteredImages(nn.Module):
    """Raw images within half of 0: colors by x / 255 - 0.5, depths [m] by tanh(x / 2) - 0.5, far where they are NaN.

    Args:
        are_colors: Whether they are colors of 8 bits.
    """

    def __init__(self, are_colors: bool) -> None:
        super().__init__()
        self.are_colors = are_colors

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Return images, float32, shape (N, C, h, w)."""
        if self.are_colors:
            return images / 255.0 - 0.5
        return torch.where(torch.isnan(images), 0.5, torch.tanh(images / 2.0) - 0.5)


class KeypointEncoder(nn.Module):
    """Raw images, by convolutions, to the places of features.

    Args:
        size: Height and width of the images.
        channels: Number of their channels.
        are_colors: Whether they are colors of 8 bits.
        convolutions: The convolutions, as RSL-RL's ``CNN`` takes them.
        init_temperature: As of :class:`SpatialSoftmax`.
    """

    output_channels = None

    def __init__(
        self,
        size: tuple[int, int],
        channels: int,
        are_colors: bool,
        convolutions: dict[str, Any],
        init_temperature: float,
    ) -> None:
        super().__init__()
        network = CNN(input_dim=size, input_channels=channels, **{**convolutions, "flatten": False})
        features, (height, width) = network.output_channels, network.output_dim  # type: ignore[misc]
        assert features is not None, "it is not flattened"
        softmax = SpatialSoftmax(features, height, width, init_temperature)
        self.layers = nn.Sequential(CenteredImages(are_colors), network, softmax)
        self.output_dim = 2 * features

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Return places of features, shape (N, output_dim)."""
        return self.layers(images)


class SpatialSoftmaxCNNModel(CNNModel):
    """RSL-RL's model with convolutions, of which the places of features go on, in place of the whole maps.

    Args:
        obs: Observations by group.
        obs_groups: Groups by set.
        obs_set: Name of this model's set.
        output_dim: Number of outputs.
        cnn_cfg: The convolutions of each group of images, as RSL-RL's ``CNN`` takes them.
        init_temperature: As of :class:`SpatialSoftmax`.
        **settings: Those of ``rsl_rl.models.MLPModel``.

    Raises:
        ValueError: There are no convolutions, they end with a pooling of all pixels, or images are neither colors of 8
            bits nor depths.
    """

    def __init__(
        self,
        obs: Any,
        obs_groups: dict[str, list[str]],
        obs_set: str,
        output_dim: int,
        cnn_cfg: dict[str, Any] | None = None,
        init_temperature: float = 1.0,
        **settings: Any,
    ) -> None:
        if cnn_cfg is None or cnn_cfg.get("global_pool", "none") != "none":
            raise ValueError(f"cnn_cfg is {cnn_cfg}; expected convolutions that leave the places of features.")
        self._get_obs_dim(obs, obs_groups, obs_set)
        encoders = {}
        for group, size, channels in zip(self.obs_groups_2d, self.obs_dims_2d, self.obs_channels_2d, strict=True):
            kind = obs[group].dtype
            if kind != torch.uint8 and not kind.is_floating_point:
                raise ValueError(f"The images '{group}' are {kind}; expected colors of 8 bits or depths.")
            encoders[group] = KeypointEncoder(tuple(size), channels, kind == torch.uint8, cnn_cfg, init_temperature)
        with contextlib.redirect_stdout(io.StringIO()):  # it says that encoders are shared, which these are not
            super().__init__(obs, obs_groups, obs_set, output_dim, cnns=encoders, **settings)
