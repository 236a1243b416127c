"""Configs of robots, under Isaac Lab's names."""

from pippin_isaac import chosen_isaaclab

from .robots import __all__ as __all__
from .robots import __getattr__ as __getattr__

if __name__ == "isaaclab_assets" and chosen_isaaclab() == 2:
    from pippin_isaac.modules import serve_older

    serve_older(__name__)
