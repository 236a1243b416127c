"""The gate before a viewer at another address: nothing passes without the token."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator

import pytest

from pippin.viewers.gate import Gate
from pippin.viewers.ports import any_port


@pytest.fixture
def gate() -> Iterator[Gate]:
    """Before a server that sends back, in capitals, what it gets after the head of a request."""
    inner = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = inner.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                while lines.readline().strip():
                    pass
                connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
                connection.sendall(lines.readline().upper())

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    gate = Gate("127.0.0.1", any_port(), inner.getsockname()[1])
    yield gate
    gate.close()
    inner.shutdown(socket.SHUT_RDWR)
    inner.close()
    thread.join(5.0)


def port_of(gate: Gate) -> int:
    return gate._server.sockets[0].getsockname()[1]


def answer(gate: Gate, path: str, **fields: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port_of(gate), timeout=5.0)
    connection.request("GET", path, headers=fields)
    return connection.getresponse()


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=guess", "/?other=token"])
def test_without_the_token_there_is_no_page(gate: Gate, path: str) -> None:
    assert answer(gate, path).status == 401
    assert answer(gate, path, Cookie=f"pippin-{port_of(gate)}=guess").status == 401


def test_the_link_opens_the_page_and_its_connections(gate: Gate) -> None:
    opened = answer(gate, f"/?token={gate.token}")
    assert (opened.status, opened.headers["Location"]) == (303, "/")
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    with socket.create_connection(("127.0.0.1", port_of(gate)), timeout=5.0) as connection:
        head = f"GET / HTTP/1.1\r\nHost: machine\r\nUpgrade: websocket\r\nCookie: a=b; {cookie.split(';')[0]}\r\n\r\n"
        connection.sendall(head.encode())
        with connection.makefile("rb") as lines:
            assert lines.readline().startswith(b"HTTP/1.1 101")
            assert lines.readline() == b"\r\n"
            connection.sendall(b"further bytes\n")
            assert lines.readline() == b"FURTHER BYTES\n"


def test_heads_without_end_are_not_kept(gate: Gate) -> None:
    with socket.create_connection(("127.0.0.1", port_of(gate)), timeout=5.0) as connection:
        connection.sendall(b"GET /" + b"a" * 40_000)
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(100) == b""


def test_a_closed_gate_listens_no_longer(gate: Gate) -> None:
    port = port_of(gate)
    gate.close()
    gate.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=1.0)
