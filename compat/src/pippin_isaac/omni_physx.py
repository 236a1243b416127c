"""Names of pxr.PhysxSchema, which usd-core lacks, and the interfaces of PhysX that programs of Isaac Sim talk to.

``PhysxSchema.PhysxRigidBodyAPI`` has the attributes ``physxRigidBody:...``, as they are named in USD files. All classes
of that pattern are there: the one that is asked for is made. Robots and bodies by their handles are
:class:`DynamicControl`.
"""

from __future__ import annotations

import enum
import functools
import re
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from pxr import Gf, Sdf, Usd, UsdPhysics

from pippin import objects
from pippin.sim import SimulationContext, get_current_stage
from pippin.sim.schemas.attributes import applied_schemas

from .omni_kit import Nothing
from .version import UndecidedIsaacLabError, chosen_isaaclab

_TYPES = {
    bool: Sdf.ValueTypeNames.Bool,
    int: Sdf.ValueTypeNames.Int,
    float: Sdf.ValueTypeNames.Float,
    str: Sdf.ValueTypeNames.Token,
    Gf.Vec3f: Sdf.ValueTypeNames.Float3,
    Gf.Vec3d: Sdf.ValueTypeNames.Float3,
    Gf.Quatf: Sdf.ValueTypeNames.Quatf,
}
"""Type of an attribute that is created with a value."""

_BOOLEAN = re.compile(r"(Enable|Disable|Solve|Retain|Is)[A-Z]|.*(Enabled|Contacts|Forces)$")
"""Attributes that are truth values, where none is given."""
_TOKEN = re.compile(r".*(Mode|Type)$")
"""Attributes that are choices, such as how frictions are combined."""
_KINDS = ((_BOOLEAN, Sdf.ValueTypeNames.Bool), (_TOKEN, Sdf.ValueTypeNames.Token))
"""Kinds of attributes by their names, where no value is given."""


class ApiSchema:
    """An API schema on a prim.

    Args:
        prim: Prim, or a schema on it.
        instance: Name of the instance, of schemas that have several.
    """

    def __init__(self, prim: Any = None, instance: str = ""):
        self._prim = prim.GetPrim() if prim is not None else Usd.Prim()
        self._instance = instance

    def __bool__(self) -> bool:
        return bool(self._prim) and self.applied_name(self._instance) in applied_schemas(self._prim)

    @classmethod
    def applied_name(cls, instance: str = "") -> str:
        """Name under which the schema is applied."""
        return f"{cls.__name__}:{instance}" if instance else cls.__name__

    @classmethod
    def Apply(cls, prim: Usd.Prim, instance: str = "") -> ApiSchema:
        """Apply the schema to a prim."""
        prim.AddAppliedSchema(cls.applied_name(instance))
        return cls(prim, instance)

    @classmethod
    def Get(cls, stage: Usd.Stage, path: Any, instance: str = "") -> ApiSchema:
        """Return the schema on the prim at a path."""
        return cls(stage.GetPrimAtPath(path), instance)

    @classmethod
    def CanApply(cls, prim: Usd.Prim, instance: str = "") -> bool:
        """Whether the schema can be applied to a prim."""
        return bool(prim)

    def GetPrim(self) -> Usd.Prim:
        """Return the prim."""
        return self._prim

    def GetPath(self) -> Sdf.Path:
        """Return the path of the prim."""
        return self._prim.GetPath()

    def GetName(self) -> str:
        """Return the name of the instance."""
        return self._instance

    def __getattr__(self, name: str) -> Any:
        match = re.fullmatch(r"(Get|Create)(\w+?)(Attr|Rel)", name)
        if match is None:
            raise AttributeError(f"'{type(self).__name__}' has no '{name}'")
        verb, attribute, kind = match.groups()
        path = f"{self._prefix()}:{attribute[0].lower()}{attribute[1:]}"
        if kind == "Rel":
            get = self._prim.GetRelationship if verb == "Get" else self._prim.CreateRelationship
            return functools.partial(get, path)
        if verb == "Get":
            return functools.partial(self._get, path, attribute)
        return functools.partial(self._create, path, attribute)

    def _prefix(self) -> str:
        name = type(self).__name__.removesuffix("API")
        prefix = name[0].lower() + name[1:]
        return f"{prefix}:{self._instance}" if self._instance else prefix

    def _get(self, path: str, name: str) -> Usd.Attribute | Unauthored:
        there = self._prim.GetAttribute(path) if self._prim else Usd.Attribute()
        return Unauthored(path, functools.partial(self._create, path, name)) if self and not there else there

    def _create(self, path: str, name: str, value: Any = None, write_sparsely: bool = False) -> Usd.Attribute:
        several = isinstance(value, (list, tuple)) and len(value) > 0
        kind = _TYPES.get(type(value[0] if several else value))
        if kind is not None and several:
            kind = kind.arrayType
        if kind is None:
            kind = next((kind for pattern, kind in _KINDS if pattern.match(name)), Sdf.ValueTypeNames.Float)
        attribute = self._prim.CreateAttribute(path, kind, custom=False)
        if value is not None:
            attribute.Set(value)
        return attribute


class Unauthored:
    """An attribute of an applied schema that nothing was written to: it is there, has no value, and can be set.

    Args:
        path: Name of the attribute.
        create: What makes it, with a value.
    """

    def __init__(self, path: str, create: Callable[[Any], Usd.Attribute]) -> None:
        self._path = path
        self._create = create

    def Set(self, value: Any, time: Any = None) -> bool:
        """Make the attribute, with a value."""
        return bool(self._create(value))

    def Get(self, time: Any = None) -> None:
        """Return None: what PhysX takes where nothing is written is not known here."""

    def GetName(self) -> str:
        """Return the name of the attribute."""
        return self._path

    def IsValid(self) -> bool:
        """Return true, as for all attributes of a schema."""
        return True

    def IsAuthored(self) -> bool:
        """Return false."""
        return False

    HasAuthoredValue = HasValue = IsAuthored


class JointStateAPI(ApiSchema):
    """Position [m or degrees] and velocity with which a joint starts, of the instance "angular" or "linear"."""

    @classmethod
    def applied_name(cls, instance: str = "") -> str:
        """Name under which the schema is applied."""
        return f"PhysicsJointStateAPI:{instance}"

    def _prefix(self) -> str:
        return f"state:{self._instance}:physics"


class Tokens:
    """Names of attributes and of choices, each of which is its own text."""

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


@functools.cache
def _schema(name: str) -> type[ApiSchema]:
    return type(name, (ApiSchema,), {"__module__": "pxr.PhysxSchema"})


def make_schema(name: str) -> Any:
    """Make the class of a schema of PhysX, by its name in ``pxr.PhysxSchema``.

    Raises:
        AttributeError: Schemas of PhysX are not called so.
    """
    if name == "Tokens":
        return Tokens()
    if name == JointStateAPI.__name__:
        return JointStateAPI
    if not re.fullmatch(r"Physx\w+", name):
        raise AttributeError(f"module 'pxr.PhysxSchema' has no attribute '{name}'")
    return _schema(name)


_INPUTS_OF_LIGHTS = frozenset({"angle", "color", "colorTemperature", "exposure", "intensity", "radius", "texture:file"})
"""Attributes of lights that are called ``inputs:...`` since USD 21.02; programs of Isaac Sim 2022 name them so."""


def _admit_schemas() -> None:
    """Let prims be asked for these schemas as for those that USD knows, and lights for attributes by older names.

    ``HasAPI``, ``ApplyAPI`` and ``RemoveAPI`` of a prim take classes that USD registered alone. For those of this
    module they are answered here; for all others nothing changes.
    """

    def wrap(name: str, answer: Any) -> None:
        original = getattr(Usd.Prim, name)

        @functools.wraps(original)
        def method(prim: Usd.Prim, schema: Any, *args: Any) -> Any:
            if isinstance(schema, type) and issubclass(schema, ApiSchema):
                return answer(prim, schema, *args)
            return original(prim, schema, *args)

        setattr(Usd.Prim, name, method)

    def has(prim: Usd.Prim, schema: type[ApiSchema], instance: str = "") -> bool:
        names = applied_schemas(prim)
        if schema.applied_name(instance) in names:
            return True
        return not instance and any(each.startswith(f"{schema.__name__}:") for each in names)

    original = Usd.Prim.GetAttribute

    @functools.wraps(original)
    def get_attribute(prim: Usd.Prim, name: str) -> Usd.Attribute:
        attribute = original(prim, name)
        return attribute if attribute or name not in _INPUTS_OF_LIGHTS else original(prim, f"inputs:{name}")

    Usd.Prim.GetAttribute = get_attribute
    wrap("HasAPI", has)
    wrap("ApplyAPI", lambda prim, schema, instance="": bool(schema.Apply(prim, instance)))
    wrap("RemoveAPI", lambda prim, schema, instance="": prim.RemoveAppliedSchema(schema.applied_name(instance)))


_admit_schemas()  # at the import: prim.HasAPI(PhysxSchema.X) takes the method from the prim before the schema is made


class _Interface:
    """What programs ask of PhysX before they open or close a stage."""

    def detach_stage(self) -> None:
        """Do nothing: no physics holds on to a stage after the simulation has stopped."""

    def force_load_physics_from_usd(self) -> None:
        """Do nothing: the stage is read at play."""

    def overwrite_gpu_setting(self, setting: int) -> None:
        """Do nothing: the simulation's device says where physics computes."""

    def subscribe_physics_step_events(self, callback: Callable[[float], object]) -> StepSubscription:
        """Call ``callback(dt)`` before each physics step, as long as the subscription is kept.

        Args:
            callback: Function of the length of a step [s].

        Where there is no simulation yet, there is a world for the stage, which one that is made later takes over.
        """
        return StepSubscription(callback)


class StepSubscription:
    """A function that is called before each physics step until this is forgotten, or :meth:`unsubscribe`.

    Args:
        callback: Function of the length of a step [s].
    """

    def __init__(self, callback: Callable[[float], object]) -> None:
        from isaacsim.core.simulation import World  # which imports this module

        simulation = SimulationContext.instance() or World.for_the_stage()
        self._name = f"physics step {id(self)}"
        self._simulation = weakref.ref(simulation)
        simulation.add_physics_callback(self._name, callback)

    def unsubscribe(self) -> None:
        """Call the function no more."""
        simulation = self._simulation()
        if simulation is not None and simulation.physics_callback_exists(self._name):
            simulation.remove_physics_callback(self._name)

    def __del__(self) -> None:
        if hasattr(self, "_simulation"):
            self.unsubscribe()


def get_physx_interface() -> _Interface:
    """Interface to the physics."""
    return _Interface()


def get_physx_simulation_interface() -> _Interface:
    """Interface to the simulation of the physics."""
    return _Interface()


def make_view_kind(name: str) -> type:
    """Make a class of a name, for annotations: views come from assets and sensors.

    Raises:
        AttributeError: Classes are not called so.
    """
    if not name[0].isupper():
        raise AttributeError(f"omni.physics.tensors has no '{name}'")
    return type(name, (), {"__module__": __name__, "__doc__": "A kind of view, for annotations."})


def create_simulation_view(frontend: str = "torch", stage_id: int = -1) -> Any:
    """Return what makes views of the physics that runs; the arguments have no effect.

    Raises:
        RuntimeError: No simulation plays.
    """
    view = SimulationManager.get_physics_sim_view()
    if view is None:
        raise RuntimeError("There are no views of physics before the simulation plays: call sim.reset() first.")
    return view


_SIM_VERSIONS = {2: ("5", "1", "0"), 3: ("6", "0", "0")}
"""Isaac Sim that each version of Isaac Lab goes with."""

IsaacEvents = enum.Enum(
    "IsaacEvents", ["PHYSICS_WARMUP", "SIMULATION_VIEW_CREATED", "PHYSICS_READY", "POST_RESET", "PRIM_DELETION"]
)


class SimulationManager:
    """What programs ask of the physics that runs."""

    @classmethod
    def get_physics_sim_view(cls) -> Any:
        """Return what makes views of the physics; None before it runs."""
        simulation = SimulationContext.instance()
        return getattr(simulation, "physics_sim_view", None)

    @classmethod
    def get_physics_dt(cls) -> float:
        """Length of a step of physics [s].

        Raises:
            RuntimeError: There is no simulation.
        """
        return _simulation().get_physics_dt()

    @classmethod
    def get_physics_sim_device(cls) -> str:
        """Device that simulates.

        Raises:
            RuntimeError: There is no simulation.
        """
        return str(_simulation().device)

    @classmethod
    def setup_simulation(cls, dt: float | None = None, device: str | None = None) -> None:
        """Set the length of a step of physics [s], which is that of a frame, and say that the CPU simulates.

        Raises:
            NotImplementedError: Another device is to simulate.
            RuntimeError: The simulation runs.
        """
        from isaacsim.core.simulation import SimulationContext as Simulation  # which imports this module

        if device not in (None, "cpu"):
            raise NotImplementedError(f"The device is {device!r}; expected 'cpu': give a World another one.")
        simulation = SimulationContext.instance() or Simulation.for_the_stage()
        if dt is not None:
            simulation.set_simulation_dt(dt, dt)

    @classmethod
    def set_physics_dt(cls, dt: float = 1.0 / 60.0) -> None:
        """Set the length of a step of physics [s]; see :meth:`setup_simulation`."""
        cls.setup_simulation(dt)

    @classmethod
    def get_physics_scenes(cls) -> list[Any]:
        """Settings of the physics, of which there are one."""
        from isaacsim.core.simulation import PhysicsContext  # which imports this module

        return [PhysicsContext()]

    @classmethod
    def step(cls, *, steps: int = 1) -> None:
        """Let time pass by some steps of physics."""
        for _ in range(steps):
            _simulation().step(render=False)

    @classmethod
    def get_backend(cls) -> str:
        """Kind of the arrays."""
        return "torch"

    @classmethod
    def set_backend(cls, val: str) -> None:
        """Leave the kind of the arrays as it is."""

    @classmethod
    def register_callback(cls, callback: Callable, event: Any = None, **kwargs: Any) -> Nothing:
        """Take a function that an event would call; assets and sensors here are told by the simulation itself."""
        return Nothing()

    @classmethod
    def deregister_callback(cls, callback_id: Any) -> None:
        """Forget such a function."""


def get_version() -> tuple[str, ...]:
    """Version of Isaac Sim whose names are served: the whole, then major, minor and patch at places 2 to 4.

    It is the one of the program's Isaac Lab, and 5.1 for a program that has to do with none.
    """
    try:
        major, minor, patch = _SIM_VERSIONS[chosen_isaaclab()]
    except UndecidedIsaacLabError:
        major, minor, patch = _SIM_VERSIONS[2]
    return f"{major}.{minor}.{patch}", "", major, minor, patch, "", "", ""


def _simulation() -> Any:
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation yet: make a SimulationContext or an environment first.")
    return simulation


def set_carb_setting(carb_settings: Any, setting: str, value: Any) -> None:
    """Set the value of a path."""
    carb_settings.set(setting, value)


def get_carb_setting(carb_settings: Any, setting: str) -> Any:
    """Value of a path; None if it was not set."""
    return carb_settings.get(setting)


class ObjectType(enum.IntEnum):
    """What a path is to :class:`DynamicControl`."""

    OBJECT_NONE = 0
    OBJECT_RIGIDBODY = 1
    OBJECT_JOINT = 2
    OBJECT_DOF = 3
    OBJECT_ARTICULATION = 4


OBJECT_NONE, OBJECT_RIGIDBODY, OBJECT_JOINT, OBJECT_DOF, OBJECT_ARTICULATION = ObjectType
_OBJECT_TYPES = {
    "articulation": OBJECT_ARTICULATION,
    "rigid_body": OBJECT_RIGIDBODY,
    "joint": OBJECT_JOINT,
    "": OBJECT_NONE,
}
INVALID_HANDLE = 0
STATE_NONE, STATE_POS, STATE_VEL, STATE_EFFORT, STATE_ALL = 0, 1, 2, 4, 7
DofState = np.dtype([("pos", np.float32), ("vel", np.float32), ("effort", np.float32)])


def kind_of(prim: Usd.Prim) -> str:
    """What physics takes a prim for: "articulation", "rigid_body", "joint", or nothing of these: ""."""
    if prim.HasAPI(UsdPhysics.ArticulationRootAPI):
        return "articulation"
    return "rigid_body" if prim.HasAPI(UsdPhysics.RigidBodyAPI) else "joint" if prim.IsA(UsdPhysics.Joint) else ""


class Transform:
    """A pose.

    Args:
        p: Position in the world [m], three numbers.
        r: Quaternion (x, y, z, w).
    """

    def __init__(self, p: Any = (0.0, 0.0, 0.0), r: Any = (0.0, 0.0, 0.0, 1.0)) -> None:
        self.p = p
        self.r = r


class DynamicControl:
    """Robots, their joints and bodies by handles: ``omni.isaac.dynamic_control``, which Isaac Sim's objects replaced.

    A handle is a number, 0 where there is no such thing; whoever asks again gets the same. Those of objects last until
    the simulation stops.
    Positions are in m and rad, efforts in N and N m, quaternions (x, y, z, w).
    """

    def __init__(self) -> None:
        self._things: list[Any] = [None]
        self._handles: dict[Any, int] = {}
        self._physics: Any = None  # whose handles these are

    def is_simulating(self) -> bool:
        """Whether there is physics."""
        simulation = SimulationContext.instance()
        return simulation is not None and not simulation.is_stopped()

    def peek_object_type(self, path: str) -> ObjectType:
        """What a path is, whether the simulation runs or not; a joint that is the root of a robot is a robot."""
        prim = get_current_stage().GetPrimAtPath(path)
        return _OBJECT_TYPES[kind_of(prim)] if prim else ObjectType.OBJECT_NONE

    # -- robots --

    def get_articulation(self, path: str) -> int:
        """Handle of the robot at or below a path; 0 without one, or while the simulation is stopped."""
        if not self.is_simulating() or not get_current_stage().GetPrimAtPath(path):
            return INVALID_HANDLE
        try:
            return self._handle(("robot", path), lambda: objects.Articulation([path]))
        except RuntimeError:  # no robot, or several
            return INVALID_HANDLE

    def wake_up_articulation(self, articulation: int) -> None:
        """Do nothing: robots never sleep."""

    def get_articulation_dof_count(self, articulation: int) -> int:
        """Number of joints."""
        return self._things[articulation].num_dof

    get_articulation_joint_count = get_articulation_dof_count

    def get_articulation_body_count(self, articulation: int) -> int:
        """Number of links."""
        return self._things[articulation].num_bodies

    def get_articulation_root_body(self, articulation: int) -> int:
        """Handle of the first link of a robot."""
        return self.get_rigid_body(self._things[articulation].link_paths[0][0])

    def find_articulation_dof(self, articulation: int, name: str) -> int:
        """Handle of a joint by its name; 0 where there is none."""
        names = self._things[articulation].dof_names
        return self.get_articulation_dof(articulation, names.index(name)) if name in names else INVALID_HANDLE

    def get_articulation_dof(self, articulation: int, index: int) -> int:
        """Handle of a joint by its index."""
        return self._handle((articulation, index), lambda: (self._things[articulation], index))

    def get_dof_name(self, dof: int) -> str:
        """Name of a joint."""
        robot, index = self._things[dof]
        return robot.dof_names[index]

    def get_articulation_dof_states(self, articulation: int, flags: int = STATE_ALL) -> np.ndarray:
        """Positions, velocities and efforts of all joints, shape (num_dof,), with fields "pos", "vel" and "effort"."""
        return _dof_states(self._things[articulation])

    def get_articulation_dof_positions(self, articulation: int) -> np.ndarray:
        """Positions of all joints, shape (num_dof,)."""
        return self._things[articulation].get_joint_positions()[0]

    def set_articulation_dof_position_targets(self, articulation: int, targets: Any) -> None:
        """Set target positions of all drives, shape (num_dof,)."""
        self._things[articulation].set_joint_position_targets(np.reshape(targets, (1, -1)))

    def set_articulation_dof_velocity_targets(self, articulation: int, targets: Any) -> None:
        """Set target velocities of all drives, shape (num_dof,)."""
        self._things[articulation].set_joint_velocity_targets(np.reshape(targets, (1, -1)))

    def set_articulation_dof_efforts(self, articulation: int, efforts: Any) -> None:
        """Set efforts of all joints, shape (num_dof,), which hold until they are set again."""
        self._things[articulation].set_joint_efforts(np.reshape(efforts, (1, -1)))

    # -- joints --

    def get_dof_state(self, dof: int, flags: int = STATE_ALL) -> np.void:
        """Position, velocity and effort of a joint: ``pos``, ``vel`` and ``effort``."""
        robot, index = self._things[dof]
        return _dof_states(robot)[index : index + 1].view(np.recarray)[0]

    def get_dof_position(self, dof: int) -> float:
        """Position of a joint."""
        return float(self.get_dof_state(dof)["pos"])

    def get_dof_velocity(self, dof: int) -> float:
        """Velocity of a joint."""
        return float(self.get_dof_state(dof)["vel"])

    def __getattr__(self, name: str) -> Callable[[int, float], None]:
        """``set_dof_position``, ``_velocity``, ``_effort``, ``_position_target`` and ``_velocity_target``."""
        kind = _SET_DOF.get(name)
        if kind is None:
            raise NotImplementedError(f"DynamicControl has no '{name}': isaacsim.core.prims has objects in its place.")

        def set_dof(dof: int, value: float) -> None:
            robot, index = self._things[dof]
            getattr(robot, kind)([[float(value)]], joint_indices=[index])

        return set_dof

    # -- bodies --

    def get_rigid_body(self, path: str) -> int:
        """Handle of the body at a path; 0 where there is none, or while the simulation is stopped."""
        prim = get_current_stage().GetPrimAtPath(path)
        is_body = self.is_simulating() and prim and prim.HasAPI(UsdPhysics.RigidBodyAPI)
        return self._handle(("body", path), lambda: objects.RigidPrim([path])) if is_body else INVALID_HANDLE

    def get_rigid_body_pose(self, body: int) -> Transform:
        """Pose of a body in the world: ``p`` [m] and ``r``, a quaternion (x, y, z, w)."""
        positions, orientations = self._things[body].get_world_poses()
        return Transform(Gf.Vec3d(*positions[0].tolist()), orientations[0])

    def set_rigid_body_pose(self, body: int, pose: Transform) -> None:
        """Move a body, or a robot by its first link, to a pose in the world: ``p`` [m] and ``r`` (x, y, z, w).

        Raises:
            ValueError: It is another link of a robot, which follows its joints.
        """
        position, orientation = ([float(values[i]) for i in range(n)] for values, n in ((pose.p, 3), (pose.r, 4)))
        self._things[body].set_world_poses([position], [orientation])

    def get_rigid_body_linear_velocity(self, body: int) -> np.ndarray:
        """Velocity of the centre of mass in the world [m/s], shape (3,)."""
        return self._things[body].get_linear_velocities()[0]

    def get_rigid_body_angular_velocity(self, body: int) -> np.ndarray:
        """Angular velocity in the world [rad/s], shape (3,)."""
        return self._things[body].get_angular_velocities()[0]

    def set_rigid_body_linear_velocity(self, body: int, velocity: Any) -> None:
        """Set the velocity of the centre of mass in the world [m/s], shape (3,)."""
        self._things[body].set_linear_velocities([list(velocity)])

    def set_rigid_body_angular_velocity(self, body: int, velocity: Any) -> None:
        """Set the angular velocity in the world [rad/s], shape (3,)."""
        self._things[body].set_angular_velocities([list(velocity)])

    def apply_body_force(self, body: int, force: Any, position: Any, is_global: bool = True) -> None:
        """Add a force [N] at a point [m] in the next step, both in the world or in the body's frame."""
        self._things[body].apply_forces_and_torques_at_pos([list(force)], None, [list(position)], None, is_global)

    def apply_body_torque(self, body: int, torque: Any, is_global: bool = True) -> None:
        """Add a torque [N m] in the next step, in the world or in the body's frame."""
        self._things[body].apply_forces_and_torques_at_pos(None, [list(torque)], None, None, is_global)

    def _handle(self, key: Any, make: Callable[[], Any]) -> int:
        """Handle of what a key stands for, made when it is asked for first after a start of the simulation."""
        if self._physics is not _simulation().physics:
            self._physics = _simulation().physics
            self._handles.clear()
        if key not in self._handles:
            self._things.append(make())
            self._handles[key] = len(self._things) - 1
        return self._handles[key]


def _dof_states(robot: objects.Articulation) -> np.ndarray:
    """States of all joints of a robot, shape (num_dof,)."""
    state = robot.get_joints_state()
    states = np.zeros(robot.num_dof, dtype=DofState)
    states["pos"], states["vel"], states["effort"] = state.positions[0], state.velocities[0], state.efforts[0]
    return states


_SET_DOF = {
    "set_dof_position": "set_joint_positions",
    "set_dof_velocity": "set_joint_velocities",
    "set_dof_effort": "set_joint_efforts",
    "set_dof_position_target": "set_joint_position_targets",
    "set_dof_velocity_target": "set_joint_velocity_targets",
}


@functools.cache
def acquire_dynamic_control_interface() -> DynamicControl:
    """Robots, joints and bodies by handles."""
    return DynamicControl()
