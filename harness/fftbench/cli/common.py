"""What all commands share: arguments, how a campaign is read, and how things are said."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from fftbench.core.campaigns.expand import Expansion
    from fftbench.core.campaigns.site import Site
    from fftbench.core.contracts.catalogue import Catalogue

# ruff: noqa: PLC0415
# Imports lie inside the functions: `--help` must not wait for pydantic or matplotlib.

EPILOG = (
    "Exit codes: 0 all right; 2 a mistake in what was asked for; of `run` and `measure` also 4 "
    "wrong answers, 5 failures or timeouts (the higher of the two), 130 interrupted; of `compare "
    "--fail-on-slower` also 6 something is slower or no longer ok. Unsupported and unavailable "
    "cases are no failure: the report lists them."
)

CampaignName = Annotated[
    str, typer.Argument(metavar="CAMPAIGN", help="A YAML file, or a name in configs/campaigns.")
]
SiteName = Annotated[
    str, typer.Option(metavar="SITE", help="A YAML file, or a name in configs/sites.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Results directory; default results/SITE/CAMPAIGN."),
]
Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Results directories, record files.")
]
Figure = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it too: SVG, PNG or PDF.")]
Json = Annotated[bool, typer.Option("--json", help="For programs to read.")]
RetryFailed = Annotated[
    bool, typer.Option("--retry-failed", help="Measure failures and timeouts once more.")
]


def say(text: str) -> None:
    """Print to standard error."""
    print(text, file=sys.stderr)


def expand_campaign(campaign: str, site: str) -> tuple[Expansion, Catalogue, Site]:
    """Read a campaign and a site and expand them, with what the build has; prints warnings."""
    from fftbench.core.campaigns.campaign import Campaign
    from fftbench.core.campaigns.expand import expand
    from fftbench.core.campaigns.site import Site
    from fftbench.core.files.locate import find_config
    from fftbench.core.files.yaml_file import load_model
    from fftbench.core.programs import load_catalogue

    wanted, source = load_model(find_config("campaign", campaign), Campaign)
    site_file = find_config("site", site)
    where = load_model(site_file, Site)[0].resolved(site_file.parent)
    catalogue = load_catalogue()
    expansion = expand(wanted, catalogue, where, source)
    warn(expansion.warnings)
    return expansion, catalogue, where


def results_folder(out: Path | None, expansion: Expansion) -> Path:
    """Return where the results of a campaign go: where a person says, or the usual place."""
    return out or Path("results") / expansion.plan.site / expansion.plan.campaign


def warn(warnings: Iterable[str]) -> None:
    """Print what a person should know, but need not mend."""
    for warning in warnings:
        say(f"warning: {warning}")


def this_command() -> str:
    """Spell the command again; a wrapper names itself in FFTBENCH_COMMAND."""
    return shlex.join([command_name(), *sys.argv[1:]])


def command_name() -> str:
    """Return what a person types for fftbench."""
    return os.environ.get("FFTBENCH_COMMAND", "fftbench")
