"""Fuzz the readers of files: mutate files of real robots, read them in bounded processes, and report by kind.

``python -m tools.fuzz --help`` from the root of the repository. The parts: :mod:`.seeds` gathers the files to begin
with, :mod:`.mutations` changes them by the grammar of their format, :mod:`.readers` says how each kind is read, and
:mod:`.batches` reads many in a forked process with bounds on time and memory, without network, and without writing
anywhere else.
"""
