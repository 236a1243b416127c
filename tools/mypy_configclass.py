"""Teaches mypy what configclass does beyond a dataclass: defaults that are set later, and methods of every config."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import AssignmentStmt, CastExpr, NameExpr, TypeInfo
from mypy.plugin import ClassDefContext, Plugin
from mypy.plugins.dataclasses import dataclass_class_maker_callback
from mypy.types import AnyType, TypeOfAny

CONFIGCLASS = "pippin.utils.configclass.configclass"
METHODS = "pippin.utils.configclass.ConfigMethods"


class ConfigclassPlugin(Plugin):
    """Hooks into classes that are decorated with :func:`pippin.utils.configclass`."""

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Function that mypy is to call for a class with the decorator of that name."""
        return _make_config if fullname == CONFIGCLASS else None


def _make_config(ctx: ClassDefContext) -> bool:
    """Let ``MISSING`` be a value of any field's type, add the methods, then make a dataclass."""
    for statement in ctx.cls.defs.body:
        if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, NameExpr):
            continue
        if statement.rvalue.fullname == "dataclasses.MISSING":
            statement.rvalue = CastExpr(statement.rvalue, AnyType(TypeOfAny.explicit))
    methods = ctx.api.lookup_fully_qualified_or_none(METHODS)
    if methods is None or not isinstance(methods.node, TypeInfo):
        return False  # not analysed yet: mypy calls again
    if methods.node not in ctx.cls.info.mro:
        ctx.cls.info.mro.insert(-1, methods.node)
    return dataclass_class_maker_callback(ctx)


def plugin(version: str) -> type[Plugin]:
    """Entry point that mypy looks for."""
    return ConfigclassPlugin
