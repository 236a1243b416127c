"""Names and addresses within one compiled model: what views need to know of it, as plain NumPy."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np


@dataclass(frozen=True)
class ArticulationLayout:
    """One articulation of a variant. Bodies and joints are in breadth-first order, as PhysX reports them.

    Attributes:
        path: Path of the prim that carries the articulation root.
        bodies: Indices of its links in the model, the root link first, shape (num_bodies,), int.
        joints: Indices of its joints that have degrees of freedom, shape (num_joints,), int. The free joint of a
            floating base is not among them.
        fixed_base: Whether the root link is fixed to the world.
    """

    path: str
    bodies: np.ndarray
    joints: np.ndarray
    fixed_base: bool


@dataclass(frozen=True)
class Layout:
    """Names, tree and addresses of a compiled model. Body 0 is the world.

    Attributes:
        body_paths: Prim path of each body, shape (nbody,).
        body_parents: Parent of each body, shape (nbody,), int.
        body_mocaps: Index among the mocap bodies, or -1, shape (nbody,), int. The root link of a fixed base and
            every kinematic body is a mocap body: its pose is state and differs between environments.
        joint_paths: Prim path of each joint; the path of the body for a free joint, shape (njnt,).
        joint_types: mujoco.mjtJoint of each joint, shape (njnt,), int.
        joint_bodies: Body that each joint moves, shape (njnt,), int.
        joint_qpos: First position coordinate of each joint, shape (njnt,), int.
        joint_dofs: First degree of freedom of each joint, shape (njnt,), int.
        dof_actuators: Actuator that drives each degree of freedom, or -1, shape (nv,), int.
        geom_paths: Prim path of each collision geometry, shape (ngeom,).
        geom_bodies: Body that carries each geometry, shape (ngeom,), int.
        articulations: Articulations of the variant.
    """

    body_paths: tuple[str, ...]
    body_parents: np.ndarray
    body_mocaps: np.ndarray
    joint_paths: tuple[str, ...]
    joint_types: np.ndarray
    joint_bodies: np.ndarray
    joint_qpos: np.ndarray
    joint_dofs: np.ndarray
    dof_actuators: np.ndarray
    geom_paths: tuple[str, ...]
    geom_bodies: np.ndarray
    articulations: tuple[ArticulationLayout, ...]

    @classmethod
    def of_model(cls, model: mujoco.MjModel, articulation_roots: dict[str, str]) -> Layout:
        """Read the layout off a compiled model whose elements are named by prim path.

        Args:
            model: Compiled model of one environment.
            articulation_roots: For each articulation, the path of its root prim and the name of its root body.
        """
        parents = model.body_parentid.copy()
        articulations = tuple(
            _articulation(model, path, model.body(body).id) for path, body in articulation_roots.items()
        )
        return cls(
            body_paths=tuple(model.body(i).name for i in range(model.nbody)),
            body_parents=parents,
            body_mocaps=model.body_mocapid.copy(),
            joint_paths=tuple(model.joint(i).name for i in range(model.njnt)),
            joint_types=model.jnt_type.copy(),
            joint_bodies=model.jnt_bodyid.copy(),
            joint_qpos=model.jnt_qposadr.copy(),
            joint_dofs=model.jnt_dofadr.copy(),
            dof_actuators=_dof_actuators(model),
            geom_paths=tuple(model.geom(i).name for i in range(model.ngeom)),
            geom_bodies=model.geom_bodyid.copy(),
            articulations=articulations,
        )


def _dof_actuators(model: mujoco.MjModel) -> np.ndarray:
    """Actuator of each degree of freedom: the one whose transmission is that joint, with unit gear."""
    actuators = np.full(model.nv, -1, dtype=np.int64)
    for actuator in range(model.nu):
        if model.actuator_trntype[actuator] == mujoco.mjtTrn.mjTRN_JOINT:
            actuators[model.jnt_dofadr[model.actuator_trnid[actuator, 0]]] = actuator
    return actuators


def _articulation(model: mujoco.MjModel, path: str, root: int) -> ArticulationLayout:
    """Collect the links below a root body, level by level, siblings in the order of the model."""
    children: dict[int, list[int]] = {}
    for body in range(1, model.nbody):
        children.setdefault(int(model.body_parentid[body]), []).append(body)
    bodies, level = [], [root]
    while level:
        bodies += level
        level = [child for body in level for child in children.get(body, [])]
    joints = [
        joint
        for body in bodies
        for joint in range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body])
        if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_FREE
    ]
    fixed_base = model.body_jntnum[root] == 0 or model.jnt_type[model.body_jntadr[root]] != mujoco.mjtJoint.mjJNT_FREE
    return ArticulationLayout(path, np.array(bodies), np.array(joints, dtype=np.int64), bool(fixed_base))
