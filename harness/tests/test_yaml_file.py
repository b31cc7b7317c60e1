"""Mistakes in YAML files: what is said, and for which line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.site import Site
from fftbench.core.errors import UserError
from fftbench.core.files.yaml_file import load_model, load_yaml

ANCHORS_IN_ANCHORS = "a: &a0 [x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 6)
)
GOOD = """\
name: tiny
problem:
  shape: [8, 8, 8]
  transform: c2c
  precision: double
drivers: {fftw_mpi: {planner: [estimate, measure]}}
scale: {ranks: [1, 2]}
measure: {warmup: 1}
"""


def mistakes(written: Callable[[str], Path], text: str) -> list[str]:
    path = written(text)
    with pytest.raises(UserError) as caught:
        load_model(path, Campaign)
    return str(caught.value).replace(str(path), "F").splitlines()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("warmup", "warmpu", "F:8: unknown key 'warmpu' in measure: did you mean 'warmup'?"),
        ("scale", "sclae", "F:7: unknown key 'sclae': did you mean 'scale'?"),
        ("{warmup: 1}", "{repetitions: {mn: 1}}", "in measure.repetitions: did you mean 'min'?"),
        (
            "c2c",
            "c2c-dst5",
            "F:4: problem.transform: 'dst5' in 'c2c-dst5' is not known: did you mean 'dst4'?",
        ),
        ("c2c", "c2d", "F:4: problem.transform: 'c2d' is not known: did you mean 'c2c'?"),
        ("[8, 8, 8]", "[8, 0, 8]", "F:3: problem.shape[1]: 0: input should be greater than 0"),
        ("[8, 8, 8]", "[8, -8, 8]", "-8: input should be greater than 0"),
        ("[8, 8, 8]", "[99999999999, 8]", "99999999999: input should be less than 2147483648"),
        ("[8, 8, 8]", "[8, 8, 8, 8]", "at most 3 items"),
        ("[8, 8, 8]", "[[8, 8], [x, 8]]", "F:3: problem.shape[1][0]: 'x': input should be"),
        ("[8, 8, 8]", "64", "F:3: problem.shape: 64: input should be a list, `[a, b]`"),
        ("[8, 8, 8]", "[]", "F:3: problem.shape: []: list should have at least 1 item"),
        ("  transform: c2c\n", "", "F:2: the key 'transform' is missing in problem"),
        ("measure]", "0.5]", "F:6: drivers.fftw_mpi.planner[1]: 0.5: a setting is true, false"),
        ("[1, 2]", "on", "F:7: scale.ranks: True: input should be a whole number"),
        ("[1, 2]", "1..4", "F:7: scale.ranks: '1..4': input should be a whole number"),
        (
            "[1, 2]",
            "[1, '2']",
            "F:7: scale.ranks[1]: '2': input should be a whole number, without quo",
        ),
        ("{warmup: 1}", "{max_seconds: 2s}", "max_seconds: '2s': input should be a number"),
        ("[1, 2]", "[1, 2], nodes: 1", "F:7: scale: give either `ranks`, or `nodes`"),
        ("ranks: [1, 2]", "threads: 2", "F:7: scale: give `ranks`, or `nodes` together"),
        ("name: tiny", "name: on", "F:1: name: True: input should be text: put it in quotes"),
        ("name: tiny", "name: 2026", "F:1: name: 2026: input should be text: put it in quotes"),
        ("scale: {ranks: [1, 2]}", "scale: 4", "F:7: scale: 4: input should be a mapping, `key: "),
        ("scale: {ranks: [1, 2]}", "scale:", "F:7: scale: nothing: input should be a mapping"),
        ("measure:", "exclude: {ranks: 1}\nmeasure:", "{'ranks': 1}: input should be a list"),
        (
            "{warmup: 1}",
            "{max_seconds: .inf}",
            "measure.max_seconds: inf: input should be a finite",
        ),
        ("name: tiny", "name: a/b", "F:1: name: 'a/b': string should match pattern"),
        ("{warmup: 1}", "{repetitions: {min: 9, max: 3}}", "min 9 is more than max 3"),
        ("measure:", "grid: squar\nmeasure:", "F:8: grid: 'squar' is not known: did you mean 'sq"),
        ("measure:", "grid: [[1, 2, 3, 4]]\nmeasure:", "F:8: grid[0]"),
        (
            "{planner: [estimate, measure]}",
            "[{}, {planner: [a, 0.5]}]",
            "F:6: drivers.fftw_mpi[1].planner[1]: 0.5: a setting is true, false",
        ),
        ("{planner: [estimate, measure]}", "[]", "F:6: drivers.fftw_mpi: []: list should have"),
        ("{fftw_mpi: {planner: [estimate, measure]}}", "[1]", "F:6: drivers: a list of names"),
        ("{fftw_mpi: {planner: [estimate, measure]}}", "{}", "at least 1 item"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    written: Callable[[str], Path], old: str, new: str, message: str
) -> None:
    assert old in GOOD
    found = "\n".join(mistakes(written, GOOD.replace(old, new, 1)))
    assert message in found
    assert found.startswith("F:")


def test_all_mistakes_are_named_at_once(written: Callable[[str], Path]) -> None:
    text = GOOD.replace("c2c", "c2d").replace("warmup", "warmpu")
    assert [line[:4] for line in mistakes(written, text)] == ["F:4:", "F:8:"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: [1, 2\nscale: 3\n", "F:2:"),
        ("a: 1\n  b: 2\n", "F:2:4: not YAML: mapping values are not allowed here"),
        ("a: 1\na: 2\n", "F:2: the key 'a' is already in line 1"),
        ("a: &a {b: 1}\nc:\n  <<: *a\n  b: 2\n  b: 3\n", "F:5: the key 'b' is already in line 4"),
        ("1: a\n", "F:1: the key 1 is a number: put it in quotes"),
        ("on: a\n", "F:1: the key True is a truth value: put it in quotes"),
        ("- a\n", "F: expected `key: value` lines, found a list"),
        ("", "F: expected `key: value` lines, found nothing"),
        ("a: &x [*x]\n", "nested more than 32 deep"),
        ("a: !!python/object:os.system x\n", "not YAML: could not determine a constructor"),
        ("a: \x01\n", "not YAML"),
        ("a: 1\nb: 2026-02-30\n", "F:2: '2026-02-30' is no value of YAML"),
        ("a: 0b_\n", "F:1: '0b_' is no value of YAML"),
        ("a: !!int abc\n", "F:1: 'abc' is no value of YAML"),
        ("a: !!int ''\n", "F:1: '' is no value of YAML"),
        ("a: 0123\n", "F:1: 0123 is the number 83 in YAML"),
        ("a: [1, 24:00]\n", "F:1: 24:00 is the number 1440 in YAML"),
        ("a: 0x10\n", "F:1: 0x10 is the number 16 in YAML"),
        ("a: 1_000\n", "F:1: 1_000 is the number 1000 in YAML"),
        ("a: !!bool abc\n", "F:1: 'abc' is no value of YAML"),
        ("a: [!!timestamp abc]\n", "F:1: 'abc' is no value of YAML"),
        ("2026-02-30: a\n", "F:1: '2026-02-30' is no value of YAML"),
        ("? [2026-02-30]\n: a\n", "F:1: one in this key is no value of YAML"),
        (f"a: {'[' * 2000}", "F: nested more than 32 deep"),
        ("a: 1\nb:\n  <<: 2\n", "F:3:7: not YAML: expected a mapping to be merged, found a scalar"),
        ("a: &a {b: 1}\nc: {<<: [*a, 2]}\n", "F:2:14: not YAML: expected a mapping"),
        ("a: &a\n  <<: *a\n  b: 1\n", "F: nested more than 32 deep"),
        (ANCHORS_IN_ANCHORS, "F:1: more than 100000 values with what anchors repeat"),
    ],
)
def test_what_is_not_a_yaml_mapping_is_refused(
    written: Callable[[str], Path], text: str, message: str
) -> None:
    path = written(text)
    with pytest.raises(UserError) as caught:
        load_yaml(path)
    assert message in str(caught.value).replace(str(path), "F")


def test_what_looks_like_a_date_and_is_none_goes_in_quotes(written: Callable[[str], Path]) -> None:
    with pytest.raises(UserError) as error:
        load_yaml(written("name: 2026-02-30\n"))
    assert error.value.hint == "put it in quotes"
    assert load_yaml(written("name: '2026-02-30'\n"))[0] == {"name": "2026-02-30"}


def test_tabs_are_no_indentation(written: Callable[[str], Path]) -> None:
    with pytest.raises(UserError, match="not YAML: found character") as error:
        load_yaml(written("name: a\nscale:\n\tranks: 1\n"))
    assert error.value.hint == "indent by spaces, not by tabs"


def test_keys_of_a_mapping_begin_in_the_same_column(written: Callable[[str], Path]) -> None:
    with pytest.raises(UserError, match="mapping values are not allowed") as error:
        load_yaml(written("name a\nscale: {ranks: 1}\n"))
    assert "lacks its `:`" in str(error.value.hint)


def test_a_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none.yaml: No such file"):
        load_yaml(tmp_path / "none.yaml")
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="not a text file in UTF-8"):
        load_yaml(binary)


@given(text=st.text(max_size=60), cut=st.integers(0, len(GOOD)))
def test_no_text_breaks_it(written: Callable[[str], Path], text: str, cut: int) -> None:
    path = written("")
    path.write_text(GOOD[:cut] + text + GOOD[cut:], encoding="utf-8", errors="ignore")
    for model in (Campaign, Site):
        try:
            load_model(path, model)
        except UserError as error:
            assert str(path) in str(error)


def test_scalars_lists_and_names_mean_the_same(written: Callable[[str], Path]) -> None:
    one, _ = load_model(written(GOOD.replace("[1, 2]", "1")), Campaign)
    assert one.scale.ranks == (1,)
    assert one.problem.shape == ((8, 8, 8),)
    named, _ = load_model(
        written(GOOD.replace("{fftw_mpi: {planner: [estimate, measure]}}", "[a, b]")), Campaign
    )
    assert named.drivers == {"a": ({},), "b": ({},)}
    empty, _ = load_model(
        written(GOOD.replace("{fftw_mpi: {planner: [estimate, measure]}}", "{a: , b: {x: 1}}")),
        Campaign,
    )
    assert empty.drivers == {"a": ({},), "b": ({"x": (1,)},)}


def test_what_is_merged_in_may_be_replaced(written: Callable[[str], Path]) -> None:
    data, source = load_yaml(written("a: &a {b: 1, c: 2}\nd:\n  b: 3\n  <<: *a\n"))
    assert data["d"] == {"b": 3, "c": 2}
    assert source.lines["d", "b"] == 3


@pytest.mark.parametrize(
    "text",
    [
        "a: &a {b: 1}\nd: &d {<<: *a, b: 2}\ne: *d\n",
        "a: &a {b: 1}\nd: {c: &d {<<: *a, b: 2}}\ne: {<<: *d}\n",
        "a: &a {b: 1}\nd: {<<: &d {<<: *a, b: 2}}\ne: *d\n",
    ],
)
def test_what_was_merged_may_be_met_again(written: Callable[[str], Path], text: str) -> None:
    assert load_yaml(written(text))[0]["e"] == {"b": 2}


@pytest.mark.parametrize("key", ["b", "longer"])
def test_the_first_of_several_merged_mappings_that_has_a_key_gives_it(
    written: Callable[[str], Path], key: str
) -> None:
    text = f"a: &a {{{key}: 1}}\nc: &c {{{key}: 2, d: 3}}\ne: {{<<: [*a, *c]}}\n"
    assert load_yaml(written(text))[0]["e"] == {key: 1, "d": 3}


def test_a_key_twice_is_found_beside_a_merge(written: Callable[[str], Path]) -> None:
    with pytest.raises(UserError, match="the key 'b' is already in line 2"):
        load_yaml(written("a: &a {b: 1}\nd: {<<: *a, b: 2, b: 3}\n"))


def test_anchors_and_merges_are_understood(written: Callable[[str], Path]) -> None:
    text = "base: &b {x: 1, y: 2}\nmore: {<<: *b, z: 3}\n"
    assert load_yaml(written(text))[0]["more"] == {"x": 1, "y": 2, "z": 3}
