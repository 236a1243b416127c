"""Ways to see a simulation: pictures and video.

Rendering needs MuJoCo Warp's kernels, which take seconds to load: import what you need from its module.
"""
