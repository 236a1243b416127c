"""Forces and torques from outside that act on an asset's bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import warp as wp

from pippin.quantities.inputs import Array, input_array, require_finite
from pippin.quantities.selection import Ids, Mask, Selection
from pippin.utils import ProxyArray

from .kernels import wrenches

if TYPE_CHECKING:
    from pippin.physics.views import BodyView

    from .part import AssetPart


class AssetOfBodies(Protocol):
    """What a composer needs of its asset."""

    @property
    def bodies(self) -> AssetPart:
        """Its bodies."""
        ...

    @property
    def data(self) -> Any:
        """State of the bodies."""
        ...

    @property
    def root_view(self) -> BodyView:
        """Its view of the engine."""
        ...


class WrenchComposer:
    """Wrenches on all bodies of an asset, composed over any number of calls.

    A wrench in the world keeps its direction while its body turns; one in the link frame turns with it. A force at a
    position in the world keeps its line of action, one at a position in the link frame its point of the body. As long
    as there is no wrench, a composer costs nothing.

    Forces are in [N], shape (n, m, 3) or (n, m) of wp.vec3f; torques in [N m] and positions in [m] alike, where n
    instances and m bodies are selected, or all of them with ``full_data`` and with masks. The errors are those of
    :mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`; a call that is refused changes nothing.

    Args:
        asset: The asset.
        view: Its view of the engine; None takes the one that the asset has.
    """

    def __init__(self, asset: AssetOfBodies, view: BodyView | None = None) -> None:
        view = asset.root_view if view is None else view
        self._asset = asset
        self._view = view
        self._composed = wrenches.ComposedWrenches()
        for name in ("forces", "torques", "lever_forces"):
            setattr(self._composed, name, wp.zeros((2, view.count, view.num_links), dtype=wp.vec3f, device=view.device))
        self._zeros: wp.array | None = None
        self.active = False
        """Whether there may be a wrench other than 0."""

    # -- composing -----------------------------------------------------------------------------------------------------

    def add_forces_and_torques_index(
        self,
        *,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_ids: Ids = None,
        env_ids: Ids = None,
        is_global: bool = False,
        full_data: bool = False,
    ) -> None:
        """Add wrenches to those that act already.

        Args:
            forces: Forces; None for none.
            torques: Torques about the centres of mass, or in addition to the moments of forces at ``positions``; None
                for none.
            positions: Points where the forces act; None for the centres of mass.
            body_ids: The m bodies; None means all.
            env_ids: The n instances; None means all.
            is_global: Whether all of these are in the world; otherwise in the bodies' link frames.
            full_data: Whether data covers all instances and bodies, of which the ids choose.
        """
        selection = self._select(env_ids, body_ids, full_data)
        self._compose(forces, torques, positions, is_global, selection, replace=False)

    def set_forces_and_torques_index(
        self,
        *,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_ids: Ids = None,
        env_ids: Ids = None,
        is_global: bool = False,
        full_data: bool = False,
    ) -> None:
        """Put wrenches in the place of all that act on the selected bodies by this composer.

        The arguments are those of :meth:`add_forces_and_torques_index`.
        """
        selection = self._select(env_ids, body_ids, full_data)
        self._compose(forces, torques, positions, is_global, selection, replace=True)

    def add_forces_and_torques_mask(
        self,
        *,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_mask: Mask = None,
        env_mask: Mask = None,
        is_global: bool = False,
    ) -> None:
        """Add wrenches where masks hold; data covers all instances and bodies.

        Args:
            forces: As in :meth:`add_forces_and_torques_index`.
            torques: In the same form.
            positions: In the same form.
            body_mask: Mask of the bodies, shape (L,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
            is_global: Whether all of these are in the world; otherwise in the bodies' link frames.
        """
        selection = self._select_masked(env_mask, body_mask)
        self._compose(forces, torques, positions, is_global, selection, replace=False)

    def set_forces_and_torques_mask(
        self,
        *,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_mask: Mask = None,
        env_mask: Mask = None,
        is_global: bool = False,
    ) -> None:
        """Put wrenches in the place of those that act where masks hold.

        The arguments are those of :meth:`add_forces_and_torques_mask`.
        """
        selection = self._select_masked(env_mask, body_mask)
        self._compose(forces, torques, positions, is_global, selection, replace=True)

    def add_forces_and_torques(
        self,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_ids: Ids = None,
        env_ids: Ids = None,
        is_global: bool = False,
    ) -> None:
        """As :meth:`add_forces_and_torques_index`, with arguments by position."""
        selection = self._select(env_ids, body_ids, full_data=False)
        self._compose(forces, torques, positions, is_global, selection, replace=False)

    def set_forces_and_torques(
        self,
        forces: Array | None = None,
        torques: Array | None = None,
        positions: Array | None = None,
        body_ids: Ids = None,
        env_ids: Ids = None,
        is_global: bool = False,
    ) -> None:
        """As :meth:`set_forces_and_torques_index`, with arguments by position."""
        selection = self._select(env_ids, body_ids, full_data=False)
        self._compose(forces, torques, positions, is_global, selection, replace=True)

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Take the wrenches from all bodies of instances.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, instead of their ids.

        Raises:
            ValueError: Both are given.
        """
        if env_ids is not None and env_mask is not None:
            raise ValueError("'env_ids' and 'env_mask' are both given; expected one of them.")
        instances = self._asset.bodies.instances
        rows = instances.choose(env_ids) if env_mask is None else instances.choose_masked(env_mask)
        if not self.active:
            return
        wp.launch(
            wrenches.clear_wrenches,
            dim=(rows.count, self._view.num_links),
            inputs=[rows.argument],
            outputs=[self._composed],
            device=self._view.device,
        )
        self.active = rows is not instances.everything and not self._is_known_to_be_zero()

    # -- what acts -----------------------------------------------------------------------------------------------------

    @property
    def composed_force(self) -> ProxyArray:
        """Forces of all calls together [N], in the link frames as they stand now, shape (N, L, 3)."""
        return ProxyArray(self._in_link_frames()[0])

    @property
    def composed_torque(self) -> ProxyArray:
        """Torques of all calls together about the centres of mass [N m], in the link frames, shape (N, L, 3)."""
        return ProxyArray(self._in_link_frames()[1])

    @property
    def out_force_b(self) -> ProxyArray:
        """Another name of :attr:`composed_force`."""
        return self.composed_force

    @property
    def out_torque_b(self) -> ProxyArray:
        """Another name of :attr:`composed_torque`."""
        return self.composed_torque

    def given_in_link_frames(self) -> tuple[ProxyArray, ProxyArray]:
        """Give the sums of what was given in the link frames: the arrays themselves, which may be changed in place.

        Returns:
            Forces [N] and torques [N m], shape (N, L, 3) each; torques are about the centres of mass, where no force
            was given a position.
        """
        self.active = True  # what is written into the arrays is not seen
        return ProxyArray(self._composed.forces[0]), ProxyArray(self._composed.torques[0])

    def _in_link_frames(self) -> tuple[wp.array, wp.array]:
        view, data = self._view, self._asset.data
        out = tuple(wp.empty((view.count, view.num_links), dtype=wp.vec3f, device=view.device) for _ in range(2))
        wp.launch(
            wrenches.wrenches_in_link_frames,
            dim=(view.count, view.num_links),
            inputs=[
                self._composed,
                data.body_link_pose_w.warp,
                data.body_com_pose_b.warp,
                view.env_ids,
                view.scene.env_origins,
            ],
            outputs=list(out),
            device=view.device,
        )
        return out[0], out[1]

    # -- inside --------------------------------------------------------------------------------------------------------

    def _select(self, env_ids: Ids, body_ids: Ids, full_data: bool) -> Selection:
        return self._asset.bodies.select(env_ids, body_ids, full_data)

    def _select_masked(self, env_mask: Mask, body_mask: Mask) -> Selection:
        return self._asset.bodies.select_masked(env_mask, body_mask)

    def _compose(
        self,
        forces: Array | None,
        torques: Array | None,
        positions: Array | None,
        in_world: bool,
        selection: Selection,
        replace: bool,
    ) -> None:
        if forces is None and torques is None:
            raise ValueError("A wrench needs 'forces' or 'torques', but both are None; reset() takes wrenches away.")
        if forces is None and positions is not None:
            raise ValueError(
                "'positions' say where forces act, but 'forces' is None: give both, or leave 'positions' out."
            )
        given = {"forces": forces, "torques": torques, "positions": positions}
        arrays = {name: self._checked(name, values, selection) for name, values in given.items()}
        if selection.is_empty:
            return
        wp.launch(
            wrenches.add_wrenches,
            dim=selection.num_ids,
            inputs=[
                *arrays.values(),
                positions is not None,
                int(in_world),
                selection.full_data,
                replace,
                selection.rows.argument,
                selection.columns.argument,
                self._view.env_ids,
                self._view.scene.env_origins,
            ],
            outputs=[self._composed],
            device=self._view.device,
        )
        self.active = not self._is_known_to_be_zero()

    def _is_known_to_be_zero(self) -> bool:
        """Whether all wrenches are 0, as far as can be seen without waiting for a GPU."""
        is_cpu = self._composed.forces.device.is_cpu
        return is_cpu and not self._composed.forces.numpy().any() and not self._composed.torques.numpy().any()

    def _checked(self, name: str, values: Array | None, selection: Selection) -> wp.array:
        if values is None:
            if self._zeros is None:
                self._zeros = wp.zeros((self._view.count, self._view.num_links), wp.vec3f, device=self._view.device)
            return self._zeros
        array = input_array(values, name, selection.shape, wp.vec3f, self._view.env_ids.device)
        require_finite(selection.values_on_host(array), name)
        return array


class ExternalWrenches:
    """The two composers of an asset, and what they tell the engine.

    Args:
        asset: The asset.
        view: Its view of the engine.
    """

    def __init__(self, asset: AssetOfBodies, view: BodyView) -> None:
        self.permanent = WrenchComposer(asset, view)
        self.instantaneous = WrenchComposer(asset, view)
        self._asset = asset
        self._view = view
        self._total: wp.array | None = None
        self._engine_has_wrenches = False

    def reset(self, env_ids: Ids, env_mask: Mask = None) -> None:
        """Take all wrenches from instances: those of a mask, or else those of the ids; None means all."""
        ids = env_ids if env_mask is None else None
        self.permanent.reset(ids, env_mask)
        self.instantaneous.reset(ids, env_mask)

    def apply(self) -> bool:
        """Tell the engine of the wrenches for the next step, if there are any or were any in the last one.

        Returns:
            Whether the engine was told, of all bodies.
        """
        is_needed = self.permanent.active or self.instantaneous.active
        if not (is_needed or self._engine_has_wrenches):
            return False
        self._write_total()
        self._engine_has_wrenches = is_needed
        self.instantaneous.reset()
        return True

    def _write_total(self) -> None:
        view, data = self._view, self._asset.data
        shape = (view.count, view.num_links)
        if self._total is None:
            self._total = wp.empty(shape, dtype=wp.spatial_vectorf, device=view.device)
        wp.launch(
            wrenches.total_wrenches,
            dim=shape,
            inputs=[
                self.permanent._composed,
                self.instantaneous._composed,
                data.body_link_pose_w.warp,
                data.body_com_pose_b.warp,
                view.env_ids,
                view.scene.env_origins,
            ],
            outputs=[self._total],
            device=view.device,
        )
        view.write_wrenches(self._total)
