"""Terms of walking: those of :mod:`pippin.envs.mdp`, and those that only legged robots need."""

from pippin.envs.mdp import *  # noqa: F403

from .curriculums import terrain_levels_vel as terrain_levels_vel
from .rewards import feet_air_time as feet_air_time
from .rewards import feet_air_time_positive_biped as feet_air_time_positive_biped
from .rewards import feet_air_time_variance as feet_air_time_variance
from .rewards import feet_slide as feet_slide
from .rewards import stand_still_joint_deviation_l1 as stand_still_joint_deviation_l1
from .rewards import track_ang_vel_z_world_exp as track_ang_vel_z_world_exp
from .rewards import track_lin_vel_xy_yaw_frame_exp as track_lin_vel_xy_yaw_frame_exp
from .terminations import terrain_out_of_bounds as terrain_out_of_bounds
