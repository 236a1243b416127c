"""Properties that hand out an asset's arrays: one pattern for all quantities of the data classes.

===========================  ==========================================================================================
:func:`computed`             a quantity that is computed when it is read and older than the state of the simulation
:func:`loaded`               a property of the model that is read from the engine once and then kept by the asset
:class:`Stored`              an array that users and assets write into
:class:`Part`                position or orientation of poses, linear or angular part of velocities: the same memory
:class:`PerBody`             a root's quantity as that of its only body: the same memory
:class:`Shorthand`           another name of a property
===========================  ==========================================================================================

Each property states the shape of its array, and hands out one :class:`~pippin.utils.ProxyArray` for the life of the
data object: its memory never moves,
so that captured graphs and tensors that users keep stay valid. What they keep is brought up to date by reading the
property again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import warp as wp

from pippin.utils import ProxyArray, TimestampedBuffer
from pippin.utils.array_views import as_column, view_of

if TYPE_CHECKING:
    from .written import Written

Axis = str | int
"""A dimension after that of the instances: "bodies", "joints", "fixed_tendons", "spatial_tendons", "jacobian_bodies",
"coordinates" (those of articulations' matrices), or a fixed size."""


class ArrayData:
    """Base of the data classes: the view of the engine, and the arrays made so far.

    Args:
        root_view: View of the asset's instances.
        device: Warp device of the arrays.
    """

    def __init__(self, root_view: Any, device: str) -> None:
        self.device = device
        self._root_view: Any | None = root_view
        self._scene: Any = None if root_view is None else root_view.scene
        self.is_held = False
        """Whether computed quantities stay what they were through steps, until the asset's ``update()``."""
        self._updated = {"version": 0}  # at the last update; no number that graphs would advance
        self._buffers: dict[str, TimestampedBuffer[ProxyArray]] = {}
        self._defaults: dict[str, ProxyArray] = {}

    @property
    def root_view(self) -> Any:
        """View of the engine.

        Raises:
            RuntimeError: The simulation was stopped since.
        """
        if self._root_view is None:
            raise RuntimeError("The simulation was stopped, and its state is gone: read the asset's data after play.")
        return self._root_view

    def invalidate(self) -> None:
        """Let go of the engine: from now on reading raises RuntimeError."""
        self._root_view = None
        self._buffers.clear()
        self._defaults.clear()

    def buffers_of(self, *names: str) -> list[TimestampedBuffer[ProxyArray]]:
        """Arrays of computed quantities, for those who write them directly and then set their timestamps."""
        for name in names:
            getattr(self, name)  # makes the array where it was not asked for yet
        return [self._buffers[name] for name in names]

    def default_of(self, name: str) -> ProxyArray:
        """Copy of a property that is made at the first call, which comes before the property is changed."""
        if name not in self._defaults:
            self._defaults[name] = ProxyArray(wp.clone(getattr(self, name).warp))
        return self._defaults[name]

    def kept(self, name: str) -> wp.array:
        """What the asset keeps of a property, for those who know the view alone."""
        return getattr(self, name).warp

    def reload(self, name: str) -> None:
        """Read a property of the model again: it was changed through the view of the engine."""
        buffer, prop = self._buffers.get(name), getattr(type(self), name, None)
        if buffer is not None and isinstance(prop, Loaded):
            self.default_of(name)
            assert buffer.data is not None
            prop.load(self, buffer.data.warp)

    def has_entries(self, quantity: ArrayProperty) -> bool:
        """Whether there is any number of a quantity: an articulation without tendons has none of theirs."""
        return all(self._size(axis) > 0 for axis in quantity.axes)

    def _size(self, axis: Axis) -> int:
        """Number of entries along an axis."""
        if isinstance(axis, int):
            return axis
        view = self.root_view
        if axis.endswith("tendons"):
            return getattr(view, axis).num_tendons
        if axis in ("jacobian_bodies", "coordinates"):
            return view.dynamics.jacobian_shape[0 if axis == "jacobian_bodies" else 2]
        return {"bodies": view.num_links, "joints": getattr(view, "num_joints", 0)}[axis]

    def _allocate(self, dtype: Any, axes: tuple[Axis, ...]) -> ProxyArray:
        """Array of zeros with the instances as its first dimension."""
        shape = (self.root_view.count, *(self._size(axis) for axis in axes))
        return ProxyArray(wp.zeros(shape, dtype=dtype, device=self.device))


class ArrayProperty(property):
    """Property whose value is a :class:`~pippin.utils.ProxyArray`, with a docstring of its own.

    Attributes:
        written: How programs write it; None where they do not.
        dtype: Warp type of an element.
        axes: Dimensions after that of the instances.
    """

    dtype: Any = None
    axes: tuple[Axis, ...] = ()

    def __init__(self, doc: str | None, written: Written | None = None) -> None:
        super().__init__(self.read, doc=doc)
        self.__doc__ = doc  # that of the class would hide it
        self.written = written

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    if TYPE_CHECKING:

        @overload
        def __get__(self, data: None, owner: type) -> ArrayProperty: ...

        @overload
        def __get__(self, data: Any, owner: type | None = None) -> ProxyArray: ...

        def __get__(self, data: Any, owner: type | None = None) -> Any: ...

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object."""
        raise NotImplementedError

    def written_as(self, written: Written) -> ArrayProperty:
        """The same quantity, for a class of data whose programs write it.

        Args:
            written: How they do.
        """
        raise NotImplementedError(f"A {type(self).__name__} is no quantity of its own: write the one that it is of.")


class Stored(ArrayProperty):
    """Array that keeps what is written into it, zeros at first.

    Args:
        dtype: Warp type of an element.
        *axes: Dimensions after that of the instances.
        doc: Docstring.
        written: How programs write it; None where they do not, or do it in place.
    """

    def __init__(self, dtype: Any, *axes: Axis, doc: str, written: Written | None = None) -> None:
        super().__init__(doc, written)
        self.dtype = dtype
        self.axes = axes

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object, made at the first reading."""
        buffer = data._buffers.get(self.name)
        if buffer is None:
            buffer = data._buffers[self.name] = TimestampedBuffer(data._allocate(self.dtype, self.axes))
        return buffer.data  # type: ignore[return-value]  # None where there is nothing to measure yet


class Loaded(ArrayProperty):
    """Property of the model that is read from the engine once; made by :func:`loaded`."""

    def __init__(
        self,
        load: Callable[[Any, wp.array], object],
        dtype: Any,
        axes: tuple[Axis, ...],
        written: Written | None = None,
    ) -> None:
        super().__init__(load.__doc__, written)
        self.load = load
        self.dtype = dtype
        self.axes = axes

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object, loaded at the first reading."""
        buffer = data._buffers.get(self.name)
        if buffer is None:
            array = data._allocate(self.dtype, self.axes)
            self.load(data, array.warp)
            buffer = data._buffers[self.name] = TimestampedBuffer(array)
        assert buffer.data is not None
        return buffer.data


def loaded(
    dtype: Any, *axes: Axis, written: Written | None = None
) -> Callable[[Callable[[Any, wp.array], object]], Loaded]:
    """Make a method ``load(self, out)`` a property that is read from the engine once.

    From then on the asset, which is the only one that changes it, writes into the array whatever it tells the engine.

    Args:
        dtype: Warp type of an element.
        *axes: Dimensions after that of the instances.
        written: How programs write it; None where they do not.
    """

    def decorate(load: Callable[[Any, wp.array], object]) -> Loaded:
        return Loaded(load, dtype, axes, written)

    return decorate


class Computed(ArrayProperty):
    """Quantity that a method computes into the property's array; made by :func:`computed`."""

    def __init__(
        self,
        compute: Callable[[Any, wp.array], object],
        dtype: Any,
        axes: tuple[Axis, ...],
        each_time: bool,
        written: Written | None = None,
    ) -> None:
        super().__init__(compute.__doc__, written)
        self._compute = compute
        self._each_time = each_time
        self.dtype = dtype
        self.axes = axes

    def written_as(self, written: Written) -> Computed:
        """The same quantity, for a class of data whose programs write it.

        Args:
            written: How they do.
        """
        return Computed(self._compute, self.dtype, self.axes, self._each_time, written)

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object, computed again if the state has changed since it was."""
        buffer = data._buffers.get(self.name)
        if buffer is not None and buffer.timestamp == data._scene.state_version and not self._each_time:
            return buffer.data  # type: ignore[return-value]  # it was computed, so it is there
        scene = data.root_view.scene
        held_from = max(data._updated["version"], scene.written_version) if data.is_held else scene.state_version
        if buffer is not None and buffer.timestamp >= held_from and not self._each_time:
            return buffer.data  # type: ignore[return-value]
        version = scene.state_version
        if buffer is None:
            buffer = data._buffers[self.name] = TimestampedBuffer(data._allocate(self.dtype, self.axes))
        assert buffer.data is not None
        self._compute(data, buffer.data.warp)
        buffer.timestamp = version
        return buffer.data


def computed(
    dtype: Any, *axes: Axis, each_time: bool = False, written: Written | None = None
) -> Callable[[Callable[[Any, wp.array], object]], Computed]:
    """Make a method ``compute(self, out)`` a property that is computed when it is read and out of date.

    The method fills ``out`` of shape (num_instances, *axes) and writes nothing else. Out of date is what was computed
    before the last step or write of the scene.

    Args:
        dtype: Warp type of an element.
        *axes: Dimensions after that of the instances.
        each_time: Whether it is computed at each reading, as properties of the model that it depends on may change
            between two states.
        written: How programs write it; None where they do not.
    """

    def decorate(compute: Callable[[Any, wp.array], object]) -> Computed:
        return Computed(compute, dtype, axes, each_time, written)

    return decorate


_PARTS: dict[str, tuple[Any, int]] = {
    "position": (wp.vec3f, 0),
    "orientation": (wp.quatf, 12),
    "linear": (wp.vec3f, 0),
    "angular": (wp.vec3f, 12),
    "pose": (wp.transformf, 0),
    "velocity": (wp.spatial_vectorf, 28),
}
"""For each part: its type, and where it begins in the whole [bytes]."""


class Part(ArrayProperty):
    """Strided view of one part of another property's elements.

    Args:
        source: Name of the property with the whole.
        part: "position" or "orientation" of poses, "linear" or "angular" of velocities, "pose" or "velocity" of states
            of 13 numbers.
        doc: Docstring.
    """

    def __init__(self, source: str, part: str, doc: str) -> None:
        super().__init__(doc)
        self._source = source
        self._dtype, self._offset = _PARTS[part]

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object: the memory of the whole, which is brought up to date first."""
        whole = getattr(data, self._source).warp
        buffer = data._buffers.get(self.name)
        if buffer is None:
            dimensions = whole.ndim - 1 if whole.dtype == wp.float32 else whole.ndim
            view = view_of(whole, self._dtype, whole.shape[:dimensions], whole.strides[:dimensions], self._offset)
            buffer = data._buffers[self.name] = TimestampedBuffer(ProxyArray(view))
        assert buffer.data is not None
        return buffer.data


class PerBody(ArrayProperty):
    """A root's quantity seen as that of its only body: shape (N, 1) on the same memory.

    Args:
        source: Name of the root's property.
        doc: Docstring.
    """

    def __init__(self, source: str, doc: str) -> None:
        super().__init__(doc)
        self._source = source

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of one data object: the memory of the root's, which is brought up to date first."""
        whole = getattr(data, self._source).warp
        buffer = data._buffers.get(self.name)
        if buffer is None:
            buffer = data._buffers[self.name] = TimestampedBuffer(ProxyArray(as_column(whole)))
        assert buffer.data is not None
        return buffer.data


class Shorthand(ArrayProperty):
    """Another name of a property.

    Args:
        source: The property's name.
    """

    def __init__(self, source: str) -> None:
        super().__init__(f"Shorthand for :attr:`{source}`.")
        self._source = source

    def read(self, data: ArrayData) -> ProxyArray:
        """Array of the property."""
        return getattr(data, self._source)
