// Without this script the page says the same; with it, tables can be sorted.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = row => row.cells[column].dataset.by ?? row.cells[column].textContent.trim().toLowerCase();
      const rows = [...body.rows].sort((a, b) => {
        const x = key(a), y = key(b);
        const order = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
        return up ? order : -order;
      });
      body.append(...rows);
    });
  });
}
