"""Materials that objects are given."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from pippin.sensors.camera.drawn_scene import paint
from pippin.sim import PreviewSurfaceCfg, RigidBodyMaterialCfg, get_current_stage, is_prim_path_valid

from .bodies import running_scene


class _Material:
    """A material on the stage.

    Args:
        prim_path: Path of its prim.
        name: Name of the object.
    """

    def __init__(self, prim_path: str, name: str) -> None:
        self.name = name
        self.prim_path = prim_path

    @classmethod
    def at(cls, prim_path: str) -> Self:
        """The material that there is at a path, as it is."""
        material = cls.__new__(cls)
        _Material.__init__(material, prim_path, prim_path.rpartition("/")[2])
        return material

    @property
    def prim(self) -> Usd.Prim:
        """The prim on the stage."""
        return get_current_stage().GetPrimAtPath(self.prim_path)

    @property
    def material(self) -> UsdShade.Material:
        """The prim as USD's material."""
        return UsdShade.Material(self.prim)


class PhysicsMaterial(_Material):
    """How a collider rubs and bounces. What is set while the simulation plays holds from the next start on.

    Args:
        prim_path: Path of its prim, which is made, or changed where it is there.
        name: Name of the object.
        static_friction: Coefficient of static friction.
        dynamic_friction: Coefficient of dynamic friction.
        restitution: Coefficient of restitution, from 0 to 1.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "physics_material",
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.0,
    ) -> None:
        cfg = RigidBodyMaterialCfg(
            static_friction=static_friction, dynamic_friction=dynamic_friction, restitution=restitution
        )
        cfg.func(prim_path, cfg)
        super().__init__(prim_path, name)

    def get_static_friction(self) -> float:
        """Coefficient of static friction."""
        return UsdPhysics.MaterialAPI(self.prim).GetStaticFrictionAttr().Get()

    def get_dynamic_friction(self) -> float:
        """Coefficient of dynamic friction."""
        return UsdPhysics.MaterialAPI(self.prim).GetDynamicFrictionAttr().Get()

    def get_restitution(self) -> float:
        """Coefficient of restitution."""
        return UsdPhysics.MaterialAPI(self.prim).GetRestitutionAttr().Get()

    def set_static_friction(self, friction: float) -> None:
        """Set the coefficient of static friction.

        Raises:
            ValueError: It is negative.
        """
        self._set("static_friction", friction, UsdPhysics.MaterialAPI(self.prim).CreateStaticFrictionAttr)

    def set_dynamic_friction(self, friction: float) -> None:
        """Set the coefficient of dynamic friction; see :meth:`set_static_friction`."""
        self._set("dynamic_friction", friction, UsdPhysics.MaterialAPI(self.prim).CreateDynamicFrictionAttr)

    def set_restitution(self, restitution: float) -> None:
        """Set the coefficient of restitution, from 0 to 1; see :meth:`set_static_friction`."""
        self._set("restitution", restitution, UsdPhysics.MaterialAPI(self.prim).CreateRestitutionAttr, 1.0)

    def _set(self, name: str, value: float, create: Callable[[float], object], largest: float = math.inf) -> None:
        if not 0.0 <= float(value) <= largest:
            raise ValueError(f"'{name}' of '{self.prim_path}' is {value!r}; expected a number from 0 to {largest:g}.")
        create(float(value))


class PreviewSurface(_Material):
    """How a surface looks.

    Args:
        prim_path: Path of its prim, which is made, or changed where it is there.
        name: Name of the object.
        color: Colour in linear RGB, each from 0 to 1, shape (3,); None leaves it, or makes it grey.
        roughness: Roughness from 0, a mirror, to 1; None leaves it, or makes it 0.5.
        metallic: How metallic it is, from 0 to 1; None leaves it, or makes it 0.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "visual_material",
        color: Sequence[float] | np.ndarray | None = None,
        roughness: float | None = None,
        metallic: float | None = None,
    ) -> None:
        super().__init__(prim_path, name)
        values = {"diffuse_color": (0.5, 0.5, 0.5), "roughness": 0.5, "metallic": 0.0}
        if is_prim_path_valid(prim_path):
            values |= {"diffuse_color": tuple(self.get_color()), "roughness": self.get_roughness()}
            values["metallic"] = self.get_metallic()
        given = {"diffuse_color": color, "roughness": roughness, "metallic": metallic}
        values |= {key: value for key, value in given.items() if value is not None}
        red, green, blue = (float(share) for share in values.pop("diffuse_color"))  # type: ignore[attr-defined]
        cfg = PreviewSurfaceCfg(diffuse_color=(red, green, blue), **values)  # type: ignore[arg-type]
        cfg.func(prim_path, cfg)

    def get_color(self) -> np.ndarray:
        """Colour in linear RGB, shape (3,), float64."""
        return np.array(self._input("diffuseColor", (0.18, 0.18, 0.18)), dtype=float)

    def set_color(self, color: Sequence[float] | np.ndarray) -> None:
        """Set the colour in linear RGB, each from 0 to 1, shape (3,); cameras show it at once."""
        PreviewSurface(self.prim_path, self.name, color=color)
        scene = running_scene()
        if scene is None:
            return
        for prim in get_current_stage().Traverse():
            bound = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0] if prim.IsA(UsdGeom.Gprim) else None
            if bound and bound.GetPath() == self.prim_path:
                paint(scene, re.escape(str(prim.GetPath())), np.array([0]), np.array([color], dtype=float))

    def get_roughness(self) -> float:
        """Roughness from 0, a mirror, to 1."""
        return float(self._input("roughness", 0.5))

    def set_roughness(self, roughness: float) -> None:
        """Set the roughness from 0, a mirror, to 1."""
        PreviewSurface(self.prim_path, self.name, roughness=roughness)

    def get_metallic(self) -> float:
        """How metallic it is, from 0 to 1."""
        return float(self._input("metallic", 0.0))

    def set_metallic(self, metallic: float) -> None:
        """Set how metallic it is, from 0 to 1."""
        PreviewSurface(self.prim_path, self.name, metallic=metallic)

    def _input(self, name: str, default: Any) -> Any:
        """Value of an input of the surface's shader."""
        shader = self.material.ComputeSurfaceSource()[0]
        value = shader.GetInput(name).Get() if shader and shader.GetInput(name) else None
        return default if value is None else value
