"""External wrenches, under Isaac Lab's name."""

from pippin.assets import WrenchComposer

__all__ = ["WrenchComposer"]
