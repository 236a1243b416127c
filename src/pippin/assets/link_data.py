"""State and properties of the bodies of an asset, whether they hang together or not."""

from __future__ import annotations

import warp as wp

from pippin.physics.views import BodyView
from pippin.quantities.inputs import require_inertias
from pippin.quantities.properties import ArrayData, Part, Shorthand, computed, loaded
from pippin.quantities.written import Written
from pippin.utils.array_views import as_components
from pippin.utils.checks import check_seconds
from pippin.utils.repeated_launch import RepeatedLaunch

from .kernels import frames


class LinkData(ArrayData):
    """Poses, velocities and mass properties of the bodies of an asset, computed when they are read.

    A body has two frames. Its *link* frame is that of its prim. Its *centre of mass* frame (``com``) has its origin in
    the centre of mass and its axes along the principal axes of inertia. Names say whose quantity it is and end in the
    frame of the components: ``_w`` for the world. A velocity is that of the frame's origin.

    N is the number of instances, L the number of links. Quaternions are (x, y, z, w).

    Args:
        root_view: View of the asset's instances.
        device: Warp device of the arrays.
    """

    body_names: list[str]
    """Names of the bodies, in the order of the arrays."""

    def __init__(self, root_view: BodyView, device: str) -> None:
        super().__init__(root_view, device)
        self._sim_timestamp = 0.0
        self._is_primed = False
        self._launches: dict[tuple[str, int], RepeatedLaunch] = {}  # by kernel and address of what it computes
        self.body_names = list(root_view.link_names)

    @property
    def is_primed(self) -> bool:
        """Whether the asset has filled in all defaults."""
        return self._is_primed

    def update(self, dt: float) -> None:
        """Let time pass. Nothing is computed: what is out of date is computed when it is read.

        Where data are held (``SimulationCfg.hold_until_update``) this lets go of what was read before the last steps.

        Args:
            dt: Time since the last call [s].

        Raises:
            TypeError: It is no number.
            ValueError: It is negative or not finite.
        """
        self._sim_timestamp += check_seconds("dt", dt)
        self._updated["version"] = self._scene.state_version

    def prime(self) -> None:
        """Say that the initialization is over: from now on defaults are kept."""
        self._defaults.clear()
        self._is_primed = True

    # -- bodies: poses -------------------------------------------------------------------------------------------------

    @computed(wp.transformf, "bodies")
    def body_link_pose_w(self, out: wp.array) -> None:
        """Poses of the link frames in the world (position [m], quaternion), shape (N, L), transformf."""
        self.root_view.read_link_poses(out)

    @computed(wp.transformf, "bodies")
    def body_com_pose_w(self, out: wp.array) -> None:
        """Poses of the centre of mass frames in the world (position [m], quaternion), shape (N, L), transformf."""
        self._compose(self.body_link_pose_w.warp, self.body_com_pose_b.warp, out)

    @loaded(
        wp.transformf,
        "bodies",
        written=Written(
            methods=("set_coms",),
            argument="coms",
            sets="Set centre of mass frames",
            values="Poses in the link frames (position [m], quaternion x y z w)",
            note="The inertia tensors go with them: their components stay as they are.",
            engine="write_coms",
            is_kept=True,
            is_finite=True,
            has_rotations=True,
        ),
    )
    def body_com_pose_b(self, out: wp.array) -> None:
        """Poses of the COM frames in the link frames (position [m], quaternion), shape (N, L), transformf."""
        self.root_view.read_com_poses(as_components(out))

    body_link_pos_w = Part("body_link_pose_w", "position", "Positions of the link frames [m], shape (N, L), vec3f.")
    body_link_quat_w = Part("body_link_pose_w", "orientation", "Orientations of the link frames, shape (N, L), quatf.")
    body_com_pos_w = Part("body_com_pose_w", "position", "Positions of the centres of mass [m], shape (N, L), vec3f.")
    body_com_quat_w = Part(
        "body_com_pose_w", "orientation", "Orientations of the principal axes of inertia, shape (N, L), quatf."
    )
    body_com_pos_b = Part("body_com_pose_b", "position", "Centres of mass in the link frames [m], shape (N, L), vec3f.")
    body_com_quat_b = Part(
        "body_com_pose_b", "orientation", "Principal axes of inertia in the link frames, shape (N, L), quatf."
    )

    # -- bodies: velocities and accelerations --------------------------------------------------------------------------

    @computed(wp.spatial_vectorf, "bodies")
    def body_link_vel_w(self, out: wp.array) -> None:
        """Velocities of the link frames (linear [m/s], angular [rad/s]), shape (N, L), spatial_vectorf."""
        self.root_view.read_link_velocities(out)

    @computed(wp.spatial_vectorf, "bodies")
    def body_com_vel_w(self, out: wp.array) -> None:
        """Velocities of the centres of mass (linear [m/s], angular [rad/s]), shape (N, L), spatial_vectorf."""
        self.root_view.read_com_velocities(out)

    @computed(wp.spatial_vectorf, "bodies")
    def body_com_acc_w(self, out: wp.array) -> None:
        """Accelerations of the centres of mass (linear [m/s^2], angular [rad/s^2]), shape (N, L), spatial_vectorf.

        They are the means over the last step: the change of the velocity, divided by the time step. A write of the
        state is no acceleration: after it they are 0 until the next step.
        """
        self.root_view.read_com_accelerations(out)

    body_link_lin_vel_w = Part("body_link_vel_w", "linear", "Velocities of the link frames [m/s], shape (N, L), vec3f.")
    body_link_ang_vel_w = Part("body_link_vel_w", "angular", "Angular velocities [rad/s], shape (N, L), vec3f.")
    body_com_lin_vel_w = Part("body_com_vel_w", "linear", "Velocities of the COMs [m/s], shape (N, L), vec3f.")
    body_com_ang_vel_w = Part("body_com_vel_w", "angular", "Angular velocities [rad/s], shape (N, L), vec3f.")
    body_com_lin_acc_w = Part("body_com_acc_w", "linear", "Accelerations of the COMs [m/s^2], shape (N, L), vec3f.")
    body_com_ang_acc_w = Part("body_com_acc_w", "angular", "Angular accelerations [rad/s^2], shape (N, L), vec3f.")

    # -- bodies: mass properties ---------------------------------------------------------------------------------------

    @loaded(
        wp.float32,
        "bodies",
        written=Written(
            methods=("set_masses",),
            argument="masses",
            sets="Set masses",
            values="Masses [kg], not negative",
            note="The inertia tensors stay as they are.",
            engine="write_masses",
            is_kept=True,
            lowest=0.0,
            is_finite=True,
        ),
    )
    def body_mass(self, out: wp.array) -> None:
        """Masses [kg], shape (N, L), float32."""
        self.root_view.read_masses(out)

    @loaded(
        wp.float32,
        "bodies",
        9,
        written=Written(
            methods=("set_inertias",),
            argument="inertias",
            sets="Set inertia tensors about the centres of mass, along the axes of the centre of mass frames",
            values="Tensors [kg m^2], row by row, symmetric and not negative",
            engine="write_inertias",
            is_kept=True,
            check=require_inertias,
        ),
    )
    def body_inertia(self, out: wp.array) -> None:
        """Inertia tensors [kg m^2] about the centres of mass, along the axes of the centre of mass frames.

        Row by row (xx, xy, xz, yx, yy, yz, zx, zy, zz), shape (N, L, 9), float32. These axes are the principal ones
        until an inertia tensor is written, so that the tensor is diagonal.
        """
        self.root_view.read_inertias(out)

    # -- states of 13 numbers ------------------------------------------------------------------------------------------

    @computed(wp.float32, "bodies", 13)
    def body_state_w(self, out: wp.array) -> None:
        """:attr:`body_link_pose_w` and :attr:`body_com_vel_w` side by side, shape (N, L, 13), float32."""
        self._join(self.body_link_pose_w.warp, self.body_com_vel_w.warp, out)

    @computed(wp.float32, "bodies", 13)
    def body_link_state_w(self, out: wp.array) -> None:
        """:attr:`body_link_pose_w` and :attr:`body_link_vel_w` side by side, shape (N, L, 13), float32."""
        self._join(self.body_link_pose_w.warp, self.body_link_vel_w.warp, out)

    @computed(wp.float32, "bodies", 13)
    def body_com_state_w(self, out: wp.array) -> None:
        """:attr:`body_com_pose_w` and :attr:`body_com_vel_w` side by side, shape (N, L, 13), float32."""
        self._join(self.body_com_pose_w.warp, self.body_com_vel_w.warp, out)

    # -- other names ---------------------------------------------------------------------------------------------------

    body_pose_w = Shorthand("body_link_pose_w")
    body_pos_w = Shorthand("body_link_pos_w")
    body_quat_w = Shorthand("body_link_quat_w")
    body_vel_w = Shorthand("body_com_vel_w")
    body_lin_vel_w = Shorthand("body_com_lin_vel_w")
    body_ang_vel_w = Shorthand("body_com_ang_vel_w")
    body_acc_w = Shorthand("body_com_acc_w")
    body_lin_acc_w = Shorthand("body_com_lin_acc_w")
    body_ang_acc_w = Shorthand("body_com_ang_acc_w")
    com_pos_b = Shorthand("body_com_pos_b")
    com_quat_b = Shorthand("body_com_quat_b")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _compose(self, poses: wp.array, offsets: wp.array, out: wp.array) -> None:
        self._launch(frames.compose_poses, out.shape, [poses, offsets], out)

    def _join(self, poses: wp.array, velocities: wp.array, out: wp.array) -> None:
        self._launch(frames.join_states, out.shape[:2], [poses, velocities], out)

    def _launch(self, kernel: wp.Kernel, dim: tuple[int, ...], inputs: list[wp.array], out: wp.array) -> None:
        """Launch a kernel that computes a quantity, each time from the same arrays."""
        key = kernel.key, out.ptr
        if key not in self._launches:
            self._launches[key] = RepeatedLaunch(kernel, self.device)
        self._launches[key](dim, inputs, [out])
