// Names of steps above a chart: near their steps and never over each other. A click shows the step alone.

const ROW_HEIGHT = 15;
const NAME_GAP = 9;
const MOST_ASIDE = 4;
const MOST_TRIED = 60;
const LONGEST_IN_PIXELS = 120;
const LEAST_SHORTENED = 36;

/** As much of a text as has room. */
function shortened(text, room, font) {
  if (textWidth(text, font) <= room) {
    return text;
  }
  let end = Math.min(text.length, Math.floor(room / 3));
  while (end > 1 && textWidth(text.slice(0, end) + "…", font) > room) {
    end--;
  }
  return text.slice(0, end) + "…";
}

function stepsInSight(figure, from, to, pixel) {
  return marksOf(figure, "STEP")
    .filter((mark) => mark.to > from && mark.from < to)
    .map((mark) => {
      const left = pixel(Math.max(from, mark.from));
      const right = Math.max(left + 1, pixel(Math.min(to, mark.to)));
      return { mark, left, right, middle: (left + right) / 2, seen: isMeasured(mark) };
    });
}

/** Names from left to right, each beside the middle of its step and as far to the left as it can; undefined without room. */
function packed(some) {
  let free = 0;
  for (const one of some) {
    one.left = Math.max(one.step.middle - one.wide, free);
    if (one.left > one.step.middle + MOST_ASIDE) {
      return undefined;
    }
    free = one.left + one.wide + NAME_GAP;
  }
  return some;
}

/** As many as have room, those of longer steps first; then each as near to the middle of its step as it can be. */
function upperRow(steps, edge) {
  let row = [];
  const longest = [...steps].sort((a, b) => b.right - b.left - (a.right - a.left));
  for (const step of longest.slice(0, MOST_TRIED)) {
    const name = shortened(step.mark.label, LONGEST_IN_PIXELS);
    const more = [...row, { step, name, wide: textWidth(name) }];
    row = packed(more.sort((a, b) => a.step.middle - b.step.middle)) || row;
  }
  packed(row);
  let end = edge;
  for (const one of [...row].reverse()) {
    one.left = Math.min(Math.max(one.left, one.step.middle - one.wide / 2), end - one.wide);
    end = one.left - NAME_GAP;
  }
  return row;
}

/** Whole names in their steps, and above them those of short ones. */
function namesOf(steps, edge) {
  const hasRoom = (step) => textWidth(step.mark.label) + 6 <= step.right - step.left;
  const upper = upperRow(steps.filter((step) => !hasRoom(step) && step.seen), edge);
  const above = new Map(upper.map((one) => [one.step, one]));
  const lower = [];
  for (const step of steps.filter((one) => !above.has(one))) {
    const room = step.right - step.left - 6;
    if (hasRoom(step) || room >= LEAST_SHORTENED) {
      lower.push({ step, name: shortened(step.mark.label, room) });
    }
  }
  return { upper, lower };
}

function nameGraphics(view) {
  const text = (name, x, y) => ({
    type: "text", silent: true, x, y,
    style: { text: name, fill: view.soft, font: SMALL + "px " + fonts, align: "center", verticalAlign: "bottom" },
  });
  const ground = view.inset.top;
  const upper = view.names.upper.flatMap(({ step, name, wide, left }) => [
    text(name, left + wide / 2, ground - 3 - ROW_HEIGHT),
    {
      type: "line", silent: true,
      shape: { x1: step.middle, y1: ground - ROW_HEIGHT + 1, x2: step.middle, y2: ground },
      style: { stroke: view.rule, lineWidth: 1 },
    },
  ]);
  return upper.concat(view.names.lower.map(({ step, name }) => text(name, step.middle, ground - 5)));
}

/** What is clicked and hovered over; the keyboard has the choice of a step in the contents. */
function nameButtons(figure) {
  const { names, steps, inset } = figure.view;
  const floor = names.upper.length > 0 ? inset.top - 1 - ROW_HEIGHT : 0;
  const place = (step, left, right, top, bottom) => {
    const alone = focusedStep() === step.mark.label;
    const made = button("", "name", () => focusOn(alone ? undefined : step.mark.label));
    made.tabIndex = -1;
    made.style.cssText = `left:${left}px;width:${right - left}px;top:${top}px;height:${bottom - top}px`;
    const { label, name } = AXES[figure.axis];
    const length = (label(step.mark.to - step.mark.from) + " " + name).trim();
    made.dataset.definition = step.mark.label + ", " + length
      + "\n" + (alone ? "Click to see all steps" : "Click to see it alone");
    return made;
  };
  const seen = steps.filter((step) => step.seen);
  figure.names.replaceChildren(
    ...seen.map((step) => place(step, step.left, step.right, floor, inset.top)),
    ...names.upper.map(({ step, wide, left }) => place(step, left - 3, left + wide + 3, 0, floor)));
}
