"""Configs of robots under the names of Isaac Lab's first version; quaternions are (w, x, y, z)."""

from pippin_isaac.modules import serve_older

serve_older(__name__)
