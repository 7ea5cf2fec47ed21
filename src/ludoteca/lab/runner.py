"""The runner of tournaments and studies: tasks go to workers, results come back and are saved.

A run that is stopped or killed is continued by the same command: results in its file are read
first (`results.saved`) and their tasks are not given out again.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from ludoteca.lab.cluster import work_on_ray
from ludoteca.lab.process_pool import work
from ludoteca.lab.results import append

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    function: Callable[[T], R],
    tasks: Iterator[T],
    *,
    workers: int = 1,
    ray: str | None = None,
    save: Path | None = None,
    row_of: Callable[[R], object] = lambda result: result,
    fresh: bool = False,
) -> Iterator[R]:
    """Yield the results as they come, each after it was saved.

    `workers` processes of this machine do the work, or the Ray cluster at `ray`. `row_of` returns
    what is saved of a result. If `fresh`, the first result replaces what the file held.
    """
    results = work(function, tasks, workers) if ray is None else work_on_ray(function, tasks, ray)
    for number, result in enumerate(results):
        if save is not None:
            if fresh and number == 0:
                save.unlink(missing_ok=True)
            append(save, row_of(result))
        yield result
