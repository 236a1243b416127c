"""Where the fields of property configs go on a prim.

PhysX's schemas are not part of usd-core: their attributes are authored by name, and the schema is listed among the
prim's applied schemas all the same, so that any tool that knows PhysX reads the file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pxr import Sdf, Usd

from ..stage import check_prim

BOOL, INT, FLOAT, TOKEN = (
    Sdf.ValueTypeNames.Bool,
    Sdf.ValueTypeNames.Int,
    Sdf.ValueTypeNames.Float,
    Sdf.ValueTypeNames.Token,
)


@dataclass(frozen=True)
class Attribute:
    """Where one field goes. In ``schema`` and ``name``, ``{instance}`` stands for the instance of the schema.

    Attributes:
        schema: API schema that the attribute belongs to; empty where none is applied.
        name: Name of the attribute.
        type: Type of the attribute.
        minimum: Least value that makes sense, or None.
        per_angle: Exponent of the angle in the field's unit: 1 for rad/s, -1 for N m/rad. USD measures angles in
            degrees; fields that Isaac Lab gives in degrees have 0.
        choices: Values that a token may have.
    """

    schema: str
    name: str
    type: Sdf.ValueTypeName = FLOAT
    minimum: float | None = None
    per_angle: int = 0
    choices: tuple[str, ...] = ()


def applied_schemas(prim: Usd.Prim) -> list[str]:
    """API schemas applied to a prim, also those that usd-core does not know.

    Raises:
        TypeError: What was given is no prim.
        ValueError: What a file has in their place lists nothing.
    """
    check_prim("prim", prim)
    return schemas_of(prim)


def schemas_of(prim: Usd.Prim) -> list[str]:
    """API schemas applied to what is known to be a prim; see :func:`applied_schemas`."""
    listed = prim.GetMetadata("apiSchemas")
    if listed is not None and not isinstance(listed, Sdf.TokenListOp):
        raise ValueError(f"'apiSchemas' of prim '{prim.GetPath()}' is {listed!r}; expected a list of what is applied.")
    try:
        return list(listed.GetAppliedItems()) if listed is not None else []
    except UnicodeDecodeError as error:
        raise ValueError(
            f"'apiSchemas' of prim '{prim.GetPath()}' has {error.object!r:.80}, which is no text; expected "
            "names of schemas."
        ) from error


def own_attributes(cfg: Any) -> dict[str, Attribute]:
    """Where the fields go that a class of configs adds to those of its family: its class variable ``attributes``."""
    return getattr(type(cfg), "attributes", {})


def check_properties(cfg: Any, attributes: Mapping[str, Attribute]) -> None:
    """Refuse values of a config that its attributes cannot have.

    Raises:
        TypeError: The config has other fields.
        ValueError: A value is not a number, below the least one, or none of the choices.
    """
    check_fields(cfg, attributes)
    for field, attribute in {**attributes, **own_attributes(cfg)}.items():
        value = getattr(cfg, field)
        if value is not None:
            check_value(f"{type(cfg).__name__}.{field}", value, attribute)


def check_fields(cfg: Any, fields: Iterable[str]) -> None:
    """Refuse a config that lacks a field.

    Raises:
        TypeError: It does.
    """
    missing = [field for field in fields if not hasattr(cfg, field)]
    if missing:
        raise TypeError(f"'cfg' is {cfg!r:.80}; expected a config that has '{missing[0]}'.")


def check_value(where: str, value: Any, attribute: Attribute) -> None:
    """Refuse a value that an attribute cannot have.

    Args:
        where: What has the value, for messages.
        value: The value.
        attribute: The attribute.

    Raises:
        ValueError: The value is not a number, below the least one, or none of the choices.
    """
    if attribute.choices and value not in attribute.choices:
        raise ValueError(f"{where} is {value!r}: it should be one of {', '.join(attribute.choices)}.")
    if attribute.type in (FLOAT, INT) and (isinstance(value, str) or math.isnan(value)):
        raise ValueError(f"{where} is {value!r}: it should be a number.")
    if attribute.minimum is not None and value < attribute.minimum:
        raise ValueError(f"{where} is {value!r}: it should be at least {attribute.minimum:g}.")


def author_properties(
    prim: Usd.Prim,
    cfg: Any,
    attributes: Mapping[str, Attribute],
    instance: str = "",
    angular: bool = False,
) -> None:
    """Author the fields of a config that are not None, and apply the schemas that they belong to.

    Args:
        prim: Prim to author on.
        cfg: Config with the fields.
        attributes: Where the fields go.
        instance: Instance of multiple-apply schemas.
        angular: Whether the prim's joint measures angles, so that units with radians become units with degrees.
    """
    for field, attribute in {**attributes, **own_attributes(cfg)}.items():
        value = getattr(cfg, field)
        if value is None:
            continue
        if attribute.schema:
            prim.AddAppliedSchema(attribute.schema.format(instance=instance))
        if angular and attribute.per_angle:
            value = value * math.degrees(1.0) ** attribute.per_angle
        name = attribute.name.format(instance=instance)
        prim.CreateAttribute(name, attribute.type, custom=False).Set(value)
