"""Ray, joined where it is needed."""

from __future__ import annotations

import importlib
import logging
import os
from types import ModuleType

logger = logging.getLogger("pippin")

SECONDS_BETWEEN_LOOKS = 10.0
"""Time after which who waits for Ray looks whether it is still there [s]."""

ATTEMPTS = 4
"""How often Ray is started where it gives up waiting for its own processes."""


def join_ray() -> ModuleType:
    """Import Ray, and join its cluster, or start one on this machine.

    The environment variable RAY_ADDRESS names a cluster, as Ray documents it.

    Raises:
        ImportError: Ray is not installed.
        TimeoutError: It does not start.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray will have as the default
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("Work on a cluster needs Ray: pip install 'pippin[cluster]'.") from error
    if not ray.is_initialized():
        _start(ray)
    return ray


def _start(ray: ModuleType) -> None:
    """Start or join, again where Ray gave up waiting: on a busy machine its 30 s are too few for its own processes."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
            return
        except Exception as error:  # Ray raises no narrower one
            if "timed out" not in str(error):
                raise
            ray.shutdown()
            if attempt == ATTEMPTS:
                raise TimeoutError(
                    f"Ray did not start in {ATTEMPTS} attempts of 30 s: the machine is too busy, or RAY_ADDRESS names "
                    "a cluster that does not answer. What was computed is kept: start the program again later."
                ) from error
            logger.warning("Ray did not start in 30 s; once more.")


def require_alive(ray: ModuleType) -> None:
    """Check that the cluster has a machine that answers.

    Raises:
        ConnectionError: It has none: Ray's own processes have ended, and nothing that waits for them would ever come.
    """
    if not any(node["Alive"] for node in ray.nodes()):
        raise ConnectionError(
            "Ray's processes have ended, and no machine of the cluster answers. What was computed is kept: start the "
            "program again."
        )
