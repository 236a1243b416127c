"""Pages of tasks say what their configs hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils.registry import load_cfg_from_registry
from reference_pages.tasks import task_as_markdown, tasks_with_pages, write_task_pages


def test_a_page_has_the_terms_of_the_task(tmp_path: Path) -> None:
    page = task_as_markdown("Isaac-Cartpole-v0", tmp_path)
    register_tasks()
    cfg = load_cfg_from_registry("Isaac-Cartpole-v0", "env_cfg_entry_point")
    for group in (cfg.rewards, cfg.terminations, cfg.events):
        assert all(f"`{name}`" in page for name in vars(group))
    assert f"| `alive` | {cfg.rewards.alive.weight:g} |" in page
    assert "pippin train Isaac-Cartpole-v0" in page


def test_a_curve_is_shown_where_there_is_one(tmp_path: Path) -> None:
    assert "No curve" in task_as_markdown("Isaac-Cartpole-Direct-v0", tmp_path)
    (tmp_path / "Isaac-Cartpole-Direct-v0.png").touch()
    page = task_as_markdown("Isaac-Cartpole-Direct-v0", tmp_path)
    assert "No curve" not in page and "curves/Isaac-Cartpole-Direct-v0.png" in page


@pytest.mark.slow
def test_every_task_has_a_page_in_the_list(tmp_path: Path) -> None:
    write_task_pages(tmp_path, tmp_path)
    listed = (tmp_path / "index.md").read_text().splitlines()
    for name in tasks_with_pages():
        assert name in listed
        assert (tmp_path / f"{name}.md").read_text().startswith(f"# {name}")
