"""A humanoid learns to move as in recorded motions, by adversarial motion priors (Peng et al., 2021)."""
