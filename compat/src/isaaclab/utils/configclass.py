"""Configs, under Isaac Lab's names."""

from pippin.utils.configclass import configclass

__all__ = ["configclass"]
