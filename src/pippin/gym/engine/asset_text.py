"""What an asset consists of, as text."""

from __future__ import annotations

from .asset import GymAsset


def asset_text(asset: GymAsset) -> str:
    """Bodies, joints and DOFs of an asset, a line each."""
    description = asset.description
    lines = [f"Asset '{description.name}', {'fixed' if description.fixed_base else 'floating'} base"]
    lines += [f"  {len(description.bodies)} bodies:"]
    for index, (body, (_, shapes)) in enumerate(zip(description.bodies, description.shape_ranges, strict=True)):
        lines.append(f"    {index} '{body.name}': {body.mass:.6g} kg, {shapes} shapes")
    lines += [f"  {len(description.joints)} joints:"]
    for index, joint in enumerate(description.joints):
        child = asset.body_names[joint.child]
        lines.append(f"    {index} '{joint.name}': {joint.kind}, moves '{child}'")
    lines += [f"  {len(description.dofs)} DOFs:"]
    for index, dof in enumerate(description.dofs):
        unit = "rad" if dof.is_rotation else "m"
        lines.append(f"    {index} '{dof.name}': {dof.lower:.6g} to {dof.upper:.6g} {unit}")
    return "\n".join(lines) + "\n"
