"""Read files in forks of a small process, as :mod:`pippin.utils.bounded_reading` does in a new one.

The server is this file, run as a program that imports the readers and nothing else, so that their bounds on memory mean
the same. A request is a line of JSON: a number, a reader and paths; the answer has the number again, since a process
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
from collections.abc import Mapping, Sequence
from types import ModuleType


class ReaderServer:
    """The server and a way to ask it, from this process or one of its forks at a time.

    Attributes:
        seconds: Processor time that answers of this process took [s].
    """

    def __init__(self, readers: Sequence[str]):
        """Start the server.

        Args:
            readers: Files of the programs that read.
        """
        command = [sys.executable, "-P", __file__, *readers]
        environment = {**os.environ, "PXR_WORK_THREAD_LIMIT": "1", "HDF5_USE_FILE_LOCKING": "FALSE"}
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        assert process.stdin is not None and process.stdout is not None, "both are pipes"
        self._requests, self._answers = process.stdin, process.stdout
        self._numbers = itertools.count()
        self.seconds = 0.0

    def read(self, program: str, paths: list[str], environment: Mapping[str, str]) -> tuple[int, bytes]:
        """Return the exit status and the output of a reader of some files; the environment is the server's."""
        mine = [os.getpid(), next(self._numbers)]
        self._requests.write(json.dumps([mine, program, paths]).encode() + b"\n")
        self._requests.flush()
        while True:
            number, code, output, seconds = json.loads(self._answers.readline())
            if number == mine:
                self.seconds += seconds
                return code, output.encode("utf-8", "surrogateescape")


def _serve(readers: Mapping[str, ModuleType]) -> None:
    for line in sys.stdin:
        number, program, paths = json.loads(line)
        with tempfile.TemporaryFile() as output:
            child = os.fork()
            if child == 0:
                os.dup2(output.fileno(), 1)
                os._exit(_status(readers[program], paths))
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


def _loaded(path: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location("reader", path)
    assert specification is not None and specification.loader is not None, "it is a file of Python"
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


if __name__ == "__main__":
    _serve({path: _loaded(path) for path in sys.argv[1:]})
