"""The Riemannian motion policies, and the acceleration that they resolve to."""
