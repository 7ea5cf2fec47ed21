"""The encodings are tested in every mode, what is built on them with the rules compiled."""

from ludoteca.core import jit

BUILT = ["test_vector.py", "test_pettingzoo.py", "test_openspiel.py", "test_selfplay.py"]
collect_ignore = [] if jit.MODE == "on" else BUILT
