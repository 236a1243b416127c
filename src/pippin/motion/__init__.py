"""Motion generation: kinematics, planning and control of robots, for one or thousands, without a simulation."""
