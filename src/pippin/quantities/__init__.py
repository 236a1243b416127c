"""What assets and sensors share: arrays handed out as properties, choices of their entries, and checks of values."""
