"""The memory of an environment: what a training needs to go on as if it had never stopped.

An environment keeps its state in many places: the engine's rows, buffers of assets, sensors and managers, counters,
what a program's own class adds. They need no list. :class:`Memory` walks from the environment along attributes,
lists and dicts, and sees every array (torch, Warp, NumPy) and plain value. A snapshot holds those that have changed
since the environment was made, by their path; the same config and seed make the rest again.

What the walk does not enter: other libraries' objects (stage, viewers, loggers), classes and functions. State there is
not restored; :meth:`Memory.restore` names what differs from the snapshot in the end.
"""

from __future__ import annotations

import functools
import random
import types
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
import warp as wp

from pippin.envs.step_graph import StepGraph
from pippin.utils.repeated_launch import RepeatedLaunch

Path = tuple[str, ...]
"""Steps from the environment to a value: names of attributes, "[key]" for entries of lists and dicts."""

PLAIN = (bool, int, float, str, type(None))
FOREIGN = frozenset(
    ["_io", "_thread", "_weakref", "asyncio", "concurrent", "functools", "gymnasium", "importlib", "logging"]
    + ["matplotlib", "mujoco", "pxr", "pydantic", "rich", "rsl_rl", "scipy", "skrl", "tensorboard", "threading"]
    + ["trimesh", "typing", "viser", "warp", "weakref"]
)
"""Libraries whose objects keep no state of an environment, or none that can be read."""
MAX_DEPTH = 40


class Memory:
    """Reads and restores what an environment remembers.

    Make it when the environment is made, before the first step: what is as it was then is not written.

    Args:
        env: Environment below all wrappers.
    """

    def __init__(self, env: Any) -> None:
        self._env = env
        self._initial = {path: _fingerprint(value) for path, value in walk(env)}

    def read(self) -> dict[str, Any]:
        """Copy what has changed since the environment was made: plain values and tensors on the CPU, by path."""
        snapshot = {}
        for path, value in walk(self._env):
            if self._initial.get(path) != _fingerprint(value):
                snapshot[" ".join(path)] = _content(value)
        return snapshot

    def restore(self, snapshot: dict[str, Any], warm_up: Callable[[], None]) -> list[str]:
        """Put everything where a snapshot has it, in place, so that whatever holds an array sees it.

        Args:
            snapshot: What :meth:`read` gave in an environment of the same config and seed.
            warm_up: Takes the steps after which the environment has made all arrays that it makes when it needs them.
                What they change and the snapshot does not hold is put back as it was before them.

        Returns:
            Paths of what could not be restored; empty if the environment is as it was.
        """
        fresh = {" ".join(path): _content(value) for path, value in walk(self._env)}
        warm_up()
        snapshot = {name: fresh[name] for name in self.read() if name in fresh} | snapshot
        present = dict(walk(self._env))
        with torch.inference_mode():
            for name, content in snapshot.items():
                path = tuple(name.split(" "))
                if path not in present or not _write_array(present[path], content):
                    _set(self._env, path, content)
        restored = {" ".join(path): value for path, value in walk(self._env)}
        lost = [name for name, content in snapshot.items() if not _equals(restored.get(name), content)]
        return lost + [name for name in self.read() if name not in snapshot]


def read_generators() -> dict[str, Any]:
    """State of all generators of random numbers: Python's, NumPy's, torch's. Warp's kernels are seeded by numbers."""
    version, numbers, gauss = random.getstate()
    kind, keys, position, has_gauss, cached = np.random.get_state(legacy=True)
    state = {
        "python": [version, list(numbers), gauss],
        "numpy": [str(kind), torch.from_numpy(np.asarray(keys).astype(np.int64)), position, has_gauss, cached],
        "torch": torch.get_rng_state(),
    }
    if torch.cuda.is_available():
        state["cuda"] = torch.cuda.get_rng_state_all()
    return state


def restore_generators(state: dict[str, Any]) -> None:
    """Put all generators of random numbers into a state that :func:`read_generators` gave."""
    version, numbers, gauss = state["python"]
    random.setstate((version, tuple(numbers), gauss))
    kind, keys, position, has_gauss, cached = state["numpy"]
    np.random.set_state((kind, keys.numpy().astype(np.uint32), position, has_gauss, cached))
    torch.set_rng_state(state["torch"].cpu())
    if "cuda" in state and torch.cuda.is_available() and len(state["cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all([part.cpu() for part in state["cuda"]])


def walk(root: Any) -> Iterator[tuple[Path, Any]]:
    """Give every array, generator and plain value that is reached from an object, with its path.

    Arrays that are reached twice are given twice; other objects are entered once.
    """
    seen: set[int] = set()
    kept: list[Any] = []  # so that no address is used twice
    stack: list[tuple[Path, Any]] = [((), root)]
    while stack:
        path, value = stack.pop()
        if _is_leaf(value):
            yield path, value
            continue
        if id(value) in seen or len(path) > MAX_DEPTH or not _is_entered(value):
            continue
        seen.add(id(value))
        kept.append(value)
        stack.extend((path + (step,), part) for step, part in reversed(list(_parts(value))))


def _is_leaf(value: Any) -> bool:
    if isinstance(value, PLAIN) and type(value) in PLAIN:
        return not _is_address(value)
    if isinstance(value, wp.array) and value.dtype is wp.uint64:
        return False  # addresses of meshes and the like, which another process has elsewhere
    if isinstance(value, (torch.Tensor, wp.array, np.generic, np.random.Generator, torch.Generator, set)):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype != object and value.flags.writeable  # else it shows what others compute
    is_plain = isinstance(value, (list, tuple, deque)) and all(type(item) in PLAIN for item in value)
    return is_plain and not any(map(_is_address, value))


def _is_address(value: Any) -> bool:
    """Whether a number may be an address, which means nothing in another process."""
    return isinstance(value, int) and abs(value) >= 2**44


def _is_entered(value: Any) -> bool:
    if isinstance(value, (list, tuple, dict, deque, functools.partial, types.MethodType)):
        return True
    if isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)):
        return False
    if isinstance(value, (StepGraph, RepeatedLaunch)):
        return False  # captured and recorded again; what a launch keeps of its arguments is found where it belongs
    return type(value).__module__.partition(".")[0] not in FOREIGN and (
        hasattr(value, "__dict__") or hasattr(type(value), "__slots__")
    )


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((f"[{key!r}]".replace(" ", ""), part) for key, part in value.items() if _is_lasting(key))
    elif isinstance(value, (list, tuple, deque)):
        yield from ((f"[{index}]", part) for index, part in enumerate(value))
    elif isinstance(value, functools.partial):
        yield "args", value.args
        yield "keywords", value.keywords
    elif isinstance(value, types.MethodType):
        yield "__self__", value.__self__
    else:
        yield from _attributes(value).items()


def _is_lasting(key: Any) -> bool:
    """Whether a key means the same in another process: caches may have addresses for keys."""
    if isinstance(key, tuple):
        return all(_is_lasting(part) for part in key)
    return isinstance(key, (str, bool, type(None))) or (isinstance(key, int) and abs(key) < 2**31)


def _attributes(value: Any) -> dict[str, Any]:
    found = {
        name: getattr(value, name)
        for kind in type(value).__mro__
        for name in _slots(kind)
        if not name.startswith("__") and hasattr(value, name)
    }
    return found | dict(getattr(value, "__dict__", {}))


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _content(value: Any) -> Any:
    """A value as a file may hold it: plain values, and tensors on the CPU."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().clone()
    if isinstance(value, wp.array):
        return _tensor(value.numpy())
    if isinstance(value, np.ndarray):
        return _tensor(value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.random.Generator):
        return dict(value.bit_generator.state)
    if isinstance(value, torch.Generator):
        return value.get_state()
    if isinstance(value, (set, tuple, deque)):
        return sorted(value, key=repr) if isinstance(value, set) else list(value)
    return list(value) if isinstance(value, list) else value


def _is_ours(owner: Any) -> bool:
    return type(owner).__module__.partition(".")[0] == "pippin"


def _tensor(values: np.ndarray) -> torch.Tensor:
    """Tensor with the content of an array; of structs and what torch has no type for, the bytes."""
    values = np.ascontiguousarray(values)
    if values.dtype.kind in "biuf" and values.dtype.str[1:] not in ("u2", "u4", "u8"):
        return torch.from_numpy(values.copy())
    return torch.frombuffer(bytearray(values.tobytes()), dtype=torch.uint8) if values.nbytes else torch.zeros(0)


def _fingerprint(value: Any) -> Any:
    """What tells whether a value has changed."""
    content = _content(value)
    if isinstance(content, torch.Tensor):
        plain = torch.empty(content.numel(), dtype=content.dtype).copy_(content.reshape(-1))
        return str(content.dtype), tuple(content.shape), zlib.crc32(plain.view(torch.uint8).numpy().data)
    return repr(content)


def _equals(value: Any, content: Any) -> bool:
    return _fingerprint(value) == _fingerprint(content)


def _write_array(value: Any, content: Any) -> bool:
    """Write a content into an array or a generator that is there; False where it does not fit or is none."""
    if isinstance(value, np.random.Generator):
        value.bit_generator.state = content
    elif isinstance(value, torch.Generator):
        value.set_state(content)
    elif not isinstance(content, torch.Tensor):
        return False
    elif isinstance(value, torch.Tensor) and value.shape == content.shape and value.dtype == content.dtype:
        distinct = tuple(slice(0, 1) if stride == 0 else slice(None) for stride in value.stride())
        value[distinct].copy_(content[distinct])
    elif isinstance(value, wp.array) and value.size and _fits(content, value.numpy()):
        value.assign(_as_array(content, value.numpy()))
    elif isinstance(value, np.ndarray) and value.flags.writeable and _fits(content, value):
        value[...] = _as_array(content, value)
    else:
        return False
    return True


def _fits(content: torch.Tensor, like: np.ndarray) -> bool:
    """Whether a content is that of an array of the same shape and type: numbers of another would be wrong indices."""
    expected = _tensor(like)
    return content.shape == expected.shape and content.dtype == expected.dtype


def _as_array(content: torch.Tensor, like: np.ndarray) -> np.ndarray:
    values = content.numpy()
    if values.dtype != like.dtype or values.shape != like.shape:
        values = np.frombuffer(values.tobytes(), dtype=like.dtype).reshape(like.shape)
    return values


def _set(root: Any, path: Path, content: Any) -> None:
    """Put a value at a path where there is no array to write into; nothing happens where the path leads nowhere."""
    owner = root
    for step in path[:-1]:
        owner = dict(_parts(owner)).get(step)
        if owner is None:
            return
    last = path[-1]
    present = dict(_parts(owner)).get(last)
    if isinstance(present, wp.array) or (isinstance(present, np.ndarray) and _is_ours(owner)):
        return  # kernels and the engine hold its address: it is written to as it is, or not at all
    if isinstance(present, (set, list, deque)) and isinstance(content, list):
        present.clear()
        present.update(content) if isinstance(present, set) else present.extend(content)
        return
    if isinstance(present, (tuple, np.generic)):
        content = type(present)(content)
    elif isinstance(content, torch.Tensor) and isinstance(present, torch.Tensor):
        content = content.to(present.device)
    elif isinstance(content, torch.Tensor) and isinstance(present, np.ndarray):
        content = content.numpy().astype(present.dtype)
    if isinstance(owner, dict):
        key = next((key for key in owner if f"[{key!r}]".replace(" ", "") == last), last[2:-2])
        owner[key] = content
    elif isinstance(owner, (list, deque)):
        if int(last[1:-1]) < len(owner):
            owner[int(last[1:-1])] = content
    elif not isinstance(owner, (tuple, functools.partial, types.MethodType)):
        object.__setattr__(owner, last, content)
