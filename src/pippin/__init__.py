"""Robot simulation and motion generation for people who teach robots."""

from __future__ import annotations


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(
            f"module 'pippin' has no attribute '{name}'; there is '__version__', and packages such as "
            "pippin.sim are imported by name"
        )
    from importlib.metadata import version  # which the distribution alone knows

    return version("pippin")
