"""Replicator's pictures: render products, annotators that read them, the writer of files, the orchestrator, and labels.

A render product shows the first environment, as a camera of Isaac Sim's objects does, and that of the viewport
(``/OmniverseKit_Persp``) up to 64 of them. What Replicator makes at random in a graph of its own is not served.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from pxr import Sdf, Usd

from isaacsim.core.objects import KINDS, Camera
from isaacsim.core.stage import VIEWPORT_CAMERA, add_update_semantics, set_camera_view
from pippin.sim import SimulationContext, get_labels, is_prim_path_valid

from .lab_images import BasicWriter

MOST_ENVS = 64
"""Environments that the camera of the viewport sees at most."""

PICTURES = {"LdrColor": "rgb", "distance_to_image_plane": "distance_to_image_plane"}
"""Other names of pictures."""

attached: list[_FileWriter] = []
"""Writers that write when the orchestrator steps."""

_numbers = itertools.count()


class RenderProduct:
    """What one camera sees, at one size.

    Args:
        camera: Path of the camera.
        resolution: Width and height [pixel].

    Raises:
        ValueError: There is no such camera.
    """

    def __init__(self, camera: str, resolution: Sequence[int]) -> None:
        self.camera_path = camera
        self.resolution = int(resolution[0]), int(resolution[1])
        self.path = f"/Render/OmniverseKit/HydraTextures/Replicator_{next(_numbers):02d}"
        self._camera: Camera | None = None
        self._viewport: Any = None
        if camera == VIEWPORT_CAMERA:
            return
        if not is_prim_path_valid(camera):
            raise ValueError(
                f"There is no camera '{camera}' on the stage, which holds the first environment of equal ones: make "
                "the camera before its render product, or use isaaclab.sensors.Camera, which sees all environments."
            )
        self._camera = Camera(camera, resolution=self.resolution)
        self._camera.initialize()

    @property
    def hydra_texture(self) -> RenderProduct:
        """Itself: older programs ask for it."""
        return self

    def destroy(self) -> None:
        """Let go of the camera."""
        self._camera = self._viewport = None

    def picture(self, name: str, colorize: bool = False) -> Any:
        """Give what the camera sees now.

        Args:
            name: Kind of the picture, as annotators call it.
            colorize: Whether a segmentation has colours in place of numbers.

        Returns:
            Shape (height, width) or (height, width, channels); a segmentation and a cloud of points are dicts with
            ``data`` and ``info``. An empty array where no simulation plays.

        Raises:
            NotImplementedError: The viewport has colours alone.
            ValueError: There are no such pictures.
        """
        name = PICTURES.get(name, name)
        if self._camera is not None:
            if name == "pointcloud":
                points = self._camera.get_pointcloud()
                return {"data": np.zeros((0, 3), dtype=np.float32) if points is None else points, "info": {}}
            if name != "rgb":
                self._camera.add_image(KINDS.get(name, name), colorize)
            return self._camera.get_current_frame().get(name, np.zeros(0, dtype=np.uint8))
        if name != "rgb":
            raise NotImplementedError(f"The viewport has no pictures '{name}': make a camera of the stage for them.")
        return self._seen_by_viewport()

    def _seen_by_viewport(self) -> np.ndarray:
        context = SimulationContext.instance()
        if context is None or not context.is_playing():
            return np.zeros(0, dtype=np.uint8)
        scene: Any = context.physics
        if self._viewport is None or self._viewport[0] is not scene:
            from pippin.viewers.pictures import PictureCamera  # loads Newton's renderer, which takes seconds

            width, height = self.resolution
            envs = range(min(scene.num_envs, MOST_ENVS))
            self._viewport = scene, PictureCamera(scene, env_ids=envs, width=width, height=height, samples_per_pixel=1)
        colours = self._viewport[1].take(*context.camera_view)
        return np.dstack([colours, np.full(colours.shape[:2], 255, dtype=np.uint8)])


def render_product(
    camera: Any, resolution: Sequence[int], force_new: bool = False, name: str | None = None, **options: Any
) -> Any:
    """Make a render product, or one for each of several cameras.

    Args:
        camera: Path or prim of a camera, what :func:`camera` gave, or a list of them.
        resolution: Width and height [pixel].
        force_new: Without effect: each is new.
        name: Without effect.
        options: Without effect.

    Returns:
        The product, or a list of them.

    Raises:
        ValueError: There is no such camera.
    """
    if isinstance(camera, (list, tuple)):
        return [render_product(one, resolution) for one in camera]
    if isinstance(camera, Usd.Prim):
        camera = camera.GetPath()
    return RenderProduct(camera.pathString if isinstance(camera, Sdf.Path) else str(camera), resolution)


def camera(
    position: Sequence[float] | None = None,
    look_at: Sequence[float] | None = None,
    focal_length: float = 24.0,
    horizontal_aperture: float = 20.955,
    clipping_range: tuple[float, float] = (1.0, 1000000.0),
    name: str | None = None,
    **options: Any,
) -> str:
    """Make a camera of the stage.

    Args:
        position: Where it is in the world [m]; None for the origin.
        look_at: Point in the world that it looks at [m]; None leaves it looking down.
        focal_length: Focal length of its lens [mm].
        horizontal_aperture: Width of its film [mm].
        clipping_range: Nearest and farthest distance that it sees [m].
        name: Name of its prim.
        options: Further settings of Replicator.

    Returns:
        Its path, which :func:`render_product` takes.

    Raises:
        NotImplementedError: There is a further setting.
    """
    if options:
        raise NotImplementedError(
            f"omni.replicator.core.create.camera takes position, look_at, lens and name here, not {sorted(options)}: "
            "set these on the prim, of which it gives the path."
        )
    path = f"/Replicator/{name or f'Camera_{next(_numbers):02d}'}"
    made = Camera(path, position=[0.0, 0.0, 0.0] if position is None else position)
    made.set_focal_length(focal_length / 10.0)
    made.set_horizontal_aperture(horizontal_aperture / 10.0)
    made.set_clipping_range(*clipping_range)
    if look_at is not None:
        set_camera_view([0.0, 0.0, 0.0] if position is None else position, look_at, path)
    return path


class Annotator:
    """Reads one kind of picture of the render products that it is attached to.

    Args:
        name: Kind of the picture: "rgb", "distance_to_image_plane", "semantic_segmentation", ...
        init_params: ``colorize``: whether a segmentation has colours.
    """

    def __init__(self, name: str, init_params: dict[str, Any] | None = None) -> None:
        self.name = name
        self._colorize = bool((init_params or {}).get("colorize", False))
        self._products: list[RenderProduct] = []

    def attach(self, render_products: Any) -> Annotator:
        """Read these render products, one or a list."""
        self._products = _listed(render_products)
        return self

    def detach(self, render_products: Any = None) -> None:
        """Read these render products no more; None for all."""
        gone = self._products if render_products is None else _listed(render_products)
        self._products = [product for product in self._products if product not in gone]

    def get_data(self, *args: Any, **options: Any) -> Any:
        """Give the picture of now; see :meth:`RenderProduct.picture`.

        Raises:
            ValueError: The annotator is attached to none.
        """
        if not self._products:
            raise ValueError(f"The annotator '{self.name}' is attached to no render product: call attach() first.")
        return self._products[0].picture(self.name, self._colorize)


class AnnotatorRegistry:
    """Gives annotators by their names."""

    @staticmethod
    def get_annotator(name: str, init_params: dict[str, Any] | None = None, *args: Any, **options: Any) -> Annotator:
        """Give an annotator; which device its pictures are on has no effect: they are NumPy's arrays."""
        return Annotator(name, init_params)


class _FileWriter:
    """Replicator's basic writer as programs attach it: it writes when the orchestrator steps."""

    def __init__(self) -> None:
        self._products: list[RenderProduct] = []
        self._writer: BasicWriter | None = None
        self._kinds: list[str] = []
        self._colorize = False

    def initialize(self, output_dir: str | None = None, backend: Any = None, **options: Any) -> None:
        """Say where files go and, by ``rgb=True``, ``distance_to_camera=True`` and others, which are written."""
        folder = output_dir or getattr(backend, "output_dir", None)
        if folder is None:
            raise ValueError("BasicWriter has no 'output_dir': name the folder of its files.")
        self._writer = BasicWriter(folder, options.get("frame_padding", 4))
        switches = {"colorize_semantic_segmentation", "use_common_output_dir"}
        self._kinds = [kind for kind, is_on in options.items() if is_on is True and kind not in switches]
        self._colorize = bool(options.get("colorize_semantic_segmentation", False))

    def attach(self, render_products: Any, trigger: Any = None) -> None:
        """Write what these render products show."""
        self._products = _listed(render_products)
        if self not in attached:
            attached.append(self)

    def detach(self) -> None:
        """Write no more."""
        if self in attached:
            attached.remove(self)

    def write(self) -> None:
        """Write the pictures of now."""
        if self._writer is None:
            raise ValueError("BasicWriter was not initialized: call initialize(output_dir=...) first.")
        pictures: dict[str, dict[str, Any]] = {}
        for kind in self._kinds:
            shown = {
                product.path.rpartition("/")[2]: product.picture(kind, self._colorize) for product in self._products
            }
            pictures[kind] = {
                name: picture if isinstance(picture, dict) else {"data": picture} for name, picture in shown.items()
            }
        self._writer.write({"annotators": pictures})


class WriterRegistry:
    """Gives writers by their names."""

    @staticmethod
    def get(name: str, *args: Any, **options: Any) -> _FileWriter:
        """Give the basic writer.

        Raises:
            NotImplementedError: It is another one.
        """
        if name != "BasicWriter":
            raise NotImplementedError(
                f"Replicator's writer '{name}' is not served: 'BasicWriter' is, and annotators give pictures to write."
            )
        return _FileWriter()


class orchestrator:
    """Lets writers write."""

    @staticmethod
    def step(*args: Any, **options: Any) -> None:
        """Draw, and let all attached writers write. Time does not go on; the arguments have no effect."""
        context = SimulationContext.instance()
        if context is not None:
            context.render()
        for writer in attached:
            writer.write()

    @staticmethod
    async def step_async(*args: Any, **options: Any) -> None:
        """The same as :meth:`step`."""
        orchestrator.step()

    @staticmethod
    def set_capture_on_play(value: bool) -> None:
        """Take the setting: writers write when :meth:`step` is called."""

    @staticmethod
    def wait_until_complete() -> None:
        """Return: files are complete as soon as they are written."""

    @staticmethod
    def stop() -> None:
        """Do nothing: nothing runs by itself."""


def _listed(products: Any) -> list[RenderProduct]:
    """Render products as a list, of one, or of several that may be nested.

    Raises:
        TypeError: One is something else.
    """
    if isinstance(products, RenderProduct):
        return [products]
    if isinstance(products, str) or not isinstance(products, Iterable):
        raise TypeError(f"A render product is expected, not {products!r}: make it with create.render_product().")
    return [product for entry in products for product in _listed(entry)]


class SemanticsAPI:
    """One kind of label of a prim, as USD had it before Isaac Sim 5.

    Args:
        prim: The prim.
        name: Name of the label: any word.
    """

    def __init__(self, prim: Usd.Prim, name: str = "Semantics"):
        self._prim, self._name = prim, name
        self._values: dict[str, str] = {}

    @classmethod
    def Apply(cls, prim: Usd.Prim, name: str) -> SemanticsAPI:  # as USD's schemas name it
        """Give a prim a label, whose kind and value are set after this."""
        return cls(prim, name)

    @classmethod
    def Get(cls, prim: Usd.Prim, name: str) -> SemanticsAPI:
        """A label of a prim."""
        return cls(prim, name)

    def CreateSemanticTypeAttr(self) -> _Label:
        """Kind of the label, such as "class"."""
        return _Label(self, "type")

    def CreateSemanticDataAttr(self) -> _Label:
        """The label itself."""
        return _Label(self, "data")

    GetSemanticTypeAttr, GetSemanticDataAttr = CreateSemanticTypeAttr, CreateSemanticDataAttr

    def set_part(self, part: str, value: str) -> None:
        """Set the kind ("type") or the label ("data"); with both the prim has it."""
        self._values[part] = value
        if len(self._values) == 2:
            add_update_semantics(self._prim, self._values["data"], self._values["type"])

    def get_part(self, part: str) -> str | None:
        """The kind or the label; None where there is none yet."""
        if part in self._values:
            return self._values[part]
        kind, labels = next(iter(get_labels(self._prim).items()), (None, [None]))
        return kind if part == "type" else labels[0]


class _Label:
    """What :class:`SemanticsAPI` gives for an attribute of USD."""

    def __init__(self, label: SemanticsAPI, part: str):
        self._label, self._part = label, part

    def Set(self, value: str) -> bool:  # as USD's attributes name it
        """Set the value."""
        self._label.set_part(self._part, value)
        return True

    def Get(self) -> str | None:
        """The value."""
        return self._label.get_part(self._part)
