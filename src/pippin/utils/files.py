"""Reading files that nobody vouches for."""

from __future__ import annotations

from pathlib import Path


def read_bounded(path: Path, max_bytes: int, error: type[Exception] = ValueError) -> bytes:
    """Read a file unless it is too large.

    Args:
        path: Path of the file.
        max_bytes: Size above which it is refused [bytes].
        error: Exception that is raised then.

    Raises:
        FileNotFoundError: There is no such file.
        Exception: ``error``: the file is too large.
    """
    if not path.is_file():
        raise FileNotFoundError(f"There is no file '{path}'.")
    with path.open("rb") as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise error(f"'{path}' is larger than {max_bytes} bytes, the most that are read.")
    return content
