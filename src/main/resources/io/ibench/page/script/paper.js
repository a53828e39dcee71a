// Theme and print.

const PRINTED = { width: 1030, height: 218 };
const printing = { on: false, theme: undefined };

function themeButton() {
  const toggleTheme = button("", "theme", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    redrawAll();
  });
  toggleTheme.setAttribute("aria-label", "Light or dark");
  document.querySelector("header").append(toggleTheme);
  darkness.addEventListener("change", redrawAll);
}

/** Printed is all of the page, in light colours, and charts as wide as the paper. */
function beforePrint() {
  if (printing.on) {
    return;
  }
  printing.on = true;
  printing.theme = root.dataset.theme;
  root.dataset.theme = "light";
  printing.opened = [...document.querySelectorAll("details:not([open])")];
  printing.opened.forEach((part) => (part.open = true));
  figures.filter((figure) => !figure.failed).forEach(draw);
}

function afterPrint() {
  if (!printing.on) {
    return;
  }
  printing.on = false;
  printing.opened.forEach((part) => (part.open = false));
  if (printing.theme === undefined) {
    delete root.dataset.theme;
  } else {
    root.dataset.theme = printing.theme;
  }
  redrawAll();
}
