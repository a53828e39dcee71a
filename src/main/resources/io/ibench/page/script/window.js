// Which lines a chart shows, and of what part of the axis.

function shownLines(figure) {
  return figure.lines.filter((line) =>
    figure.source.choices.every((choice) =>
      !(choice.key in line.tags) || line.tags[choice.key] === figure.chosen.get(choice.key)));
}

function visibleLines(figure) {
  return figure.shown.filter((line) => !figure.hidden.has(line.name));
}

function namesIn(lines) {
  return [...new Set(lines.map((line) => line.name))];
}

/** As the reader has picked; before that, or where no picked line is in sight, all but the first ones of many names. */
function hiddenNames(figure) {
  const names = namesIn(namedLines(figure));
  if (figure.picked && names.some((name) => !figure.picked.has(name))) {
    return figure.picked;
  }
  const most = figure.source.shown;
  return new Set(most > 0 && names.length > most + 1 ? names.slice(most) : []);
}

/** Those that a legend names: of a part of the axis only what has values there. */
function namedLines(figure) {
  const [from, to] = windowOf(figure);
  const inSight = figure.shown.filter((line) => valuesIn(line, from, to).length > 0);
  return zoomOf(figure) === undefined || inSight.length === 0 ? figure.shown : inSight;
}

function lastOf(lines) {
  return lines.reduce((last, line) => Math.max(last, line.places[line.places.length - 1] || 0), 0);
}

/** On a log axis, which has no 0: a round place just before the first one, so that what lasts from 0 to there is seen. */
function beginOf(figure, lines, last) {
  if (!isLogAcross(figure)) {
    return 0;
  }
  const firsts = lines.map((line) => line.places[firstFrom(line.places, Number.MIN_VALUE)]);
  const first = firsts.reduce((least, place) => Math.min(least, place ?? last), last);
  return decadeSteps(first / 10, first).findLast((step) => step < first * (1 - 1e-9));
}

/** All charts of the run's time begin and end together, so that they can be compared. */
function fullWindow(figure) {
  const ofRun = figure.axis === "TIME";
  const lines = ofRun
    ? figures.flatMap((other) => other.lines.filter((line) => line.axis === "TIME")) : figure.shown;
  const marked = data.marks.filter((mark) => ofRun && mark.axis === "TIME").map((mark) => mark.to);
  const last = Math.max(lastOf(lines), ...marked) || 1;
  return [beginOf(figure, lines, last), last];
}

function windowOf(figure) {
  const [first, last] = fullWindow(figure);
  const zoomed = zoomOf(figure);
  return zoomed && zoomed[0] < last && zoomed[1] > first
    ? [Math.max(zoomed[0], first), Math.min(zoomed[1], last)] : [first, last];
}

const sharedZoom = new Map();
const logAxes = new Set();

/** Whether x is on a log scale, as in all charts of the same axis. */
function isLogAcross(figure) {
  return logAxes.has(figure.axis);
}

function setLogAcross(figure, log) {
  if (log) {
    logAxes.add(figure.axis);
  } else {
    logAxes.delete(figure.axis);
  }
  draw(figure);
  zoomed(companions(figure).filter((other) => other !== figure));
}

function isShared(figure) {
  return figure.axis !== "PERCENTILE";
}

function zoomOf(figure) {
  return isShared(figure) ? sharedZoom.get(figure.axis) : figure.zoom;
}

function companions(figure) {
  return isShared(figure) ? figures.filter((other) => other.axis === figure.axis) : [figure];
}

/** Of undefined: back to all of the axis, and of a step that was shown alone. */
function zoom(figure, range) {
  if (range === undefined && isShared(figure) && focusedStep() !== undefined) {
    focusOn(undefined);
    return;
  }
  if (isShared(figure)) {
    sharedZoom.set(figure.axis, range);
  } else {
    figure.zoom = range;
  }
  zoomed(companions(figure));
}

function zoomed(some) {
  hidePoint();
  redraw(some);
  showFocus();
}

/** The first point at or behind a place; as many as there are when none is. */
function firstFrom(places, place) {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
