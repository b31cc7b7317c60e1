"""Names in scripts: quoted for bash and for each batch system's parser, never executed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from fftbench.core.campaigns.site import SchedulerName, control_character
from fftbench.core.errors import UserError


def checked(value: object, what: str = "") -> object:
    """Let a value into a script; UserError, saying `what`, for one that would begin a line."""
    if (found := control_character(str(value))) is not None:
        raise UserError(
            f"{what} {str(value)!r}: {found} can't stand in a job script".lstrip(),
            "choose another name",
        )
    return value


def directive_word(scheduler: SchedulerName, value: object) -> str:
    """Quote a word of a directive, whose parser is not bash's.

    qsub (make_argv in its sources) and bsub take quotes as a shell does; sbatch takes a backslash
    for an escape in quotes too. Flux's lexer (flux.job.directives) does that, and takes three
    quotes in a row for a text of several lines; it knows a backslash outside of quotes.
    """
    text = str(value)
    if scheduler == "slurm":
        return shlex.quote(text.replace("\\", "\\\\"))
    if scheduler == "flux" and set(text) & set("'\"\\"):
        return re.sub(r"[^\w@%+=:,./-]", r"\\\g<0>", text)
    return shlex.quote(text)


def check_path(scheduler: SchedulerName, what: str, path: str) -> None:
    """Raise UserError for a path that the scripts of a batch system can't name."""
    checked(path, what)
    # Where the log goes these are expanded, and nothing escapes them.
    taken = {"pbs": ":", "flux": "{{", "lsf": "%"}.get(scheduler)
    if what == "--out" and taken is not None and taken in path:
        raise UserError(
            f"{what} {path!r}: {scheduler} takes '{taken}' in the path of a log for something else",
            "choose another name",
        )


def log_of(
    scheduler: SchedulerName, logs: Path, script: str, id_: str | None = None, array: bool = False
) -> str:
    """Return where a script's log goes: as its directive says it, or (with `id_`) for people."""
    if scheduler == "pbs":
        return f"{logs}/"  # a folder: qsub adds the job's id, and nothing else would
    if scheduler == "slurm" and "\\" in str(logs):
        # With a backslash in it sbatch replaces nothing, the job's id neither.
        path = f"{logs / script}.out"
        return path if id_ is not None else path.replace("\\", "\\\\")
    if id_ is not None:
        return f"{logs / script}-{id_}.out"
    suffix = {"slurm": "%A_%a" if array else "%j", "flux": "{{id}}", "lsf": "%J"}[scheduler]
    path = f"{logs / script}"
    return f"{path.replace('%', '%%') if scheduler == 'slurm' else path}-{suffix}.out"
