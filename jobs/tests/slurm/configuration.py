"""The files of the private cluster, and what stands in them."""

from __future__ import annotations

import contextlib
import os
import random
import socket
from pathlib import Path

NODES = ("n1", "n2", "n3", "n4")
CORES_PER_NODE = 4

# Interfaces are named because the simulated nodes have none but the loopback to meet on.
TASK_PROLOG = """#!/bin/sh
echo export OMPI_MCA_btl_tcp_if_include=lo
echo export OMPI_MCA_oob_tcp_if_include=lo
"""

SLURM_CONF = """\
ClusterName=fftbench
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=15
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
TmpFS={folder}/tmp/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog={folder}/task_prolog.sh
SlurmdParameters=config_overrides
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1,sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
KillWait=2
InactiveLimit=0
MaxArraySize=1001
EnforcePartLimits=ALL
JobAcctGatherType=jobacct_gather/linux
GresTypes=tmpdisk
{more}
{nodes}
PartitionName=short Nodes=n[1-4] Default=YES MaxTime=00:30:00 DefaultTime=00:02:00 State=UP
PartitionName=long Nodes=n[3-4] MaxTime=1-00:00:00 State=UP
"""
NODE_CONF = (
    "NodeName={name} NodeAddr=127.0.0.1 Port={port} Sockets=1 CoresPerSocket={cores} "
    "ThreadsPerCore=1 RealMemory={memory} Feature=milan Gres=tmpdisk:100G State=UNKNOWN"
)
GRES_CONF = ""
"""What Slurm is told of generic resources besides: files of devices."""
MEMORY_MB = dict.fromkeys(NODES, 2000)

NO_ACCOUNTING = """\
AccountingStorageType=accounting_storage/none
MinJobAge=3600"""


class ClusterError(Exception):
    """The cluster does not come up; the message tells what its logs say."""


def write_configuration(folder: Path, more: str) -> None:
    """Write the files that a cluster starts with; `more` lines into slurm.conf."""
    folder.chmod(0o755)  # jobs of other users come by here too
    for name in ("munge", "state", "spool", "tmp", "log"):
        (folder / name).mkdir(mode=0o755)
    controller_port, *node_ports = free_ports(1 + len(NODES))
    for name in NODES:
        (folder / "spool" / name).mkdir()
        (folder / "tmp" / name).mkdir()
    prolog = folder / "task_prolog.sh"
    prolog.write_text(TASK_PROLOG)
    prolog.chmod(0o755)
    nodes = (
        NODE_CONF.format(name=name, port=port, cores=CORES_PER_NODE, memory=MEMORY_MB[name])
        for name, port in zip(NODES, node_ports, strict=True)
    )
    text = SLURM_CONF.format(
        folder=folder,
        host=socket.gethostname().partition(".")[0],
        controller_port=controller_port,
        user=user_name(),
        more=more,
        nodes="\n".join(nodes),
    )
    (folder / "slurm.conf").write_text(text)
    (folder / "gres.conf").write_text(GRES_CONF)
    # Nothing here uses cgroups; but left to find out which there are, slurmd ends where it
    # sees both versions, and in some containers.
    (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")


def free_ports(count: int) -> list[int]:
    """Return ports of the loopback that nobody uses now, nor is given by chance (ip(7))."""
    found: list[int] = []
    for port in random.sample(range(10_000, 32_000), 1000):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise ClusterError("no free ports between 10000 and 32000")


def user_name() -> str:
    """Return who runs this, as Slurm wants it in its configuration."""
    import pwd  # noqa: PLC0415 (there is none where there is no Slurm either)

    return pwd.getpwuid(os.geteuid()).pw_name
