"""Configs of the networks: models of RSL-RL 4 and 5, and policies of RSL-RL 2 and 3, which hold actor and critic."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, Literal

from pippin.utils import configclass


@configclass
class RslRlMLPModelCfg:
    """Describes a model that is a multilayer perceptron."""

    class_name: str = "MLPModel"
    """Class of the model in rsl_rl, or "module:name"."""

    hidden_dims: list[int] = MISSING
    """Widths of the hidden layers."""

    activation: str = MISSING
    """Name of the activation function, such as "elu"."""

    obs_normalization: bool = False
    """Whether observations are normalized by their running mean and deviation."""

    distribution_cfg: DistributionCfg | None = None
    """Distribution of the output; None for a deterministic model. RSL-RL 5 and later."""

    @configclass
    class DistributionCfg:
        """Names the distribution of a model's output."""

        class_name: str = MISSING
        """Class of the distribution in rsl_rl."""

    @configclass
    class GaussianDistributionCfg(DistributionCfg):
        """Describes a normal distribution whose deviation is a parameter."""

        class_name: str = "GaussianDistribution"

        init_std: float = MISSING
        """Standard deviation at the start."""

        std_type: Literal["scalar", "log"] = "scalar"
        """Whether the deviation itself or its logarithm is the parameter."""

        std_range: tuple[float, float] = (1e-6, 1e6)
        """Limits of the deviation."""

    @configclass
    class HeteroscedasticGaussianDistributionCfg(GaussianDistributionCfg):
        """Describes a normal distribution whose deviation is an output of the network."""

        class_name: str = "HeteroscedasticGaussianDistribution"

    stochastic: bool = MISSING
    """RSL-RL 4: whether the output is drawn from a normal distribution. Later ones have ``distribution_cfg``."""

    init_noise_std: float = MISSING
    """RSL-RL 4: standard deviation at the start."""

    noise_std_type: Literal["scalar", "log"] = "scalar"
    """RSL-RL 4: whether the deviation itself or its logarithm is the parameter."""

    state_dependent_std: bool = False
    """RSL-RL 4: whether the deviation is an output of the network."""


@configclass
class RslRlRNNModelCfg(RslRlMLPModelCfg):
    """Describes a model with a recurrent network before the perceptron."""

    class_name: str = "RNNModel"

    rnn_type: str = MISSING
    """Kind of the cells: "lstm" or "gru"."""

    rnn_hidden_dim: int = MISSING
    """Width of the recurrent layers."""

    rnn_num_layers: int = MISSING
    """Number of recurrent layers."""


@configclass
class RslRlCNNModelCfg(RslRlMLPModelCfg):
    """Describes a model with convolutions for its images."""

    class_name: str = "CNNModel"

    @configclass
    class CNNCfg:
        """Describes the convolutions; what takes a list has an entry for each layer."""

        output_channels: tuple[int, ...] | list[int] = MISSING
        """Channels that each layer gives."""

        kernel_size: int | tuple[int, ...] | list[int] = MISSING
        """Width of the kernels [pixels]."""

        stride: int | tuple[int, ...] | list[int] = 1
        """Step of the kernels [pixels]."""

        dilation: int | tuple[int, ...] | list[int] = 1
        """Distance of the entries of a kernel [pixels]."""

        padding: Literal["none", "zeros", "reflect", "replicate", "circular"] = "none"
        """What stands beyond the border of an image."""

        norm: Literal["none", "batch", "layer"] | tuple[str, ...] | list[str] = "none"
        """Normalization after each layer."""

        activation: str = MISSING
        """Name of the activation function."""

        max_pool: bool | tuple[bool, ...] | list[bool] = False
        """Whether maxima of neighbours are taken after a layer."""

        global_pool: Literal["none", "max", "avg"] = "none"
        """What each channel is reduced to at the end."""

        flatten: bool = True
        """Whether the result is one vector."""

    cnn_cfg: CNNCfg = MISSING
    """The convolutions, or a dict of them by group of observations."""


@configclass
class RslRlSpatialSoftmaxCNNModelCfg(RslRlCNNModelCfg):
    """Describes a model with convolutions of which the places of features in the images go on."""

    class_name: str = "pippin.learning.rsl_rl.keypoints:SpatialSoftmaxCNNModel"

    init_temperature: float = 1.0
    """What features are divided by before their softmax, at first."""


@configclass
class RslRlPpoActorCriticCfg:
    """Describes actor and critic of PPO together: RSL-RL 2 and 3."""

    class_name: str = "ActorCritic"
    """Class of the policy in rsl_rl."""

    init_noise_std: float = MISSING
    """Standard deviation of the actions at the start."""

    noise_std_type: Literal["scalar", "log"] = "scalar"
    """Whether the deviation itself or its logarithm is the parameter."""

    state_dependent_std: bool = False
    """Whether the deviation is an output of the network."""

    actor_obs_normalization: bool = MISSING
    """Whether observations of the actor are normalized; not given counts as no."""

    critic_obs_normalization: bool = MISSING
    """Whether observations of the critic are normalized; not given counts as no."""

    actor_hidden_dims: list[int] = MISSING
    """Widths of the actor's hidden layers."""

    critic_hidden_dims: list[int] = MISSING
    """Widths of the critic's hidden layers."""

    activation: str = MISSING
    """Name of the activation function, such as "elu"."""


@configclass
class RslRlPpoActorCriticRecurrentCfg(RslRlPpoActorCriticCfg):
    """Describes actor and critic with a recurrent network each: RSL-RL 2 and 3."""

    class_name: str = "ActorCriticRecurrent"

    rnn_type: str = MISSING
    """Kind of the cells: "lstm" or "gru"."""

    rnn_hidden_dim: int = MISSING
    """Width of the recurrent layers."""

    rnn_num_layers: int = MISSING
    """Number of recurrent layers."""


@configclass
class RslRlPpoActorCriticCNNCfg(RslRlPpoActorCriticCfg):
    """Describes actor and critic with convolutions for their images: RSL-RL 3.3."""

    class_name: str = "ActorCriticCNN"

    actor_cnn_cfg: dict[str, Any] | RslRlCNNModelCfg.CNNCfg | None = None
    """The actor's convolutions, or a dict of them by group of observations; None for none."""

    critic_cnn_cfg: dict[str, Any] | RslRlCNNModelCfg.CNNCfg | None = None
    """The critic's convolutions, likewise."""
