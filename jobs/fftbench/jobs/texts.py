"""Plain-text answers of the commands about jobs."""

from __future__ import annotations

from fftbench.jobs.joblist import Jobs


def jobs_text(jobs: Jobs) -> str:
    """List every job with its shape, size and time."""
    lines = [f"{'job':<24} {'nodes':>5} {'ranks':>6} {'threads':>7} {'cases':>6} {'minutes':>7}"]
    for job in jobs.list.jobs:
        cases = sum(len(part.cases) for part in job.parts)
        lines.append(
            f"{job.name:<24} {job.nodes:>5} {job.ranks:>6} {job.threads:>7} {cases:>6} "
            f"{job.minutes:>7}"
        )
    total = sum(job.minutes * job.nodes for job in jobs.list.jobs) / 60
    lines.append(f"{len(jobs.list.jobs)} jobs, at most {total:.1f} node hours, in {jobs.folder}")
    return "\n".join(lines)
