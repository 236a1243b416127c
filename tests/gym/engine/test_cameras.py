"""Cameras in Isaac Gym's conventions: what they see, where they are, and their images."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.gym import gymapi, gymtorch

WIDTH, HEIGHT = 64, 48
IMAGES = [gymapi.IMAGE_COLOR, gymapi.IMAGE_DEPTH, gymapi.IMAGE_SEGMENTATION, gymapi.IMAGE_OPTICAL_FLOW]


@pytest.fixture
def properties() -> gymapi.CameraProperties:
    """A small picture, with tensors."""
    properties = gymapi.CameraProperties()
    properties.width, properties.height, properties.horizontal_fov = WIDTH, HEIGHT, 80.0
    properties.enable_tensors = True
    return properties


@pytest.fixture
def balls(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> list[gymapi.Env]:
    """Three environments 2 m apart, each with a ball of a radius of 0.1 m, 1 m above a plane; ids 1, 2, 3."""
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, plane)
    envs = []
    for index in range(3):
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 2)
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), "ball", index, 0, index + 1)
        envs.append(env)
    return envs


@pytest.fixture
def see(gym: gymapi.Gym, sim: gymapi.Sim) -> Callable[..., np.ndarray]:
    """Function that draws all cameras and gives the image of one."""

    def see(env: gymapi.Env, camera: int, kind: gymapi.ImageType) -> np.ndarray:
        gym.render_all_camera_sensors(sim)
        return gym.get_camera_image(sim, env, camera, kind)

    return see


def put_ball(gym: gymapi.Gym, env: gymapi.Env, position: tuple[float, float, float], turn: float = 0.0) -> None:
    """Move the ball of an environment."""
    states = gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_ALL)
    states["pose"]["p"][0] = position
    states["pose"]["r"][0] = tuple(Rotation.from_euler("z", turn).as_quat())
    gym.set_actor_rigid_body_states(env, 0, states, gymapi.STATE_ALL)


def test_each_camera_sees_the_ball_of_its_environment_and_the_ground(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    cameras = [gym.create_camera_sensor(env, properties) for env in balls]
    assert cameras == [0, 0, 0] and gym.create_camera_sensor(balls[0], properties) == 1
    for env, camera, distance in zip(balls, cameras, (0.5, 1.0, 1.5), strict=True):
        gym.set_camera_location(camera, env, gymapi.Vec3(-distance, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
    gym.prepare_sim(sim)
    focal = WIDTH / 2.0 / np.tan(np.radians(40.0))
    rows = np.arange(HEIGHT) + 0.5 - HEIGHT / 2.0
    for index, (env, camera, distance) in enumerate(zip(balls, cameras, (0.5, 1.0, 1.5), strict=True)):
        ids, depth = see(env, camera, gymapi.IMAGE_SEGMENTATION), see(env, camera, gymapi.IMAGE_DEPTH)
        assert ids.shape == depth.shape == (HEIGHT, WIDTH) and ids.dtype == np.uint32 and depth.dtype == np.float32
        assert set(np.unique(ids)) == {0, index + 1}
        # A sphere of radius r at distance d is a disc of radius f r / sqrt(d^2 - r^2), an area known to its rim.
        radius = focal * 0.1 / np.sqrt(distance**2 - 0.1**2)
        assert (ids == index + 1).sum() == pytest.approx(np.pi * radius**2, abs=2.0 * np.pi * radius * 0.35)
        assert depth[HEIGHT // 2, WIDTH // 2] == pytest.approx(-(distance - 0.1), abs=5e-3)
        # Rays of rows below the horizon meet the ground, 1 m below, at the depth f / row.
        below = rows > 1.0
        np.testing.assert_allclose(depth[below, 0], -focal / rows[below], rtol=1e-5)
        assert np.all(np.isneginf(depth[rows < -1.0, 0])), "above the horizon there is nothing"


def test_the_camera_looks_along_x_with_z_up_and_y_to_the_left(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    env = balls[1]
    camera = gym.create_camera_sensor(env, properties)
    gym.set_camera_transform(camera, env, gymapi.Transform(gymapi.Vec3(-1.0, -0.2, 0.9)))
    rows, columns = np.nonzero(see(env, camera, gymapi.IMAGE_SEGMENTATION))
    assert columns.mean() < WIDTH / 2 - 3, "the ball is to the left"
    assert rows.mean() < HEIGHT / 2 - 1, "and higher"


def test_points_project_through_the_matrices_to_where_they_are_seen(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    """The matrices are of the world: points are rows, pixels follow from clip coordinates as OpenGL has them."""
    env = balls[2]
    camera = gym.create_camera_sensor(env, properties)
    gym.set_camera_location(camera, env, gymapi.Vec3(-0.9, 0.7, 1.5), gymapi.Vec3(0.1, -0.1, 0.95))
    view, projection = (get(sim, env, camera) for get in (gym.get_camera_view_matrix, gym.get_camera_proj_matrix))
    assert view.dtype == projection.dtype == np.float32 and view.shape == projection.shape == (4, 4)
    origin = gym.get_env_origin(env)
    center = np.array([origin.x, origin.y, origin.z + 1.0, 1.0])
    clip = center @ view @ projection
    column, row = (clip[0] / clip[3] + 1.0) * WIDTH / 2.0, (1.0 - clip[1] / clip[3]) * HEIGHT / 2.0
    rows, columns = np.nonzero(see(env, camera, gymapi.IMAGE_SEGMENTATION))
    assert (columns + 0.5).mean() == pytest.approx(column, abs=0.5) and (rows + 0.5).mean() == pytest.approx(
        row, abs=0.5
    )


def test_images_become_clouds_of_points_as_old_programs_make_them(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    """The formula of Isaac Gym's examples: negative depth times angles, then the inverse of the view matrix."""
    env = balls[1]
    camera = gym.create_camera_sensor(env, properties)
    gym.set_camera_location(camera, env, gymapi.Vec3(-0.5, 0.4, 1.2), gymapi.Vec3(0.0, 0.0, 1.0))
    depth, ids = see(env, camera, gymapi.IMAGE_DEPTH), see(env, camera, gymapi.IMAGE_SEGMENTATION)
    inverse = np.linalg.inv(gym.get_camera_view_matrix(sim, env, camera))
    projection = gym.get_camera_proj_matrix(sim, env, camera)
    u, v = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    x = -(u - WIDTH / 2) / WIDTH * depth * 2 / projection[0, 0]
    y = (v - HEIGHT / 2) / HEIGHT * depth * 2 / projection[1, 1]
    points = np.stack([x, y, depth, np.ones_like(depth)], axis=-1)
    origin = gym.get_env_origin(env)
    on_ball = (points[ids == 2] @ inverse)[:, :3] - [origin.x, origin.y, origin.z + 1.0]
    assert len(on_ball) > 50
    np.testing.assert_allclose(np.linalg.norm(on_ball, axis=1), 0.1, atol=1e-3)  # grazing rays; else 1e-5
    on_ground = (points[(ids == 0) & np.isfinite(depth)] @ inverse)[:, 2]
    np.testing.assert_allclose(on_ground, 0.0, atol=1e-4)


@pytest.mark.parametrize("mode", [gymapi.FOLLOW_POSITION, gymapi.FOLLOW_TRANSFORM])
def test_attached_cameras_follow(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    balls: list[gymapi.Env],
    properties: gymapi.CameraProperties,
    see: Callable,
    mode: gymapi.CameraFollowMode,
) -> None:
    env = balls[1]
    camera = gym.create_camera_sensor(env, properties)
    body = gym.get_actor_rigid_body_handle(env, 0, 0)
    gym.attach_camera_to_body(camera, env, body, gymapi.Transform(gymapi.Vec3(-1.0, 0.0, 0.0)), mode)
    gym.prepare_sim(sim)
    for position, turn in (((0.0, 0.0, 1.0), 0.0), ((0.3, -0.2, 1.5), np.pi / 2)):
        put_ball(gym, env, position, turn)
        ids = see(env, camera, gymapi.IMAGE_SEGMENTATION)
        assert ids[HEIGHT // 2, WIDTH // 2] == 2
        rows, columns = np.nonzero(ids)
        assert abs((columns + 0.5).mean() - WIDTH / 2) < 0.5 and abs((rows + 0.5).mean() - HEIGHT / 2) < 0.5
        pose = gym.get_camera_transform(sim, env, camera)
        turned = turn if mode == gymapi.FOLLOW_TRANSFORM else 0.0
        expected = np.array(position) - [np.cos(turned), np.sin(turned), 0.0]
        np.testing.assert_allclose([pose.p.x, pose.p.y, pose.p.z], expected, atol=1e-5)
    gym.set_camera_transform(camera, env, gymapi.Transform(gymapi.Vec3(-2.0, 0.0, 0.0)))
    assert see(env, camera, gymapi.IMAGE_DEPTH)[HEIGHT // 2, WIDTH // 2] == pytest.approx(-1.9, abs=1e-2)
    gym.set_camera_location(camera, env, gymapi.Vec3(0.0, 0.0, 3.0), gymapi.Vec3(0.1, 0.0, 0.0))
    put_ball(gym, env, (0.5, 0.5, 1.0))
    assert gym.get_camera_transform(sim, env, camera).p == gymapi.Vec3(0.0, 0.0, 3.0), "it left the body"


def test_optical_flow_is_the_motion_in_parts_of_the_picture(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    """A ball 1 m before the camera moves 0.1 m to the right and 0.05 m down, its nearest point 0.9 m away."""
    env = balls[0]
    camera = gym.create_camera_sensor(env, properties)
    gym.set_camera_location(camera, env, gymapi.Vec3(-1.0, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
    gym.prepare_sim(sim)
    assert not np.any(see(env, camera, gymapi.IMAGE_OPTICAL_FLOW)), "nothing moved before the first image"
    put_ball(gym, env, (0.0, -0.1, 0.95))
    flow = see(env, camera, gymapi.IMAGE_OPTICAL_FLOW)
    assert flow.shape == (HEIGHT, 2 * WIDTH) and flow.dtype == np.int16
    flow = flow.reshape(HEIGHT, WIDTH, 2)
    focal = WIDTH / 2.0 / np.tan(np.radians(40.0))
    row, column = int(HEIGHT / 2 + 0.05 / 0.9 * focal), int(WIDTH / 2 + 0.1 / 0.9 * focal)
    pixels = flow[row, column] / 2.0**15 * [WIDTH, HEIGHT]
    np.testing.assert_allclose(pixels, np.array([0.1, 0.05]) / 0.9 * focal, rtol=0.01)
    assert not np.any(flow[-1]), "the ground is where it was"


def test_images_and_tensors_agree(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties
) -> None:
    """Tensors are acquired while cameras are still created, as old programs do, and keep their memory."""
    tensors = {}
    for env in balls:
        camera = gym.create_camera_sensor(env, properties)
        gym.set_camera_location(camera, env, gymapi.Vec3(-1.0, 0.3, 1.2), gymapi.Vec3(0.0, 0.0, 1.0))
        for kind in IMAGES:
            tensors[env, kind] = gymtorch.wrap_tensor(gym.get_camera_image_gpu_tensor(sim, env, camera, kind))
    addresses = [tensor.data_ptr() for tensor in tensors.values()]
    assert len(set(addresses)) == len(addresses)
    gym.prepare_sim(sim)
    for height in (1.0, 1.1):
        for env in balls:
            put_ball(gym, env, (0.0, 0.0, height))
        gym.step_graphics(sim)
        gym.render_all_camera_sensors(sim)
        gym.start_access_image_tensors(sim)
        for (env, kind), tensor in tensors.items():
            image = gym.get_camera_image(sim, env, 0, kind)
            channels = {gymapi.IMAGE_COLOR: (4,), gymapi.IMAGE_OPTICAL_FLOW: (2,)}.get(kind, ())
            assert tensor.shape == (HEIGHT, WIDTH, *channels) and tensor.device.type == sim.device.split(":")[0]
            np.testing.assert_array_equal(image.reshape(tensor.shape).view(tensor.cpu().numpy().dtype), tensor.cpu())
        gym.end_access_image_tensors(sim)
    dtypes = [tensors[balls[0], kind].dtype for kind in IMAGES]
    assert dtypes == [torch.uint8, torch.float32, torch.int32, torch.int16]
    color = tensors[balls[0], gymapi.IMAGE_COLOR]
    assert torch.all(color[..., 3] == 255) and gym.get_camera_image(sim, balls[0], 0, IMAGES[0]).shape == (
        HEIGHT,
        4 * WIDTH,
    )
    flows = torch.stack([tensors[env, gymapi.IMAGE_OPTICAL_FLOW] for env in balls])
    assert torch.any(flows != 0), "the balls rose"


def test_later_cameras_join(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    """Cameras with other properties, and ones that are created after the first image."""
    first = gym.create_camera_sensor(balls[0], properties)
    tensor = gymtorch.wrap_tensor(gym.get_camera_image_gpu_tensor(sim, balls[0], first, gymapi.IMAGE_DEPTH))
    gym.render_all_camera_sensors(sim)
    properties.width = 20
    for properties.use_collision_geometry in (False, True):
        camera = gym.create_camera_sensor(balls[0], properties)
        gym.set_camera_location(camera, balls[0], gymapi.Vec3(-1.0, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
        image = see(balls[0], camera, gymapi.IMAGE_DEPTH)
        assert image.shape == (HEIGHT, 20) and image[HEIGHT // 2, 10] == pytest.approx(-0.9, abs=2e-2)
    gym.set_camera_location(first, balls[0], gymapi.Vec3(-0.5, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
    gym.render_all_camera_sensors(sim)
    assert float(tensor[HEIGHT // 2, WIDTH // 2]) == pytest.approx(-0.4, abs=2e-3), "the tensor is still drawn to"


def test_near_and_far_planes(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    properties.near_plane, properties.far_plane = 1.2, 4.0
    camera = gym.create_camera_sensor(balls[0], properties)
    gym.set_camera_location(camera, balls[0], gymapi.Vec3(-1.0, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
    depth = see(balls[0], camera, gymapi.IMAGE_DEPTH)
    seen = depth[np.isfinite(depth)]
    assert -4.0 <= seen.min() < -3.5 and seen.max() <= -1.2 + 1e-5
    assert not np.any(see(balls[0], camera, gymapi.IMAGE_SEGMENTATION)), "the ball is too near"


def test_colors_textures_segmentation_and_lights_can_change(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties, see: Callable
) -> None:
    for env in balls:
        camera = gym.create_camera_sensor(env, properties)
        gym.set_camera_location(camera, env, gymapi.Vec3(-0.4, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))

    def center(env: gymapi.Env) -> np.ndarray:
        return see(env, 0, gymapi.IMAGE_COLOR).reshape(HEIGHT, WIDTH, 4)[HEIGHT // 2, WIDTH // 2, :3].astype(int)

    grey = center(balls[0])
    assert np.ptp(grey) < 25
    gym.set_rigid_body_color(balls[0], 0, 0, gymapi.MESH_VISUAL, gymapi.Vec3(1.0, 0.0, 0.0))
    assert center(balls[0])[0] > 5 * center(balls[0])[1] + 20
    np.testing.assert_array_equal(center(balls[1]), grey)
    pixels = np.zeros((4, 4, 4), np.uint8)
    pixels[..., 1] = pixels[..., 3] = 255
    texture = gym.create_texture_from_buffer(sim, 4, 4, pixels)
    gym.set_rigid_body_texture(balls[1], 0, 0, gymapi.MESH_VISUAL, texture)
    assert center(balls[1])[1] > 50 > center(balls[1])[0] == 0
    gym.reset_actor_materials(balls[0], 0, gymapi.MESH_VISUAL_AND_COLLISION)
    gym.reset_actor_materials(balls[1], 0, gymapi.MESH_VISUAL_AND_COLLISION)
    np.testing.assert_array_equal([center(balls[0]), center(balls[1])], [grey, grey])
    gym.set_rigid_body_segmentation_id(balls[1], 0, 0, 77)
    assert see(balls[1], 0, gymapi.IMAGE_SEGMENTATION).max() == 77
    gym.set_light_parameters(sim, 0, gymapi.Vec3(1.0, 0.0, 0.0), gymapi.Vec3(), gymapi.Vec3(-1.0, 0.0, 0.2))
    red = center(balls[2])
    assert red[0] > 50 and red[1] == red[2] == 0, "light comes from the camera's side, and is red"
    gym.set_light_parameters(sim, 0, gymapi.Vec3(1.0, 0.0, 0.0), gymapi.Vec3(), gymapi.Vec3(1.0, 0.0, 0.2))
    assert not np.any(center(balls[2])), "from behind it leaves the front black"


def test_pictures_go_to_files(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    balls: list[gymapi.Env],
    properties: gymapi.CameraProperties,
    see: Callable,
    tmp_path: Path,
) -> None:
    properties.supersampling_horizontal = properties.supersampling_vertical = 2
    camera = gym.create_camera_sensor(balls[0], properties)
    gym.set_camera_location(camera, balls[0], gymapi.Vec3(-1.0, 0.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
    color, ids = see(balls[0], camera, gymapi.IMAGE_COLOR), see(balls[0], camera, gymapi.IMAGE_SEGMENTATION)
    for kind in IMAGES:
        gym.write_camera_image_to_file(sim, balls[0], camera, kind, str(tmp_path / f"{int(kind)}.png"))
    pictures = [iio.imread(tmp_path / f"{int(kind)}.png") for kind in IMAGES]
    assert all(picture.shape[:2] == (HEIGHT, WIDTH) for picture in pictures)
    np.testing.assert_array_equal(pictures[0].reshape(HEIGHT, -1), color)
    np.testing.assert_array_equal(pictures[2].any(axis=-1), ids == 1)
    nearest = pictures[1][HEIGHT // 2, WIDTH // 2, 0]
    assert nearest > 250 > pictures[1][-1, 0, 0] > 0 == pictures[1][0, 0, 0]
    with pytest.raises(FileNotFoundError, match=r"there is no folder '.*nowhere' to write 'a.png' to"):
        gym.write_camera_image_to_file(sim, balls[0], camera, IMAGES[0], str(tmp_path / "nowhere" / "a.png"))


def test_y_can_be_up(gym: gymapi.Gym, params: gymapi.SimParams) -> None:
    params.up_axis, params.gravity = gymapi.UP_AXIS_Y, gymapi.Vec3(0.0, -10.0, 0.0)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    plane = gymapi.PlaneParams()
    plane.normal, plane.segmentation_id = gymapi.Vec3(0.0, 1.0, 0.0), 9
    gym.add_ground(sim, plane)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, gym.create_sphere(sim, 0.1), gymapi.Transform(gymapi.Vec3(0.0, 1.0, 0.0)), "ball", 0, 0, 5)
    properties = gymapi.CameraProperties()
    properties.width = properties.height = 41
    camera = gym.create_camera_sensor(env, properties)
    gym.set_camera_location(camera, env, gymapi.Vec3(0.0, 1.0, 1.0), gymapi.Vec3(0.0, 1.0, 0.0))
    gym.render_all_camera_sensors(sim)
    depth = gym.get_camera_image(sim, env, camera, gymapi.IMAGE_DEPTH)
    ids = gym.get_camera_image(sim, env, camera, gymapi.IMAGE_SEGMENTATION)
    assert [ids[0, 20], ids[20, 20], ids[-1, 20]] == [0, 5, 9]
    assert np.all(np.isneginf(depth[0])) and np.all(np.isfinite(depth[-1])), "the ground is below"
    gym.destroy_sim(sim)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("width", 0, r"1 x 1 pixel at least, got width 0 and height 48"),
        ("height", -3, r"1 x 1 pixel at least, got width 64 and height -3"),
        ("horizontal_fov", 180.0, r"is 180 degrees"),
        ("near_plane", -1.0, r"'near'"),
        ("far_plane", 0.0005, r"'far'"),
        ("supersampling_vertical", 0, r"1 x 1 sample at least, got 1 x 0"),
    ],
)
def test_cameras_that_cannot_be_are_refused(
    gym: gymapi.Gym,
    balls: list[gymapi.Env],
    properties: gymapi.CameraProperties,
    field: str,
    value: float,
    message: str,
) -> None:
    setattr(properties, field, value)
    with pytest.raises(ValueError, match=r"gym\.create_camera_sensor: .*" + message):
        gym.create_camera_sensor(balls[0], properties)


def test_wrong_calls_are_refused(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    balls: list[gymapi.Env],
    properties: gymapi.CameraProperties,
    params: gymapi.SimParams,
) -> None:
    env = balls[0]
    with pytest.raises(
        IndexError, match=r"gym\.set_camera_transform: there is no camera in this environment 0; there are 0"
    ):
        gym.set_camera_transform(0, env, gymapi.Transform())
    camera = gym.create_camera_sensor(env, properties)
    with pytest.raises(IndexError, match=r"no camera in this environment 0"):
        gym.get_camera_view_matrix(sim, balls[1], camera)
    with pytest.raises(IndexError, match=r"no camera of a viewer 0"):
        gym.set_camera_transform(1 << 30, env, gymapi.Transform())
    with pytest.raises(RuntimeError, match=r"gym\.get_camera_image: call gym\.render_all_camera_sensors\(sim\) first"):
        gym.get_camera_image(sim, env, camera, gymapi.IMAGE_COLOR)
    gym.render_all_camera_sensors(sim)
    with pytest.raises(ValueError, match=r"expected one of IMAGE_COLOR, IMAGE_DEPTH, .*, got 9"):
        gym.get_camera_image(sim, env, camera, 9)
    with pytest.raises(ValueError, match=r"expected one of FOLLOW_POSITION, FOLLOW_TRANSFORM, got 2"):
        gym.attach_camera_to_body(camera, env, 0, gymapi.Transform(), 2)
    with pytest.raises(IndexError, match=r"gym\.attach_camera_to_body: there is no"):
        gym.attach_camera_to_body(camera, env, 5, gymapi.Transform(), gymapi.FOLLOW_POSITION)
    with pytest.raises(ValueError, match=r"gym\.set_camera_transform: .*quaternion"):
        gym.set_camera_transform(camera, env, gymapi.Transform(gymapi.Vec3(), gymapi.Quat(0.0, 0.0, 0.0, 0.0)))
    other = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    with pytest.raises(ValueError, match=r"belongs to another simulation"):
        gym.get_camera_image(other, env, camera, gymapi.IMAGE_COLOR)
    gym.destroy_sim(other)
    properties.enable_tensors = False
    plain = gym.create_camera_sensor(env, properties)
    with pytest.raises(RuntimeError, match=r"set CameraProperties\.enable_tensors = True before create_camera_sensor"):
        gym.get_camera_image_gpu_tensor(sim, env, plain, gymapi.IMAGE_DEPTH)
    gym.destroy_camera_sensor(sim, env, camera)
    for call in (gym.get_camera_transform, gym.get_camera_proj_matrix, gym.destroy_camera_sensor):
        with pytest.raises(RuntimeError, match=r"camera 0 was destroyed"):
            call(sim, env, camera)
    gym.render_all_camera_sensors(sim)


def test_environments_without_actors_have_nothing_to_see(
    gym: gymapi.Gym, sim: gymapi.Sim, balls: list[gymapi.Env], properties: gymapi.CameraProperties
) -> None:
    empty = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_camera_sensor(empty, properties)
    with pytest.raises(RuntimeError, match=r"environment 3 has a camera and no actors"):
        gym.render_all_camera_sensors(sim)
