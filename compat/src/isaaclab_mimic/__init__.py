"""Import names of Isaac Lab's Mimic, which makes demonstrations, of version 3, or 2 (see pippin_isaac)."""

from pippin_isaac import chosen_isaaclab
from pippin_isaac.served import serve

serve(__name__)

if __name__ == "isaaclab_mimic" and chosen_isaaclab() == 2:
    from pippin_isaac.modules import serve_older

    serve_older(__name__)
