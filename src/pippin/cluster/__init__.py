"""Many machines: data that many workers compute, by Ray (extra ``cluster``).

Training one policy on several GPUs or machines needs none of it: see ``torchrun`` in :mod:`pippin.learning.processes`.
"""

from __future__ import annotations

from .generation import Generated, generate

__all__ = ["Generated", "generate"]
