"""Ray, joined where it is needed."""

from __future__ import annotations

import importlib
import os
from types import ModuleType


def join_ray() -> ModuleType:
    """Import Ray, and join its cluster, or start one on this machine.

    The environment variable RAY_ADDRESS names a cluster, as Ray documents it.

    Raises:
        ImportError: Ray is not installed.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray will have as the default
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("Work on a cluster needs Ray: pip install 'pippin[cluster]'.") from error
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    return ray
