"""Tasks of arms: reaching poses, lifting and stacking cubes, opening a drawer."""
