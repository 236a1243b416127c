"""Reading untrusted files, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
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
        raise FileNotFoundError(f"There is no file '{path}'; expected the path of one on this machine.")
    with path.open("rb") as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise error(f"'{path}' is larger than {max_bytes} bytes; expected a file of at most that size.")
    return content


def is_lfs_pointer(file: Path) -> bool:
    """Whether a file is what Git leaves where large files were not fetched.

    Args:
        file: The file.
    """
    if file.stat().st_size > 1024:
        return False
    with file.open("rb") as content:
        return content.read(30).startswith(b"version https://git-lfs.")


def one_line(message: str) -> str:
    """Put a message about a file in one line; of words without end in the file the beginning and the end are enough.

    Args:
        message: Such as an error of a library that quotes the file.
    """
    return re.sub(r"(\S{200})\S{100,}(\S{60})", r"\1...\2", " ".join(message.split()))


def cache_folder(kind: str) -> Path:
    """Folder of what Pippin computes once: ``$XDG_CACHE_HOME/pippin/<kind>``, by default ``~/.cache/pippin/<kind>``.

    Args:
        kind: What is kept there, such as "usd". The folder may not be there yet.
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pippin" / kind


@contextlib.contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Yield a path beside a file to write to; what is written takes the file's place when the block ends well.

    Otherwise the file stays as it was, or missing: where the disk is full, or the program is interrupted.

    Args:
        path: The file, in a folder that exists.

    Raises:
        OSError: The file cannot be written; the error names it.
    """
    target = Path(path).resolve()
    temporary = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        if error.errno is None or error.strerror is None:
            raise
        raise OSError(error.errno, f"The file cannot be written ({error.strerror})", str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; text in UTF-8.

    Args:
        path: The file, in a folder that exists.
        content: What is written.

    Raises:
        OSError: The file cannot be written; the error names it.
    """
    with whole_file(path) as temporary:
        temporary.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
