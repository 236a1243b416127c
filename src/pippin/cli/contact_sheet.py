"""An arm at a table, and a sheet of everything that a camera shows of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont

from pippin.assets import ArticulationCfg, AssetBaseCfg, RigidObjectCfg
from pippin.robots import FRANKA_PANDA_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import CameraCfg
from pippin.sensors.camera import RenderBufferKind
from pippin.sim import (
    CollisionPropertiesCfg,
    ConeCfg,
    CuboidCfg,
    CylinderCfg,
    DistantLightCfg,
    DomeLightCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    PinholeCameraCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
    SimulationContext,
    SphereCfg,
)
from pippin.sim.prims import add_labels, get_prim
from pippin.utils import configclass

EYE, TARGET = (1.75, -1.25, 1.15), (0.25, 0.05, 0.4)

NEAR_TO_FAR = np.array([(253, 231, 37), (94, 201, 98), (33, 145, 140), (59, 82, 139), (68, 1, 84)]) / 255.0
"""Colours of distances: five of the map "viridis"."""

MARGIN, TITLE = 8, 20
"""Space between images and for a name [pixels]."""


def thing(name: str, kind: type, color: tuple, pos: tuple, **size: object) -> RigidObjectCfg:
    """Something that lies on the table."""
    spawn = kind(
        rigid_props=RigidBodyPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=0.2),
        collision_props=CollisionPropertiesCfg(),
        visual_material=PreviewSurfaceCfg(diffuse_color=color),
        semantic_tags=[("class", name.lower())],
        **size,
    )
    init_state = RigidObjectCfg.InitialStateCfg(pos=pos)
    return RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", spawn=spawn, init_state=init_state)


@configclass
class TableSceneCfg(InteractiveSceneCfg):
    """An arm, a table with four things on it, two lights and a camera."""

    num_envs: int = 1
    env_spacing: float = 4.0
    ground: AssetBaseCfg = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg(color=(0.45, 0.47, 0.5)))
    sky: AssetBaseCfg = AssetBaseCfg(prim_path="/World/sky", spawn=DomeLightCfg(intensity=1000.0))
    sun: AssetBaseCfg = AssetBaseCfg(
        prim_path="/World/sun",
        spawn=DistantLightCfg(intensity=1500.0, color=(1.0, 0.95, 0.85)),
        init_state=AssetBaseCfg.InitialStateCfg(rot=(-0.25, 0.3, 0.0, 0.92)),
    )
    robot: ArticulationCfg = FRANKA_PANDA_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    table: AssetBaseCfg = AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/Table",
        spawn=CuboidCfg(
            size=(0.5, 1.0, 0.2),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.6, 0.42, 0.28)),
            semantic_tags=[("class", "table")],
        ),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.6, 0.0, 0.1)),
    )
    crate: RigidObjectCfg = thing("Crate", CuboidCfg, (0.85, 0.25, 0.2), (0.55, -0.25, 0.25), size=(0.1, 0.1, 0.1))
    can: RigidObjectCfg = thing("Can", CylinderCfg, (0.2, 0.6, 0.3), (0.7, 0.05, 0.26), radius=0.04, height=0.12)
    ball: RigidObjectCfg = thing("Ball", SphereCfg, (0.2, 0.4, 0.85), (0.72, -0.28, 0.25), radius=0.05)
    cone: RigidObjectCfg = thing("Cone", ConeCfg, (0.95, 0.75, 0.2), (0.6, 0.3, 0.27), radius=0.05, height=0.14)
    camera: CameraCfg = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=PinholeCameraCfg(clipping_range=(0.05, 20.0)),
        data_types=[str(kind) for kind in RenderBufferKind],
        width=320,
        height=240,
    )


def see_table(simulation: SimulationContext, cfg: TableSceneCfg, seconds: float = 0.3) -> InteractiveScene:
    """Let the arm sink for a time [s], and take images at its end and one step before, so that something moves."""
    scene = InteractiveScene(cfg)
    add_labels(get_prim(f"{scene.env_prim_paths[0]}/Robot"), ["robot"])
    simulation.reset()
    scene["camera"].set_world_poses_from_view(torch.tensor(EYE, device="cpu"), torch.tensor(TARGET, device="cpu"))
    arm = scene["robot"]
    target = arm.data.default_joint_pos.torch.clone()
    target[:, 0] += 0.5
    for step in range(round(seconds / simulation.get_physics_dt())):
        arm.set_joint_position_target_index(target=target)
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
        if step % 10 == 0:
            scene["camera"].data  # noqa: B018
    return scene


def as_picture(name: str, image: np.ndarray) -> np.ndarray:
    """Colours that show an image of a camera.

    Args:
        name: Name of the image.
        image: The image, shape (H, W, C).

    Returns:
        Picture, shape (H, W, 3), 0 to 1.
    """
    if image.dtype == np.uint8:
        return image[..., :3] / 255.0
    if name == "normals":
        return np.where(np.any(image != 0.0, axis=-1, keepdims=True), 0.5 + 0.5 * image, 1.0)
    if name == "motion_vectors":  # the direction is the hue, the length the saturation
        length = np.linalg.norm(image, axis=-1)
        hue = np.arctan2(image[..., 1], image[..., 0]) / (2.0 * np.pi) % 1.0
        saturated = np.clip(np.abs((6.0 * hue[..., None] + (0.0, 4.0, 2.0)) % 6.0 - 3.0) - 1.0, 0.0, 1.0)
        return 1.0 - (1.0 - saturated) * length[..., None] / max(length.max(), 1e-6)
    distance = np.where(np.isfinite(image[..., 0]), image[..., 0], 1.0e6)
    place = np.clip((distance - 1.0) / 3.0, 0.0, 1.0)
    stops = np.linspace(0.0, 1.0, len(NEAR_TO_FAR))
    return np.stack([np.interp(place, stops, channel) for channel in NEAR_TO_FAR.T], axis=-1)


def draw_contact_sheet(images: dict[str, np.ndarray], columns: int = 5) -> Image.Image:
    """Draw images beside each other, with their names.

    Args:
        images: Images by name, all of one height and width, each of shape (H, W, C).
        columns: Images in a row.
    """
    height, width = next(iter(images.values())).shape[:2]
    across, down = width + MARGIN, height + TITLE + MARGIN
    sheet = Image.new("RGB", (columns * across + MARGIN, -(-len(images) // columns) * down + MARGIN), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    for number, (name, image) in enumerate(images.items()):
        left, top = MARGIN + number % columns * across, MARGIN + number // columns * down
        pen.text((left, top), name, fill="black", font=font)
        picture = (255.0 * as_picture(name, image)).round().astype(np.uint8)
        sheet.paste(Image.fromarray(picture), (left, top + TITLE))
    return sheet


def write_contact_sheet(simulation: SimulationContext, path: Path) -> Path:
    """Write a sheet of all images that a camera makes of an arm at a table, as a PNG file; returns the file."""
    scene = see_table(simulation, TableSceneCfg())
    images = {name: image.torch[0].cpu().numpy() for name, image in scene["camera"].data.output.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_contact_sheet(images).save(path)
    return path
