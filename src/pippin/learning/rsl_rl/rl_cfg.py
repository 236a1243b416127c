"""Configs of PPO and of the runners of RSL-RL."""

from __future__ import annotations

from dataclasses import MISSING, field
from typing import Any, Literal

from pippin.sim.run.cfg import default_device
from pippin.utils import configclass

from .generations import runner_dict
from .model_cfg import RslRlMLPModelCfg, RslRlPpoActorCriticCfg
from .rnd_cfg import RslRlRndCfg
from .symmetry_cfg import RslRlSymmetryCfg


@configclass
class RslRlPpoAlgorithmCfg:
    """Holds the parameters of PPO. Those that the installed RSL-RL does not know are left out."""

    class_name: str = "PPO"
    """Class of the algorithm in rsl_rl."""

    num_learning_epochs: int = MISSING
    """How often each sample is learned from."""

    num_mini_batches: int = MISSING
    """Into how many parts the samples of an iteration are divided."""

    learning_rate: float = MISSING
    """Learning rate at the start."""

    schedule: str = MISSING
    """"fixed", or "adaptive" to keep to ``desired_kl``."""

    gamma: float = MISSING
    """Discount of rewards per step."""

    lam: float = MISSING
    """Lambda of generalized advantage estimation."""

    entropy_coef: float = MISSING
    """Factor of the entropy in the loss."""

    desired_kl: float = MISSING
    """Divergence of Kullback and Leibler between policies that the adaptive learning rate aims at."""

    max_grad_norm: float = MISSING
    """Norm to which gradients are clipped."""

    optimizer: Literal["adam", "adamw", "sgd", "rmsprop"] = "adam"
    """Optimizer; RSL-RL 4 and later."""

    value_loss_coef: float = MISSING
    """Factor of the critic's error in the loss."""

    use_clipped_value_loss: bool = MISSING
    """Whether the critic's steps are clipped as the actor's are."""

    clip_param: float = MISSING
    """By how much the ratio of probabilities may leave 1."""

    normalize_advantage_per_mini_batch: bool = False
    """Whether advantages are normalized in each part rather than over all samples."""

    share_cnn_encoders: bool = False
    """Whether actor and critic share their convolutions; RSL-RL 4 and later."""

    use_mixed_precision: bool = False
    """Whether the update runs in bfloat16; RSL-RL 5."""

    rnd_cfg: RslRlRndCfg | None = None
    """Random network distillation; None for none."""

    symmetry_cfg: RslRlSymmetryCfg | None = None
    """Symmetries; None for none."""


@configclass
class RslRlBaseRunnerCfg:
    """Holds what all runners need.

    :meth:`to_dict` gives what the installed RSL-RL takes, whichever generation the config was written for.
    """

    seed: int = 42
    """Seed of all random numbers."""

    device: str = field(default_factory=default_device)
    """Device that learns; by default the GPU if there is one."""

    num_steps_per_env: int = MISSING
    """Steps of each environment in an iteration."""

    init_at_random_ep_len: bool = True
    """Whether episodes begin at random times, so that not all environments end theirs together."""

    max_iterations: int = MISSING
    """Number of iterations."""

    empirical_normalization: bool | None = None
    """RSL-RL 2: whether observations are normalized. Later ones say so of each network."""

    obs_groups: dict[str, list[str]] = MISSING
    """Groups of observations that make each set of the algorithm, such as ``{"actor": ["policy"]}``."""

    clip_actions: float | None = None
    """Limit of the actions, which the wrapper of the environment clips to; None for none."""

    check_for_nan: bool = True
    """Whether each step is searched for NaN."""

    save_interval: int = MISSING
    """Iterations between checkpoints."""

    experiment_name: str = MISSING
    """Folder of all runs of this experiment."""

    run_name: str = ""
    """Appended to the folder of the run."""

    logger: Literal["tensorboard", "neptune", "wandb"] = "tensorboard"
    """Where curves go."""

    neptune_project: str = "isaaclab"
    """Project at Neptune."""

    wandb_project: str = "isaaclab"
    """Project at Weights & Biases."""

    resume: bool = False
    """Whether to go on from a checkpoint."""

    load_run: str = ".*"
    """Pattern of the folder to load from; the last in alphabetical order counts."""

    load_checkpoint: str = "model_.*.pt"
    """Pattern of the checkpoint to load; the last in alphabetical order counts."""

    def to_dict(self) -> dict[str, Any]:
        """Give the values as the installed RSL-RL takes them; as they are where none is installed."""
        return runner_dict(self)


@configclass
class RslRlOnPolicyRunnerCfg(RslRlBaseRunnerCfg):
    """Describes a runner of PPO. Either ``actor`` and ``critic`` or ``policy`` is to be set."""

    class_name: str = "OnPolicyRunner"
    """Class of the runner in rsl_rl."""

    actor: RslRlMLPModelCfg = MISSING
    """The actor: RSL-RL 4 and later."""

    critic: RslRlMLPModelCfg = MISSING
    """The critic: RSL-RL 4 and later."""

    algorithm: RslRlPpoAlgorithmCfg = MISSING
    """Parameters of the algorithm."""

    torch_compile_mode: Literal["default", "max-autotune-no-cudagraphs"] | None = None
    """Mode of ``torch.compile`` for the networks; None for none. RSL-RL 5."""

    policy: RslRlPpoActorCriticCfg = MISSING
    """Actor and critic together: RSL-RL 2 and 3."""
