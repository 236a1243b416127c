"""A Panda and a cabinet whose joints swing, before a camera. Values are those that Isaac Lab 3.0.0 releases."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any, Literal

import torch

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, AssetBaseCfg, RigidObjectCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released
from pippin.robots.released.props import sektion_cabinet_file
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import CameraCfg
from pippin.sim import SimulationCfg
from pippin.sim.schemas import CollisionPropertiesCfg, MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import CuboidCfg, DistantLightCfg, DomeLightCfg, PinholeCameraCfg, PreviewSurfaceCfg
from pippin.tasks.engines import RendererPresetCfg, RoughPhysicsCfg
from pippin.utils import as_torch, configclass
from pippin.utils.presets import preset

BenchmarkMode = Literal["render", "physics_render"]
"""What moves the joints: "render" puts them to their places after each step, "physics_render" drives them there."""

BENCHMARK_MODES: tuple[BenchmarkMode, ...] = ("render", "physics_render")

KINDS = (
    *("rgb", "albedo", "depth", "simple_shading_constant_diffuse"),
    *("simple_shading_diffuse_mdl", "simple_shading_full_mdl"),
)
"""Kinds of images, each of which is an alternative of the camera's."""

_PRIMES = (7919.0, 6553.0, 10007.0)
"""Numbers by which each joint of each environment has its own phase, the same in each run."""


def _chosen_mode() -> BenchmarkMode | None:
    """Mode that the environment variable ``BENCHMARK_MODE`` names.

    Raises:
        ValueError: It names another one.
    """
    mode = os.getenv("BENCHMARK_MODE")
    if mode is None:
        return None
    for known in BENCHMARK_MODES:
        if mode == known:
            return known
    raise ValueError(f"BENCHMARK_MODE is '{mode}'; expected one of {list(BENCHMARK_MODES)}, or none.")


@configclass
class RenderBenchmarkPhysicsCfg(RoughPhysicsCfg):
    """Engines, with the released settings."""


def _camera(kind: str) -> CameraCfg:
    size = int(os.getenv("BENCHMARK_RENDER_RESOLUTION", "256"))
    return CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        offset=CameraCfg.OffsetCfg(pos=(2.0, 0.0, 1.5), rot=(-0.296, 0.0, 0.955, 0.0), convention="world"),
        data_types=[kind],
        spawn=PinholeCameraCfg(
            focal_length=24.0, focus_distance=400.0, horizontal_aperture=20.955, clipping_range=(0.05, 50.0)
        ),
        width=size,
        height=size,
        renderer_cfg=RendererPresetCfg(),  # type: ignore[arg-type]
    )


def _panda() -> ArticulationCfg:
    """Franka's Panda, which looks at the cabinet."""
    arm = released.FRANKA_PANDA_HIGH_PD_CFG
    begins = arm.init_state.replace(pos=(1.0, 0.0, 0.0), rot=(0.0, 0.0, 1.0, 0.0))
    return arm.replace(prim_path="{ENV_REGEX_NS}/Robot", init_state=begins)


def _part_of_cabinet(kind: str, damping: float) -> ImplicitActuatorCfg:
    sides = {"drawer": ("top", "bottom"), "door": ("left", "right")}[kind]
    return ImplicitActuatorCfg(
        joint_names_expr=[f"{kind}_{side}_joint" for side in sides],
        joint_effort_limit=87.0,
        stiffness=10.0,
        damping=damping,
    )


@configclass
class RenderBenchmarkSceneCfg(InteractiveSceneCfg):
    """A Panda before a cabinet, a ground of its own in each environment, two lights and a camera."""

    ground: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ground",
        spawn=CuboidCfg(
            size=(3.0, 3.0, 0.1),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.5, 0.5, 0.5), metallic=0.0),
            rigid_props=RigidBodyPropertiesCfg(kinematic_enabled=True, disable_gravity=True),
            mass_props=MassPropertiesCfg(mass=1.0),
            collision_props=CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, -0.05)),
    )
    robot: ArticulationCfg = _panda()
    cabinet: ArticulationCfg = ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Cabinet",
        spawn=sektion_cabinet_file(),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.4),
            joint_pos=dict.fromkeys(
                ("door_left_joint", "door_right_joint", "drawer_bottom_joint", "drawer_top_joint"), 0.0
            ),
        ),
        actuators={"drawers": _part_of_cabinet("drawer", 1.0), "doors": _part_of_cabinet("door", 2.5)},
    )
    tiled_camera: Any = preset(default=_camera("rgb"), **{kind: _camera(kind) for kind in KINDS})
    dome_light: AssetBaseCfg = AssetBaseCfg(
        prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
    )
    directional_light: AssetBaseCfg = AssetBaseCfg(
        prim_path="/World/LightDirectional",
        spawn=DistantLightCfg(intensity=200.0, exposure=0.0, angle=0.0, color=(1.0, 1.0, 1.0), normalize=True),
        init_state=AssetBaseCfg.InitialStateCfg(rot=(0.3251, 0.3251, 0.0, 0.8881)),
    )


@configclass
class RenderBenchmarkFrankaCabinetEnvCfg(DirectRLEnvCfg):
    """A Panda and a cabinet before a camera, without a task: actions have no effect, rewards are 0."""

    decimation: int = 2
    episode_length_s: float = 60.0
    action_space: int = 1
    observation_space: int = 1
    state_space: int = 0
    sim: SimulationCfg = SimulationCfg(
        dt=1.0 / 120.0,
        render_interval=2,
        physics=RenderBenchmarkPhysicsCfg(),  # type: ignore[arg-type]
    )
    scene: RenderBenchmarkSceneCfg = RenderBenchmarkSceneCfg(num_envs=4, env_spacing=3.0, replicate_physics=True)
    joint_animation_amplitude: float = 0.4
    """How far joints swing from their defaults [m, rad]; nothing moves at 0 or below."""

    joint_animation_freq_hz: float = 0.35
    """How often they swing [Hz]."""

    benchmark_mode: BenchmarkMode | None = _chosen_mode()
    """What moves the joints; None for nothing. By default what ``BENCHMARK_MODE`` names."""

    write_image_to_file: bool = os.getenv("BENCHMARK_SAVE_IMAGE", "0") == "1"
    """Whether each image is written to a picture in the working directory."""


class RenderBenchmarkEnv(DirectRLEnv):
    """Lets joints swing, and takes an image with each step.

    Args:
        cfg: Config of the task.
        render_mode: "rgb_array" for pictures.
        **kwargs: For :class:`~pippin.envs.DirectRLEnv`.

    Raises:
        ValueError: Joints are to be put to their places, and the camera does not wait until its image is read.
    """

    cfg: RenderBenchmarkFrankaCabinetEnvCfg

    def __init__(self, cfg: RenderBenchmarkFrankaCabinetEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        if cfg.benchmark_mode == "render" and not cfg.scene.lazy_sensor_update:
            raise ValueError(
                "'benchmark_mode' is 'render' and 'scene.lazy_sensor_update' is False: images would show joints where "
                "they were; expected lazy sensors."
            )
        super().__init__(cfg, render_mode, **kwargs)
        self._camera = self.scene["tiled_camera"]
        self._time = 0.0

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        if self.cfg.joint_animation_amplitude <= 0.0:
            return
        self._time += self.cfg.sim.dt * self.cfg.decimation
        if self.cfg.benchmark_mode == "physics_render":
            for part, places in self._places():
                part.set_joint_position_target_index(target=places)

    def _apply_action(self) -> None:
        """Nothing acts."""

    def _places(self) -> Iterator[tuple[Articulation, torch.Tensor]]:
        """Each articulation, and where its joints are to be now [m, rad], shape (num_envs, num_joints)."""
        for part in self.scene.articulations.values():
            defaults, limits = as_torch(part.data.default_joint_pos), as_torch(part.data.soft_joint_pos_limits)
            turn = 2.0 * math.pi * self.cfg.joint_animation_freq_hz * self._time
            swing = self.cfg.joint_animation_amplitude * torch.sin(turn + _phases(defaults))
            yield part, (defaults + swing).clamp(limits[..., 0], limits[..., 1])

    def _get_observations(self) -> dict[str, torch.Tensor]:
        if self.cfg.benchmark_mode == "render" and self._time > 0.0:
            for part, places in self._places():
                part.write_joint_position_to_sim_index(position=places)
                part.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(places))
            self.sim.forward()
        images = self._camera.data.output  # what is measured: reading it draws
        if self.cfg.write_image_to_file:
            self._write(images)
        return {"policy": torch.zeros(self.num_envs, 1, device=self.device)}

    def _write(self, images: Any) -> None:
        from pippin.sensors.camera.point_clouds import save_images_to_file

        kind = self.cfg.scene.tiled_camera.data_types[0]
        image = as_torch(images[kind])
        shown = image.float() / 255.0 if image.dtype == torch.uint8 else image
        save_images_to_file(shown[..., :3], f"render_benchmark_{kind}.{self.common_step_counter:06d}.png")

    def _get_rewards(self) -> torch.Tensor:
        return torch.zeros(self.num_envs, device=self.device)

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return torch.zeros_like(time_out), time_out


def _phases(joints: torch.Tensor) -> torch.Tensor:
    """Phase of each joint of each environment [rad], of the shape of the joints."""
    environment, joint, count = _PRIMES
    rows, columns = (torch.arange(size, dtype=joints.dtype, device=joints.device) for size in joints.shape)
    return (rows.unsqueeze(1) * environment + columns * joint) % count * (2.0 * math.pi / count)
