// Axes: how x becomes a place, and where labels stand.

function multiples(from, to, step) {
  const found = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
}

/** The next of 1, 2 and 5 times a power of ten. */
function niceStep(least) {
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999);
}

function decimalTicks(from, to, most) {
  return multiples(from, to, niceStep((to - from) / most));
}

function timeTicks(from, to, most) {
  const least = (to - from) / most;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200];
  if (least <= 1) {
    return decimalTicks(from, to, most);
  }
  const step = steps.find((one) => one >= least);
  return multiples(from, to, step || 86400 * Math.ceil(niceStep(least / 86400)));
}

function percentileTicks(from, to, most) {
  const all = [distance(0), distance(50)];
  for (let nines = 1; nines <= Math.max(1, to); nines++) {
    all.push(nines);
  }
  const shown = all.filter((tick) => tick >= from - 1e-9 && tick <= to + 1e-9);
  return shown.length > 1 ? shown : decimalTicks(from, to, Math.min(most, 5));
}

/** Of a percentile from 100, in powers of ten: 0 of 0, 1 of 90, 2 of 99. */
function distance(percentile) {
  return -Math.log10(1 - percentile / 100);
}

function percentile(place) {
  const digits = Math.min(12, Math.max(0, Math.ceil(place - 1e-6) - 1));
  return String(Number((100 * (1 - Math.pow(10, -place))).toFixed(digits)));
}

function secondsLabel(seconds) {
  return exactNumber(seconds) + " s";
}

const same = (x) => x;
const AXES = {
  TIME: { place: same, ticks: timeTicks, label: duration, decade: secondsLabel, room: 95, name: "",
    at: (x) => [duration(x), data.startedMillis > 0 ? wallClock(x) : ""] },
  STEP_TIME: { place: same, ticks: timeTicks, label: duration, decade: secondsLabel, room: 95,
    name: "since the step began",
    at: (x) => [duration(x), "into the step"] },
  ROWS: { place: same, ticks: decimalTicks, label: shortNumber, decade: shortNumber, room: 80,
    name: "rows inserted",
    at: (x) => [whole.format(x), "rows inserted"] },
  RATE: { place: same, ticks: decimalTicks, label: shortNumber, decade: shortNumber, room: 80,
    name: "operations/s",
    at: (x) => [whole.format(x) + "/s", ""] },
  PERCENTILE: { place: distance, ticks: percentileTicks, label: percentile, room: 60, name: "percentile",
    at: (x) => ["p" + percentile(x), ""] },
};

function linearScale(least, greatest, most) {
  const low = Math.min(0, least);
  const high = greatest > low ? greatest : low + 1;
  const step = niceStep((high - low) / most);
  const min = Math.floor(low / step + 1e-9) * step;
  const max = Math.ceil(high / step - 1e-9) * step;
  return { min, max, ticks: multiples(min, max, step), place: same, value: same };
}

/** 1, 2 and 5 times the powers of ten around two numbers. */
function decadeSteps(least, greatest) {
  const steps = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(greatest)); power++) {
    steps.push(...[1, 2, 5].map((factor) => Number((factor * Math.pow(10, power)).toPrecision(3))));
  }
  return steps;
}

/** All steps where they have room, otherwise powers of ten. */
function decadeTicks(steps, most) {
  const powers = steps.filter((step) => Number.isInteger(Math.round(Math.log10(step) * 1e6) / 1e6));
  const chosen = steps.length <= most || powers.length < 2 ? steps : powers;
  const every = Math.ceil(chosen.length / most);
  return chosen.filter((step, i) => i % every === 0);
}

/** A log scale of y. */
function logScale(least, greatest, most) {
  const steps = decadeSteps(least, greatest);
  const from = Math.max(0, steps.findLastIndex((step) => step <= least * 1.0001));
  const to = steps.findIndex((step) => step >= greatest * 0.9999 && step > steps[from]);
  return {
    min: Math.log10(steps[from]),
    max: Math.log10(steps[to]),
    ticks: decadeTicks(steps.slice(from, to + 1), most + 3).map(Math.log10),
    place: (y) => (y > 0 ? Math.log10(y) : NaN),
    value: (place) => Math.pow(10, place),
  };
}

/** How places between two ends lie across a chart: "of" a place in units of the drawing, and back; "ticks" are places. */
function linearAcross(axis, from, to) {
  return { of: same, back: same, from, to, ticks: (most) => axis.ticks(from, to, most), label: axis.label };
}

/** Within less than a factor of ten, ticks are those of a linear axis. Places up to 0 are infinitely far to the left. */
function logAcross(axis, from, to) {
  const linear = linearAcross(axis, from, to);
  const steps = decadeSteps(from, to).filter((step) => step >= from * (1 - 1e-9) && step <= to * (1 + 1e-9));
  const decades = to >= 10 * from;
  return {
    of: (place) => (place > 0 ? Math.log10(place) : -Infinity),
    back: (across) => Math.pow(10, across),
    from: Math.log10(from),
    to: Math.log10(to),
    ticks: decades ? (most) => decadeTicks(steps, most) : linear.ticks,
    label: decades ? axis.decade : axis.label,
  };
}
