"""A gate before a web server of this machine, with a page around that server's own, which reads keys and gamepads.

The server itself listens on this machine alone. The gate takes connections, at another address too, reads the head of
their request, and passes all bytes on. Who comes from elsewhere has to show a token: in the cookie that a page gets
which was opened by the link with "?token=...". The bytes are not encrypted.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import threading
from collections.abc import Callable
from pathlib import Path

from . import gamepads, keys

MAX_HEAD = 2**14
"""Bytes that the head of a request may have."""

SECONDS = 10.0
"""Time that the head of a request may take [s]."""

MAX_MESSAGE = 4096
"""Bytes that the page may say of a gamepad or of keys at once."""

PAGE = Path(__file__).parent / "page.html"
"""The page around the server's own, which it shows at "/?frame"."""

_LISTENERS: dict[bytes, Callable[[bytes], None]] = {b"/gamepad": gamepads.receive, b"/keys": keys.receive}
"""Who takes what the page says."""

_REFUSAL = b"This page needs the link with the token that the program printed.\n"


class Gate:
    """Passes on what shows the token, until it is closed.

    Attributes:
        token: What the link has to end with, ``/?token=...``; empty where none is needed.

    Args:
        host: Address to listen at.
        port: Port to listen at.
        inner_port: Port of the server behind it, at 127.0.0.1.
        needs_token: Whether the link has to show the token.

    Raises:
        OSError: The port cannot be listened at.
    """

    def __init__(self, host: str, port: int, inner_port: int, needs_token: bool = True) -> None:
        self.token = secrets.token_urlsafe(18) if needs_token else ""
        self._cookie = f"pippin-{port}"
        self._inner_port = inner_port
        self._loop = asyncio.new_event_loop()
        listening = asyncio.start_server(self._answer, host, port, limit=MAX_HEAD)
        try:
            self._server = self._loop.run_until_complete(listening)
        except OSError:
            self._loop.close()
            raise
        self._thread = threading.Thread(target=self._loop.run_forever, name="pippin-gate", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all connections."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._server.close()
        open_connections = asyncio.all_tasks(self._loop)
        for task in open_connections:
            task.cancel()
        if open_connections:
            self._loop.run_until_complete(asyncio.wait(open_connections))
        self._loop.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # CancelledError, when the gate is closed: asyncio's streams of Python 3.11 report one that a task ends with.
        ends = (OSError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with contextlib.closing(writer), contextlib.suppress(*ends):
            try:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            except (TimeoutError, asyncio.LimitOverrunError):
                return
            if not self.token or self._shows(rf"[\r\n]Cookie:[^\r\n]*\b{self._cookie}=([\w-]+)", head):
                await self._serve(head, reader, writer)
                return
            if self._shows(r"\AGET \S*[?&]token=([\w-]+)", head):
                cookie = f"{self._cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
                writer.write(_response("303 See Other", f"Location: /\r\nSet-Cookie: {cookie}\r\n", b""))
            else:
                writer.write(_response("401 Unauthorized", "", _REFUSAL))
            await writer.drain()

    def _shows(self, pattern: str, head: bytes) -> bool:
        match = re.search(pattern, head.decode("latin-1"), re.IGNORECASE)
        return match is not None and secrets.compare_digest(match[1], self.token)

    async def _serve(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer what is asked of the page around the server's own, and pass on all else."""
        is_upgrade = re.search(rb"[\r\n]Upgrade:", head, re.IGNORECASE) is not None
        if not is_upgrade and re.match(rb"GET /(?!\?frame)(\?\S*)? ", head):
            writer.write(_response("200 OK", "", PAGE.read_bytes(), "text/html"))
        elif head.startswith(b"GET /keys "):
            writer.write(_response("200 OK", "Cache-Control: no-store\r\n", keys.listened(), "application/json"))
        elif (said := re.match(rb"POST (/gamepad|/keys) ", head)) is not None:
            writer.write(_response(await _heard(head, reader, _LISTENERS[said[1]]), "", b""))
        else:
            await self._pass_on(head, reader, writer)
            return
        await writer.drain()

    async def _pass_on(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._inner_port)
        with contextlib.closing(inner_writer):
            inner_writer.write(head)
            ways = {
                asyncio.ensure_future(_copy(reader, inner_writer)),
                asyncio.ensure_future(_copy(inner_reader, writer)),
            }
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()


async def _heard(head: bytes, reader: asyncio.StreamReader, receive: Callable[[bytes], None]) -> str:
    """Hand on what the page says of a gamepad or of keys, and give the status of the answer.

    Other pages of the same browser cannot send this type without being asked for leave, which they do not get.
    """
    length = re.search(rb"[\r\n]Content-Length: *(\d{1,6})\r", head, re.IGNORECASE)
    is_json = re.search(rb"[\r\n]Content-Type: *application/json", head, re.IGNORECASE)
    if length is None or is_json is None or int(length[1]) > MAX_MESSAGE:
        return "400 Bad Request"
    try:
        receive(await asyncio.wait_for(reader.readexactly(int(length[1])), SECONDS))
    except (ValueError, RecursionError, TimeoutError):
        return "400 Bad Request"
    return "204 No Content"


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(2**16):
            target.write(data)
            await target.drain()


def _response(status: str, fields: str, body: bytes, kind: str = "text/plain") -> bytes:
    kind = f"Content-Type: {kind}; charset=utf-8"
    return (
        f"HTTP/1.1 {status}\r\n{fields}{kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
