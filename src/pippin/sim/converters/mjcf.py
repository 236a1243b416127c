"""Turn an MJCF into USD: which trees of bodies there are, and their links."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import mujoco
import numpy as np
from pxr import Sdf, Usd, UsdPhysics

from . import mjcf_constraints, mjcf_geoms, mjcf_joints
from .authoring import (
    Looks,
    apply_articulation_root,
    define_xform,
    set_attributes,
    set_mass,
    set_principal_mass,
    start_stage,
)
from .base import AssetConverterBase
from .cfg import MjcfConverterCfg
from .inertia import massless
from .mjcf_read import read_mjcf
from .mjcf_scene import WORLD, MjcfScene, Tree, fix_to_world, pose_of

logger = logging.getLogger("pippin")


def convert_mjcf(path: str | Path, **options: object) -> str:
    """Convert an MJCF to USD.

    Args:
        path: MJCF file.
        options: Fields of :class:`MjcfConverterCfg`.

    Returns:
        Path of the USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed, too large, or asks for what cannot be converted.
    """
    return MjcfConverter(MjcfConverterCfg(asset_path=str(path), **options)).usd_path  # type: ignore[arg-type]


class MjcfConverter(AssetConverterBase):
    """Converter of MJCF files; see :mod:`pippin.sim.converters` for what it writes.

    MuJoCo's parser reads the file and compiles it, so defaults, frames, mesh inertias and the like are its own.
    Sensors, keyframes, contact pairs, skins and flexes are left out, with a note in the log.
    """

    cfg: MjcfConverterCfg
    cfg_type = MjcfConverterCfg

    def _convert(self, asset: Path, stage: Usd.Stage, folder: Path) -> Iterable[Path]:
        model, files = read_mjcf(asset, self.cfg.link_density, self.cfg.include_folder)
        _log_what_is_left_out(model, asset)
        root = start_stage(stage, asset.stem)
        scene = MjcfScene(stage, root.GetPath(), model, Looks(stage, root.GetPath().AppendChild("Looks"), folder))
        trees = _trees(model, self.cfg.fix_base)
        if len(trees) == 1 and not self.cfg.import_world_geometry:
            _move_to_origin(model, trees[0], self.cfg.keep_root_orientation)
        _define_bodies(scene, trees, self.cfg)
        mjcf_geoms.define_geoms(scene, self.cfg.import_world_geometry)
        mjcf_geoms.define_sites(scene, self.cfg.import_sites)
        for tree in trees:
            mjcf_joints.define_joints(scene, tree)
        _apply_articulation_roots(scene, trees, self.cfg.self_collision)
        mjcf_constraints.define_constraints(scene)
        if self.cfg.import_options or self.cfg.import_physics_scene:
            mjcf_constraints.define_options(scene)
        return files


def _trees(model: mujoco.MjModel, fix_base: bool) -> list[Tree]:
    trees = []
    for root in range(1, model.nbody):
        if model.body_parentid[root] != WORLD:
            continue
        bodies = [body for body in range(1, model.nbody) if model.body_rootid[body] == root]
        trees.append(Tree(bodies, _kind(model, root, bodies, fix_base)))
    return trees


def _move_to_origin(model: mujoco.MjModel, tree: Tree, keep_orientation: bool) -> None:
    """Let the root link's frame be the asset's: the program that spawns a robot says where its root link is.

    Without this, the height at which a file places a robot would be added to that. Several trees, and what stands in a
    world of its own, keep their places.
    """
    root = tree.bodies[0]
    if tree.kind == "jointed":  # it hangs from a link that stays where the world was
        return
    model.body_pos[root] = 0.0
    if not keep_orientation:
        model.body_quat[root] = (1.0, 0.0, 0.0, 0.0)
    joint = model.body_jntadr[root]
    if joint >= 0 and model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
        start = model.jnt_qposadr[joint]
        model.qpos0[start : start + 3], model.qpos0[start + 3 : start + 7] = 0.0, model.body_quat[root]


def _kind(
    model: mujoco.MjModel, root: int, bodies: list[int], fix_base: bool
) -> Literal["floating", "fixed", "jointed", "mocap", "static"]:
    if model.body_mocapid[root] >= 0:
        return "mocap"
    if model.body_jntnum[root] == 0:
        return "fixed" if model.body_jntnum[bodies].any() else "static"
    if model.jnt_type[model.body_jntadr[root]] == mujoco.mjtJoint.mjJNT_FREE:
        return "fixed" if fix_base else "floating"
    return "jointed"


def _define_bodies(scene: MjcfScene, trees: list[Tree], cfg: MjcfConverterCfg) -> None:
    """Define the Xforms of all bodies, side by side, with their mass properties."""
    model = scene.model
    scene.body_paths[WORLD] = scene.root
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)  # data start in qpos0, the zero configuration of the joint frames
    _define_world_link(scene, trees)
    for tree in trees:
        for body in tree.bodies:
            name = model.body(body).name or f"body_{body}"
            path = scene.child(scene.root, name)
            prim = define_xform(scene.stage, path, pose_of(data.xpos[body], data.xquat[body]), name)
            scene.body_paths[body] = path
            if tree.kind == "static":
                continue
            rigid_body = UsdPhysics.RigidBodyAPI.Apply(prim)
            if tree.kind == "mocap":
                rigid_body.CreateKinematicEnabledAttr(True)
            _set_mass(prim, model, body, cfg.import_inertia_tensor)
            if model.body_gravcomp[body] != 0.0:
                set_attributes(prim, Sdf.ValueTypeNames.Double, {"mjc:gravcomp": float(model.body_gravcomp[body])})


def _define_world_link(scene: MjcfScene, trees: list[Tree]) -> None:
    """Define the fixed link that root bodies with joints to the world hang from, if there are any."""
    jointed = [tree for tree in trees if tree.kind == "jointed"]
    if not jointed:
        return
    path = scene.child(scene.root, "world")
    prim = define_xform(scene.stage, path, np.eye(4))
    UsdPhysics.RigidBodyAPI.Apply(prim)
    set_mass(prim, massless())
    fix_to_world(scene, path, np.eye(4))
    for tree in jointed:
        tree.base = path


def _set_mass(prim: Usd.Prim, model: mujoco.MjModel, body: int, with_inertia: bool) -> None:
    if model.body_mass[body] <= 0.0:  # MuJoCo lets bodies be massless that move with others
        set_mass(prim, massless())
    elif with_inertia:
        x, y, z, w = np.roll(model.body_iquat[body], -1)
        set_principal_mass(prim, model.body_mass[body], model.body_ipos[body], model.body_inertia[body], (x, y, z, w))
    else:
        UsdPhysics.MassAPI.Apply(prim).CreateMassAttr(float(model.body_mass[body]))


def _apply_articulation_roots(scene: MjcfScene, trees: list[Tree], self_collision: bool) -> None:
    """Mark the asset as an articulation or, where it holds several things, the root body of each articulation."""
    roots = []
    for tree in trees:
        root = tree.base or scene.body_paths[tree.bodies[0]]
        if tree.is_articulation and root not in roots:
            roots.append(root)
    is_alone = len(roots) == 1 and all(tree.is_articulation or tree.kind == "static" for tree in trees)
    for path in [scene.root] if is_alone else roots:
        apply_articulation_root(scene.stage.GetPrimAtPath(path), self_collision)


def _log_what_is_left_out(model: mujoco.MjModel, asset: Path) -> None:
    counts = {
        "contact pairs": model.npair,
        "skins": model.nskin,
        "flexes": model.nflex,
    }
    left_out = [f"{count} {name}" for name, count in counts.items() if count]
    if left_out:
        logger.info("USD has no place for %s of '%s': left out.", ", ".join(left_out), asset)
