"""The kernel of guidance: watches robots, plans for those that are stuck, and leads them."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.kinematics import robot_struct
from pippin.motion.kinematics.functions import compute_joint_frames
from pippin.motion.rmpflow.policies.policies import guide_speed
from pippin.motion.rmpflow.policies.structs import (
    body_struct,
    motion_struct,
    parameters_struct,
    targets_struct,
)
from pippin.motion.world import world_struct

from .clearance import clearance
from .foresight import foresight_functions
from .path import path_functions
from .planning import FOLLOWING, MAX_PLANS, planning_functions
from .structs import guidance_struct
from .watching import RESTING, WATCHING, approach_speed, watching_functions

REST = 2.0
"""How long a robot is left to the policies after searches in vain [s]."""

ARRIVED_DISTANCE, ARRIVED_ANGLE = 0.01, 0.05
"""A robot that is no farther from its target than this is not stuck, but there [m] and [rad, or m]."""

ANGLE_LENGTH = 0.1
"""Distance that counts as much as an angle of 1 rad [m]."""

SAME_DISTANCE, SAME_ANGLE = 0.01, 0.05
"""Targets that differ by less are the same [m] and [rad, or m]."""

DRIFT_DISTANCE, DRIFT_ANGLE = 0.1, 0.5
"""How far a target may move while a path to it is looked for, or followed, before that is begun anew [m] and [rad]."""

FREE_AGAIN = 0.9
"""Part of the error that a robot was stuck at below which it is not stuck any more."""

RANDOM_SEED = 1
"""Seed of what is drawn for each target."""

HEADWAY = 0.6
"""Part of the speed that its target asks for with which it has to come closer while it plans, or else goes on."""

NEAR_GOAL = 0.05
"""Distance from the end of a path at which guidance ends [rad, or m]; from farther off, policies may not get there."""


@cache
def target_functions(scalar: type, num_coordinates: int) -> tuple[wp.Function, ...]:
    """Functions that tell whether a target is a new one, where the end effector is, and how far it is from a target."""
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    distance_and_angle, _, _, _ = watching_functions(scalar)

    @wp.func
    def is_new(targets: Any, g: Any, env_id: int, target: pose_of, target_q: coordinates) -> tuple[wp.bool, wp.bool]:
        """Whether a target is another one than before, which is remembered then, and whether it is so at once.

        One that moves bit by bit is not, before it has moved far, while there is a path to where it was.
        """
        has_position, has_orientation = targets.has_position[env_id], targets.has_orientation[env_id]
        distance, angle = distance_and_angle(g.target[env_id], target, has_position, has_orientation)
        kind = wp.where(has_position, 1, 0) + wp.where(has_orientation, 2, 0)
        if kind == 0:
            angle = wp.length(target_q - g.target_q[env_id])
        waits = g.phase[env_id] == WATCHING or g.phase[env_id] == RESTING
        far = wp.where(waits, scalar(SAME_DISTANCE), scalar(DRIFT_DISTANCE))
        turned = wp.where(waits, scalar(SAME_ANGLE), scalar(DRIFT_ANGLE))
        is_other_kind = kind != g.target_kind[env_id]
        new = is_other_kind or distance > far or angle > turned
        if new:
            g.target_kind[env_id] = kind
            g.target[env_id] = target
            g.target_q[env_id] = target_q
            g.random[env_id] = wp.rand_init(RANDOM_SEED, env_id)  # what was before leaves no trace
            g.growing[env_id] = 0
        step, turn = distance_and_angle(g.last_target[env_id], target, has_position, has_orientation)
        if kind == 0:
            turn = wp.length(target_q - g.last_target_q[env_id])
        return new, is_other_kind or step > scalar(DRIFT_DISTANCE) or turn > scalar(DRIFT_ANGLE)

    @wp.func
    def end_effector_pose(robot: Any, body: Any, targets: Any, frames: Any, env_id: int, q: coordinates) -> pose_of:
        """Pose of the end effector in the frame of the base; anything where it has no target."""
        pose = body.end_effector_offset
        if targets.has_position[env_id] or targets.has_orientation[env_id]:
            compute_joint_frames(robot, q, frames)
            if body.end_effector_joint >= 0:
                pose = frames[body.end_effector_joint] * pose
        return pose

    @wp.func
    def how_far(targets: Any, env_id: int, pose: pose_of, target: pose_of, gap: coordinates) -> tuple[scalar, scalar]:
        """Distance [m] and angle [rad] of the end effector from its target; without one, 0 and that of q [rad, or m].

        ``gap`` is from q to its target.
        """
        has_position, has_orientation = targets.has_position[env_id], targets.has_orientation[env_id]
        distance, angle = scalar(0.0), wp.length(gap)
        if has_position or has_orientation:
            distance, angle = distance_and_angle(pose, target, has_position, has_orientation)
        return distance, angle

    return is_new, end_effector_pose, how_far


@wp.func
def is_there(distance: Any, angle: Any) -> bool:
    """Whether an end effector at this distance [m] and angle [rad, or m] has arrived."""
    return distance < type(distance)(ARRIVED_DISTANCE) and angle < type(angle)(ARRIVED_ANGLE)


@wp.func
def total_error(is_pose: bool, distance: Any, angle: Any) -> Any:
    """How far a robot is from its target in all: as a distance [m], or of its configuration [rad, or m]."""
    if is_pose:
        return distance + type(angle)(ANGLE_LENGTH) * angle
    return distance + angle


@cache
def leading_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that leads a robot along its path."""
    coordinates = coordinates_type(scalar, num_coordinates)
    _, guide_on_path, distance_left, _, _ = path_functions(scalar, num_coordinates)
    _, watch, _, is_stuck = watching_functions(scalar)

    @wp.func
    def lead(p: Any, targets: Any, g: Any, env_id: int, q: coordinates, duration: scalar) -> wp.bool:
        """Put the guide ahead of the robot until the end of the path; gives whether the robot can follow."""
        guide = guide_on_path(g, env_id, q)
        beyond_guide = distance_left(g, env_id, guide)
        left = beyond_guide + wp.length(guide - q)
        ends = left < scalar(NEAR_GOAL) and beyond_guide <= scalar(0.0)
        if ends:
            watch(g, env_id)
            return wp.bool(True)
        if is_stuck(g.last_error, g.time, env_id, left, guide_speed(p), duration):
            return wp.bool(False)
        targets.is_guided[env_id] = wp.bool(True)
        targets.distances_left[env_id] = left
        for i in range(num_coordinates):
            targets.guides[env_id, i] = guide[i]
        return wp.bool(True)

    return lead


@cache
def guidance_kernel(scalar: type, num_joints: int, num_chain_coordinates: int, num_coordinates: int) -> wp.Kernel:
    """Build the kernel that guides robots, over environments."""
    coordinates = coordinates_type(scalar, num_coordinates)
    is_new, end_effector_pose, how_far = target_functions(scalar, num_coordinates)
    begin_plan, work = planning_functions(scalar, num_joints, num_chain_coordinates, num_coordinates)
    _, watch, rest, is_stuck = watching_functions(scalar)
    look_ahead, will_be_stuck = foresight_functions(scalar)
    lead = leading_function(scalar, num_coordinates)

    @wp.kernel(module="unique", enable_backward=False)
    def guide(
        p: parameters_struct(scalar),
        robot: robot_struct(scalar),
        body: body_struct(scalar),
        world: world_struct(scalar),
        motion: motion_struct(scalar),
        num_slices: wp.int32,  # of work on a plan, at most
        num_distances: wp.int32,  # that are computed for it, about
        duration: scalar,  # of the step [s]
        time_ahead: scalar,  # by which robots that are looked ahead with move at each step [s]; 0 looks at no future
        ahead: motion_struct(scalar),  # in and out
        targets: targets_struct(scalar),  # guides out
        g: guidance_struct(scalar, num_coordinates),  # in and out
    ):
        """Watch whether robots come closer to their targets; plan for those that do not, and lead them."""
        i = wp.tid()
        frames = motion.frames[i]  # room, before they are computed for the next substep
        q, target_q, future_q = coordinates(), coordinates(), coordinates()
        for k in range(num_coordinates):
            q[k] = motion.q[i, k]
            target_q[k] = targets.configurations[i, k]
        in_world = wp.transformation(targets.positions[i], targets.orientations[i])
        target = wp.transform_inverse(targets.base_poses[i]) * in_world
        is_pose = targets.has_position[i] or targets.has_orientation[i]
        pose = end_effector_pose(robot, body, targets, frames, i, q)
        distance, angle = how_far(targets, i, pose, target, target_q - q)
        arrived = is_there(distance, angle)
        error = total_error(is_pose, distance, angle)

        is_another, jumps = is_new(targets, g, i, target, target_q)
        moves = g.phase[i] == WATCHING and not jumps
        if is_another:
            g.num_plans[i] = 0
            g.is_foreseen[i] = wp.bool(False)
            if not moves:
                watch(g, i)
            if time_ahead > scalar(0.0) and not (moves and g.foresees[i]):
                look_ahead(motion, ahead, g, i, num_coordinates)
        if g.phase[i] != FOLLOWING:  # what the target did is not what the robot did
            before, turned_before = how_far(targets, i, pose, g.last_target[i], g.last_target_q[i] - q)
            g.last_error[i] = g.last_error[i] + error - total_error(is_pose, before, turned_before)
        g.last_target[i] = target
        g.last_target_q[i] = target_q

        stuck = wp.bool(False)
        if g.foresees[i] and not is_another:
            for k in range(num_coordinates):
                future_q[k] = ahead.q[i, k]
            future_pose = end_effector_pose(robot, body, targets, frames, i, future_q)
            far, turned = how_far(targets, i, future_pose, target, target_q - future_q)
            future_error = total_error(is_pose, far, turned)
            speed = approach_speed(p, is_pose, future_error)
            stuck = will_be_stuck(g, i, future_error, is_there(far, turned), speed, time_ahead) and not arrived
            stuck = stuck and g.phase[i] == WATCHING
            g.is_foreseen[i] = stuck
        if g.phase[i] == WATCHING:
            rests = is_stuck(g.last_error, g.time, i, error, approach_speed(p, is_pose, error), duration)
            stuck = stuck or (rests and not arrived)
        elif g.phase[i] == RESTING:
            g.time[i] = g.time[i] + duration
            if g.time[i] > scalar(REST) and g.num_plans[i] < MAX_PLANS:
                watch(g, i)
        elif g.phase[i] != FOLLOWING:
            g.time[i] = g.time[i] + duration
            headway = g.last_error[i] - error > scalar(HEADWAY) * approach_speed(p, is_pose, error) * g.time[i]
            headway = headway and error < scalar(FREE_AGAIN) * g.last_error[i] and not g.is_foreseen[i]
            if arrived or headway:
                watch(g, i)
            else:
                work(robot, body, world, frames, targets, g, i, q, target, num_slices, num_distances)

        targets.is_guided[i] = wp.bool(False)
        if g.phase[i] == FOLLOWING:
            if arrived:
                watch(g, i)
            else:
                stuck = not lead(p, targets, g, i, q, duration)
        if stuck:
            g.last_error[i] = error
            space = clearance(robot, body, world, frames, q, i, scalar(0.0))
            if g.num_plans[i] < MAX_PLANS and space > scalar(0.0):
                begin_plan(g, i, q, space)
            else:
                rest(g, i)

    return guide
