"""Cameras see the geometry that is simulated where it is: against closed forms and MuJoCo's own rays."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Sequence

import mujoco
import numpy as np
import pytest
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.physics.backend import SolverSettings
from pippin.physics.description import SceneDescription, Variant
from pippin.physics.rendering import OUTPUTS, CameraBatch, Distortion, FisheyeOptics, Optics, RenderScene
from pippin.physics.rendering.newton_looks import DirectionalLight, Texture
from pippin.utils import launch

ZOO = """
<mujoco>
  <asset>
    <mesh name="tetra" vertex="0 0 0  0.5 0 0  0 0.5 0  0 0 0.5" inertia="shell"/>
    <hfield name="hills" nrow="5" ncol="7" size="1.5 1 0.4 0.1"
      elevation="0 1 0 2 0 1 0  1 0 2 0 1 0 1  0 2 0 3 0 2 0  1 0 1 0 2 0 1  0 1 0 1 0 1 0"/>
  </asset>
  <worldbody>
    <geom name="ground" type="plane" size="0 0 1" pos="0 0 -0.5"/>
    <geom name="hills" type="hfield" hfield="hills" pos="0 1.5 -0.4"/>
    <geom name="pedestal" type="box" size="0.3 0.3 0.1" pos="-1.2 0 -0.4"/>
    <body name="one" pos="0.3 0.2 0.4" euler="20 -30 50"><freejoint/>
      <geom name="ball" type="sphere" size="0.25" pos="-0.6 0 0"/>
      <geom name="box" type="box" size="0.1 0.2 0.3" euler="10 20 30"/>
      <geom name="egg" type="ellipsoid" size="0.1 0.2 0.3" pos="0.6 0.1 0"/>
    </body>
    <body name="two" pos="-0.4 0.3 1.1" euler="-40 10 80"><freejoint/>
      <geom name="pill" type="capsule" size="0.1 0.2"/>
      <geom name="can" type="cylinder" size="0.15 0.2" pos="0 0.6 0" euler="40 0 0"/>
      <geom name="tetra" type="mesh" mesh="tetra" pos="0.5 -0.3 0.1" euler="0 30 0"/>
      <geom name="hidden" type="sphere" size="0.6" group="3" contype="0" conaffinity="0" mass="0"/>
      <geom name="clear" type="sphere" size="0.7" rgba="1 1 1 0" contype="0" conaffinity="0" mass="0"/>
    </body>
  </worldbody>
</mujoco>
"""
"""A plane, a height field, every primitive and a mesh; what is hidden or transparent is not drawn."""

BALL = """
<mujoco><worldbody><geom name="ground" type="plane" size="1 1 1"/>
  <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" type="sphere" size="0.2" rgba="1 0 0 1"/></body>
</worldbody></mujoco>
"""
NOT_A_NUMBER = 0xFFFFFFFF


class Stage:
    """Environments of one or several kinds whose bodies the test places, and cameras that look at them."""

    def __init__(
        self,
        device: str,
        *files: str,
        copies: int = 1,
        spacing: float = 0.0,
        geometry: str = "visual",
        **options: object,
    ) -> None:
        self.device = device
        variants = [Variant(mujoco.MjSpec.from_string(file)) for file in files]
        variant_of_env = np.tile(np.arange(len(files)), copies)
        origins = np.arange(len(variant_of_env))[:, None] * np.array([[spacing, 0.0, 0.0]])
        self.description = SceneDescription(variants, variant_of_env, origins)
        settings = SolverSettings(dt=0.01, device=device)
        self.scene = RenderScene(self.description, settings, geometry, **options)  # type: ignore[arg-type]
        self.models = [mujoco.MjModel.from_xml_string(file) for file in files]
        self.data = [[mujoco.MjData(model) for _ in range(copies)] for model in self.models]
        self.update()

    def update(self, in_world: bool = False) -> None:
        """Hand the renderer the poses of all bodies."""
        poses = []
        for variant, (model, worlds) in enumerate(zip(self.models, self.data, strict=True)):
            origins = self.description.env_origins[self.description.variant_of_env == variant]
            rows = []
            for data, origin in zip(worlds, origins, strict=True):
                mujoco.mj_forward(model, data)
                shift = origin * (np.arange(model.nbody) > 0)[:, None] if in_world else 0.0
                rows.append(np.concatenate([data.xpos + shift, np.roll(data.xquat, -1, axis=1)], axis=1))
            poses.append(wp.array(np.array(rows, dtype=np.float32), dtype=wp.transformf, device=self.device))
        self.scene.update(poses, in_world)

    def camera(
        self, optics: Optics, poses: Sequence[np.ndarray], worlds: Sequence[int] | None = None, samples: int = 1
    ) -> CameraBatch:
        """Cameras at poses."""
        worlds = range(len(poses)) if worlds is None else worlds
        cameras = CameraBatch(self.scene, optics, worlds, samples, samples)  # type: ignore[arg-type]
        cameras.offsets.assign(np.array(poses, dtype=np.float32))
        return cameras


def look(cameras: CameraBatch, outputs: Collection[str]) -> dict[str, np.ndarray]:
    """Images of cameras now."""
    cameras.place()
    cameras.render(outputs)
    return {output: cameras.image(output).numpy() for output in outputs}


def pose_at(eye: Sequence[float], target: Sequence[float]) -> np.ndarray:
    """Pose of a camera that looks along its -z axis at a target, its y axis upwards."""
    backward = np.subtract(eye, target) / np.linalg.norm(np.subtract(eye, target))
    right = np.cross([0.0, 0.0, 1.0], backward)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(backward, right), backward], axis=1)
    return np.concatenate([eye, Rotation.from_matrix(axes).as_quat()])


def rays_of(optics: Optics, pose: np.ndarray) -> np.ndarray:
    """Directions of length 1 through the middles of the pixels, in the world, shape (H, W, 3)."""
    u, v = np.meshgrid(np.arange(optics.width) + 0.5, np.arange(optics.height) + 0.5)
    x, y = (u - optics.center_x) / optics.focal_x, -(v - optics.center_y) / optics.focal_y
    rays = np.stack([x, y, -np.ones_like(x)], axis=-1)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    return Rotation.from_quat(pose[3:]).apply(rays.reshape(-1, 3)).reshape(rays.shape)


def axis_of(pose: np.ndarray) -> np.ndarray:
    """Direction that a camera looks into."""
    return -Rotation.from_quat(pose[3:]).as_matrix()[:, 2]


OPTICS = Optics(80, 60, 70.0, 72.0, 41.5, 28.0)
"""Neither square pixels nor an axis through the middle."""


@pytest.mark.parametrize("eye", [(3.0, 0.5, 1.2), (-1.0, -3.0, 2.0), (0.2, 4.0, 0.8)])
@pytest.mark.parametrize("geometry", ["visual", "collision"])
def test_every_shape_is_where_rays_of_mujoco_meet_it(device: str, eye: tuple, geometry: str) -> None:
    """Tolerance: single precision at some metres. Rays that graze a surface, where that decides much, are left out."""
    stage = Stage(device, ZOO, geometry=geometry)
    pose = pose_at(eye, (0.0, 0.3, 0.3))
    images = look(stage.camera(OPTICS, [pose]), ("depth", "distance", "shapes", "normals"))
    model, data = stage.models[0], stage.data[0][0]
    groups = np.array([1, 1, 1, 0, 1, 1], np.uint8)
    rays, geom = rays_of(OPTICS, pose), np.zeros(1, np.int32)
    expected = np.full(rays.shape[:2], np.inf)
    hit = np.full(rays.shape[:2], -1)
    for pixel in np.ndindex(*expected.shape):
        distance = mujoco.mj_ray(model, data, np.asarray(eye), rays[pixel], groups, 1, -1, geom)
        if distance >= 0.0:
            expected[pixel], hit[pixel] = distance, geom[0]
    drawn = np.array([shape.geom for shape in stage.scene.seen_in(0)] + [-1])
    seen = drawn[np.where(images["shapes"][0] == NOT_A_NUMBER, len(drawn) - 1, images["shapes"][0])]
    # MuJoCo's height fields have sides, drawn ones are surfaces; and drawn planes end before the horizon.
    comparable = (hit != model.geom("hills").id) & ~((expected > 500.0) & (hit >= 0))
    assert (seen == hit)[comparable].mean() > 0.998, "but for rays through edges"
    grazes = np.abs(np.sum(rays * images["normals"][0], axis=-1)) < 0.1
    finite = (seen == hit) & np.isfinite(expected) & (expected < 20.0) & ~grazes
    assert finite.sum() > 1000 and set(np.unique(hit[finite])) >= {
        model.geom(name).id for name in ("ground", "hills", "ball", "box", "egg", "pill", "can", "tetra")
    } - ({model.geom("hills").id} if eye[1] < 0 else set())
    np.testing.assert_allclose(images["distance"][0][finite], expected[finite], atol=1e-4)
    cosine = rays @ axis_of(pose)
    np.testing.assert_allclose(images["depth"][0][finite], (expected * cosine)[finite], atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(images["normals"][0][finite], axis=-1), 1.0, atol=1e-5)


def test_depth_and_normals_of_a_plane_and_a_sphere_are_those_of_their_equations(device: str) -> None:
    stage = Stage(device, BALL)
    eye = np.array([1.5, -2.0, 1.7])
    pose = pose_at(eye, (0.0, 0.0, 0.9))
    images = look(stage.camera(OPTICS, [pose]), ("distance", "depth", "shapes", "normals"))
    rays = rays_of(OPTICS, pose)
    center, radius = np.array([0.0, 0.0, 1.0]), 0.2
    half = rays @ (center - eye)
    square = half**2 - (np.sum((center - eye) ** 2) - radius**2)
    is_ball = square > 0.0
    to_ball = half - np.sqrt(np.where(is_ball, square, 0.0))
    with np.errstate(divide="ignore"):
        to_plane = np.where(rays[..., 2] < 0.0, -eye[2] / rays[..., 2], np.inf)
    expected = np.where(is_ball, to_ball, to_plane)
    np.testing.assert_array_equal(images["shapes"][0] == 1, is_ball)
    np.testing.assert_array_equal(np.isinf(images["distance"][0]), np.isinf(expected))
    near = expected < 20.0
    np.testing.assert_allclose(images["distance"][0][near], expected[near], atol=1e-4)
    np.testing.assert_allclose(images["depth"][0][near], (expected * (rays @ axis_of(pose)))[near], atol=1e-4)
    normals = (eye + rays * to_ball[..., None] - center) / radius
    np.testing.assert_allclose(images["normals"][0][is_ball], normals[is_ball], atol=1e-3)  # 1e-4 m of a radius of 0.2
    is_plane = images["shapes"][0] == 0
    np.testing.assert_allclose(images["normals"][0][is_plane], np.tile([0, 0, 1], (is_plane.sum(), 1)), atol=1e-6)
    assert np.all(images["normals"][0][images["shapes"][0] == NOT_A_NUMBER] == 0.0)


def test_boxes_have_normals_from_far_away(device: str) -> None:
    """Newton's own boxes lose theirs beyond some metres."""
    box = BALL.replace('type="sphere" size="0.2"', 'type="box" size="5 4 3"')
    pose = pose_at((60.0, -50.0, 70.0), (0.0, 0.0, 1.0))
    images = look(Stage(device, box).camera(Optics.of_angle(40, 40, 0.2), [pose]), ("depth", "normals", "shapes"))
    normals = images["normals"][0][images["shapes"][0] == 1]
    expected = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    assert len(normals) > 300
    np.testing.assert_allclose((normals @ expected.T).max(axis=1), 1.0, atol=1e-5)


def test_each_camera_sees_its_own_environment(device: str) -> None:
    """Two kinds of environments in turn, drawn 1 km apart in single precision as exactly as at the origin."""
    stage = Stage(device, BALL, BALL.replace('size="0.2"', 'size="0.4"'), copies=2, spacing=1000.0)
    stage.data[0][1].qpos[2] = 3.0
    for in_world in (False, True):
        stage.update(in_world)
        pose = pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))
        optics = Optics.of_angle(41, 41, 1.0)
        images = look(stage.camera(optics, [pose] * 5, worlds=[0, 1, 2, 3, 0]), ("depth", "shapes"))
        rows = stage.scene.first_shapes
        assert rows.tolist() == [0, 2, 4, 6] and stage.scene.num_shapes == 8
        center = images["shapes"][:, 20, 20]
        assert center.tolist() == [rows[0] + 1, rows[1] + 1, NOT_A_NUMBER, rows[3] + 1, rows[0] + 1]
        atol = 1e-5 if not in_world else 2e-4  # of poses in the world, single precision keeps 6e-5 m at 1 km
        np.testing.assert_allclose(images["depth"][[0, 1, 3], 20, 20], [1.8, 1.6, 1.6], atol=atol)


def test_drawn_together_environments_stand_beside_each_other_on_one_ground(device: str) -> None:
    stage = Stage(device, BALL, copies=4, spacing=1.0, env_ids=[0, 2, 3], together=True)
    stage.update(in_world=True)
    assert stage.scene.num_shapes == 4, "a plane and three balls"
    optics = Optics.of_angle(201, 41, 1.2)
    pose = pose_at((1.0, -4.0, 1.0), (1.0, 0.0, 1.0))
    shapes = look(stage.camera(optics, [pose]), ("shapes",))["shapes"][0]
    columns = [np.nonzero((shapes == row).any(axis=0))[0].mean() for row in (1, 2, 3)]
    expected = 100.0 + optics.focal_x * (np.array([0.0, 2.0, 3.0]) - 1.0) / 4.0
    np.testing.assert_allclose(columns, expected, atol=0.7)  # spheres off the axis look stretched outwards


def test_cameras_follow_bodies(device: str) -> None:
    """The camera is 2 m behind the ball along its x axis; with the position alone, along that of the environment."""
    stage = Stage(device, BALL)
    turned = Rotation.from_euler("z", 90, degrees=True)
    offset = pose_at((-2.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    cameras = stage.camera(Optics.of_angle(21, 21, 0.5), [offset, offset], worlds=[0, 0])
    cameras.bodies.fill_(1)
    cameras.keeps_rotation.assign(np.array([0, 1], np.int32))
    stage.data[0][0].qpos[:] = [0.5, 0.6, 2.0, *np.roll(turned.as_quat(), 1)]
    stage.update()
    assert np.all(look(cameras, ("shapes",))["shapes"][:, 10, 10] == 1)
    positions = cameras.poses.numpy()[:, :3]
    np.testing.assert_allclose(positions, [[0.5, -1.4, 2.0], [-1.5, 0.6, 2.0]], atol=1e-5)
    np.testing.assert_allclose(cameras.image("shapes").numpy()[0], cameras.image("shapes").numpy()[1])


def test_motion_is_that_of_points_projected_before_and_now(device: str) -> None:
    """A box turns and moves while the camera moves too; what each pixel shows is projected with both poses."""
    box = BALL.replace('type="sphere" size="0.2"', 'type="box" size="0.6 0.5 0.4"')
    stage = Stage(device, box)
    before = pose_at((2.5, -0.4, 1.6), (0.0, 0.0, 1.0))
    cameras = stage.camera(OPTICS, [before])
    assert np.abs(look(cameras, ("motion",))["motion"]).max() < 1e-4, "nothing moved before the first image"
    body_before = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])
    rotation = Rotation.from_euler("xyz", [0.05, -0.04, 0.1])
    body_now = np.array([0.1, -0.05, 1.08, *rotation.as_quat()])
    now = pose_at((2.4, -0.3, 1.65), (0.0, 0.05, 1.0))
    stage.data[0][0].qpos[:] = np.concatenate([body_now[:3], np.roll(body_now[3:], 1)])
    stage.update()
    cameras.offsets.assign(now[None].astype(np.float32))
    images = look(cameras, ("motion", "distance", "shapes"))
    points = now[:3] + rays_of(OPTICS, now) * np.nan_to_num(images["distance"][0], posinf=1e7)[..., None]
    in_body = Rotation.from_quat(body_now[3:]).inv().apply((points - body_now[:3]).reshape(-1, 3))
    moved = Rotation.from_quat(body_before[3:]).apply(in_body).reshape(points.shape) + body_before[:3]
    was_at = np.where((images["shapes"][0] == 1)[..., None], moved, points)
    local = Rotation.from_quat(before[3:]).inv().apply((was_at - before[:3]).reshape(-1, 3)).reshape(points.shape)
    u = OPTICS.center_x + OPTICS.focal_x * local[..., 0] / -local[..., 2]
    v = OPTICS.center_y - OPTICS.focal_y * local[..., 1] / -local[..., 2]
    columns, rows = np.meshgrid(np.arange(OPTICS.width) + 0.5, np.arange(OPTICS.height) + 0.5)
    expected = np.stack([columns - u, rows - v], axis=-1)
    assert np.abs(expected[images["shapes"][0] == 1]).max() > 3.0
    np.testing.assert_allclose(images["motion"][0], expected, atol=0.01)


@pytest.mark.slow
def test_near_and_far_planes_cut(device: str) -> None:
    stage = Stage(device, BALL)
    pose = pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))
    whole = Optics.of_angle(31, 31, 1.4)
    everything = look(stage.camera(whole, [pose]), OUTPUTS)
    cut = Optics.of_angle(31, 31, 1.4, near=1.9, far=3.0)
    images = look(stage.camera(cut, [pose]), OUTPUTS)
    depth = everything["depth"][0]
    is_beyond = depth > 3.0
    assert 50 < is_beyond.sum() < 900
    assert np.all(np.isinf(images["depth"][0][is_beyond])) and np.all(np.isinf(images["distance"][0][is_beyond]))
    assert np.all(images["shapes"][0][is_beyond] == NOT_A_NUMBER) and np.all(images["normals"][0][is_beyond] == 0.0)
    for output in ("color", "albedo"):
        assert np.all(images[output][0][is_beyond] == images[output][0][0, 0]), "they look like the sky"
    kept = (depth >= 1.9) & ~is_beyond & np.isfinite(depth)
    np.testing.assert_allclose(images["depth"][0][kept], depth[kept], atol=1e-5)
    assert images["depth"][0].min() >= 1.9 - 1e-5


def test_meshes_are_kept_once_for_all_environments(device: str) -> None:
    """Memory grows with pixels and rows of shapes, not with environments times meshes."""
    scene = Stage(device, ZOO, copies=5).scene
    pointers = scene._model.shape_source_ptr.numpy()
    assert np.count_nonzero(pointers) == 5 * 4
    assert len(set(pointers.tolist()) - {0}) == 3, "the mesh, the hills, and one for all boxes"


def test_masked_cameras_keep_their_images(device: str) -> None:
    stage = Stage(device, BALL, copies=2)
    pose = pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))
    cameras = stage.camera(Optics.of_angle(9, 9, 0.3), [pose, pose])
    look(cameras, ("depth", "distance", "motion"))
    for data in stage.data[0]:
        data.qpos[:2] = 0.5, 0.05
    stage.update()
    cameras.place()
    cameras.render(("depth", "distance", "motion"), wp.array([False, True], dtype=wp.bool, device=device))
    assert cameras.image("depth").numpy()[0, 4, 4] == pytest.approx(1.8, abs=1e-5)
    assert 1.3 <= cameras.image("distance").numpy()[1, 4, 4] < 1.35
    moved = np.abs(cameras.image("motion").numpy()).max(axis=(1, 2, 3))
    assert moved[0] < 1e-3 < 0.5 < moved[1]


def test_segmentation_translates_shapes(device: str) -> None:
    stage = Stage(device, BALL, copies=2)
    cameras = stage.camera(Optics.of_angle(40, 40, 0.5), [pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))] * 2)
    shapes = look(cameras, ("shapes",))["shapes"]
    values = wp.array([5, 7, 5, 9], dtype=int, device=device)
    out = wp.full(cameras.image_shape, -3, dtype=int, device=device)
    cameras.look_up(values, 0, out)
    segmented = out.numpy()
    assert set(np.unique(segmented)) == {0, 5, 7, 9}
    np.testing.assert_array_equal(segmented == 7, shapes == 1)
    np.testing.assert_array_equal(segmented[1] == 9, segmented[0] == 7)


def test_colors_lights_textures_and_shadows(device: str) -> None:
    stage = Stage(device, BALL, copies=2)
    scene = stage.scene
    top = pose_at((0.001, 0.0, 4.0), (0.0, 0.0, 0.0))
    cameras = stage.camera(Optics.of_angle(80, 80, 0.8), [top] * 2)

    def picture() -> np.ndarray:
        return look(cameras, ("color",))["color"][..., :3].astype(int)

    first = picture()
    red, green = first[0, 40, 40, :2]
    assert red > 150 > 40 > green and np.all(cameras.image("color").numpy()[..., 3] == 255)
    colors = scene.colors
    colors[3] = (0.0, 1.0, 0.0)
    scene.set_colors(colors)
    np.testing.assert_array_equal(picture()[0], first[0])
    assert picture()[1, 40, 40, 1] > 150 > 40 > picture()[1, 40, 40, 0]
    # A light from the side throws the ball's shadow to x = 1, on what was lit before.
    scene.set_lights([DirectionalLight((1.0, 0.0, -1.0))], (0.2, 0.2, 0.2), (0.2, 0.2, 0.2))
    scene.set_textures([Texture(np.full((4, 4, 4), 255, np.uint8))], np.array([0, -1, 0, -1]))
    lit = picture()[0]
    focal, depth = cameras.optics.focal_x, 4.0
    column = round(40 + focal / depth), 40  # the camera's right is the world's y axis, up is -x
    shadow, ground = lit[column[0], column[1]], lit[40 - 25, 40]
    assert shadow[0] < 0.75 * ground[0], "0.3 of the light reaches the shadow"
    halves = np.full((256, 256, 4), 255, np.uint8)
    halves[:, :128, :3] = 0
    scene.set_textures([Texture(halves, repeats=0.01)], np.array([0, -1, -1, -1]))
    textured = picture()
    assert np.abs(lit[5] - lit[-5]).max() < 3 < 30 < np.abs(textured[0, 5] - textured[0, -5]).max()


def test_albedo_is_the_color_without_light(device: str) -> None:
    stage = Stage(device, BALL)
    stage.scene.set_lights([DirectionalLight((1.0, 0.0, -0.1))], (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    cameras = stage.camera(Optics.of_angle(30, 30, 0.4), [pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))])
    images = look(cameras, OUTPUTS)  # whose kernel other tests compile, too
    is_ball = images["shapes"][0] == 1
    np.testing.assert_allclose(images["albedo"][0][is_ball].astype(int), [(255, 0, 0, 255)] * is_ball.sum(), atol=1)
    assert images["color"][0][is_ball][:, 0].mean() < 100, "it is lit from behind"


@pytest.mark.slow
def test_more_samples_smooth_edges_and_leave_depth(device: str) -> None:
    stage = Stage(device, BALL)
    pose = pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))
    optics = Optics.of_angle(30, 30, 0.4)
    once = look(stage.camera(optics, [pose]), ("color", "depth"))
    often = look(stage.camera(optics, [pose], samples=3), ("color", "depth"))
    np.testing.assert_array_equal(once["depth"], often["depth"])
    # Above the horizon there are the ball, which reflects no green, and the sky.
    mixed = [
        ((image["color"][0, :14, :, 1] > 30) & (image["color"][0, :14, :, 1] < 210)).sum() for image in (once, often)
    ]
    assert mixed[0] == 0 and mixed[1] > 10, "pixels on the rim are partly ball, partly sky"


def fisheye(**fields: object) -> FisheyeOptics:
    """A lens with 0.1 rad a pixel."""
    defaults = {"width": 10, "height": 10, "center_x": 5.0, "center_y": 5.0, "scale_x": 1.0, "scale_y": 1.0}
    return FisheyeOptics(**{**defaults, "polynomial": (0.0, 0.1), "max_angle": 3.0, **fields})  # type: ignore[arg-type]


def test_a_fisheye_sees_from_near_to_far_along_its_rays(device: str) -> None:
    """Its far end is a distance from the centre, and motion is not for it."""
    stage = Stage(device, BALL)
    pose = pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))
    whole = look(stage.camera(fisheye(), [pose]), ("distance", "depth", "normals"))
    cut = look(stage.camera(fisheye(near=1.2, far=2.5), [pose]), ("distance", "depth", "normals"))
    distance = whole["distance"][0]
    is_kept = (distance > 1.2) & (distance < 2.5)
    assert 5 < is_kept.sum() < np.isfinite(distance).sum()
    for output in ("distance", "depth"):
        np.testing.assert_allclose(cut[output][0][is_kept], whole[output][0][is_kept], atol=1e-5)
    is_beyond = distance > 2.5
    assert np.all(cut["normals"][0][is_beyond] == 0.0) and np.all(np.isinf(cut["depth"][0][is_beyond]))
    with pytest.raises(NotImplementedError, match="'motion' is asked of a fisheye camera"):
        stage.camera(fisheye(), [pose]).render(("motion",))


@pytest.mark.parametrize(
    ("k", "p", "s"),
    [
        ((0.077, -0.136, 0.052, 0.0, 0.0, 0.0), (-0.00025, -0.00175), (0.0,) * 4),  # as of a wrist camera
        ((-0.3, 0.1, 0.0, 0.05, 0.02, 0.01), (0.01, -0.02), (0.01, 0.002, -0.01, 0.003)),
    ],
)
def test_a_lens_bends_rays_by_opencvs_model(k: tuple, p: tuple, s: tuple) -> None:
    """Each pixel's ray, seen through the model, comes back to the pixel's centre (formulas of OpenCV's calib3d)."""
    optics = Optics(64, 48, 40.0, 42.0, 33.0, 22.0, distortion=Distortion(k, p, s))
    direction = optics.rays()[:, :, 0, 1].astype(float)
    x, y = direction[..., 0] / -direction[..., 2], direction[..., 1] / direction[..., 2]
    r2 = x**2 + y**2
    q = (1 + k[0] * r2 + k[1] * r2**2 + k[2] * r2**3) / (1 + k[3] * r2 + k[4] * r2**2 + k[5] * r2**3)
    seen_x = x * q + 2 * p[0] * x * y + p[1] * (r2 + 2 * x**2) + s[0] * r2 + s[1] * r2**2
    seen_y = y * q + p[0] * (r2 + 2 * y**2) + 2 * p[1] * x * y + s[2] * r2 + s[3] * r2**2
    columns, rows = np.meshgrid(np.arange(64) + 0.5, np.arange(48) + 0.5)
    np.testing.assert_allclose(40.0 * seen_x + 33.0, columns, atol=0.01)
    np.testing.assert_allclose(42.0 * seen_y + 22.0, rows, atol=0.01)


def test_a_lens_that_folds_the_picture_sees_nothing_beyond_the_fold() -> None:
    """With x' = x (1 - r^2), no ray is seen farther out than 2 / sqrt(27) of the focal length."""
    optics = Optics(101, 1, 50.0, 50.0, 50.5, 0.5, distortion=Distortion(k=(-1.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
    direction = optics.rays()[0, :, 0, 1]
    outside = np.abs(np.arange(101) - 50) / 50.0 > 2.0 / math.sqrt(27.0) + 0.01
    assert np.all(direction[outside] == 0.0)
    inside = np.abs(np.arange(101) - 50) / 50.0 < 0.3
    np.testing.assert_allclose(np.linalg.norm(direction[inside], axis=-1), 1.0, atol=1e-6)


def test_a_fisheye_by_the_angle_has_the_distances_of_its_polynomial() -> None:
    """Kannala and Brandt's lens: the distance is a (1 + k1 a^2 + ...) of the angle a."""
    polynomial = (0.0, 1.0, 0.0, 0.1, 0.0, -0.02)
    lens = fisheye(width=80, height=60, center_x=40.0, center_y=30.0, scale_x=1 / 30, scale_y=1 / 32)
    lens = dataclasses.replace(lens, polynomial=polynomial, is_of_angle=True, max_angle=math.pi)
    direction = lens.rays()[:, :, 0, 1].astype(float)
    x, y = np.meshgrid((np.arange(80) + 0.5 - 40.0) / 30.0, (30.0 - np.arange(60) - 0.5) / 32.0)
    angle = np.arccos(-direction[..., 2])
    seen = np.linalg.norm(direction, axis=-1) > 0.5
    assert 0.9 < seen.mean() <= 1.0
    np.testing.assert_allclose(
        np.polynomial.polynomial.polyval(angle, polynomial)[seen], np.hypot(x, y)[seen], atol=1e-5
    )
    np.testing.assert_allclose((direction[..., 0] * y - direction[..., 1] * x)[seen], 0.0, atol=1e-6)


@pytest.mark.parametrize("samples", [1, 2])
@pytest.mark.parametrize("num_views", [1, 2, 5])
def test_a_picture_drawn_on_several_cores_is_that_of_one(
    num_views: int, samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of a kind is drawn by one core, which loads the kernel; then each core draws parts of it."""
    monkeypatch.setattr(launch, "_num_cores", lambda: 3)
    monkeypatch.setattr(launch, "MIN_THREADS_PER_CORE", 10)
    stage = Stage("cpu", BALL)
    poses = [pose_at((2.0, 0.1 * view, 1.2), (0.0, 0.0, 1.0)) for view in range(num_views)]
    cameras = stage.camera(Optics.of_angle(31, 23, 0.4), poses, [0] * num_views, samples)
    outputs = ("color", "depth", "shapes", "normals")
    first = look(cameras, outputs)
    parts = []
    draw = stage.scene.draw
    monkeypatch.setattr(stage.scene, "draw", lambda **given: (parts.append(None), draw(**given)))
    again = look(cameras, outputs)
    assert len(parts) > 1
    for output in outputs:
        np.testing.assert_array_equal(again[output], first[output])
    assert len(np.unique(first["shapes"])) > 1, "the ball is in the picture, and what is behind it"


def test_images_can_be_drawn_into_given_memory(device: str) -> None:
    stage = Stage(device, BALL)
    cameras = stage.camera(Optics.of_angle(9, 9, 0.3), [pose_at((2.0, 0.0, 1.0), (0.0, 0.0, 1.0))])
    depth = wp.zeros((1, 9, 9, 1), dtype=float, device=device)
    color = wp.zeros((1, 9, 9, 4), dtype=wp.uint8, device=device)
    cameras.draw_into("depth", depth)
    cameras.draw_into("color", color)
    images = look(cameras, ("depth", "color"))
    np.testing.assert_array_equal(images["depth"], depth.numpy()[..., 0])
    np.testing.assert_array_equal(images["color"], color.numpy())
    assert depth.numpy()[0, 4, 4, 0] == pytest.approx(1.8, abs=1e-5) and color.numpy()[0, 4, 4, 0] > 100
    with pytest.raises(ValueError, match=r"image 'depth'"):
        cameras.draw_into("depth", wp.zeros((1, 9, 9), dtype=wp.uint8, device=device))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Optics(0, 10, 1.0, 1.0, 0.0, 0.0), r"1 x 1 pixel at least, got width 0 and height 10"),
        (lambda: Optics(10, 10, 0.0, 1.0, 0.0, 0.0), r"Focal lengths are 0.0"),
        (lambda: Optics(10, 10, 1.0, 1.0, np.nan, 0.0), r"optical axis meets the picture"),
        (lambda: Optics(10, 10, 1.0, 1.0, 0.0, 0.0, near=2.0, far=1.0), r"'near' and 'far' .* 2.0 m and 1.0 m"),
        (lambda: Optics.of_angle(10, 10, np.pi), r"is 180 degrees; expected between 0 and 180"),
        (lambda: fisheye(width=0), r"1 x 1 pixel at least, got width 0 and height 10"),
        (lambda: fisheye(max_angle=7.0), r"cone 401"),
        (lambda: fisheye(polynomial=(0.0, 0.0)), r"polynomial \(0.0, 0.0\)"),
        (lambda: fisheye(near=2.0, far=1.0), r"'near' and 'far' .* 2.0 m and 1.0 m"),
    ],
)
def test_optics_that_no_camera_has_are_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]


def test_what_is_not_there_is_refused(device: str) -> None:
    stage = Stage(device, BALL, copies=2)
    with pytest.raises(IndexError, match=r"no environments \[2\]: the scene has 2"):
        RenderScene(stage.description, SolverSettings(dt=0.01, device=device), env_ids=[0, 2])
    optics = Optics.of_angle(4, 4, 1.0)
    with pytest.raises(IndexError, match=r"'worlds' is \[0, 2\]"):
        CameraBatch(stage.scene, optics, [0, 2])
    with pytest.raises(ValueError, match=r"'worlds' is empty"):
        CameraBatch(stage.scene, optics, [])
    cameras = CameraBatch(stage.scene, optics, [0])
    with pytest.raises(ValueError, match=r"no images heat; there are: color, unshadowed, plain, albedo"):
        cameras.render(("heat", "depth"))
    with pytest.raises(KeyError, match=r"'depth' was never rendered; there are: none"):
        cameras.image("depth")
