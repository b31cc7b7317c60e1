"""Where a job measures, and with what: for the head of its log."""

from __future__ import annotations

import getpass
import hashlib
import os
import platform
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.jobs.packing.joblist import Job
from fftbench.jobs.schedulers.scheduler import SCHEDULERS

BLOCK = 1 << 16
"""Bytes to read at once."""


def check_inside(site: Site) -> None:
    """Raise UserError outside of any job: a login node is no place to measure."""
    if site.scheduler == "none":
        return
    scheduler = SCHEDULERS[site.scheduler]
    if not os.environ.get(scheduler.inside):
        raise UserError(
            f"this is no job of {site.scheduler}: ${scheduler.inside} is not set",
            f"submit the job's script ({scheduler.submit}), or begin an interactive job; "
            "`fftbench run` measures on the machine at hand",
        )


def provenance(job: Job, catalogue: Catalogue) -> Iterator[str]:
    """Say when, where and as whom a job runs, and which programs it measures, by their hashes."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    yield f"{now} {getpass.getuser()}@{socket.gethostname()}, {platform.platform()}"
    for driver in sorted({part.driver for part in job.parts}):
        entry = catalogue.find(driver)
        for word in (entry.command or ()) if entry else ():
            if (path := Path(word)).is_file():
                yield f"{driver}: {path} sha256 {_hash(path)}"


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        return f"unknown: {error.strerror}"
    return digest.hexdigest()
