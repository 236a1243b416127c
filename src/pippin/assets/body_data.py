"""State and properties of the root and the links, which rigid objects and articulations have in common."""

from __future__ import annotations

import warp as wp

from pippin.physics.views import BodyView
from pippin.quantities.properties import Part, Shorthand, Stored, computed
from pippin.quantities.written import Written
from pippin.utils.array_views import as_column

from .kernels import frames
from .link_data import LinkData


class BodyData(LinkData):
    """Poses, velocities and mass properties of the instances of an asset, computed when they are read.

    A body has two frames. Its *link* frame is that of its prim. Its *centre of mass* frame (``com``) has its origin in
    the centre of mass and its axes along the principal axes of inertia. Names say whose quantity it is (``root_link``,
    ``body_com``) and end in the frame of the components: ``_w`` for the world, ``_b`` for the root's link frame (for
    ``body_com_*_b``, the link frame of each body). A velocity is that of the frame's origin.

    N is the number of instances, L the number of links. Quaternions are (x, y, z, w).

    Args:
        root_view: View of the asset's instances.
        device: Warp device of the arrays.
    """

    def __init__(self, root_view: BodyView, device: str) -> None:
        super().__init__(root_view, device)
        self.GRAVITY_VEC_W.warp.fill_(wp.normalize(wp.vec3f(*root_view.scene.settings.gravity)))
        self.FORWARD_VEC_B.warp.fill_(wp.vec3f(1.0, 0.0, 0.0))
        self.default_root_pose.warp.fill_(wp.transform_identity())

    # -- defaults and constants ----------------------------------------------------------------------------------------

    default_root_state = Stored(
        wp.float32,
        13,
        doc="""State of the root for resets, from the config: link pose (position [m], quaternion), velocity of the
        centre of mass (linear [m/s], angular [rad/s]), shape (N, 13), float32.

        It is in the frame of the environment: add the environment's origin to the position before writing it.
        """,
    )
    default_root_pose = Part(
        "default_root_state", "pose", "Pose in :attr:`default_root_state`, shape (N,), transformf."
    )
    default_root_vel = Part(
        "default_root_state", "velocity", "Velocity in :attr:`default_root_state`, shape (N,), spatial_vectorf."
    )
    GRAVITY_VEC_W = Stored(
        wp.vec3f,
        doc="""Direction of gravity in the world, of length 1 or 0, shape (N,), vec3f; with
        ``SimulationCfg.gravity_with_length`` gravity itself [m/s^2].""",
    )
    FORWARD_VEC_B = Stored(wp.vec3f, doc="Forward direction in the root's link frame, its x axis, shape (N,), vec3f.")

    # -- root: poses ---------------------------------------------------------------------------------------------------

    @computed(
        wp.transformf,
        written=Written(
            methods=("write_root_link_pose_to_sim", "write_root_pose_to_sim"),
            argument="root_pose",
            sets="Set poses of root link frames, in the world",
            values="Poses (position [m], quaternion x y z w)",
            note="The world velocity of the centre of mass stays as it is.",
            engine="write_root_poses",
            options={"of_com": False},
            is_finite=True,
            has_rotations=True,
            is_state=True,
            chosen_only=("write_root_pose_to_sim",),
        ),
    )
    def root_link_pose_w(self, out: wp.array) -> None:
        """Pose of the root's link frame in the world (position [m], quaternion), shape (N,), transformf."""
        self.root_view.read_root_poses(out)

    @computed(
        wp.transformf,
        written=Written(
            methods=("write_root_com_pose_to_sim",),
            argument="root_pose",
            sets="Set poses of the roots' centre of mass frames, in the world",
            values="Poses (position [m], quaternion x y z w)",
            note="Their axes are the principal axes of inertia. The world velocity of the origin stays as it is.",
            engine="write_root_poses",
            options={"of_com": True},
            is_finite=True,
            has_rotations=True,
            is_state=True,
        ),
    )
    def root_com_pose_w(self, out: wp.array) -> None:
        """Pose of the root's centre of mass frame in the world (position [m], quaternion), shape (N,), transformf."""
        self._compose(as_column(self.root_link_pose_w.warp), self.body_com_pose_b.warp[:, :1], as_column(out))

    root_link_pos_w = Part("root_link_pose_w", "position", "Position of the root's link frame [m], shape (N,), vec3f.")
    root_link_quat_w = Part(
        "root_link_pose_w", "orientation", "Orientation of the root's link frame, shape (N,), quatf."
    )
    root_com_pos_w = Part(
        "root_com_pose_w", "position", "Position of the root's centre of mass [m], shape (N,), vec3f."
    )
    root_com_quat_w = Part("root_com_pose_w", "orientation", "Orientation of the root's inertia, shape (N,), quatf.")

    # -- root: velocities ----------------------------------------------------------------------------------------------

    @computed(
        wp.spatial_vectorf,
        written=Written(
            methods=("write_root_link_velocity_to_sim",),
            argument="root_velocity",
            sets="Set velocities of root link frames, in the world",
            values="Velocities (linear [m/s], angular [rad/s])",
            note="A fixed base has none.",
            engine="write_root_velocities",
            options={"of_com": False},
            is_finite=True,
            is_state=True,
        ),
    )
    def root_link_vel_w(self, out: wp.array) -> None:
        """Velocity of the root's link frame (linear [m/s], angular [rad/s]), shape (N,), spatial_vectorf."""
        self.root_view.read_root_velocities(out, of_com=False)

    @computed(
        wp.spatial_vectorf,
        written=Written(
            methods=("write_root_com_velocity_to_sim", "write_root_velocity_to_sim"),
            argument="root_velocity",
            sets="Set velocities of the roots' centres of mass, in the world",
            values="Velocities (linear [m/s], angular [rad/s])",
            note="A fixed base has none.",
            engine="write_root_velocities",
            options={"of_com": True},
            is_finite=True,
            is_state=True,
            chosen_only=("write_root_velocity_to_sim",),
        ),
    )
    def root_com_vel_w(self, out: wp.array) -> None:
        """Velocity of the root's centre of mass (linear [m/s], angular [rad/s]), shape (N,), spatial_vectorf."""
        self.root_view.read_root_velocities(out, of_com=True)

    @computed(wp.spatial_vectorf)
    def _root_link_vel_b(self, out: wp.array) -> None:
        self._rotate_into_base(self.root_link_vel_w.warp, out)

    @computed(wp.spatial_vectorf)
    def _root_com_vel_b(self, out: wp.array) -> None:
        self._rotate_into_base(self.root_com_vel_w.warp, out)

    root_link_lin_vel_w = Part("root_link_vel_w", "linear", "Velocity of the root's link [m/s], shape (N,), vec3f.")
    root_link_ang_vel_w = Part("root_link_vel_w", "angular", "Angular velocity of the root [rad/s], shape (N,), vec3f.")
    root_com_lin_vel_w = Part("root_com_vel_w", "linear", "Velocity of the root's COM [m/s], shape (N,), vec3f.")
    root_com_ang_vel_w = Part("root_com_vel_w", "angular", "Angular velocity of the root [rad/s], shape (N,), vec3f.")
    root_link_lin_vel_b = Part(
        "_root_link_vel_b", "linear", "Velocity of the root's link along its own axes [m/s], shape (N,), vec3f."
    )
    root_link_ang_vel_b = Part(
        "_root_link_vel_b", "angular", "Angular velocity of the root along its link's axes [rad/s], shape (N,), vec3f."
    )
    root_com_lin_vel_b = Part(
        "_root_com_vel_b", "linear", "Velocity of the root's COM along its link's axes [m/s], shape (N,), vec3f."
    )
    root_com_ang_vel_b = Part(
        "_root_com_vel_b", "angular", "Angular velocity of the root along its link's axes [rad/s], shape (N,), vec3f."
    )

    # -- root: directions ----------------------------------------------------------------------------------------------

    @computed(wp.vec3f)
    def projected_gravity_b(self, out: wp.array) -> None:
        """Direction of gravity in the root's link frame, of length 1 (0 without gravity), shape (N,), vec3f."""
        self._launch(
            frames.rotate_directions_into_frame,
            (out.shape[0],),
            [self.root_link_pose_w.warp, self.GRAVITY_VEC_W.warp],
            out,
        )

    @computed(wp.float32)
    def heading_w(self, out: wp.array) -> None:
        """Heading [rad], shape (N,), float32.

        It is the angle about the world's z axis from the world's x axis to that of the root's link frame.
        """
        self._launch(frames.headings, (out.shape[0],), [self.root_link_pose_w.warp, self.FORWARD_VEC_B.warp], out)

    # -- states of 13 numbers ------------------------------------------------------------------------------------------

    @computed(wp.float32, 13)
    def root_state_w(self, out: wp.array) -> None:
        """:attr:`root_link_pose_w` and :attr:`root_com_vel_w` side by side, shape (N, 13), float32."""
        self._join_root(self.root_link_pose_w.warp, self.root_com_vel_w.warp, out)

    @computed(wp.float32, 13)
    def root_link_state_w(self, out: wp.array) -> None:
        """:attr:`root_link_pose_w` and :attr:`root_link_vel_w` side by side, shape (N, 13), float32."""
        self._join_root(self.root_link_pose_w.warp, self.root_link_vel_w.warp, out)

    @computed(wp.float32, 13)
    def root_com_state_w(self, out: wp.array) -> None:
        """:attr:`root_com_pose_w` and :attr:`root_com_vel_w` side by side, shape (N, 13), float32."""
        self._join_root(self.root_com_pose_w.warp, self.root_com_vel_w.warp, out)

    # -- other names ---------------------------------------------------------------------------------------------------

    root_pose_w = Shorthand("root_link_pose_w")
    root_pos_w = Shorthand("root_link_pos_w")
    root_quat_w = Shorthand("root_link_quat_w")
    root_vel_w = Shorthand("root_com_vel_w")
    root_lin_vel_w = Shorthand("root_com_lin_vel_w")
    root_ang_vel_w = Shorthand("root_com_ang_vel_w")
    root_lin_vel_b = Shorthand("root_com_lin_vel_b")
    root_ang_vel_b = Shorthand("root_com_ang_vel_b")
    # -- inside --------------------------------------------------------------------------------------------------------

    def _rotate_into_base(self, velocities: wp.array, out: wp.array) -> None:
        self._launch(
            frames.rotate_velocities_into_frame, (out.shape[0],), [self.root_link_pose_w.warp, velocities], out
        )

    def _join_root(self, poses: wp.array, velocities: wp.array, out: wp.array) -> None:
        self._launch(frames.join_root_states, (out.shape[0],), [poses, velocities], out)
