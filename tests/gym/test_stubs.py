"""Everything that the package isaacgym-stubs lists of Isaac Gym is there."""

from __future__ import annotations

import ast
import inspect
from importlib import metadata

import pytest

from pippin.gym import gymapi
from pippin.gym.reference import all_methods

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


@pytest.mark.parametrize("stub", CONSTANTS, ids=lambda stub: stub.target.id)
def test_constant(stub: ast.AnnAssign) -> None:
    value = getattr(gymapi, stub.target.id)
    assert type(value).__name__ == ast.unparse(stub.annotation)
    assert stub.value is None or value == ast.literal_eval(stub.value)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_function(name: str) -> None:
    assert callable(getattr(gymapi, name))


@pytest.mark.parametrize("name", sorted(set(CLASSES) - {"Gym"}))
def test_type_and_its_members(name: str) -> None:
    kind = getattr(gymapi, name)
    if name in NO_CONSTRUCTOR:
        example = kind
    else:
        example = next(iter(kind)) if hasattr(kind, "__members__") else kind()
    missing = {member for member in members(CLASSES[name]) if not (hasattr(kind, member) or hasattr(example, member))}
    assert missing == set()


@pytest.mark.parametrize("name", sorted(set(CLASSES) - NO_CONSTRUCTOR))
def test_settable_fields_have_the_type_of_the_stubs(name: str) -> None:
    kind = getattr(gymapi, name)
    if hasattr(kind, "__members__"):
        return
    struct = kind()
    for node in CLASSES[name].body:
        annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else "Any"
        if annotation.isidentifier() and annotation != "Any":
            assert type(getattr(struct, node.target.id)).__name__ == annotation
            setattr(struct, node.target.id, getattr(struct, node.target.id))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GYM_METHODS))
def test_method_is_in_the_table_with_its_parameters(name: str) -> None:
    stub, signature = GYM_METHODS[name], all_methods()[name].signature
    if stub.args.vararg:
        return
    given = [argument.arg for argument in stub.args.args[1:]]
    names = list(signature.parameters)
    # Optional parameters may follow where the stubs leave out what the documentation describes.
    assert len(names) >= len(given)
    assert all(signature.parameters[extra].default is not inspect.Parameter.empty for extra in names[len(given) :])
    for expected, actual in zip(given, names, strict=False):
        assert expected.startswith("arg") or actual == expected


def test_table_has_no_other_methods() -> None:
    older = {"apply_body_force", "create_force_sensor"}  # of earlier previews, which programs still call
    assert set(all_methods()) == set(GYM_METHODS) | older
