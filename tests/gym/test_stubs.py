"""Everything that the package isaacgym-stubs lists of Isaac Gym is there."""

from __future__ import annotations

import ast
import inspect
from importlib import metadata

import pytest

from pippin.gym import gymapi
from reference_pages.gym_methods import all_methods

NO_CONSTRUCTOR = {"Sim", "Env", "Asset", "Viewer", "UsdExporter", "Tensor", "ForceSensor", "Gym"}
"""Types whose objects only Gym makes. Their attributes are looked up on the class."""


def stubs() -> ast.Module:
    """The stubs of gymapi, parsed."""
    try:
        path = metadata.distribution("isaacgym-stubs").locate_file("isaacgym-stubs/gymapi.pyi")
    except metadata.PackageNotFoundError:
        pytest.skip("isaacgym-stubs is not installed: pip install 'pippin[test]'", allow_module_level=True)
    source = path.read_text(encoding="utf-8")
    return ast.parse(source.replace("def lambda(", "def lambda_("))  # a keyword, which the stubs use as a name


MODULE = stubs()
CONSTANTS = [node for node in MODULE.body if isinstance(node, ast.AnnAssign)]
FUNCTIONS = {node.name for node in MODULE.body if isinstance(node, ast.FunctionDef)}
CLASSES = {node.name: node for node in MODULE.body if isinstance(node, ast.ClassDef)}
GYM_METHODS = {
    node.name: node for node in CLASSES["Gym"].body if isinstance(node, ast.FunctionDef) and node.name != "__init__"
}


def members(stub: ast.ClassDef) -> set[str]:
    """Names of the public attributes and methods of a class."""
    names = set()
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            names.add("lambda" if node.name == "lambda_" else node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return {name for name in names if not name.startswith("_")} | (names & {"__members__"})


def test_the_stubs_are_read_whole() -> None:
    assert (len(CLASSES), len(GYM_METHODS), len(FUNCTIONS), len(CONSTANTS)) == (64, 312, 10, 191)


def test_constants() -> None:
    for stub in CONSTANTS:
        value = getattr(gymapi, stub.target.id)
        assert type(value).__name__ == ast.unparse(stub.annotation), stub.target.id
        assert stub.value is None or value == ast.literal_eval(stub.value), stub.target.id


def test_functions() -> None:
    assert {name for name in FUNCTIONS if not callable(getattr(gymapi, name))} == set()


def test_types_and_their_members() -> None:
    for name in sorted(set(CLASSES) - {"Gym"}):
        kind = getattr(gymapi, name)
        if name in NO_CONSTRUCTOR:
            example = kind
        else:
            example = next(iter(kind)) if hasattr(kind, "__members__") else kind()
        missing = {each for each in members(CLASSES[name]) if not (hasattr(kind, each) or hasattr(example, each))}
        assert missing == set(), name


def test_settable_fields_have_the_type_of_the_stubs() -> None:
    for name in sorted(set(CLASSES) - NO_CONSTRUCTOR):
        kind = getattr(gymapi, name)
        if hasattr(kind, "__members__"):
            continue
        struct = kind()
        for node in CLASSES[name].body:
            annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else "Any"
            if annotation.isidentifier() and annotation != "Any":
                field = node.target.id
                assert type(getattr(struct, field)).__name__ == annotation, f"{name}.{field}"
                setattr(struct, field, getattr(struct, field))


def test_methods_are_in_the_table_with_their_parameters() -> None:
    table = all_methods()
    for name, stub in GYM_METHODS.items():
        if stub.args.vararg:
            continue
        parameters = table[name].signature.parameters
        given = [argument.arg for argument in stub.args.args[1:]]
        names = list(parameters)
        # Optional parameters may follow where the stubs leave out what the documentation describes.
        assert len(names) >= len(given), name
        extras = names[len(given) :]
        assert all(parameters[extra].default is not inspect.Parameter.empty for extra in extras), name
        for expected, actual in zip(given, names, strict=False):
            assert expected.startswith("arg") or actual == expected, name


def test_table_has_no_other_methods() -> None:
    older = {"apply_body_force", "create_force_sensor"}  # of earlier previews, which programs still call
    assert set(all_methods()) == set(GYM_METHODS) | older
