"""Wrappers and configs for learning libraries, under Isaac Lab's names; they are the same in all its versions."""

from pippin_isaac.modules import add_folder_of_copy
from pippin_isaac.served import serve

__version__ = "0.4.0"
serve(__name__)
add_folder_of_copy(__name__)
