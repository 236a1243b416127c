"""Two agents that balance two links on a cart."""
