"""Values of YAML files that know where they stand; what robot descriptions make of them is specified there."""

from __future__ import annotations

import logging
import re

import pytest

from pippin.motion.yaml_file import ConfigFileError, read_yaml

TEXT = """
planner:
  seed: 123
  steps: 10.0
  tolerance: 1e-4
  verbose: false
  limits: [[0.0, 0.7], [-0.6, 0.6]]
  nothing:
  half: 0.5
"""


@pytest.fixture
def planner(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text(TEXT)
    return read_yaml(path).require("planner")


def test_values_are_read_as_what_they_should_be(planner):
    assert planner.require("seed").integer() == 123
    assert planner.require("steps").integer() == 10
    assert planner.require("tolerance").positive_number() == 1e-4  # a text in YAML 1.1
    assert planner.require("verbose").boolean() is False
    assert [item.numbers(2) for item in planner.require("limits").items()] == [[0.0, 0.7], [-0.6, 0.6]]
    assert planner.get("nothing") is None and planner.get("absent") is None
    assert list(planner.entries()) == ["seed", "steps", "tolerance", "verbose", "limits", "nothing", "half"]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda planner: planner.require("half").integer(), "line 9, 'planner.half': should be a whole number"),
        (lambda planner: planner.require("seed").boolean(), "'planner.seed': should be true or false, it is '123'"),
        (lambda planner: planner.require("nothing"), "'planner': lacks the key 'nothing'; there are: 'seed', 'steps'"),
        (
            lambda planner: planner.require("limits").number(),
            "'planner.limits': should be a finite number, it is a list",
        ),
        (
            lambda planner: planner.require("limits").items()[1].numbers(3),
            r"line 7, 'planner.limits\[1\]': should hold 3 numbers, it holds 2",
        ),
        (lambda planner: planner.require("seed").items(), "'planner.seed': should be a list, it is '123'"),
        (lambda planner: planner.require("seed").entries(), "'planner.seed': should be keys with values, it is '123'"),
        (lambda planner: planner.text(), "'planner': should be a text, it is keys with values"),
    ],
)
def test_errors_name_file_line_and_key(planner, read, message):
    with pytest.raises(ConfigFileError, match=message) as info:
        read(planner)
    assert "config.yaml" in str(info.value)


def test_a_key_that_stands_twice_is_told_and_the_last_one_counts(tmp_path, caplog):
    path = tmp_path / "twice.yaml"
    path.write_text("a: 1\nb: 2\na: 3\n")
    with caplog.at_level(logging.WARNING, "pippin"):
        assert read_yaml(path).require("a").integer() == 3
    assert "line 3, 'a': this key stands twice" in caplog.text


def test_files_that_are_too_large_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pippin.motion.yaml_file.MAX_BYTES", 10)
    path = tmp_path / "large.yaml"
    path.write_text("a: 123456789")
    with pytest.raises(ConfigFileError, match=re.escape("larger than 10 bytes")):
        read_yaml(path)
