"""Names of isaaclab_contrib.utils."""
