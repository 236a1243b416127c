"""Configs in files: what is written can be read by any YAML library, and nothing that is read is run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
import yaml

from pippin.utils import configclass
from pippin.utils.run_files import dump_pickle, dump_yaml, load_pickle, load_yaml


@configclass
class PartCfg:
    """A part."""

    func: object = configclass
    limits: tuple = (0.0, 1.0)


@configclass
class WholeCfg:
    """A config with parts of many kinds."""

    part: PartCfg = PartCfg()
    ids: object = slice(None)
    gains: object = torch.tensor([1.0, 2.0])
    count: object = np.int64(3)
    nothing: object = None


def test_configs_are_read_as_they_were_written(tmp_path: Path) -> None:
    dump_yaml(tmp_path / "params" / "env", WholeCfg())
    expected = {
        "part": {"func": "pippin.utils.configclass:configclass", "limits": [0.0, 1.0]},
        "ids": "slice(None, None, None)",
        "gains": [1.0, 2.0],
        "count": 3,
        "nothing": None,
    }
    assert load_yaml(tmp_path / "params" / "env") == expected
    assert yaml.safe_load((tmp_path / "params" / "env.yaml").read_text()) == expected


def test_tuples_of_other_writers_are_read_and_objects_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: !!python/tuple [1, 2]")
    assert load_yaml(tmp_path / "a.yaml") == {"a": (1, 2)}
    (tmp_path / "b.yaml").write_text("a: !!python/object/apply:os.getcwd []")
    with pytest.raises(ValueError, match=r"b\.yaml.*os\.getcwd"):
        load_yaml(tmp_path / "b.yaml")


@pytest.mark.parametrize(
    "content", ["a: b: c", "a: [1, 2", "- " * 2000 + "a", "[1]: {", "{[1, 2]: 3}", "\x07", "a: !!float b"]
)
def test_what_is_no_yaml_is_refused_by_name(tmp_path: Path, content: str) -> None:
    (tmp_path / "torn.yaml").write_text(content)
    with pytest.raises(ValueError, match=r"torn\.yaml"):
        load_yaml(tmp_path / "torn.yaml")


def test_pickles_are_written_where_they_can_be_and_never_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    dump_pickle(tmp_path / "env", {"a": 1})
    assert (tmp_path / "env.pkl").is_file()
    dump_pickle(tmp_path / "agent.pkl", lambda: None)
    assert not (tmp_path / "agent.pkl").exists()
    assert "agent.pkl" in caplog.text
    with pytest.raises(NotImplementedError, match="load_yaml"):
        load_pickle(tmp_path / "env.pkl")
