"""Settings of Newton, under Isaac Lab's names."""

from pippin.sim import NewtonCfg

__all__ = ["NewtonCfg"]
