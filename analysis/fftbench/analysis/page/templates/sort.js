"use strict";
// Click a column's name to sort its table; numbers by their plain value, empty ones last.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th");
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    const value = (row) => {
      const cell = row.cells[column];
      return cell.dataset.sort === undefined ? cell.textContent.trim() : Number(cell.dataset.sort);
    };
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      const [plainX, plainY] = [typeof x === "number", typeof y === "number"];
      if (plainX !== plainY) return plainX ? -1 : 1;
      const order = plainX ? x - y : x.localeCompare(y);
      return down ? -order : order;
    };
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...[...body.rows].sort(compare));
  });
}
// A link to something folded opens what it lies in; printing opens all.
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});
if (location.hash) unfold();
