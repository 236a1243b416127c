"""Read USD crates in forks of a small process, as :mod:`pippin.sim.crates` does in a new one, without starting Python.

The server is this file, run as a program that imports the same reader and nothing else, so that the reader's bounds on
memory mean the same. A request is a line of JSON: a number and paths; the answer has the number again, since a process
that asked may have been ended before it read its answer.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import subprocess
import sys
import tempfile
from types import ModuleType


class CrateServer:
    """The server and a way to ask it, from this process or one of its forks at a time.

    Attributes:
        seconds: Processor time that answers of this process took [s].
    """

    def __init__(self, reader: str):
        """Start the server.

        Args:
            reader: File of the program that reads crates.
        """
        command = [sys.executable, "-P", __file__, reader]
        environment = {**os.environ, "PXR_WORK_THREAD_LIMIT": "1"}
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        assert process.stdin is not None and process.stdout is not None, "both are pipes"
        self._requests, self._answers = process.stdin, process.stdout
        self._numbers = itertools.count()
        self.seconds = 0.0

    def read(self, paths: list[str]) -> tuple[int, bytes]:
        """Return the exit status and the output of the reader of some files."""
        mine = [os.getpid(), next(self._numbers)]
        self._requests.write(json.dumps([mine, paths]).encode() + b"\n")
        self._requests.flush()
        while True:
            number, code, output, seconds = json.loads(self._answers.readline())
            if number == mine:
                self.seconds += seconds
                return code, output.encode("utf-8", "surrogateescape")


def _serve(reader: ModuleType) -> None:
    for line in sys.stdin:
        number, paths = json.loads(line)
        with tempfile.TemporaryFile() as output:
            child = os.fork()
            if child == 0:
                os.dup2(output.fileno(), 1)
                os._exit(_status(reader, paths))
            _, status, used = os.wait4(child, 0)
            output.seek(0)
            text = output.read().decode("utf-8", "surrogateescape")
        answer = [number, os.waitstatus_to_exitcode(status), text, used.ru_utime + used.ru_stime]
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _status(reader: ModuleType, paths: list[str]) -> int:
    try:
        return reader.main(paths)
    except BaseException:  # what ends a program of its own with status 1
        return 1
    finally:
        sys.stdout.flush()


if __name__ == "__main__":
    specification = importlib.util.spec_from_file_location("crate_reader", sys.argv[1])
    assert specification is not None and specification.loader is not None, "it is a file of Python"
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    _serve(module)
