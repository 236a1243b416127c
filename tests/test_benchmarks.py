"""Programs of benchmarks/, which the documentation tells people to run: what they take from the library is there."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"

IMPORT_ALL = """
import importlib, pathlib, sys, traceback
sys.path.insert(0, sys.argv[1])
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    try:
        importlib.import_module(path.stem)
    except ModuleNotFoundError as error:
        if error.name != "ompl":  # a peer, which is measured where it is installed
            traceback.print_exc()
    except Exception:
        traceback.print_exc()
"""


def test_every_benchmark_can_be_imported(run_python) -> None:
    imported = run_python("-c", IMPORT_ALL, FOLDER)
    assert imported.returncode == 0
    assert "Traceback" not in imported.stderr, imported.stderr


SAME_CONTACTS = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from step_truth import have_same_contacts
contacts = np.random.default_rng(0).normal(size=(3, 12))
moved, turned = contacts.copy(), contacts.copy()
moved[1, 9] += 2e-4
turned[1, 4] += 2e-3
for cone in ("elliptic", "pyramidal"):
    others = contacts[[2, 0, 1]], moved, contacts[:2], turned
    print(cone, *(have_same_contacts(contacts, other, cone) for other in others))
"""


def test_states_are_compared_that_have_the_same_contacts(run_python) -> None:
    """In any order; with the same normals at the same points, and for pyramids with the same tangents."""
    told = run_python("-c", SAME_CONTACTS, FOLDER).stdout.splitlines()
    assert told[-2:] == ["elliptic True False False True", "pyramidal True False False False"]
