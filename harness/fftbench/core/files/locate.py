"""Where things lie: the source tree, the build, the campaigns and sites that come with fftbench."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from fftbench.core.errors import UserError, did_you_mean

INSTALLED = Path(sys.prefix) / "share" / "fftbench"


def source_tree() -> Path | None:
    """Return the folder of the checkout that this package runs from; None where installed."""
    root = Path(__file__).resolve().parents[4]
    return root if (root / "configs").is_dir() and (root / "harness").is_dir() else None


def driver_readme(driver: str) -> Path | None:
    """Return the README of a driver in the checkout; None where there is none.

    A folder of several drivers has the name that theirs begin with: `flups` of `flups_nb`.
    """
    tree = source_tree()
    if tree is None:
        return None
    words = driver.split("_")
    names = ["_".join(words[:number]) for number in range(len(words), 0, -1)]
    files = [tree / "drivers" / name / "README.md" for name in names]
    return next((file for file in files if file.is_file()), None)


def build_folder() -> Path:
    """Return the folder with drivers.json, as FFTBENCH_BUILD names it or in the usual places."""
    named = os.environ.get("FFTBENCH_BUILD")
    if named:
        if not (Path(named) / "drivers.json").is_file():
            raise UserError(
                f"FFTBENCH_BUILD={named}: there is no drivers.json in it",
                "set it to a build folder of fftbench (for example build/release)",
            )
        return Path(named).resolve()
    tree = source_tree()
    usual = [tree / "build" / "release"] if tree else []
    for folder in [*usual, INSTALLED]:
        if (folder / "drivers.json").is_file():
            return folder
    looked = " or ".join(map(str, [*usual, INSTALLED]))
    raise UserError(
        f"no driver programs: there is no drivers.json in {looked}",
        "build them with `./bench build`, or with `cmake --preset release && cmake --build "
        "--preset release`, or set FFTBENCH_BUILD to a build folder",
    )


def this_program() -> str:
    """Return the path of the fftbench command: beside the Python that runs this, or on the PATH."""
    beside = Path(sys.executable).with_name("fftbench")
    return str(beside) if beside.exists() else shutil.which("fftbench") or str(beside)


def find_config(kind: str, name: str) -> Path:
    """Find a campaign or site: a path, or the name of a file in configs/<kind>s or below.

    Raises UserError with the known names where there is none.
    """
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.is_file() or os.sep in name:
        if path.is_dir():
            raise UserError(f"{name}: a folder, and no file")
        if not path.is_file():
            raise UserError(f"{name}: no such file", _known(kind, path.stem))
        return path
    if found := _configs(kind).get(name):
        return found
    raise UserError(f"unknown {kind} '{name}': {_known(kind, name)}", "or give the path of a file")


def own_configs(kind: str) -> Path:
    """Return the folder where a person's own campaigns or sites belong."""
    return (source_tree() or Path()) / "configs" / f"{kind}s"


def _config_folders(kind: str) -> list[Path]:
    tree = source_tree()
    named = os.environ.get("FFTBENCH_BUILD")
    installed = [*([Path(named)] if named else []), INSTALLED]
    roots = [Path(), *([tree] if tree else []), *installed]
    return [root / "configs" / f"{kind}s" for root in roots]


def _configs(kind: str) -> dict[str, Path]:
    """Return the campaigns or sites that there are, by name; a person's own come first."""
    found: dict[str, Path] = {}
    for folder in _config_folders(kind):
        for file in sorted(folder.rglob("*.yaml")):
            found.setdefault(file.stem, file)
    return found


def _known(kind: str, name: str) -> str:
    return did_you_mean(name, set(_configs(kind)))
