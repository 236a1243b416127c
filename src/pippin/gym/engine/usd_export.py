"""Assets and simulations as USD files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from pippin.physics.assembly import GroundHeights, GroundMesh, GroundPlane
from pippin.physics.assembly.asset_usd import JointDrive, asset_layer, place_prim, strip_physics
from pippin.sim.layers import export_layer

from ..types import UsdExporter, UsdExportOptions
from ..types.enums import UsdMaterialMode
from .asset import GymAsset
from .sim import Actor, GymEnv, GymSim
from .single_states import body_states

SUFFIXES = (".usd", ".usda", ".usdc")


class GymUsdExporter(UsdExporter):
    """Writer of USD files.

    Args:
        options: What is written.

    Attributes:
        root: Folder that file names are relative to.
    """

    def __init__(self, options: UsdExportOptions) -> None:
        self.options = options.__copy__()
        self.root = Path()
        self.is_destroyed = False

    def __repr__(self) -> str:
        return f"<USD exporter to '{self.root}'>"

    def write_asset(self, asset: GymAsset, path: Path) -> None:
        """Write an asset to a file."""
        _export(self._layer(asset, self.options.scale), path)

    def write_sim(self, sim: GymSim, path: Path) -> None:
        """Write a simulation to a file: all actors as they are now, and the ground.

        Assets are in the same file, or beside it in a folder ``assets``.
        """
        path = path.absolute()
        layer = Sdf.Layer.CreateAnonymous(".usda")
        stage = Usd.Stage.Open(layer)
        UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y if sim.y_is_up else UsdGeom.Tokens.z)
        UsdGeom.SetStageMetersPerUnit(stage, 1.0)
        stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
        if self.options.export_physics:
            _define_gravity(stage, sim)
        _define_ground(stage, sim, self.options)
        prototypes: dict[tuple[int, float], Usd.Prim] = {}
        for env in sim.envs:
            for actor in env.actors:
                key = (id(actor.asset), actor.scale)
                if key not in prototypes:
                    prototypes[key] = self._define_prototype(stage, actor, len(prototypes), path)
                _define_actor(stage, env, actor, prototypes[key], self.options.scale)
        del stage  # it would look for the files at their new names from where it is, in memory
        for file in filter(None, layer.GetCompositionAssetDependencies()):
            layer.UpdateExternalReference(file, f"./{Path(file).relative_to(path.parent)}")
        _export(layer, path)

    def _define_prototype(self, stage: Usd.Stage, actor: Actor, number: int, path: Path) -> Usd.Prim:
        """Prim that actors of an asset refer to."""
        layer = self._layer(actor.asset, self.options.scale * actor.scale)
        prim = stage.CreateClassPrim(f"/Assets_{number}")
        if self.options.single_file:
            Sdf.CopySpec(layer, f"/{layer.defaultPrim}", stage.GetRootLayer(), prim.GetPath())
            prim.SetSpecifier(Sdf.SpecifierClass)
        else:
            file = path.parent / "assets" / f"{layer.defaultPrim}_{number}.usd"
            _export(layer, file)
            prim.GetReferences().AddReference(str(file))
        return prim

    def _layer(self, asset: GymAsset, scale: float) -> Sdf.Layer:
        properties = zip(asset.dof_names, asset.dof_properties, strict=True)
        drives = [
            JointDrive(name, float(record["stiffness"]), float(record["damping"]), float(record["effort"]))
            for name, record in properties
        ]
        layer = asset_layer(asset.at_scale(scale), drives)
        _change_looks(layer, self.options)
        if not self.options.export_physics:
            strip_physics(layer)
        return layer


def _export(layer: Sdf.Layer, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    export_layer(layer, path)


def _change_looks(layer: Sdf.Layer, options: UsdExportOptions) -> None:
    """Show collision shapes instead of visuals, or colours without materials, if that is asked for."""
    stage = Usd.Stage.Open(layer)
    for prim in list(stage.Traverse()):
        if not prim.IsValid():
            continue
        if options.use_physics_visuals and prim.GetName() == "visuals":
            stage.RemovePrim(prim.GetPath())
        elif options.use_physics_visuals and UsdGeom.Imageable(prim).GetPurposeAttr().Get() == UsdGeom.Tokens.guide:
            UsdGeom.Imageable(prim).GetPurposeAttr().Clear()
        elif options.material_mode == UsdMaterialMode.USD_MATERIAL_DISPLAY_COLOR and prim.GetName() == "Looks":
            stage.RemovePrim(prim.GetPath())


def _define_gravity(stage: Usd.Stage, sim: GymSim) -> None:
    scene = UsdPhysics.Scene.Define(stage, "/World/physicsScene")
    gravity = np.array(sim.gravity)
    magnitude = float(np.linalg.norm(gravity))
    scene.CreateGravityMagnitudeAttr(magnitude)
    if magnitude > 0.0:
        scene.CreateGravityDirectionAttr(Gf.Vec3f(*(gravity / magnitude).tolist()))


def _define_ground(stage: Usd.Stage, sim: GymSim, options: UsdExportOptions) -> None:
    for index, ground in enumerate(sim.grounds):
        path = f"/World/ground_{index}"
        if isinstance(ground, GroundPlane):
            geometry: UsdGeom.Gprim = UsdGeom.Plane.Define(stage, path)
            turn, _ = Rotation.align_vectors(ground.normal[None], np.array([[0.0, 0.0, 1.0]]))
            place_prim(geometry, ground.normal * ground.offset * options.scale, turn)
        elif isinstance(ground, GroundMesh):
            geometry = _define_mesh(stage, path, ground.vertices * options.scale, ground.faces)
        else:
            assert isinstance(ground, GroundHeights)
            vertices, faces = _triangles(ground)
            geometry = _define_mesh(stage, path, vertices * options.scale, faces)
        if options.export_physics:
            UsdPhysics.CollisionAPI.Apply(geometry.GetPrim())


def _define_mesh(stage: Usd.Stage, path: str, vertices: np.ndarray, faces: np.ndarray) -> UsdGeom.Mesh:
    mesh = UsdGeom.Mesh.Define(stage, path)
    mesh.CreatePointsAttr(np.asarray(vertices, np.float32))
    mesh.CreateFaceVertexIndicesAttr(np.asarray(faces, np.int32).ravel())
    mesh.CreateFaceVertexCountsAttr(np.full(len(faces), 3, np.int32))
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    return mesh


def _define_actor(stage: Usd.Stage, env: GymEnv, actor: Actor, prototype: Usd.Prim, scale: float) -> None:
    """An actor with its bodies where they are now."""
    envs = f"/World/envs/env_{env.index}"
    root = UsdGeom.Xform.Define(stage, f"{envs}/actor_{actor.handle}")
    if actor.name:
        root.GetPrim().SetDisplayName(actor.name)
    root.GetPrim().GetReferences().AddInternalReference(prototype.GetPath())
    states = body_states(actor)
    first = Rotation.from_quat(states[0, 3:7])
    place_prim(root, (states[0, :3] + env.origin) * scale, first)
    links = {prim.GetDisplayName() or prim.GetName(): prim for prim in root.GetPrim().GetChildren()}
    for name, state in zip(actor.asset.body_names, states, strict=True):
        if name in links:
            position = first.inv().apply(state[:3] - states[0, :3]) * scale
            place_prim(UsdGeom.Xformable(links[name]), position, first.inv() * Rotation.from_quat(state[3:7]))


def _triangles(ground: GroundHeights) -> tuple[np.ndarray, np.ndarray]:
    """Corners of a grid of heights in the world [m], and the corners of each triangle, counterclockwise from above."""
    rows, columns = np.indices(ground.heights.shape)
    across = [rows * ground.row_spacing, columns * ground.column_spacing]
    points = np.stack([across[0], ground.heights, across[1]] if ground.y_is_up else [*across, ground.heights], axis=-1)
    vertices = points.reshape(-1, 3) @ ground.pose.rotation.T + ground.pose.position
    number = np.arange(rows.size).reshape(rows.shape)
    here, right, ahead, opposite = number[:-1, :-1], number[:-1, 1:], number[1:, :-1], number[1:, 1:]
    faces = np.concatenate([np.stack([here, ahead, opposite], axis=-1), np.stack([here, opposite, right], axis=-1)])
    faces = faces.reshape(-1, 3)
    return vertices, faces[:, ::-1] if ground.y_is_up else faces
