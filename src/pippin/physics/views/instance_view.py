"""Which instances of an asset a view is about, and access to parameters of the engine's model, by instance."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import warp as wp

from pippin.utils.choices import Choice, choose
from pippin.utils.number_rows import number_rows
from pippin.utils.repeated_launch import RepeatedLaunch

from ..worlds import base_value
from . import gather_kernels, scatter_kernels
from .selection import VariantSelection, relative_names

if TYPE_CHECKING:
    from ..scene import PhysicsScene

Rows: TypeAlias = Choice | wp.array | None
"""Which rows or columns of a view a call is about; see :class:`InstanceView`."""

_ENVIRONMENT = re.compile(r"^(.*?/env_)\d+(?=/|$)")


class InstanceView:
    """Instances of one asset in all environments, N rows ordered by environment; links in breadth-first order.

    Reading methods fill an array that the caller owns and return it. Writing methods take ``rows``, and most of them
    columns: a :class:`~pippin.utils.choices.Choice`, ids (int32 or int64) or a mask (bool) on the view's device, or
    None for all. Ids that are out of range are passed over. With ``full_data`` the data has one entry for every row of
    the view, of which the rows only choose; otherwise it has one entry for every chosen row. Those that write
    properties keep them also in an array of the view's own shape, if ``kept`` is one. Nothing is validated here: assets
    do that.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.
    """

    on_property_written: Callable[[str], None] | None = None
    """Called with the name of each quantity (``"body_mass"``) that is written past the asset; for those who do so."""

    kept_property: Callable[[str], wp.array] | None = None
    """Gives what the asset keeps of a quantity that the engine lacks, by its name."""

    def __init__(self, scene: PhysicsScene, selections: list[VariantSelection]) -> None:
        self.scene = scene
        self.device = scene.device
        self._selections = selections
        self._launches: dict[tuple[str, int, str], RepeatedLaunch] = {}
        self._parameters: dict[tuple[int, str], wp.array] = {}
        self._everything: dict[int, Choice] = {}
        self._parts = [(selection, scene.frames[selection.variant]) for selection in selections]
        first = selections[0]
        layout, slot = first.worlds.layout, first.slots[0]
        self.link_names: list[str] = relative_names(slot, layout.body_paths, slot.bodies)
        """Names of the links."""
        self.num_links: int = len(self.link_names)
        """Number of links of an instance, L."""
        self.template_link_paths: list[str] = [layout.body_paths[i] for i in slot.bodies]
        """Prim paths of the links of the first instance."""
        self.instance_paths: list[str] = [slot.path for selection in selections for slot in selection.slots]
        """Prim paths of the instances on the stage: in the template of each variant."""
        self.count: int = sum(selection.instances.size for selection in selections)
        """Number of instances, N."""
        self.has_free_root: bool = bool((first.root_dof.numpy() >= 0).all())
        """Whether the root moves freely, rather than being fixed or kinematic."""
        self.has_movable_root: bool = all(
            bool(((s.root_qpos.numpy() >= 0) | (s.root_mocap.numpy() >= 0)).all()) for s in selections
        )
        """Whether the pose of the root can be written: it is free, a fixed base, or kinematic."""
        self.env_ids: wp.array = self._collect_env_ids()
        """Environment of each instance, shape (N,), int32."""
        self.all_rows: wp.array = wp.array(np.arange(self.count, dtype=np.int32), dtype=int, device=self.device)
        """All rows of the view, shape (N,), int32."""
        self.all_links: wp.array = wp.array(
            np.arange(len(self.link_names), dtype=np.int32), dtype=int, device=self.device
        )
        """All links of the view, shape (L,), int32."""

    def _collect_env_ids(self) -> wp.array:
        env_ids = np.zeros(self.count, dtype=np.int32)
        for selection in self._selections:
            instances = selection.instances.numpy()
            env_ids[instances] = selection.worlds.env_ids.numpy()[:, None]
        return wp.array(env_ids, dtype=int, device=self.device)

    def rows_by_path(self) -> dict[str, np.ndarray]:
        """For each instance on the stage, by its path, the row of its copy in each environment, shape (num_envs,).

        -1 stands for environments of other variants.
        """
        rows: dict[str, np.ndarray] = {}
        for part, _ in self._parts:
            env_ids = part.worlds.env_ids.numpy()
            for slot, instances in zip(part.slots, part.instances.numpy().T, strict=True):
                rows.setdefault(slot.path, np.full(self.scene.num_envs, -1))[env_ids] = instances
        return rows

    # -- prim paths ----------------------------------------------------------------------------------------------------

    @property
    def prim_paths(self) -> list[str]:
        """Prim path of each instance, in its own environment."""
        return [paths[0] for paths in self._paths("bodies", first_of_slot=True)]

    def paths_of_links(self) -> list[list[str]]:
        """Prim paths of the links of each instance, in its own environment."""
        return self._paths("bodies")

    def _paths(self, table: str, first_of_slot: bool = False) -> list[list[str]]:
        """Prim paths of the bodies or joints of each row."""
        rows: list[list[str]] = [[] for _ in range(self.count)]
        env_ids = self.env_ids.numpy()
        for part, _ in self._parts:
            layout = part.worlds.layout
            known = layout.body_paths if table == "bodies" else layout.joint_paths
            for slot, instances in zip(part.slots, part.instances.numpy().T, strict=True):
                paths = [slot.path] if first_of_slot else [known[i] for i in getattr(slot, table)]
                for row in instances:
                    rows[row] = [_ENVIRONMENT.sub(rf"\g<1>{env_ids[row]}", path) for path in paths]
        return rows

    # -- inside --------------------------------------------------------------------------------------------------------

    def _parameter_values(self, part: VariantSelection, name: str) -> wp.array:
        """Current values with the shape (W, n, k), or (1, n, k) where no world has its own."""
        if name in part.worlds.parameters_per_world:
            values = part.worlds.parameter(name)
            return values if values.ndim == 3 else values.reshape((*values.shape, 1))
        base = base_value(part.worlds, name)
        components = int(np.prod(base.shape[1:]))  # -1 would not do for models without such an element
        return wp.array(base.reshape(1, len(base), components), dtype=float, device=self.device)

    def _gather_parameter(self, part: VariantSelection, values: wp.array, elements: wp.array, out: wp.array) -> None:
        flat = out if out.ndim == 3 else out.reshape((*out.shape, 1))
        wp.launch(
            gather_kernels.gather_parameter,
            dim=(*part.instances.shape, elements.shape[1], values.shape[2]),
            inputs=[values, int(values.shape[0] > 1), elements, part.instances],
            outputs=[flat],
            device=self.device,
        )

    def _scatter_parameter(
        self,
        part: VariantSelection,
        name: str,
        elements: wp.array,
        data: wp.array,
        rows: Rows,
        columns: Rows,
        full_data: bool,
        kept: wp.array | None = None,
        first_component: int = 0,
        scale: float = 1.0,
        opposite_component: int = -1,
        lowest: float = -float("inf"),
    ) -> None:
        """Write components of a parameter of chosen elements, shape (n, m), or (n, m, k) for k components.

        Args:
            part: Where the elements are.
            name: The parameter.
            elements: Element of each column for each slot, -1 for none, shape (num_slots, J).
            data: Values.
            rows: Rows of the view.
            columns: Columns of the view.
            full_data: Whether the data covers the whole view.
            kept: Array of the view's shape that keeps what is written.
            first_component: Component of the parameter that the first one of the data goes to.
            scale: What the engine's value is multiplied by.
            opposite_component: Component that gets the negative of the engine's value; -1 for none.
            lowest: Lower bound of the data, to which values below it are raised.
        """
        chosen, chosen_columns = self._choose(rows, self.count), self._choose(columns, elements.shape[1])
        numbers, num_components = number_rows(data)
        self._repeat(
            scatter_kernels.scatter_parameter,
            part,
            dim=(chosen.num_threads, chosen_columns.num_threads, num_components),
            inputs=[
                numbers,
                int(full_data),
                num_components,
                chosen.argument,
                chosen_columns.argument,
                lowest,
                part.world_of,
                part.slot_of,
                elements,
                first_component,
                scale,
                opposite_component,
            ],
            outputs=[self._components_of(part, name), None if kept is None else number_rows(kept)[0]],
            purpose=name,
        )
        part.worlds.parameter_changed(name)

    def _components_of(self, part: VariantSelection, name: str) -> wp.array:
        """Values of a parameter in every world, shape (W, n, k), the same object each time."""
        if (part.variant, name) not in self._parameters:
            values = part.worlds.parameter(name)
            values = values if values.ndim == 3 else values.reshape((*values.shape, 1))
            self._parameters[part.variant, name] = values
        return self._parameters[part.variant, name]

    def _choose(self, among: Rows, size: int) -> Choice:
        """Entries along a dimension of a size."""
        if isinstance(among, Choice):
            return among
        if among is not None:
            return choose(size, among)
        if size not in self._everything:
            self._everything[size] = choose(size)
        return self._everything[size]

    def _repeat(
        self,
        kernel: wp.Kernel,
        part: VariantSelection,
        dim: tuple[int, ...],
        inputs: list[Any],
        outputs: list[Any],
        purpose: str = "",
        block_dim: int = 256,
    ) -> None:
        """Launch a kernel on a variant, as it was launched before for the same purpose but for what is different."""
        key = (kernel.key, part.variant, purpose)
        if key not in self._launches:
            self._launches[key] = RepeatedLaunch(kernel, self.device, block_dim)
        self._launches[key](dim, inputs, outputs)
