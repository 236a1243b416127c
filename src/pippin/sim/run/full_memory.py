"""What to say when there is not enough memory for a simulation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_WORDS = ("failed to allocate", "out of memory", "can't allocate memory")
"""How Warp and PyTorch say so, in errors that have no class of their own."""


@contextmanager
def telling_of_full_memory(device: str, num_envs: int) -> Iterator[None]:
    """Let errors of libraries that get no memory in the block say what to do.

    Args:
        device: Device of the simulation.
        num_envs: Number of environments.

    Raises:
        MemoryError: There was not enough memory.
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        if not isinstance(error, MemoryError) and not any(words in reason.lower() for words in _WORDS):
            raise
        raise MemoryError(
            f"The memory of '{device}' is not enough for 'num_envs' = {num_envs} ({reason[:200]}); simulate fewer "
            f"environments, or make less room for contacts ('contacts_per_env', 'constraints_per_env' of the solver)."
        ) from error
