// Legend and controls.

const LONGEST_NAME = 40;
const MOST_SEGMENTS = 5;

/** Where all lines are shown, a click shows one alone; further ones join it. With shift or ctrl it hides one. */
function toggle(figure, name, alone) {
  const names = namesIn(figure.shown);
  const hidden = new Set(figure.hidden);
  if (alone && names.every((one) => !hidden.has(one))) {
    names.forEach((one) => hidden.add(one));
    hidden.delete(name);
  } else if (!hidden.delete(name)) {
    hidden.add(name);
  }
  pick(figure, names.every((one) => hidden.has(one)) ? undefined : hidden);
}

/** Hides these names; of undefined: back to the lines that are shown at first. */
function pick(figure, hidden) {
  figure.picked = hidden;
  draw(figure);
}

function swatch(name, dashed) {
  const made = element("span", dashed ? "swatch dashed" : isRepeated(name) ? "swatch repeated" : "swatch");
  made.style.borderTopColor = colourOf(name);
  return made;
}

function legend(figure) {
  const focused = document.activeElement && figure.legend.contains(document.activeElement)
    ? document.activeElement.dataset.name : undefined;
  figure.legend.replaceChildren();
  const lines = namedLines(figure);
  for (const name of namesIn(lines)) {
    const dashed = lines.every((line) => line.name !== name || line.dashed);
    const entry = button("", "", (event) =>
      toggle(figure, name, !(event.shiftKey || event.ctrlKey || event.metaKey)));
    const label = element("bdi", "", name);
    if (name.length > LONGEST_NAME) {
      label.dataset.definition = name;
    }
    entry.append(swatch(name, dashed), label);
    entry.dataset.name = name;
    const off = figure.hidden.has(name);
    entry.setAttribute("aria-pressed", String(!off));
    if (off && !label.dataset.definition) {
      label.dataset.definition = "not shown: a click shows it";
    }
    figure.legend.append(entry);
    if (name === focused) {
      entry.focus();
    }
  }
  const count = shownCount(figure);
  if (count) {
    const place = element("span", "count", count);
    place.append(button("all", "", () => {
      pick(figure, new Set());
      figure.legend.querySelector("button").focus();
    }));
    figure.legend.append(place);
  }
  figure.legend.append(markLegend(figure));
}

/** How many names of the legend are shown; empty for all. */
function shownCount(figure) {
  const names = namesIn(namedLines(figure));
  const shown = names.filter((name) => !figure.hidden.has(name)).length;
  return shown < names.length ? shown + " of " + names.length + " shown" : "";
}

function markLegend(figure) {
  const marks = element("span", "marks");
  if (figure.source.dashed && visibleLines(figure).some((line) => line.dashed)) {
    const entry = element("span");
    entry.append(element("span", "swatch dashed meaning"), element("bdi", "", figure.source.dashed));
    marks.append(entry);
  }
  for (const [kind, text] of shownMarks(figure)) {
    const entry = element("span");
    entry.append(element("span", "swatch " + kind.toLowerCase()), text);
    marks.append(entry);
  }
  return marks;
}

function shownMarks(figure) {
  const texts = { STEP: "step", PERIOD: "report period", OUTAGE: "outage", STALL: "stall", GAP: "gap", EVENT: "event", ERRORS: "errors" };
  return Object.entries(texts).filter(([kind]) =>
    (kind === "PERIOD" ? periods(figure, figure.view) : marksOf(figure, kind)).length > 0);
}

function segments(label, options, initial, onChoice) {
  const group = element("div", "choice");
  const box = element("div", "segments");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  for (const [option, text] of options) {
    const one = button(text, "", () => {
      [...box.children].forEach((other) => other.setAttribute("aria-pressed", String(other === one)));
      onChoice(option);
    });
    one.setAttribute("aria-pressed", String(option === initial));
    box.append(one);
  }
  group.append(...(label ? [element("span", "", label)] : []), box);
  return group;
}

function selection(label, options, initial, onChoice) {
  const group = element("label", "choice");
  const select = element("select");
  for (const option of options) {
    const one = element("option", "", option);
    one.value = option;
    one.selected = option === initial;
    select.append(one);
  }
  select.addEventListener("change", () => onChoice(options[select.selectedIndex], select.selectedIndex));
  group.append(element("span", "", label), select);
  return group;
}

function controls(figure, place) {
  for (const choice of figure.source.choices.filter((one) => one.options.length > 1)) {
    const choose = (option) => {
      figure.chosen.set(choice.key, option);
      draw(figure);
    };
    const long = choice.options.join("").length > 70;
    const group = choice.options.length > MOST_SEGMENTS || long
      ? selection(choice.label, choice.options, choice.initial, choose)
      : segments(choice.label, choice.options.map((option) => [option, option]), choice.initial, choose);
    place.append(group);
    figure.choose.set(choice.key, (option) => {
      const i = choice.options.indexOf(option);
      const select = group.querySelector("select");
      if (i >= 0 && select) {
        select.selectedIndex = i;
        choose(option);
      } else if (i >= 0) {
        group.querySelectorAll("button")[i].click();
      }
    });
  }
  figure.reset = button("Show all", "reset", () => zoom(figure, undefined));
  figure.reset.hidden = true;
  place.append(figure.reset);
  const scales = element("div", "last");
  if (figure.lines.some((line) => line.y.some((y) => y > 0))) {
    scales.append(scaleChoice("y", figure.log, (log) => {
      figure.log = log;
      draw(figure);
    }));
  }
  if (figure.lines.some((line) => line.axis !== "PERCENTILE" && line.x.some((x) => x > 0))) {
    figure.across = scaleChoice("x", false, (log) => setLogAcross(figure, log));
    scales.append(figure.across);
  }
  if (scales.hasChildNodes()) {
    place.append(scales);
  }
}

function scaleChoice(name, log, onChoice) {
  const group = segments(name, [[false, "linear"], [true, "log"]], log, onChoice);
  group.lastElementChild.setAttribute("aria-label", "Scale of " + name);
  group.classList.add("scale");
  return group;
}

/** The scale of x may have been chosen in another chart. */
function showAcross(figure) {
  if (figure.across) {
    figure.across.hidden = !isShared(figure);
    figure.across.querySelectorAll("button").forEach((one, i) =>
      one.setAttribute("aria-pressed", String((i === 1) === isLogAcross(figure))));
  }
}
