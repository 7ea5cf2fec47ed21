"""The fair queue, step by step without threads or clocks; and the pool that runs what it picks."""

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest

from ludoteca.server.errors import Refused
from ludoteca.server.scheduler import (
    FIRST,
    LAST,
    SECOND,
    Client,
    FairQueue,
    Job,
    Quota,
    Steps,
    WorkerPool,
    all_at_once,
    current_client,
    folding_pool,
)
from ludoteca.server.settings import Settings

ANA, BEA = Client("1", b"ana"), Client("2", b"bea")
EVA = Client("1", b"eva")


def queue(slots: int = 1, **more: Any) -> FairQueue:
    settings: dict[str, Any] = {"slots": slots, "waiting": 10_000, "quotas": {}}
    return FairQueue(**(settings | more))


def pushed(fair: FairQueue, client: Client, priority: int = FIRST) -> Job:
    job = Job(client=client, priority=priority)
    fair.push(job)
    return job


def served(fair: FairQueue, count: int, seconds: dict[Client, float]) -> list[Client]:
    """Run jobs one after the other; each takes the time its client's jobs take."""
    order = []
    for _ in range(count):
        job = fair.pop()
        assert job is not None
        fair.done(job, seconds[job.client])
        order.append(job.client)
    return order


def test_clients_take_turns_however_many_jobs_one_has() -> None:
    fair = queue()
    for _ in range(100):
        pushed(fair, ANA)
    for _ in range(3):
        pushed(fair, BEA)
    assert served(fair, 6, {ANA: 1.0, BEA: 1.0}) == [ANA, BEA] * 3


def test_a_client_whose_jobs_are_long_gets_fewer_turns() -> None:
    fair = queue()
    for _ in range(100):
        pushed(fair, ANA)
        pushed(fair, BEA)
    turns = Counter(served(fair, 44, {ANA: 10.0, BEA: 1.0}))
    assert turns == {ANA: 4, BEA: 40}


def test_holders_share_the_turns_of_their_address() -> None:
    fair = queue()
    for client in (ANA, EVA, BEA) * 20:
        pushed(fair, client)
    turns = Counter(served(fair, 40, dict.fromkeys((ANA, EVA, BEA), 1.0)))
    assert turns == {ANA: 10, EVA: 10, BEA: 20}


def test_nobody_saves_up_turns_by_waiting() -> None:
    fair = queue()
    for _ in range(100):
        pushed(fair, ANA)
    served(fair, 50, {ANA: 1.0})
    for _ in range(50):
        pushed(fair, BEA)
    turns = Counter(served(fair, 20, {ANA: 1.0, BEA: 1.0}))
    assert turns == {ANA: 10, BEA: 10}


def test_the_first_priority_goes_first() -> None:
    fair = queue()
    late = [pushed(fair, BEA, SECOND), pushed(fair, ANA)]
    assert [fair.pop(), fair.pop()] == [late[1], None]
    fair.done(late[1], 5.0)
    assert fair.pop() is late[0]


def test_one_client_never_takes_the_slots_kept_for_others() -> None:
    fair = queue(slots=3)
    for _ in range(200):
        pushed(fair, ANA)
    assert fair.pop() is not None
    assert fair.pop() is None
    neighbour, stranger = pushed(fair, EVA), pushed(fair, BEA)
    assert {fair.pop(), fair.pop()} == {neighbour, stranger}
    assert fair.pop() is None


def test_help_leaves_a_slot_to_bots_and_runs_once_per_client() -> None:
    fair = queue(slots=4)
    for client in (ANA, ANA, BEA, EVA, Client("3"), Client("4")):
        pushed(fair, client, SECOND)
    running = [fair.pop() for _ in range(3)]
    assert all(running)
    assert len({job.client for job in running if job}) == 3
    assert fair.pop() is None
    bot = pushed(fair, Client("5"))
    assert fair.pop() is bot


def test_quotas_hold_for_waiting_and_running_jobs() -> None:
    fair = queue(quotas={SECOND: Quota(holder=2, address=3)})
    jobs = [pushed(fair, ANA, SECOND), pushed(fair, ANA, SECOND)]
    for client, more in ((ANA, 0), (EVA, 1)):
        for _ in range(more):
            jobs.append(pushed(fair, client, SECOND))
        with pytest.raises(Refused) as refused:
            pushed(fair, client, SECOND)
        assert refused.value.code == "too_many"
    pushed(fair, BEA, SECOND)
    for _ in range(5):
        pushed(fair, ANA)
    assert fair.discard(jobs[0])
    pushed(fair, ANA, SECOND)
    with pytest.raises(Refused):
        pushed(fair, ANA, SECOND)


def test_a_full_queue_is_busy() -> None:
    fair = queue(waiting=2)
    first = pushed(fair, ANA)
    pushed(fair, BEA)
    with pytest.raises(Refused) as refused:
        pushed(fair, EVA)
    assert refused.value.code == "busy"
    assert fair.pop() is first
    pushed(fair, EVA)
    assert not fair.discard(first)


def test_nothing_is_kept_of_clients_that_are_gone() -> None:
    fair = queue(quotas={FIRST: Quota(holder=1, address=1)})
    for number in range(25_000):
        pushed(fair, Client(str(number)))
        job = fair.pop()
        assert job is not None
        fair.done(job, 0.001)
    assert not fair._lines
    assert not fair._held
    assert len(fair._addresses._charged) <= 10_001


def pool(**more: Any) -> WorkerPool:
    return WorkerPool("test", queue(**more), threads=more.get("slots", 1))


def test_a_job_that_waits_is_dropped_when_cancelled_and_one_that_runs_is_stopped() -> None:
    async def scene() -> None:
        workers, begun, stop = pool(), threading.Event(), threading.Event()
        ran: list[str] = []

        def long() -> None:
            begun.set()
            assert stop.wait(20)

        first = asyncio.create_task(workers.run(long, stop=stop.set))
        waiting = asyncio.create_task(workers.run(lambda: ran.append("waiting")))
        after = asyncio.create_task(workers.run(lambda: ran.append("after")))
        await asyncio.to_thread(begun.wait, 20)
        waiting.cancel()
        first.cancel()
        await after
        assert ran == ["after"]
        await asyncio.gather(first, waiting, return_exceptions=True)
        workers.close()

    asyncio.run(scene())


def test_background_work_counts_for_the_client_that_caused_it() -> None:
    async def scene() -> None:
        workers = pool()
        current_client.set(ANA)
        task = asyncio.create_task(workers.run(lambda: None))
        current_client.set(BEA)
        await task
        assert workers._queue._addresses._charged.keys() == {ANA.address}
        with pytest.raises(ZeroDivisionError):
            await workers.run(lambda: 1 // 0)
        assert await workers.run(lambda: 7) == 7
        workers.close()

    asyncio.run(scene())


def test_long_work_lets_a_short_job_in_after_its_next_step() -> None:
    async def scene() -> None:
        pool, done, gate = WorkerPool("test", queue(), threads=1), list[str](), threading.Event()

        def steps() -> Steps[str]:
            gate.wait(10)
            for number in range(3):
                done.append(f"ana {number}")
                yield
            return "drawn"

        current_client.set(ANA)
        long = asyncio.create_task(pool.run_steps(steps()))
        await asyncio.sleep(0)
        current_client.set(BEA)
        short = asyncio.create_task(pool.run(lambda: done.append("bea")))
        await asyncio.sleep(0)
        gate.set()
        await short
        assert await long == "drawn"
        assert done == ["ana 0", "bea", "ana 1", "ana 2"]
        pool.close()

    asyncio.run(scene())


def test_matches_are_opened_for_each_client_in_turn() -> None:
    async def scene() -> None:
        pool, order, gate = folding_pool(Settings(replay_threads=1)), [""], threading.Event()
        current_client.set(ANA)
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(pool.run(lambda: gate.wait(10)))]
        tasks += [asyncio.create_task(pool.run(lambda: order.append("ana"))) for _ in range(20)]
        await asyncio.sleep(0)
        current_client.set(BEA)
        tasks.append(asyncio.create_task(pool.run(lambda: order.append("bea"))))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*tasks)
        assert "bea" in order[1:3]
        pool.close()

    asyncio.run(scene())


def test_steps_can_be_run_at_once() -> None:
    def steps() -> Steps[int]:
        yield
        return 3

    assert all_at_once(steps()) == 3


def test_the_last_priority_takes_turns_beside_the_slots_and_keeps_nobody_waiting() -> None:
    fair = queue(slots=3)
    reviews = [pushed(fair, client, LAST) for client in (ANA, ANA, BEA)]
    assert fair.pop() is reviews[0]
    assert fair.pop() is None
    jobs = [pushed(fair, Client("3")), pushed(fair, Client("4")), pushed(fair, Client("5"))]
    assert [fair.pop() for _ in jobs] == jobs
    fair.done(reviews[0], 1.0)
    assert fair.pop() is None
    fair.done(jobs[0], 1.0)
    help_ = pushed(fair, ANA, SECOND)
    assert fair.pop() is reviews[2]
    fair.done(reviews[2], 1.0)
    for job in jobs[1:]:
        fair.done(job, 1.0)
    assert fair.pop() is help_
    assert fair.pop() is reviews[1]
