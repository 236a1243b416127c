"""Names of devices, as users of Isaac Gym write them."""

from __future__ import annotations

import re


def parse_device_str(device_str: str) -> tuple[str, int]:
    """Take apart the name of a device: "cuda:1" gives ("cuda", 1), "cpu" gives ("cpu", 0).

    Raises:
        ValueError: The name is none of a device.
    """
    match = re.fullmatch(r"(cpu|cuda)|(cuda):(\d+)", device_str)
    if match is None:
        raise ValueError(f"There is no device '{device_str}': name 'cpu', 'cuda' or 'cuda:N'.")
    return match.group(1) or match.group(2), int(match.group(3) or 0)
