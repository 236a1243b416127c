"""Kernels of the assets: selections, frames, joint properties and the actuators' inputs and outputs."""
