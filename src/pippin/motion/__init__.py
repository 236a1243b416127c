"""Motion generation: kinematics, planning and control of robots, for one or thousands, without a simulation.

Robots come from :mod:`pippin.motion.robot_description`, obstacles are held by :mod:`pippin.motion.world`, poses and
Jacobians are computed by :mod:`pippin.motion.kinematics` and inverted by :mod:`pippin.motion.ik`.
"""

from .world.obstacle_interface import ObstacleInterface

__all__ = ["ObstacleInterface"]
