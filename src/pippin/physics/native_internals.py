"""Where native MuJoCo and Warp keep what they do not hand to Python, in one place: their next versions may move it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import warp as wp

_WORD = ctypes.sizeof(ctypes.c_void_p)


def _library() -> ctypes.CDLL:
    """MuJoCo's library.

    Raises:
        OSError: It is not where the Python package has it.
    """
    folder = Path(mujoco.__file__).parent
    for library in sorted([*folder.glob("libmujoco*"), *folder.glob("mujoco.dll")]):
        return ctypes.CDLL(str(library))
    raise OSError(f"There is no library of MuJoCo in {folder}.")


@cache
def collision_functions() -> ctypes.Array[ctypes.c_void_p]:
    """MuJoCo's table of functions that collide two types of geometries (``mjCOLLISIONFUNC``), row by row.

    Raises:
        OSError: The library is not where the Python package has it.
        ValueError: It does not publish the table.
    """
    number = int(mujoco.mjtGeom.mjNGEOMTYPES)
    return (ctypes.c_void_p * number**2).in_dll(_library(), "mjCOLLISIONFUNC")


def engine_function(name: str) -> int:
    """Address of a function of MuJoCo's.

    Raises:
        OSError: The library is not where the Python package has it.
        AttributeError: It has no such function.
    """
    return ctypes.cast(getattr(_library(), name), ctypes.c_void_p).value or 0


def place_of(owner: mujoco.MjModel | mujoco.MjData, field: str) -> int:
    """Byte at which the C structure of a model or its data points to the values of an array.

    Raises:
        ValueError: It does so nowhere, or the array is empty.
        OSError: How large the structure is cannot be told, so that nobody may look at it.
    """
    values = getattr(owner, field)
    places = np.flatnonzero(_words_at(owner._address) == values.ctypes.data) if values.size else np.zeros(0, dtype=int)
    if not places.size:
        raise ValueError(f"'{field}' is nowhere in MuJoCo's structure; expected a version whose fields Pippin knows.")
    # Empty arrays right before it point to the same place: it is the last of those that follow each other.
    gaps = np.flatnonzero(np.diff(places) > 1)
    return _WORD * int(places[gaps[0]] if gaps.size else places[-1])


def place_of_contacts(data: mujoco.MjData, fields: Sequence[str]) -> dict[str, int]:
    """Where the structure of a data points to its contacts ("contact"), how long one is, and its fields in it [bytes].

    Raises:
        ValueError: The structure points to them nowhere, or there is no contact.
        OSError: How large the structure is cannot be told.
    """
    contacts = data.contact
    if not contacts.dist.size:
        raise ValueError("There is no contact.")
    first = contacts.dist.ctypes.data  # of the first field
    found = np.flatnonzero(_words_at(data._address) == first)
    if not found.size:
        raise ValueError("MuJoCo's structure does not point to its contacts by their first field, the distance.")
    places = {name: getattr(contacts, name).ctypes.data - first for name in fields}
    return places | {"contact": _WORD * int(found[0]), "contact_bytes": contacts.geom.strides[0]}


def place_of_number(examples: Sequence[mujoco.MjData], field: str) -> int:
    """Byte at which the C structure of a data has a whole number, in which the examples differ.

    Raises:
        ValueError: They have it nowhere, or have the same numbers elsewhere, too.
        OSError: How large the structure is cannot be told.
    """
    size = ctypes.sizeof(ctypes.c_int)
    blocks = [
        np.ctypeslib.as_array((ctypes.c_int * (_bytes_at(data._address) // size)).from_address(data._address))
        for data in examples
    ]
    shortest = min(map(len, blocks))
    alike = np.all([block[:shortest] == getattr(data, field) for block, data in zip(blocks, examples, strict=True)], 0)
    (places,) = np.nonzero(alike)
    if len(places) != 1:
        raise ValueError(f"MuJoCo's structure has '{field}' at {len(places)} places; expected one.")
    return size * int(places[0])


def _words_at(address: int) -> np.ndarray:
    """The words of the memory at an address, uint64, without a copy.

    Raises:
        OSError: How large it is cannot be told.
    """
    return np.ctypeslib.as_array((ctypes.c_size_t * (_bytes_at(address) // _WORD)).from_address(address))


def _bytes_at(address: int) -> int:
    """How many bytes were allocated at an address, as the C library knows.

    Raises:
        OSError: It does not say so.
    """
    names = {"linux": "malloc_usable_size", "darwin": "malloc_size"}
    if sys.platform not in names:
        raise OSError(f"'{sys.platform}' has no C library that tells how much memory is at an address.")
    size_of = getattr(ctypes.CDLL(None), names[sys.platform])
    size_of.restype, size_of.argtypes = ctypes.c_size_t, [ctypes.c_void_p]
    return size_of(address)


def place_of_names(model: mujoco.MjModel) -> int:
    """Byte at which the C structure of a model points to its names, the first of which is the model's own.

    Raises:
        ValueError: They are not before the table that finds them.
    """
    place = place_of(model, "names_map") - _WORD
    start = ctypes.c_size_t.from_address(model._address + place).value
    names = model.names
    if (
        not 0 <= model.names_map.ctypes.data - start - len(names) < 1 << 12
        or ctypes.string_at(start, len(names)) != names
    ):
        raise ValueError("MuJoCo's structure does not point to 'names' before 'names_map'.")
    return place


def entry_of(kernel: wp.Kernel) -> tuple[int, object]:
    """Address of a kernel as compiled for a CPU, and what has to be kept for it to stay there.

    Raises:
        ValueError: Warp has not compiled it.
    """
    compiled = kernel.module.load(wp.get_device("cpu"), block_dim=1)
    forward = compiled.get_kernel_hooks(kernel).forward if compiled is not None else None
    if forward is None:
        raise ValueError(f"Warp did not compile kernel '{kernel.key}'.")
    return ctypes.cast(forward, ctypes.c_void_p).value or 0, compiled
