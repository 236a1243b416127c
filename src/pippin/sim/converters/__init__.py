"""Converters from robot descriptions (URDF, MJCF) and meshes to USD."""
