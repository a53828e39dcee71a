/* What tests ask of a page that is open in a browser; evaluated there as one expression. */
(() => {
  const data = () => JSON.parse(document.getElementById("data").textContent);
  const place = (chart) => document.querySelector(`[data-chart="${CSS.escape(chart.id)}"]`);
  const frames = async () => {
    for (let i = 0; i < 2; i++) {
      await new Promise(requestAnimationFrame);
    }
  };

  function shownAtFirst(chart) {
    const chosen = chart.lines.filter((line) =>
      chart.choices.every(
        (choice) =>
          !Object.hasOwn(line.tags, choice.key) || line.tags[choice.key] === choice.initial));
    const names = [...new Set(chosen.map((line) => line.name))];
    const few = chart.shown === 0 || names.length <= chart.shown + 1;
    return few ? chosen : chosen.filter((line) => names.indexOf(line.name) < chart.shown);
  }

  const measured = (line) => line.y.filter((y) => y !== null).length;

  /* Long enough for its drawing to have more points than any line of a grid. */
  const isLong = (line, extent) =>
    measured(line) >= 10 && line.x[line.x.length - 1] - line.x[0] > extent / 10;

  const points = (path) => (path.getAttribute("d").match(/[ML]/g) || []).length;

  const isStroke = (path) => {
    const style = getComputedStyle(path);
    return style.stroke !== "none" && ["none", "transparent", "rgba(0, 0, 0, 0)"].includes(style.fill)
      && style.visibility === "visible" && Number(style.opacity) > 0;
  };

  const isWithin = (inner, outer) =>
    inner.left >= outer.left - 2 && inner.right <= outer.right + 2
    && inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;

  /* What is wrong with the drawing of a chart; empty for nothing. */
  function faults(chart) {
    const drawing = place(chart);
    if (!drawing) {
      return [`${chart.id}: has no place`];
    }
    const lines = shownAtFirst(chart).filter((line) => measured(line) > 0);
    if (lines.length === 0) {
      return [];
    }
    const svg = drawing.querySelector("svg");
    if (!svg) {
      return [`${chart.id}: not drawn`];
    }
    const found = [];
    const box = svg.getBoundingClientRect();
    const strokes = [...svg.querySelectorAll("path")].filter(isStroke);
    if (box.width < 200 || box.height < 100) {
      found.push(`${chart.id}: only ${box.width} x ${box.height}`);
    }
    if (strokes.some((path) => /NaN|Infinity/.test(path.getAttribute("d")))) {
      found.push(`${chart.id}: a line leads to nowhere`);
    }
    if (strokes.some((path) => !isWithin(path.getBoundingClientRect(), box))) {
      found.push(`${chart.id}: a line leaves its chart`);
    }
    const ends = lines.flatMap((line) => [line.x[0], line.x[line.x.length - 1]]);
    const extent = Math.max(...ends) - Math.min(...ends);
    const long = lines.filter((line) => isLong(line, extent)).length;
    const drawn = strokes.filter((path) => points(path) > 2).length;
    if (strokes.length === 0 || drawn < long) {
      found.push(`${chart.id}: ${drawn} lines drawn of ${long} long ones`);
    }
    return found;
  }

  function allDrawn() {
    const known = window.ibenchCharts;
    return known
      ? known.every((one) => one.drawn)
      : data().charts.every((chart) => place(chart).querySelector("svg"));
  }

  function shownChart(drawing) {
    const paths = [...drawing.querySelectorAll("svg path")].map((path) => path.getAttribute("d"));
    const texts = [...drawing.querySelectorAll("svg text")].map((text) => text.textContent);
    return paths.concat(texts).join("|");
  }

  /* Takes every option of every control; tells how many different drawings each control gave. */
  async function useControls() {
    const used = [];
    for (const figure of document.querySelectorAll("figure.chart")) {
      const drawing = figure.querySelector(".drawing");
      const groups = new Set(
        [...figure.querySelectorAll(".controls button")]
          .filter((button) => button.offsetWidth > 0)
          .map((button) => button.parentElement));
      for (const group of groups) {
        const seen = new Set();
        const buttons = [...group.querySelectorAll(":scope > button")];
        for (const button of [...buttons, buttons[0]]) {
          button.click();
          await frames();
          seen.add(shownChart(drawing));
        }
        used.push({ chart: drawing.dataset.chart, options: buttons.length, drawings: seen.size });
      }
      for (const select of figure.querySelectorAll(".controls select")) {
        const seen = new Set();
        for (const option of [...select.options, select.options[0]]) {
          select.value = option.value;
          select.dispatchEvent(new Event("change", { bubbles: true }));
          await frames();
          seen.add(shownChart(drawing));
        }
        used.push({
          chart: drawing.dataset.chart, options: select.options.length, drawings: seen.size });
      }
    }
    return used;
  }

  /* Chooses what a select offers, as somebody would. */
  async function choose(selector, option) {
    const select = document.querySelector(selector);
    select.value = option;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await idle();
  }

  /* Until charts out of sight are drawn again, too. */
  async function idle() {
    while (!window.ibenchCharts.every((one) => one.drawn && !one.stale)) {
      await frames();
    }
  }

  async function textsOf(id) {
    await idle();
    return [...place({ id }).querySelectorAll("svg text")].map((text) => text.textContent);
  }

  /* The element of a text of a chart. */
  const text = (id, words) =>
    [...place({ id }).querySelectorAll("svg text")].find((one) => one.textContent === words);

  /* The box of the nth step behind a chart, from 0. */
  function area(id, nth) {
    const isArea = (path) => path.getAttribute("d").endsWith("Z") && path.getBoundingClientRect().height > 100;
    return [...place({ id }).querySelectorAll("svg path")].filter(isArea)[nth].getBoundingClientRect().toJSON();
  }

  /* Texts of a chart that stand on each other. */
  function overlaps() {
    const found = [];
    for (const drawing of document.querySelectorAll(".drawing svg, .small svg")) {
      const boxes = [...drawing.querySelectorAll("text")]
        .map((text) => [text.textContent, text.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
      boxes.forEach(([text, one], i) => boxes.slice(i + 1).forEach(([other, two]) => {
        const apart = one.right <= two.left || two.right <= one.left
          || one.bottom - 3 <= two.top || two.bottom - 3 <= one.top;
        if (!apart) {
          found.push(text + " and " + other);
        }
      }));
    }
    return found;
  }

  /* Texts of small charts that are not whole within them. */
  const leaving = () =>
    [...document.querySelectorAll(".small text")]
      .filter((text) => !isWithin(text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()))
      .map((text) => text.textContent);

  let numbered = 0;

  /* The same for each call of one element. */
  function nameOf(element) {
    element.dataset.inspected = element.dataset.inspected || ++numbered;
    const text = element.getAttribute("aria-label") || element.textContent;
    return element.dataset.inspected + " " + text.trim().slice(0, 40);
  }

  /* What somebody can act upon with a mouse, and all that has a definition. */
  const reachable = () =>
    [...document.querySelectorAll("a, button, select, summary, th [data-definition], dt [data-definition]")]
      .concat([...document.querySelectorAll(".scroll")].filter((one) => one.tabIndex === 0))
      .concat([...document.querySelectorAll("figcaption [data-definition]")])
      .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden]"))
      .map(nameOf);

  function isMarked(element) {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  }

  const FORCED = /[\u0590-\u08FF\u202A-\u202E\u2066-\u2069]/;

  const isSeen = (element) => element && element.checkVisibility() && !element.closest("svg")
    && !["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName);

  function boxOf(node, from, to) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  }

  /* Plain texts that run from right to left, because something beside them does. */
  function turnedTexts() {
    const turned = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const first = node.data.search(/\S/);
      const last = node.data.trimEnd().length - 1;
      if (first < 0 || last <= first || FORCED.test(node.data) || !isSeen(node.parentElement)) {
        continue;
      }
      const begin = boxOf(node, first, first + 1);
      const end = boxOf(node, last, last + 1);
      const oneLine = Math.abs(begin.top - end.top) < begin.height / 2;
      if (oneLine && begin.width > 0 && begin.left > end.left) {
        turned.push(node.data.trim());
      }
    }
    return turned;
  }

  /* Texts of one line that do not stand in the order in which they were written. */
  function swappedTexts() {
    const swapped = [];
    for (const block of document.querySelectorAll("h1, h2, h3, p, li, dt, dd, th, td, summary")) {
      const texts = [];
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.data.trim() && isSeen(node.parentElement)) {
          texts.push(node);
        }
      }
      for (let i = 1; i < texts.length; i++) {
        const before = boxOf(texts[i - 1], 0, texts[i - 1].length);
        const after = boxOf(texts[i], 0, texts[i].length);
        const oneLine = before.height > 0 && Math.abs(before.bottom - after.bottom) < 4
          && before.height < 1.5 * after.height;
        if (oneLine && after.left < before.left) {
          swapped.push(block.textContent.trim());
        }
      }
    }
    return swapped;
  }

  /* The largest fonts of texts that are seen, inside of what the selector finds and outside. */
  function fontSizes(selector) {
    const sizes = { inside: 0, outside: 0 };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && isSeen(parent)) {
        const place = parent.closest(selector) ? "inside" : "outside";
        sizes[place] = Math.max(sizes[place], parseFloat(getComputedStyle(parent).fontSize));
      }
    }
    return sizes;
  }

  return {
    allDrawn,
    fontSizes,
    charts: () => data().charts.length,
    faults: () => data().charts.flatMap(faults),
    openAll: async () => {
      document.querySelectorAll("details").forEach((part) => (part.open = true));
      await frames();
    },
    useControls,
    choose,
    textsOf,
    text,
    area,
    overlaps,
    leaving,
    nameOf,
    reachable,
    isMarked,
    turnedTexts,
    swappedTexts,
    definitions: () =>
      [...document.querySelectorAll("[data-definition]")].map((place) => place.dataset.definition),
    undefinedHeads: () =>
      [...document.querySelectorAll("th.number")]
        .filter((head) => !(head.querySelector("[data-definition]")?.dataset.definition))
        .map((head) => head.textContent),
  };
})()
