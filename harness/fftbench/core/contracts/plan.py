"""The plan of a campaign on a site: every case to be measured, as plan.json keeps it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fftbench.core.contracts.case import Case, Setting
from fftbench.core.contracts.model import Model

PLAN_SCHEMA: Literal["fftbench/plan/2"] = "fftbench/plan/2"


class Plan(Model):
    """All cases of a campaign, in the order of expansion, each to be measured in every launch."""

    schema_: Literal["fftbench/plan/2"] = Field(PLAN_SCHEMA, alias="schema")
    campaign: str
    site: str
    launches: Annotated[int, Field(gt=0)]
    seed: int
    """Seeds the order in which drivers are interleaved in each launch."""
    cases: tuple[Case, ...]
    defaults: dict[str, dict[str, Setting]] = {}
    """[driver][option]: what a case has where the campaign names nothing; of drivers built."""
    unranked: dict[str, str] = {}
    """[driver]: why it is never ranked, right as its answers are; of drivers built."""

    def with_launches(self, launches: int) -> Plan:
        """Return the same plan with another number of launches."""
        return self.model_copy(update={"launches": launches})
