"""One seed for all generators of random numbers."""

from __future__ import annotations

import logging
import random

import numpy as np
import torch

logger = logging.getLogger("pippin")


def configure_seed(seed: int | None, torch_deterministic: bool = False) -> int:
    """Seed Python's, NumPy's and torch's generators of random numbers.

    Args:
        seed: The seed; None or -1 draws one.
        torch_deterministic: Let torch use algorithms that give the same numbers each time, for the whole program.

    Returns:
        The seed that was set.

    Raises:
        TypeError: It is no whole number.
    """
    if seed is not None and not hasattr(seed, "__index__"):
        raise TypeError(f"'seed' is {seed!r:.80}; expected a whole number, or None for a drawn one.")
    if seed is None or seed == -1:
        seed = 42 if torch_deterministic else random.SystemRandom().randrange(10_000)
        logger.info("The seed %d was drawn.", seed)
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    if torch_deterministic:
        torch.backends.cudnn.benchmark = False
        torch.backends.cudnn.deterministic = True
        torch.use_deterministic_algorithms(True)
    return seed
