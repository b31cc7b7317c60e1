"""Synthetic records: several drivers, settings, ranks and launches, and every way to end badly."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.core.contracts.case import Case, Measure, Setting
from fftbench.core.contracts.environment import Binding, Build, Clock, Environment, Host, Mpi
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Placement, Precision, Problem, Transform
from fftbench.core.contracts.profile import Breakdown, Profile, Spread
from fftbench.core.contracts.record import (
    ArrayLayout,
    Check,
    Effective,
    Layouts,
    Library,
    MemoryUse,
    PlanTimes,
    Record,
    Samples,
    Status,
)

SHAPE = (256, 256, 256)


def problem(
    shape: Sequence[int] = SHAPE,
    transform: str = "c2c",
    precision: str = "double",
    placement: str = "out_of_place",
) -> Problem:
    return Problem(
        shape=tuple(shape),
        transform=Transform(transform),
        precision=Precision(precision),
        placement=Placement(placement),
    )


def case(
    driver: str = "alpha",
    ranks: int = 2,
    settings: Mapping[str, Setting] | None = None,
    of: Problem | None = None,
    **more: object,
) -> Case:
    draft = Case(
        id="0" * 16,
        driver=driver,
        problem=of or problem(),
        ranks=ranks,
        settings=dict(settings or {}),
        measure=Measure(max_seconds=5.0),
        **more,
    )
    return draft.model_copy(update={"id": draft.content_id()})


@cache
def bindings(ranks: int) -> tuple[Binding, ...]:
    """A core for each rank, of which cases may have a hundred thousand."""
    return tuple(Binding(cpus=str(rank), numa="0", ranks=1) for rank in range(ranks))


def environment(host: str = "node1", cpu: str = "Sample CPU 9000", ranks: int = 2) -> Environment:
    return Environment(
        hosts=(Host(name=host, ranks=ranks),),
        bindings=bindings(ranks),
        cpu_model=cpu,
        governor="performance",
        turbo=False,
        memory_mb=16384.0,
        huge_pages="madvise",
        mpi=Mpi(standard="3.1", library="Sample MPI v4.1.4, built 2023", thread_level="funneled"),
        clock=Clock(resolution_s=2.1e-8, synchronisation="barrier", skew_s=1e-6 * ranks),
        build=Build(compiler="GNU 12.2.0", flags="-O3", type="Release", commit="0123abc"),
        variables={"OMP_NUM_THREADS": "1"},
    )


def layouts(same: bool) -> Layouts:
    """Of slabs: with a spectrum like the input, or transposed."""
    slabs = ArrayLayout(order=(0, 1, 2), pieces=(2, 1, 1))
    other = ArrayLayout(order=(1, 0, 2), pieces=(1, 2, 1))
    return Layouts(input=slabs, output=slabs if same else other, same=same, input_survives=True)


def samples(median_s: float, n: int, noise: random.Random) -> Samples:
    slowest = tuple(median_s * noise.lognormvariate(0.0, 0.02) for _ in range(n))
    return Samples(
        max_s=slowest,
        median_s=tuple(0.98 * value for value in slowest),
        min_s=tuple(0.95 * value for value in slowest),
        slowest_rank=(0,) * n,
        warmup_s=(1.2 * median_s, 1.05 * median_s),
    )


def spread(mean: float) -> Spread:
    return Spread(mean=mean, min=0.9 * mean, max=1.1 * mean)


def breakdown(wall: float, exchange: float, split: bool) -> Breakdown:
    local = wall - exchange
    return Breakdown(
        wall_s=Spread(mean=wall, min=0.9 * wall, max=wall),  # as long as the timed passes
        exchange_s=spread(exchange),
        local_s=spread(local),
        fft_s=spread(0.6 * local) if split else None,
        reorder_s=spread(local - 0.6 * local) if split else None,
        exchange_bytes=1.25e8,
    )


@dataclass
class Factory:
    """Makes records whose times are reproducible: a seeded noise around a stated median."""

    noise: random.Random = field(default_factory=lambda: random.Random(7))

    def ok(
        self,
        of: Case,
        seconds: float = 0.02,
        launch: int = 0,
        *,
        n: int = 20,
        split: bool = True,
        error: float = 3e-16,
        **more: object,
    ) -> Record:
        """A record of status ok; `seconds` per transform."""
        time = seconds * self.noise.lognormvariate(0.0, 0.01)
        exchange = 0.0 if of.ranks == 1 else 0.35 * time
        content: dict[str, object] = {
            "case": of,
            "launch": launch,
            "status": Status.ok,
            "started": f"2025-01-02T03:04:{launch:02d}Z",
            "elapsed_s": 4.2,
            "library": Library(name=f"lib{of.driver}", version="1.2.3"),
            "effective": Effective(
                grid=of.grid or (1, of.ranks), threads=of.threads, settings=of.settings
            ),
            "planning": PlanTimes(
                construct_s=0.001, commit_s=0.3, first_forward_s=0.03, first_backward_s=0.03
            ),
            "forward": samples(time, n, self.noise),
            "backward": samples(1.05 * time, n, self.noise),
            "stopped_by": "interval",
            "check": Check(tolerance=1e-14, round_trip_l2=error, error=error),
            "profile": Profile(
                repetitions=3,
                forward=breakdown(time, exchange, split),
                backward=breakdown(1.05 * time, 1.05 * exchange, split),
            ),
            "memory": MemoryUse(
                peak_mb=800.0 / of.ranks, arrays_mb=512.0 / of.ranks, library_mb=128.0 / of.ranks
            ),
            "environment": environment(ranks=of.ranks),
        }
        return Record(**{**content, **more})

    def timed(self, of: Case, seconds: float, launch: int = 0, **more: object) -> Record:
        """A record whose transforms all take `seconds`, forward and backward alike."""
        record = self.ok(of, launch=launch, **more)
        assert record.forward is not None
        same = replace(record.forward, max_s=(seconds,) * 7)
        return record.model_copy(update={"forward": same, "backward": same})

    def baseline(self, of: Case, seconds: float = 0.01, launch: int = 0, **more: object) -> Record:
        """A record of what the machine allows; its crossings are copies."""
        how = "copy" if of.ranks > 1 else "none"
        used = Effective(
            grid=of.grid or (of.ranks, 1), threads=of.threads, settings={"crossings": how}
        )
        content: dict[str, object] = {"status": Status.baseline, "check": None, "effective": used}
        return self.ok(of, seconds, launch, **{**content, **more})

    def bad(self, of: Case, status: str, reason: str, launch: int = 0, **more: object) -> Record:
        """A record that tells only why there is no result."""
        content: dict[str, object] = {
            "case": of,
            "launch": launch,
            "status": Status(status),
            "reason": reason,
            "started": f"2025-01-02T03:05:{launch:02d}Z",
            "elapsed_s": 0.1,
        }
        return Record(**{**content, **more})

    def wrong(self, of: Case, launch: int = 0, error: float | None = 0.7) -> Record:
        """Timed, but the answer fails the check."""
        check = Check(tolerance=1e-14, spectrum_l2=error, error=error)
        return self.ok(
            of, launch=launch, status=Status.wrong, reason="spectrum is wrong", check=check
        )


BAD_REASON = "<script>alert('x')</script> & killed by signal 11"

SPEED = {"alpha": 0.060, "beta": 0.075, "gamma": 0.0604}
"""Seconds per transform on one rank; alpha and gamma can't be told apart."""


@dataclass(frozen=True)
class Campaign:
    """A results directory and what is in it."""

    path: Path
    plan: Plan
    records: tuple[Record, ...]


def scaling_records(factory: Factory, drivers: Mapping[str, float], **of: object) -> list[Record]:
    """Every driver on 1, 2 and 4 ranks, with two settings, in as many launches as a claim needs."""
    records = []
    for launch in range(MIN_LAUNCHES):
        for driver, seconds in drivers.items():
            for ranks in (1, 2, 4):
                for planner, factor, cost in (("estimate", 1.3, 0.002), ("measure", 1.0, 0.4)):
                    the_case = case(driver, ranks, {"planner": planner}, problem(**of))
                    planning = PlanTimes(
                        construct_s=0.001,
                        commit_s=cost,
                        first_forward_s=0.03,
                        first_backward_s=0.03,
                    )
                    time = factor * seconds / ranks**0.85
                    records.append(
                        factory.ok(
                            the_case, time, launch, split=driver != "beta", planning=planning
                        )
                    )
    return records


def faulty_records(factory: Factory) -> list[Record]:
    """One case for each way to end badly."""
    return [
        *(factory.wrong(case("liar", 2), launch) for launch in range(MIN_LAUNCHES)),
        factory.wrong(case("liar", 4), error=None),
        *(factory.bad(case("broken", ranks), "failed", BAD_REASON) for ranks in (1, 2)),
        factory.bad(case("alpha", 3), "unsupported", "3 ranks do not divide 256"),
        factory.bad(case("missing", 1), "unavailable", "Missing::Missing not found"),
        factory.bad(case("sleeper", 4), "timeout", "no result after 600 s"),
    ]


@pytest.fixture
def factory() -> Factory:
    return Factory()


def write(path: Path, records: Sequence[Record], plan: Plan | None = None) -> None:
    folder = path / "records"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [record.model_dump_json(by_alias=True) for record in records]
    (folder / "all.jsonl").write_text("".join(f"{line}\n" for line in lines))
    if plan is not None:
        (path / "plan.json").write_text(plan.model_dump_json(by_alias=True))


def make_campaign(path: Path) -> Campaign:
    """Three drivers that work, four that don't, one case planned and never run, one half run."""
    factory = Factory()
    records = scaling_records(factory, SPEED) + faulty_records(factory)
    half = case("beta", 8, {"planner": "measure"})
    records.append(factory.ok(half, 0.013, split=False))
    cases = {record.case.id: record.case for record in records}
    never = case("gamma", 8, {"planner": "measure"})
    plan = Plan(
        campaign="sample",
        site="local",
        launches=MIN_LAUNCHES,
        seed=1,
        cases=(*cases.values(), never),
    )
    write(path, records, plan)
    return Campaign(path, plan, tuple(records))


@pytest.fixture(scope="session")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return make_campaign(tmp_path_factory.mktemp("sample"))


# The makers above as fixtures: test modules can't import their conftest.
@pytest.fixture(name="case")
def _case() -> object:
    return case


@pytest.fixture(name="problem")
def _problem() -> object:
    return problem


@pytest.fixture(name="environment")
def _environment() -> object:
    return environment


@pytest.fixture(name="layouts")
def _layouts() -> object:
    return layouts


@pytest.fixture(name="write")
def _write() -> object:
    return write


@pytest.fixture(name="scaling_records")
def _scaling_records() -> object:
    return scaling_records
