"""What the methods of Gym do: assets, environments and actors as records, and the engine that simulates them."""
