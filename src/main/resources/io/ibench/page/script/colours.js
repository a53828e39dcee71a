// Colours: of a name the same in the whole page, and different within a chart.

const LIGHT = ["#1f66c9", "#d9560b", "#0b8a68", "#8e4ec6", "#a67c00", "#d13b86",
  "#2d9fd0", "#7a4b2a", "#39465a", "#6c8a12", "#c22f2f", "#8b93a0", "#0d5661", "#b56fc8"];
const DARK = ["#6aa9f7", "#f58e4c", "#3fc79b", "#bd8cf0", "#dcb540", "#f279b4",
  "#6fd0f5", "#c39370", "#b4c1d6", "#a9cc4d", "#f4706b", "#8b94a3", "#2f9ba9", "#e6c6f0"];

const darkness = window.matchMedia("(prefers-color-scheme: dark)");

function colourNumbers(charts) {
  const neighbours = new Map();
  for (const chart of charts) {
    const names = new Set(chart.lines.map((line) => line.name));
    for (const name of names) {
      const known = neighbours.get(name) || new Set();
      names.forEach((other) => known.add(other));
      neighbours.set(name, known);
    }
  }
  const numbers = new Map();
  for (const [name, others] of neighbours) {
    const taken = new Set([...others].map((other) => numbers.get(other)));
    let free = 0;
    while (taken.has(free)) {
      free++;
    }
    numbers.set(name, free);
  }
  return numbers;
}

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : darkness.matches;
}

/** More names than colours: told apart by its pattern. */
function isRepeated(name) {
  return colourNumber.get(name) >= LIGHT.length;
}

function colourOf(name) {
  const colours = isDark() ? DARK : LIGHT;
  return colours[colourNumber.get(name) % colours.length];
}

const themeColours = new Map();

/** Colours of the style sheet, worked out once for each theme. */
function styleColours() {
  if (!themeColours.has(isDark())) {
    const probe = element("span");
    document.body.append(probe);
    const colours = {};
    for (const name of ["ground", "ink", "soft", "hairline", "rule", "band", "outage", "stall", "gap", "event"]) {
      probe.style.color = "var(--" + name + ")";
      colours[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    themeColours.set(isDark(), colours);
  }
  return themeColours.get(isDark());
}
