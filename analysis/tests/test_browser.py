"""The report in a real browser, if there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from pypdf import PdfReader

from fftbench.analysis.page.report import write_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH"),
]


def browse(page: Path, profile: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--enable-logging=stderr", f"--user-data-dir={profile}", *options, page.as_uri(),
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def printed(page: Path, folder: Path) -> list[str]:
    """Return the text of each page on paper."""
    paper = folder / "page.pdf"
    browse(page, folder / "profile", f"--print-to-pdf={paper}")
    return [one.extract_text() for one in PdfReader(paper).pages]


@pytest.fixture(scope="module")
def page(campaign, tmp_path_factory) -> Path:
    return write_report([campaign.path], tmp_path_factory.mktemp("page"))


def test_the_page_loads_without_complaints(page, tmp_path) -> None:
    done = browse(page, tmp_path, "--dump-dom")
    assert "CONSOLE" not in done.stderr
    tables = dict(re.findall(r'<table id="([^"]+)"[^>]*>(.*?)</table>', done.stdout, re.DOTALL))
    rows = {name: body.count("<tr") - 1 for name, body in tables.items()}
    assert rows["coverage"] == 7 + 1
    assert rows["open"] == 9
    assert rows["fastest-problem-1"] == 4
    assert rows["summary-problem-1"] == 18 + 1 + 2 + 2 + 1
    assert len(re.findall(r'<svg[^>]* role="img"', done.stdout)) == 6


def test_clicking_a_column_sorts_the_table(page, tmp_path) -> None:
    click = """<script>
      const table = document.getElementById("summary-problem-1");
      const column = (n) => [...table.tBodies[0].rows].map((row) => row.cells[n].textContent);
      const button = table.tHead.rows[0].cells[7].querySelector("button");
      button.click(); button.click();
      document.title = column(7).join(" ");
    </script></body>"""
    copy = page.parent / "clicked.html"
    copy.write_text(page.read_text().replace("</body>", click))
    done = browse(copy, tmp_path, "--dump-dom")
    found = re.search(r"<title>([^<]*)</title>", done.stdout)
    assert found is not None
    texts = found.group(1).replace("~", "").split()
    numbers = [float(text) for text in texts if text[0].isdigit()]
    assert len(numbers) == 19
    assert numbers == sorted(numbers, reverse=True)


def told_in_a_frame(copy: Path, width: int, tmp_path: Path) -> tuple[str, str]:
    """Return the number and the words that a page, in a frame so wide, posts to its parent.

    In a frame: no window of chromium's is narrower than 500 pixels.
    """
    frame = copy.with_name(f"frame{width}.html")
    frame.write_text(
        "<title></title><script>onmessage = (told) => { document.title = told.data; };</script>"
        f'<iframe src="{copy.name}" style="border: 0; width: {width}px"></iframe>'
    )
    done = browse(frame, tmp_path, "--virtual-time-budget=2000", "--dump-dom")
    found = re.search(r"<title>(\d+) ([^<]*)</title>", done.stdout)
    assert found is not None
    return found.group(1), found.group(2)


@pytest.mark.parametrize("width", [400, 1280])
def test_the_page_is_no_wider_than_the_window(page, tmp_path, width) -> None:
    measure = """<script>
      parent.postMessage(document.documentElement.scrollWidth + " " + innerWidth, "*");
    </script></body>"""
    copy = page.parent / f"wide{width}.html"
    copy.write_text(page.read_text().replace("</body>", measure))
    widest, window = told_in_a_frame(copy, width, tmp_path)
    assert int(widest) <= int(window) == width


LIBRARIES = Path(__file__).parents[2] / "results" / "reference" / "libraries"


def test_no_table_is_cut_on_a_desk(tmp_path) -> None:
    """Of eleven libraries, with baselines, bounds and both classes of layouts."""
    look = """<script>
      for (const one of document.querySelectorAll("details")) one.open = true;
      const cut = [...document.querySelectorAll(".scroll")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.getAttribute("aria-labelledby"));
      parent.postMessage(document.querySelectorAll(".scroll").length + " " + cut.join(" "), "*");
    </script></body>"""
    page = write_report([LIBRARIES], tmp_path / "report")
    copy = page.parent / "opened.html"
    copy.write_text(page.read_text().replace("</body>", look))
    tables, cut = told_in_a_frame(copy, 1400, tmp_path)
    assert int(tables) > 20
    assert cut == ""


def test_a_tall_figure_is_whole_on_paper(tmp_path, factory, case, write) -> None:
    """With its heading and its caption, whatever the number of libraries and of ranks."""
    names = [f"library{number}" for number in range(12)]
    write(tmp_path, [factory.ok(case(name, ranks), 0.1 / ranks)
                     for name in names for ranks in (1, 2, 4, 8, 16, 32)])  # fmt: skip
    page = write_report([tmp_path])
    (own,) = (
        " ".join(text.split())
        for text in printed(page, tmp_path)
        if "Where the time of a forward" in " ".join(text.split())
    )
    assert "256\N{MULTIPLICATION SIGN}256\N{MULTIPLICATION SIGN}256 c2c double" in own
    assert "at each number of ranks; 72 cases" in own


A4 = 703
"""Pixels between the margins of a printed page: 186 mm."""


def broken_on_paper(page: Path, tmp_path: Path, selector: str) -> tuple[int, str]:
    """Return the width of the widest table on paper, and the words on two lines of what is chosen.

    What is folded is unfolded there.
    """
    look = """<script>
      for (const one of document.querySelectorAll("details")) one.open = true;
      const broken = [];
      for (const chosen of document.querySelectorAll("SELECTOR")) {
        const walker = document.createTreeWalker(chosen, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          for (const word of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => box.top));
            if (lines.size > 1) broken.push(word[0]);
          }
        }
      }
      const widths = [...document.querySelectorAll("table")].map((table) => table.offsetWidth);
      parent.postMessage(Math.max(...widths) + " " + broken.join(" "), "*");
    </script></body>"""
    text = page.read_text()
    assert text.count("@media print") == 1
    copy = page.parent / "printed.html"
    text = text.replace("@media print", "@media all")
    copy.write_text(text.replace("</body>", look.replace("SELECTOR", selector)))
    widest, broken = told_in_a_frame(copy, A4, tmp_path)
    return int(widest), broken


def test_printed_headings_break_between_words_only(page, tmp_path) -> None:
    """On paper no table is wider than the page, and no word of a heading on two lines."""
    widest, broken = broken_on_paper(page, tmp_path, "th[scope=col]")
    assert broken == ""
    assert widest <= A4


def test_printed_names_and_outcomes_are_whole(tmp_path, factory, write, case) -> None:
    reason = "mpi4py-fft offers no transforms in place of several fields on several nodes"
    write(tmp_path, [factory.bad(case("mpi4py_fft"), "unsupported", reason)])
    page = write_report([tmp_path])
    assert broken_on_paper(page, tmp_path, "td.strong, td[class*='s-']")[1] == ""


def test_a_printed_table_of_many_columns_has_whole_words(tmp_path) -> None:
    """The number of a case, which has no room there, is left out: summary.csv has it."""
    page = write_report([LIBRARIES], tmp_path / "report")
    assert broken_on_paper(page, tmp_path, ".dense td.id, .dense td.fold")[1] == ""


def test_a_long_printed_table_has_its_headings_on_each_page(page, tmp_path) -> None:
    longer = """<script>
      const rows = document.getElementById("summary-problem-1").tBodies[0];
      for (let k = 0; k < 3; ++k) rows.append(...rows.cloneNode(true).rows);
    </script></body>"""
    copy = page.parent / "longer.html"
    copy.write_text(page.read_text().replace("</body>", longer))
    full = [text for text in printed(copy, tmp_path) if text.split().count("ok") > 30]
    assert len(full) > 1
    assert all("GFLOP/s" in text for text in full)


def test_a_long_printed_report_names_each_problem_and_cuts_no_reason(
    tmp_path, factory, write, case, problem
) -> None:
    """Of many problems the sections are folded, and a long reason has a box to scroll."""
    edges = (8, 12, 16, 20, 24, 28)
    reason = "\n".join(f"line {number} of what went wrong" for number in range(1, 41))
    records = [factory.ok(case("alpha", of=problem((n, n, n)))) for n in edges]
    write(tmp_path, [*records, factory.bad(case("broken"), "failed", reason)])
    page = write_report([tmp_path])
    text = " ".join(" ".join(printed(page, tmp_path)).split())
    for n in edges:
        title = f"{n}\N{MULTIPLICATION SIGN}{n}\N{MULTIPLICATION SIGN}{n} c2c double, out of place"
        headings = page.read_text().count(f"<h3>{title}</h3>")
        assert headings >= 3
        assert text.count(title) > headings  # the first screen names it, too
    assert all(line in text for line in reason.splitlines())


def test_the_page_can_be_pictured(page, tmp_path) -> None:
    picture = tmp_path / "page.png"
    browse(page, tmp_path / "profile", "--window-size=1280,3000", f"--screenshot={picture}")
    assert picture.read_bytes().startswith(b"\x89PNG")


CHOOSE = """<script>
  const form = document.getElementById("filter");
  const visible = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => !one.closest("[hidden]"));
  const kinds = (selector, name) => [...new Set(visible(selector).map((one) => one.dataset[name]))];
  const state = () => ({
    drivers: kinds("main tr[data-driver]", "driver"),
    cores: kinds("main tr[data-cores]", "cores"),
    answers: kinds("main div[data-cores]", "cores"),
    columns: kinds("#answers th[data-cores]", "cores"),
    cells: visible("#answers td[data-cores] > *:last-child").map((one) => one.textContent),
    rows: visible("main tbody tr").length,
    told: form.querySelector("output").textContent,
  });
  const choose = (choice) => {
    for (const [name, value] of Object.entries(choice)) form.elements[name].value = value;
    form.dispatchEvent(new Event("change"));
    return state();
  };
  const states = [state(), ...CHOICES.map(choose)];
  form.reset();
  setTimeout(() => {
    states.push(state());
    document.title = encodeURIComponent(JSON.stringify(states));
  });
</script></body>"""
"""Tells what is visible at first, after each of some choices, and after a reset."""


def chosen(page: Path, profile: Path, *choices: dict[str, str]) -> list[dict[str, Any]]:
    copy = page.parent / "chosen.html"
    script = CHOOSE.replace("CHOICES", json.dumps(choices))
    copy.write_text(page.read_text().replace("</body>", script))
    done = browse(copy, profile, "--virtual-time-budget=2000", "--dump-dom")
    found = re.search(r"<title>([^<]*)</title>", done.stdout)
    assert found is not None
    states: list[dict[str, Any]] = json.loads(unquote(found.group(1)))
    return states


def test_a_choice_hides_all_else_and_reset_shows_it(page, tmp_path) -> None:
    all_of_it, of_beta, on_two, again = chosen(
        page, tmp_path, {"driver": "beta"}, {"driver": "", "cores": "2 cores"}
    )
    assert again == all_of_it
    assert {"alpha", "beta", "gamma", "liar"} <= set(all_of_it["drivers"])
    assert of_beta["drivers"] == ["beta"]
    assert of_beta["columns"] == all_of_it["columns"]
    assert 0 < of_beta["rows"] < all_of_it["rows"]
    assert "figures show all libraries" in of_beta["told"]
    assert on_two["cores"] == on_two["answers"] == on_two["columns"] == ["2 cores"]
    assert 0 < on_two["rows"] < all_of_it["rows"]


def test_the_first_screen_says_what_a_chosen_library_takes(page, tmp_path) -> None:
    _, of_beta, of_liar, _ = chosen(page, tmp_path, {"driver": "beta"}, {"driver": "liar"})
    assert len(of_beta["cells"]) == 4  # on 1, 2, 4 and 8 cores
    for text in of_beta["cells"]:
        assert re.match(r"beta [\d.]+ m?s.*, \u00d7 [\d~]", text)
    assert of_liar["cells"] == []  # it has no right answer anywhere
    assert of_liar["drivers"] == ["liar"]


def test_what_a_library_has_no_part_in_is_hidden_with_its_figures(
    tmp_path, factory, write, case, problem
) -> None:
    small = problem((8, 8, 8))
    records = [
        factory.ok(case("alpha")),
        factory.ok(case("beta")),
        factory.ok(case("alpha", of=small)),
    ]
    write(tmp_path / "set", records)
    page = write_report([tmp_path / "set"])
    look = """<script>
      const form = document.getElementById("filter");
      form.elements.driver.value = "beta";
      form.dispatchEvent(new Event("change"));
      const parts = [...document.querySelectorAll("[data-problem]")];
      const shown = parts.filter((part) => !part.hidden).map((part) => part.dataset.problem);
      const rows = [...document.querySelectorAll("#answers tbody tr")].filter((row) => !row.hidden);
      document.title = [...new Set(shown), rows.length].join(" ");
    </script></body>"""
    copy = page.parent / "look.html"
    copy.write_text(page.read_text().replace("</body>", look))
    done = browse(copy, tmp_path / "profile", "--dump-dom")
    assert "<title>256x256x256 c2c 1</title>" in done.stdout


def test_without_scripts_everything_is_there(page) -> None:
    text = page.read_text()
    assert 'id="filter" aria-label="Show only" hidden' in text
    assert text.count(" hidden>") == 1  # the form alone
