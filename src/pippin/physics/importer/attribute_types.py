"""Attributes of another type than their schema's, which a file may declare and USD hands on as they are."""

from __future__ import annotations

import re
from typing import Any

from pxr import Sdf, Usd


def mistyped_attribute(stage: Usd.Stage) -> str:
    """Say which attribute of a stage has a type that its schema's values cannot be read from; "" if none has.

    It looks at each attribute that a file declares, so it is for when reading failed.

    Args:
        stage: The stage.
    """
    everything = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    for prim in Usd.PrimRange.Stage(stage, everything):
        definition = prim.GetPrimDefinition()
        for attribute in prim.GetAuthoredAttributes():
            spec = definition.GetSchemaAttributeSpec(attribute.GetName())
            authored = attribute.GetPropertyStack()[0]
            if not spec or not isinstance(authored, Sdf.AttributeSpec):
                continue
            where = f"'{attribute.GetName()}' of prim '{prim.GetPath()}'"
            if _kind(authored) != _kind(spec):
                return f"{where} is declared as '{authored.typeName}'; expected '{spec.typeName}'."
            if _is_of_another_type(authored.default, spec.typeName.defaultValue):
                return f"{where} has a value of type '{type(authored.default).__name__}'; expected '{spec.typeName}'."
    return ""


def blocked_attribute(stage: Usd.Stage) -> str:
    """Say which attribute of a stage has no value, though its schema has one, since a file blocks it; "" if none has.

    Many may be blocked without harm, so this is for when reading failed and nothing else is wrong with the types.

    Args:
        stage: The stage.
    """
    everything = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    for prim in Usd.PrimRange.Stage(stage, everything):
        definition = prim.GetPrimDefinition()
        for attribute in prim.GetAuthoredAttributes():
            spec = definition.GetSchemaAttributeSpec(attribute.GetName())
            if spec and spec.default is not None and attribute.Get() is None:
                return f"'{attribute.GetName()}' of prim '{prim.GetPath()}' has no value; expected '{spec.typeName}'."
    return ""


def _is_of_another_type(value: Any, example: Any) -> bool:
    """Whether a value, which a binary file may hold under any declaration, is of another type than an example."""
    if value is None or example is None or isinstance(value, Sdf.ValueBlock):
        return False
    numbers = (bool, int, float)
    if isinstance(example, numbers):
        return not isinstance(value, numbers)
    return _plain_type(value) != _plain_type(example)


def _plain_type(value: Any) -> str:
    """Name of a value's type without its precision: "Vec3Array" of Vec3fArray and Vec3dArray."""
    name = re.sub(r"^(Vec\d|Quat|Matrix\d)[fdhi]", r"\1", type(value).__name__)
    return re.sub(r"^(Double|Float|Half|U?Int(64)?)Array$", "NumberArray", name)


_NUMBER = re.compile(r"\b(?:double|float|GfHalf|unsigned int|u?int64_t|int|bool)\b")


def _kind(spec: Sdf.AttributeSpec) -> str:
    """Type of an attribute's values without their precision, between which USD converts."""
    name = spec.typeName.cppTypeName.replace("std::string", "TfToken")
    return re.sub(r"(Gf[A-Z]\w*?)[fdhi]\b", r"\1", _NUMBER.sub("number", name))
