"""A soft cube that bears a plate, for the demo."""

from __future__ import annotations

from pathlib import Path

from pippin.assets import AssetBaseCfg, DeformableObjectCfg, RigidObjectCfg
from pippin.physics.scene.scene import playing_scene
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    MeshCuboidCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
    SimulationContext,
)
from pippin.utils import configclass

SIDE, PLATE_MASS = 0.3, 8.0
SECONDS = 0.6


@configclass
class SoftSceneCfg(InteractiveSceneCfg):
    """A soft cube on the ground, and a rigid plate that falls onto it."""

    num_envs: int = 1
    env_spacing: float = 1.0
    ground: AssetBaseCfg = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg(color=(0.32, 0.36, 0.42)))
    cube: DeformableObjectCfg = DeformableObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=MeshCuboidCfg(
            size=(SIDE, SIDE, SIDE),
            deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=5),
            physics_material=DeformableBodyMaterialCfg(youngs_modulus=2e4, poissons_ratio=0.45),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.85, 0.35, 0.3)),
        ),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, SIDE / 2)),
    )
    plate: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Plate",
        spawn=CuboidCfg(
            size=(0.18, 0.18, 0.06),
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=PLATE_MASS),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.8, 0.75, 0.3)),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, SIDE + 0.08)),
    )


def show_soft_body(simulation: SimulationContext, file: Path) -> Path:
    """Let a plate fall onto a soft cube, and write a picture of what comes of it; returns the file."""
    from pippin.viewers.pictures import PictureCamera  # compiles its kernels: only who takes pictures pays for it
    from pippin.viewers.video import write_png

    scene = InteractiveScene(SoftSceneCfg())
    simulation.reset()
    dt = simulation.get_physics_dt()
    for _ in range(round(SECONDS / dt)):
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(dt)
    camera = PictureCamera(playing_scene(simulation), width=640, height=400)
    write_png(file, camera.take(eye=(1.0, -1.1, 0.6), target=(0.0, 0.0, 0.14)))
    return file
