"""Names of isaacgym, served by pippin.gym. torch may be imported before or after."""

import importlib

_MODULES = ("gymapi", "gymtorch", "gymutil", "terrain_utils", "torch_utils")


def __getattr__(name):  # noqa: ANN001, ANN202
    """Import a module when it is asked for, as in ``import isaacgym; isaacgym.gymapi``."""
    if name in _MODULES:
        return importlib.import_module(f"isaacgym.{name}")
    raise AttributeError(f"isaacgym has no '{name}'. It has: {', '.join(_MODULES)}.")
