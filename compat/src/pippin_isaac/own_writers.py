"""Writers of assets that a class of a version 2 program overrides, reached by what Pippin itself writes.

Events, actions and scenes of version 2 call one method for each quantity, which a program may override; Pippin's
call the newer ones. The object behind such a class is of a class that is made here, whose newer methods call the
override, with arguments of the dialect. What the override calls of its base class writes, as ever.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

import torch
import warp as wp

import pippin.assets
from pippin.utils import ProxyArray

from .fields import parameter_layout
from .tables.older_names import CALLS

STATE, POSITION, VELOCITY = (f"write_joint_{name}_to_sim" for name in ("state", "position", "velocity"))
BY_WAY_OF = {
    "write_root_pose_to_sim": "write_root_link_pose_to_sim",
    "write_root_velocity_to_sim": "write_root_com_velocity_to_sim",
}
"""Methods that call another in version 2, whose override is reached by both."""

_SETTINGS = ("full_data", "skip_forward")


def reached_writers(newer: type, names: Collection[str]) -> frozenset[str]:
    """Those of the older methods of a class of Pippin that what Pippin writes can reach."""
    rows = _older_rows(newer)
    return frozenset(name for name in names if rows.get(name) == f"{name}_index" or (name == STATE and STATE in rows))


@functools.cache
def class_with_own_writers(newer: type, own: frozenset[str]) -> type:
    """Make the class of objects whose facade overrides older methods.

    Args:
        newer: Class of Pippin.
        own: Names of the older methods, as :func:`reached_writers` gives them.
    """
    namespace: dict[str, Any] = {"__doc__": newer.__doc__, "__module__": __name__, "_inside": frozenset()}
    for name, newer_name in _older_rows(newer).items():
        overrides = tuple(each for each in (name, BY_WAY_OF.get(name)) if each in own)
        of_state = STATE in own and name in (POSITION, VELOCITY)
        if newer_name == f"{name}_index" and (overrides or of_state):
            namespace[name] = _inside_of(name, getattr(newer, name))
            namespace[newer_name] = _calling(overrides, getattr(newer, newer_name))
    if STATE in own:
        namespace[STATE] = _inside_of(STATE, getattr(newer, STATE))
        namespace |= _calling_with_both(newer, namespace)
    for newer_name in [name for name in namespace if name.endswith("_index")]:
        namespace[newer_name.removesuffix("_index") + "_mask"] = _by_mask(newer_name)
    return type(newer.__name__, (newer,), namespace)


def _older_rows(newer: type) -> dict[str, Any]:
    """What the older methods of a class call, by name."""
    classes = CALLS["pippin.assets"]
    rows = next((rows for name, rows in classes.items() if issubclass(newer, getattr(pippin.assets, name))), {})
    return {row.partition("(")[0]: calls for row, calls in rows.items()}


def _inside_of(name: str, method: Callable) -> Callable:
    """An older method that tells those which it calls that they are called by it."""

    @functools.wraps(method)
    def write(self: Any, *args: Any, **kwargs: Any) -> Any:
        outer = self._inside
        self._inside = outer | {name}
        try:
            return method(self, *args, **kwargs)
        finally:
            self._inside = outer

    return write


def _calling(overrides: tuple[str, ...], method: Callable) -> Callable:
    """A newer method that calls the first override which does not call it itself, or else writes."""

    @functools.wraps(method)
    def write(self: Any, **given: Any) -> None:
        facade, name = self._facade(), next((each for each in overrides if each not in self._inside), None)
        if facade is None or name is None:
            method(self, **given)
        else:
            _call_override(self, facade, name, given)

    return write


def _calling_with_both(newer: type, hooks: dict[str, Any]) -> dict[str, Callable]:
    """Newer methods for positions and velocities, of which version 2 writes both by one method.

    What writes both writes the positions first. With the velocities of the same joints the positions are what they were
    before, and the override gets both.
    """
    position_name, velocity_name = f"{POSITION}_index", f"{VELOCITY}_index"
    write_position: Callable = getattr(newer, position_name)
    alone = {name: hooks[name] for name in (position_name, velocity_name)}

    def position(self: Any, **given: Any) -> None:
        if self._inside or self._facade() is None:
            alone[position_name](self, **given)
            return
        before = self.data.joint_pos.torch.clone()
        write_position(self, **given)
        self._awaited = given, before

    def velocity(self: Any, **given: Any) -> None:
        (first, before), self._awaited = vars(self).get("_awaited") or (None, None), None
        is_same = first is not None and all(first.get(name) is given.get(name) for name in ("env_ids", "joint_ids"))
        if self._inside or not is_same:
            alone[velocity_name](self, **given)
            return
        ids = {name: given.get(name) for name in ("env_ids", "joint_ids")}
        write_position(self, position=before, full_data=True, **ids)
        _call_override(self, self._facade(), STATE, {"position": first["position"], **given})

    return {position_name: position, velocity_name: velocity}


def _by_mask(newer_name: str) -> Callable:
    """The newer method with masks: what the one with ids does for those where they hold."""

    def write(self: Any, **given: Any) -> None:
        masks = {name: given.pop(name) for name in list(given) if name.endswith("_mask")}
        ids = {
            name.replace("_mask", "_ids"): _tensor(mask).nonzero().squeeze(-1)
            for name, mask in masks.items()
            if mask is not None
        }
        getattr(self, newer_name)(**{name: _chosen(value, ids) for name, value in given.items()}, **ids)

    return write


def _call_override(newer: Any, facade: Any, name: str, given: dict[str, Any]) -> None:
    """Call a method of a program's class: values by position and ids by name, as version 2 does."""
    ids = {key: _older_ids(key, value, newer) for key, value in given.items() if key.endswith("_ids")}
    ids = {key: value for key, value in ids.items() if value is not None}
    values = {}
    for key, value in given.items():
        if key not in _SETTINGS and not key.endswith("_ids"):
            value = _chosen(value, ids) if given.get("full_data") else value
            values[key] = facade._dialect.present(value, parameter_layout(name, key))
    positional = [values.pop(key) for key in list(values)[: 2 if name == STATE else 1]]
    getattr(facade, name)(*positional, **values, **ids)


def _chosen(value: Any, ids: dict[str, Any]) -> Any:
    """Rows and columns of values that cover all instances, or numbers as they are."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    value = _tensor(value)[ids.get("env_ids", slice(None))]
    columns = next((each for name, each in ids.items() if name != "env_ids"), slice(None))
    return value[:, columns] if value.ndim > 1 and len(ids) > ("env_ids" in ids) else value


def _older_ids(name: str, ids: Any, newer: Any) -> Any:
    """Ids as terms of version 2 give them: environments as a tensor."""
    if isinstance(ids, (wp.array, ProxyArray)):
        ids = _tensor(ids)
    if name == "env_ids" and ids is not None and not isinstance(ids, torch.Tensor):
        every = torch.arange(newer.num_instances, device=newer.device)
        return every[ids] if isinstance(ids, slice) else every[list(ids)]
    return ids


def _tensor(values: Any) -> torch.Tensor:
    """A tensor of what arguments may be."""
    if isinstance(values, ProxyArray):
        return values.torch
    return wp.to_torch(values) if isinstance(values, wp.array) else torch.as_tensor(values)
