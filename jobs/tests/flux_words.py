"""Read a script's directives as `flux batch` does, with its own lexer and its own options.

    python flux_words.py SCRIPT...     prints for each script its options as JSON, a line each

Flux's Python package (flux-python) is enough: what it needs libflux-core for is replaced here by
things that do nothing, and neither lexer nor options need those.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
from pathlib import Path
from unittest import mock

LIBRARIES = ("_flux", "_flux._core", "_flux._hostlist", "_flux._idset", "_flux._security")
for name in (*LIBRARIES, "flux.conf_builtin", "ply", "ply.lex", "ply.yacc"):
    sys.modules[name] = mock.MagicMock()
# flux.constants takes over what it is told of here.
package = Path(importlib.metadata.distribution("flux-python").locate_file("flux"))
sources = "".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
constants = set(re.findall(r"\bFLUX_[A-Z0-9_]+", sources))
sys.modules["_flux._core"].lib.__dir__ = lambda _: sorted(constants)

from flux.cli.batch import BatchCmd  # noqa: E402
from flux.job.directives import DirectiveParser  # noqa: E402


def main() -> None:
    """Print the options of each script."""
    for path in sys.argv[1:]:
        with Path(path).open(encoding="utf-8") as script:
            found = DirectiveParser(script)
        command = BatchCmd("flux batch")
        command.argv = []
        _, options = command.parse_directive_args(path, found)
        given = {key: value for key, value in vars(options).items() if value}
        print(json.dumps(given, default=str))


main()
