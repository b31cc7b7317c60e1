"""Figures of a machine: which records tell them, and that the best of each counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fftbench.analysis.model.figures import figures_of
from fftbench.analysis.model.merge import divided
from fftbench.analysis.model.metrics import flops, input_bytes
from fftbench.analysis.model.prediction import UNKNOWN, Figures
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.core.contracts.environment import Distance, Link
from fftbench.core.contracts.record import Status


@pytest.fixture
def figures(problem):
    def find(*records, of=None) -> Figures:
        study = assemble([ResultsFolder(tuple(records), None)])
        found = divided(study)
        (machine,) = study.records
        apart = [*found.baselines, *found.bounds]
        return figures_of(study.records_of(machine.nodes), apart, of or problem())

    return find


@pytest.fixture
def linked(factory, case, environment):
    def make(launch: int, *links: tuple[str, float, float]):
        found = tuple(
            Link(distance=Distance(distance), latency_s=latency, bytes_per_s=rate)
            for distance, latency, rate in links
        )
        there = environment().model_copy(update={"links": found})
        return factory.ok(case(), launch=launch, environment=there)

    return make


def test_nothing_is_known_of_a_machine_without_such_records(figures, factory, case) -> None:
    assert figures(factory.ok(case())) == UNKNOWN
    assert not UNKNOWN.of_exchange


def test_links_are_the_best_of_all_programs(figures, linked) -> None:
    found = figures(linked(0, ("node", 4e-7, 8e9)), linked(1, ("node", 5e-7, 9e9)))
    assert found == Figures(near=pytest.approx(1 / 9e9), messages=4e-7)
    assert found.of_exchange


def test_messages_go_between_nodes_where_that_was_measured(figures, linked) -> None:
    found = figures(linked(0, ("node", 4e-7, 8e9), ("network", 2e-6, 1e10)))
    assert found == Figures(near=pytest.approx(1 / 8e9), far=pytest.approx(1e-10), messages=2e-6)


def bound(factory, case, seconds: float, ranks: int, **more):
    of = case("lower_bound", ranks, {"of": "memory"}, **more)
    record = factory.ok(of, status=Status.bound, check=None)
    same = replace(record.forward, max_s=(seconds,) * 10)
    return record.model_copy(update={"forward": same, "backward": same})


def test_memory_is_that_of_a_full_node(figures, factory, case, problem) -> None:
    full, empty = bound(factory, case, 0.005, 4), bound(factory, case, 0.008, 1)
    (rate,) = {1 / figures(full, empty).memory}
    assert rate == pytest.approx(4 * input_bytes(problem()) / 0.010)


def test_the_own_problem_counts_before_larger_ones(figures, factory, case, problem) -> None:
    small = problem((64, 64, 64))
    both = (bound(factory, case, 0.005, 4), bound(factory, case, 0.0001, 4, of=small))
    own = figures(*both, of=small).memory
    assert own == pytest.approx(0.0002 / (4 * input_bytes(small)))
    assert figures(*both, of=problem((32, 32, 32))).memory == figures(*both).memory


def test_operations_are_those_of_passes_on_the_fewest_cores(
    figures, factory, case, problem
) -> None:
    one = factory.baseline(case("contiguous_passes", 1), 0.05)
    found = figures(one, factory.baseline(case("contiguous_passes", 4), 0.01))
    assert one.profile is not None
    fft = one.profile.forward.fft_s.mean + one.profile.backward.fft_s.mean
    assert found.operations == pytest.approx(fft / (2 * flops(problem())))
    assert found.memory is None
