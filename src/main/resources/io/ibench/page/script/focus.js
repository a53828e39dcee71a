// One step alone: all charts that have it, chosen in the contents or by a click on its name.

const focus = { steps: [], select: undefined };

/** Whether there is a value between the ends of a step. */
function hasValues(line, mark) {
  for (let i = firstFrom(line.places, mark.from); i < line.y.length && line.places[i] <= mark.to; i++) {
    if (line.y[i] !== null) {
      return true;
    }
  }
  return false;
}

/** Steps with a length of their own in which something was measured over time. */
function findSteps() {
  const lines = figures.flatMap((figure) => figure.lines.filter((line) => line.axis === "TIME"));
  focus.steps = data.marks.filter((mark) =>
    mark.kind === "STEP" && mark.axis === "TIME" && mark.to > mark.from
    && lines.some((line) => hasValues(line, mark)));
}

function isMeasured(mark) {
  return focus.steps.some((step) => step.label === mark.label);
}

/** The name of the step that the charts of time show; undefined for all or for another part. */
function focusedStep() {
  const range = sharedZoom.get("TIME");
  const step = range && focus.steps.find((mark) => mark.from === range[0] && mark.to === range[1]);
  return step ? step.label : undefined;
}

/** Of undefined: all of the run. */
function focusOn(label) {
  for (const axis of ["TIME", "ROWS"]) {
    const mark = data.marks.find((one) =>
      one.kind === "STEP" && one.axis === axis && one.label === label && one.to > one.from);
    sharedZoom.set(axis, mark ? [mark.from, mark.to] : undefined);
  }
  figures.filter((figure) => !figure.failed).forEach((figure) => figure.choose.get("step")?.(label));
  zoomed(figures.filter((figure) => figure.axis === "TIME" || figure.axis === "ROWS"));
}

const ALL_STEPS = "all steps";
const PART = "a part";

/** In the contents, so that it is at hand beside every chart. */
function stepChoice() {
  findSteps();
  const contents = document.querySelector("nav");
  if (!contents || focus.steps.length < 2) {
    return;
  }
  const names = focus.steps.map((step) => step.label);
  const group = selection("Charts:", [ALL_STEPS, ...names, PART], ALL_STEPS,
    (name, i) => focusOn(i === 0 ? undefined : name));
  focus.select = group.querySelector("select");
  focus.select.setAttribute("aria-label", "Step that the charts show");
  focus.select.lastChild.hidden = true;
  group.classList.add("focus");
  contents.append(group);
}

function showFocus() {
  if (focus.select) {
    const name = focusedStep();
    const i = focus.steps.findIndex((step) => step.label === name);
    const part = sharedZoom.get("TIME") !== undefined;
    focus.select.selectedIndex = i >= 0 ? i + 1 : part ? focus.steps.length + 1 : 0;
  }
}
