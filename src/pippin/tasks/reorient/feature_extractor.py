"""A network that finds a cube in images, trained while a policy learns from what it finds.

Names and shapes of its weights are those of Isaac Lab's, so that its checkpoints load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import nn

from pippin.utils import as_torch, configclass

CHANNELS = {"rgb": 3, "depth": 1, "semantic_segmentation": 3}
"""Channels that the network takes of each kind of images where no others are named, in the order of these."""

POSE_SIZE = 27
"""Numbers that it finds: the cube's position and those of its eight corners [m]."""

_LAYERS = ((16, 6), (32, 4), (64, 4), (128, 3))
"""Channels and size of each convolution, of which each halves the image."""

_IMAGENET_MEAN, _IMAGENET_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Mean and standard deviation of photographs' colours, about which three channels each are put."""

_DEPTH_SCALE = 5.0
_LOSS_SCALE = 100.0
_STEPS_BETWEEN_CHECKPOINTS = 50_000


def channels_of(data_type: str) -> int:
    """Number of channels that the network takes of a kind of images."""
    return CHANNELS.get(data_type, 3)


@configclass
class FeatureExtractorCfg:
    """Config of a :class:`FeatureExtractor`."""

    train: bool = True
    """Whether it learns from each batch of images that it sees."""

    load_checkpoint: bool = False
    """Whether it begins with the newest checkpoint of its folder."""

    write_image_to_file: bool = False
    """Whether what it sees is written to pictures, each over the last, in ``images`` beside the checkpoints."""


class FeatureExtractorNetwork(nn.Module):
    """Finds position and corners of a cube in images: of 7 channels, colours, depth and segmentation, by default.

    Args:
        data_types: Kinds of the images, in the order of their channels; all but "depth" have three, which are colours.
        height: Height of the images [pixel].
        width: Width of the images [pixel].
    """

    _mean: torch.Tensor
    _std: torch.Tensor

    def __init__(self, data_types: Sequence[str] = tuple(CHANNELS), height: int = 120, width: int = 120) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before, size = sum(channels_of(kind) for kind in data_types), [height, width]
        for channels, kernel in _LAYERS:
            size = [(length - kernel) // 2 + 1 for length in size]
            layers += [nn.Conv2d(before, channels, kernel, stride=2), nn.ReLU(), nn.LayerNorm([channels, *size])]
            before = channels
        self.cnn = nn.Sequential(*layers, nn.AvgPool2d((size[0], size[1])))
        self.linear = nn.Sequential(nn.Linear(before, POSE_SIZE))
        # Depth stays as it is; what else there is has three colours.
        mean, std = (
            [value for kind in data_types for value in ((neutral,) if kind == "depth" else colors)]
            for colors, neutral in ((_IMAGENET_MEAN, 0.0), (_IMAGENET_STD, 1.0))
        )
        self.register_buffer("_mean", torch.tensor(mean).view(-1, 1, 1), persistent=False)
        self.register_buffer("_std", torch.tensor(std).view(-1, 1, 1), persistent=False)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Return positions [m], shape (N, 27), of images of shape (N, height, width, channels)."""
        images = (images.movedim(-1, 1) - self._mean) / self._std
        return self.linear(self.cnn(images).flatten(1))


class FeatureExtractor:
    """Finds a cube in the images of cameras, and learns it from where the cube is, a step with each batch.

    Args:
        cfg: Its config.
        device: Where it runs.
        log_dir: Folder of its checkpoints; "logs" in the working directory if None.
        network: The network; one for images of 7 channels and 120 x 120 pixels if None.

    Raises:
        FileNotFoundError: A checkpoint is to be loaded, and there is none.
    """

    def __init__(
        self,
        cfg: FeatureExtractorCfg,
        device: str,
        log_dir: str | None = None,
        network: FeatureExtractorNetwork | None = None,
    ) -> None:
        self.cfg, self.device = cfg, device
        self.log_dir = str(log_dir or Path("logs").absolute())
        self.feature_extractor = (network or FeatureExtractorNetwork()).to(device)
        self.step_count = 0
        if cfg.load_checkpoint:
            self._load()
        self.feature_extractor.train(cfg.train)
        self.optimizer = torch.optim.Adam(self.feature_extractor.parameters(), lr=1e-4)

    def _load(self) -> None:
        weights = torch.load(self._checkpoint(), map_location=self.device, weights_only=True)
        self.feature_extractor.load_state_dict(weights)

    def _checkpoint(self) -> Path:
        """Path of the newest checkpoint."""
        checkpoints = sorted(Path(self.log_dir).glob("*.pth"), key=lambda path: path.stat().st_ctime)
        if not checkpoints:
            raise FileNotFoundError(
                f"The folder '{self.log_dir}' has no checkpoint (*.pth) of the network that finds the cube; expected "
                "one, as training writes it, since 'feature_extractor.load_checkpoint' is set."
            )
        return checkpoints[-1]

    def step(
        self, rgb: torch.Tensor, depth: torch.Tensor, segmentation: torch.Tensor, gt_pose: torch.Tensor
    ) -> tuple[torch.Tensor | None, torch.Tensor]:
        """Find the cube, and learn from where it is, if the config says so.

        Args:
            rgb: Colours of 0 to 255, shape (N, height, width, 3).
            depth: Distances [m], shape (N, height, width, 1).
            segmentation: Colours of labels of 0 to 255, shape (N, height, width, 3).
            gt_pose: Position of the cube and of its corners in the environment's frame [m], shape (N, 27).

        Returns:
            The loss, a hundred times the mean square error [m^2], or None if it does not learn; and what it found,
            shape (N, 27).
        """
        kinds = {"rgb": rgb, "depth": depth, "semantic_segmentation": segmentation}
        return self.find_and_learn(kinds, gt_pose)

    def find_and_learn(
        self, kinds: Mapping[str, torch.Tensor], gt_pose: torch.Tensor
    ) -> tuple[torch.Tensor | None, torch.Tensor]:
        """Find the cube, and learn from where it is, if the config says so.

        Args:
            kinds: Images by their kinds, in the order in which the network takes them, as :func:`network_input` does.
            gt_pose: Position of the cube and of its corners in the environment's frame [m], shape (N, 27).

        Returns:
            As of :meth:`step`.
        """
        images = network_input(kinds)
        if self.cfg.write_image_to_file:
            self._write(kinds, images)
        if not self.cfg.train:
            with torch.no_grad():
                return None, self.feature_extractor(images)
        # Learners collect experience in inference mode, whose tensors cannot be learned from: copies can.
        with torch.inference_mode(False), torch.enable_grad():
            self.optimizer.zero_grad()
            found = self.feature_extractor(images.clone())
            loss = _LOSS_SCALE * nn.functional.mse_loss(found, gt_pose.clone())
            loss.backward()
            self.optimizer.step()
            if self.step_count % _STEPS_BETWEEN_CHECKPOINTS == 0:
                self._save(loss.item())
            self.step_count += 1
        return loss.detach(), found.detach()

    def _save(self, loss: float) -> None:
        Path(self.log_dir).mkdir(parents=True, exist_ok=True)
        path = Path(self.log_dir, f"cnn_{self.step_count}_{loss}.pth")
        torch.save(self.feature_extractor.state_dict(), path)

    def _write(self, kinds: Mapping[str, torch.Tensor], images: torch.Tensor) -> None:
        from pippin.sensors.camera.point_clouds import save_images_to_file

        for name, image in zip(kinds, images.split([channels_of(kind) for kind in kinds], dim=-1), strict=True):
            path = Path(self.log_dir, "images", f"{name}.png")
            path.parent.mkdir(parents=True, exist_ok=True)
            save_images_to_file(image.clamp(0.0, 1.0), str(path))


def network_input(images: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Put a camera's images together as the network takes them.

    Args:
        images: Colours of 0 to 255 of several kinds, distances [m], "depth", and colours of labels,
            "semantic_segmentation", by the names of the kinds.

    Returns:
        Shape (N, height, width, channels): colours of 0 to 1; distances as parts of the farthest one, 0 where there is
        nothing; colours of labels of 0 to 1 less their mean.
    """
    return torch.cat([_scaled(kind, each) for kind, each in images.items()], dim=-1)


def _scaled(kind: str, images: torch.Tensor) -> torch.Tensor:
    """Images of a kind as the network takes them."""
    if kind == "depth":
        depth = torch.where(images.isinf(), 0.0, images) / _DEPTH_SCALE
        return depth / depth.max().clamp(min=1e-6)
    colors = images[..., :3] / 255.0
    return as_torch(colors - colors.mean(dim=(1, 2), keepdim=True)) if kind == "semantic_segmentation" else colors
