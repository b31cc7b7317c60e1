// Narrow the page to a problem, precision, number of cores and library. All data are in the page:
// what does not fit is hidden, and nothing is fetched. Without scripts the form is not shown.
{
  const form = document.getElementById("filter");
  const shown = (element, yes) => { element.hidden = !yes; };
  const parts = [...document.querySelectorAll("[data-problem]")];
  const matrix = document.getElementById("answers");
  const heads = matrix ? [...matrix.tHead.rows[0].cells] : [];
  const columnOf = (table, name) =>
    [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.trim() === name);
  const tables = [...document.querySelectorAll("main table")]
    .map((table) => ({ table, driver: columnOf(table, "driver") }))
    .filter(({ driver }) => driver >= 0);
  const nameIn = (row, column) => row.cells[column].textContent.trim();

  const choices = {
    problem: parts.map((part) => part.dataset.problem),
    precision: parts.map((part) => part.dataset.precision),
    cores: heads.filter((head) => head.dataset.cores).map((head) => head.dataset.cores),
    driver: tables.flatMap(({ table, driver }) =>
      [...table.tBodies[0].rows].map((row) => nameIn(row, driver))).sort(),
  };
  for (const [name, values] of Object.entries(choices)) {
    const different = [...new Set(values)];
    for (const value of different) form.elements[name].add(new Option(value));
    shown(form.elements[name].parentElement, different.length > 1);
  }

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const fits = (part) =>
      ["problem", "precision"].every((key) => !wanted[key] || part.dataset[key] === wanted[key]);
    for (const part of parts) shown(part, fits(part));
    const fitting = new Set(parts.filter(fits).map((part) => part.dataset.anchor));
    for (const row of matrix ? matrix.tBodies[0].rows : []) {
      shown(row, fitting.has(row.dataset.anchor));
    }
    heads.forEach((head, column) => {
      const yes = !wanted.cores || !head.dataset.cores || head.dataset.cores === wanted.cores;
      for (const row of matrix.rows) shown(row.cells[column], yes);
    });
    let rows = 0;
    for (const { table, driver } of tables) {
      for (const row of table.tBodies[0].rows) {
        const yes = !wanted.driver || nameIn(row, driver) === wanted.driver;
        shown(row, yes);
        if (yes && !row.closest("[hidden]")) rows += 1;
      }
    }
    const any = Object.values(wanted).some(Boolean);
    form.querySelector("output").textContent = any ? `${rows} rows in tables` : "";
  };
  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  shown(form, Object.values(choices).some((values) => new Set(values).size > 1));
}
