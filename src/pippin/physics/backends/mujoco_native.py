"""Native MuJoCo on all cores of the CPU.

Each variant is one ``mujoco.batch.Batch``: a row of double-precision state an environment, stepped by a thread pool in
C. Results are bit-identical to a loop over ``mj_step`` with one ``MjData`` an environment, warm start included, and do
not depend on the number of threads. The public float32 arrays mirror the rows. Writing to them changes only the entries
that were written, so that no environment loses double precision because another was reset.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import mujoco
import numpy as np
import warp as wp
from mujoco.batch import Batch, SimulationError

from pippin.utils.array_views import view_of

from ..backend import SolverSettings
from ..contact_forces import net_force_sensors
from ..contact_targets import COLUMNS
from ..contact_weights import contact_levers, raise_contact_weights
from ..description import SceneDescription
from ..guard import MAX_INPUT, name_environments
from ..joint_wrenches import joint_force_sensor
from ..row_work import RowWork
from ..worlds import SPEED_LIMIT, JointForces, Worlds, base_value
from .engine_worlds import EngineWorlds, check_parameter, reads_set_const, soft_bodies_of
from .felt_damping import FeltDamping
from .held_limits import HeldLimits, PassedLimits
from .joint_limits import DRIVES, LIMITING, NEAR, FreeJoints, LightJoints, StiffDrives, dof_inertias
from .native_contact_targets import change_contact_targets
from .second_solve import SecondSolve
from .stiff_drives import GAINS, SoftenedDrives, weights_in_contacts

_WARNINGS = {
    int(mujoco.mjtWarning.mjWARN_CONTACTFULL): "had more contacts than fit into the engine's memory",
    int(mujoco.mjtWarning.mjWARN_CNSTRFULL): "had more constraints than fit into the engine's memory",
}


_LOOKED_AT = 16
"""Steps from one look at what the engine warned of to the next: reading it takes as long as the rest of a report."""


class NativeWorlds(EngineWorlds):
    """State of the environments of one variant; see :class:`pippin.physics.worlds.Worlds`."""

    def __init__(self, description: SceneDescription, variant: int, settings: SolverSettings) -> None:
        super().__init__(description, variant, settings)
        self._substeps = settings.substeps
        threads = min(settings.threads or available_cores(), self.num_worlds)  # idle ones cost time, too
        if self.model.nhfield:
            from .height_fields.native_contacts import take_over_fields  # whose kernels take half a second to import

            self._field_contacts = take_over_fields(self.model)
        change_contact_targets(self.model)
        self._net_force_sensors = net_force_sensors(self.model)
        self.model.sensor_needstage[self._net_force_sensors] = mujoco.mjtStage.mjSTAGE_NONE
        if self.model.ntree <= 1:  # whose constraints are one island: to find that out is 6 % of a step of an ant
            self.model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)
        self._batch = Batch(self.model, self.num_worlds, threads)
        # The engine prints a warning, and writes it to a file, the first time that it counts one. The guard and
        # `complaints` tell of the same things, so it shall think that it did.
        self._batch.warning[:, :, 1] = 1
        self._warnings = self._batch.warning[:, min(_WARNINGS) : max(_WARNINGS) + 1, 1]  # which follow one another
        self._warnings_told = np.ones(len(_WARNINGS), dtype=np.int64)
        self._num_reports = 0
        self._failed: dict[int, str] = {}

        self._batch.bind("mocap_pos")[:] = self._initial_mocap_positions()
        self.qpos = self._mirror("qpos")
        self.qvel = self._mirror("qvel")
        self.previous_qpos = wp.clone(self.qpos)
        self.previous_qvel = wp.clone(self.qvel)
        self.ctrl = self._mirror("ctrl")
        self.qfrc_applied = self._mirror("qfrc_applied")
        self.xfrc_applied = self._mirror("xfrc_applied", wp.spatial_vectorf)
        self.mocap_pos = self._mirror("mocap_pos", wp.vec3f)
        self.mocap_quat = self._mirror("mocap_quat", wp.quatf)
        self.sensordata = self._mirror("sensordata")
        # Copies through NumPy, with conversion, take a fifth of the time that Warp's kernels take on a CPU.
        self._state = [self._pair("qpos"), self._pair("qvel")]
        inputs = [self._pair(name) for name in ("ctrl", "mocap_pos", "mocap_quat")]
        # Forces, which mostly are zero.
        self._pushes = [self._pair(name) for name in ("qfrc_applied", "xfrc_applied")]
        (_, self._ctrl), (_, self._efforts) = inputs[0], self._pushes[0]  # what the arrays hold, seen without a call
        self._limited = tuple(getattr(self._limits, name).numpy() for name in ("applied", "armature"))
        self._last_velocities = self._limits.last_velocities.numpy()
        self._acting = wp.array(self._batch.bind("eq_active") != 0.0, dtype=bool, device="cpu")
        self._mass_matrix = wp.zeros(self._batch.bind("M").shape, dtype=float, device="cpu")  # its diagonal alone
        self._was_limited = False
        self._held_limits = HeldLimits(self.model, self.num_worlds, wp.float64, "cpu")
        self._made_with = self._wrap("M"), self._wrap("qfrc_constraint")
        self._guard_counts = self.guard.counts.numpy()
        self._inputs = [pair for pair in inputs if pair[0].size]
        self._wrenches = self._pushes[1]
        self._has_sensors = bool((self.model.sensor_needstage != mujoco.mjtStage.mjSTAGE_NONE).any())
        self._outputs = [*self._state, *([self._pair("sensordata")] if self._has_sensors else [])]
        self._loading, self._beginning = self._work_before_a_step(inputs)
        self._storing: RowWork | None = None
        self._has_stepped = False
        self._guarded = [self._wrap(name) for name in ("qpos", "qvel", "qacc_warmstart", "act")]
        # The state before an engine step: that before the step where there is one, else a copy of its own.
        previous = [mirror.numpy() for mirror in (self.previous_qpos, self.previous_qvel)]
        self._before = previous if settings.substeps == 1 else [values.copy() for values in previous]
        self._second_solve = SecondSolve(self._batch)
        self._written = False
        self._changed_parameters: set[str] = set()
        self._base = {name: self._base_parameter(name) for name in (*LIMITING, "jnt_range")}
        self._drives = SoftenedDrives(self.model, self.layout.dof_actuators, dof_inertias(self.model), "cpu")
        self._felt = FeltDamping(self._batch, self.model, self.layout.dof_actuators)
        self._input_shares: np.ndarray | None = None
        if self._drives.any:
            self._take_over_drives()
        self._felt.apply(self._drives)
        if self._felt.any:
            weights = weights_in_contacts(self.model, self._drives.felt.numpy()[0], self.layout.dof_actuators)
            self._batch.expand("body_invweight0")[:] = weights
        self._limits_changed()
        self.soft = soft_bodies_of(self, self._variant, settings)

    def _mirror(self, name: str, dtype: type = float) -> wp.array:
        """Single-precision copy of an array of the engine."""
        return wp.array(self._batch.bind(name).astype(np.float32), dtype=dtype, device="cpu")

    def _pair(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """An array of the engine, float64, and its mirror, float32, both without a copy."""
        return self._batch.bind(name), getattr(self, name).numpy()

    def _work_before_a_step(self, inputs: list[tuple[np.ndarray, np.ndarray]]) -> tuple[RowWork, RowWork]:
        """What hands the engine its inputs, and what keeps the state before a step and looks for lost inputs."""
        loading, beginning = RowWork(), RowWork()
        for row, mirror in inputs:
            loading.widen(row, mirror)
        for row, mirror in self._pushes:
            loading.widen_unless_nothing(row, mirror)
        beginning.copy(self.previous_qpos.numpy(), self.qpos.numpy())
        beginning.copy(self.previous_qvel.numpy(), self.qvel.numpy())
        beginning.leaves(self._ctrl, np.full(self.model.nu, MAX_INPUT))
        return loading, beginning

    def _work_after_a_step(self) -> RowWork:
        """What shows the engine's state in single precision, and looks at it."""
        work = RowWork()
        for row, mirror in self._outputs:
            work.narrow(mirror, row)
        qpos, qvel = (mirror for _, mirror in self._state)
        self._lost = self.guard.look(work, qpos, qvel)
        self._passed = self._passed_limits.look(work, qpos, qvel)
        self._unsolved = [self._second_solve.look(work)]
        return work

    def _wrap(self, name: str) -> wp.array:
        """An array of the engine for Warp's kernels, without a copy."""
        values = self._batch.bind(name)
        if values.size == 0:
            return wp.zeros(values.shape, dtype=wp.float64, device="cpu")
        return view_of(values, wp.float64, values.shape, values.strides)

    def _base_parameter(self, name: str) -> wp.array:
        """Values of a parameter that no world has its own of, with one row."""
        return wp.array(base_value(self, name)[None], dtype=float, device="cpu")

    def _limiting(self, name: str) -> wp.array:
        """Values of a parameter of the joints' limits, shape (W, ...), or (1, ...) where no world has its own."""
        if name == "actuator_biasprm":
            return self._drives.bias
        return self._given(name)

    def _given(self, name: str) -> wp.array:
        """Values of a parameter as users have it, shape (W, ...), or (1, ...) where no world has its own."""
        return self._parameters.get(name, self._base[name])

    def _limits_changed(self) -> None:
        """Find out whether there are limits at all, which spares looking at each joint in each step."""
        self._slow = NEAR * float(self._limiting(SPEED_LIMIT).numpy().min(initial=np.inf))
        speeds, *drives = (self._limiting(name).numpy() for name in (SPEED_LIMIT, *DRIVES))
        gains = self._drives.gains.numpy()
        self._stiff_drives = StiffDrives(self.model, self.layout.dof_actuators, gains, *drives)
        self._light_joints = LightJoints(self.model, self.layout.dof_actuators, speeds, *drives)
        self._passed_limits = PassedLimits(self.model, speeds, self._given("jnt_range").numpy())
        self._free_joints = FreeJoints(self.model, self.layout.dof_actuators, speeds, drives[0])
        self._look = self._look_at_joints()
        self._storing = None

    def _look_at_joints(self) -> RowWork:
        """What looks whether joints are too fast, or will be, or a drive is clipped."""
        work = RowWork()
        (_, qpos), (_, qvel) = self._state
        self._stiff_drives.look(work, self._ctrl, qpos, qvel)
        self._light_joints.look(work, self._ctrl)
        self._free_joints.look(work, qvel, self._last_velocities)
        if self._slow < np.inf:
            work.leaves(qvel, np.full(self.model.nv, self._slow))
        return work

    def parameter(self, name: str) -> wp.array:
        """Values of a model parameter in every world; see :meth:`pippin.physics.worlds.Worlds.parameter`."""
        if name not in self._parameters:
            check_parameter(name)
            if name in (SPEED_LIMIT, "actuator_biasprm"):  # of which the engine has what became of them
                values = np.repeat(base_value(self, name)[None], self.num_worlds, axis=0)
            else:
                values = self._batch.expand(name).astype(np.float32)
            self._parameters[name] = wp.array(values, dtype=float, device="cpu")
            if name == "geom_solref":  # by which surfaces may begin to bounce
                change_contact_targets(self.model, may_bounce=True)
        return self._parameters[name]

    def parameter_changed(self, name: str) -> None:
        """Say that values of :meth:`parameter` were written: the next step takes them over."""
        check_parameter(name)
        if name in self._parameters:
            self._changed_parameters.add(name)

    def _load_parameters(self) -> None:
        """Take over what was written to parameters, and what the engine derives from it, where it was written."""
        self._felt.put_back()
        felt_before = self._drives.felt.numpy().copy()
        if not self._changed_parameters.isdisjoint(GAINS):
            given = [self._given(name) for name in GAINS]
            self._drives.make_room(*given)
            self._drives.launch(*given)
            self._take_over_drives()
        if not self._changed_parameters.isdisjoint((*LIMITING, "jnt_range")):
            self._limits_changed()
        stale = np.zeros(self.num_worlds, dtype=bool)
        for name in self._changed_parameters - {SPEED_LIMIT, "actuator_biasprm"}:
            changed = self._take_over(name, self._parameters[name])
            if reads_set_const(name):
                stale |= changed.reshape(self.num_worlds, -1).any(axis=1)
        if stale.any():
            self._batch.set_const(np.flatnonzero(stale))
            raise_contact_weights(self._batch.expand("body_invweight0"), contact_levers(self.model))
        self._felt.apply(self._drives)
        felt = self._drives.felt.numpy()
        if felt.any() or felt_before.any():
            stale |= (felt != felt_before).any(axis=1)
            self._weigh_contacts(np.flatnonzero(stale))
        self._changed_parameters.clear()

    def _weigh_contacts(self, worlds: np.ndarray) -> None:
        """Make contacts as soft as is asked of them for what they move, with the damping of drives that they feel.

        Limits of joints and tendons are weighed without it, in which their laws are reckoned.
        """
        if not worlds.size:
            return
        others = [self._batch.expand(name) for name in ("dof_invweight0", "tendon_invweight0")]
        before = [values.copy() for values in others]
        self._batch.set_const(worlds)
        for values, kept in zip(others, before, strict=True):
            np.copyto(values, kept)
        raise_contact_weights(self._batch.expand("body_invweight0"), contact_levers(self.model))

    def _take_over(self, name: str, written: wp.array) -> np.ndarray:
        """Hand the engine values of a parameter where they differ from its own, and say where."""
        values = self._batch.expand(name)
        changed = values.astype(np.float32) != written.numpy()
        np.copyto(values, written.numpy(), where=changed)
        return changed

    def _take_over_drives(self) -> None:
        """Hand the engine the gains of drives, and find out how much of their inputs it gets.

        It takes inputs above 1e10 for zero, so they are scaled before, not by its own gain.
        """
        self._take_over("actuator_biasprm", self._drives.bias)
        shares = self._drives.input_shares()
        self._input_shares = None if (shares == 1.0).all() else shares

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2] in all worlds, from the next step on."""
        self._batch.expand("opt.gravity")[:] = gravity
        if self.soft is not None:
            self.soft.worlds.set_gravity(gravity)

    def acting_equalities(self) -> wp.array:
        """Which equalities act in each world; see :meth:`pippin.physics.worlds.Worlds.acting_equalities`."""
        return self._acting

    def equalities_changed(self) -> None:
        """Say that :meth:`acting_equalities` was written: the next step takes it over."""
        np.copyto(self._batch.bind("eq_active"), self._acting.numpy())

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] below which bodies that meet do not bounce, from the next step on."""
        if self.model.ngeom:
            self._batch.expand("geom_user")[:, :, COLUMNS.index("slowest_bounce")] = speed

    def equalities(self, world: int) -> tuple[np.ndarray, np.ndarray]:
        """Which equalities act in a world, and their numbers; see :class:`pippin.physics.worlds.Worlds`."""
        return self._batch.bind("eq_active")[world], self._batch.expand("eq_data")[world]

    def set_equality(self, equality: int, data: np.ndarray | None) -> None:
        """Let an equality act, or act no more; see :class:`pippin.physics.worlds.Worlds`."""
        self._batch.bind("eq_active")[:, equality] = data is not None
        self._acting.numpy()[:, equality] = data is not None
        if data is not None:
            self._batch.expand("eq_data")[:, equality] = data
            if "eq_data" in self._parameters:
                self._parameters["eq_data"].numpy()[:, equality] = data

    def state_written(self) -> None:
        """Say that ``qpos``, ``qvel`` or a mocap pose was written: the next step starts from them."""
        self._written = True

    def measure_joint_forces(self) -> JointForces:
        """Compute the forces of joints; see :meth:`pippin.physics.worlds.Worlds.measure_joint_forces`."""
        if self._joint_forces is None:
            sensor = joint_force_sensor(self.model)
            if sensor >= 0:
                self._batch.expand("sensor_needstage")[:, sensor] = mujoco.mjtStage.mjSTAGE_ACC
            fields = {"cfrc_int": wp.spatial_vectorf, "subtree_com": wp.vec3f, "xpos": wp.vec3f, "xquat": wp.quatf}
            mirrors = [self._mirror(name, dtype) for name, dtype in fields.items()]
            self._storing = None
            self._outputs += [(self._batch.bind(n), mirror.numpy()) for n, mirror in zip(fields, mirrors, strict=True)]
            self._joint_forces = JointForces(*mirrors)
            if self._has_stepped:
                self._compute_accelerations()
        return self._joint_forces

    def measure_contact_forces(self) -> None:
        """Measure net contact forces; see :meth:`pippin.physics.worlds.Worlds.measure_contact_forces`."""
        sensors, self._net_force_sensors = self._net_force_sensors, np.zeros(0, dtype=np.int64)
        if not sensors.size:
            return
        self._batch.expand("sensor_needstage")[:, sensors] = mujoco.mjtStage.mjSTAGE_ACC
        if not self._has_sensors:
            self._outputs.append(self._pair("sensordata"))
            self._storing = None
            self._has_sensors = True
        if self._has_stepped:
            self._compute_accelerations()

    def _compute_accelerations(self) -> None:
        """Bring what the engine derives from state and inputs up to date with them, and change nothing else."""
        self._load()
        if self._felt.any:
            self._felt.oppose()
        warm_start = self._batch.bind("qacc_warmstart")
        before = warm_start.copy()
        self._batch.forward()
        warm_start[:] = before
        self._store()

    def step(self) -> None:
        """Advance all worlds by one step."""
        self._load()
        self._has_stepped = True
        has_lost_inputs = self._beginning.run()
        moving = self._moving
        if moving is not None:
            moving.begin(self.ctrl)
        if self.soft is not None:
            self.soft.begin()
        for substep in range(self._substeps):
            if self.soft is not None:
                row, mirror = self._wrenches
                np.add(mirror, self.soft.worlds.reactions.numpy(), out=row)
            if moving is not None:
                moving.launch(substep, self._given("actuator_biasprm"), self._drives, self.ctrl)
                self._load_drive_inputs()
            if self._substeps > 1:
                for before, (_, mirror) in zip(self._before, self._state, strict=True):
                    np.copyto(before, mirror)
            if self._felt.any:
                self._felt.oppose()
            take_step = self._step_limited if self._limits_joints() else self._step_batch
            take_step()
            is_lost = False
            if self._store():
                is_lost = self._found(self._lost)
                if is_lost or self._found(self._unsolved):
                    self._solve_again(take_step)
                if self._found(self._passed):
                    self._hold_limits()
            if has_lost_inputs or is_lost:
                self.guard.check((self.previous_qpos, self.previous_qvel), self.ctrl, *self._guarded)
                self._store()
            if self.soft is not None:
                self.soft.step(self._substeps - substep)
        if moving is not None:
            moving.end(self.ctrl)

    def _step_batch(self, worlds: np.ndarray | None = None) -> None:
        try:
            self._batch.step(worlds)
        except SimulationError as error:
            self._failed.update((int(world), self._batch.error(int(world))) for world in error.ids)

    def _solve_again(self, take_step: Callable[[np.ndarray], None]) -> None:
        """Take the engine step again in the worlds whose constraints it did not solve."""
        self.guard.count_solved_again(self._second_solve.run(self._before, take_step))
        self._store()

    def _hold_limits(self) -> None:
        """Bring joints that are beyond their limits after an engine step back to them."""
        limits = self._limiting(SPEED_LIMIT), self._given("jnt_range")
        positions, velocities, *_ = self._guarded
        self._held_limits.launch(limits, self._made_with, positions, velocities)
        self._store()

    def _limits_joints(self) -> bool:
        """Whether a joint is too fast or a drive clipped, so that the coming engine step needs other damping."""
        if not self._look.run():
            if self._free_joints.any:
                np.copyto(self._last_velocities, self._state[1][1])
            self._was_limited = False
            return False
        limits = self._limits
        limits.changed.zero_()
        if not self._was_limited:
            _, armature = self._limited
            np.copyto(armature, self._felt.armatures(self._given("dof_armature").numpy()))
        self._mass_matrix.numpy()[:, limits.places] = self._batch.bind("M")[:, limits.places]
        parameters = tuple(self._limiting(name) for name in LIMITING)
        state = self.qfrc_applied, self.qpos, self.qvel, self.ctrl
        # What was written counts as before, too.
        limits.launch(parameters, self._drives, *state, left=self.qvel, mass_matrix=self._mass_matrix)
        self._was_limited = bool(limits.changed.numpy()[0])
        return self._was_limited

    def _step_limited(self, worlds: np.ndarray | None = None) -> None:
        """Take an engine step with the efforts and inertias that keep joints within their limits."""
        rows = self._batch.bind("qfrc_applied"), self._batch.expand("dof_armature")
        usual = self._efforts, self._felt.armatures(self._given("dof_armature").numpy())
        before = [row.copy() for row in rows]
        for row, normal, limited in zip(rows, usual, self._limited, strict=True):
            np.add(row, limited - normal, out=row, where=limited != normal)
        self._step_batch(worlds)
        for row, values in zip(rows, before, strict=True):
            np.copyto(row, values)

    def _load(self) -> None:
        """Hand the engine the inputs, and the parameters and the state where they were written."""
        if self._changed_parameters:
            self._load_parameters()
        self._loading.run()
        if self._input_shares is not None:
            self._inputs[0][0][:] *= self._input_shares
        if self._written:
            self._load_state()
            self._written = False

    def _load_drive_inputs(self) -> None:
        """Hand the engine the inputs of the actuators alone."""
        row, mirror = self._inputs[0]
        np.copyto(row, mirror)
        if self._input_shares is not None:
            row *= self._input_shares

    def _load_state(self) -> None:
        """Take over the entries of the state that were written; worlds with any forget the engine step before."""
        touched = np.zeros(self.num_worlds, dtype=bool)
        for row, mirror in self._state:
            written = row.astype(np.float32) != mirror
            np.copyto(row, mirror, where=written)
            touched |= written.any(axis=1)
        self._batch.bind("qacc_warmstart")[touched] = 0.0
        _, (_, velocities) = self._state
        self._last_velocities[touched] = velocities[touched]

    def _store(self) -> bool:
        """Show the engine's state in single precision; returns whether it needs another look."""
        if self._storing is None:
            self._storing = self._work_after_a_step()
        return self._storing.run()  # what is too large for float32 becomes infinite, which the guard finds

    def _found(self, places: list[int]) -> bool:
        """Whether the last look at the state found something at some of its places."""
        assert self._storing is not None
        return bool(self._storing.found[places].any())

    def complaints(self) -> list[str]:
        """Sentences about what went wrong since the last call."""
        sentences = self.guard.complaints(self._guard_counts)
        self._num_reports += 1
        is_looked_at = self._num_reports <= _LOOKED_AT or self._num_reports % _LOOKED_AT == 0
        if is_looked_at and self._warnings.max() > self._warnings_told.min():
            for kind, what in enumerate(_WARNINGS.values()):
                env_ids = self._env_ids[self._warnings[:, kind] > self._warnings_told[kind]]
                if env_ids.size:
                    sentences.append(f"{name_environments(env_ids)} {what}.")
            self._warnings_told = np.maximum(self._warnings.max(axis=0), self._warnings_told)
        for message in dict.fromkeys(self._failed.values()):
            worlds = [world for world, text in self._failed.items() if text == message]
            sentences.append(f"{name_environments(self._env_ids[worlds])} stood still: MuJoCo says '{message}'.")
        self._failed.clear()
        if self.soft is not None:
            sentences += self.soft.complaints(int(self.soft.worlds.guard.count.numpy()[0]))
        return sentences


def available_cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class NativeBackend:
    """Native MuJoCo; see :class:`pippin.physics.backend.Backend`.

    Args:
        description: What the environments hold and where they are.
        settings: Time step, solver and number of threads. The variants are stepped one after the other, each on all
            threads.

    Raises:
        ValueError: The device is not the CPU, or the engine refuses the description.
    """

    def __init__(self, description: SceneDescription, settings: SolverSettings) -> None:
        if settings.device != "cpu":
            raise ValueError(
                f"Backend 'mujoco' runs on the CPU, not on '{settings.device}': use device 'cpu', or backend 'newton'."
            )
        self._worlds = [NativeWorlds(description, variant, settings) for variant in range(len(description.variants))]
        self.worlds: list[Worlds] = [*self._worlds]

    def step(self) -> None:
        """Advance every environment by ``dt``."""
        for worlds in self._worlds:
            worlds.step()

    def report(self) -> list[str]:
        """Complaints since the last call, in plain sentences."""
        return [sentence for worlds in self._worlds for sentence in worlds.complaints()]

    def close(self) -> None:
        """Give back threads and memory."""
        self.worlds.clear()
        self._worlds.clear()
