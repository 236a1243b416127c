"""Four arms at tables with cubes, each seen by a camera at its table and one at its hand, in Isaac Gym's interface.

Writes what one of the cameras at the tables sees (colour, depth, segmentation, optical flow) beside what the one at the
hand sees, and the picture of a viewer. Needs the package example-robot-data. Usage::

    python examples/isaac_gym/cameras.py cameras.png viewer.png
"""

import sys
from importlib import metadata

import imageio.v3 as iio
import numpy as np

from isaacgym import gymapi

WIDTH, HEIGHT = 320, 240
COLORS = [(0.85, 0.15, 0.1), (0.1, 0.55, 0.2), (0.1, 0.3, 0.8)]

gym = gymapi.acquire_gym()
params = gymapi.SimParams()
params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
params.use_gpu_pipeline = params.physx.use_gpu = False
sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
plane = gymapi.PlaneParams()
plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
gym.add_ground(sim, plane)

# What stands in the environments.
options = gymapi.AssetOptions()
options.fix_base_link = options.disable_gravity = True
options.flip_visual_attachments = True  # turns COLLADA meshes of z up, which are read as y up, back
robots = metadata.distribution("example-robot-data").locate_file("cmeel.prefix/share/example-robot-data/robots")
arm = gym.load_asset(sim, str(robots), "panda_description/urdf/panda.urdf", options)
table = gym.create_box(sim, 0.6, 1.0, 0.3, options)
cube = gym.create_box(sim, 0.06, 0.06, 0.06, gymapi.AssetOptions())
home = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8, 0.04, 0.04], dtype=np.float32)
hand = gym.find_asset_rigid_body_index(arm, "panda_hand")

# What sees them.
shown = gymapi.CameraProperties()
shown.width, shown.height, shown.horizontal_fov = WIDTH, HEIGHT, 60.0
shown.supersampling_horizontal = shown.supersampling_vertical = 2
ahead = gymapi.Transform(gymapi.Vec3(0.06, 0.0, 0.02), gymapi.Quat.from_euler_zyx(0.0, -0.5 * np.pi, 0.0))

rng = np.random.default_rng(0)
envs, at_tables, at_hands = [], [], []
for index in range(4):
    env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0), 2)
    robot = gym.create_actor(env, arm, gymapi.Transform(), "arm", index, 0, 1)
    gym.set_actor_dof_states(env, robot, np.array([(q, 0.0) for q in home], gymapi.DofState.dtype), gymapi.STATE_ALL)
    properties = gym.get_actor_dof_properties(env, robot)
    properties["driveMode"].fill(gymapi.DOF_MODE_POS)
    properties["stiffness"].fill(400.0)
    properties["damping"].fill(40.0)
    gym.set_actor_dof_properties(env, robot, properties)
    gym.set_actor_dof_position_targets(env, robot, home)
    board = gym.create_actor(env, table, gymapi.Transform(gymapi.Vec3(0.55, 0.0, 0.15)), "table", index, 0, 2)
    gym.set_rigid_body_color(env, board, 0, gymapi.MESH_VISUAL, gymapi.Vec3(0.65, 0.5, 0.35))
    for number, color in enumerate(COLORS):
        x, y = rng.uniform((0.4, -0.35), (0.7, 0.35))
        turn = gymapi.Quat.from_euler_zyx(0.0, 0.0, rng.uniform(0.0, 1.5))
        pose = gymapi.Transform(gymapi.Vec3(x, y, 0.4), turn)
        block = gym.create_actor(env, cube, pose, f"cube {number}", index, 0, 3 + number)
        gym.set_rigid_body_color(env, block, 0, gymapi.MESH_VISUAL, gymapi.Vec3(*color))
    at_tables.append(gym.create_camera_sensor(env, shown))
    gym.set_camera_location(at_tables[-1], env, gymapi.Vec3(1.4, -0.9, 1.0), gymapi.Vec3(0.4, 0.0, 0.35))
    at_hands.append(gym.create_camera_sensor(env, shown))
    body = gym.get_actor_rigid_body_handle(env, robot, hand)
    gym.attach_camera_to_body(at_hands[-1], env, body, ahead, gymapi.FOLLOW_TRANSFORM)
    envs.append(env)
window = gymapi.CameraProperties()
window.width, window.height = 3 * WIDTH, int(1.5 * HEIGHT)
viewer = gym.create_viewer(sim, window)
gym.viewer_camera_look_at(viewer, None, gymapi.Vec3(4.2, -1.6, 2.2), gymapi.Vec3(1.2, 1.1, 0.2))
gym.prepare_sim(sim)

# The arms turn while the cubes fall onto the tables; the flow is that of the last step.
targets = home.copy()
for step in range(40):
    targets[0] = 0.015 * step
    for env in envs:
        gym.set_actor_dof_position_targets(env, 0, targets)
    gym.simulate(sim)
    gym.fetch_results(sim, True)
    gym.step_graphics(sim)
    gym.render_all_camera_sensors(sim)

pictures = []
for camera, kind in [
    (at_tables[0], gymapi.IMAGE_COLOR),
    (at_tables[0], gymapi.IMAGE_DEPTH),
    (at_tables[0], gymapi.IMAGE_SEGMENTATION),
    (at_tables[0], gymapi.IMAGE_OPTICAL_FLOW),
    (at_hands[0], gymapi.IMAGE_COLOR),
    (at_hands[0], gymapi.IMAGE_DEPTH),
]:
    gym.write_camera_image_to_file(sim, envs[0], camera, kind, sys.argv[1])
    pictures.append(iio.imread(sys.argv[1])[..., :3])
iio.imwrite(sys.argv[1], np.vstack([np.hstack(pictures[:3]), np.hstack(pictures[3:])]))
gym.write_viewer_image_to_file(viewer, sys.argv[2])
gym.destroy_viewer(viewer)
gym.destroy_sim(sim)
