"""From a campaign to its cases: every combination, less what is excluded, under stable ids."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fftbench.core.campaigns import grids
from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.exclude import Rule, parse_rules
from fftbench.core.campaigns.scaling import (
    check_kinds,
    check_memory,
    check_points,
    expand_scale,
    shape_at,
)
from fftbench.core.campaigns.site import Site
from fftbench.core.campaigns.variants import (
    Variant,
    defaults_of,
    setting_names,
    unranked_of,
    variants,
)
from fftbench.core.contracts.case import CASE_SCHEMA, Case, Grid, Measure, content_hash
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.labels import sizes
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Memory, Problem
from fftbench.core.contracts.resources import Resources
from fftbench.core.files.yaml_file import Source


@dataclass(frozen=True)
class Expansion:
    """The plan of a campaign, and what its author should know about it."""

    plan: Plan
    warnings: tuple[str, ...]
    excluded: int
    """Cases left out by `exclude`."""


def expand(
    campaign: Campaign, catalogue: Catalogue, site: Site, source: Source | None = None
) -> Expansion:
    """Expand a campaign on a site (resolved, see Site.resolved) with the drivers of a build.

    Raises UserError for whatever does not fit together, with file and line from `source`.
    """
    source = source or Source()
    all_resources = {
        memory: expand_scale(campaign.scale, site, memory) for memory in campaign.problem.memory
    }
    warnings = _check_grids(campaign, all_resources[campaign.problem.memory[0]], source)
    drivers = variants(campaign, catalogue, source)
    warnings += _without_memory(campaign, drivers)
    every = tuple(_combinations(campaign, all_resources, drivers, source))
    rules = parse_rules(campaign.exclude, setting_names(campaign, catalogue), source)
    kept, unused = _apply(rules, every)
    for one in kept:  # not of `every`: what is too large for few nodes can be excluded there
        check_memory(one.problem, one.resources, site, one.listed, source)
    warnings += [
        f"{source.position(('exclude', index))}exclude[{index}] matches no case" for index in unused
    ]
    cases = _make_cases(campaign, kept)
    asked = len(kept) * len(campaign.seed)
    if len(cases) < asked:
        warnings.append(f"{asked - len(cases)} case(s) are listed twice and measured once")
    if not cases:
        raise source.error((), "no case is left to measure", "see its `exclude` and `grid`")
    plan = Plan(
        campaign=campaign.name,
        site=site.name,
        launches=campaign.measure.launches,
        seed=campaign.seed[0],
        cases=cases,
        defaults=defaults_of(campaign, catalogue),
        unranked=unranked_of(campaign, catalogue),
    )
    return Expansion(plan, tuple(warnings), len(every) - len(kept))


@dataclass(frozen=True)
class _Combination:
    """A case without its id."""

    listed: int
    """Which of the campaign's shapes it has."""
    problem: Problem
    resources: Resources
    variant: Variant
    grid: Grid | None

    def facets(self) -> dict[str, Any]:
        problem, resources = self.problem, self.resources
        return {
            **self.variant.settings,
            "driver": self.variant.driver,
            "transform": problem.transform.value,
            "precision": problem.precision.value,
            "placement": problem.placement.value,
            "memory": problem.memory.value,
            "fields": problem.fields,
            "workload": problem.workload.value,
            "shape": problem.shape,
            "ranks": resources.ranks,
            "threads": resources.threads,
            "nodes": resources.nodes,
            "ranks_per_node": resources.ranks_per_node,
            "grid": self.grid,
        }


def _combinations(
    campaign: Campaign,
    all_resources: Mapping[Memory, tuple[Resources, ...]],
    drivers: tuple[Variant, ...],
    source: Source,
) -> Iterator[_Combination]:
    """Yield problem by problem, from few resources to many: what is compared lies together."""
    sweep = campaign.problem
    base = min(resources.ranks for resources in all_resources[sweep.memory[0]])
    problems = itertools.product(
        enumerate(sweep.shape),
        sweep.transform,
        sweep.precision,
        sweep.placement,
        sweep.memory,
        sweep.fields,
        sweep.workload,
    )
    for (index, listed), transform, precision, placement, memory, fields, workload in problems:
        check_kinds(transform, listed, index, source)
        able = [one for one in drivers if not one.left_out(memory, sweep.memory)]
        for resources in all_resources[memory]:
            weak = campaign.scale.weak
            shape = shape_at(resources, listed, base, source) if weak else listed
            check_points(shape, fields, resources, index, source)
            problem = Problem(
                shape=shape,
                transform=transform,
                precision=precision,
                placement=placement,
                memory=memory,
                fields=fields,
                workload=workload,
            )
            for variant in able:
                dims = len(listed)
                for grid in grids.choose(
                    campaign.grid, resources.ranks, dims, variant.decompositions
                ):
                    yield _Combination(index, problem, resources, variant, grid)


def _without_memory(campaign: Campaign, drivers: Sequence[Variant]) -> list[str]:
    """Tell which drivers sit out which memories of those swept."""
    swept = campaign.problem.memory
    out = {
        memory: dict.fromkeys(one.driver for one in drivers if one.left_out(memory, swept))
        for memory in swept
    }
    return [
        f"not measured in {memory.value} memory, which they don't have: {', '.join(names)}"
        for memory, names in out.items()
        if names
    ]


def _apply(
    rules: tuple[Rule, ...], every: Sequence[_Combination]
) -> tuple[list[_Combination], list[int]]:
    """Return the combinations that no rule matches, and the numbers of rules that match none."""
    if not rules:
        return list(every), []
    used: set[int] = set()
    kept = []
    for combination in every:
        facets = combination.facets()
        matching = [index for index, rule in enumerate(rules) if rule.matches(facets)]
        used.update(matching)
        if not matching:
            kept.append(combination)
    return kept, [index for index in range(len(rules)) if index not in used]


def _make_cases(campaign: Campaign, kept: Sequence[_Combination]) -> tuple[Case, ...]:
    """Make each combination a case under its content's hash; equal ones become one case."""
    measure = Measure.model_validate(campaign.measure.model_dump(exclude={"launches"}))
    measure_content = measure.model_dump(mode="json")
    contents: dict[int, dict[str, Any]] = {}
    cases: dict[str, Case] = {}
    for one, seed in itertools.product(kept, campaign.seed):
        if id(one.problem) not in contents:
            contents[id(one.problem)] = one.problem.model_dump(mode="json")
        fields: dict[str, Any] = {
            "driver": one.variant.driver,
            "ranks": one.resources.ranks,
            "nodes": one.resources.nodes,
            "threads": one.resources.threads,
            "grid": one.grid,
            "settings": one.variant.settings,
            "seed": seed,
        }
        dumped = {"problem": contents[id(one.problem)], "measure": measure_content}
        name = content_hash({"schema": CASE_SCHEMA, **fields, **dumped})
        if name not in cases:
            cases[name] = Case(id=name, problem=one.problem, measure=measure, **fields)
    return tuple(cases.values())


def _check_grids(
    campaign: Campaign, all_resources: tuple[Resources, ...], source: Source
) -> list[str]:
    """Raise UserError for a listed grid that fits no rank count; warn where none fits."""
    if isinstance(campaign.grid, str):
        return []
    counts = list(dict.fromkeys(resources.ranks for resources in all_resources))
    for index, grid in enumerate(campaign.grid):
        if math.prod(grid) not in counts:
            listed = ", ".join(map(str, counts))
            raise source.error(
                ("grid", index),
                f"grid[{index}]: {sizes(grid)} = {math.prod(grid)} is none of the numbers of ranks"
                f": {listed}",
            )
    fitting = {math.prod(grid) for grid in campaign.grid}
    return [
        f"{source.position(('grid',))}no listed grid has {count} ranks: nothing runs on them"
        for count in counts
        if count not in fitting
    ]
