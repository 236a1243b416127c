"""Import names of a backend of Isaac Lab 3, served by Pippin: see :mod:`pippin_isaac.tables.isaaclab_backends`."""

from pippin_isaac.served import serve
from pippin_isaac.version import require_version_3

require_version_3(__name__)
serve(__name__)
