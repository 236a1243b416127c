"""How often tasks succeed from each of the states that they begin in, and which of these to practise."""

from __future__ import annotations

import torch

from pippin.utils import configclass


class SuccessMonitor:
    """The last outcomes of each slot: what episodes begin with. Slots come in partitions of equal size.

    Args:
        cfg: Config of the monitor.
        num_partitions: Number of partitions, P.
        partition_size: Number of slots in each, K; slot k of partition p has the number p K + k.
        device: Torch device.
    """

    def __init__(self, cfg: SuccessMonitorCfg, num_partitions: int, partition_size: int, device: str) -> None:
        if cfg.monitored_history_len < 1:
            raise ValueError(
                f"SuccessMonitorCfg.monitored_history_len is {cfg.monitored_history_len}: it should be at least 1."
            )
        self.cfg = cfg
        self.num_partitions = num_partitions
        self.partition_size = partition_size
        self.device = device
        count = num_partitions * partition_size
        self._outcomes = torch.zeros(count + 1, cfg.monitored_history_len, device=device)
        self.success_buf = self._outcomes[:count]
        """Outcomes, 1 for success, in a ring for each slot, shape (P K, history). The last row of all is for waste."""
        self.success_pointer = torch.zeros(count, dtype=torch.long, device=device)
        """Where each slot's next outcome goes."""
        self.success_size = torch.zeros(count, dtype=torch.long, device=device)
        """Number of outcomes of each slot."""
        self.success_rate = torch.zeros(count, device=device)
        """Share of successes of each slot, 0 where there is no outcome."""

    def get_success_rate(self) -> torch.Tensor:
        """Copy of the share of successes of each slot, shape (P K,)."""
        return self.success_rate.clone()

    def get_mean_success_rate(self) -> torch.Tensor:
        """Mean share of the slots that have outcomes, shape (); 0 where none has."""
        return self.success_rate.sum() / (self.success_size > 0).sum().clamp(min=1)

    def success_update(self, slot_ids: torch.Tensor, success: torch.Tensor, valid: torch.Tensor | None = None) -> None:
        """Add outcomes, the later ones of a slot after the earlier; the oldest make room.

        Args:
            slot_ids: Slot of each outcome, shape (n,).
            success: Whether it was a success, shape (n,).
            valid: Which outcomes count, shape (n,); None means all.
        """
        if len(slot_ids) == 0:
            return
        count, history = self.success_buf.shape
        slots = slot_ids if valid is None else torch.where(valid, slot_ids, count)
        order = torch.argsort(slots, stable=True)
        slots = slots[order]
        ones = torch.ones_like(slots)
        added = torch.zeros(count + 1, dtype=torch.long, device=slots.device).index_add_(0, slots, ones)
        ends = added.cumsum(0)[slots]
        later = ends - 1 - torch.arange(len(slots), device=slots.device)  # outcomes of the same slot that come after
        places = (self.success_pointer[slots.clamp(max=count - 1)] + added[slots] - 1 - later) % history
        rows = torch.where(later < history, slots, count)
        self._outcomes[rows, places] = success[order].to(self._outcomes.dtype)
        self.success_pointer.add_(added[:count]).remainder_(history)
        self.success_size.add_(added[:count]).clamp_(max=history)
        torch.div(self.success_buf.sum(dim=1), self.success_size.clamp(min=1), out=self.success_rate)

    def target_weights(self) -> torch.Tensor:
        """Weights of all slots, shape (P K,), largest where the share of successes is the one that is wanted.

        They are a beta distribution's density at the share r, its mode at the target t: r^(k t) (1 - r)^(k (1 - t)),
        but 1e-4 at least, to the power of 1 / temperature.
        """
        target = min(max(self.cfg.target_success_rate, 0.0), 1.0)
        kappa, least = max(self.cfg.kappa, 0.0), 1e-4
        rate = self.success_rate
        weights = (rate + least) ** (kappa * target) * (1.0 - rate + least) ** (kappa * (1.0 - target))
        return weights.clamp_min(least) ** (1.0 / max(self.cfg.temperature, 1.0))

    def sample_by_target_rate(self, partition_ids: torch.Tensor) -> torch.Tensor:
        """Draw a slot of each partition, by the weights.

        Args:
            partition_ids: Partitions, shape (n,).

        Returns:
            Numbers of slots, shape (n,).
        """
        weights = self.target_weights().view(self.num_partitions, self.partition_size)
        return partition_ids * self.partition_size + torch.multinomial(weights[partition_ids], 1)[:, 0]


@configclass
class SuccessMonitorCfg:
    """Config of :class:`SuccessMonitor`."""

    class_type: type[SuccessMonitor] = SuccessMonitor

    monitored_history_len: int = 10
    """Outcomes that are kept of each slot."""

    target_success_rate: float = 0.5
    """Share of successes that is practised most, from 0 to 1."""

    kappa: float = 1.0
    """How narrowly; 0 for all slots alike."""

    temperature: float = 1.0
    """Above 1, weights are more alike."""
