"""Materials that objects are given."""

from __future__ import annotations

from pxr import Usd

from pippin.sim import PreviewSurfaceCfg, RigidBodyMaterialCfg, get_current_stage


class PhysicsMaterial:
    """How a collider rubs and bounces.

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
        self.name = name
        self.prim_path = prim_path

    @property
    def prim(self) -> Usd.Prim:
        """The prim on the stage."""
        return get_current_stage().GetPrimAtPath(self.prim_path)


class PreviewSurface:
    """How a surface looks.

    Args:
        prim_path: Path of its prim, which is made, or changed where it is there.
        name: Name of the object.
        color: Colour in linear RGB, each from 0 to 1, shape (3,).
        roughness: Roughness from 0, a mirror, to 1.
        metallic: How metallic it is, from 0 to 1.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "visual_material",
        color: tuple[float, float, float] = (0.5, 0.5, 0.5),
        roughness: float = 0.5,
        metallic: float = 0.0,
    ) -> None:
        red, green, blue = (float(share) for share in color)
        cfg = PreviewSurfaceCfg(diffuse_color=(red, green, blue), roughness=roughness, metallic=metallic)
        cfg.func(prim_path, cfg)
        self.name = name
        self.prim_path = prim_path

    @property
    def prim(self) -> Usd.Prim:
        """The prim on the stage."""
        return get_current_stage().GetPrimAtPath(self.prim_path)
