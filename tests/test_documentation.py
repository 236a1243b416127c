"""The examples in the README and in the guide do what they say."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PAGES_WITH_SESSIONS = [page for page in sorted((REPOSITORY / "docs/guide").glob("*.md")) if ">>> " in page.read_text()]


@pytest.mark.parametrize("page", PAGES_WITH_SESSIONS, ids=lambda page: page.stem)
def test_sessions_in_the_guide_show_what_python_answers(page: Path) -> None:
    text = re.sub(r"^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)  # a fence is no output
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    results = doctest.DocTestRunner().run(session)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.slow
def test_example_in_the_readme_runs(robots_path: Path) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", readme, flags=re.DOTALL | re.MULTILINE)
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr
    joint_names = ast.literal_eval(next(line for line in run.stdout.splitlines() if line.startswith("['")))
    assert [name.split("_")[1] for name in joint_names] == 4 * ["HAA"] + 4 * ["HFE"] + 4 * ["KFE"]  # breadth first
