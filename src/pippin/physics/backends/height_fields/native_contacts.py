"""Contacts with height fields on native MuJoCo, in place of its own.

MuJoCo calls a function of its public table ``mjCOLLISIONFUNC`` for each pair of geometries that may touch. The one for
height fields is replaced by a small one in C++, which Warp compiles: it takes the poses of the pair from the engine, in
double precision, has the contacts found by the same functions as on MuJoCo Warp, and writes them where the engine wants
them. That goes for the models of Pippin's scenes, which it knows by their names; others go to the engine's function.
"""

from __future__ import annotations

import ctypes
import logging
import weakref
from functools import cache
from types import SimpleNamespace

import mujoco
import numpy as np
import warp as wp

from ...native_internals import collision_functions, entry_of, place_of, place_of_names
from ...structures import filled
from .convex_shapes import MESH, Hulls, contacts_of_convex_shape
from .native_source import ARGUMENTS, COLLIDE, DATA_FIELDS, MODEL_FIELDS, MOST_WORDS, WORDS
from .pairs import MOST_CONTACTS, Found, Pair, bounded
from .round_shapes import contacts_of_capsule, contacts_of_sphere
from .surface import BLOCK, Fields, surface_of
from .tables import highest_blocks, hulls_of

logger = logging.getLogger("pippin")

_HFIELD = int(mujoco.mjtGeom.mjGEOM_HFIELD)
SPHERE = wp.constant(int(mujoco.mjtGeom.mjGEOM_SPHERE))
CAPSULE = wp.constant(int(mujoco.mjtGeom.mjGEOM_CAPSULE))
_SHAPES = SPHERE, CAPSULE, int(mujoco.mjtGeom.mjGEOM_BOX), int(mujoco.mjtGeom.mjGEOM_CYLINDER), MESH


@wp.struct
class Question:
    """A shape above a height field; every member has four bytes, as the C++ below knows."""

    type: int
    geom: int
    field: int
    row: int  # of the cell below the shape's position
    column: int
    corner: wp.vec3  # of that cell, from the shape's position
    rotation: wp.mat33
    size: wp.vec3
    box_center: wp.vec3
    box_half: wp.vec3
    reach: float


@wp.kernel(enable_backward=False)
def find_contacts(
    questions: wp.array(dtype=Question),
    fields: Fields,
    hulls: Hulls,
    count: wp.array(dtype=int),
    found: wp.array(dtype=float),
):
    """Find the contacts of one shape with a height field: how many, and of each the distance, point and normal."""
    question = questions[0]
    pair = Pair()
    pair.geoms = wp.vec2i(-1, question.geom)
    pair.reach = question.reach
    pair.rotation = question.rotation
    pair.box_center = question.box_center
    pair.box_half = question.box_half
    pair.surface = surface_of(fields, question.field)
    pair.surface.row = question.row
    pair.surface.column = question.column
    pair.surface.corner = question.corner
    pair = bounded(pair, fields, question.field)
    contacts = Found()
    if pair.is_near:
        if question.type == SPHERE:
            contacts = contacts_of_sphere(pair, question.size[0])
        elif question.type == CAPSULE:
            contacts = contacts_of_capsule(pair, question.size)
        else:
            contacts = contacts_of_convex_shape(pair, question.type, question.size, hulls, 0, 1)
    count[0] = contacts.count
    index = wp.int32(0)
    while index < contacts.count:
        found[7 * index] = contacts.distances[index]
        for axis in range(3):
            found[7 * index + 1 + axis] = contacts.points[index, axis]
            found[7 * index + 4 + axis] = contacts.normals[index, axis]
        index += 1


@wp.func_native(
    COLLIDE.substitute({w: i for i, w in enumerate(WORDS)}, most=MOST_CONTACTS, most_words=MOST_WORDS, block=int(BLOCK))
)
def function_of(words: wp.int64) -> wp.int64:
    """Compile the function for the table, which reads what it is told from an address; gives its own."""
    ...


@wp.kernel(enable_backward=False)
def make_function(words: wp.int64, function: wp.array(dtype=wp.int64)):
    """Give the address of the function for MuJoCo's table, which reads what it has to know from another address."""
    function[0] = function_of(words)


class _Table:
    """The function in MuJoCo's table, and the scenes whose contacts it finds."""

    def __init__(self) -> None:
        model = mujoco.MjModel.from_xml_string(_ANY_MODEL)
        data = mujoco.MjData(model)
        if model.geom_size.dtype != np.float64:
            raise ValueError("MuJoCo is built for single precision.")
        places = {
            name: place_of(data if name in DATA_FIELDS else model, name) for name in (*MODEL_FIELDS, *DATA_FIELDS)
        }
        kernel, self._compiled = entry_of(find_contacts)
        functions = collision_functions()
        row = _HFIELD * int(mujoco.mjtGeom.mjNGEOMTYPES)
        places |= {"names": place_of_names(model), "engine": functions[row + _SHAPES[0]], "kernel": kernel}
        self._words = np.array([places.get(name, 0) for name in WORDS], dtype=np.int64)
        self._scenes: list[np.ndarray] = []
        self._memory: list[object] = []  # small, and perhaps being read on another thread: kept to the end
        function = wp.zeros(1, dtype=wp.int64, device="cpu")
        wp.launch(make_function, dim=1, inputs=[self._words.ctypes.data], outputs=[function], device="cpu")
        _, self._compiled_function = entry_of(make_function)
        for shape in _SHAPES:
            functions[row + shape] = int(function.numpy()[0])

    def add(self, name: str, arguments: list[bytes], fields: Fields) -> np.ndarray:
        """Find the contacts of the model of a name from now on, by a kernel with these arguments."""
        starts = np.cumsum([0, *map(len, arguments)])
        assert starts[-1] <= 8 * MOST_WORDS
        self._words[[WORDS.index(word) for word in ARGUMENTS]] = starts[[-1, 3, 4]]
        texts = [ctypes.create_string_buffer(text) for text in (name.encode(), b"".join(arguments))]
        blocks = fields.block_adr.ptr, fields.block_heights.ptr
        scene = np.array([self._words[-1], *map(ctypes.addressof, texts), *blocks], dtype=np.int64)
        self._memory += [scene, texts, fields]
        self._scenes.append(scene)
        self._words[-1] = scene.ctypes.data
        return scene

    def remove(self, scene: np.ndarray) -> None:
        """Leave a scene's contacts to the engine."""
        self._scenes = [other for other in self._scenes if other is not scene]
        after = 0
        for other in self._scenes:  # each points to the one that was there before it
            other[0] = after
            after = other.ctypes.data
        self._words[-1] = after


_ANY_MODEL = """
<mujoco model="any">
  <asset><hfield name="field" nrow="2" ncol="2" size="1 1 1 1"/></asset>
  <worldbody><geom type="hfield" hfield="field"/><body><freejoint/><geom size="1"/></body></worldbody>
</mujoco>"""


@cache
def _table() -> _Table | None:
    try:
        return _Table()
    except (AttributeError, OSError, ValueError) as error:
        logger.warning("Contacts with height fields are MuJoCo's own, which are slower: %s", error)
        return None


class NativeFieldContacts:
    """Keeps what Pippin needs to find the contacts of a scene; once it is gone, the engine finds them itself.

    Args:
        native: The model of the scene.
        table: Where it is entered.
    """

    def __init__(self, native: mujoco.MjModel, table: _Table) -> None:
        self._fields = _fields_of(native)
        geoms = np.flatnonzero((native.geom_contype | native.geom_conaffinity) != 0)
        self._hulls = hulls_of(native, np.union1d(geoms, [*native.pair_geom1, *native.pair_geom2]).astype(int), "cpu")
        self._model = native  # whose heights are read where they are
        places = [wp.empty(1, dtype=kind, device="cpu") for kind in (Question, int)]
        places.append(wp.empty(7 * MOST_CONTACTS, dtype=float, device="cpu"))
        parts = [places[0], self._fields, self._hulls, *places[1:]]
        scene = table.add(
            native.names.split(b"\0", 1)[0].decode(), [bytes(part.__ctype__()) for part in parts], self._fields
        )
        weakref.finalize(self, table.remove, scene)


def _fields_of(native: mujoco.MjModel) -> Fields:
    """Height fields of a model as kernels take them; the heights are where the model has them."""
    numbers = {name: getattr(native, name) for name in ("hfield_nrow", "hfield_ncol", "hfield_adr")}
    arrays = {name: wp.array(values, dtype=int, device="cpu") for name, values in numbers.items()}
    arrays["hfield_size"] = wp.array(native.hfield_size, dtype=wp.vec4, device="cpu")
    arrays["hfield_data"] = wp.array(native.hfield_data, dtype=float, device="cpu", copy=False)
    arrays["block_adr"], arrays["block_heights"] = highest_blocks(native, "cpu")
    return filled(Fields, SimpleNamespace(**arrays))


def take_over_fields(native: mujoco.MjModel) -> NativeFieldContacts | None:
    """Let Pippin find the contacts of spheres, capsules, boxes, cylinders and hulls with the height fields of a model.

    Args:
        native: The model, whose name no other has; copies of it are treated the same.

    Returns:
        What has to be kept as long as the model is stepped, or None where the engine finds contacts itself.
    """
    table = _table() if native.nhfield else None
    return None if table is None else NativeFieldContacts(native, table)
