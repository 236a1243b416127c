"""Names of isaaclab.envs.mdp.terminations."""

from pippin.envs.mdp.terminations import (
    bad_orientation,
    command_resample,
    illegal_contact,
    joint_effort_out_of_limit,
    joint_pos_out_of_limit,
    joint_pos_out_of_manual_limit,
    joint_vel_out_of_limit,
    joint_vel_out_of_manual_limit,
    pose_command_success,
    root_height_below_minimum,
    time_out,
)

__all__ = [
    "bad_orientation",
    "command_resample",
    "illegal_contact",
    "joint_effort_out_of_limit",
    "joint_pos_out_of_limit",
    "joint_pos_out_of_manual_limit",
    "joint_vel_out_of_limit",
    "joint_vel_out_of_manual_limit",
    "pose_command_success",
    "root_height_below_minimum",
    "time_out",
]
