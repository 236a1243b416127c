"""Docstrings of public functions that take or return arrays say what is in them: shape, unit and frame."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src/pippin"
ROOMS = (
    *("actuators", "assets", "controllers", "envs", "gym", "learning", "motion"),
    *("objects", "physics", "quantities", "robots", "scene", "sensors", "sim", "tasks", "utils", "viewers"),
)

ARRAY = re.compile(r"\b(Tensor|ndarray|NDArray\w*|ProxyArray)\b|wp\.array")
WHICH = re.compile(r"(^|_)(ids?|masks?|indices|index)$")  # arguments that choose rows: their shape goes without saying
QUANTITY = re.compile(
    r"(^|_)(pos|positions?|poses?|vel|velocity|velocities|acc|forces?|torques?|wrench|twist|jacobians?|gravity|coms?"
    r"|inertias?|mass|masses|stiffness|damping|efforts?|thrust)(_|$)"
)
IN_A_FRAME = re.compile(r"(^|_)(poses?|twist|forces?|wrench|jacobians?|gravity|coms?|lin_vel|ang_vel)(_|$)")

ELSEWHERE = re.compile(r":(attr|class|func|meth|mod):`")  # the docstring names where it is said
SHAPE = re.compile(r"\bshapes?\b|\bscalar\b|\((?:[A-Z\d.]|num_|len)[\w.]*,[^()]*\)")
UNIT = re.compile(
    r"\[[^\]\n]*\b(m|rad|s|kg|N|J|1)\b[^\]]*\]|\bin (m|rad)(/s)?\b|\bunits?\b|\bmetres\b|\bseconds\b|\(-1|-1 and 1"
)
FRAME = re.compile(
    r"\bframes?\b|\bworld|\bax[ei]s\b|_[wb]\b|\brelative to\b|\borigins?\b|\bground\b|\bmagnitude|\bstage\b"
)


@dataclass(frozen=True)
class Documented:
    """A public function: where it stands, names of it and its arrays, its docstring, and that with those around it."""

    where: str
    names: tuple[str, ...]
    own: str
    text: str


def functions(room: str) -> Iterator[Documented]:
    """Public functions and methods of a folder, or a pattern of files, that take or return arrays; no kernels."""
    for path in sorted(PACKAGE.glob(room if "*" in room else f"{room}/**/*.py")):
        if not any(part.startswith("_") and part != "__init__.py" for part in path.relative_to(PACKAGE).parts):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from _functions_of(tree, str(path.relative_to(PACKAGE)), ast.get_docstring(tree) or "")


def _functions_of(scope: ast.Module | ast.ClassDef, where: str, text: str) -> Iterator[Documented]:
    for node in scope.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        own = ast.get_docstring(node) or ""
        written = f"{own} {text}"  # what a class or a module says holds for all that is in it
        if isinstance(node, ast.ClassDef):
            yield from _functions_of(node, f"{where} {node.name}", written)
        elif not any(re.search(r"wp\.|setter|overload", ast.unparse(each)) for each in node.decorator_list):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            arrays = [each.arg for each in arguments if _is_array(each.annotation) and not WHICH.search(each.arg)]
            if arrays or _is_array(node.returns):
                yield Documented(f"{where} {node.name} (line {node.lineno})", (node.name, *arrays), own, written)


def _is_array(annotation: ast.expr | None) -> bool:
    text = "" if annotation is None else ast.unparse(annotation)
    return bool(ARRAY.search(text)) and "Callable" not in text


def unsaid(function: Documented) -> list[str]:
    """What a function's docstring, that of its class and that of its module leave out."""
    if ELSEWHERE.search(function.own):
        return []
    bare = [name for name in function.names if IN_A_FRAME.search(name) and not re.search(r"_[wb]$", name)]
    needed = {
        "shape": (True, SHAPE),
        "unit": (any(map(QUANTITY.search, function.names)), UNIT),
        "frame": (bool(bare), FRAME),
    }
    return [word for word, (is_needed, said) in needed.items() if is_needed and not said.search(function.text)]


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_say_what_arrays_hold(room: str) -> None:
    told = {function.where: unsaid(function) for function in functions(room)}
    assert {where: words for where, words in told.items() if words} == {}


def test_the_rule_finds_what_is_left_out() -> None:
    source = '''
def push(forces: torch.Tensor) -> None:
    """Push bodies."""

def pull(forces: torch.Tensor) -> None:
    """Pull bodies by forces in the world [N], shape (N, 3)."""

def turn(quat: torch.Tensor, env_ids: torch.Tensor) -> torch.Tensor:
    """Turn."""
'''
    push, pull, turn = _functions_of(ast.parse(source), "", "")
    assert unsaid(push) == ["shape", "unit", "frame"]
    assert unsaid(pull) == []
    assert turn.names == ("turn", "quat") and unsaid(turn) == ["shape"]
