"""Configs of observations."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, Literal

from pippin.utils import configclass
from pippin.utils.modifiers import ModifierCfg

from .manager_base import ManagerTermBaseCfg

NOT_HELD = () if __name__.startswith("pippin.") else ("concatenate_dim", "history_order")
"""Settings that came to Isaac Lab later, which groups of older dialects, where this module is run once more, hold only
where they were changed: programs have copies of older managers, which take all that a group holds for terms."""


@configclass
class ObservationTermCfg(ManagerTermBaseCfg):
    """A term of an observation. It is modified, noised, clipped, scaled, delayed and remembered, in this order."""

    func: Any = MISSING
    """Gives the observation, shape (num_envs, ...)."""

    modifiers: list[ModifierCfg] | None = None
    """Modifiers, applied in this order."""

    noise: Any = None
    """A ``NoiseCfg`` or ``NoiseModelCfg``, applied where the group's ``enable_corruption`` is set."""

    clip: tuple[float, float] | None = None
    """Least and largest value."""

    scale: Any = None
    """Factor, or one for each number of the observation."""

    delay_min_lag: int = 0
    """Least delay [steps]. Each environment draws its delay at each reset."""

    delay_max_lag: int = 0
    """Largest delay [steps]; 0 for none."""

    delay_hold_prob: float = 1.0
    """Probability with which an environment keeps its delay from one step to the next."""

    history_length: int = 0
    """How many of the last values the observation holds, the oldest first; 0 for the current one alone."""

    flatten_history_dim: bool = True
    """Whether the history is flattened to shape (num_envs, history_length * ...)."""

    def validate_config(self) -> None:
        """Check the delay.

        Raises:
            TypeError: A lag is no whole number.
            ValueError: A lag or the probability is outside its range.
        """
        if type(self.delay_min_lag) is not int or type(self.delay_max_lag) is not int:
            raise TypeError(
                f"'delay_min_lag' and 'delay_max_lag' are {self.delay_min_lag!r} and {self.delay_max_lag!r}; expected "
                "integers."
            )
        if not 0 <= self.delay_min_lag <= self.delay_max_lag:
            raise ValueError(
                f"The delays of an observation are {self.delay_min_lag} to {self.delay_max_lag} steps; expected "
                "0 <= delay_min_lag <= delay_max_lag."
            )
        if not 0.0 <= self.delay_hold_prob <= 1.0:
            raise ValueError(f"delay_hold_prob must be in [0, 1]; it is {self.delay_hold_prob}.")


@configclass
class ObservationGroupCfg:
    """A group of terms, for one reader: users add one attribute for each term."""

    concatenate_terms: bool = True
    """Whether the group is one tensor; otherwise it is a dict by term."""

    concatenate_dim: int = -1
    """Dimension along which terms are put together, not counting that of the environments."""

    enable_corruption: bool = False
    """Whether terms have noise."""

    history_length: int | None = None
    """History of all terms, in place of their own; None leaves them theirs."""

    flatten_history_dim: bool = True
    """Whether histories are flattened, where ``history_length`` is set."""

    history_order: Literal["term", "time"] = "term"
    """Order in a flattened history: all times of one term after another, or all terms of one time after another."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in NOT_HELD and name not in vars(self) and value == getattr(type(self), name, None):
            return  # it is the class's
        super().__setattr__(name, value)
