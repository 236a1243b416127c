"""Ports of viewers' pages."""

from __future__ import annotations

import logging
import os
import socket

logger = logging.getLogger("pippin")

VARIABLE = "PIPPIN_VIEWER"
"""Environment variable that asks for a page: its port, such as 8080."""


def wanted_port() -> int | None:
    """Port of the page that the user asked for by the environment variable; None where it did not ask.

    Raises:
        ValueError: It is no port.
    """
    text = os.environ.get(VARIABLE, "")
    if not text:
        return None
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise ValueError(f"The environment variable {VARIABLE} is '{text}'; expected a port, such as 8080.")
    return int(text)


def free_port(host: str, port: int) -> int:
    """Find the first free port of 20.

    Args:
        host: Address of the page.
        port: The first port that is tried.

    Raises:
        OSError: None of them is free.
    """
    for candidate in range(port, port + 20):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            if candidate != port:
                logger.warning("Port %d is taken: the viewer is at port %d.", port, candidate)
            return candidate
    raise OSError(f"None of the ports {port} to {port + 19} at '{host}' is free; name another one.")


def any_port() -> int:
    """Find a port of this machine that is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
