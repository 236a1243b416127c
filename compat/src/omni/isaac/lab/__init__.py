"""Import names of Isaac Lab's first version, served by Pippin: quaternions (w, x, y, z), torch tensors."""

from pippin_isaac.modules import serve_older

__version__ = "0.30.0"

serve_older(__name__)
