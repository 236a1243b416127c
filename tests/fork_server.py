"""Interpreters for tests that run whole programs: forks of one that has loaded what is not ours.

A program that simulates spends some seconds on importing torch, Warp, Newton and USD. This server imports them once and
then forks for each program; of Pippin and of what it serves under other names nothing is loaded before the fork, so
that each program finds a world as fresh as ``python PROGRAM`` gives. Started by the fixture ``run_python``.

Each line of the input is a request, a JSON object: arguments (those of ``python``: ``-W``, then a file, ``-m`` or
``-c``), env, cwd, stdout and stderr (paths). The answer is a line with the process's number, then one with its status.
"""

from __future__ import annotations

import builtins
import importlib
import json
import os
import runpy
import sys
import traceback
import types
import warnings

LOADED_BEFORE = (
    "torch",
    "warp",
    "newton",
    "newton.solvers",
    "pxr.UsdPhysics",
    "pxr.UsdShade",
    "mujoco",
    "scipy.spatial.transform",
    "trimesh.creation",
    "gymnasium",
)


def main() -> None:
    """Answer requests until the input ends."""
    for name in LOADED_BEFORE:
        importlib.import_module(name)
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for line in requests:
        process = os.fork()
        if process == 0:
            os._exit(run(json.loads(line)))
        print(process, file=answers, flush=True)
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


def run(request: dict) -> int:
    """Run a program in this process, and return the code that it exits with."""
    for descriptor, path in ((1, request["stdout"]), (2, request["stderr"])):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:] = [request["cwd"], *paths, *(path for path in sys.path[1:] if path not in paths)]
    code = 0
    try:
        start(request["arguments"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def start(arguments: list[str]) -> None:
    """Do what ``python ARGUMENTS`` does."""
    while arguments[0] == "-W":
        warnings.simplefilter(arguments[1].split(":")[0], getattr(builtins, arguments[1].split(":")[-1]))
        arguments = arguments[2:]
    if arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(arguments[1], "<string>", "exec"), vars(sys.modules["__main__"]))
    elif arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
