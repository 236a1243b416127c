"""The configurations of motion generation that Pippin ships: they load, fit their robots, and move them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pinocchio
import pytest
import trimesh
import warp as wp
from scipy.spatial import cKDTree

import pippin.robots
from pippin.motion import poses
from pippin.motion.config_folders import find_configs, load_config
from pippin.motion.ik import DescentSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.planning.parameters import read_rrt_parameters
from pippin.motion.rmpflow import RmpFlowBatch, read_rmpflow_parameters
from pippin.motion.robot_description import BASE, RobotModel, load_robot, read_robot_description
from pippin.robots.authoring.link_meshes import link_meshes
from pippin.robots.authoring.self_collision import LinkPairs, sample_configurations
from pippin.utils.urdf import read_urdf

FOLDER = Path(pippin.robots.__file__).parent
POLICIES, PLANNERS = FOLDER / "motion_policy_configs", FOLDER / "path_planner_configs"
GAP = 0.015
"""Distance from the nearest sphere that the surface of a moving link may have [m], but for a hundredth of it."""

PROTRUSION = 0.017
"""How far spheres may stand out of moving links [m]: 15 mm are asked for, on grids of 4 mm."""

NAMES = sorted(json.loads((POLICIES / "policy_map.json").read_text()))


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, robots_path: Path) -> str:
    """Name of each robot."""
    return request.param


@pytest.fixture
def config(name: str) -> dict:
    """Its configuration of RMPflow."""
    return load_config(POLICIES, name, "RMPflow")


@pytest.fixture
def model(config: dict) -> RobotModel:
    """The robot."""
    return load_robot(config["urdf_path"], config["robot_description_path"])


def test_every_robot_has_a_policy_and_a_planner():
    for folder, algorithm in ((POLICIES, "RMPflow"), (PLANNERS, "RRT")):
        assert {robot: list(names) for robot, names in find_configs(folder).items()} == {n: [algorithm] for n in NAMES}


def test_files_fit_the_robot(caplog, name, config, model):
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    assert parameters.body_cylinders
    assert parameters.body_collision_controllers
    planner = load_config(PLANNERS, name, "RRT")
    assert read_rrt_parameters(planner["rrt_config_path"], model).task_space_frame_name in model.frame_names
    for key in ("urdf_path", "robot_description_path", "end_effector_frame_name"):
        assert planner[key] == config[key]
    assert not caplog.records  # of joints that nothing drives, of keys that play no part


def test_the_arm_moves_its_end_effector(config, model):
    moved = {int(model.joint_coordinates[joint]) for joint in model.joints_to(config["end_effector_frame_name"])}
    assert moved == set(range(model.num_coordinates))


def test_limits_are_given_and_the_default_configuration_is_within(model):
    assert (model.default_q > model.lower_limits + 0.05).all()
    assert (model.default_q < model.upper_limits - 0.05).all()
    for limits in (model.velocity_limits, model.acceleration_limits, model.jerk_limits):
        assert (limits > 0.0).all()
        assert np.isfinite(limits).all()


def test_links_that_touch_by_default_always_do(model):
    """Planners do not look at pairs that touch by default: these must be ones that nothing can keep apart."""
    pairs = LinkPairs(model)
    touching = pairs.gaps(model.default_q[None])[0] <= 0.0
    assert touching.sum() <= 1
    assert pairs.permanent(sample_configurations(model, 200))[touching].all()


def test_many_configurations_are_free_of_self_collision(model):
    pairs = LinkPairs(model)
    free = pairs.gaps(model.default_q[None])[0] > 0.0
    gaps = pairs.gaps(sample_configurations(model, 200))
    assert (gaps[:, free] > 0.0).all(axis=1).mean() > 0.5


def test_spheres_of_the_base_are_above_what_it_stands_on(config, model):
    meshes = link_meshes(read_urdf(config["urdf_path"]))
    lowest = []
    for link, mesh in meshes.items():
        index = model.frame_index(link)
        if model.frame_joints[index] == BASE:
            pose = model.frame_offsets[index]
            lowest.append((poses.rotate(pose[3:], mesh.vertices) + pose[:3])[:, 2].min())
    centers = Kinematics(model).sphere_centers(model.default_q[None]).numpy()[0]
    fixed = model.sphere_joints == BASE
    assert (centers[:, 2] - model.sphere_radii)[fixed].min() > min(lowest)


def test_frames_are_where_pinocchio_has_them(config, model):
    reference = pinocchio.buildModelFromUrdf(config["urdf_path"])
    data = reference.createData()
    held = _held_joints(config)
    kinematics = Kinematics(model)
    q = sample_configurations(model, 5, seed=1)
    for name in model.frame_names:
        if not reference.existFrame(name, pinocchio.BODY):
            continue  # a tool frame, which the URDF does not have
        ours = kinematics.frame_poses(name, q).numpy()
        for configuration, pose in zip(q, ours, strict=True):
            positions = pinocchio.neutral(reference)
            for joint, value in [*zip(model.coordinate_names, configuration, strict=True), *held.items()]:
                _set_joint(reference, positions, joint, value)
            pinocchio.framesForwardKinematics(reference, data, positions)
            theirs = pinocchio.SE3ToXYZQUAT(data.oMf[reference.getFrameId(name, pinocchio.BODY)])
            np.testing.assert_allclose(pose[:3], theirs[:3], atol=1e-9)
            assert abs(pose[3:] @ theirs[3:]) == pytest.approx(1.0, abs=1e-9)


def _held_joints(config):
    """Positions of joints that rules of the description hold, with what the URDF says follows them."""
    urdf = read_urdf(config["urdf_path"], shapes=False)
    held = dict(read_robot_description(config["robot_description_path"], urdf).fixed_joints)
    for joint in urdf.joints:
        if joint.mimic is not None and joint.mimic.joint in held:
            held[joint.name] = joint.mimic.multiplier * held[joint.mimic.joint] + joint.mimic.offset
    return held


def _set_joint(reference, positions, name, value):
    if not reference.existJointName(name):
        return  # of fixed joints that mimic others
    joint = reference.joints[reference.getJointId(name)]
    if joint.nq == 2:  # pinocchio holds joints that turn without end as cosine and sine
        positions[joint.idx_q : joint.idx_q + 2] = np.cos(value), np.sin(value)
    else:
        positions[joint.idx_q] = value


@pytest.mark.slow
def test_spheres_cover_moving_links_and_hardly_stand_out(config, model):
    urdf = read_urdf(config["urdf_path"])
    for link, mesh in link_meshes(urdf).items():
        index = model.frame_index(link)
        if model.frame_joints[index] == BASE:
            continue
        spheres = [sphere for sphere in _spheres(config, urdf) if sphere.frame == link]
        centers = np.array([sphere.center for sphere in spheres])
        radii = np.array([sphere.radius for sphere in spheres])
        surface = _points_outside_that_are_seen(mesh)
        gaps = np.min([np.linalg.norm(surface - c, axis=1) - r for c, r in zip(centers, radii, strict=True)], axis=0)
        assert np.mean(gaps <= GAP) >= 0.99, link
        directions = np.random.default_rng(0).normal(size=(100, 3))
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        points = (centers[:, None] + radii[:, None, None] * directions).reshape(-1, 3)
        hull = mesh.convex_hull
        heights = points @ hull.face_normals.T - np.einsum("ij,ij->i", hull.face_normals, hull.triangles[:, 0])
        outside = points[heights.max(axis=1) > 0.0]
        all_of_it = trimesh.sample.sample_surface(mesh, 20_000, seed=1)[0]
        assert cKDTree(all_of_it).query(outside)[0].max(initial=0.0) <= PROTRUSION, link


def _spheres(config, urdf):
    return read_robot_description(config["robot_description_path"], urdf).spheres


def _points_outside_that_are_seen(mesh):
    """Random points on a mesh that a ray from outside reaches: walls within do not have to be covered."""
    points, _ = trimesh.sample.sample_surface(mesh, 3000, seed=0)
    shape = wp.Mesh(wp.array(mesh.vertices, dtype=wp.vec3), wp.array(mesh.faces.flatten(), dtype=wp.int32))
    directions = np.random.default_rng(0).normal(size=(24, 3))
    seen = wp.zeros(len(points), dtype=wp.int32)
    starts = wp.array(points, dtype=wp.vec3)
    rays = wp.array(directions / np.linalg.norm(directions, axis=1, keepdims=True), dtype=wp.vec3)
    wp.launch(_look_out, dim=(len(points), 24), inputs=[shape.id, starts, rays], outputs=[seen])
    return points[seen.numpy() > 0]


@wp.kernel
def _look_out(
    mesh: wp.uint64,
    points: wp.array(dtype=wp.vec3),
    rays: wp.array(dtype=wp.vec3),
    seen: wp.array(dtype=wp.int32),
):
    """Mark points from which a ray leaves a mesh without touching it again."""
    point, ray = wp.tid()
    start = points[point] + 1.0e-4 * rays[ray]
    if not wp.mesh_query_ray(mesh, start, rays[ray], 100.0).result:
        wp.atomic_max(seen, point, 1)


def test_inverse_kinematics_finds_poses_that_are_reached(config, model):
    solver = DescentSolver(model)
    frame = config["end_effector_frame_name"]
    q = sample_configurations(model, 20, seed=2)
    targets = Kinematics(model).frame_poses(frame, q).numpy()
    # The error of arms that others move without end is in the solution's pose, which is compared, not in q.
    solved = [solver.solve(frame, pose[:3], pose[3:]) for pose in targets]
    assert np.mean([result.success for result in solved]) >= 0.95
    reached = Kinematics(model).frame_poses(frame, np.array([result.q for result in solved if result.success])).numpy()
    wanted = targets[[result.success for result in solved]]
    assert np.linalg.norm(reached[:, :3] - wanted[:, :3], axis=1).max() < 2e-3


@pytest.mark.slow
def test_rmpflow_reaches_targets_near_the_default_configuration(config, model):
    """Targets are where the end effector is in configurations around the default one; nothing is in the way."""
    frame, count = config["end_effector_frame_name"], 8
    random = np.random.default_rng(0).uniform(-0.5, 0.5, (count, model.num_coordinates))
    q = np.clip(model.default_q + random, model.lower_limits + 0.1, model.upper_limits - 0.1)
    kinematics = Kinematics(model)
    targets = kinematics.frame_poses(frame, q).numpy()[:, :3]
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    robots = RmpFlowBatch(model, parameters, frame, count, config["maximum_substep_size"], guided=True)
    robots.set_end_effector_target(targets)
    pairs = LinkPairs(model)
    free = pairs.gaps(model.default_q[None])[0] > 0.0
    for _ in range(100):
        robots.step(0.1)  # 10 s in all
        positions = robots.positions.numpy()
        assert (positions > model.lower_limits).all()
        assert (positions < model.upper_limits).all()
        assert (pairs.gaps(positions)[:, free] > 0.0).all()
    reached = kinematics.frame_poses(frame, robots.positions.numpy()).numpy()[:, :3]
    assert np.linalg.norm(reached - targets, axis=1).max() < 0.01
