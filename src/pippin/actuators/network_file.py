"""Networks of actuators from TorchScript files."""

from __future__ import annotations

import pickletools
import zipfile
import zlib
from pathlib import Path

import torch

MAX_PICKLE_BYTES = 2**22
"""Size of the parts with an archive's structure above which it is refused [bytes]; weights lie in others."""

MAX_BYTES = 2**30
"""Size of all parts of an archive above which it is refused [bytes]."""


def load_network(path: str | Path, device: torch.device) -> torch.jit.ScriptModule:
    """Load a TorchScript module, ready for inference.

    Args:
        path: File on this machine that ``torch.jit.save`` wrote.
        device: Device that the module is to run on.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file holds no TorchScript module, is damaged, or would be larger than 1 GiB in memory.
    """
    if not isinstance(path, (str, Path)):
        raise ValueError(f"'network_file' is {path!r}; expected the path of a TorchScript file.")
    if not Path(path).is_file():
        raise FileNotFoundError(
            f"'network_file' is '{path}', which is no file on this machine; expected the path of a TorchScript file."
        )
    _check_archive(str(path))
    try:
        network = torch.jit.load(str(path), map_location=device)
    except Exception as error:  # what its reader, in C++, makes of a torn file: RuntimeError, ValueError ("stoll"), ...
        raise ValueError(
            f"'{path}' is no TorchScript module; expected what torch.jit.save writes: {_first_line(error)}"
        ) from error
    return network.eval()


def _check_archive(path: str) -> None:
    """Refuse an archive whose parts are damaged or too large.

    The reader of TorchScript makes room for as much text as a part says that it has, gigabytes where one byte differs.

    Raises:
        ValueError: It is one.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if size > MAX_BYTES:
                raise ValueError(f"its parts have {size} bytes; at most {MAX_BYTES} are read")
            pickles = [part for part in parts if part.filename.lower().endswith("pkl")]  # it takes names in any case
            if sum(part.file_size for part in pickles) > MAX_PICKLE_BYTES:
                raise ValueError(
                    f"its structure has more than {MAX_PICKLE_BYTES} bytes; expected a network exported with "
                    "torch.jit.save"
                )
            for part in pickles:
                _check_pickle(archive.read(part))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error) as error:
        raise ValueError(
            f"'{path}' is no TorchScript module; expected what torch.jit.save writes: {_first_line(error)}"
        ) from error


def _check_pickle(content: bytes) -> None:
    """Refuse a pickle with a text or number that is longer than what is left. Nothing is unpickled here.

    Raises:
        ValueError: It has one.
    """
    for _ in pickletools.genops(content):
        pass


def _first_line(error: Exception) -> str:
    """What an error of the TorchScript reader says, without its trace through C++ and the names of any length in it."""
    return str(error).strip().partition("\n")[0][:200]
