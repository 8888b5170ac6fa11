"""The threads that answer: callers take turns by what their calls have taken, dear calls few threads."""

from collections.abc import Callable
from threading import Event
from time import thread_time

import pytest

from ironclad.api.http.guard import declared
from ironclad.api.serving.fair_pool import Bounds, Crowded, FairPool, Lane, set_aside
from ironclad.api.serving.request_buffer import Bodies
from ironclad.api.settings import Kind, Rate
from tests.api.shared import Shared, service
from tests.stores import Store


def busy(seconds: float) -> Callable[[], None]:
    """Work that takes so much of a processor."""

    def work() -> None:
        until = thread_time() + seconds
        while thread_time() < until:
            pass

    return work


class Gate:
    """Work that holds a thread until it is opened."""

    def __init__(self) -> None:
        self.begun, self._open = Event(), Event()

    def work(self) -> None:
        self.begun.set()
        assert self._open.wait(30)

    def open(self) -> None:
        self._open.set()


def test_a_caller_who_asks_little_is_next_however_many_calls_wait() -> None:
    pool, gate, order = FairPool(Bounds(threads=1)), Gate(), list[str]()
    pool.submit("hostile", "", Lane.LIGHT, busy(0.2)).result(30)
    pool.submit("hostile", "", Lane.LIGHT, gate.work)
    assert gate.begun.wait(30)
    waiting = [pool.submit("hostile", n % 3, Lane.LIGHT, lambda: order.append("hostile")) for n in range(20)]
    waiting.append(pool.submit("honest", "", Lane.LIGHT, lambda: order.append("honest")))
    gate.open()
    for each in waiting:
        each.result(30)
    pool.close()
    assert order.index("honest") == 0


def test_the_tokens_of_one_address_take_turns_too() -> None:
    pool, gate, order = FairPool(Bounds(threads=1)), Gate(), list[str]()
    pool.submit("club", "greedy", Lane.LIGHT, gate.work)
    assert gate.begun.wait(30)

    def greedy() -> None:
        busy(0.05)()
        order.append("greedy")

    waiting = [pool.submit("club", "greedy", Lane.LIGHT, greedy) for _ in range(5)]
    waiting += [pool.submit("club", "modest", Lane.LIGHT, lambda: order.append("modest")) for _ in range(3)]
    gate.open()
    for each in waiting:
        each.result(30)
    pool.close()
    assert order.index("modest") <= 1
    assert order[-1] == "greedy"


def test_dear_calls_leave_threads_to_cheap_ones() -> None:
    pool, gates = FairPool(Bounds(threads=4)), [Gate() for _ in range(4)]
    dear = [pool.submit(f"{n}", "", Lane.HEAVY, gate.work) for n, gate in enumerate(gates)]
    assert pool.submit("honest", "", Lane.LIGHT, lambda: "answered").result(30) == "answered"
    assert sum(gate.begun.is_set() for gate in gates) == 1
    for gate in gates:
        gate.open()
    for each in dear:
        each.result(30)
    pool.close()


def test_a_call_that_waits_for_others_keeps_no_call_of_its_address_waiting() -> None:
    pool, gate = FairPool(Bounds(threads=2, in_progress=1)), Gate()

    def wait() -> None:
        with set_aside():
            gate.work()

    held = pool.submit("club", "reader", Lane.HEAVY, wait)
    assert gate.begun.wait(30)
    assert pool.submit("club", "player", Lane.HEAVY, lambda: "answered").result(30) == "answered"
    gate.open()
    held.result(30)
    pool.close()


def test_one_address_has_few_calls_in_progress_and_no_more_waiting_than_its_bound() -> None:
    pool = FairPool(Bounds(threads=4, in_progress=2, waiting=3, waiting_of_address=5))
    gates = [Gate() for _ in range(2)]
    held = [pool.submit("hostile", "", Lane.LIGHT, gate.work) for gate in gates]
    assert all(gate.begun.wait(30) for gate in gates)
    waiting = [pool.submit("hostile", "a", Lane.LIGHT, busy(0)) for _ in range(3)]
    with pytest.raises(Crowded):
        pool.submit("hostile", "a", Lane.LIGHT, busy(0))
    waiting += [pool.submit("hostile", token, Lane.LIGHT, busy(0)) for token in "bc"]
    with pytest.raises(Crowded):
        pool.submit("hostile", "d", Lane.LIGHT, busy(0))
    assert pool.submit("honest", "", Lane.LIGHT, lambda: 1).result(30) == 1
    assert not any(each.running() or each.done() for each in waiting)
    for gate in gates:
        gate.open()
    for each in (*held, *waiting):
        each.result(30)
    pool.close()


def test_what_waits_is_answered_before_the_end_and_a_fault_reaches_who_waits() -> None:
    pool = FairPool(Bounds(threads=2))
    faulty = pool.submit("a", "", Lane.LIGHT, lambda: 1 // 0)
    done = [pool.submit("a", "", Lane.MIDDLE, lambda: 1) for _ in range(9)]
    pool.close()
    assert isinstance(faulty.exception(), ZeroDivisionError)
    assert [each.result() for each in done] == [1] * 9


def test_an_address_that_was_busy_alone_is_not_behind_who_comes_later() -> None:
    pool, gate, order = FairPool(Bounds(threads=1)), Gate(), list[str]()
    pool.submit("honest", "", Lane.LIGHT, busy(0.3)).result(30)
    pool.submit("hostile", "", Lane.LIGHT, gate.work)
    assert gate.begun.wait(30)

    def hostile() -> None:
        busy(0.05)()
        order.append("hostile")

    waiting = [pool.submit("hostile", "", Lane.LIGHT, hostile) for _ in range(8)]
    waiting.append(pool.submit("honest", "", Lane.LIGHT, lambda: order.append("honest")))
    gate.open()
    for each in waiting:
        each.result(30)
    pool.close()
    assert order.index("honest") < 4


def test_large_bodies_have_room_together_and_no_address_takes_all_of_it() -> None:
    bodies = Bodies(100, small=10)
    with bodies.room("a", 40) as first, bodies.room("a", 20) as second, bodies.room("b", 50) as third:
        assert (first, second, third) == (True, False, True)
        with bodies.room("c", 20) as fourth, bodies.room("c", 10) as small:
            assert (fourth, small) == (False, True)
    with bodies.room("c", 50) as again:
        assert again


def test_dear_calls_count_for_more_and_the_callers_of_an_address_have_a_bound_together(store: Store) -> None:
    with service(store, rates={Kind.READ: Rate(30, 60)}, address_share=2) as shared:
        for name in ("ann", "bob", "cid"):
            shared.add(name)
        counted_together(shared)


def counted_together(shared: Shared) -> None:
    statuses = [shared.get("/games", name).status_code for name in ("ann", "bob", "cid") for _ in range(25)]
    assert statuses[:60] == [200] * 60
    assert set(statuses[60:]) == {429}
    game = shared.referee.opening.open_game("tug", "long").id
    pages = [shared.client.get(f"/games/{game}").status_code for _ in range(3)]
    assert pages == [200, 429, 429]


def test_every_dear_call_has_its_lane(store: Store) -> None:
    with service(store) as shared:
        views = shared.client.application.view_functions
        lanes = {name: needed.lane for name, view in views.items() if (needed := declared(view))}
    assert lanes["pages.show_game"] is Lane.HEAVY
    assert lanes["bundles.read_bundle"] is Lane.BUNDLE
    assert lanes["commands.reckon_odds"] is Lane.ODDS
    assert lanes["commands.list_legal"] is Lane.MIDDLE
    assert lanes["commands.give_command"] is Lane.LIGHT
