"""Warnings of names that are deprecated, which callers who speak an older dialect do not get."""

from __future__ import annotations

import warnings

_num_older_callers = 0


class OlderDialect:
    """``with OlderDialect():`` calls in which older names are the right ones, so that nobody is warned of them."""

    def __enter__(self) -> None:
        global _num_older_callers
        _num_older_callers += 1

    def __exit__(self, *error: object) -> None:
        global _num_older_callers
        _num_older_callers -= 1


def warn_deprecated(message: str, stacklevel: int = 2) -> None:
    """Give a DeprecationWarning, unless the caller speaks an older dialect.

    Args:
        message: The warning.
        stacklevel: Which line the warning is about, as in ``warnings.warn``: 2 for the caller of the caller.
    """
    if not _num_older_callers:
        warnings.warn(message, DeprecationWarning, stacklevel=stacklevel + 1)


def warn_renamed(name: str, *instead: str) -> None:
    """Warn the caller of a method or property that there is another one.

    Args:
        name: What was called.
        *instead: What to call.
    """
    names = " and ".join(f"'{new}'" for new in instead)
    warn_deprecated(f"'{name}' is deprecated: use {names}.", stacklevel=3)
