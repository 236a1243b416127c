"""What all assets have in common: their prims, and their life from play to stop."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import MISSING
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
import torch
import warp as wp
from pxr import Usd

from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.physics.views import SimulationView
from pippin.physics.views.instance_view import InstanceView
from pippin.quantities.inputs import Array, input_array
from pippin.quantities.selection import Axis, Ids, Mask
from pippin.sim.expressions import find_matching_prim_paths, find_matching_prims
from pippin.sim.layers import sentence_on_missing_parts
from pippin.sim.prims import set_prim_visibility
from pippin.sim.run.entity import SceneEntity
from pippin.sim.spawners import SpawnerCfg
from pippin.sim.spawners.placement import spawn_asset
from pippin.utils import configclass

from .part import StoppedPart

Data = TypeVar("Data", bound=Any)
"""Class of an asset's data."""

View = TypeVar("View")
"""Class of the view that an asset reads and writes through."""


class AssetBase(SceneEntity, Generic[Data, View]):
    """Something physical in the scene, in every environment.

    An asset spawns its prims when it is made. When the simulation plays it connects to the engine (``is_initialized``),
    and when the simulation stops it lets go. Its methods follow one rule of naming:

    * ``set_*`` keeps what should happen; :meth:`write_data_to_sim`, called before each step, hands it to the engine;
    * ``write_*_to_sim`` changes the engine's state or model at once;
    * :meth:`update`, called after each step, lets the asset's data know that time has passed.

    Args:
        cfg: Config of the asset. It is copied.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is no simulation, or no prim matches the config's prim path.
        ValueError: The prim path is malformed.
    """

    _kind = "asset"
    _parts: ClassVar[tuple[str, ...]] = ()
    """Attributes with the parts of the asset, which exist while the simulation plays."""

    _data: Data

    def __init__(self, cfg: AssetBaseCfg) -> None:
        self._handles: Any | None = None
        self._let_go_of_parts()
        super().__init__(cfg)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> Data:
        """State and properties of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        if self._handles is None:
            self._require_handles()
        return self._data

    @property
    def num_instances(self) -> int:
        """Number of instances in all environments together."""
        return self._require_handles().count

    @property
    def root_view(self) -> View:
        """View of the engine.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._require_handles()

    @property
    def _physics_sim_view(self) -> SimulationView:
        """What makes further views of the engine, such as those of single links."""
        return SimulationView(self._require_handles().scene)

    @property
    def _ALL_INDICES(self) -> wp.array:  # noqa: N802  programs for Isaac Lab reach for it, private as it is
        """All instances, shape (num_instances,), int32."""
        return self._require_handles().all_rows

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_visibility(self, visible: bool, env_ids: Sequence[int] | None = None) -> None:
        """Show or hide the asset in pictures. Physics does not change.

        Args:
            visible: Whether the asset is to be seen.
            env_ids: Instances; None means all. Environments share their prims, so that it has to be all of them.

        Raises:
            NotImplementedError: Some instances are to differ from the others.
        """
        if env_ids is not None and (isinstance(env_ids, str) or not isinstance(env_ids, Iterable)):
            raise TypeError(f"'env_ids' is {env_ids!r:.80}; expected numbers of instances.")
        if env_ids is not None and len(set(env_ids)) < self.num_instances:
            raise NotImplementedError(
                f"The instances of '{self.cfg.prim_path}' share their prims, so they are shown or hidden together: "
                "pass env_ids=None. To take single instances out of sight, move them with write_root_pose_to_sim_index."
            )
        for prim in find_matching_prims(self.cfg.prim_path, self._sim.stage):
            set_prim_visibility(prim, visible)

    @abstractmethod
    def reset(self, env_ids: Ids = None, *, env_mask: Mask = None) -> None:
        """Forget what the asset keeps between steps (not its state), in some environments.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, shape (num_instances,), which goes before ``env_ids``.
        """

    @abstractmethod
    def write_data_to_sim(self) -> None:
        """Hand what was set to the engine; to be called before each step."""

    def update(self, dt: float) -> None:
        """Let time pass; to be called after each step. What is out of date in the data is computed when it is read.

        Args:
            dt: Time since the last call [s].
        """
        if self._handles is None:
            self._require_handles()
        self._data.update(dt)

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
            input_array(tensor, name or "tensor", tuple(shape), dtype, self._device)

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

    # -- for kinds of assets -------------------------------------------------------------------------------------------

    @abstractmethod
    def _make_view(self, physics: PhysicsScene) -> Any:
        """View of the instances; raises ValueError where there are none."""

    @abstractmethod
    def _make_data(self, view: Any) -> Any:
        """Data object of a view."""

    @abstractmethod
    def _make_parts(self, view: Any, instances: Axis) -> None:
        """Make the parts of the asset, and fill in what the data keep as defaults."""

    def _require_instances(self, view: Any) -> None:
        """Refuse a view that has not exactly one instance at or below each prim that the prim path matches."""
        require_one_for_each_prim(self.cfg.prim_path, view, self._sim.stage, self._kind)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spawn(self) -> None:
        """Spawn the prims, if the config says what, and make sure that there are some."""
        spawn_asset(self.cfg)
        self._require_prims()

    def _initialize_impl(self) -> None:
        physics = playing_scene(self._sim)
        try:
            view = self._make_view(physics)
        except ValueError as error:
            path = self.cfg.prim_path
            reason = f"{error}{sentence_on_missing_parts(self._sim.stage)}"
            raise RuntimeError(  # the last sentence is Isaac Lab's, by which programs tell the error
                f"There is no {self._kind} to be had at '{path}': {reason} Expected 1 prims at '{path}', found 0."
            ) from error
        self._require_instances(view)
        self._data = self._make_data(view)
        self._data.is_held = self._sim.cfg.hold_until_update
        if self._sim.cfg.gravity_with_length and hasattr(self._data, "GRAVITY_VEC_W"):
            self._data.GRAVITY_VEC_W.warp.fill_(wp.vec3f(*self._sim.cfg.gravity))
        self._handles = view
        if isinstance(view, InstanceView):
            view.on_property_written = self._data.reload
            view.kept_property = self._data.kept
        self._make_parts(view, Axis("env", view.count, view.all_rows))

    def _invalidate_impl(self) -> None:
        if self._handles is not None:
            self._data.invalidate()
        self._handles = None
        self._let_go_of_parts()

    def _let_go_of_parts(self) -> None:
        for name in self._parts:
            setattr(self, name, StoppedPart(lambda: str(self._stopped())))

    def _require_handles(self) -> Any:
        if self._handles is None:
            raise self._stopped()
        return self._handles

    def _stopped(self) -> RuntimeError:
        return RuntimeError(
            f"The {self._kind} at '{self.cfg.prim_path}' exists in the engine only while the simulation plays: "
            "call reset() or play() of the SimulationContext first."
        )

    @property
    def _device(self) -> wp.Device:
        """Warp device of the simulation."""
        return wp.get_device(self.device)


def prims_expression(prim_path: str, stage: Usd.Stage) -> str:
    """Regular expression of the paths of exactly those prims on a stage that an expression of prim paths matches."""
    paths = find_matching_prim_paths(prim_path, stage)
    return "|".join(re.escape(path) for path in paths) or re.escape(prim_path)


def require_one_for_each_prim(prim_path: str, view: Any, stage: Usd.Stage, kind: str) -> None:
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


def default_state(cfg: Any) -> torch.Tensor:
    """Initial state of a config: pose (position [m], quaternion x y z w) and velocity [m/s, rad/s], shape (13,).

    Args:
        cfg: Config of an asset with a root.

    Raises:
        ValueError: The state is not finite.
    """
    init = cfg.init_state
    for name in ("pos", "rot", "lin_vel", "ang_vel"):
        if not np.isfinite(getattr(init, name)).all():
            raise ValueError(
                f"'init_state.{name}' of '{cfg.prim_path}' is {getattr(init, name)}, which is not finite; "
                "expected finite numbers."
            )
    return torch.tensor([*init.pos, *init.rot, *init.lin_vel, *init.ang_vel], dtype=torch.float32, device="cpu")


@configclass
class AssetBaseCfg:
    """Where an asset is, how it gets there, and in which state it begins."""

    @configclass
    class InitialStateCfg:
        """State in which the asset is spawned, and which its data keep as the default."""

        pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Position of the root in the frame of its environment [m]."""

        rot: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
        """Orientation of the root in the frame of its environment, as a quaternion (x, y, z, w)."""

    class_type: type[AssetBase] | None = None
    """Class of the asset; None for what is only spawned, such as lights."""

    prim_path: str = MISSING
    """Path of the asset's prim, or an expression that matches the prims of all its instances.

    ``{ENV_REGEX_NS}`` at its beginning stands for every environment: ``{ENV_REGEX_NS}/Robot`` becomes
    ``/World/envs/env_.*/Robot``.
    """

    spawn: SpawnerCfg | None = None
    """What to spawn at the prim path; None where the prims are on the stage already."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    collision_group: Literal[0, -1] = 0
    """0: collides with its own environment and with what is global. -1: is global and collides with all."""

    debug_vis: bool = False
    """Whether to show debug markers of the asset from the start, where it has any."""
