"""Physics materials, and the parameters of contact that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from pxr import Usd, UsdPhysics, UsdShade

from ..contact_targets import solref_of
from .attributes import authored, number
from .notices import Notices


@dataclass(frozen=True)
class PhysicsMaterial:
    """How a surface rubs and bounces.

    MuJoCo has one coefficient of friction per pair of surfaces, the larger of the two, at rest and in motion alike: the
    dynamic one, because it is what holds once a contact slips. A fixed surface may leave it to the other.

    Attributes:
        static_friction: Coefficient of friction at rest; used where no dynamic one is authored.
        dynamic_friction: Coefficient of friction in motion.
        restitution: Speed after a bounce over that before, 0 to 1; of two surfaces the mean counts.
        density: Density [kg/m^3]; 0 says nothing.
        torsional_friction: Coefficient of torsional friction [m]; acts from ``condim`` 4 on.
        rolling_friction: Coefficient of rolling friction [m]; acts from ``condim`` 6 on.
        stiffness: Stiffness of a compliant contact [1/s^2 at unit mass]; 0 for a hard one.
        damping: Damping of a compliant contact [1/s at unit mass].
        leaves_friction: Whether, fixed in place, it has other surfaces rub by their own friction; see
            :func:`leaves_friction`.
    """

    static_friction: float = 0.5
    dynamic_friction: float = 0.5
    restitution: float = 0.0
    density: float = 0.0
    torsional_friction: float = 0.005
    rolling_friction: float = 0.0001
    stiffness: float = 0.0
    damping: float = 0.0
    leaves_friction: bool = False

    @property
    def friction(self) -> tuple[float, float, float]:
        """Sliding, torsional and rolling friction as a geometry of MuJoCo has them."""
        return self.dynamic_friction, self.torsional_friction, self.rolling_friction

    @property
    def solref(self) -> tuple[float, float] | None:
        """Contact dynamics as a geometry of MuJoCo has them; None for the engine's own."""
        if self.stiffness > 0.0:
            return -self.stiffness, -self.damping
        return solref_of(self.restitution) if self.restitution > 0.0 else None


def restitution_alone(restitution: float, combine_mode: str | None) -> float:
    """Restitution of a surface where the other has none: with a factor of 1, or the smaller one, that is none."""
    return 0.0 if combine_mode in ("multiply", "min") and restitution >= 1.0 else restitution


def leaves_friction(friction: float, combine_mode: str | None) -> bool:
    """Whether PhysX's way to combine friction gives that of the other surface: a factor of 1, or 1 as the larger one.

    So the ground of Isaac Lab's walking tasks is made. Another surface of the mode "max", which would win over this
    one's, is not thought of, nor are coefficients above 1 where the smaller one counts.
    """
    return combine_mode in ("multiply", "min") and friction == 1.0


def read_material(
    prim: Usd.Prim, default: PhysicsMaterial, notices: Notices, is_fixed: bool = False
) -> PhysicsMaterial:
    """Physics material that is bound to a collider, or the default.

    Args:
        prim: The collider.
        default: Material of colliders without one.
        notices: Where to tell of what is not as written.
        is_fixed: Whether it belongs to no body.

    Raises:
        ValueError: A coefficient is negative or not a number.
    """
    bound, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("physics")
    material = bound.GetPrim() if bound else None
    if material is None or not material.HasAPI(UsdPhysics.MaterialAPI):
        return default

    def value(name: str, fallback: float) -> float:
        return number(material, name, fallback, positive=True)

    static = value("physics:staticFriction", 0.0)
    dynamic = value("physics:dynamicFriction", static)
    is_left = leaves_friction(dynamic, authored(material, "physxMaterial:frictionCombineMode"))
    for kind, ours, is_usual in (("friction", "the larger one", "max"), ("restitution", "their mean", "average")):
        mode = authored(material, f"physxMaterial:{kind}CombineMode")
        if mode is not None and mode != is_usual and not (kind == "friction" and is_left and is_fixed):
            remark = notices.info if mode == "average" else notices.warn  # average is PhysX's default
            but = ", but on fixed surfaces that leave it to others" if kind == "friction" else ""
            remark(f"The {kind} of two surfaces is {ours}, not combined by '{mode}'{but}", str(material.GetPath()))
    return PhysicsMaterial(
        static_friction=static,
        dynamic_friction=dynamic,
        leaves_friction=is_left,
        restitution=restitution_alone(
            value("physics:restitution", 0.0), authored(material, "physxMaterial:restitutionCombineMode")
        ),
        density=value("physics:density", 0.0),
        torsional_friction=value("mjc:torsionalfriction", value("newton:torsionalFriction", 0.005)),
        rolling_friction=value("mjc:rollingfriction", value("newton:rollingFriction", 0.0001)),
        stiffness=value("physxMaterial:compliantContactStiffness", 0.0),
        damping=value("physxMaterial:compliantContactDamping", 0.0),
    )
