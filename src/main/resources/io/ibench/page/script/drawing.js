// Drawing.

const SMALL = 11;

const hasValue = (line, i) => Number.isFinite(line.y[i]);

/** Of a line outside that ends at the border, as that of the step before does. */
function onlyTouches(line, i, from, to) {
  const before = hasValue(line, i - 1);
  const after = hasValue(line, i + 1);
  return (line.places[i] === from && before && !after) || (line.places[i] === to && after && !before);
}

/** What a line has to show between two places. */
function valuesIn(line, from, to) {
  const found = [];
  for (let i = firstFrom(line.places, from); i < line.y.length && line.places[i] <= to; i++) {
    if (line.y[i] !== null && !onlyTouches(line, i, from, to)) {
      found.push(line.y[i]);
    }
  }
  return found;
}

function scaleOf(figure, from, to) {
  let least = Infinity;
  let greatest = -Infinity;
  for (const y of visibleLines(figure).flatMap((line) => valuesIn(line, from, to))) {
    if (!figure.log || y > 0) {
      least = Math.min(least, y);
      greatest = Math.max(greatest, y);
    }
  }
  const most = Math.max(3, Math.round(figure.height / 58));
  if (least > greatest) {
    return figure.log ? logScale(1, 10, most) : linearScale(0, 1, most);
  }
  return figure.log ? logScale(least, greatest, most) : linearScale(least, greatest, most);
}

/**
 * The points in sight and one to each side. What is alone between gaps becomes a dot. A line from 0 enters a log axis
 * at its edge.
 */
function points(line, view, colour) {
  const { from, to, scale, x } = view;
  const across = (i) => x.of(line.places[i]);
  const place = (i) => (hasValue(line, i) ? scale.place(line.y[i]) : NaN);
  const first = firstFrom(line.places, from);
  const end = Math.min(line.y.length, firstFrom(line.places, to) + 2);
  const values = [];
  for (let i = Math.max(0, onlyTouches(line, first, from, to) ? first + 1 : first - 1); i < end; i++) {
    const y = place(i);
    const alone = !isNaN(y) && isNaN(place(i - 1)) && isNaN(place(i + 1)) && isFinite(across(i));
    values.push(
      alone
        ? { value: [across(i), y], symbol: "circle", symbolSize: 4, itemStyle: { color: colour } }
        : [isFinite(across(i)) ? across(i) : x.from, isNaN(y) ? null : y]);
  }
  return values;
}

function lineSeries(line, view, many) {
  const colour = colourOf(line.name);
  return {
    type: "line",
    silent: true,
    symbol: "none",
    z: 3,
    data: points(line, view, colour),
    lineStyle: {
      color: colour,
      width: many ? 1.15 : 1.5,
      type: line.dashed ? [5, 4] : isRepeated(line.name) ? [8, 2, 2, 2] : "solid",
      join: "round",
    },
    emphasis: { disabled: true },
  };
}

const fonts = getComputedStyle(document.body).fontFamily;

function textWidth(text, font = SMALL + "px " + fonts) {
  const pen = textWidth.pen || (textWidth.pen = document.createElement("canvas").getContext("2d"));
  pen.font = font;
  return pen.measureText(text).width;
}

/** Where everything is: in pixels of the drawing, and in places of its axes; x is how places lie across it. */
function viewOf(figure) {
  const [from, to] = windowOf(figure);
  const narrow = figure.width < 600;
  const inset = { left: narrow ? 46 : 60, right: 14, top: 12, bottom: AXES[figure.axis].name ? 42 : 26 };
  const width = figure.width - inset.left - inset.right;
  const x = (isLogAcross(figure) ? logAcross : linearAcross)(AXES[figure.axis], from, to);
  const pixel = (place) => inset.left + ((x.of(place) - x.from) / (x.to - x.from)) * width;
  const steps = stepsInSight(figure, from, to, pixel);
  const names = namesOf(steps, figure.width);
  inset.top += names.lower.length > 0 || names.upper.length > 0 ? 14 : 0;
  inset.top += names.upper.length > 0 ? ROW_HEIGHT : 0;
  return {
    from,
    to,
    x,
    pixel,
    narrow,
    inset,
    width,
    steps,
    names,
    heightInside: figure.height - inset.top - inset.bottom,
    scale: scaleOf(figure, from, to),
    ...styleColours(),
  };
}

function axisOptions(figure, view) {
  const axis = AXES[figure.axis];
  const { x } = view;
  const ticks = x.ticks(Math.max(2, view.width / axis.room)).map(x.of);
  const short = view.narrow || Math.abs(view.scale.value(view.scale.max)) >= 1e7;
  const label = { color: view.soft, fontSize: SMALL };
  const toTheEdge = x.to - ticks[ticks.length - 1] < (x.to - x.from) * 0.03;
  return {
    xAxis: {
      type: "value",
      min: x.from,
      max: x.to,
      name: axis.name,
      nameLocation: "middle",
      nameGap: 26,
      nameTextStyle: label,
      splitLine: { show: false },
      axisLine: { onZero: false, lineStyle: { color: view.rule } },
      axisTick: { customValues: ticks, length: 4, lineStyle: { color: view.rule } },
      axisLabel: { ...label, customValues: ticks, hideOverlap: true,
        alignMaxLabel: toTheEdge ? "right" : undefined,
        formatter: (across) => x.label(Number(x.back(across).toPrecision(12))) },
    },
    yAxis: {
      type: "value",
      min: view.scale.min,
      max: view.scale.max,
      axisLine: { show: false },
      axisTick: { show: false, customValues: view.scale.ticks },
      splitLine: { lineStyle: { color: view.hairline } },
      axisLabel: {
        ...label,
        customValues: view.scale.ticks,
        formatter: (place) => {
          const value = Number(view.scale.value(place).toPrecision(6));
          return short ? shortNumber(value) : exactNumber(value);
        },
      },
    },
  };
}

function draw(figure) {
  try {
    figure.stale = false;
    measure(figure);
    figure.shown = shownLines(figure);
    figure.axis = figure.shown.length > 0 ? figure.shown[0].axis : figure.axis;
    figure.hidden = hiddenNames(figure);
    const view = viewOf(figure);
    figure.view = view;
    const lines = visibleLines(figure);
    figure.chart = figure.chart || echarts.init(figure.canvas, null, { renderer: "svg", ...sizeOf(figure) });
    figure.chart.resize(sizeOf(figure));
    figure.chart.setOption(
      {
        animation: false,
        textStyle: { fontFamily: fonts },
        grid: view.inset,
        graphic: nameGraphics(view),
        ...axisOptions(figure, view),
        series: lines.map((line) => lineSeries(line, view, lines.length > 4)).concat(markSeries(figure, view)),
      },
      { notMerge: true, silent: true });
    const drawing = figure.canvas.querySelector("svg");
    drawing.setAttribute("viewBox", "0 0 " + figure.width + " " + figure.height);
    figure.empty.hidden = figure.shown.some((line) => line.y.some((y) => y !== null));
    figure.reset.hidden = zoomOf(figure) === undefined;
    nameButtons(figure);
    legend(figure);
    showAcross(figure);
    figure.hair.hidden = true;
    figure.drawn = true;
  } catch (error) {
    failed(figure, error);
  }
}

function sizeOf(figure) {
  return { width: figure.width, height: figure.height };
}

/** In a closed part of the page nothing has a size: drawn again when it gets one. */
function measure(figure) {
  figure.width = printing.on ? PRINTED.width : figure.place.clientWidth || 900;
  figure.height = printing.on ? PRINTED.height : figure.place.clientHeight || 300;
}

function failed(figure, error) {
  console.error(error);
  figure.failed = true;
  if (figure.chart) {
    figure.chart.dispose();
    figure.chart = undefined;
  }
  figure.place.classList.add("failed");
  figure.place.textContent = "This chart cannot be drawn: " + error.message;
}
