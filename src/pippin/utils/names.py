"""Choosing names (of joints, bodies, sensors) by regular expressions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

Value = TypeVar("Value")


def resolve_matching_names(
    keys: str | Sequence[str], list_of_strings: Sequence[str], preserve_order: bool = False
) -> tuple[list[int], list[str]]:
    """Find the names that regular expressions match as a whole.

    Of the names ``["a", "b", "c", "d"]`` the expressions ``["c|d", "a"]`` choose ``([0, 2, 3], ["a", "c", "d"])``, in
    the order of the names. With ``preserve_order`` they choose ``([2, 3, 0], ["c", "d", "a"])``, in the order of the
    expressions.

    Args:
        keys: Regular expression, or several. Each must match at least one name.
        list_of_strings: The names there are.
        preserve_order: Whether the result follows the order of the expressions instead of that of the names.

    Returns:
        Indices of the chosen names, and these names.

    Raises:
        TypeError: ``keys`` are no strings.
        ValueError: An expression is malformed or matches no name, or a name is matched by two expressions.
    """
    if isinstance(keys, str):
        keys = [keys]
    elif not isinstance(keys, Iterable):
        raise TypeError(f"'keys' is a {type(keys).__name__}, {keys!r}; expected regular expressions of names.")
    matches = _matches(list(keys), list_of_strings, preserve_order)
    return [index for index, _ in matches], [list_of_strings[index] for index, _ in matches]


def resolve_matching_names_values(
    data: Mapping[str, Value], list_of_strings: Sequence[str], preserve_order: bool = False, strict: bool = True
) -> tuple[list[int], list[str], list[Value]]:
    """Find the names that the regular expressions in a dict match as a whole, and the value for each.

    Of the names ``["a", "b", "c"]`` the dict ``{"c": 1.0, "a|b": 2.0}`` gives
    ``([0, 1, 2], ["a", "b", "c"], [2.0, 2.0, 1.0])``.

    Args:
        data: Values by regular expression.
        list_of_strings: The names there are.
        preserve_order: Whether the result follows the order of the expressions instead of that of the names.
        strict: Whether each expression must match at least one name.

    Returns:
        Indices of the matched names, these names, and their values.

    Raises:
        TypeError: ``data`` is not a mapping.
        ValueError: An expression is malformed or, if strict, matches no name; or a name is matched by two expressions.
    """
    if not isinstance(data, Mapping):
        raise TypeError(
            "Input argument `data` should be a dictionary from expressions to values; it is "
            f"{type(data).__name__}: {data!r}."
        )
    keys = list(data)
    matches = _matches(keys, list_of_strings, preserve_order, strict)
    return (
        [index for index, _ in matches],
        [list_of_strings[index] for index, _ in matches],
        [data[keys[key]] for _, key in matches],
    )


def _matches(keys: list[str], names: Sequence[str], preserve_order: bool, strict: bool = True) -> list[tuple[int, int]]:
    """Pairs of a name's index and the index of the expression that matches it."""
    if not isinstance(names, Iterable):
        raise TypeError(f"The names to choose from are a {type(names).__name__}, {names!r:.80}; expected texts.")
    patterns = [_compiled(key) for key in keys]
    key_of_name: dict[int, int] = {}
    for index, name in enumerate(names):
        for key, pattern in enumerate(patterns):
            if pattern.fullmatch(name) is None:
                continue
            if index in key_of_name:
                raise ValueError(
                    f"Multiple matches for '{name}': the expressions '{keys[key_of_name[index]]}' and '{keys[key]}'; "
                    "each name may be matched by one."
                )
            key_of_name[index] = key
    unmatched = [key for position, key in enumerate(keys) if position not in set(key_of_name.values())]
    if unmatched and strict:
        raise ValueError(_nothing_matches(unmatched, names))
    pairs = list(key_of_name.items())
    return sorted(pairs, key=lambda pair: pair[1]) if preserve_order else pairs


def _compiled(key: str) -> re.Pattern[str]:
    """Compile an expression; the message of the ValueError names it."""
    if not isinstance(key, str):
        raise TypeError(f"A regular expression is a {type(key).__name__}, {key!r}; expected a string.")
    try:
        return re.compile(key)
    except re.error as error:
        raise ValueError(f"'{key}' is malformed; expected a regular expression: {error}.") from error


def _nothing_matches(keys: list[str], names: Sequence[str]) -> str:
    """Say which expressions match nothing, what they may have meant, and what there is."""
    return f"No name matches {', '.join(repr(key) for key in keys)}.{what_is_there(keys, names)}"


def what_is_there(wrong: Iterable[str], names: Sequence[str]) -> str:
    """Sentences that end a message about wrong names: which ones may have been meant, and all that there are."""
    near = sorted({name for key in wrong for name in difflib.get_close_matches(key, names)})
    meant = f" Did you mean {', '.join(repr(name) for name in near)}?" if near else ""
    return f"{meant} There are: {', '.join(repr(name) for name in names) or 'none'}."
