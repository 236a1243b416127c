"""Ways to see a simulation: a page in the browser, pictures and video.

Rendering needs Newton, which takes seconds to load: import what you need from its module.
"""
