"""Labels of prims, under Isaac Lab's names."""

from pippin.sim import add_labels, get_labels

__all__ = ["add_labels", "get_labels"]
