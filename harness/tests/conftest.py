"""What the tests share: a catalogue, a site, a small campaign, and starts of the lying program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lying import Run

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue, Description, Entry, Option


def _description(name: str, decompositions: tuple[str, ...]) -> Description:
    return Description.model_validate(
        {
            "name": name,
            "library": name.upper(),
            "version": "1.0",
            "dims": (2, 3),
            "transforms": ("c2c", "r2c"),
            "precisions": ("double", "single"),
            "placements": ("out_of_place", "in_place"),
            "memories": ("host",),
            "decompositions": decompositions,
            "threaded": True,
            "options": (
                Option(name="planner", help="effort", values=("estimate", "measure")),
                Option(name="reorder", help="of axes", values=(True, False)),
                Option(name="chunks", help="of messages", values=(1, 2, 4)),
            ),
        }
    )


@pytest.fixture
def catalogue() -> Catalogue:
    """`pencil` and `slab` are built, `absent` is not."""
    return Catalogue(
        drivers=(
            Entry(name="absent", reason="libabsent not found", hint="set ABSENT_ROOT"),
            Entry(
                name="pencil",
                command=("/bin/pencil",),
                description=_description("pencil", ("slab", "pencil")),
            ),
            Entry(name="slab", command=("/bin/slab",), description=_description("slab", ("slab",))),
        )
    )


@pytest.fixture
def site() -> Site:
    """One node of four cores and 1 GB."""
    return Site(name="here", cores_per_node=4, memory_gb=1.0)


@pytest.fixture
def content() -> dict[str, Any]:
    """A campaign of one case, to be changed by the test."""
    return {
        "name": "tiny",
        "problem": {"shape": [8, 8, 8], "transform": "c2c", "precision": "double"},
        "drivers": ["pencil"],
        "scale": {"ranks": 4},
    }


@pytest.fixture
def campaign(content: dict[str, Any]) -> Callable[..., Campaign]:
    """Make the campaign of `content` with some top-level keys replaced."""
    return lambda **changes: Campaign.model_validate({**content, **changes})


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Write a text as a YAML file."""

    def write(text: str) -> Path:
        path = tmp_path / "file.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Run]:
    """Start the lying program: run(ranks, cases)."""
    return partial(Run, tmp_path)
