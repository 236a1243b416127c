"""Parameters of a simulation."""

from __future__ import annotations

from .enums import ContactCollection, UpAxis
from .struct import Struct
from .vectors import Vec3


class PhysXParams(Struct):
    """Parameters of the engine that code was written for.

    Those that mean nothing to Pippin's engines keep what they are set to.
    """

    solver_type: int = 1
    """Projected (0) or temporal (1) Gauss-Seidel."""
    num_position_iterations: int = 4
    num_velocity_iterations: int = 1
    num_threads: int = 4
    """Threads of the CPU."""
    num_subscenes: int = 0
    """Parts of the scene that threads simulate separately."""
    use_gpu: bool = False
    """Whether the engine runs on the GPU."""
    contact_offset: float = 0.02
    """Distance [m] at which contacts begin to be generated; those of two shapes add up."""
    rest_offset: float = 0.001
    """Distance [m] at which shapes come to rest; those of two shapes add up."""
    bounce_threshold_velocity: float = 0.2
    """Approach velocity [m/s] below which contacts do not bounce."""
    max_depenetration_velocity: float = 100.0
    """Velocity [m/s] at which penetrating shapes are pushed apart at most."""
    friction_offset_threshold: float = 0.04
    """Distance [m] of contacts that begin to have friction."""
    friction_correlation_distance: float = 0.025
    """Distance [m] below which contacts share one friction anchor."""
    max_gpu_contact_pairs: int = 1024 * 1024
    """Capacity of the buffer of contacts on the GPU."""
    default_buffer_size_multiplier: float = 2.0
    """Factor on the capacities of further buffers on the GPU."""
    contact_collection: ContactCollection = ContactCollection.CC_ALL_SUBSTEPS
    """Substeps whose contacts the contact forces are made of."""
    always_use_articulations: bool = False
    """Whether actors of a single body are articulations too."""


class FlexParams(Struct):
    """Parameters of Flex, the engine of soft bodies. Pippin does not simulate with it: they are there to be set."""

    solver_type: int = 5
    """Position-based dynamics (0), or Newton with one of several linear solvers (1 to 7)."""
    num_outer_iterations: int = 4
    num_inner_iterations: int = 10
    relaxation: float = 0.75
    """Step length of the solver; above 1 it may diverge."""
    warm_start: float = 0.4
    """Fraction of the last step's multipliers to begin with."""
    geometric_stiffness: float = 0.0
    """Weight of the geometric part of the system's Hessian."""
    contact_regularization: float = 1e-6
    """Distance [m] of soft bodies from the ground."""
    shape_collision_distance: float = 0.0
    """Distance [m] of soft bodies from shapes."""
    shape_collision_margin: float = 0.01
    """Distance [m] at which contacts begin to be generated."""
    static_friction: float = 0.5
    dynamic_friction: float = 0.5
    particle_friction: float = 0.0
    friction_mode: int = 2
    """One direction of friction (0), two (1), or two and torsion (2)."""
    max_rigid_contacts: int = 512 * 1024
    """Capacity of the buffer of contacts of rigid bodies."""
    max_soft_contacts: int = 512 * 1024
    """Capacity of the buffer of contacts of soft bodies."""
    return_contacts: bool = True
    """Whether contacts are read back to the CPU."""
    deterministic_mode: bool = False


class SimParams(Struct):
    """Parameters of a simulation, of which those of either engine are parts."""

    dt: float = 1.0 / 60.0
    """Time of one call of ``simulate`` [s]."""
    substeps: int = 2
    """Steps of the engine in that time."""
    up_axis: UpAxis = UpAxis.UP_AXIS_Y
    gravity: Vec3 = Vec3(0.0, -9.8, 0.0)
    """Gravitational acceleration [m/s²]."""
    use_gpu_pipeline: bool = False
    """Whether tensors are on the GPU."""
    num_client_threads: int = 0
    """Threads that process environments."""
    physx: PhysXParams = PhysXParams()
    flex: FlexParams = FlexParams()
    enable_actor_creation_warning: bool = True
    """Whether creating actors after the tensors were acquired gives a warning."""
    stress_visualization: bool = False
    """Whether soft bodies are coloured by their stress."""
    stress_visualization_min: float = 0.0
    """Stress [Pa] at the lower end of the colours."""
    stress_visualization_max: float = 1e5
    """Stress [Pa] at the upper end of the colours."""
