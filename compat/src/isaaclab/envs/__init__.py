"""Names of isaaclab.envs."""
