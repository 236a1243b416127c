"""What rigid objects and articulations have in common: a root, bodies, a view of the engine, and the way to write."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import warp as wp
from pxr import Usd

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView
from pippin.physics.views.tensors import TensorSimulationView, TensorView
from pippin.quantities.inputs import Array, input_array
from pippin.quantities.selection import Axis, Ids, Selection
from pippin.sim.expressions import find_matching_prim_paths
from pippin.utils import ProxyArray, resolve_matching_names
from pippin.utils.descriptors import ArrayDescriptor
from pippin.utils.number_rows import number_rows
from pippin.utils.repeated_launch import RepeatedLaunch

from .asset_base import AssetBase
from .body_data import BodyData
from .kernels import selections
from .wrench_composer import ExternalWrenches, WrenchComposer

if TYPE_CHECKING:
    from .articulation.cfg import ArticulationCfg
    from .rigid_object.cfg import RigidObjectCfg


class BodyAsset(AssetBase):
    """Base of the assets that consist of bodies; see :class:`RigidObject` and :class:`Articulation`.

    Args:
        cfg: Config of the asset.
    """

    cfg: RigidObjectCfg | ArticulationCfg
    _data: Any  # of the type that the subclass makes

    def __init__(self, cfg: RigidObjectCfg | ArticulationCfg) -> None:
        self._handles: BodyView | None = None
        super().__init__(cfg)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> BodyData:
        """State and properties of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()
        return self._data

    @property
    def num_instances(self) -> int:
        """Number of instances in all environments together."""
        return self._require_handles().count

    @property
    def num_bodies(self) -> int:
        """Number of bodies of an instance."""
        return self._require_handles().num_links

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, in the order of all arrays."""
        return self._require_handles().link_names

    @property
    def root_view(self) -> BodyView:
        """View of the engine.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._require_handles()

    @property
    def _physics_sim_view(self) -> TensorSimulationView:
        """What makes further views of the engine; programs for PhysX get views of single links from it."""
        return TensorSimulationView(self.root_view.scene)

    @property
    def permanent_wrench_composer(self) -> WrenchComposer:
        """External wrenches that act in every step until they are set again or reset.

        They reach the engine with :meth:`write_data_to_sim`, together with the :attr:`instantaneous_wrench_composer`'s.
        """
        self._require_handles()
        return self._wrenches.permanent

    @property
    def instantaneous_wrench_composer(self) -> WrenchComposer:
        """External wrenches that act in the next step only: :meth:`write_data_to_sim` forgets them."""
        self._require_handles()
        return self._wrenches.instantaneous

    def find_bodies(self, name_keys: str | Sequence[str], preserve_order: bool = False) -> tuple[list[int], list[str]]:
        """Bodies whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the bodies.

        Returns:
            Indices and names of the bodies.

        Raises:
            ValueError: An expression matches nothing, or a body is matched by two expressions.
        """
        return resolve_matching_names(name_keys, self.body_names, preserve_order)

    # -- life ----------------------------------------------------------------------------------------------------------

    def reset(self, env_ids: Ids = None) -> None:
        """Forget the external wrenches on some instances; the state stays as it is.

        Args:
            env_ids: Instances; None means all.
        """
        self._require_handles()
        self._wrenches.reset(env_ids)

    def write_data_to_sim(self) -> None:
        """Hand the external wrenches to the engine; to be called before each step."""
        self._require_handles()
        self._wrenches.apply()

    def update(self, dt: float) -> None:
        """Let time pass. What is out of date in the data is computed when it is read.

        Args:
            dt: Time since the last call [s].
        """
        self.data.update(dt)

    def _initialize_impl(self) -> None:
        physics = self._sim.physics
        if not isinstance(physics, PhysicsScene):
            raise RuntimeError(f"'{self.cfg.prim_path}' needs the physics of pippin.physics, not {physics!r}.")
        try:
            view = self._make_view(physics)
        except ValueError as error:
            raise RuntimeError(f"There is no {self._kind} to be had at '{self.cfg.prim_path}': {error}") from error
        self._require_one_instance_for_each_prim(view)
        self._axes = {
            "env": Axis("env", view.count, view.all_rows),
            "body": Axis("body", view.num_links, view.all_links),
        }
        self._scatter_entries = RepeatedLaunch(selections.scatter_entries, view.device)
        self._wrenches = ExternalWrenches(self, view)
        self._data = self._make_data(view)
        self._handles = view
        if isinstance(view, TensorView):
            view.on_property_set(self._data.reload)
        self._fill_default_root_state()

    def _invalidate_impl(self) -> None:
        if self._handles is not None:
            self._data.invalidate()
        self._handles = None

    # -- for rigid objects and articulations ---------------------------------------------------------------------------

    @abstractmethod
    def _make_view(self, physics: PhysicsScene) -> BodyView:
        """View of the instances; raises ValueError where there are none."""

    @abstractmethod
    def _make_data(self, view: BodyView) -> BodyData:
        """Data object of a view."""

    def _prims_expression(self, suffix: str = "") -> str:
        """Regular expression of the paths of exactly those prims on the stage that the prim path matches."""
        return prims_expression(self.cfg.prim_path + suffix, self._sim.stage)

    def _require_one_instance_for_each_prim(self, view: BodyView) -> None:
        require_one_for_each_prim(self.cfg.prim_path, view, self._sim.stage, self._kind)

    def _require_handles(self) -> BodyView:
        if self._handles is None:
            raise RuntimeError(
                f"The {self._kind} at '{self.cfg.prim_path}' exists in the engine only while the simulation plays: "
                "call reset() or play() of the SimulationContext first."
            )
        return self._handles

    def _fill_default_root_state(self) -> None:
        self._data.default_root_state.torch[:] = default_state(self.cfg).to(self.device)

    @property
    def _ALL_INDICES(self) -> ProxyArray:  # noqa: N802  programs for Isaac Lab reach for it, private as it is
        """All instances, shape (num_instances,), int32."""
        return ProxyArray(self._instances.all_ids)

    @property
    def _instances(self) -> Axis:
        self._require_handles()
        return self._axes["env"]

    @property
    def _bodies(self) -> Axis:
        self._require_handles()
        return self._axes["body"]

    @property
    def _device(self) -> wp.Device:
        """Warp device of the simulation."""
        return self._instances.device

    def _scatter(
        self,
        values: wp.array | ArrayDescriptor,
        selection: Selection,
        out: ProxyArray,
        lowest: float = -float("inf"),
    ) -> None:
        """Write checked values into the selected entries of an array of the data, raised to a lower bound.

        Args:
            values: Array of the selection's shape, of numbers or vectors.
            selection: Entries to write.
            out: Array of shape (num_instances, num_columns), or with one more dimension.
            lowest: Lower bound.
        """
        if selection.is_everything and lowest == -float("inf"):
            wp.copy(out.warp, values)
            return
        data, num_components = number_rows(values)
        self._scatter_entries(
            dim=(selection.rows.num_threads, selection.columns.num_threads, num_components),
            inputs=[
                data,
                int(selection.full_data),
                num_components,
                selection.rows.argument,
                selection.columns.argument,
                lowest,
            ],
            outputs=[number_rows(out.warp)[0]],
        )

    # -- checks --------------------------------------------------------------------------------------------------------

    def assert_shape_and_dtype(
        self, tensor: float | Array, shape: tuple[int, ...], dtype: type, name: str = ""
    ) -> None:
        """Check an array as the writing methods do. Numbers pass.

        Args:
            tensor: Array to check.
            shape: Expected leading dimensions, without the components of vectors.
            dtype: Expected Warp type of an element.
            name: Name of the array, for messages.

        Raises:
            TypeError: It is no array, or of other elements.
            ValueError: It has another shape or is on another device.
        """
        if not isinstance(tensor, (int, float)):
            input_array(tensor, name, tuple(shape), dtype, self._device)

    def assert_shape_and_dtype_mask(
        self,
        tensor: float | Array,
        masks: tuple[wp.array, ...],
        dtype: type,
        name: str = "",
        trailing_dims: tuple[int, ...] = (),
    ) -> None:
        """Check an array that goes with masks: it has an entry for each entry of the masks, chosen or not.

        Args:
            tensor: Array to check.
            masks: Masks whose lengths are the expected leading dimensions.
            dtype: Expected Warp type of an element.
            name: Name of the array, for messages.
            trailing_dims: Expected dimensions after those of the masks.

        Raises:
            TypeError: It is no array, or of other elements.
            ValueError: It has another shape or is on another device.
        """
        shape = (*(mask.shape[0] for mask in masks), *trailing_dims)
        self.assert_shape_and_dtype(tensor, shape, dtype, name)


def prims_expression(prim_path: str, stage: Usd.Stage) -> str:
    """Regular expression of the paths of exactly those prims on a stage that an expression of prim paths matches."""
    paths = find_matching_prim_paths(prim_path, stage)
    return "|".join(re.escape(path) for path in paths) or re.escape(prim_path)


def require_one_for_each_prim(prim_path: str, view: BodyView, stage: Usd.Stage, kind: str) -> None:
    """Refuse a view that has not exactly one instance at or below each prim that an expression matches.

    Args:
        prim_path: Expression of prim paths.
        view: View of the instances.
        stage: The stage.
        kind: What the instances are, for the message.

    Raises:
        RuntimeError: There is a prim with none or several.
    """
    for path in find_matching_prim_paths(prim_path, stage):
        here = [instance for instance in view.instance_paths if instance == path or instance.startswith(path + "/")]
        if len(here) != 1:
            raise RuntimeError(
                f"'{prim_path}' should lead to one {kind} for each prim, but at '{path}' there "
                f"are {len(here)}{': ' if here else ''}{', '.join(here)}."
            )


def default_state(cfg: RigidObjectCfg | ArticulationCfg) -> torch.Tensor:
    """Initial state of a config: pose (position [m], quaternion x y z w) and velocity [m/s, rad/s], shape (13,).

    Args:
        cfg: Config of an asset with a root.

    Raises:
        ValueError: The state is not finite.
    """
    init = cfg.init_state
    for name in ("pos", "rot", "lin_vel", "ang_vel"):
        if not np.isfinite(getattr(init, name)).all():
            raise ValueError(f"init_state.{name} of '{cfg.prim_path}' is not finite: {getattr(init, name)}.")
    return torch.tensor([*init.pos, *init.rot, *init.lin_vel, *init.ang_vel], dtype=torch.float32)
