"""RMPflow: reactive motion to targets, around obstacles that may move, for one robot or thousands."""

from .batch import RmpFlowBatch
from .markers import Marker
from .policies.parameters import RmpFlowParameters, read_rmpflow_parameters
from .rmpflow import RmpFlow

__all__ = ["Marker", "RmpFlow", "RmpFlowBatch", "RmpFlowParameters", "read_rmpflow_parameters"]
