"""The page of pages: a report of each set, and machines side by side."""

from __future__ import annotations

import re

import pytest

from fftbench.analysis.page.site import write_site
from fftbench.core.errors import UserError


@pytest.fixture
def site(tmp_path, factory, case, write, environment):
    """Two sets of one machine and one of another, with names that repeat, and a broken one."""
    results = tmp_path / "results"
    for place, seconds in (("left/quick", 0.02), ("left/slow", 0.05), ("right/quick", 0.01)):
        there = environment(cpu=f"{place.split('/')[0]} CPU")
        records = [
            factory.ok(case(driver, 2), factor * seconds, environment=there)
            for driver, factor in (("alpha", 1.0), ("beta", 2.0))
        ]
        write(results / place, records)
    (results / "left" / "empty" / "records").mkdir(parents=True)
    return write_site([results], tmp_path / "site")


def test_every_set_has_a_page_and_every_link_leads_somewhere(site) -> None:
    text = site.read_text()
    links = re.findall(r'href="([^"#]+)#?([^"]*)"', text)
    pages = {page for page, _ in links if not page.startswith("data:")}
    assert pages == {f"{name}/index.html" for name in ("left-quick", "left-slow", "right-quick")}
    for page, anchor in links:
        if anchor:
            assert f'id="{anchor}"' in (site.parent / page).read_text()


def test_machines_stand_side_by_side_with_their_fastest(site) -> None:
    table = re.search(r'<table id="machines-table"[^>]*>(.*?)</table>', site.read_text(), re.DOTALL)
    assert table is not None
    head, *rows = re.findall(r"<tr>(.*?)</tr>", table.group(1), re.DOTALL)
    assert re.findall(r"\((\w+ CPU)\)", head) == ["left CPU", "right CPU"]
    assert len(rows) == 1
    assert rows[0].count("alpha") == 2
    assert "left-quick" in rows[0]
    assert "left-slow" not in rows[0]


def test_what_can_t_be_read_is_said_and_nothing_else_is_lost(site) -> None:
    assert "left/empty" in site.read_text()


def test_the_site_fetches_nothing(site) -> None:
    for page in site.parent.rglob("*.html"):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page.read_text())


def test_a_folder_named_twice_has_one_page(tmp_path, factory, case, write) -> None:
    write(tmp_path / "one", [factory.ok(case("alpha", 2), 0.1)])
    (tmp_path / "other").symlink_to(tmp_path / "one")
    page = write_site([tmp_path / "one", tmp_path / "other"], tmp_path / "site")
    assert len(list(page.parent.glob("*/index.html"))) == 1


def test_nothing_to_publish_is_a_mistake(tmp_path) -> None:
    with pytest.raises(UserError, match="no results to publish"):
        write_site([tmp_path], tmp_path / "site")


def test_a_site_that_can_not_be_written_is_a_mistake(tmp_path, factory, case, write) -> None:
    write(tmp_path / "one", [factory.ok(case("alpha"))])
    (tmp_path / "site" / "index.html").mkdir(parents=True)
    with pytest.raises(UserError, match=r"index\.html: Is a directory"):
        write_site([tmp_path / "one"], tmp_path / "site")
