// The point under the pointer.

const LONGEST_TOOLTIP = 12;

const point = element("div", "point");
point.hidden = true;

function hidePoint() {
  point.hidden = true;
  figures.forEach((figure) => (figure.hair.hidden = true));
}

function placeAt(figure, pixel) {
  const { from, to, inset, width } = figure.view;
  return from + ((pixel - inset.left) / width) * (to - from);
}

function pixelAt(figure, place) {
  const { from, to, inset, width } = figure.view;
  return inset.left + ((place - from) / (to - from)) * width;
}

function nearest(line, place) {
  const next = firstFrom(line.places, place);
  const before = next > 0 && (next === line.places.length || place - line.places[next - 1] < line.places[next] - place);
  return before ? next - 1 : next;
}

/** Of every visible line that has a value there, the greatest first. */
function valuesAt(figure, place, tolerance) {
  const found = [];
  for (const line of visibleLines(figure)) {
    const last = line.places.length - 1;
    if (last < 0 || place < line.places[0] - tolerance || place > line.places[last] + tolerance) {
      continue;
    }
    const i = nearest(line, place);
    if (line.y[i] !== null) {
      found.push({ line, place: line.places[i], y: line.y[i] });
    }
  }
  return found.sort((a, b) => b.y - a.y);
}

function valueRow(figure, { line, y }) {
  const row = element("div", "row");
  const dropped = figure.log && !(y > 0) ? " (not on a log scale)" : "";
  row.append(
    swatch(line.name, line.dashed),
    element("bdi", "name", line.name),
    element("span", "value", exactNumber(y) + dropped));
  return row;
}

function fillPoint(figure, place, tolerance) {
  const values = valuesAt(figure, place, tolerance);
  const closest = values.reduce(
    (best, one) => (Math.abs(one.place - place) < Math.abs(best - place) ? one.place : best), Infinity);
  const at = isFinite(closest) ? closest : place;
  const [text, more] = AXES[figure.axis].at(at);
  const head = element("div");
  head.append(element("span", "at", text), element("span", "soft", more));
  point.replaceChildren(head);
  const here = (mark) => mark.axis === figure.axis && mark.kind !== "PERIOD"
    && mark.from <= place + tolerance && mark.to >= place - tolerance;
  for (const mark of data.marks.filter(here).slice(0, 5)) {
    point.append(element("div", mark.kind === "STEP" ? "soft" : "alarm", mark.label));
  }
  values.slice(0, LONGEST_TOOLTIP).forEach((one) => point.append(valueRow(figure, one)));
  const rest = values.length - LONGEST_TOOLTIP;
  if (rest > 0) {
    point.append(element("div", "soft", "and " + rest + " more below"));
  }
  if (values.length > 0) {
    point.append(element("div", "soft", figure.source.unit));
  }
  return at;
}

function showPoint(figure, event) {
  const box = figure.place.getBoundingClientRect();
  const pixel = event.clientX - box.left;
  const { inset, width, from, to } = figure.view;
  if (pixel < inset.left - 4 || pixel > inset.left + width + 4) {
    hidePoint();
    return;
  }
  const at = fillPoint(figure, placeAt(figure, pixel), ((to - from) / width) * 6);
  point.hidden = false;
  const right = event.clientX + 16;
  const { width: room } = point.getBoundingClientRect();
  const left = right + room + 8 > root.clientWidth ? event.clientX - room - 16 : right;
  placeBeside(point, left, event.clientY - 14, event.clientY + 14);
  for (const other of companions(figure).filter((one) => one.drawn)) {
    other.hair.style.left = pixelAt(other, at) + "px";
    other.hair.style.top = other.view.inset.top + "px";
    other.hair.style.bottom = other.view.inset.bottom + "px";
    other.hair.hidden = at < other.view.from || at > other.view.to;
  }
}
