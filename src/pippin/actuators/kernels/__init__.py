"""The laws of the actuator models as Warp kernels on the memory of torch tensors: one law, one file."""
