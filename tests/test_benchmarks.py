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
