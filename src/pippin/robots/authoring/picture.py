"""A picture of a robot with its collision spheres, to check them."""

from __future__ import annotations

import colorsys

import numpy as np
import trimesh
import warp as wp

from pippin.motion import poses
from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import BASE

from .draft import RobotDraft
from .picture_kernel import draw_kernel

DIRECTIONS = ((-1.0, -0.45, -0.45), (0.45, 1.0, -0.35))
"""Directions that the robot is looked at along, one for each part of the picture."""

SAMPLES_PER_PIXEL = 2
"""Rays along each edge of a pixel."""


def draw_spheres(draft: RobotDraft, height: int = 600) -> np.ndarray:
    """Draw the meshes of a robot in its default configuration with the spheres over them, from two sides.

    Args:
        draft: The robot.
        height: Height of the picture [pixels].

    Returns:
        Red, green and blue, shape (height, 2 * height, 3), uint8.
    """
    model = draft.model
    mesh = _robot_mesh(draft)
    centers = Kinematics(model).sphere_centers(model.default_q[None]).numpy()[0]
    radii = model.sphere_radii
    points = np.concatenate([mesh.vertices, centers])
    margin = float(radii.max(initial=0.0))
    size = float(np.linalg.norm(np.ptp(points, axis=0))) + 2.0 * margin
    shape = wp.Mesh(
        wp.array(mesh.vertices, dtype=wp.vec3, device="cpu"),
        wp.array(mesh.faces.reshape(-1), dtype=wp.int32, device="cpu"),
    )
    links = list(dict.fromkeys(model.sphere_frames))
    hues = {link: colorsys.hsv_to_rgb(0.61803 * index % 1.0, 0.75, 1.0) for index, link in enumerate(links)}
    rays = SAMPLES_PER_PIXEL * height
    views = []
    for direction in DIRECTIONS:
        forward = np.array(direction) / np.linalg.norm(direction)
        right = np.cross(forward, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        axes = np.array([right, np.cross(right, forward), forward])
        seen = points @ axes.T
        low, high = seen.min(axis=0) - margin, seen.max(axis=0) + margin
        camera = 0.5 * (low + high) @ axes - size * forward
        picture = wp.empty((rays, rays), dtype=wp.vec3, device="cpu")
        wp.launch(
            draw_kernel,
            dim=picture.shape,
            inputs=[
                shape.id,
                wp.array(centers, dtype=wp.vec3, device="cpu"),
                wp.array(radii, dtype=float, device="cpu"),
                wp.array([hues[link] for link in model.sphere_frames], dtype=wp.vec3, device="cpu"),
                wp.vec3(*camera),
                *(wp.vec3(*axis) for axis in axes),
                0.5 * float((high - low)[:2].max()),
            ],
            outputs=[picture],
            device="cpu",
        )
        pixels = picture.numpy().reshape(height, SAMPLES_PER_PIXEL, height, SAMPLES_PER_PIXEL, 3).mean(axis=(1, 3))
        views.append(pixels)
    return (255.0 * np.clip(np.concatenate(views, axis=1), 0.0, 1.0) + 0.5).astype(np.uint8)


def _robot_mesh(draft: RobotDraft) -> trimesh.Trimesh:
    """Shapes of all links in the default configuration [m], in the frame of the base."""
    model = draft.model
    frames = Kinematics(model).joint_frames(model.default_q[None]).numpy()[0]
    vertices, faces, count = [], [], 0
    for link, mesh in draft.meshes.items():
        if link not in model.frame_names:
            continue
        index = model.frame_index(link)
        joint, offset = int(model.frame_joints[index]), model.frame_offsets[index]
        pose = offset if joint == BASE else poses.compose(frames[joint], offset)
        vertices.append(poses.rotate(pose[3:], np.asarray(mesh.vertices)) + pose[:3])
        faces.append(np.asarray(mesh.faces) + count)
        count += len(mesh.vertices)
    return trimesh.Trimesh(np.concatenate(vertices), np.concatenate(faces), process=False)
