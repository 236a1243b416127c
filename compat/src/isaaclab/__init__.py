"""Import names of Isaac Lab, served by Pippin: version 3, or version 2 where a program has chosen it (pippin_isaac)."""

from pippin_isaac import chosen_isaaclab
from pippin_isaac.older_names import deprecate_configs
from pippin_isaac.served import serve

__version__ = "3.0.0"
serve(__name__)

if __name__ == "isaaclab" and chosen_isaaclab() == 2:
    from pippin_isaac.modules import serve_older

    serve_older(__name__)
    __version__ = "2.3.0"
elif __name__ == "isaaclab":
    deprecate_configs()
