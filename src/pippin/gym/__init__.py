"""Isaac Gym: simulations made of environments and actors, their state in tensors."""
