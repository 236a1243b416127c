"""Settings of the tests of ``pippin.utils``."""

from hypothesis import settings

# The same examples in every run: a failure is a change of the code.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
