"""A robot description as YAML."""

from __future__ import annotations

from collections.abc import Iterable

from pippin.motion.robot_description import CollisionSphere

from .draft import RobotDraft


def description_as_yaml(draft: RobotDraft) -> str:
    """Robot description YAML of a robot, in the format that ``read_robot_description`` reads."""
    description, bounds = draft.description, draft.bounds
    lines = [
        f"# Robot description of {draft.urdf.name}, written by 'pippin spheres'.",
        "",
        "api_version: 1.0",
        "",
        "# Joints whose positions are the coordinates of the c-space.",
        "cspace:",
        *(f"  - {name}" for name in description.cspace),
        "",
        f"root_link: {description.root_link}",
        "",
        "# One number for each of these joints: [rad], [rad/s^2], [rad/s^3]; [m] for those that slide.",
        f"default_q: {_numbers(description.default_q)}",
        f"acceleration_limits: {_numbers(description.acceleration_limits)}",
        f"jerk_limits: {_numbers(description.jerk_limits)}",
    ]
    if description.fixed_joints:
        lines += ["", "# Where other joints are held [m or rad].", "cspace_to_urdf_rules:"]
        lines += [
            f"  - {{name: {name}, rule: fixed, value: {_number(value)}}}"
            for name, value in description.fixed_joints.items()
        ]
    if description.tool_frames:
        lines += [
            "",
            "# Frames beyond the links of the URDF: position [m] and quaternion (x, y, z, w) in a link.",
            "tool_frames:",
        ]
        lines += [
            f"  - {{name: {frame.name}, parent: {frame.parent}, position: {_numbers(frame.position)}, "
            f"orientation: {_numbers(frame.orientation)}}}"
            for frame in description.tool_frames
        ]
    lines += [
        "",
        f"# {len(description.spheres)} spheres, in the frames of their links [m]. They stand out of links that move",
        f"# by at most {1000.0 * bounds.max_protrusion:.1f} mm, and 99 % of the surface is inside of them or no",
        f"# farther than {1000.0 * bounds.max_gap:.1f} mm from one.",
        "collision_spheres:",
        *_sphere_lines(description.spheres),
    ]
    return "\n".join(lines) + "\n"


def _sphere_lines(spheres: Iterable[CollisionSphere]) -> list[str]:
    lines: list[str] = []
    link = None
    for sphere in spheres:
        if sphere.frame != link:
            link = sphere.frame
            lines.append(f"  - {link}:")
        lines += [f"    - center: {_numbers(sphere.center)}", f"      radius: {_number(sphere.radius)}"]
    return lines or ["  []"]


def _numbers(values: Iterable[float]) -> str:
    return "[" + ", ".join(map(_number, values)) + "]"


def _number(value: float) -> str:
    text = f"{value + 0.0:.10g}"
    return text if "." in text or "e" in text else text + ".0"
