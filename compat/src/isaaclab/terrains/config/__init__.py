"""Names of isaaclab.terrains.config."""
