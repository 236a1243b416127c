"""Recordings of motion without a window: as USD with time samples, and for rerun.

::

    with record_motion(simulation, "motion.usda") as recording:
        for _ in range(500):
            simulation.step(render=False)
            recording.record()

Videos are made of pictures: see :mod:`pippin.viewers.pictures` and :mod:`pippin.viewers.video`.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, Vt

from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.sim import SimulationContext
from pippin.utils.checks import check_path
from pippin.utils.files import whole_file

from .surfaces import BodySurface, body_poses, body_surfaces, env_of_rows, shown_envs

FRAME_RATE = 30.0
"""Frames that are recorded for a second of simulated time."""

USD_FILES = (".usd", ".usda", ".usdc")
RERUN_FILES = (".rrd",)


def record_motion(
    simulation: SimulationContext | PhysicsScene,
    path: str | Path,
    env_ids: Sequence[int] | None = None,
    frame_rate: float = FRAME_RATE,
) -> Recording:
    """Begin to record how the bodies of environments move.

    Args:
        simulation: The simulation, which plays, or its scene.
        path: File to write when the recording is closed: ``.usd``, ``.usda`` or ``.usdc`` for time samples, which
            usdview, Blender and Omniverse play; ``.rrd`` for rerun. Its folder is made.
        env_ids: Environments that are recorded; None for the first 64.
        frame_rate: Frames for a second of simulated time [1/s].

    Raises:
        RuntimeError: The simulation does not play.
        IndexError: There is no such environment.
        ImportError: The extra "rerun" is not installed.
        ValueError: The name of the file ends with something else, or the frame rate is not positive.
    """
    target = check_path("path", path)
    if not isinstance(frame_rate, (int, float)) or not 0.0 < frame_rate < math.inf:
        raise ValueError(f"'frame_rate' is {frame_rate!r:.80}; expected a positive number of frames for a second.")
    kinds = dict.fromkeys(USD_FILES, UsdRecording) | dict.fromkeys(RERUN_FILES, RerunRecording)
    if target.suffix.lower() not in kinds:
        raise ValueError(f"'path' is '{target}'; expected a name that ends with one of: {', '.join(kinds)}.")
    scene = simulation if isinstance(simulation, PhysicsScene) else playing_scene(simulation)
    return kinds[target.suffix.lower()](scene, target, shown_envs(scene, env_ids), frame_rate)


class Recording:
    """How bodies of environments move, frame after frame. Made by :func:`record_motion`.

    Args:
        scene: The scene, which plays.
        path: File to write.
        env_ids: Environments that are recorded.
        frame_rate: Frames for a second of simulated time [1/s].
    """

    def __init__(self, scene: PhysicsScene, path: Path, env_ids: Sequence[int], frame_rate: float) -> None:
        self.path = path
        self.num_frames = 0
        """Frames that were recorded."""
        self._scene, self._frame_rate, self._is_open = scene, frame_rate, True
        self._begin = scene.time
        self._surfaces = body_surfaces(scene, env_ids)
        self._prepare()
        self.record()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def record(self) -> None:
        """Record the present state, unless the frame rate asks for none yet. Call it after each step."""
        seconds = self._scene.time - self._begin
        if seconds * self._frame_rate < self.num_frames - 1e-6:
            return
        self._record(seconds, body_poses(self._scene))
        self.num_frames += 1

    def close(self) -> None:
        """Write the file, whole or not at all.

        Raises:
            OSError: It cannot be written.
        """
        if self._is_open:
            self._is_open = False
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._write()

    def _prepare(self) -> None:
        raise NotImplementedError

    def _record(self, seconds: float, poses: np.ndarray) -> None:
        raise NotImplementedError

    def _write(self) -> None:
        raise NotImplementedError


class UsdRecording(Recording):
    """Records time samples of the poses of bodies: prims ``/World/env_<i>/<body>``, with meshes."""

    def _prepare(self) -> None:
        self._stage = Usd.Stage.CreateInMemory()
        UsdGeom.SetStageUpAxis(self._stage, UsdGeom.Tokens.z)
        UsdGeom.SetStageMetersPerUnit(self._stage, 1.0)
        self._stage.SetTimeCodesPerSecond(self._frame_rate)
        self._stage.SetFramesPerSecond(self._frame_rate)
        self._stage.SetStartTimeCode(0.0)
        self._stage.SetDefaultPrim(UsdGeom.Xform.Define(self._stage, "/World").GetPrim())
        self._ops: dict[int, tuple[UsdGeom.XformOp, UsdGeom.XformOp]] = {}
        envs = env_of_rows(self._scene)
        for number, surface in enumerate(self._surfaces):
            mesh = self._add_mesh(number, surface)
            for row in surface.rows.tolist():
                body = f"/World/env_{envs[row]}/{_prim_name(surface.body, row)}"
                if row not in self._ops:
                    xform = UsdGeom.Xform.Define(self._stage, body)
                    self._ops[row] = xform.AddTranslateOp(), xform.AddOrientOp(UsdGeom.XformOp.PrecisionFloat)
                copy = self._stage.DefinePrim(f"{body}/surface_{number}")
                copy.GetReferences().AddInternalReference(mesh)

    def _add_mesh(self, number: int, surface: BodySurface) -> Sdf.Path:
        """Add a mesh that the bodies of all environments refer to, and that is not drawn itself."""
        self._stage.CreateClassPrim("/Surfaces")
        mesh = UsdGeom.Mesh.Define(self._stage, f"/Surfaces/surface_{number}")
        mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(surface.vertices, dtype=np.float32)))
        mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(surface.faces.astype(np.int32).ravel()))
        mesh.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(surface.faces), 3, dtype=np.int32)))
        mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
        mesh.CreateDisplayColorAttr([Gf.Vec3f(*map(float, surface.color))])
        return mesh.GetPath()

    def _record(self, seconds: float, poses: np.ndarray) -> None:
        code = seconds * self._frame_rate
        with Sdf.ChangeBlock():
            for row, (translate, orient) in self._ops.items():
                x, y, z, qx, qy, qz, qw = poses[row].tolist()
                translate.Set(Gf.Vec3d(x, y, z), code)
                orient.Set(Gf.Quatf(qw, qx, qy, qz), code)
        self._stage.SetEndTimeCode(code)

    def _write(self) -> None:
        with whole_file(self.path) as temporary:
            self._stage.GetRootLayer().Export(str(temporary))


class RerunRecording(Recording):
    """Records for rerun (``rerun motion.rrd`` shows it): an entity for each body, with a copy for each environment."""

    def _prepare(self) -> None:
        try:
            self._rerun: Any = importlib.import_module("rerun")
        except ImportError as error:
            raise ImportError("Recordings for rerun need it: pip install 'pippin[rerun]'.") from error
        self._stream = self._rerun.RecordingStream("pippin")
        self._bytes = self._stream.binary_stream()
        self._entities = []
        for number, surface in enumerate(self._surfaces):
            entity = f"bodies/{surface.variant}/{surface.body}/{number}"
            color = [round(255 * channel) for channel in surface.color]
            mesh = self._rerun.Mesh3D(
                vertex_positions=surface.vertices,
                triangle_indices=surface.faces,
                vertex_normals=_normals(surface),
                albedo_factor=color,
            )
            self._stream.log(entity, mesh, static=True)
            self._entities.append(entity)

    def _record(self, seconds: float, poses: np.ndarray) -> None:
        self._stream.set_time("simulated", duration=seconds)
        for entity, surface in zip(self._entities, self._surfaces, strict=True):
            of_body = poses[surface.rows]
            copies = self._rerun.InstancePoses3D(translations=of_body[:, :3], quaternions=of_body[:, 3:])
            self._stream.log(entity, copies)

    def _write(self) -> None:
        with whole_file(self.path) as temporary:
            temporary.write_bytes(self._bytes.read() or b"")


def _prim_name(body: str, row: int) -> str:
    """Name of a prim for a body, whose own name may have slashes, or be none."""
    return re.sub(r"\W", "_", body.rpartition("/")[2], flags=re.ASCII) + f"_{row}" if body else f"body_{row}"


def _normals(surface: BodySurface) -> np.ndarray:
    """Normals of the vertices, the mean of those of the faces beside them."""
    corners = surface.vertices[surface.faces]
    of_faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.zeros_like(surface.vertices)
    for corner in range(3):
        np.add.at(normals, surface.faces[:, corner], of_faces)
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
