"""Tasks of going to places, on top of a policy that walks."""
