"""Optional libraries, imported where they are used."""

from __future__ import annotations

import importlib
from types import ModuleType

_REQUIREMENTS = {
    "rsl_rl": "'pippin[learn]'",
    "skrl": "'pippin[skrl]'",
    "gym": "gym",
    "rl_games": "rl-games",
    "stable_baselines3": "stable-baselines3",
    "hydra": "'pippin[tasks]'",
    "onnx": "onnx onnxscript",
}
"""What pip installs to bring each library."""


def require_library(module: str, purpose: str) -> ModuleType:
    """Import a module of an optional library.

    Args:
        module: Name of the module, such as ``rsl_rl.env``.
        purpose: What needs it, for the message.

    Raises:
        ImportError: The library is not installed; the message says how to install it.
    """
    library = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there, and lacks something itself
        raise ImportError(f"{purpose} needs {module}: pip install {_REQUIREMENTS[library]}.", name=module) from error
