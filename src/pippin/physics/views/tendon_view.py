"""Batched access to the tendons of articulations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import mujoco
import numpy as np
import warp as wp

from pippin.utils.choices import Choice

from ..compile import UNLIMITED
from ..description import TendonProperties
from ..tendon_limits import OUT_OF_REACH, inverse_weights, limit_stiffness
from ..tendon_springs import is_chain, laws_of, springs_of
from .selection import Slot, VariantSelection
from .tendon_kernels import TendonArrays, scatter_tendons

if TYPE_CHECKING:
    from ..scene import PhysicsScene

TENDON_PROPERTIES = {
    "stiffness": wp.float32,
    "damping": wp.float32,
    "limit_stiffness": wp.float32,
    "limits": wp.vec2f,
    "rest_length": wp.float32,
    "offset": wp.float32,
}
"""Properties of tendons with the type of an element, each an array of shape (N, T)."""

_WRITTEN = (
    "tendon_stiffness",
    "tendon_damping",
    "tendon_lengthspring",
    "tendon_range",
    "tendon_solref_lim",
    "tendon_solimp_lim",
)
_OF_ACTUATORS = ("actuator_biasprm",)
_OF_EQUALITIES = ("eq_data", "eq_solref", "eq_solimp")


class TendonView:
    """Tendons of one kind of all instances of an articulation, in the order in which the model has them.

    Args:
        scene: The scene that plays.
        selections: The articulation's part of each variant.
        count: Number of instances, N.
        kind: Kind of the tendons.

    Raises:
        ValueError: The instances differ in their tendons.
    """

    def __init__(
        self, scene: PhysicsScene, selections: list[VariantSelection], count: int, kind: Literal["fixed", "spatial"]
    ) -> None:
        self._scene = scene
        self._device = scene.device
        self._parts = [(part, [_tendons_of(scene, part, slot, kind) for slot in part.slots]) for part in selections]
        self.names: list[str] = _only_names(scene, self._parts, kind)
        """Names of the tendons."""
        self.all_tendons: wp.array = self._upload(np.arange(len(self.names)))
        """All tendons of the view, shape (T,), int32."""
        self._tables = [
            self._upload(np.array(tendons).reshape(len(tendons), self.num_tendons)) for _, tendons in self._parts
        ]
        values = self._read_models(count)
        self._kept = {
            name: wp.array(values[name], dtype=dtype, device=self._device) for name, dtype in TENDON_PROPERTIES.items()
        }
        models = [part.worlds.model for part, _ in self._parts]
        self._inverse_weights = [self._upload_numbers(inverse_weights(model)) for model in models]
        self._force_scales = [
            self._upload_numbers(np.array([each.force_scale for each in self._described(part, slots[0])]))
            for part, slots in self._parts
        ]
        springs = [_limited_springs(part.worlds.model, slots) for part, slots in self._parts]
        stiff = [springs_of(model) for model in models]
        self._written = [
            (*_WRITTEN, *_OF_ACTUATORS * bool((ours >= 0).any()), *_OF_EQUALITIES * bool((theirs >= 0).any()))
            for ours, theirs in zip(springs, stiff, strict=True)
        ]
        self._limited_springs = [self._upload(table) for table in springs]
        self._stiff_springs = [self._upload(table) for table in stiff]
        self._chains = [
            wp.array([is_chain(model, tendon) for tendon in range(model.ntendon)], dtype=bool, device=self._device)
            for model in models
        ]
        self._first_lengths = [self._upload_numbers(model.tendon_length0) for model in models]
        self._none = wp.zeros((0, 0, 0), dtype=float, device=self._device)
        self._slacks = [self._upload_numbers(np.diff(model.tendon_lengthspring)[:, 0]) for model in models]

    @property
    def num_tendons(self) -> int:
        """Number of tendons of an instance, T."""
        return len(self.names)

    def read(self, name: str, out: wp.array) -> wp.array:
        """Copy a property that the engine has.

        Args:
            name: Key of :data:`TENDON_PROPERTIES`. Lengths are with the offset.
            out: Array to fill, shape (N, T).
        """
        wp.copy(out, self._kept[name])
        return out

    def write(self, properties: Mapping[str, wp.array], rows: Choice, tendons: Choice) -> None:
        """Set all properties of some tendons.

        Args:
            properties: Arrays of shape (N, T) by keys of :data:`TENDON_PROPERTIES`; others stay as they are.
            rows: Rows of the view.
            tendons: Columns of the view.
        """
        if 0 in (rows.count, tendons.count):
            return
        given, kept = _as_struct({**self._kept, **properties}), _as_struct(self._kept)
        for i, (part, _) in enumerate(self._parts):
            worlds = part.worlds
            engines = [
                worlds.parameter(name) if name in self._written[i] else self._none
                for name in (*_WRITTEN, *_OF_ACTUATORS, *_OF_EQUALITIES)
            ]
            wp.launch(
                scatter_tendons,
                dim=(rows.count, tendons.count),
                inputs=[
                    given,
                    rows.argument,
                    tendons.argument,
                    part.world_of,
                    part.slot_of,
                    self._tables[i],
                    self._inverse_weights[i],
                    self._force_scales[i],
                    self._slacks[i],
                    self._limited_springs[i],
                    self._stiff_springs[i],
                    self._chains[i],
                    self._first_lengths[i],
                    worlds.model.opt.timestep,
                ],
                outputs=[kept, *engines, worlds.acting_equalities()],
                device=self._device,
            )
            for name in self._written[i]:
                worlds.parameter_changed(name)
            worlds.equalities_changed()

    def _read_models(self, count: int) -> dict[str, np.ndarray]:
        """Properties that the models begin with, each of shape (N, T) or (N, T, 2), float32."""
        shape = (count, self.num_tendons)
        values = {
            name: np.zeros((*shape, 2) if dtype is wp.vec2f else shape, np.float32)
            for name, dtype in TENDON_PROPERTIES.items()
        }
        for part, tendons in self._parts:
            for slot, rows in zip(tendons, part.instances.numpy().T, strict=True):
                properties = self._described(part, slot)
                for name, value in _model_values(part.worlds.model, np.array(slot, dtype=int), properties).items():
                    values[name][rows] = value
        return values

    def _described(self, part: VariantSelection, tendons: list[int]) -> list[TendonProperties]:
        """What the stage says about tendons of a model."""
        described = self._scene.description.variants[part.variant].tendons
        return [described[part.worlds.model.tendon(tendon).name] for tendon in tendons]

    def _upload(self, values: np.ndarray) -> wp.array:
        return wp.array(np.asarray(values, dtype=np.int32), dtype=int, device=self._device)

    def _upload_numbers(self, values: np.ndarray) -> wp.array:
        return wp.array(values.astype(np.float32), dtype=float, device=self._device)


def _model_values(
    model: mujoco.MjModel, tendons: np.ndarray, properties: list[TendonProperties]
) -> dict[str, np.ndarray]:
    """Properties of T tendons in a model, each of shape (T,) or (T, 2)."""
    offset = np.array([each.offset for each in properties])
    limits = model.tendon_range[tendons]
    limits = np.where(np.abs(limits) < OUT_OF_REACH, limits + offset[:, None], np.sign(limits) * UNLIMITED)
    for i, each in enumerate(properties):
        if each.limits is not None:
            limits[i] = each.limits
    scale = np.array([each.force_scale for each in properties])
    (springs,) = _limited_springs(model, [tendons.tolist()])
    bias = np.where(springs[:, None] >= 0, model.actuator_biasprm[springs], 0.0) if model.nu else np.zeros((1, 3))
    stiffness, damping = model.tendon_stiffness[tendons] - bias[:, 1], model.tendon_damping[tendons] - bias[:, 2]
    equalities = springs_of(model)[tendons]
    stiff = (equalities >= 0) & (model.eq_active0[equalities] if model.neq else False)
    stiffness[stiff], damping[stiff] = laws_of(model, equalities[stiff], inverse_weights(model)[tendons[stiff]])
    return {
        "stiffness": stiffness / scale,
        "damping": damping / scale,
        "limit_stiffness": limit_stiffness(model, tendons) / scale,
        "limits": np.clip(limits, -UNLIMITED, UNLIMITED),
        "rest_length": model.tendon_lengthspring[tendons, 0] + offset,
        "offset": offset,
    }


def _limited_springs(model: mujoco.MjModel, slots: list[list[int]]) -> np.ndarray:
    """Actuators that are the springs of tendons whose force is limited, or -1, shape (num_slots, T)."""
    springs = {
        int(model.actuator_trnid[actuator, 0]): actuator
        for actuator in range(model.nu)
        if model.actuator_trntype[actuator] == mujoco.mjtTrn.mjTRN_TENDON
    }
    found = [[springs.get(tendon, -1) for tendon in slot] for slot in slots]
    return np.array(found, dtype=np.int32).reshape(len(slots), -1)


def _as_struct(properties: Mapping[str, wp.array]) -> TendonArrays:
    arrays = TendonArrays()
    for name in TENDON_PROPERTIES:
        setattr(arrays, name, properties[name])
    return arrays


def _tendons_of(scene: PhysicsScene, part: VariantSelection, slot: Slot, kind: str) -> list[int]:
    """Tendons of a kind that an articulation has: those that pass one of its links."""
    model = part.worlds.model
    described = scene.description.variants[part.variant].tendons
    links = set(slot.bodies.tolist())
    return sorted(
        tendon
        for name, properties in described.items()
        if properties.kind == kind and links & _bodies_of(model, tendon := model.tendon(name).id)
    )


def _bodies_of(model: mujoco.MjModel, tendon: int) -> set[int]:
    """Bodies that a tendon passes."""
    start, bodies = model.tendon_adr[tendon], set()
    for wrap in range(start, start + model.tendon_num[tendon]):
        element = model.wrap_objid[wrap]
        if model.wrap_type[wrap] == mujoco.mjtWrap.mjWRAP_JOINT:
            bodies.add(int(model.jnt_bodyid[element]))
        elif model.wrap_type[wrap] == mujoco.mjtWrap.mjWRAP_SITE:
            bodies.add(int(model.site_bodyid[element]))
    return bodies


def _only_names(scene: PhysicsScene, parts: list[tuple[VariantSelection, list[list[int]]]], kind: str) -> list[str]:
    """Names of the tendons, which have to be alike in all instances."""
    names = []
    for part, tendons in parts:
        described = scene.description.variants[part.variant].tendons
        names += [[described[part.worlds.model.tendon(tendon).name].name for tendon in slot] for slot in tendons]
    for other, path in zip(names, [slot.path for part, _ in parts for slot in part.slots], strict=True):
        if other != names[0]:
            raise ValueError(
                f"The {kind} tendons of '{path}' are {other}; expected {names[0]}, as those of the other instances."
            )
    return names[0]
