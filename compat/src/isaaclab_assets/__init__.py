"""Configs of robots, under Isaac Lab's names; in a copy of Isaac Lab's own repository, those of the copy.

Outside of one the folders that it names hold no files: descriptions come with packages (:mod:`pippin.robots`).
"""

import os
from pkgutil import extend_path

from pippin_isaac import chosen_isaaclab
from pippin_isaac.modules import run_copied, serve_older
from pippin_isaac.served import serve

__path__ = extend_path(__path__, __name__)  # programs add files of robots
ISAACLAB_ASSETS_EXT_DIR = os.path.dirname(os.path.abspath(__file__))
ISAACLAB_ASSETS_DATA_DIR = os.path.join(ISAACLAB_ASSETS_EXT_DIR, "data")

if __name__ != "isaaclab_assets" or not run_copied(__name__):
    serve(__name__)
    if __name__ == "isaaclab_assets" and chosen_isaaclab() == 2:
        serve_older(__name__)
