"""What articulations do when they begin and before each step, which classes of version 2 programs override.

Version 2 processes the config of an articulation in three methods, and runs its actuators in a fourth; a program
overrides one of them to change what it has made, before it is used. Pippin's object calls the override at that place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from pippin.actuators import ActuatorBase
from pippin.assets import Multirotor
from pippin.assets.articulation.actuator_groups import ActuatorGroups

HOOKS = {
    "_process_cfg": "_set_defaults",
    "_process_actuators_cfg": "_make_actuators",
    "_validate_cfg": "_check_defaults",
    "_apply_actuator_model": "_own_law",
}
"""Methods that a program's class may override, and what of Pippin's articulation calls them."""

_OF_ROTORS = {"_apply_actuator_model", "_apply_combined_wrench", "_combine_thrusts", "_create_thruster_buffers"}
"""Methods of Isaac Lab's multirotor that Pippin's does not call."""


class OwnProcessing:
    """Members of facades of articulations that classes of programs override, call and read there."""

    _newer: Any
    _has_made_actuators = False
    _makes_buffers_first: bool
    _create_buffers: Callable[[], None]
    _to_newer: Callable[[Any], Any]
    cfg: Any

    def _reach_own_processing(self, own: set[str]) -> None:
        """Let Pippin's object call methods.

        Args:
            own: Names that the program's class defines.

        Raises:
            NotImplementedError: A multirotor is to run its actuators otherwise.
        """
        is_multirotor = isinstance(self._newer, Multirotor)
        if is_multirotor and own & _OF_ROTORS:
            raise NotImplementedError(
                f"{type(self).__name__} overrides {', '.join(sorted(own & _OF_ROTORS))} of a Multirotor, whose thrusts "
                "Pippin computes in one piece: override write_data_to_sim, or extend Articulation and apply the "
                "rotors' wrench by permanent_wrench_composer."
            )
        self._runs_actuators_itself = bool(own & {"write_data_to_sim", "_apply_actuator_model"})
        if "_create_buffers" in own and own & set(HOOKS):  # which find the buffers that they write to
            self._makes_buffers_first = True
            self._newer._set_defaults = self._process_cfg_with_buffers
        replaced = {"_process_actuators_cfg": self._make_actuators_by_override}
        if is_multirotor:
            replaced = {"_process_actuators_cfg": self._make_thrusters_after_override}
            if "_process_thruster_cfg" in own:
                self._newer._make_thrusters = self._process_thruster_cfg
        for name, hook in HOOKS.items():
            if name == "_process_cfg" and self._makes_buffers_first:
                continue
            if name in own:
                setattr(self._newer, hook, replaced.get(name, getattr(self, name)))

    def _make_actuators_by_override(self) -> None:
        """Call the program's method; what it makes without calling that of ``Articulation`` is what there is."""
        self._has_made_actuators = False
        self._process_actuators_cfg()
        if self._has_made_actuators:
            return
        newer, models = self._newer, self._newer.actuators
        joints = {name: model for name, model in models.items() if isinstance(model, ActuatorBase)}
        if len(joints) < len(models) and not self._runs_actuators_itself:
            other = next(name for name in models if name not in joints)
            raise NotImplementedError(
                f"{type(self).__name__}._process_actuators_cfg makes the actuator '{other}', a "
                f"{type(models[other]).__name__}; expected an ActuatorBase, or a class that overrides "
                "_apply_actuator_model or write_data_to_sim."
            )
        newer._use_actuators(ActuatorGroups(joints, newer._data, newer.joints))
        newer.actuators = models

    def _make_thrusters_after_override(self) -> None:
        self._process_actuators_cfg()
        if not self._has_made_actuators:
            type(self._newer)._make_actuators(self._newer)

    def _process_cfg_with_buffers(self) -> None:
        self._create_buffers()
        self._process_cfg()

    def _process_cfg(self) -> None:
        """Take the default state from the config, which an override may have changed."""
        self._newer.cfg.init_state = self._to_newer(self.cfg).init_state
        type(self._newer)._set_defaults(self._newer)

    def _process_actuators_cfg(self) -> None:
        """Make the actuators of the config, which an override may have changed, and tell the engine of them."""
        self._newer.cfg.actuators = self._to_newer(self.cfg).actuators
        type(self._newer)._make_actuators(self._newer)
        self._has_made_actuators = True

    def _process_thruster_cfg(self) -> None:
        """Make the thruster models of a multirotor's config, which an override may have changed."""
        self._newer.cfg.actuators = self._to_newer(self.cfg).actuators
        type(self._newer)._make_thrusters(self._newer)

    @property
    def actuators(self) -> Any:
        """Actuator models by the name of their group."""
        return self._newer.actuators

    @actuators.setter
    def actuators(self, models: dict[str, Any]) -> None:
        self._newer.actuators = models

    def _validate_cfg(self) -> None:
        """Refuse a default state that the joints cannot have.

        Raises:
            ValueError: A default position or velocity is out of the limits.
        """
        type(self._newer)._check_defaults(self._newer)

    def _apply_actuator_model(self) -> None:
        """Let the actuators write what the drives are told in the next step."""
        self._newer._actuation.run_models()

    @property
    def _joint_pos_target_sim(self) -> torch.Tensor:
        """Target positions that the drives are told [m, rad], (N, J)."""
        return self._newer._actuation.drive_inputs[0]

    @_joint_pos_target_sim.setter
    def _joint_pos_target_sim(self, positions: torch.Tensor) -> None:
        self._joint_pos_target_sim.copy_(positions)

    @property
    def _joint_vel_target_sim(self) -> torch.Tensor:
        """Target velocities that the drives are told [m/s, rad/s], (N, J)."""
        return self._newer._actuation.drive_inputs[1]

    @_joint_vel_target_sim.setter
    def _joint_vel_target_sim(self, velocities: torch.Tensor) -> None:
        self._joint_vel_target_sim.copy_(velocities)

    @property
    def _joint_effort_target_sim(self) -> torch.Tensor:
        """Efforts that the joints get beside those of the gains [N, N m], (N, J)."""
        return self._newer._actuation.drive_inputs[2]

    @_joint_effort_target_sim.setter
    def _joint_effort_target_sim(self, efforts: torch.Tensor) -> None:
        self._joint_effort_target_sim.copy_(efforts)

    @property
    def _has_implicit_actuators(self) -> bool:
        """Whether the engine's own gains drive joints."""
        return any(getattr(actuator, "is_implicit_model", False) for actuator in self._newer.actuators.values())

    @_has_implicit_actuators.setter
    def _has_implicit_actuators(self, value: bool) -> None:
        """Take what the release notes for itself, which follows from the models here."""
