"""Config of random network distillation, a bonus for exploration."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass


@configclass
class RslRlRndCfg:
    """Says how random network distillation rewards states that a network cannot predict yet."""

    @configclass
    class WeightScheduleCfg:
        """Keeps the weight as it is."""

        mode: str = "constant"
        """Name of the schedule."""

    @configclass
    class LinearWeightScheduleCfg(WeightScheduleCfg):
        """Moves the weight linearly to another value."""

        mode: str = "linear"

        final_value: float = MISSING
        """Weight from ``final_step`` on."""

        initial_step: int = MISSING
        """Step up to which the weight is :attr:`RslRlRndCfg.weight`."""

        final_step: int = MISSING
        """Step at which ``final_value`` is reached."""

    @configclass
    class StepWeightScheduleCfg(WeightScheduleCfg):
        """Changes the weight at one step."""

        mode: str = "step"

        final_step: int = MISSING
        """Step at which the weight changes."""

        final_value: float = MISSING
        """Weight from that step on."""

    weight: float = 0.0
    """Factor of the bonus in the reward."""

    weight_schedule: WeightScheduleCfg | None = None
    """How the factor changes; None keeps it."""

    reward_normalization: bool = False
    """Whether the bonus is divided by its standard deviation."""

    state_normalization: bool = False
    """Whether the state that is predicted is normalized."""

    learning_rate: float = 1e-3
    """Learning rate of the predictor."""

    num_outputs: int = 1
    """Number of values that the networks give."""

    predictor_hidden_dims: list[int] = [-1]
    """Widths of the predictor's hidden layers; -1 is the width of its input."""

    target_hidden_dims: list[int] = [-1]
    """Widths of the fixed network's hidden layers; -1 is the width of its input."""
