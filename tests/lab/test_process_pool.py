"""Work shared out among processes."""

import subprocess
import sys

from ludoteca.lab.process_pool import work

TWO_SLEEPERS = """
import multiprocessing, time
from ludoteca.lab.process_pool import work

def tasks():
    yield 60
    yield 60
    print(len(multiprocessing.active_children()), flush=True)

list(work(time.sleep, tasks(), 2))
"""


def test_results_come_from_one_process_as_from_two() -> None:
    assert sorted(work(abs, iter([-3, 1, -2]), 1)) == [1, 2, 3]
    assert sorted(work(abs, iter([-3, 1, -2]), 2)) == [1, 2, 3]


def test_workers_leave_when_their_master_is_killed() -> None:
    master = subprocess.Popen([sys.executable, "-c", TWO_SLEEPERS], stdout=subprocess.PIPE)
    assert master.stdout is not None
    assert master.stdout.readline() == b"2\n"
    master.kill()
    # They hold the other end of this pipe as long as they live.
    rest, _ = master.communicate(timeout=30)
    assert rest == b""
