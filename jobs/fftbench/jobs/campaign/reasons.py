"""Slurm's reasons why a job does not begin, or ended before it began, and what to look at."""

from __future__ import annotations

import re

NODES_AWAY = "nodes that it needs are down, drained or reserved: see `sinfo -R`"
TOO_MUCH = "it asks for more than a job may have: see the site's `qos` and `account`"
USED_UP = "others of the account or QOS use its share, or it is used up"
EXPLAINED = {
    r"(Assoc|QOS)Grp": USED_UP,
    r"(Assoc|QOS)Max\w*PerJob": TOO_MUCH,
    r"BadConstraints": "no node has what the script asks for: see `constraint`, `gres` and "
    "`gpus_per_node` of the site",
    r"DeadLine": "it had not begun by its deadline: see the site's `max_wait_hours`",
    r"DependencyNeverSatisfied": "what it waits for has failed: `fftbench cancel`, then `resume`",
    r"InvalidAccount": "see the site's `account`",
    r"InvalidQOS": "see the site's `qos`",
    r"JobHeldAdmin": "an administrator holds it",
    r"JobHeldUser": "`scontrol release` lets it go",
    r"JobLaunchFailure": "is this directory visible and writable on the nodes?",
    r"Licenses": "it waits for licences",
    r"NodeDown": "nodes that it needs are down",
    r"Nodes.required.for.job.are.DOWN": NODES_AWAY,
    r"PartitionConfig": "the partition does not take such jobs: see `sinfo --long`",
    r"PartitionDown": "the partition takes jobs and starts none: see `sinfo --long`",
    r"PartitionInactive": "the partition starts no jobs: see `sinfo --long`",
    r"PartitionNodeLimit": "the partition has a limit on nodes: see `sinfo --long`",
    r"PartitionTimeLimit": "it asks for more time than the partition gives",
    r"ReqNodeNotAvail": NODES_AWAY,
    r"launch failed requeued held": "is this directory visible and writable on the nodes?",
}
"""By how they begin; squeue writes some with spaces, scontrol with underscores."""


def explained(reason: str) -> str | None:
    """Say what a reason means for which a job may wait for ever; None for those that pass."""
    return next((text for start, text in EXPLAINED.items() if re.match(start, reason)), None)
