"""The objects of a world by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from pippin.sim import delete_prim
from pippin.utils.checks import check_text

from .ground_plane import GroundPlane


class SceneObject(Protocol):
    """What a scene keeps."""

    @property
    def name(self) -> str:
        """Name that no other object of the scene has."""

    def initialize(self) -> None:
        """Connect to the engine that runs."""

    def post_reset(self) -> None:
        """Return to the default state."""


Object = TypeVar("Object", bound=SceneObject)


class ObjectScene:
    """Objects by their names. At each reset of the world they return to their default state."""

    def __init__(self) -> None:
        self._objects: dict[str, SceneObject] = {}

    def __iter__(self) -> Iterator[SceneObject]:
        return iter(self._objects.values())

    @property
    def object_names(self) -> list[str]:
        """Names of the objects, in the order in which they were added."""
        return list(self._objects)

    def add(self, obj: Object) -> Object:
        """Keep an object, and return it.

        Raises:
            ValueError: There is one of its name already.
        """
        check_text("name of the object", getattr(obj, "name", None))
        if obj.name in self._objects:
            raise ValueError(f"The scene has an object '{obj.name}' already: give this one another name.")
        self._objects[obj.name] = obj
        return obj

    def object_exists(self, name: str) -> bool:
        """Whether there is an object of that name."""
        check_text("name", name)
        return name in self._objects

    def get_object(self, name: str) -> SceneObject | None:
        """The object of that name; None where there is none."""
        check_text("name", name)
        return self._objects.get(name)

    def remove_object(self, name: str, registry_only: bool = False) -> None:
        """Forget an object, and take its prims off the stage.

        Args:
            name: Name of the object.
            registry_only: Leave its prims on the stage.

        Raises:
            ValueError: There is no object of that name.
        """
        check_text("name", name)
        if name not in self._objects:
            raise ValueError(f"The scene has no object '{name}'; there are: {', '.join(self._objects) or 'none'}.")
        obj = self._objects.pop(name)
        if not registry_only:
            paths = getattr(obj, "prim_paths", None) or [getattr(obj, "prim_path", "")]
            delete_prim([path for path in paths if path])

    def clear(self, registry_only: bool = False) -> None:
        """Forget all objects, and take their prims off the stage unless ``registry_only``."""
        for name in self.object_names:
            self.remove_object(name, registry_only)

    def add_ground_plane(
        self,
        size: float | None = None,
        z_position: float = 0.0,
        name: str = "ground_plane",
        prim_path: str = "/World/groundPlane",
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.0,
        color: tuple[float, float, float] | None = None,
    ) -> GroundPlane:
        """Make a ground plane and keep it; see :class:`GroundPlane`."""
        return self.add(
            GroundPlane(
                prim_path,
                name,
                size,
                z_position,
                color=color,
                static_friction=static_friction,
                dynamic_friction=dynamic_friction,
                restitution=restitution,
            )
        )

    def initialize(self) -> None:
        """Let all objects connect to the engine that runs."""
        for obj in self._objects.values():
            obj.initialize()

    def post_reset(self) -> None:
        """Let all objects return to their default state."""
        for obj in self._objects.values():
            obj.post_reset()
