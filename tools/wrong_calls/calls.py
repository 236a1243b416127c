"""Make the wrong calls of an object, and judge each answer."""

from __future__ import annotations

import dis
import inspect
import logging
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .values import valid_value, wrong_values

_SOURCES = tuple(str(Path(__file__).parents[2] / folder) for folder in ("src", "compat/src"))

LEFT_OUT = (
    "build_simulation_context",
    "close",
    "clear_instance",
    "clear_stage",
    "print",
    "validate",
    "copy",
    "replace",
    "to_dict",
    "from_dict",
)
"""What ends what the other calls need, or acts only in a ``with`` block, or comes with the decorator of configs."""


@dataclass
class Answer:
    """What a wrong call did.

    Attributes:
        call: Class, method, argument and value.
        verdict: "clear" (an error of ours, or of Python on a missing argument), "unnamed" (an error of a library or
            of Python that does not name the argument), "inside" (an AttributeError and such) or "silent".
        text: What was said.
        place: Line of Pippin's source.
    """

    call: str
    verdict: str
    text: str = ""
    place: str = ""


def wrong_calls(thing: Any, special: dict[str, Any]) -> Iterator[Answer]:
    """Call each public method with one wrong argument at a time, the others being valid.

    Args:
        thing: Object whose methods are called, or a module whose functions are.
        special: Valid values of parameters by name.
    """
    for name, function in _functions(thing):
        if name in LEFT_OUT:
            continue
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            continue
        title = f"{getattr(thing, '__name__', type(thing).__name__)}.{name}"
        required = [item for item in parameters if item.default is item.empty and item.kind not in (2, 4)]
        if required:
            yield _judge(f"{title}()", function, {}, "")
        for wrong in parameters:
            if wrong.kind in (wrong.VAR_POSITIONAL, wrong.VAR_KEYWORD, wrong.POSITIONAL_ONLY):
                continue
            try:
                others = {item.name: valid_value(item, special) for item in required if item.name != wrong.name}
            except LookupError:
                continue
            for value in wrong_values(wrong):
                yield _judge(
                    f"{title}({wrong.name}={value!r:.60})", function, {**others, wrong.name: value}, wrong.name
                )


def _functions(thing: Any) -> list[tuple[str, Any]]:
    if inspect.ismodule(thing):
        own = [name for name, item in vars(thing).items() if getattr(item, "__module__", "") == thing.__name__]
        names = getattr(thing, "__all__", [name for name in own if not name.startswith("_")])
        return [(name, getattr(thing, name)) for name in names if inspect.isfunction(getattr(thing, name, None))]
    names = [name for name in dir(type(thing)) if not name.startswith("_")]
    static = [(name, inspect.getattr_static(type(thing), name)) for name in names]
    functions = [(name, value) for name, value in static if callable(value) or hasattr(value, "__func__")]
    inherited = ("gymnasium",)  # what others wrote
    own = [name for name, value in functions if not str(getattr(value, "__module__", "")).startswith(inherited)]
    return [(name, getattr(thing, name)) for name in own if not inspect.isclass(getattr(type(thing), name, None))]


def _judge(call: str, function: Any, arguments: dict[str, Any], name: str) -> Answer:
    told: list[str] = []
    handler = _Listener(told)
    logging.getLogger("pippin").addHandler(handler)
    try:
        function(**arguments)
    except Exception as error:
        text = " ".join(str(error).split())
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if frame.filename.startswith(_SOURCES)]
        place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
        return Answer(call, _verdict(error, text, frames, name), f"{type(error).__name__}: {text[:200]}", place)
    finally:
        logging.getLogger("pippin").removeHandler(handler)
    return Answer(call, "clear", f"warning: {told[0][:200]}") if told else Answer(call, "silent")


class _Listener(logging.Handler):
    """Keeps what is logged: a warning is an answer, too."""

    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message."""
        self._told.append(record.getMessage())


def _verdict(error: Exception, text: str, frames: traceback.StackSummary, name: str) -> str:
    is_raised = frames[-1].filename.startswith(_SOURCES) and _is_raised(error)
    if isinstance(error, TypeError) and ("required" in text and "argument" in text):
        return "clear"
    if is_raised and len(text) > 15:
        return "clear"
    if isinstance(error, (AttributeError, AssertionError, KeyError, UnboundLocalError, ZeroDivisionError)):
        return "inside"
    return "clear" if name and name in text.split("'") else "unnamed"


def _is_raised(error: Exception) -> bool:
    """Whether the last line of a traceback is a ``raise``, not one in which Python or a library failed."""
    end = error.__traceback__
    while end is not None and end.tb_next is not None:
        end = end.tb_next
    return end is not None and end.tb_frame.f_code.co_code[end.tb_lasti] == dis.opmap["RAISE_VARARGS"]
