"""Configs of robots, under Isaac Lab's names."""

from pippin_isaac import chosen_isaaclab
from pippin_isaac.served import serve

serve(__name__)

if __name__ == "isaaclab_assets" and chosen_isaaclab() == 2:
    from pippin_isaac.modules import serve_older

    serve_older(__name__)
