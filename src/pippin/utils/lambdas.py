"""Lambdas as texts: written from their source, and read without running code.

A text such as ``"lambda x: x + 1"`` is parsed and then evaluated node by node: numbers, texts, truth values, arguments,
arithmetic, comparisons, choices, indices, lists and tuples. Calls, attributes and all else are refused, as Isaac Lab 3
refuses calls and attributes.
"""

from __future__ import annotations

import ast
import linecache
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

MAX_LENGTH = 1000
"""Most characters of a text that is read: far more than a lambda in a config has."""

MAX_BITS = 4096
"""Most bits of a whole number that a power or a shift of whole numbers may have."""

_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
_EXPRESSIONS = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice)
_PARTS = (ast.Constant, ast.Name, ast.Load, ast.List, ast.Tuple, ast.And, ast.Or, *_EXPRESSIONS, *_OPERATORS)


def is_lambda_text(text: str) -> bool:
    """Whether a text begins as a lambda does."""
    return re.match(r"\s*lambda\b", text) is not None


def lambda_to_string(function: Callable) -> str:
    """Return the source of a lambda, as it is written.

    Raises:
        ValueError: Its source is not to be had, as that of a lambda that was typed into a console.
    """
    text = getattr(function, "lambda_text", None)
    if text is not None:
        return text
    code = function.__code__  # type: ignore[attr-defined]
    source = "".join(linecache.getlines(code.co_filename))
    body_places = {(line, column, end, end_column) for line, end, column, end_column in code.co_positions()}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno and _place(node.body) in body_places:
            return str(ast.get_source_segment(source, node))
    raise ValueError(f"The source of {function!r} is not to be had: write it in a file, as a function of its own.")


def _place(node: ast.expr) -> tuple[int, int, int | None, int | None]:
    """Where a node begins and ends: line, column, line, column."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def string_to_lambda(text: str) -> Callable:
    """Read a lambda of a text. No code of the text is run.

    Args:
        text: Such as "lambda x, scale=2.0: x * scale".

    Returns:
        A function that evaluates it, with the text as its ``lambda_text``.

    Raises:
        ValueError: The text is no lambda, or has in it what is not taken: calls, attributes, names that are no
            arguments, ...; when it is called, a number would be too large.
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"A lambda has {len(text)} characters; expected {MAX_LENGTH} at most.")
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"'{text}' is no lambda: {error}.") from error
    if not isinstance(node, ast.Lambda):
        raise ValueError(f"'{text}' is no lambda: it is a {type(node).__name__}.")
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        raise ValueError(f"Unsafe lambda expression '{text}': expected plain arguments.")
    names = [argument.arg for argument in given.args]
    for part in [*ast.walk(node.body), *(inner for default in given.defaults for inner in ast.walk(default))]:
        _check_part(part, names, text)
    defaults = [_value(default, {}) for default in given.defaults]
    known = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))

    def evaluate(*args: Any, **kwargs: Any) -> Any:
        values = known | dict(zip(names, args, strict=False)) | kwargs
        if len(args) > len(names) or set(values) != set(names):
            raise TypeError(f"'{text}' was given {len(args)} arguments and {sorted(kwargs)}; it takes {names}.")
        return _value(node.body, values)

    evaluate.__name__ = evaluate.__qualname__ = "<lambda>"
    evaluate.lambda_text = text.strip()  # type: ignore[attr-defined]
    return evaluate


def _check_part(part: ast.AST, names: list[str], text: str) -> None:
    """Refuse a node that is not taken."""
    if not isinstance(part, _PARTS):
        raise ValueError(f"Unsafe lambda expression '{text}': {type(part).__name__} is not taken, code is not run.")
    if isinstance(part, ast.Name) and part.id not in names:
        raise ValueError(f"Unsafe lambda expression '{text}': '{part.id}' is none of its arguments.")
    if isinstance(part, ast.Constant) and not isinstance(part.value, (int, float, str, type(None), type(...))):
        raise ValueError(f"Unsafe lambda expression '{text}': {part.value!r} is no number and no text.")


def _value(node: ast.AST | None, names: Mapping[str, Any]) -> Any:
    """Value of a node that :func:`_check_part` has passed."""
    match node:
        case None:
            return None
        case ast.Constant():
            return node.value
        case ast.Name():
            return names[node.id]
        case ast.List():
            return [_value(item, names) for item in node.elts]
        case ast.Tuple():
            return tuple(_value(item, names) for item in node.elts)
        case ast.UnaryOp():
            return _OPERATORS[type(node.op)](_value(node.operand, names))
        case ast.BinOp():
            return _binary(type(node.op), _value(node.left, names), _value(node.right, names))
        case ast.BoolOp():
            return _either(node, names)
        case ast.Compare():
            return _compare(node, names)
        case ast.IfExp():
            return _value(node.body if _value(node.test, names) else node.orelse, names)
        case ast.Subscript():
            return _value(node.value, names)[_value(node.slice, names)]
        case ast.Slice():
            return slice(*(_value(bound, names) for bound in (node.lower, node.upper, node.step)))
    raise AssertionError(f"{node!r} should have been refused")


def _binary(kind: type, left: Any, right: Any) -> Any:
    """Result of an operator of two values, unless it would fill the memory."""
    if isinstance(left, (str, list, tuple)) or isinstance(right, (str, list, tuple)):
        if kind is not ast.Add:
            raise ValueError("A lambda of a text multiplies and formats no texts and lists.")
    elif isinstance(left, int) and isinstance(right, int) and kind in (ast.Pow, ast.LShift):
        bits = left.bit_length() * right if kind is ast.Pow else left.bit_length() + right
        if bits > MAX_BITS:
            raise ValueError(f"A lambda of a text makes a number of {bits} bits; expected {MAX_BITS} at most.")
    return _OPERATORS[kind](left, right)


def _either(node: ast.BoolOp, names: Mapping[str, Any]) -> Any:
    """Value of ``and`` or ``or``: that of the first part that decides."""
    value = None
    for part in node.values:
        value = _value(part, names)
        if bool(value) is isinstance(node.op, ast.Or):
            break
    return value


def _compare(node: ast.Compare, names: Mapping[str, Any]) -> Any:
    """Value of a chain of comparisons."""
    left, result = _value(node.left, names), True
    for kind, part in zip(node.ops, node.comparators, strict=True):
        right = _value(part, names)
        result = _OPERATORS[type(kind)](left, right)
        if len(node.ops) == 1 or not result:  # arrays are compared element by element, one comparison at a time
            return result
        left = right
    return result
