"""Ways to see a simulation: pictures and video.

Rendering needs Newton, which takes seconds to load: import what you need from its module.
"""
