"""Names of isaacsim.robot_motion.motion_generation.lula."""
