"""A step of an environment as CUDA graphs: the work of a step on the device, without Python between its kernels.

:mod:`.graph` captures steps and replays them, and :mod:`.conditions` finds out which terms a graph can hold, and why
not the others. :mod:`.host_state` reads the numbers that objects keep on the host, which a graph neither sees nor
changes, and :mod:`.masked_log` keeps what is logged of episodes where the host does not know whether any has ended.
"""

from .graph import StepGraph
from .masked_log import MaskedLog

__all__ = ["MaskedLog", "StepGraph"]
