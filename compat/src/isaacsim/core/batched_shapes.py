"""Objects, lights and materials of Isaac Sim 6 (``isaacsim.core.experimental.objects``, ``.materials``).

A path where there is no prim gets one. Shapes are to be seen and do not collide: ``GeomPrim`` and ``RigidPrim`` make
colliders and bodies of them. Quaternions are (w, x, y, z).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import warp as wp
from pxr import Gf, Sdf, UsdGeom, UsdLux, UsdShade

from isaacsim.core.batched_prims import XformPrim, indices_of, rows_of, to_warp
from pippin import objects
from pippin.sim import define_prim, get_current_stage, spawners
from pippin_isaac.omni_kit import say_once

__all__ = [
    "Capsule",
    "Cone",
    "Cube",
    "Cylinder",
    "CylinderLight",
    "DiskLight",
    "DistantLight",
    "DomeLight",
    "GroundPlane",
    "OmniPbrMaterial",
    "PreviewSurfaceMaterial",
    "RectLight",
    "RigidBodyMaterial",
    "Sphere",
    "SphereLight",
]


def _paths(paths: str | Sequence[str]) -> list[str]:
    return [paths] if isinstance(paths, str) else list(paths)


def _is_new(path: str) -> bool:
    """Whether a prim is to be made: a regular expression stands for prims that there are."""
    return Sdf.Path.IsValidPathString(path) and not get_current_stage().GetPrimAtPath(path)


class _Made(XformPrim):
    """Prims of a type, which are made where they are not.

    Args:
        paths: Paths of the prims.
        placement: Where they are; see :class:`isaacsim.core.batched_prims.XformPrim`.
    """

    _type = "Xform"

    def __init__(self, paths: str | Sequence[str], **placement: Any) -> None:
        for path in _paths(paths):
            if _is_new(path):
                define_prim(path, self._type)
        super().__init__(paths, **placement)

    def _set(self, name: str, attribute: str, values: Any, indices: Any = None) -> None:
        """Set an attribute of prims to numbers."""
        chosen = np.arange(len(self)) if indices is None else indices_of(indices)
        for i, value in zip(chosen, rows_of(name, values, len(chosen), 1)[:, 0], strict=True):
            self.prims[i].GetAttribute(attribute).Set(float(value))

    def _get(self, attribute: str) -> wp.array:
        return to_warp(np.array([[prim.GetAttribute(attribute).Get()] for prim in self.prims], dtype=float))


class _Shape(_Made):
    """Shapes that are seen.

    Args:
        paths: Paths of the prims.
        colors: Colours, from 0 to 1, of three numbers each; None leaves them.
        sizes: Numbers by the shape: ``sizes``, ``radii``, ``heights`` [m] and ``axes`` ("X", "Y" or "Z").
    """

    _sizes: dict[str, tuple[str, float]] = {}

    def __init__(self, paths: str | Sequence[str], *, colors: Any = None, axes: Any = None, **given: Any) -> None:
        are_new = [_is_new(path) for path in _paths(paths)]
        sizes = {name: given.pop(name, None) for name in self._sizes}
        super().__init__(paths, **given)
        for name, (attribute, default) in self._sizes.items():
            if sizes[name] is not None:
                self._set(name, attribute, sizes[name])
            elif all(are_new):
                self._set(name, attribute, default)
        if axes is None and all(are_new):
            axes = "Z"
        given_axes = [axes] * len(self) if axes is None or isinstance(axes, str) else list(axes)
        for prim, axis in zip(self.prims, given_axes, strict=True):
            if prim.HasAttribute("axis") and axis is not None:
                prim.GetAttribute("axis").Set(axis)
            boundable = UsdGeom.Boundable(prim)
            boundable.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(boundable, 0.0))
        if colors is not None:
            self.set_colors(colors)

    def set_colors(self, colors: Any) -> None:
        """Set the colours, from 0 to 1, of three numbers each."""
        for prim, color in zip(self.prims, rows_of("colors", colors, len(self), 3), strict=True):
            UsdGeom.Gprim(prim).CreateDisplayColorAttr([Gf.Vec3f(*map(float, color))])


def _size_methods(name: str, attribute: str) -> tuple[Callable[..., None], Callable[..., wp.array]]:
    def setter(self: _Shape, values: Any, *, indices: Any = None) -> None:
        self._set(name, attribute, values, indices)

    def getter(self: _Shape) -> wp.array:
        return self._get(attribute)

    setter.__doc__ = f"Set the {name} [m]."
    getter.__doc__ = f"Return the {name} [m], shape (N, 1)."
    return setter, getter


class Cube(_Shape):
    """Cubes; ``sizes`` are the lengths of their sides."""

    _type, _sizes = "Cube", {"sizes": ("size", 1.0)}
    set_sizes, get_sizes = _size_methods("sizes", "size")


class Sphere(_Shape):
    """Spheres."""

    _type, _sizes = "Sphere", {"radii": ("radius", 1.0)}
    set_radii, get_radii = _size_methods("radii", "radius")


class _Round(_Shape):
    """Shapes around an axis."""

    _sizes = {"radii": ("radius", 1.0), "heights": ("height", 2.0)}
    set_radii, get_radii = _size_methods("radii", "radius")
    set_heights, get_heights = _size_methods("heights", "height")


class Cylinder(_Round):
    """Cylinders."""

    _type = "Cylinder"


class Cone(_Round):
    """Cones."""

    _type = "Cone"


class Capsule(_Round):
    """Capsules; their heights are without the half spheres at the ends."""

    _type = "Capsule"
    _sizes = {"radii": ("radius", 0.5), "heights": ("height", 1.0)}


class GroundPlane(XformPrim):
    """Grounds, which collide and for physics have no end.

    Args:
        paths: Paths of the grounds.
        sizes: Half the lengths of their pictures' sides [m].
        colors: Colours, from 0 to 1, of three numbers each; None leaves the picture's own.
        placement: Where they are; see :class:`isaacsim.core.batched_prims.XformPrim`.
    """

    def __init__(
        self, paths: str | Sequence[str], *, sizes: Any = 50.0, colors: Any = None, axes: str = "Z", **placement: Any
    ) -> None:
        if axes != "Z":
            raise NotImplementedError(f"A ground's normal is {axes!r}; expected 'Z': turn it by its orientation.")
        given = _paths(paths)
        for path, size, color in zip(
            given,
            rows_of("sizes", sizes, len(given), 1)[:, 0],
            [None] * len(given) if colors is None else rows_of("colors", colors, len(given), 3),
            strict=True,
        ):
            if _is_new(path):
                cfg = spawners.GroundPlaneCfg(size=(2.0 * size, 2.0 * size))
                cfg.color = None if color is None else tuple(map(float, color))
                cfg.func(path, cfg)
        super().__init__(paths, **placement)


class _Light(_Made):
    """Lights; Pippin's pictures have a light of their own where the renderer takes none."""

    def set_intensities(self, intensities: Any, *, indices: Any = None) -> None:
        """Set how strong they are, in USD's unit."""
        self._set("intensities", "inputs:intensity", intensities, indices)

    def get_intensities(self) -> wp.array:
        """How strong they are, in USD's unit, shape (N, 1)."""
        return self._get("inputs:intensity")

    def set_colors(self, colors: Any) -> None:
        """Set the colours, from 0 to 1, of three numbers each."""
        for prim, color in zip(self.prims, rows_of("colors", colors, len(self), 3), strict=True):
            UsdLux.LightAPI(prim).CreateColorAttr(Gf.Vec3f(*map(float, color)))

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith("set_"):
            raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'.")
        return lambda *args, **kwargs: say_once(f"'{name}' of lights has no effect on Pippin's pictures.")


CylinderLight, DiskLight, DistantLight, DomeLight, RectLight, SphereLight = (
    type(name, (_Light,), {"_type": name, "__module__": __name__, "__doc__": f"Lights of USD's type {name}."})
    for name in ("CylinderLight", "DiskLight", "DistantLight", "DomeLight", "RectLight", "SphereLight")
)


class PreviewSurfaceMaterial:
    """Looks of a surface.

    Args:
        paths: Paths of the materials.
    """

    def __init__(self, paths: str | Sequence[str], **others: Any) -> None:
        _name_unserved(self, others)
        self.paths = _paths(paths)
        for path in self.paths:
            if _is_new(path):
                cfg = spawners.PreviewSurfaceCfg()
                cfg.func(path, cfg)

    def set_input_values(self, name: str, values: Any, *, indices: Any = None) -> None:
        """Set an input of the surfaces, such as "diffuseColor", "roughness" or "metallic": for all, or a row for each.

        Raises:
            ValueError: A surface has no such input, or the values have another shape.
        """
        chosen = np.arange(len(self.paths)) if indices is None else indices_of(indices)
        for row, path in enumerate(self.paths[i] for i in chosen):
            shader = UsdShade.Material(get_current_stage().GetPrimAtPath(path)).ComputeSurfaceSource()[0]
            there_are = {each.GetBaseName(): each for each in shader.GetInputs()}
            wanted = INPUTS.get(name, name)
            if wanted not in there_are:
                raise ValueError(f"'{path}' has no input '{name}'; there are: {', '.join(sorted(there_are))}.")
            is_color = there_are[wanted].GetTypeName().type.pythonClass is Gf.Vec3f
            value = list(map(float, rows_of(name, values, len(chosen), 3 if is_color else 1)[row]))
            there_are[wanted].Set(Gf.Vec3f(*value) if is_color else value[0])


INPUTS = {
    "diffuse_color_constant": "diffuseColor",
    "reflection_roughness_constant": "roughness",
    "metallic_constant": "metallic",
    "emissive_color": "emissiveColor",
    "opacity_constant": "opacity",
}
"""Inputs of NVIDIA's general material, and those of the surface that stands for it."""


class OmniPbrMaterial(PreviewSurfaceMaterial):
    """NVIDIA's general material, of which the colour, the roughness and the metal are taken."""


class RigidBodyMaterial:
    """How colliders rub and bounce.

    Args:
        path: Path of the material, or several; the numbers are for all, or one for each.
        static_frictions: Coefficients of static friction.
        dynamic_frictions: Coefficients of dynamic friction.
        restitutions: Coefficients of restitution, from 0 to 1.
    """

    def __init__(
        self,
        path: str | Sequence[str],
        *,
        static_frictions: Any = 0.5,
        dynamic_frictions: Any = 0.5,
        restitutions: Any = 0.0,
        **others: Any,
    ) -> None:
        _name_unserved(self, others)
        self.paths = _paths(path)
        given = {
            "static_friction": static_frictions,
            "dynamic_friction": dynamic_frictions,
            "restitution": restitutions,
        }
        rows = {name: rows_of(name, values, len(self.paths), 1)[:, 0] for name, values in given.items()}
        self.singles = [
            objects.PhysicsMaterial(each, **{name: float(values[i]) for name, values in rows.items()})
            for i, each in enumerate(self.paths)
        ]


def _name_unserved(material: object, others: dict[str, Any]) -> None:
    for name in others:
        say_once(f"'{name}' of a {type(material).__name__} has no effect here.")
