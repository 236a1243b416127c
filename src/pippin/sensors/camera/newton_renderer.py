"""Images by Newton's ray tracer, of all environments at once."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
import warp as wp

from pippin.sim.stage import get_environments
from pippin.utils import ProxyArray, configclass
from pippin.utils.callables import ResolvableString

from . import image_kernels
from .buffers import RenderBufferKind, RenderBufferSpec
from .data import CameraData
from .drawn_scene import DrawnScene, drawn_scene_of
from .lens import Lens
from .renderer import CLIPPING, CameraViews, Renderer, RenderSettings, Rgba
from .segmentation import Segmentation, ShapeMeaning, by_labelled_prims, by_labels, by_prims, meaning_of
from .semantics import SemanticFilter

if TYPE_CHECKING:
    from pippin.physics.rendering import CameraBatch, FisheyeOptics, Optics, RenderScene

_FARTHEST = 1.0e6
"""Distance that is as good as infinite [m]."""

_DRAWN = {
    "rgb": "color",
    "rgba": "color",
    "albedo": "albedo",
    "simple_shading_constant_diffuse": "plain",
    "simple_shading_diffuse_mdl": "unshadowed",
    "simple_shading_full_mdl": "color",
    "distance_to_camera": "distance",
    "distance_to_image_plane": "depth",
    "depth": "depth",
    "normals": "normals",
    "motion_vectors": "motion",
    "semantic_segmentation": "shapes",
    "instance_segmentation": "shapes",
    "instance_segmentation_fast": "shapes",
    "instance_id_segmentation_fast": "shapes",
}
"""For each image, the output of :class:`pippin.physics.rendering.CameraBatch` that it is made of."""

_STORED_AS_DRAWN = {
    name: drawn
    for name, drawn in _DRAWN.items()
    if name in ("rgba", "albedo") or drawn in ("distance", "depth", "normals")
}
"""Images whose pixels are stored as they are drawn."""

_CHANNELS = {
    "rgba": (4, wp.uint8),
    "albedo": (4, wp.uint8),
    "color": (3, wp.uint8),
    "unshadowed": (3, wp.uint8),
    "plain": (3, wp.uint8),
    "distance": (1, wp.float32),
    "depth": (1, wp.float32),
    "normals": (3, wp.float32),
    "motion": (2, wp.float32),
}


class NewtonWarpRenderer(Renderer):
    """Newton's ray tracer, on the device of the simulation.

    Cameras with equal optics are drawn in one go. What there is to see is built when the first image is asked for, once
    for all cameras of a simulation.

    Args:
        settings: How images are to be made.

    Raises:
        ValueError: The semantic filter is malformed.
    """

    def __init__(self, settings: RenderSettings) -> None:
        super().__init__(settings)
        self._semantic_filter = SemanticFilter(settings.semantic_filter)

    def supported_specs(self) -> dict[RenderBufferKind, RenderBufferSpec]:
        """All kinds of images; segmentations are of colours or of ids."""
        specs = {
            RenderBufferKind(name): RenderBufferSpec(*_CHANNELS.get(name, _CHANNELS.get(drawn, (1, wp.int32))))
            for name, drawn in _DRAWN.items()
        }
        for kind in specs:
            if self._is_colorized(kind):
                specs[kind] = RenderBufferSpec(4, wp.uint8)
        return specs

    def connect(self, views: CameraViews, lenses: Sequence[Lens]) -> None:
        """See :meth:`.Renderer.connect`."""
        if not all(lens.is_pinhole for lens in lenses) and "motion_vectors" in views.data_types:
            raise NotImplementedError("Cameras whose lens bends rays make no 'motion_vectors'; pinhole cameras do.")
        self._views = views
        self._lenses = list(lenses)
        self._groups: list[_CameraGroup] = []
        self._scene: DrawnScene | None = None
        self._segmentations: dict[str, _SegmentationTables] = {}

    def set_lenses(self, lenses: Sequence[Lens]) -> None:
        """See :meth:`.Renderer.set_lenses`."""
        self._lenses = list(lenses)
        self._groups.clear()

    def close(self) -> None:
        """See :meth:`.Renderer.close`."""
        self._groups = []
        self._scene = None
        self._segmentations = {}

    def render(self, poses: wp.array, mask: wp.array, data: CameraData) -> None:
        """See :meth:`.Renderer.render`."""
        scene = self._scene_with_meanings(data)
        scene.update(self._views.scene.state_version)
        names = ["rgba" if name == "rgb" else name for name in self._views.data_types]  # rgb is a part of it
        outputs = {_DRAWN[name] for name in names}
        for group in self._groups or self._make_groups(scene.drawn, data):
            group.render(outputs, poses, mask)
            for name in dict.fromkeys(names):
                self._write(name, group, data)

    # -- what there is to see ------------------------------------------------------------------------------------------

    def _scene_with_meanings(self, data: CameraData) -> DrawnScene:
        """The drawn scene; at the first call it is made, and the info is written."""
        if self._scene is None:
            self._scene = drawn_scene_of(self._views.scene, self._views.see_all)
            self._find_meanings(self._scene.drawn, data)
        return self._scene

    def _make_groups(self, drawn: RenderScene, data: CameraData) -> list[_CameraGroup]:
        """Put cameras with equal optics together. Where all have the same, images are drawn where users see them."""
        views = self._views
        by_lens: dict[Lens, list[int]] = {}
        for view, lens in enumerate(self._lenses):
            by_lens.setdefault(lens, []).append(view)
        self._groups = [
            _CameraGroup(drawn, _optics_of(lens, views.width, views.height), lens.far, members, views)
            for lens, members in by_lens.items()
        ]
        if len(self._groups) == 1 and data.output is not None:
            self._groups[0].draw_into(data.output)
        return self._groups

    def _find_meanings(self, drawn: RenderScene, data: CameraData) -> None:
        kinds = [name for name in self._views.data_types if _DRAWN[name] == "shapes"]
        if not kinds:
            return
        shapes = self._meanings_of_shapes(drawn)
        for name in kinds:
            if name == "semantic_segmentation":
                segmentation = by_labels(shapes, self.settings.semantic_segmentation_mapping)
            else:
                segmentation = (by_labelled_prims if name.startswith("instance_segmentation") else by_prims)(shapes)
            self._segmentations[name] = _SegmentationTables(segmentation, drawn.device)
            assert data.info is not None
            data.info[name] = segmentation.info(self._is_colorized(name))

    def _meanings_of_shapes(self, drawn: RenderScene) -> list[ShapeMeaning]:
        """What each shape of all drawn environments stands for."""
        stage, plan = self._views.simulation.stage, get_environments()
        of_name: dict[str, ShapeMeaning] = {}
        meanings = []
        for index, env_id in enumerate(drawn.env_ids.tolist()):
            for shape in drawn.seen_in(index):
                if shape.name not in of_name:
                    of_name[shape.name] = meaning_of(shape.name, stage, self._semantic_filter)
                meaning = of_name[shape.name]
                if plan is not None:
                    template = plan.template_path(int(plan.variant_of_env[env_id]))
                    meaning = meaning.in_environment(template, plan.env_path(env_id))
                meanings.append(meaning)
        return meanings

    # -- images --------------------------------------------------------------------------------------------------------

    def _is_colorized(self, name: str) -> bool:
        settings = self.settings
        return {
            "semantic_segmentation": settings.colorize_semantic_segmentation,
            "instance_segmentation": settings.colorize_instance_segmentation,
            "instance_segmentation_fast": settings.colorize_instance_segmentation,
            "instance_id_segmentation_fast": settings.colorize_instance_id_segmentation,
        }.get(name, False)

    def _write(self, name: str, group: _CameraGroup, data: CameraData) -> None:
        """Write what was drawn to the images that users see."""
        drawn = _DRAWN[name]
        behaviour = CLIPPING[self.settings.depth_clipping_behavior]
        # The renderer cuts at a plane: the corners of a picture see farther than its middle.
        is_cut = drawn == "distance" or (drawn == "depth" and behaviour)
        if name in group.drawn_in_place and not is_cut:
            return
        inputs = [group.batch.image(drawn), group.views, group.worlds]
        kernel = _WRITERS.get(drawn, image_kernels.write_colors)
        if kernel is image_kernels.write_distances:
            inputs += [group.farthest, behaviour]
        elif kernel is image_kernels.write_ids:
            tables = self._segmentations[name]
            inputs.append(tables.ids)
            if self._is_colorized(name):
                kernel = image_kernels.write_id_colors
                inputs.append(tables.colors)
        assert data.output is not None
        wp.launch(
            kernel,
            dim=group.batch.image_shape,
            inputs=inputs,
            outputs=[data.output[name].warp],
            device=group.batch.scene.device,
        )


_WRITERS = {
    "distance": image_kernels.write_distances,
    "depth": image_kernels.write_distances,
    "normals": image_kernels.write_normals,
    "motion": image_kernels.write_motions,
    "shapes": image_kernels.write_ids,
}
"""Kernels that write outputs that are no colours."""


class _SegmentationTables:
    """A segmentation on the device."""

    def __init__(self, segmentation: Segmentation, device: str) -> None:
        self.ids = wp.array(segmentation.ids, dtype=int, device=device)
        self.colors = wp.array(segmentation.colors, dtype=wp.uint8, device=device)


class _CameraGroup:
    """Cameras with equal optics, which are drawn in one go.

    Args:
        drawn: What they see.
        optics: Their optics.
        farthest: Farthest distance that they see [m].
        members: Which of the sensor's cameras they are.
        views: All cameras of the sensor.
    """

    def __init__(
        self,
        drawn: RenderScene,
        optics: Optics | FisheyeOptics,
        farthest: float,
        members: list[int],
        views: CameraViews,
    ) -> None:
        from pippin.physics.rendering import LEAVE, CameraBatch

        self._leave = LEAVE
        device = drawn.device
        env_ids = views.env_ids.numpy()[members]
        worlds = np.zeros(len(members), dtype=np.int32) if views.see_all else env_ids
        origins = np.zeros((len(members), 3), np.float32) if views.see_all else views.scene.env_origins.numpy()[env_ids]
        self.batch: CameraBatch = CameraBatch(drawn, optics, worlds.tolist())
        self.farthest = farthest
        self.views = wp.array(members, dtype=int, device=device)
        self.worlds = wp.zeros(len(members), dtype=int, device=device)
        self.drawn_in_place: set[str] = set()
        self._worlds = wp.array(worlds, dtype=int, device=device)
        self._shifts = wp.array(origins, dtype=wp.vec3f, device=device)
        self._first_bodies: wp.array | None = None
        if "motion_vectors" in views.data_types:
            num_rows = drawn.body_poses.shape[0]
            firsts = [0, num_rows] if views.see_all else [*drawn.first_bodies.tolist(), num_rows]
            self._first_bodies = wp.array(firsts, dtype=int, device=device)
            self.batch.previous_body_poses = wp.clone(drawn.body_poses)
        self._was_drawn = False

    def draw_into(self, output: dict[str, ProxyArray]) -> None:
        """Let images that are stored as they are drawn be drawn at once where users see them.

        Args:
            output: Images of the sensor by name, whose cameras are those of this group in the same order.
        """
        for name, drawn in _STORED_AS_DRAWN.items():
            if name in output and drawn not in {_DRAWN[other] for other in self.drawn_in_place}:
                self.batch.draw_into(drawn, output[name].warp)
                self.drawn_in_place.add(name)

    def render(self, outputs: set[str], poses: wp.array, mask: wp.array) -> None:
        """Draw.

        Args:
            outputs: Images, of :data:`pippin.physics.rendering.OUTPUTS`.
            poses: Poses of all cameras of the sensor in the world, shape (N,), wp.transformf.
            mask: Which of them to draw, shape (N,), bool.
        """
        batch = self.batch
        inputs = [poses, mask, self.views, self._worlds, self._shifts, self._leave]
        self._launch(image_kernels.aim, inputs, [batch.poses, self.worlds])
        if self._first_bodies is not None and not self._was_drawn:
            wp.copy(batch.previous_poses, batch.poses)
            wp.copy(batch.previous_body_poses, batch.scene.body_poses)
            self._was_drawn = True
        batch.render(outputs, worlds=self.worlds)
        if self._first_bodies is not None:
            self._launch(image_kernels.keep_cameras, [self.worlds, batch.poses], [batch.previous_poses])
            self._launch(
                image_kernels.keep_bodies,
                [self.worlds, self._first_bodies, batch.scene.body_poses],
                [batch.previous_body_poses],
            )

    def _launch(self, kernel: wp.Kernel, inputs: list, outputs: list) -> None:
        wp.launch(kernel, dim=self.batch.num_views, inputs=inputs, outputs=outputs, device=self.batch.scene.device)


def _optics_of(lens: Lens, width: int, height: int) -> Optics | FisheyeOptics:
    """Optics of a lens for images of a size [pixel]."""
    from pippin.physics.rendering import Distortion, FisheyeOptics, Optics

    far = lens.far if lens.far < _FARTHEST else math.inf
    fisheye, calibrated = lens.fisheye, lens.calibrated
    center = lens.center_x, lens.center_y
    if calibrated is not None and calibrated.model == "opencvFisheye":
        k1, k2, k3, k4 = calibrated.coefficients
        scales, odd = (1.0 / lens.focal_x, 1.0 / lens.focal_y), (0.0, 1.0, 0.0, k1, 0.0, k2, 0.0, k3, 0.0, k4)
        return FisheyeOptics(
            width, height, *center, *scales, odd, calibrated.max_angle, lens.near, far, is_of_angle=True
        )
    if fisheye is None:
        distortion = None
        if calibrated is not None and calibrated.bends:
            values = calibrated.coefficients
            distortion = Distortion(values[:6], values[6:8], values[8:])
        return Optics(width, height, lens.focal_x, lens.focal_y, *center, lens.near, far, distortion)
    scale_x, scale_y = fisheye.width / width, fisheye.height / height
    return FisheyeOptics(
        width,
        height,
        fisheye.center_x / scale_x,
        fisheye.center_y / scale_y,
        scale_x,
        scale_y,
        fisheye.polynomial,
        math.radians(fisheye.max_angle),
        lens.near,
        far,
    )


@configclass
class RendererCfg:
    """What draws, and how. A field of that name of :class:`CameraCfg` that is changed there goes before."""

    class_type: type[Renderer] | ResolvableString = NewtonWarpRenderer
    """Class of the renderer."""

    renderer_type: str = "newton_warp"
    """Name of the renderer, for programs that tell renderers apart by it."""

    depth_clipping_behavior: Literal["max", "zero", "none"] = "none"
    """What becomes of distances beyond the farthest one that is seen."""

    semantic_filter: str | list[str] = "*:*"
    """Which labels segmentation tells apart."""

    colorize_semantic_segmentation: bool = True
    """Whether semantic segmentation is of colours."""

    colorize_instance_id_segmentation: bool = True
    """Whether the segmentation by prims is of colours."""

    colorize_instance_segmentation: bool = True
    """Whether the segmentation by labelled prims is of colours."""

    semantic_segmentation_mapping: dict[str, Rgba] = {}
    """Colours of labels."""

    def supported_output_types(self) -> dict[RenderBufferKind, RenderBufferSpec]:
        """Images that the renderer makes, and how they are stored."""
        names = [field.name for field in dataclasses.fields(RenderSettings)]
        return self.class_type(RenderSettings(**{name: getattr(self, name) for name in names})).supported_specs()


@configclass
class NewtonWarpRendererCfg(RendererCfg):
    """Newton's ray tracer, which draws for all environments at once on the device of the simulation."""

    class_type: type[Renderer] | ResolvableString = ResolvableString(f"{__name__}:NewtonWarpRenderer")
