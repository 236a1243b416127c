"""State of deformable objects, and what their material goes through."""

from __future__ import annotations

import warp as wp

from pippin.physics.views.deformable_view import DeformableView
from pippin.quantities.properties import ArrayData, Axis, Shorthand, Stored, computed
from pippin.utils.array_views import view_of


class DeformableObjectData(ArrayData):
    """State of the instances of a deformable object, computed when it is read.

    One mesh of tetrahedra serves for the dynamics (``sim``) and for collisions (``collision``), so that quantities of
    both are the same arrays. N is the number of instances, V the largest number of nodes of an instance and E of
    elements; what an instance has fewer is zero. Quaternions are (x, y, z, w). Positions are in the world.

    Args:
        root_view: View of the asset's instances.
        device: Warp device of the arrays.
    """

    _root_view: DeformableView | None

    def __init__(self, root_view: DeformableView, device: str) -> None:
        super().__init__(root_view, device)
        self._sim_timestamp = 0.0

    def update(self, dt: float) -> None:
        """Let time pass. Nothing is computed: what is out of date is computed when it is read.

        Args:
            dt: Time since the last call [s].
        """
        self._sim_timestamp += dt
        self._updated["version"] = self._scene.state_version

    # -- defaults and targets ------------------------------------------------------------------------------------------

    default_nodal_state_w = Stored(
        wp.float32,
        "nodes",
        6,
        doc="Positions [m] and velocities [m/s] of the nodes for resets, shape (N, V, 6), float32: as they began.",
    )
    nodal_kinematic_target = Stored(
        wp.vec4f,
        "nodes",
        doc="""Kinematic targets that were written last: position in the world [m] and a flag, shape (N, V), vec4f.

        The flag is 0 for nodes that are driven to their position and 1 for free ones.
        """,
    )

    # -- nodes ---------------------------------------------------------------------------------------------------------

    @computed(wp.vec3f, "nodes")
    def nodal_pos_w(self, out: wp.array) -> None:
        """Positions of the nodes in the world [m], shape (N, V), vec3f."""
        self.root_view.read_positions(out)

    @computed(wp.vec3f, "nodes")
    def nodal_vel_w(self, out: wp.array) -> None:
        """Velocities of the nodes in the world [m/s], shape (N, V), vec3f."""
        self.root_view.read_velocities(out)

    @computed(wp.float32, "nodes", 6)
    def nodal_state_w(self, out: wp.array) -> None:
        """Positions [m] and velocities [m/s] of the nodes in the world, shape (N, V, 6), float32."""
        wp.copy(part_of_states(out, "position"), self.nodal_pos_w.warp)
        wp.copy(part_of_states(out, "velocity"), self.nodal_vel_w.warp)

    # -- elements ------------------------------------------------------------------------------------------------------

    @computed(wp.mat33f, "elements")
    def sim_element_deform_gradient_w(self, out: wp.array) -> None:
        """Deformation gradients of the elements, from the rest shape in the world to now, shape (N, E), mat33f."""
        self.root_view.read_deformation_gradients(out)

    @computed(wp.quatf, "elements")
    def sim_element_quat_w(self, out: wp.array) -> None:
        """Rotations of the elements since they were at rest (x, y, z, w), shape (N, E), quatf."""
        self.root_view.rotations_of(self.sim_element_deform_gradient_w.warp, out)

    @computed(wp.mat33f, "elements")
    def sim_element_stress_w(self, out: wp.array) -> None:
        """Elastic Cauchy stresses of the elements in world axes [Pa], tension positive, shape (N, E), mat33f."""
        self.root_view.stresses_of(self.sim_element_deform_gradient_w.warp, out)

    collision_element_deform_gradient_w = Shorthand("sim_element_deform_gradient_w")
    collision_element_quat_w = Shorthand("sim_element_quat_w")
    collision_element_stress_w = Shorthand("sim_element_stress_w")

    # -- root ----------------------------------------------------------------------------------------------------------

    @computed(wp.vec3f)
    def root_pos_w(self, out: wp.array) -> None:
        """Mean position of the nodes in the world [m], shape (N,), vec3f."""
        self.root_view.mean_of_nodes(self.nodal_pos_w.warp, out)

    @computed(wp.vec3f)
    def root_vel_w(self, out: wp.array) -> None:
        """Mean velocity of the nodes in the world [m/s], shape (N,), vec3f."""
        self.root_view.mean_of_nodes(self.nodal_vel_w.warp, out)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _size(self, axis: Axis) -> int:
        sizes = {"nodes": self.root_view.max_nodes, "elements": self.root_view.max_elements}
        return axis if isinstance(axis, int) else sizes[axis]


def part_of_states(states: wp.array, part: str) -> wp.array:
    """Positions or velocities in states of nodes, shape (n, V) of wp.vec3f on the memory of (n, V, 6) numbers.

    Args:
        states: States of nodes.
        part: "position" or "velocity".
    """
    offset = 0 if part == "position" else 3 * states.strides[2]
    return view_of(states, wp.vec3f, states.shape[:2], states.strides[:2], offset)
