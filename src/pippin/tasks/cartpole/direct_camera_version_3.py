"""Cartpole whose policy sees images, as a direct environment, as Isaac Lab 3.0.0 releases it.

Kinds of images are alternatives (``presets=depth``), in the other task kinds of spaces (``presets=dict_discrete``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.envs.mdp.images import FrameStack, normalized_image
from pippin.sim import SimulationCfg
from pippin.tasks.cartpole import cartpole_camera_showcase_env_cfg as older
from pippin.tasks.cartpole.camera_version_3 import CartpoleTiledCameraCfg, look_at_cart
from pippin.tasks.cartpole.cartpole_showcase_env import forces_of_actions, seen_image
from pippin.tasks.cartpole.direct_version_3 import CartpoleEnv, CartpoleEnvCfg, CartpoleSceneCfg
from pippin.utils import as_torch, configclass
from pippin.utils.presets import PresetCfg

EIGHTH = 0.125 * math.pi


@configclass
class CartpoleCameraSceneCfg(CartpoleSceneCfg):
    """A cart with a pole before a camera, without a ground, which would hide it."""

    ground: Any = None
    tiled_camera: Any = CartpoleTiledCameraCfg()


@configclass
class SeenCartpoleEnvCfg(CartpoleEnvCfg):
    """Cartpole seen by a camera; poles begin closer to the upright."""

    frame_stack: int = 2
    """Number of images that the policy sees, one behind the other along the channels."""

    observation_space: Any = [3, 96, 96]
    state_space: Any = 4
    scene: Any = CartpoleCameraSceneCfg(num_envs=512, env_spacing=20.0, replicate_physics=True)
    initial_pole_angle_range: Any = (-EIGHTH, EIGHTH)

    def __post_init__(self) -> None:
        self.viewer.eye = (20.0, 20.0, 20.0)


@configclass
class CartpoleCameraEnvCfg(PresetCfg):
    """Cartpole with each kind of images."""

    default: Any = SeenCartpoleEnvCfg()
    depth: Any = SeenCartpoleEnvCfg(observation_space=[1, 96, 96])
    albedo: Any = SeenCartpoleEnvCfg()
    semantic_segmentation: Any = SeenCartpoleEnvCfg(observation_space=[4, 96, 96])
    simple_shading_constant_diffuse: Any = SeenCartpoleEnvCfg()
    simple_shading_diffuse_mdl: Any = SeenCartpoleEnvCfg()
    simple_shading_full_mdl: Any = SeenCartpoleEnvCfg()


class CartpoleCameraEnv(CartpoleEnv):
    """Balances poles on carts that cameras see: images for the policy, their channels first, joints for the critic.

    Raises:
        ValueError: The camera has several types of images, or none.
    """

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        camera = cfg.scene.tiled_camera
        if len(camera.data_types) != 1:
            raise ValueError(f"The camera has the data types {camera.data_types}; expected one.")
        cfg.frame_stack = max(1, cfg.frame_stack)
        if isinstance(cfg.observation_space, list):
            channels = int(cfg.observation_space[0]) * cfg.frame_stack
            cfg.observation_space = [channels, int(camera.height), int(camera.width)]
        self._frames = FrameStack(cfg.frame_stack, channel_first=True)
        super().__init__(cfg, render_mode, **kwargs)

    def _setup_scene(self) -> None:
        super()._setup_scene()
        self._tiled_camera = self.scene["tiled_camera"]

    def _image(self) -> torch.Tensor:
        """Images as networks take them, shape (N, height, width, channels)."""
        (data_type,) = self.cfg.scene.tiled_camera.data_types
        images = as_torch(self._tiled_camera.data.output[data_type])
        return normalized_image(images[..., :3] if data_type == "albedo" else images, data_type)

    def _get_observations(self) -> dict[str, Any]:
        return {"policy": self._frames.append(self._image()), "critic": super()._get_observations()["policy"]}

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        super()._reset_idx(env_ids)
        self._frames.reset(env_ids)


@configclass
class ShowcaseSceneCfg(CartpoleCameraSceneCfg):
    """A cart with a pole before a camera of 100 x 100 pixels."""

    tiled_camera: Any = look_at_cart("rgb", width=100)


@configclass
class ShowcaseEnvCfg(SeenCartpoleEnvCfg):
    """Cartpole seen in colours, the engine left open."""

    frame_stack: int = 1
    observation_space: Any = [100, 100, 3]
    state_space: Any = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2)
    scene: Any = ShowcaseSceneCfg(num_envs=512, env_spacing=20.0, replicate_physics=True)
    initial_pole_angle_range: Any = [-0.125, 0.125]


def _renewed(cfg: Any) -> ShowcaseEnvCfg:
    """Config of version 3 with the spaces of one of version 2."""
    return ShowcaseEnvCfg().replace(observation_space=cfg.observation_space, action_space=cfg.action_space)


@configclass
class CartpoleCameraShowcasePresetsEnvCfg(PresetCfg):
    """All kinds of spaces as alternatives."""

    default: Any = _renewed(older.BoxBoxEnvCfg())
    box_box: Any = _renewed(older.BoxBoxEnvCfg())
    box_discrete: Any = _renewed(older.BoxDiscreteEnvCfg())
    box_multidiscrete: Any = _renewed(older.BoxMultiDiscreteEnvCfg())
    dict_box: Any = _renewed(older.DictBoxEnvCfg())
    dict_discrete: Any = _renewed(older.DictDiscreteEnvCfg())
    dict_multidiscrete: Any = _renewed(older.DictMultiDiscreteEnvCfg())
    tuple_box: Any = _renewed(older.TupleBoxEnvCfg())
    tuple_discrete: Any = _renewed(older.TupleDiscreteEnvCfg())
    tuple_multidiscrete: Any = _renewed(older.TupleMultiDiscreteEnvCfg())


class CartpoleCameraShowcaseEnv(CartpoleCameraEnv):
    """Balances poles on carts that cameras see; a tuple or a dict has the velocities of the joints beside the image."""

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = forces_of_actions(self.single_action_space, actions, self.cfg.action_scale)

    def _get_observations(self) -> dict[str, Any]:
        return {"policy": seen_image(self, self._image())}
