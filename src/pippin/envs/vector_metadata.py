"""What environments tell Gymnasium of themselves."""

from __future__ import annotations

from typing import Any

import gymnasium


def metadata_of(step_dt: float) -> dict[str, Any]:
    """Return the metadata of an environment.

    Args:
        step_dt: Length of its steps [s].
    """
    return {
        "render_modes": [None, "human", "rgb_array"],
        "render_fps": 1.0 / step_dt,
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }
