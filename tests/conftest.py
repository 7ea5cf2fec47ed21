"""Makes the tests' own modules importable, and sets how hard properties are tried.

What is built on the rules (tables, servers, screens, commands, doors for agents) is tested once,
with the rules compiled; bots and trials by the thousand are too slow interpreted.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import ludoteca
from ludoteca.core import jit, native, registry

HERE = Path(__file__).parent
for folder in (HERE, HERE.parent / "examples", *(HERE / "rulebooks").glob("*")):
    sys.path.insert(0, str(folder))

# Games that tests play are not kept among the user's own.
os.environ["LUDOTECA_DATA"] = tempfile.mkdtemp(prefix="ludoteca-tests-")

# Compiled code is what is tested; the tests of plain code before it start processes of their own.
native.always()

settings.register_profile(
    "ludoteca",
    deadline=None,
    print_blob=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ludoteca")

DOORS = [f"envs/test_{name}.py" for name in ("pettingzoo", "openspiel", "selfplay")]
PAPERS = [
    f"test_{name}.py" for name in ("analyse_command", "cli", "docs", "notebook", "records", "texts")
]
ONCE = ["test_jit.py", "test_sample_game.py", "search/test_one_ply.py"]
TABLES = ["server", "store", "terminal", "web", "lab", *DOORS, *PAPERS, *ONCE]
TRIALS = [f"test_{name}.py" for name in ("fuzz", "million", "perft", "drawing")]
SLOW = ["search", "envs", *TRIALS]
# Searches take minutes to compile with bounds checks; LUDOTECA_TRIALS=all takes that time.
BOTS = [] if os.environ.get("LUDOTECA_TRIALS") == "all" else ["search"]
collect_ignore = {"on": [], "check": [*TABLES, *BOTS], "off": [*TABLES, *SLOW]}[jit.MODE]


@pytest.fixture
def nim() -> Iterator[None]:
    """The sample game, for one test."""
    from cases import load

    ludoteca.add_game("nim", "nim")
    yield
    del registry._MODULES["nim"]
    load.cache_clear()
