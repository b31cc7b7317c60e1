// Narrow the page to a problem, precision, number of cores and library. All data are in the page:
// what does not fit is hidden, and nothing is fetched. Without scripts the form is not shown.
{
  const form = document.getElementById("filter");
  const shown = (element, yes) => { element.hidden = !yes; };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const parts = all("[data-problem]");
  const faceted = all("main [data-driver], main [data-cores]");
  const holders = all("main .scroll, main details:not(.fold)");
  const matrix = document.getElementById("answers");
  const heads = matrix ? [...matrix.tHead.rows[0].cells] : [];
  const rowsOf = (element) => [...element.querySelectorAll("tbody tr")];

  const choices = {
    problem: parts.map((part) => part.dataset.problem),
    precision: parts.map((part) => part.dataset.precision),
    cores: heads.filter((head) => head.dataset.cores).map((head) => head.dataset.cores),
    driver: all("main tr[data-driver]").map((row) => row.dataset.driver).sort(),
  };
  for (const [name, values] of Object.entries(choices)) {
    const different = [...new Set(values)];
    for (const value of different) form.elements[name].add(new Option(value));
    shown(form.elements[name].parentElement, different.length > 1);
  }

  const fits = (element, wanted, keys) => keys.every((key) =>
    !wanted[key] || !(key in element.dataset) || element.dataset[key] === wanted[key]);

  // Nothing is left, or nothing of the library: then the rest is about others.
  const emptied = (elements, driver) => {
    const rows = elements.flatMap(rowsOf);
    const own = driver ? rows.filter((row) => "driver" in row.dataset) : [];
    return [rows, own].some((some) => some.length > 0 && some.every((row) => row.hidden));
  };

  // A cell names the fastest; of a chosen library it says what that takes there, too.
  const tell = (cell, driver) => {
    cell.querySelector(".own")?.remove();
    const link = cell.querySelector("a");
    const places = link && document.getElementById(`places-${link.hash.slice(1)}`);
    const row = places ? rowsOf(places).find((one) => one.dataset.driver === driver) : undefined;
    if (row) {
      const [time, ratio] = [...row.cells].slice(-2).map((one) => one.textContent.trim());
      const own = document.createElement("span");
      own.className = "own";
      own.textContent = `${driver} ${time}, \u00d7 ${ratio}`;
      cell.append(own);
    }
    const tells = link !== null && (!driver || row !== undefined);
    for (const part of cell.children) shown(part, tells);
    return tells;
  };

  const narrow = (wanted, fitting) => {
    const columns = heads.map((head, at) => ({ head, at })).filter(({ head }) => head.dataset.cores);
    for (const { head } of columns) shown(head, fits(head, wanted, ["cores"]));
    for (const row of matrix ? matrix.tBodies[0].rows : []) {
      const told = columns.map(({ head, at }) => {
        shown(row.cells[at], !head.hidden);
        return tell(row.cells[at], wanted.driver) && !head.hidden;
      });
      shown(row, fitting.has(row.dataset.anchor) && told.some(Boolean));
    }
  };

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const fitting = parts.filter((part) => fits(part, wanted, ["problem", "precision"]));
    for (const one of holders) shown(one, true);
    for (const one of faceted) shown(one, fits(one, wanted, ["driver", "cores"]));
    for (const one of holders) if (emptied([one], wanted.driver)) shown(one, false);
    for (const part of parts) {
      const problem = parts.filter((one) => one.dataset.anchor === part.dataset.anchor);
      shown(part, fitting.includes(part) && !emptied(problem, wanted.driver));
    }
    narrow(wanted, new Set(fitting.map((part) => part.dataset.anchor)));
    const left = all("main tr[data-driver]").filter((row) => !row.closest("[hidden]"));
    const figures = wanted.driver ? "; figures show all libraries" : "";
    const any = Object.values(wanted).some(Boolean);
    form.querySelector("output").textContent = any ? `${left.length} rows in tables${figures}` : "";
  };
  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  shown(form, Object.values(choices).some((values) => new Set(values).size > 1));
}
