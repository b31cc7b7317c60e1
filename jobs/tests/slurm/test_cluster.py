"""The private cluster itself: it comes up, and nothing of it stays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cluster
import pytest
from configuration import NODES
from processes import command_of, environment_of, processes

PROGRAM = Path(cluster.__file__)
SHOW = "echo $SLURM_CONF; srun --nodes=4 --ntasks-per-node=1 hostname | sort"


def left_behind(folder: Path) -> list[int]:
    mark = f"SLURM_CONF={folder}/slurm.conf".encode()
    return [pid for pid in processes() if mark in environment_of(pid)]


def wait_for(folder: Path, condition: Callable[[list[bytes]], bool]) -> None:
    """Wait for a condition of the commands of what is left behind."""
    give_up = time.monotonic() + 60
    while not condition(found := [command_of(pid) for pid in left_behind(folder)]):
        assert time.monotonic() < give_up, found
        time.sleep(0.1)


def check_gone(output: str) -> None:
    configuration, *hosts = output.split()
    folder = Path(configuration).parent
    assert hosts == list(NODES)
    assert not folder.exists()
    assert left_behind(folder) == []


@pytest.fixture
def readable_by_all() -> Iterator[Path]:
    """The program in a folder of its own: the checkout may be in a folder of root's."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        for file in PROGRAM.parent.glob("*.py"):
            shutil.copy(file, folder)
        yield Path(folder) / PROGRAM.name


@pytest.mark.usefixtures("cluster")  # two at a time do not collide
def test_up_and_down_twice() -> None:
    for _ in range(2):
        words = [sys.executable, str(PROGRAM), "sh", "-c", SHOW]
        check_gone(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(os.geteuid() != 0, reason="whoever runs this is an ordinary user already")
@pytest.mark.usefixtures("cluster")
def test_an_ordinary_user_needs_nobody(readable_by_all: Path) -> None:
    user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    words = [*user, "/usr/bin/python3", str(readable_by_all), "sh", "-c", SHOW]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd="/")
    check_gone(done.stdout)


CHROOT = """
for folder in usr etc proc dev sys tmp; do
  mkdir "$0/$folder" && mount --rbind "/$folder" "$0/$folder"
done
for link in bin sbin lib lib64; do ln -s "usr/$link" "$0/$link"; done
chroot "$0" python3 "$1" true
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can chroot")
@pytest.mark.usefixtures("cluster")
def test_a_plain_chroot_is_told_in_a_line(tmp_path: Path, readable_by_all: Path) -> None:
    words = ["unshare", "--mount", "sh", "-c", CHROOT, str(tmp_path), str(readable_by_all)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("error: a private Slurm needs namespaces")
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("cluster")
def test_killed_it_takes_everything_along() -> None:
    script = (
        "echo $SLURM_CONF $$; sbatch --output=/dev/null --wrap='sleep 1000' >&2; exec sleep 1000"
    )
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), "sh", "-c", script], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    configuration, command = process.stdout.readline().split()
    folder = Path(configuration).parent
    wait_for(folder, lambda found: found.count(b"sleep\x001000\0") == 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.kill(int(command), signal.SIGKILL)  # the person's own, which is not the cluster's to end
    wait_for(folder, lambda found: not found)
    subprocess.run(["rm", "-r", str(folder)], check=True)
