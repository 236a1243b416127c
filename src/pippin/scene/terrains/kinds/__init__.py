"""The kinds of terrain: heights on a grid, stairs and obstacles of boxes, and many objects of one kind."""
