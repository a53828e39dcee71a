// Calls as boxes: the lines of a text become boxes, each as wide as the larger cost of both sides.

const FLAME_ROW = 18;
const FLAME_LINE = /^( *)([\d.]+)(?: -> ([\d.]+))? (.*?)(?: \(([-+][\d.]+) \+-([\d.]+)\))?$/;

function flameGraphs() {
  document.querySelectorAll(".flames").forEach((place) => attempt(() => flameGraph(place)));
}

/** The tree of the lines; an unnamed root holds the outermost calls. */
function flameTree(text) {
  const top = { depth: -1, cost: 0, callees: [] };
  const way = [top];
  for (const line of text.split("\n")) {
    const [, indent, cost, other, name, change, half] = FLAME_LINE.exec(line);
    const call = { depth: indent.length, name, cost: Number(cost), change, half, callees: [] };
    call.other = other === undefined ? undefined : Number(other);
    call.width = Math.max(call.cost, call.other ?? 0);
    way.length = call.depth + 1;
    call.caller = way[call.depth];
    call.caller.callees.push(call);
    way.push(call);
  }
  top.width = top.callees.reduce((sum, call) => sum + call.width, 0);
  return top;
}

function flameText(call, unit) {
  const costs = call.other === undefined
    ? call.cost.toFixed(2)
    : call.cost.toFixed(2) + " -> " + call.other.toFixed(2);
  const change = call.change === undefined
    ? (call.other === undefined ? "" : " (within the noise)")
    : " (" + (call.change.startsWith("+") ? "+" : "") + Number(call.change).toFixed(2)
      + " +-" + Number(call.half).toFixed(2) + ")";
  return call.name + ": " + costs + " " + unit + change;
}

function flameStyle(call) {
  if (call.other === undefined) {
    return "";
  }
  return call.change === undefined ? "other" : call.change.startsWith("-") ? "less" : "more";
}

function flameGraph(place) {
  const text = place.querySelector("pre");
  const unit = place.dataset.unit;
  const top = flameTree(text.textContent);
  const said = element("p", "said");
  const boxes = element("div", "boxes");
  const search = element("input");
  const shown = new Map();
  let focus = top;
  let laidWidth;
  search.type = "search";
  search.placeholder = "find a function";
  search.setAttribute("aria-label", "find a function");

  function box(call, left, width) {
    const made = button(call.name, flameStyle(call), () => show(call === focus ? top : call));
    made.style.left = 100 * left + "%";
    made.style.width = 100 * width + "%";
    made.title = flameText(call, unit);
    made.tabIndex = width < 0.02 ? -1 : 0;
    const tell = () => (said.textContent = made.title);
    made.addEventListener("pointerenter", tell);
    made.addEventListener("focus", tell);
    shown.set(call, made);
    boxes.append(made);
    return made;
  }

  /** Boxes narrower than a pixel are left out. */
  function laid(call, left, share, row) {
    // Asked of the page, the width would make it lay out all boxes for each of them.
    if (share * laidWidth < 1) {
      return row;
    }
    box(call, left, share).style.top = row * FLAME_ROW + "px";
    let at = left;
    let deepest = row;
    const whole = Math.max(call.width, sum(call));
    for (const callee of call.callees) {
      const own = whole > 0 ? (share * callee.width) / whole : 0;
      deepest = Math.max(deepest, laid(callee, at, own, row + 1));
      at += own;
    }
    return deepest;
  }

  function sum(call) {
    return call.callees.reduce((all, callee) => all + callee.width, 0);
  }

  function show(call) {
    focus = call;
    laidWidth = boxes.clientWidth;
    boxes.replaceChildren();
    shown.clear();
    let rows = 0;
    const way = [];
    for (let caller = call.caller; caller && caller !== top; caller = caller.caller) {
      way.unshift(caller);
    }
    way.forEach((caller, row) => (box(caller, 0, 1).style.top = row * FLAME_ROW + "px"));
    if (call === top) {
      let at = 0;
      for (const callee of top.callees) {
        const own = callee.width / top.width;
        rows = Math.max(rows, laid(callee, at, own, 0));
        at += own;
      }
    } else {
      rows = laid(call, 0, 1, way.length);
    }
    boxes.style.height = (rows + 1) * FLAME_ROW + "px";
    find();
  }

  function find() {
    const wanted = search.value.toLowerCase();
    shown.forEach((made, call) =>
      made.classList.toggle("found", wanted !== "" && call.name.toLowerCase().includes(wanted)));
  }

  search.addEventListener("input", find);
  boxes.addEventListener("keydown", (event) => event.key === "Escape" && show(top));
  const bar = element("div", "find");
  bar.append(search, button("all", "reset", () => show(top)));
  text.before(bar, said, boxes);
  text.hidden = true;
  show(top);
  // A box keeps its element while it is pressed: only another width lays them out anew.
  new ResizeObserver(() => boxes.clientWidth !== laidWidth && show(focus)).observe(place);
}
