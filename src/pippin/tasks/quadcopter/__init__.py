"""A quadcopter that flies to goals."""
