"""Physics materials, and the parameters of contact that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from pxr import Usd, UsdPhysics, UsdShade

from ..contact_targets import COMBINE_MODES, solref_of
from .attributes import authored, number
from .notices import Notices


@dataclass(frozen=True)
class PhysicsMaterial:
    """How a surface rubs and bounces.

    MuJoCo has one coefficient of friction per pair of surfaces, at rest and in motion alike, so the dynamic one counts,
    which is what holds once a contact slips.

    Attributes:
        static_friction: Coefficient of friction at rest; used where no dynamic one is authored.
        dynamic_friction: Coefficient of friction in motion.
        restitution: Speed after a bounce over that before, 0 to 1.
        density: Density [kg/m^3]; 0 says nothing.
        torsional_friction: Coefficient of torsional friction [m]; acts from ``condim`` 4 on.
        rolling_friction: Coefficient of rolling friction [m]; acts from ``condim`` 6 on.
        stiffness: Stiffness of a compliant contact [1/s^2 at unit mass]; 0 for a hard one.
        damping: Damping of a compliant contact [1/s at unit mass].
        friction_combine_mode: How the friction is combined with that of another surface, one of
            :data:`pippin.physics.contact_targets.COMBINE_MODES`; of two modes the later one counts.
        restitution_combine_mode: How the restitution is, likewise.
    """

    static_friction: float = 0.5
    dynamic_friction: float = 0.5
    restitution: float = 0.0
    density: float = 0.0
    torsional_friction: float = 0.005
    rolling_friction: float = 0.0001
    stiffness: float = 0.0
    damping: float = 0.0
    friction_combine_mode: str = "average"
    restitution_combine_mode: str = "average"

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


def checked_mode(kind: str, mode: str | None, owner: str) -> str:
    """How what a surface has is combined with what others have; PhysX's default where it is not said.

    Args:
        kind: What it has, "friction" or "restitution".
        mode: One of :data:`pippin.physics.contact_targets.COMBINE_MODES`, or None.
        owner: What it is said of, for the error.

    Raises:
        ValueError: There is no such mode.
    """
    if mode is not None and mode not in COMBINE_MODES:
        raise ValueError(f"The {kind} of {owner} is combined by '{mode}'; expected {', '.join(COMBINE_MODES)}.")
    return mode or "average"


def read_material(prim: Usd.Prim, default: PhysicsMaterial, notices: Notices) -> PhysicsMaterial:
    """Physics material that is bound to a collider, or the default.

    Args:
        prim: The collider.
        default: Material of colliders without one.
        notices: Where to tell of what is not as written.

    Raises:
        ValueError: A coefficient is negative or not a number, or there is no such mode to combine friction by.
    """
    bound, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("physics")
    material = bound.GetPrim() if bound else None
    if material is None or not material.HasAPI(UsdPhysics.MaterialAPI):
        return default

    def value(name: str, fallback: float) -> float:
        return number(material, name, fallback, positive=True)

    static = value("physics:staticFriction", 0.0)
    dynamic = value("physics:dynamicFriction", static)

    def mode(kind: str) -> str:
        given = authored(material, f"physxMaterial:{kind}CombineMode")
        return checked_mode(kind, given, f"physics material '{material.GetPath()}'")

    return PhysicsMaterial(
        static_friction=static,
        dynamic_friction=dynamic,
        friction_combine_mode=mode("friction"),
        restitution_combine_mode=mode("restitution"),
        restitution=value("physics:restitution", 0.0),
        density=value("physics:density", 0.0),
        torsional_friction=value("mjc:torsionalfriction", value("newton:torsionalFriction", 0.005)),
        rolling_friction=value("mjc:rollingfriction", value("newton:rollingFriction", 0.0001)),
        stiffness=value("physxMaterial:compliantContactStiffness", 0.0),
        damping=value("physxMaterial:compliantContactDamping", 0.0),
    )
