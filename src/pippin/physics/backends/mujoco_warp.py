"""Newton's MuJoCo Warp engine: all environments of a variant in the arrays of one ``mujoco_warp.Data``.

The whole step is one graph: the substeps, the guard, the watch over the buffers, and the copy of what they saw to the
host. The first step runs kernel by kernel, which compiles and loads them; the second is captured. Inside a capture of
another program the kernels are launched into it.

On a CPU Warp replays the graph too, with the same results. The engine then has no use for several cores, but none of
the two hundred launches of a step goes through Python: with 3 ants 21,400 steps/s instead of 750, with 512 ants 30,000
instead of 21,500 (native MuJoCo: 230,000 on two cores).
"""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Callable

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from pippin.utils.array_views import view_of

from ..backend import SolverSettings
from ..compilation import announced_compilation
from ..description import SceneDescription
from ..launches import Launches
from ..worlds import PARAMETERS, SPEED_LIMIT, JointForces, Worlds, base_value
from .capacity import Capacity, estimate_capacity
from .contact_targets import change_of_targets
from .derived_constants import DERIVED_CONSTANTS, DerivedConstants
from .engine_worlds import EngineWorlds, check_parameter, reads_set_const, soft_bodies_of
from .height_fields.contacts import take_over_fields
from .held_limits import HeldLimits
from .joint_limits import DRIVES, LIMITING, StiffDrives, dof_inertias
from .net_contact_forces import NetContactForces
from .stiff_drives import GAINS, SoftenedDrives, weights_in_contacts
from .unsorted_contacts import leave_contacts_unsorted
from .warp_step import OwnStep, step_function

_LOGGER = logging.getLogger("pippin")

_TENDON_FLAGS = {"tendon_damping": "has_tendon_damping", "tendon_stiffness": "has_tendon_stiffness"}
"""Flags of the engine's model that say whether a parameter is anything but zero."""

_GUARD_COUNTS, _PEAKS, _SOFT_COUNTS = 3, 4, 1
_FLAGS, _CONTACTS, _CANDIDATES, _CONSTRAINTS = wp.constant(0), wp.constant(1), wp.constant(2), wp.constant(3)

_CONTACT_OVERFLOWS = mjw.OverflowType.BROADPHASE | mjw.OverflowType.NARROWPHASE | mjw.OverflowType.CCD
_CONSTRAINT_OVERFLOWS = mjw.OverflowType.NEFC | mjw.OverflowType.NJMAX_NNZ
_SILENT_OVERFLOWS = mjw.OverflowType.ITERATIONS | mjw.OverflowType.LS_ITERATIONS  # the solver stopped early: no loss


@wp.kernel(enable_backward=False)
def watch_buffers(
    overflow: wp.array(dtype=int),  # (W,)
    num_constraints: wp.array(dtype=int),  # (W,)
    num_contacts: wp.array(dtype=int),  # (1,)
    num_candidates: wp.array(dtype=int),  # (1,)
    peaks: wp.array(dtype=int),  # (4,)
):
    """Keep the overflow flags of all worlds, and the most that the buffers were asked for."""
    world = wp.tid()
    if overflow[world] != 0:
        wp.atomic_or(peaks, _FLAGS, overflow[world])
    if num_constraints[world] > peaks[_CONSTRAINTS]:
        wp.atomic_max(peaks, _CONSTRAINTS, num_constraints[world])
    if world == 0:
        peaks[_CONTACTS] = wp.max(peaks[_CONTACTS], num_contacts[0])
        peaks[_CANDIDATES] = wp.max(peaks[_CANDIDATES], num_candidates[0])


class WarpWorlds(EngineWorlds):
    """State of the environments of one variant; see :class:`pippin.physics.worlds.Worlds`."""

    def __init__(self, description: SceneDescription, variant: int, settings: SolverSettings) -> None:
        super().__init__(description, variant, settings)
        self._device = wp.get_device(settings.device)
        self._substeps = settings.substeps
        self._capacity = _capacity(self.model, settings)
        self._expanded: set[str] = set()
        self._limits_joints = False
        self._bounce_threshold = wp.full(1, settings.bounce_threshold, dtype=float, device=self._device)
        self._shared_speed_limit = wp.array(self.speed_limits[None], dtype=float, device=self._device)
        self.recapture: Callable[[], None] = lambda: None
        self._make_engine()
        self._constants: DerivedConstants | None = None
        self._derive = Launches(self._launch_derivation, self._device)
        self._are_constants_stale = False
        self._has_stepped = False
        self._share_state()
        self._slow_down_joints()
        self._make_status()
        self.soft = soft_bodies_of(self, self._variant, settings)
        if self.soft is not None:
            self.soft.worlds.guard.count = self._status[-_SOFT_COUNTS:]

    def _make_engine(self) -> None:
        """Put the model on the device, with room for its contacts, and choose how it is stepped."""
        model = copy.copy(self.model)
        model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)  # which this engine does not know
        # All that this changes here is that boxes meet boxes by separating axes instead of the general algorithm for
        # convex bodies, which finds a contact many metres away for some boxes that rest flat on each other.
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
        self._net_contact_forces = NetContactForces(model, self._device)
        leave_contacts_unsorted(model)
        with wp.ScopedDevice(self._device):
            self._model = mjw.put_model(model)
            take_over_fields(model, self._model, self.num_worlds)
            self._data = mjw.make_data(
                model,
                self.num_worlds,
                nconmax=self._capacity.contacts,
                # 5 kB for each pair of convex shapes of one pair of types; the next pair of types uses them again.
                nccdmax=min(self._capacity.contacts, max(1, *self._model.geom_pair_type_count)),
                njmax=self._capacity.constraints,
            )
            _integrate_damping_of_sites(model, self._model)
        self._engine_step = step_function(model, self._model, self._data)
        self._change_contacts()
        self._model.opt.warn_overflow = 0  # `complaints` says it, with the number to set
        if self._device.is_cuda and not wp.is_conditional_graph_supported():
            self._model.opt.graph_conditional = False
            _LOGGER.warning("The CUDA driver is older than 12.4: the solver runs all of its iterations, slowly.")
        self._data.mocap_pos.assign(self._initial_mocap_positions())
        self._usual = {name: getattr(self._model, name) for name in ("dof_armature", "actuator_biasprm")}
        self._model.sensor_rne_postconstraint = False  # which the engine sets wherever there is such a sensor

    def _change_contacts(self) -> None:
        """Change contacts, where the model says so, or parameters of single worlds may."""
        change = change_of_targets(
            self.model,
            self._device,
            self._bounce_threshold,
            may_bounce="geom_solref" in self._parameters,
            may_rub_differently="geom_friction" in self._parameters,
        )
        if isinstance(self._engine_step, OwnStep):
            self._engine_step.change_targets = change
        elif change is not None:  # called before accelerations are made: a contact's load is that of the step before
            self._model.callback.control = change

    def _share_state(self) -> None:
        """Let the state be the engine's own arrays."""
        data = self._data
        self.qpos, self.qvel = data.qpos, data.qvel
        self.previous_qpos, self.previous_qvel = wp.clone(data.qpos), wp.clone(data.qvel)
        self._left_velocities = wp.clone(data.qvel)
        self.ctrl, self.qfrc_applied = data.ctrl, data.qfrc_applied
        self.xfrc_applied = wp.zeros_like(data.xfrc_applied) if self._variant.soft_bodies else data.xfrc_applied
        self.mocap_pos, self.mocap_quat = data.mocap_pos, data.mocap_quat
        self.sensordata = data.sensordata

    def _slow_down_joints(self) -> None:
        """Soften drives that are too stiff for the step, and limit speeds where the model asks for it."""
        inertias = dof_inertias(self.model)
        self._drives = SoftenedDrives(self.model, self.layout.dof_actuators, inertias, str(self._device))
        if self._drives.any:
            self._soften_drives()
        self._feels_drives = self._drives.is_felt
        if self._feels_drives:
            weights = weights_in_contacts(self.model, self._drives.felt.numpy()[0], self.layout.dof_actuators)
            self._model.body_invweight0.assign(weights[None].astype(np.float32))
        self._held_limits = HeldLimits(self.model, self.num_worlds, wp.float32, str(self._device))
        drives = (base_value(self, name)[None] for name in DRIVES[1:])
        gains = self._drives.gains.numpy(), self._drives.bias.numpy()
        has_stiff_drives = StiffDrives(self.model, self.layout.dof_actuators, *gains, *drives).any
        if has_stiff_drives or self._drives.is_felt or np.isfinite(self.speed_limits).any():
            self._limit_joints()

    def _make_status(self) -> None:
        """Make the counts that the guard, the buffers and soft bodies keep on the device, to be read in one go."""
        self._status = wp.zeros(_GUARD_COUNTS + _PEAKS + _SOFT_COUNTS, dtype=int, device=self._device)
        self.guard.counts = self._status[:_GUARD_COUNTS]
        self._peaks = self._status[_GUARD_COUNTS:-_SOFT_COUNTS]
        self._seen = self._status
        if self._device.is_cuda:
            self._seen = wp.zeros(self._status.shape, dtype=int, device="cpu", pinned=True)
        self._told_contacts = self._capacity.contacts * self.num_worlds
        self._told_constraints = self._capacity.constraints
        self._told_flags = 0

    def equalities(self, world: int) -> tuple[np.ndarray, np.ndarray]:
        """Which equalities act in a world, and their numbers; see :class:`pippin.physics.worlds.Worlds`."""
        data = self._model.eq_data.numpy()
        return self._data.eq_active.numpy()[world], data[world % len(data)]

    def set_equality(self, equality: int, data: np.ndarray | None) -> None:
        """Let an equality act, or act no more; see :class:`pippin.physics.worlds.Worlds`."""
        active = self._data.eq_active.numpy()
        active[:, equality] = data is not None
        self._data.eq_active.assign(active)
        if data is not None:
            values = self._model.eq_data.numpy()
            values[:, equality] = data
            self._model.eq_data.assign(values)

    def parameter(self, name: str) -> wp.array:
        """Values of a model parameter in every world; see :meth:`pippin.physics.worlds.Worlds.parameter`."""
        if name not in self._parameters:
            check_parameter(name)
            if name in LIMITING:
                self._limit_joints()
            if name == SPEED_LIMIT:
                limits = np.repeat(self.speed_limits[None], self.num_worlds, axis=0)
                self._parameters[name] = wp.array(limits, dtype=float, device=self._device)
            else:
                for field in (name, *(DERIVED_CONSTANTS if reads_set_const(name) or name in GAINS else ())):
                    self._expand(field)
                self._parameters[name] = self._components(name)
            if name in ("geom_solref", "geom_friction"):
                self._change_contacts()
            if name in GAINS:
                self._soften_drives()
            if name in _TENDON_FLAGS:
                setattr(self._model, _TENDON_FLAGS[name], True)
            self._derive.forget()
            self.recapture()
        return self._parameters[name]

    def _components(self, name: str) -> wp.array:
        """View of a parameter with its components as the last dimension, float32, one row or one for each world."""
        values = self._usual.get(name, getattr(self._model, name))
        return view_of(values, wp.float32, (*values.shape, *PARAMETERS[name]))

    def _expand(self, field: str) -> None:
        """Give each world its own values of a field of the engine's model."""
        if field in self._expanded:
            return
        shared = self._usual.get(field, getattr(self._model, field))
        values = wp.array(np.repeat(shared.numpy(), self.num_worlds, axis=0), dtype=shared.dtype, device=self._device)
        if field in self._usual:
            self._usual[field] = values
        else:
            setattr(self._model, field, values)
        self._expanded.add(field)

    def _limit_joints(self) -> None:
        """From now on, take efforts and inertias from :class:`JointLimits`, which adds to what users set."""
        self._limits_joints = True
        self._data.qfrc_applied, self._model.dof_armature = self._limits.applied, self._limits.armature
        self._take_drives()
        if self._has_stepped:  # and the next step may be captured
            self._held_limits.load()

    def _soften_drives(self) -> None:
        """From now on, take gains from :class:`SoftenedDrives`, which keeps them to what can be integrated."""
        self._drives.make_room(*(self._components(name) for name in GAINS))
        self._give("actuator_gainprm", self._drives.gains)
        self._give("actuator_biasprm", self._drives.bias)
        self._drives.launch(*(self._components(name) for name in GAINS))
        if self._limits_joints:
            self._take_drives()

    def _take_drives(self) -> None:
        """From now on, take the gains of drives from :class:`JointLimits`, which lets contacts feel them."""
        self._limits.take_drives(self._drives)
        self._give("actuator_biasprm", self._limits.bias)

    def _give(self, name: str, values: wp.array) -> None:
        """Let the engine have an array of ours, with its components as the last dimension, for one of its own."""
        dtype = getattr(self._model, name).dtype
        setattr(self._model, name, view_of(values, dtype, values.shape[:2]))

    def parameter_changed(self, name: str) -> None:
        """Say that values of :meth:`parameter` were written.

        What the engine derives from them is derived before the next step, once for all that was written. Within a
        captured graph, which may be replayed any time, it is derived at once; and the first time, so that the kernels
        are there when they are captured.
        """
        check_parameter(name)
        if name not in self._parameters:
            return
        if name in GAINS:  # at once: graphs that are replayed without notice read what it writes
            self._drives.launch(*(self._components(parameter) for parameter in GAINS))
            self._limits.take_drives(self._drives)
            self._look_for_felt_drives()
        if reads_set_const(name) or (name in GAINS and self._feels_drives):
            self._are_constants_stale = True
            if self._device.is_capturing or self._constants is None:
                self.derive_constants()

    def _look_for_felt_drives(self) -> None:
        """Find out whether contacts feel drives. Later than the first step that would wait for the device."""
        if not (self._feels_drives or self._has_stepped or self._device.is_capturing):
            self._feels_drives = bool(self._drives.felt.numpy().any())
            self._derive.forget()

    def derive_constants(self) -> None:
        """Bring what the engine derives from parameters up to date with those that were written."""
        if self._are_constants_stale:
            self._are_constants_stale = False
            self._derive()

    def _launch_derivation(self) -> None:
        if self._constants is None:
            self._constants = DerivedConstants(self.model, self.num_worlds, self._device)
        engines_own = self._model.dof_armature
        self._model.dof_armature = self._usual["dof_armature"]
        self._constants.launch(self._model, self._data, self._drives if self._feels_drives else None)
        self._model.dof_armature = engines_own

    def _limiting(self) -> list[wp.array]:
        """Parameters that joints are limited by, with one row where no world has its own."""
        speed_limit = self._parameters.get(SPEED_LIMIT)
        if speed_limit is None:
            speed_limit = self._shared_speed_limit
        return [speed_limit, self._drives.bias, *(self._components(name) for name in LIMITING[2:])]

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2] in all worlds, from the next step on."""
        self._model.opt.gravity.fill_(wp.vec3f(*gravity))
        if self.soft is not None:
            self.soft.worlds.set_gravity(gravity)

    def acting_equalities(self) -> wp.array:
        """Which equalities act in each world; see :meth:`pippin.physics.worlds.Worlds.acting_equalities`."""
        return self._data.eq_active

    def equalities_changed(self) -> None:
        """Say that :meth:`acting_equalities` was written: it is the engine's own array."""

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] below which bodies that meet do not bounce, from the next step on."""
        self._bounce_threshold.fill_(speed)

    def state_written(self) -> None:
        """Say that ``qpos``, ``qvel`` or a mocap pose was written: they are the engine's own arrays."""

    def measure_joint_forces(self) -> JointForces:
        """Compute the forces of joints; see :meth:`pippin.physics.worlds.Worlds.measure_joint_forces`."""
        if self._joint_forces is None:
            data = self._data
            self._joint_forces = JointForces(data.cfrc_int, data.subtree_com, data.xpos, data.xquat)
            self._model.opt.run_rne_postconstraint = True
            self.recapture()
            if self._has_stepped:
                mjw.forward(self._model, data)
        return self._joint_forces

    def launch_step(self) -> None:
        """Launch all kernels of one step on the current stream."""
        data = self._data
        self._has_stepped = True
        wp.copy(self.previous_qpos, self.qpos)
        wp.copy(self.previous_qvel, self.qvel)
        if self.soft is not None:
            self.soft.begin()
        moving = self._moving
        if moving is not None:
            moving.begin(data.ctrl)
        for substep in range(self._substeps):
            if self.soft is not None:
                self.soft.add_reactions(self.xfrc_applied, data.xfrc_applied)
            if moving is not None:
                moving.launch(substep, self._components("actuator_biasprm"), self._drives, data.ctrl)
            if self._limits_joints:
                state = self.qfrc_applied, data.qpos, data.qvel, data.ctrl
                left, mass_matrix = self._left_velocities, data.M
                self._limits.launch(self._limiting(), self._drives, *state, left=left, mass_matrix=mass_matrix)
            self._engine_step(self._model, data)
            if self._limits_joints:
                made_with = data.M, data.qfrc_constraint
                limits = self._limiting()[0], self._components("jnt_range")
                self._held_limits.launch(limits, made_with, data.qpos, data.qvel)
            if self._net_contact_forces.are_measured:
                self._net_contact_forces.launch(data)
            self.guard.check(
                (self.previous_qpos, self.previous_qvel), data.ctrl, data.qpos, data.qvel, data.qacc_warmstart, data.act
            )
            wp.launch(
                watch_buffers,
                dim=self.num_worlds,
                inputs=[data.overflow, data.nefc, data.nacon, data.ncollision],
                outputs=[self._peaks],
                device=self._device,
            )
            if self._limits_joints:
                wp.copy(self._left_velocities, data.qvel)
            if self.soft is not None:
                self.soft.launch_step(self._substeps - substep)
        if moving is not None:
            moving.end(data.ctrl)
        if self._device.is_cuda:
            wp.copy(self._seen, self._status)

    def complaints(self) -> list[str]:
        """Sentences about what went wrong since the last call, perhaps a step late. Waits for nothing."""
        seen = self._seen.numpy()
        flags, contacts, candidates, constraints = (int(value) for value in seen[_GUARD_COUNTS:-_SOFT_COUNTS])
        sentences = []
        contacts = max(contacts, candidates)
        if contacts > self._told_contacts:
            self._told_contacts = contacts
            needed = math.ceil(contacts / self.num_worlds)
            sentences.append(
                f"{contacts} contacts (or near contacts) of {self.num_worlds} environments did not fit, and some were "
                f"dropped: there is room for {self._capacity.contacts} an environment on average. "
                f"Set contacts_per_env to more than {needed}."
            )
        if constraints > self._told_constraints:
            self._told_constraints = constraints
            sentences.append(
                f"{constraints} constraint rows of an environment did not fit, and some were dropped: there is room "
                f"for {self._capacity.constraints}. Set constraints_per_env to more than {constraints}."
            )
        told = int(_CONTACT_OVERFLOWS | _SILENT_OVERFLOWS | mjw.OverflowType.NEFC)
        others = flags & ~told & ~self._told_flags
        if others:
            self._told_flags |= others
            names = ", ".join(flag.name for flag in mjw.OverflowType if flag & others and flag != mjw.OverflowType.ALL)
            sentences.append(
                f"MuJoCo Warp ran out of room for {names}; constraints_per_env and contacts_per_env give more."
            )
        if self.soft is not None:
            sentences += self.soft.complaints(int(seen[-1]))
        return sentences + self.guard.complaints(seen[:_GUARD_COUNTS])


def _capacity(model: mujoco.MjModel, settings: SolverSettings) -> Capacity:
    """Room in the engine's buffers: what the settings say, else an estimate."""
    contacts, constraints = settings.contacts_per_env, settings.constraints_per_env
    if contacts is None or constraints is None:
        estimate = estimate_capacity(model)
        contacts = estimate.contacts if contacts is None else contacts
        constraints = estimate.constraints if constraints is None else constraints
    return Capacity(contacts, constraints)


class WarpBackend:
    """Newton's MuJoCo Warp engine; see :class:`pippin.physics.backend.Backend`.

    Args:
        description: What the environments hold and where they are.
        settings: Time step, device, solver and buffers.

    Raises:
        ValueError: The engine refuses the description.
        NotImplementedError: The description holds what MuJoCo Warp lacks; it says what.
    """

    def __init__(self, description: SceneDescription, settings: SolverSettings) -> None:
        self._device = wp.get_device(settings.device)
        self._worlds = [WarpWorlds(description, variant, settings) for variant in range(len(description.variants))]
        self.worlds: list[Worlds] = [*self._worlds]
        self._step = Launches(self._launch_step, self._device)
        self._compiled = False
        self._stepped = wp.Event(self._device) if self._device.is_cuda else None
        self.layout_version = 0
        """Number of times that arrays were replaced."""
        for worlds in self._worlds:
            worlds.recapture = self._forget_step

    def _forget_step(self) -> None:
        self.layout_version += 1
        self._step.forget()

    def _launch_step(self) -> None:
        for worlds in self._worlds:
            worlds.launch_step()

    def step(self) -> None:
        """Advance every environment by ``dt``."""
        if self._compiled:
            self._await_the_step_before()
        self.prepare_step()
        if self._compiled:
            self._step()
        else:
            with announced_compilation(self._device, "the physics kernels", "mujoco_warp", "about a minute"):
                self._step()
            self._compiled = True
        if self._stepped is not None and not self._device.is_capturing:
            wp.get_stream(self._device).record_event(self._stepped)

    def prepare_step(self) -> None:
        """Derive what depends on parameters that were written."""
        for worlds in self._worlds:
            worlds.derive_constants()

    def _await_the_step_before(self) -> None:
        """Keep the host from running more than one step ahead of the device.

        Launching the graph while the device is still busy with the one before makes both slower: with several steps
        queued, 4,096 ants take 830 to 1,000 us a step instead of 570 (H200, driver 580, graphs with conditional nodes).
        What the host does between steps (policies, rewards) runs beside the device's work all the same.
        """
        if self._stepped is not None and not self._device.is_capturing:
            wp.synchronize_event(self._stepped)

    def report(self) -> list[str]:
        """Complaints since the last call, in plain sentences; those about the last step perhaps the next time."""
        return [sentence for worlds in self._worlds for sentence in worlds.complaints()]

    def close(self) -> None:
        """Give back the device memory."""
        self._step.forget()
        self.worlds.clear()
        self._worlds.clear()


def _integrate_damping_of_sites(native: mujoco.MjModel, model: mjw.Model) -> None:
    """Let the damping of actuators and tendons that act on sites be integrated implicitly for single bodies too.

    MuJoCo Warp treats bodies that move freely by themselves apart, with their gyroscopic torques, and leaves out there
    what acts on sites: stiff dampers would diverge. Such bodies are treated like all others here.
    """
    on_sites = native.actuator_trntype == mujoco.mjtTrn.mjTRN_SITE
    sites = {*native.actuator_trnid[on_sites].ravel().tolist()} - {-1}
    sites |= {*native.wrap_objid[native.wrap_type == mujoco.mjtWrap.mjWRAP_SITE].tolist()}
    if sites:
        carriers = native.site_bodyid[sorted(sites)]
        free = model.body_freeadr.numpy()
        model.body_freeadr = wp.array(free[~np.isin(free, carriers)], dtype=int)
