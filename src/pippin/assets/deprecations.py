"""Names that still work and warn."""

from __future__ import annotations

import warnings


def warn_renamed(name: str, *instead: str) -> None:
    """Warn the caller of a method that there is another one.

    Args:
        name: The method that was called.
        *instead: What to call.
    """
    names = " and ".join(f"'{new}'" for new in instead)
    warnings.warn(f"'{name}' is deprecated: use {names}.", DeprecationWarning, stacklevel=3)
