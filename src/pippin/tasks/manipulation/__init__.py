"""Terms of tasks in which arms lift objects."""
