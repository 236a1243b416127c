"""Props with joints that released tasks use."""

from __future__ import annotations

from typing import Any

from ..descriptions import own_description
from .files import released_or_urdf


def sektion_cabinet_file() -> Any:
    """Spawn the cabinet of two drawers and two doors, which stands where it is."""
    return released_or_urdf(
        "Isaac/Props/Sektion_Cabinet/sektion_cabinet_instanceable.usd",
        lambda: own_description("sektion_cabinet.urdf"),
        fix_base=True,
        activate_contact_sensors=False,
    )
