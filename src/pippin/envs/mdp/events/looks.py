"""Event terms that change what bodies look like, which only images and windows show."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.scene import VisualMaterial
from pippin.sensors import Camera
from pippin.sensors.camera.drawn_scene import paint
from pippin.sim.run.timeline import TimelineEvent

from ..env_types import ManagerBasedEnv
from ..selection import Ids, count, rows_on_host
from .random_values import Range

logger = logging.getLogger("pippin")


class randomize_visual_color(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Give the shapes of an asset random colors, which cameras that draw images see.

    In the mode "prestartup", the colors are drawn when the simulation begins to play.
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._least, self._largest = _color_bounds(cfg.params["colors"])

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        event_name: str,
        asset_cfg: SceneEntityCfg,
        colors: Sequence[Sequence[float]] | Mapping[str, Range],
        mesh_name: str = "",
    ) -> None:
        """Draw colors.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            event_name: Without effect: the name of an event of Omniverse.
            asset_cfg: The asset.
            colors: Least and largest values of "r", "g" and "b", 0 to 1, or two colors (r, g, b) to draw between.
            mesh_name: Path below the asset's prim of the meshes that are painted; by default all of them.
        """
        if env.sim.is_stopped():
            env.sim.timeline.subscribe(TimelineEvent.PLAY, lambda _event: self._paint(env_ids, asset_cfg, mesh_name))
        else:
            self._paint(env_ids, asset_cfg, mesh_name)

    def _paint(self, env_ids: Ids | None, asset_cfg: SceneEntityCfg, mesh_name: str) -> None:
        rows = rows_on_host(env_ids, self.num_envs).numpy()
        drawn = torch.rand(len(rows), 3, device="cpu").numpy()
        inside = self._env.scene[asset_cfg.name].cfg.prim_path + ("/" + mesh_name.strip("/") if mesh_name else "")
        paint(self._env.sim.physics, inside, rows, self._least + (self._largest - self._least) * drawn)


def _color_bounds(colors: Sequence[Sequence[float]] | Mapping[str, Range]) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest red, green and blue."""
    try:
        ends = [[colors[key][end] for key in "rgb"] for end in (0, 1)] if isinstance(colors, Mapping) else colors
        least, largest = np.asarray(ends, dtype=float).reshape(-1, 3)[[0, 1]]
    except (KeyError, IndexError, TypeError, ValueError):
        raise ValueError(
            f"'colors' of randomize_visual_color is {colors!r:.200}; expected (low, high) for 'r', 'g' and 'b', or two "
            "colors (r, g, b)."
        ) from None
    return least, largest


class _UnseenLooks(ManagerTermBase):
    """Base of the terms for looks that images cannot have: they are taken where there are no images."""

    difference = "looks"

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        term = type(self).__name__
        if any(isinstance(sensor, Camera) for sensor in env.scene.sensors.values()):
            raise NotImplementedError(
                f"The term '{term}' would give the environments different {self.difference}, which cameras cannot "
                "show: use randomize_visual_color, or spawn variants with pippin.sim.MultiAssetSpawnerCfg, and leave "
                "the term out (None)."
            )
        logger.warning("The term '%s' has no effect: no camera of the scene would show it.", term)

    def __call__(self, env: ManagerBasedEnv, env_ids: Ids | None, *args: Any, **kwargs: Any) -> None:
        """Do nothing, since nothing would show it."""


class randomize_visual_texture_material(_UnseenLooks):  # noqa: N801 (Isaac Lab's name)
    """Textures of bodies: without effect, which a warning says; refused where cameras would show them."""

    difference = "textures"


class randomize_visual_material(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Give materials of the scene (``VisualMaterialCfg``) random colours and other values.

    Materials of environments get one for each environment, shared ones one for all. It does not go with the mode
    "prestartup".
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        if getattr(cfg, "mode", None) == "prestartup":
            raise ValueError("The term 'randomize_visual_material' does not support prestartup: materials are later.")
        entities = cfg.params["materials"]
        entities = [entities] if isinstance(entities, SceneEntityCfg) else entities
        self._materials = [env.scene[entity.name] for entity in entities]
        others = [type(material).__name__ for material in self._materials if not isinstance(material, VisualMaterial)]
        if others:
            raise TypeError(f"'materials' of randomize_visual_material holds {others}; expected VisualMaterials.")
        if len({material.is_per_env for material in self._materials}) != 1:
            raise ValueError(
                "'materials' of randomize_visual_material should be one or more, all of environments or all shared; "
                f"they are {[entity.name for entity in entities]}."
            )
        missing = [name for name in cfg.params["channels"] if any(name not in m.channels for m in self._materials)]
        if missing:
            raise ValueError(
                f"The materials were not declared with the channels {missing} (VisualMaterialCfg.channels)."
            )
        self._draw = {name: _sampler(spec, env.device) for name, spec in cfg.params["channels"].items()}

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        materials: list[SceneEntityCfg] | SceneEntityCfg,
        channels: dict[str, Any],
    ) -> None:
        """Draw values.

        Args:
            env: The environment.
            env_ids: Its environments; None means all. Shared materials change whichever they are.
            materials: The materials, each of which gets values of its own.
            channels: By channel the least and the largest value (numbers or colours), a dict of "r", "g" and "b" with
                least and largest, or a dict of "choices".
        """
        rows = slice(None) if env_ids is None else env_ids
        shape: tuple[int, ...] = (len(self._materials),)
        if self._materials[0].is_per_env:
            shape = (*shape, count(rows, env.scene.num_envs))
        values = {name: draw(shape) for name, draw in self._draw.items()}
        VisualMaterial.write_channels(self._materials, values, env_ids)


def _sampler(spec: Any, device: str) -> Callable[[tuple[int, ...]], torch.Tensor]:
    """Function that draws values of a channel in a shape, with the channel's components behind it."""
    if isinstance(spec, Mapping) and "choices" in spec:
        choices = torch.as_tensor(spec["choices"], dtype=torch.float32, device=device)
        return lambda shape: choices[torch.randint(len(choices), shape, device=device)]
    ends = [[spec[key][end] for key in "rgb"] for end in (0, 1)] if isinstance(spec, Mapping) else spec
    least, largest = (torch.as_tensor(end, dtype=torch.float32, device=device) for end in ends)
    return lambda shape: least + (largest - least) * torch.rand((*shape, *least.shape), device=device)


class randomize_visual_shape(_UnseenLooks):  # noqa: N801 (Isaac Lab's name)
    """Other visual shapes of bodies: without effect, which a warning says; refused where cameras would show them."""

    difference = "visual shapes"
