"""What all actuator models have in common: the parameters of a group of joints, and how they are resolved."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import ClassVar

import torch
import warp as wp

from pippin.utils import configclass

from .joint_tensor import JointTensor
from .joint_values import joint_values, require
from .kernels.launch import Call
from .kernels.targets import Targets
from .types import ArticulationActions


class _OtherName(property):
    """Another name of a tensor of an actuator."""

    def __init__(self, name: str, doc: str) -> None:
        def read(actuator: ActuatorBase) -> torch.Tensor:
            return getattr(actuator, name)

        def write(actuator: ActuatorBase, value: torch.Tensor | float) -> None:
            setattr(actuator, name, value)

        super().__init__(read, write, doc=doc)


class ActuatorBase(ABC):
    """Model of the actuators of a group of joints that share a config.

    Each parameter is one of the config where it gives one and else that of the asset. The engine knows
    ``joint_effort_limit``, ``joint_velocity_limit``, ``armature`` and the frictions; the model itself uses
    ``stiffness``, ``damping``, ``actuator_effort_limit`` and ``actuator_velocity_limit``. Where these last two are not
    configured, the effort limit is the asset's (an implicit model's is the joint's), and the velocity limit is the
    joint's. Their older names are ``effort_limit_sim``, ``velocity_limit_sim``, ``effort_limit``, ``velocity_limit``.

    The parameters and efforts are tensors of shape (num_envs, num_joints), float32. They may be written in place at
    any time (to randomise them); what is assigned is copied into them. A change takes effect at the next
    :meth:`compute`; the engine's parameters must in addition be written to the simulation.

    To make a model of your own, inherit from this class or a model and write :meth:`compute` and :meth:`reset`, or
    only the limit ``_clip_effort(effort)``, in torch. With :meth:`bind` it is part of the captured step, too.

    Args:
        cfg: Config of the group. It is copied, and the copy is kept as ``cfg`` with what was derived in it.
        joint_names: Names of the group's joints.
        joint_ids: Indices of these joints in the articulation; ``slice(None)`` where the group holds all of them.
        num_envs: Number of environments.
        device: Device of all tensors.
        stiffness: Proportional gains of the asset [N/m or N m/rad]. This and the following parameters are numbers or
            tensors of shape (num_envs, num_joints).
        damping: Derivative gains of the asset [N s/m or N m s/rad].
        armature: Inertia that the asset's motors add to their joints [kg or kg m^2].
        friction: Static friction of the asset's joints.
        dynamic_friction: Friction of the asset's joints in motion.
        viscous_friction: Friction of the asset's joints that grows with velocity [N s/m or N m s/rad].
        effort_limit: Effort limits of the asset [N or N m]; None for no limit.
        velocity_limit: Velocity limits of the asset [m/s or rad/s]; None for no limit.
        actuator_effort_limit: Another name of ``effort_limit``, for explicit models.
        actuator_velocity_limit: Another name of ``velocity_limit``.
        joint_effort_limit: Another name of ``effort_limit``, for implicit models.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: A parameter is NaN or (other than a gain) negative, an expression in a dict matches no joint,
            or a tensor has another shape.
    """

    is_implicit_model: ClassVar[bool] = False
    """Whether the engine applies the control law itself, within its own integration."""

    _DEFAULT_MAX_EFFORT_SIM: ClassVar[float] = 1.0e9
    """Effort limit [N or N m] of the engine where a program for Isaac Lab 2 leaves the limit to an explicit model."""

    stiffness = JointTensor()
    damping = JointTensor()
    armature = JointTensor()
    friction = JointTensor()
    dynamic_friction = JointTensor()
    viscous_friction = JointTensor()
    actuator_effort_limit = JointTensor()
    joint_effort_limit = JointTensor()
    actuator_velocity_limit = JointTensor()
    joint_velocity_limit = JointTensor()
    computed_effort = JointTensor()
    applied_effort = JointTensor()

    def __init__(
        self,
        cfg: ActuatorBaseCfg,
        joint_names: list[str],
        joint_ids: slice | Sequence[int] | torch.Tensor,
        num_envs: int,
        device: str,
        stiffness: torch.Tensor | float = 0.0,
        damping: torch.Tensor | float = 0.0,
        armature: torch.Tensor | float = 0.0,
        friction: torch.Tensor | float = 0.0,
        dynamic_friction: torch.Tensor | float = 0.0,
        viscous_friction: torch.Tensor | float = 0.0,
        effort_limit: torch.Tensor | float | None = None,
        velocity_limit: torch.Tensor | float | None = None,
        actuator_effort_limit: torch.Tensor | float | None = None,
        actuator_velocity_limit: torch.Tensor | float | None = None,
        joint_effort_limit: torch.Tensor | float | None = None,
    ):
        self.cfg = copy.deepcopy(cfg)
        self.cfg.validate()
        self.joint_property_resolution_table: dict[str, list[list]] = {}
        """Rows ``[joint name, joint index, value of the asset, value of the config, value used]`` by parameter.

        Only parameters that the config leaves to the asset or sets to something else are listed; the fourth column
        then reads "Not Specified" or the config's value. Values are those of environment 0.
        """
        self._joint_names = list(joint_names)
        self._joint_indices = joint_ids
        self._num_envs = num_envs
        self._device = torch.device(wp.device_to_torch(wp.get_device(str(device))))
        self.cfg.resolve_limits(self.is_implicit_model)
        effort_limit = _given_limit(effort_limit, actuator_effort_limit, joint_effort_limit)
        velocity_limit = _given_limit(velocity_limit, actuator_velocity_limit)

        of_asset = {
            "joint_velocity_limit": velocity_limit,
            "joint_effort_limit": effort_limit,
            "stiffness": stiffness,
            "damping": damping,
            "armature": armature,
            "friction": friction,
            "dynamic_friction": dynamic_friction,
            "viscous_friction": viscous_friction,
        }
        for name, asset_value in of_asset.items():
            self._resolve(name, asset_value)
        largest_effort = self.joint_effort_limit if self.is_implicit_model else effort_limit
        self._resolve("actuator_velocity_limit", self.joint_velocity_limit, listed=False)
        self._resolve("actuator_effort_limit", largest_effort, listed=False)
        self.computed_effort = 0.0
        self.applied_effort = 0.0
        self._joint_vel = torch.zeros_like(self.computed_effort)

    def __str__(self) -> str:
        """Class, kind and joints of the group, for people."""
        kind = "implicit" if self.is_implicit_model else "explicit"
        return f"{type(self).__name__} ({kind}) of {self.num_joints} joints: {', '.join(self._joint_names)}"

    @property
    def num_joints(self) -> int:
        """Number of joints in the group."""
        return len(self._joint_names)

    effort_limit = _OtherName("actuator_effort_limit", "Largest efforts of the model [N or N m].")
    velocity_limit = _OtherName("actuator_velocity_limit", "Largest velocities of the model [m/s or rad/s].")
    effort_limit_sim = _OtherName("joint_effort_limit", "Effort limits that the engine enforces [N or N m].")
    velocity_limit_sim = _OtherName("joint_velocity_limit", "Velocity limits of the engine [m/s or rad/s].")

    @property
    def joint_names(self) -> list[str]:
        """Names of the group's joints."""
        return self._joint_names

    @property
    def joint_indices(self) -> slice | Sequence[int] | torch.Tensor:
        """Indices of the group's joints in the articulation; ``slice(None)`` where the group holds all of them."""
        return self._joint_indices

    @abstractmethod
    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Forget what happened before, in some environments.

        Args:
            env_ids: Environments to reset; None means all.
        """

    @abstractmethod
    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Turn the group's targets into what the engine is told, and keep the efforts.

        Args:
            control_action: Targets; tensors of shape (num_envs, num_joints), float32.
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action`` itself, changed: what is not None is handed to the engine.
        """

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is: what a step does instead of :meth:`compute`.

        The calls read the targets and the state, and write :attr:`computed_effort` and :attr:`applied_effort`. An
        articulation hands the engine the targets of an implicit model, and the applied efforts of an explicit one. On a
        GPU the calls are captured in a graph, so that they have to be kernels (of Warp, or of torch without waiting).

        It counts where the class of a model defines it itself: a class that inherits from a model may change its law.

        Args:
            targets: Target positions, target velocities and feed-forward efforts, shape (num_envs, num_joints) each.
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            What to call in each step, in order.
        """
        raise NotImplementedError(f"{type(self).__name__} has no bind(): call compute() in each step.")

    @property
    def is_bindable(self) -> bool:
        """Whether the model's own class defines :meth:`bind`."""
        return "bind" in vars(type(self))

    @property
    def is_capturable(self) -> bool:
        """Whether a step of an environment may be captured with it in a CUDA graph.

        It is where the law is bound, or where the model's own class has ``only_launches = True``: its :meth:`compute`
        launches kernels and does nothing else that a step relies on.
        """
        return self.is_bindable or bool(vars(type(self)).get("only_launches", False))

    def keep_efforts_in(self, computed: torch.Tensor, applied: torch.Tensor) -> None:
        """Let :attr:`computed_effort` and :attr:`applied_effort` be tensors of another owner from now on.

        Args:
            computed: Takes the computed efforts [N or N m], shape (num_envs, num_joints), float32.
            applied: Takes the applied efforts [N or N m], shape (num_envs, num_joints), float32.
        """
        computed.copy_(self.computed_effort)
        applied.copy_(self.applied_effort)
        vars(self).update(computed_effort=computed, applied_effort=applied)

    def _parse_joint_parameter(
        self, cfg_value: float | dict[str, float] | None, default_value: float | torch.Tensor | None
    ) -> torch.Tensor:
        """Tensor of a further parameter of a model, shape (num_envs, num_joints), from its config or else a default."""
        return self._joint_values("parameter", cfg_value, default_value)

    def _joint_values(
        self, name: str, configured: float | dict[str, float] | None, default: float | torch.Tensor | None
    ) -> torch.Tensor:
        return joint_values(name, configured, default, self._joint_names, self._num_envs, self._device)

    def _clip_effort(self, effort: torch.Tensor) -> torch.Tensor:
        """Effort within the effort limit [N or N m], shape (num_envs, num_joints).

        The models here limit the effort within their kernels. Where a model overrides this method, that counts; it
        finds the velocities of the joints in ``_joint_vel``.
        """
        return effort.clamp(-self.actuator_effort_limit, self.actuator_effort_limit)

    _clip_of_kernel: ClassVar[Callable[..., torch.Tensor]] = _clip_effort
    """Method ``_clip_effort`` that does what the model's kernel does."""

    def _apply_own_clip(self, joint_vel: torch.Tensor) -> None:
        """Where a model overrides :meth:`_clip_effort`, let that count instead of the kernel's limit."""
        if type(self)._clip_effort is not type(self)._clip_of_kernel:
            self._joint_vel.copy_(joint_vel)
            self.applied_effort = self._clip_effort(self.computed_effort)

    def _checked_targets(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> Targets:
        """Targets of an action of which a law needs all; the inputs of :meth:`compute` are checked."""
        positions, velocities = control_action.joint_positions, control_action.joint_velocities
        efforts = control_action.joint_efforts
        self._check_inputs(
            joint_positions=positions,
            joint_velocities=velocities,
            joint_efforts=efforts,
            joint_pos=joint_pos,
            joint_vel=joint_vel,
        )
        assert positions is not None and velocities is not None and efforts is not None
        return positions, velocities, efforts

    def _check_inputs(self, **tensors: torch.Tensor | None) -> None:
        """Raise ValueError unless every tensor is of shape (num_envs, num_joints), float32 and on the device."""
        shape = (self._num_envs, self.num_joints)
        for name, tensor in tensors.items():
            if tensor is None:
                raise ValueError(f"{type(self).__name__}.compute needs {name}; it is None.")
            if tensor.shape != shape or tensor.dtype != torch.float32 or tensor.device != self._device:
                raise ValueError(
                    f"{type(self).__name__}.compute needs {name} of shape {shape}, torch.float32 on {self._device}; "
                    f"got shape {tuple(tensor.shape)}, {tensor.dtype} on {tensor.device}."
                )

    def _resolve(self, name: str, of_asset: float | torch.Tensor, listed: bool = True) -> None:
        """Set a parameter from the config or the asset, and list it in the table where the two do not agree."""
        configured = getattr(self.cfg, name)
        values = self._joint_values(name, configured, of_asset)
        if name not in ("stiffness", "damping"):
            require(values >= 0.0, name, "at least 0", self._joint_names)
        setattr(self, name, values)
        asset_values = self._joint_values(name, None, of_asset)
        if listed and (configured is None or not torch.allclose(values, asset_values)):
            self.joint_property_resolution_table[name] = self._table_rows(configured is not None, values, asset_values)

    def _table_rows(self, is_configured: bool, values: torch.Tensor, asset_values: torch.Tensor) -> list[list]:
        """One row of the table for each joint, from environment 0."""
        ids = self._joint_indices
        indices = list(range(self.num_joints)) if isinstance(ids, slice) else [int(index) for index in ids]
        used, before = values[0].tolist(), asset_values[0].tolist()
        return [
            [name, indices[i], before[i], used[i] if is_configured else "Not Specified", used[i]]
            for i, name in enumerate(self._joint_names)
        ]


def _given_limit(*limits: torch.Tensor | float | None) -> torch.Tensor | float:
    """The limit of an asset that is given under one of its names; infinity where there is none.

    Raises:
        ValueError: It is given under several names, with different values.
    """
    given = [limit for limit in limits if limit is not None]
    if any(
        not bool((torch.as_tensor(given[0], device="cpu") == torch.as_tensor(other, device="cpu")).all())
        for other in given[1:]
    ):
        raise ValueError(
            "A limit of the asset has different values under two names, such as 'effort_limit' and 'effort_limit_sim'; "
            "expected one value: give one of them."
        )
    return given[0] if given else torch.inf


@configclass
class ActuatorBaseCfg:
    """Joints of a group and the parameters of their actuators.

    A parameter of joints is a number for all joints of the group, a dict from regular expressions of joint names to
    numbers (joints that none matches get 0, with a warning), or None for the value of the asset.
    """

    class_type: type[ActuatorBase] = MISSING
    """Model of the actuators."""

    joint_names_expr: list[str] = MISSING
    """Regular expressions that match the names of the group's joints as a whole."""

    actuator_effort_limit: dict[str, float] | float | None = None
    """Largest effort of the model [N or N m]. None takes ``joint_effort_limit`` for an implicit model, and the asset's
    for an explicit one."""

    actuator_velocity_limit: dict[str, float] | float | None = None
    """Largest velocity of the model [m/s or rad/s]; None takes ``joint_velocity_limit``.

    Only the models that say so limit anything by it: it is what programs read as soft velocity limits.
    """

    joint_effort_limit: dict[str, float] | float | None = None
    """Effort limit that the engine enforces [N or N m]; None takes the asset's."""

    joint_velocity_limit: dict[str, float] | float | None = None
    """Velocity limit that the engine is given [m/s or rad/s]; None takes the asset's."""

    effort_limit: dict[str, float] | float | None = None
    """Older name of ``actuator_effort_limit``; alone, it is an implicit model's ``joint_effort_limit`` too."""

    velocity_limit: dict[str, float] | float | None = None
    """Older name of ``actuator_velocity_limit``."""

    effort_limit_sim: dict[str, float] | float | None = None
    """Older name of ``joint_effort_limit``."""

    velocity_limit_sim: dict[str, float] | float | None = None
    """Older name of ``joint_velocity_limit``; alone, it is an implicit model's ``actuator_velocity_limit`` too."""

    stiffness: dict[str, float] | float | None = MISSING
    """Proportional gain [N/m or N m/rad]; None takes the asset's."""

    damping: dict[str, float] | float | None = MISSING
    """Derivative gain [N s/m or N m s/rad]; None takes the asset's."""

    armature: dict[str, float] | float | None = None
    """Inertia that the motor adds to its joint [kg or kg m^2]; None takes the asset's."""

    friction: dict[str, float] | float | None = None
    """Static friction of the joint; None takes the asset's."""

    dynamic_friction: dict[str, float] | float | None = None
    """Friction of the joint in motion; None takes the asset's."""

    viscous_friction: dict[str, float] | float | None = None
    """Friction that grows with the joint's velocity [N s/m or N m s/rad]; None takes the asset's."""

    def resolve_limits(self, is_implicit: bool) -> None:
        """Give both names of each limit the value of the one that is set; a model does it to its copy of the config.

        An implicit actuator's effort limit under its older name alone is the joint's too, and a joint's velocity limit
        under its older name alone is the actuator's too.

        Args:
            is_implicit: Whether the engine applies the control law itself.

        Raises:
            ValueError: Both names of a limit are set, to different values.
        """
        if is_implicit:
            limits = (self.joint_effort_limit, self.effort_limit_sim, self.actuator_effort_limit)
            if all(limit is None for limit in limits):
                self.joint_effort_limit = self.effort_limit
            if self.actuator_velocity_limit is None and self.velocity_limit is None:
                self.actuator_velocity_limit = self.velocity_limit_sim
        for name, older in LIMIT_NAMES.items():
            value, older_value = getattr(self, name), getattr(self, older)
            if value is not None and older_value is not None and value != older_value:
                raise ValueError(
                    f"The actuators of joints {self.joint_names_expr} have one '{name}', but it is {value}, and under "
                    f"its older name '{older}' {older_value}: give '{name}' alone."
                )
            unified = older_value if value is None else value
            setattr(self, name, unified)
            setattr(self, older, unified)


LIMIT_NAMES = {
    "joint_effort_limit": "effort_limit_sim",
    "joint_velocity_limit": "velocity_limit_sim",
    "actuator_effort_limit": "effort_limit",
    "actuator_velocity_limit": "velocity_limit",
}
"""Older name of each limit."""
