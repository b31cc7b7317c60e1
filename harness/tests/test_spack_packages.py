"""Spack's packages of this project: what they name is there. Spack itself is not needed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import requires
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REPOSITORY = ROOT / "spack_repo" / "fftbench"
PACKAGES = sorted(path.parent.name for path in REPOSITORY.glob("packages/*/package.py"))

Said = list[tuple[str, tuple[Any, ...], dict[str, Any]]]
"""What a package says to Spack: word, arguments, keywords."""


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], tuple[Any, Said]]]:
    """Load a package with words of Spack's that only note what is said."""
    said: Said = []

    def noting(word: str) -> Callable[..., Any]:
        def note(*values: Any, **keywords: Any) -> Callable[[Any], Any]:
            said.append((word, values, keywords))
            return lambda function: function

        return note

    class CMakePackage:
        spec = SimpleNamespace(satisfies=lambda condition: condition.removeprefix("~"))

        def define(self, option: str, value: object) -> tuple[str, object]:
            return option, value

        def define_from_variant(self, option: str, variant: str) -> tuple[str, object]:
            return option, variant

    def module(name: str, **members: Any) -> None:
        made = ModuleType(name)
        vars(made).update(members)
        monkeypatch.setitem(sys.modules, name, made)

    words = ("depends_on", "extends", "license", "run_after", "variant", "version")
    module("spack.package", **{word: noting(word) for word in words})
    module("spack_repo.builtin.build_systems.cmake", CMakePackage=CMakePackage)
    python = {"PythonExtension": object, "PythonPipBuilder": object}
    module("spack_repo.builtin.build_systems.python", **python)

    def load(name: str) -> tuple[Any, Said]:
        path = REPOSITORY / "packages" / name / "package.py"
        scope: dict[str, Any] = {"__file__": str(path)}
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)
        return scope[name.capitalize()](), said

    yield load


def test_the_repository_is_one() -> None:
    about = yaml.safe_load((REPOSITORY / "repo.yaml").read_text(encoding="utf-8"))
    assert about == {"repo": {"namespace": REPOSITORY.name, "api": "v2.0"}}
    assert PACKAGES == ["fftbench", "taskfft"]


@pytest.mark.parametrize("name", PACKAGES)
def test_options_and_variants_are_there(name: str, package: Callable[[str], Any]) -> None:
    made, said = package(name)
    sources = ROOT / getattr(made, "root_cmakelists_dir", ".")
    assert made.git == ROOT.as_uri()
    files = [*sources.glob("**/CMakeLists.txt"), *sources.glob("drivers/**/*.cmake")]
    text = " ".join(map(Path.read_text, files))
    known = set(re.findall(r"(?:option|set)\(\s*(\w+)", text))
    packages = re.findall(r"find_package\((\w+)", text)
    known |= {f"CMAKE_DISABLE_FIND_PACKAGE_{each}" for each in packages}
    variants = {values[0] for word, values, _ in said if word == "variant"}
    for option, value in made.cmake_args():
        assert option in known | {"BUILD_SHARED_LIBS", "BUILD_TESTING"}
        assert value is False or value in variants
    conditions = {keywords.get("when", "") for _, _, keywords in said} - {""}
    assert {condition.removeprefix("+") for condition in conditions} <= variants


def test_the_command_gets_what_its_metadata_ask_for(package: Callable[[str], Any]) -> None:
    _, said = package("fftbench")
    asked = {values[0] for word, values, _ in said if word == "depends_on"}
    needed = [line for line in requires("fftbench") or () if "extra ==" not in line]
    assert needed
    for line in needed:
        found = re.fullmatch(r"([\w-]+)(?:<(\d+),)?>=([\d.]+)", line)
        assert found, line
        name, below, least = found.groups()
        assert f"py-{name}@{least}:{int(below) - 1 if below else ''}" in asked
