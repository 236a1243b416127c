"""State and properties of collections of rigid objects."""

from __future__ import annotations

import warp as wp

from pippin.physics.views import BodyView
from pippin.quantities.properties import Part, Stored, computed
from pippin.quantities.written import Written

from ..kernels import frames
from ..link_data import LinkData


class RigidObjectCollectionData(LinkData):
    """State and properties of the objects of a collection, whose bodies they are.

    ``_b`` at the end of a name stands for the link frame of each object. Names that begin with ``object`` are the older
    ones. N is the number of environments, L the number of objects. Quaternions are (x, y, z, w).

    Args:
        root_view: View with a row for each environment and a link for each object.
        device: Warp device of the arrays.
        object_names: Names of the objects.
    """

    def __init__(self, root_view: BodyView, device: str, object_names: list[str]) -> None:
        super().__init__(root_view, device)
        self.body_names = object_names
        self.GRAVITY_VEC_W.warp.fill_(wp.normalize(wp.vec3f(*root_view.scene.settings.gravity)))
        self.FORWARD_VEC_B.warp.fill_(wp.vec3f(1.0, 0.0, 0.0))

    @property
    def object_names(self) -> list[str]:
        """Names of the objects, in the order of the arrays."""
        return self.body_names

    # -- what programs write of the state ------------------------------------------------------------------------------

    body_link_pose_w = LinkData.body_link_pose_w.written_as(
        Written(
            methods=("write_body_link_pose_to_sim", "write_body_pose_to_sim"),
            argument="body_poses",
            sets="Set poses of link frames, in the world",
            values="Poses (position [m], quaternion x y z w)",
            note="The world velocity of the centre of mass stays as it is.",
            engine="write_root_poses",
            options={"of_com": False},
            is_finite=True,
            has_rotations=True,
            is_flat=True,
            is_state=True,
        )
    )
    body_com_pose_w = LinkData.body_com_pose_w.written_as(
        Written(
            methods=("write_body_com_pose_to_sim",),
            argument="body_poses",
            sets="Set poses of centre of mass frames, in the world",
            values="Poses (position [m], quaternion x y z w)",
            note="Their axes are the principal axes of inertia. The world velocity of the origin stays as it is.",
            engine="write_root_poses",
            options={"of_com": True},
            is_finite=True,
            has_rotations=True,
            is_flat=True,
            is_state=True,
        )
    )
    body_link_vel_w = LinkData.body_link_vel_w.written_as(
        Written(
            methods=("write_body_link_velocity_to_sim",),
            argument="body_velocities",
            sets="Set velocities of link frames, in the world",
            values="Velocities (linear [m/s], angular [rad/s])",
            note="A kinematic object has none.",
            engine="write_root_velocities",
            options={"of_com": False},
            is_finite=True,
            is_flat=True,
            is_state=True,
        )
    )
    body_com_vel_w = LinkData.body_com_vel_w.written_as(
        Written(
            methods=("write_body_com_velocity_to_sim", "write_body_velocity_to_sim"),
            argument="body_velocities",
            sets="Set velocities of centres of mass, in the world",
            values="Velocities (linear [m/s], angular [rad/s])",
            note="A kinematic object has none.",
            engine="write_root_velocities",
            options={"of_com": True},
            is_finite=True,
            is_flat=True,
            is_state=True,
        )
    )

    # -- defaults and constants ----------------------------------------------------------------------------------------

    default_body_state = Stored(
        wp.float32,
        "bodies",
        13,
        doc="""States for resets, from the configs: link poses (position [m], quaternion), velocities of the centres of
        mass (linear [m/s], angular [rad/s]), shape (N, L, 13), float32.

        They are in the frame of the environment: add the environment's origin to positions before writing them.
        """,
    )
    default_body_pose = Part(
        "default_body_state", "pose", "Poses in :attr:`default_body_state`, shape (N, L), transformf."
    )
    default_body_vel = Part(
        "default_body_state", "velocity", "Velocities in :attr:`default_body_state`, shape (N, L), spatial_vectorf."
    )
    GRAVITY_VEC_W = Stored(
        wp.vec3f,
        "bodies",
        doc="""Direction of gravity in the world, of length 1 or 0, shape (N, L), vec3f; with
        ``SimulationCfg.gravity_with_length`` gravity itself [m/s^2].""",
    )
    FORWARD_VEC_B = Stored(wp.vec3f, "bodies", doc="Forward direction in the link frames, shape (N, L), vec3f.")

    # -- along the axes of the objects ---------------------------------------------------------------------------------

    @computed(wp.spatial_vectorf, "bodies")
    def _body_link_vel_b(self, out: wp.array) -> None:
        self._rotate_into_links(frames.rotate_velocities_into_frame, self.body_link_vel_w.warp, out)

    @computed(wp.spatial_vectorf, "bodies")
    def _body_com_vel_b(self, out: wp.array) -> None:
        self._rotate_into_links(frames.rotate_velocities_into_frame, self.body_com_vel_w.warp, out)

    @computed(wp.vec3f, "bodies")
    def projected_gravity_b(self, out: wp.array) -> None:
        """Direction of gravity in the link frames, of length 1 (0 without gravity), shape (N, L), vec3f."""
        self._rotate_into_links(frames.rotate_directions_into_frame, self.GRAVITY_VEC_W.warp, out)

    @computed(wp.float32, "bodies")
    def heading_w(self, out: wp.array) -> None:
        """Headings [rad], from the world's x axis to those of the link frames about z, shape (N, L), float32."""
        self._rotate_into_links(frames.headings, self.FORWARD_VEC_B.warp, out)

    body_link_lin_vel_b = Part("_body_link_vel_b", "linear", "Velocities of the links [m/s], shape (N, L), vec3f.")
    body_link_ang_vel_b = Part("_body_link_vel_b", "angular", "Angular velocities [rad/s], shape (N, L), vec3f.")
    body_com_lin_vel_b = Part("_body_com_vel_b", "linear", "Velocities of the COMs [m/s], shape (N, L), vec3f.")
    body_com_ang_vel_b = Part("_body_com_vel_b", "angular", "Angular velocities [rad/s], shape (N, L), vec3f.")

    @computed(wp.float32, "bodies", 13)
    def body_com_state_w(self, out: wp.array) -> None:
        """:attr:`body_com_pose_w` and :attr:`body_com_vel_w` side by side, shape (N, L, 13), float32."""
        self._join(self.body_com_pose_w.warp, self.body_com_vel_w.warp, out)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _rotate_into_links(self, kernel: wp.Kernel, values: wp.array, out: wp.array) -> None:
        """Run a kernel of one dimension, which takes poses and values, over all objects."""
        wp.launch(
            kernel,
            dim=out.size,
            inputs=[self.body_link_pose_w.warp.flatten(), values.flatten()],
            outputs=[out.flatten()],
            device=self.device,
        )
