// The point under the pointer.

const LONGEST_TOOLTIP = 12;

/** Pixels to each side of the pointer. */
const TOLERANCE = 6;

const point = element("div", "point");
point.hidden = true;

function hidePoint() {
  point.hidden = true;
  figures.forEach((figure) => (figure.hair.hidden = true));
}

function placeAt(figure, pixel) {
  const { x, inset, width } = figure.view;
  return x.back(x.from + ((pixel - inset.left) / width) * (x.to - x.from));
}

/** How far two places are from each other in a drawing. */
function apart(figure, one, other) {
  const { x } = figure.view;
  return Math.abs(x.of(one) - x.of(other));
}

function nearest(figure, line, place) {
  const { places } = line;
  const next = firstFrom(places, place);
  const before = next > 0 && (next === places.length
    || apart(figure, places[next - 1], place) < apart(figure, places[next], place));
  return before ? next - 1 : next;
}

/** The value of each visible line nearest to a place, for lines between two places around it; the greatest first. */
function valuesAt(figure, place, [from, to]) {
  const found = [];
  for (const line of visibleLines(figure)) {
    const last = line.places.length - 1;
    if (last < 0 || to < line.places[0] || from > line.places[last]) {
      continue;
    }
    const i = nearest(figure, line, place);
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

/** Shows the values at a pixel, or a few pixels beside it; gives the place of the closest value. */
function fillPoint(figure, pixel) {
  const place = placeAt(figure, pixel);
  const [from, to] = [placeAt(figure, pixel - TOLERANCE), placeAt(figure, pixel + TOLERANCE)];
  const values = valuesAt(figure, place, [from, to]);
  const closest = values.reduce(
    (best, one) => (apart(figure, one.place, place) < apart(figure, best, place) ? one.place : best), Infinity);
  const at = isFinite(closest) ? closest : place;
  const [text, more] = AXES[figure.axis].at(at);
  const head = element("div");
  head.append(element("span", "at", text), element("span", "soft", more));
  point.replaceChildren(head);
  const here = (mark) => mark.axis === figure.axis && mark.kind !== "PERIOD"
    && mark.from <= to && mark.to >= from;
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
  const { inset, width } = figure.view;
  if (pixel < inset.left - 4 || pixel > inset.left + width + 4) {
    hidePoint();
    return;
  }
  const at = fillPoint(figure, pixel);
  point.hidden = false;
  const right = event.clientX + 16;
  const { width: room } = point.getBoundingClientRect();
  const left = right + room + 8 > root.clientWidth ? event.clientX - room - 16 : right;
  placeBeside(point, left, event.clientY - 14, event.clientY + 14);
  for (const other of companions(figure).filter((one) => one.drawn)) {
    other.hair.style.left = other.view.pixel(at) + "px";
    other.hair.style.top = other.view.inset.top + "px";
    other.hair.style.bottom = other.view.inset.bottom + "px";
    other.hair.hidden = at < other.view.from || at > other.view.to;
  }
}
