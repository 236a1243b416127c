"""What makes pictures good: textures where materials have them, and light from where the lights are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest
import torch
from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade

from pippin.assets import AssetBaseCfg, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors.camera import Camera, CameraCfg
from pippin.sim import (
    CuboidCfg,
    DistantLightCfg,
    DomeLightCfg,
    MassPropertiesCfg,
    PinholeCameraCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereLightCfg,
)
from pippin.sim.prims import create_prim, get_prim
from pippin.utils import configclass

QUADRANTS = np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 0]]], np.uint8)
"""Colours of a picture, from its upper left to its lower right."""


@pytest.fixture
def sim(device: str) -> Iterator[SimulationContext]:
    """A simulation with an empty stage."""
    with SimulationContext(SimulationCfg(device=device)) as simulation:
        yield simulation


def look_down(simulation: SimulationContext, data_type: str, height: float = 2.0, size: int = 32) -> np.ndarray:
    """Image of a camera above the origin, x to the right and y up in the picture, that sees 2 m of what is at z = 0."""
    create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, height))
    camera = UsdGeom.Camera(simulation.stage.GetPrimAtPath("/World/Camera"))
    camera.GetFocalLengthAttr().Set(height)
    camera.GetHorizontalApertureAttr().Set(2.0)
    sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=[data_type], width=size, height=size))
    simulation.reset()
    return sensor.data.output[data_type].torch[0].cpu().numpy().astype(int)


def linear(image: np.ndarray) -> np.ndarray:
    """Light that colours of an image stand for (sRGB), 0 to 1."""
    shares = image / 255.0
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def make_textured_square(stage: Usd.Stage, file: Path, interpolation: str, indexed: bool, handedness: str) -> None:
    """A square of 2 m with a picture on it, which is turned by a quarter to the left."""
    mesh = UsdGeom.Mesh.Define(stage, "/World/Square")
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    uvs = [(0, 1), (0, 0), (1, 0), (1, 1)]  # the picture's upper left corner lies at (-1, -1)
    order = [0, 1, 2, 3] if handedness == "rightHanded" else [3, 2, 1, 0]
    mesh.CreatePointsAttr([Gf.Vec3f(*map(float, corner)) for corner in corners])
    mesh.CreateFaceVertexIndicesAttr(order)
    mesh.CreateFaceVertexCountsAttr([4])
    mesh.CreateOrientationAttr(handedness)
    values = [uvs[i] for i in order] if interpolation == "faceVarying" else uvs
    primvar = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, interpolation)
    primvar.Set([Gf.Vec2f(*map(float, uv)) for uv in (values[::-1] if indexed else values)])
    if indexed:
        primvar.SetIndices([3, 2, 1, 0])
    material = UsdShade.Material.Define(stage, "/World/Looks")
    surface, image = (UsdShade.Shader.Define(stage, f"/World/Looks/{name}") for name in ("Surface", "Image"))
    surface.CreateIdAttr("UsdPreviewSurface")
    image.CreateIdAttr("UsdUVTexture")
    image.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(str(file))
    image.CreateOutput("rgb", Sdf.ValueTypeNames.Float3)
    surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).ConnectToSource(image.ConnectableAPI(), "rgb")
    material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(material)


@pytest.mark.parametrize("interpolation", ["faceVarying", "vertex"])
@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize("handedness", ["rightHanded", "leftHanded"])
def test_textures_lie_where_their_coordinates_say(
    sim: SimulationContext, tmp_path: Path, interpolation: str, indexed: bool, handedness: str
) -> None:
    iio.imwrite(tmp_path / "picture.png", QUADRANTS.repeat(32, axis=0).repeat(32, axis=1))
    make_textured_square(sim.stage, tmp_path / "picture.png", interpolation, indexed, handedness)
    image = look_down(sim, "albedo")
    seen = image[8::16, 8::16, :3]
    np.testing.assert_allclose(seen, np.rot90(QUADRANTS), atol=2)  # rounding of colours there and back


@pytest.mark.parametrize("content", [b"this is no picture", None])
def test_textures_that_cannot_be_read_are_left_out(
    sim: SimulationContext, tmp_path: Path, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(content or b"")
    make_textured_square(sim.stage, file, "vertex", False, "rightHanded")
    image = look_down(sim, "albedo")
    assert len(np.unique(image.reshape(-1, 4), axis=0)) == 1
    assert f"The texture '{file}' is left out" in caplog.text


def add_box(height: float = 0.4) -> None:
    """A white box of 1 m on the ground, which is grey."""
    ground = CuboidCfg(size=(20.0, 20.0, 0.1), visual_material=PreviewSurfaceCfg(diffuse_color=(0.7, 0.7, 0.7)))
    ground.func("/World/Ground", ground, translation=(0.0, 0.0, -0.05))
    box = CuboidCfg(size=(0.5, 0.5, height), visual_material=PreviewSurfaceCfg(diffuse_color=(0.7, 0.7, 0.7)))
    box.func("/World/Box", box, translation=(0.0, 0.0, height / 2.0))


def test_a_distant_light_throws_shadows_away_from_itself(sim: SimulationContext) -> None:
    """A light that falls at 45 degrees towards +x: the shadow is as long as the box is high."""
    add_box()
    light = DistantLightCfg(intensity=3000.0)
    light.func("/World/Sun", light, orientation=(0.0, -0.38268, 0.0, 0.92388))  # its -z axis turned towards +x
    brightness = linear(look_down(sim, "rgb", height=20.0, size=64)).mean(axis=-1)
    row = brightness[32]
    dark = np.nonzero(row < 0.75 * np.median(row))[0]
    edges = (dark.min() - 32) / 32.0, (dark.max() + 1 - 32) / 32.0
    np.testing.assert_allclose(edges, (0.25, 0.65), atol=0.05)  # a pixel is 3 cm, and the camera sees a bit of the side


def test_brightness_is_the_ratio_of_the_lights(sim: SimulationContext) -> None:
    """Twice as bright lights make the same picture; a red lamp in white light makes it redder, the nearer the more."""
    pictures = []
    for scale in (1.0, 2.0):
        sim.clear_instance()
        with SimulationContext(SimulationCfg(device=sim.device)) as again:
            add_box()
            for name, light in (
                ("Sky", DomeLightCfg(intensity=800.0 * scale)),
                ("Lamp", SphereLightCfg(intensity=3000.0 * scale, radius=0.5, color=(1.0, 0.1, 0.1))),
            ):
                light.func(f"/World/{name}", light, translation=(-2.0, 0.0, 1.5))
            pictures.append(look_down(again, "rgb"))
    np.testing.assert_allclose(pictures[0], pictures[1], atol=1)
    red, green = (linear(pictures[0][..., channel]) for channel in (0, 1))
    assert np.all(red[16, :4] > 1.2 * green[16, :4])
    left, right = red[2, :3] / green[2, :3], red[2, -3:] / green[2, -3:]
    assert left.mean() > right.mean(), "the lamp stands on the left"


def test_a_stage_without_lights_has_daylight(sim: SimulationContext) -> None:
    add_box()
    image = look_down(sim, "rgb")
    assert 90 < image.mean() < 220
    assert torch.as_tensor(image).unique().numel() > 2, "the box has a shadow"


def test_colors_that_change_on_the_stage_are_seen(sim: SimulationContext) -> None:
    UsdGeom.Cube.Define(sim.stage, "/World/Plain").GetDisplayColorAttr().Set([Gf.Vec3f(1.0, 0.0, 0.0)])
    UsdGeom.XformCommonAPI(sim.stage.GetPrimAtPath("/World/Plain")).SetTranslate((-1.5, 0.0, -1.0))
    box = CuboidCfg(size=(2.0, 2.0, 2.0), visual_material=PreviewSurfaceCfg(diffuse_color=(0.0, 1.0, 0.0)))
    box.func("/World/Box", box, translation=(1.5, 0.0, -1.0))
    create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, 2.0))
    UsdGeom.Camera(sim.stage.GetPrimAtPath("/World/Camera")).GetFocalLengthAttr().Set(20.955)
    sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=["albedo"], width=16, height=16))
    sim.reset()

    def seen() -> list[list[int]]:
        """Colours of the plain cube and of the box, 0 or 1: bytes are rounded there and back."""
        sim.step()
        sensor.update(sim.get_physics_dt())
        image = sensor.data.output["albedo"].torch[0, 8].cpu().numpy() / 255.0
        return image[[1, -2], :3].round().astype(int).tolist()

    assert seen() == [[1, 0, 0], [0, 1, 0]]
    UsdGeom.Cube.Get(sim.stage, "/World/Plain").GetDisplayColorAttr().Set([Gf.Vec3f(0.0, 0.0, 1.0)])
    assert seen() == [[0, 0, 1], [0, 1, 0]]
    shader = next(prim for prim in sim.stage.Traverse() if prim.HasAttribute("inputs:diffuseColor"))
    shader.GetAttribute("inputs:diffuseColor").Set(Gf.Vec3f(1.0, 1.0, 1.0))
    assert seen() == [[0, 0, 1], [1, 1, 1]]
    shader.GetAttribute("inputs:diffuseColor").Set(Gf.Vec3f(0.0, 1.0, 0.0))
    assert seen() == [[0, 0, 1], [0, 1, 0]]


def test_colors_of_one_environment_are_its_own(device: str) -> None:
    """On the stage, where the others copy the first one: before the simulation begins, and while it plays."""

    @configclass
    class TilesCfg(InteractiveSceneCfg):
        tile = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Tile", spawn=CuboidCfg(size=(4.0, 4.0, 0.1)))
        camera = CameraCfg(
            prim_path="{ENV_REGEX_NS}/Camera",
            spawn=PinholeCameraCfg(),
            offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 2.0), rot=(1.0, 0.0, 0.0, 0.0)),  # downwards, in ROS's axes
            data_types=["albedo"],
            width=4,
            height=4,
        )

    with SimulationContext(SimulationCfg(device=device)) as simulation:
        scene = InteractiveScene(TilesCfg(num_envs=3, env_spacing=6.0))

        def paint(env_id: int, color: tuple[float, float, float]) -> None:
            tile = UsdGeom.Gprim(get_prim(f"/World/envs/env_{env_id}/Tile/geometry/mesh"))
            tile.CreateDisplayColorAttr([color])

        def seen() -> list[list[int]]:
            simulation.step()
            scene.update(1.0)
            image = scene["camera"].data.output["albedo"].torch[:, 2, 2, :3].cpu().numpy() / 255.0
            return image.round().astype(int).tolist()

        paint(0, (1.0, 1.0, 1.0))
        paint(1, (1.0, 0.0, 0.0))
        simulation.reset()
        white, red, blue = [1, 1, 1], [1, 0, 0], [0, 0, 1]
        assert simulation.environments.templates == (0,)
        assert seen() == [white, red, white]
        paint(2, (0.0, 0.0, 1.0))
        assert seen() == [white, red, blue]


def test_lights_that_change_on_the_stage_are_seen(sim: SimulationContext) -> None:
    """A surface under a dome light is as bright as the light's colour times its intensity says, in linear units."""
    add_box()
    sky = DomeLightCfg(intensity=2000.0, color=(0.8, 0.8, 0.8))
    sky.func("/World/Sky", sky)
    create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, 2.0))
    sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=["rgb"], width=32, height=32))
    sim.reset()
    light = sim.stage.GetPrimAtPath("/World/Sky")

    def seen() -> np.ndarray:
        """Light of each channel, the mean of the picture."""
        sim.step()
        sensor.update(sim.get_physics_dt())
        return linear(sensor.data.output["rgb"].torch[0, ..., :3].cpu().numpy()).mean(axis=(0, 1))

    first = seen()
    assert first.min() > 0.1
    light.GetAttribute("inputs:intensity").Set(1000.0)
    np.testing.assert_allclose(seen() / first, 0.5, rtol=0.03)  # bytes are rounded
    light.GetAttribute("inputs:exposure").Set(-1.0)
    np.testing.assert_allclose(seen() / first, 0.25, rtol=0.03)
    light.GetAttribute("inputs:exposure").Set(0.0)
    light.GetAttribute("inputs:color").Set(Gf.Vec3f(0.8, 0.4, 0.2))
    np.testing.assert_allclose(seen() / first, (0.5, 0.25, 0.125), rtol=0.03)
    UsdGeom.Imageable(light).MakeInvisible()
    np.testing.assert_allclose(seen(), 0.0, atol=1e-3)
    UsdGeom.Imageable(light).MakeVisible()
    light.GetAttribute("inputs:color").Set(Gf.Vec3f(0.8, 0.8, 0.8))
    light.GetAttribute("inputs:intensity").Set(2000.0)
    np.testing.assert_allclose(seen(), first, rtol=1e-3)


def test_lights_that_move_on_the_stage_are_seen(sim: SimulationContext) -> None:
    """A lamp that a program moves, by its own ops or those of a prim above it, lights the side on which it is."""
    ground = CuboidCfg(size=(20.0, 20.0, 0.1), visual_material=PreviewSurfaceCfg(diffuse_color=(0.7, 0.7, 0.7)))
    ground.func("/World/Ground", ground, translation=(0.0, 0.0, -0.05))
    lamp = SphereLightCfg(intensity=3000.0, radius=0.1)
    lamp.func("/World/Stand/Lamp", lamp, translation=(0.0, 0.0, 1.0))
    create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, 2.0))
    UsdGeom.Camera(sim.stage.GetPrimAtPath("/World/Camera")).GetFocalLengthAttr().Set(20.955)
    sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=["rgb"], width=33, height=33))
    sim.reset()

    def brightest() -> tuple[int, int]:
        """Column and row of the brightest point, from the middle of the picture to the right and upwards."""
        sim.step()
        sensor.update(sim.get_physics_dt())
        light = sensor.data.output["rgb"].torch[0, ..., :3].sum(dim=-1).float().cpu().numpy()
        rows, columns = np.nonzero(light == light.max())
        return round(float(columns.mean())) - 16, 16 - round(float(rows.mean()))

    pixel = 2.0 / 33  # the picture shows 2 m of the ground
    assert brightest() == (0, 0)
    lamp_prim = sim.stage.GetPrimAtPath("/World/Stand/Lamp")
    lamp_prim.GetAttribute("xformOp:translate").Set(Gf.Vec3d(0.5, 0.0, 0.6))
    assert brightest() == pytest.approx((0.5 / pixel, 0.0), abs=1.5)
    UsdGeom.XformCommonAPI(sim.stage.GetPrimAtPath("/World/Stand")).SetTranslate((-0.5, 0.5, 0.0))
    assert brightest() == pytest.approx((0.0, 0.5 / pixel), abs=1.5)


def test_a_sun_that_turns_on_the_stage_throws_its_shadow_elsewhere(sim: SimulationContext) -> None:
    """Light that falls at 45 degrees: a shadow as long as the box is high, on the side to which the light shines."""
    add_box()
    sun = DistantLightCfg(intensity=3000.0)
    sun.func("/World/Sun", sun, orientation=(0.0, -0.38268, 0.0, 0.92388))
    create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, 20.0))
    UsdGeom.Camera(sim.stage.GetPrimAtPath("/World/Camera")).GetFocalLengthAttr().Set(209.55)
    sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=["rgb"], width=64, height=64))
    sim.reset()

    def shadow() -> float:
        """Place of what is dark along x [m], which the picture shows from -1 to 1."""
        sim.step()
        sensor.update(sim.get_physics_dt())
        row = linear(sensor.data.output["rgb"].torch[0, 32, :, :3].cpu().numpy()).mean(axis=-1)
        return float(np.nonzero(row < 0.75 * np.median(row))[0].mean() + 0.5) / 32.0 - 1.0

    assert shadow() == pytest.approx(0.25 + 0.2, abs=0.05)
    sim.stage.GetPrimAtPath("/World/Sun").GetAttribute("xformOp:orient").Set(Gf.Quatd(0.92388, 0.0, 0.38268, 0.0))
    assert shadow() == pytest.approx(-0.25 - 0.2, abs=0.05)


def test_a_first_picture_has_the_light_of_its_time(sim: SimulationContext) -> None:
    """Events at the start change lights after the scene was read and before the first picture."""
    pictures = []
    for intensity in (1000.0, 250.0):
        sim.clear_instance()
        with SimulationContext(SimulationCfg(device=sim.device)) as again:
            add_box()
            sky = DomeLightCfg(intensity=1000.0)
            sky.func("/World/Sky", sky)
            create_prim("/World/Camera", "Camera", translation=(0.0, 0.0, 2.0))
            sensor = Camera(CameraCfg(prim_path="/World/Camera", spawn=None, data_types=["rgb"], width=16, height=16))
            again.reset()
            again.stage.GetPrimAtPath("/World/Sky").GetAttribute("inputs:intensity").Set(intensity)
            pictures.append(linear(sensor.data.output["rgb"].torch[0].cpu().numpy()).mean())
    assert pictures[1] / pictures[0] == pytest.approx(0.25, rel=0.03)


LAMP_PIXEL = 4.0 / 65
"""What a point of the pictures of :class:`LampSceneCfg` shows of the ground [m]."""


@configclass
class LampSceneCfg(InteractiveSceneCfg):
    """White ground, and above it a body that nothing pulls down, which carries a lamp in front of itself."""

    ground = AssetBaseCfg(
        prim_path="/World/Ground",
        spawn=CuboidCfg(size=(60.0, 60.0, 0.1), visual_material=PreviewSurfaceCfg(diffuse_color=(0.7, 0.7, 0.7))),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -0.05)),
    )
    carrier = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Carrier",
        spawn=CuboidCfg(
            size=(0.02, 0.02, 0.02),
            rigid_props=RigidBodyPropertiesCfg(disable_gravity=True),
            mass_props=MassPropertiesCfg(mass=1.0),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.7)),
    )
    camera = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=PinholeCameraCfg(focal_length=4.0, horizontal_aperture=4.0),
        offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 4.0), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl"),
        data_types=["rgb"],
        width=65,
        height=65,
    )


def brightest_points(image: torch.Tensor) -> np.ndarray:
    """Where each picture is brightest, from its middle to the right and upwards [m], shape (N, 2)."""
    light = image[..., :3].sum(dim=-1).float().cpu().numpy()
    places = []
    for picture in light:
        rows, columns = np.nonzero(picture == picture.max())
        places.append(((columns.mean() - 32.0) * LAMP_PIXEL, (32.0 - rows.mean()) * LAMP_PIXEL))
    return np.array(places)


def test_lamps_that_bodies_carry_move_with_them_in_each_environment(sim: SimulationContext) -> None:
    """A lamp 0.4 m in front of its body: where the body goes and turns, the ground below the lamp is brightest."""
    scene = InteractiveScene(LampSceneCfg(num_envs=3, env_spacing=20.0))
    lamp = SphereLightCfg(intensity=3000.0, radius=0.05)
    lamp.func("/World/envs/env_.*/Carrier/Lamp", lamp, translation=(0.4, 0.0, 0.0))
    sim.reset()
    carrier, camera = scene["carrier"], scene["camera"]

    def seen() -> np.ndarray:
        sim.step()
        scene.update(sim.get_physics_dt())
        return brightest_points(camera.data.output["rgb"].torch)

    np.testing.assert_allclose(seen(), [[0.4, 0.0]] * 3, atol=1.5 * LAMP_PIXEL)
    places = torch.tensor([[0.5, 0.0], [-0.8, 0.3], [0.0, -0.6]], device=sim.device)
    turns = torch.tensor([0.0, torch.pi / 2, torch.pi], device=sim.device)
    pose = carrier.data.root_pose_w.torch.clone()
    pose[:, :2] = scene.env_origins[:, :2] + places
    pose[:, 3:] = 0.0
    pose[:, 5], pose[:, 6] = torch.sin(turns / 2), torch.cos(turns / 2)
    carrier.write_root_pose_to_sim_index(root_pose=pose)
    expected = places + 0.4 * torch.stack([torch.cos(turns), torch.sin(turns)], dim=1)
    np.testing.assert_allclose(seen(), expected.cpu().numpy(), atol=1.5 * LAMP_PIXEL)


def test_a_sun_below_a_body_turns_with_it(sim: SimulationContext) -> None:
    """Light of 45 degrees from a body that turns by half a turn: the shadow of a post changes sides."""
    scene = InteractiveScene(LampSceneCfg(num_envs=2, env_spacing=20.0))
    post = CuboidCfg(size=(0.2, 0.2, 0.8))
    post.func("/World/envs/env_.*/Post", post, translation=(0.0, 0.0, 0.4))
    sun = DistantLightCfg(intensity=3000.0)
    sun.func("/World/envs/env_.*/Carrier/Sun", sun, orientation=(0.0, -0.38268, 0.0, 0.92388))
    sim.reset()
    carrier, camera = scene["carrier"], scene["camera"]
    pose = carrier.data.root_pose_w.torch.clone()
    pose[:, 2] = 20.0  # out of sight
    pose[1, 3:] = torch.tensor([0.0, 0.0, 1.0, 0.0], device=sim.device)
    carrier.write_root_pose_to_sim_index(root_pose=pose)
    sim.step()
    scene.update(sim.get_physics_dt())
    rows = linear(camera.data.output["rgb"].torch[:, 32, :, :3].cpu().numpy()).mean(axis=-1)
    sides = [np.nonzero(row < 0.6 * np.median(row))[0].mean() * LAMP_PIXEL - 2.0 for row in rows]
    assert sides[0] > 0.2 and sides[1] < -0.2
