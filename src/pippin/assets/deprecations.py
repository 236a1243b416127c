"""Names that still work and warn."""

from __future__ import annotations

from pippin.utils.deprecation import warn_deprecated


def warn_renamed(name: str, *instead: str) -> None:
    """Warn the caller of a method that there is another one.

    Args:
        name: The method that was called.
        *instead: What to call.
    """
    names = " and ".join(f"'{new}'" for new in instead)
    warn_deprecated(f"'{name}' is deprecated: use {names}.", stacklevel=3)
