"""Legged robots that follow commanded velocities, on flat and on rough ground."""
