"""Programs on the nodes that die, are missing, or are others than before."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
from user import User

from fftbench.core.contracts.record import Status


def test_a_program_that_dies(user: User) -> None:
    user.campaign["drivers"] = {"fake": {"mode": ["half_line", "ok", "wrong"]}}
    user.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1}
    user.write_jobs()
    user.submit()
    user.wait()
    assert user.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    reasons = {record.case.settings["mode"]: record.reason or "" for record in user.records()}
    assert "killed by SIGKILL before it recorded this case" in reasons["half_line"]
    assert user.states() == {"1n-1r-1t": "FAILED"}
    assert "submitted: 0" in user.submit()
    assert "submitted: 1" in user.run("resume", "out", "--retry-failed")
    user.wait()
    assert user.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    said = user.run("status", "out")
    assert "not JSON" not in said  # half a line of each time went


def test_a_library_that_is_missing(user: User, tmp_path: Path) -> None:
    """What starts where jobs are written need not start on the nodes."""
    library = program_with_library(user, tmp_path)
    user.campaign["drivers"] = {"fake": {}}
    user.write_jobs()
    library.unlink()
    user.submit()
    user.wait()
    assert user.statuses() == {"unavailable": 3}
    assert all("libgone.so" in (record.reason or "") for record in user.records())
    compile_library(library)
    assert set(user.states().values()) == {"incomplete"}
    assert "libgone.so" in user.run("status", "out")
    user.run("resume", "out")
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_a_crash_names_rank_and_node(user: User) -> None:
    user.site["launcher"] = "srun"
    user.campaign |= {"drivers": {"fake": {"mode": "segv"}}, "scale": {"ranks": 1}}
    user.write_jobs()
    user.submit()
    user.wait()
    (record,) = user.records()
    assert record.status is Status.failed
    assert "; rank 0 on n1: Segmentation fault" in (record.reason or "")


def test_a_program_that_is_removed_and_then_another(user: User, tmp_path: Path) -> None:
    """No case fails for it, and the logs tell which program each job measured."""
    program_with_library(user, tmp_path)
    program, kept = tmp_path / "program", tmp_path / "kept"
    user.write_jobs()
    user.submit("--max-queued", "1")
    user.wait()
    program.rename(kept)
    user.submit("--max-queued", "1")
    user.wait()
    assert user.statuses() == {"ok": 1, "unavailable": 1}
    program.write_bytes(kept.read_bytes() + b"another")
    program.chmod(0o755)
    user.run("resume", "out")
    user.wait()
    assert user.statuses() == {"ok": 3}
    logs = "".join(file.read_text() for file in (user.out / "logs").iterdir())
    for one in (program, kept):
        assert f"sha256 {hashlib.sha256(one.read_bytes()).hexdigest()}" in logs


def test_a_module_that_is_missing(user: User) -> None:
    user.site["modules"] = ["openmpi/none"]
    user.campaign["scale"] = {"ranks": 1}
    user.write_jobs()
    user.submit()
    user.wait()
    assert user.states() == {"1n-1r-1t": "FAILED"}
    assert not user.records()
    assert "1n-1r-1t: see " in user.run("status", "out")
    del user.site["modules"]
    user.write_jobs()
    user.run("resume", "out")
    user.finish(ok=1)


@pytest.mark.minutes
def test_a_plugin_of_srun_that_is_none(user: User) -> None:
    """Which is tried for a minute, since a node or a controller may be away so long."""
    user.site |= {"launcher": "srun", "mpi": "pmix17"}
    user.campaign["scale"] = {"ranks": 1}
    user.write_jobs()
    user.submit()
    user.wait()
    assert not user.records()
    said = user.run("status", "out")
    assert "the launcher did not start the program" in said
    assert "pmix17" in said
    user.site["mpi"] = "none"
    user.write_jobs()
    user.run("resume", "out")
    user.finish(ok=1)


def program_with_library(user: User, folder: Path) -> Path:
    """Make a build whose program needs libgone.so, which it returns."""
    library, program = folder / "libgone.so", folder / "program"
    words = json.loads((user.build / "drivers.json").read_text())["drivers"][0]["command"]
    given = ", ".join(f'"{word}"' for word in words)
    compile_library(library)
    source = (
        "#include <unistd.h>\nint gone(void);\n"
        "int main(int count, char **given) {\n"
        f"  char *words[99] = {{{given}}};\n"
        f"  for (int i = 1; i < count; ++i) words[{len(words)} - 1 + i] = given[i];\n"
        "  return gone() + execv(words[0], words);\n}\n"
    )
    link = ["-o", str(program), "-L", str(folder), "-lgone", f"-Wl,-rpath,{folder}"]
    subprocess.run(["cc", "-x", "c", "-", *link], input=source, text=True, check=True)
    drivers = [{"name": "fake", "program": str(program)}]
    (folder / "drivers.json").write_text(json.dumps({"drivers": drivers}))
    user.build = folder
    return library


def compile_library(library: Path) -> None:
    words = ["cc", "-shared", "-fPIC", "-o", str(library), "-x", "c", "-"]
    subprocess.run(words, input="int gone(void) { return 0; }", text=True, check=True)
