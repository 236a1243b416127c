"""What Isaac Lab says to its backends: ``SimulationCfg``, ``PhysxManager``, configs of engines, renderers, visualizers.

And its orders of the names of articulations.
"""

from __future__ import annotations

import enum
import functools
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import field
from typing import Any, Literal

from pippin.sensors.camera import Camera, CameraCfg, NewtonWarpRendererCfg, RendererCfg
from pippin.sim import NewtonCfg, NewtonShapeCfg, PhysxCfg, RigidBodyMaterialCfg, SimulationContext
from pippin.sim import SimulationCfg as PippinsSimulationCfg
from pippin.sim.run.cfg import set_default_simulation_cfg
from pippin.sim.run.physics_events import CallbackHandle, PhysicsEvent, PhysicsManager
from pippin.tasks.utils import PresetCfg
from pippin.utils import configclass
from pippin.utils.callables import ResolvableString

from .omni_kit import AnySettings, say_once
from .tables.older_names import REMOVED_IN

__all__ = [
    "IsaacEvents",
    "IsaacRtxRendererCfg",
    "MultiBackendRendererCfg",
    "NewtonManager",
    "OVRTXRendererCfg",
    "OvPhysxCfg",
    "PhysicsCfg",
    "PhysxAutoCfg",
    "PhysxManager",
    "SimulationCfg",
    "TiledCamera",
    "TiledCameraCfg",
    "VisualizerCfg",
    "get_articulation_name_ordering",
    "is_version_3",
    "make_unserved",
    "set_isaac_rtx_global_settings",
    "physics_of_name",
]


class IsaacEvents(enum.Enum):
    """Events of the physics under Isaac Sim's names."""

    PHYSICS_WARMUP = "isaac.physics_warmup"
    SIMULATION_VIEW_CREATED = "isaac.simulation_view_created"
    PHYSICS_READY = "isaac.physics_ready"
    PRE_PHYSICS_STEP = "isaac.pre_physics_step"
    POST_PHYSICS_STEP = "isaac.post_physics_step"
    TIMELINE_STOP = "isaac.timeline_stop"


_EVENTS = {
    IsaacEvents.PHYSICS_WARMUP: PhysicsEvent.MODEL_INIT,
    IsaacEvents.SIMULATION_VIEW_CREATED: PhysicsEvent.PHYSICS_READY,
    IsaacEvents.PHYSICS_READY: PhysicsEvent.PHYSICS_READY,
    IsaacEvents.PRE_PHYSICS_STEP: PhysicsEvent.PRE_PHYSICS_STEP,
    IsaacEvents.POST_PHYSICS_STEP: PhysicsEvent.POST_PHYSICS_STEP,
    IsaacEvents.TIMELINE_STOP: PhysicsEvent.STOP,
}


class PhysxManager:
    """Register of callbacks of the simulation that there is. It is not made, but used like a module."""

    _stored: Exception | None = None

    @classmethod
    def register_callback(
        cls,
        callback: Callable[[Any], object],
        event: IsaacEvents | PhysicsEvent,
        order: int = 0,
        name: str | None = None,
        wrap_weak_ref: bool = True,
    ) -> CallbackHandle:
        """Call ``callback(None)`` at every such event of the simulation.

        Args:
            callback: Function or method of one argument.
            event: Event to wait for.
            order: Place among the callbacks of the event: lower ones first.
            name: Has no meaning.
            wrap_weak_ref: Whether a method stops being called when nothing else holds its object.

        Raises:
            RuntimeError: There is no simulation.
            ValueError: There is no such event.
        """
        call = callback if hasattr(callback, "__self__") and wrap_weak_ref else _then_raising(callback)
        own = _EVENTS[event] if isinstance(event, IsaacEvents) else event
        return _simulation().physics_manager.register_callback(call, own, order, name, wrap_weak_ref)

    @classmethod
    def deregister_callback(cls, handle: CallbackHandle) -> None:
        """Stop a callback from being called."""
        handle.deregister()

    @classmethod
    def store_callback_exception(cls, exception: Exception) -> None:
        """Let the call that led to a callback, such as a reset, end with an exception."""
        cls._stored = cls._stored or exception

    @classmethod
    def get_physics_sim_view(cls) -> Any:
        """View of the running physics."""
        return _simulation().physics_sim_view

    @classmethod
    def get_physics_dt(cls) -> float:
        """Length of a physics step [s]."""
        return _simulation().get_physics_dt()

    @classmethod
    def set_gravity(cls, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration in the world [m/s^2] in all environments."""
        cls.get_physics_sim_view().set_gravity(gravity)

    @classmethod
    def get_device(cls) -> str:
        """Device that simulates."""
        return _simulation().device


for _name in ("deregister_callback", "get_physics_sim_view", "get_physics_dt", "get_device", "set_gravity"):
    setattr(PhysicsManager, _name, vars(PhysxManager)[_name])  # programs ask sim.physics_manager, too


class NewtonManager(PhysxManager):
    """The same under the name that programs for Newton import; what Newton holds itself is not to be had."""


class UnservedError(NotImplementedError, AttributeError):
    """What a part that is not served lacks: an AttributeError too, so that ``hasattr`` says False."""


class _UnservedKind(type):
    """Type of what is not served, which has whatever configs its configs are said to have inside them."""

    def __getattr__(cls, name: str) -> type:
        if name.startswith("_") or not name.endswith("Cfg"):
            raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")
        inside = _UnservedKind(name, (_Unserved,), {"__module__": cls.__module__, "_instead": cls._instead})
        setattr(cls, name, inside)
        return inside


class _Unserved(AnySettings, metaclass=_UnservedKind):
    """Part of the Newton backend that is not here: to read a setting from it, which would run it, is refused."""

    _instead = "MJWarpSolverCfg, or no solver at all: the engine here is MuJoCo"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        raise UnservedError(f"{type(self).__name__} of Isaac Lab is not served; use {self._instead}.")


_UNSERVED = {
    r"Cable(Object|MaterialCfg|Cfg|ObjectCfg|ObjectData)": "DeformableObject, or an Articulation of short links",
    r"Coupler\w*Cfg": "CouplerProxyCfg of a solver of rigid bodies and of VBDSolverCfg: contacts couple them",
    r"(Newton)?MPM\w+": "DeformableObject for soft bodies, or small rigid objects for grains",
    r"define_deformable_curve_properties": "DeformableObject, or an Articulation of short links",
    r"\w*SurfaceDeformable\w*MaterialCfg": "DeformableBodyMaterialCfg, and a volume in place of cloth",
    r"SurfaceGripper(Cfg)?": "a gripper with fingers, or a joint that is made at the start",
    r"BaseRenderer|CameraRenderSpec|RenderContext": "CameraCfg.renderer_cfg, whose class_type draws",
    r"TorchRlPpoCfg": "RSL-RL, skrl, rl_games or Stable-Baselines3",
    r"NewtonIK\w+|Newton(DifferentialIK|OperationalSpace|JointImpedance)Controller(Cfg)?": "isaaclab.controllers",
    r"HaplyDevice(Cfg)?": "Se3Keyboard",
    r"(Newton(GL|RTX)?|Kit|Rerun|Viser)Visualizer": "PIPPIN_VIEWER=8080, which shows any program in the browser",
}
"""Names of Isaac Lab that are not served, regular expressions that match as a whole, and what to use."""


@functools.cache
def make_unserved(name: str) -> type:
    """Make the class of a name that is not served: configs keep settings, all else says what to use in its place.

    Args:
        name: One of those that :data:`_UNSERVED` has.

    Raises:
        AttributeError: It is none of those.
    """
    known = globals().get(name)
    if isinstance(known, type) and issubclass(known, _Unserved):
        return known
    instead = next((text for pattern, text in _UNSERVED.items() if re.fullmatch(pattern, name)), None)
    if instead is None:
        raise AttributeError(f"There is no '{name}'.")
    made = type(name, (_Unserved,), {"__module__": __name__, "_instead": instead})
    if not name.endswith("Cfg"):  # what a program would use, rather than mention
        made.__init__ = lambda self, *_, **__: self.is_served  # type: ignore[misc]  # which says what to use
    return made


@functools.cache
def make_part_of_mimic(name: str) -> type:
    """Make the class of a name of ``isaaclab_mimic`` that is not served: it is there, and to use it is refused.

    Args:
        name: The name that a program imports.
    """
    made = type(name, (_Unserved,), {"__module__": __name__, "_instead": _NOT_MIMIC})
    if not name.endswith("Cfg"):
        made.__init__ = lambda self, *_, **__: self.is_served  # type: ignore[misc]  # which says what to use
    return made


_NOT_MIMIC = (
    "isaaclab_mimic.datagen with environments of your own (ManagerBasedRLMimicEnv), and planners of your own "
    "(MotionPlannerBase)"
)


class FeatherstoneSolverCfg(_Unserved):
    """Config of Newton's solver of articulations in reduced coordinates."""


class KaminoPADMMSolverCfg(_Unserved):
    """Config of Newton's solver Kamino."""


class KaminoDVISolverCfg(_Unserved):
    """Config of Newton's solver Kamino, with another method."""


class MPMSolverCfg(_Unserved):
    """Config of Newton's solver of particles on a grid."""

    _instead = "DeformableObject for soft bodies"


class XPBDSolverCfg(_Unserved):
    """Config of Newton's solver by positions."""


class NewtonBuilderCfg(_Unserved):
    """Config of the builder of Newton's model."""

    _instead = "the stage: physics is made from it at play"


class KaminoPADMMCfg(_Unserved):
    """Settings of Newton's solver Kamino."""


class KaminoDVICfg(_Unserved):
    """Settings of Newton's solver Kamino, with another method."""


class NewtonCollisionPipelineCfg(_Unserved):
    """Config of Newton's own collision detection."""


class PhysxSurfaceDeformableBodyMaterialCfg(_Unserved):
    """Material of cloth."""

    _instead = "DeformableBodyMaterialCfg, and a volume in place of cloth"


class SurfaceDeformableBodyMaterialCfg(PhysxSurfaceDeformableBodyMaterialCfg):
    """Material of cloth, by an older name."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        text = f"'SurfaceDeformableBodyMaterialCfg' is deprecated, and gone in Isaac Lab {REMOVED_IN}."
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        super().__init__(*args, **settings)


class HydroelasticSDFCfg(_Unserved):
    """Config of contacts by pressure fields."""


class NewtonIKPoseObjectiveCfg(_Unserved):
    """What Newton's inverse kinematics is to reach."""

    _instead = "DifferentialIKControllerCfg"


class NewtonIKJointLimitObjectiveCfg(NewtonIKPoseObjectiveCfg):
    """How Newton's inverse kinematics keeps within limits."""


class NewtonIKSolverCfg(NewtonIKPoseObjectiveCfg):
    """Config of Newton's inverse kinematics."""


class NewtonInverseKinematicsActionCfg(NewtonIKPoseObjectiveCfg):
    """Config of actions that Newton's inverse kinematics turns into joint positions."""

    _instead = "isaaclab.envs.mdp.DifferentialInverseKinematicsActionCfg"


class NewtonActuatorControl(_Unserved):
    """What runs the actuators of an articulation in Isaac Lab."""

    _instead = "actuators of the Articulation, which runs them itself"


class _AnyPhysics(type):
    """Class whose instances are the configs of all engines."""

    def __instancecheck__(cls, instance: object) -> bool:
        is_of_an_engine = cls is PhysicsCfg and isinstance(instance, (PhysxCfg, NewtonCfg))
        return is_of_an_engine or type.__instancecheck__(cls, instance)


class PhysicsCfg(metaclass=_AnyPhysics):
    """Config of any engine, for annotations and ``isinstance``; made, it is that of PhysX, which asks for nothing.

    Classes that programs derive from it are of engines of their own.
    """

    def __new__(cls, **fields: Any) -> Any:
        """Make a config that programs hold in place of the one that their command line names."""
        return PhysxCfg(**fields) if cls is PhysicsCfg else object.__new__(cls)


@configclass
class OvPhysxCfg(PhysxCfg):
    """Settings of PhysX without Isaac Sim: as those of PhysX, they ask for what is truest to it."""


PHYSICS_BY_NAME: dict[str, type[PhysxCfg] | type[NewtonCfg]] = {
    "physx": PhysxCfg,
    "isaacsim_physx": PhysxCfg,
    "ovphysx": OvPhysxCfg,
    "newton_mjwarp": NewtonCfg,
    "newton_vbd": NewtonCfg,  # soft bodies are solved beside the rigid ones by themselves
}
"""Configs by the engine's name on the command line (``--physics``)."""


def physics_of_name(name: str) -> PhysxCfg | NewtonCfg:
    """Config of the engine that a program's command line names.

    Raises:
        ValueError: No engine has that name.
    """
    if name not in PHYSICS_BY_NAME:
        raise ValueError(f"Argument '--physics' is {name!r}; expected one of {list(PHYSICS_BY_NAME)}.")
    return PHYSICS_BY_NAME[name]()


class PhysxAutoCfg:
    """PhysX in whichever form there is at launch. It makes the config that it was given for it."""

    def __new__(cls, isaacsim_physx: PhysxCfg | None = None, ovphysx: OvPhysxCfg | None = None) -> PhysxCfg:
        """Take the settings for Isaac Sim, or those without it where there are no others."""
        return isaacsim_physx or ovphysx or PhysxCfg()


def set_isaac_rtx_global_settings(renderer_cfg: Any, **settings: Any) -> None:
    """Settings of how Isaac Sim's renderer lights and smooths: they have no effect, which is said once."""
    say_once(f"Settings of Isaac Sim's renderer ({', '.join(settings)}) have no effect: Pippin's draws.")


class TiledCamera(Camera):
    """A camera, by the name that it had while cameras of all environments were a kind of their own: deprecated."""


@configclass
class TiledCameraCfg(CameraCfg):
    """Config of a camera by the name that it had then: deprecated."""

    class_type: type[Camera] = TiledCamera
    """Class of the camera."""


@configclass
class IsaacRtxRendererCfg(RendererCfg):
    """Isaac Sim's renderer, in whose place Pippin's draws."""

    class_type: type | str = ResolvableString("isaaclab_physx.renderers:IsaacRtxRenderer")
    renderer_type: str = "isaac_rtx"


@configclass
class OVRTXRendererCfg(RendererCfg):
    """Omniverse's renderer, in whose place Pippin's draws."""

    class_type: type | str = ResolvableString("isaaclab_ov.renderers:OVRTXRenderer")
    renderer_type: str = "ovrtx"


@configclass
class MultiBackendRendererCfg(PresetCfg):
    """Renderers that a task offers; all of them are Pippin's."""

    rtx: RendererCfg = RendererCfg(renderer_type="auto_rtx")
    ovrtx: OVRTXRendererCfg = OVRTXRendererCfg()
    isaacsim_rtx: IsaacRtxRendererCfg = IsaacRtxRendererCfg()
    newton_renderer: NewtonWarpRendererCfg = NewtonWarpRendererCfg()
    default: NewtonWarpRendererCfg = NewtonWarpRendererCfg()


class VisualizerCfg(AnySettings):
    """Window that Isaac Lab would open; Pippin's viewer is opened otherwise, which is said."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        say_once("Visualizers of Isaac Lab are not opened: PIPPIN_VIEWER=8080 shows any program in the browser.")


def _simulation() -> SimulationContext:
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation: make a SimulationContext first.")
    return simulation


def _then_raising(callback: Callable[[Any], object]) -> Callable[[Any], None]:
    """Function that calls another one, and then raises what was stored meanwhile."""

    def call(payload: Any) -> None:
        callback(payload)
        stored, PhysxManager._stored = PhysxManager._stored, None
        if stored is not None:
            raise stored

    return call


def _engine_of_release() -> NewtonCfg | None:
    """Settings of the engine that a release uses where a program names none.

    Isaac Lab 3 runs without Isaac Sim on Newton, with pyramidal friction cones and Euler's method. Up to version 2
    there is PhysX alone, to whose friction Pippin's own default, the elliptic cone, is closest. Joints are in the order
    of PhysX, the engine that version 3 takes where none is named, and colliders have the material of the simulation.
    """
    if not is_version_3():
        return None
    friction = RigidBodyMaterialCfg().dynamic_friction
    return NewtonCfg(joint_order="physx", default_shape_cfg=NewtonShapeCfg(mu=friction))


def is_version_3() -> bool:
    """Whether the program is for Isaac Lab 3."""
    isaaclab = sys.modules.get("isaaclab")
    return isaaclab is not None and isaaclab.__version__.startswith("3.")


@configclass
class SimulationCfg(PippinsSimulationCfg):
    """Config of a simulation, with the engine settings of the release that the program is for."""

    physics: PhysxCfg | NewtonCfg | None = field(default_factory=_engine_of_release)
    """Settings of the engine: those of Newton are used; those of PhysX ask for what is truest to PhysX."""

    zero_until_update: bool = field(default_factory=is_version_3)
    """Whether sensors of motion and of joints' wrenches read 0 from a reset to the next ``update()``: in version 3."""

    hold_until_update: bool = True
    """Whether data stay what they were from a step to the next ``update()``: unless the program names Newton."""

    narrow_grid: bool = field(default_factory=lambda: not is_version_3())
    """Whether the grid of environments is that of Isaac Sim's cloner: up to version 2."""

    variants_by_strategy: bool = field(default_factory=is_version_3)
    """Whether the strategy of a scene chooses among the assets of a spawner: in version 3."""

    visualizer_cfgs: Any = []
    """Windows to open: see :class:`VisualizerCfg`."""

    default_visualizer_cfg: Any = None
    """Settings of windows that are opened from the command line."""


set_default_simulation_cfg(SimulationCfg)  # for environments whose config says none


def get_articulation_name_ordering(
    articulation: Any, convention: Literal["physx", "mjwarp"], kind: Literal["joint", "body"]
) -> list[str]:
    """Names of the joints or bodies of an articulation, in the order of an engine.

    Args:
        articulation: Articulation of a simulation that plays.
        convention: Engine: "physx" goes through the tree level by level, "mjwarp" branch by branch.
        kind: Whether joints or bodies are named.

    Raises:
        ValueError: There is no such engine, or no such kind.
    """
    if convention not in ("physx", "mjwarp") or kind not in ("joint", "body"):
        raise ValueError(
            f"There is no order {convention!r} of {kind!r}; expected 'physx' or 'mjwarp', and 'joint' or 'body'."
        )
    joints, bodies = articulation.names_in_order(convention)
    return joints if kind == "joint" else bodies
