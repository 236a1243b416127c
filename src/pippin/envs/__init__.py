"""Environments: a scene, and what an agent observes, does and is rewarded for in it."""
