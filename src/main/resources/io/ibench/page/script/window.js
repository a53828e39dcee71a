// Which lines a chart shows, and of what part of the axis.

function shownLines(figure) {
  return figure.lines.filter((line) =>
    figure.source.choices.every((choice) =>
      !(choice.key in line.tags) || line.tags[choice.key] === figure.chosen.get(choice.key)));
}

function visibleLines(figure) {
  return figure.shown.filter((line) => !figure.hidden.has(line.name));
}

/** Those that a legend names: of a part of the axis only what has values there. */
function namedLines(figure) {
  const { from, to } = figure.view;
  const inSight = figure.shown.filter((line) => valuesIn(line, from, to).length > 0);
  return zoomOf(figure) === undefined || inSight.length === 0 ? figure.shown : inSight;
}

function lastOf(lines) {
  return lines.reduce((last, line) => Math.max(last, line.places[line.places.length - 1] || 0), 0);
}

/** All charts of the run's time have the same length, so that they can be held against each other. */
function fullWindow(figure) {
  if (figure.axis !== "TIME") {
    return [0, lastOf(figure.shown) || 1];
  }
  const all = figures.flatMap((other) => other.lines.filter((line) => line.axis === "TIME"));
  const marked = data.marks.filter((mark) => mark.axis === "TIME").map((mark) => mark.to);
  return [0, Math.max(lastOf(all), ...marked) || 1];
}

function windowOf(figure) {
  const full = fullWindow(figure);
  const zoomed = zoomOf(figure);
  return zoomed && zoomed[0] < full[1] ? [zoomed[0], Math.min(zoomed[1], full[1])] : full;
}

const sharedZoom = new Map();

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
