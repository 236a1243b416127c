"""How much of the bare renderer's speed cameras keep.

Ants on a plane, each seen by one camera in its environment: through Isaac Gym's interface ("gym"), where
``render_all_camera_sensors`` brings the scene to the state of the simulation and draws the images that tensors show, or
as a :class:`pippin.sensors.Camera` ("sensor") whose data are read after the state has changed. The reference is
Newton's ``SensorCamera`` alone, on a model of the same ants that Newton itself reads from the same file: it refits its
boxes and draws the same image. Usage::

    python benchmarks/cameras.py --num-envs 64 --size 64 --image depth color
    python benchmarks/cameras.py --device cuda:0 --interface sensor --num-envs 1024 4096
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path

import newton
import newton.examples
import numpy as np
import torch
import warp as wp
from newton.sensors import SensorCamera

from pippin.assets import ArticulationCfg
from pippin.gym import gymapi, gymtorch
from pippin.physics.scene import playing_scene
from pippin.robots import ANT_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import CameraCfg
from pippin.sim import PinholeCameraCfg, SimulationCfg, SimulationContext
from pippin.utils import configclass
from timing import seconds_a_call, write_results

FIELD_OF_VIEW = 70.0
EYE, TARGET = (0.0, -2.5, 1.5), (0.0, 0.0, 0.6)
IMAGES = {"depth": gymapi.IMAGE_DEPTH, "color": gymapi.IMAGE_COLOR}


def make_gym(num_envs: int, size: int, image: str, device: str) -> tuple[Callable[[], None], torch.Tensor, Callable]:
    """Ants, each with a camera: what draws, the tensor of one image, and what ends it."""
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
    params.use_gpu_pipeline = params.physx.use_gpu = device.startswith("cuda")
    sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, plane)
    path = Path(newton.examples.get_asset("nv_ant.xml"))
    ant = gym.load_asset(sim, str(path.parent), path.name, gymapi.AssetOptions())
    properties = gymapi.CameraProperties()
    properties.width = properties.height = size
    properties.horizontal_fov, properties.enable_tensors = FIELD_OF_VIEW, True
    tensors = []
    for index in range(num_envs):
        env = gym.create_env(sim, gymapi.Vec3(-2, -2, 0), gymapi.Vec3(2, 2, 2), math.isqrt(num_envs))
        gym.create_actor(env, ant, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.75)), "ant", index, 1, 1)
        camera = gym.create_camera_sensor(env, properties)
        gym.set_camera_location(camera, env, gymapi.Vec3(*EYE), gymapi.Vec3(*TARGET))
        tensors.append(gymtorch.wrap_tensor(gym.get_camera_image_gpu_tensor(sim, env, camera, IMAGES[image])))
    gym.prepare_sim(sim)
    return lambda: gym.render_all_camera_sensors(sim), tensors[-1], lambda: gym.destroy_sim(sim)


@configclass
class AntsCfg(InteractiveSceneCfg):
    """Ants on a plane."""

    env_spacing: float = 4.0
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    robot: ArticulationCfg = ANT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    camera: CameraCfg = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=PinholeCameraCfg(focal_length=0.5 / math.tan(0.5 * math.radians(FIELD_OF_VIEW)), horizontal_aperture=1.0),
    )


def make_sensor(num_envs: int, size: int, image: str, device: str) -> tuple[Callable[[], None], torch.Tensor, Callable]:
    """The same as a camera of Pippin's own: what draws, one image, and what ends it."""
    sim = SimulationContext(SimulationCfg(dt=1.0 / 120.0, device=device))
    cfg = AntsCfg(num_envs=num_envs)
    cfg.camera.width = cfg.camera.height = size
    cfg.camera.data_types = [image if image == "depth" else "rgb"]
    scene = InteractiveScene(cfg)
    sim.reset()
    camera, physics = scene["camera"], playing_scene(sim)
    pose = scene["robot"].data.default_root_pose.torch.clone()
    pose[:, :3] = scene.env_origins + torch.tensor([0.0, 0.0, 0.75], device=scene.device)
    scene["robot"].write_root_pose_to_sim_index(root_pose=pose)
    joints = scene["robot"].data.joint_pos.torch
    scene["robot"].write_joint_position_to_sim_index(position=torch.zeros_like(joints))
    eyes, targets = (scene.env_origins + torch.tensor(point, device=scene.device) for point in (EYE, TARGET))
    camera.set_world_poses_from_view(eyes, targets)

    def draw() -> None:
        physics.state_version += 1  # as if the ants had moved
        camera.update(physics.dt)
        camera.data  # noqa: B018

    draw()
    output = camera.data.output[cfg.camera.data_types[0]].torch
    return draw, -output[-1, ..., 0] if image == "depth" else output[-1], SimulationContext.clear_instance


INTERFACES = {"gym": make_gym, "sensor": make_sensor}


def make_bare(num_envs: int, size: int, image: str, device: str) -> tuple[Callable[[], None], wp.array]:
    """The same with Newton alone: what draws, and the images."""
    ant = newton.ModelBuilder()
    ant.add_mjcf(newton.examples.get_asset("nv_ant.xml"), ignore_names=["floor"])
    ant.add_shape_plane(width=0.0, length=0.0)
    builder = newton.ModelBuilder()
    for _ in range(num_envs):
        builder.add_world(ant)
    model = builder.finalize(device=device)
    state = model.state()
    newton.eval_fk(model, model.joint_q, model.joint_qd, state)
    model.bvh_build_shapes(state)
    sensor = SensorCamera(model)
    sensor.create_default_light()
    vertical = 2.0 * math.atan(math.tan(0.5 * math.radians(FIELD_OF_VIEW)))
    rays = SensorCamera.compute_camera_rays_pinhole(size, size, camera_fov=vertical, device=device)
    pitch = math.pi / 2.0 - math.atan2(EYE[2] - TARGET[2], -EYE[1])
    rotation = wp.quat_from_axis_angle(wp.vec3(1.0, 0.0, 0.0), pitch)
    poses = wp.array(np.tile([*EYE, *rotation], (num_envs, 1)).astype(np.float32), dtype=wp.transformf, device=device)
    if image == "depth":
        images, config = {"forward_depth_image": sensor.allocate_image_depth_forward(num_envs, size, size)}, None
    else:
        images = {"color_image": sensor.allocate_image_color(num_envs, size, size)}
        config = SensorCamera.RenderConfig(enable_shadows=True, enable_textures=True)
        planes = np.nonzero(model.shape_type.numpy() == int(newton.GeoType.PLANE))[0]
        sensor.assign_checkerboard_material(shape_indices=planes)

    def draw() -> None:
        model.bvh_refit_shapes(state)
        sensor.update(state, poses, rays, render_config=config, **images)

    return draw, next(iter(images.values()))


def measure(interface: str, num_envs: int, size: int, image: str, device: str, duration: float) -> dict[str, object]:
    """Images per second of cameras and of the bare renderer, in turn, best of three each."""
    draw, tensor, end = INTERFACES[interface](num_envs, size, image, device)
    bare, images = make_bare(num_envs, size, image, device)
    for call in (draw, bare, draw, bare):
        call()
    if image == "depth":  # both draw the same
        depth, reference = -tensor.cpu().numpy(), images.numpy()[-1]
        same = np.isclose(np.where(np.isinf(depth), 0.0, depth), reference, rtol=1e-3)
        assert same.mean() > 0.98, f"only {same.mean():.1%} of the pixels agree"
    count = max(3, int(duration / seconds_a_call(draw, 3, device)))
    times = [(seconds_a_call(draw, count, device), seconds_a_call(bare, count, device)) for _ in range(3)]
    end()
    mine, reference_time = (min(column) for column in zip(*times, strict=True))
    return {
        "interface": interface,
        "num_envs": num_envs,
        "size": size,
        "image": image,
        "device": device,
        "images_per_s": round(num_envs / mine),
        "bare_images_per_s": round(num_envs / reference_time),
        "ratio": round(reference_time / mine, 3),
    }


def main() -> None:
    """Measure and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interface", choices=sorted(INTERFACES), nargs="+", default=["gym"])
    parser.add_argument("--num-envs", type=int, nargs="+", default=[64])
    parser.add_argument("--size", type=int, default=64, help="width and height of an image [pixel]")
    parser.add_argument("--image", choices=sorted(IMAGES), nargs="+", default=["depth"])
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--duration", type=float, default=2.0, help="seconds that each measurement takes")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING
    results = [
        measure(interface, num_envs, args.size, image, args.device, args.duration)
        for interface in args.interface
        for num_envs in args.num_envs
        for image in args.image
    ]
    for result in results:
        print(result)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
