"""An environment as skrl sees it."""

from __future__ import annotations

from typing import Any, Literal

from ..libraries import require_library

_MODULES = {"torch": "torch", "jax": "jax", "jax-numpy": "jax", "warp": "warp"}


def SkrlVecEnvWrapper(  # noqa: N802  (the name is given)
    env: Any,
    ml_framework: Literal["torch", "jax", "jax-numpy", "warp"] = "torch",
    wrapper: Literal["auto", "isaaclab", "isaaclab-single-agent", "isaaclab-multi-agent"] = "isaaclab",
) -> Any:
    """Wrap an environment by skrl's own wrapper for environments of Isaac Lab.

    Args:
        env: Manager-based, direct or multi-agent environment.
        ml_framework: Framework that skrl learns with.
        wrapper: Name of the wrapper in skrl.

    Raises:
        ValueError: There is no such framework.
        ImportError: skrl is not installed.
    """
    if ml_framework not in _MODULES:
        raise ValueError(f"'ml_framework' is {ml_framework!r}; skrl has: {', '.join(_MODULES)}.")
    wrappers = require_library(f"skrl.envs.wrappers.{_MODULES[ml_framework]}", "SkrlVecEnvWrapper")
    return wrappers.wrap_env(env, wrapper)
