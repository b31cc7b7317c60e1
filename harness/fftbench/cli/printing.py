"""Standard output, which may lack letters, be read by nobody any more, or be on a full disk."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from fftbench.core.errors import file_error

FULL = (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """See to it that what is printed inside arrives; UserError where there is no room for it.

    Letters that its encoding lacks become `?`. A reader that has enough, as `head`, ends the
    command by code 1.
    """
    out = sys.stdout
    if not isinstance(out, io.TextIOWrapper):  # closed
        yield
        return
    out.reconfigure(errors="replace")
    try:
        try:
            yield
        finally:
            out.flush()
    except BrokenPipeError:
        _drop(out)
        sys.exit(1)
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        _drop(out)
        raise file_error(Path("standard output"), error) from error


def _drop(out: io.TextIOWrapper) -> None:
    """Let what is still to be written go nowhere, or Python would complain of it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, out.fileno())
    os.close(nowhere)
