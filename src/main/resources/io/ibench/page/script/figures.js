// Charts of the page: prepared at once, drawn when they come into sight or the browser has time.

function prepare(chart, place) {
  const figure = {
    id: chart.id,
    drawn: false,
    stale: false,
    chart: undefined,
    source: chart,
    place,
    canvas: element("div", "canvas"),
    hair: element("div", "hair"),
    brush: element("div", "brush"),
    names: element("div", "names"),
    empty: element("div", "empty", "Nothing was measured of this."),
    legend: element("div", "legend"),
    axis: "TIME",
    log: chart.log,
    picked: undefined,
    hidden: new Set(),
    chosen: new Map(chart.choices.map((choice) => [choice.key, choice.initial])),
    choose: new Map(),
    lines: chart.lines.map((line) => ({ ...line, places: line.x.map(AXES[line.axis].place) })),
  };
  for (const part of [figure.hair, figure.brush, figure.empty]) {
    part.hidden = true;
  }
  figures.push(figure);
  place.append(figure.canvas, figure.hair, figure.brush, figure.names, figure.empty);
  figure.names.setAttribute("aria-hidden", "true");
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", chart.title);
  place.after(figure.legend);
  controls(figure, place.parentElement.querySelector(".controls"));
  pictureButtons(figure);
  listen(figure);
}

function prepareAll() {
  for (const chart of data.charts) {
    const place = document.querySelector('[data-chart="' + CSS.escape(chart.id) + '"]');
    if (place) {
      try {
        prepare(chart, place);
      } catch (error) {
        failed(figures.find((one) => one.id === chart.id) || { place }, error);
      }
    }
  }
}

function drawMissing(figure) {
  if ((!figure.drawn || figure.stale) && !figure.failed) {
    draw(figure);
  }
}

function redrawAll() {
  redraw(figures);
}

/** What is in sight at once, so that a page of many charts answers quickly. */
function redraw(some) {
  for (const figure of some.filter((one) => one.drawn && !one.failed)) {
    const { top, bottom } = figure.place.getBoundingClientRect();
    if (bottom >= 0 && top <= window.innerHeight) {
      draw(figure);
    } else {
      figure.stale = true;
    }
  }
  drawWhenIdle();
}

/** One at a time: those that were never drawn, or not since something changed. */
function drawWhenIdle() {
  const figure = figures.find((one) => (!one.drawn || one.stale) && !one.failed);
  if (figure && !drawWhenIdle.waiting) {
    drawWhenIdle.waiting = true;
    (window.requestIdleCallback || ((task) => setTimeout(task, 30)))(() => {
      drawWhenIdle.waiting = false;
      if ((!figure.drawn || figure.stale) && !figure.failed) {
        draw(figure);
      }
      drawWhenIdle();
    });
  }
}

/** What is in sight at once, the rest when the browser has time. */
function drawLazily() {
  const byPlace = new Map(figures.map((figure) => [figure.place, figure]));
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      drawMissing(byPlace.get(entry.target));
    }
  }, { rootMargin: "300px" });
  const sizes = new ResizeObserver((entries) => {
    for (const figure of entries.map((entry) => byPlace.get(entry.target))) {
      const resized = figure.place.clientWidth > 0 && figure.place.clientWidth !== figure.width;
      if (resized && !printing.on) {
        redraw([figure]);
      }
    }
  });
  byPlace.forEach((figure, place) => {
    near.observe(place);
    sizes.observe(place);
  });
  drawWhenIdle();
}
