"""Which entity of the scene, and which of its joints and bodies, a term is about."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import torch

from pippin.utils import configclass

if TYPE_CHECKING:
    from pippin.scene import InteractiveScene

Ids = list[int] | slice | torch.Tensor
"""Indices of joints, bodies, tendons or objects."""

IDS_ON_DEVICE = True
"""Whether managers turn lists of ids into tensors on the device. Older dialects have lists."""

_SELECTIONS = {
    # what is selected: methods that find it, names of all there are, how many there are
    "joint": (("find_joints",), "joint_names", ("num_joints",)),
    "fixed_tendon": (("find_fixed_tendons",), "fixed_tendon_names", ("num_fixed_tendons",)),
    "body": (("find_sensors", "find_bodies"), "body_names", ("num_sensors", "num_bodies")),
    "object_collection": (("find_objects",), "object_names", ()),
}
"""How each kind of selection is looked up at an entity. Contact sensors have sensors where assets have bodies."""


@configclass
class SceneEntityCfg:
    """An entity of the scene by name, and a selection of its joints, bodies, fixed tendons or objects.

    Selections are given by names or by ids; :meth:`resolve` fills in the other. Managers then call :meth:`finalize`,
    after which terms index with tensors on the device, which a GPU need not wait for.
    """

    name: str = MISSING
    """Name of the entity in the config of the scene."""

    joint_names: str | list[str] | None = None
    """Names of joints, or regular expressions; None selects all."""

    joint_ids: Ids = slice(None)
    """Indices of the joints."""

    fixed_tendon_names: str | list[str] | None = None
    """Names of fixed tendons, or regular expressions; None selects all."""

    fixed_tendon_ids: Ids = slice(None)
    """Indices of the fixed tendons."""

    body_names: str | list[str] | None = None
    """Names of bodies, or regular expressions; None selects all."""

    body_ids: Ids = slice(None)
    """Indices of the bodies."""

    object_collection_names: str | list[str] | None = None
    """Names of objects of a collection, or regular expressions; None selects all."""

    object_collection_ids: Ids = slice(None)
    """Indices of the objects."""

    preserve_order: bool = False
    """Whether indices follow the order of the names given here, not that of the entity."""

    def resolve(self, scene: InteractiveScene) -> None:
        """Fill in ids for names, and names for ids.

        Args:
            scene: Scene that has the entity.

        Raises:
            ValueError: The scene has no such entity, the entity has no such joint or body, or names and ids are both
                given and name different ones.
        """
        if self.name not in scene.keys():  # noqa: SIM118  scenes are no mappings
            raise ValueError(
                f"The scene has no entity '{self.name}'; it has: {', '.join(sorted(scene.keys())) or 'none'}."
            )
        for kind in filter(self._selects, _SELECTIONS):
            self._resolve_selection(kind, scene[self.name])

    def finalize(self, device: str | torch.device) -> None:
        """Turn lists of ids into tensors of int64 on a device. Slices stay; calling it again does nothing.

        Args:
            device: Torch device of the entity's data.
        """
        for kind in _SELECTIONS:
            ids = getattr(self, f"{kind}_ids")
            if not isinstance(ids, (slice, torch.Tensor)):
                setattr(self, f"{kind}_ids", torch.tensor(ids, dtype=torch.long, device=device))

    def _selects(self, kind: str) -> bool:
        """Whether names or ids of a kind are given."""
        ids = getattr(self, f"{kind}_ids")
        return getattr(self, f"{kind}_names") is not None or isinstance(ids, torch.Tensor) or ids != slice(None)

    def _resolve_selection(self, kind: str, entity: Any) -> None:
        names, ids = getattr(self, f"{kind}_names"), getattr(self, f"{kind}_ids")
        names = [names] if isinstance(names, str) else names
        ids = [ids] if isinstance(ids, int) else ids
        has_ids = isinstance(ids, torch.Tensor) or ids != slice(None)
        methods, all_names, counts = _SELECTIONS[kind]
        if names is None:
            names = (
                [_names(self.name, entity, all_names)[index] for index in range(10**6)[ids]]
                if isinstance(ids, slice)
                else [_names(self.name, entity, all_names)[int(index)] for index in ids]
            )
        else:
            found = self._find(entity, methods, names, kind)
            if has_ids:
                self._require_equal(kind, names, found, ids, _names(self.name, entity, all_names))
            elif counts and names == _names(self.name, entity, all_names) and len(found) == _first(entity, counts):
                found = slice(None)  # which indexes without a copy
            ids = found
        setattr(self, f"{kind}_names", names)
        setattr(self, f"{kind}_ids", ids)

    def _find(self, entity: Any, methods: tuple[str, ...], names: list[str], kind: str) -> Any:
        find = next((getattr(entity, method) for method in methods if hasattr(entity, method)), None)
        if find is None:
            raise ValueError(f"'{self.name}' is a {type(entity).__name__}, which has no {kind}: leave out {names}.")
        return find(names, preserve_order=self.preserve_order)[0]

    def _require_equal(self, kind: str, names: list[str], found: list[int], ids: Any, all_names: list[str]) -> None:
        named = [all_names[int(index)] for index in ids]
        if list(found) != [int(index) for index in ids] or named != names:
            raise ValueError(
                f"{kind}_names {names} and {kind}_ids {list(ids)} of '{self.name}' are not consistent: the names have "
                f"the ids {list(found)}, the ids the names {named}; give one of the two."
            )


def _names(entity_name: str, entity: Any, attribute: str) -> list[str]:
    names = getattr(entity, attribute, None)
    if names is None:
        raise ValueError(
            f"'{entity_name}' is a {type(entity).__name__}, which has no '{attribute}'; expected an entity "
            "that has: leave out what selects from them."
        )
    return names


def _first(entity: Any, attributes: tuple[str, ...]) -> int:
    return next(getattr(entity, attribute) for attribute in attributes if hasattr(entity, attribute))
