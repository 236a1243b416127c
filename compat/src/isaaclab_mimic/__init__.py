"""Import names of Isaac Lab's Mimic, which makes demonstrations, of version 3, or 2 (see pippin_isaac).

In a copy of Isaac Lab's own repository its environments are those of the copy, which people change and add to.
"""

from pippin_isaac import chosen_isaaclab
from pippin_isaac.modules import run_copied, serve_older
from pippin_isaac.served import serve

if __name__ != "isaaclab_mimic" or not run_copied(__name__):
    serve(__name__)
    if __name__ == "isaaclab_mimic" and chosen_isaaclab() == 2:
        serve_older(__name__)
