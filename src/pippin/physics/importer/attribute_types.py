"""Attributes of another type than their schema's, which a file may declare and USD hands on as they are."""

from __future__ import annotations

import re

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
            if spec and isinstance(authored, Sdf.AttributeSpec) and _kind(authored) != _kind(spec):
                where = f"'{attribute.GetName()}' of prim '{prim.GetPath()}'"
                return f"{where} is declared as '{authored.typeName}'; expected '{spec.typeName}'."
    return ""


_NUMBER = re.compile(r"\b(?:double|float|GfHalf|unsigned int|u?int64_t|int|bool)\b")


def _kind(spec: Sdf.AttributeSpec) -> str:
    """Type of an attribute's values without their precision, between which USD converts."""
    name = spec.typeName.cppTypeName.replace("std::string", "TfToken")
    return re.sub(r"(Gf[A-Z]\w*?)[fdhi]\b", r"\1", _NUMBER.sub("number", name))
