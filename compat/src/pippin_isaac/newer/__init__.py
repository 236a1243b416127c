"""The modules of version 3, under names that stay the same whichever version ``isaaclab`` stands for.

``pippin_isaac.newer.isaaclab.assets`` is what ``isaaclab.assets`` is in a program that chose version 3.
"""

from pathlib import Path

__path__ = [str(Path(__file__).parents[2])]
