"""Files that are larger than anybody means them to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from pippin.utils.files import read_bounded


def test_files_are_read_up_to_the_bound(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    path.write_bytes(b"0123456789")
    assert read_bounded(path, 10) == b"0123456789"
    with pytest.raises(KeyError, match=r"some.bin' is larger than 9 bytes"):
        read_bounded(path, 9, KeyError)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file"):
        read_bounded(tmp_path, 10)
