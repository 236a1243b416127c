"""A pole on a cart, which is to be kept upright: with managers, and as a direct environment."""
