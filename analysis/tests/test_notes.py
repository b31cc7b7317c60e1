"""Warnings, changed settings and facts of the environment: each is said once."""

from __future__ import annotations

from dataclasses import replace

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.environment import facts, libraries
from fftbench.analysis.questions.notes import changes, notes, outlier_count
from fftbench.core.contracts.environment import Distance, Link
from fftbench.core.contracts.record import Effective, Kernel, Library, Warning


def results_of(*records):
    return merge(assemble([ResultsFolder(tuple(records), None)]))


def scopes(*records):
    return {note.code: note.scope for note in notes(results_of(*records))}


def test_equal_warnings_are_one_note(factory, case) -> None:
    warning = Warning(code="oversubscribed", text="4 ranks on 2 CPUs")
    found = notes(results_of(*(factory.ok(case(d), warnings=(warning,)) for d in ("a", "b"))))
    (note,) = [note for note in found if note.code == "oversubscribed"]
    assert (note.text, note.scope) == ("4 ranks on 2 CPUs", "2 cases of a and b")


def test_pairs_of_launches_hours_apart_are_named(factory, case) -> None:
    """Of a bound that was measured when the set was resumed, and whatever is set against it."""

    def at(hour, driver="alpha", ranks=2, launch=0):
        return factory.ok(case(driver, ranks), launch=launch, started=f"2025-01-02T{hour}:00Z")

    beside = [at("03:00"), at("03:59", "beta"), at("09:00", "beta", launch=1), at("09:00", "c", 4)]
    assert "launches_apart" not in scopes(*beside)
    assert scopes(*beside, at("04:01", "d"))["launches_apart"] == "2 cases of alpha and d"
    assert "launches_apart" not in scopes(at("03:00"), at("some", "beta"))


def test_processors_that_moved_are_named_and_told(factory, case) -> None:
    near, far = (2.5e-8,) * 10, (1.6e-7,) * 10
    records = [
        *(
            factory.ok(case("moved"), launch=n, core_to_core_s=at)
            for n, at in enumerate((near, far))
        ),
        factory.ok(case("there"), core_to_core_s=far),
        factory.ok(case("once"), core_to_core_s=(*near, 1.6e-7)),
        factory.ok(case("unknown")),
    ]
    assert scopes(*records)["processors_moved"] == "1 case of moved"
    found = {fact.name: fact.values for fact in facts(records)}
    assert found["A cache line from core to core"] == (("25.0 ns to 160 ns", 4),)


def test_what_makes_a_claim_impossible_is_named(factory, case, environment) -> None:
    here = environment()
    dirty = here.model_copy(update={"build": here.build.model_copy(update={"dirty": True})})
    used = Effective(threads=1, settings={})
    records = [
        factory.ok(case("once")),
        *(factory.ok(case("twice"), launch=launch) for launch in range(2)),
        *(factory.ok(case("often"), launch=launch) for launch in range(MIN_LAUNCHES)),
        factory.ok(case("dirty"), environment=dirty),
        factory.ok(case("idle", threads=2), effective=used),
    ]
    found = scopes(*records)
    assert found["one_launch"] == "3 cases of dirty, idle and once"
    assert found["few_launches"] == "1 case of twice"
    assert found["dirty_tree"] == "1 case of dirty"
    assert found["idle_threads"] == "1 case of idle"


def test_weak_measurements_are_named(factory, case, environment) -> None:
    few = factory.ok(case("few"), n=5)
    slow = factory.ok(case("slow"), stopped_by="seconds")
    cold = factory.ok(case("cold"))
    first = replace(cold.forward, max_s=(1.0, *cold.forward.max_s[1:]))
    cold = cold.model_copy(update={"forward": first})
    apart = [factory.ok(case("apart"), 0.01 * (1 + launch), launch) for launch in range(2)]
    here = environment()
    uneven = factory.ok(case("uneven"))
    middle = tuple(0.8 * value for value in uneven.forward.max_s)
    both = {name: getattr(uneven, name) for name in ("forward", "backward")}
    both = {name: replace(part, median_s=middle) for name, part in both.items()}
    debug = here.model_copy(update={"build": here.build.model_copy(update={"type": "Debug"})})
    odd = [uneven.model_copy(update=both), factory.ok(case("debug"), environment=debug)]
    found = scopes(few, slow, cold, *apart, *odd)
    for code, driver in {
        "few_repetitions": "few",
        "stopped_early": "slow",
        "slow_first": "cold",
        "launches_differ": "apart",
        "debug_build": "debug",
        "imbalance": "uneven",
    }.items():
        assert found[code] == f"1 case of {driver}"


def test_launches_that_are_paired_across_nodes_are_named(factory, case, environment) -> None:
    def on(host, driver="alpha", launch=0):
        return factory.ok(case(driver), launch=launch, environment=environment(host))

    together = (on("node1"), on("node1", "beta"), on("node2", launch=1), on("node2", "beta", 1))
    assert "launches_elsewhere" not in scopes(*together)
    found = scopes(*together, on("node1", launch=2), on("node2", "beta", 2), on("node2", "c", 1))
    assert found["launches_elsewhere"] == "2 cases of alpha and beta"


def test_so_are_those_of_other_splits_and_placements(factory, case, problem, environment) -> None:
    """Drivers are compared over cores, and jobs of a scheduler have one split each."""

    def at(host, hour, driver, ranks, threads, **of):
        of_it = case(driver, ranks, threads=threads, of=problem(**of))
        started = f"2025-01-02T{hour}:00:00Z"
        return factory.ok(of_it, environment=environment(host), started=started)

    mine = at("node1", "03", "alpha", 1, 2)
    for other in (
        at("node2", "05", "beta", 2, 1),
        at("node2", "05", "beta", 1, 2, placement="in_place"),
    ):
        found = scopes(mine, other)
        assert found["launches_elsewhere"] == "2 cases of alpha and beta"
        assert found["launches_apart"] == "2 cases of alpha and beta"
    assert "launches_elsewhere" not in scopes(mine, at("node2", "05", "beta", 1, 1))


def test_launches_of_several_versions_are_named(factory, case, environment) -> None:
    old, new = (Library(name="FFTW", version=version) for version in ("3.3.8", "3.3.10"))
    here = environment()
    build = here.build.model_copy(update={"commit": "4567def"})
    rebuilt = here.model_copy(update={"build": build})
    records = [
        factory.ok(case("grown"), launch=0, library=old),
        factory.ok(case("grown"), launch=1, library=new),
        factory.ok(case("rebuilt"), launch=0),
        factory.ok(case("rebuilt"), launch=1, environment=rebuilt),
        factory.ok(case("same"), launch=0),
        factory.ok(case("same"), launch=1),
    ]
    found = {
        note.drivers: note.text
        for note in notes(results_of(*records))
        if note.code == "software_differs"
    }
    assert found.keys() == {("grown",), ("rebuilt",)}
    assert "several versions of the library" in found["grown",]
    assert found["grown",].endswith("FFTW 3.3.8 and FFTW 3.3.10")
    assert found["rebuilt",].endswith("0123abc and 4567def")


def test_a_debug_build_is_named_once(factory, case, environment) -> None:
    here = environment()
    debug = here.model_copy(update={"build": here.build.model_copy(update={"type": "Debug"})})
    warning = Warning(code="debug_build", text="in whatever words")
    record = factory.ok(case(), environment=debug, warnings=(warning,))
    assert [note.text for note in notes(results_of(record)) if note.code == "debug_build"] == [
        "in whatever words"
    ]


def test_outliers_are_counted_and_kept(factory, case) -> None:
    record = factory.ok(case())
    spiky = replace(record.forward, max_s=(*record.forward.max_s[:-1], 9.0))
    flagged, total = outlier_count(results_of(record.model_copy(update={"forward": spiky})))
    assert flagged >= 1
    assert total == 40


def test_settings_not_used_as_asked_are_listed(factory, case) -> None:
    asked = case(settings={"reorder": True, "planner": "measure"}, threads=2, grid=(2, 1))
    used = Effective(grid=(1, 2), threads=1, settings={"reorder": False, "planner": "measure"})
    found = changes(results_of(*(factory.ok(asked, launch=n, effective=used) for n in range(2))))
    assert [(c.name, c.requested, c.effective) for c in found] == [
        ("grid", "2x1", "1x2"),
        ("threads", "2", "1"),
        ("reorder", "true", "false"),
    ]


def test_equal_facts_are_listed_once(factory, case) -> None:
    records = [factory.ok(case("a", ranks)) for ranks in (1, 2)]
    found = {fact.name: fact.values for fact in facts(records)}
    assert found["CPU"] == (("Sample CPU 9000", 2),)
    assert dict(found["Binding"]) == {
        "1 rank on CPUs 0 (NUMA 0)": 1,
        "1 rank each on CPUs 0, 1 (NUMA 0)": 1,
    }
    assert libraries(records) == {"a": "liba 1.2.3"}


def test_kernels_are_told_with_who_has_them(factory, case) -> None:
    fftw = Kernel(name="FFTW", instruction_sets=("sse2", "avx"), told_by="fftw-3.3.10-sse2-avx")
    stock = Kernel(name="stock", instruction_sets=(), told_by="its header")
    records = [
        factory.ok(case(name), effective=Effective(threads=1, settings={}, kernels=kernels))
        for name, kernels in (("b", (fftw,)), ("a", (fftw,)), ("a", (stock,)), ("c", ()))
    ]
    found = {fact.name: fact.values for fact in facts(records)}
    assert found["Kernels"] == (
        ("FFTW for sse2, avx (told by fftw-3.3.10-sse2-avx): a, b", 2),
        ("stock for no vectors (told by its header): a", 1),
    )


def test_variables_of_the_launcher_are_left_out(factory, case, environment) -> None:
    plumbing = {"OMPI_MCA_ess": "pmi", "OMPI_MCA_orte_hnp_uri": "1.0;tcp://192.0.2.1:9"}
    records = []
    for name in ("a", "b"):
        own = {"OMP_NUM_THREADS": "1", "UCX_TLS": name, **plumbing}
        there = environment().model_copy(update={"variables": own})
        records.append(factory.ok(case(name), environment=there))
    found = {fact.name: fact.values for fact in facts(records)}
    assert found["Variables"] == (("OMP_NUM_THREADS=1", 2), ("UCX_TLS=a", 1), ("UCX_TLS=b", 1))


def test_links_are_told_by_distance(factory, case, environment) -> None:
    records = []
    for latency in (4e-7, 6e-7):
        near = Link(distance=Distance.node, latency_s=latency, bytes_per_s=8e9)
        there = environment().model_copy(update={"links": (near,)})
        records.append(factory.ok(case("a"), environment=there))
    found = {fact.name: fact.values for fact in facts(records)}
    assert found["Latency within a node"] == (("400 ns to 600 ns", 2),)
    assert found["Bandwidth within a node"] == (("8.00 GB/s", 2),)
    assert "Latency between nodes" not in found


def test_a_setting_left_open_is_no_change(factory, case) -> None:
    asked = case(settings={"kernel": "auto", "planner": "measure"})
    used = Effective(grid=(1, 2), threads=1, settings={"kernel": "fftw", "planner": "measure"})
    assert not changes(results_of(factory.ok(asked, effective=used)))
