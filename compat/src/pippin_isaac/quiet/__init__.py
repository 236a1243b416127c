"""What programs touch of Isaac Sim beside the simulation: windows, keyboards, settings, the application's log.

There is no window and no application here. These modules let such code run on, and say once what came of it.
"""
