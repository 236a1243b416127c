"""Networks in files of TorchScript."""

from __future__ import annotations

from pathlib import Path

import torch

__all__ = ["load_torchscript_model"]


def load_torchscript_model(model_path: str, device: str = "cpu") -> torch.nn.Module:
    """Load a network for evaluation.

    Args:
        model_path: File that ``torch.jit.save`` wrote. Checkpoints, which are pickles, are not loaded.
        device: Torch device.

    Raises:
        FileNotFoundError: There is no such file.
        RuntimeError: The file is no TorchScript.
    """
    if not Path(model_path).is_file():
        raise FileNotFoundError(f"TorchScript model '{model_path}' is not a file.")
    try:
        model = torch.jit.load(model_path, map_location=device)
    except Exception as error:
        raise RuntimeError(f"Failed to load TorchScript model '{model_path}': {error}") from error
    return model.eval()
