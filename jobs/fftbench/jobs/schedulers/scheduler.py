"""The batch systems that scripts are written for: all there is to know of one but its template.

To add one, name it in the core's campaigns/site.py (SchedulerName), write templates/NAME.sh.j2,
and describe it here.
"""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.core.campaigns.site import SchedulerName


@dataclass(frozen=True)
class Scheduler:
    """What a batch system is told, and what its template leaves out."""

    submit: str
    """The command before the path of a script."""
    inside: str
    """The variable by which a program knows that it is inside of a job."""
    no_directive: tuple[str, ...] = ()
    """Keys of a site that the template does not write; `directives` takes them in its own words."""
    array_index: str | None = None
    """The variable in which a job of an array finds its index; None: no arrays are written."""
    managed: bool = False
    """Whether fftbench submits and follows the jobs; else it writes their scripts, and no more."""


SCHEDULERS: dict[SchedulerName, Scheduler] = {
    "slurm": Scheduler("sbatch", "SLURM_JOB_ID", array_index="SLURM_ARRAY_TASK_ID", managed=True),
    "pbs": Scheduler(
        "qsub",
        "PBS_JOBID",
        (
            "qos",
            "constraint",
            "reservation",
            "switches",
            "gres",
            "gpu_type",
            "gpu_bind",
            "max_wait_hours",
        ),
    ),
    "flux": Scheduler(
        "flux batch",
        "FLUX_URI",
        ("qos", "reservation", "switches", "gpu_type", "gpu_bind", "gres", "max_wait_hours"),
    ),
    "lsf": Scheduler(
        "bsub <", "LSB_JOBID", ("qos", "switches", "gres", "gpu_bind", "max_wait_hours")
    ),
}
"""By the `scheduler` of a site; `none` is not among them."""
