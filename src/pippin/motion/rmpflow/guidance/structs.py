"""What guidance remembers of each robot, as kernels see it."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

import enum
from functools import cache
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.ik.chain import ik_chain_struct, sampling_bounds, upload_ik_chain
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.robot_description import RobotModel

MAX_NODES = 512
"""Number of configurations that each of the two trees of a robot can hold."""

MAX_WAYPOINTS = 64
"""Number of configurations that a path can have."""


class Phase(enum.IntEnum):
    """What guidance does for a robot."""

    WATCHING = 0
    """Nothing, unless the robot comes no closer to its target."""
    PLANNING = 1
    """Two trees grow towards each other while the robot stays where it is stuck."""
    SHORTENING = 2
    """The path that was found is made shorter."""
    FOLLOWING = 3
    """The robot follows the path."""
    RESTING = 4
    """No path was found; after a while another search begins."""


@cache
def guidance_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of the guidance of all robots, one row per environment.

    ``chain`` are the joints to the end effector with limits inside of which goals are looked for, ``chain_coordinates``
    the coordinates of the robot that drive them. Of trees 0 (from the start) and 1 (from goals), ``nodes`` (num_envs,
    2, MAX_NODES) are configurations, ``parents`` the nodes that they were reached from, negative for roots.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class Guidance:
        chain: ik_chain_struct(scalar)
        chain_coordinates: wp.array(dtype=wp.int32)
        lowest_sample: coordinates
        highest_sample: coordinates
        turns: coordinates  # angle after which all that a coordinate drives is where it was [rad], else 0
        phase: wp.array(dtype=wp.int32)
        target_kind: wp.array(dtype=wp.int32)  # 1 for a position, 2 for an orientation, 3 for both, else 0
        target: wp.array(dtype=pose_type(scalar))  # that all below is about, in the frame of the base
        target_q: wp.array(dtype=coordinates)  # the same, where there is no target of the end effector
        last_target: wp.array(dtype=pose_type(scalar))  # of the last step
        last_target_q: wp.array(dtype=coordinates)
        last_error: wp.array(dtype=scalar)
        time: wp.array(dtype=scalar)  # since that was the error [s]
        num_plans: wp.array(dtype=wp.int32)  # for this target
        num_slices: wp.array(dtype=wp.int32)  # of work on this plan
        random: wp.array(dtype=wp.uint32)
        foresees: wp.array(dtype=wp.bool)  # whether it is looked ahead
        foreseen_error: wp.array(dtype=scalar)  # as last_error, of the robot that is looked ahead with
        foreseen_time: wp.array(dtype=scalar)  # since that was the error [s]
        time_ahead: wp.array(dtype=scalar)  # that was looked ahead in all [s]
        is_foreseen: wp.array(dtype=wp.bool)  # whether the robot will be stuck, but is not yet
        looks: wp.array(dtype=wp.int32)  # at configurations in this step
        margin: wp.array(dtype=scalar)  # that paths keep from all that must not be touched [m]
        nodes: wp.array3d(dtype=coordinates)
        parents: wp.array3d(dtype=wp.int32)
        num_nodes: wp.array2d(dtype=wp.int32)
        num_goals: wp.array(dtype=wp.int32)
        growing: wp.array(dtype=wp.int32)  # tree that reached out for a random configuration
        connect_from: wp.array(dtype=wp.int32)  # node of the other tree that reaches out for the new one, or -1
        connect_to: wp.array(dtype=wp.int32)  # the new one
        path: wp.array2d(dtype=coordinates)
        num_waypoints: wp.array(dtype=wp.int32)
        kept: wp.array2d(dtype=coordinates)  # the shortest path of those that searches found
        num_kept: wp.array(dtype=wp.int32)  # of its configurations
        least_length: wp.array(dtype=scalar)
        num_searches: wp.array(dtype=wp.int32)  # that found one
        segment: wp.array(dtype=wp.int32)  # of the path that the guide is on
        along: wp.array(dtype=scalar)  # part of that segment that lies behind the guide

    return Guidance


def make_guidance(
    model: RobotModel, end_effector: str, buffers: np.ndarray, num_envs: int, device: wp.DeviceLike, scalar: type
) -> tuple[Any, int, int]:
    """Make room for guidance, as a :func:`guidance_struct`.

    Returns:
        The struct, the number of joints of the chain to the end effector, and the number of their coordinates.
    """
    count = model.num_coordinates
    coordinates = coordinates_type(scalar, count)
    guidance = guidance_struct(scalar, count)()
    chain = upload_ik_chain(model, end_effector, device, scalar)
    lower, upper = model.lower_limits + buffers, model.upper_limits - buffers
    own = chain.coordinates
    for names, bounds in ((("lower", "upper"), (lower, upper)), (("lowest_sample", "highest_sample"), None)):
        low, high = sampling_bounds(lower, upper) if bounds is None else bounds
        for name, values in zip(names, (low, high), strict=True):
            setattr(chain.struct, name, wp.array(values[own].copy(), dtype=scalar, device=device))
    guidance.chain = chain.struct
    guidance.chain_coordinates = wp.array(own, dtype=wp.int32, device=device)
    guidance.lowest_sample, guidance.highest_sample = (coordinates(*b) for b in sampling_bounds(lower, upper))

    guidance.turns = coordinates(*(2.0 * np.pi * model.turns_freely))

    def zeros(dtype: Any, *shape: int) -> wp.array:
        return wp.zeros((num_envs, *shape), dtype=dtype, device=device)

    for name in ("phase", "num_plans", "num_slices", "num_goals", "growing", "connect_from", "connect_to"):
        setattr(guidance, name, zeros(wp.int32))
    for name in ("num_waypoints", "segment", "looks", "num_kept", "num_searches"):
        setattr(guidance, name, zeros(wp.int32))
    for name in (
        "last_error",
        "time",
        "foreseen_error",
        "foreseen_time",
        "time_ahead",
        "margin",
        "along",
        "least_length",
    ):
        setattr(guidance, name, zeros(scalar))
    guidance.foresees, guidance.is_foreseen = zeros(wp.bool), zeros(wp.bool)
    guidance.target_kind = wp.full(num_envs, -1, dtype=wp.int32, device=device)
    guidance.target, guidance.target_q = zeros(pose_type(scalar)), zeros(coordinates)
    guidance.last_target, guidance.last_target_q = zeros(pose_type(scalar)), zeros(coordinates)
    guidance.random = zeros(wp.uint32)
    guidance.nodes, guidance.parents = zeros(coordinates, 2, MAX_NODES), zeros(wp.int32, 2, MAX_NODES)
    guidance.num_nodes, guidance.path = zeros(wp.int32, 2), zeros(coordinates, MAX_WAYPOINTS)
    guidance.kept = zeros(coordinates, MAX_WAYPOINTS)
    return guidance, chain.num_joints, len(own)
