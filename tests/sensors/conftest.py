"""Scenes with a box and a ball in each environment, on each engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pippin.assets import RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
)
from pippin.utils import configclass

RIGID = {
    "rigid_props": RigidBodyPropertiesCfg(linear_damping=0.0, angular_damping=0.0),
    "mass_props": MassPropertiesCfg(mass=1.0),
    "collision_props": CollisionPropertiesCfg(),
}


@configclass
class BodiesCfg(InteractiveSceneCfg):
    """A box on a plane and a ball above it."""

    num_envs: int = 3
    env_spacing: float = 4.0
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    box: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Box",
        spawn=CuboidCfg(size=(0.4, 0.3, 0.2), **RIGID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.1)),
    )
    ball: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        spawn=SphereCfg(radius=0.1, **RIGID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(1.0, 0.0, 2.0)),
    )


MakeScene = Callable[..., InteractiveScene]


@pytest.fixture
def make_scene() -> Iterator[MakeScene]:
    """Makes and plays a scene with sensors: ``make_scene(imu=ImuCfg(...))``."""

    def make(
        gravity: tuple[float, float, float] = (0.0, 0.0, -9.81),
        dt: float = 0.005,
        backend: tuple[str, str] = ("mujoco", "cpu"),
        before_play: Callable[[], object] | None = None,
        **sensors: Any,
    ) -> InteractiveScene:
        name, device = backend
        sim = SimulationContext(SimulationCfg(dt=dt, gravity=gravity, device=device, backend=name))
        scene = InteractiveScene(BodiesCfg())
        if before_play is not None:
            before_play()
        for key, cfg in sensors.items():
            scene.sensors[key] = cfg.class_type(cfg)
        sim.reset()
        return scene

    yield make
    SimulationContext.clear_instance()


def step(scene: InteractiveScene, count: int = 1) -> None:
    """Advance the simulation and tell assets and sensors."""
    for _ in range(count):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)
