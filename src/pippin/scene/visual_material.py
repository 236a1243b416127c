"""Materials of a scene whose looks programs change while the simulation plays, in each environment by itself."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from pxr import UsdShade

from pippin.assets import AssetBaseCfg
from pippin.sensors.camera.material_colors import show_colors_of
from pippin.sim.expressions import find_matching_prims, is_expression
from pippin.sim.run.entity import SceneEntity
from pippin.sim.spawners import VisualMaterialCfg as MaterialSpawnerCfg
from pippin.sim.spawners.placement import resolve_spawn_paths
from pippin.utils import configclass

logger = logging.getLogger("pippin")

_INPUTS: dict[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    "color": (("diffuseColor", "diffuse_color_constant", "glass_color", "base_color"), (0.18, 0.18, 0.18)),
    "roughness": (("roughness", "reflection_roughness_constant", "frosting_roughness"), (0.5,)),
    "metallic": (("metallic", "metallic_constant"), (0.0,)),
    "specular": (("specular_level",), (0.5,)),
    "emissive_color": (("emissiveColor", "emissive_color"), (0.0, 0.0, 0.0)),
    "emissive_intensity": (("emissive_intensity",), (0.0,)),
    "opacity": (("opacity", "opacity_constant"), (1.0,)),
    "ior": (("glass_ior", "ior"), (1.491,)),
    "uv_scale": (("texture_scale",), (1.0, 1.0)),
    "uv_offset": (("texture_translate",), (0.0, 0.0)),
    "uv_rotate": (("texture_rotate",), (0.0,)),
}
"""Inputs of shaders by channel, of UsdPreviewSurface first, and the value where a shader has none of them."""


class VisualMaterial(SceneEntity):
    """A material on the stage, whose colour may differ by environment and change while the simulation plays.

    Shapes have it by a binding on the stage, such as ``visual_material_bindings`` of a spawner or the material that a
    spawner made itself. Images that cameras draw show "color"; other channels are kept, which a warning says once.

    Args:
        cfg: Config of the material. It is copied.

    Raises:
        RuntimeError: There is no simulation, or no prim at the path.
        ValueError: The prim is no material, or a channel is unknown.
    """

    cfg: VisualMaterialCfg
    _kind = "visual material"

    def __init__(self, cfg: VisualMaterialCfg) -> None:
        self.version = 0
        """Number of times that channels were written."""
        unknown = [channel for channel in cfg.channels if channel not in _INPUTS]
        if unknown:
            raise ValueError(
                f"The channels {unknown} of '{cfg.prim_path}' are unknown; there are {', '.join(_INPUTS)}."
            )
        super().__init__(cfg)
        self._is_per_env = is_expression(self.cfg.prim_path)
        plan = self._sim.environments
        self._num_envs = 1 if plan is None else plan.num_envs
        rows = self._num_envs if self._is_per_env else 1
        shader = _shader_of(find_matching_prims(self.cfg.prim_path, self._sim.stage)[0])
        self._values = {
            channel: torch.tensor(_value_of(shader, channel), dtype=torch.float32).squeeze(-1).to(self.device)
            for channel in self.cfg.channels
        }
        self._values = {name: value.expand(rows, *value.shape).clone() for name, value in self._values.items()}
        unseen = [channel for channel in self.cfg.channels if channel != "color"]
        if unseen:
            logger.warning("Images show the colour of '%s' alone; %s are kept.", self.cfg.prim_path, ", ".join(unseen))

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of what may be written."""
        return tuple(self._values)

    @property
    def is_per_env(self) -> bool:
        """Whether each environment has values of its own."""
        return self._is_per_env

    @property
    def num_instances(self) -> int:
        """Number of materials: one for each environment, or one for all."""
        return self._num_envs if self._is_per_env else 1

    @property
    def data(self) -> dict[str, torch.Tensor]:
        """Values by channel, shape (num_instances,) or, with components, (num_instances, 2 or 3), float32."""
        return self._values

    @property
    def expression(self) -> str:
        """Regular expression of the prim paths of the materials."""
        return str(self.cfg.prim_path)

    @property
    def colors(self) -> torch.Tensor | None:
        """Colour (red, green, blue) in each environment, 0 to 1, shape (num_envs, 3); None until one is written."""
        if "color" not in self._values or self.version == 0:
            return None
        return self._values["color"].expand(self._num_envs, 3)

    # -- operations ----------------------------------------------------------------------------------------------------

    @staticmethod
    def write_channels(
        materials: Sequence[VisualMaterial],
        channels: dict[str, torch.Tensor],
        env_ids: Sequence[int] | torch.Tensor | slice | int | None = None,
    ) -> None:
        """Change some channels of several materials.

        Args:
            materials: M materials, all of environments or all shared.
            channels: Values by channel, shape (M, number of environments, components) of materials of environments,
                (M, components) of shared ones; without the last dimension where there is one number.
            env_ids: Environments; None means all. Shared materials have none.

        Raises:
            ValueError: A material was not declared with a channel, or values do not fit.
        """
        for channel, values in channels.items():
            if len(values) != len(materials):
                raise ValueError(f"'{channel}' has values for {len(values)} materials; expected {len(materials)}.")
            for material, of_material in zip(materials, values, strict=True):
                material._write(channel, of_material, env_ids)

    def reset(self, env_ids: Any = None, *, env_mask: Any = None) -> None:
        """Do nothing: looks stay."""

    def write_data_to_sim(self) -> None:
        """Do nothing: channels are written at once."""

    def update(self, dt: float) -> None:
        """Do nothing: looks do not change with time."""

    # -- inside --------------------------------------------------------------------------------------------------------

    def _write(
        self, channel: str, values: torch.Tensor, env_ids: Sequence[int] | torch.Tensor | slice | int | None
    ) -> None:
        if channel not in self._values:
            raise ValueError(
                f"'{self.cfg.prim_path}' was not declared with the channel '{channel}'; it has {self.channels}."
            )
        target, rows = self._values[channel], slice(None) if env_ids is None else env_ids
        target[rows if self._is_per_env else 0] = values.to(target)  # type: ignore[index]  # a sequence is one, too
        self.version += 1

    def _spawn(self) -> None:
        """Spawn the material below each prim that is on the stage, if the config says what."""
        if self.cfg.spawn is not None:
            for path in resolve_spawn_paths(self.cfg.prim_path):
                self.cfg.spawn.func(path, self.cfg.spawn)
        self._require_prims()

    def _initialize_impl(self) -> None:
        show_colors_of(self._sim, self)

    def _invalidate_impl(self) -> None:
        pass


@configclass
class VisualMaterialCfg(AssetBaseCfg):
    """A material whose looks may change while the simulation plays.

    A ``prim_path`` below ``{ENV_REGEX_NS}`` has values for each environment, another one is shared by all.
    """

    class_type: type[VisualMaterial] = VisualMaterial  # type: ignore[assignment]  # which has no state
    """Class of the material."""

    spawn: MaterialSpawnerCfg | None = None  # type: ignore[assignment]  # materials have no place
    """Spawner of the material; None where it is on the stage already, as another spawner's material."""

    channels: tuple[str, ...] = ("color",)
    """What may be written: color, roughness, metallic, specular, emissive_color, emissive_intensity, opacity, ior,
    uv_scale, uv_offset, uv_rotate."""


def _shader_of(prim: Any) -> UsdShade.Shader:
    """Shader of a material's surface.

    Raises:
        ValueError: The prim is no material, or one without a surface.
    """
    material = UsdShade.Material(prim)
    for context in ("", "mdl"):
        shader, _, _ = material.ComputeSurfaceSource(context) if material else (None, "", None)
        if shader:
            return shader
    raise ValueError(f"The prim '{prim.GetPath()}' is no material with a surface; expected one of a spawner's.")


def _value_of(shader: UsdShade.Shader, channel: str) -> tuple[float, ...]:
    """Value of a channel in a shader, or the usual one."""
    names, usual = _INPUTS[channel]
    for name in names:
        value = shader.GetInput(name).Get() if shader.GetInput(name) else None
        if value is not None:
            return tuple(float(number) for number in np.atleast_1d(np.array(value, dtype=float)))
    return usual
