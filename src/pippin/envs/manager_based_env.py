"""An environment that consists of managers, without rewards: what a controller sees of a scene."""

from __future__ import annotations

import importlib
from dataclasses import MISSING, field
from typing import Any

import torch

from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.run.cfg import default_simulation_cfg
from pippin.utils import configclass
from pippin.utils.callables import ResolvableString
from pippin.utils.checks import check_env_ids, check_options, check_path
from pippin.utils.timer import Timer

from .base_env import EnvIds, SimulatedEnv
from .common import TeleopDevicesCfg, VecEnvObs, ViewerCfg
from .explain import StepReport, explain
from .io_descriptors import describe_io, export_io_descriptors
from .managers import (
    ActionManager,
    EventManager,
    EventTermCfg,
    ObservationManager,
    RecorderManager,
    RecorderManagerBaseCfg,
)
from .managers.env_rows import is_mask, takes_masks


@takes_masks
def reset_scene_to_default(env: Any, env_ids: Any) -> None:
    """Put everything in the scene into its default state: see :func:`pippin.envs.mdp.reset_scene_to_default`."""
    terms = importlib.import_module(f"{__package__}.mdp.events")  # which those who use none need not wait for
    terms.reset_scene_to_default(env, env_ids)


@configclass
class DefaultEventManagerCfg:
    """Events of an environment that names none."""

    reset_scene_to_default = EventTermCfg(func=reset_scene_to_default, mode="reset")


@configclass
class ManagerBasedEnvCfg:
    """Config of :class:`ManagerBasedEnv`."""

    _members_by_name = not __name__.startswith("pippin.")  # as in older dialects, where this module is run once more

    class_type: type | ResolvableString = ResolvableString("pippin.envs:ManagerBasedEnv")
    """Class of the environment: ``cfg.class_type(cfg)`` makes it."""

    viewer: ViewerCfg = ViewerCfg()
    """Camera of pictures."""

    sim: SimulationCfg = field(default_factory=default_simulation_cfg)
    """The simulation."""

    seed: int | None = None
    """Seed of all random numbers; None leaves them as they are."""

    decimation: int = MISSING
    """Steps of the physics in one step of the environment."""

    scene: InteractiveSceneCfg = MISSING
    """The scene."""

    recorders: Any = RecorderManagerBaseCfg()
    """What is recorded: nothing unless terms are added."""

    observations: Any = MISSING
    """Groups of observations."""

    actions: Any = MISSING
    """Terms of the action."""

    events: Any = DefaultEventManagerCfg()
    """Events."""

    teleop_devices: Any = TeleopDevicesCfg()
    """Devices of a person who operates the robot, for scripts that do that."""

    export_io_descriptors: bool = False
    """Whether a description of observations, actions and joints is written when the environment is made: see
    :mod:`pippin.envs.io_descriptors`."""

    io_descriptors_output_dir: str | None = None
    """Folder of that description; by default "io_descriptors" in ``log_dir``."""

    log_dir: str | None = None
    """Folder of what a training run writes."""


class ManagerBasedEnv(SimulatedEnv):
    """A scene with managers of observations, actions, events and recorders.

    Args:
        cfg: Config of the environment. It is kept, not copied.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is a simulation already.
        NotImplementedError: Some environments lack an asset or a sensor that others have.
    """

    cfg: ManagerBasedEnvCfg

    def __init__(self, cfg: ManagerBasedEnvCfg, render_mode: str | None = None) -> None:
        self.obs_buf: VecEnvObs = {}
        super().__init__(cfg, render_mode)

    def _begin(self) -> None:
        with Timer(name="scene_creation"):
            self.scene = InteractiveScene(self.cfg.scene)
        if self.scene.partial_entities:
            raise NotImplementedError(
                f"Not all environments have {', '.join(self.scene.partial_entities)} (clone_cfg of the scene), whose "
                "rows terms of managers take for environments: give all environments the same assets with rows, or "
                "derive from DirectRLEnv, whose program counts rows itself (InteractiveScene.env_ids_of)."
            )
        self._make_buffers()
        self.event_manager = EventManager(self.cfg.events, self)
        if "prestartup" in self.event_manager.available_modes:
            self.event_manager.apply(mode="prestartup")
        self._start_simulation()
        self.load_managers()
        self.setup_manager_visualizers()
        if self.cfg.export_io_descriptors:
            self.export_IO_descriptors()

    def _make_buffers(self) -> None:
        """Make what terms and steps read and write, before there are managers."""
        self._all_env_ids = torch.arange(self.num_envs, device=self.device)

    def load_managers(self) -> None:
        """Make the managers. Called once the simulation plays."""
        self.recorder_manager = RecorderManager(self.cfg.recorders, self)
        self.action_manager = ActionManager(self.cfg.actions, self)
        self.observation_manager = ObservationManager(self.cfg.observations, self)
        if type(self) is ManagerBasedEnv:
            self._apply_startup_events()

    def explain(self, repeats: int = 20) -> StepReport:
        """Find what a step consists of and what its terms cost: see :func:`pippin.envs.explain.explain`."""
        return explain(self, repeats)

    @property
    def get_IO_descriptors(self) -> dict[str, Any]:  # noqa: N802 (Isaac Lab's name)
        """What goes into a policy and comes out of it: see :func:`pippin.envs.io_descriptors.describe_io`."""
        return describe_io(self)

    def export_IO_descriptors(self, output_dir: str | None = None) -> None:  # noqa: N802 (Isaac Lab's name)
        """Write that description into a folder, by default that of the config."""
        if output_dir is not None:
            check_path("output_dir", output_dir)
        export_io_descriptors(self, output_dir or self.cfg.io_descriptors_output_dir)

    def setup_manager_visualizers(self) -> None:
        """Do nothing: there are no plots. Accepted for existing code."""
        self.manager_visualizers: dict[str, Any] = {}

    def reset(
        self, seed: Any = None, env_ids: EnvIds = None, options: dict[str, Any] | None = None
    ) -> tuple[VecEnvObs, dict]:
        """Reset environments.

        Args:
            seed: Seed of all random numbers; None leaves them as they are. Environments may stand here too, which is
                where version 3 of Isaac Lab has them.
            env_ids: Environments; None for all.
            options: Accepted for Gymnasium.

        Returns:
            Observations by group, and what there is to log.
        """
        check_options(options)
        if not isinstance(seed, (int, type(None))):
            seed, env_ids = None, seed
        ids = self._ids(env_ids)
        self._begin_reset(ids, seed)
        self.scene.write_data_to_sim()
        return self._after_reset(ids)

    def reset_to(
        self, state: dict[str, Any], env_ids: EnvIds = None, seed: int | None = None, is_relative: bool = False
    ) -> tuple[VecEnvObs, dict]:
        """Reset environments into a state.

        Args:
            state: State of assets as :meth:`pippin.scene.InteractiveScene.get_state` gives it, with one row for each of
                ``env_ids``.
            env_ids: Environments; None for all.
            seed: Seed of all random numbers; None leaves them as they are.
            is_relative: Whether positions are relative to the environments' origins; otherwise in the world.

        Returns:
            Observations by group, and what there is to log.
        """
        ids = self._ids(env_ids)
        self._begin_reset(ids, seed)
        self.scene.reset_to(state, ids, is_relative=is_relative)
        return self._after_reset(ids)

    def step(self, action: torch.Tensor) -> Any:
        """Act for one step.

        Args:
            action: Shape (num_envs, total_action_dim).

        Returns:
            Observations by group, and what there is to log.

        Raises:
            ValueError: The action has another shape.
        """
        self.action_manager.process_action(action)
        self.recorder_manager.record_pre_step()
        self._step_physics(self.action_manager.apply_action)
        if "interval" in self.event_manager.available_modes:
            self.event_manager.apply(mode="interval", dt=self.step_dt)
        self.obs_buf = self.observation_manager.compute(update_history=True)
        self.recorder_manager.record_post_step()
        return self.obs_buf, self.extras

    # -- inside --------------------------------------------------------------------------------------------------------

    def _apply_startup_events(self) -> None:
        if "startup" in self.event_manager.available_modes:
            self.event_manager.apply(mode="startup")

    def _ids(self, env_ids: EnvIds) -> Any:
        """Environments as indices on the device: terms ask how many there are."""
        if env_ids is None:
            return self._all_env_ids
        if isinstance(env_ids, slice):
            return self._all_env_ids[env_ids]
        check_env_ids(env_ids, self.num_envs)
        return torch.as_tensor(env_ids, device=self.device)

    def _begin_reset(self, env_ids: torch.Tensor, seed: int | None) -> None:
        self.recorder_manager.record_pre_reset(env_ids)
        if seed is not None:
            self.seed(seed)
        self._reset_idx(env_ids)

    def _after_reset(self, env_ids: torch.Tensor) -> tuple[VecEnvObs, dict]:
        self.sim.forward()
        self.recorder_manager.record_post_reset(env_ids)
        self.obs_buf = self.observation_manager.compute(update_history=True)
        return self.obs_buf, self.extras

    def _reset_idx(self, env_ids: Any) -> None:
        """Reset environments, without computing observations."""
        self._reset_scene(env_ids)
        managers = (self.observation_manager, self.action_manager, self.event_manager, self.recorder_manager)
        self.extras["log"] = {}
        for manager in managers:
            self.extras["log"].update(manager.reset(env_ids))

    def _reset_scene(self, env_ids: Any) -> None:
        if is_mask(env_ids):
            self.scene.reset(env_mask=env_ids)
        else:
            self.scene.reset(env_ids)
        if "reset" in self.event_manager.available_modes:
            count = self._sim_step_counter // self.cfg.decimation
            self.event_manager.apply(mode="reset", env_ids=env_ids, global_env_step_count=count)

    def _release(self) -> None:
        if "recorder_manager" in vars(self):
            self.recorder_manager.close()
        for name in ("action_manager", "observation_manager", "event_manager", "recorder_manager"):
            vars(self).pop(name, None)
