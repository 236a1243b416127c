"""Tasks under Isaac Lab's names, which importing this package registers: of version 3, or 2 (see pippin_isaac)."""

from pippin_isaac import chosen_isaaclab
from pippin_isaac.served import serve

__version__ = "0.11.0"
serve(__name__)

if __name__ == "isaaclab_tasks":
    from pippin_isaac.modules import register_tasks, serve_older

    if chosen_isaaclab() == 2:
        serve_older(__name__)
    register_tasks(chosen_isaaclab())
