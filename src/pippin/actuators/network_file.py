"""Networks of actuators from TorchScript files."""

from __future__ import annotations

from pathlib import Path

import torch


def load_network(path: str | Path, device: torch.device) -> torch.jit.ScriptModule:
    """Load a TorchScript module, ready for inference.

    Args:
        path: File on this machine that ``torch.jit.save`` wrote.
        device: Device that the module is to run on.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file holds no TorchScript module.
    """
    if not isinstance(path, (str, Path)):
        raise ValueError(f"'network_file' is {path!r}; expected the path of a TorchScript file.")
    if not Path(path).is_file():
        raise FileNotFoundError(f"There is no file '{path}' on this machine to read the actuator network from.")
    try:
        network = torch.jit.load(str(path), map_location=device)
    except Exception as error:  # what its reader, in C++, makes of a torn file: RuntimeError, ValueError ("stoll"), ...
        raise ValueError(
            f"'{path}' is no TorchScript module (as torch.jit.save writes): {_first_line(error)}"
        ) from error
    return network.eval()


def _first_line(error: Exception) -> str:
    """What an error of the TorchScript reader says, without its trace through C++ and the names of any length in it."""
    return str(error).strip().partition("\n")[0][:200]
