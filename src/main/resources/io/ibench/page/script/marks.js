// Steps, periods, outages, stalls, gaps, events and errors as they are drawn behind the lines.

function marksOf(figure, kind) {
  return data.marks.filter((mark) => mark.axis === figure.axis && mark.kind === kind);
}

/** Steps, outages, stalls, gaps and events as areas. */
function areas(figure, view) {
  const { x } = view;
  const perPixel = (x.to - x.from) / view.width;
  const area = (mark, style) => {
    const from = Math.max(x.from, x.of(mark.from));
    const to = Math.min(x.to, Math.max(x.of(mark.to), x.of(mark.from) + perPixel));
    return from < to ? [[{ xAxis: from, itemStyle: style }, { xAxis: to }]] : [];
  };
  const border = { borderColor: view.hairline, borderWidth: 1 };
  const steps = marksOf(figure, "STEP").flatMap((mark, i) =>
    area(mark, { color: i % 2 === 0 ? view.band : "transparent", ...border }));
  const outages = marksOf(figure, "OUTAGE").flatMap((mark) =>
    area(mark, { color: view.outage, opacity: 0.2 }));
  const stalls = marksOf(figure, "STALL").flatMap((mark) =>
    area(mark, { color: view.stall, opacity: 0.25 }));
  const gaps = marksOf(figure, "GAP").flatMap((mark) =>
    area(mark, { color: view.gap, opacity: 0.4 }));
  const events = marksOf(figure, "EVENT").flatMap((mark) =>
    area(mark, { color: view.event, opacity: 0.25 }));
  return steps.concat(stalls, outages, events, gaps);
}

/** Borders of periods; none where they would be too many to tell apart. */
function periods(figure, view) {
  const inside = marksOf(figure, "PERIOD").filter((mark) => mark.from > view.from && mark.from < view.to);
  return inside.length * 10 > view.width ? [] : inside.map((mark) => ({ xAxis: view.x.of(mark.from) }));
}

/** Ticks on the ground of the chart, at least two pixels wide. */
function errorTicks(figure, view) {
  const { x } = view;
  const perPixel = (x.to - x.from) / view.width;
  const ground = view.scale.min + ((view.scale.max - view.scale.min) * 4) / view.heightInside;
  return marksOf(figure, "ERRORS")
    .filter((mark) => mark.to >= view.from && mark.from <= view.to)
    .flatMap((mark) => {
      const from = Math.max(x.of(mark.from), x.from);
      const to = Math.min(x.to, Math.max(x.of(mark.to), from + 2 * perPixel));
      return [[from, ground], [to, ground], [to, null]];
    });
}

function markSeries(figure, view) {
  return [
    {
      type: "line",
      silent: true,
      data: [],
      markArea: { silent: true, label: { show: false }, data: areas(figure, view) },
      markLine: {
        silent: true,
        symbol: "none",
        label: { show: false },
        lineStyle: { color: view.rule, type: [1, 3], width: 1 },
        data: periods(figure, view),
      },
    },
    {
      type: "line",
      silent: true,
      symbol: "none",
      z: 4,
      data: errorTicks(figure, view),
      lineStyle: { color: view.outage, width: 8, cap: "butt" },
    },
  ];
}
