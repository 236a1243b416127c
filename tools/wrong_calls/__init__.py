"""Call public methods with one wrong argument each, and report how clearly they refuse.

``python -m tools.wrong_calls --help`` from the root of the repository. :mod:`.worlds` makes objects to call,
:mod:`.values` knows valid and wrong values of parameters, and :mod:`.calls` makes the calls and judges the answers.
"""
