"""What the enums of gymapi have in common."""

from __future__ import annotations

from enum import IntEnum


class GymEnum(IntEnum):
    """Enum whose members are integers: they fit into NumPy arrays, compare with numbers, and combine bitwise.

    ``str`` gives the qualified name, as Isaac Gym does.
    """

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
