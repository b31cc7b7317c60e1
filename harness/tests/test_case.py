from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from fftbench.core.contracts.case import Case, Problem, Repetitions, content_hash


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
