"""Which material a prim has."""

from __future__ import annotations

from pxr import Usd, UsdShade

from ..prims import get_prim, is_prim_path_valid


def bind_visual_material(
    prim_path: str,
    material_path: str,
    stage: Usd.Stage | None = None,
    stronger_than_descendants: bool = True,
    may_be_made_later: bool = False,
) -> None:
    """Give a prim, and what is below it, a visual material.

    Args:
        prim_path: Path of the prim.
        material_path: Path of the material.
        stage: Stage; None takes the current one.
        stronger_than_descendants: Whether it replaces the materials of prims below.
        may_be_made_later: Whether there need not be a prim at the material's path yet.

    Raises:
        ValueError: There is no such prim, or no material at that path.
    """
    if may_be_made_later and not is_prim_path_valid(material_path, stage):
        binding = UsdShade.MaterialBindingAPI.Apply(get_prim(prim_path, stage)).GetDirectBindingRel()
        binding.SetTargets([material_path])
        UsdShade.MaterialBindingAPI.SetMaterialBindingStrength(binding, _strength(stronger_than_descendants))
        return
    _bind(prim_path, material_path, stage, stronger_than_descendants, UsdShade.Tokens.allPurpose)


def bind_physics_material(
    prim_path: str,
    material_path: str,
    stage: Usd.Stage | None = None,
    stronger_than_descendants: bool = True,
) -> None:
    """Give a prim, and the colliders below it, a physics material; the arguments are those of a visual one.

    Raises:
        ValueError: There is no such prim, or no material at that path.
    """
    _bind(prim_path, material_path, stage, stronger_than_descendants, "physics")


def resolve_material_path(prim_path: str, material_path: str) -> str:
    """Absolute path of a material whose path may be relative to a prim."""
    return material_path if material_path.startswith("/") else f"{prim_path}/{material_path.removeprefix('./')}"


def _bind(prim_path: str, material_path: str, stage: Usd.Stage | None, stronger: bool, purpose: str) -> None:
    """Bind a material for a purpose."""
    material = UsdShade.Material(get_prim(material_path, stage))
    if not material:
        raise ValueError(f"The prim '{material_path}' is no material; expected one, as the spawners of materials make.")
    binding = UsdShade.MaterialBindingAPI.Apply(get_prim(prim_path, stage))
    binding.Bind(material, bindingStrength=_strength(stronger), materialPurpose=purpose)


def _strength(is_stronger: bool) -> str:
    """How a binding stands against those of prims below."""
    return UsdShade.Tokens.strongerThanDescendants if is_stronger else UsdShade.Tokens.weakerThanDescendants
