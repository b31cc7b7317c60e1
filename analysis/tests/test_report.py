"""The report: its files, its tables, and that no case is missing from it."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fftbench.analysis.model.formats import significant, times_text
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page import report as report_module
from fftbench.analysis.page.report import write_report
from fftbench.analysis.tables.exports import COLUMNS
from fftbench.analysis.terminal.results import print_results
from fftbench.core.errors import UserError

EXACT = [
    "driver", "settings", "transform", "precision", "placement", "shape", "ranks", "threads",
    "nodes", "grid", "status", "reason", "plan_s", "forward_s", "forward_lo_s", "forward_hi_s",
    "backward_s", "backward_lo_s", "backward_hi_s", "repetitions", "error", "tolerance",
    "profile_wall_s", "profile_fft_s", "profile_exchange_s", "profile_reorder_s",
    "exchange_bytes", "limit_s", "peak_mb",
]  # fmt: skip

STYLE = Path(report_module.__file__).with_name("templates") / "style.css"

VOID = {"meta", "link", "br"}


class Page(HTMLParser):
    """Checks that elements nest, and keeps the text, the tags and the links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.elements.append((tag, dict(attrs)))
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" and value:
                self.ids.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def report(campaign) -> Path:
    return write_report([campaign.path])


@pytest.fixture(scope="module")
def page(report) -> Page:
    return Page(report.read_text())


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_files_are_where_they_should_be(campaign, report) -> None:
    assert report == campaign.path / "report" / "index.html"
    assert (report.parent / "summary.csv").is_file()
    figures = {path.name for path in (report.parent / "figures").iterdir()}
    stem = "256x256x256-c2c-double-out-of-place"
    for kind in ("ranking", "scaling", "efficiency", "breakdown", "planning"):
        assert f"{stem}-{kind}.svg" in figures


def test_the_page_begins_with_where_and_when_it_was_measured(report) -> None:
    head = report.read_text().partition("</header>")[0]
    assert "Measured on node1 (" in head
    assert " UTC.</p>" in head


def test_the_columns_of_the_table_are_fixed(report) -> None:
    assert list(COLUMNS) == EXACT
    with (report.parent / "summary.csv").open() as file:
        assert file.readline().rstrip("\n").split(",")[: len(EXACT)] == EXACT


def test_the_table_has_one_line_per_case_measured(campaign, report) -> None:
    lines = table(report.parent / "summary.csv")
    assert len(lines) == len({record.case.id for record in campaign.records})
    line = next(
        line
        for line in lines
        if (line["driver"], line["settings"], line["ranks"]) == ("alpha", "planner=measure", "2")
    )
    assert (line["shape"], line["grid"], line["status"]) == ("256x256x256", "1x2", "ok")
    assert line["repetitions"] == str(20 * MIN_LAUNCHES)
    assert float(line["forward_lo_s"]) <= float(line["forward_s"]) <= float(line["forward_hi_s"])
    parts = ("profile_fft_s", "profile_exchange_s", "profile_reorder_s")
    assert sum(float(line[part]) for part in parts) == pytest.approx(float(line["profile_wall_s"]))
    assert float(line["plan_s"]) == pytest.approx(0.401)
    assert line["limit_s"] == ""


def test_what_is_not_ok_has_no_times_in_the_table(report) -> None:
    lines = table(report.parent / "summary.csv")
    times = [column for column in EXACT if column.endswith("_s")]
    bad = [line for line in lines if line["status"] != "ok"]
    assert {line["status"] for line in bad} == {
        "wrong", "failed", "timeout", "unsupported", "unavailable",
    }  # fmt: skip
    for line in bad:
        assert line["reason"]
        assert {line[time] for time in times} == {""}
    assert {line["error"] for line in bad if line["driver"] == "liar"} == {"0.7", ""}


def test_nothing_vanishes_from_the_page(campaign, page) -> None:
    for case in campaign.plan.cases:
        assert case.id in page.words
        assert case.driver in page.words
    assert "planned, not run yet" in page.words
    assert "18 of 27 cases are right" in page.words


def test_reasons_are_text_and_never_markup(page) -> None:
    assert "<script>alert('x')</script> & killed by signal 11" in page.words
    assert page.tags.count("script") == 1


def test_the_page_stands_alone(report, page) -> None:
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        elif not link.startswith("data:"):
            assert (report.parent / link).exists(), link
    assert len(page.ids) == len(set(page.ids))
    text = report.read_text()
    assert "@import" not in text
    assert "url(http" not in text


def test_the_answer_is_at_the_top(page) -> None:
    top = page.words[: page.words.index("What was compared")]
    for words in ("1 core", "2 cores", "alpha or gamma", "within noise", "3 of 7 timed"):
        assert words in top
    assert "alpha and gamma are not distinguishable on 4 cores" in page.words
    for link in page.links:
        assert not link.startswith("#") or link[1:] in page.ids


def with_class(page: Page, name: str) -> list[dict[str, str | None]]:
    """Attributes of the elements of a class."""
    return [own for _, own in page.elements if name in (own.get("class") or "").split()]


def test_every_table_has_a_name_and_scrolls_by_the_keyboard(page) -> None:
    tables = {own["id"]: own.get("aria-label") for tag, own in page.elements if tag == "table"}
    assert len(tables) > 10
    assert all(tables.values())
    assert len(set(tables.values())) == len(tables)
    scrolls = with_class(page, "scroll")
    assert [own.get("aria-labelledby") for own in scrolls] == list(tables)
    assert {(own.get("tabindex"), own.get("role")) for own in scrolls} == {("0", "region")}


def test_a_long_reason_scrolls_by_the_keyboard(tmp_path, factory, write, case) -> None:
    reasons = ("too long\n" * 20, "short", "many words " * 40)
    records = [factory.bad(case("a", n), "failed", text) for n, text in enumerate(reasons, 1)]
    write(tmp_path, records)
    page = Page(write_report([tmp_path]).read_text())
    cells = [at for at, (_, own) in enumerate(page.elements) if own.get("class") == "reason"]
    after = [page.elements[at + 1] for at in cells if page.elements[at][0] == "td"]
    boxes = [own for tag, own in after if tag == "div"]
    assert [own.get("aria-label") for own in boxes] == ["reason, row 1", "reason, row 3"]
    assert {(own.get("tabindex"), own.get("role")) for own in boxes} == {("0", "region")}
    assert all(text.strip() in page.words for text in reasons)


def test_how_sure_a_cell_is_stands_in_words(tmp_path, factory, write, case) -> None:
    records = [
        factory.ok(case(driver, ranks), seconds, launch)
        for driver, seconds in (("a", 0.01), ("b", 0.02))
        for ranks, launches in ((1, MIN_LAUNCHES), (2, 1))
        for launch in range(launches)
    ]
    write(tmp_path, records)
    page = Page(write_report([tmp_path]).read_text())
    signs = with_class(page, "sign")
    assert [own["aria-label"] for own in signs] == ["faster than all others", "no claim"]
    assert {own["role"] for own in signs} == {"img"}
    generated = re.findall(r"\.matrix[^{]*::before \{ content: \"", STYLE.read_text())
    assert generated == []


def test_rows_tell_of_which_library_and_cores_they_are(page) -> None:
    rows = [own for tag, own in page.elements if tag == "tr"]
    drivers = {own["data-driver"] for own in rows if "data-driver" in own}
    assert drivers == {"alpha", "beta", "gamma", "liar", "broken", "missing", "sleeper"}
    cores = {own["data-cores"] for own in rows if "data-cores" in own}
    columns = {
        own["data-cores"] for tag, own in page.elements if tag == "th" and "data-cores" in own
    }
    assert columns <= cores


def test_a_report_without_any_right_answer_says_so(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.wrong(case("liar")), factory.bad(case("c"), "failed", "boom")])
    words = Page(write_report([tmp_path], tmp_path / "elsewhere").read_text()).words
    assert "No right answer to time" in words
    assert "0 of 2 timed" in words
    assert "0 of 2 cases are right" in words


def test_who_reads_a_report_that_is_written_again_reads_whole_files(
    tmp_path, factory, write, case
) -> None:
    """As another report of the same folder does, with the figures that its page holds."""
    planners = ("estimate", "measure")
    write(tmp_path, [factory.ok(case("a", n, {"planner": p})) for n in (1, 2) for p in planners])
    folder = write_report([tmp_path]).parent
    first = [path.open() for path in folder.rglob("*.*")]
    write_report([tmp_path])
    kinds = set()
    for file in first:
        path = Path(file.name)
        assert not path.samefile(f"/proc/self/fd/{file.fileno()}"), path
        assert file.read() == path.read_text()
        kinds.add(path.suffix)
    assert kinds == {".html", ".csv", ".svg"}


def test_the_page_keeps_machines_apart(tmp_path, factory, write, case, environment) -> None:
    for name in ("left", "right"):
        records = [
            factory.ok(case(driver, ranks), environment=environment(name, f"{name} CPU"))
            for driver in ("a", "b")
            for ranks in (1, 2)
        ]
        write(tmp_path / name, records)
    index = write_report([tmp_path / "left", tmp_path / "right"], tmp_path / "out")
    page = Page(index.read_text())
    assert "2 different machines" in page.words
    assert "out of place on right (right CPU), campaign right" in page.words
    assert len(page.ids) == len(set(page.ids))


def test_lines_that_can_not_be_read_are_reported(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case())])
    with (tmp_path / "records" / "all.jsonl").open("a") as file:
        file.write('{"schema": "other/1"}\n{"trunc')
    words = Page(write_report([tmp_path]).read_text()).words
    assert "What could not be read" in words
    assert "all.jsonl:2" in words
    assert "all.jsonl:3" in words


def test_a_folder_that_can_not_be_made_is_a_clear_error(campaign, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="file"):
        write_report([campaign.path], tmp_path / "file" / "report")


def test_the_terminal_table_fits_and_escapes(campaign, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_results([campaign.path])
    text = capsys.readouterr().out
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "not distinguishable" in text
    assert "pair, ms" in text
    assert "<script>" in text
    for driver in ("alpha", "beta", "gamma", "liar", "broken", "missing", "sleeper"):
        assert driver in text


def test_common_settings_are_shown_once(tmp_path, factory, write, case, capsys) -> None:
    write(
        tmp_path,
        [
            factory.ok(case("a", settings={"exchange": how, "order": "natural"}))
            for how in ("a2a", "p2p")
        ],
    )
    index = write_report([tmp_path])
    words = Page(index.read_text()).words
    assert words.count("order=natural") == 1
    assert "liba 1.2.3; all cases with order=natural" in words
    assert words.count("exchange=p2p") > 1
    assert "exchange=p2p order=natural" in (index.parent / "summary.csv").read_text()
    print_results([tmp_path])
    assert capsys.readouterr().out.count("order=natural") == 1


def test_without_a_choice_of_settings_there_is_no_column(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("a", n, {"planner": "measure"})) for n in (1, 2)])
    text = write_report([tmp_path]).read_text()
    assert ">settings<" not in text


def test_numbers_keep_their_digits() -> None:
    numbers = {9.9975: "10.0", 0.99951: "1.00", 0.00123456: "0.00123", 1234.5: "1234", 0.0: "0"}
    assert {value: significant(value) for value in numbers} == numbers
    assert [times_text(value) for value in (0.05, 1.324, 9.999, 14.74)] == [
        "0.05", "1.32", "10.0", "14.7",
    ]  # fmt: skip


def test_a_day_of_measuring_is_named_once(tmp_path, factory, write, case) -> None:
    first = factory.ok(case("alpha"))
    day, _, _ = first.started.partition("T")
    records = [first.model_copy(update={"launch": launch, "started": f"{day}T1{launch}:30:00Z"})
               for launch in range(2)]  # fmt: skip
    write(tmp_path, records)
    head = write_report([tmp_path]).read_text().partition("</header>")[0]
    assert f"{day} 10:30 to 11:30 UTC" in head
