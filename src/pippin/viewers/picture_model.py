"""A model for pictures: every visible body of some environments, placed one by one, in one world.

Bodies carry no joints here: each is moved to where the simulation has it. So a picture shows any number of
environments side by side, whichever engine runs them.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

_MESH = mujoco.mjtGeom.mjGEOM_MESH
_HFIELD = mujoco.mjtGeom.mjGEOM_HFIELD
_PLANE = mujoco.mjtGeom.mjGEOM_PLANE
_HIDDEN_GROUP = 3  # colliders that are not drawn


@dataclass(frozen=True)
class PlacedBody:
    """A body of the picture and where its pose comes from: a body of a world of a variant."""

    variant: int
    world: int
    body: int


class PictureSpec:
    """Collects bodies for a picture, and compiles them.

    Args:
        width: Width of the picture [pixel].
        height: Height of the picture [pixel].
        field_of_view: Vertical angle of view [rad].
    """

    CAMERA = "camera"

    def __init__(self, width: int, height: int, field_of_view: float) -> None:
        self.spec = mujoco.MjSpec()
        self.spec.compiler.discardvisual = False
        self.placed: list[PlacedBody] = []
        holder = self.spec.worldbody.add_body(name=self.CAMERA, mocap=True)
        holder.add_camera(name=self.CAMERA, resolution=[width, height], fovy=np.degrees(field_of_view))
        self._add_lights()
        self._assets: set[str] = set()

    def _add_lights(self) -> None:
        """A sun that casts shadows, and a weaker sky from the other side."""
        for name, direction, strength, shadow in (
            ("sun", (0.35, 0.5, -1.0), 0.75, True),
            ("sky", (-0.4, -0.3, -1.0), 0.3, False),
        ):
            self.spec.worldbody.add_light(
                name=name,
                type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
                pos=(0.0, 0.0, 20.0),
                dir=direction,
                diffuse=(strength,) * 3,
                ambient=(0.15,) * 3,
                specular=(0.2,) * 3,
                castshadow=shadow,
            )

    def add_body(self, model: mujoco.MjModel, placed: PlacedBody) -> None:
        """Add a body with what can be seen of it; nothing where nothing can.

        Args:
            model: The variant's model, compiled with visual geometry.
            placed: Where the body's pose comes from.
        """
        geoms = [g for g in range(model.ngeom) if model.geom_bodyid[g] == placed.body and _is_visible(model, g)]
        if not geoms:
            return
        body = self.spec.worldbody.add_body(name=f"body {len(self.placed)}", mocap=True)
        for geom in geoms:
            self._add_geom(body, model, geom, placed.variant)
        self.placed.append(placed)

    def _add_geom(self, body: mujoco.MjsBody, model: mujoco.MjModel, geom: int, variant: int) -> None:
        kind = mujoco.mjtGeom(model.geom_type[geom])
        added = body.add_geom(
            type=kind,
            size=model.geom_size[geom],
            pos=model.geom_pos[geom],
            quat=model.geom_quat[geom],
            rgba=_color(model, geom),
            contype=0,
            conaffinity=0,
            group=0,
        )
        if kind == _MESH:
            added.meshname = self._mesh(model, int(model.geom_dataid[geom]), variant)
        elif kind == _HFIELD:
            added.hfieldname = self._height_field(model, int(model.geom_dataid[geom]), variant)
        elif kind == _PLANE:
            added.material = self._tiles(_color(model, geom)[:3])

    def _tiles(self, color: np.ndarray) -> str:
        """Material of tiles of 1 m: without a pattern, nobody sees how far and how fast things move on a plane."""
        name = f"tiles {color.tolist()}"
        if name not in self._assets:
            texture = self.spec.add_texture(
                name=name,
                type=mujoco.mjtTexture.mjTEXTURE_2D,
                builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
                rgb1=color,
                rgb2=0.8 * color + 0.2,
                width=256,
                height=256,
            )
            material = self.spec.add_material(name=name, texrepeat=(0.5, 0.5), texuniform=True)
            material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = texture.name
            self._assets.add(name)
        return name

    def _mesh(self, model: mujoco.MjModel, mesh: int, variant: int) -> str:
        name = f"mesh {variant} {mesh}"
        if name not in self._assets:
            vertices, faces = model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]
            self.spec.add_mesh(
                name=name,
                uservert=model.mesh_vert[vertices : vertices + model.mesh_vertnum[mesh]].ravel(),
                userface=model.mesh_face[faces : faces + model.mesh_facenum[mesh]].ravel(),
                inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
            )
            self._assets.add(name)
        return name

    def _height_field(self, model: mujoco.MjModel, field: int, variant: int) -> str:
        name = f"height field {variant} {field}"
        if name not in self._assets:
            rows, columns, start = model.hfield_nrow[field], model.hfield_ncol[field], model.hfield_adr[field]
            self.spec.add_hfield(
                name=name,
                nrow=rows,
                ncol=columns,
                size=model.hfield_size[field],
                userdata=model.hfield_data[start : start + rows * columns],
            )
            self._assets.add(name)
        return name

    def compile(self) -> mujoco.MjModel:
        """Compile the picture's model."""
        return self.spec.compile()


def _is_visible(model: mujoco.MjModel, geom: int) -> bool:
    return bool(model.geom_group[geom] != _HIDDEN_GROUP and model.geom_rgba[geom, 3] > 0.0)


def _color(model: mujoco.MjModel, geom: int) -> np.ndarray:
    """Colour of a geometry: its material's where it has one."""
    material = model.geom_matid[geom]
    return model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]
