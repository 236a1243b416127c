"""``pippin tasks``: what there is to learn."""

from __future__ import annotations

import re

from rich.console import Console


def tasks(pattern: str = "") -> None:
    """List the tasks.

    Args:
        pattern: Regular expression that the names contain.
    """
    from pippin.tasks.registration import TASKS

    try:
        names = [name for name in TASKS if re.search(pattern, name, re.IGNORECASE)]
    except re.error as error:
        raise ValueError(f"The pattern '{pattern}' is malformed; expected a regular expression: {error}.") from error
    Console().print("\n".join(names) or f"No task's name contains '{pattern}'.", highlight=False)
