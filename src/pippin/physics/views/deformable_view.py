"""Batched access to soft bodies: nodes, kinematic targets, and what their elements go through."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import warp as wp

from pippin.sim.stage import get_environments
from pippin.utils.choices import Choice

from . import deformable_kernels as kernels
from .deformable_materials import DeformableMaterialView

if TYPE_CHECKING:
    from ..scene import PhysicsScene
    from ..soft.worlds import SoftWorlds
    from ..soft_bodies import SoftBody


@dataclass(frozen=True)
class _Part:
    """The part of a view that lies in one variant, with index tables on the device.

    Attributes:
        worlds: Soft bodies of the variant.
        env_ids: Environment of each world, shape (W,), int32.
        bodies: Soft bodies of the view within one world.
        instances: Row of the view of each body of each world, shape (W, num_slots), int32.
        world_of: World of each row of the view, -1 for rows of other variants, shape (N,), int32.
        slot_of: Body of each row, in the same form.
        first_node: First node of each body in its world, shape (num_slots,), int32.
        num_nodes: Number of its nodes.
        first_element: First element of each body in its world.
        num_elements: Number of its elements.
        elements: Nodes of all elements of a world, shape (num_elements, 4), int32.
        rest_inverse: Inverse of each element's edges at rest [1/m], shape (num_elements,), wp.mat33f.
        lame: Lamé's parameters lambda and mu of each element [Pa], shape (num_elements,), wp.vec2f.
    """

    worlds: SoftWorlds
    env_ids: wp.array
    bodies: tuple[int, ...]
    instances: wp.array
    world_of: wp.array
    slot_of: wp.array
    first_node: wp.array
    num_nodes: wp.array
    first_element: wp.array
    num_elements: wp.array
    elements: wp.array
    rest_inverse: wp.array
    lame: wp.array

    def body_of_slot(self, slot: int) -> SoftBody:
        """One of the view's bodies."""
        return self.worlds.bodies[self.bodies[slot]]


class DeformableView:
    """Instances of one soft body in all environments, N rows ordered by environment.

    V is the largest number of nodes of an instance and E of elements; arrays are filled up with zeros where an instance
    has fewer. Reading methods fill an array that the caller owns and return it. Writing methods take a choice of rows.
    With ``full_data`` the data has one entry for every row of the view, of which the rows only choose; otherwise it has
    one entry for every chosen row. Nothing is validated here: assets do that.

    Args:
        scene: The scene that plays.
        expression: Regular expression; soft bodies at or below prims whose path matches are in the view.

    Raises:
        ValueError: Nothing matches.
    """

    def __init__(self, scene: PhysicsScene, expression: str) -> None:
        self.scene = scene
        self.device = scene.device
        found = _find(scene, expression)
        rows = sorted(
            (int(env_id), slot, variant, world)
            for variant, (_, env_ids, bodies) in enumerate(found)
            for world, env_id in enumerate(env_ids)
            for slot in range(len(bodies))
        )
        table = np.array(rows, dtype=np.int32).reshape(-1, 4)
        self.count: int = len(table)
        """Number of instances, N."""
        self._parts = [self._part(table, variant, *entry) for variant, entry in enumerate(found)]
        bodies = [self._parts[variant].body_of_slot(slot) for _, slot, variant, _ in rows]
        meshes = [body.mesh for body in bodies]
        owners = zip(table[:, 0].tolist(), bodies, strict=True)
        materials = {_material_key(body, env_id): body.material for env_id, body in owners if body.material_path}
        self.materials: DeformableMaterialView | None = (
            DeformableMaterialView(list(materials.values()), str(wp.device_to_torch(self.device)))
            if materials
            else None
        )
        """What the instances are made of, each material of the stage once; None where none has one."""
        self.instance_paths: list[str] = [part.worlds.bodies[body].path for part in self._parts for body in part.bodies]
        """Prim paths of the meshes on the stage: in the template of each variant."""
        self.max_nodes: int = max(len(mesh.nodes) for mesh in meshes)
        """Largest number of nodes of an instance, V."""
        self.max_elements: int = max(len(mesh.elements) for mesh in meshes)
        """Largest number of elements of an instance, E."""
        self.num_nodes: wp.array = self._upload([len(mesh.nodes) for mesh in meshes])
        """Number of nodes of each instance, shape (N,), int32."""
        self.env_ids: wp.array = self._upload(table[:, 0])
        """Environment of each instance, shape (N,), int32."""
        self.all_rows: wp.array = self._upload(np.arange(self.count))
        """All rows of the view, shape (N,), int32."""
        self._no_shifts = wp.zeros_like(scene.env_origins)

    # -- building ------------------------------------------------------------------------------------------------------

    def _upload(self, values: object) -> wp.array:
        return wp.array(np.asarray(values, dtype=np.int32), dtype=int, device=self.device)

    def _part(
        self, table: np.ndarray, variant: int, worlds: SoftWorlds, env_ids: np.ndarray, bodies: tuple[int, ...]
    ) -> _Part:
        mine = table[:, 2] == variant
        world_of, slot_of = np.where(mine, table[:, 3], -1), np.where(mine, table[:, 1], -1)
        instances = np.zeros((worlds.num_worlds, len(bodies)), dtype=np.int32)
        instances[world_of[mine], slot_of[mine]] = np.flatnonzero(mine)
        meshes = [body.mesh for body in worlds.bodies]
        elements = [mesh.elements + first for mesh, first in zip(meshes, worlds.first_nodes, strict=True)]
        edges = [mesh.nodes[mesh.elements[:, 1:]] - mesh.nodes[mesh.elements[:, :1]] for mesh in meshes]
        lame = [
            np.tile([body.material.first_lame_parameter, body.material.shear_modulus], (len(body.mesh.elements), 1))
            for body in worlds.bodies
        ]
        rest_inverse = np.linalg.inv(np.concatenate(edges).transpose(0, 2, 1))
        picked = list(bodies)
        return _Part(
            worlds=worlds,
            env_ids=self._upload(env_ids),
            bodies=bodies,
            instances=self._upload(instances),
            world_of=self._upload(world_of),
            slot_of=self._upload(slot_of),
            first_node=self._upload(worlds.first_nodes[picked]),
            num_nodes=self._upload([len(meshes[body].nodes) for body in bodies]),
            first_element=self._upload(worlds.first_elements[picked]),
            num_elements=self._upload([len(meshes[body].elements) for body in bodies]),
            elements=self._upload(np.concatenate(elements)),
            rest_inverse=wp.array(rest_inverse, dtype=wp.mat33f, device=self.device),
            lame=wp.array(np.concatenate(lame), dtype=wp.vec2f, device=self.device),
        )

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def read_positions(self, out: wp.array) -> wp.array:
        """Positions of nodes in the world [m], shape (N, V), wp.vec3f."""
        for part in self._parts:
            self._gather(kernels.gather_nodes, part, part.worlds.positions, self.scene.env_origins, out)
        return out

    def read_velocities(self, out: wp.array) -> wp.array:
        """Velocities of nodes [m/s], shape (N, V), wp.vec3f."""
        for part in self._parts:
            self._gather(kernels.gather_nodes, part, part.worlds.velocities, self._no_shifts, out)
        return out

    def read_targets(self, out: wp.array) -> wp.array:
        """Kinematic targets: position in the world [m] and flag, 0 for driven nodes, shape (N, V), wp.vec4f."""
        for part in self._parts:
            self._gather(kernels.gather_targets, part, part.worlds.targets, self.scene.env_origins, out)
        return out

    def write_positions(self, positions: wp.array, rows: Choice, full_data: bool = False) -> None:
        """Set positions of nodes in the world [m], shape (n, V) or (N, V), wp.vec3f."""
        for part in self._parts:
            shifts = self.scene.env_origins
            self._scatter(kernels.scatter_nodes, part, positions, rows, full_data, shifts, part.worlds.positions)
        self.scene.state_version += 1

    def write_velocities(self, velocities: wp.array, rows: Choice, full_data: bool = False) -> None:
        """Set velocities of nodes [m/s], shape (n, V) or (N, V), wp.vec3f."""
        for part in self._parts:
            shifts = self._no_shifts
            self._scatter(kernels.scatter_nodes, part, velocities, rows, full_data, shifts, part.worlds.velocities)
        self.scene.state_version += 1

    def write_targets(self, targets: wp.array, rows: Choice, full_data: bool = False) -> None:
        """Set kinematic targets: position in the world [m] and flag, shape (n, V) or (N, V), wp.vec4f."""
        for part in self._parts:
            shifts = self.scene.env_origins
            self._scatter(kernels.scatter_targets, part, targets, rows, full_data, shifts, part.worlds.targets)

    def mean_of_nodes(self, values: wp.array, out: wp.array) -> wp.array:
        """Mean over each instance's nodes of vectors of shape (N, V), wp.vec3f; shape (N,), wp.vec3f."""
        wp.launch(
            kernels.mean_of_nodes, dim=self.count, inputs=[values, self.num_nodes], outputs=[out], device=self.device
        )
        return out

    def _gather(self, kernel: wp.Kernel, part: _Part, values: wp.array, shifts: wp.array, out: wp.array) -> None:
        wp.launch(
            kernel,
            dim=(*part.instances.shape, self.max_nodes),
            inputs=[values, part.env_ids, shifts, part.instances, part.first_node, part.num_nodes],
            outputs=[out],
            device=self.device,
        )

    def _scatter(
        self,
        kernel: wp.Kernel,
        part: _Part,
        data: wp.array,
        rows: Choice,
        full_data: bool,
        shifts: wp.array,
        values: wp.array,
    ) -> None:
        wp.launch(
            kernel,
            dim=(rows.count, self.max_nodes),
            inputs=[
                data,
                int(full_data),
                rows.argument,
                part.world_of,
                part.slot_of,
                part.env_ids,
                shifts,
                part.first_node,
                part.num_nodes,
            ],
            outputs=[values],
            device=self.device,
        )

    # -- elements ------------------------------------------------------------------------------------------------------

    def read_deformation_gradients(self, out: wp.array) -> wp.array:
        """Deformation gradients of elements, shape (N, E), wp.mat33f."""
        for part in self._parts:
            wp.launch(
                kernels.deformation_gradients,
                dim=(*part.instances.shape, self.max_elements),
                inputs=[
                    part.worlds.positions,
                    part.elements,
                    part.rest_inverse,
                    part.instances,
                    part.first_element,
                    part.num_elements,
                ],
                outputs=[out],
                device=self.device,
            )
        return out

    def stresses_of(self, gradients: wp.array, out: wp.array) -> wp.array:
        """Elastic Cauchy stresses [Pa] in world axes from deformation gradients, both of shape (N, E), wp.mat33f."""
        for part in self._parts:
            wp.launch(
                kernels.cauchy_stresses,
                dim=(*part.instances.shape, self.max_elements),
                inputs=[gradients, part.lame, part.instances, part.first_element, part.num_elements],
                outputs=[out],
                device=self.device,
            )
        return out

    def rotations_of(self, gradients: wp.array, out: wp.array) -> wp.array:
        """Rotations (x, y, z, w) in deformation gradients, shape (N, E), wp.quatf."""
        wp.launch(kernels.element_rotations, dim=gradients.shape, inputs=[gradients], outputs=[out], device=self.device)
        return out


def _find(scene: PhysicsScene, expression: str) -> list[tuple[SoftWorlds, np.ndarray, tuple[int, ...]]]:
    """Soft bodies that match, for each variant with any: its worlds, their environments, and which bodies."""
    pattern = re.compile(rf"({expression})(/.*)?")
    found, there = [], []
    for worlds in scene.backend.worlds:
        if worlds.soft is None:
            continue
        soft = worlds.soft.worlds
        bodies = tuple(index for index, body in enumerate(soft.bodies) if pattern.fullmatch(body.path))
        there += [body.path for body in soft.bodies]
        if bodies:
            found.append((soft, worlds.env_ids.numpy(), bodies))
    if found:
        return found
    if not there:
        raise ValueError(f"No soft body matches the prim path expression '{expression}': there is none on the stage.")
    near = difflib.get_close_matches(expression, there, n=5, cutoff=0.3) or there[:5]
    raise ValueError(
        f"No soft body matches the prim path expression '{expression}'. There are {len(there)}: {', '.join(near)}."
    )


def _material_key(body: SoftBody, env_id: int) -> tuple[str | None, int | None]:
    """What tells the material of a soft body from others: one within an environment is there in each of its copies."""
    plan = get_environments()
    is_copied = plan is not None and plan.variant_of_path(body.material_path or "") is not None
    return body.material_path, env_id if is_copied else None
