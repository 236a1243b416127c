"""Which device a name means on this machine."""

from __future__ import annotations

import logging
import re

logger = logging.getLogger("pippin")


def resolve_device(device: str) -> str:
    """Return "cpu" or "cuda:N" for the name of a device.

    Code written for Isaac Lab asks for "cuda:0" by default. On a machine without a GPU that means the CPU, and a
    warning says so.

    Raises:
        ValueError: The name is none of a device, or its number exceeds the GPUs that there are.
        TypeError: It is not a name.
    """
    if not isinstance(device, str):
        kind = type(device).__name__
        raise TypeError(f"'device' is of type {kind}; expected a name: 'cpu', 'cuda' or 'cuda:N'.")
    import torch  # takes a second to import: only who simulates pays for it

    match = re.fullmatch(r"cpu|cuda(?::(\d+))?", device)
    if match is None:
        raise ValueError(f"There is no device '{device}': name 'cpu', 'cuda' or 'cuda:N'.")
    if device == "cpu":
        return device
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if count == 0:
        logger.warning("There is no GPU here for device '%s': the simulation runs on the CPU.", device)
        return "cpu"
    index = int(match.group(1) or 0)
    if index >= count:
        raise ValueError(f"There is no device '{device}': this machine has {count} GPU(s), 'cuda:0' being the first.")
    return f"cuda:{index}"
