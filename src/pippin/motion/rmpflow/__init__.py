"""RMPflow: reactive motion to targets, around obstacles that may move, for one robot or thousands."""

from .batch import RmpFlowBatch
from .parameters import RmpFlowParameters, read_rmpflow_parameters

__all__ = ["RmpFlowBatch", "RmpFlowParameters", "read_rmpflow_parameters"]
