from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from fftbench.core.contracts.case import Case, Repetitions, content_hash
from fftbench.core.contracts.labels import case_text
from fftbench.core.contracts.problem import Problem, Transform


def a_case(**changes: object) -> Case:
    fields = {
        "id": "0" * 16,
        "driver": "fftw_mpi",
        "problem": Problem(
            shape=(8, 8, 8), transform="c2c", precision="double", placement="in_place"
        ),
        "ranks": 2,
        "settings": {"a": 1, "b": True},
    }
    return Case.model_validate({**fields, **changes})


def test_the_id_of_a_case_never_changes() -> None:
    # Records of earlier versions are found by it: a new value needs a new version of the schema.
    assert a_case().content_id() == "1a48c03f44f0c158"


def test_one_field_goes_without_saying() -> None:
    one, three = (
        a_case(problem={**a_case().problem.model_dump(), "fields": fields}) for fields in (1, 3)
    )
    assert one.content_id() == a_case().content_id() != three.content_id()
    assert "fields" not in one.model_dump(mode="json")["problem"]
    assert three.model_dump(mode="json")["problem"]["fields"] == 3
    assert Case.model_validate_json(three.model_dump_json(by_alias=True)) == three


def test_no_workload_goes_without_saying() -> None:
    bare, poisson = (
        a_case(problem={**a_case().problem.model_dump(), "workload": workload})
        for workload in ("none", "poisson")
    )
    assert bare.content_id() == a_case().content_id() != poisson.content_id()
    assert "workload" not in bare.model_dump(mode="json")["problem"]
    assert poisson.model_dump(mode="json")["problem"]["workload"] == "poisson"
    assert Case.model_validate_json(poisson.model_dump_json(by_alias=True)) == poisson
    assert " poisson " in case_text(poisson)
    assert bare.problem.plain
    assert not poisson.problem.plain


def test_kinds_per_axis_are_one_word_and_uniform_ones_keep_theirs() -> None:
    mixed = a_case(problem={**a_case().problem.model_dump(), "transform": "dct2-dst2-r2c"})
    assert mixed.model_dump(mode="json")["problem"]["transform"] == "dct2-dst2-r2c"
    assert Case.model_validate_json(mixed.model_dump_json(by_alias=True)) == mixed
    assert mixed.problem.kinds == (Transform.dct2, Transform.dst2, Transform.r2c)
    assert a_case().problem.kinds == (Transform.c2c,) * 3
    halved = a_case().problem.model_copy(update={"transform": Transform.r2c})
    assert halved.kinds == (Transform.c2c, Transform.c2c, Transform.r2c)


KINDS = st.sampled_from(Transform)


@given(st.lists(KINDS, min_size=1, max_size=4))
def test_a_problem_has_one_word_for_its_kinds(kinds: list[Transform]) -> None:
    word = "-".join(kind.value for kind in kinds)
    shape = (4,) * min(len(kinds), 3)
    rest = {"precision": "double", "placement": "in_place"}
    uniform = [
        Problem(shape=shape, transform=one, precision="double", placement="in_place").kinds
        for one in Transform
    ]
    allowed = (
        len(kinds) <= 3
        and Transform.r2c not in kinds[:-1]
        and (len(kinds) == 1 or tuple(kinds) not in uniform)
    )
    if not allowed:
        with pytest.raises(ValidationError):
            Problem.model_validate({"shape": shape, "transform": word, **rest})
        return
    problem = Problem.model_validate({"shape": shape, "transform": word, **rest})
    assert problem.kinds == tuple(kinds)
    assert problem.transform.value == word
    assert problem.complex_output >= problem.complex_input
    assert problem.halved <= (not problem.complex_input)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("dct2-dst2", "names a kind for 2 axes, and the shape has 3"),
        ("dct2-r2c-dct2", "r2c is along the last axis only"),
        ("c2c-c2c-r2c", "has a word of its own: write r2c"),
        ("dst1-dst1-dst1", "has a word of its own: write dst1"),
        ("dct2-dst5-c2c", "did you mean 'dst4'"),
        ("c2c-dct2-dct2-dct2", "4 kinds; there are at most 3 axes"),
    ],
)
def test_kinds_that_make_no_transform_are_refused(word: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        a_case(problem={**a_case().problem.model_dump(), "transform": word})


def test_the_id_covers_everything_but_itself() -> None:
    one = a_case()
    assert a_case(id="f" * 16).content_id() == one.content_id()
    assert a_case(settings={"b": True, "a": 1}).content_id() == one.content_id()
    changes = [{"ranks": 3}, {"seed": 2}, {"settings": {"a": 1, "b": 1}}, {"grid": (2, 1)}]
    others = {a_case(**change).content_id() for change in changes}
    assert len({one.content_id(), *others}) == 5


def test_the_id_survives_json() -> None:
    case = a_case(measure={"ci": 0.1, "max_seconds": 3})
    again = Case.model_validate_json(case.model_dump_json(by_alias=True))
    assert again == case
    content = json.loads(case.model_dump_json(by_alias=True, exclude={"id"}))
    assert content_hash(content) == case.content_id() == again.content_id()


def test_more_repetitions_at_least_than_at_most_are_refused() -> None:
    with pytest.raises(ValidationError, match="min 20 is more than max 10"):
        Repetitions(min=20, max=10)


def test_a_case_is_frozen_and_closed() -> None:
    with pytest.raises(ValidationError):
        a_case(thread=1)
    with pytest.raises(ValidationError):
        a_case().ranks = 3  # type: ignore[misc]
