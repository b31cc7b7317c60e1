"""What runs on this machine: whose it is, and how it is ended."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

END_SECONDS = 60.0


def processes() -> list[int]:
    """Return the numbers of all processes."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def environment_of(pid: int) -> list[bytes]:
    """Return the variables a process was started with; none of one that ended or is another's."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def command_of(pid: int) -> bytes:
    """Return the words a process was started with; b"" of one that ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def working_in(folder: Path, program: str = "") -> list[int]:
    """Return the processes whose words name a folder, and a program where one is given."""
    words = str(folder).encode(), program.encode()
    return [pid for pid in processes() if all(word in command_of(pid) for word in words)]


def cpu_seconds(entry: Path) -> float:
    """Return what a process or thread has had of the cores by its entry in /proc; 0 if it ended."""
    try:
        fields = (entry / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def namespace_of(pid: int) -> str:
    """Return the namespace of a process's host name; '' of one that ended or is another's."""
    try:
        return str(Path(f"/proc/{pid}/ns/uts").readlink())
    except OSError:
        return ""


def end(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Signal a process and wait for its end, which is not left to its good will."""
    process.send_signal(number)
    try:
        process.wait(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
