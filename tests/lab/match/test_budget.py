"""What a budget still allows, chunk by chunk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lab.match.budget import (
    CHUNK_S,
    FIRST,
    GROWTH,
    ITERATIONS,
    LEAST_S,
    NODES,
    SETTLED,
    TIME,
    Allowance,
    Budget,
)
from search.base import Snapshot


def tree(nodes: int, full: bool = False) -> Snapshot:
    return Snapshot(0, 0, 0, 0, nodes, 0, full=full)


@given(st.integers(1, 100_000))
def test_iterations_are_run_to_the_last_one_in_at_least_eight_chunks(amount: int) -> None:
    allowance, chunks = Allowance(Budget(ITERATIONS, amount)), []
    while (n := allowance.steady()) > 0:
        chunks.append(n)
        allowance.took(n, 1e-3, False)
    assert sum(chunks) == amount and len(chunks) >= min(8, amount)
    assert allowance.spent == 1.0 and allowance.finished


@given(st.integers(1, 20_000), st.integers(1, 9))
def test_nodes_are_never_exceeded_by_more_than_one_iteration_makes(amount: int, each: int) -> None:
    allowance, nodes = Allowance(Budget(NODES, amount)), 0
    allowance.saw(tree(nodes))
    while (n := allowance.steady()) > 0:
        nodes += n * each
        allowance.took(n, 1e-3, False)
        allowance.saw(tree(nodes))
    assert amount <= nodes < amount + each * FIRST


def test_a_tree_that_grows_no_more_ends_a_budget_of_nodes() -> None:
    allowance, run = Allowance(Budget(NODES, 1000)), 0
    allowance.saw(tree(40))
    while (n := allowance.steady()) > 0:
        run += n
        allowance.took(n, 1e-3, False)
        allowance.saw(tree(40))
    assert SETTLED <= run < 2 * SETTLED
    allowance = Allowance(Budget(NODES, 1000))
    allowance.saw(tree(40, full=True))
    assert allowance.steady() == 0


def test_time_that_is_over_allows_the_first_chunk_and_no_second() -> None:
    allowance = Allowance(Budget(TIME, 20))
    allowance.used_s = 0.05
    assert allowance.steady() == FIRST
    allowance.took(FIRST, 0.001, False)
    assert allowance.finished and allowance.steady() == 0 and allowance.left_s < 0


def test_chunks_of_time_grow_by_a_factor_then_last_a_slice_then_shrink_to_what_is_left() -> None:
    allowance = Allowance(Budget(TIME, 100))
    allowance.took(FIRST, 1e-6, False)
    assert allowance.steady() == FIRST * GROWTH
    allowance.took(5000, 0.05, False)
    assert allowance.steady() == round(1e5 * CHUNK_S)
    allowance.used_s = 0.09895
    assert allowance.steady() == 73  # 0.7 of the 1.05 ms that are left, rounded down


def test_waiting_for_a_processor_does_not_cut_chunks_to_nothing() -> None:
    """A thread that is not scheduled delays short chunks as much as long ones. Where one thread
    does all, chunks last their usual time, however little of it is work.
    """
    allowance = Allowance(Budget(TIME, 10_000))
    for _ in range(30):
        n = allowance.steady()
        allowance.took(n, 0.06, False, shared_s=n * 2e-6)
    assert allowance.steady() == round(LEAST_S / 2e-6) > 1000
    allowance.used_s = 9.99
    assert allowance.steady() < 200  # the last 10 ms allow less
    allowance.took(n, 0.06, False)
    allowance.used_s = 1.0
    assert allowance.steady() == round(n / 0.06 * CHUNK_S)
    allowance.exhausted = True
    assert allowance.steady() == 0


def test_a_new_tree_counts_iterations_again_but_not_time() -> None:
    allowance = Allowance(Budget(ITERATIONS, 10))
    allowance.used_s = 3.0
    allowance.took(10, 1e-3, False)
    assert allowance.finished
    allowance.restart()
    assert not allowance.finished and allowance.since == 0 and allowance.used_s == 3.0


def test_however_iterations_are_cut_the_shares_of_the_budget_are_the_same() -> None:
    """Eight parts of 12 and a rest of 4: a chunk ends with its part, whose share counts."""
    shares = {}
    for most in (1, 5, 100):
        allowance, seen = Allowance(Budget(ITERATIONS, 100)), []
        while not allowance.finished:
            n = min(most, allowance.left)
            seen += [allowance.spent] * n
            allowance.took(n, 1e-3, False)
        shares[most] = seen
        assert len(seen) == 100 and allowance.spent == 1.0
    assert shares[1] == shares[5] == shares[100] and sorted(set(shares[1])) == [
        k * 12 / 100 for k in range(9)
    ]
