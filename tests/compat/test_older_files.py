"""Files as version 2 reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.lab_files import load_torchscript_model
from pippin_isaac.modules import dialect_of


@pytest.mark.parametrize("content", [b"no TorchScript", b""])
def test_a_file_that_is_no_torchscript_is_none_there(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    load = dialect_of("omni.isaac.lab").counterpart(load_torchscript_model)
    (tmp_path / "net.pt").write_bytes(content)
    assert load(str(tmp_path / "net.pt")) is None
    assert "net.pt" in caplog.text
    torch.jit.script(torch.nn.Linear(2, 1)).save(str(tmp_path / "net.pt"))
    assert load(str(tmp_path / "net.pt")).training is False
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "none.pt"))
